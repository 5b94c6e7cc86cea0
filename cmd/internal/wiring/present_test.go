package wiring_test

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/cmd/internal/wiring"
)

func TestBusesCountOnlyIfTheyAreThereAndMayBeOpened(t *testing.T) {
	dev := t.TempDir()
	if there, ours := wiring.Present(dev); there || ours {
		t.Errorf("in an empty folder: %v %v", there, ours)
	}
	chip := filepath.Join(dev, "gpiochip0")
	if err := os.Mkdir(chip, 0o700); err != nil { // a folder can't be opened for writing, even by root
		t.Fatal(err)
	}
	if there, ours := wiring.Present(dev); !there || ours {
		t.Errorf("with a node that can't be opened: %v %v", there, ours)
	}
	if err := os.WriteFile(filepath.Join(dev, "i2c-1"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if there, ours := wiring.Present(dev); !there || !ours {
		t.Errorf("with one that can: %v %v", there, ours)
	}
}

func TestARaspberryPiIsOneBeforeItsNodesAreThere(t *testing.T) {
	firmware := t.TempDir()
	if wiring.Pi(firmware) {
		t.Error("a machine without a model is one")
	}
	base := filepath.Join(firmware, "devicetree", "base")
	if err := os.MkdirAll(base, 0o700); err != nil {
		t.Fatal(err)
	}
	for model, want := range map[string]bool{"Raspberry Pi 5 Model B Rev 1.0\x00": true, "Orange Pi Zero 3\x00": false} {
		if err := os.WriteFile(filepath.Join(base, "model"), []byte(model), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := wiring.Pi(firmware); got != want {
			t.Errorf("%q: %v", model, got)
		}
	}
}
