package systemd_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion/words"
)

// services are the units that run a program of ours.
var services = []string{"companiond.service", "companion-adviser@.service", "companion-hello.service", "companion-country@.service", "companion-stick@.service", "companion-voice.service", "league/league.service"}

// setting is what the daemon's unit says last about a key, fallback if nothing.
func setting(t *testing.T, key, fallback string) string {
	t.Helper()
	return settingOf(t, "companiond.service", key, fallback)
}

func settingOf(t *testing.T, file, key, fallback string) string {
	t.Helper()
	for line := range strings.Lines(read(t, file)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), key+"="); ok {
			fallback = value
		}
	}
	return fallback
}

// haveSettings checks what a unit says last about each key.
func haveSettings(t *testing.T, file string, all map[string]string) {
	t.Helper()
	for key, want := range all {
		if got := settingOf(t, file, key, ""); got != want {
			t.Errorf("%s: %s=%s, want %s", file, key, got, want)
		}
	}
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
func TestTheUnitsLetNoSingleSystemCallThroughAndNobodySetTheClock(t *testing.T) {
	for _, file := range append(slices.Clone(services), "companion-update.service") {
		for _, filter := range settings(t, file, "SystemCallFilter") {
			for name := range strings.FieldsSeq(strings.TrimPrefix(filter, "~")) {
				if !strings.HasPrefix(name, "@") {
					t.Errorf("%s lets %s through", file, name)
				}
			}
		}
		if got := settingOf(t, file, "ProtectClock", "no"); got != "yes" {
			t.Errorf("%s: ProtectClock=%s", file, got)
		}
	}
}

// What the daemon may not, its adviser and the league may not either.
func TestTheOthersAreBoundAsTheDaemonIs(t *testing.T) {
	_, bounds, found := strings.Cut(read(t, "companiond.service"), "# Restrictions.\n")
	bounds, _, ends := strings.Cut(bounds, "\n\n")
	if !found || !ends {
		t.Fatal("the daemon's unit has no such section")
	}
	for _, file := range services[1:] {
		for line := range strings.Lines(bounds) {
			early := file == "companion-hello.service" && line == "PrivateTmp=yes\n" // which waits for /tmp and /var/tmp
			if !strings.HasPrefix(line, "#") && !early && !strings.Contains(read(t, file), "\n"+line) {
				t.Errorf("%s lacks %s", file, line)
			}
		}
	}
}

// The league knows no device and has no user that stays.
func TestTheLeagueHasLessThanTheDaemon(t *testing.T) {
	const unit = "league/league.service"
	haveSettings(t, unit, map[string]string{
		"DynamicUser": "yes", "PrivateDevices": "yes", "PrivateUsers": "yes", "DevicePolicy": "closed",
		"StateDirectory": "league", "StateDirectoryMode": "0700", "UMask": "0077", "IPAddressDeny": "any", "OOMPolicy": "continue",
		"RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6", "DeviceAllow": "", "SupplementaryGroups": "", "ReadWritePaths": "",
	})
	if got, want := settings(t, unit, "IPAddressAllow"), settings(t, "companiond.service", "IPAddressAllow"); !slices.Equal(got, want) {
		t.Errorf("%s reaches %q, the daemon %q", unit, got, want)
	}
}

func TestTheAdviserYieldsAndIsReachedWhereTheDaemonLooks(t *testing.T) {
	const unit, socket = "companion-adviser@.service", "companion-adviser.socket"
	haveSettings(t, unit, map[string]string{
		"Nice": "19", "CPUSchedulingPolicy": "idle", "IOSchedulingClass": "idle", "OOMScoreAdjust": "1000",
		"Slice": "system.slice", "CPUWeight": "1", // beside the daemon's 100
		"ExecStart": "/usr/bin/companiond advise", "StandardInput": "socket", "StandardOutput": "socket", "PrivateNetwork": "yes",
	})
	haveSettings(t, socket, map[string]string{"SocketUser": "companion", "SocketMode": "0600", "Accept": "yes", "PartOf": "companiond.service"})
	if path := settingOf(t, socket, "ListenStream", ""); !strings.Contains(read(t, "../cmd/internal/adviser/service.go"), strconv.Quote(path)) {
		t.Errorf("the daemon doesn't look for %s", path)
	}
}

// systemd passes the port, so that the daemon needs no privilege for it. Another program may have
// the port, so nothing may require the socket.
func TestPort80IsPassedToTheDaemonAndClosedToOtherNetworks(t *testing.T) {
	const socket = "companion-portal.socket"
	haveSettings(t, socket, map[string]string{
		"ListenStream": "80", "FileDescriptorName": "portal", "Service": "companiond.service", "PartOf": "companiond.service", "Accept": "", "IPAddressDeny": "any",
	})
	if got, want := settings(t, socket, "IPAddressAllow"), settings(t, "companiond.service", "IPAddressAllow"); !slices.Equal(got, want) {
		t.Errorf("port 80 is open to %q, the page to %q", got, want)
	}
	if got := strings.Join(settings(t, "companiond.service", "Requires"), " "); strings.Contains(got, "portal") {
		t.Errorf("the daemon requires %s", got)
	}
	if !strings.Contains(read(t, "../cmd/companiond/portal.go"), `portalSocket = "portal"`) {
		t.Error("the daemon knows the socket by another name")
	}
}

// A machine with a web server needs its port for that.
func TestPort80IsLeftToAWebServer(t *testing.T) {
	left := settings(t, "companion-portal.socket", "ConditionPathExists")
	for _, server := range []string{"/usr/sbin/nginx", "/usr/sbin/apache2", "/usr/sbin/lighttpd", "/usr/bin/caddy", "/usr/bin/pihole-FTL"} {
		if !slices.Contains(left, "!"+server) {
			t.Errorf("beside %s the socket takes port 80", server)
		}
	}
}

// dnsmasq must do without the file: a machine may share a network while the daemon is stopped, or
// after the package was removed. With addn-hosts it does, with hostsdir and conf-file it doesn't.
func TestDnsmasqReadsTheFileThatTheDaemonWrites(t *testing.T) {
	var set []string
	for line := range strings.Lines(read(t, "companion.dnsmasq")) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			set = append(set, line)
		}
	}
	if want := []string{"addn-hosts=/run/" + setting(t, "RuntimeDirectory", "") + "/hosts"}; !slices.Equal(set, want) {
		t.Errorf("dnsmasq is set to %q, want %q", set, want)
	}
	if got := setting(t, "RuntimeDirectoryMode", "0755"); got != "0755" {
		t.Errorf("RuntimeDirectoryMode=%s: dnsmasq can't read there", got)
	}
}

