package mazaitsy

import (
	"strconv"

	"tabletop/games"
)

// View is the same for every seat: nobody knows where Мазай is. Its lines are
// what has just happened and must be seen to, the boat of the seat on turn, the
// deck, then all seats, of whom it shows with tokens=hidden only what is in the boats. Its one cell is Мазай when he has been uncovered, or how
// many turns the last circle has left.
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

// matrixCell returns what the matrix must show.
func (s *state) matrixCell() (glyph string, mark uint8) {
	switch {
	case s.news && s.deck.mazai != inPile:
		return "mazai", games.MarkAlarm
	case s.deck.mazai == aside && s.stage != over:
		return strconv.Itoa(s.turnsLeft()), games.MarkCount
	}
	return "", 0
}

// prompts say what must happen now, in each stage.
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

// howKey names the rule of the present stage.
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

// howReplace names the rule of the cards that may be laid.
func (s *state) howReplace() string {
	if s.table.adv[2] && !s.unloaded {
		return "how.replace.any"
	}
	return "how.replace.off"
}

// howMazai names how it is found out whether Мазай lies on top.
func (s *state) howMazai() string {
	if s.table.realMazai {
		return "how.mazai.real"
	}
	return "how.mazai"
}

// newsKey names what has just happened.
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

// whoHides says who hides Мазай: the device, or the table with its real card.
func (s *state) whoHides() string {
	if s.table.realMazai {
		return "real"
	}
	return "device"
}

// reminders are what the table must see to, the most urgent first.
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

// teamLines say who plays with whom, where two do.
func (s *state) teamLines() []games.Text {
	if !s.table.teams {
		return nil
	}
	return []games.Text{games.Say("line.teams", seatName(1), seatName(3), seatName(2), seatName(4))}
}

// mazaiLines say who adds hares, or how long the last circle is.
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

// countLines are the boat of the seat on turn, the deck, the seats and what was lost.
func (s *state) countLines() []games.Text {
	var all []games.Text
	if s.stage == moving {
		all = append(all, s.boatLine())
	}
	all = append(all,
		games.Say("line.pile", strconv.Itoa(int(s.deck.pile)), strconv.Itoa(s.discarded())),
		games.Count("line.row", int(s.deck.row)))
	return append(all, s.seatLines()...)
}

// seatLines are the points of all seats, and what the water took.
func (s *state) seatLines() []games.Text {
	var all []games.Text
	for k := 1; k <= s.table.seats; k++ {
		c := s.shown(k)
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

// load returns how full seat k's boat is, and how full it can be: in hares, or with
// adv3 in points.
func (s *state) load(k int) (used, most int) {
	boat := &s.hares.of[k].boat
	if s.table.adv[3] {
		return boat.points(), mostPoints
	}
	return boat.count(), mostAboard
}

// boatLine is what lies in the boat of the seat on turn, and how much fits.
func (s *state) boatLine() games.Text {
	boat := &s.hares.of[s.seat()].boat
	used, most := s.load(s.seat())
	if boat.count() == 0 {
		return games.Say("line.boat.empty", strconv.Itoa(most))
	}
	return games.Say("line.boat", boat.list(), strconv.Itoa(used), strconv.Itoa(most))
}
