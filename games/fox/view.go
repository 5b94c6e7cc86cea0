package fox

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// prompts say what must happen now, in each stage.
var prompts = [...]string{
	turningUp: "ask.decree", leading: "ask.lead", following: "ask.follow", asking: "ask.exchange", tricking: "ask.trick", scoring: "ask.round", over: "ask.over",
}

// View is the same for every seat: hands are the players' own. During a round it
// is the current trick, the decree and how many tricks each has won, without cards
// that number alone. After it, it is what the round came to and what its cards prove,
// with cards in the prompt too until the next decree is entered. Its cells are the suits
// of trump and of the card that was led, or, as an alarm, of the first card that broke a
// rule.
func (s state) View(games.Seat) games.View {
	v := games.View{Title: s.title(), Prompt: s.ask(), Rule: s.rule()}
	switch {
	case s.between():
		found := s.proven()
		v.Prompt, v.Cells = s.asks(found), alarm(found)
		v.Lines = append(s.lastRound(found), s.dealer()...)
	case s.mode == entersCards:
		v.Lines = s.round.lines()
		v.Cells = s.round.cells()
	}
	v.Strip = s.strip()
	if len(v.Cells) > 0 {
		v.W, v.H = len(v.Cells), 1
	}
	if !s.over() {
		v.Seats = games.InTurn(seats, s.Turn())
	}
	for k := range seat(seats) {
		v.Lines = append(v.Lines, games.Count("line.score", int(s.total[k]), k.name()))
	}
	return v
}

func (s *state) title() games.Text {
	if s.over() {
		return games.Count("title.over", s.number-1)
	}
	if s.between() {
		return games.Count("title.round", s.number)
	}
	won := s.won()
	return games.Count("title.trick", s.number, digits(won.tricks[:])...)
}

// won is what both have won of the round that is being played.
func (s *state) won() result {
	if s.mode == entersTricks {
		return s.tally.won
	}
	return s.round.result()
}

// ask asks for what the stage awaits, with the number of a trick that is entered whole.
func (s *state) ask() games.Text {
	if s.stage() == tricking {
		return games.Count(s.prompt(), s.tally.count()+1)
	}
	return games.Say(s.prompt())
}

// prompt says a Monarch or Witch that was led instead, for what they ask for is easily
// forgotten.
func (s *state) prompt() string {
	switch s.led() {
	case monarch:
		return "ask.monarch"
	case witch:
		return "ask.witch"
	}
	return prompts[s.stage()]
}

// led returns the rank of the card that is to be answered, or 0.
func (s *state) led() int {
	if s.stage() != following {
		return 0
	}
	return s.round.plays[s.round.n-1].card.rank()
}

// asks asks between two rounds for the next decree, or result; before that it says
// what the last round came to, and that a rule was broken in it.
func (s *state) asks(found []finding) games.Text {
	if !s.last.played() || s.over() || s.mode == entersTricks {
		return s.ask()
	}
	points := [seats]string{}
	for k := range seat(seats) {
		points[k] = strconv.Itoa(int(s.last.points(k)))
	}
	if len(found) > 0 {
		return games.Count("ask.decree.broken", found[0].trick, points[:]...)
	}
	return games.Say(s.prompt()+".next", seat(0).name(), points[0], seat(1).name(), points[1])
}

// alarm shows the suit of the first card that broke a rule.
func alarm(found []finding) []games.Cell {
	if len(found) == 0 {
		return nil
	}
	c := cell(found[0].suspect)
	c.Mark = games.MarkAlarm
	return []games.Cell{c}
}

// rule is what holds at the stage: its key is that of the prompt, but a Swan has one too.
func (s *state) rule() games.Text {
	switch {
	case s.over():
		return games.Text{}
	case s.led() == swan:
		return games.Say("phase.swan")
	}
	return games.Say("phase" + strings.TrimPrefix(s.prompt(), "ask"))
}

func digits(of []uint8) []string {
	all := make([]string, len(of))
	for i, n := range of {
		all[i] = strconv.Itoa(int(n))
	}
	return all
}

// proven is what the cards of the round before prove, if they were entered.
func (s *state) proven() []finding {
	if s.round.upturned == noCard {
		return nil
	}
	return s.round.audit()
}

// lastRound is the result of the round before, and what was found about it.
func (s *state) lastRound(found []finding) []games.Text {
	if !s.last.played() {
		return nil
	}
	all := s.findings(found)
	for k := range seat(seats) {
		treasures, points := strconv.Itoa(int(s.last.treasures[k])), strconv.Itoa(int(s.last.points(k)))
		all = append(all, games.Count("line.result", int(s.last.tricks[k]), k.name(), treasures, "#honour."+s.last.honour(k), points))
	}
	return all
}

// findings name who is proven to have broken a rule, or say that nobody is.
func (s *state) findings(found []finding) []games.Text {
	if s.round.upturned == noCard {
		return nil
	}
	var all []games.Text
	for _, f := range found {
		key := "line.revoke"
		if f.suspect.suit() == f.proof.suit() {
			key = "line.monarch"
		}
		all = append(all, games.Count(key, f.trick, f.seat.name(), f.suspect.name(), f.proof.name()))
	}
	if len(all) == 0 {
		all = append(all, games.Say("line.clean"))
	}
	return all
}

// dealer says who deals the next round.
func (s *state) dealer() []games.Text {
	if s.over() {
		return nil
	}
	return []games.Text{games.Say("line.deals", s.first.other().name())}
}

// lines are the current trick or what decided the last one, what a Woodcutter must do
// now, and the decree.
func (r *round) lines() []games.Text {
	var all []games.Text
	current := r.current()
	for i, key := range []string{"line.led", "line.answer"}[:len(current)] {
		all = append(all, games.Say(key, current[i].name()))
	}
	all = append(all, r.powers()...)
	if r.felled() {
		all = append(all, r.woodcutter())
	}
	return append(all, games.Say("line.decree", "#word."+r.decree.suit().String(), strconv.Itoa(r.decree.rank())))
}

// powers say what a Witch or Swan did in the trick that was just won.
func (r *round) powers() []games.Text {
	var all []games.Text
	t, ok := r.justWon()
	if !ok {
		return nil
	}
	if key := t.witch(); key != "" {
		all = append(all, games.Say("line."+key))
	}
	if t.swan() && r.lead == t.next() {
		all = append(all, games.Say("line.swan", t.next().name()))
	}
	return all
}

// current returns the cards of the trick that is being played.
func (r *round) current() []card {
	from := r.n - r.n%seats
	if r.asks && r.n%seats == 0 {
		from = r.n - seats
	}
	var all []card
	for _, p := range r.plays[from:r.n] {
		all = append(all, p.card)
	}
	return all
}

func (r *round) cells() []games.Cell {
	cells := []games.Cell{cell(r.decree)}
	if current := r.current(); len(current) > 0 {
		cells = append(cells, cell(current[0]))
	}
	return cells
}

// cell shows a card: its suit, and its rank in the corner.
func cell(c card) games.Cell {
	return games.Cell{Glyph: c.suit().String(), Seat: games.Nobody, Tag: strconv.Itoa(c.rank())}
}
