package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
)

// hotspot is the box's own Wi-Fi network, for tables without Wi-Fi. NetworkManager creates the
// network and assigns addresses; hotspot calls NetworkManager's program nmcli. The profile of the
// network is stored in memory only and does not survive a restart of the machine.
type hotspot struct {
	nmcli func(ctx context.Context, args ...string) (string, error)
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
	return door.Wifi{Can: err == nil}
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
	for _, args := range [][]string{
		{"radio", "wifi", "on"},
		{
			"connection", "add", "save", "no", "type", "wifi", "con-name", profile, "ifname", device, "autoconnect", "no",
			"ssid", h.SSID, "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg",
			"802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.proto", "rsn",
			"802-11-wireless-security.pairwise", "ccmp", "802-11-wireless-security.group", "ccmp",
			"802-11-wireless-security.psk", h.Password,
			"ipv4.method", "shared", "ipv6.method", "disabled",
		},
		{"connection", "up", profile},
	} {
		if _, err := s.nmcli(ctx, args...); err != nil {
			return err
		}
	}
	return nil
}

// stop stops the hotspot. NetworkManager then returns to the known network.
func (s hotspot) stop(ctx context.Context) error {
	_, err := s.nmcli(ctx, "connection", "delete", profile)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == nmNone {
		return nil
	}
	return err
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
