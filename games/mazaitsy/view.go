package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// View returns the view, which is the same for every seat, because nobody knows the place of
// Мазай. The lines are the reminders, the boat of the seat on turn, the deck, and all seats. With
// tokens=hidden they show only the hares in the boats. The only cell shows Мазай when he has been
// uncovered, or the number of turns left in the last circle.
func (s state) View(games.Seat) games.View {
	v := games.View{
		Title:  games.Say("title.circle", strconv.Itoa(s.round), strconv.Itoa(s.circle())),
		Prompt: games.Say(s.prompt()),
		Rule:   games.Say(s.howKey()),
	}
	if s.stage != over {
		v.Seats = games.InTurn(s.table.seats, games.Seat(s.seat()))
	}
	v.Lines = append(s.reminders(), s.countLines()...)
	v.Strip = s.strip()
	if glyph, mark := s.matrixCell(); glyph != "" {
		v.W, v.H = 1, 1
		v.Cells = []games.Cell{{Glyph: glyph, Seat: games.Nobody, Mark: mark}}
	}
	return v
}

// matrixCell returns the glyph and the mark of the only cell, for the lamp matrix.
func (s *state) matrixCell() (glyph string, mark uint8) {
	switch {
	case s.news && s.deck.mazai != inPile:
		return "mazai", games.MarkAlarm
	case s.deck.mazai == aside && s.stage != over:
		return strconv.Itoa(s.turnsLeft()), games.MarkCount
	}
	return "", 0
}

// prompts contains the key of the prompt of each stage.
var prompts = [...]string{moving: "ask.move", replacing: "ask.replace", adding: "ask.add", asking: "ask.mazai", over: "ask.over"}

func (s *state) prompt() string {
	switch {
	case s.stage != moving:
		return prompts[s.stage]
	case s.unloaded:
		return "ask.unloaded"
	case s.news:
		return "ask.news." + s.newsKey()
	}
	return prompts[moving]
}

// howKey returns the key of the text that explains the present stage, or "".
func (s *state) howKey() string {
	switch s.stage {
	case over:
		return ""
	case moving:
		return "how.off"
	case replacing:
		return s.howReplace()
	case asking:
		return s.howMazai()
	}
	return "how." + stageNames[s.stage]
}

// howReplace returns the key of the text about the cards that the seat may lay.
func (s *state) howReplace() string {
	if s.table.adv[2] && !s.unloaded {
		return "how.replace.any"
	}
	return "how.replace.off"
}

// howMazai returns the key of the text about finding Мазай on top of the pile.
func (s *state) howMazai() string {
	if s.table.realMazai {
		return "how.mazai.real"
	}
	return "how.mazai"
}

// newsKey returns the ending of the keys of texts about the latest news.
func (s *state) newsKey() string {
	switch {
	case s.deck.mazai != inPile:
		return mazaiPlaceNames[s.deck.mazai]
	case s.round == 1:
		return "start"
	case s.table.seats == 2:
		return "under." + s.whoHides()
	}
	return "shuffle." + s.whoHides()
}

// whoHides returns the word in keys for the side that hides Мазай: the device, or the table with
// its real card.
func (s *state) whoHides() string {
	if s.table.realMazai {
		return "real"
	}
	return "device"
}

// reminders returns lines about the duties that the table still has, the most urgent first.
func (s *state) reminders() []games.Text {
	switch {
	case s.stage == over:
		return nil
	case s.stage == adding:
		return []games.Text{games.Count("line.add.outside", s.allUnsaved())}
	case s.news && s.newsKey() == "start":
		return s.teamLines()
	}
	return s.mazaiLines()
}

// teamLines returns a line that names the teams, or no line without teams.
func (s *state) teamLines() []games.Text {
	if !s.table.teams {
		return nil
	}
	return []games.Text{games.Say("line.teams", seatName(1), seatName(3), seatName(2), seatName(4))}
}

// mazaiLines returns a line that names the seat that adds hares, or the number of turns left in
// the last circle.
func (s *state) mazaiLines() []games.Text {
	var all []games.Text
	switch s.deck.mazai {
	case inRow:
		all = append(all, games.Say("line.adds", seatName(s.seat())))
	case secondInRow:
		all = append(all, games.Say("line.adds", seatName(s.next())))
	case aside:
		all = append(all, games.Count("line.last", s.turnsLeft()))
	}
	return all
}

// countLines returns lines about the boat of the seat on turn, the deck, the seats and the lost
// hares.
func (s *state) countLines() []games.Text {
	var all []games.Text
	if s.stage == moving {
		all = append(all, s.boatLine())
	}
	all = append(all, games.Say("line.pile", strconv.Itoa(int(s.deck.pile)), strconv.Itoa(s.discarded())))
	all = append(all, s.nearLine()...)
	all = append(all, games.Count("line.row", int(s.deck.row)))
	return append(all, s.seatLines()...)
}

// nearLine returns a line that states after how many cards Мазай may come up, or no line if he lies
// beside the pile.
func (s *state) nearLine() []games.Text {
	switch n := s.deck.beforeMazai(); {
	case s.deck.mazai != inPile || s.stage == over:
		return nil
	case n > 1:
		return []games.Text{games.Count("line.mazai", n)}
	}
	return []games.Text{games.Say("line.mazai.now")}
}

// seatLines returns lines about the points of all seats and the lost hares.
func (s *state) seatLines() []games.Text {
	var all []games.Text
	for k := 1; k <= s.table.seats; k++ {
		c := s.visibleHares(k)
		if s.hidesTokens() {
			all = append(all, games.Count("line.seat.hidden", c.boat.count(), seatName(k), strconv.Itoa(c.boat.points())))
			continue
		}
		all = append(all, games.Count("line.seat", int(c.score()), seatName(k), strconv.Itoa(c.boat.count()), strconv.Itoa(c.ashore.count())))
	}
	if s.hares.lost > 0 {
		all = append(all, games.Count("line.lost", int(s.hares.lost)))
	}
	return all
}

// load returns the load of seat k's boat and its limit, in hares or with adv3 in points.
func (s *state) load(k int) (used, most int) {
	boat := &s.hares.of[k].boat
	if s.table.adv[3] {
		return boat.points(), mostPoints
	}
	return boat.count(), mostAboard
}

// boatLine returns the line about the load of the boat on turn and its limit.
func (s *state) boatLine() games.Text {
	boat := &s.hares.of[s.seat()].boat
	used, most := s.load(s.seat())
	if boat.count() == 0 {
		return games.Say("line.boat.empty", strconv.Itoa(most))
	}
	return games.Say("line.boat", boat.list(), strconv.Itoa(used), strconv.Itoa(most))
}
