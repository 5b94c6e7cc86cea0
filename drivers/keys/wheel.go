package keys

// wheel is the decoder of a rotary encoder. When the encoder is turned clockwise, its contacts A
// and B close and open in this order, one quarter step after another:
//
//	open open · closed open · closed closed · open closed · open open
type wheel struct {
	detent int  // quarter steps from detent to detent
	read   bool // at is valid, as the contacts have been read
	at     int  // current quarter, 0 to 3 in the order above
	turned int  // quarter steps since the last detent, positive clockwise
}

// quarters maps the sum of the closed contacts (A is 1, B is 2) to the quarter, 0 to 3.
var quarters = [4]int{0, 1, 3, 2}

// steps maps the difference between the quarters of two readings to quarter steps. A difference
// of two means a missed reading in an unknown direction, and counts 0.
var steps = [4]int{0, 1, 0, -1}

// turn processes a reading of the contacts. It returns 1 for a detent clockwise, -1 for a
// detent counter-clockwise, and 0 otherwise. A detent counts if at least half of its quarter
// steps were seen, as the other steps may have been too fast. Bounce of a contact goes forth
// and back, and cancels out.
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
