#!/bin/sh
# Sets up the access rights of a mosquitto broker for a league: nobody may do anything but what
# is written here. The broker needs the plugin dynamic_security; see league(8).
#
#     mosquitto.sh league         the client "league" for -user, and the roles; once
#     mosquitto.sh box CODE       the client of one box
#     mosquitto.sh viewer NAME    a client that sees all tables, such as Home Assistant
#     mosquitto.sh remove NAME    removes the client of a box or a viewer
#
# Each prints the name and a new password of the client. The options of mosquitto_ctrl, such as
# -u admin -P PASSWORD, come from MOSQUITTO or from ~/.config/mosquitto_ctrl.
set -eu

# shellcheck disable=SC2086 # MOSQUITTO holds several options
dynsec() { mosquitto_ctrl ${MOSQUITTO-} dynsec "$@"; }

# Topics of a shared subscription are literal: another filter that matches them is refused.
may_hear() { dynsec addRoleACL "$1" subscribeLiteral "$2" allow; } # ROLE FILTER
may_say() { dynsec addRoleACL "$1" publishClientSend "$2" allow; } # ROLE TOPIC

client() { # NAME ROLE CLIENT_ID
	password=$(od -An -N 18 -tx1 /dev/urandom | tr -d ' \n')
	if [ -n "$3" ]; then
		dynsec createClient "$1" -c "$3" -p "$password"
	else
		dynsec createClient "$1" -p "$password"
	fi
	dynsec addClientRole "$1" "$2"
	printf 'user = "%s"\npassword: %s\n' "$1" "$password"
}

case ${1-}:${2-} in
league:)
	dynsec setDefaultACLAccess publishClientSend deny
	dynsec setDefaultACLAccess subscribe deny
	dynsec createRole league
	for kind in record seal erased state; do
		may_hear league "\$share/league/companion/+/$kind"
	done
	may_hear league companion/+/online
	may_say league companion/+/ack
	may_say league companion/+/enrol
	dynsec createRole viewer
	for kind in online state moment; do
		may_hear viewer "companion/+/$kind"
	done
	dynsec addRoleACL viewer subscribePattern 'homeassistant/#' allow
	may_say viewer homeassistant/status
	client league league ''
	;;
box:?*)
	box=$(printf %s "$2" | tr -d ' -' | tr '[:upper:]' '[:lower:]' | tr oil 011)
	role=box-$box
	dynsec createRole "$role"
	for kind in online state moment seal record erased; do
		may_say "$role" "companion/$box/$kind"
	done
	for kind in online state ack enrol press; do
		may_hear "$role" "companion/$box/$kind"
	done
	may_say "$role" "homeassistant/device/companion_$box/config"
	may_hear "$role" homeassistant/status
	client "$box" "$role" "companion-$box"
	;;
viewer:?*) client "$2" viewer '' ;;
remove:?*)
	name=$(printf %s "$2" | tr -d ' -' | tr '[:upper:]' '[:lower:]' | tr oil 011)
	if dynsec getClient "$name" >/dev/null 2>&1; then
		dynsec deleteClient "$name"
		dynsec deleteRole "box-$name"
	else
		dynsec deleteClient "$2"
	fi
	;;
*)
	sed -n 's/^#     //p' "$0" >&2
	exit 2
	;;
esac
