package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// radiosScript creates two simulated Wi-Fi radios that receive each other. The first is the
// box's, managed by NetworkManager. The second is the phone's, in its own network namespace. As on a
// new card of Raspberry Pi OS, the kernel has no country, and the Wi-Fi is blocked.
const radiosScript = `
set -e
modprobe mac80211_hwsim radios=2
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
systemctl start NetworkManager.service
state() {
	for _ in $(seq 100); do
		if nmcli -t -f DEVICE,STATE device | grep -qx "wlan0:$1"; then return; fi
		sleep 0.3
	done
	nmcli device
	exit 1
}
state disconnected
nmcli radio wifi off
state unavailable
iw reg get | grep -q '^country 00:'
`

// joinScript makes the phone join a Wi-Fi network and request an IP address and a DNS server.
const joinScript = `
set -e
cat >/run/phone.conf <<'END'
network={
	ssid="%s"
	%s
}
END
cat >/run/lease <<'END'
#!/bin/sh
[ "$1" = bound ] || exit 0
ip address add "$ip/$mask" dev "$interface"
mkdir -p /etc/netns/phone
echo "nameserver $dns" >/etc/netns/phone/resolv.conf
END
chmod +x /run/lease
phone() { ip netns exec phone "$@"; }
ip netns pids phone | xargs -r kill
phone ip address flush dev wlan1
phone wpa_supplicant -B -D nl80211 -i wlan1 -c /run/phone.conf >/dev/null
phone busybox udhcpc -q -n -t 30 -T 2 -i wlan1 -s /run/lease
phone ip -4 -brief address show dev wlan1
`

func (e *Evening) ownNetwork() error {
	if err := e.restart(radiosScript); err != nil {
		return err
	}
	if err := e.toHotspot(); err != nil {
		return err
	}
	if err := e.join(); err != nil {
		return err
	}
	if err := e.do(protectionScript); err != nil {
		return err
	}
	if err := e.openNetwork(); err != nil {
		return err
	}
	if err := e.testInternet(); err != nil {
		return err
	}
	return e.do("systemctl stop NetworkManager.service")
}

// protectionScript checks the country of the box's Wi-Fi, and that the network with a password
// doesn't protect management frames, although the phone could.
const protectionScript = `
set -e
iw reg get | grep '^country RU:'
nmcli -g 802-11-wireless-security.pmf connection show companion | grep -E '^1( |$)|disable'
iw dev wlan0 station dump | grep -E 'MFP:[[:space:]]*no'
`

// join makes the phone join the network of the QR code on the panel and load the page.
func (e *Evening) join() error {
	text, err := e.scanCode("WIFI:")
	if err != nil {
		return err
	}
	ssid, password, err := network(text)
	if err != nil {
		return err
	}
	key := "key_mgmt=NONE"
	if password != "" {
		key = fmt.Sprintf("psk=%q\n\tieee80211w=1", password)
	}
	address, err := e.sh(fmt.Sprintf(joinScript, ssid, key))
	if err != nil {
		return err
	}
	note("the phone is in %s: %s", ssid, tail(address, 1))
	if err := e.press("ok"); err != nil {
		return err
	}
	return e.loadPage()
}

// openNetwork replaces the network by one without a password, which the phone joins. On the page of
// the phones the entry for it is the second from the end.
func (e *Evening) openNetwork() error {
	if err := e.press("ok", "up", "up", "ok"); err != nil {
		return err
	}
	if _, err := e.shows("wifi-open", patience); err != nil {
		return err
	}
	if err := e.press("ok"); err != nil {
		return err
	}
	if _, err := e.shows("wifi-open-ask", patience); err != nil {
		return err
	}
	if err := e.press("down", "ok"); err != nil {
		return err
	}
	if _, err := e.scanCode("WIFI:T:nopass;"); err != nil {
		return err
	}
	return e.join()
}

