package main

import (
	"bytes"
	"cmp"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Machine is a running virtual Pi.
type Machine struct {
	Agent *Agent
	Pins  *Pins
	Wire  *Wire
	Began time.Time // time at which the kernel was started

	dir    string // folder of the sockets, the console's output and the trace
	cmd    *exec.Cmd
	output bytes.Buffer // output of QEMU itself
	done   chan struct{}
}

// kernelLine is the kernel's command line. The second serial line is the kernel's console; the
// first is for the agent. Two of the four emulated processors stay idle. On a host with two
// processors, four emulated ones wait for each other's locks: the first picture came after 77 s
// instead of 53 s.
const kernelLine = "root=/dev/mmcblk0 rw console=ttyS1,115200 loglevel=4 systemd.show_status=1 net.ifnames=0 random.trust_cpu=on panic=5 isolcpus=2,3"

// Parts holds the paths of the files that make up a machine. Edges is the path of a QEMU with
// lines.patch, or "" for Debian's QEMU. If Written is set, the image of the card keeps what the
// machine writes; otherwise all is lost when the machine ends.
type Parts struct {
	QEMU, Kernel, Card, Edges string
	Written                   bool
}

// Boot starts a machine. It creates the machine's sockets, console and trace in the folder dir.
func Boot(parts Parts, dir string) (*Machine, error) {
	m := &Machine{dir: dir, Wire: NewWire(), done: make(chan struct{})}
	program, err := qemu(parts)
	if err != nil {
		return nil, err
	}
	trace := m.file("trace")
	if err := os.WriteFile(trace, nil, 0o600); err != nil {
		return nil, err
	}
	m.cmd = exec.Command(program[0], append(program[1:], m.arguments(parts)...)...)
	m.cmd.Env = append(os.Environ(), "QEMU_MODULE_DIR="+filepath.Join(filepath.Dir(program[0]), "qemu"))
	m.cmd.Stdout, m.cmd.Stderr = &m.output, &m.output
	m.Began = time.Now()
	if err := m.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { _ = m.cmd.Wait(); close(m.done) }()
	go func() {
		if err := m.Wire.Follow(trace, m.done); err != nil {
			fmt.Fprintln(os.Stderr, "virtualpi:", err)
		}
	}()
	if err := m.connect(parts.Edges != ""); err != nil {
		m.Kill()
		return nil, fmt.Errorf("%w\n%s", err, m.output.String())
	}
	return m, nil
}

func (m *Machine) file(name string) string { return filepath.Join(m.dir, name) }

func (m *Machine) arguments(parts Parts) []string {
	listens := func(name string) string { return "unix:" + m.file(name) + ",server=on,wait=off" }
	all := []string{
		"-M", "raspi3b", "-accel", "tcg,thread=multi", "-display", "none", "-nodefaults", "-msg", "timestamp=on",
		"-kernel", filepath.Join(parts.Kernel, "vmlinuz"), "-dtb", filepath.Join(parts.Kernel, "tree.dtb"),
		"-initrd", filepath.Join(parts.Kernel, "start.cpio.gz"), "-append", kernelLine,
		"-drive", "if=sd,format=raw,snapshot=" + map[bool]string{true: "off", false: "on"}[parts.Written] + ",file=" + parts.Card,
		"-serial", listens("agent.sock"), "-serial", "file:" + m.file("console"),
		"-qtest", listens("qtest.sock"), "-qtest-log", "none",
		"-device", "at24c-eeprom,bus=i2c-bus.1,address=0x3c,rom-size=65536",
		"-trace", "i2c_send", "-trace", "i2c_event", "-D", m.file("trace"),
	}
	if parts.Edges != "" {
		all = append(all, "-device", "spi-wire,bus=spi,line=8", "-trace", "spi_wire_send", "-trace", "spi_wire_event")
	}
	return all
}

// qemu returns the command that starts QEMU with the dynamic loader from QEMU's own folder.
func qemu(parts Parts) ([]string, error) {
	loaders, err := filepath.Glob(filepath.Join(parts.QEMU, "usr/lib/*-linux-gnu/ld-linux*.so*"))
	if err != nil || len(loaders) != 1 {
		return nil, fmt.Errorf("%s has the loaders %q, want one", parts.QEMU, loaders)
	}
	return []string{
		loaders[0], "--library-path", filepath.Dir(loaders[0]), cmp.Or(parts.Edges, filepath.Join(parts.QEMU, "usr/bin/qemu-system-aarch64")),
		"-L", filepath.Join(parts.QEMU, "usr/share/qemu"),
	}, nil
}

// connect connects to QEMU's test socket and to the agent in the machine, and releases the
// keys.
func (m *Machine) connect(patched bool) error {
	lines := map[string]net.Conn{}
	for _, name := range []string{"agent.sock", "qtest.sock"} {
		conn, err := dial(m.file(name))
		if err != nil {
			return err
		}
		lines[name] = conn
	}
	m.Agent, m.Pins = NewAgent(lines["agent.sock"]), NewPins(lines["qtest.sock"], patched)
	return m.Pins.Release(Back, Up, Down, OK)
}

// dial connects to a Unix socket. It waits up to 10 s until the socket exists.
func dial(path string) (conn net.Conn, err error) {
	for range 100 {
		if conn, err = net.Dial("unix", path); err == nil {
			return conn, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}

// Kill kills the machine, like a power cut.
func (m *Machine) Kill() {
	_ = m.cmd.Process.Kill()
	<-m.done
}

// Console returns the messages of the kernel and systemd so far.
func (m *Machine) Console() string {
	text, err := os.ReadFile(m.file("console"))
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(text), "\r", "")
}

// until repeats a command in the machine until it succeeds. It returns an error after patience.
func (m *Machine) until(patience time.Duration, command string) error {
	for end := time.Now().Add(patience); ; time.Sleep(300 * time.Millisecond) {
		_, err := m.Agent.Run(patience, command)
		if err == nil || time.Now().After(end) {
			return wrap(err, "after %v", patience)
		}
	}
}

func wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// first returns the first error that is not nil.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
