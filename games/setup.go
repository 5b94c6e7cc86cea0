package games

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value returns the value that s has chosen for an option, or else the option's default. It
// returns "" if options has no option of that name.
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

// Proposes returns the value that the set-up screen shows first: Offer, or Default if Offer is
// "".
func (o Option) Proposes() string {
	if o.Offer != "" {
		return o.Offer
	}
	return o.Default
}

// Asks reports whether set-up asks for o, because people can choose between several values. A set-up
// screen leaves other options out, and each new match has their Offer.
func (o Option) Asks() bool { return !o.Silent && (len(o.Values) > 1 || o.Grammar != "") }

// Offers returns the values that the set-up screen shows first, by option, for the options that have
// an Offer.
func Offers(options []Option) map[string]string {
	all := map[string]string{}
	for _, o := range options {
		if o.Offer != "" {
			all[o.Name] = o.Offer
		}
	}
	return all
}

// Unasked returns the values of a new match, by option, for the options for which set-up doesn't
// ask.
func Unasked(options []Option) map[string]string {
	all := Offers(options)
	for _, o := range options {
		if o.Asks() {
			delete(all, o.Name)
		}
	}
	return all
}

// Settles reports whether o, one of options, has an effect in s. An option that needs no other
// option always has an effect. Otherwise the option that o needs must have the needed value in s,
// and must have an effect itself.
func (s Setup) Settles(options []Option, o Option) bool {
	for range options { // at most one round per option, so that a cycle of needs ends
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

// CheckSetup returns an Illegal if s has a number of seats, an option or a value that r does not
// allow. It checks whether a number is in the range of a grammar "FROM..TO". It leaves the values
// of other grammars to New.
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

// Range returns the bounds of a grammar "FROM..TO", and reports whether o has such a grammar.
func (o Option) Range() (from, to int32, ok bool) {
	a, b, ok := strings.Cut(o.Grammar, "..")
	if !ok {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseInt(a, 10, 32)
	hi, err2 := strconv.ParseInt(b, 10, 32)
	return int32(lo), int32(hi), err1 == nil && err2 == nil
}

// Nearest returns the word in words with the least edit distance from word, to suggest it in an
// error. Of equally near words it returns the first. It returns "" if words is empty.
func Nearest(word string, words []string) string {
	if len(words) == 0 {
		return ""
	}
	return slices.MinFunc(words, func(a, b string) int { return Distance(a, word) - Distance(b, word) })
}

// Near returns the word of Nearest, or "" if more than half of its letters differ.
func Near(word string, words []string) string {
	near := Nearest(word, words)
	if 2*Distance(near, word) > max(len([]rune(near)), len([]rune(word))) {
		return ""
	}
	return near
}

// Distance returns the edit distance of a and b: the number of letters to add, drop or change. If
// one of them has more than 64 letters, it returns the length of the longer one.
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
