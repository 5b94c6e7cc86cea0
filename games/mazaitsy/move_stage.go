package mazaitsy

import "tabletop/games"

// The move stage (the book's moving of boats): forward (А) or a quarter turn (Б),
// and one more of these if one likes; or diagonally forward (В); or unloading (Г).

// sail writes an action of the boat down. The first one begins the path.
func (f *flood) sail(h how, to spot) {
	if !f.sailing() {
		f.path.from(f.seat(), f.mine().at)
	}
	f.mine().at = to
	f.path.add(h, to)
}

// forward moves the boat one card ahead.
func (f *flood) forward(words []string) rule {
	if len(words) > 0 {
		return notation()
	}
	return f.enter(ahead, f.mine().nose)
}

// diagonal moves the boat one card ahead and aside, its nose as it was.
func (f *flood) diagonal(words []string) rule {
	if f.sailing() {
		return games.Say("rule.second")
	}
	switch {
	case len(words) == 1 && words[0] == "left":
		return f.enter(slantedLeft, f.mine().nose.by(-1))
	case len(words) == 1 && words[0] == "right":
		return f.enter(slantedRight, f.mine().nose.by(1))
	}
	return notation()
}

// enter moves the boat onto the card in direction w, unless none can be entered there.
func (f *flood) enter(h how, w way) rule {
	to := f.table.beside(f.mine().at, w)
	switch {
	case to == nowhere:
		return games.Say("rule.shore")
	case f.field[to].kind == thicket:
		return games.Say("rule.thicket", to.String())
	}
	f.sail(h, to)
	f.meet()
	return allowed
}

// turnNose turns the nose by a quarter: "left" or "right".
func (f *flood) turnNose(words []string) rule {
	if len(words) != 1 {
		return notation()
	}
	h, by := turnedLeft, -2
	switch words[0] {
	case "left":
	case "right":
		h, by = turnedRight, 2
	default:
		return notation()
	}
	boat := f.mine()
	boat.nose = boat.nose.by(by)
	f.sail(h, boat.at)
	f.turned()
	return allowed
}

// turned goes on after a turn. Nothing but a current under the first one acts.
func (f *flood) turned() {
	if at := f.mine().at; f.path.acts() == 1 && f.field[at].kind.current() {
		f.carry(at)
		return
	}
	f.rest()
}

// land lets the card act that the boat has reached.
func (f *flood) land() {
	at := f.mine().at
	switch kind := f.field[at].kind; {
	case kind == log:
		f.path.add(atLog, at)
		f.finish()
	case kind.current() && !f.path.used(at):
		f.carry(at)
	default:
		f.rest()
	}
}

// rest awaits the second action where one is open, else ends the stage.
func (f *flood) rest() {
	f.stage = moving
	if !f.path.single() {
		f.finish()
	}
}

// done leaves the second action out.
func (f *flood) done(words []string) rule {
	switch {
	case len(words) > 0:
		return notation()
	case !f.sailing():
		return games.Say("rule.first")
	}
	f.finish()
	return allowed
}

// unload puts hares ashore from one of the outermost cards. The boat stays where
// it is: no funnel pulls it either.
func (f *flood) unload(words []string) rule {
	switch {
	case f.sailing():
		return games.Say("rule.unload.moved")
	case !f.table.coast(f.mine().at):
		return games.Say("rule.unload.inland")
	}
	if r := f.state.unload(words); r.Key != "" {
		return r
	}
	f.path.from(f.seat(), f.mine().at)
	f.meet()
	return allowed
}

// ashore ends the move stage.
func (f *flood) ashore() {
	f.sink()
	f.sailed()
	f.replace()
}

// sink drowns the hares that wait in a swamp of the seat on turn.
func (f *flood) sink() {
	if p := f.swamps[f.seat()]; p != nowhere {
		f.drown(p)
		f.swamps[f.seat()] = nowhere
	}
}

// legalActions lists what the boat can do: one of the book's four actions first,
// behind a forward or a turn one of these or nothing.
func (f *flood) legalActions() []games.Choice {
	legal := make([]games.Choice, 0, 8)
	say := func(says games.Decision) { legal = append(legal, games.Choice{Says: says}) }
	nose, first := f.mine().nose, !f.sailing()
	if first && f.enters(nose.by(-1)) {
		say("diagonal left")
	}
	if first && f.enters(nose.by(1)) {
		say("diagonal right")
	}
	if !first {
		say("done")
	}
	if f.enters(nose) {
		say("forward")
	}
	say("turn left")
	say("turn right")
	if first && f.table.coast(f.mine().at) {
		legal = loads(legal, "unload", f.hares.of[f.seat()].boat, 1)
	}
	return legal
}

// enters reports whether the boat can go onto the card in direction w.
func (f *flood) enters(w way) bool {
	to := f.table.beside(f.mine().at, w)
	return to != nowhere && f.field[to].kind != thicket
}
