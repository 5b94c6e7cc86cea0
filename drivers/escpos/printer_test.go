package escpos

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
)

var errUnplugged = errors.New("unplugged")

// printer is a Port with a receipt printer at its other end: what has come out of
// it is its paper. It obeys DLE EOT wherever it stands, as real ones do.
type printer struct {
	paper    []string // lines; pictures as "[384×16 …]"
	sent     []byte   // all that was written to the line
	taken    []byte   // what the printer has not yet worked through
	text     []byte   // the line that is being printed
	answers  []answer
	atOnce   int // commands obeyed at once
	ends     int // GS r 1 answered
	endSays  byte
	late     time.Duration // how long an answer to DLE EOT takes
	noPaper  int           // runs out when that many lines are printed; 0: never
	cutAfter int           // the cable breaks when that many bytes were sent; 0: never
	cover    bool
	fault    bool
	offline  bool
	low      bool
	off      bool
	slow     time.Duration // to print a line
	busy     time.Time     // printing until then
	noise    []byte        // said unasked
}

// answer is a byte that the printer sends at a time.
type answer struct {
	b  byte
	at time.Time
}

func (p *printer) String() string { return "printer" }

func (p *printer) Write(b []byte) (int, error) {
	for i, c := range b {
		if p.cutAfter > 0 && len(p.sent) == p.cutAfter {
			return i, errUnplugged
		}
		p.sent = append(p.sent, c)
		if !p.off {
			p.taken = append(p.taken, c)
			p.obey()
		}
	}
	p.work()
	return len(b), nil
}

// obey answers DLE EOT n, whatever it stands in.
func (p *printer) obey() {
	n := len(p.taken) - 3
	if n < 0 || p.taken[n] != dle || p.taken[n+1] != eot {
		return
	}
	b := byte(0x12)
	set := func(on bool, bits byte) {
		if on {
			b |= bits
		}
	}
	switch p.taken[n+2] {
	case 1:
		set(p.stopped(), offline)
	case 2:
		set(p.cover, coverOpen)
		set(p.out(), paperStop)
		set(p.fault, fault)
	case 4:
		set(p.low, paperLow)
		set(p.out(), paperOut)
	default:
		return
	}
	p.atOnce++
	p.taken = p.taken[:n]
	p.answers = append(p.answers, answer{b, time.Now().Add(p.late)})
	slices.SortStableFunc(p.answers, func(a, b answer) int { return a.at.Compare(b.at) })
}

func (p *printer) out() bool     { return p.noPaper > 0 && len(p.paper) >= p.noPaper }
func (p *printer) stopped() bool { return p.out() || p.cover || p.fault || p.offline }

// work works through what was taken, as far as there is paper.
func (p *printer) work() {
	for len(p.taken) > 0 && !p.stopped() {
		n := p.command()
		if n == 0 {
			return // the rest of it has not come
		}
		p.taken = p.taken[n:]
	}
}

// lengths are those of commands that only change a state.
var lengths = map[string]int{"\x1c.": 2, "\x1bt": 3, "\x1ba": 3, "\x1d!": 3}

// command does the first of what was taken and returns its length, or 0 if it is
// not complete.
func (p *printer) command() int {
	b := p.taken
	switch {
	case b[0] == lf:
		p.print(decode(p.text))
		p.text = nil
		return 1
	case b[0] == 0:
		return 1
	case b[0] >= ' ':
		p.text = append(p.text, b[0])
		return 1
	case len(b) < 3:
		return 0
	case b[0] == esc && b[1] == '@':
		p.text = nil
		return 2
	case lengths[string(b[:2])] > 0:
		return lengths[string(b[:2])]
	case b[0] == esc && b[1] == 'd':
		p.print("[feed]")
		return 3
	case b[0] == gs && b[1] == 'r':
		p.ends++
		p.answers = append(p.answers, answer{p.endSays, later(p.busy)})
		return 3
	case b[0] == gs && b[1] == 'v':
		return p.picture()
	}
	return 1 // unknown: passed over
}

func (p *printer) picture() int {
	b := p.taken
	if len(b) < 8 {
		return 0
	}
	n := 8 + (int(b[4])+int(b[5])<<8)*(int(b[6])+int(b[7])<<8)
	if len(b) < n {
		return 0
	}
	p.print("[picture]")
	return n
}

func later(t time.Time) time.Time {
	if now := time.Now(); t.Before(now) {
		return now
	}
	return t
}

func (p *printer) print(line string) {
	p.paper = append(p.paper, line)
	p.busy = later(p.busy).Add(p.slow)
}

func decode(b []byte) string {
	s, _ := charmap.CodePage866.NewDecoder().Bytes(b)
	return string(s)
}

// wire is the line with its deadline.
type wire struct {
	*printer
	deadline time.Time
	calls    int // so far
	failAt   int // the call that fails, 1 the first; 0: none
}

func (w *wire) fails() bool {
	w.calls++
	return w.calls == w.failAt
}

func (w *wire) SetReadDeadline(t time.Time) error {
	if w.fails() {
		return errUnplugged
	}
	w.deadline = t
	return nil
}

func (w *wire) Write(b []byte) (int, error) {
	if w.fails() {
		return 0, errUnplugged
	}
	return w.printer.Write(b)
}

// Read gives what was said, when it was, and waits for the deadline otherwise.
func (w *wire) Read(b []byte) (int, error) {
	if w.fails() {
		return 0, errUnplugged
	}
	if len(w.noise) > 0 {
		n := copy(b, w.noise)
		w.noise = w.noise[n:]
		return n, nil
	}
	if len(w.answers) > 0 && !w.answers[0].at.After(w.deadline) {
		time.Sleep(time.Until(w.answers[0].at))
		b[0], w.answers = w.answers[0].b, w.answers[1:]
		return 1, nil
	}
	time.Sleep(time.Until(w.deadline))
	return 0, os.ErrDeadlineExceeded
}

// receipt is what came out, line by line.
func (p *printer) receipt() string { return strings.Join(p.paper, "|") }

// zeros reports how many zeros in a row were sent at most.
func (p *printer) zeros() int {
	most := 0
	for _, run := range bytes.FieldsFunc(p.sent, func(r rune) bool { return r != 0 }) {
		most = max(most, len(run))
	}
	return most
}