// probesScript lets the phone test for internet as phones do, by the DNS server of the network.
// Then it connects a client by cable, which sends the same tests to both addresses of the box. It
// prints status and redirection of each answer.
const probesScript = `
set -e
test -e /etc/resolv.conf || touch /etc/resolv.conf # ip-netns(8) mounts the phone's own over it
ip netns add cable
ip link add cable0 type veth peer name eth0 netns cable
ip address add 192.168.7.1/24 dev cable0
ip link set cable0 up
ip -n cable address add 192.168.7.2/24 dev eth0
ip -n cable link set eth0 up
ip -n cable route add default via 192.168.7.1
from() {
	ip netns exec "$1" curl -sS --max-time 60 -o /dev/null -w '%{http_code} %{redirect_url}\n' "${@:2}"
}
from phone http://connectivitycheck.gstatic.com/generate_204
from phone http://captive.apple.com/hotspot-detect.html
from phone http://10.42.0.1/tv
from phone http://captive.apple.com/
for box in 192.168.7.1 10.42.0.1; do
	from cable --resolve "captive.apple.com:80:$box" http://captive.apple.com/hotspot-detect.html
done
`

// probesAnswers are the answers to probesScript.
const probesAnswers = `302 http://10.42.0.1:8090/hello
302 http://10.42.0.1:8090/hello
302 http://10.42.0.1:8090/tv
421 
421 
421`

// testInternet checks that a phone opens the page by itself: its test for internet leads to the page
// hello. Clients by cable have to get nothing of the kind.
func (e *Evening) testInternet() error {
	answers, err := e.sh(probesScript)
	if err != nil {
		return err
	}
	if answers = strings.TrimSpace(answers); answers != probesAnswers {
		return fmt.Errorf("the tests for internet are answered by\n%s\nwant\n%s", answers, probesAnswers)
	}
	page, err := e.sh("ip netns exec phone curl -sSL --fail --max-time 60 http://captive.apple.com/hotspot-detect.html")
	if err != nil {
		return err
	}
	for _, want := range []string{`<html lang="ru">`, "Телефон скажет, что интернета нет", ">10.42.0.1:8090</b>"} {
		if !strings.Contains(page, want) {
			return fmt.Errorf("the page has no %q:\n%s", want, page)
		}
	}
	note("the phone tests for internet and opens a page of %d bytes", len(page))
	return nil
}

// toHotspot goes from the home screen to the question whether the box should create its own
// Wi-Fi network, and answers yes. Before that it names the country. On the home screen the entry
// that opens the menu "more" is the second from the end, so two presses of the key "up" select it.
func (e *Evening) toHotspot() error {
	if err := e.toHome(); err != nil {
		return err
	}
	if err := e.press("up", "up", "ok"); err != nil {
		return err
	}
	if err := e.openOffer(); err != nil {
		return err
	}
	if err := e.press("ok"); err != nil {
		return err
	}
	if _, err := e.shows("wifi-country", patience); err != nil {
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

// openOffer opens the offer to create a Wi-Fi network, in the menu "more". It tries up to ten
// times, as the daemon takes a while to detect the Wi-Fi.
func (e *Evening) openOffer() (err error) {
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

// scanCode waits until the panel shows a QR code whose text begins with the given prefix, and
// returns the text.
func (e *Evening) scanCode(begins string) (text string, err error) {
	_, late := e.Wire.Await(patience, "a code "+begins, func(picture string) bool {
		text, err = code(picture)
		return err != nil || strings.HasPrefix(text, begins)
	})
	return text, errors.Join(err, late)
}

// loadPage waits for a QR code with an address on the panel, and loads the page at that address
// on the phone.
func (e *Evening) loadPage() error {
	address, err := e.scanCode("http://")
	if err != nil {
		return err
	}
	page, err := e.sh("ip netns exec phone curl -sS --fail --max-time 60 -L '" + address + "'")
	if err != nil {
		return err
	}
	if !strings.Contains(page, "<html") || !strings.Contains(page, "</html>") {
		return fmt.Errorf("%s is not an HTML page:\n%s", address, page)
	}
	note("the phone loads %s: %d bytes", address[:strings.LastIndex(address, "/")], len(page))
	return nil
}
