package main

import "testing"

// drawing returns the picture of rows of "." and "#".
func drawing(rows ...string) picture {
	p := picture{height: len(rows)}
	for y, row := range rows {
		for x, c := range row {
			if c == '#' {
				p.set(x, y)
			}
		}
	}
	return p
}

func TestAMissingLetterIsComposed(t *testing.T) {
	n := drawing("....", "#..#", "#..#", "####", "#..#", "#..#", "#..#", "....")
	small := drawing("....", "....", "....", ".##.", "#..#", "#..#", ".##.", "....")
	for _, tt := range []struct {
		r     rune
		bare  bool
		glyph map[rune]picture
		want  picture
	}{
		{'Ң', false, map[rune]picture{'Н': n}, drawing("....", "#..#", "#..#", "####", "#..#", "#..#", "#..#", "...#")},
		{'Ң', true, map[rune]picture{'Н': n}, n},
		{'Ñ', false, map[rune]picture{'N': n}, drawing("#.#.", "....", "#..#", "#..#", "####", "#..#", "#..#", "....")},
		{'ö', false, map[rune]picture{'o': small}, drawing("....", "#..#", "....", ".##.", "#..#", "#..#", ".##.", "....")},
		{'ộ', false, map[rune]picture{'o': small}, drawing("....", ".##.", "....", ".##.", "#..#", "#..#", ".##.", ".#..")},
		{'ө', false, map[rune]picture{'о': small}, drawing("....", "....", "....", ".##.", "#..#", "####", ".##.", "....")},
	} {
		compose(tt.glyph, []rune{tt.r}, rulesOf(shapes), tt.bare)
		got, ok := tt.glyph[tt.r]
		if !ok || got != tt.want {
			t.Errorf("%c is composed as %v, want %v", tt.r, got.rows[:8], tt.want.rows[:8])
		}
	}
}

func TestALetterOfNothingIsNotComposed(t *testing.T) {
	glyphs := map[rune]picture{}
	compose(glyphs, []rune("ҢÑ日"), rulesOf(shapes), false)
	if len(glyphs) > 0 {
		t.Errorf("composed of nothing: %v", glyphs)
	}
}

func TestALetterOfAHigherFontIsRaisedUnlessItReachesTheTop(t *testing.T) {
	all := raised(map[rune]picture{'a': drawing("..", "##", ".."), 'b': drawing("#.", "..", "..")}, 1)
	if _, high := all['b']; high || all['a'] != drawing("##", "..", "..") {
		t.Errorf("raised to %v", all)
	}
}
