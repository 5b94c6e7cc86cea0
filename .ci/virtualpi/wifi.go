package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// twoRadios makes two radios in one air. The first is the box's, NetworkManager has it;
// the second is the phone's, in a network of its own.
const twoRadios = `
set -e
modprobe mac80211_hwsim radios=2
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
systemctl start NetworkManager.service
for _ in $(seq 100); do
	if nmcli -t -f DEVICE,STATE device | grep -qx wlan0:disconnected; then exit 0; fi
	sleep 0.3
done
nmcli device
exit 1
`

// joins has the phone join a network and ask for an address.
const joins = `
set -e
cat >/run/phone.conf <<'END'
network={
	ssid="%s"
	psk="%s"
}
END
cat >/run/lease <<'END'
#!/bin/sh
[ "$1" != bound ] || ip address add "$ip/$mask" dev "$interface"
END
chmod +x /run/lease
phone() { ip netns exec phone "$@"; }
phone wpa_supplicant -B -D nl80211 -i wlan1 -c /run/phone.conf >/dev/null
phone busybox udhcpc -q -n -t 30 -T 2 -i wlan1 -s /run/lease
phone ip -4 -brief address show dev wlan1
`

func (e *Evening) ownNetwork() error {
	if err := e.restart(twoRadios); err != nil {
		return err
	}
	if err := e.toHotspot(); err != nil {
		return err
	}
	said, err := e.scanCode("WIFI:")
	if err != nil {
		return err
	}
	ssid, password, err := network(said)
	if err != nil {
		return err
	}
	address, err := e.sh(fmt.Sprintf(joins, ssid, password))
	if err != nil {
		return err
	}
	note("the phone is in %s: %s", ssid, tail(address, 1))
	if err := e.press("ok"); err != nil {
		return err
	}
	if err := e.loads(); err != nil {
		return err
	}
	return e.do("systemctl stop NetworkManager.service")
}

// toHotspot presses keys from home, where what there is beside games stands before the
// dice at the end, to the question whether the box shall have a network of its own, and
// says yes.
func (e *Evening) toHotspot() error {
	if err := e.toHome(); err != nil {
		return err
	}
	if err := e.press("up", "up", "ok"); err != nil {
		return err
	}
	if err := e.offered(); err != nil {
		return err
	}
	if err := e.press("ok"); err != nil {
		return err
	}
	if _, err := e.shows("wifi-ask", patience); err != nil {
		return err
	}
	return e.press("down", "ok")
}

// offered goes from what there is beside games to the offer of a network, again and
// again: the daemon learns only in a while that there is a Wi-Fi.
func (e *Evening) offered() (err error) {
	for range 10 {
		if _, err := e.shows("more", patience); err != nil {
			return err
		}
		if err := e.press("ok"); err != nil {
			return err
		}
		if _, err = e.shows("wifi-offer", 15*time.Second); err == nil {
			return nil
		}
		if err := e.press("back"); err != nil {
			return err
		}
	}
	return err
}

// scanCode waits until the panel shows a code that begins so, and returns what it says.
func (e *Evening) scanCode(begins string) (said string, err error) {
	_, late := e.Wire.Await(patience, "a code "+begins, func(picture string) bool {
		said, err = code(picture)
		return err != nil || strings.HasPrefix(said, begins)
	})
	return said, errors.Join(err, late)
}

// loads has the phone open the address in the code.
func (e *Evening) loads() error {
	address, err := e.scanCode("HTTP://")
	if err != nil {
		return err
	}
	page, err := e.sh("ip netns exec phone curl -sS --fail --max-time 60 -L '" + address + "'")
	if err != nil {
		return err
	}
	if !strings.Contains(page, "<html") || !strings.Contains(page, "</html>") {
		return fmt.Errorf("%s is no page:\n%s", address, page)
	}
	note("the phone loads %s: %d bytes", address[:strings.LastIndex(address, "/")], len(page))
	return nil
}
