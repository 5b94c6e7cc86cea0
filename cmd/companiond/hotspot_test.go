package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/companion"
	"tabletop/companion/door"
)

// networkManager puts an nmcli into the PATH that notes in a file how it is called
// and does what a script says, with the whole line in $line.
func networkManager(t *testing.T, script string) (calls func() string) {
	t.Helper()
	dir := t.TempDir()
	text := "#!/bin/sh\nline=\"$*\"\necho \"$LC_ALL $line\" >>" + dir + "/calls\ncase $line in\n" + script + "\n*) exit 0 ;;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "nmcli"), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() string {
		text, _ := os.ReadFile(filepath.Join(dir, "calls"))
		return string(text)
	}
}

// there is a Wi-Fi device, and with it a dongle that can't be a hotspot.
const there = `"-t -f DEVICE,TYPE,STATE device") printf 'eth0:ethernet:connected\nwlx0:wifi:disconnected\nwlan0:wifi:connected\np2p-dev-wlan0:wifi-p2p:disconnected\nlo:loopback:unmanaged\n' ;;
*"device show wlx0") echo no ;;
*"device show wlan0") echo yes ;;
`

// ours is the hotspot of a machine in Germany without a config.
func ours(t *testing.T) hotspot {
	return inCountry(t, config.Hotspot{PMF: "off"}, "DE", nil)
}

// inCountry is a hotspot with this config on a machine whose kernel has this country, which is
// noted in set when it is changed.
func inCountry(t *testing.T, c config.Hotspot, kernel string, set *[]string) hotspot {
	s := newHotspot(c, func(err error) { t.Error(err) })
	s.country = countryRules{
		func() (string, error) { return kernel, nil },
		func(_ context.Context, code string) error {
			if set == nil {
				t.Errorf("country %s was set", code)
				return nil
			}
			*set = append(*set, code)
			return nil
		},
	}
	return s
}

func TestTheStateOfTheHotspot(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   door.Wifi
	}{
		"possible":              {there + `*"connection show"*) exit 10 ;;`, door.Wifi{Can: true}},
		"made and not up":       {there + `*GENERAL.STATE*) echo ;;`, door.Wifi{Can: true}},
		"coming up":             {there + `*GENERAL.STATE*) echo activating ;;`, door.Wifi{Can: true}},
		"up":                    {`*GENERAL.STATE*) echo activated ;; *ssid*) echo 'Box: at table' ;; *psk*) printf '%s\n' '12:34\567' ;; *DEVICES*) echo wlan0 ;;`, door.Wifi{Can: true, SSID: "Box: at table", Password: `12:34\567`, Device: "wlan0"}},
		"no Wi-Fi":              {`*"device") printf 'eth0:ethernet:connected\n' ;; *show*) exit 10 ;;`, door.Wifi{}},
		"left to another":       {`*"device") printf 'wlan0:wifi:unmanaged\n' ;; *show*) exit 10 ;;`, door.Wifi{}},
		"NetworkManager is off": {`*) echo "Error: NetworkManager is not running." >&2; exit 8 ;;`, door.Wifi{}},
	} {
		networkManager(t, c.script)
		if got := ours(t).state(t.Context()); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAHotspotIsMadeAnewAndBroughtUp(t *testing.T) {
	calls := networkManager(t, there+`*"connection delete companion") echo "Error: unknown connection 'companion'." >&2; exit 10 ;;`)
	if err := ours(t).set(t.Context(), companion.Hotspot{On: true, SSID: "Кошки: дома", Password: "$(id) 'x'"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(calls()), "\n")
	want := []string{
		"C connection delete companion",
		"C radio wifi on",
		"C -g GENERAL.STATE device show wlan0",
		"C connection add save no type wifi con-name companion ifname wlan0 autoconnect no ssid Кошки: дома ",
		"C connection up companion",
	}
	lines = lines[3:] // it looked for a device
	if len(lines) != len(want) {
		t.Fatalf("nmcli was called\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("call %d is %s, want %s", i+1, lines[i], want[i])
		}
	}
	for _, part := range []string{"802-11-wireless.mode ap", "wpa-psk", "802-11-wireless-security.psk $(id) 'x'\n", "802-11-wireless-security.pmf 1 ", "ipv4.method shared"} {
		if !strings.Contains(lines[3]+"\n", part) {
			t.Errorf("the profile has no %s: %s", part, lines[3])
		}
	}
}

func TestTheConfigChoosesTheProtectionOfANetwork(t *testing.T) {
	for name, c := range map[string]struct {
		config   config.Hotspot
		password string
		want     string // words of the profile; "" for an open network
	}{
		"off":                {config.Hotspot{PMF: "off"}, "12345678", "pmf 1 "},
		"optional":           {config.Hotspot{PMF: "optional"}, "12345678", "pmf 2 "},
		"required":           {config.Hotspot{PMF: "required"}, "12345678", "pmf 3 "},
		"open by the config": {config.Hotspot{PMF: "off", Open: true}, "12345678", ""},
		"open by the table":  {config.Hotspot{PMF: "off"}, "", ""},
	} {
		calls := networkManager(t, there+`none) ;;`)
		if err := inCountry(t, c.config, "DE", nil).set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: c.password}); err != nil {
			t.Fatal(err)
		}
		if got := calls(); !strings.Contains(got, "802-11-wireless-security."+c.want) && c.want != "" || c.want == "" && strings.Contains(got, "security") || !strings.Contains(got, "connection up") {
			t.Errorf("%s: nmcli was called\n%s", name, got)
		}
	}
}

