package tablepanel

import (
	"fmt"
	"strconv"
	"strings"
)

// Messages with a check, sent by a panel that numbers its reports.
type (
	// beat is a heartbeat of the panel. The field life identifies the sequence of report
	// numbers, last is the number of the last report, and acked is the number of the last report
	// that was acknowledged or discarded. The other fields are the turn, lamps and states that
	// the panel shows.
	beat struct {
		life, acked, last int
		turn              int
		lamps, states     string // one letter per seat
	}
	// numberedReport is a report with its number n, 1 to 255.
	numberedReport struct {
		n      int
		report Report
	}
)

// Letters of lamps and states in a beat. The index of a letter is its Lamp or State.
const (
	lampLetters  = ".1b"
	stateLetters = ".wdaprxg"
)

// parseNumbered parses a line with a check, without its line end. It returns a beat or a
// numberedReport.
func parseNumbered(line string) (any, error) {
	text, good := withoutCheck(line)
	words := strings.Split(text, " ")
	if !good || len(line) > maxLine {
		return nil, fmt.Errorf("tablepanel: parse %.64q: wrong check", line)
	}
	switch {
	case words[0] == "B" && len(words) == 7:
		b := beat{lamps: words[5], states: words[6]}
		if parseBytes(words[1:5], &b.life, &b.acked, &b.last, &b.turn) && b.valid() {
			return b, nil
		}
	case len(words) == 4:
		var n int
		r, err := Parse(strings.Join(words[:3], " "))
		if parseBytes(words[3:], &n) && n > 0 && err == nil {
			return numberedReport{n, r}, nil
		}
	}
	return nil, fmt.Errorf("tablepanel: parse %q: unknown", line)
}

// valid reports whether b has a life of at least 1, and a lamp and a state for each of 1 to 8
// seats.
func (b beat) valid() bool {
	strange := func(s, letters string) bool { return strings.Trim(s, letters) != "" }
	n := len(b.lamps)
	return b.life > 0 && n > 0 && n <= 8 && len(b.states) == n && !strange(b.lamps, lampLetters) && !strange(b.states, stateLetters)
}

// parseBytes parses words that are numbers from 0 to 255. It returns false if a word is
// anything else.
func parseBytes(words []string, into ...*int) bool {
	for i, w := range words {
		n, err := strconv.ParseUint(w, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != w {
			return false
		}
		*into[i] = int(n)
	}
	return true
}

// withCheck appends the check to a text: "*" and its CRC-8 as two hexadecimal digits.
func withCheck(text string) string { return fmt.Sprintf("%s*%02x", text, crc(text)) }

// withoutCheck removes the check from a line and reports whether it was right.
func withoutCheck(line string) (text string, good bool) {
	text, _, _ = strings.Cut(line, "*")
	return text, withCheck(text) == line
}

// crc returns the CRC-8 of text as on the 1-Wire bus: polynomial x⁸ + x⁵ + x⁴ + 1, the lowest
// bit first, initial value 0 (Maxim, application note 27).
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

// counter holds the number of the last report received from a panel that numbers its reports.
type counter struct {
	numbered       bool // the panel numbers its reports
	life, received int  // life of the panel's last beat, and number of the last received report
}

// next returns the report number after n. The number after 255 is 1.
func next(n int) int { return n%255 + 1 }

// between returns the number of reports whose numbers are after from, up to and including to. If
// from is 0, it counts from the first report.
func between(from, to int) int {
	if from == 0 {
		return to
	}
	return (to - from + 255) % 255
}

// resync updates the counter from a beat. It returns an acknowledgement, and lines that correct
// everything that the panel shows wrongly. At the first beat of a new panel it skips the reports
// up to b.last, which were made before a companion was present. A panel that has just sent HELLO
// counts as dark, since the companion has sent it X.
func (d *Dev) resync(b beat) (lines string) {
	c := &d.counter
	switch {
	case c.life == 0:
		c.received = b.last
	case c.life != b.life, between(b.acked, c.received) > between(b.acked, b.last):
		c.received = b.acked
	}
	first := !c.numbered
	if first {
		dark := strings.Repeat(".", len(b.lamps))
		b.turn, b.lamps, b.states = 0, dark, dark
	}
	c.numbered, c.life = true, b.life
	lines = d.ack()
	for seat, colour := range d.colours {
		if first && colour != NoColour {
			lines += d.colourLine(seat)
		}
	}
	return lines + d.corrections(b)
}

// ack returns the line that acknowledges the received reports, or "" if the panel doesn't
// number its reports.
func (d *Dev) ack() string {
	if !d.counter.numbered {
		return ""
	}
	return d.line("A %d", d.counter.received)
}

// accept returns true and counts the report if it has the next number. Otherwise the report is
// a repetition, or an earlier report is missing.
func (d *Dev) accept(r numberedReport) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.counter.numbered || r.n != next(d.counter.received) {
		return false
	}
	d.counter.received = r.n
	return true
}

// corrections returns the lines that correct everything that the panel shows wrongly according
// to its beat.
func (d *Dev) corrections(b beat) (lines string) {
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
