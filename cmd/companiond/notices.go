package main

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/drivers/escpos"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/serial"
)

// away says once, on the panel and in the log, that a device on a serial line is
// away, and logs that it is back.
func (d *daemon) away(ctx context.Context, key string) wiring.Notice {
	return func(err error) {
		d.note(key)(err)
		if err != nil {
			go d.loop.Tell(ctx, companion.Trouble{Key: key, Arg: reason(err)}) // a notice must not wait
		}
	}
}

// note only logs it.
func (d *daemon) note(key string) wiring.Notice {
	return func(err error) {
		if err != nil {
			d.log.Error("device is away", "part", key, "err", err)
			return
		}
		d.log.Info("device is back", "part", key)
	}
}

// lasting runs until ctx ends what hears a serial line. A device that is lost ends
// a run; in the next one the port, which has said why, waits for the device.
func lasting(ctx context.Context, run func() error) error {
	for ctx.Err() == nil {
		_ = run()
	}
	return nil
}

// reasons are the words for what keeps a device from its work, the first that fits.
var reasons = []struct {
	err error
	key string
}{
	{syscall.EPERM, "device.forbidden"}, // by the rules of the service
	{fs.ErrPermission, "device.denied"},
	{serial.ErrInUse, "device.busy"},
	{escpos.ErrPaper, "printer.paper"},
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

// reason says an error in words of the panel's language, if there are some.
func reason(err error) string {
	for _, r := range reasons {
		if errors.Is(err, r.err) {
			return "#" + r.key
		}
	}
	return err.Error()
}
