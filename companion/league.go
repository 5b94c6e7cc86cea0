package companion

import (
	"crypto/ed25519"
	"encoding/hex"

	"tabletop/companion/club/wire"
	"tabletop/companion/panel"
)

// League is the league of the club that receives the results of this box. The zero value is
// none.
type League struct {
	Name string `json:"name"` // its own name
	Key  string `json:"key"`  // public key, in hexadecimal digits
}

// Code returns the id of the league's key in groups, for people to compare. It returns "" for
// an invalid key.
func (l League) Code() string {
	key, err := hex.DecodeString(l.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return ""
	}
	return wire.Grouped(wire.IDOf(key))
}

// question asks whether to send results to the league. A league without a name is shown by its
// code.
func (l League) question(t localizer) string {
	code := l.Code()
	if l.Name == code {
		return t.word("ask.enrol.code", code)
	}
	return t.word("ask.enrol", labelOf(l.Name, panel.Columns-1), code)
}
