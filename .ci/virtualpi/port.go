package main

import (
	"fmt"
	"strings"
	"time"
)

// Port is a serial device on USB whose data the test sends and receives. The kernel simulates
// both sides of the plug: a host controller with sockets (dummy_hcd), and devices (usb_f_acm).
// To the daemon, udev and the drivers the device is an ordinary one. The test uses the device's
// far end, a terminal in the machine.
type Port struct {
	*Machine
	name   string
	number int // number of the device's USB socket and of its terminal in the machine
}

// ByID returns the path in the machine of the device with the given name.
func ByID(name string) string { return "/dev/serial/by-id/usb-Evening_" + name + "_1-if00" }

// socketsScript creates a USB controller with one socket per device, and the devices. The ids
// of vendor and product are reserved for tests (pid.codes/1209/0001).
const socketsScript = `
set -e
names=(%s)
modprobe dummy_hcd num=${#names[@]}
modprobe libcomposite
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
for name in "${names[@]}"; do
	device=/sys/kernel/config/usb_gadget/$name
	mkdir $device
	mkdir $device/{strings/0x409,configs/all.1,functions/acm.$name}
	echo 0x1209 >$device/idVendor
	echo 0x0001 >$device/idProduct
	echo Evening >$device/strings/0x409/manufacturer
	echo $name >$device/strings/0x409/product
	echo 1 >$device/strings/0x409/serialnumber
	ln -s $device/functions/acm.$name $device/configs/all.1/
done
`

// NewPorts creates devices with the given names. They are not plugged in yet.
func (m *Machine) NewPorts(names ...string) (ports []*Port, err error) {
	for i, name := range names {
		ports = append(ports, &Port{m, name, i})
	}
	_, err = m.Agent.Run(patience, fmt.Sprintf(socketsScript, strings.Join(names, " ")))
	return ports, err
}

// receivedFile returns the path of the file that holds the bytes received by the device.
func (p *Port) receivedFile() string { return "/run/received-" + p.name }

// Plug starts to record the bytes that the device receives, plugs the device in, and waits
// until udev has named it.
func (p *Port) Plug() error {
	_, err := p.Agent.Run(patience, fmt.Sprintf(`
		set -e
		exec 3<>/dev/ttyGS%[1]d
		stty raw -echo <&3
		setsid cat <&3 >%[2]s 2>/dev/null &
		exec 3>&-
		echo dummy_udc.%[1]d >/sys/kernel/config/usb_gadget/%[3]s/UDC
		for _ in $(seq 100); do
			if [ -e %[4]s ]; then exit; fi
			sleep 0.2
		done
		echo 'udev has not named it; there are:'
		ls -l /dev/serial/by-id /dev/ttyACM*
		dmesg | tail -20
		exit 1`, p.number, p.receivedFile(), p.name, ByID(p.name)))
	return wrap(err, "the %s is plugged in", p.name)
}

// Unplug unplugs the device and waits until udev has removed its name.
func (p *Port) Unplug() error {
	_, err := p.Agent.Run(patience, fmt.Sprintf(`
		echo >/sys/kernel/config/usb_gadget/%s/UDC
		for _ in $(seq 100); do
			if [ ! -e %s ]; then exit; fi
			sleep 0.2
		done
		echo 'udev still names it'
		dmesg | tail -20
		exit 1`, p.name, ByID(p.name)))
	return wrap(err, "the %s is pulled out", p.name)
}

// Say sends text from the device to the machine.
func (p *Port) Say(text string) error {
	_, err := p.Agent.Run(patience, fmt.Sprintf("printf %%b '%s' >/dev/ttyGS%d", escaped(text), p.number))
	return err
}

// escaped returns a text in the format of the shell's printf %b, every byte as an octal number.
func escaped(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, `\0%03o`, c)
	}
	return b.String()
}

// Hears waits until the device has received the text. It considers everything received since
// Plug.
func (p *Port) Hears(text string) error {
	output := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		var err error
		if output, err = p.Agent.Run(patience, "cat "+p.receivedFile()); err != nil || strings.Contains(output, text) {
			return err
		}
	}
	return fmt.Errorf("the %s received %q, want %q", p.name, output, text)
}
