package regdom

import (
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// pretended is a kernel that applies a country after so many queries; never if negative.
func pretended(after int, refuses error) (k kernel, requested *string) {
	requested = new(string)
	k.set = func(code string) error { *requested = code; return refuses }
	k.get = func() (string, error) {
		if after--; after >= 0 || after < -1000 {
			return World, nil
		}
		return *requested, nil
	}
	return k, requested
}

func TestTheServiceSetsNothingButACountry(t *testing.T) {
	for _, in := range []string{"", "\n", "R\n", "ru\n", "RU", "RUS\n", "R U\n", "00\n", "99\n", "XX\n", " RU\n", "Я\n", "../\n", "RU\x00\n"} {
		k, requested := pretended(0, nil)
		if err := k.serve(strings.NewReader(in)); !errors.Is(err, errCode) || *requested != "" {
			t.Errorf("%q: %v, and %q was requested", in, err, *requested)
		}
	}
}

func TestTheServiceWaitsForTheRules(t *testing.T) {
	for name, c := range map[string]struct {
		after   int
		refuses error
		want    error
	}{
		"at once":    {0, nil, nil},
		"later":      {7, nil, nil},
		"no rules":   {1 << 20, nil, errUnknown},
		"not rooted": {0, io.ErrNoProgress, io.ErrNoProgress},
	} {
		synctest.Test(t, func(t *testing.T) {
			k, requested := pretended(c.after, c.refuses)
			if err := k.serve(strings.NewReader("RU\n")); !errors.Is(err, c.want) || *requested != "RU" {
				t.Errorf("%s: %v after %q, want %v", name, err, *requested, c.want)
			}
		})
	}
}

func TestTheDaemonLearnsWhyACountryWasRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	if err := ask(t.Context(), path, "RU"); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("without a service: %v", err)
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for answer, want := range map[string]string{"ok\n": "", "operation not permitted\n": "RU: operation not permitted", "": "EOF"} {
		go func() {
			if c, err := l.Accept(); err == nil {
				_, _ = io.ReadFull(c, make([]byte, len("RU\n")))
				_, _ = io.WriteString(c, answer)
				c.Close()
			}
		}()
		err := ask(t.Context(), path, "RU")
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("answer %q: %v, want %q", answer, err, want)
		}
	}
}

func TestOnlyTwoCodesStandForNoCountry(t *testing.T) {
	for code, want := range map[string]bool{"": false, "00": false, "99": false, "98": true, "RU": true} {
		if Set(code) != want {
			t.Errorf("Set(%q) = %v", code, !want)
		}
	}
}
