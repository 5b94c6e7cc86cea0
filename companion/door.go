package companion

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Role is what a phone that was let in may do.
type Role uint8

const (
	NoRole Role = iota // it was not let in
	Look               // it sees the panel and the match
	Play               // it decides, too
)

// String returns "", "look" or "play".
func (r Role) String() string { return [...]string{"", "look", "play"}[min(r, Play)] }

// Guest is a phone, or a program, that was let in. Hash is the SHA-256 of its cookie, as the text
// it was given; the cookie itself is never kept.
type Guest struct {
	ID   int    // from 1
	Name string // what its browser calls itself, with a number if that was taken; at most 10 letters
	Role Role
	Hash [32]byte
	// Program: it is no phone but a program, which only looks, gives its key with each
	// request instead of a cookie, and stays when the evening is over.
	Program bool
}

// Door is who may come in just now. It never changes: a later one takes its place.
type Door struct{ Guests []Guest }

// doorParts are what a Door is made of.
type doorParts struct{ evening *evening }

func (p doorParts) build() *Door { return &Door{Guests: p.evening.guests} }

// Guest finds the phone whose cookie has that SHA-256.
func (d *Door) Guest(hash [32]byte) (Guest, bool) {
	for _, g := range d.Guests {
		if subtle.ConstantTimeCompare(g.Hash[:], hash[:]) == 1 {
			return g, true
		}
	}
	return Guest{}, false
}

// Door returns who may come in.
func (m Model) Door() *Door { return m.shared.door.out }

// Private reports whether the page in sight is for the wired keys only: pairing,
// roles, restore, deletion, good night. Nobody else is to see it either.
func (m Model) Private() bool { return m.top().page.private }

// What limits those who try the door.
const (
	tokenLetters = 26 // of base 32: 130 bits
	keyLetters   = 24 // of a program's key: 120 bits
	codeLife     = time.Minute
	codeTries    = 5           // wrong ones end a code
	mostWrong    = 10          // wrong codes, of all who try together …
	wrongLasts   = time.Minute // … in so long
)

// Letters of keys. Those of a password are easy to read and to type.
const (
	base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	easy   = "abcdefghijkmnpqrstuvwxyz23456789"
)

// wish is what a page wants fresh random bytes for.
type wish struct {
	what wanted
	role Role // what its key lets a phone do
}

type wanted uint8

const (
	wantsNothing wanted = iota
	wantsToken          // in a QR code
	wantsCode           // six digits
	wantsKey            // of a program
	wantsNetwork        // a hotspot's name and password
)

// invite is the key to the door that the page in sight shows. It dies with the page,
// when the panel goes dark, and when a phone has come in by it.
type invite struct {
	wish  wish
	asked bool // for random bytes
	seed  [32]byte
	key   string        // "" while there is none
	until time.Duration // of a code
	wrong int           // codes tried on this one
	came  string        // the guest who came in by the one before
}

// door is how phones come in: the key that is in sight, and who tried others.
type door struct {
	invite invite
	wrong  []time.Duration // when wrong codes were tried of late
}

// renewInvite gives the page in sight the key that it wants, and forgets one whose
// page is gone.
func (m Model) renewInvite(effects []Effect) (Model, []Effect) {
	if m.disk.pending != nil {
		return m, effects
	}
	want := m.top().page.wants
	if m.face.light == Off {
		want = wish{}
	}
	i := &m.door.invite
	if i.wish != want {
		*i = invite{wish: want}
	}
	if want.what == wantsNothing || i.asked {
		return m, effects
	}
	i.asked = true
	return m, append(slices.Clone(effects), Randomize{For: ForDoor})
}

