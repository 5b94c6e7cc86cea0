package doctor

import (
	"strconv"
	"strings"
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

// Bits of the firmware's value get_throttled. The low bits describe the present. The same bits,
// shifted left by the constant ever, describe the time since the start of the machine.
const (
	underVoltage = 1 << 0
	capped       = 1 << 1
	throttled    = 1 << 2
	softLimit    = 1 << 3

	tooHot = capped | throttled | softLimit
	ever   = 16
)

func power(s *System) (findings []Finding) {
	bits, ok := s.throttled()
	if !ok {
		if s.raspberry() {
			findings = found(s.find("power", Absent, "", "doctor.power.unknown"))
		}
		return findings
	}
	switch {
	case bits&underVoltage != 0:
		return found(s.find("power", Bad, "", "doctor.power.now"))
	case bits>>ever&underVoltage != 0:
		return found(s.find("power", Warn, "", "doctor.power.ever"))
	}
	findings = found(s.find("power", OK, "", "doctor.power"))
	switch { // with the right voltage, only heat throttles
	case bits&tooHot != 0:
		findings = append(findings, s.find("heat", Warn, "", "doctor.heat.now"))
	case bits>>ever&tooHot != 0:
		findings = append(findings, s.find("heat", Warn, "", "doctor.heat.ever"))
	}
	return findings
}

// throttled returns the bits of get_throttled, from the kernel of Raspberry Pi OS or from vcgencmd.
// If neither source has them, it returns only the bit underVoltage, from the driver rpi_volt, which
// all kernels have. ok is false if that driver gives no value either.
func (s *System) throttled() (bits uint64, ok bool) {
	for _, file := range s.glob("/sys/devices/platform/soc*/soc*firmware/get_throttled") {
		if bits, err := strconv.ParseUint(s.read(file), 16, 32); err == nil {
			return bits, true
		}
	}
	if out, err := s.Run("vcgencmd", "get_throttled"); err == nil {
		_, hex, _ := strings.Cut(strings.TrimSpace(out), "throttled=0x")
		if bits, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return bits, true
		}
	}
	for _, name := range s.glob("/sys/class/hwmon/hwmon*/name") {
		if s.read(name) == "rpi_volt" {
			bits, err := strconv.ParseUint(s.read(strings.TrimSuffix(name, "name")+"in0_lcrit_alarm"), 10, 1)
			return bits, err == nil
		}
	}
	return 0, false
}

// earliest is the last year shown by a clock that has not been set. A later year proves that the
// clock was set.
const earliest = 2025

func clock(s *System) []Finding {
	shows := s.Now.Format("2006-01-02 15:04")
	if s.Synced() || s.exists("/dev/rtc0") && s.Now.Year() > earliest {
		return found(s.find("clock", OK, "", "doctor.clock", shows))
	}
	return found(s.find("clock", Warn, "sudo timedatectl set-ntp true", "doctor.clock.unset", shows))
}
