package companion

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// Widths in px: of the line beside a large title, of a large letter, of one of the body.
const (
	besideLarge  = 120
	largeColumns = 10
	bodyColumns  = 6
)

// Up to flat decisions are listed whole; more are walked word by word, but for
// verbs that have only a few.
const (
	flat = 7
	few  = 4
)

// playPage is a match: whose turn it is, what must happen, what may be decided.
func playPage() page {
	return page{kind: KindTurn, front: frontTable, spot: atPlay, build: func(m Model, s *sheet) {
		mt := m.Match()
		if mt.State().Standing().Over {
			m.resultSheet(s)
			return
		}
		v := mt.State().View(games.Nobody)
		m.turnSheet(s, v)
		m.decisionItems(s, m.Words(mt.Rules().Name()).InOrder(mt.State().Legal()), "")
		m.deviceItem(s)
		m.stateLines(s, v)
		s.back = func(m Model) (Model, []Effect) { return m.pause() }
	}}
}

// turnSheet says whose turn it is and what must happen now.
func (m Model) turnSheet(s *sheet, v games.View) {
	mt := m.Match()
	state, w := mt.State(), m.Words(mt.Rules().Name())
	s.view = View{Kind: KindTurn, Game: mt.Rules().Name()}
	s.view.board(v)
	s.title = mt.Name(state.Turn())
	if state.Turn() == games.Chance {
		s.title = m.word("table")
	}
	s.beside(w.Say(v.Title, mt.Names()))
	s.say(w.Say(v.Prompt, mt.Names()))
	if s.view.Kind == KindTurn && len(wrap(s.prompt, columns)) > 1 {
		s.view.Kind = KindMenu // a long prompt needs the room of the large letters
	}
}

// beside puts text at the right of a large title, or where a long name leaves no
// room for it among the lines to read.
func (s *sheet) beside(text string) {
	if free := besideLarge - largeColumns*utf8.RuneCountInString(s.title); utf8.RuneCountInString(text)*bodyColumns > free {
		s.read(text)
		return
	}
	s.aside = text
}

// board lays a game's cells out: dice on the matrix, boards on the panel too.
func (v *View) board(g games.View) {
	switch {
	case len(g.Cells) == 0 || len(g.Cells) > MostCells:
	case g.H > 1:
		v.Kind, v.W, v.H = KindBoard, uint8(g.W), uint8(g.H)
		for i, c := range g.Cells {
			v.Cells[i] = cellOf(c)
		}
	default:
		v.Lamps.strip(g.Cells)
	}
}

// strip shows up to eight cells on the matrix: an alarm, a countdown or faces.
func (l *Lamps) strip(cells []games.Cell) {
	for i, c := range cells[:min(len(cells), MostFaces)] {
		switch {
		case c.Mark&games.MarkAlarm != 0:
			l.Alarm = c.Glyph
		case c.Mark&games.MarkCount != 0:
			l.Count, l.Of = countOf(c.Glyph)
		default:
			l.Faces[i] = c.Glyph
		}
	}
}

// countOf reads a countdown: "3/8" is 3 of 8 left, "3" alone 3 of 3.
func countOf(glyph string) (left, of uint16) {
	a, b, whole := strings.Cut(glyph, "/")
	n, _ := strconv.ParseUint(a, 10, 16) // not a number: nothing is left
	if !whole {
		b = a
	}
	m, _ := strconv.ParseUint(b, 10, 16)
	return uint16(n), uint16(max(m, n, 1))
}

// stateLines are what else the table may want to read.
func (m Model) stateLines(s *sheet, v games.View) {
	mt := m.Match()
	w := m.Words(mt.Rules().Name())
	if f, ok := lastOutcome(mt); ok {
		s.read(w.Decision(games.Decision(f.Says), mt.Names()))
	}
	for _, l := range v.Lines {
		s.read(w.Say(l, mt.Names()))
	}
}

// lastOutcome is the last answer of chance on the present line.
func lastOutcome(mt match.Match) (last match.Fact, ok bool) {
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat == games.Chance {
			last, ok = f, true
		}
	}
	return last, ok
}

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
	w := m.Words(mt.Rules().Name())
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
	w := m.Words(mt.Rules().Name())
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
		w := m.Words(mt.Rules().Name())
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
	title := m.Words(mt.Rules().Name()).Decision(c.Says, mt.Names())
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

// decide lets the match decide, chance answered as the table wants it.
func (m Model) decide(says string, reply int) (Model, []Effect) {
	s := m.session()
	mt, err := m.begun(s)
	if err == nil {
		mt, err = mt.Decide(m.stamp(s), says, by(mt))
	}
	if err == nil {
		mt, err = m.answer(s, mt)
	}
	s.first = played
	return m.moveOn(s, mt, err, reply)
}

