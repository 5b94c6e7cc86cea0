package keys

import "time"

// state is the state of a contact.
type state uint8

const (
	unread state = iota
	open
	pressed   // reported as pressed
	preclosed // closed at the first reading, not reported
	stuck     // closed for too long, reported as released
)

// change is the result of a reading.
type change uint8

const (
	nothing change = iota
	press
	release
	becameStuck // has become stuck
	unstuck     // is no longer stuck
)

// limits holds the times of Opts.
type limits struct{ debounce, release, longest time.Duration }

// contact debounces one key. Times count from the first reading.
type contact struct {
	state     state
	closed    bool          // at the last reading
	at        time.Duration // time of the last reading
	began     time.Duration // time of becoming pressed or preclosed
	closedFor time.Duration // time closed without interruption
	openFor   time.Duration // time open minus time closed, not below 0, since the contact was last closed for debounce
}

// maxCredit limits the time counted for one reading: a delayed sampler doesn't know the levels
// since the reading before. There is no limit for a contact that was open, is open and
// reported no edge: it has stayed open.
const maxCredit = 2 * Step

// read processes the level at time now. moved means that an edge was reported since the last
// reading, whatever the level is.
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

// count adds the time since the last reading to the level of that reading.
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

// due returns the time until the contact may change its state with its level unchanged, and
// false if it can't.
func (c *contact) due(l limits) (time.Duration, bool) {
	switch {
	case c.state == open:
		return l.debounce - c.closedFor, c.closed
	case c.closed:
		return c.openFor, c.openFor > 0
	}
	return l.release - c.openFor, true
}
