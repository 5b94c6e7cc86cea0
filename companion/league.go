package companion

import (
	"crypto/ed25519"
	"encoding/hex"

	"tabletop/companion/club/wire"
	"tabletop/companion/panel"
)

// League is the league of the club that receives the results of this box. It is zero if no
// league does.
type League struct {
	Name string `json:"name"` // name that the league gives itself
	Key  string `json:"key"`  // public key, in hexadecimal digits
}

// Code returns a short code of the league's key, in groups of letters and digits that people
// can compare. It returns "" if the key is invalid.
func (l League) Code() string {
	key, err := hex.DecodeString(l.Key)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return ""
	}
	return wire.Grouped(wire.IDOf(key))
}

// question returns the question whether to send results to the league. If the league has no name
// of its own, the question contains its code instead.
func (l League) question(t localizer) string {
	code := l.Code()
	if l.Name == code {
		return t.word("ask.enrol.code", code)
	}
	return t.word("ask.enrol", labelOf(l.Name, panel.Columns-1), code)
}
