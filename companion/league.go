package companion

import (
	"crypto/ed25519"
	"encoding/hex"

	"tabletop/companion/club/wire"
	"tabletop/companion/panel"
)

// League is the club's league that the table lets have what is played. Its zero value is
// none.
type League struct {
	Name string `json:"name"` // as it calls itself
	Key  string `json:"key"`  // its public key, in hexadecimal digits
}

// Code is what people compare: the id of the league's key, in groups.
func (l League) Code() string {
	key, err := hex.DecodeString(l.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return ""
	}
	return wire.Grouped(wire.IDOf(key))
}

// question asks whether the league gets what is played. One that nobody has given a name is
// called by its code.
func (l League) question(t localizer) string {
	code := l.Code()
	if l.Name == code {
		return t.word("ask.enrol.code", code)
	}
	return t.word("ask.enrol", labelOf(l.Name, panel.Columns-1), code)
}
