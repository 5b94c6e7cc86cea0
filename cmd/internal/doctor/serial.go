package doctor

import (
	"errors"
	"io/fs"
	"strings"

	"tabletop/drivers/hidscanner"
	"tabletop/drivers/usblp"
)

// serialPorts checks the ports of the configured serial devices, and a scanner that is a keyboard.
func serialPorts(s *System) (findings []Finding) {
	c := s.Config
	for _, d := range []struct{ table, port string }{
		{"scanner", c.Scanner.Port}, {"table", c.Table.Port}, {"printer", c.Printer.Port},
	} {
		if d.port == "" || d.table == "printer" && usblp.IsNode(d.port) {
			continue
		}
		if id, err := hidscanner.ParseID(d.port); err == nil && d.table == "scanner" {
			findings = append(findings, s.keyboardScanner(id))
			continue
		}
		trouble := s.uart(d.table, d.port)
		if Well(trouble) {
			trouble = append(trouble, s.serialPort(d.table, d.port))
		}
		findings = append(findings, trouble...)
	}
	return findings
}

func (s *System) serialPort(table, port string) Finding {
	if errors.Is(s.Access(port, true), fs.ErrNotExist) {
		return s.unplugged(table, port)
	}
	kind := ttyKind
	kind.check = table
	if trouble := s.node(kind, port, port); trouble != nil {
		return trouble[0]
	}
	return s.find(table, OK, "", "doctor.serial", "#doctor.part."+table, port)
}

// unplugged returns the finding for a missing serial device. The finding names the serial devices
// that are plugged in. If there is one such device, it may be the right one, and the shell line
// puts it into the config.
func (s *System) unplugged(table, port string) Finding {
	there := s.glob("/dev/serial/by-id/*")
	if table == "printer" {
		there = append(there, s.usbPrinterNodes()...)
	}
	switch len(there) {
	case 0:
		return s.find(table, Bad, "", "doctor.serial.none", "#doctor.part."+table, port)
	case 1:
		return s.find(table, Bad, s.set(table, "port", `"`+there[0]+`"`), "doctor.serial.other", "#doctor.part."+table, port, there[0])
	}
	return s.find(table, Bad, s.edit(0), "doctor.serial.others", "#doctor.part."+table, port, strings.Join(there, ", "))
}
