package systemd_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
)

func russian(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// Whoever opens a file of the card on a computer reads what each option is for.
func TestTheCardIsExplainedInBothLanguages(t *testing.T) {
	sentence := regexp.MustCompile(`(?m)^# \p{Lu}.*[.:]$`)
	for _, file := range []string{"card/user-data", "card/network-config", "card/meta-data"} {
		for part := range strings.SplitSeq(read(t, file), "\n\n") {
			said := map[bool]int{}
			for _, s := range sentence.FindAllString(part, -1) {
				said[russian(s)]++
			}
			if said[true] == 0 || said[false] == 0 {
				t.Errorf("%s has %d lines in Russian and %d in English about\n%s", file, said[true], said[false], part)
			}
		}
	}
}

// cloud-init reads the network of an instance once. Whoever edits it later must learn of the
// instance-id, in both files and in both languages.
func TestTheCardSaysHowItsNetworkIsChangedLater(t *testing.T) {
	id := regexp.MustCompile(`(?m)^instance-id: (.+)$`).FindStringSubmatch(read(t, "card/meta-data"))
	if id == nil {
		t.Fatal("meta-data has no instance-id")
	}
	for file, want := range map[string]string{"card/network-config": "instance-id", "card/meta-data": id[1] + "-2"} {
		said := map[bool]bool{}
		for line := range strings.Lines(read(t, file)) {
			if strings.HasPrefix(line, "#") && strings.Contains(line, want) && strings.Contains(line, id[1]+"-2") {
				said[russian(line)] = true
			}
		}
		if !said[true] || !said[false] {
			t.Errorf("%s doesn't say in both languages how to change the %s", file, want)
		}
	}
}

// The README's picture needs no language: it has numbers only.
func TestThePictureOfTheCardSaysNothing(t *testing.T) {
	picture := read(t, "card.svg")
	if got, most := len(picture), 20_000; got > most {
		t.Errorf("the picture has %d bytes, want %d at most", got, most)
	}
	for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)<`).FindAllStringSubmatch(picture, -1) {
		if strings.ContainsFunc(m[1], unicode.IsLetter) {
			t.Errorf("the picture says %q", m[1])
		}
	}
}
