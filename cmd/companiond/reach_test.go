package main

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/waittest"
)

// laid parses interfaces: "eth0 192.168.1.5 fe80::1, wlan0".
func laid(t *testing.T, text string) (all []nic) {
	t.Helper()
	for part := range strings.SplitSeq(text, ", ") {
		f := strings.Fields(part)
		if len(f) == 0 {
			continue
		}
		n := nic{name: f[0]}
		for _, a := range f[1:] {
			n.addrs = append(n.addrs, netip.MustParseAddr(a))
		}
		all = append(all, n)
	}
	return all
}

func TestThePageIsReachedWhereOthersCanGetToItTheBestFirst(t *testing.T) {
	for _, c := range []struct{ page, nics, want string }{
		{"[::]:8090", "eth0 192.168.1.5", "http://192.168.1.5:8090"},
		{"0.0.0.0:80", "eth0 192.168.1.5", "http://192.168.1.5:80"},
		{"[::]:8090", "eth0 fd00::5 192.168.1.5, wlan0 10.0.0.7", "http://10.0.0.7:8090 http://192.168.1.5:8090 http://[fd00::5]:8090"},
		{"[::]:8090", "docker0 172.17.0.1, veth12 172.18.0.1, tun0 10.8.0.2, enp3s0 fd00::5 192.168.1.5", "http://192.168.1.5:8090 http://[fd00::5]:8090 http://172.17.0.1:8090 http://172.18.0.1:8090 http://10.8.0.2:8090"},
		{"0.0.0.0:8090", "eth0 fd00::5 192.168.1.5", "http://192.168.1.5:8090"},
		{"[::]:8090", "eth0 169.254.3.4 fe80::1, wlan0", ""},
		{"[::]:8090", "eth0 ff02::1 0.0.0.0", ""},
		{"[::]:8090", "", ""},
		{"127.0.0.1:8090", "eth0 192.168.1.5", "http://127.0.0.1:8090"}, // kept to itself
		{"[::1]:8090", "eth0 192.168.1.5 fd00::5", "http://[::1]:8090"},
		{"192.168.1.5:8090", "wlan0 10.0.0.7, eth0 192.168.1.5", "http://192.168.1.5:8090"},
		{"192.168.1.5:8090", "wlan0 10.0.0.7", ""}, // the plug is out
		{"[fd00::5]:8090", "eth0 192.168.1.5 fd00::5", "http://[fd00::5]:8090"},
	} {
		got := reachable(netip.MustParseAddrPort(c.page), laid(t, c.nics))
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("a page at %s of a machine with %s is reached at %v, want %s", c.page, c.nics, got, c.want)
		}
	}
	if got := reachable(netip.AddrPort{}, laid(t, "eth0 192.168.1.5")); got != nil {
		t.Errorf("a page that isn't served is reached at %v", got)
	}
}

func TestTheKernelNamesInterfacesButNotLoopback(t *testing.T) {
	up, err := nics()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range up {
		for _, a := range n.addrs {
			if !a.IsValid() || a.IsLoopback() {
				t.Errorf("%s has %v", n.name, a)
			}
		}
	}
}

