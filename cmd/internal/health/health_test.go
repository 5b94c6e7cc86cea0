package health_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"tabletop/cmd/internal/health"
	"tabletop/companion/checkup"
	"tabletop/companion/words"
)

// Files that several machines share, as they were read on a Raspberry Pi OS (kernel 6.12).
const (
	model    = "sys/firmware/devicetree/base/model"
	alarm    = "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
	zone     = "sys/class/thermal/thermal_zone0/"
	firmware = "sys/devices/platform/soc/soc:firmware/get_throttled"
	newer    = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
	errCount = "sys/fs/ext4/mmcblk0p2/errors_count"
	wireless = "proc/self/net/wireless"
)

const wirelessHead = `Inter-| sta-|   Quality        |   Discarded packets               | Missed | WE
 face | tus | link level noise |  nwid  crypt   frag  retry   misc | beacon | 22
`

// pi are the files of a Raspberry Pi without a fault.
var pi = map[string]string{
	model:                           "Raspberry Pi Zero W Rev 1.1\x00",
	"sys/class/hwmon/hwmon0/name":   "cpu_thermal\n",
	"sys/class/hwmon/hwmon1/name":   "rpi_volt\n",
	alarm:                           "0\n",
	zone + "type":                   "cpu-thermal\n",
	zone + "temp":                   "47236\n",
	errCount:                        "0\n",
	"sys/fs/ext4/features/casefold": "supported\n",
	wireless:                        wirelessHead + " wlan0: 0000   54.  -56.  -256        0      0      0      0      0        0\n",
}

// machine returns a Raspberry Pi whose files differ from pi in those given. A file with the text
// "-" is missing.
func machine(differ map[string]string) (m health.Machine, files fstest.MapFS) {
	files = fstest.MapFS{}
	for _, some := range []map[string]string{pi, differ} {
		for name, text := range some {
			files[name] = &fstest.MapFile{Data: []byte(text)}
			if text == "-" {
				delete(files, name)
			}
		}
	}
	return health.Machine{
		Files: files, Folder: "/var/lib/companion",
		Disk: func(string) (health.Disk, error) { return health.Disk{Free: 20 << 30, Size: 29 << 30}, nil },
		Pace: func() (health.Pace, error) { return health.Pace{Keeps: 400, P99: 60 * time.Millisecond}, nil },
	}, files
}

// disk is what a folder's file system is like.
func disk(d health.Disk, err error) func(*health.Machine) {
	return func(m *health.Machine) { m.Disk = func(string) (health.Disk, error) { return d, err } }
}

