package door

import (
	"strings"

	"tabletop/companion/qr"
)

// Reach lists the addresses at which phones reach the page, the best first, and the box's own
// network. Without a network there is no address. A page that only this machine reaches has the
// address 127.0.0.1.
type Reach struct {
	URLs []string
	Wifi Wifi
}

// Wifi is the box's own network. Can tells whether the box can have one. NoCountry concerns
// the radio. The other fields describe the running network. They are zero if none runs. Password is
// "" if the network is open.
type Wifi struct {
	Can            bool
	NoCountry      bool // neither the kernel nor the config names the country of the Wi-Fi
	SSID, Password string
	Device         string // network interface, such as "wlan0"
	Address        string // IPv4 address of the box on that interface, such as "10.42.0.1"; "" until it has one
	Joined         bool   // a phone has come into the network
}

// Open reports whether the network runs without a password.
func (w Wifi) Open() bool { return w.SSID != "" && w.Password == "" }

// Lonely reports whether a network with a password runs and no phone has come into it.
func (w Wifi) Lonely() bool { return w.Password != "" && !w.Joined }

// Watch is the state of waiting for the first phone in the box's own network. It never changes: each
// method returns another.
type Watch struct {
	Requested string // name of the network that was requested last; "" if none was
	watched   string // name of the network whose first phone is or was awaited; "" for none
	Due       bool   // no phone has come into the watched network in time: an open one will be offered
}

// Observe returns the watch for the present state w of the own network. begins is true if it now waits
// for a phone in a new network that has a password. Each network is watched once. ends is true if
// there is nothing to wait for any more: a phone has come in, or the network has ended.
func (o *Watch) Observe(w Wifi) (next *Watch, begins, ends bool) {
	n := *o
	begins = w.Lonely() && w.SSID != n.watched
	ends = n.watched != "" && (begins || !w.Lonely())
	if ends {
		n.Due = false
	}
	if begins {
		n.watched = w.SSID
	}
	return &n, begins, ends
}

// Request returns the watch after the network with this name was requested.
func (o *Watch) Request(ssid string) *Watch {
	n := *o
	n.Requested = ssid
	return &n
}

// SetDue returns the watch with another value of Due.
func (o *Watch) SetDue(due bool) *Watch {
	n := *o
	n.Due = due
	return &n
}

// URL returns the best address whose QR code fits the panel, or else the best address. It returns
// "" if there is none.
func (r Reach) URL() string {
	if r.Secluded() {
		return ""
	}
	for _, url := range r.URLs {
		if qr.FitsPanel(joining(url, base32[:tokenLetters])) {
			return url
		}
	}
	return strings.Join(r.URLs[:min(len(r.URLs), 1)], "")
}

// Address returns the result of URL as people type it.
func (r Reach) Address() string { return typed(r.URL()) }

// typed returns a URL as people type it.
func typed(url string) string {
	return strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
}

// Secluded reports whether only this machine can reach the page.
func (r Reach) Secluded() bool {
	here := func(url string) bool {
		return strings.HasPrefix(url, "http://127.") || strings.HasPrefix(url, "http://[::1]")
	}
	return len(r.URLs) > 0 && here(r.URLs[0])
}

// Joining returns the text of the QR code that admits a phone with a token. It returns "" if there is
// no token or no address, or if the text doesn't fit a QR code.
func (r Reach) Joining(token string) string {
	url := r.URL()
	if token == "" || url == "" {
		return ""
	}
	return fitting(joining(url, token))
}

// joining returns the URL with the token. The scheme is in small letters, because the cameras of some
// phones don't open HTTP://. Capitals make the code smaller, so the host has them; its case doesn't
// matter.
func joining(url, token string) string {
	return "http://" + strings.ToUpper(typed(url)) + "/J/" + token
}

// Code returns the text of the QR code that connects a phone to the network. It returns "" if there
// is no network or if the text doesn't fit a QR code.
func (w Wifi) Code() string {
	if w.SSID == "" {
		return ""
	}
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `:`, `\:`, `"`, `\"`)
	if w.Open() {
		return fitting("WIFI:T:nopass;S:" + escape.Replace(w.SSID) + ";;")
	}
	return fitting("WIFI:T:WPA;S:" + escape.Replace(w.SSID) + ";P:" + escape.Replace(w.Password) + ";;")
}

// fitting returns text if its QR code fits the panel, or else "".
func fitting(text string) string {
	if qr.FitsPanel(text) {
		return text
	}
	return ""
}
