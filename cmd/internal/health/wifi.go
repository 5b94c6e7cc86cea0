package health

import (
	"strconv"
	"strings"

	"tabletop/companion/checkup"
)

// faint is the signal in dBm below which pages load with gaps. The kernel reports −110 to −40.
const faint = -75

// Wifi returns the finding about the signal of the Wi-Fi. ok is false if the machine isn't connected
// by Wi-Fi.
func (m Machine) Wifi() (f checkup.Finding, ok bool) {
	f = checkup.Finding{Topic: "network", Key: "wifi.good"}
	for line := range strings.Lines(m.read("/proc/self/net/wireless")) {
		dbm, connected := signal(line)
		if !connected {
			continue
		}
		if dbm < faint {
			f.State, f.Key = checkup.Poor, "wifi.weak"
		}
		return f, true
	}
	return f, false
}

// signal parses a line of /proc/net/wireless: the interface with a colon, its state in hexadecimal,
// and link quality, level and noise, each with a point behind a new value. The level of a card
// without a connection is 0 or −256.
func signal(line string) (dbm int, connected bool) {
	words := strings.Fields(line)
	if len(words) < 4 || !strings.HasSuffix(words[0], ":") {
		return 0, false
	}
	dbm, err := strconv.Atoi(strings.TrimSuffix(words[3], "."))
	return dbm, err == nil && dbm < 0 && dbm > -256
}
