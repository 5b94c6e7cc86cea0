package qr

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"rsc.io/qr/coding"
)

func TestALinkIsASegmentOfBytesAndAnAlphanumericOne(t *testing.T) {
	const token = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, tt := range []struct {
		text    string
		want    []coding.Encoding
		bits    int
		modules int
	}{
		{"http://192.168.100.100:8090/J/" + token, []coding.Encoding{coding.String("http"), coding.Alpha("://192.168.100.100:8090/J/" + token)}, 44 + 299, 29},
		{"http://COMPANION.LOCAL:8090/J/" + token, []coding.Encoding{coding.String("http"), coding.Alpha("://COMPANION.LOCAL:8090/J/" + token)}, 44 + 299, 29},
		{"HTTP://10.0.0.5/", []coding.Encoding{coding.Alpha("HTTP://10.0.0.5/")}, 13 + 88, 21},
		{"WIFI:T:WPA;S:Companion-HYA3;P:i7nqa8jnmi;;", []coding.Encoding{coding.Alpha("WIFI:T:WPA"), coding.String(";S:Companion-HYA3;P:i7nqa8jnmi;;")}, 68 + 268, 29},
		{"31415926535", []coding.Encoding{coding.Num("31415926535")}, 14 + 37, 21},
		{"a", []coding.Encoding{coding.String("a")}, 20, 21},
	} {
		version, got := smallest(tt.text, L)
		if !reflect.DeepEqual(got, tt.want) || bits(got, version) != tt.bits || width(version) != tt.modules {
			t.Errorf("%s: %v of %d bits in %d modules, want %v, %d, %d", tt.text, got, bits(got, version), width(version), tt.want, tt.bits, tt.modules)
		}
	}
}

// fewest is the least number of bits by trying all places of the last segment.
func fewest(text string, v coding.Version) int {
	best := make([]int, len(text)+1)
	for end := 1; end <= len(text); end++ {
		best[end] = 1 << 30
		for begin := range end {
			for _, m := range modes {
				if s := m.segment(text[begin:end]); s.Check() == nil {
					best[end] = min(best[end], best[begin]+s.Bits(v))
				}
			}
		}
	}
	return best[len(text)]
}

func TestNoOtherSegmentsTakeFewerBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.StringMatching(`[0-9]{0,20}|[A-Z:/. ]{0,12}|[a-z;]{0,6}|я{0,3}`), 1, 8).Draw(t, "parts"), "")
		version := coding.Version(rapid.SampledFrom([]int{1, 10, 27}).Draw(t, "version"))
		segments := split(text+"!", version)
		joined := ""
		for _, s := range segments {
			if err := s.Check(); err != nil {
				t.Fatal(err)
			}
			joined += reflect.ValueOf(s).String()
		}
		if got, want := bits(segments, version), fewest(text+"!", version); joined != text+"!" || got != want {
			t.Fatalf("%v: %d bits, want %d", segments, got, want)
		}
	})
}

func TestTheCodeIsTheSmallestThatHoldsTheText(t *testing.T) {
	for _, tt := range []struct {
		text  string
		level coding.Level
		size  int // 0: no code
	}{
		{strings.Repeat("A", 77), L, 29}, // ISO/IEC 18004, table 7
		{strings.Repeat("A", 78), L, 33},
		{strings.Repeat("a", 53), L, 29},
		{strings.Repeat("a", 54), L, 33},
		{strings.Repeat("7", 127), L, 29},
		{strings.Repeat("7", 128), L, 33},
		{strings.Repeat("a", 42), M, 29},
		{strings.Repeat("a", 2953), L, 177},
		{strings.Repeat("a", 2331), M, 177},
		{strings.Repeat("a", 2332), M, 0},
		{"", L, 0},
	} {
		name := fmt.Sprintf("%d × %.1s at %v", len(tt.text), tt.text, tt.level)
		c, err := New(tt.text, tt.level)
		if c.Size() != tt.size || (err == nil) != (tt.size > 0) || err == nil && c.Text() != tt.text {
			t.Errorf("%s: %d modules, %v; want %d", name, c.Size(), err, tt.size)
		}
		if tt.level != L {
			continue
		}
		on, err := OnPanel(tt.text)
		if fits := tt.size > 0 && tt.size <= PanelModules; FitsPanel(tt.text) != fits || (err == nil) != fits || on.Size() > PanelModules {
			t.Errorf("%s: fits the panel: %t, drawn %d modules wide: %v", name, FitsPanel(tt.text), on.Size(), err)
		}
	}
	if c := (Code{}); c.Black(0, 0) {
		t.Error("the zero code has a dark module")
	}
}
