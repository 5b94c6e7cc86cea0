package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/regdom"
	"tabletop/companion"
	"tabletop/companion/door"
)

// hotspot is the box's own Wi-Fi network, for tables without Wi-Fi. NetworkManager creates the
// network and assigns addresses; hotspot calls NetworkManager's program nmcli. The profile of the
// network is stored in memory only and does not survive a restart of the machine.
type hotspot struct {
	nmcli   func(ctx context.Context, args ...string) (string, error)
	config  config.Hotspot
	country countryRules
	warn    func(error) // reports that the country was not read or set
}

// countryRules reads and sets the country of the kernel's rules for Wi-Fi; see package regdom.
type countryRules struct {
	get func() (string, error)
	set func(ctx context.Context, code string) error
}

// newHotspot returns the hotspot of this machine.
func newHotspot(c config.Hotspot, warn func(error)) hotspot {
	return hotspot{nmcli: nmcli, config: c, country: countryRules{regdom.Country, regdom.Ask}, warn: warn}
}

// profile is NetworkManager's name for the hotspot.
const profile = "companion"

// Reasons for having no hotspot.
var (
	errNoWifi   = errors.New("no Wi-Fi device that can be a hotspot")
	errNoNM     = errors.New("NetworkManager does not run")
	errNMDenied = errors.New("NetworkManager does not allow it")
)

// state reports whether a hotspot is possible. If a hotspot runs, the result contains its name and
// password.
func (s hotspot) state(ctx context.Context) door.Wifi {
	if s.runs(ctx) {
		ssid, err := s.nmcli(ctx, "-e", "no", "-g", "802-11-wireless.ssid", "connection", "show", profile)
		password, err2 := s.nmcli(ctx, "-s", "-e", "no", "-g", "802-11-wireless-security.psk", "connection", "show", profile)
		device, err3 := s.nmcli(ctx, "-g", "GENERAL.DEVICES", "connection", "show", profile)
		if err == nil && err2 == nil && err3 == nil {
			return door.Wifi{Can: true, SSID: ssid, Password: password, Device: device}
		}
	}
	_, err := s.device(ctx)
	return door.Wifi{Can: err == nil, NoCountry: err == nil && s.noCountry()}
}

// noCountry reports whether the table must be asked for the country: neither the config nor the
// kernel has one. If the kernel gives no answer, there is nothing to ask for.
func (s hotspot) noCountry() bool {
	code, err := s.country.get()
	if err != nil {
		s.warn(err)
	}
	return err == nil && s.config.Country == "" && !regdom.Set(code)
}

// setCountry sets the country of the config, or else the country that the table has chosen. A
// failure is only reported: the channels of a hotspot are legal in all countries.
func (s hotspot) setCountry(ctx context.Context, chosen string) {
	code := cmp.Or(s.config.Country, chosen)
	if now, err := s.country.get(); err != nil || code == "" || now == code {
		return
	}
	if err := s.country.set(ctx, code); err != nil {
		s.warn(err)
	}
}

func (s hotspot) runs(ctx context.Context) bool {
	state, err := s.nmcli(ctx, "-g", "GENERAL.STATE", "connection", "show", profile)
	return err == nil && state == "activated"
}

// device returns the first Wi-Fi device that supports access points.
func (s hotspot) device(ctx context.Context) (string, error) {
	list, err := s.nmcli(ctx, "-t", "-f", "DEVICE,TYPE,STATE", "device")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(list) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) != 3 || f[1] != "wifi" || f[2] == "unmanaged" {
			continue
		}
		if can, err := s.nmcli(ctx, "-g", "WIFI-PROPERTIES.AP", "device", "show", f[0]); err == nil && can == "yes" {
			return f[0], nil
		}
	}
	return "", errNoWifi
}

// set starts or stops the hotspot.
func (s hotspot) set(ctx context.Context, h companion.Hotspot) error {
	if !h.On {
		return s.stop(ctx)
	}
	if err := s.start(ctx, h); err != nil {
		_ = s.stop(ctx)
		return err
	}
	return nil
}

