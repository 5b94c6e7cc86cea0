package escpos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Status requests. DLE EOT n is answered at once, whatever the printer is doing; GS r 1 is
// answered once the printer has executed everything before it.
var (
	askPrinter = []byte{dle, eot, 1}
	askOffline = []byte{dle, eot, 2}
	askPaper   = []byte{dle, eot, 4}
	askEnd     = []byte{gs, 'r', 1}
)

// Bits that distinguish answers to DLE EOT from answers to GS r 1, from XON and XOFF, and from
// unsolicited status.
const (
	atOnceMask, atOnce = 0x93, 0x12
	endMask, end       = 0x90, 0x00
)

// Bits of the answers.
const (
	offline   = 0x08 // DLE EOT 1
	coverOpen = 0x04 // DLE EOT 2
	paperStop = 0x20
	fault     = 0x40
	paperLow  = 0x0c // DLE EOT 4; either
	paperOut  = 0x60
	endNoRoll = 0x0c // GS r 1
)

// Status is the status of a printer.
type Status struct {
	Online    bool
	PaperOut  bool
	PaperLow  bool // reported by some printers only
	CoverOpen bool
	Fault     bool // such as a jammed cutter or an overheated head
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

// isReported reports whether err is a state that the printer has reported. The printer then
// continues where it stopped.
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

// ready returns the reason why the printer can't print, or nil.
func (d *Dev) ready() error {
	if d.opts.Mute {
		return nil
	}
	if err := d.drain(); err != nil {
		return err
	}
	s, err := d.status()
	if err != nil {
		return err
	}
	return s.Err()
}

// finish waits until the printer has executed everything sent to it. If the printer takes
// longer than Answer, finish requests its status.
func (d *Dev) finish(ctx context.Context) error {
	if d.opts.Mute {
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
	return ErrSilent
}

// receive waits for an answer of one kind. An answer to GS r 1 that comes meanwhile sets
// d.ended.
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

// idleTime is the silence after which the line counts as idle.
const idleTime = 10 * time.Millisecond

// drain discards unsolicited status.
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