// begun is the match of s with its first seat drawn, if that is still to come: a
// decision from elsewhere may come before anybody has pressed «play».
func (m Model) begun(s session) (match.Match, error) {
	if s.first == played {
		return s.match, nil
	}
	mt, err := m.drawFirst(s, s.first)
	if err != nil {
		return mt, err
	}
	return m.answer(s, mt)
}

// by is who says a decision: the table, where chance is on turn.
func by(mt match.Match) string {
	if mt.State().Turn() == games.Chance {
		return match.Table
	}
	return ""
}

// moveOn commits the match as it goes on, or says which rule forbids it.
func (m Model) moveOn(s session, mt match.Match, err error, reply int) (Model, []Effect) {
	if err != nil {
		return m.refuse(reply, s.match.Rules().Name(), err, s.match.Names())
	}
	next := m.toMatch()
	keep := Keep{Match: s.id, First: s.match.Seq() + 1, Lines: mt.Since(s.match.Seq())}
	rolls := rolled(s.match, mt)
	s.match = mt
	next = next.with(s)
	next, effects := next.animate(rolls)
	return m.commitFor(reply, next, keep, effects...)
}

// refuse says why a decision can't be: to whom it came from, or on the panel.
func (m Model) refuse(reply int, game string, err error, names []string) (Model, []Effect) {
	text := m.why(game, err, names)
	if reply != 0 {
		return m, []Effect{Reply{Reply: reply, Seq: m.seq(), Refusal: text}}
	}
	return m.show(sayPage(m.word("play.illegal"), text)), nil
}

// toMatch is the model with the page of its match in sight, the cursor on top.
func (m Model) toMatch() Model {
	if m.front() == frontTable {
		return m.only(playPage())
	}
	for len(m.stack) > 1 && m.page().page.front == frontNone {
		m = m.pop()
	}
	return m.moved(0)
}

// rolled reports whether the device rolled something that lies in sight now.
func rolled(before, after match.Match) bool {
	v := after.State().View(games.Nobody)
	if v.H != 1 || len(v.Cells) == 0 || v.Cells[0].Mark&(games.MarkAlarm|games.MarkCount) != 0 {
		return false
	}
	for f := range after.Line() {
		if f.Seq > before.Seq() && f.Kind == match.Decided && f.Luck == match.Device {
			return true
		}
	}
	return false
}

// animate begins the rolling pictures, or an alarm's flashing.
func (m Model) animate(rolls bool) (Model, []Effect) {
	if !rolls {
		return m.flashing()
	}
	m.rolling = 1
	m, after := m.after(tagRoll, rollEvery)
	return m, []Effect{after}
}

// decided takes a decision from elsewhere than the keys. What it saw must be
// what is: an older After changes nothing.
func (m Model) decided(w Decided) (Model, []Effect) {
	switch {
	case m.Match().IsZero():
		return m, []Effect{Reply{Reply: w.Reply, Refusal: m.word("decide.nomatch")}}
	case w.After != m.seq():
		return m, []Effect{Reply{Reply: w.Reply, Seq: m.seq(), Stale: true, Refusal: m.word("decide.stale")}}
	case m.lost != nil:
		return m, []Effect{Reply{Reply: w.Reply, Seq: m.seq(), Refusal: m.word("disk.refused")}}
	}
	m, effects := m.wake()
	m, more := m.decideOrRoll(w)
	return m, append(effects, more...)
}

// decideOrRoll decides in the match on the panel; a cup shows its roll.
func (m Model) decideOrRoll(w Decided) (Model, []Effect) {
	if cup, ok := strings.CutPrefix(w.Says, "roll "); ok && m.front() == frontCups {
		return m.rollCup(w.Reply, cup)
	}
	return m.decide(w.Says, w.Reply)
}

// lamps is what the matrix shows: the page's own, else the match's, else whose turn it is.
func (m Model) lamps(own Lamps) Lamps {
	mt := m.Match()
	l := own
	if !mt.IsZero() {
		if l == (Lamps{}) && mt.State().Turn() != games.Nobody {
			var v View
			v.board(mt.State().View(games.Nobody))
			l = v.Lamps
		}
		if seat := mt.State().Turn(); seat > 0 && len(mt.Names()) > 1 {
			l.Seat, l.Seats = uint8(seat), uint8(len(mt.Names()))
		}
	}
	if m.count.of > 0 {
		l.Count, l.Of = m.count.left(m.now)
		if m.count.rings(m.now) {
			l.Alarm = glyphBell
		}
	}
	l.Blink = m.flash
	return l
}

// alarmed reports whether something flashes on the matrix.
func (m Model) alarmed() bool {
	return m.light != Off && m.lamps(Lamps{}).Alarm != ""
}
