package games

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value returns the option called name as s chose it, or its default.
func (s Setup) Value(options []Option, name string) string {
	if v, ok := s.Options[name]; ok {
		return v
	}
	i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return ""
	}
	return options[i].Default
}

// Proposes returns the value that set-up begins with: what is offered, or else the default.
func (o Option) Proposes() string {
	if o.Offer != "" {
		return o.Offer
	}
	return o.Default
}

// Settles reports whether o, one of options, changes anything in s: whether what it
// needs is chosen, and settles something itself.
func (s Setup) Settles(options []Option, o Option) bool {
	for range options { // more than once round leads no further
		name, value, needs := strings.Cut(o.Needs, "=")
		if !needs {
			return true
		}
		i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
		if i < 0 || s.Value(options, name) != value {
			return false
		}
		o = options[i]
	}
	return true
}

// CheckSetup returns an Illegal if s has a number of seats or an option that r
// doesn't know. What a grammar of its own allows, New says.
func CheckSetup(r Rules, s Setup) error {
	least, most := r.Seats()
	if s.Seats < least || s.Seats > most {
		return Refuse(Decision("seats="+strconv.Itoa(s.Seats)), "rule.setup.seats", strconv.Itoa(least), strconv.Itoa(most))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		if err := checkOption(r.Options(), name, s.Options[name]); err != nil {
			return err
		}
	}
	return nil
}

func checkOption(options []Option, name, value string) error {
	says := Decision(name + "=" + value)
	i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		names := make([]string, len(options))
		for j, o := range options {
			names[j] = o.Name
		}
		return Refuse(says, "rule.setup.unknown", name, Nearest(name, names))
	}
	o := options[i]
	from, to, number := o.Range()
	switch {
	case value == o.Default, slices.Contains(o.Values, value):
		return nil
	case number && (Choice{From: from, To: to}).within(value):
		return nil
	case number:
		return Refuse(says, "rule.setup.range", strconv.Itoa(int(from)), strconv.Itoa(int(to)))
	case o.Grammar == "":
		return Refuse(says, "rule.setup.value", strings.Join(o.Values, " "))
	}
	return nil
}

// Range returns the numbers that o's grammar "FROM..TO" allows.
func (o Option) Range() (from, to int32, ok bool) {
	a, b, ok := strings.Cut(o.Grammar, "..")
	if !ok {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseInt(a, 10, 32)
	hi, err2 := strconv.ParseInt(b, 10, 32)
	return int32(lo), int32(hi), err1 == nil && err2 == nil
}

// Nearest returns the first of words that takes the fewest edits to reach from
// word, so that a mistake can be answered with what was meant; "" of no words.
func Nearest(word string, words []string) string {
	if len(words) == 0 {
		return ""
	}
	return slices.MinFunc(words, func(a, b string) int { return Distance(a, word) - Distance(b, word) })
}

// Distance returns how many letters must be added, dropped or changed to make b of a.
func Distance(a, b string) int {
	const most = 64
	x, y := []rune(a), []rune(b)
	if len(x) > most || len(y) > most {
		return max(len(x), len(y))
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(y)]
}
