package systemd_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion/words"
)

// setting is what the unit says last about a key, fallback if nothing.
func setting(t *testing.T, key, fallback string) string {
	t.Helper()
	for line := range strings.Lines(read(t, "companiond.service")) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			fallback = value
		}
	}
	return fallback
}

// span is a setting that is one span of time, "20min" or "2s".
func span(t *testing.T, key, fallback string) time.Duration {
	t.Helper()
	value := setting(t, key, fallback)
	d, err := time.ParseDuration(strings.Replace(value, "min", "m", 1))
	if err != nil {
		t.Fatalf("%s: %v", key, err)
	}
	return d
}

// A single call let through counts as the whole group that it is of.
func TestTheUnitLetsNoSingleSystemCallThroughAndNobodySetTheClock(t *testing.T) {
	for line := range strings.Lines(read(t, "companiond.service")) {
		filter, ok := strings.CutPrefix(strings.TrimSpace(line), "SystemCallFilter=")
		for name := range strings.FieldsSeq(strings.TrimPrefix(filter, "~")) {
			if ok && !strings.HasPrefix(name, "@") {
				t.Errorf("the unit lets %s through", name)
			}
		}
	}
	if got := setting(t, "ProtectClock", "no"); got != "yes" {
		t.Errorf("ProtectClock=%s", got)
	}
}

func TestACrashLoopEndsHoweverLongEachStartTakesToFail(t *testing.T) {
	starts, err := strconv.Atoi(setting(t, "StartLimitBurst", "5"))
	if err != nil {
		t.Fatal(err)
	}
	slowest := span(t, "TimeoutStartSec", "90s") + span(t, "RestartSec", "100ms")
	if got, most := time.Duration(starts)*slowest, span(t, "StartLimitIntervalSec", "10s"); got >= most {
		t.Errorf("%d starts of %v take %v, no less than the %v in which they are counted", starts, slowest, got, most)
	}
}

// Else systemd would kill a daemon that has mostly rubbish to throw away.
func TestTheCollectorTakesPainsBeforeSystemdKills(t *testing.T) {
	var soft, hard int
	_, err := fmt.Sscanf(setting(t, "Environment=GOMEMLIMIT", ""), "%dMiB", &soft)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(setting(t, "MemoryMax", ""), "%dM", &hard); err != nil {
		t.Fatal(err)
	}
	if soft >= hard {
		t.Errorf("the collector's limit is %d MiB, systemd's %d", soft, hard)
	}
}

// Else a game in a file that takes too much memory would end the daemon with its child.
func TestTheDaemonOutlivesItsEvaluator(t *testing.T) {
	if got := setting(t, "OOMPolicy", "stop"); got != "continue" {
		t.Errorf("OOMPolicy=%s", got)
	}
}

func TestTheManualTellsTheLimitsOfTheUnit(t *testing.T) {
	limits := map[string]map[string]string{
		"man/companion-trouble.7": {
			"StartLimitBurst=10": "ten starts", "StartLimitIntervalSec=20min": "twenty minutes", "MemoryMax=200M": "200 MB",
		},
		"man/ru/companion-trouble.7": {
			"StartLimitBurst=10": "десяти запусков", "StartLimitIntervalSec=20min": "двадцать минут", "MemoryMax=200M": "200 МБ",
		},
	}
	for file, wants := range limits {
		for line, words := range wants {
			key, value, _ := strings.Cut(line, "=")
			if got := setting(t, key, ""); got != value {
				t.Errorf("%s says %q, the unit %s=%s", file, words, key, got)
			}
			if !strings.Contains(prose(t, file), words) {
				t.Errorf("%s doesn't say %q", file, words)
			}
		}
	}
}

func TestAFailedUnitTellsThePanelAndTheManualTellsWhatThatSays(t *testing.T) {
	if got := setting(t, "ExecStopPost", ""); !strings.HasPrefix(got, "-/usr/bin/companiond -failed ") {
		t.Errorf("after its daemon the unit runs %q", got)
	}
	for file, lang := range map[string]words.Lang{"man/companion-trouble.7": words.English, "man/ru/companion-trouble.7": words.Russian} {
		said, _, _ := strings.Cut(words.Own(lang).Word("failed"), " / ")
		if !strings.Contains(prose(t, file), said) {
			t.Errorf("%s doesn't say %q", file, said)
		}
	}
}

// settings are all that the unit says about a key.
func settings(t *testing.T, file, key string) (all []string) {
	t.Helper()
	for line := range strings.Lines(read(t, file)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			all = append(all, value)
		}
	}
	return all
}

// A kind that is named is looked up in /proc/devices when the unit starts: one whose
// module comes later would be forbidden until the next start. Numbers are those of the
// kernel's Documentation/admin-guide/devices.txt.
func TestADeviceThatComesLateIsAllowed(t *testing.T) {
	late := map[string]string{
		"/dev/i2c-1": "char-89", "/dev/spidev0.0": "char-153", "/dev/ttyUSB0": "char-188", "/dev/ttyACM0": "char-166",
		"/dev/ttyAMA0": "char-204", "/dev/ttyS0": "char-4",
	}
	builtIn := []string{"char-gpiochip"}
	allowed := settings(t, "companiond.service", "DeviceAllow")
	for device, kind := range late {
		if !slices.Contains(allowed, kind+" rw") {
			t.Errorf("the unit doesn't allow %s, by %s rw", device, kind)
		}
	}
	for _, is := range allowed {
		kind, _, _ := strings.Cut(is, " ")
		if _, err := strconv.Atoi(strings.TrimPrefix(kind, "char-")); err != nil && !slices.Contains(builtIn, kind) {
			t.Errorf("DeviceAllow=%s is resolved when the unit starts", is)
		}
	}
	if got := read(t, "companion.modules"); !strings.Contains(got, "\ni2c-dev\n") {
		t.Errorf("the module of /dev/i2c-1 isn't loaded at the start, only %q", got)
	}
}

// The picture must not wait for what the panel doesn't need.
func TestTheUnitWaitsForItsSocketAndItsFilesOnly(t *testing.T) {
	for file, want := range map[string]string{"companiond.service": "companiond.socket local-fs.target", "companiond.socket": ""} {
		if got := strings.Join(settings(t, file, "DefaultDependencies"), " "); got != "no" {
			t.Errorf("%s: DefaultDependencies=%s", file, got)
		}
		if got := strings.Join(settings(t, file, "After"), " "); got != want {
			t.Errorf("%s: After=%s, want %s", file, got, want)
		}
		if got := settings(t, file, "Wants"); got != nil {
			t.Errorf("%s: Wants=%s", file, got)
		}
		for _, key := range []string{"Conflicts", "Before"} { // or it would outlive its file systems
			if got := strings.Join(settings(t, file, key), " "); got != "shutdown.target" {
				t.Errorf("%s: %s=%s", file, key, got)
			}
		}
	}
}
