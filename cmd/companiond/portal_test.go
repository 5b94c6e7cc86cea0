package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/waittest"
	"tabletop/companion/web"
)

// A test runs itself as a process to which systemd passes two sockets.
func TestSystemdsSocketsAreToldApartByTheirNames(t *testing.T) {
	if os.Getenv("LISTEN_FDNAMES") != "" {
		portal, tools := systemdSockets()
		fmt.Printf("portal %s, tools %s;", portal[0].Addr(), tools[0].Addr())
		return
	}
	var files []*os.File
	var at []string
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		f, err := l.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		files, at = append(files, f), append(at, l.Addr().String())
	}
	for names, want := range map[string]string{
		"tools:portal":             fmt.Sprintf("portal %s, tools %s;", at[1], at[0]),
		"portal:tools":             fmt.Sprintf("portal %s, tools %s;", at[0], at[1]),
		"portal:companiond.socket": fmt.Sprintf("portal %s, tools %s;", at[0], at[1]), // a unit of an administrator
	} {
		cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ exec $PLUGTEST_EXEC "$0" -test.run '^`+t.Name()+`$'`, os.Args[0])
		cmd.ExtraFiles = files
		cmd.Env = append(os.Environ(), "LISTEN_FDS=2", "LISTEN_FDNAMES="+names)
		got, err := cmd.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(got), want) {
			t.Errorf("%s: %v %s, want %s", names, err, got, want)
		}
	}
}

func TestTheDaemonAnswersAtItsPortal(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	untilTheEnd(t, environment{portal: []net.Listener{l}})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	at := ""
	waittest.Until(t, "the page to be open", func() (any, bool) {
		r, err := client.Get("http://" + l.Addr().String() + "/tv")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		at = r.Header.Get("Location")
		return r.StatusCode, at != ""
	})
	if !strings.HasPrefix(at, "http://127.0.0.1:") || !strings.HasSuffix(at, "/tv") {
		t.Fatalf("the portal leads to %q", at)
	}
	page, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	page.Body.Close()
	if page.StatusCode != http.StatusOK {
		t.Errorf("%s: %d", at, page.StatusCode)
	}
}

func TestTheOwnNetworkIsKnownWhileItRuns(t *testing.T) {
	var o ownNetwork
	if o.now().IsValid() {
		t.Error("there is a network before the first state")
	}
	for address, want := range map[string]string{"10.42.0.1": "10.42.0.1/24", "": "invalid Prefix"} {
		o.set(door.Wifi{Address: address})
		if got := o.now().String(); got != want {
			t.Errorf("%q: %s, want %s", address, got, want)
		}
	}
}

func TestPhonesOpenThePageUnlessACableGivesThemTheInternet(t *testing.T) {
	const nics = "wlan0 192.168.1.5, eth0 192.168.2.5, tun0 10.8.0.2"
	for _, tt := range []struct {
		name  string
		on    bool
		route string
		want  bool
	}{
		{"no internet", true, "", true},
		{"by the Wi-Fi that ends", true, "192.168.1.5", true},
		{"by cable", true, "192.168.2.5", false},
		{"by a tunnel, and so perhaps by the Wi-Fi that ends", true, "10.8.0.2", true},
		{"by an address that has just gone", true, "192.168.9.9", true},
		{"the network stops", false, "", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := surrounded(t)
			s.nics = nics
			s.route = func() netip.Addr { a, _ := netip.ParseAddr(tt.route); return a }
			dir := t.TempDir()
			s.probes = probeNamesIn(func(string) string { return dir + ":/run/other" })
			s.warn = func(err error) { t.Error(err) }
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go s.run(ctx)
			s.want(companion.Hotspot{On: tt.on, SSID: "Box", Password: "12345678"})
			synctest.Wait()
			text, err := os.ReadFile(filepath.Join(dir, "hosts"))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains("\n"+string(text), "\n10.42.0.1 captive.apple.com\n"); got != tt.want || !tt.want && len(text) > 0 {
				t.Errorf("%s: %q", tt.name, text)
			}
			if n := strings.Count(string(text), "\n"); tt.want && n != len(web.ProbeHosts()) {
				t.Errorf("%d lines for %d hosts", n, len(web.ProbeHosts()))
			}
			if info, err := os.Stat(filepath.Join(dir, "hosts")); err != nil || info.Mode().Perm() != 0o644 {
				t.Errorf("%v %v: dnsmasq has to read it", info.Mode(), err)
			}
		})
	}
}

func TestWithoutARuntimeFolderPhonesAreShownTheWay(t *testing.T) {
	if err := probeNamesIn(func(string) string { return "" }).write(true, false); err != nil {
		t.Error(err)
	}
	if err := probeNames("/nonexistent/hosts").write(true, false); err == nil {
		t.Error("a file that can't be written is no error")
	}
}

func TestTheKernelIsAskedForARouteWithoutAPacket(t *testing.T) {
	if got := routed(); got.IsLoopback() || got.IsUnspecified() {
		t.Errorf("the internet is reached from %v", got)
	}
}
