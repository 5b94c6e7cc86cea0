package mazaitsy

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// settledStages contains the stages in which the seat on turn decides and no action is half done,
// so that the table can correct the places of pieces.
var settledStages = []stage{moving, taking, pulling, replacing, adding}

func (f *fieldState) settled() bool { return slices.Contains(settledStages, f.stage) }

// Fixes returns the possible rulings: to move hares into boats and out of them, or onto cards and
// off them, to change the place or direction of a boat or the points of a seat, to skip an absent
// seat, or to change the seat on turn.
func (f fieldState) Fixes() []games.Choice {
	fixes := make([]games.Choice, 0, 64)
	if f.settled() {
		fixes = make([]games.Choice, 0, 64*mostSeats)
	}
	add := func(says games.Decision) { fixes = append(fixes, games.Choice{Says: says}) }
	pool := f.pool()
	if f.settled() || f.stage == over {
		f.eachHareAndSeat(func(k, v int) {
			if f.hares.of[k].boat[v] > 0 {
				add(hareAndSeat("back", v, k))
			}
		})
	}
	if f.settled() && pool != (tally{}) {
		f.eachOpenCell(func(p cell) { add(fixesAt[p].drop) })
	}
	if f.settled() || f.stage == over {
		f.eachHareAndSeat(func(k, v int) {
			if pool[v] > 0 && f.fits(k, v) {
				add(hareAndSeat("give", v, k))
			}
		})
	}
	if f.settled() {
		f.listCellFixes(add)
	}
	for k := 1; k <= f.table.seats; k++ {
		fixes = append(fixes, games.Choice{Says: numbered("score", k), To: mostScore})
	}
	if f.settled() {
		add(numbered("skip", f.seat()))
	}
	for k := 1; f.settled() && k <= f.table.seats; k++ {
		add(numbered("turn", k))
	}
	return fixes
}

// listCellFixes calls add with each ruling that lifts a hare off the field, moves a boat or turns a
// boat.
func (f *fieldState) listCellFixes(add func(games.Decision)) {
	f.eachOpenCell(func(p cell) {
		for v, n := range f.fieldHares[p] {
			if n > 0 {
				add(fixesAt[p].lift[v])
			}
		}
	})
	for k := 1; k <= f.table.seats; k++ {
		f.eachOpenCell(func(p cell) {
			if f.boats[k].at != p {
				add(fixesAt[p].move[k])
			}
		})
	}
	for k := 1; k <= f.table.seats; k++ {
		for _, w := range orthogonals {
			if f.boats[k].nose != w {
				add(numbered("nose", k) + " " + games.Decision(w.String()))
			}
		}
	}
}

// eachHareAndSeat calls visit with each pair of a seat k and a number of points v, from 0 to
// mostWorth. The pairs with equal points follow one another.
func (f *fieldState) eachHareAndSeat(visit func(k, v int)) {
	for v := range f.table.hares {
		for k := 1; k <= f.table.seats; k++ {
			visit(k, v)
		}
	}
}

// eachOpenCell calls visit for each cell that can hold boats and hares, in the order of their
// names.
func (f *fieldState) eachOpenCell(visit func(cell)) {
	for _, p := range byName {
		if f.canHold(p) {
			visit(p)
		}
	}
}

// canHold reports whether the cell p can hold boats and hares.
func (f *fieldState) canHold(p cell) bool { return f.table.holds(p) && f.field[p].kind != thicket }

// hareAndSeat returns the decision that consists of a verb, the points v of a hare and a seat k,
// such as "give 3/2".
func hareAndSeat(verb string, v, k int) games.Decision {
	return games.Decision(verb + " " + string(rune('0'+v)) + "/" + string(rune('0'+k)))
}

// fixesAt contains the rulings that name a cell: hares onto the cell and off it, and boats to it.
var fixesAt = nameFixes()

type cellFixes struct {
	drop games.Decision
	lift [mostWorth + 1]games.Decision
	move [mostSeats + 1]games.Decision
}

func nameFixes() (all [allCells]cellFixes) {
	for p := range all {
		name := cell(p).String()
		all[p].drop = games.Decision("drop " + name)
		for v := range all[p].lift {
			all[p].lift[v] = numbered("lift "+name, v)
		}
		for k := range all[p].move {
			all[p].move[k] = numbered("move", k) + games.Decision(" "+name)
		}
	}
	return all
}