// onRandom takes fresh bytes, for luck or for the key that is awaited.
func (m Model) onRandom(w Random) (Model, []Effect) {
	i := &m.door.invite
	switch {
	case w.For == ForLuck:
		m.reserve, m.ready = w.Secret, true
	case !i.asked || i.seed != [32]byte{}: // its page is gone
	case i.wish.what == wantsToken:
		i.seed, i.key = w.Secret, letters(w.Secret, "token", base32, tokenLetters)
	case i.wish.what == wantsKey:
		i.seed, i.key = w.Secret, letters(w.Secret, "program", easy, keyLetters)
	case i.wish.what == wantsCode:
		i.seed, i.key, i.until = w.Secret, sixDigits(w.Secret), m.now+codeLife
		m, after := m.after(timerCode, codeLife)
		return m, []Effect{after}
	default:
		i.seed = w.Secret
	}
	return m, nil
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

// live is the key of that kind that is in sight and lets a phone in, or "".
func (m Model) live(kind wanted) string { return m.door.live(kind, m.now) }

func (d door) live(kind wanted, now time.Duration) string {
	i := d.invite
	if i.wish.what != kind || kind == wantsCode && now >= i.until {
		return ""
	}
	return i.key
}

// fits reports whether a key that was typed is the one in sight.
func fits(typed, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(typed), []byte(key)) == 1
}

// do lets a phone in, or says why not.
func (c Join) do(m Model) (Model, []Effect) {
	var why refusal
	m.door, why = m.door.try(c.Key, m.now)
	if why.key == "" && len(m.evening.guests) >= mostGuests {
		why = refusal{kind: Illegal, key: "door.full"}
	}
	switch {
	case why.key == "":
		return m.letIn(c.Agent)
	case why.wait > 0:
		m = m.offerQR()
	}
	m.call.answer.Refusal = Refusal{Kind: why.kind, Text: m.word(why.key, strconv.Itoa(mostGuests)), Wait: why.wait}
	return m, nil
}

// refusal is why a key opens no door; its words are under key, "" for none.
type refusal struct {
	kind Refused
	key  string
	wait time.Duration
}

// try holds a key against the one in sight. Tokens can't be guessed and never
// wait; anything else is a code, and of wrong ones there are only so many a minute.
func (d door) try(key string, now time.Duration) (door, refusal) {
	key = strings.NewReplacer(" ", "", "-", "").Replace(strings.ToUpper(key))
	if len(key) == tokenLetters {
		if fits(key, d.live(wantsToken, now)) {
			return d, refusal{}
		}
		return d, refusal{kind: WrongKey, key: "door.wrong"}
	}
	d.wrong = slices.DeleteFunc(slices.Clone(d.wrong), func(at time.Duration) bool { return now-at >= wrongLasts })
	switch {
	case len(d.wrong) >= mostWrong:
		return d, refusal{TooMany, "door.wait", d.wrong[0] + wrongLasts - now}
	case fits(key, d.live(wantsCode, now)):
		return d, refusal{}
	}
	return d.countWrong(now), refusal{kind: WrongKey, key: "door.wrong"}
}

// countWrong counts a wrong code; the fifth is the end of the one in sight.
func (d door) countWrong(now time.Duration) door {
	d.wrong = append(d.wrong, now)
	if d.live(wantsCode, now) == "" {
		return d
	}
	if d.invite.wrong++; d.invite.wrong >= codeTries {
		d.invite.key = ""
	}
	return d
}

// offerQR shows the QR code instead of digits that nobody can use just now: whoever
// stands at the box comes in by it, however many guess at digits.
func (m Model) offerQR() Model {
	if p := m.top().page.wants; p.what == wantsCode {
		return m.replace(invitePage(p.role))
	}
	return m
}

// letIn makes a guest of the phone that had the key, which is used up by that. The
// cookie leaves once the guest is on disk.
func (m Model) letIn(agent string) (Model, []Effect) {
	i := m.door.invite
	cookie := letters(i.seed, "cookie", base32, tokenLetters)
	g := Guest{ID: m.nextGuest(), Name: m.guestName(agent), Role: i.wish.role, Hash: sha256.Sum256([]byte(cookie))}
	m.call.answer.Cookie, m.call.answer.Role = cookie, g.Role
	next := m.withGuests(append(slices.Clone(m.evening.guests), g))
	next.door.invite = invite{wish: i.wish, came: g.Name}
	if i.wish.what == wantsCode {
		next = next.replace(messagePage("door.came."+g.Role.String(), g.Name))
	}
	m, effects := m.wake()
	m, more := m.commit(next, Keep{})
	return m, append(effects, more...)
}
