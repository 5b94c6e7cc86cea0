package web

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// called is a server on a machine with these names.
func called(t *testing.T, names *[]string) *Server {
	t.Helper()
	s, err := New(newTable(), Opts{Streams: 2, Hostnames: func(yield func(string) bool) {
		for _, name := range *names {
			if !yield(name) {
				return
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAMachineIsKnownByTheNamesThatHomeNetworksGiveIt(t *testing.T) {
	long := strings.Repeat("x", maxLabel)
	for _, tt := range []struct {
		name string // of the machine
		host string
		want bool
	}{
		{"companion", "companion", true},
		{"companion", "companion:8090", true},
		{"companion", "Companion.LOCAL:8090", true},
		{"Companion", "companion.local.", true},
		{"companion", "companion-2.local", true},
		{"companion", "companion-2.local.", true},
		{"companion", "COMPANION-17.local:8090", true},
		{"companion", "companion.lan", true},
		{"companion", "companion.home", true},
		{"companion", "companion.home.arpa", true},
		{"companion", "companion.fritz.box", true},
		{"companion", "companion.localdomain", true},
		{"companion", "companion.internal", true},
		{"box-2", "box-2.local", true},
		{"box-2", "box-3.local", true}, // avahi counts on
		{"box-2", "box-2-2.local", false},
		{"box-3", "box-2.local", false}, // another box
		{"box-2", "box.local", false},
		{"box-old", "box-old-2.local", true},
		{long, long + ".local", true},
		{long, long[:61] + "-2.local", true},
		{long, long[:60] + "-10.local", true},
		{long, long + "-2.local", false},
		{"box.example.org", "box.example.org", true},
		{"box.example.org.", "box.example.org", true},
		{"box.example.org", "box.local", true},
		{"box.example.org", "box-2.local", true},
		{"box.example.org", "box", true},
		{"box.example.org", "example.org", false},
		{"box.example.org", "box.example.org.local", false},
		{"", "local", false},
		{"", ".local", false},
		{"", "", false},
		{".", ".lan", false},

		// attacks
		{"companion", "companion.local.evil.com", false},
		{"companion", "companion.evil.com", false},
		{"companion", "companion.com", false},
		{"companion", "companion.lan.evil.com", false},
		{"companion", "evil.companion.local", false},
		{"companion", "evil-companion.local", false},
		{"companion", "evil.local", false},
		{"companion", "evil-2.local", false},
		{"companion", "companion-2", false}, // a name of the internet's, if anybody sells it
		{"companion", "companion-2.lan", false},
		{"companion", "companion-2.evil.com", false},
		{"companion", "companion-2.local.evil.com", false},
		{"companion", "companion-0.local", false},
		{"companion", "companion-1.local", false},
		{"companion", "companion-02.local", false},
		{"companion", "companion-+2.local", false},
		{"companion", "companion--2.local", false},
		{"companion", "companion-1000.local", false},
		{"companion", "companion-99999999999999999999.local", false},
		{"companion", "companion-.local", false},
		{"companion", "companion-2a.local", false},
		{"companion", "companion-2-2.local", false},
		{"companion", "-2.local", false},
		{"companion", "companion.local..", false},
		{"companion", "companion..local", false},
		{"companion", ".companion.local", false},
		{"companion", "companion.local:8090:80", false},
		{"companion", "companion.local@evil.com", false},
		{"companion", "companion.local/evil.com", false},
		{"companion", "companion.local evil.com", false},
		{"companion", "companion.local\x00.evil.com", false},
		{"companion", "companion.local%2eevil.com", false},
		{"companion", "companion.box", false},
		{"companion", "companion.arpa", false},
		{"companion", "fritz.box", false},
		{"companion", "cоmpanion.local", false}, // a Cyrillic о
		{"companion", "xn--cmpanion-bmi.local", false},
		{"companion", "companion。local", false}, // an ideographic full stop
		{"kiwi", "\u212aiwi.local", false},      // the sign of the kelvin, k in lower case
		{"kiwi", "\u212aiwi", false},
		{"companion", strings.Repeat("companion.", 500) + "local", false},
		{"companion", "companion-" + strings.Repeat("2", 5000) + ".local", false},
	} {
		names := []string{tt.name}
		r := request("GET", "/", "")
		r.Host = tt.host
		if got := called(t, &names).isOwnHost(r); got != tt.want {
			t.Errorf("a machine called %.70q answers to %.90q: %t", tt.name, tt.host, got)
		}
	}
}

func TestAMachineThatIsRenamedIsKnownByItsNewName(t *testing.T) {
	names := []string{"raspberrypi"}
	s := called(t, &names)
	answers := func(host string) int {
		r := request("GET", "/", "")
		r.Host = host
		return ask(s, r).Code
	}
	if got := answers("tisch.local:8090"); got != 421 {
		t.Fatalf("a foreign name gets %d", got)
	}
	names = []string{"raspberrypi", "tisch"}
	if got := answers("tisch.local:8090"); got != 200 {
		t.Errorf("the new name gets %d", got)
	}
	if got := answers("raspberrypi.local:8090"); got != 200 {
		t.Errorf("the name that the kernel still has gets %d", got)
	}
}

func TestTheNamesAreTheKernelsAndThatInTheFile(t *testing.T) {
	kernel, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "hostname")
	names := hostnames(file)
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", []string{kernel}},
		{"tisch\n", []string{kernel, "tisch"}},
		{"# a comment\n\n  box.lan \nsecond\n", []string{kernel, "box.lan"}},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := slices.Collect(names); !slices.Equal(got, tt.want) {
			t.Errorf("%q: the names are %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := slices.Collect(hostnames(filepath.Join(t.TempDir(), "none"))); !slices.Equal(got, []string{kernel}) {
		t.Errorf("without a file the names are %q", got)
	}
}
