package main

import (
	"fmt"
	"strings"
	"time"
)

// Keyboard is a USB keyboard. The kernel simulates its plug (see Port) and its keys (usb_f_hid).
type Keyboard struct {
	*Machine
	name    string
	product string // product number, four hexadecimal digits
	number  int    // number of its USB socket and of its keys' node in the machine
}

// vendor is the vendor number of the keyboards, reserved for tests (pid.codes/1209).
const vendor = "1209"

// bootKeyboard is the report descriptor of a keyboard (Documentation/usb/gadget_hid.rst).
const bootKeyboard = "\x05\x01\x09\x06\xa1\x01\x05\x07\x19\xe0\x29\xe7\x15\x00\x25\x01\x75\x01\x95\x08\x81\x02" +
	"\x95\x01\x75\x08\x81\x03\x95\x05\x75\x01\x05\x08\x19\x01\x29\x05\x91\x02\x95\x01\x75\x03\x91\x03" +
	"\x95\x06\x75\x08\x15\x00\x25\x65\x05\x07\x19\x00\x29\x65\x81\x00\xc0"

// NewKeyboard creates a keyboard, which is not plugged in yet. The USB sockets are those of
// NewPorts; socket number must be free.
func (m *Machine) NewKeyboard(name, product string, number int) (*Keyboard, error) {
	_, err := m.Agent.Run(patience, fmt.Sprintf(`
		set -e
		device=/sys/kernel/config/usb_gadget/%[1]s
		mkdir $device
		mkdir $device/{strings/0x409,configs/all.1,functions/hid.%[1]s}
		echo 0x%[2]s >$device/idVendor
		echo 0x%[3]s >$device/idProduct
		echo Evening >$device/strings/0x409/manufacturer
		echo %[1]s >$device/strings/0x409/product
		echo 1 | tee $device/functions/hid.%[1]s/{protocol,subclass} >/dev/null
		echo 8 >$device/functions/hid.%[1]s/report_length
		printf %%b '%[4]s' >$device/functions/hid.%[1]s/report_desc
		ln -s $device/functions/hid.%[1]s $device/configs/all.1/`, name, vendor, product, escaped(bootKeyboard)))
	return &Keyboard{m, name, product, number}, wrap(err, "the keyboard %s is made", name)
}

// nodeScript prints the path of the input device with a vendor and a product, if it exists.
const nodeScript = `for e in /sys/class/input/event*; do
	[ "$(cat $e/device/id/vendor 2>/dev/null):$(cat $e/device/id/product 2>/dev/null)" != %s:%s ] || echo /dev/input/${e##*/}
done`

// Plug plugs the keyboard in, waits until udev has set the rights of its node, and returns the
// node's path and its rights in the form "companion:root 400".
func (k *Keyboard) Plug() (node, rights string, err error) {
	output, err := k.Agent.Run(patience, fmt.Sprintf(`
		echo dummy_udc.%d >/sys/kernel/config/usb_gadget/%s/UDC
		for _ in $(seq 100); do
			node=$(%s)
			if [ -c "$node" ]; then
				udevadm settle
				stat -c '%%n %%U:%%G %%a' $node
				exit
			fi
			sleep 0.2
		done
		echo 'there is no input device of it:'
		ls -l /dev/input
		dmesg | tail -20
		exit 1`, k.number, k.name, fmt.Sprintf(nodeScript, vendor, k.product)))
	node, rights, _ = strings.Cut(output, " ")
	return node, rights, wrap(err, "the keyboard %s is plugged in", k.name)
}

// Unplug unplugs the keyboard and waits until its node is gone.
func (k *Keyboard) Unplug() error {
	_, err := k.Agent.Run(patience, fmt.Sprintf(`
		echo >/sys/kernel/config/usb_gadget/%s/UDC
		for _ in $(seq 100); do
			[ -n "$(%s)" ] || exit 0
			sleep 0.2
		done
		exit 1`, k.name, fmt.Sprintf(nodeScript, vendor, k.product)))
	return wrap(err, "the keyboard %s is pulled out", k.name)
}

