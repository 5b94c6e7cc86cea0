package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

// A menu lists whole decisions if there are at most mostWhole, or at most mostWholeVerb with
// the same verb. Otherwise people choose a decision by one menu for each of its words.
const (
	mostWhole     = 7
	mostWholeVerb = 4
)

// decisionItems adds items for the choices whose decisions begin with prefix: whole decisions
// if they are few, otherwise one item for each possible next word.
func (g game) decisionItems(s *form, choices []games.Choice, prefix string) {
	if len(choices) <= mostWhole && prefix == "" && len(s.cells) == 0 {
		g.wholeItems(s, choices)
		return
	}
	family := branches(choices, prefix, s.ends())
	if len(family) == 1 && string(choices[0].Says) != family[0].prefix {
		g.decisionItems(s, choices, family[0].prefix)
		return
	}
	if prefix != "" && s.crowded(family) {
		g.rowItems(s, family, prefix)
		return
	}
	if len(family) > mostWhole && areNumbers(family) {
		g.thirdItems(s, family)
		return
	}
	for _, b := range family {
		if prefix == "" && len(b.choices) <= mostWholeVerb && s.cell(b.prefix) == 0 {
			g.wholeItems(s, b.choices)
			continue
		}
		g.branchItem(s, b)
	}
	if areSuits(s, family) {
		s.Start = len(family) / 2
	}
}

// areNumbers reports whether the prefix of every branch ends with a number.
func areNumbers(family []branch) bool {
	return !slices.ContainsFunc(family, func(b branch) bool {
		_, err := strconv.Atoi(b.prefix[strings.LastIndex(b.prefix, " ")+1:])
		return err != nil
	})
}

// areSuits reports whether every branch leads to more than mostWhole numbers, as a suit of
// cards does. The cursor of such a menu begins in the middle, so that any card takes at most
// six presses.
func areSuits(s *form, family []branch) bool {
	return !slices.ContainsFunc(family, func(b branch) bool {
		next := branches(b.choices, b.prefix, s.ends())
		return len(next) <= mostWhole || !areNumbers(next)
	})
}

// thirdItems adds three items, each for a third of the numbers in family, such as 1–3, 4–8 and
// 9–11.
func (g game) thirdItems(s *form, family []branch) {
	n := (len(family) - 2) / 3
	for _, third := range [][]branch{family[:n], family[n : len(family)-n], family[len(family)-n:]} {
		label := g.branchWord(third[0].prefix) + "–" + g.branchWord(third[len(third)-1].prefix)
		title := s.Title
		s.Item(label, func(m Model) (Model, []Effect) {
			return m.show(page{kind: panel.KindMenu, build: func(m Model, s *form) {
				s.Title, s.Start = title, len(third)/2
				for _, b := range third {
					m.game().branchItem(s, b)
				}
			}}), nil
		})
	}
	s.Start = 1
}

// wholeItems adds an item with the text of the whole decision for each choice.
func (g game) wholeItems(s *form, choices []games.Choice) {
	mt := g.match
	w := g.words()
	for _, c := range choices {
		s.Item(w.Decision(c.Says, mt.Names())+ellipsis(c), func(m Model) (Model, []Effect) { return m.choice(c) })
		s.Items[len(s.Items)-1].Says = string(c.Says)
	}
}

// branchItem adds the item for b: it makes the decision if b is a single whole decision,
// otherwise it opens the menu of b.
func (g game) branchItem(s *form, b branch) {
	label := g.branchWord(b.prefix)
	defer func() {
		last := &s.Items[len(s.Items)-1]
		last.Spot, last.Says = s.cell(b.prefix), b.prefix
	}()
	if c := b.choices[0]; len(b.choices) == 1 && string(c.Says) == b.prefix {
		s.Item(label+ellipsis(c), func(m Model) (Model, []Effect) { return m.choice(c) })
		return
	}
	s.Item(strings.TrimRight(label, ":")+"…", func(m Model) (Model, []Effect) { return m.show(branchPage(b)), nil })
}

// ellipsis returns "…" if the decision needs a number or a text, otherwise "".
func ellipsis(c games.Choice) string {
	if c.From < c.To || c.Grammar != "" {
		return "…"
	}
	return ""
}

