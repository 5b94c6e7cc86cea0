package main

import (
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Port is a device with a serial line that is plugged into USB, and we at its end.
type Port struct {
	name, path string // of QEMU's device, of its socket
	socket     int    // of the hub
	mu         sync.Mutex
	heard      strings.Builder
	conn       net.Conn
}

// ByID is where the machine finds the device called so.
func ByID(name string) string {
	return "/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_" + name + "-if00-port0"
}

// NewPort makes a line whose device is not plugged in yet.
func (m *Machine) NewPort(name string, socket int) (*Port, error) {
	p := &Port{name: name, path: filepath.Join(m.dir, name+".sock"), socket: socket}
	err := m.QMP.Do("chardev-add", map[string]any{"id": name, "backend": map[string]any{"type": "socket", "data": map[string]any{
		"addr": map[string]any{"type": "unix", "data": map[string]any{"path": p.path}}, "server": true, "wait": false,
	}}})
	if err != nil {
		return nil, err
	}
	if p.conn, err = dial(p.path); err != nil {
		return nil, err
	}
	go func() { _, _ = io.Copy(p, p.conn) }() // ends with the machine
	return p, nil
}

// Write keeps what the machine says.
func (p *Port) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.heard.Write(b)
}

// Say says something to the machine.
func (p *Port) Say(text string) error {
	_, err := io.WriteString(p.conn, text)
	return err
}

// Heard is what the machine has said since the last Forget.
func (p *Port) Heard() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.heard.String()
}

// Forget forgets what was heard.
func (p *Port) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard.Reset()
}

// Plug plugs the device in.
func (m *Machine) Plug(p *Port) error {
	return m.QMP.Do("device_add", map[string]any{
		"driver": "usb-serial", "id": p.name, "chardev": p.name, "serial": p.name,
		"bus": "usb-bus.0", "port": fmt.Sprint("1.", p.socket),
	})
}

// Unplug pulls the device out. The kernel lets go of it first: QEMU's hub may lose
// that a device which is being read is gone, and is then asked again.
func (m *Machine) Unplug(p *Port) error {
	_, err := m.Agent.Run(time.Minute, fmt.Sprintf(`
		for device in /sys/bus/usb/devices/*; do
			if [ "$(cat "$device/serial" 2>/dev/null)" = %s ]; then echo 0 >"$device/authorized"; fi
		done`, p.name))
	if err != nil {
		return err
	}
	if err := m.QMP.Do("device_del", map[string]any{"id": p.name}); err != nil {
		return err
	}
	return m.until(30*time.Second, "test ! -e "+ByID(p.name)+" && ! grep -qsx "+p.name+" /sys/bus/usb/devices/*/serial")
}