// Types types digits and then Enter. Keys are numbered by the HID Usage Tables, page 0x07: 1 to 9
// and 0 are 0x1E to 0x27, Enter is 0x28. A report without a key releases the key before it.
func (k *Keyboard) Types(digits string) error {
	var reports strings.Builder
	for _, c := range []byte(digits + "\n") {
		usage := 0x1E + (int(c)-'1'+10)%10
		if c == '\n' {
			usage = 0x28
		}
		fmt.Fprintf(&reports, "printf '\\0\\0\\%03o\\0\\0\\0\\0\\0' >&3; printf '\\0\\0\\0\\0\\0\\0\\0\\0' >&3\n", usage)
	}
	_, err := k.Agent.Run(patience, fmt.Sprintf("set -e\nexec 3>/dev/hidg%d\n%s", k.number, reports.String()))
	return wrap(err, "the keyboard %s types", k.name)
}

// Rights of a node in /dev/input: udev's own, and those of a scanner.
const (
	ofNobody  = "root:input 660"
	ofScanner = "companion:root 400"
)

// keyboard plugs in a keyboard that the config names as the scanner, and one that it doesn't.
func (e *Evening) keyboard() error {
	gun, err := e.NewKeyboard("gun", "0002", 0)
	if err != nil {
		return err
	}
	other, err := e.NewKeyboard("other", "0003", 1)
	if err != nil {
		return err
	}
	if _, err := e.plugged(gun, ofNobody); err != nil { // before the config names it
		return err
	}
	if err := e.do("! runuser -u companion -- head -c0 " + "$(" + fmt.Sprintf(nodeScript, vendor, gun.product) + ")"); err != nil {
		return fmt.Errorf("the daemon's user opens a keyboard that isn't its own: %w", err)
	}
	if err := gun.Unplug(); err != nil {
		return err
	}
	before, err := e.beginWith(lines + "[scanner]\nport = \"USB:" + vendor + ":" + gun.product + "\"\n[codes]\n" + barcode + " = \"roll | stop\"\n")
	if err != nil {
		return err
	}
	for round := range 2 {
		if err := e.types(gun); err != nil {
			return fmt.Errorf("round %d: %w", round+1, err)
		}
		if round == 0 { // takes the number that the scanner had
			if _, err := e.plugged(other, ofNobody); err != nil {
				return err
			}
		}
	}
	if err := first(other.Unplug(), e.sameProcess(before)); err != nil {
		return err
	}
	return e.configure(lines)
}

// plugged plugs a keyboard in and checks the rights of its node, whose path it returns.
func (e *Evening) plugged(k *Keyboard, want string) (string, error) {
	node, rights, err := k.Plug()
	if err == nil && rights != want {
		err = fmt.Errorf("%s of the keyboard %s is %s, want %s", node, k.name, rights, want)
	}
	return node, err
}

// types plugs the scanner in, and checks that its code leads to a decision in the match and that
// another reader of its node gets no key. Then it pulls the scanner out.
func (e *Evening) types(gun *Keyboard) error {
	node, err := e.plugged(gun, ofScanner)
	if err != nil {
		return err
	}
	plugged := time.Now()
	if err := e.until(patience, "ls -l /proc/$(systemctl show -P MainPID companiond.service)/fd | grep -q ' "+node+"$'"); err != nil {
		return fmt.Errorf("the daemon doesn't open the scanner: %w", err)
	}
	took := time.Since(plugged)
	if err := e.do("setsid cat " + node + " >/run/overheard 2>/dev/null & sleep 1"); err != nil {
		return err
	}
	if err := e.decides(func() error { return gun.Types(barcode) }); err != nil {
		return err
	}
	if err := e.do("test -e /run/overheard && test ! -s /run/overheard"); err != nil {
		return fmt.Errorf("another program reads the keys: %w", err)
	}
	note("%s: opened %.1f s after udev had given it, and a code typed on it decides; nobody else reads it", node, took.Seconds())
	return gun.Unplug()
}
