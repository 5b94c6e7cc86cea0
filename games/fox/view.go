package fox

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// prompts holds the key of the prompt for each stage.
var prompts = [...]string{
	turningUp: "ask.decree", leading: "ask.lead", following: "ask.follow", asking: "ask.exchange", tricking: "ask.trick", scoring: "ask.round", over: "ask.over",
}

// View returns the same view for every seat, because it doesn't show the hands. During a round it
// shows the current trick, the decree and the number of tricks each seat has won; if the table
// enters no cards, it shows only that number. After a round it shows the result and the findings
// of the audit. The cells show the trump suit and the suit of the card led. After a round with a
// finding, the only cell shows the suit of the first card that broke a rule, with MarkAlarm.
func (s state) View(games.Seat) games.View {
	v := games.View{Title: s.title(), Prompt: s.stagePrompt(), Rule: s.rule()}
	switch {
	case s.between():
		found := s.proven()
		v.Prompt, v.Cells = s.betweenPrompt(found), alarm(found)
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

// won returns the tricks and Treasures that each seat has won in the present round.
func (s *state) won() result {
	if s.mode == entersTricks {
		return s.tally.won
	}
	return s.round.result()
}

// stagePrompt returns the prompt of the stage. With mode=tricks it has the number of the trick.
func (s *state) stagePrompt() games.Text {
	if s.stage() == tricking {
		return games.Count(s.promptKey(), s.tally.count()+1)
	}
	return games.Say(s.promptKey())
}

// promptKey returns the key of the prompt. After a Monarch or a Witch was led, it is the key of a
// prompt that reminds the players of the card's power.
func (s *state) promptKey() string {
	switch s.led() {
	case monarch:
		return "ask.monarch"
	case witch:
		return "ask.witch"
	}
	return prompts[s.stage()]
}

// led returns the rank of the card that must be answered, or 0 if there is none.
func (s *state) led() int {
	if s.stage() != following {
		return 0
	}
	return s.round.plays[s.round.n-1].card.rank()
}

// betweenPrompt returns the prompt between two rounds. It shows the points of the last round, and
// asks for the next decree or result. If a rule was broken, it names the trick.
func (s *state) betweenPrompt(found []finding) games.Text {
	if !s.last.played() || s.over() || s.mode == entersTricks {
		return s.stagePrompt()
	}
	points := [seats]string{}
	for k := range seat(seats) {
		points[k] = strconv.Itoa(int(s.last.points(k)))
	}
	if len(found) > 0 {
		return games.Count("ask.decree.broken", found[0].trick, points[:]...)
	}
	return games.Say(s.promptKey()+".next", seat(0).name(), points[0], seat(1).name(), points[1])
}

// alarm returns a cell with the suit of the first card in found, marked with MarkAlarm. It
// returns nil if nothing is found.
func alarm(found []finding) []games.Cell {
	if len(found) == 0 {
		return nil
	}
	c := cell(found[0].answer)
	c.Mark = games.MarkAlarm
	return []games.Cell{c}
}

// rule returns the text of the rule for the stage. A prompt "ask.…" has the rule "phase.…". A
// Swan that was led has a rule of its own.
func (s *state) rule() games.Text {
	switch {
	case s.over():
		return games.Text{}
	case s.led() == swan:
		return games.Say("phase.swan")
	}
	return games.Say("phase" + strings.TrimPrefix(s.promptKey(), "ask"))
}

func digits(of []uint8) []string {
	all := make([]string, len(of))
	for i, n := range of {
		all[i] = strconv.Itoa(int(n))
	}
	return all
}

// proven returns the findings of the audit about the last round. It returns nil unless the cards
// of the round were entered.
func (s *state) proven() []finding {
	if s.round.upturned == noCard {
		return nil
	}
	return s.round.audit()
}

// lastRound returns lines with the findings about the last round and its result.
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

// findings returns a line for each finding or, if there is none, a line that says so.
func (s *state) findings(found []finding) []games.Text {
	if s.round.upturned == noCard {
		return nil
	}
	var all []games.Text
	for _, f := range found {
		key := "line.revoke"
		if f.answer.suit() == f.proof.suit() {
			key = "line.monarch"
		}
		all = append(all, games.Count(key, f.trick, f.seat.name(), f.answer.name(), f.proof.name()))
	}
	if len(all) == 0 {
		all = append(all, games.Say("line.clean"))
	}
	return all
}

// dealer returns the line that names the dealer of the next round. It returns nil if the game is
// over.
func (s *state) dealer() []games.Text {
	if s.over() {
		return nil
	}
	return []games.Text{games.Say("line.deals", s.first.other().name())}
}

// lines returns the lines of the view during a round: the cards of the current trick or the
// powers that decided the last one, the action for a Woodcutter, and the decree.
func (r *round) lines() []games.Text {
	var all []games.Text
	current := r.current()
	for i, key := range []string{"line.led", "line.answer"}[:len(current)] {
		all = append(all, games.Say(key, current[i].name()))
	}
	all = append(all, r.powers()...)
	if r.woodcutterPlayed() {
		all = append(all, r.woodcutter())
	}
	return append(all, games.Say("line.decree", "#word."+r.decree.suit().String(), strconv.Itoa(r.decree.rank())))
}

// powers returns lines about the effect of a Witch or a Swan in the trick that the last card
// completed.
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

// current returns the cards of the present trick. While the player of a Fox chooses, its trick is
// the present one.
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

// cell returns a cell for a card: the suit as the glyph, and the rank in the corner.
func cell(c card) games.Cell {
	return games.Cell{Glyph: c.suit().String(), Seat: games.Nobody, Tag: strconv.Itoa(c.rank())}
}
