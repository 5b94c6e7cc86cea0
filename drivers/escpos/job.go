package escpos

import (
	"context"
	"fmt"
)

// Job is one receipt.
type Job struct {
	Name  string // for Waiting and errors
	Items []Item
}

// Item is a part of a Job: what Line, Title, QR or Feed returns.
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

// Line is text; what is longer than a line is continued below, if possible after a
// blank. Blanks inside a line stay as they are.
func Line(text string) Item { return Item{kind: aLine, text: text} }

// Title is text of twice the size in the middle of the paper.
func Title(text string) Item { return Item{kind: aTitle, text: text} }

// QR is a QR code of text, in the middle of the paper.
func QR(text string) Item { return Item{kind: aCode, text: text} }

// Feed is n blank lines, 0 to 255.
func Feed(n int) Item { return Item{kind: aFeed, n: n} }

// waiting is how many bytes of jobs are kept at most.
const waiting = 1 << 20

// encoded is a job as the printer gets it, item by item.
type encoded struct {
	name  string
	items [][]byte
	bytes int
}

// Add puts a job behind those that wait. It fails if the job can't be printed as it
// is, such as a QR code of too long a text, or with ErrFull.
func (d *Dev) Add(j Job) error {
	e, err := encode(d.opts, j)
	if err != nil {
		return fmt.Errorf("escpos: add %q: %w", j.Name, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes := e.bytes
	for _, kept := range d.jobs {
		bytes += kept.bytes
	}
	if bytes > waiting {
		return fmt.Errorf("escpos: add %q: %w", j.Name, ErrFull)
	}
	d.jobs = append(d.jobs, e)
	return nil
}

// Waiting returns the names of the jobs that are not printed, the next first.
func (d *Dev) Waiting() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := make([]string, len(d.jobs))
	for i, j := range d.jobs {
		names[i] = j.name
	}
	return names
}

// Drop forgets all jobs that wait, and doesn't wait for one that is being printed.
func (d *Dev) Drop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.jobs = nil
}

// Print prints what waits, job after job. After an error the job that it names is
// still the first, and is printed from its beginning by the next Print.
func (d *Dev) Print(ctx context.Context) error {
	if err := d.use(ctx); err != nil {
		return fmt.Errorf("escpos: print: %w", err)
	}
	defer d.leave()
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
		d.printed(jobs[0])
	}
}

// printed forgets j, unless Drop did.
func (d *Dev) printed(j *encoded) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.jobs) > 0 && d.jobs[0] == j {
		d.jobs = d.jobs[1:]
	}
}

// print sends a job and waits for its end.
func (d *Dev) print(ctx context.Context, j *encoded) error {
	if err := d.ready(); err != nil {
		return err
	}
	if err := d.mend(); err != nil {
		return err
	}
	d.torn = true
	for _, item := range j.items {
		if err := d.isOver(ctx); err != nil {
			return err
		}
		if _, err := d.port.Write(item); err != nil {
			return err
		}
	}
	err := d.finish(ctx)
	d.torn = err != nil && !isTold(err)
	return err
}

// mend fills up what the printer may still wait for. Elsewhere it ignores zeros.
func (d *Dev) mend() error {
	if !d.torn {
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
