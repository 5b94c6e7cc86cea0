package keys

import "time"

// state is the state of a contact.
type state uint8

const (
	unread state = iota
	open
	pressed   // closed, and reported as pressed
	preclosed // closed at the first reading, and not reported
	stuck     // closed for longer than Longest, and reported as released
)

// change is the change of a contact's state by a reading.
type change uint8

const (
	nothing change = iota
	press
	release
	becameStuck // the contact has been closed for longer than Longest
	unstuck     // a stuck contact has opened
)

// limits holds the times Debounce, Release and Longest of Opts.
type limits struct{ debounce, release, longest time.Duration }

// contact is the state of one key's contact, for debouncing. Times are measured from the
// request for the lines.
type contact struct {
	state     state
	closed    bool          // the contact was closed at the last reading
	at        time.Duration // time of the last reading
	began     time.Duration // time at which the contact became pressed or preclosed
	closedFor time.Duration // time closed without interruption
	// openFor is the time open minus the time closed, at least 0, since the contact was last
	// closed for as long as limits.debounce.
	openFor time.Duration
}

// maxCredit is the maximum time counted for one reading: a delayed sampler doesn't know the
// levels since the previous reading. The limit doesn't apply to a contact that was open, is
// open and reported no edge, as it has stayed open.
const maxCredit = 2 * Step

// read processes a reading of the contact's level at the time now and returns the change. moved
// means that the line reported an edge since the last reading, even if the level is the same.
func (c *contact) read(now time.Duration, closed, moved bool, l limits) change {
	if c.state == unread {
		*c = contact{state: open, closed: closed, at: now, began: now}
		if closed {
			c.state = preclosed
		}
		return nothing
	}
	passed := now - c.at
	if closed || c.closed || moved {
		passed = min(passed, maxCredit)
	}
	c.count(passed, closed, moved)
	c.at, c.closed = now, closed
	return c.judge(l)
}

// count counts the time since the last reading as open or closed, according to the level at
// that reading.
func (c *contact) count(passed time.Duration, closed, moved bool) {
	if c.closed {
		c.openFor = max(0, c.openFor-passed)
	} else {
		c.openFor += passed
	}
	if moved || closed != c.closed {
		c.closedFor = 0
	} else if closed {
		c.closedFor += passed
	}
}

func (c *contact) judge(l limits) change {
	if c.closedFor >= l.debounce {
		c.openFor = 0
	}
	switch {
	case c.state == open && c.closedFor >= l.debounce:
		c.state, c.began = pressed, c.at
		return press
	case c.state == open:
		return nothing
	case !c.closed && c.openFor >= l.release:
		return c.release()
	case c.state != stuck && c.closed && c.at-c.began >= l.longest:
		c.state = stuck
		return becameStuck
	}
	return nothing
}

func (c *contact) release() change {
	was := c.state
	c.state = open
	switch was {
	case pressed:
		return release
	case stuck:
		return unstuck
	default:
		return nothing
	}
}

// due returns the time after which the contact changes its state if its level stays the same.
// It returns false if the state can't change.
func (c *contact) due(l limits) (time.Duration, bool) {
	switch {
	case c.state == open:
		return l.debounce - c.closedFor, c.closed
	case c.closed:
		return c.openFor, c.openFor > 0
	}
	return l.release - c.openFor, true
}
