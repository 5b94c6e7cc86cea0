package main

import (
	"context"
	"path/filepath"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/loop"
	"tabletop/companion/web"
)

// phones are what the core can't know of those who come by phone: where they reach
// the box, what time it is, and what the disk does at their wish.
type phones struct {
	page    pagePort
	reach   *reach
	trust   *trust
	carrier carrier
	uploads string      // folder; "" where there is none
	history web.History // nil where there is none
}

// connectPhones wires them. Without a folder for what connectPhones send, nothing is restored.
func (d *daemon) connectPhones(ctx context.Context, o options, disk loop.Log) *phones {
	p := &phones{history: historyOf(disk), page: pagePort{news: make(chan struct{}, 1)}}
	p.reach = newReach(p.page.now,
		func(urls []string, wifi door.Wifi) { d.loop.Tell(ctx, companion.Reached{URLs: urls, Wifi: wifi}) },
		func(err error) {
			d.log.Error("hotspot", "err", err)
			d.loop.Tell(ctx, companion.Trouble{Key: "trouble.hotspot", Arg: reason(err)})
		})
	p.reach.moved = p.page.news
	c := systemClocks(d.env)
	if d.simulated {
		c.synced = func() bool { return true } // by the machine it is simulated on
	}
	p.trust = newTrust(o.state, c, func(sure bool, ahead time.Duration) {
		d.loop.Tell(ctx, companion.Timed{Sure: sure, Ahead: ahead})
	})
	p.carrier = carrier{archive: archiveOf(disk), clock: p.trust.accept, shelf: d.shelf}
	uploads, err := openUploads(o.state)
	if err != nil {
		d.log.Error("what phones send", "err", err)
		return p
	}
	p.carrier.uploads, p.uploads = uploads, filepath.Join(o.state, uploadFolder)
	return p
}

// parts run beside the loop.
func (p *phones) parts() []part {
	return []part{{key: "trouble.panic", run: p.reach.run}, {key: "trouble.panic", run: p.trust.run}}
}

// archiveOf is the disk as phones change it; one that did not open is only played on.
func archiveOf(disk loop.Log) archive {
	s, _ := disk.(archive)
	return s
}
