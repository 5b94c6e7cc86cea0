package maze_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games/maze"
)

func TestEveryStartThatChanceDrawsIsPackedAndReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup := rapid.SampledFrom([]string{"standard", "small", "balanced"}).Draw(t, "setup")
		dark := rapid.SampledFrom([]string{"light", "dark"}).Draw(t, "square1")
		start, _ := chanceOf(t, "seats=2 setup="+setup+" square1="+dark)
		packed, err := maze.Pack(setup, start)
		if err != nil {
			t.Fatal(err)
		}
		if back := maze.Unpack(setup, packed); back != start {
			t.Fatalf("%s: got %s, want %s", setup, back, start)
		}
	})
}

// What is packed stays readable for ever: these bytes are in the lists.
func TestPackedStartsNeverChange(t *testing.T) {
	for _, tt := range []struct{ setup, start, packed string }{
		{"standard", "SLRTB123SLRTB123SLRTB123SLRTB123", "0000fac6880000fac688"}, // by hand: the sum of i·8^i,
		{"standard", "33221BB1TTRRLLSSSSLLRRTTBB112233", "0074457d7f0000000000"},
		{"balanced", "RTB21BSRSL123L3TT1S13B3R2LSTRBL2", "02c18a955a0085497a2b"},
		{"small", "TB323BRT1L............SSBTRL32B1", "0004387de3000b2598c0"},
	} {
		packed, err := maze.Pack(tt.setup, tt.start)
		if got := hex.EncodeToString(packed[:]); err != nil || got != tt.packed {
			t.Errorf("%s %s: got %s, %v, want %s", tt.setup, tt.start, got, err, tt.packed)
		}
		if got := maze.Unpack(tt.setup, packed); got != tt.start {
			t.Errorf("%s %s: got %s, want %s", tt.setup, tt.packed, got, tt.start)
		}
	}
}

func TestOnlyWhatChanceDrawsIsPacked(t *testing.T) {
	const full = "SLRTB123SLRTB123SLRTB123SLRTB123"
	for want, args := range map[string][2]string{
		"unknown set-up":     {"tall", full},
		"chance can't draw ": {"small", full},
		"can't draw S":       {"balanced", full},
		"can't draw .":       {"standard", "." + strings.Replace(full, "S", ".", 1)[1:]},
		"32 ":                {"standard", full[1:]},
	} {
		if packed, err := maze.Pack(args[0], args[1]); err == nil || !strings.Contains(err.Error()+" 32 ", want) {
			t.Errorf("%v: got %x, %v, want %s", args, packed, err, want)
		}
	}
}
