package companion_test

import (
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games/dice"
	"tabletop/games/mice"
)

// caught is a table at which a moment has just begun: the catch of seat 1.
func caught(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := companiontest.New(t, mice.Rules{}, dice.Rules{})
	tb.Press("ok")
	draft := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1, Luck: "table"}
	tb.Ask(companiontest.Phone, companion.SetUp{Draft: draft, Begin: true})
	tb.Decide("roll", "dice red red", "lure red")
	tb.Do(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: "stop"})
	if tb.Model.View().Kind != panel.KindMoment {
		t.Fatalf("there is no moment:\n%s", tb.Screen())
	}
	return tb
}

func TestAMomentThatSomethingCoversIsOver(t *testing.T) {
	for name, way := range map[string]func(*companiontest.Table){
		"a message": func(tb *companiontest.Table) {
			tb.Send(companion.Trouble{Key: "trouble.surface", Arg: "x"})
			tb.Wait(3 * time.Second)
			tb.Press("ok")
		},
		"another match": func(tb *companiontest.Table) {
			first := tb.Model.Point().Match
			tb.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "mice", Names: []string{"В", "Г"}, First: 1}, Begin: true})
			tb.Ask(companiontest.Phone, companion.Resume{Match: first})
		},
	} {
		tb := caught(t)
		way(tb)
		if v := tb.Model.View(); v.Kind != panel.KindTurn || v.Title != "Боря" || !tb.Model.Settled() || tb.Model.Moment().Happened.All != nil {
			t.Errorf("after %s the panel shows\n%s\nsettled: %v, told: %v", name, tb.Screen(), tb.Model.Settled(), tb.Model.Moment().Happened.All)
		}
	}
}
