package panel

import (
	"slices"

	"tabletop/games"
)

// Key is one of the four keys.
type Key uint8

const (
	NoKey Key = iota
	Back
	Up
	Down
	OK
)

// keyNames are the names of the keys for drivers and phones.
var keyNames = []string{"", "back", "up", "down", "ok"}

// String returns "back", "up", "down" or "ok".
func (k Key) String() string { return keyNames[min(int(k), len(keyNames)-1)] }

// UnknownKey is the error for a name without a key. Nearest is the most similar name.
type UnknownKey struct{ Name, Nearest string }

func (u UnknownKey) Error() string { return "companion: unknown key " + u.Name }

// UnmarshalText parses the text of String. The error is an [UnknownKey].
func (k *Key) UnmarshalText(name []byte) error {
	i := slices.Index(keyNames, string(name))
	if i < 1 {
		return UnknownKey{string(name), games.Nearest(string(name), keyNames[1:])}
	}
	*k = Key(i)
	return nil
}
