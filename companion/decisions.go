package companion

import (
	"strings"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Up to flat decisions are listed whole; more are walked word by word, but for
// verbs that have only a few.
const (
	flat = 7
	few  = 4
)

// decisionItems lists the choices that begin with prefix: whole where they are
// few, otherwise by their next word.
func (m Model) decisionItems(s *sheet, choices []games.Choice, prefix string) {
	if len(choices) <= flat && prefix == "" {
		m.wholeItems(s, choices)
		return
	}
	family := branches(choices, prefix)
	if len(family) == 1 && string(choices[0].Says) != family[0].prefix {
		m.decisionItems(s, choices, family[0].prefix)
		return
	}
	for _, b := range family {
		if prefix == "" && len(b.choices) <= few {
			m.wholeItems(s, b.choices)
			continue
		}
		m.branchItem(s, b)
	}
}

// wholeItems lists decisions in full.
func (m Model) wholeItems(s *sheet, choices []games.Choice) {
	mt := m.Match()
	w := m.gameWords()
	for _, c := range choices {
		s.item(w.Decision(c.Says, mt.Names())+more(c), func(m Model) (Model, []Effect) { return m.choice(c) })
	}
}

// branchItem is one step of a decision: the last one, or one that leads on.
func (m Model) branchItem(s *sheet, b branch) {
	label := m.branchWord(b.prefix)
	if c := b.choices[0]; len(b.choices) == 1 && string(c.Says) == b.prefix {
		s.item(label+more(c), func(m Model) (Model, []Effect) { return m.choice(c) })
		return
	}
	s.item(strings.TrimRight(label, ":")+"…", func(m Model) (Model, []Effect) { return m.show(branchPage(b)), nil })
}

// more marks a decision that a number or text follows.
func more(c games.Choice) string {
	if c.From < c.To || c.Grammar != "" {
		return "…"
	}
	return ""
}

// branch is a family of decisions with the same first words.
type branch struct {
	prefix  string
	choices []games.Choice
}

// branches parts choices by the word that follows prefix, in their order.
func branches(choices []games.Choice, prefix string) (out []branch) {
	for _, c := range choices {
		rest := strings.TrimPrefix(strings.TrimPrefix(string(c.Says), prefix), " ")
		word, _, _ := strings.Cut(rest, " ")
		p := strings.TrimSpace(prefix + " " + word)
		if n := len(out); n > 0 && out[n-1].prefix == p {
			out[n-1].choices = append(out[n-1].choices, c)
			continue
		}
		out = append(out, branch{p, []games.Choice{c}})
	}
	return out
}

// branchWord says the last word of a prefix, or the verb alone.
func (m Model) branchWord(prefix string) string {
	mt := m.Match()
	w := m.gameWords()
	verb, rest, more := strings.Cut(prefix, " ")
	if !more {
		return w.Decision(games.Decision(verb), mt.Names())
	}
	words := strings.Fields(rest)
	return w.Step(verb, words, mt.Names())
}

// branchPage walks on from the words chosen so far. Where they are a whole
// decision already, that comes first.
func branchPage(b branch) page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		mt := m.Match()
		w := m.gameWords()
		s.title = w.Decision(games.Decision(b.prefix), mt.Names())
		rest := b.choices
		if string(rest[0].Says) == b.prefix {
			whole := rest[0]
			s.item(m.word("play.only", m.branchWord(b.prefix))+more(whole), func(m Model) (Model, []Effect) { return m.choice(whole) })
			rest = rest[1:]
		}
		m.decisionItems(s, rest, b.prefix)
	}}
}

// deviceItem lets the device answer where the table said it would itself.
func (m Model) deviceItem(s *sheet) {
	mt := m.Match()
	if mt.State().Turn() != games.Chance || luck.Total(mt.State().Legal()) == 0 || m.session().secret == (luck.Secret{}) {
		return
	}
	s.item(m.word("play.device"), func(m Model) (Model, []Effect) {
		sn := m.session()
		mt, err := sn.match.Answer(m.stamp(sn), sn.secret.Key(sn.match.Stirrings()))
		return m.moveOn(sn, mt, err, 0)
	})
}

// choice takes a choice: at once, or after its number or text.
func (m Model) choice(c games.Choice) (Model, []Effect) {
	mt := m.Match()
	title := m.gameWords().Decision(c.Says, mt.Names())
	switch {
	case c.Grammar == "dice":
		return m.show(cupsPage()), nil
	case c.Grammar != "":
		return m.show(textEntry(title, func(m Model, text string) (Model, []Effect) {
			return m.pop().decide(string(c.Says)+" "+text, 0)
		})), nil
	case c.From < c.To:
		return m.show(numberPage(title, c.From, c.To, c.Now, func(m Model, n int32) (Model, []Effect) {
			return m.decide(string(c.At(int(n-c.From))), 0)
		})), nil
	}
	return m.decide(string(c.Says), 0)
}
