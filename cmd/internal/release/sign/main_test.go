package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"

	"tabletop/cmd/internal/release"
	"tabletop/cmd/internal/release/releasetest"
)

// write writes a file and returns its name.
func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAPackageIsSignedByANewKey(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	var line, log bytes.Buffer
	if err := run([]string{"-new", key}, "", &line); err != nil {
		t.Fatal(err)
	}
	list := write(t, "keys", line.Bytes())
	deb := write(t, "a.deb", releasetest.Deb("companion", "1.2.0", "armhf", "x"))
	if err := run([]string{"-listed", list, key, deb}, "", &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "companion 1.2.0 armhf, key ") {
		t.Errorf("it prints %q", log.String())
	}
	log.Reset()
	if err := run([]string{"-verify", list, deb}, "", &log); err != nil || log.String() != deb+": companion 1.2.0 armhf\n" {
		t.Errorf("verified: %q, %v", log.String(), err)
	}
	if err := run([]string{"-listed", list, key}, "", &log); err != nil {
		t.Errorf("without a package: %v", err)
	}
	unsigned := write(t, "b.deb", releasetest.Deb("companion", "1.2.0", "armhf", "x"))
	if err := run([]string{"-verify", list, unsigned}, "", &log); !errors.Is(err, release.ErrUnsigned) {
		t.Errorf("an unsigned package: %v", err)
	}
	if err := run([]string{"-new", key}, "", &log); err == nil {
		t.Error("an existing key is overwritten")
	}
}

func TestAnotherFileIsSignedApart(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	var line, log bytes.Buffer
	if err := run([]string{"-new", key}, "", &line); err != nil {
		t.Fatal(err)
	}
	text := []byte("<!doctype html>")
	page := write(t, "verify.html", text)
	if err := run([]string{"-listed", write(t, "keys", line.Bytes()), key, page}, "", &log); err != nil {
		t.Fatal(err)
	}
	signature, err := os.ReadFile(page + ".minisig")
	if err != nil {
		t.Fatal(err)
	}
	var public minisign.PublicKey
	word, _, _ := strings.Cut(line.String(), " ")
	if err := public.UnmarshalText([]byte(word)); err != nil {
		t.Fatal(err)
	}
	if !minisign.Verify(public, text, signature) || minisign.Verify(public, append(text, '\n'), signature) {
		t.Errorf("the signature is %s", signature)
	}
	if got, _ := os.ReadFile(page); !bytes.Equal(got, text) {
		t.Error("the file was changed")
	}
}

func TestAKeyThatIsNotListedSignsNothing(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	var line, log bytes.Buffer
	if err := run([]string{"-new", key}, "", &line); err != nil {
		t.Fatal(err)
	}
	public, _, _ := strings.Cut(line.String(), " ")
	_, id, _ := strings.Cut(strings.TrimSpace(line.String()), "# ")
	unsigned := releasetest.Deb("companion", "1.2.0", "armhf", "x")
	deb := write(t, "a.deb", unsigned)
	for want, list := range map[string]string{
		"doesn't hold the key ":   "# nobody\n",
		"withdraws the key " + id: public + "\nwithdrawn " + id + "\n",
		"keys:1:":                 "nonsense\n",
	} {
		for _, packages := range [][]string{{deb}, nil} {
			err := run(append([]string{"-listed", write(t, "keys", []byte(list)), key}, packages...), "", &log)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d packages: got %v, want %s", len(packages), err, want)
			}
		}
	}
	if b, _ := os.ReadFile(deb); !bytes.Equal(b, unsigned) {
		t.Error("the package was changed")
	}
}

func TestTheCommandLineIsChecked(t *testing.T) {
	deb := write(t, "a.deb", releasetest.Deb("companion", "1.2.0", "armhf", "x"))
	for _, test := range []struct {
		args string
		want string
	}{
		{"", "want "},
		{"-new", "want "},
		{"-new a b", "want "},
		{deb, "want "},
		{"/nowhere " + deb, "the key /nowhere"},
		{deb + " " + deb, "the key " + deb},
	} {
		if err := run(strings.Fields(test.args), "", &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.args, err, test.want)
		}
	}
}

func TestAPasswordIsAskedFor(t *testing.T) {
	// An encrypted key: two bytes of the algorithm, then "Sc" for scrypt. To decrypt one needs 1 GB.
	text := []byte("untrusted comment: minisign encrypted secret key\nRWRTY0Iy" + strings.Repeat("A", 204) + "\n")
	if !minisign.IsEncrypted(text) {
		t.Fatal("the test's key isn't encrypted")
	}
	_, err := readKey(write(t, "key", text), "")
	if err == nil || !strings.Contains(err.Error(), "MINISIGN_PASSWORD") {
		t.Errorf("got %v", err)
	}
}
