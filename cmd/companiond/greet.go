package main

import (
	"context"
	"slices"
	"time"

	"tabletop/cmd/internal/firstlight"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/loop"
	"tabletop/companion/screen"
)

// mostSettling is the maximum time to wait until udev has set the groups of the buses.
const mostSettling = 15 * time.Second

// greeting is the result of greet: the wired panel, which shows its first picture.
type greeting struct {
	panel devices
	after time.Duration // duration from the call of greet to the first picture
	err   error         // error of showing the first picture
}

// greet opens the wired panel and shows a first picture while the disk is opened. Without the
// picture the box would seem broken, because opening a disk may take long. The caller uses the
// panel only after receiving the greeting from the channel.
func (d *daemon) greet(ctx context.Context) <-chan greeting {
	began, panel, ready := time.Now(), d.wire(), make(chan greeting, 1)
	go func() {
		if d.env("NOTIFY_SOCKET") != "" { // systemd may have started the daemon before udev has finished
			wiring.Settle(ctx, d.nodes(), mostSettling, d.checkAccess)
		}
		d.inherit(panel.panels)
		first := firstlight.View()
		if _, updating := d.updates.step(); updating {
			first = companion.TrialView(companion.Trial{})
		}
		err := panel.leave(screen.New(nil, nil).Draw(first))
		ready <- greeting{panel, time.Since(began), err}
	}()
	return ready
}

// nodes returns the device nodes of the panel for which udev sets a group. It omits serial lines,
// because the picture need not wait for them.
func (d *daemon) nodes() (all []string) {
	for _, dev := range wiring.Devices(d.config) {
		if !serialParts[dev.Part] {
			all = append(all, dev.Node)
		}
	}
	return all
}

// inherit takes the panel over without a dark moment if companion-hello, or a daemon before an update,
// has drawn on it.
func (d *daemon) inherit(panels []loop.Surface) {
	lit := d.takeLit()
	for _, p := range panels {
		s, ok := p.(*wiring.Surface)
		switch {
		case !ok:
		case slices.Contains(lit, s.String()):
			s.Inherit()
		case d.env("RUNTIME_DIRECTORY") != "":
			firstlight.Inherit(d.env("RUNTIME_DIRECTORY"), s)
		}
	}
}

// panel returns the wired panel, after greet has shown the first picture. The loop reports a
// missing device when the loop draws on it.
func (d *daemon) panel() devices {
	if d.greeted == nil {
		return d.wire()
	}
	g := <-d.greeted
	d.greeted = nil
	if g.err == nil {
		d.log.Info("the first picture is there", "after", g.after.Round(time.Millisecond))
	}
	return g.panel
}

// ungreet darkens the panel if greet has lit the panel but the daemon did not start. During an update
// the picture stays.
func (d *daemon) ungreet() {
	if d.greeted == nil {
		return
	}
	panel := (<-d.greeted).panel
	if _, updating := d.updates.step(); updating {
		d.keepLit(panel.panels)
		return
	}
	for _, s := range slices.Concat(panel.panels, panel.lamps) {
		_ = s.Halt() // an error of Halt matters less than the reason for not starting
	}
}

// checkAccess returns an error if this process may not open a device node.
func (d *daemon) checkAccess(node string) error {
	if d.access != nil {
		return d.access(node)
	}
	return wiring.Access(node)
}