func TestEachMachineHasItsFindings(t *testing.T) {
	const fine = "card.good power.good heat.good[47] wifi.good"
	for _, tt := range []struct {
		name   string
		files  map[string]string
		change func(*health.Machine)
		want   string
	}{
		{"a Raspberry Pi", nil, nil, fine},
		{"undervoltage now", map[string]string{alarm: "1\n"}, nil, "card.good power.low!! heat.good[47] wifi.good"},
		{"undervoltage earlier this evening", nil, func(m *health.Machine) { m.Dipped = true }, "card.good power.dipped! heat.good[47] wifi.good"},
		{"without the driver, by the firmware's file", map[string]string{alarm: "-", firmware: "50005\n"}, nil, "card.good power.low!! heat.good[47] wifi.good"},
		{"the same on a Pi 5", map[string]string{alarm: "-", newer: "50000\n"}, nil, "card.good power.dipped! heat.good[47] wifi.good"},
		{"with the driver the deprecated file isn't read", map[string]string{firmware: "50005\n"}, nil, fine},
		{"by vcgencmd", map[string]string{alarm: "1\n"}, func(m *health.Machine) {
			m.Firmware = func() (string, error) { return "throttled=0x50000\n", nil }
		}, "card.good power.dipped! heat.good[47] wifi.good"},
		{"vcgencmd doesn't run", map[string]string{alarm: "1\n"}, func(m *health.Machine) {
			m.Firmware = func() (string, error) { return "", errors.New("no /dev/vcio") }
		}, "card.good power.low!! heat.good[47] wifi.good"},
		{"no source of the voltage", map[string]string{alarm: "-"}, nil, "card.good power.unread? heat.good[47] wifi.good"},
		{"hot", map[string]string{zone + "temp": "80000\n"}, nil, "card.good power.good heat.hot![80] wifi.good"},
		{"warm", map[string]string{zone + "temp": "79999\n"}, nil, "card.good power.good heat.good[79] wifi.good"},
		{"a winter balcony", map[string]string{zone + "temp": "-7000\n"}, nil, "card.good power.good heat.good[-7] wifi.good"},
		{"throttled, and no thermometer", map[string]string{alarm: "-", zone + "type": "-", firmware: "4\n"}, nil, "card.good power.good heat.slow! wifi.good"},
		{"throttled earlier", map[string]string{alarm: "-", firmware: "40000\n"}, nil, "card.good power.good heat.was! wifi.good"},
		{"throttled by undervoltage", map[string]string{alarm: "-", firmware: "50005\n"}, nil, "card.good power.low!! heat.good[47] wifi.good"},
		{"another zone than the processor's first", map[string]string{zone + "type": "gpu-thermal\n", "sys/class/thermal/thermal_zone1/type": "cpu-thermal\n", "sys/class/thermal/thermal_zone1/temp": "51000\n"}, nil, "card.good power.good heat.good[51] wifi.good"},
		{"a weak signal", map[string]string{wireless: wirelessHead + "wlan0: 0000   34.  -76.  -256  0 0 0 0 0 0\n"}, nil, "card.good power.good heat.good[47] wifi.weak!"},
		{"a signal that will do", map[string]string{wireless: wirelessHead + "wlan0: 0000   35.  -75.  -256  0 0 0 0 0 0\n"}, nil, fine},
		{"Wi-Fi without a network", map[string]string{wireless: wirelessHead + "wlan0: 0000    0     0     0  0 0 0 0 0 0\n"}, nil, "card.good power.good heat.good[47]"},
		{"no Wi-Fi", map[string]string{wireless: wirelessHead}, nil, "card.good power.good heat.good[47]"},
		{"errors of the file system", map[string]string{errCount: "2\n"}, nil, "card.errors! power.good heat.good[47] wifi.good"},
		{"a slow card", nil, func(m *health.Machine) {
			m.Pace = func() (health.Pace, error) { return health.Pace{Keeps: 400, P99: 501 * time.Millisecond}, nil }
		}, "card.slow! power.good heat.good[47] wifi.good"},
		{"nothing was played", nil, func(m *health.Machine) {
			m.Pace = func() (health.Pace, error) { return health.Pace{P99: time.Hour}, nil }
		}, fine},
		{"the store can't be read", nil, func(m *health.Machine) {
			m.Pace = func() (health.Pace, error) { return health.Pace{Keeps: 9, P99: time.Hour}, fs.ErrPermission }
		}, fine},
		{"little room", nil, disk(health.Disk{Free: 60 << 20, Size: 1 << 30}, nil), "card.cramped! power.good heat.good[47] wifi.good"},
		{"no room", map[string]string{errCount: "2\n"}, disk(health.Disk{Free: 7 << 20, Size: 1 << 30}, nil), "card.full!! power.good heat.good[47] wifi.good"},
		{"a read-only card", nil, disk(health.Disk{ReadOnly: true}, nil), "card.readonly!! power.good heat.good[47] wifi.good"},
		{"a card that doesn't answer", nil, disk(health.Disk{}, fs.ErrInvalid), "card.unread? power.good heat.good[47] wifi.good"},
		{"a laptop", map[string]string{
			model: "-", "sys/class/hwmon/hwmon1/name": "BAT0\n", alarm: "-", zone + "type": "acpitz\n", wireless: "-", errCount: "-",
		}, nil, "card.good"},
		{"another board", map[string]string{model: "Orange Pi Zero\x00", "sys/class/hwmon/hwmon1/name": "-", zone + "type": "cpu_thermal\n"}, nil, "card.good heat.good[47] wifi.good"},
		{"garbage", map[string]string{alarm: "\xff\xfe", zone + "temp": "hot", errCount: "-3", wireless: "wlan0: \x00 ::: 12"}, nil, "card.good power.unread?"},
		{"numbers beyond reason", map[string]string{alarm: "7\n", zone + "temp": "99999999999999999999\n", errCount: "1e9\n", wireless: "wlan0: 0000 0. -9999. 0\n"}, nil, "card.good power.unread?"},
		{"empty files", map[string]string{alarm: "", zone + "temp": "", zone + "type": "", errCount: "", wireless: "", model: ""}, nil, "card.good"},
	} {
		m, _ := machine(tt.files)
		if tt.change != nil {
			tt.change(&m)
		}
		if got := written(m.Look()); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// written writes findings as keys, with signs for their states and their arguments.
func written(all []checkup.Finding) string {
	signs := map[checkup.State]string{checkup.Unknown: "?", checkup.Poor: "!", checkup.Bad: "!!"}
	var texts []string
	for _, f := range all {
		text := f.Key + signs[f.State]
		if f.Args != nil {
			text += fmt.Sprint(f.Args)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " ")
}

// unreadable is a folder in which no file can be read.
type unreadable struct{ fstest.MapFS }

func (unreadable) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func (unreadable) ReadFile(name string) ([]byte, error) {
	return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("input/output error")}
}

func TestFilesThatCannotBeReadAreNoFault(t *testing.T) {
	m, files := machine(map[string]string{alarm: "1"})
	m.Files = unreadable{files}
	if got := written(m.Look()); got != "card.good" {
		t.Errorf("got %s", got)
	}
}

// Whatever the files hold: nothing panics, and each finding has a label, a state that fits its row
// and a text, in both languages.
func TestAnyContentsGiveFindingsWithWords(t *testing.T) {
	chance := rand.New(rand.NewPCG(39, 7))
	some := []string{"", "0", "1", "4", "-1", "80000", "50005", "ffffffffffffffffff", "rpi_volt", "cpu-thermal", "wlan0: 0 0 -80. 0", "x: : : :", "\x00\xff\n\t", strings.Repeat("9", 400), "-"}
	names := make([]string, 0, len(pi))
	for name := range pi {
		names = append(names, name)
	}
	slices.Sort(names)
	names = append(names, firmware, newer)
	seen := map[string]bool{}
	for range 2000 {
		differ := map[string]string{}
		for _, name := range names {
			if chance.IntN(2) == 0 {
				differ[name] = some[chance.IntN(len(some))]
			}
		}
		m, _ := machine(differ)
		m.Dipped = chance.IntN(4) == 0
		for _, f := range m.Look() {
			seen[f.Key] = true
			hasWords(t, f)
		}
	}
	for _, key := range []string{"power.low", "power.dipped", "power.unread", "heat.hot", "heat.slow", "heat.was", "wifi.weak", "card.good"} {
		if !seen[key] {
			t.Errorf("no contents led to %s", key)
		}
	}
}

// catalogues are read once.
var catalogues = []*words.Catalogue{words.Companion(words.Russian), words.Companion(words.English)}

func hasWords(t *testing.T, f checkup.Finding) {
	t.Helper()
	for _, w := range catalogues {
		lang := w.Lang()
		for _, text := range []string{f.Label().Key, f.Short().Key, f.Text().Key} {
			if !w.Has(text) {
				t.Fatalf("%s: no text %s", lang, text)
			}
		}
		if short := w.Say(f.Short(), nil); short == "" || strings.ContainsAny(short, "{}") {
			t.Fatalf("%s: %s is %q", lang, f.Key, short)
		}
		if text := w.Say(f.Text(), nil); text == "" || strings.ContainsAny(text, "{}") {
			t.Fatalf("%s: %s is %q", lang, f.Key, text)
		}
	}
}
