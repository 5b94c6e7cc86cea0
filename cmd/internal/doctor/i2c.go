package doctor

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/wiring"
)

// chip is a configured chip on an I²C bus.
type chip struct {
	check     string   // name of the check and of the config table
	bus       string   // name of the bus, such as I2C1
	address   uint16   // address of the chip in the config
	addresses []uint16 // possible addresses of the chip
	hint      string   // words key of a further hint if the chip does not answer, or ""
}

// i2cChips returns the configured chips on I²C buses.
func (s *System) i2cChips() (all []chip) {
	p, m := s.Config.Panel, s.Config.Matrix
	if c, ok := chips.OLEDNamed(p.Chip); ok && !strings.HasPrefix(p.Bus, "SPI") {
		all = append(all, chip{"panel", p.Bus, p.Address, c.Addresses, c.Hint})
	}
	if c, _ := chips.MatrixNamed(m.Chip); c.I2C != nil {
		all = append(all, chip{"matrix", m.Bus, m.Address, c.Addresses, ""})
	}
	return all
}

func i2cBuses(s *System) (findings []Finding) {
	buses := map[string][]chip{}
	var names []string
	for _, c := range s.i2cChips() {
		if buses[c.bus] == nil {
			names = append(names, c.bus)
		}
		buses[c.bus] = append(buses[c.bus], c)
	}
	for _, name := range names {
		findings = append(findings, s.i2cBus(name, buses[name])...)
	}
	return findings
}

// i2cBus checks a bus and the chips that should be on it.
func (s *System) i2cBus(name string, wanted []chip) []Finding {
	node := wiring.Node(name)
	if !strings.HasPrefix(node, "/dev/i2c-") {
		return found(s.find("i2c", Bad, s.set(wanted[0].check, "bus", `"I2C1"`), "doctor.i2c.name", name))
	}
	if trouble := s.node(i2cKind, name, node); trouble != nil {
		return trouble
	}
	speed := s.i2cSpeed(name, path.Base(node))
	bus, err := s.Host.I2C(name)
	if err != nil {
		return found(s.find("i2c", Bad, "", "doctor.node.error", name, reason(err)))
	}
	defer bus.Close()
	there, err := scan(bus, s.worthAsking(wanted))
	if err != nil {
		return append(speed, s.find("i2c", Bad, "", "doctor.i2c.stuck", name, reason(err)))
	}
	findings := append(found(s.answering(name, there)), speed...)
	for _, c := range wanted {
		findings = append(findings, s.answered(c, there)...)
	}
	return append(findings, s.strangers(name, there)...)
}

// slow is the default speed of an I²C bus, in Hz. At this speed a whole picture takes 98 ms.
const slow = 100_000

// i2cSpeed returns the finding about the speed of a bus. It returns nil if the device tree does not
// contain the speed.
func (s *System) i2cSpeed(name, node string) []Finding {
	b, err := fs.ReadFile(s.Files, "sys/bus/i2c/devices/"+node+"/of_node/clock-frequency")
	if err != nil || len(b) != 4 {
		return nil
	}
	hertz := binary.BigEndian.Uint32(b)
	kilohertz := strconv.Itoa(int(hertz / 1000))
	if hertz > slow {
		return found(s.find("i2c.speed", OK, "", "doctor.i2c.speed", name, kilohertz))
	}
	param := "i2c_arm_baudrate=400000"
	if s.configuredParam(param) {
		return found(s.find("i2c.speed", Warn, "sudo reboot", "doctor.i2c.reboot", name, kilohertz))
	}
	return found(s.find("i2c.speed", Warn, s.dtparam(param), "doctor.i2c.slow", name, kilohertz))
}

// worthAsking returns the I²C addresses to scan. On a Raspberry Pi it returns all valid addresses,
// like i2cdetect. On other machines it returns only the addresses of the configured chips, because
// memory and fans may be on the bus.
func (s *System) worthAsking(wanted []chip) (addresses []uint16) {
	if s.raspberry() {
		for a := uint16(0x03); a <= 0x77; a++ {
			addresses = append(addresses, a)
		}
		return addresses
	}
	for _, c := range wanted {
		addresses = append(addresses, c.addresses...)
	}
	return addresses
}

// silence holds the kernel's messages for an address without an answer.
var silence = []string{"remote I/O error", "no such device or address"}

// scan reads a byte from each address and returns the addresses that answer. An error means
// that the bus itself fails.
func scan(bus i2c.Bus, addresses []uint16) (there []uint16, err error) {
	for _, a := range addresses {
		err := bus.Tx(a, nil, make([]byte, 1))
		switch {
		case err == nil:
			there = append(there, a)
		case !slices.ContainsFunc(silence, func(text string) bool { return strings.Contains(err.Error(), text) }):
			return nil, err
		}
	}
	return there, nil
}

// answering returns the finding that lists the chips on a bus.
func (s *System) answering(name string, there []uint16) Finding {
	if len(there) == 0 {
		return s.find("i2c", Warn, "", "doctor.i2c.nobody", name)
	}
	var all []string
	for _, a := range there {
		switch {
		case slices.Contains(chips.OLEDAddresses(), a):
			all = append(all, s.Words.Word("doctor.i2c.display", inHex(a)))
		case slices.ContainsFunc(chips.OnI2C(), func(c chips.Matrix) bool { return slices.Contains(c.Addresses, a) }):
			all = append(all, s.Words.Word("doctor.i2c.lamps", inHex(a)))
		default:
			all = append(all, inHex(a))
		}
	}
	return s.find("i2c", OK, "", "doctor.i2c.answers", name, strings.Join(all, ", "))
}

// answered checks that a chip answers at its configured address.
func (s *System) answered(c chip, there []uint16) []Finding {
	if slices.Contains(there, c.address) {
		return found(s.find(c.check, OK, "", "doctor."+c.check+".answers", inHex(c.address)))
	}
	for _, a := range c.addresses {
		if slices.Contains(there, a) {
			return found(s.find(c.check, Bad, s.set(c.check, "address", inHex(a)), "doctor."+c.check+".elsewhere", inHex(c.address), inHex(a)))
		}
	}
	silent := found(s.find(c.check, Bad, "", "doctor."+c.check+".silent", inHex(c.address), c.bus))
	if c.hint != "" {
		silent = append(silent, s.find(c.check, Warn, "", c.hint))
	}
	return silent
}

// strangers reports a matrix on the bus that is not the configured one.
func (s *System) strangers(name string, there []uint16) []Finding {
	if c, _ := chips.MatrixNamed(s.Config.Matrix.Chip); c.I2C != nil {
		return nil
	}
	for _, c := range chips.OnI2C() {
		for _, a := range c.Addresses {
			if slices.Contains(there, a) {
				mend := s.set("matrix", "chip", strconv.Quote(c.Name), "bus", strconv.Quote(name), "address", inHex(a))
				return found(s.find("matrix", Warn, mend, "doctor.matrix.stranger", inHex(a), s.Config.Matrix.Chip, c.Title))
			}
		}
	}
	return nil
}

func inHex(address uint16) string { return fmt.Sprintf("0x%02X", address) }
