package companiontest

import (
	"fmt"
	"maps"
	"strings"

	"tabletop/companion"
)

// Disk is a store in memory. It outlives a Table, as a card outlives a power cut.
type Disk struct {
	Records  map[string]*companion.Record // every match that was not ended
	Settings map[string]string
	Players  []string // the latest seated first
	Fails    error    // what every Keep answers, nil for success
	order    []string
}

// NewDisk returns an empty disk.
func NewDisk() *Disk {
	return &Disk{Records: map[string]*companion.Record{}, Settings: map[string]string{}}
}

// Replace makes the disk empty and sound.
func (d *Disk) Replace() { *d = *NewDisk() }

// Keep takes one transaction.
func (d *Disk) Keep(k companion.Keep) error {
	if d.Fails != nil {
		return d.Fails
	}
	for _, text := range []string{k.Lines, k.Settings, k.Players} {
		if text != "" && !strings.HasSuffix(text, "\n") {
			return fmt.Errorf("disk: the last line of %q lacks its line feed", text)
		}
	}
	for line := range strings.Lines(k.Settings) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		d.Settings[key] = value
	}
	if k.Players != "" {
		d.Players = append(strings.Split(strings.TrimSpace(k.Players), "\n"), d.Players...)
	}
	if k.Match == "" {
		return nil
	}
	return d.keepMatch(k)
}

func (d *Disk) keepMatch(k companion.Keep) error {
	r := d.Records[k.Match]
	if r == nil {
		r = &companion.Record{Match: k.Match}
		d.Records[k.Match] = r
		d.order = append(d.order, k.Match)
	}
	if have := strings.Count(r.Lines, "\n"); have != k.First-1 {
		return fmt.Errorf("disk: %d lines, the first new one is %d", have, k.First)
	}
	r.Lines += k.Lines
	if k.Secret != "" {
		r.Secret = k.Secret
	}
	if k.Over {
		delete(d.Records, k.Match)
	}
	return nil
}

// Evening is what the next start finds.
func (d *Disk) Evening() companion.Evening {
	e := companion.Evening{Settings: maps.Clone(d.Settings), Players: d.Players}
	for i := len(d.order) - 1; i >= 0; i-- {
		if r := d.Records[d.order[i]]; r != nil {
			e.Open = append(e.Open, *r)
		}
	}
	return e
}
