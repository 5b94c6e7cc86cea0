package door

import "strings"

// Reach is where phones find the box: the page's addresses, the best first, none without a
// network; one of this machine itself (127.0.0.1) where the page is for nobody else. Wifi
// is the box's own network.
type Reach struct {
	URLs []string
	Wifi Wifi
}

// Wifi is the box's own network: whether there can be one, and the name and password of
// the one that runs, or "".
type Wifi struct {
	Can            bool
	SSID, Password string
}

// URL is where the box is reached: the best address that a code has room for, else the
// best, "" where it isn't.
func (r Reach) URL() string {
	if r.Secluded() {
		return ""
	}
	for _, url := range r.URLs {
		if Fits(joining(url, base32[:tokenLetters])) {
			return url
		}
	}
	return strings.Join(r.URLs[:min(len(r.URLs), 1)], "")
}

// Address is URL as people type it.
func (r Reach) Address() string {
	return strings.TrimSuffix(strings.TrimPrefix(r.URL(), "http://"), "/")
}

// Secluded reports whether the page is for the box itself only.
func (r Reach) Secluded() bool {
	here := func(url string) bool {
		return strings.HasPrefix(url, "http://127.") || strings.HasPrefix(url, "http://[::1]")
	}
	return len(r.URLs) > 0 && here(r.URLs[0])
}

// Joining is what the QR code says that lets a phone in by a token, "" where there is none
// or no code has room for it.
func (r Reach) Joining(token string) string {
	if token == "" {
		return ""
	}
	return fitting(joining(r.URL(), token))
}

// joining is all in capitals: so it needs the fewest modules, and neither scheme nor host
// mind.
func joining(url, token string) string {
	return strings.ToUpper(strings.TrimSuffix(url, "/")) + "/J/" + token
}

// Code is what the QR code says that brings a phone into the network, as phones read it;
// "" without one, or where no code has room for it.
func (w Wifi) Code() string {
	if w.SSID == "" {
		return ""
	}
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `:`, `\:`, `"`, `\"`)
	return fitting("WIFI:T:WPA;S:" + escape.Replace(w.SSID) + ";P:" + escape.Replace(w.Password) + ";;")
}

func fitting(text string) string {
	if Fits(text) {
		return text
	}
	return ""
}

// How many letters fit a QR code of version 3, which is 29 modules wide, at level L: of its
// alphanumeric mode, and bytes of any other text (ISO/IEC 18004, table 7).
const (
	mostCode  = 77
	mostBytes = 53
)

// Fits reports whether a QR code with text is small enough for the panel.
func Fits(text string) bool {
	const plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	if strings.Trim(text, plain) == "" {
		return len(text) <= mostCode
	}
	return len(text) <= mostBytes
}
