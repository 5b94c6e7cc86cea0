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
