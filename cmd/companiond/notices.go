package main

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/drivers/escpos"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/serial"
	"tabletop/drivers/usblp"
)

// away returns a notice for a serial device. The notice logs the loss and the return of the device,
// and shows each loss on the panel.
func (d *daemon) away(ctx context.Context, key string) wiring.Notice {
	return func(err error) {
		d.note(key)(err)
		if err != nil {
			go d.loop.Tell(ctx, companion.Trouble{Key: key, Arg: reason(err)}) // a notice must not block
		}
	}
}

// note returns a notice that only logs and records the loss and the return of a device.
func (d *daemon) note(key string) wiring.Notice {
	return func(err error) {
		d.silences.noticed(key, time.Now(), err)
		if err != nil {
			d.log.Error("device is away", "part", key, "err", err)
			return
		}
		d.log.Info("device is back", "part", key)
	}
}

// lasting calls run repeatedly until ctx is done. run returns when its device is lost, and waits
// for the device when run is called again. lasting ignores the error of run, because the port has
// already reported the loss.
func lasting(ctx context.Context, run func() error) error {
	for ctx.Err() == nil {
		_ = run()
	}
	return nil
}

// reasons maps errors of devices to words keys. The first entry that matches an error is used.
var reasons = []struct {
	err error
	key string
}{
	{syscall.EPERM, "device.forbidden"}, // forbidden by the restrictions of the systemd service
	{fs.ErrPermission, "device.denied"},
	{serial.ErrInUse, "device.busy"},
	{escpos.ErrPaper, "printer.paper"},
	{usblp.ErrPaper, "printer.paper"},
	{escpos.ErrCover, "printer.cover"},
	{escpos.ErrFault, "printer.fault"},
	{escpos.ErrOffline, "device.off"},
	{escpos.ErrSilent, "device.off"},
	{gpiochip.ErrNoChip, "device.nochip"},
	{serial.ErrAway, "device.off"},
	{serial.ErrHungUp, "device.off"},
	{serial.ErrStuck, "device.off"},
	{fs.ErrNotExist, "device.off"},
	{syscall.EIO, "device.off"},
	{syscall.ENXIO, "device.off"},
	{syscall.ENODEV, "device.off"},
	{errNMDenied, "hotspot.denied"},
	{errNoNM, "hotspot.off"},
	{errNoWifi, "hotspot.nowifi"},
}

// reason returns "#" and the words key of an error, or the error's text if no entry of reasons
// matches.
func reason(err error) string {
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return "#" + r.key
		}
	}
	return err.Error()
}
