package mice_test

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mice"
)

func TestTheMomentsOfAHunt(t *testing.T) {
	theft := func(note games.Text, glyph string, robbed ...games.Seat) games.Moment {
		return games.Moment{Kind: games.Steal, Text: games.Say("moment.steal"), Note: note, Glyph: glyph, Seats: robbed}
	}
	caught := func(key string, note games.Text, seat games.Seat) games.Moment {
		return games.Moment{Kind: games.Catch, Text: games.Say(key), Note: note, Seats: []games.Seat{seat}}
	}
	failed := func(text, note games.Text, seat games.Seat) games.Moment {
		return games.Moment{Kind: games.Bust, Text: text, Note: note, Seats: []games.Seat{seat}}
	}
	last := games.Moment{Kind: games.Last, Text: games.Say("moment.last"), Note: games.Say("ask.last")}

	tests := []struct {
		name, setup, before string
		says                games.Decision
		want                []games.Moment
	}{
		{"a roll is none", "seats=2", `
turn 1 more
centre   4 6 6 6 6
lured    2 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "roll", nil},
		{"dice that lure are none", "seats=2", `
turn 1 dice
centre   4 6 6 6 6
lured    2 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "dice red blue", nil},
		{"a lure from the centre is none", "seats=2", `
turn 1 lure green green
centre   4 6 6 6 6
lured    2 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "lure green green", nil},
		{"a hunt fails: how many ran away", "seats=2", `
turn 2 dice
centre   4 5 6 6 6
lured    2 1 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`, "dice red orange", []games.Moment{failed(games.Count("moment.bust", 3), games.Count("moment.bust.note", 3), 2)}},
		{"the first roll fails, and nothing could run away", "seats=2", `
turn 2 dice
centre   0 0 6 6 6
lured    0 0 0 0 0
seat 1   3 3 0 0 0
seat 2   3 3 0 0 0
`, "dice red orange", []games.Moment{failed(games.Say("moment.nothing"), games.Say("moment.nothing.note"), 2)}},
		{"who stops has points more, and so many in all", "seats=2", `
turn 1 more
centre   4 5 6 6 5
lured    2 1 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
`, "stop", []games.Moment{caught("moment.catch", games.Count("moment.gain", 14, "15"), 1)}},
		{"little ones count mice", "seats=2 scoring=kids", `
turn 1 more
centre   4 5 6 6 5
lured    2 1 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
`, "stop", []games.Moment{caught("moment.catch", games.Count("moment.gain.mice", 3, "4"), 1)}},
		{"who stops with nothing lured catches nothing", "seats=2 risk=on", `
turn 1 five
centre   5 5 5 5 5
lured    0 0 0 0 0
seat 1   1 1 1 1 1
seat 2   0 0 0 0 0
`, "stop", nil},
		{"two mice of one card", "seats=3", `
turn 2 lure orange orange
centre   6 4 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 2 0 0 0
`, "lure orange/3 orange/3", []games.Moment{theft(games.Count("moment.loss", 8, "@3"), "orange", 3)}},
		{"one from the centre, one from a card", "seats=3", `
turn 2 lure orange orange
centre   6 4 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
seat 3   0 2 0 0 0
`, "lure orange orange/3", []games.Moment{theft(games.Count("moment.loss", 4, "@3"), "orange", 3)}},
		{"one of each of two cards", "seats=3", `
turn 2 lure blue white
centre   6 6 6 6 4
lured    0 0 0 0 0
seat 1   0 0 0 0 1
seat 2   0 0 0 0 0
seat 3   0 0 0 0 1
`, "lure blue/1 blue/3", []games.Moment{theft(games.Count("moment.losses", 1), "blue", 1, 3)}},
		{"little ones lose mice", "seats=2 scoring=kids", `
turn 1 lure red red
centre   4 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   2 0 0 0 0
`, "lure red/2 red/2", []games.Moment{theft(games.Count("moment.loss.mice", 2, "@2"), "red", 2)}},
		{"two little ones lose mice", "seats=3 scoring=kids", `
turn 1 lure red red
centre   4 6 6 6 6
lured    0 0 0 0 0
seat 1   0 0 0 0 0
seat 2   1 0 0 0 0
seat 3   1 0 0 0 0
`, "lure red/2 red/3", []games.Moment{theft(games.Count("moment.losses.mice", 1), "red", 2, 3)}},
		{"the fifth colour is stolen: all five are caught", "seats=2 risk=on", `
turn 2 lure red red
centre   4 4 5 5 5
lured    0 2 1 1 1
seat 1   2 0 0 0 0
seat 2   0 0 0 0 0
`, "lure red/1", []games.Moment{
			theft(games.Count("moment.loss", 5, "@1"), "red", 1),
			caught("moment.five", games.Count("moment.gain", 19, "19"), 2),
		}},
		{"few are left in the centre: stopping would end the game", "seats=2", `
turn 1 lure red red
centre   3 0 0 0 3
lured    0 1 0 0 0
seat 1   3 3 3 3 0
seat 2   0 2 3 3 3
`, "lure red red", []games.Moment{last}},
		{"that is told once", "seats=2", `
turn 1 lure red red
centre   1 0 0 0 3
lured    0 1 0 0 0
seat 1   5 3 3 3 0
seat 2   0 2 3 3 3
`, "lure red", nil},
		{"end=now: the last lure is a catch", "seats=2 end=now", `
turn 1 lure red red
centre   3 0 0 0 3
lured    0 1 0 0 0
seat 1   3 3 3 3 0
seat 2   0 2 3 3 3
`, "lure red red", []games.Moment{caught("moment.catch", games.Count("moment.gain", 14, "56"), 1)}},
		{"end=now with risk: five colours are caught, and no other catch", "seats=2 risk=on end=now", `
turn 2 lure red red
centre   2 0 0 0 3
lured    0 2 1 1 1
seat 1   2 2 5 5 2
seat 2   2 2 0 0 0
`, "lure red", []games.Moment{caught("moment.five", games.Count("moment.gain", 19, "37"), 2)}},
	}
	for _, tt := range tests {
		s := gamestest.Position(t, mice.Rules{}, tt.setup, strings.Replace(tt.before, "\ncentre", "\n"+colours+"centre", 1))
		if got := games.Moments(gamestest.After(t, s, tt.says)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", tt.name, got, tt.want)
		}
	}
}

func TestAMomentIsOverWithTheNextDecisionOrRuling(t *testing.T) {
	s := gamestest.After(t, gamestest.Begin(t, mice.Rules{}, "seats=2"), "roll", "dice red red", "lure red red", "stop")
	if got := games.Moments(s); len(got) != 1 {
		t.Fatalf("after a catch: %+v, want it told", got)
	}
	if got := games.Moments(gamestest.After(t, s, "roll")); got != nil {
		t.Errorf("after the next roll: %+v", got)
	}
	for _, c := range s.Fixes() {
		ruled, err := s.Fix(c.Says)
		if err != nil {
			t.Fatal(err)
		}
		if got := games.Moments(ruled); got != nil {
			t.Errorf("after the ruling %q: %+v", c.Says, got)
		}
	}
}

func TestAFifthColourThatTheTableLaysIsNoMoment(t *testing.T) {
	s := gamestest.Position(t, mice.Rules{}, "seats=2 risk=on", `
turn 1 more
         R O Y G B
centre   6 5 5 5 5
lured    0 1 1 1 1
seat 1   0 0 0 0 0
seat 2   0 0 0 0 0
`)
	ruled, err := s.Fix("lay red")
	if err != nil {
		t.Fatal(err)
	}
	if got := games.Moments(ruled); got != nil {
		t.Errorf("got %+v", got)
	}
}