func TestARadioThatWasBlockedIsWaitedFor(t *testing.T) {
	s := ours(t)
	asked := 0
	var calls []string
	s.nmcli = func(_ context.Context, args ...string) (string, error) {
		switch line := strings.Join(args, " "); {
		case strings.HasSuffix(line, "device"):
			return "wlan0:wifi:unavailable", nil
		case strings.Contains(line, "WIFI-PROPERTIES.AP"):
			return "yes", nil
		case strings.Contains(line, "GENERAL.STATE device"):
			if asked++; asked < 4 {
				return "20 (unavailable)", nil
			}
			return "30 (disconnected)", nil
		default:
			calls = append(calls, args[0]+" "+args[1])
		}
		return "", nil
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		if err := s.set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "12345678"}); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(calls, ", "), "connection delete, radio wifi, connection add, connection up"; got != want || time.Since(began) != 3*readyPause {
			t.Errorf("after %v: %s, want %s", time.Since(began), got, want)
		}
	})
}

func TestTheCountryIsSetIfNobodyElseHasSetIt(t *testing.T) {
	for name, c := range map[string]struct {
		config, kernel, chosen string
		asks                   bool
		want                   string
	}{
		"set by the system":        {"", "DE", "", false, ""},
		"nobody knows":             {"", "00", "", true, ""},
		"the driver's own":         {"", "99", "RU", true, "RU"},
		"chosen on the panel":      {"", "00", "RU", true, "RU"},
		"chosen and already set":   {"", "RU", "RU", false, ""},
		"changed on the panel":     {"", "DE", "RU", false, "RU"},
		"named by the config":      {"KZ", "00", "", false, "KZ"},
		"the config goes first":    {"KZ", "DE", "RU", false, "KZ"},
		"the config's already set": {"KZ", "KZ", "RU", false, ""},
	} {
		networkManager(t, there+`*GENERAL.STATE*connection*) exit 10 ;;`)
		var set []string
		s := inCountry(t, config.Hotspot{PMF: "off", Country: c.config}, c.kernel, &set)
		if got := s.state(t.Context()); got != (door.Wifi{Can: true, NoCountry: c.asks}) {
			t.Errorf("%s: %+v", name, got)
		}
		if err := s.set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "12345678", Country: c.chosen}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(set, " "); got != c.want {
			t.Errorf("%s: set %q, want %q", name, got, c.want)
		}
	}
}

func TestAHotspotStartsEvenIfItsCountryCantBeSet(t *testing.T) {
	calls := networkManager(t, there+`none) ;;`)
	s, warned := ours(t), 0
	s.warn = func(error) { warned++ }
	s.country.set = func(context.Context, string) error { return errors.New("no service") }
	if err := s.set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "12345678", Country: "RU"}); err != nil || warned != 1 {
		t.Errorf("%v, after %d warnings", err, warned)
	}
	if !strings.Contains(calls(), "connection up") {
		t.Errorf("nmcli was called\n%s", calls())
	}
	s.country.get = func() (string, error) { return "", errors.New("no Wi-Fi") }
	if s.noCountry() || warned != 2 {
		t.Errorf("a country is asked for where no Wi-Fi is, after %d warnings", warned)
	}
}

