package doctor

import (
	"tabletop/cmd/internal/health"
	"tabletop/companion/checkup"
)

// simulated is the shell line that runs the companion without hardware.
const simulated = "companiond -panel sim"

func board(s *System) []Finding {
	switch {
	case s.raspberry():
		return found(s.find("board", OK, "", "doctor.board", s.model()))
	case s.bare():
		return found(s.find("board", Absent, simulated, "doctor.board.bare"))
	}
	return found(s.find("board", Absent, simulated, "doctor.board.other"))
}

// health returns this machine for package health. Only the doctor runs vcgencmd.
func (s *System) health() health.Machine {
	return health.Machine{Files: s.Files, Folder: s.Folder, Disk: s.Disk, Firmware: func() (string, error) { return s.Run("vcgencmd", "get_throttled") }}
}

// severity maps the states of package checkup to the states of findings.
var severity = map[checkup.State]State{checkup.Fine: OK, checkup.Unknown: Absent, checkup.Poor: Warn, checkup.Bad: Bad}

// explained returns the finding for a finding of package checkup. Its text is the one on the panel,
// after the label of the topic.
func (s *System) explained(check string, f checkup.Finding) Finding {
	label, text := s.Words.Say(f.Label(), nil), s.Words.Say(f.Text(), nil)
	return Finding{Check: check, State: severity[f.State], Says: label + ": " + text}
}

// power reports undervoltage, and heat if the voltage is right: undervoltage also slows the board
// down.
func power(s *System) (findings []Finding) {
	if f, ok := s.health().Power(); ok {
		findings = append(findings, s.explained("power", f))
	}
	if f, ok := s.health().Heat(); ok {
		findings = append(findings, s.explained("heat", f))
	}
	return findings
}

// signal reports the signal of the Wi-Fi.
func signal(s *System) []Finding {
	if f, ok := s.health().Wifi(); ok {
		return found(s.explained("wifi", f))
	}
	return nil
}

// earliest is the last year shown by a clock that has not been set. A later year proves that the
// clock was set.
const earliest = 2025

func clock(s *System) []Finding {
	shows := s.Now.Format("2006-01-02 15:04")
	if s.Synced() || s.exists("/dev/rtc0") && s.Now.Year() > earliest {
		return found(s.find("clock", OK, "", "doctor.clock", shows))
	}
	f := s.explained("clock", checkup.Unset(shows))
	f.Mend = "sudo timedatectl set-ntp true"
	return found(f)
}
