package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// View is the same for every seat: nobody knows where Мазай is, and everything
// else lies open. Its cells are the field; where a boat floats its owner's, with
// the mark on what is asked for or on the last path. Only as a turn begins with Мазай uncovered
// is he shown alone. Its lines are what must be seen to, the path step by step,
// the boat, what lies open beside the field, all seats, and the rule that holds now.
func (f flood) View(games.Seat) games.View {
	v := games.View{Title: f.title(), Prompt: f.asks()}
	v.Lines = append(f.notices(), f.pathLines()...)
	v.Lines = append(v.Lines, f.countLines()...)
	if f.stage != boating || f.table.byHand {
		v.Lines = append(v.Lines, f.hareLines()...)
	}
	v.Rule = games.Say(f.howKey())
	if f.alarmed() {
		v.W, v.H = 1, 1
		v.Cells = []games.Cell{{Glyph: "mazai", Seat: games.Nobody, Mark: games.MarkAlarm}}
		return v
	}
	v.W, v.H = f.table.size(), f.table.size()
	v.Cells = make([]games.Cell, 0, v.W*v.H)
	for p := range spot(allSpots) {
		if f.table.holds(p) {
			v.Cells = append(v.Cells, f.cell(p))
		}
	}
	return v
}

// alarmed reports whether Мазай has just been uncovered, until the boat moves.
func (f *flood) alarmed() bool {
	return f.news && f.deck.where != inPile && !f.sailing() && !f.unloaded
}

func (f *flood) title() games.Text {
	if f.unplaced() > 0 {
		return games.Say("title.layout")
	}
	return games.Say("title.circle", strconv.Itoa(f.round), strconv.Itoa(f.circle()))
}

// floodAsks are the prompts of stages that need no other words.
var floodAsks = [...]string{
	boating: "ask.boat", meeting: "ask.window", pulling: "ask.pull", spinning: "ask.spin",
	adding: "ask.add", laying: "ask.spread", over: "ask.over",
}

func (f *flood) asks() games.Text {
	switch f.stage {
	case naming, asking:
		return f.asksCard()
	case drawing:
		if at := f.nextDue(); at >= allSpots {
			return games.Say("ask.hare.row", strconv.Itoa(at-allSpots+1))
		}
		return games.Say("ask.hare", spot(f.nextDue()).String())
	case replacing:
		return f.asksPlace()
	case moving:
		return f.asksMove()
	}
	return games.Say(floodAsks[f.stage])
}

func (f *flood) asksCard() games.Text {
	at, _ := f.unlaid()
	switch {
	case f.stage == asking:
		return games.Say("ask.mazai")
	case f.layingOut() && at != nowhere:
		return games.Say("ask.card", at.String())
	case f.layingOut():
		return games.Say("ask.card.open")
	case f.news && f.table.byHand && f.table.seats > 2 && f.deck.where == inPile:
		return games.Say("ask.card.shuffled")
	}
	return games.Say("ask.card.top")
}

func (f *flood) asksPlace() games.Text {
	if f.choosy() {
		return games.Say("ask.place.any")
	}
	return games.Say("ask.place", word(f.open[0].card))
}

func (f *flood) asksMove() games.Text {
	switch {
	case f.sailing():
		return games.Say("ask.second")
	case f.news && f.deck.where != inPile:
		return games.Say("ask.news." + whereNames[f.deck.where])
	}
	return games.Say("ask.sail")
}

// word is the argument that stands for a card.
func word(c card) string {
	if c.kind == unnamed {
		return "?"
	}
	return "#word." + c.kind.String()
}

// notices are what the table must see to.
func (f *flood) notices() []games.Text {
	var all []games.Text
	switch {
	case f.stage == over:
	case f.stage == adding || f.stage == laying:
		all = append(all, games.Say("line.add.type"), games.Say("line.add.lay"))
	case f.layingOut() && f.bottom > 0:
		all = append(all, games.Count("line.bottom", int(f.bottom)))
	case f.stage == boating && !f.table.byHand:
		all = append(append(all, games.Say("line.layout")), f.hareLines()...)
	case f.deck.where == inRow:
		all = append(all, games.Say("line.adds", name(f.seat())))
	case f.deck.where == secondRow:
		all = append(all, games.Say("line.adds", name(f.next())))
	case f.deck.where == aside:
		all = append(all, games.Count("line.last", f.left()))
	}
	if f.pool() == (tally{}) {
		all = append(all, games.Say("line.pool.empty"))
	}
	if f.news && f.written() && (f.deck.where == inRow || f.deck.where == secondRow) {
		all = append(all, games.Say("line.written"))
	}
	return all
}

