package audit

import (
	"encoding/json"
	"slices"
	"strings"

	"tabletop/companion/club/mask"
	"tabletop/companion/match"
)

// Relation is the relation of one record of a match to another.
type Relation int

// Relations.
const (
	Other Relation = iota // neither extends the other
	Same                  // the same facts
	More                  // all facts of the other record, and more
	Less                  // the other record has all its facts, and more
)

// Compare returns the relation of a received record to the stored record of its match. Lines
// that cannot be parsed are an Other.
func Compare(stored, received string) Relation {
	a, ok := facts(stored)
	b, readable := facts(received)
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

// compare returns the relation of received to stored, if one is a prefix of the other.
func compare(stored, received []string) Relation {
	n := min(len(stored), len(received))
	switch {
	case !slices.Equal(stored[:n], received[:n]):
		return Other
	case len(received) > n:
		return More
	case len(stored) > n:
		return Less
	}
	return Same
}

// secrets reports whether facts include the kinds that package mask may omit.
func secrets(all []match.Fact) bool {
	return slices.ContainsFunc(all, func(f match.Fact) bool { return f.Kind == match.Stirred || f.Kind == match.Opened })
}

// facts parses the lines of a record.
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

// texts encodes facts without names and reasons.
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
		line, _ := f.MarshalJSON() // strings and numbers can't fail
		lines[i] = string(line)
	}
	return lines
}