func TestAvahiAnnouncesThePortOfThePage(t *testing.T) {
	var group struct {
		Name    string `xml:"name"`
		Service struct {
			Type string `xml:"type"`
			Port string `xml:"port"`
			Text string `xml:"txt-record"`
		} `xml:"service"`
	}
	if err := xml.Unmarshal([]byte(read(t, "companion.avahi")), &group); err != nil {
		t.Fatal(err)
	}
	s := group.Service
	if s.Type != "_http._tcp" || s.Text != "path=/" || !strings.Contains(group.Name, "%h") {
		t.Errorf("%+v", group)
	}
	if !strings.Contains(read(t, "companion.toml"), `listen = ":`+s.Port+`"`) {
		t.Errorf("the page isn't at port %s", s.Port)
	}
}

// The capability is for one request to the kernel: the process has no files, no devices and
// only a network of its own.
func TestTheCountryIsSetWithOneCapabilityAndNothingElse(t *testing.T) {
	const unit, socket = "companion-country@.service", "companion-country.socket"
	haveSettings(t, unit, map[string]string{
		"ExecStart": "/usr/bin/companiond country", "StandardInput": "socket", "StandardOutput": "socket", "DynamicUser": "yes",
		"CapabilityBoundingSet": "CAP_NET_ADMIN", "AmbientCapabilities": "CAP_NET_ADMIN", "RestrictAddressFamilies": "AF_NETLINK",
		"PrivateNetwork": "yes", "PrivateDevices": "yes", "ReadWritePaths": "", "StateDirectory": "", "SupplementaryGroups": "",
	})
	haveSettings(t, socket, map[string]string{"SocketUser": "companion", "SocketMode": "0600", "Accept": "yes", "PartOf": "companiond.service"})
	if path := settingOf(t, socket, "ListenStream", ""); !strings.Contains(read(t, "../cmd/internal/regdom/regdom.go"), strconv.Quote(path)) {
		t.Errorf("the daemon doesn't look for %s", path)
	}
}

