package mazaitsy

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
)

// randomField draws a position of the whole field that random play, with rulings now
// and then, comes to.
func randomField(t *rapid.T) (games.Setup, fieldState) {
	setup := drawn(t)
	setup.Options["field"] = "on"
	setup.Options["deal"] = rapid.SampledFrom([]string{"device", "table"}).Draw(t, "deal")
	first, err := Rules{}.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	now := first.(fieldState)
	for range rapid.IntRange(0, 300).Draw(t, "decisions") {
		choices, take := now.Legal(), now.Apply
		if now.boatToPlace() == 0 && rapid.IntRange(0, 9).Draw(t, "rules") == 0 {
			choices, take = now.Fixes(), now.Fix
		}
		if len(choices) == 0 {
			break
		}
		c := rapid.SampledFrom(choices).Draw(t, "choice")
		next, err := take(c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number")))
		if err != nil {
			t.Fatalf("%s is offered and refused: %v\n%s", c, err, now)
		}
		now = next.(fieldState)
		if err := now.validate(); err != nil {
			t.Fatalf("behind %s: %v\n%s", c, err, now)
		}
	}
	return setup, now
}

func TestAnythingLegalOrRuledLeadsToASoundField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, now := randomField(t)
		before := now.String()
		for _, take := range []struct {
			choices []games.Choice
			do      func(games.Decision) (games.State, error)
		}{{now.Legal(), now.Apply}, {now.Fixes(), now.Fix}} {
			for _, c := range take.choices {
				next, err := take.do(c.At(0))
				if err != nil {
					t.Fatalf("%s is offered and refused: %v\n%s", c, err, now)
				}
				f := next.(fieldState)
				if err := f.validate(); err != nil {
					t.Fatalf("%s leads to\n%s: %v\nfrom\n%s", c, f, err, now)
				}
			}
		}
		if now.String() != before {
			t.Fatalf("the position changed from\n%sto\n%s", before, now)
		}
	})
}

func TestARuledFieldIsReadAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup, now := randomField(t)
		now.events = events{} // they are told once
		back, err := Rules{}.Parse(setup, now.String())
		if err != nil || !reflect.DeepEqual(back, games.State(now)) {
			t.Fatalf("%v, %v\nis read for\n%s", back, err, now)
		}
	})
}

func TestHaresAndCardsOfARuledFieldAreThoseOfTheBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		setup, now := randomField(t)
		g := &played{setup: setup, now: now, box: map[card]int{}}
		g.checkCards(t)
		g.checkHares(t)
	})
}
