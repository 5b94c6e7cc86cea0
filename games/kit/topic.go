package kit

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// CheckTopics fails unless the topics of n drawn set-ups explain everything that people meet there:
// in a random game each verb and each stream, each option with an effect, each moment and each
// rule of a phase; over all set-ups each rule that can refuse a decision, except those whose keys begin
// with one of but. It also fails for a topic whose texts don't fit the panel, and for an example that
// the game answers in another way. CheckCatalogues comes first. Games need topics only to be shipped: nothing that loads, imports
// or replays a game calls CheckTopics.
func (k *Kit) CheckTopics(t T, n int, but ...string) {
	met := map[string]bool{} // what topics of any set-up explain
	least, most := k.rules.Seats()
	for i := range n {
		rnd := rand.New(rand.NewPCG(uint64(i), 0x70))
		seats := least + rnd.IntN(most-least+1)
		setup, first := k.usual(seats), games.State(nil)
		if i == 0 {
			first = k.first(t, setup)
		} else {
			setup, first = k.draw(t, rnd, seats)
		}
		topics := games.Topics(k.rules, setup)
		k.checkTopics(t, setup, topics, met)
		k.checkOptionTopics(t, setup, topics)
		tb := &table{Kit: k, t: t, setup: setup, rnd: rnd}
		for p := 0; p < k.Bounds.Positions && first.Turn() != games.Nobody && k.goesOn(); p++ {
			tb.checkTaught(first, topics)
			first = tb.listed(first)
		}
	}
	k.checkRuleTopics(t, met, but)
}

// checkTopics checks topics by themselves, and adds the subjects that they explain to met. It skips
// topics that an earlier set-up had too.
func (k *Kit) checkTopics(t T, setup games.Setup, topics []games.Topic, met map[string]bool) {
	keys := map[string]bool{}
	for _, topic := range topics {
		if keys[topic.Key] || !plainName.MatchString(topic.Key) {
			t.Errorf("%s: topic %q: want a unique key of lower-case letters and digits", start(setup), topic.Key)
		}
		keys[topic.Key] = true
		for _, about := range topic.Explains {
			met[about] = true
		}
		if met["topic "+topic.Key] {
			continue
		}
		met["topic "+topic.Key] = true
		k.checkTopicTexts(t, topic)
		for i, e := range topic.Example {
			k.checkExample(t, fmt.Sprintf("topic %s, example %d", topic.Key, i), e)
		}
	}
}

// checkTopicTexts fails unless the texts of topic exist in both languages and fit the panel, and
// its picture and the rules that it explains exist.
func (k *Kit) checkTopicTexts(t T, topic games.Topic) {
	if topic.Picture != "" && !k.glyphs[topic.Picture] {
		t.Errorf("topic %s: there is no picture %q", topic.Key, topic.Picture)
	}
	for _, lang := range slices.Sorted(maps.Keys(k.words)) {
		c, key := k.words[lang], "topic."+topic.Key
		if n := utf8.RuneCountInString(c[key]); n < 1 || n > games.MostTopicTitle {
			t.Errorf("%s: %s = %q has %d characters, want 1 to %d", lang, key, c[key], n, games.MostTopicTitle)
		}
		for _, text := range []string{key + ".text", key + ".text.table"} {
			if _, ok := c[text]; ok || text == key+".text" {
				checkScreens(t, lang+": "+text, c[text], topic.Picture != "")
			}
		}
		for _, about := range topic.Explains {
			rule := strings.HasPrefix(about, "rule.") || strings.HasPrefix(about, "phase.")
			if _, ok := c[about]; rule && !ok {
				t.Errorf("topic %s explains %q, which %s lacks", topic.Key, about, lang)
			}
		}
	}
}