// systemd makes the mount, so the process needs no device and no right to mount. It is root, whom alone
// systemd obeys, and writes nothing but the owner of a folder on the stick.
func TestAStickIsMountedByAProcessThatMayNotMount(t *testing.T) {
	const unit, socket = "companion-stick@.service", "companion-stick.socket"
	haveSettings(t, unit, map[string]string{
		"ExecStart": "/usr/bin/companiond stick", "StandardInput": "socket", "StandardOutput": "socket", "User": "", "DynamicUser": "",
		"CapabilityBoundingSet": "CAP_CHOWN CAP_DAC_OVERRIDE", "AmbientCapabilities": "", "RestrictAddressFamilies": "AF_UNIX",
		"PrivateNetwork": "yes", "PrivateDevices": "yes", "ReadWritePaths": "", "StateDirectory": "", "RuntimeDirectory": "",
	})
	if got, want := settings(t, unit, "SystemCallFilter"), append(settings(t, "companiond.service", "SystemCallFilter"), "@chown"); !slices.Equal(got, want) {
		t.Errorf("%s may call %q, want %q", unit, got, want)
	}
	haveSettings(t, socket, map[string]string{
		"SocketUser": "companion", "SocketMode": "0600", "Accept": "yes", "MaxConnections": "1", "PartOf": "companiond.service",
	})
	if path := settingOf(t, socket, "ListenStream", ""); !strings.Contains(read(t, "../cmd/internal/stick/mount.go"), strconv.Quote(path)) {
		t.Errorf("the daemon doesn't look for %s", path)
	}
}

