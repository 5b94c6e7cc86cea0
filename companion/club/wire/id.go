package wire

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// letters are Crockford's: no I, L, O and U, which look like others or make words.
const letters = "0123456789abcdefghjkmnpqrstvwxyz"

var spelling = base32.NewEncoding(letters).WithPadding(base32.NoPadding)

// Lengths of what is typed and told, in letters of five bits.
const (
	IDLetters     = 12 // of a box or a league: 60 bits
	CodeLetters   = 8  // of a player's code
	PlayerLetters = 16 // of a player's id
)

// IDOf returns the id of whoever has that key: the first 60 bits of its SHA-256.
func IDOf(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return spelling.EncodeToString(sum[:])[:IDLetters]
}

// Typed brings an id or a code into its one form, as people type it: capitals, blanks and
// hyphens don't matter, O is taken for 0, I and L for 1.
func Typed(text string) string {
	return strings.NewReplacer(" ", "", "-", "", "o", "0", "i", "1", "l", "1").Replace(strings.ToLower(text))
}

// Grouped prints an id or a code for people: "K7QM-2R4T-XA5P".
func Grouped(id string) string {
	var groups []string
	for ; len(id) > 4; id = id[4:] {
		groups = append(groups, id[:4])
	}
	return strings.ToUpper(strings.Join(append(groups, id), "-"))
}

// IsID reports whether text is the id of a box or a league.
func IsID(text string) bool { return spelled(text, IDLetters) }

func spelled(text string, n int) bool {
	return len(text) == n && strings.Trim(text, letters) == ""
}

// NewCode draws what a player of a box agrees with: whoever knows it was shown it. Who is
// forgotten and then named again gets another one, and with it another id.
func NewCode() string {
	var drawn [CodeLetters * 5 / 8]byte
	_, _ = rand.Read(drawn[:]) // it can't fail
	return spelling.EncodeToString(drawn[:])
}

// PlayerID returns the id of the player of a box who has that code.
func PlayerID(box, code string) string {
	sum := sha256.Sum256([]byte("companion-player-1\n" + box + "\n" + code))
	return spelling.EncodeToString(sum[:])[:PlayerLetters]
}
