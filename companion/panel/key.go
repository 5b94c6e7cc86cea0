package panel

import (
	"slices"

	"tabletop/games"
)

// Key is one of the four keys of the panel.
type Key uint8

const (
	NoKey Key = iota
	Back
	Up
	Down
	OK
)

// keyNames holds the names of the keys for drivers and phones, by Key.
var keyNames = []string{"", "back", "up", "down", "ok"}

// String returns "back", "up", "down" or "ok".
func (k Key) String() string { return keyNames[min(int(k), len(keyNames)-1)] }

// UnknownKey is the error for a name that no key has. Nearest is the most similar name of a key.
type UnknownKey struct{ Name, Nearest string }

func (u UnknownKey) Error() string { return "companion: unknown key " + u.Name }

// UnmarshalText parses the text of String. It returns an [UnknownKey] for any other text.
func (k *Key) UnmarshalText(name []byte) error {
	i := slices.Index(keyNames, string(name))
	if i < 1 {
		return UnknownKey{string(name), games.Nearest(string(name), keyNames[1:])}
	}
	*k = Key(i)
	return nil
}
