package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

// written writes a config file and returns its path.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "companion.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// configOf reads a config file with this text.
func configOf(t *testing.T, text string) (config.Config, error) {
	t.Helper()
	return config.Read(written(t, text), words.Companion(words.English))
}
