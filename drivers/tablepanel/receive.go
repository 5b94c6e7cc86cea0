package tablepanel

import (
	"context"
	"strings"
	"time"
)

// maxLine is the maximum number of characters in a line, without the line end.
const maxLine = 63

// receiver is the state of one call of Run.
type receiver struct {
	*Dev
	each    func(Report)
	greeted bool      // HELLO was received
	nextAsk time.Time // time of the next "?"
	line    []byte    // unfinished line, cut off two bytes above maxLine
	in      [128]byte
}

// receive waits for the next bytes of the panel and handles them. Until HELLO is received, it
// also sends "?" every Opts.Ask, or ten times as often while sending fails. A panel that returns
// must be asked soon, since its presses before the first beat are discarded. receive reads even
// if sending fails, as Read waits for an absent panel to return.
func (rx *receiver) receive(ctx context.Context) error {
	var until time.Time
	if !rx.greeted {
		if now := time.Now(); !now.Before(rx.nextAsk) {
			rx.nextAsk = now.Add(rx.opts.Ask)
			if rx.send(func() string { return "?\n" }) != nil {
				rx.nextAsk = now.Add(rx.opts.Ask / 10)
			}
		}
		until = rx.nextAsk
	}
	if err := rx.port.SetReadDeadline(until); err != nil || rx.isOver(ctx) {
		return err
	}
	n, err := rx.port.Read(rx.in[:])
	for _, b := range rx.in[:n] {
		rx.add(b)
	}
	return err
}

// add appends a byte to the unfinished line. If the byte ends the line, add handles the line.
func (rx *receiver) add(b byte) {
	if b != '\n' {
		if len(rx.line) <= maxLine+1 {
			rx.line = append(rx.line, b)
		}
		return
	}
	line := rx.line
	rx.line = rx.line[:0]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	if len(line) > 0 {
		rx.report(string(line))
	}
}

func (rx *receiver) report(line string) {
	if strings.Contains(line, "*") {
		rx.receiveNumbered(line)
		return
	}
	r, err := Parse(line)
	if err != nil {
		rx.junk.Add(1)
		return
	}
	if _, hello := r.(Hello); hello {
		rx.greeted = true
		_ = rx.send(rx.greeting)
	}
	rx.each(r)
}

// receiveNumbered handles a line with a check: a beat or a numbered report.
func (rx *receiver) receiveNumbered(line string) {
	message, err := parseNumbered(line)
	if err != nil {
		rx.junk.Add(1)
		return
	}
	switch message := message.(type) {
	case beat:
		_ = rx.send(func() string { return rx.resync(message) })
	case numberedReport:
		if rx.accept(message) {
			rx.each(message.report)
		}
		_ = rx.send(rx.ack)
	}
}
