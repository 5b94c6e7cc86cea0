package main

import (
	"context"
	"path/filepath"
	"time"

	"tabletop/cmd/internal/update"
	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/loop"
	"tabletop/companion/web"
)

// phones holds the state of the services for phones: the addresses of the page, the trusted time,
// and the changes to the disk that phones request. Package companion does not contain these
// services.
type phones struct {
	page    pagePort
	own     ownNetwork
	reach   *reach
	trust   *trust
	carrier carrier
	uploads string      // folder of uploads; "" if it did not open
	history web.History // history on disk; nil if the state folder did not open
}

// connectPhones creates the state of the services for phones. If the folder of uploads does not
// open, phones cannot upload files.
func (d *daemon) connectPhones(ctx context.Context, o options, disk loop.Log) *phones {
	p := &phones{history: historyOf(disk), page: pagePort{news: make(chan struct{}, 1)}}
	own := newHotspot(d.config.Hotspot, func(err error) { d.log.Warn("hotspot", "err", err) })
	p.reach = newReach(p.page.now, own,
		func(urls []string, wifi door.Wifi) {
			p.own.set(wifi)
			d.loop.Tell(ctx, companion.Addresses{URLs: urls, Wifi: wifi})
		},
		func(h companion.Hotspot, err error) {
			d.log.Error("hotspot", "err", err)
			d.loop.Tell(ctx, own.failure(h, err))
		})
	p.reach.moved = p.page.news
	p.reach.probes = probeNamesIn(d.env)
	p.reach.warn = func(err error) { d.log.Warn("phones won't open the page by themselves", "err", err) }
	c := systemClocks(d.env)
	if d.simulated {
		c.synced = func() bool { return true } // the clock of the simulating machine is right
	}
	p.trust = newTrust(o.state, c, func(sure bool, ahead time.Duration) {
		d.loop.Tell(ctx, companion.ClockState{Trusted: sure, Correction: ahead})
	})
	p.carrier = carrier{archive: archiveOf(disk), clock: p.trust.accept, gameFiles: d.gameFiles, update: d.updates.handOver}
	uploads, err := openUploads(o.state)
	if err != nil {
		d.log.Error("uploads", "err", err)
		return p
	}
	p.carrier.uploads, p.uploads = uploads, filepath.Join(o.state, uploadFolder)
	d.updates.uploads, d.updates.parts = p.uploads, func() update.Health {
		h := d.working()
		h.Damaged, _ = d.checkStore(ctx, disk) // a fault of the whole store is one of the trial too
		return h
	}
	return p
}

// parts returns the parts of the services for phones.
func (p *phones) parts() []part {
	return []part{{key: "trouble.panic", run: p.reach.run}, {key: "trouble.panic", run: p.trust.run}}
}

// archiveOf returns the disk as an archive, or nil if the state folder did not open.
func archiveOf(disk loop.Log) archive {
	s, _ := disk.(archive)
	return s
}
