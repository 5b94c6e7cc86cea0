package doctor_test

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/doctor"
	"tabletop/cmd/internal/wiring"
	"tabletop/companion/words"
	"tabletop/drivers/gpiochip"
	"tabletop/drivers/keys"
)

// Numbers of users and groups on the machines here.
const (
	pi        = 1000
	companion = 990
	rootGroup = 0
	i2cGroup  = 994
)

// machine is a fake one.
type machine struct {
	*doctor.System
	t         *testing.T
	files     fstest.MapFS
	refused   map[string]syscall.Errno // by path: what the kernel says to who wants to write
	programs  map[string]string        // what they say
	paper     map[string]error         // of USB printers, by node: errNoPaper, or why it can't be asked
	free      uint64
	readOnly  bool
	addresses map[uint16]bool       // at which an I²C chip answers
	stuck     error                 // what every transfer on I²C ends with
	holders   map[string]string     // of lines; "" is a free one
	closed    map[string]bool       // contacts that are, by line
	silent    error                 // what reading the keys ends with
	seen      []doctor.DeviceAccess // what the running companion says it may open
	mute      error                 // what asking it ends with
	mu        sync.Mutex            // guards what follows
	pressed   map[string]press      // what a person presses, by line
	turned    []uint64              // levels that the knob's lines have one after another, A in bit 0
	since     time.Time             // when it began to be turned
	looked    []doctor.Finding      // before anything was tried
	i2c       *i2cBus
	spi       *spiPort
}

// booted is the log of a kernel that has found nothing wrong.
const booted = `[    0.000000] Linux version 6.12.47+rpt-rpi-v8
[    2.101042] mmc0: host does not support reading read-only switch, assuming write-enable
[    2.104420] mmc0: new ultra high speed DDR50 SDHC card at address aaaa
[    2.105118] mmcblk0: mmc0:aaaa SC32G 29.7 GiB
[    2.310007] mmc1: queuing unknown CIS tuple 0x80 (2 bytes)
[    2.911313] EXT4-fs (mmcblk0p2): mounted filesystem with ordered data mode. Quota mode: none.
[    3.500921] mmc1: Timeout waiting for hardware cmd interrupt.
[    4.020441] EXT4-fs (mmcblk0p2): re-mounted. Quota mode: none.
`

// press is when a contact closes after it was asked for.
type press struct{ from, to time.Time }

// healthy is a Raspberry Pi on which the whole panel works, in a language.
func healthy(lang words.Lang) *machine {
	m := &machine{
		files: fstest.MapFS{}, refused: map[string]syscall.Errno{}, paper: map[string]error{},
		programs: map[string]string{"vcgencmd get_throttled": "throttled=0x0", "dmesg": booted},
		free:     8 << 30, addresses: map[uint16]bool{0x3C: true}, holders: map[string]string{}, closed: map[string]bool{}, pressed: map[string]press{},
	}
	m.i2c, m.spi = &i2cBus{m: m}, &spiPort{}
	m.System = &doctor.System{
		Words: words.Companion(lang), Files: m.files, Access: m.access, Run: m.run, Synced: func() bool { return true },
		Disk: func(string) (doctor.Disk, error) {
			return doctor.Disk{Free: m.free, Size: 29 << 30, ReadOnly: m.readOnly}, nil
		},
		Now: time.Date(2026, 11, 21, 20, 8, 0, 0, time.UTC), User: doctor.User{ID: pi, Groups: []int{pi, i2cGroup}},
		PaperOut: func(node string) (bool, error) {
			if err := m.paper[node]; !errors.Is(err, errNoPaper) {
				return false, err
			}
			return true, nil
		},
		DeviceAccess: func() ([]doctor.DeviceAccess, error) { return m.seen, m.mute }, Probe: m.probe, Line: m.line, Dial: m.dial, Config: config.Default(), ConfigErr: fs.ErrNotExist,
		File: "/home/pi/.local/state/companion/companion.toml", Folder: "/home/pi/.local/state/companion",
		Host: wiring.Host{
			I2C: func(string) (i2c.BusCloser, error) { return m.i2c, nil },
			SPI: func(string) (spi.PortCloser, error) { return m.spi, nil },
			Pin: func(name string) (gpio.PinIO, error) { return &gpiotest.Pin{N: name}, nil },
			Keys: func(o keys.Opts) (*keys.Dev, error) {
				return keys.New(o, func() (keys.Lines, error) { return contacts{m, o}, nil })
			},
		},
	}
	for n := range 28 {
		m.holders[fmt.Sprint("GPIO", n)] = ""
	}
	m.write("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\x00")
	m.write("/etc/passwd", "root:x:0:0::/root:/bin/bash\npi:x:1000:1000::/home/pi:/bin/bash\ncompanion:x:990:990::/:/bin/false\n")
	m.write("/etc/group", "root:x:0:\npi:x:1000:\ni2c:x:994:pi\nspi:x:995:pi\ngpio:x:996:pi\ndialout:x:20:pi\n")
	m.write("/boot/firmware/config.txt", "# dtparam=i2c_arm=on\n[all]\n")
	m.write("/usr/bin/raspi-config", "")
	m.write("/sys/block/mmcblk0/size", "62333952\n")
	m.write("/home/pi/.local/state/companion/companion.db", "")
	for _, file := range []string{"/usr/bin/espeak-ng", "/usr/bin/aplay", "/sys/class/sound/pcmC0D0p"} {
		m.write(file, "")
	}
	m.write("/sys/class/sound/card0/id", "Headphones\n")
	for _, node := range []string{"/dev/i2c-1", "/dev/spidev0.0", "/dev/gpiochip0"} {
		m.node(node, i2cGroup)
	}
	m.clocked(400_000)
	return m
}

