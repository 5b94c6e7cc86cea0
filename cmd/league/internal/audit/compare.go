package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"tabletop/companion/club/mask"
	"tabletop/companion/match"
)

// Relation is how a record of a match stands to another of it.
type Relation int

// Relations.
const (
	Other Relation = iota // neither goes on from the other
	Same                  // the same facts
	More                  // all facts of the other, and more
	Less                  // the other has all of its facts, and more
)

// Compare returns how the lines of a record stand to those that are held of its match.
// Lines that can't be read are an Other.
func Compare(held, said string) Relation {
	a, ok := facts(held)
	b, readable := facts(said)
	if !ok || !readable {
		return Other
	}
	if r := compare(texts(a), texts(b)); r != Other || secrets(a) == secrets(b) {
		return r
	}
	r := compare(texts(mask.WithoutSecrets(a)), texts(mask.WithoutSecrets(b)))
	switch {
	case r == Same && secrets(b):
		return More
	case r == Same:
		return Less
	}
	return r
}

// compare compares lists of which one may begin with the other.
func compare(held, said []string) Relation {
	n := min(len(held), len(said))
	switch {
	case !slices.Equal(held[:n], said[:n]):
		return Other
	case len(said) > n:
		return More
	case len(held) > n:
		return Less
	}
	return Same
}

// secrets reports whether facts have what package mask may leave out.
func secrets(all []match.Fact) bool {
	return slices.ContainsFunc(all, func(f match.Fact) bool { return f.Kind == match.Stirred || f.Kind == match.Opened })
}

// facts takes lines apart.
func facts(lines string) (all []match.Fact, ok bool) {
	for line := range strings.Lines(lines) {
		var f match.Fact
		if json.Unmarshal([]byte(line), &f) != nil {
			return nil, false
		}
		all = append(all, f)
	}
	return all, len(all) > 0
}

// texts prints facts without names and reasons.
func texts(all []match.Fact) []string {
	lines := make([]string, len(all))
	for i, f := range all {
		switch f.Kind {
		case match.Started:
			f.Seats = make([]string, len(f.Seats))
		case match.Seated:
			f.Says = ""
		case match.Ruled:
			f.Why = ""
		}
		line, _ := f.MarshalJSON() // texts and numbers can't fail
		lines[i] = string(line)
	}
	return lines
}
