package script

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
)

var (
	//go:embed ru.txt
	ownRussian string
	//go:embed en.txt
	ownEnglish string
)

// languages contains the languages of every catalogue; forms maps each to its number of plural
// forms.
var (
	languages = []string{"ru", "en"}
	forms     = map[string]int{"ru": 3, "en": 2}
)

// own contains the words that every file has, by language and key: the defaults of views and
// standings, and the texts of faults. ownTexts contains those that a game can show, as catalogues.
var (
	ownTexts = map[string]string{"ru": played(ownRussian), "en": played(ownEnglish)}
	own      = map[string]map[string]string{"ru": ownWords(ownRussian), "en": ownWords(ownEnglish)}
)

// played returns the part of our words that a game can show, without the texts of faults that keep a
// file from being a game. They are many, and each game has its catalogues in memory.
func played(text string) string {
	before, _, _ := strings.Cut(text, "\n\n# Only for")
	before, _, _ = strings.Cut(before, "\n\n# Только для")
	return before + "\n"
}

// ownWords parses the lines of a catalogue and returns its texts by key.
func ownWords(text string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(text) {
		if k, v, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && k[0] != '#' {
			words[k] = v
		}
	}
	return words
}

// say returns a text from this package's own words in the language lang. If that language lacks the
// text, it returns the English one.
func say(lang string, t games.Text) string {
	text, ok := own[lang][t.Key]
	if !ok {
		text = own["en"][t.Key]
	}
	for i, a := range t.Args {
		if word, ok := own[lang][strings.TrimPrefix(a, "#")]; ok && a[0] == '#' {
			a = word
		}
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", a)
	}
	return text
}

// kinds contains the first parts of the keys that a file may use, as listed in package games.
var kinds = []string{
	"title", "about", "option", "say", "verb", "word", "name", "stream", "rule", "phase", "ask", "line", "moment", "why",
	"pile", "whose", "many", "one", "of", "joint", "luck", "step", "note", "piece", "past", "letter", "stake", "topic",
}

// Reserved contains the keys that belong to the companion, so that a file can't replace their
// words. A key that ends in "." stands for all keys that begin with it.
var Reserved = []string{
	"rule.file", "rule.file.", "rule.setup.", "about.", "of", "name.alike", "name.bad", "name.several", "name.taken", "moment.first", "moment.win", "moment.defeat",
	"luck.luckier", "luck.odder", "luck.run",
	"why.long", "why.away", "why.title", "why.mistake", "why.house", "why.agreed", "why.typed",
	"ask.title", "ask.file", "ask.game", "ask.nogame", "ask.enrol", "ask.enrol.code", "ask.program", "ask.programs", "ask.busy", "ask.unknown", "ask.open", "ask.playing", "ask.sure", "ask.matches", "ask.players",
	"ask.unfinished", "ask.damaged", "ask.restore", "ask.import", "ask.page", "ask.erase", "ask.erase-player",
	"ask.erase-players", "ask.rename", "ask.time", "ask.under", "ask.failed", "ask.yes", "ask.no",
}

func reserved(key string) bool {
	return slices.ContainsFunc(Reserved, func(r string) bool {
		return key == r || strings.HasSuffix(r, ".") && strings.HasPrefix(key, r)
	})
}

// entry is a line of a catalogue, with its place in the file.
type entry struct {
	key, text string
	at        syntax.Position
}

// languageWithout returns the language of the texts of a file that name none: Russian if one of them
// has a Cyrillic letter. Otherwise it is the language of the texts that name one, if they all name the
// same, or else English. values are the values of title, about and words.
func languageWithout(values ...starlark.Value) string {
	named := map[string]bool{}
	cyrillic := false
	for _, v := range values {
		d, ok := v.(*starlark.Dict)
		if !ok || isWords(d) {
			cyrillic = cyrillic || hasCyrillic(v)
			continue
		}
		for _, k := range d.Keys() {
			lang, _ := starlark.AsString(k)
			named[lang] = true
		}
	}
	if cyrillic || named["ru"] && !named["en"] {
		return "ru"
	}
	return "en"
}

