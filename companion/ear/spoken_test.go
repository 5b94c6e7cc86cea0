package ear

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/words"
)

var update = flag.Bool("update", false, "write the spoken sentences in testdata anew")

// leastSentences is the number of sentences that testdata has in each language at least.
const leastSentences = 100

// Each sentence in testdata is read aloud before it is committed: the text of the panel, a tab,
// and the spoken text.
func TestWhatIsSeenIsSpokenAsAPersonReadsItAloud(t *testing.T) {
	for _, lang := range words.Langs {
		file := filepath.Join("testdata", string(lang)+".tsv")
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		n := 0
		for line := range strings.Lines(string(want)) {
			seen, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			spoken := Spoken(lang, seen)
			fmt.Fprintf(&got, "%s\t%s\n", seen, spoken)
			n++
			if row := seen + "\t" + spoken + "\n"; row != line && !*update {
				t.Errorf("%s: %q is spoken as %q, want the line %q", lang, seen, spoken, line)
			}
		}
		if n < leastSentences {
			t.Errorf("%s has %d sentences, want %d", file, n, leastSentences)
		}
		if *update {
			if err := os.WriteFile(file, []byte(got.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// unspeakable returns the first sign of a spoken text that no voice reads, or 0.
func unspeakable(text string) rune {
	letters := []rune(text)
	for i, r := range letters {
		within := i > 0 && i < len(letters)-1 && (unicode.IsLetter(letters[i-1]) || unicode.IsMark(letters[i-1])) && unicode.IsLetter(letters[i+1])
		switch {
		case unicode.IsLetter(r), r == ' ', strings.ContainsRune(",.!?", r):
		case unicode.IsMark(r) && i > 0 && letters[i-1] != ' ':
		case (r == '-' || r == '\'') && within:
		default:
			return r
		}
	}
	return 0
}

func FuzzNothingSpokenHasADigitOrASign(f *testing.F) {
	for _, lang := range words.Langs {
		lines, err := os.ReadFile(filepath.Join("testdata", string(lang)+".tsv"))
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(lines)) {
			seen, _, _ := strings.Cut(line, "\t")
			f.Add(seen)
		}
	}
	for _, odd := range []string{"🎲 6", "½", "²", "٣", "Ⅳ", "a\u0301", "́x", "9999999999999999999", "0x00", "1'000", "-", "d", "d%", "1/", "/1", "1.", ".1", "\xff5", "5\x00", "›", "12:", ":12", "2026-99-99", "45.12.", "1-й", "0-й", "99999-й", "h1-", "☃", "№", "No. 1", "1,", "!>4", "‹›", "? "} {
		f.Add(odd)
	}
	f.Fuzz(func(t *testing.T, seen string) {
		for _, lang := range words.Langs {
			spoken := Spoken(lang, seen)
			if r := unspeakable(spoken); r != 0 {
				t.Errorf("%s: %q is spoken as %q with %q", lang, seen, spoken, r)
			}
			if again := Spoken(lang, spoken); utf8.ValidString(seen) && unspeakable(again) != 0 {
				t.Errorf("%s: %q", lang, again)
			}
		}
	})
}

// A digit or a letter of the panel is never silent.
func FuzzNoDigitIsSilent(f *testing.F) {
	for _, seen := range []string{"Ёж-2", "a1b2", "7", "GPIO14", "x7", "5мин", "100500", "1.2.3", "c4", "3coin"} {
		f.Add(seen)
	}
	f.Fuzz(func(t *testing.T, seen string) {
		for _, lang := range words.Langs {
			if strings.ContainsAny(seen, "0123456789") && Spoken(lang, seen) == "" {
				t.Errorf("%s: %q is silent", lang, seen)
			}
		}
	})
}