func (m *machine) write(path, text string) {
	m.files[path[1:]] = &fstest.MapFile{Data: []byte(text), Mode: 0o644, Sys: &syscall.Stat_t{Uid: pi, Gid: pi}}
}

// temporary writes a real file.
func (m *machine) temporary(text string) string {
	path := filepath.Join(m.t.TempDir(), "companion.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
	return path
}

func (m *machine) node(path string, group uint32) {
	m.files[path[1:]] = &fstest.MapFile{Mode: fs.ModeDevice | 0o660, Sys: &syscall.Stat_t{Gid: group}}
}

// dial reaches a broker in the house, or one far away, and no other.
func (m *machine) dial(host string) (netip.Addr, error) {
	switch host {
	case "house:1883":
		return netip.MustParseAddr("192.168.1.20"), nil
	case "far.example:8883":
		return netip.MustParseAddr("203.0.113.7"), nil
	}
	return netip.Addr{}, errors.New("connection refused")
}

// runs lets the service run.
func (m *machine) runs() {
	m.serve()
	m.write("/proc/812/comm", "companiond\n")
}

// folder makes a folder of a user.
func (m *machine) folder(path string, user uint32) {
	m.files[path[1:]] = &fstest.MapFile{Mode: fs.ModeDir | 0o700, Sys: &syscall.Stat_t{Uid: user, Gid: user}}
}

// link makes a link.
func (m *machine) link(path, to string) {
	m.files[path[1:]] = &fstest.MapFile{Data: []byte(to), Mode: fs.ModeSymlink | 0o777}
}

func (m *machine) remove(paths ...string) {
	for _, p := range paths {
		delete(m.files, p[1:])
	}
}

// clocked says in the device tree how fast I²C is.
func (m *machine) clocked(hertz uint32) {
	m.write("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", string(binary.BigEndian.AppendUint32(nil, hertz)))
}

func (m *machine) access(path string, write bool) error {
	err := m.refused[path]
	if _, missing := fs.Stat(m.files, cmp.Or(strings.TrimPrefix(path, "/"), ".")); missing != nil {
		err = syscall.ENOENT
	}
	if err == 0 || !write && err == syscall.EROFS {
		return nil
	}
	return &fs.PathError{Op: "access", Path: path, Err: err}
}

func (m *machine) run(command string, args ...string) (string, error) {
	if out, ok := m.programs[strings.Join(append([]string{command}, args...), " ")]; ok {
		return out, nil
	}
	return "", errors.New("executable file not found in $PATH")
}

func (m *machine) line(_, name string) (string, error) {
	holder, there := m.holders[name]
	if !there {
		return "", gpiochip.ErrNoLine
	}
	return holder, nil
}

// probe fails as keys.Probe does.
func (m *machine) probe(o keys.Opts) error {
	for _, k := range o.Keys {
		switch holder, there := m.holders[k.Line]; {
		case !there:
			return fmt.Errorf("keys: pinctrl-bcm2711 has no line %s", k.Line)
		case holder != "":
			return errors.New("keys: request of pinctrl-bcm2711: device or resource busy")
		}
	}
	return nil
}

// contacts are the lines of the keys.
type contacts struct {
	m *machine
	o keys.Opts
}

func (c contacts) Read() (levels uint64, err error) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	for i, k := range c.o.Keys {
		p, now := c.m.pressed[k.Line], time.Now()
		if !c.m.closed[k.Line] && (now.Before(p.from) || !now.Before(p.to)) {
			levels |= 1 << i
		}
	}
	return levels | c.m.knob()<<len(c.o.Keys), c.m.silent
}