func TestAnOpenNetworkIsOfferedOnlyWhereItMayHelp(t *testing.T) {
	s := ours(t)
	locked := companion.Hotspot{On: true, SSID: "Box", Password: "12345678"}
	for _, c := range []struct {
		h    companion.Hotspot
		err  error
		want any
	}{
		{locked, errors.New("802.1X supplicant took too long"), companion.HotspotFailed{}},
		{locked, errNoWifi, companion.Trouble{Key: "trouble.hotspot", Arg: "#hotspot.nowifi"}},
		{locked, errNoNM, companion.Trouble{Key: "trouble.hotspot", Arg: "#hotspot.off"}},
		{locked, errNMDenied, companion.Trouble{Key: "trouble.hotspot", Arg: "#hotspot.denied"}},
		{companion.Hotspot{On: true, SSID: "Box"}, errors.New("broken"), companion.Trouble{Key: "trouble.hotspot", Arg: "broken"}},
		{companion.Hotspot{}, errors.New("broken"), companion.Trouble{Key: "trouble.hotspot", Arg: "broken"}},
	} {
		if got := s.failure(c.h, c.err); got != c.want {
			t.Errorf("%+v after %v: %+v, want %+v", c.h, c.err, got, c.want)
		}
	}
}

func TestAHotspotThatDoesNotComeUpIsTakenBackAndSaysWhy(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   error
		says   string // in the log
		key    string // on the panel
	}{
		"not allowed":   {`"connection add"*) echo "Error: Failed to add 'companion' connection: Insufficient privileges" >&2; exit 1 ;;`, errNMDenied, "Insufficient privileges", "#hotspot.denied"},
		"not allowed 2": {`"connection up"*) echo "Error: Connection activation failed: Not authorized to control networking." >&2; exit 4 ;;`, errNMDenied, "connection up companion", "#hotspot.denied"},
		"not running":   {`"radio"*) echo "Error: NetworkManager is not running." >&2; exit 8 ;;`, errNoNM, "", "#hotspot.off"},
		"no D-Bus":      {`"radio"*) echo "Error: Could not create NMClient object: Could not connect." >&2; exit 1 ;;`, errNoNM, "", "#hotspot.off"},
		"no air":        {`"connection up"*) echo "Error: Connection activation failed: 802.1X supplicant took too long." >&2; echo more >&2; exit 4 ;;`, nil, "supplicant took too long", ""},
	} {
		calls := networkManager(t, there+c.script)
		err := ours(t).set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "geheim99"})
		if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "geheim99") {
			t.Errorf("%s: %v, want %v with %q", name, err, c.want, c.says)
			continue
		}
		if got := reason(err); c.key != "" && got != c.key {
			t.Errorf("%s: the panel says %s, want %s", name, got, c.key)
		}
		if !strings.HasSuffix(calls(), "connection delete companion\n") {
			t.Errorf("%s: the profile stays:\n%s", name, calls())
		}
	}
}

func TestWithoutADeviceNothingIsTouched(t *testing.T) {
	calls := networkManager(t, `*"device") echo eth0:ethernet:connected ;;`)
	if err := ours(t).start(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "12345678"}); !errors.Is(err, errNoWifi) || reason(err) != "#hotspot.nowifi" {
		t.Errorf("%v, want %v", err, errNoWifi)
	}
	if strings.Contains(calls(), "delete") || strings.Contains(calls(), "add") {
		t.Errorf("nmcli was called\n%s", calls())
	}
}

func TestAHotspotIsEndedEvenWhereThereIsNone(t *testing.T) {
	networkManager(t, `*) exit 10 ;;`)
	if err := ours(t).set(t.Context(), companion.Hotspot{}); err != nil {
		t.Error(err)
	}
	networkManager(t, `*) echo "Error: not deleted" >&2; exit 7 ;;`)
	if err := ours(t).set(t.Context(), companion.Hotspot{}); err == nil || !strings.Contains(err.Error(), "not deleted") {
		t.Errorf("a hotspot that stays: %v", err)
	}
}

func TestAMachineWithoutNetworkManagerHasNoHotspot(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if got := ours(t).state(t.Context()); got != (door.Wifi{}) {
		t.Errorf("state %+v", got)
	}
	if err := ours(t).set(t.Context(), companion.Hotspot{On: true}); !errors.Is(err, errNoNM) {
		t.Errorf("%v, want %v", err, errNoNM)
	}
}

func TestTheEndOfTheEveningWaitsForNoNetwork(t *testing.T) {
	networkManager(t, `*) sleep 60 ;;`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := nmcli(ctx, "device"); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
