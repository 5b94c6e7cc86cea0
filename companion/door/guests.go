package door

import (
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Role is the permission of an admitted guest.
type Role uint8

const (
	NoRole Role = iota // the client isn't admitted and has no rights
	Look               // the guest may see the panel and the match
	Play               // the guest may see them and make decisions
)

// String returns "", "look" or "play".
func (r Role) String() string { return [...]string{"", "look", "play"}[min(r, Play)] }

// roleOf parses the text of String. Any other text yields NoRole.
func roleOf(name string) Role {
	for _, r := range []Role{Look, Play} {
		if r.String() == name {
			return r
		}
	}
	return NoRole
}

// Guest is an admitted phone or program. Hash is the SHA-256 of the text of its cookie. The cookie
// itself is never stored.
type Guest struct {
	ID int // number from 1
	// Name is the name of the guest's browser, with a number if the name was taken. It has at most
	// 10 letters.
	Name string
	Role Role
	Hash [32]byte
	// Program is true for a program. A program may only look, sends its key with each request
	// instead of a cookie, and stays when the evening ends.
	Program bool
}

// Most is the maximum number of guests.
const Most = 64

// Guests lists the admitted guests, the earliest first. It is immutable: each method returns a
// new list.
type Guests []Guest

// Find returns the guest whose cookie has the SHA-256 hash. ok is false if there is none.
func (all Guests) Find(hash [32]byte) (Guest, bool) {
	for _, g := range all {
		if subtle.ConstantTimeCompare(g.Hash[:], hash[:]) == 1 {
			return g, true
		}
	}
	return Guest{}, false
}

// At returns the index of the guest with that ID, or -1 if there is none.
func (all Guests) At(id int) int {
	return slices.IndexFunc(all, func(g Guest) bool { return g.ID == id })
}

// With returns the guests with g added, and g with its new ID. If the name of g is taken, With adds
// a number from 2 to it.
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

// Turned returns the guests with the role of guest i changed from Look to Play, or back.
func (all Guests) Turned(i int) Guests {
	all = slices.Clone(all)
	all[i].Role = Look + Play - all[i].Role
	return all
}

// Without returns the guests without guest i.
func (all Guests) Without(i int) Guests { return slices.Delete(slices.Clone(all), i, i+1) }

// Programs returns the guests that are programs. They stay when the evening ends.
func (all Guests) Programs() Guests {
	return slices.DeleteFunc(slices.Clone(all), func(g Guest) bool { return !g.Program })
}

// agents maps parts of User-Agent texts to names. Specific parts come first: the text of an iPhone
// also contains Safari, and most texts contain Chrome.
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

// AgentName returns a short name for a User-Agent text, or "" if it is unknown.
func AgentName(agent string) string {
	for _, a := range agents {
		if strings.Contains(agent, a.says) {
			return a.name
		}
	}
	return ""
}

// line is a guest in the form in which Write stores it.
type line struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Role    string `json:"role"`
	Hash    string `json:"hash"`
	Program bool   `json:"program,omitempty"`
}

// Read parses the text of Write. It skips guests that it can't parse. ok is false if text is not
// JSON.
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

// Write returns the guests as JSON.
func Write(all Guests) string {
	lines := make([]line, len(all))
	for i, g := range all {
		lines[i] = line{g.ID, g.Name, g.Role.String(), hex.EncodeToString(g.Hash[:]), g.Program}
	}
	text, _ := json.Marshal(lines) // strings, numbers and booleans: encoding can't fail
	return string(text)
}