// turn turns the knob by two detents, clockwise if way is positive.
func (m *machine) turn(way int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.since, m.turned = time.Now().Add(time.Second), []uint64{3, 2, 0, 1, 3, 2, 0, 1, 3}
	if way < 0 {
		slices.Reverse(m.turned)
	}
}

// knob are the levels of the knob's lines.
func (m *machine) knob() uint64 {
	if m.since.IsZero() || time.Now().Before(m.since) {
		return 3
	}
	return m.turned[min(int(time.Since(m.since)/(10*time.Millisecond)), len(m.turned)-1)]
}

func (c contacts) WaitForEdge(timeout time.Duration) (int, error) {
	time.Sleep(min(timeout, time.Millisecond))
	return -1, nil
}

func (c contacts) Close() error { return nil }

// i2cBus is a bus on which nothing but addresses answers.
type i2cBus struct {
	m     *machine
	wrote [][]byte
}

func (b *i2cBus) String() string                  { return "I2C1" }
func (b *i2cBus) SetSpeed(physic.Frequency) error { return nil }
func (b *i2cBus) Close() error                    { return nil }

func (b *i2cBus) Tx(addr uint16, w, _ []byte) error {
	if b.m.stuck != nil {
		return b.m.stuck
	}
	if !b.m.addresses[addr] {
		return errors.New("sysfs-i2c: remote I/O error")
	}
	b.wrote = append(b.wrote, append([]byte{}, w...))
	return nil
}

// rows are the picture that a display was sent first, row by row.
func (b *i2cBus) rows() (picture []byte) {
	for _, w := range b.wrote {
		if w[0] == 0x40 && len(w) == 1+128 {
			picture = append(picture, w[1:]...)
		}
	}
	return picture
}

// spiPort is a port with a single MAX7219.
type spiPort struct {
	rows [8]byte // of the chip, bit 7 the leftmost
	lit  [8]byte // at any time
	err  error   // of every transfer
}

func (p *spiPort) String() string                                            { return "SPI0.0" }
func (p *spiPort) Close() error                                              { return nil }
func (p *spiPort) LimitSpeed(physic.Frequency) error                         { return nil }
func (p *spiPort) Duplex() conn.Duplex                                       { return conn.Half }
func (p *spiPort) TxPackets([]spi.Packet) error                              { return errors.New("no packets") }
func (p *spiPort) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }

func (p *spiPort) Tx(w, _ []byte) error {
	if p.err != nil {
		return p.err
	}
	if len(w) == 2 && 1 <= w[0] && w[0] <= 8 {
		p.rows[w[0]-1] = w[1]
		p.lit[w[0]-1] |= w[1]
	}
	return nil
}

// news leaves out what is ok.
func news(findings []doctor.Finding) (all []doctor.Finding) {
	for _, f := range findings {
		if f.State != doctor.OK {
			all = append(all, f)
		}
	}
	return all
}

// same compares findings and says how they differ.
func same(t *testing.T, got, want []doctor.Finding) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		var g, w doctor.Finding
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("finding %d:\n got %+v\nwant %+v", i, g, w)
		}
	}
}
