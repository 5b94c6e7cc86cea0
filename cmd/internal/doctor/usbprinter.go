package doctor

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"tabletop/drivers/usblp"
)

// printerKind is the kind of USB printers. The udev rule of this package gives them to the
// companion's group.
var printerKind = kind{check: "printer", group: companionUser, subsystem: "usbmisc", nodes: "lp[0-9]*"}

// usbPrinters checks the configured printer if it is a USB printer. Without a printer in the config,
// it reports the USB printers that are plugged in.
func usbPrinters(s *System) (findings []Finding) {
	port := s.Config.Printer.Port
	switch {
	case port == "":
		return s.unusedPrinters()
	case !usblp.IsNode(port):
		return nil // a serial device
	case errors.Is(s.Access(port, true), fs.ErrNotExist):
		return found(s.noPrinter(port))
	case !s.serviceOwns(port):
		findings = s.node(printerKind, s.printer(port), port)
	}
	if findings == nil {
		findings = found(s.printerState(port))
	}
	return findings
}

// unusedPrinters returns a finding for each USB printer, except for those that print pages.
func (s *System) unusedPrinters() (findings []Finding) {
	for _, node := range s.usbPrinterNodes() {
		if !pageLanguages.MatchString(s.printerID(node)["CMD"]) {
			findings = append(findings, s.find("printer", Absent, s.set("printer", "port", `"`+node+`"`), "doctor.usb.unused", "#doctor.part.printer", s.printer(node)))
		}
	}
	return findings
}

func (s *System) usbPrinterNodes() []string {
	return slices.DeleteFunc(s.glob("/dev/usb/lp*"), func(node string) bool { return !usblp.IsNode(node) })
}

// pageLanguages matches the languages of printers that print pages, not receipts.
var pageLanguages = regexp.MustCompile(`(?i)\b(PCL\w*|PJL|POSTSCRIPT|PDF|URF|PWG\w*|ESCPL2|BDC|CAPT|SPL|GDI)\b`)

// noPrinter returns the finding for a configured USB printer whose node is missing.
func (s *System) noPrinter(port string) Finding {
	const part = "#doctor.part.printer"
	if s.usbPrinterNodes() != nil {
		return s.unplugged("printer", port)
	}
	for _, class := range s.glob("/sys/bus/usb/devices/*/bInterfaceClass") {
		if s.read(class) != "07" {
			continue
		}
		driver, _ := fs.ReadLink(s.Files, rooted(path.Join(path.Dir(class), "driver")))
		switch path.Base(driver) {
		case ".":
			return s.find("printer", Bad, "sudo modprobe usblp", "doctor.usb.driver", part)
		case "usbfs":
			return s.find("printer", Bad, "", "doctor.usb.taken", part)
		}
	}
	return s.find("printer", Bad, "", "doctor.usb.none", part, port)
}

// serviceOwns reports whether the companion's service may use a printer, by the printer's group. Then
// it doesn't matter whether this user may use it.
func (s *System) serviceOwns(port string) bool {
	_, gid, ok := s.owner(port)
	return ok && s.service() && s.named("/etc/group", gid).name == companionUser
}

// printerState returns the finding for an accessible printer.
func (s *System) printerState(port string) Finding {
	part, name := "#doctor.part.printer", s.printer(port)
	if s.PaperOut != nil {
		out, err := s.PaperOut(port)
		switch {
		case err == nil && out:
			return s.find("printer", Warn, "", "doctor.usb.paper", part, name)
		case errors.Is(err, syscall.EBUSY) && s.running() == 0:
			return s.find("printer", Bad, "", "doctor.usb.busy", part, name)
		}
	}
	return s.find("printer", OK, "", "doctor.serial", part, name)
}

// printer returns the name of a USB printer with its node.
func (s *System) printer(node string) string {
	id := s.printerID(node)
	name := cmp.Or(id["DES"], strings.TrimSpace(id["MFG"]+" "+id["MDL"]))
	if name == "" {
		return node
	}
	return name + " (" + node + ")"
}

// printerID returns the fields of a printer's IEEE 1284 device id, with short names.
func (s *System) printerID(node string) map[string]string {
	short := map[string]string{"MANUFACTURER": "MFG", "MODEL": "MDL", "COMMAND SET": "CMD", "DESCRIPTION": "DES"}
	id := map[string]string{}
	for field := range strings.SplitSeq(s.read("/sys/class/usbmisc/"+path.Base(node)+"/device/ieee1284_id"), ";") {
		key, value, _ := strings.Cut(field, ":")
		key = strings.ToUpper(strings.TrimSpace(key))
		id[cmp.Or(short[key], key)] = strings.TrimSpace(value)
	}
	return id
}

// paperOut asks a USB printer whether its paper is used up. It returns EBUSY if the companion or
// another program has the printer open.
func paperOut(node string) (bool, error) {
	d, err := usblp.Open(node, time.Second)
	if err != nil {
		return false, err
	}
	state, err := d.State()
	return state.PaperOut(), errors.Join(err, d.Close())
}
