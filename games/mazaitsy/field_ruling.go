package mazaitsy

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

// decisive are the stages in which the seat on turn decides with nothing half
// done, so that the table can put right what lies on it.
var decisive = []stage{moving, meeting, pulling, replacing, adding}

func (f *flood) settled() bool { return slices.Contains(decisive, f.stage) }

// Fixes lists what the table may rule: hares out of boats and into them, onto
// cards and off them, where a boat is and where it points, points, that the seat on
// turn is away, whose turn.
func (f flood) Fixes() []games.Choice {
	fixes := make([]games.Choice, 0, 64)
	if f.settled() {
		fixes = make([]games.Choice, 0, 64*mostSeats)
	}
	add := func(says games.Decision) { fixes = append(fixes, games.Choice{Says: says}) }
	pool := f.pool()
	if f.settled() || f.stage == over {
		f.each(func(k, v int) {
			if f.hares.of[k].boat[v] > 0 {
				add(hareAndSeat("back", v, k))
			}
		})
	}
	if f.settled() && pool != (tally{}) {
		f.onField(func(p spot) { add(fieldRulings[p].drop) })
	}
	if f.settled() || f.stage == over {
		f.each(func(k, v int) {
			if pool[v] > 0 && f.fits(k, v) {
				add(hareAndSeat("give", v, k))
			}
		})
	}
	if f.settled() {
		f.listMoved(add)
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

// listMoved adds the rulings that lift hares off the field, move boats and turn them.
func (f *flood) listMoved(add func(games.Decision)) {
	f.onField(func(p spot) {
		for v, n := range f.lying[p] {
			if n > 0 {
				add(fieldRulings[p].lift[v])
			}
		}
	})
	for k := 1; k <= f.table.seats; k++ {
		f.onField(func(p spot) {
			if f.boats[k].at != p {
				add(fieldRulings[p].move[k])
			}
		})
	}
	for k := 1; k <= f.table.seats; k++ {
		for _, w := range upright {
			if f.boats[k].nose != w {
				add(numbered("nose", k) + " " + games.Decision(w.String()))
			}
		}
	}
}

// each calls visit with every hare of the box and every seat.
func (f *flood) each(visit func(k, v int)) {
	for v := range f.table.hares {
		for k := 1; k <= f.table.seats; k++ {
			visit(k, v)
		}
	}
}

// onField calls visit with every spot where boats and hares can be, by name.
func (f *flood) onField(visit func(spot)) {
	for _, p := range byName {
		if f.stays(p) {
			visit(p)
		}
	}
}

// stays reports whether boats and hares can be at p.
func (f *flood) stays(p spot) bool { return f.table.holds(p) && f.field[p].kind != thicket }

// hareAndSeat writes a hare of v points and a seat behind a verb: "give 3/2".
func hareAndSeat(verb string, v, k int) games.Decision {
	return games.Decision(verb + " " + string(rune('0'+v)) + "/" + string(rune('0'+k)))
}

// fieldRulings are the rulings about a spot: hares onto it and off it, boats.
var fieldRulings = nameRulings()

type rulingsAt struct {
	drop games.Decision
	lift [mostWorth + 1]games.Decision
	move [mostSeats + 1]games.Decision
}

func nameRulings() (all [allSpots]rulingsAt) {
	for p := range all {
		name := spot(p).String()
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

// Fix takes a ruling of the package's notation.
func (f flood) Fix(d games.Decision) (games.State, error) {
	if len(d) > longest {
		return nil, games.Refuse(d, "rule.fix")
	}
	words := strings.Split(string(d), " ")
	ruled := false
	switch len(words) {
	case 2:
		ruled = f.ruleOne(words[0], words[1])
	case 3:
		ruled = f.ruleTwo(words[0], words[1], words[2])
	}
	if !ruled {
		return nil, games.Refuse(d, "rule.fix")
	}
	return f, nil
}

// ruleOne takes rulings with one word behind the verb, if they can be made now.
func (f *flood) ruleOne(verb, word string) bool {
	switch verb {
	case "drop":
		p, ok := parseSpot(word)
		if ok = ok && f.settled() && f.stays(p) && f.pool() != (tally{}); ok {
			f.drop(p)
		}
		return ok
	case "skip":
		k, ok := digit(word)
		if ok = ok && f.settled() && k == f.seat(); ok {
			f.passOver()
		}
		return ok
	case "turn":
		k, ok := digit(word)
		if ok = ok && f.settled() && k <= f.table.seats; ok {
			f.anew(k)
		}
		return ok
	case "back", "give":
		return (f.settled() || f.stage == over) && f.ruleLoad(verb, word)
	}
	return false
}

// ruleLoad takes "give 3/2": hares into boats and out of them.
func (f *flood) ruleLoad(verb, word string) bool {
	v, k, r := f.meeting([]string{word})
	if r.Key != "" {
		return false
	}
	pool, in := f.pool(), verb == "give"
	if in && (pool[v] == 0 || !f.fits(k, v)) || !in && f.hares.of[k].boat[v] == 0 || word != string(hareAndSeat("", v, k)[1:]) {
		return false
	}
	f.load(k, v, in)
	return true
}

// ruleTwo takes rulings with two words behind the verb, if they can be made now.
func (f *flood) ruleTwo(verb, of, to string) bool {
	if verb == "lift" {
		p, ok := parseSpot(of)
		v, hare := digit(to)
		if ok = ok && hare && f.settled() && f.lying[p][v] > 0; ok {
			f.lying[p][v]--
		}
		return ok
	}
	k, ok := digit(of)
	if !ok || k > f.table.seats {
		return false
	}
	switch verb {
	case "score":
		n, err := strconv.Atoi(to)
		if ok = err == nil && n >= 0 && n <= mostScore && strconv.Itoa(n) == to; ok {
			f.rescore(k, int32(n))
		}
		return ok
	case "move":
		p, ok := parseSpot(to)
		if ok = ok && f.settled() && f.stays(p) && f.boats[k].at != p; ok {
			f.shift(k, p)
		}
		return ok
	case "nose":
		w, ok := parseWay(to)
		if ok = ok && f.settled() && !w.slanting() && f.boats[k].nose != w; ok {
			f.boats[k].nose = w
		}
		return ok
	}
	return false
}

// drop asks for a hare that the table lays on a card, then goes on as before.
func (f *flood) drop(p spot) {
	f.due, f.then = cards(p.bit()), f.stage
	f.draw()
}

// shift puts seat k's boat on another card. The boat on turn begins its move
// stage there anew.
func (f *flood) shift(k int, p spot) {
	f.boats[k].at = p
	if k == f.seat() && f.stage != replacing && f.stage != adding {
		f.anew(k)
		return
	}
	f.replace()
}

// anew lets seat k begin its turn of this circle.
func (f *flood) anew(k int) {
	f.restart(k)
	f.path = path{}
	f.begin()
}

// passOver ends the turn of a seat that is away, as it stands. A boat that has moved
// or unloaded has had its move stage.
func (f *flood) passOver() {
	if f.sailing() || f.unloaded {
		f.sink()
	}
	f.awaitAdder()
	f.endTurn()
}
