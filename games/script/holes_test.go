package script

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHolesAreWhatTheExpressionFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("{}01 а"))).Draw(t, "text")
		var want []string
		for _, m := range holes.FindAllStringSubmatch(text, -1) {
			want = append(want, m[1])
		}
		if got := slices.Collect(holesOf(text)); !slices.Equal(got, want) {
			t.Fatalf("%q: got %q, want %q", text, got, want)
		}
	})
}
