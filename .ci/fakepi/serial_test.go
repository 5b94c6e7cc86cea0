package fakepi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const scanned = "4006381333931"

// withScanner is a config in which a scanned code rolls the dice.
func withScanner(t *testing.T) (path string) {
	t.Helper()
	path = "/etc/companion/scanner.toml"
	text := fmt.Sprintf("[scanner]\nport = \"/dev/serial/by-id/usb-scanner\"\n[codes]\n%s = \"roll\"\n", scanned)
	if err := os.WriteFile(filepath.Join(Root(t), path), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAScannerIsHeardAlsoAfterItWasPulledOutAndPluggedInAgain(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("plug usb-scanner")
	m.Do("start -config " + withScanner(t))
	m.Agrees()
	r := rand.New(rand.NewPCG(11, 11))
	for range 2 {
		m.PressUntil(r, OK, func() bool { return slices.Contains(m.Match().Legal, "roll") })
		m.scan(t, len(m.Record()))
		m.All("unplug usb-scanner; plug usb-scanner")
	}
	sound(t, m)
}

// scan scans the code until the dice are rolled: what is scanned while the port is
// being opened is lost, and a code that stays before the scanner is one.
func (m *Machine) scan(t *testing.T, facts int) {
	t.Helper()
	end, next := time.Now().Add(patience), time.Now()
	for ; time.Now().Before(end); m.Settle() {
		if time.Now().After(next) {
			m.Do(fmt.Sprintf("say usb-scanner %q", scanned+"\r\n"))
			next = time.Now().Add(2 * time.Second)
		}
		if strings.Contains(strings.Join(m.Record()[facts:], ""), `"says":"roll"`) {
			return
		}
	}
	t.Fatalf("no dice were rolled for the code\n%s", m.Console())
}
