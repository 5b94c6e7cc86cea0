package doctor

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/drivers/hidscanner"
)

// keyboardScanner checks a configured scanner that is a keyboard.
func (s *System) keyboardScanner(id hidscanner.ID) Finding {
	k, err := hidscanner.Find(s.Files, id)
	switch {
	case err != nil:
		return s.noKeyboard(id)
	case s.given(k.Node):
		return s.find("scanner", OK, "", "doctor.serial", "#doctor.part.scanner", label(k))
	case s.asPackaged() && s.hasInputRule():
		return s.find("scanner", Bad, triggerInput, "doctor.scanner.replug", label(k))
	}
	return s.find("scanner", Bad, s.scannerRule(id), "doctor.scanner.rule", label(k))
}

// label returns the name and the ID of a keyboard.
func label(k hidscanner.Keyboard) string {
	return strings.TrimSpace(fmt.Sprintf("%s (%v)", k.Name, k.ID))
}

// asPackaged reports whether the companion is the packaged service with its own config.
func (s *System) asPackaged() bool { return s.service() && s.File == serviceConfig }

// given reports whether the companion may read an input device.
func (s *System) given(node string) bool {
	if s.asPackaged() {
		user, _, ok := s.owner(node)
		return ok && s.named("/etc/passwd", user).name == companionUser
	}
	return s.Access(node, false) == nil
}

// hasInputRule reports whether the udev rule of the package is installed. It gives the companion the
// scanner that the service's config names.
func (s *System) hasInputRule() bool {
	return slices.ContainsFunc([]string{"/etc/udev", "/usr/lib/udev", "/lib/udev"}, func(folder string) bool {
		return strings.Contains(s.read(folder+"/rules.d/60-companion.rules"), `SUBSYSTEM=="input"`)
	})
}

// triggerInput is the shell line that applies udev's rules to the input devices.
const triggerInput = "sudo udevadm trigger --settle --subsystem-match=input"

// scannerRule returns the shell line that adds a udev rule for a scanner without the rule of the
// package. The rule gives the device to one user. A group would not do: the group input may read
// every keyboard of the machine.
func (s *System) scannerRule(id hidscanner.ID) string {
	user := companionUser
	if !s.asPackaged() {
		user = s.named("/etc/passwd", s.User.ID).name
	}
	rule := fmt.Sprintf(`SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="%04x", ATTRS{id/product}=="%04x", OWNER="%s", MODE="0400"`, id.Vendor, id.Product, user)
	return "echo '" + rule + "' | sudo tee /etc/udev/rules.d/61-companion-scanner.rules && sudo udevadm control --reload && " + triggerInput
}

// noKeyboard returns the finding for a configured scanner that is not plugged in. It lists the
// keyboards that are.
func (s *System) noKeyboard(id hidscanner.ID) Finding {
	switch there := hidscanner.Keyboards(s.Files); len(there) {
	case 0:
		return s.find("scanner", Bad, "", "doctor.scanner.none", id.String())
	case 1:
		return s.find("scanner", Bad, s.set("scanner", "port", `"`+there[0].ID.String()+`"`), "doctor.scanner.other", id.String(), label(there[0]))
	default:
		return s.find("scanner", Bad, s.edit(0), "doctor.scanner.others", id.String(), labels(there))
	}
}

// labels returns the names and IDs of keyboards, each once.
func labels(all []hidscanner.Keyboard) string {
	var texts []string
	for _, k := range all {
		texts = append(texts, label(k))
	}
	slices.Sort(texts)
	return strings.Join(slices.Compact(texts), ", ")
}

// possibleScanners reports keyboards on USB if the config has no scanner, since one of them may be
// a scanner. On other machines than a Raspberry Pi the keyboard is usually the user's own.
func possibleScanners(s *System) []Finding {
	there := hidscanner.Keyboards(s.Files)
	switch {
	case s.Config.Scanner.Port != "" || !s.raspberry() || len(there) == 0:
		return nil
	case len(there) == 1:
		return found(s.find("scanner", Absent, s.set("scanner", "port", `"`+there[0].ID.String()+`"`), "doctor.scanner.seen", label(there[0])))
	}
	return found(s.find("scanner", Absent, s.edit(0), "doctor.scanner.several", labels(there)))
}
