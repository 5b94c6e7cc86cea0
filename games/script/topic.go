package script

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"tabletop/games"
	"tabletop/games/table"
)

// Limits of topics: the greatest number in a file, and of subjects that a topic explains.
const (
	mostTopics   = 48
	mostExplains = 32
)

// topicMade holds the arguments of the Starlark function topic, before they are checked against the
// catalogue and the options.
type topicMade struct {
	text, title, explains, when starlark.Value
	key, picture                string
	after                       bool
	at                          syntax.Position // place of the call
}

// topic is a topic of a file, with the set-ups for which it holds.
type topic struct {
	games.Topic
	when []condition
	at   syntax.Position
}

// condition is a condition on a set-up: the option, or "seats", has one of these values.
type condition struct {
	option string
	values []string
}

// topicOf implements the Starlark function topic(key, text, title, explains, picture, after, when).
func topicOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	made := made[topicMade]{kind: "topic"}
	m := &made.is
	m.at = t.CallFrame(1).Pos
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "key", &m.key, "text?", &m.text, "title?", &m.title, "explains?", &m.explains,
		"picture?", &m.picture, "after?", &m.after, "when?", &m.when)
	if err == nil && !isName(m.key) {
		err = faulty("name", shorten(m.key, mostQuoted))
	}
	return made, err
}

// topicValues returns the titles and texts of topics as they are given.
func topicValues(v starlark.Value) (all []starlark.Value) {
	list, _ := listOf("topics", v, mostTopics) // topicsOf returns the fault
	for _, v := range list {
		if m, ok := v.(made[topicMade]); ok {
			all = append(all, m.is.title, m.is.text)
		}
	}
	return all
}

// topicsOf checks and stores the topics of a file. It returns their texts as entries of the
// catalogues, to which those in words belong too. without is the language of texts that name none.
func (g *game) topicsOf(v starlark.Value, words map[string][]entry, without string) (all []entryIn, err error) {
	list, err := eachOf("topics", v, mostTopics, func(v starlark.Value) (topicMade, error) {
		return madeOf[topicMade]("topics", "topic", v)
	})
	for _, m := range list {
		if slices.ContainsFunc(g.topics, func(t topic) bool { return t.Key == m.key }) {
			return nil, (&fault{key: "twice", args: []string{m.key}}).at(m.at)
		}
		texts, err := g.topicTexts(m, words, without)
		if err != nil {
			return nil, located(err, m.at)
		}
		t, err := m.topic()
		if err != nil {
			return nil, located(err, m.at)
		}
		g.topics, all = append(g.topics, t), append(all, texts...)
	}
	return all, err
}

// topic returns the topic without its texts.
func (m topicMade) topic() (t topic, err error) {
	t = topic{Topic: games.Topic{Key: m.key, Picture: m.picture, After: m.after}, at: m.at}
	if t.Explains, err = eachOf("explains", m.explains, mostExplains, argument); err != nil || m.when == nil || m.when == starlark.None {
		return t, err
	}
	d, ok := m.when.(*starlark.Dict)
	if !ok {
		return t, unlike("when", "dict", m.when)
	}
	for k, v := range d.Entries() {
		option, err := argument(k)
		if err != nil {
			return t, err
		}
		switch v.(type) {
		case starlark.Int, starlark.String:
			v = starlark.Tuple{v}
		}
		values, err := eachOf("when", v, MostLines, argument)
		if err != nil {
			return t, err
		}
		t.when = append(t.when, condition{option, values})
	}
	return t, nil
}

// topicTexts returns the title and the text of a topic as entries of the catalogues. A topic without
// a title has that of the words or, if they have none, the label of the decision, or its key.
func (g *game) topicTexts(m topicMade, words map[string][]entry, without string) (all []entryIn, err error) {
	title, text := "topic."+m.key, "topic."+m.key+".text"
	if m.text != nil && m.text != starlark.None {
		if all, err = g.textsOf(text, m.text, without); err != nil {
			return nil, err
		}
	} else if !hasEntry(words, text) {
		return nil, faulty("missing", text)
	}
	switch {
	case m.title != nil && m.title != starlark.None:
		titles, err := g.textsOf(title, m.title, without)
		return append(all, titles...), err
	case hasEntry(words, title):
		return all, nil
	}
	for _, lang := range languages {
		if usual, ok := own[lang][title]; ok {
			all = append(all, entryIn{lang, entry{title, usual, m.at}})
		} else if label := labelIn(words[lang], m.key); label != "" {
			all = append(all, entryIn{lang, entry{title, label, m.at}})
		}
	}
	if !slices.ContainsFunc(all, func(e entryIn) bool { return e.key == title }) {
		all = append(all, entryIn{without, entry{title, strings.ToUpper(m.key[:1]) + m.key[1:], m.at}})
	}
	return all, nil
}

