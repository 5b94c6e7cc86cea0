package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// usbPrinter is a printer of the USB printer class whose paper the test reads. Both sides of the plug
// are the kernel's: usblp on the side of the daemon, usb_f_printer at the far end. The printer never
// answers.
type usbPrinter struct{ *Machine }

// Paths in the machine.
const (
	printerNode = "/dev/usb/lp0"     // for the daemon
	printerFar  = "/dev/g_printer0"  // far end
	paperFile   = "/run/received-lp" // bytes that the printer has received
)

// newUSBPrinter creates a printer. It isn't plugged in yet. It uses the first socket of dummy_hcd.
func (m *Machine) newUSBPrinter() (usbPrinter, error) {
	_, err := m.Agent.Run(patience, `
		set -e
		modprobe dummy_hcd
		modprobe libcomposite
		mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
		device=/sys/kernel/config/usb_gadget/lp
		mkdir $device
		mkdir $device/{strings/0x409,configs/all.1,functions/printer.lp}
		echo 0x1209 >$device/idVendor
		echo 0x0001 >$device/idProduct
		echo Evening >$device/strings/0x409/manufacturer
		echo lp >$device/strings/0x409/product
		echo 'MFG:Evening;MDL:lp;CMD:ESC/POS;' >$device/functions/printer.lp/pnp_string
		ln -s $device/functions/printer.lp $device/configs/all.1/`)
	return usbPrinter{m}, err
}

// plug plugs the printer in and waits until udev has given it to the daemon's group. Until prints is
// called, the printer takes no bytes.
func (p usbPrinter) plug() error {
	_, err := p.Agent.Run(patience, fmt.Sprintf(`
		echo dummy_udc.0 >/sys/kernel/config/usb_gadget/lp/UDC
		for _ in $(seq 100); do
			if [ -e %[2]s ] && [ "$(stat -c '%%G %%a' %[1]s)" = 'companion 660' ]; then exit; fi
			sleep 0.2
		done
		ls -l /dev/usb /dev/g_printer*
		dmesg | tail -20
		exit 1`, printerNode, printerFar))
	return wrap(err, "the USB printer is plugged in")
}

// prints makes the printer take bytes.
func (p usbPrinter) prints() error {
	_, err := p.Agent.Run(patience, fmt.Sprintf("setsid cat %s >%s 2>/dev/null & echo $! >/run/reader-lp", printerFar, paperFile))
	return wrap(err, "the USB printer prints")
}

// unplug unplugs the printer. The far end is closed first.
func (p usbPrinter) unplug() error {
	_, err := p.Agent.Run(patience, fmt.Sprintf(`
		kill $(cat /run/reader-lp)
		echo >/sys/kernel/config/usb_gadget/lp/UDC
		for _ in $(seq 100); do
			if [ ! -e %s ]; then exit; fi
			sleep 0.2
		done
		dmesg | tail -20
		exit 1`, printerNode))
	return wrap(err, "the USB printer is pulled out")
}

// status sets the port status of the printer: GADGET_SET_PRINTER_STATUS of linux/usb/g_printer.h. The
// far end must be closed.
func (p usbPrinter) status(bits byte) error {
	_, err := p.Agent.Run(patience, fmt.Sprintf(`perl -e 'open F, "+<", "%s" or die $!; defined ioctl(F, 0xC0016722, %d) or die $!'`, printerFar, bits))
	return wrap(err, "the USB printer has status %#x", bits)
}

// paper waits for the end of a receipt and returns it. It returns an error if the printer has received
// anything else but requests for its status.
func (p usbPrinter) paper() ([]byte, error) {
	var got []byte
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		text, err := p.Agent.Run(patience, "cat "+paperFile)
		if err != nil {
			return nil, err
		}
		got = bytes.ReplaceAll([]byte(text), []byte("\x10\x04\x01"), nil)
		if bytes.HasSuffix(got, []byte("\x1bd\x04")) {
			break
		}
	}
	if !bytes.HasPrefix(got, []byte("\x1b@")) || bytes.Count(got, []byte("\x1b@")) != 1 || !bytes.HasSuffix(got, []byte("\x1bd\x04")) ||
		!bytes.Contains(got, []byte("\x8b\xae\xa2\xa8")) { // the word «Лови» in code page 866
		return nil, fmt.Errorf("the USB printer received %q, want one receipt", got)
	}
	return got, nil
}

// usbPorts is the config with a USB printer that isn't marked as mute.
var usbPorts = lines + fmt.Sprintf("[printer]\nport = %q\n", printerNode)

// onUSBPrinter tests a printer of the USB printer class: one that takes nothing, one without paper, and
// one that prints, is pulled out and comes back.
func (e *Evening) onUSBPrinter() error {
	p, err := e.newUSBPrinter()
	if err != nil {
		return err
	}
	if _, err := e.beginWith(usbPorts); err != nil {
		return err
	}
	if _, err := e.decide(); err != nil { // answers the question whether to explain the game
		return err
	}
	if err := p.plug(); err != nil {
		return err
	}
	for _, refusal := range []struct {
		status byte
		logged string
	}{{0x18, "takes no more bytes"}, {0x38, "out of paper"}} {
		if err := first(p.status(refusal.status), e.refuses(refusal.logged)); err != nil {
			return err
		}
	}
	if err := first(p.status(0x18), e.restart()); err != nil {
		return err
	}
	before, err := e.pid()
	if err != nil {
		return err
	}
	for round := range 2 {
		if err := e.printsOn(p, round > 0); err != nil {
			return fmt.Errorf("round %d: %w", round+1, err)
		}
	}
	return first(e.sameProcess(before), e.configure(lines))
}

// refuses requests a receipt, which the printer refuses, and checks that the daemon logs the reason and
// goes on. Then it restarts the daemon, which takes its messages from the panel.
func (e *Evening) refuses(logged string) error {
	opened := "ls -l /proc/$(systemctl show -P MainPID companiond.service)/fd | grep -q ' " + printerNode + "$'"
	if err := e.until(patience, opened); err != nil {
		return fmt.Errorf("the daemon doesn't open %s: %w", printerNode, err)
	}
	began := time.Now()
	if err := e.asksReceipt(); err != nil {
		return err
	}
	if err := e.until(patience, "journalctl -u companiond.service | grep msg=print | tail -1 | grep -q '"+logged+"'"); err != nil {
		return err
	}
	note("%q after %.1f s", logged, time.Since(began).Seconds())
	if _, err := e.decide(); err != nil {
		return err
	}
	if err := e.until(patience, opened); err != nil {
		return fmt.Errorf("the daemon doesn't open %s again: %w", printerNode, err)
	}
	return e.restart()
}

// asksReceipt requests a receipt with the keys, as the method prints does.
func (e *Evening) asksReceipt() error {
	if err := e.press(strings.Fields("down down down down down down down down")...); err != nil {
		return err
	}
	return e.press("back", "up", "up", "up", "up", "ok")
}

// printsOn prints a receipt, and unplugs the printer. If replug is set, it plugs the printer in first.
func (e *Evening) printsOn(p usbPrinter, replug bool) error {
	if replug {
		if err := p.plug(); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := first(p.prints(), e.asksReceipt()); err != nil {
		return err
	}
	got, err := p.paper()
	if err != nil {
		return err
	}
	note("USB printer: %d bytes, %.1f s", len(got), time.Since(began).Seconds())
	return first(e.press("ok", "back"), p.unplug())
}