// isWords reports whether d contains words of one language that it doesn't name, rather than words by
// language.
func isWords(d *starlark.Dict) bool {
	for _, lang := range languages {
		if _, found, _ := d.Get(starlark.String(lang)); found {
			return false
		}
	}
	return d.Len() > 0
}

// hasCyrillic reports whether a text, or a value of a dict of texts, has a Cyrillic letter.
func hasCyrillic(v starlark.Value) bool {
	texts := []starlark.Value{v}
	if d, ok := v.(*starlark.Dict); ok {
		texts = nil
		for _, text := range d.Entries() {
			texts = append(texts, text)
		}
	}
	return slices.ContainsFunc(texts, func(v starlark.Value) bool {
		text, _ := starlark.AsString(v)
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	})
}

// entries returns the words of one language, given as a dict or as a text of lines "key = text".
func (g *game) entries(lang string, v starlark.Value) ([]entry, error) {
	switch v := v.(type) {
	case *starlark.Dict:
		return g.entriesOfDict(v)
	case starlark.String:
		return g.entriesOfText(string(v))
	}
	return nil, unlike("words "+lang, "dict", v)
}

func (g *game) entriesOfDict(d *starlark.Dict) (all []entry, err error) {
	for k, v := range d.Entries() {
		key, ok1 := starlark.AsString(k)
		text, ok2 := starlark.AsString(v)
		if !ok1 || !ok2 {
			return nil, unlike("words", "str", v)
		}
		all = append(all, entry{key, text, g.position(text, g.position(key, g.at))})
	}
	return all, nil
}

func (g *game) entriesOfText(text string) (all []entry, err error) {
	first, known := g.literals[text]
	for i, line := range strings.Split(text, "\n") {
		at := g.at
		if known {
			at = g.wordAt(first, i, line)
		}
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, " = ")
		if !ok {
			return nil, (&fault{key: "line", args: []string{line}}).at(at)
		}
		all = append(all, entry{key, strings.TrimSpace(value), at})
	}
	return all, nil
}

// wordAt returns the place of the i-th line of a text that begins at first. line is that line.
func (g *game) wordAt(first syntax.Position, i int, line string) syntax.Position {
	if i == 0 {
		return first
	}
	blanks := len(line) - len(strings.TrimLeft(line, " \t"))
	return syntax.MakePosition(&g.file, first.Line+int32(i), int32(blanks+1))
}

// position returns the first place in the file where a literal has this text. It returns the given
// position if the file has no such literal.
func (g *game) position(text string, otherwise syntax.Position) syntax.Position {
	if p, ok := g.literals[text]; ok {
		return p
	}
	return otherwise
}

// nameOptions adds the words of options that the file leaves out: the name of the option, and its
// values as they are.
func (g *game) nameOptions() {
	for _, lang := range languages {
		for _, o := range g.options {
			for _, v := range append([]string{""}, o.Values...) {
				key, text := "option."+o.Name, o.Name
				if v != "" {
					key, text = key+"."+v, v
				}
				if _, has := g.words[lang][key]; !has {
					g.words[lang][key] = text
					g.ordered[lang] = append(g.ordered[lang], entry{key, text, g.at})
				}
			}
		}
	}
}

// learn checks and stores the catalogues of a file, and adds our own words.
func (g *game) learn(words map[string][]entry) error {
	g.words, g.ordered = map[string]map[string]string{}, map[string][]entry{}
	for _, lang := range languages {
		if len(words[lang]) > MostWords {
			return large("words", MostWords)
		}
		all := map[string]string{}
		for _, e := range words[lang] {
			if _, twice := all[e.key]; twice {
				return (&fault{key: "twice", args: []string{e.key}}).at(e.at)
			}
			if err := checkEntry(lang, e); err != nil {
				return located(err, e.at)
			}
			all[e.key] = e.text
		}
		g.words[lang], g.ordered[lang] = all, words[lang]
	}
	g.borrow()
	g.nameOptions()
	for _, lang := range languages {
		for k, v := range own[lang] {
			if _, ok := g.words[lang][k]; !ok {
				g.words[lang][k] = v
			}
		}
	}
	return nil
}

