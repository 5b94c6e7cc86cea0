package tablepanel

import (
	"fmt"
	"strconv"
	"strings"
)

// What a panel that numbers its reports says in lines with a check.
type (
	// beat says that the panel lives, how far its reports are, and what it shows. All
	// up to heard were acknowledged or forgotten, last is the last there is; they
	// began with its life.
	beat struct {
		life, heard, last int
		turn              int
		lamps, states     string // a letter a seat
	}
	numberedReport struct {
		n      int
		report Report
	}
)

// Letters of lamps and states in a beat.
const (
	lampLetters  = ".1b"
	stateLetters = ".wdaprxg"
)

// parseNumbered reads a line with a check, without its end.
func parseNumbered(line string) (any, error) {
	text, good := unchecked(line)
	words := strings.Split(text, " ")
	if !good || len(line) > longest {
		return nil, fmt.Errorf("tablepanel: parse %.64q: wrong check", line)
	}
	switch {
	case words[0] == "B" && len(words) == 7:
		b := beat{lamps: words[5], states: words[6]}
		if counts(words[1:5], &b.life, &b.heard, &b.last, &b.turn) && b.makesSense() {
			return b, nil
		}
	case len(words) == 4:
		var n int
		r, err := Parse(strings.Join(words[:3], " "))
		if counts(words[3:], &n) && n > 0 && err == nil {
			return numberedReport{n, r}, nil
		}
	}
	return nil, fmt.Errorf("tablepanel: parse %q: unknown", line)
}

// makesSense reports whether it has a life, and a lamp and a state of 1 to 8 seats.
func (b beat) makesSense() bool {
	strange := func(s, letters string) bool { return strings.Trim(s, letters) != "" }
	n := len(b.lamps)
	return b.life > 0 && n > 0 && n <= 8 && len(b.states) == n && !strange(b.lamps, lampLetters) && !strange(b.states, stateLetters)
}

// counts reads words that are numbers from 0 to 255.
func counts(words []string, into ...*int) bool {
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != w {
			return false
		}
		*into[i] = int(n)
	}
	return true
}

// checked adds the check of a text: its CRC-8, as two hexadecimal digits.
func checked(text string) string { return fmt.Sprintf("%s*%02x", text, crc(text)) }

// unchecked takes the check off a line, if it is right.
func unchecked(line string) (text string, good bool) {
	text, _, _ = strings.Cut(line, "*")
	return text, checked(text) == line
}

// crc is that of the 1-Wire bus: x⁸ + x⁵ + x⁴ + 1, the lowest bit first, from 0
// (Maxim, application note 27).
func crc(text string) (sum byte) {
	for _, c := range []byte(text) {
		sum ^= c
		for range 8 {
			low := sum & 1
			sum = sum>>1 ^ 0x8c*low
		}
	}
	return sum
}

// count is how far the reports of a panel have been heard.
type count struct {
	on          bool // the panel numbers its reports
	life, heard int
}

// following is the number after n.
func following(n int) int { return n%255 + 1 }

// between is how many numbers follow one up to another.
func between(from, to int) int {
	if from == 0 {
		return to
	}
	return (to - from + 255) % 255
}

// meet goes on to count a panel's reports, and tells it what it doesn't show. Of one
// that is met for the first time only what comes from now on is counted: it was meant
// for nobody who is there. One that has just said HELLO was told to be dark.
func (d *Dev) meet(b beat) (lines string) {
	c := &d.count
	switch {
	case c.life == 0:
		c.heard = b.last
	case c.life != b.life, between(b.heard, c.heard) > between(b.heard, b.last):
		c.heard = b.heard
	}
	if !c.on {
		dark := strings.Repeat(".", len(b.lamps))
		b.turn, b.lamps, b.states = 0, dark, dark
	}
	c.on, c.life = true, b.life
	return d.ack() + d.mend(b)
}

// ack acknowledges what was heard.
func (d *Dev) ack() string {
	if !d.count.on {
		return ""
	}
	return d.line("A %d", d.count.heard)
}

// isNext counts a report, unless it was heard already or one before it wasn't.
func (d *Dev) isNext(r numberedReport) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.count.on || r.n != following(d.count.heard) {
		return false
	}
	d.count.heard = r.n
	return true
}

// mend tells a panel what it doesn't show as it should.
func (d *Dev) mend(b beat) (lines string) {
	if b.turn != d.turn {
		lines = d.turnLine()
	}
	for i := range b.lamps {
		seat := i + 1
		if b.lamps[i] != lampLetters[d.lamps[seat]] {
			lines += d.lampLine(seat)
		}
		if b.states[i] != stateLetters[d.states[seat]] {
			lines += d.stateLine(seat)
		}
	}
	return lines
}
