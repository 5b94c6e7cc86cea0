package mazaitsy

import (
	"strconv"
	"strings"

	"tabletop/games"
)

// View returns the view, which is the same for every seat: nobody knows the place of Мазай, and
// everything else is open. The cells are the field. A cell with a boat belongs to the seat of the
// boat. The mark is on the cell that a question is about, or on the last path. The lines are the
// reminders, the path step by step, the boat, the open cards beside the field, and all seats.
func (f fieldState) View(games.Seat) games.View {
	v := games.View{Title: f.title(), Prompt: f.promptText()}
	v.Lines = append(f.reminders(), f.pathLines()...)
	v.Lines = append(v.Lines, f.countLines()...)
	v.Lines = append(v.Lines, f.hareLines()...)
	v.Rule = games.Say(f.howKey())
	if f.boatToPlace() == 0 {
		v.Strip = f.strip()
		if f.stage != over {
			v.Seats = games.InTurn(f.table.seats, games.Seat(f.seat()))
		}
	}
	v.W, v.H = f.table.size(), f.table.size()
	v.Cells = make([]games.Cell, 0, v.W*v.H)
	for p := range cell(allCells) {
		if f.table.holds(p) {
			v.Cells = append(v.Cells, f.viewCell(p))
		}
	}
	return v
}

func (f *fieldState) title() games.Text {
	if f.boatToPlace() > 0 {
		return games.Say("title.layout")
	}
	return games.Say("title.circle", strconv.Itoa(f.round), strconv.Itoa(f.circle()))
}

// fieldPrompts contains the keys of the prompts without arguments, by stage.
var fieldPrompts = [...]string{
	placingBoat: "ask.boat", taking: "ask.window", pulling: "ask.pull", spinning: "ask.spin",
	adding: "ask.add", laying: "ask.spread", over: "ask.over",
}

func (f *fieldState) promptText() games.Text {
	switch f.stage {
	case naming, asking:
		return f.cardPrompt()
	case drawing:
		if at := f.dueCard(); at >= allCells {
			return games.Say("ask.hare.row", strconv.Itoa(at-allCells+1))
		}
		return games.Say("ask.hare", cell(f.dueCard()).String())
	case replacing:
		return f.placePrompt()
	case moving:
		return f.movePrompt()
	}
	return games.Say(fieldPrompts[f.stage])
}

func (f *fieldState) cardPrompt() games.Text {
	at, _ := f.nextPlace()
	switch {
	case f.stage == asking:
		return games.Say("ask.mazai")
	case f.layingOut() && at != nowhere:
		return games.Say("ask.card", at.String())
	case f.layingOut():
		return games.Say("ask.card.open")
	case f.news && !f.newsShown && f.table.seats > 2 && f.deck.mazai == inPile && f.round > 1:
		return games.Say("ask.card.shuffled")
	}
	return games.Say("ask.card.top")
}

func (f *fieldState) placePrompt() games.Text {
	if f.mayChooseCard() {
		return games.Say("ask.place.any")
	}
	return games.Say("ask.place", cardWord(f.row[0].card))
}

func (f *fieldState) movePrompt() games.Text {
	switch {
	case f.hasActed():
		return games.Say("ask.second")
	case f.news && f.deck.mazai != inPile:
		return games.Say("ask.news." + mazaiPlaceNames[f.deck.mazai])
	}
	return games.Say("ask.sail")
}

// cardWord returns the word for a card, as an argument of a text, or "?" for an unseen card.
func cardWord(c card) string {
	if c.kind == unseenType {
		return "?"
	}
	return "#word." + c.kind.String()
}

// reminders returns lines about the duties that the table still has.
func (f *fieldState) reminders() []games.Text {
	var all []games.Text
	switch {
	case f.stage == over:
	case f.stage == adding || f.stage == laying:
		all = append(all, games.Say("line.add.type"), games.Say("line.add.lay"))
	case f.layingOut() && f.bottomThickets > 0:
		all = append(all, games.Count("line.bottom", int(f.bottomThickets)))
	case f.boatToPlace() > 0:
		all = f.teamLines()
	default:
		all = f.mazaiLines()
	}
	if f.pool() == (tally{}) {
		all = append(all, games.Say("line.pool.empty"))
	}
	return all
}