// borrow gives each language the words that only the other one has. They keep their plural forms,
// whose number tells the language of the text.
func (g *game) borrow() {
	g.lacks = map[string][]string{}
	merged := map[string][]entry{}
	for i, lang := range languages {
		other := languages[1-i]
		merged[lang] = slices.Clone(g.ordered[lang])
		at := 0 // index behind the last word that both languages have
		for _, e := range g.ordered[other] {
			if own := slices.IndexFunc(merged[lang], func(o entry) bool { return o.key == e.key }); own >= 0 {
				at = own + 1
				continue
			}
			g.lacks[lang] = append(g.lacks[lang], e.key)
			merged[lang] = slices.Insert(merged[lang], at, e)
			at++
		}
	}
	for lang, all := range merged {
		g.ordered[lang] = all
		for _, e := range all {
			g.words[lang][e.key] = e.text
		}
	}
}

// Lacks maps each language to the keys of the file's words that only the other language has, in the
// order of the file. A match in that language shows them in the other one. A file with all of its
// words in both languages has none.
func (g *game) Lacks() map[string][]string { return g.lacks }

// keys returns the keys of the catalogues that a file may mean by a wrong one: all but those of topics.
func (g *game) keys() []string {
	all := slices.Sorted(maps.Keys(g.words["en"]))
	return slices.DeleteFunc(all, func(key string) bool { return strings.HasPrefix(key, "topic.") })
}

// checkEntry returns a fault if a file can't have the word e: its key is unknown or reserved, its
// text is empty, illegible or too long, or its plural forms are wrong.
func checkEntry(lang string, e entry) error {
	kind, _, _ := strings.Cut(e.key, ".")
	switch {
	case !slices.Contains(kinds, kind) && !reserved(e.key):
		return faulty("kind", e.key, nearestKey(e.key))
	case reserved(e.key), e.key != strings.Join(strings.Fields(e.key), " "):
		return faulty("key", e.key)
	case !legible(e.key), !legible(e.text):
		return faulty("letters", e.key)
	case e.text == "":
		return faulty("empty", e.key)
	case utf8.RuneCountInString(e.text) > MostLetters, utf8.RuneCountInString(e.key) > MostArgument:
		return faulty("long", e.key, strconv.Itoa(MostLetters))
	case strings.Contains(e.key, "="):
		return faulty("key", e.key)
	}
	if n := len(strings.Split(e.text, " | ")); n != 1 && n != forms[lang] {
		return faulty("forms", e.key, lang, strconv.Itoa(forms[lang]))
	}
	return checkHoles(kind, e)
}

// nearestKey returns a key that a file may use instead of key: with a known first part, or the key of
// a name.
func nearestKey(key string) string {
	kind, rest, ok := strings.Cut(key, ".")
	if near := nearest(kind, kinds); ok && near != "" {
		return near + "." + rest
	}
	return "word." + strings.TrimPrefix(key[strings.LastIndexByte(key, '.')+1:], ".")
}

// checkHoles returns a fault for a slot "{…}" of a word that can't be filled.
func checkHoles(kind string, e entry) error {
	decides := kind == "say" || kind == "past"
	rest := holes.ReplaceAllStringFunc(e.text, func(hole string) string {
		name := hole[1 : len(hole)-1]
		if decides {
			name = strings.TrimPrefix(name, "@")
		}
		_, err := strconv.ParseUint(name, 10, 5)
		if err == nil || name == "n" || name == "*" && decides {
			return ""
		}
		return hole
	})
	if strings.ContainsAny(rest, "{}") {
		return faulty("braces", e.key)
	}
	return nil
}

// catalogue returns the words of a language as a text in the format of package games.
func (g *game) catalogue(lang string) string {
	var b strings.Builder
	file := map[string]bool{}
	for _, e := range g.ordered[lang] {
		b.WriteString(e.key + " = " + e.text + "\n")
		file[e.key] = true
	}
	for line := range strings.Lines(ownTexts[lang]) {
		if k, _, ok := strings.Cut(line, " = "); ok && !file[k] {
			b.WriteString(line)
		}
	}
	return b.String()
}
