package escpos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Requests for the printer's status. The printer answers DLE EOT n at once, whatever it is
// doing. It answers GS r 1 once it has executed everything sent before.
var (
	askPrinter = []byte{dle, eot, 1}
	askOffline = []byte{dle, eot, 2}
	askPaper   = []byte{dle, eot, 4}
	askEnd     = []byte{gs, 'r', 1}
)

// Masks that select the fixed bits of an answer, and the values of these bits. The fixed bits
// distinguish answers to DLE EOT (atOnce) and answers to GS r 1 (end) from each other, from XON
// and XOFF, and from unsolicited status.
const (
	atOnceMask, atOnce = 0x93, 0x12
	endMask, end       = 0x90, 0x00
)

// Bits of the printer's answers.
const (
	offline   = 0x08 // answer to DLE EOT 1: the printer is offline
	coverOpen = 0x04 // answer to DLE EOT 2: the cover is open
	paperStop = 0x20 // answer to DLE EOT 2: printing stopped as the paper ran out
	fault     = 0x40 // answer to DLE EOT 2: the printer has an error
	paperLow  = 0x0c // answer to DLE EOT 4: the paper is nearly used up, if either bit is set
	paperOut  = 0x60 // answer to DLE EOT 4: the paper is used up, if either bit is set
	endNoRoll = 0x0c // answer to GS r 1: the paper is used up, if either bit is set
)

// Status is the status of a printer.
type Status struct {
	Online    bool
	PaperOut  bool
	PaperLow  bool // reported by some printers only
	CoverOpen bool
	Fault     bool // error of the printer, such as a jammed cutter or an overheated head
}

// Err returns the reason why the printer can't print, or nil.
func (s Status) Err() error {
	switch {
	case s.PaperOut:
		return ErrPaper
	case s.CoverOpen:
		return ErrCover
	case s.Fault:
		return ErrFault
	case !s.Online:
		return ErrOffline
	}
	return nil
}

// isReported reports whether err is a state that the printer has reported, such as ErrPaper.
// Once the cause is removed, the printer continues where it stopped.
func isReported(err error) bool {
	for _, reported := range []error{ErrPaper, ErrCover, ErrFault, ErrOffline} {
		if errors.Is(err, reported) {
			return true
		}
	}
	return false
}

// Status requests the printer's status. During Print it waits until Print returns.
func (d *Dev) Status(ctx context.Context) (Status, error) {
	if err := d.acquire(ctx); err != nil {
		return Status{}, fmt.Errorf("escpos: status: %w", err)
	}
	defer d.release()
	if err := d.drain(); err != nil {
		return Status{}, fmt.Errorf("escpos: status: %w", err)
	}
	s, err := d.status()
	if err != nil {
		return Status{}, fmt.Errorf("escpos: status: %w", err)
	}
	return s, nil
}

func (d *Dev) status() (Status, error) {
	var answers [3]byte
	for i, ask := range [][]byte{askPrinter, askOffline, askPaper} {
		if _, err := d.port.Write(ask); err != nil {
			return Status{}, err
		}
		b, err := d.receive(atOnceMask, atOnce)
		if err != nil {
			return Status{}, err
		}
		answers[i] = b
	}
	return Status{
		Online:    answers[0]&offline == 0,
		PaperOut:  answers[1]&paperStop != 0 || answers[2]&paperOut != 0,
		PaperLow:  answers[2]&paperLow != 0,
		CoverOpen: answers[1]&coverOpen != 0,
		Fault:     answers[1]&fault != 0,
	}, nil
}

// ready returns the reason why the printer can't print, or nil. It sets d.silent if the printer
// doesn't answer and need not.
func (d *Dev) ready() error {
	if d.silent = d.opts.Mute; d.silent {
		return nil
	}
	if err := d.drain(); err != nil {
		return err
	}
	s, err := d.status()
	if r, ok := d.port.(Receiver); ok && errors.Is(err, ErrSilent) {
		d.silent = true
		s, err = Status{Online: true, PaperOut: r.PaperOut()}, nil
	}
	if err != nil {
		return err
	}
	return s.Err()
}

// finish waits until the printer has executed everything sent to it. If the printer takes
// longer than Answer, finish requests its status. A printer at a Receiver that answers such
// requests, but not the one at the end of a job, has printed it after Finish.
func (d *Dev) finish(ctx context.Context) error {
	if d.silent {
		return nil
	}
	d.ended = false
	if _, err := d.port.Write(askEnd); err != nil {
		return err
	}
	for began := time.Now(); time.Since(began) < d.opts.Finish; {
		b, err := d.receive(endMask, end)
		switch {
		case err == nil && b&endNoRoll != 0:
			return ErrPaper
		case err == nil:
			return nil
		case !errors.Is(err, ErrSilent):
			return err
		}
		if err := d.isOver(ctx); err != nil {
			return err
		}
		s, err := d.status()
		if err == nil {
			err = s.Err()
		}
		if err != nil || d.ended {
			return err
		}
	}
	if _, ok := d.port.(Receiver); ok {
		return nil
	}
	return ErrSilent
}

// receive waits up to Answer for a byte whose bits in mask have the value want. If it receives
// an answer to GS r 1 meanwhile, it sets d.ended.
func (d *Dev) receive(mask, want byte) (byte, error) {
	if err := d.port.SetReadDeadline(time.Now().Add(d.opts.Answer)); err != nil {
		return 0, err
	}
	var b [1]byte
	for {
		n, err := d.port.Read(b[:])
		switch {
		case n == 1 && b[0]&mask == want:
			return b[0], nil
		case n == 1 && b[0]&(endMask|endNoRoll) == end:
			d.ended = true
		case errors.Is(err, os.ErrDeadlineExceeded):
			return 0, ErrSilent
		case err != nil:
			return 0, err
		}
	}
}

// idleTime is the time without received bytes after which the line counts as idle.
const idleTime = 10 * time.Millisecond

// drain discards received bytes until the line is idle. Such bytes are status messages that the
// printer sent without a request.
func (d *Dev) drain() error {
	var b [64]byte
	for began := time.Now(); time.Since(began) < d.opts.Answer; {
		if err := d.port.SetReadDeadline(time.Now().Add(idleTime)); err != nil {
			return err
		}
		_, err := d.port.Read(b[:])
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