// checkScreens fails unless text fits the screens of a topic.
func checkScreens(t T, name, text string, beside bool) {
	lines := games.WrapTopic(text, beside)
	if n := len(lines); n == 0 || n > games.TopicScreens*games.TopicLines {
		t.Errorf("%s has %d lines, want 1 to %d: %q", name, n, games.TopicScreens*games.TopicLines, text)
	}
	for i, line := range lines {
		if utf8.RuneCountInString(line) > games.TopicWidth(i, beside) {
			t.Errorf("%s: the word %q is too long for its line", name, line)
		}
	}
}

// checkExample fails unless the game reads the position of e and answers each try as it says.
func (k *Kit) checkExample(t T, name string, e games.Example) {
	s, err := k.rules.Parse(e.Setup, e.Position)
	if err != nil || s.String() != e.Position {
		t.Errorf("%s: the position isn't one of the game: %v\n%s", name, err, e.Position)
		return
	}
	if len(e.Tries) == 0 {
		t.Errorf("%s has nothing to try", name)
	}
	for _, try := range e.Tries {
		next, err := s.Apply(try.Says)
		switch rule := ruleOf(err); {
		case rule != try.Rule || (err == nil) != (try.Rule == ""):
			t.Errorf("%s: %q is refused by %q, want %q", name, try.Says, rule, try.Rule)
		case err == nil && !slices.Equal(kindsOf(next), try.Moments):
			t.Errorf("%s: %q is followed by %v, want %v", name, try.Says, kindsOf(next), try.Moments)
		case err == nil && try.Scores != nil && !slices.Equal(next.Standing().Scores, try.Scores):
			t.Errorf("%s: after %q the points are %v, want %v", name, try.Says, next.Standing().Scores, try.Scores)
		}
	}
}

// checkOptionTopics fails unless topics explain each option of setup that isn't at its default and
// has an effect.
func (k *Kit) checkOptionTopics(t T, setup games.Setup, topics []games.Topic) {
	options := k.rules.Options()
	for _, o := range options {
		value := setup.Value(options, o.Name)
		if value == o.Default || !o.Asks() || !applies(setup, options, o.Needs) {
			continue
		}
		if _, ok := games.TopicAbout(topics, o.Name+"="+value); !ok {
			t.Errorf("%s: no topic explains %s=%s", start(setup), o.Name, value)
		}
	}
}

// applies reports whether setup has the value that an option needs, which is written "name=value".
func applies(setup games.Setup, options []games.Option, needed string) bool {
	name, value, _ := strings.Cut(needed, "=")
	return needed == "" || setup.Value(options, name) == value
}

// checkTaught fails unless topics explain the verbs, the moments and the rule of the phase at s.
func (tb *table) checkTaught(s games.State, topics []games.Topic) {
	var about []string
	for _, c := range s.Legal() {
		about = append(about, games.About(s, c.Says))
	}
	for _, m := range games.Moments(s) {
		about = append(about, "moment."+string(m.Kind))
	}
	if rule := s.View(games.Nobody).Rule.Key; rule != "" {
		about = append(about, rule)
	}
	for _, a := range about {
		if _, ok := games.TopicAbout(topics, a); !ok {
			tb.fail(s, "no topic explains %q", a)
		}
	}
}

// checkRuleTopics fails unless each rule of the catalogues that refuses decisions is explained, except
// those whose keys begin with one of but.
func (k *Kit) checkRuleTopics(t T, met map[string]bool, but []string) {
	for _, key := range slices.Sorted(maps.Keys(k.words["ru"])) {
		excepted := slices.ContainsFunc(but, func(b string) bool { return strings.HasPrefix(key, b) })
		if strings.HasPrefix(key, "rule.") && !met[key] && !excepted {
			t.Errorf("no topic explains %s", key)
		}
	}
}

// ruleOf returns the key of the rule of an error that refuses a decision, or "".
func ruleOf(err error) string {
	var illegal games.Illegal
	errors.As(err, &illegal)
	return illegal.Rule.Key
}

// kindsOf returns the kinds of the moments of s.
func kindsOf(s games.State) (all []games.Kind) {
	for _, m := range games.Moments(s) {
		all = append(all, m.Kind)
	}
	return all
}
