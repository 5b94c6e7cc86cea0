package main

import (
	"context"
	"slices"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// mostSettling bounds the wait for udev to set the groups of the buses.
const mostSettling = 15 * time.Second

// greeting is the wired panel after its first picture.
type greeting struct {
	panel devices
	after time.Duration // since the start of the daemon
	err   error         // failure of the first picture
}

// greet opens the wired panel and shows a first picture while the disk is opened. Opening may
// take so long that the box would seem broken. Only the receiver of the channel may use the
// panel afterwards.
func (d *daemon) greet(ctx context.Context) <-chan greeting {
	began, panel, ready := time.Now(), d.wire(), make(chan greeting, 1)
	go func() {
		if d.env("NOTIFY_SOCKET") != "" { // systemd may have started the daemon before udev has finished
			wiring.Settle(ctx, d.nodes(), mostSettling, d.checkAccess)
		}
		err := panel.leave(screen.New(nil, nil).Draw(firstView()))
		ready <- greeting{panel, time.Since(began), err}
	}()
	return ready
}

// nodes returns the device nodes of the panel, whose groups udev sets. It omits serial lines,
// which do not delay the picture.
func (d *daemon) nodes() (all []string) {
	for _, dev := range wiring.Devices(d.config) {
		if !serialParts[dev.Part] {
			all = append(all, dev.Node)
		}
	}
	return all
}

// firstView returns the hare in the middle, which needs no language.
func firstView() panel.View {
	const side = 32 // px of the hare
	return panel.View{Kind: panel.KindHare, Picture: "hare/1", Left: (panel.Wide - side) / 2, Top: (panel.High - side) / 2}
}

// panel returns the wired devices, after the first picture of greet. The loop reports missing
// devices when it draws.
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

// ungreet darkens a panel whose daemon did not start.
func (d *daemon) ungreet() {
	if d.greeted == nil {
		return
	}
	panel := (<-d.greeted).panel
	for _, s := range slices.Concat(panel.panels, panel.lamps) {
		_ = s.Halt() // the reason for not starting is more important
	}
}

// checkAccess asks the kernel whether this process may open a node.
func (d *daemon) checkAccess(node string) error {
	if d.access != nil {
		return d.access(node)
	}
	return wiring.Access(node)
}
