package main

import (
	"context"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"

	"tabletop/companion"
)

// notify tells systemd, if it started the daemon, that the first picture is drawn,
// and then feeds its watchdog for as long as the loop turns.
func (d *daemon) notify(ctx context.Context) {
	if _, err := d.loop.Do(ctx, companion.Keys, companion.Rest{}); err != nil {
		return // ended before the first picture
	}
	d.tell(systemd.SdNotifyReady)
	defer d.tell(systemd.SdNotifyStopping)
	every, err := systemd.SdWatchdogEnabled(false)
	if err != nil || every == 0 {
		<-ctx.Done()
		return
	}
	food := time.NewTicker(every / 3)
	defer food.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-food.C:
			d.loop.Tell(ctx, nil) // taken once the loop is free,
			d.loop.Tell(ctx, nil) // and again once it has turned
			d.tell(systemd.SdNotifyWatchdog)
		}
	}
}

func (d *daemon) tell(state string) {
	if _, err := systemd.SdNotify(false, state); err != nil {
		d.log.Error("systemd", "err", err)
	}
}
