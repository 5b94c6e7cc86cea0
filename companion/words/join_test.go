package words_test

import (
	"testing"

	"tabletop/companion/words"
)

func TestSentencesArePartedByOneMark(t *testing.T) {
	for _, c := range []struct {
		all  []string
		want string
	}{
		{nil, ""},
		{[]string{"a", "", "b"}, "a. b"},
		{[]string{"a!", "b\nc", "d…", "e?", "f"}, "a! b c. d… e? f"},
	} {
		if got := words.Sentences(c.all...); got != c.want {
			t.Errorf("%q: got %q, want %q", c.all, got, c.want)
		}
	}
}
