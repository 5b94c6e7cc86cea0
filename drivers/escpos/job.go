package escpos

import (
	"context"
	"fmt"
)

// Job is one receipt.
type Job struct {
	Name  string // name of the job in errors and in the result of Waiting
	Items []Item
}

// Item is a part of a Job, created by Line, Title, QR or Feed.
type Item struct {
	kind kind
	text string
	n    int
}

type kind byte

const (
	aLine kind = iota
	aTitle
	aCode
	aFeed
)

// Line returns an item of text. Text longer than a line is wrapped, at a space if possible.
// Spaces inside a line are preserved.
func Line(text string) Item { return Item{kind: aLine, text: text} }

// Title returns an item of text of twice the size, in the middle of the paper.
func Title(text string) Item { return Item{kind: aTitle, text: text} }

// QR returns an item with a QR code of text, in the middle of the paper.
func QR(text string) Item { return Item{kind: aCode, text: text} }

// Feed returns an item of n blank lines, 0 to 255.
func Feed(n int) Item { return Item{kind: aFeed, n: n} }

// maxBytes is the maximum size in bytes of all queued jobs together.
const maxBytes = 1 << 20

// encoded is a job as the bytes sent to the printer, item by item.
type encoded struct {
	name  string
	items [][]byte
	bytes int
}

// Add appends a job to the queue. It returns ErrFull if the queue is full, or another error if
// the job can't be printed: for example, the text of a QR code may be too long.
func (d *Dev) Add(j Job) error {
	e, err := encode(d.opts, j)
	if err != nil {
		return fmt.Errorf("escpos: add %q: %w", j.Name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes := e.bytes
	for _, queued := range d.jobs {
		bytes += queued.bytes
	}
	if bytes > maxBytes {
		return fmt.Errorf("escpos: add %q: %w", j.Name, ErrFull)
	}
	d.jobs = append(d.jobs, e)
	return nil
}

// Waiting returns the names of the queued jobs in printing order, including the one being
// printed.
func (d *Dev) Waiting() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := make([]string, len(d.jobs))
	for i, j := range d.jobs {
		names[i] = j.name
	}
	return names
}

// Drop clears the queue. It doesn't stop the job being printed.
func (d *Dev) Drop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.jobs = nil
}

// Print prints the queued jobs in order. After an error the unfinished job stays first in the
// queue, and the next Print prints it from its beginning. The error names the job.
func (d *Dev) Print(ctx context.Context) error {
	if err := d.acquire(ctx); err != nil {
		return fmt.Errorf("escpos: print: %w", err)
	}
	defer d.release()
	for {
		d.mu.Lock()
		jobs := d.jobs
		d.mu.Unlock()
		if len(jobs) == 0 {
			return nil
		}
		if err := d.print(ctx, jobs[0]); err != nil {
			return fmt.Errorf("escpos: print %q: %w", jobs[0].name, err)
		}
		d.remove(jobs[0])
	}
}

// remove removes j from the queue, unless Drop has cleared it.
func (d *Dev) remove(j *encoded) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.jobs) > 0 && d.jobs[0] == j {
		d.jobs = d.jobs[1:]
	}
}

// print sends a job and waits until it is printed.
func (d *Dev) print(ctx context.Context, j *encoded) error {
	if err := d.ready(); err != nil {
		return err
	}
	if err := d.complete(); err != nil {
		return err
	}
	d.broken = true
	for _, item := range j.items {
		if err := d.isOver(ctx); err != nil {
			return err
		}
		if _, err := d.port.Write(item); err != nil {
			return err
		}
	}
	err := d.finish(ctx)
	d.broken = err != nil && !isReported(err)
	return err
}

// If a command may have broken off, complete sends enough zeros to complete any command. Outside
// of a command the printer ignores zeros.
func (d *Dev) complete() error {
	if !d.broken {
		return nil
	}
	_, err := d.port.Write(make([]byte, longestCommand(d.opts.Dots)))
	return err
}

func (d *Dev) isOver(ctx context.Context) error {
	select {
	case <-d.halted:
		return ErrHalted
	default:
		return ctx.Err()
	}
}
