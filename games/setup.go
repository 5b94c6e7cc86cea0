package games

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value returns the chosen value of an option in s, or its default.
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

// Proposes returns the value that set-up begins with: Offer, or else Default.
func (o Option) Proposes() string {
	if o.Offer != "" {
		return o.Offer
	}
	return o.Default
}

// Settles reports whether o, one of options, has an effect in s: whether the option that it
// needs has the needed value, and has an effect itself.
func (s Setup) Settles(options []Option, o Option) bool {
	for range options { // a second pass over options means a cycle
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

// CheckSetup returns an Illegal if s has a number of seats, an option or a value that r does
// not allow. It does not check values of a grammar other than a range; New does.
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

// Range returns the bounds of o's grammar "FROM..TO", and whether it is such a grammar.
func (o Option) Range() (from, to int32, ok bool) {
	a, b, ok := strings.Cut(o.Grammar, "..")
	if !ok {
		return 0, 0, false
	}
	lo, err1 := strconv.ParseInt(a, 10, 32)
	hi, err2 := strconv.ParseInt(b, 10, 32)
	return int32(lo), int32(hi), err1 == nil && err2 == nil
}

// Nearest returns the first of words with the least edit distance from word, to suggest in an
// error. It returns "" if words is empty.
func Nearest(word string, words []string) string {
	if len(words) == 0 {
		return ""
	}
	return slices.MinFunc(words, func(a, b string) int { return Distance(a, word) - Distance(b, word) })
}

// Distance returns the number of letters to add, drop or change to turn a into b.
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
