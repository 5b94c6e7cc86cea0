package doctor

import (
	"cmp"
	"strconv"
	"strings"

	"tabletop/cmd/internal/config"
)

// line is a configured GPIO line.
type line struct {
	check string // name of the check, such as "keys.up"
	table string // table of the config
	key   string // key in that table
	name  string // name of the line, such as GPIO6
}

// lines returns all configured GPIO lines.
func (s *System) lines() []line {
	c := s.Config
	all := s.keyLines()
	for _, l := range []struct {
		table, key, name string
		wired            bool
	}{
		{"buzzer", "line", c.Buzzer.Line, true},
		{"panel", "dc", c.Panel.DC, c.Panel.Chip != config.None && strings.HasPrefix(c.Panel.Bus, "SPI")},
		{"panel", "reset", c.Panel.Reset, c.Panel.Chip != config.None},
		{"tags", "reset", c.Tags.Reset, c.Tags.Bus != ""},
		{"tags", "irq", c.Tags.IRQ, c.Tags.Bus != ""},
	} {
		if l.wired && l.name != "" {
			all = append(all, line{strings.TrimSuffix(l.table+"."+l.key, ".line"), l.table, l.key, l.name})
		}
	}
	return all
}

// keyLines returns the GPIO lines of the keys and the encoder.
func (s *System) keyLines() (all []line) {
	k := s.Config.Keys
	for _, l := range []struct{ key, name string }{
		{"back", k.Back}, {"up", k.Up}, {"down", k.Down}, {"ok", k.OK}, {"encoder_a", k.EncoderA}, {"encoder_b", k.EncoderB},
	} {
		if l.name != "" {
			all = append(all, line{"keys." + l.key, "keys", l.key, l.name})
		}
	}
	return all
}

// sharedLines reports GPIO lines with two uses. The lines of a bus in use count as used by the bus.
func sharedLines(s *System) (findings []Finding) {
	first := map[string]string{}
	for _, c := range s.i2cChips() {
		if c.bus == "I2C1" {
			first["GPIO2"], first["GPIO3"] = c.bus, c.bus
		}
	}
	for _, p := range s.spi() {
		if _, selects, ok := strings.Cut(p.name, "SPI0."); ok {
			first["GPIO9"], first["GPIO10"], first["GPIO11"] = "SPI0", "SPI0", "SPI0"
			first[map[string]string{"0": "GPIO8", "1": "GPIO7"}[selects]] = p.name
		}
	}
	for _, l := range s.lines() {
		if other := first[l.name]; other != "" {
			findings = append(findings, s.find("lines", Bad, s.edit(0), "doctor.lines.shared", l.name, other, l.check))
		}
		first[l.name] = cmp.Or(first[l.name], l.check)
	}
	return findings
}

// plainLines checks the configured GPIO lines that do not belong to keys.
func plainLines(s *System) (findings []Finding) {
	if !s.usable() {
		return nil
	}
	for _, l := range s.lines()[len(s.keyLines()):] {
		trouble := s.taken(l, "")
		if trouble == nil {
			trouble = found(s.find(l.check, OK, "", "doctor.line", l.check, s.place(l.name)))
		}
		findings = append(findings, trouble...)
	}
	return findings
}

// taken returns a finding for a GPIO line that does not exist or is in use, or nil for a free line.
// The finding is positive if the companion itself uses the line.
func (s *System) taken(l line, label string) []Finding {
	holder, err := s.Line(label, l.name)
	switch {
	case err != nil:
		return found(s.find(l.check, Bad, s.edit(0), "doctor.line.none", l.name, l.check))
	case holder == "":
		return nil
	case strings.HasPrefix(holder, "companiond@"):
		return found(s.find(l.table, OK, "", "doctor.line.ours", "#doctor.part."+l.table))
	}
	program, pid, ok := strings.Cut(holder, "@") // the companion and programs with periph call themselves PROGRAM@PID
	if !ok {
		return found(s.find(l.check, Bad, "", "doctor.line.kernel", s.place(l.name), holder, l.check))
	}
	return found(s.find(l.check, Bad, "kill "+quoted(pid), "doctor.line.taken", s.place(l.name), program, l.check))
}

// pins maps GPIO lines to pin numbers of the Pi's 40-pin header.
var pins = map[string]int{
	"GPIO2": 3, "GPIO3": 5, "GPIO4": 7, "GPIO14": 8, "GPIO15": 10, "GPIO17": 11, "GPIO18": 12, "GPIO27": 13, "GPIO22": 15,
	"GPIO23": 16, "GPIO24": 18, "GPIO10": 19, "GPIO9": 21, "GPIO25": 22, "GPIO11": 23, "GPIO8": 24, "GPIO7": 26, "GPIO5": 29,
	"GPIO6": 31, "GPIO12": 32, "GPIO13": 33, "GPIO19": 35, "GPIO16": 36, "GPIO26": 37, "GPIO20": 38, "GPIO21": 40,
}

// place returns the name of a GPIO line, on a Raspberry Pi with its pin on the header.
func (s *System) place(name string) string {
	if n, ok := pins[name]; ok && s.raspberry() {
		return s.Words.Word("doctor.pin", name, strconv.Itoa(n))
	}
	return name
}
