package main

import (
	"context"
	"time"

	systemd "github.com/coreos/go-systemd/v22/daemon"

	"tabletop/companion"
)

// notify reports to systemd that the first picture is shown. It then resets systemd's watchdog at
// intervals, as long as the loop runs. If systemd did not start the daemon, notify has no effect.
func (d *daemon) notify(ctx context.Context) {
	if _, err := d.loop.Do(ctx, companion.Keys, companion.WaitSettled{}); err != nil {
		return // the daemon ended before the first picture
	}
	d.notifySystemd(systemd.SdNotifyReady)
	defer d.notifySystemd(systemd.SdNotifyStopping)
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
			d.loop.Tell(ctx, nil) // returns once the loop is free
			d.loop.Tell(ctx, nil) // returns after one more turn of the loop
			d.notifySystemd(systemd.SdNotifyWatchdog)
		}
	}
}

func (d *daemon) notifySystemd(state string) {
	if _, err := systemd.SdNotify(false, state); err != nil {
		d.log.Error("systemd", "err", err)
	}
}
