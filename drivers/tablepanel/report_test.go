package tablepanel

import (
	"strings"
	"testing"
)

func TestALineIsReadAsItIsSaid(t *testing.T) {
	for _, tt := range []struct {
		line string
		want Report
	}{
		{"HELLO rim 1.2", Hello{"rim", "1.2"}},
		{"HELLO 16characters-ok 0123456789_ABCde", Hello{"16characters-ok", "0123456789_ABCde"}},
		{"K 1 down", Key{1, true}},
		{"K 99 up", Key{99, false}},
		{"D 2 red", Die{2, "red"}},
		{"D 1 6", Die{1, "6"}},
		{"M roll done", Motor{"roll", true}},
		{"M shuffle stuck", Motor{"shuffle", false}},
	} {
		if got, err := Parse(tt.line); err != nil || got != tt.want {
			t.Errorf("%q is read as %v, %v", tt.line, got, err)
		}
		if got := tt.want.String(); got != tt.line {
			t.Errorf("%#v is said as %q", tt.want, got)
		}
	}
}

func TestALineThatIsNotInTheProtocolIsRefused(t *testing.T) {
	for _, line := range []string{
		"", " ", "  ", "K", "K 1", "K 1 down ", " K 1 down", "K  1 down", "K 1  down", "K\t1\tdown", "K 1 down again",
		"k 1 down", "K 1 Down", "K 1 left", "K 0 down", "K 100 down", "K 01 down", "K +1 down", "K -1 down", "K x down", "K 1.0 down",
		"D 0 red", "D 1", "D 1 ", "D red red", "D 1 красный", "D 1 red\r", "D 1 12345678901234567", "D 1 re\x00d",
		"M roll", "M roll doing", "M  done", "M ro/ll done",
		"HELLO", "HELLO rim", "HELLO rim 1 2", "HELLO rim ", "HELLO \x1b[2J 1", "HELLO rim 12345678901234567",
		"T 1 2", "X 1 2", "? 1 2", "L 1 on",
		"HELLO " + strings.Repeat("x", 40) + " " + strings.Repeat("y", 40),
	} {
		if r, err := Parse(line); err == nil || r != nil || !strings.HasPrefix(err.Error(), "tablepanel: parse ") {
			t.Errorf("%q is read as %v, %v", line, r, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"HELLO rim 1.2", "K 3 down", "D 2 red", "M roll stuck", "K -1 up", "D 1 \xff", "M  done"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Parse(line)
		if err != nil {
			return
		}
		if r.String() != line {
			t.Errorf("%q is read as %#v, which is said as %q", line, r, r)
		}
		for _, c := range line {
			if c < ' ' || c > '~' {
				t.Errorf("%q has %q in it", line, c)
			}
		}
	})
}
