package main

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/cmd/internal/firstlight"
)

// The failing bus of an empty Host would be an error too: an absent or broken config must not reach
// it, because the wiring would be guessed.
func TestAConfigThatCannotBeReadIsNotGuessed(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "companion.toml")
	if err := os.WriteFile(broken, []byte("[panel"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := firstlight.Bus{Access: func(node string) error { t.Errorf("it asks for %s", node); return nil }}
	for _, file := range []string{broken, broken + ".absent"} {
		if err := greet(t.Context(), file, b, t.TempDir()); err == nil {
			t.Errorf("%s: no error", file)
		}
	}
}

func TestAConfigWithoutADisplayIsNoError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "companion.toml")
	if err := os.WriteFile(file, []byte("[panel]\nchip = \"none\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := greet(t.Context(), file, firstlight.Bus{}, t.TempDir()); err != nil {
		t.Error(err)
	}
}
