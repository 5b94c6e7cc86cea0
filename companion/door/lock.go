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

// Lengths of keys, and limits of codes.
const (
	tokenLetters = 26          // number of letters of a token in base 32: 130 bits
	keyLetters   = 24          // number of letters of a program's key: 120 bits
	codeLife     = time.Minute // lifetime of a code
	codeTries    = 5           // number of wrong tries that end a code
	// mostWrong is the maximum number of wrong codes of all clients together within wrongLasts.
	mostWrong  = 10
	wrongLasts = time.Minute // time for which a wrong code counts
)

// Alphabets of 32 letters. The letters of easy, for passwords, are easy to read and to type.
const (
	base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	easy   = "abcdefghijkmnpqrstuvwxyz23456789"
)

// Name and password of the box's own network. The name is networkName and random letters.
const (
	networkName    = "Companion-"
	networkLetters = 4
	// passwordLetters is the length of a password. It gives 50 bits, enough for an evening, and fits
	// one line of the panel.
	passwordLetters = 10
)

// Kind is the purpose of random bytes.
type Kind uint8

// Kinds of random bytes.
const (
	Nothing Kind = iota // no purpose
	Token               // token in a QR code
	Code                // code of six digits
	Key                 // key of a program
	Network             // name and password of a hotspot
)

// Wish is the request of a page of the panel for a token, code, key or network.
type Wish struct {
	Kind Kind
	Role Role // role that the key grants
}

// Lock holds the valid token, code or key, and the recent wrong codes.
type Lock struct {
	invite
	wrong []time.Duration // times at which recent wrong codes were tried
}

// invite is the token, code or key on the panel, which is called the key here.
type invite struct {
	wish  Wish
	asked bool          // whether random bytes have been requested
	seed  [32]byte      // random bytes; zero until they arrive
	key   string        // key as text; "" until the random bytes arrive
	until time.Duration // time at which a code becomes invalid
	tries int           // number of wrong tries of the current code
	came  string        // name of the guest admitted by the previous key
}

// Want returns the lock for w, the wish of the visible page. ask is true if random bytes must be
// requested. If w differs from the previous wish, the previous key becomes invalid.
func (l Lock) Want(w Wish) (next Lock, ask bool) {
	if l.wish != w {
		l.invite = invite{wish: w}
	}
	ask = w.Kind != Nothing && !l.asked
	l.asked = l.asked || ask
	return l, ask
}

// Take makes the key from random bytes. It returns the lifetime of the key, or 0 if the key stays
// valid as long as its page is visible. It ignores bytes that no page has requested.
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

// Shows returns the valid key of that kind on the panel, or "" if there is none.
func (l Lock) Shows(kind Kind, now time.Duration) string {
	if l.wish.Kind != kind || kind == Code && now >= l.until {
		return ""
	}
	return l.key
}

// Invitation identifies a token without revealing it: the SHA-256 of the token. The zero Invitation
// identifies no token.
type Invitation [32]byte

// InvitationOf returns the Invitation of a token as a person or a phone typed it.
func InvitationOf(token string) Invitation {
	token = canonical(token)
	if len(token) != tokenLetters {
		return Invitation{}
	}
	return sha256.Sum256([]byte(token))
}

// Fits reports whether i identifies the typed token. The time of the comparison leaks at most a
// prefix of a hash, which reveals nothing about the 130 bits of the token.
func (i Invitation) Fits(typed string) bool {
	return i != Invitation{} && i == InvitationOf(typed)
}

// Invitation returns the Invitation of the token on the panel, or the zero Invitation if there is
// no token.
func (l Lock) Invitation() Invitation {
	if l.wish.Kind != Token || l.key == "" {
		return Invitation{}
	}
	return InvitationOf(l.key)
}

// Came returns the name of the guest admitted by the previous key, or "" if there is none.
func (l Lock) Came() string { return l.came }

// Again returns the lock that waits for another key of the same kind.
func (l Lock) Again() Lock {
	l.invite = invite{wish: l.wish}
	return l
}

// Admit admits a phone under that name. It returns the guests with the phone, and the phone's
// cookie. The key becomes invalid.
func (l Lock) Admit(all Guests, name string) (next Lock, with Guests, g Guest, cookie string) {
	cookie = letters(l.seed, "cookie", base32, tokenLetters)
	with, g = all.With(Guest{Name: name, Role: l.wish.Role, Hash: sha256.Sum256([]byte(cookie))})
	next = l.Again()
	next.came = g.Name
	return next, with, g, cookie
}

// AdmitProgram admits the program that will use the key on the panel. It returns the guests with
// the program.
func (l Lock) AdmitProgram(all Guests, name string) (Guests, Guest) {
	return all.With(Guest{Name: name, Role: Look, Hash: sha256.Sum256([]byte(l.key)), Program: true})
}

// Hotspot returns the name and password of a new network. ok is false until the random bytes have
// arrived.
func (l Lock) Hotspot() (ssid, password string, ok bool) {
	return networkName + letters(l.seed, "ssid", base32, networkLetters), letters(l.seed, "password", easy, passwordLetters), l.seed != [32]byte{}
}

// Result is the result of trying a key.
type Result uint8

// Results of trying a key.
const (
	Opens Result = iota // the key is right
	Wrong               // the key is wrong
	Waits               // too many wrong codes: the client must wait
)

// Try compares key with the token or code on the panel. It never delays a token. Any other text
// counts as a code. After too many wrong codes, the result is Waits and wait is the time until the
// next try.
func (l Lock) Try(key string, now time.Duration) (next Lock, r Result, wait time.Duration) {
	key = canonical(key)
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

// canonical returns a typed token or code in capitals, without blanks and hyphens.
func canonical(typed string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(typed))
}

// fits reports whether the typed key equals the key on the panel. It returns false for an empty
// key.
func fits(typed, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(typed), []byte(key)) == 1
}

// countWrong counts a wrong code. The fifth wrong code makes the code on the panel invalid.
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

// letters derives n ≤ 32 letters of an alphabet of 32 letters from a seed. Texts for different
// labels are independent of each other.
func letters(seed [32]byte, label, alphabet string, n int) string {
	sum := sha256.Sum256(append(seed[:], label...))
	text := make([]byte, n)
	for i := range text {
		text[i] = alphabet[sum[i]%32]
	}
	return string(text)
}

// sixDigits derives six uniformly distributed digits from a seed. The seed holds eight numbers of
// 32 bits. sixDigits uses the first number below the largest multiple of a million. One seed in
// 2⁹⁶ has no such number and yields no code.
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