// pathLines tell the last path step by step, and why it ended.
func (f *flood) pathLines() []games.Text {
	var all []games.Text
	for i, s := range f.path.all() {
		if i == 0 {
			all = append(all, games.Say("line.path", name(int(f.path.by)), s.at.String()))
			continue
		}
		all = append(all, games.Say("line.path."+howKeys[s.how], f.path.steps[i-1].at.String(), s.at.String()))
	}
	return all
}

// howKeys end the keys of a path's lines.
var howKeys = [...]string{
	ahead: "forward", turnedLeft: "left", turnedRight: "right", slantedLeft: "diagonal", slantedRight: "diagonal",
	drifted: "drift", sucked: "funnel", atLog: "log", atShore: "shore", atThicket: "thicket",
}

// countLines are the boat, the row, the pile, the seats and what was lost.
func (f *flood) countLines() []games.Text {
	var all []games.Text
	if f.unplaced() == 0 && f.stage != over {
		all = append(all, f.boatLine())
	}
	for i := range f.deck.row {
		s := f.open[i]
		key := "line.open"
		if s.worth > 0 {
			key = "line.open.hare"
		}
		all = append(all, games.Say(key, strconv.Itoa(int(i)+1), word(s.card), strconv.Itoa(int(s.worth))))
	}
	all = append(all,
		games.Say("line.pile", strconv.Itoa(int(f.deck.pile)), strconv.Itoa(f.discard())),
		games.Say("line.top", word(f.top)))
	return append(all, f.seatLines()...)
}

// hareLines tell row by row which hares lie on the field: "1: a 3, c 1 2".
func (f *flood) hareLines() []games.Text {
	var all []games.Text
	for row := range spot(f.table.size()) {
		var said []string
		for column := range spot(f.table.size()) {
			if t := &f.lying[row*across+column]; *t != (tally{}) {
				said = append(said, string(rune('a'+column))+" "+t.spelt())
			}
		}
		if said != nil {
			all = append(all, games.Say("line.hares.row", strconv.Itoa(int(row)+1), strings.Join(said, ", ")))
		}
	}
	return all
}

// howKey names the rule of the present stage.
func (f *flood) howKey() string {
	switch {
	case f.stage == over:
		return ""
	case f.stage == moving && f.sailing():
		return "how.second"
	case f.stage == replacing && f.choosy():
		return "how.place.any"
	case f.stage == meeting:
		return f.howWindow()
	case f.stage == asking:
		return f.howMazai()
	case f.stage == naming && !f.layingOut():
		return "how.top"
	}
	return "how." + stageNames[f.stage]
}

// howWindow names the rule of what a window offers: stealing with adv4, passing
// two against two.
func (f *flood) howWindow() string {
	switch {
	case f.table.adv[4] && f.table.teams:
		return "how.window.both"
	case f.table.adv[4]:
		return "how.window.steal"
	case f.table.teams:
		return "how.window.share"
	}
	return "how.window"
}

// cell is one card of the field.
func (f *flood) cell(p spot) games.Cell {
	c := games.Cell{Name: p.String(), Seat: games.Nobody}
	if f.pointedAt(p) {
		c.Mark = games.MarkLast
	}
	if k := f.owner(p); k > 0 {
		c.Seat, c.Glyph = games.Seat(k), "boat-"+f.boats[k].nose.String()
		return c
	}
	c.Glyph = pictures[f.field[p].kind][f.field[p].way]
	if f.lying[p] != (tally{}) {
		c.Glyph += "-hare"
	}
	return c
}

// pointedAt reports whether the table should look at p: a card or hare is to be
// named there, a card that was laid acts there, or the last path led over it.
func (f *flood) pointedAt(p spot) bool {
	switch at, _ := f.unlaid(); {
	case f.stage == naming && f.layingOut():
		return p == at
	case f.stage == drawing:
		return int(p) == f.nextDue()
	case f.fresh != nowhere:
		return p == f.fresh
	}
	return f.path.touches(p)
}

// owner returns the seat whose boat is shown at p: of several that on turn.
func (f *flood) owner(p spot) int {
	if f.mine().at == p {
		return f.seat()
	}
	for k := 1; k <= f.table.seats; k++ {
		if f.boats[k].at == p {
			return k
		}
	}
	return 0
}

// pictures name the glyph of a card, of a current with its direction.
var pictures = namePictures()

func namePictures() (names [squares + 1][ways]string) {
	for q := range squares {
		for w := range ways {
			names[q][w] = q.String()
			if q.current() {
				names[q][w] = "current-" + w.String()
			}
		}
	}
	return names
}
