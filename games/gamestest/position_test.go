package gamestest

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/games/internal/nim"
)

// deaf is a test that notes its failure and goes on.
type deaf struct{ said string }

func (d *deaf) Helper() {}

func (d *deaf) Fatalf(format string, args ...any) { d.said = fmt.Sprintf(format, args...) }

func (d *deaf) Errorf(format string, args ...any) { d.said += fmt.Sprintf(format, args...) }

func TestADrawnPositionIsPlayedOn(t *testing.T) {
	begun := Begin(t, nim.Rules{}, "seats=2 heap=5")
	s := After(t, Position(t, nim.Rules{}, "seats=2 heap=5", "\n"+begun.String()), "coin heads, take 3", "fix turn 1")
	if got := s.Turn(); got != 1 || s.String() == begun.String() {
		t.Errorf("it is the turn of seat %d in\n%s", got, s)
	}
	if got := Listed(s.Legal()); got != "take 1..2" {
		t.Errorf("got %s, want take 1..2", got)
	}
	_, err := s.Apply("take 3")
	if got := Refusal(err) + ", " + Refusal(nil); got != "rule.take, no refusal" {
		t.Errorf("got %s", got)
	}
}

func TestWhatCantBePlayedFailsTheTestAndSaysWhere(t *testing.T) {
	begun := Begin(t, nim.Rules{}, "seats=2")
	for want, fail := range map[string]func(Failing){
		"rule.setup.seats":      func(t Failing) { Begin(t, nim.Rules{}, "seats=9") },
		"no position":           func(t Failing) { Position(t, nim.Rules{}, "seats=2", "no position") },
		`"take 9": illegal`:     func(t Failing) { After(t, begun, "take 9") },
		`"fix turn 9": illegal`: func(t Failing) { After(t, begun, "fix turn 9") },
	} {
		var d deaf
		if fail(&d); !strings.Contains(d.said, want) {
			t.Errorf("got %q, want %q in it", d.said, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a set-up that is none is read")
		}
	}()
	Setup("seats")
}
