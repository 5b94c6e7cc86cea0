package mazaitsy

// stepKind is the kind of a step in a path: a move of the boat, or the end of its movement.
type stepKind uint8

const (
	stepStart stepKind = iota
	stepForward
	stepLeft
	stepRight
	stepDiagonalLeft
	stepDiagonalRight
	stepDrift  // step on which a current carried the boat
	stepFunnel // step on which a funnel pulled the boat
	stepLog
	stepShore   // end of the movement, where a current pointed at the shore
	stepThicket // end of the movement, where a current pointed at a thicket
)

var stepNames = [...]string{"at", "forward", "left", "right", "slant-left", "slant-right", "drift", "funnel", "log", "shore", "thicket"}

// step is a step of a path: its kind, and the cell of the boat after it.
type step struct {
	kind stepKind
	at   cell
}

// mostSteps is the greatest number of steps in a path: the start, two actions, a drift from each
// card, the end and a funnel.
const mostSteps = allCells + 5

// path is the present or last move stage, step by step. From it the rules derive all facts about
// the stage: its start, its actions, and the currents that have carried the boat.
type path struct {
	by, n uint8 // seat of the boat, and number of steps
	steps [mostSteps]step
}

// begin begins a path of a seat's boat at a cell.
func (p *path) begin(seat int, at cell) { *p = path{by: uint8(seat)}; p.add(stepStart, at) }

func (p *path) add(h stepKind, at cell) {
	p.steps[p.n] = step{h, at}
	p.n++
}

// all returns the steps of the path.
func (p *path) all() []step { return p.steps[:p.n] }

// actions returns the number of actions in the path: moves and turns of the player.
func (p *path) actions() int {
	n := 0
	for _, s := range p.all() {
		if s.kind >= stepForward && s.kind <= stepDiagonalRight {
			n++
		}
	}
	return n
}

// singleAction reports whether the path has one action, and this is a forward or a turn.
func (p *path) singleAction() bool { return p.actions() == 1 && p.steps[1].kind <= stepRight }

// usedCurrent reports whether the current at a cell has carried the boat in this path.
func (p *path) usedCurrent(at cell) bool {
	for i, s := range p.all() {
		if s.kind == stepDrift && p.steps[i-1].at == at {
			return true
		}
	}
	return false
}

// last returns the last step. The path must not be empty.
func (p *path) last() step { return p.steps[p.n-1] }

// endsInFunnel reports whether a funnel has ended the path.
func (p *path) endsInFunnel() bool { return p.n > 0 && p.last().kind == stepFunnel }

// touches reports whether the path leads over a cell.
func (p *path) touches(at cell) bool {
	for _, s := range p.all() {
		if s.at == at {
			return true
		}
	}
	return false
}

// hasActed reports whether the boat on turn has moved or turned in this turn.
func (f *fieldState) hasActed() bool { return int(f.path.by) == f.seat() && f.path.n > 1 }

// stageStart returns the cell where the boat on turn began its move stage.
func (f *fieldState) stageStart() cell {
	if int(f.path.by) == f.seat() && f.path.n > 0 {
		return f.path.steps[0].at
	}
	return f.mine().at
}