func hasEntry(words map[string][]entry, key string) bool {
	for _, all := range words {
		if slices.ContainsFunc(all, func(e entry) bool { return e.key == key }) {
			return true
		}
	}
	return false
}

// labelIn returns the label of a decision or a word in a catalogue, if it can be a title.
func labelIn(words []entry, name string) string {
	for _, kind := range []string{"verb.", "word.", "say."} {
		for _, e := range words {
			if e.key == kind+name && !strings.ContainsAny(e.text, "{|") && utf8.RuneCountInString(e.text) <= games.MostTopicTitle {
				return e.text
			}
		}
	}
	return ""
}

// checkTopics returns a fault for a topic whose texts don't fit the panel, or which names a picture,
// a rule or an option that doesn't exist.
func (g *game) checkTopics() error {
	pictures := slices.Collect(g.pictureNames())
	for _, t := range g.topics {
		if err := g.checkTopicTexts(t); err != nil {
			return err
		}
		if t.Picture != "" && !slices.Contains(pictures, t.Picture) {
			return (&fault{key: "glyph", args: []string{t.Picture, games.Nearest(t.Picture, pictures)}}).at(t.at)
		}
		for _, about := range t.Explains {
			if err := g.checkSubject(about); err != nil {
				return located(err, g.position(about, t.at))
			}
		}
		for _, c := range t.when {
			for _, value := range c.values {
				if err := g.checkValue(c.option, value); err != nil {
					return located(err, t.at)
				}
			}
		}
	}
	return nil
}

// pictureNames yields the names of the glyphs and pictures of the file and, for a table, of the engine.
func (g *game) pictureNames() func(yield func(string) bool) {
	assets := g.assets
	if g.table != nil {
		assets = g.table.Assets()
	}
	return func(yield func(string) bool) {
		for line := range strings.Lines(assets["glyphs"] + "\n" + assets["pictures"]) {
			if f := strings.Fields(line); len(f) > 1 && (f[0] == "glyph" || f[0] == "picture") && !yield(f[1]) {
				return
			}
		}
	}
}

// explainedPhases returns the names of those phases without a text in the file that topics explain.
func (g *game) explainedPhases(phases []table.Phase) (all []string) {
	for _, p := range phases {
		explains := func(t topic) bool {
			return slices.ContainsFunc(t.Explains, func(about string) bool { return about == p.Name || about == "phase."+p.Name || about == "word."+p.Name })
		}
		if p.Name != "" && g.words["ru"]["phase."+p.Name] == "" && slices.ContainsFunc(g.topics, explains) {
			all = append(all, p.Name)
		}
	}
	return all
}

// nameSubjects adds to a topic that explains the name of a phase, a line or a counter of def what
// people meet of it: the phase, or the decisions with this name.
func (g *game) nameSubjects(def table.Def) {
	for i, t := range g.topics {
		for _, about := range t.Explains {
			name := strings.TrimPrefix(about, "word.")
			if slices.Contains(g.phases, name) {
				g.topics[i].Explains = append(g.topics[i].Explains, "phase."+name)
			}
			var verbs []string
			if slices.ContainsFunc(def.Sheet, func(l table.Line) bool { return l.Name == name }) {
				verbs = append(verbs, "for", "add")
				g.topics[i].Explains = append(g.topics[i].Explains, "score "+name)
			}
			if slices.ContainsFunc(def.Counters, func(c table.Counter) bool { return c.Name == name }) {
				verbs = append(verbs, "set")
				g.topics[i].Explains = append(g.topics[i].Explains, "level "+name)
			}
			for _, verb := range verbs {
				for seat := range g.most {
					g.topics[i].Explains = append(g.topics[i].Explains, verb+" "+strconv.Itoa(seat+1)+" "+name)
				}
			}
		}
	}
}

func (g *game) checkTopicTexts(t topic) error {
	for _, lang := range languages {
		title, text := "topic."+t.Key, "topic."+t.Key+".text"
		if n := utf8.RuneCountInString(g.words[lang][title]); n > games.MostTopicTitle {
			return (&fault{key: "heading", args: []string{title, strconv.Itoa(n), strconv.Itoa(games.MostTopicTitle)}}).at(g.entryAt(lang, title, t.at))
		}
		if err := checkScreens(text, g.words[lang][text], t.Picture != ""); err != nil {
			return located(err, g.entryAt(lang, text, t.at))
		}
	}
	return nil
}

