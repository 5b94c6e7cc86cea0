package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/drivers/escpos"
)

// receipts is the capacity of the queue of receipts.
const receipts = 8

// order queues a receipt for the printer. It logs the receipt as lost if the queue is full.
func (d *daemon) order(p companion.Print) {
	select {
	case d.receipts <- p:
	default:
		d.log.Error("too many receipts at once", "lost", p.Name)
	}
}

// paper prints queued receipts until ctx is done. It stores failed receipts in memory only: the
// match itself is on disk, so its receipt can be requested again after a power cut. A printer is
// usually off, so the panel reports its absence only to a seat that requests a receipt.
func (d *daemon) paper(ctx context.Context) error {
	dev, port, err := wiring.Printer(d.config.Printer, d.note("trouble.printer"))
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	for {
		select {
		case <-ctx.Done():
			return nil
		case p := <-d.receipts:
			if err := d.print(ctx, dev, p); err != nil && ctx.Err() == nil {
				d.log.Error("print", "err", err)
				d.loop.Tell(ctx, companion.Trouble{Key: "trouble.receipt", Arg: reason(err)})
			}
		}
	}
}

// print adds a receipt to the queue of dev, unless the queue already has it, and prints the whole
// queue. If the queue is full, the receipt is not added, and print returns an error after printing.
// The next attempt then finds room.
func (d *daemon) print(ctx context.Context, dev *escpos.Dev, p companion.Print) (full error) {
	if !slices.Contains(dev.Waiting(), p.Name) {
		full = dev.Add(receipt(p))
	}
	return errors.Join(dev.Print(ctx), full)
}

func receipt(p companion.Print) escpos.Job {
	items := []escpos.Item{escpos.Title(p.Title)}
	for _, line := range p.Lines {
		items = append(items, escpos.Line(line))
	}
	if p.Seal != "" {
		items = append(items, escpos.QR(strings.ToUpper(p.Seal)), escpos.Line(p.SealText+" "+p.Seal))
	}
	return escpos.Job{Name: p.Name, Items: items}
}
