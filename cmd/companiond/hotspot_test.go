package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		if got := (hotspot{nmcli}).state(t.Context()); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAHotspotIsMadeAnewAndBroughtUp(t *testing.T) {
	calls := networkManager(t, there+`*"connection delete companion") echo "Error: unknown connection 'companion'." >&2; exit 10 ;;`)
	if err := (hotspot{nmcli}).set(t.Context(), companion.Hotspot{On: true, SSID: "Кошки: дома", Password: "$(id) 'x'"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(calls()), "\n")
	want := []string{
		"C connection delete companion",
		"C radio wifi on",
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
	for _, part := range []string{"802-11-wireless.mode ap", "wpa-psk", "802-11-wireless-security.psk $(id) 'x' ", "ipv4.method shared"} {
		if !strings.Contains(lines[2], part) {
			t.Errorf("the profile has no %s: %s", part, lines[2])
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
		err := (hotspot{nmcli}).set(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "geheim99"})
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
	if err := (hotspot{nmcli}).start(t.Context(), companion.Hotspot{On: true, SSID: "Box", Password: "12345678"}); !errors.Is(err, errNoWifi) || reason(err) != "#hotspot.nowifi" {
		t.Errorf("%v, want %v", err, errNoWifi)
	}
	if strings.Contains(calls(), "delete") || strings.Contains(calls(), "add") {
		t.Errorf("nmcli was called\n%s", calls())
	}
}

func TestAHotspotIsEndedEvenWhereThereIsNone(t *testing.T) {
	networkManager(t, `*) exit 10 ;;`)
	if err := (hotspot{nmcli}).set(t.Context(), companion.Hotspot{}); err != nil {
		t.Error(err)
	}
	networkManager(t, `*) echo "Error: not deleted" >&2; exit 7 ;;`)
	if err := (hotspot{nmcli}).set(t.Context(), companion.Hotspot{}); err == nil || !strings.Contains(err.Error(), "not deleted") {
		t.Errorf("a hotspot that stays: %v", err)
	}
}

func TestAMachineWithoutNetworkManagerHasNoHotspot(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if got := (hotspot{nmcli}).state(t.Context()); got != (door.Wifi{}) {
		t.Errorf("state %+v", got)
	}
	if err := (hotspot{nmcli}).set(t.Context(), companion.Hotspot{On: true}); !errors.Is(err, errNoNM) {
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