// checkScreens returns a fault if the text of a topic doesn't fit the screens.
func checkScreens(key, text string, beside bool) error {
	lines := games.WrapTopic(text, beside)
	for i, line := range lines {
		width := games.TopicWidth(i, beside)
		if n := utf8.RuneCountInString(line); n > width {
			return faulty("wide", key, line, strconv.Itoa(n), strconv.Itoa(width))
		}
	}
	if most := games.TopicScreens * games.TopicLines; len(lines) > most {
		over := utf8.RuneCountInString(strings.Join(lines[most:], " "))
		return faulty("screens", key, strconv.Itoa(len(lines)), strconv.Itoa(most), strconv.Itoa(over))
	}
	return nil
}

// entryAt returns the place of a word in the file.
func (g *game) entryAt(lang, key string, otherwise syntax.Position) syntax.Position {
	for _, e := range g.ordered[lang] {
		if e.key == key {
			return e.at
		}
	}
	return otherwise
}

// checkSubject returns a fault for a rule without a text, for a phase of table(…) that doesn't exist and
// for a value that no option has. Whether a decision or a moment exists is known only by playing.
func (g *game) checkSubject(about string) error {
	if name, ok := strings.CutPrefix(about, "phase."); ok && len(g.phases) > 0 && !g.has(about) {
		return faulty("unphased", name, strings.Join(g.phases, ", "))
	}
	if strings.HasPrefix(about, "rule.") || strings.HasPrefix(about, "phase.") {
		if !g.has(about) {
			return g.wordless(about)
		}
	}
	if option, value, ok := strings.Cut(about, "="); ok {
		return g.checkValue(option, value)
	}
	return nil
}

// checkValue returns a fault unless an option of the file may have the value.
func (g *game) checkValue(option, value string) error {
	names := []string{"seats"}
	for _, o := range g.options {
		names = append(names, o.Name)
		if o.Name == option {
			from, to, number := o.Range()
			n, err := strconv.ParseInt(value, 10, 32)
			if o.Grammar == "text" || slices.Contains(o.Values, value) || number && err == nil && int32(n) >= from && int32(n) <= to {
				return nil
			}
			return faulty("unknown", option, value, games.Nearest(value, o.Values))
		}
	}
	if option != "seats" {
		return faulty("unknown", "options", option, games.Nearest(option, names))
	}
	if n, err := strconv.Atoi(value); err != nil || n < g.least || n > g.most {
		return faulty("range", "seats", strconv.Itoa(g.least), strconv.Itoa(g.most))
	}
	return nil
}

// holds reports whether a topic is about the set-up s.
func (t topic) holds(options []games.Option, s games.Setup) bool {
	for _, c := range t.when {
		value := s.Value(options, c.option)
		if c.option == "seats" {
			value = strconv.Itoa(s.Seats)
		}
		if !slices.Contains(c.values, value) {
			return false
		}
	}
	return true
}

// Topics returns the topics of the file that hold for a set-up, in their order, and one about undoing
// and rulings.
func (g *game) Topics(s games.Setup) []games.Topic {
	if len(g.topics) == 0 {
		return nil
	}
	return merged(g.topicsFor(s), []games.Topic{mistakes})
}

// mistakes is the topic about undoing and rulings, which every game of rules(…) with topics has. Its
// texts are in our own catalogues.
var mistakes = games.Topic{Key: table.TopicPrefix + "mistake", Explains: []string{"rule.fix", "rule.legal", "rule.notation", "rule.over", "rule.option"}}

// Explained reports whether the game explains itself by topics.
func (g *game) Explained() bool { return len(g.topics) > 0 }

func (g *game) topicsFor(s games.Setup) (all []games.Topic) {
	for _, t := range g.topics {
		if t.holds(g.options, s) {
			all = append(all, t.Topic)
		}
	}
	return all
}

// topicKinds are the beginnings of keys of the engine's topics of which a game has one of several, such
// as tieshared and tieby.
var topicKinds = []string{"begins", "points", "target", "tie", "call", "out"}

// kindOf returns the key of a topic of the engine's as a file calls it.
func kindOf(t games.Topic) string {
	key := strings.TrimPrefix(t.Key, table.TopicPrefix)
	for _, kind := range topicKinds {
		if strings.HasPrefix(key, kind) {
			return kind
		}
	}
	return key
}

// merged returns the topics of a file followed by those of the engine. A topic of the file that has
// the key of one of the engine's (see kindOf), or explains its first subject, replaces it and explains the rest of
// its subjects too.
func merged(file, engine []games.Topic) []games.Topic {
	all := slices.Clone(file)
	for _, t := range engine {
		i := slices.IndexFunc(all[:len(file)], func(own games.Topic) bool {
			return own.Key == kindOf(t) || len(t.Explains) > 0 && slices.Contains(own.Explains, t.Explains[0])
		})
		if i < 0 {
			all = append(all, t)
			continue
		}
		all[i].Explains = append(slices.Clone(all[i].Explains), t.Explains...)
	}
	return all
}
