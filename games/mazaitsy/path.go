package mazaitsy

// how a boat came where a step of its path is, or what ended its stage there.
type how uint8

const (
	began how = iota
	ahead
	turnedLeft
	turnedRight
	slantedLeft
	slantedRight
	drifted // carried by a current
	sucked  // pulled by a funnel
	atLog
	atShore   // a current would carry it ashore
	atThicket // or into a thicket
)

var howNames = [...]string{"at", "forward", "left", "right", "slant-left", "slant-right", "drift", "funnel", "log", "shore", "thicket"}

// step is one of a path: how, and where the boat was then.
type step struct {
	how how
	at  spot
}

// mostSteps is the longest path: the start, two actions, a drift from each card,
// what ended it and a funnel.
const mostSteps = allSpots + 5

// path is the present or last move stage, step by step. All that the rules
// remember of a stage can be read from it: where it began, its actions, the
// currents that have carried the boat.
type path struct {
	by, n uint8 // whose it is, and how many steps
	steps [mostSteps]step
}

// from begins a path.
func (p *path) from(seat int, at spot) { *p = path{by: uint8(seat)}; p.add(began, at) }

func (p *path) add(h how, at spot) {
	p.steps[p.n] = step{h, at}
	p.n++
}

// all returns the steps.
func (p *path) all() []step { return p.steps[:p.n] }

// acts counts the actions.
func (p *path) acts() int {
	n := 0
	for _, s := range p.all() {
		if s.how >= ahead && s.how <= slantedRight {
			n++
		}
	}
	return n
}

// single reports whether the only action is a forward or a turn.
func (p *path) single() bool { return p.acts() == 1 && p.steps[1].how <= turnedRight }

// used reports whether the current at a spot has carried the boat.
func (p *path) used(at spot) bool {
	for i, s := range p.all() {
		if s.how == drifted && p.steps[i-1].at == at {
			return true
		}
	}
	return false
}

// last returns the last step of a path that has any.
func (p *path) last() step { return p.steps[p.n-1] }

// pulled reports whether a funnel has ended the path.
func (p *path) pulled() bool { return p.n > 0 && p.last().how == sucked }

// touches reports whether the path led over a spot.
func (p *path) touches(at spot) bool {
	for _, s := range p.all() {
		if s.at == at {
			return true
		}
	}
	return false
}

// sailing reports whether the boat on turn has moved or turned.
func (f *flood) sailing() bool { return int(f.path.by) == f.seat() && f.path.n > 1 }

// origin returns where the boat on turn began its move stage.
func (f *flood) origin() spot {
	if int(f.path.by) == f.seat() && f.path.n > 0 {
		return f.path.steps[0].at
	}
	return f.mine().at
}
