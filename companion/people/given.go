package people

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Given is a usual given name. Weight is its number in 20,000 people.
type Given struct {
	Name   string
	Weight int
	key    string // Fold(Name)
}

// Group holds the names to offer that begin with the same letter.
type Group struct {
	Letter string
	Names  []string
}

// usual is a list of given names, the most frequent first.
type usual struct {
	names   []Given
	letters []string // first letters, the most frequent first
}

//go:embed names/ru.txt
var russian string

//go:embed names/en.txt
var english string

// given parses the lists of given names once, by language.
var given = map[string]func() usual{
	"ru": sync.OnceValue(func() usual { return parseGiven(russian) }),
	"en": sync.OnceValue(func() usual { return parseGiven(english) }),
}

// Usual returns the usual given names of a language, "ru" or "en", the most frequent first. The
// files in the folder names say where they come from. There are none for other languages.
func Usual(lang string) []Given { return usualOf(lang).names }

func usualOf(lang string) usual {
	if list, ok := given[lang]; ok {
		return list()
	}
	return usual{}
}

// parseGiven parses lines of a name and its weight. A line that begins with "#" is a comment.
func parseGiven(text string) (list usual) {
	weights := map[string]int{}
	for line := range strings.Lines(text) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), " ")
		weight, err := strconv.Atoi(number)
		if !ok || err != nil {
			continue
		}
		list.names = append(list.names, Given{name, weight, Fold(name)})
		letter := initial(name)
		if weights[letter] == 0 {
			list.letters = append(list.letters, letter)
		}
		weights[letter] += weight
	}
	slices.SortStableFunc(list.letters, func(a, b string) int { return weights[b] - weights[a] })
	return list
}

// initial returns the first letter of a name as a capital, with Е for Ё.
func initial(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ReplaceAll(strings.ToUpper(name[:size]), "Ё", "Е")
}

// Groups returns names to offer for a player: those of known players and the usual names of a
// language, without names that look like one of taken. In each group the known players come first,
// then the most frequent names. The group with the most frequent first letter comes first.
func (p People) Groups(lang string, taken []string) (groups []Group) {
	list := usualOf(lang)
	at := map[string]int{} // index of the group by the key of its letter
	for i, letter := range list.letters {
		at[Fold(letter)] = i
		groups = append(groups, Group{Letter: letter})
	}
	offered := map[string]bool{}
	for _, name := range taken {
		offered[Fold(name)] = true
	}
	add := func(name, key string) {
		if key == "" || offered[key] {
			return
		}
		offered[key] = true
		_, size := utf8.DecodeRuneInString(key)
		i, ok := at[key[:size]]
		if !ok {
			i = len(groups)
			at[key[:size]] = i
			groups = append(groups, Group{Letter: initial(name)})
		}
		groups[i].Names = append(groups[i].Names, name)
	}
	for _, name := range p.Known {
		if p.Person(name) == name {
			add(name, Fold(name))
		}
	}
	for _, g := range list.names {
		add(g.Name, g.key)
	}
	return slices.DeleteFunc(groups, func(g Group) bool { return len(g.Names) == 0 })
}
