package keys

import "time"

// state is what is known of a contact.
type state uint8

const (
	unread state = iota
	open
	pressed // and reported
	deaf    // closed when first read, not reported
	stuck   // closed for too long, reported as released
)

// change is what a reading has shown.
type change uint8

const (
	nothing change = iota
	press
	release
	jam  // held for too long
	free // no longer stuck
)

// limits are the times of Opts.
type limits struct{ debounce, release, longest time.Duration }

// contact is the debouncer of one key. Times count from the first reading.
type contact struct {
	state  state
	closed bool          // as last read
	at     time.Duration // when that was
	began  time.Duration // when it became pressed or deaf
	held   time.Duration // closed without a break
	opened time.Duration // open for so much longer than closed, since held was enough
}

// credit is the most that one reading tells about the time since the one before:
// a sampler that was kept waiting has not seen what happened meanwhile. Only of a
// contact that was open, is open and reported no edge is it known: it stayed open.
const credit = 2 * Step

// read takes the level of now. Moved says that an edge was reported since the
// reading before, whatever the level is.
func (c *contact) read(now time.Duration, closed, moved bool, l limits) change {
	if c.state == unread {
		*c = contact{state: open, closed: closed, at: now, began: now}
		if closed {
			c.state = deaf
		}
		return nothing
	}
	passed := now - c.at
	if closed || c.closed || moved {
		passed = min(passed, credit)
	}
	c.count(passed, closed, moved)
	c.at, c.closed = now, closed
	return c.judge(l)
}

// count credits the time since the reading before to the level it had shown.
func (c *contact) count(passed time.Duration, closed, moved bool) {
	if c.closed {
		c.opened = max(0, c.opened-passed)
	} else {
		c.opened += passed
	}
	if moved || closed != c.closed {
		c.held = 0
	} else if closed {
		c.held += passed
	}
}

func (c *contact) judge(l limits) change {
	if c.held >= l.debounce {
		c.opened = 0
	}
	switch {
	case c.state == open && c.held >= l.debounce:
		c.state, c.began = pressed, c.at
		return press
	case c.state == open:
		return nothing
	case !c.closed && c.opened >= l.release:
		return c.release()
	case c.state != stuck && c.closed && c.at-c.began >= l.longest:
		c.state = stuck
		return jam
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
		return free
	default:
		return nothing
	}
}

// due is how soon the contact may have news if its level stays as it is, and
// false if it rests.
func (c *contact) due(l limits) (time.Duration, bool) {
	switch {
	case c.state == open:
		return l.debounce - c.held, c.closed
	case c.closed:
		return c.opened, c.opened > 0
	}
	return l.release - c.opened, true
}
