package keys

// wheel follows a rotary encoder. Turned clockwise, its contacts close and open
// in this order, a quarter step each (A, B):
//
//	open open · closed open · closed closed · open closed · open open
type wheel struct {
	detent int  // quarter steps from detent to detent
	read   bool // whether at is known
	at     int  // the quarter it stands in, 0 to 3 in the order above
	turned int  // quarter steps since the last detent, clockwise counted up
}

// quarters has the quarter by what is closed: A is 1, B is 2.
var quarters = [4]int{0, 1, 3, 2}

// steps has the quarter steps by how many quarters lie between two readings. Two
// quarters at once are one missed, in either direction.
var steps = [4]int{0, 1, 0, -1}

// turn takes the levels of now and returns 1 for a detent clockwise, -1 for one
// counter-clockwise, else 0. Half of the way seen is enough, as the rest may have
// been too fast; a contact that bounces goes there and back.
func (w *wheel) turn(a, b bool) int {
	closed := 0
	if a {
		closed |= 1
	}
	if b {
		closed |= 2
	}
	last := w.at
	w.at = quarters[closed]
	if !w.read {
		w.read = true
		return 0
	}
	w.turned += steps[(w.at-last+4)%4]
	if w.at%w.detent != 0 {
		return 0
	}
	turned := w.turned
	w.turned = 0
	switch {
	case 2*turned >= w.detent:
		return 1
	case 2*turned <= -w.detent:
		return -1
	}
	return 0
}
