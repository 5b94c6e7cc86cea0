package door

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Bounds of keys and of wrong tries.
const (
	tokenLetters = 26          // of base 32: 130 bits
	keyLetters   = 24          // of a program's key: 120 bits
	codeLife     = time.Minute // of a code
	codeTries    = 5           // wrong tries that end a code
	mostWrong    = 10          // wrong codes of all guests together …
	wrongLasts   = time.Minute // … in this time
)

// Alphabets. The letters of passwords are easy to read and to type.
const (
	base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	easy   = "abcdefghijkmnpqrstuvwxyz23456789"
)

// Name and password of the box's own network.
const (
	networkName     = "Companion-"
	networkLetters  = 4
	passwordLetters = 10 // fifty bits: enough for an evening, and one line of the panel
)

// Kind says for what random bytes are used.
type Kind uint8

// The kinds.
const (
	Nothing Kind = iota
	Token        // in a QR code
	Code         // six digits
	Key          // of a program
	Network      // a hotspot's name and password
)

// Wish is the request of a page for a token, code, key or network.
type Wish struct {
	Kind Kind
	Role Role // that it grants
}

// Lock is the valid token, code or key, with the recent wrong codes.
type Lock struct {
	invite
	wrong []time.Duration // times of recent wrong codes
}

// invite is the token, code or key on the panel.
type invite struct {
	wish  Wish
	asked bool // random bytes are requested
	seed  [32]byte
	key   string        // "" until the random bytes arrive
	until time.Duration // of a code
	tries int           // wrong tries since this code is valid
	came  string        // the guest admitted by the one before
}

// Want returns the lock for the wish of the visible page, and whether random bytes must be
// requested. It discards the wish of another page.
func (l Lock) Want(w Wish) (next Lock, ask bool) {
	if l.wish != w {
		l.invite = invite{wish: w}
	}
	ask = w.Kind != Nothing && !l.asked
	l.asked = l.asked || ask
	return l, ask
}

// Take makes the key from random bytes and returns its lifetime; 0 means the lifetime of its
// page. It ignores bytes that are no longer wanted.
func (l Lock) Take(seed [32]byte, now time.Duration) (Lock, time.Duration) {
	if !l.asked || l.seed != [32]byte{} {
		return l, 0
	}
	l.seed = seed
	switch l.wish.Kind {
	case Token:
		l.key = letters(seed, "token", base32, tokenLetters)
	case Key:
		l.key = letters(seed, "program", easy, keyLetters)
	case Code:
		l.key, l.until = sixDigits(seed), now+codeLife
		return l, codeLife
	}
	return l, 0
}

// Shows returns the valid key of that kind on the panel, or "".
func (l Lock) Shows(kind Kind, now time.Duration) string {
	if l.wish.Kind != kind || kind == Code && now >= l.until {
		return ""
	}
	return l.key
}

// Came returns the name of the guest admitted by the former key, or "".
func (l Lock) Came() string { return l.came }

// Again returns the lock for another key of the same kind.
func (l Lock) Again() Lock {
	l.invite = invite{wish: l.wish}
	return l
}

// Admit admits a phone under that name and returns its cookie. The key becomes invalid.
func (l Lock) Admit(all Guests, name string) (next Lock, with Guests, g Guest, cookie string) {
	cookie = letters(l.seed, "cookie", base32, tokenLetters)
	with, g = all.With(Guest{Name: name, Role: l.wish.Role, Hash: sha256.Sum256([]byte(cookie))})
	next = l.Again()
	next.came = g.Name
	return next, with, g, cookie
}

// AdmitProgram admits the program that will use the key on the panel.
func (l Lock) AdmitProgram(all Guests, name string) (Guests, Guest) {
	return all.With(Guest{Name: name, Role: Look, Hash: sha256.Sum256([]byte(l.key)), Program: true})
}

// Hotspot returns name and password of a new network, and false until the random bytes arrive.
func (l Lock) Hotspot() (ssid, password string, ok bool) {
	return networkName + letters(l.seed, "ssid", base32, networkLetters), letters(l.seed, "password", easy, passwordLetters), l.seed != [32]byte{}
}

// Result is the result of a try.
type Result uint8

// The results.
const (
	Opens Result = iota
	Wrong
	Waits // too many wrong codes
)

// Try compares a token or code with the one on the panel. Tokens are never delayed. Any other
// text is a code. After too many wrong codes wait is the time until the next try.
func (l Lock) Try(key string, now time.Duration) (next Lock, r Result, wait time.Duration) {
	key = strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(key))
	if len(key) == tokenLetters {
		if fits(key, l.Shows(Token, now)) {
			return l, Opens, 0
		}
		return l, Wrong, 0
	}
	l.wrong = slices.DeleteFunc(slices.Clone(l.wrong), func(at time.Duration) bool { return now-at >= wrongLasts })
	switch {
	case len(l.wrong) >= mostWrong:
		return l, Waits, l.wrong[0] + wrongLasts - now
	case fits(key, l.Shows(Code, now)):
		return l, Opens, 0
	}
	return l.countWrong(now), Wrong, 0
}

// fits reports whether a typed key is the one on the panel.
func fits(typed, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(typed), []byte(key)) == 1
}

// countWrong counts a wrong code. The fifth ends the code on the panel.
func (l Lock) countWrong(now time.Duration) Lock {
	l.wrong = append(l.wrong, now)
	if l.Shows(Code, now) == "" {
		return l
	}
	if l.tries++; l.tries >= codeTries {
		l.key = ""
	}
	return l
}

// letters derives n ≤ 32 letters of an alphabet of 32 from a seed. Texts of different labels
// are independent.
func letters(seed [32]byte, label, alphabet string, n int) string {
	sum := sha256.Sum256(append(seed[:], label...))
	text := make([]byte, n)
	for i := range text {
		text[i] = alphabet[sum[i]%32]
	}
	return string(text)
}

// sixDigits derives six uniform digits. It uses the first of the eight numbers of a seed below
// the greatest multiple of a million. One seed in 2⁹⁶ has no such number and yields no code.
func sixDigits(seed [32]byte) string {
	const codes = 1_000_000
	const limit = 1<<32 - (1<<32)%codes
	for i := 0; i < len(seed); i += 4 {
		if n := uint64(binary.BigEndian.Uint32(seed[i:])); n < limit {
			return fmt.Sprintf("%06d", n%codes)
		}
	}
	return ""
}
