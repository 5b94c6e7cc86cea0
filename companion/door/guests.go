package door

import (
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
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

// roleOf reads what String returns; anything else is NoRole.
func roleOf(name string) Role {
	for _, r := range []Role{Look, Play} {
		if r.String() == name {
			return r
		}
	}
	return NoRole
}

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

// Most is how many guests can be let in.
const Most = 64

// Guests are who was let in, the first come first. They never change: each method returns
// others.
type Guests []Guest

// Find returns the guest whose cookie has that SHA-256.
func (all Guests) Find(hash [32]byte) (Guest, bool) {
	for _, g := range all {
		if subtle.ConstantTimeCompare(g.Hash[:], hash[:]) == 1 {
			return g, true
		}
	}
	return Guest{}, false
}

// At is the index of the guest of that ID, −1 where it has gone.
func (all Guests) At(id int) int {
	return slices.IndexFunc(all, func(g Guest) bool { return g.ID == id })
}

// With are the guests and g under the next ID, its name with a number from 2 on if there
// is one of that name.
func (all Guests) With(g Guest) (Guests, Guest) {
	for _, other := range all {
		g.ID = max(g.ID, other.ID)
	}
	g.ID++
	g.Name = all.free(g.Name)
	return append(slices.Clone(all), g), g
}

func (all Guests) free(name string) string {
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered += " " + strconv.Itoa(n)
		}
		if !slices.ContainsFunc(all, func(g Guest) bool { return g.Name == numbered }) {
			return numbered
		}
	}
}

// Turned are the guests, of which the i-th may play if it could only look, and the other
// way round.
func (all Guests) Turned(i int) Guests {
	all = slices.Clone(all)
	all[i].Role = Look + Play - all[i].Role
	return all
}

// Without are the guests but the i-th.
func (all Guests) Without(i int) Guests { return slices.Delete(slices.Clone(all), i, i+1) }

// Programs are those that stay when the evening is over.
func (all Guests) Programs() Guests {
	return slices.DeleteFunc(slices.Clone(all), func(g Guest) bool { return !g.Program })
}

// agents are what phones and browsers call themselves, the telling ones first: an
// iPhone's browser says Safari, too, and most say Chrome.
var agents = []struct{ says, name string }{
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Android", "Android"},
	{"Firefox/", "Firefox"},
	{"YaBrowser/", "Yandex"},
	{"Edg/", "Edge"},
	{"OPR/", "Opera"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
}

// AgentName is a short name for a browser that calls itself so (User-Agent), "" for one
// that nobody knows.
func AgentName(agent string) string {
	for _, a := range agents {
		if strings.Contains(agent, a.says) {
			return a.name
		}
	}
	return ""
}

// line is a guest as the disk has it.
type line struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Role    string `json:"role"`
	Hash    string `json:"hash"`
	Program bool   `json:"program,omitempty"`
}

// Read reads who was let in, as Write writes it. Who can't be read is not let in.
func Read(text string) (all Guests, ok bool) {
	var lines []line
	ok = json.Unmarshal([]byte(text), &lines) == nil
	for _, l := range lines {
		g := Guest{ID: l.ID, Name: l.Name, Role: roleOf(l.Role), Program: l.Program}
		hash, err := hex.DecodeString(l.Hash)
		if err == nil && copy(g.Hash[:], hash) == len(g.Hash) && g.Role != NoRole && len(all) < Most {
			all = append(all, g)
		}
	}
	return all, ok
}

// Write writes guests as JSON.
func Write(all Guests) string {
	lines := make([]line, len(all))
	for i, g := range all {
		lines[i] = line{g.ID, g.Name, g.Role.String(), hex.EncodeToString(g.Hash[:]), g.Program}
	}
	text, _ := json.Marshal(lines) // strings, numbers and booleans
	return string(text)
}
