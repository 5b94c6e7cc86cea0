package packed

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// games is the folder of the games, from here.
const games = "../.."

func TestEveryPackedFileIsTheFileBesideIt(t *testing.T) {
	all, err := filepath.Glob(filepath.Join(games, "*", "topics*.gz"))
	if err != nil || len(all) < 12 {
		t.Fatalf("%d packed files, %v", len(all), err)
	}
	for _, name := range all {
		want, err := os.ReadFile(name[:len(name)-len(".gz")])
		if err != nil {
			t.Error(err)
			continue
		}
		if got := unpacked(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s isn't packed from the present text: run go generate ./games/...", name)
		}
	}
}

func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}