func TestTheListenerTellsThePort(t *testing.T) {
	var p pagePort
	if p.now().IsValid() {
		t.Error("there is a page before it listens")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.opened(l)
	if got := p.now(); got.String() != l.Addr().String() {
		t.Errorf("the page is at %v, want %v", got, l.Addr())
	}
	l.Close()
	p.opened(nil)
	if p.now().IsValid() {
		t.Error("there is a page after it was closed")
	}
}

// surround is what a reach sees, and what it has told.
type surround struct {
	*reach
	mu     sync.Mutex
	page   string
	nics   string
	broken bool
	wifi   string
	ssid   string // of the hotspot
	phones int    // in the hotspot
	asked  int    // of NetworkManager
	told   []string
}

func surrounded(t *testing.T) *surround {
	s := &surround{page: "[::]:8090"}
	s.reach = newReach(
		func() netip.AddrPort {
			defer s.locked()()
			at, _ := netip.ParseAddrPort(s.page)
			return at
		},
		ours(t),
		func(urls []string, wifi door.Wifi) {
			told := strings.Join(urls, " ") + "|" + map[bool]string{true: "can"}[wifi.Can]
			if wifi.SSID != "" {
				told += " " + wifi.SSID + " " + wifi.Device + " " + wifi.Address
			}
			if wifi.Joined {
				told += " joined"
			}
			s.tells(told)
		},
		func(_ companion.Hotspot, err error) { s.tells(err.Error()) },
	)
	s.route = func() netip.Addr { return netip.Addr{} }
	s.inside = func(device, address string) bool {
		defer s.locked()()
		return device == "wlan0" && address != "" && s.phones > 0
	}
	s.reach.nics = func() ([]nic, error) {
		defer s.locked()()
		if s.broken {
			return nil, errors.New("no buffer space")
		}
		return laid(t, s.nics), nil
	}
	s.hotspot.nmcli = func(_ context.Context, args ...string) (string, error) {
		defer s.locked()()
		switch line := strings.Join(args, " "); {
		case strings.HasSuffix(line, "device"):
			s.asked++
			if s.wifi == "" {
				return "", errNoNM
			}
			return "wlan0:wifi:connected", nil
		case strings.Contains(line, "device show"):
			return "yes", nil
		case strings.Contains(line, "show") && s.ssid != "":
			return map[string]string{"GENERAL.STATE": "activated", "802-11-wireless.ssid": s.ssid, "802-11-wireless-security.psk": "12345678", "GENERAL.DEVICES": "wlan0"}[args[len(args)-4]], nil
		case strings.Contains(line, "connection up"):
			return "", errNMDenied
		}
		return "", nil
	}
	return s
}

// locked keeps what a reach sees from changing until what it returns is called.
func (s *surround) locked() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

func (s *surround) tells(text string) {
	defer s.locked()()
	s.told = append(s.told, text)
}

// passes lets time pass and returns what was told meanwhile.
func (s *surround) passes(d time.Duration) string {
	waittest.Pass(d)
	synctest.Wait()
	defer s.locked()()
	defer func() { s.told = nil }()
	return strings.Join(s.told, ", ")
}

func TestWhereThePageIsReachedIsToldWhenItChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := surrounded(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go s.run(ctx)
		for _, step := range []struct {
			change func()
			after  time.Duration
			want   string
		}{
			{func() {}, 0, "|"},
			{func() {}, 50 * time.Second, ""},
			{func() { s.wifi = "can" }, 5 * time.Second, ""},
			{func() {}, 5 * time.Second, "|can"}, // a minute later it is asked for once more
			{func() { s.nics = "eth0 192.168.1.5" }, 5 * time.Second, "http://192.168.1.5:8090|can"},
			{func() { s.broken = true }, 20 * time.Second, ""},
			{func() { s.broken, s.nics = false, "eth0 192.168.1.6, docker0 172.17.0.1" }, 5 * time.Second, "http://192.168.1.6:8090 http://172.17.0.1:8090|can"},
			{func() { s.page = "" }, 5 * time.Second, "|can"},
			{func() { s.page = "[::]:9000" }, 5 * time.Second, "http://192.168.1.6:9000 http://172.17.0.1:9000|can"},
		} {
			unlock := s.locked()
			step.change()
			unlock()
			if got := s.passes(step.after); got != step.want {
				t.Errorf("told %q, want %q", got, step.want)
			}
		}
		asked := s.asked
		if got := s.passes(24 * time.Hour); got != "" || s.asked != asked {
			t.Errorf("on a quiet day told %q and asked NetworkManager %d times", got, s.asked-asked)
		}
	})
}

func TestTheAddressOfTheOwnNetworkIsItsFirstIPv4Address(t *testing.T) {
	nics := laid(t, "eth0 192.168.1.5, wlan0 fd00::5 10.42.0.1 10.42.0.2, wlan1")
	for device, want := range map[string]string{"wlan0": "10.42.0.1", "eth0": "192.168.1.5", "wlan1": "", "": ""} {
		if got := addressOf(device, nics); got != want {
			t.Errorf("%q has %q, want %q", device, got, want)
		}
	}
}

func TestAPhoneInTheOwnNetworkIsNoticedWithoutNetworkManager(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := surrounded(t)
		s.wifi, s.ssid, s.nics = "can", "Box", "wlan0 10.42.0.1"
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go s.run(ctx)
		const own = "http://10.42.0.1:8090|can Box wlan0 10.42.0.1"
		for _, step := range []struct {
			change func()
			want   string
		}{
			{func() {}, own},
			{func() { s.phones = 1 }, own + " joined"},
			{func() { s.phones = 0 }, ""}, // it sleeps
			{func() { s.nics = "wlan0 10.42.0.1, eth0 192.168.1.5" }, "http://10.42.0.1:8090" + " http://192.168.1.5:8090" + "|can Box wlan0 10.42.0.1" + " joined"}, // the same network
			{func() { s.ssid, s.nics = "Box 2", "wlan0 10.42.0.1" }, "http://10.42.0.1:8090" + "|can Box 2 wlan0 10.42.0.1"},
		} {
			unlock := s.locked()
			step.change()
			unlock()
			if got := s.passes(lookEvery); got != step.want {
				t.Errorf("told %q, want %q", got, step.want)
			}
		}
	})
}

func TestAHotspotThatDoesNotStartIsSaidAndTheStateToldAnew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := surrounded(t)
		s.wifi = "can"
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s.want(companion.Hotspot{On: true, SSID: "forgotten"})
		s.want(companion.Hotspot{On: true, SSID: "Companion", Password: "12345678"})
		go s.run(ctx)
		if got, want := s.passes(0), "|can, "+errNMDenied.Error()+", |can"; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
	})
}
