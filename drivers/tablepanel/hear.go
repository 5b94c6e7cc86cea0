package tablepanel

import (
	"context"
	"strings"
	"time"
)

// longest is how many characters a line has at most, its end not counted.
const longest = 63

// hearing is one Run: what was heard since the line was opened.
type hearing struct {
	*Dev
	each  func(Report)
	known bool      // HELLO was heard
	ask   time.Time // when to ask for it next
	line  []byte    // what has come of a line, one byte more than may come at most
	in    [128]byte
}

// hear waits for the next bytes, and asks first who is there while that is unknown.
// A panel that is away can't be asked, and is read all the same: reading waits for it.
// It is asked soon again: what is pressed before it has been met is for nobody.
func (h *hearing) hear(ctx context.Context) error {
	var until time.Time
	if !h.known {
		if now := time.Now(); !now.Before(h.ask) {
			h.ask = now.Add(h.opts.Ask)
			if h.say(func() string { return "?\n" }) != nil {
				h.ask = now.Add(h.opts.Ask / 10)
			}
		}
		until = h.ask
	}
	if err := h.port.SetReadDeadline(until); err != nil || h.isOver(ctx) {
		return err
	}
	n, err := h.port.Read(h.in[:])
	for _, b := range h.in[:n] {
		h.add(b)
	}
	return err
}

// add adds a byte, and reports the line that it ends.
func (h *hearing) add(b byte) {
	if b != '\n' {
		if len(h.line) <= longest+1 {
			h.line = append(h.line, b)
		}
		return
	}
	line := h.line
	h.line = h.line[:0]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) > 0 {
		h.report(string(line))
	}
}

func (h *hearing) report(line string) {
	if strings.Contains(line, "*") {
		h.numbered(line)
		return
	}
	r, err := Parse(line)
	if err != nil {
		h.junk.Add(1)
		return
	}
	if _, hello := r.(Hello); hello {
		h.known = true
		_ = h.say(h.greet)
	}
	h.each(r)
}

// numbered hears a line with a check.
func (h *hearing) numbered(line string) {
	said, err := parseNumbered(line)
	if err != nil {
		h.junk.Add(1)
		return
	}
	switch said := said.(type) {
	case beat:
		_ = h.say(func() string { return h.meet(said) })
	case numberedReport:
		if h.isNext(said) {
			h.each(said.report)
		}
		_ = h.say(h.ack)
	}
}