// branch is a group of decisions with the same first words.
type branch struct {
	prefix  string
	choices []games.Choice
}

// branches groups choices, in their order, by the word after prefix. ends contains the
// characters that separate words.
func branches(choices []games.Choice, prefix, ends string) (out []branch) {
	for _, c := range choices {
		p := throughNextWord(string(c.Says), prefix, ends)
		if n := len(out); n > 0 && out[n-1].prefix == p {
			out[n-1].choices = append(out[n-1].choices, c)
			continue
		}
		out = append(out, branch{p, []games.Choice{c}})
	}
	return out
}

// throughNextWord returns the beginning of the decision says: prefix and the word that follows
// it. The parameter ends contains the characters that separate words.
func throughNextWord(says, prefix, ends string) string {
	rest := strings.TrimLeft(says[len(prefix):], ends)
	if i := strings.IndexAny(rest, ends); i >= 0 {
		return says[:len(says)-len(rest)+i]
	}
	return says
}

// branchWord returns the text of the last word of prefix. If prefix is only a verb, it returns
// the text of the verb.
func (g game) branchWord(prefix string) string {
	mt := g.match
	w := g.words()
	verb, rest, more := strings.Cut(prefix, " ")
	if !more {
		return w.Decision(games.Decision(verb), mt.Names())
	}
	words := strings.Fields(rest)
	return w.Step(verb, words, mt.Names())
}

// branchPage returns the page that lists the decisions of b. If b.prefix alone is a decision,
// that comes first.
func branchPage(b branch) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		mt := m.Match()
		w := m.game().words()
		v := mt.State().View(games.Nobody)
		mapCells(m, s, v)
		if s.leadsToCells(b) {
			s.View = panel.View{Kind: panel.KindBoard, Game: mt.Rules().Name()}
			s.View.SetBoard(v)
		}
		s.Title = w.Decision(games.Decision(b.prefix), mt.Names())
		rest := b.choices
		if string(rest[0].Says) == b.prefix {
			whole := rest[0]
			s.Item(m.word("play.only", m.game().branchWord(b.prefix))+ellipsis(whole), func(m Model) (Model, []Effect) { return m.choice(whole) })
			rest = rest[1:]
		}
		if b.isCorrections() {
			m.game().numberItems(s, rest, b.prefix)
			return
		}
		m.game().decisionItems(s, rest, b.prefix)
		s.inReadingOrder()
		s.beginAt(games.Likely(mt.State()))
	}}
}

// verbEdit is the verb of decisions that change a number entered in an earlier round, named by its
// round, its seat and perhaps its category.
const verbEdit = "edit"

// mostCorrections is the maximum number of numbers that are listed to correct one of them.
const mostCorrections = 24

// isCorrections reports whether the decisions of b are few enough changes of earlier numbers.
func (b branch) isCorrections() bool {
	return b.prefix == verbEdit && len(b.choices) <= mostCorrections
}

// numberItems adds an item for each number that a choice changes, with its present value. The
// cursor begins on the last one.
func (g game) numberItems(s *form, choices []games.Choice, prefix string) {
	verb, names := games.Decision(prefix).Word(0), g.match.Names()
	for _, c := range choices {
		words := strings.Fields(string(c.Says))[1:]
		texts := make([]string, len(words))
		for i := range words {
			texts[i] = g.words().Step(verb, words[:i+1], names)
		}
		s.Value(strings.Join(texts, " "), panel.Minus(c.Now), func(m Model) (Model, []Effect) { return m.choice(c) })
	}
	s.Start = len(choices) - 1
}

// faceItems adds an item for each face that the next of several equal dice can show. Real dice lie
// on the table in no order, so faces may be entered in any. says holds the verb and the faces
// entered before. The cursor begins on the face entered last: dice of one face are read together.
func (g game) faceItems(s *form, choices []games.Choice, says games.Decision) {
	entered := strings.Fields(string(says))
	for _, face := range nextFaces(choices, entered[1:]) {
		more := says + games.Decision(" "+face)
		label, show := g.words().Name(face), func(m Model) (Model, []Effect) { return m.show(facesPage(more)), nil }
		if c, ok := games.FindUnordered(choices, more); ok {
			s.Item(label, func(m Model) (Model, []Effect) { return m.choice(c) })
		} else {
			s.Item(label+"…", show)
		}
		last := len(s.Items) - 1
		if s.Items[last].Says = string(more); face == entered[len(entered)-1] {
			s.Start = last
		}
	}
}

