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

// What limits those who try the door.
const (
	tokenLetters = 26          // of base 32: 130 bits
	keyLetters   = 24          // of a program's key: 120 bits
	codeLife     = time.Minute // of six digits
	codeTries    = 5           // wrong ones end a code
	mostWrong    = 10          // wrong codes, of all who try together …
	wrongLasts   = time.Minute // … in so long
)

// Letters of keys. Those of a password are easy to read and to type.
const (
	base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	easy   = "abcdefghijkmnpqrstuvwxyz23456789"
)

// What the box's own network is called and kept with.
const (
	networkName     = "Companion-"
	networkLetters  = 4
	passwordLetters = 10 // fifty bits: enough for an evening, and one line of the panel
)

// Kind is what fresh random bytes are made into.
type Kind uint8

// Kinds of keys.
const (
	Nothing Kind = iota
	Token        // in a QR code
	Code         // six digits
	Key          // of a program
	Network      // a hotspot's name and password
)

// Wish is the key that a page wants to show.
type Wish struct {
	Kind Kind
	Role Role // what it lets a phone do
}

// Lock is which key fits just now, and who tried others.
type Lock struct {
	invite
	wrong []time.Duration // when wrong codes were tried of late
}

// invite is the key that the page in sight shows.
type invite struct {
	wish  Wish
	asked bool // for random bytes
	seed  [32]byte
	key   string        // "" while there is none
	until time.Duration // of a code
	tries int           // wrong codes that were tried on this one
	came  string        // the guest who came in by the one before
}

// Want is the lock for what the page in sight wants, and whether it waits for random bytes
// from now on. What another page wanted is forgotten.
func (l Lock) Want(w Wish) (next Lock, ask bool) {
	if l.wish != w {
		l.invite = invite{wish: w}
	}
	ask = w.Kind != Nothing && !l.asked
	l.asked = l.asked || ask
	return l, ask
}

// Take makes the key of fresh bytes, and returns for how long it fits, 0 as long as its
// page is in sight. Bytes that nobody waits for any more change nothing.
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

// Shows is the key of that kind that is in sight and lets a phone in, or "".
func (l Lock) Shows(kind Kind, now time.Duration) string {
	if l.wish.Kind != kind || kind == Code && now >= l.until {
		return ""
	}
	return l.key
}

// Came is the name of the guest who came in by the key before, or "".
func (l Lock) Came() string { return l.came }

// Again is the lock when another key of the same kind is wanted.
func (l Lock) Again() Lock {
	l.invite = invite{wish: l.wish}
	return l
}

// Admit lets a phone in under that name, and returns its cookie: the key is used up.
func (l Lock) Admit(all Guests, name string) (next Lock, with Guests, g Guest, cookie string) {
	cookie = letters(l.seed, "cookie", base32, tokenLetters)
	with, g = all.With(Guest{Name: name, Role: l.wish.Role, Hash: sha256.Sum256([]byte(cookie))})
	next = l.Again()
	next.came = g.Name
	return next, with, g, cookie
}

// AdmitProgram lets the program in that will have the key in sight.
func (l Lock) AdmitProgram(all Guests, name string) (Guests, Guest) {
	return all.With(Guest{Name: name, Role: Look, Hash: sha256.Sum256([]byte(l.key)), Program: true})
}

// Hotspot is the name and the password of a network that nobody knows yet; false while
// there are no random bytes for them.
func (l Lock) Hotspot() (ssid, password string, ok bool) {
	return networkName + letters(l.seed, "ssid", base32, networkLetters), letters(l.seed, "password", easy, passwordLetters), l.seed != [32]byte{}
}

// Result is what comes of a key that was tried.
type Result uint8

// Results.
const (
	Opens Result = iota
	Wrong
	Waits // too many wrong ones of late
)

// Try holds a key against the one in sight. Tokens can't be guessed and never wait;
// anything else is a code, and of wrong ones there are only so many a minute: wait is how
// long until the next may be tried.
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

// fits reports whether a key that was typed is the one in sight.
func fits(typed, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(typed), []byte(key)) == 1
}

// countWrong counts a wrong code; the fifth is the end of the one in sight.
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

// letters derives n letters, at most 32, of an alphabet of 32 from a seed: what is
// shown under one label tells nothing of another's.
func letters(seed [32]byte, label, alphabet string, n int) string {
	sum := sha256.Sum256(append(seed[:], label...))
	text := make([]byte, n)
	for i := range text {
		text[i] = alphabet[sum[i]%32]
	}
	return string(text)
}

// sixDigits are as likely as any other six: of the eight numbers in a seed the first
// counts that leaves no remainder of the millions out. Without one, which one seed in
// 2⁹⁶ is, there is no code.
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
