package main

import (
	"context"
	"slices"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
)

// mostSettling is how long a service waits for udev to give it its buses.
const mostSettling = 15 * time.Second

// greeting is the wired panel once it was shown a first picture.
type greeting struct {
	panel devices
	after time.Duration // since the daemon began
	err   error         // why it wasn't
}

// greet makes the wired panel and shows it a first picture, while the disk is being
// opened: that may take longer than people take a dark box for a broken one. The panel
// may be used by who takes it from the channel.
func (d *daemon) greet(ctx context.Context) <-chan greeting {
	began, panel, ready := time.Now(), d.wire(), make(chan greeting, 1)
	go func() {
		if d.env("NOTIFY_SOCKET") != "" { // systemd may have started us before udev was done
			wiring.Settle(ctx, d.nodes(), mostSettling, d.may)
		}
		err := panel.leave(screen.New(nil, nil).Draw(firstView()))
		ready <- greeting{panel, time.Since(began), err}
	}()
	return ready
}

// nodes are the nodes of the panel, which udev gives to their groups. Nothing on a
// serial line delays a picture.
func (d *daemon) nodes() (all []string) {
	for _, dev := range wiring.Devices(d.config) {
		if !serialParts[dev.Part] {
			all = append(all, dev.Node)
		}
	}
	return all
}

// firstView is the hare in the middle, which needs no language.
func firstView() panel.View {
	const side = 32 // px of the hare
	return panel.View{Kind: panel.KindHare, Picture: "hare/1", Left: (panel.Wide - side) / 2, Top: (panel.High - side) / 2}
}

// panel is what is wired: what greet has made, once it is done with that. What isn't
// there the loop says, when there is something to see.
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

// ungreet darkens a panel that was greeted for a daemon which did not start.
func (d *daemon) ungreet() {
	if d.greeted == nil {
		return
	}
	panel := (<-d.greeted).panel
	for _, s := range slices.Concat(panel.panels, panel.lamps) {
		_ = s.Halt() // why it did not start says more
	}
}

// may asks the kernel whether this process may open a node.
func (d *daemon) may(node string) error {
	if d.access != nil {
		return d.access(node)
	}
	return wiring.Access(node)
}