// facesPage returns the page that asks for the next face, after those in says.
func facesPage(says games.Decision) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		for _, face := range strings.Fields(string(says))[1:] {
			s.Title += m.game().words().Name(face) + ", "
		}
		s.Title += "…"
		m.game().faceItems(s, m.Match().State().Legal(), says)
	}}
}

// deviceItem adds the item with which the device answers for chance once, if chance is on turn
// and the device can answer.
func deviceItem(m Model, s *form) {
	if m.session().deviceCanAnswer() {
		s.Item(m.word("play.device"), func(m Model) (Model, []Effect) { return m.deviceAnswers() })
	}
}

// deviceDecision is the value of Decide.Says by which a phone lets the device answer for chance.
// It is no decision of any game: the record contains the outcome instead.
const deviceDecision = "device"

// deviceCanAnswer reports whether chance is on turn and the device could answer for it.
func (s session) deviceCanAnswer() bool {
	st := s.match.State()
	return st.Turn() == games.Chance && luck.Total(st.Legal()) != 0 && s.secret != (luck.Secret{})
}

// deviceAnswers lets the device answer for chance once, in the match on the panel.
func (m Model) deviceAnswers() (Model, []Effect) {
	s := m.session()
	mt, err := s.match.Answer(m.stamp(s), s.secret.Key(s.match.Stirrings()))
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	return m.moveOn(s, mt, err)
}

// correctItem adds the item that corrects the last decision, if that decision contains a number.
// The result reports whether the item was added.
func (g game) correctItem(s *form) bool {
	mt := g.match
	step, ok := mt.Undo()
	if !ok || step.Revealed || step.Fact.Kind != match.Decided || step.Fact.Seat <= games.Chance {
		return false
	}
	c, n, ok := numberOf(mt.Before(step.Fact.Seq), games.Decision(step.Fact.Says))
	if !ok {
		return false
	}
	title := g.words().Decision(games.Decision(step.Fact.Says), mt.Names())
	s.Item(g.word("play.correct", title), func(m Model) (Model, []Effect) {
		return m.show(numberPage(m.game().words().Decision(c.Says, mt.Names()), c.From, c.To, n, func(m Model, n int32) (Model, []Effect) {
			return m.correct(step.BackTo, c.At(int(n-c.From)))
		})), nil
	})
	return true
}

// numberOf returns the legal choice in st that d belongs to, and the number in d. It returns
// false if d has no number.
func numberOf(st games.State, d games.Decision) (c games.Choice, n int32, ok bool) {
	legal := st.Legal()
	i := slices.IndexFunc(legal, func(c games.Choice) bool { return c.From < c.To && c.Covers(d) })
	if i < 0 {
		return c, 0, false
	}
	number, err := strconv.ParseInt(strings.TrimPrefix(string(d), string(legal[i].Says)+" "), 10, 32)
	return legal[i], int32(number), err == nil
}

// correct undoes facts and makes another decision, in one transaction. The parameter to is the
// seq of the last fact that stays, and says is the decision.
func (m Model) correct(to int, says games.Decision) (Model, []Effect) {
	s := m.session()
	mt, err := s.match.BackTo(m.stamp(s), to, "")
	if err == nil {
		mt, err = mt.Decide(m.stamp(s), string(says), "")
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	return m.moveOn(s, mt, err)
}

// choice makes the decision of c. If c needs a number or a text, choice asks for the number or
// text first.
func (m Model) choice(c games.Choice) (Model, []Effect) {
	mt := m.Match()
	title := m.game().words().Decision(c.Says, mt.Names())
	switch {
	case c.Grammar == "dice":
		return showCups(m)
	case c.Grammar != "":
		return m.show(m.textEntry(title, func(m Model, text string) (Model, []Effect) {
			return m.pop().decide(string(c.Says) + " " + text)
		})), nil
	case c.From < c.To:
		return m.show(m.game().numberEntry(c)), nil
	}
	return m.decide(string(c.Says))
}
