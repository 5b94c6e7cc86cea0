package systemd_test

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

// entry is an entry of a changelog: its heading, what has changed, and by whom and when it was
// made (Debian Policy, section 4.4).
var entry = regexp.MustCompile(`^(companion|league) \(([^ ()]+)\) (stable|UNRELEASED); urgency=medium\n\n((?:  .*\n)+)\n -- [^<\n]+ <\S+>  (.*)\n\n?`)

func TestTheChangelogsSayInBothLanguagesWhatOwnersNotice(t *testing.T) {
	for name, file := range map[string]string{"companion": "deb/changelog", "league": "league/changelog"} {
		text := read(t, file)
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(line); n > 80 { // lintian's debian-changelog-line-too-long
				t.Errorf("%s: %d columns, want fewer than 80: %s", file, n, line)
			}
		}
		for first := true; text != ""; first = false {
			m := entry.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("%s: no entry begins at\n%.200s", file, text)
			}
			if m[1] != name || first != (m[2] == "next") || (m[2] == "next") != (m[3] == "UNRELEASED") {
				t.Errorf("%s: %s (%s) %s: the first entry, and no other, is %s (next) UNRELEASED", file, m[1], m[2], m[3], name)
			}
			if _, err := time.Parse(time.RFC1123Z, m[5]); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, change := range strings.Split(m[4], "  * ")[1:] {
				if !inBoth(change) {
					t.Errorf("%s: not first in English, then in Russian:\n%s", file, change)
				}
			}
			text = text[len(m[0]):]
		}
	}
}

// inBoth reports whether a change is told in English and, from the beginning of a later line, in
// Russian.
func inBoth(change string) bool {
	first := func(line string) rune { return []rune(strings.TrimSpace(line) + " ")[0] }
	lines := strings.Split(strings.TrimSpace(change), "\n")
	russian := 0
	for _, line := range lines {
		if unicode.Is(unicode.Cyrillic, first(line)) {
			russian++
		}
	}
	return unicode.Is(unicode.Latin, first(lines[0])) && russian > 0
}
