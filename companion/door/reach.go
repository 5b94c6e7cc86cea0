package door

import "strings"

// Reach lists the addresses at which phones reach the page, the best first, and the box's own
// network. Without a network there is no address. A page that only this machine reaches has the
// address 127.0.0.1.
type Reach struct {
	URLs []string
	Wifi Wifi
}

// Wifi is the box's own network. Can tells whether the box can have one. SSID and Password are the
// name and password of the running network, or "".
type Wifi struct {
	Can            bool
	SSID, Password string
}

// URL returns the best address whose QR code fits the panel, or else the best address. It returns
// "" if there is none.
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

// Address returns the result of URL as people type it.
func (r Reach) Address() string {
	return strings.TrimSuffix(strings.TrimPrefix(r.URL(), "http://"), "/")
}

// Secluded reports whether only this machine can reach the page.
func (r Reach) Secluded() bool {
	here := func(url string) bool {
		return strings.HasPrefix(url, "http://127.") || strings.HasPrefix(url, "http://[::1]")
	}
	return len(r.URLs) > 0 && here(r.URLs[0])
}

// Joining returns the text of the QR code that admits a phone with a token. It returns "" if token
// is "" or if the text doesn't fit a QR code.
func (r Reach) Joining(token string) string {
	if token == "" {
		return ""
	}
	return fitting(joining(r.URL(), token))
}

// joining returns the address with the token, in capitals, because a QR code of capitals has fewer
// modules. Case doesn't matter in scheme and host.
func joining(url, token string) string {
	return strings.ToUpper(strings.TrimSuffix(url, "/")) + "/J/" + token
}

// Code returns the text of the QR code that connects a phone to the network. It returns "" if there
// is no network or if the text doesn't fit a QR code.
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

// Capacity of a QR code of version 3 (29 modules wide) at error correction level L (ISO/IEC 18004,
// table 7).
const (
	mostCode  = 77 // maximum number of letters in alphanumeric mode
	mostBytes = 53 // maximum number of bytes of any other text
)

// Fits reports whether the QR code of text is small enough for the panel.
func Fits(text string) bool {
	const plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
	if strings.Trim(text, plain) == "" {
		return len(text) <= mostCode
	}
	return len(text) <= mostBytes
}