// start creates the profile and activates it. The Wi-Fi device leaves its previous network.
func (s hotspot) start(ctx context.Context, h companion.Hotspot) error {
	device, err := s.device(ctx)
	if err != nil {
		return err
	}
	_ = s.stop(ctx) // remove a hotspot of an earlier run
	s.setCountry(ctx, h.Country)
	add := []string{
		"connection", "add", "save", "no", "type", "wifi", "con-name", profile, "ifname", device, "autoconnect", "no",
		"ssid", h.SSID, "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg",
		"ipv4.method", "shared", "ipv6.method", "disabled",
	}
	if !s.opens(h) {
		add = append(add, security(s.config.PMF, h.Password)...)
	}
	if _, err := s.nmcli(ctx, "radio", "wifi", "on"); err != nil {
		return err
	}
	if err := s.ready(ctx, device); err != nil {
		return err
	}
	if _, err := s.nmcli(ctx, add...); err != nil {
		return err
	}
	_, err = s.nmcli(ctx, "connection", "up", profile)
	return err
}

// opens reports whether the hotspot has no password.
func (s hotspot) opens(h companion.Hotspot) bool { return h.Password == "" || s.config.Open }

// pmfs maps the values of hotspot.pmf in the config to those of NetworkManager's property pmf; see
// nm-settings-nmcli(5).
var pmfs = map[string]string{"off": "1", "optional": "2", "required": "3"}

// security returns the properties of a network with a password.
//
// Protected management frames (IEEE 802.11w) are off unless the config demands them. As access
// points, the radios of a Raspberry Pi cannot install the key for such frames: the network does not
// start (raspberrypi/linux #7247), or the handshake with phones fails (#3619). NetworkManager's own
// default offers them.
func security(pmf, password string) []string {
	const prefix = "802-11-wireless-security."
	return []string{
		prefix + "key-mgmt", "wpa-psk", prefix + "proto", "rsn", prefix + "pairwise", "ccmp", prefix + "group", "ccmp",
		prefix + "pmf", pmfs[pmf], prefix + "psk", password,
	}
}

// The radio needs some seconds after it was unblocked. readyTries is the maximum number of queries,
// and readyPause the time between two.
const (
	readyTries = 20
	readyPause = 500 * time.Millisecond
)

// ready waits until NetworkManager can use a device. It does not fail if the device stays
// unavailable: the next command then says why.
func (s hotspot) ready(ctx context.Context, device string) error {
	for range readyTries {
		state, err := s.nmcli(ctx, "-g", "GENERAL.STATE", "device", "show", device)
		if err != nil || !strings.HasPrefix(state, nmUnavailable) {
			return err
		}
		select {
		case <-time.After(readyPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// nmUnavailable is NetworkManager's number of the state of a blocked device, followed by its name.
const nmUnavailable = "20 "

// stop stops the hotspot. NetworkManager then returns to the known network.
func (s hotspot) stop(ctx context.Context) error {
	_, err := s.nmcli(ctx, "connection", "delete", profile)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == nmNone {
		return nil
	}
	return err
}

// failure returns the event for a hotspot that did not start or stop. If only the password may be at
// fault, the table is offered an open network.
func (s hotspot) failure(h companion.Hotspot, err error) any {
	hopeless := func(reason error) bool { return errors.Is(err, reason) }
	if !h.On || s.opens(h) || slices.ContainsFunc([]error{errNoWifi, errNoNM, errNMDenied}, hopeless) {
		return companion.Trouble{Key: "trouble.hotspot", Arg: reason(err)}
	}
	return companion.HotspotFailed{}
}

// Exit codes of nmcli, see nmcli(1).
const (
	nmDown = 8  // NetworkManager is not running
	nmNone = 10 // no such connection, device or access point
)

// nmPatience is the timeout of a call of nmcli. Starting a network takes about ten seconds.
const nmPatience = 45 * time.Second

// nmcli runs NetworkManager's program and returns its output.
func nmcli(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, nmPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "nmcli", args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", nmFailure(ctx, args, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// nmFailure returns an error with the command and the reason, but without the password.
func nmFailure(ctx context.Context, args []string, err error) error {
	why, text := err, ""
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		text, _, _ = strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		switch {
		case exit.ExitCode() == nmDown || strings.Contains(text, "NMClient"): // without D-Bus nmcli prints this
			why = errNoNM
		case strings.Contains(text, "privileges") || strings.Contains(strings.ToLower(text), "not authorized"):
			why = errNMDenied
		}
	}
	if errors.Is(err, exec.ErrNotFound) {
		why = errNoNM
	}
	return fmt.Errorf("nmcli %s: %w%s", strings.Join(args[:min(3, len(args))], " "), cmp.Or(context.Cause(ctx), why), after(": ", text))
}

// after returns sign followed by text, or "" if text is empty.
func after(sign, text string) string {
	if text == "" {
		return ""
	}
	return sign + text
}
