package health

import (
	"path"
	"strconv"
	"strings"

	"tabletop/companion/checkup"
)

// Bits of the firmware's value get_throttled. The low bits describe the present. The same bits,
// shifted left by the constant ever, describe the time before.
const (
	underVoltage = 1 << 0
	capped       = 1 << 1
	throttled    = 1 << 2
	softLimit    = 1 << 3

	tooHot = capped | throttled | softLimit
	ever   = 16
)

// Power returns the finding about the supply voltage. ok is false on machines that are no Raspberry
// Pi.
func (m Machine) Power() (f checkup.Finding, ok bool) {
	bits, known := m.throttled()
	f = checkup.Finding{Topic: "power", Key: "power.good"}
	switch {
	case known && bits&underVoltage != 0:
		f.State, f.Key = checkup.Bad, "power.low"
	case bits>>ever&underVoltage != 0 || m.Dipped:
		f.State, f.Key = checkup.Poor, "power.dipped"
	case !known:
		f.State, f.Key = checkup.Unknown, "power.unread"
		return f, m.Raspberry()
	}
	return f, true
}

// throttled returns the bits of get_throttled, from vcgencmd or from the deprecated file of the
// kernel. The driver rpi_volt, which all kernels have, gives only the bit underVoltage. ok is false
// if no source has a value.
func (m Machine) throttled() (bits uint64, ok bool) {
	if bits, ok := m.firmware(); ok {
		return bits, true
	}
	if low, ok := m.UnderVoltage(); ok {
		if low {
			bits = underVoltage
		}
		return bits, true
	}
	for _, file := range m.glob("/sys/devices/platform/soc*/soc*firmware/get_throttled") {
		if bits, err := strconv.ParseUint(m.read(file), 16, 32); err == nil {
			return bits, true
		}
	}
	return 0, false
}

// firmware returns the bits of get_throttled from vcgencmd.
func (m Machine) firmware() (bits uint64, ok bool) {
	if m.Firmware == nil {
		return 0, false
	}
	out, err := m.Firmware()
	if err != nil {
		return 0, false
	}
	_, hex, _ := strings.Cut(strings.TrimSpace(out), "throttled=0x")
	bits, err = strconv.ParseUint(hex, 16, 32)
	return bits, err == nil
}

// UnderVoltage reports whether the voltage was too low within the last two seconds, by the driver
// rpi_volt. ok is false without that driver.
func (m Machine) UnderVoltage() (low, ok bool) {
	for _, name := range m.glob("/sys/class/hwmon/hwmon*/name") {
		if m.read(name) == "rpi_volt" {
			alarm, ok := m.number(path.Join(path.Dir(name), "in0_lcrit_alarm"))
			return alarm == 1, ok && (alarm == 0 || alarm == 1)
		}
	}
	return false, false
}

// slowsAt is the temperature in °C from which a Raspberry Pi slows down (Raspberry Pi documentation,
// Frequency management and thermal control).
const slowsAt = 80

// Heat returns the finding about the temperature of the processor. ok is false if it is unknown.
// Bits of the firmware count only with the right voltage, because undervoltage also slows the
// processor down.
func (m Machine) Heat() (f checkup.Finding, ok bool) {
	degrees, known := m.temperature()
	bits, _ := m.throttled()
	if (bits|bits>>ever)&underVoltage != 0 {
		bits = 0
	}
	f = checkup.Finding{Topic: "heat", State: checkup.Poor, Args: []string{strconv.FormatInt(degrees, 10)}}
	switch {
	case known && degrees >= slowsAt:
		f.Key = "heat.hot"
	case bits&tooHot != 0:
		f.Key, f.Args = "heat.slow", nil
	case bits>>ever&tooHot != 0:
		f.Key, f.Args = "heat.was", nil
	default:
		f.State, f.Key = checkup.Fine, "heat.good"
		return f, known
	}
	return f, true
}

// Limits of a plausible temperature of a processor in 1/1000 °C.
const coldest, hottest = -40_000, 150_000

// temperature returns the temperature of the processor in °C.
func (m Machine) temperature() (degrees int64, ok bool) {
	for _, zone := range m.glob("/sys/class/thermal/thermal_zone*/type") {
		kind := m.read(zone)
		if !strings.HasPrefix(kind, "cpu") && !strings.HasPrefix(kind, "soc") {
			continue
		}
		t, ok := m.number(path.Join(path.Dir(zone), "temp"))
		if ok && t > coldest && t < hottest {
			return t / 1000, true
		}
	}
	return 0, false
}