// Fix returns the position after the ruling d. The package comment describes its notation.
func (f fieldState) Fix(d games.Decision) (games.State, error) {
	if len(d) > longestDecision {
		return nil, games.Refuse(d, "rule.fix")
	}
	f.attend()
	words := strings.Split(string(d), " ")
	ruled := false
	switch len(words) {
	case 2:
		ruled = f.fixOneWord(words[0], words[1])
	case 3:
		ruled = f.fixTwoWords(words[0], words[1], words[2])
	}
	if !ruled {
		return nil, games.Refuse(d, "rule.fix")
	}
	f.events = events{}
	return f, nil
}

// fixOneWord applies a ruling with one word after the verb. It reports whether the ruling is
// possible now.
func (f *fieldState) fixOneWord(verb, word string) bool {
	switch verb {
	case "drop":
		p, ok := parseCell(word)
		if ok = ok && f.settled() && f.canHold(p) && f.pool() != (tally{}); ok {
			f.drop(p)
		}
		return ok
	case "skip":
		k, ok := parseDigit(word)
		if ok = ok && f.settled() && k == f.seat(); ok {
			f.skipTurn()
		}
		return ok
	case "turn":
		k, ok := parseDigit(word)
		if ok = ok && f.settled() && k <= f.table.seats; ok {
			f.beginTurnOf(k)
		}
		return ok
	case "back", "give":
		return (f.settled() || f.stage == over) && f.fixLoad(verb, word)
	}
	return false
}

// fixLoad applies "give 3/2", which puts a hare into a boat, or "back 3/2", which takes it out. It
// reports whether the ruling is possible now.
func (f *fieldState) fixLoad(verb, word string) bool {
	v, k, r := f.parseHareAndSeat([]string{word})
	if r.Key != "" {
		return false
	}
	pool, in := f.pool(), verb == "give"
	if in && (pool[v] == 0 || !f.fits(k, v)) || !in && f.hares.of[k].boat[v] == 0 || word != string(hareAndSeat("", v, k)[1:]) {
		return false
	}
	f.loadHare(k, v, in)
	return true
}

// fixTwoWords applies a ruling with two words after the verb. It reports whether the ruling is
// possible now.
func (f *fieldState) fixTwoWords(verb, of, to string) bool {
	if verb == "lift" {
		p, ok := parseCell(of)
		v, hare := parseDigit(to)
		if ok = ok && hare && f.settled() && f.fieldHares[p][v] > 0; ok {
			f.fieldHares[p][v]--
		}
		return ok
	}
	k, ok := parseDigit(of)
	if !ok || k > f.table.seats {
		return false
	}
	switch verb {
	case "score":
		n, err := strconv.Atoi(to)
		if ok = err == nil && n >= 0 && n <= mostScore && strconv.Itoa(n) == to; ok {
			f.setScore(k, int32(n))
		}
		return ok
	case "move":
		p, ok := parseCell(to)
		if ok = ok && f.settled() && f.canHold(p) && f.boats[k].at != p; ok {
			f.moveBoat(k, p)
		}
		return ok
	case "nose":
		w, ok := parseDirection(to)
		if ok = ok && f.settled() && !w.diagonal() && f.boats[k].nose != w; ok {
			f.boats[k].nose = w
		}
		return ok
	}
	return false
}

// drop asks for the points of a hare that the table lays on a card. Afterwards the present stage
// continues.
func (f *fieldState) drop(p cell) {
	f.due, f.then = cardSet(p.bit()), f.stage
	f.drawHares()
}

// moveBoat puts seat k's boat on another card. If the boat is on turn, its move stage starts again
// from there.
func (f *fieldState) moveBoat(k int, p cell) {
	f.boats[k].at = p
	if k == f.seat() && f.stage != replacing && f.stage != adding {
		f.beginTurnOf(k)
		return
	}
	f.awaitReplacement()
}

// beginTurnOf lets seat k begin its turn of this circle.
func (f *fieldState) beginTurnOf(k int) {
	f.state.beginTurnOf(k)
	f.path = path{}
	f.beginTurn()
}

// skipTurn ends the turn of an absent seat as it stands. If the boat has moved or unloaded, its
// move stage counts as finished.
func (f *fieldState) skipTurn() {
	if f.hasActed() || f.unloaded {
		f.drownSwamp()
	}
	f.deferAddition()
	f.endTurn()
}
