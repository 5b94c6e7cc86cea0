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

// Relations of a received record to the stored record of the same match.
const (
	Other Relation = iota // neither record extends the other
	Same                  // both records have the same facts
	More                  // the received record has all facts of the stored record, and more
	Less                  // the stored record has all facts of the received record, and more
)

// Compare returns the relation of a received record to the stored record of its match. The relation
// is Other if one of the records cannot be parsed.
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

// compare returns the relation of received to stored. It is Other if neither is a prefix of the
// other.
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

// secrets reports whether a record contains facts that package mask may omit: stirrings and opened
// secrets.
func secrets(all []match.Fact) bool {
	return slices.ContainsFunc(all, func(f match.Fact) bool { return f.Kind == match.Stirred || f.Kind == match.Opened })
}

// facts parses the lines of a record. ok is false if a line cannot be parsed or if there are no
// facts.
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

// texts encodes facts as JSON, without names and reasons.
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
		line, _ := f.MarshalJSON() // no error: facts contain only strings and numbers
		lines[i] = string(line)
	}
	return lines
}