// pathLines returns lines about the last path, one for each step.
func (f *fieldState) pathLines() []games.Text {
	var all []games.Text
	for i, s := range f.path.all() {
		if i == 0 {
			all = append(all, games.Say("line.path", seatName(int(f.path.by)), s.at.String()))
			continue
		}
		all = append(all, games.Say("line.path."+stepKeys[s.kind], f.path.steps[i-1].at.String(), s.at.String()))
	}
	return all
}

// stepKeys contains the endings of the keys of lines about steps of a path.
var stepKeys = [...]string{
	stepForward: "forward", stepLeft: "left", stepRight: "right", stepDiagonalLeft: "diagonal", stepDiagonalRight: "diagonal",
	stepDrift: "drift", stepFunnel: "funnel", stepLog: "log", stepShore: "shore", stepThicket: "thicket",
}

// countLines returns lines about the boat, the row, the pile, the seats and the lost hares.
func (f *fieldState) countLines() []games.Text {
	var all []games.Text
	if f.boatToPlace() == 0 && f.stage != over {
		all = append(all, f.boatLine())
	}
	for i := range f.deck.row {
		s := f.row[i]
		key := "line.open"
		if s.worth > 0 {
			key = "line.open.hare"
		}
		all = append(all, games.Say(key, strconv.Itoa(int(i)+1), cardWord(s.card), strconv.Itoa(int(s.worth))))
	}
	all = append(all,
		games.Say("line.pile", strconv.Itoa(int(f.deck.pile)), strconv.Itoa(f.discarded())),
		games.Say("line.top", cardWord(f.top)))
	if !f.layingOut() {
		all = append(all, f.nearLine()...)
	}
	return append(all, f.seatLines()...)
}

// hareLines returns a line for each row of the field with hares: "1: a 3, c 1 2".
func (f *fieldState) hareLines() []games.Text {
	var all []games.Text
	for row := range cell(f.table.size()) {
		var words []string
		for column := range cell(f.table.size()) {
			if t := &f.fieldHares[row*rowLength+column]; *t != (tally{}) {
				words = append(words, string(rune('a'+column))+" "+t.list())
			}
		}
		if words != nil {
			all = append(all, games.Say("line.hares.row", strconv.Itoa(int(row)+1), strings.Join(words, ", ")))
		}
	}
	return all
}

// howKey returns the key of the text that explains the present stage, or "".
func (f *fieldState) howKey() string {
	switch {
	case f.stage == over:
		return ""
	case f.stage == moving && f.hasActed():
		return "how.second"
	case f.stage == replacing && f.mayChooseCard():
		return "how.place.any"
	case f.stage == taking:
		return f.howWindow()
	case f.stage == asking:
		return f.howMazai()
	case f.stage == naming && !f.layingOut():
		return "how.top"
	}
	return "how." + stageNames[f.stage]
}

// howWindow returns the key of the text that explains the window. The text mentions stealing with
// adv4, and passing hares between partners if there are teams.
func (f *fieldState) howWindow() string {
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

// viewCell returns the cell of the view for the card at p.
func (f *fieldState) viewCell(p cell) games.Cell {
	c := games.Cell{Name: p.String(), Seat: games.Nobody, Tag: f.fieldHares[p].tag()}
	if f.highlighted(p) {
		c.Mark = games.MarkLast
	}
	if k := f.boatOwner(p); k > 0 {
		c.Seat, c.Glyph = games.Seat(k), "boat-"+f.boats[k].nose.String()
		return c
	}
	c.Glyph = cardPictures[f.field[p].kind][f.field[p].direction]
	if c.Tag != "" {
		c.Glyph += "-hare"
	}
	return c
}

// highlighted reports whether p is marked, because a card or hare is asked for there, a card just
// laid there acts, or the last path led over it.
func (f *fieldState) highlighted(p cell) bool {
	switch at, _ := f.nextPlace(); {
	case f.stage == naming && f.layingOut():
		return p == at
	case f.stage == drawing:
		return int(p) == f.dueCard()
	case f.laidAt != nowhere:
		return p == f.laidAt
	}
	return f.path.touches(p)
}

// boatOwner returns the seat whose boat the view shows at p, or 0 if no boat is there. Among
// several boats the view prefers the boat on turn, and then the lowest seat.
func (f *fieldState) boatOwner(p cell) int {
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

// cardPictures contains the name of the glyph of each type of card, by direction.
var cardPictures = nameCardPictures()

func nameCardPictures() (names [cardTypes + 1][directions]string) {
	for q := range cardTypes {
		for w := range directions {
			names[q][w] = q.String()
			if q.current() {
				names[q][w] = "current-" + w.String()
			}
		}
	}
	return names
}
