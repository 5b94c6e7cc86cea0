package main

import (
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"tabletop/companion/words"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/serial"
	"tabletop/drivers/usblp"
)

func TestARefusalIsSaidAsWhatItIs(t *testing.T) {
	open := func(errno syscall.Errno) error {
		return fmt.Errorf("serial: %w", &fs.PathError{Op: "open", Path: "/dev/ttyUSB0", Err: errno})
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{open(syscall.EACCES), "#device.denied"},
		{open(syscall.EPERM), "#device.forbidden"},
		{open(syscall.ENOENT), "#device.off"},
		{fmt.Errorf("usblp: write: %w: %w", usblp.ErrPaper, syscall.EINTR), "#printer.paper"},
		{fmt.Errorf("%w: %w", serial.ErrInUse, open(syscall.EBUSY)), "#device.busy"},
		{fmt.Errorf("usblp: read: %w", syscall.ENODEV), "#device.off"},
		{fmt.Errorf("gpiochip: GPIO5: %w", gpiochip.ErrNoChip), "#device.nochip"},
		{fmt.Errorf("gpiochip: GPIO5: %w: %w", gpiochip.ErrNoChip, open(syscall.EACCES)), "#device.denied"},
		{fmt.Errorf("gpiochip: pinctrl-rp1 has %w GPIO99", gpiochip.ErrNoLine), "gpiochip: pinctrl-rp1 has no line GPIO99"},
	} {
		got := reason(test.err)
		if got != test.want {
			t.Errorf("%v is said as %s, want %s", test.err, got, test.want)
		}
		for _, lang := range words.Langs {
			if key, ok := strings.CutPrefix(got, "#"); ok && words.Companion(lang).Word(key) == key {
				t.Errorf("%s: there are no words for %s", lang, key)
			}
		}
	}
}
