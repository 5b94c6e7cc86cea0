package news

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/words"
)

const two = `companion (1.3.0) stable; urgency=medium

  * The panel updates itself from a phone; a stick keeps copies, too, of
    everything.
    Прибор обновляется с телефона; копии
    хранит и флешка: companion(1).
  * QR codes open in more cameras.
    QR-коды открывает больше камер.
  * Only English.

 -- Tabletop companion <noreply@home.arpa>  Thu, 26 Nov 2026 12:00:00 +0000

companion (1.2.0) stable; urgency=medium

  * Old.
    Старое.

 -- Tabletop companion <noreply@home.arpa>  Thu, 26 Nov 2026 12:00:00 +0000
`

func TestTheNewestEntryIsReadInBothLanguages(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(two))
	w.Close()
	for name, content := range map[string]string{"plain": two, "packed": packed.String()} {
		file := filepath.Join(t.TempDir(), "changelog")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		e, err := Read(file)
		if err != nil || e.Version != "1.3.0" {
			t.Fatalf("%s: version %q, %v", name, e.Version, err)
		}
		for lang, want := range map[words.Lang][]string{
			words.English: {"The panel updates itself from a phone; a stick keeps copies, too, of everything.", "QR codes open in more cameras.", "Only English."},
			words.Russian: {"Прибор обновляется с телефона; копии хранит и флешка: companion(1).", "QR-коды открывает больше камер.", "Only English."},
		} {
			if got := e.Items(lang); !slices.Equal(got, want) {
				t.Errorf("%s, %s: got %q, want %q", name, lang, got, want)
			}
		}
	}
}

func TestTheChangelogOfTheTreeIsRead(t *testing.T) {
	const file = "../../../systemd/deb/changelog"
	e, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n -- ")
	english, russian := e.Items(words.English), e.Items(words.Russian)
	if n := strings.Count(first, "\n  * "); len(english) != n || len(russian) != n || n == 0 {
		t.Fatalf("%d English and %d Russian items of %d", len(english), len(russian), n)
	}
	for i, item := range english {
		if strings.ContainsFunc(item, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
			t.Errorf("English: %s", item)
		}
		if words := strings.Fields(russian[i]); !strings.ContainsFunc(strings.Join(words[:min(4, len(words))], ""), func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
			t.Errorf("Russian: %s", russian[i])
		}
	}
}

func TestAFileThatIsNoChangelogIsAnError(t *testing.T) {
	if _, err := Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	for name, content := range map[string]string{
		"empty":            "",
		"text":             "Dear diary\n",
		"cut off":          "\x1f\x8b\x08",
		"an endless line":  strings.Repeat("x", 1<<20),
		"a longer heading": "companion (1) " + strings.Repeat("x", 1<<17),
	} {
		file := filepath.Join(t.TempDir(), "changelog")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if e, err := Read(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: got %+v, %v", name, e, err)
		}
	}
}

func TestALongChangelogIsCutOff(t *testing.T) {
	long := "companion (9) stable; urgency=medium\n\n" + strings.Repeat("  * Thing.\n    Вещь.\n", 1<<20)
	e, err := parse(strings.NewReader(long))
	if n := len(e.Items(words.Russian)); err != nil || n == 0 || n > maxBytes/10 {
		t.Errorf("%d items, %v", n, err)
	}
}
