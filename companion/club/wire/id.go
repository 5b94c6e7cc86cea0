package wire

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// letters is the alphabet of Crockford's base 32. It omits I, L and O, which look like digits,
// and U, which makes words.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

var spelling = base32.NewEncoding(letters).WithPadding(base32.NoPadding)

// Lengths of ids and codes in letters. A letter has five bits.
const (
	IDLetters     = 12 // length of the id of a box or a league: 60 bits
	CodeLetters   = 8  // length of the code of a player
	PlayerLetters = 16 // length of the id of a player
)

// IDOf returns the id of the box or league with this public key: the first 60 bits of the key's
// SHA-256.
func IDOf(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return spelling.EncodeToString(sum[:])[:IDLetters]
}

// Typed returns the canonical form of an id or code that a person has typed. It ignores case,
// blanks and hyphens, and reads O as 0, I and L as 1.
func Typed(text string) string {
	return strings.NewReplacer(" ", "", "-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(text))
}

// Grouped formats an id or a code for people: "K7QM-2R4T-XA5P".
func Grouped(id string) string {
	var groups []string
	for ; len(id) > 4; id = id[4:] {
		groups = append(groups, id[:4])
	}
	return strings.ToUpper(strings.Join(append(groups, id), "-"))
}

// IsID reports whether text is the id of a box or a league.
func IsID(text string) bool { return spelled(text, IDLetters) }

// spelled reports whether text consists of n letters of the alphabet.
func spelled(text string, n int) bool {
	return len(text) == n && strings.Trim(text, letters) == ""
}

// NewCode returns a random code for a player who agrees to be named. Only people who were shown the
// code know it. A player whom the league has erased gets a new code, and so a new id, when named
// again.
func NewCode() string {
	var drawn [CodeLetters * 5 / 8]byte
	_, _ = rand.Read(drawn[:]) // Read never fails
	return spelling.EncodeToString(drawn[:])
}

// PlayerID returns the id of the player with that code on a box.
func PlayerID(box, code string) string {
	sum := sha256.Sum256([]byte("companion-player-1\n" + box + "\n" + code))
	return spelling.EncodeToString(sum[:])[:PlayerLetters]
}