// It starts programs that others have written, so it reaches the sound devices and nothing else, and
// has neither a network nor a place to write to. A card may come after the unit has started, so the
// kind of the devices has its number, 116.
func TestTheVoiceReachesTheSoundDevicesAndNothingElse(t *testing.T) {
	const unit, socket = "companion-voice.service", "companion-voice.socket"
	haveSettings(t, unit, map[string]string{
		"ExecStart": "/usr/bin/companiond voice /etc/companion/companion.toml", "User": "", "DynamicUser": "yes", "SupplementaryGroups": "audio",
		"DevicePolicy": "closed", "PrivateNetwork": "yes", "PrivateUsers": "yes", "RestrictAddressFamilies": "AF_UNIX", "IPAddressDeny": "any",
		"StateDirectory": "", "RuntimeDirectory": "", "ReadWritePaths": "", "PartOf": "companiond.service", "OOMPolicy": "continue", "StartLimitIntervalSec": "0",
	})
	if got := settings(t, unit, "DeviceAllow"); !slices.Equal(got, []string{"char-116 rw"}) {
		t.Errorf("it reaches %q", got)
	}
	haveSettings(t, socket, map[string]string{"SocketUser": "companion", "SocketMode": "0600", "Accept": "", "PartOf": "companiond.service"})
	if path := settingOf(t, socket, "ListenStream", ""); !strings.Contains(read(t, "../cmd/internal/voice/wire.go"), strconv.Quote(path)) {
		t.Errorf("the daemon doesn't look for %s", path)
	}
	_, suggested, _ := strings.Cut(read(t, "nfpm.yaml"), "suggests: [")
	suggested, _, _ = strings.Cut(suggested, "]")
	for _, name := range []string{"espeak-ng", "alsa-utils"} {
		if !slices.Contains(strings.Split(suggested, ", "), name) {
			t.Errorf("the package doesn't suggest %s", name)
		}
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

// Else the sixth start within ten seconds would fail for want of a socket.
func TestTheSocketsStartAsOftenAsTheDaemon(t *testing.T) {
	for _, file := range []string{"companiond.socket", "companion-adviser.socket", "companion-portal.socket", "companion-country.socket", "companion-stick.socket", "companion-voice.socket", "companion-update.path"} {
		if got := settingOf(t, file, "StartLimitIntervalSec", "10s"); got != "0" {
			t.Errorf("%s: StartLimitIntervalSec=%s", file, got)
		}
	}
}

// Else systemd would kill a daemon that has mostly rubbish to throw away.
func TestTheCollectorTakesPainsBeforeSystemdKills(t *testing.T) {
	for _, file := range services {
		var soft, hard int
		if _, err := fmt.Sscanf(settingOf(t, file, "Environment=GOMEMLIMIT", ""), "%dMiB", &soft); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		most := strings.Replace(settingOf(t, file, "MemoryMax", ""), "1G", "1024M", 1)
		if _, err := fmt.Sscanf(most, "%dM", &hard); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if soft >= hard {
			t.Errorf("%s: the collector's limit is %d MiB, systemd's %d", file, soft, hard)
		}
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
		said, _, _ := strings.Cut(words.Companion(lang).Word("failed"), " / ")
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
		"/dev/ttyAMA0": "char-204", "/dev/ttyS0": "char-4", "/dev/usb/lp0": "char-180",
	}
	for device, kind := range late {
		late[device] = kind + " rw"
	}
	late["/dev/input/event0"] = "char-13 r" // see TestOnlyAScannerOfTheConfigIsGivenToTheDaemon
	builtIn := []string{"char-gpiochip"}
	allowed := settings(t, "companiond.service", "DeviceAllow")
	for device, kind := range late {
		if !slices.Contains(allowed, kind) {
			t.Errorf("the unit doesn't allow %s, by %s", device, kind)
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

// Group lp would open files of a print system, and every printer.
func TestAUSBPrinterIsTheDaemonsAndNoOtherGroupIsNeeded(t *testing.T) {
	if got := setting(t, "SupplementaryGroups", ""); slices.Contains(strings.Fields(got), "lp") {
		t.Errorf("SupplementaryGroups=%s", got)
	}
	rule := `SUBSYSTEM=="usbmisc", KERNEL=="lp[0-9]*", GROUP="` + setting(t, "Group", "") + `", MODE="0660"`
	if !strings.Contains(read(t, "60-companion.rules"), "\n"+rule+"\n") {
		t.Errorf("the rules lack %s", rule)
	}
	if !strings.Contains(read(t, "deb/postinst"), "--subsystem-match=usbmisc") {
		t.Error("a printer that is plugged in during the installation keeps its group")
	}
}

// The picture must not wait for what the panel doesn't need: the adviser's socket is wanted,
// but not waited for, and port 80 waits for nothing.
func TestTheUnitWaitsForItsSocketAndItsFilesOnly(t *testing.T) {
	for file, want := range map[string]string{
		"companiond.service": "companiond.socket companion-hello.service companion-update.service local-fs.target", "companiond.socket": "", "companion-portal.socket": "",
	} {
		if got := strings.Join(settings(t, file, "DefaultDependencies"), " "); got != "no" {
			t.Errorf("%s: DefaultDependencies=%s", file, got)
		}
		if got := strings.Join(settings(t, file, "After"), " "); got != want {
			t.Errorf("%s: After=%s, want %s", file, got, want)
		}
		for _, wanted := range settings(t, file, "Wants") {
			if wanted != "companion-adviser.socket companion-country.socket companion-portal.socket companion-stick.socket companion-voice.socket companion-update.path companion-update.service" {
				t.Errorf("%s: Wants=%s", file, wanted)
			}
		}
		for _, key := range []string{"Conflicts", "Before"} { // or it would outlive its file systems
			if got := strings.Join(settings(t, file, key), " "); got != "shutdown.target" {
				t.Errorf("%s: %s=%s", file, key, got)
			}
		}
	}
}

// The unit lets the daemon read any input device; the rights of the nodes are what keeps it from
// the keyboards of a house. So it must never be in their group, and udev must give it nothing but
// the scanner that the config names.
func TestOnlyAScannerOfTheConfigIsGivenToTheDaemon(t *testing.T) {
	for _, group := range strings.Fields(setting(t, "SupplementaryGroups", "")) {
		if group == "input" || group == "root" || group == "tty" {
			t.Errorf("the daemon is in the group %s", group)
		}
	}
	if strings.Contains(read(t, "companion.sysusers")+read(t, "deb/postinst"), " input") {
		t.Error("the package adds somebody to the group input")
	}
	var rule string
	for line := range strings.Lines(read(t, "60-companion.rules")) {
		if strings.HasPrefix(line, `SUBSYSTEM=="input"`) {
			rule += line
		}
	}
	if strings.Count(rule, "\n") != 1 || !strings.HasSuffix(rule, ", OWNER=\"companion\", GROUP=\"root\", MODE=\"0400\"\n") {
		t.Fatalf("input devices have the rules %q", rule)
	}
	_, program, _ := strings.Cut(rule, `PROGRAM=="`)
	program, _, _ = strings.Cut(program, `"`)
	for line, want := range map[string]bool{
		`port = "usb:1a86:e129"`:              true,
		`port = "USB:1A86:E129" # the gun`:    true,
		"\tport='usb:1a86:e129'":              true,
		`# port = "usb:1a86:e129"`:            false,
		`#port = "usb:1a86:e129"`:             false,
		`port = "" # "usb:1a86:e129"`:         false,
		`port = "usb:1a86:e12a"`:              false,
		`port = "usb:1a86:e1291"`:             false,
		`report = "usb:1a86:e129"`:            false,
		`port = "/dev/serial/by-id/usb-1a86"`: false,
	} {
		file := filepath.Join(t.TempDir(), "companion.toml")
		if err := os.WriteFile(file, []byte("[scanner]\n"+line+"\nbaud = 9600\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.NewReplacer("%s{id/vendor}", "1a86", "%s{id/product}", "e129", "/etc/companion/companion.toml", file).Replace(program))
		if err := exec.Command(words[0], words[1:]...).Run(); (err == nil) != want {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// The first picture waits for nothing and delays nothing but the daemon, which doesn't need it.
func TestTheFirstPictureIsDrawnBeforeAnythingElseAndTheDaemonGoesOnWithoutIt(t *testing.T) {
	const unit = "companion-hello.service"
	for key, want := range map[string]string{
		"DefaultDependencies": "no", "After": "", "Requires": "", "Wants": "companion-bus.service", "PrivateTmp": "",
		"Before": "companiond.service shutdown.target", "Conflicts": "shutdown.target", "WantedBy": "multi-user.target",
		"ConditionPathExists": "/sys/firmware/devicetree/base !/run/" + setting(t, "RuntimeDirectory", ""), // not beside a daemon
		"Type":                "oneshot", "RemainAfterExit": "yes", "RuntimeDirectory": setting(t, "RuntimeDirectory", "none"), "RuntimeDirectoryPreserve": "yes",
	} {
		if got := strings.Join(settings(t, unit, key), " "); got != want {
			t.Errorf("%s: %s=%s, want %s", unit, key, got, want)
		}
	}
	for _, key := range []string{"Requires", "Wants", "BindsTo", "PartOf"} {
		if got := setting(t, key, ""); strings.Contains(got, "companion-hello") {
			t.Errorf("the daemon: %s=%s", key, got)
		}
	}
	if got := setting(t, "Also", ""); got != unit { // who disables the daemon wants no hare either
		t.Errorf("Also=%s", got)
	}
	if got := settingOf(t, "companion-bus.service", "DefaultDependencies", "yes") + strings.Join(settings(t, "companion-bus.service", "After"), " "); got != "no" {
		t.Errorf("the unit of the modules waits: %s", got)
	}
}

// A display that hangs the program, or a bus that never comes, costs the daemon ten seconds at most.
func TestTheFirstPictureIsGivenUpInTime(t *testing.T) {
	const unit = "companion-hello.service"
	_, wait, _ := strings.Cut(settingOf(t, unit, "ExecStart", ""), " -wait ")
	spans := make([]time.Duration, 3)
	for i, text := range []string{wait, settingOf(t, unit, "TimeoutStartSec", ""), settingOf(t, unit, "TimeoutStopSec", "")} {
		var err error
		if spans[i], err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	if spans[0]+time.Second > spans[1] || spans[1]+spans[2] > 10*time.Second {
		t.Errorf("it waits %v for the bus, and is ended after %v and %v", spans[0], spans[1], spans[2])
	}
	for file, most := range map[string]string{"man/companiond.8": "six seconds", "man/ru/companiond.8": "шести секунд"} {
		if spans[0] != 6*time.Second || !strings.Contains(prose(t, file), most) {
			t.Errorf("it waits %v, and %s doesn't say %q", spans[0], file, most)
		}
	}
}

// It runs as root, since the nodes are root's so early. So it has no capability, and reaches the
// buses of panels only. The program that loads their modules has the one capability for it.
func TestTheFirstPictureIsDrawnByARootThatMayNothingElse(t *testing.T) {
	if got, want := strings.Join(settings(t, "companion-hello.service", "DeviceAllow"), ", "), "char-gpiochip rw, char-89 rw, char-153 rw"; got != want {
		t.Errorf("it reaches %s, want %s", got, want)
	}
	if got := settingOf(t, "companion-hello.service", "RestrictAddressFamilies", ""); got != "none" {
		t.Errorf("RestrictAddressFamilies=%s", got)
	}
	for file, want := range map[string]string{"companion-hello.service": "", "companion-bus.service": "CAP_SYS_MODULE"} {
		if got := strings.Join(settings(t, file, "CapabilityBoundingSet"), " "); got != want || settingOf(t, file, "NoNewPrivileges", "no") != "yes" {
			t.Errorf("%s: CapabilityBoundingSet=%s", file, got)
		}
	}
	command := settingOf(t, "companion-bus.service", "ExecStart", "")
	if modules, ok := strings.CutPrefix(command, "-/sbin/modprobe -abq "); !ok || !strings.HasPrefix(modules, "i2c_bcm2835 i2c_dev ") {
		t.Errorf("the modules are loaded by %s", command)
	}
}

// The updater is root, since dpkg is. It has no network, no device and no home, and only folders in
// which dpkg writes. The daemon waits for it at each start, so that an update that was cut off
// ends before the daemon reads its database.
func TestTheUpdaterRunsBeforeTheDaemonAndReachesOnlyWhatDpkgNeeds(t *testing.T) {
	const unit, path = "companion-update.service", "companion-update.path"
	haveSettings(t, unit, map[string]string{
		"Type": "notify", "ExecStart": "/usr/libexec/companion-update", "DefaultDependencies": "no", "Restart": "on-failure",
		"StartLimitIntervalSec": "0", "StateDirectory": "companion-update", "StateDirectoryMode": "",
		"DevicePolicy": "closed", "PrivateDevices": "yes", "IPAddressDeny": "any", "IPAddressAllow": "", "RestrictAddressFamilies": "AF_UNIX AF_NETLINK",
		"ProtectSystem": "strict", "ProtectHome": "yes", "ReadWritePaths": "/etc /usr /var", "RestrictNamespaces": "mnt",
		"NoNewPrivileges": "yes", "ProtectKernelModules": "yes", "MemoryDenyWriteExecute": "yes", "WantedBy": "", "User": "",
	})
	const folder, request = "/var/lib/companion-update", "/var/lib/companion/update/package.deb"
	for _, name := range []string{folder, strings.TrimSuffix(request, "/package.deb")} {
		if !strings.Contains(read(t, "../cmd/internal/update/update.go"), strconv.Quote(name)) {
			t.Errorf("package update doesn't know %s", name)
		}
	}
	if got, want := settings(t, unit, "ConditionPathExists"), []string{"|" + request, "|" + folder + "/step.json"}; !slices.Equal(got, want) {
		t.Errorf("it runs for %q, want %q", got, want)
	}
	haveSettings(t, path, map[string]string{"PathExists": request, "PartOf": "companiond.service", "DefaultDependencies": "no"})
	for key, wanted := range map[string]string{"Wants": path + " " + unit, "After": unit} {
		if got := setting(t, key, ""); !strings.Contains(got, wanted) {
			t.Errorf("the daemon: %s=%s, want %s", key, got, wanted)
		}
	}
	if !strings.Contains(read(t, "deb/postrm"), " "+folder+"\n") {
		t.Errorf("a purge leaves %s", folder)
	}
	if !strings.Contains(read(t, "card/start"), "="+folder+"\n") || !strings.Contains(read(t, "card/start"), "/previous.deb") {
		t.Errorf("the card leaves no package to go back to in %s", folder)
	}
}
