package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// radiosScript creates two simulated Wi-Fi radios that receive each other. The first is the
// box's, managed by NetworkManager. The second is the phone's, in its own network namespace.
const radiosScript = `
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

// joinScript makes the phone join a Wi-Fi network and request an IP address.
const joinScript = `
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
	if err := e.restart(radiosScript); err != nil {
		return err
	}
	if err := e.toHotspot(); err != nil {
		return err
	}
	text, err := e.scanCode("WIFI:")
	if err != nil {
		return err
	}
	ssid, password, err := network(text)
	if err != nil {
		return err
	}
	address, err := e.sh(fmt.Sprintf(joinScript, ssid, password))
	if err != nil {
		return err
	}
	note("the phone is in %s: %s", ssid, tail(address, 1))
	if err := e.press("ok"); err != nil {
		return err
	}
	if err := e.loadPage(); err != nil {
		return err
	}
	return e.do("systemctl stop NetworkManager.service")
}

// toHotspot goes from the home screen to the question whether the box should create its own
// Wi-Fi network, and answers yes. On the home screen the entry that opens the menu "more" is the
// second from the end, so two presses of the key "up" select it.
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
