package hidscanner

import (
	"encoding/binary"
	"math/bits"
)

// Unreadable is the byte for a key without a character, and for keys that the kernel dropped.
const Unreadable = 0

// Numbers of linux/input-event-codes.h: types of events, codes of EV_SYN, and values of EV_KEY.
const (
	evSyn      = 0
	evKey      = 1
	synReport  = 0
	synDropped = 3
	released   = 0
	pressed    = 1 // 2 is a repetition
)

// Sizes of struct input_event, in bytes. The struct begins with two machine words, the time.
const (
	eventSize   = 8 + 2*bits.UintSize/8 // size in this process
	smallEvent  = 16
	largeEvent  = 24
	payloadSize = 8 // type and code, 16 bits each, then the value, 32 bits
)

// decoder converts input events to text.
type decoder struct {
	size    int   // size of an event in bytes
	held    uint8 // modifiers held down: bit set of modifier
	dialled int   // number typed on the keypad during Alt; -1 for none
	skips   bool  // ignores events up to the next SYN_REPORT, after dropped events
	stale   bool  // the modifiers are unknown since events were dropped
}

func newDecoder(size int) decoder { return decoder{size: size, dialled: -1} }

// decode appends the text of events to text. It ignores an incomplete event at the end; the kernel
// returns whole events only.
func (d *decoder) decode(text, events []byte) []byte {
	for ; len(events) >= d.size; events = events[d.size:] {
		payload := events[d.size-payloadSize:]
		kind, code := binary.NativeEndian.Uint16(payload), binary.NativeEndian.Uint16(payload[2:])
		value := binary.NativeEndian.Uint32(payload[4:])
		switch {
		case kind == evSyn && code == synDropped:
			d.skips = true
			text = append(text, Unreadable)
		case kind == evSyn && code == synReport && d.skips:
			d.skips, d.stale = false, true
		case kind == evKey && !d.skips:
			text = d.key(text, code, value)
		}
	}
	return text
}

// key appends the text of an EV_KEY event.
func (d *decoder) key(text []byte, code uint16, value uint32) []byte {
	m := modifiers[code]
	switch {
	case m != 0 && value == pressed:
		d.held |= m
	case m != 0 && value == released:
		d.held &^= m
		if m&alts != 0 && d.dialled >= 0 {
			text = append(text, dialledByte(d.dialled))
			d.dialled = -1
		}
	case m == 0 && value == pressed && !locks[code]:
		text = d.press(text, code)
	}
	return text
}

// press appends the character of a pressed key that is neither a modifier nor a lock.
func (d *decoder) press(text []byte, code uint16) []byte {
	c := characterOf(code)
	switch {
	case d.held&alts != 0 && dials(code):
		d.dialled = min(10*max(d.dialled, 0)+int(c.plain-'0'), 1000)
		return text
	case d.held&(alts|metas) != 0:
		return append(text, Unreadable)
	case d.held&ctrls != 0 && c.plain >= 'a':
		return append(text, c.plain&0x1F) // the control character of ASCII
	case d.held&ctrls != 0:
		return append(text, Unreadable)
	case d.held&shifts != 0:
		return append(text, c.shifted)
	}
	return append(text, c.plain)
}

// dialledByte returns the character with a code typed on the keypad.
func dialledByte(code int) byte {
	if code < ' ' || code > '~' {
		return Unreadable
	}
	return byte(code)
}

// update sets the modifiers from the kernel's bit field of the keys held down, and forgets a code
// typed on the keypad.
func (d *decoder) update(keys []byte) {
	d.held, d.dialled, d.stale = 0, -1, false
	for code, m := range modifiers {
		if int(code/8) < len(keys) && keys[code/8]>>(code%8)&1 != 0 {
			d.held |= m
		}
	}
}
