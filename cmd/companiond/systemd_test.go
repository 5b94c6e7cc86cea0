package main

import (
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

func TestTheUnitStartsTheDaemonWithFlagsItHas(t *testing.T) {
	unit, err := os.ReadFile("../../systemd/companiond.service")
	if err != nil {
		t.Fatal(err)
	}
	started := map[bool]int{}
	for line := range strings.Lines(string(unit)) {
		key, command, _ := strings.Cut(strings.TrimSpace(line), "=")
		if key != "ExecStart" && key != "ExecStopPost" {
			continue
		}
		args := strings.Fields(command)
		env := func(name string) string { return map[string]string{"STATE_DIRECTORY": "/var/lib/companion"}[name] }
		o, err := parseFlags(args[1:], words.Companion(words.English), env, io.Discard)
		if err != nil {
			t.Error(err)
		}
		if o.state != "/var/lib/companion" || o.config != "/etc/companion/companion.toml" {
			t.Errorf("the unit's daemon reads %s and keeps its state in %s", o.config, o.state)
		}
		if o.failed != (key == "ExecStopPost") {
			t.Errorf("%s: it says that the daemon failed: %v", line, o.failed)
		}
		started[o.failed]++
	}
	if started[false] != 1 || started[true] != 1 {
		t.Errorf("the unit starts %d daemons, and %d times says that one failed", started[false], started[true])
	}
}

func TestTheFirstPictureIsDrawnByTheConfigOfTheDaemon(t *testing.T) {
	config := map[string]string{}
	for _, unit := range []string{"companiond", "companion-hello"} {
		text, err := os.ReadFile("../../systemd/" + unit + ".service")
		if err != nil {
			t.Fatal(err)
		}
		_, command, _ := strings.Cut(string(text), "\nExecStart=")
		_, command, _ = strings.Cut(command, " -config ")
		config[unit] = strings.Fields(command)[0]
	}
	if config["companion-hello"] != config["companiond"] {
		t.Errorf("the configs are %v", config)
	}
}

func TestTheDefaultConfigNamesEveryKeyWithItsDefault(t *testing.T) {
	file := "../../systemd/companion.toml"
	c, err := readConfig(options{config: file}, words.Companion(words.English))
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.HTTP.Listen = ":8090" // the installed one lets phones in, that the panel pairs
	want.HTTP.Names, want.Matrix.Show, want.Codes = []string{}, []int{}, map[string]config.Decisions{}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("the default config gives\n%+v, want\n%+v", c, want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range config.Names() {
		name := key[strings.LastIndex(key, ".")+1:]
		if !strings.Contains(string(text), name+" = ") && !strings.Contains(string(text), "["+name+"]") {
			t.Errorf("%s is not explained in %s", key, file)
		}
	}
}

func TestSystemdHearsThatThePanelIsDrawnThatTheLoopTurnsAndThatItEnds(t *testing.T) {
	address := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: address, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	t.Setenv("NOTIFY_SOCKET", address)
	t.Setenv("WATCHDOG_USEC", "30000")
	in, typed := io.Pipe()
	s := environment{in: in, out: io.Discard, err: io.Discard, env: func(string) string { return "" }}
	ended := make(chan error, 1)
	go func() {
		ended <- run(t.Context(), []string{"-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0"}, s)
	}()
	message := make([]byte, 64)
	for i, want := range []string{"READY=1", "WATCHDOG=1", "WATCHDOG=1", "STOPPING=1"} {
		if want == "STOPPING=1" {
			go io.WriteString(typed, "quit\n")
		}
		n, err := socket.Read(message)
		for err == nil && want == "STOPPING=1" && string(message[:n]) == "WATCHDOG=1" {
			n, err = socket.Read(message)
		}
		if got := string(message[:n]); err != nil || got != want {
			t.Fatalf("message %d is %q, want %q (%v)", i+1, got, want, err)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
