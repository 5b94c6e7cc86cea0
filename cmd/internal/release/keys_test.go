package release

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// one is the public key of the minisign project.
const one = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"

func TestAFaultInTheListOfKeysNamesFileAndLine(t *testing.T) {
	twin := one[:16] + strings.Repeat("A", len(one)-16) // the same ID
	for lines, want := range map[string]string{
		"# ours\nRWQf6LRC\n":      `:2: "RWQf6LRC" is no public key`,
		"\n\nwithdrawn me":        `:3: "me" is no ID`,
		"withdrawn":               `:1: "withdrawn" is no public key`,
		one + " Anna":             "is neither a public key",
		one + "\n" + twin:         "another key has the ID",
		strings.Repeat("x", 1e5):  "token too long",
		"withdrawn 12 34 # twice": "is neither a public key",
	} {
		file := filepath.Join(t.TempDir(), "keys")
		if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadKeys(file); err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", lines, err, want)
		}
	}
	if _, err := ReadKeys(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no list: %v", err)
	}
}

func TestAListOfKeysMayHaveComments(t *testing.T) {
	for lines, empty := range map[string]bool{
		"":                                true,
		"# nobody yet\r\n\r\n":            true,
		one + "  # who\r\n":               false,
		"\t" + one + "#who\n" + one:       false,
		"withdrawn E7620F1842B4E81F":      true,
		one + "\nwithdrawn 123 # another": false,
	} {
		k, err := parseKeys(strings.NewReader(lines), "keys")
		if err != nil || k.Empty() != empty {
			t.Errorf("%q: empty %v, %v", lines, k.Empty(), err)
		}
	}
}

func TestTheListOfKeysOfTheTreeIsRead(t *testing.T) {
	if _, err := ReadKeys("../../../systemd/update.keys"); err != nil {
		t.Error(err)
	}
}
