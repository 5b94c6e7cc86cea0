package mazaitsy_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/mazaitsy"
)

// secret is a game whose tokens ashore are hidden.
const secret = `
seats=3 tokens=hidden
turn 5 move
round 1 added 0
pile 8 row 3 discard 4 mazai 0..4
lost 0
seat 1 boat 1:1,3:2 ashore 2:3 written 0/0
seat 2 boat - ashore 1:2,5:1 written 0/0
seat 3 boat 5:1 ashore - written 0/0
`

// secrets are positions that differ in what lies ashore, with the field and without.
func secrets(t *testing.T) []gamestest.Twins {
	line, field := afloatText("tokens=hidden", "d5 n 1:1"+others, calm)
	onField := func(text string) games.State { return position(t, line+"\n"+text) }
	return []gamestest.Twins{
		{
			Name: "tokens ashore", One: position(t, secret),
			Other: position(t, strings.Replace(secret, "ashore 1:2,5:1", "ashore 2:1,3:2", 1)),
			Blind: []games.Seat{games.Nobody, 1, 2, 3},
		},
		{
			Name: "tokens ashore beside the field", One: onField(strings.Replace(field, "ashore -", "ashore 1:2", 1)),
			Other: onField(strings.Replace(field, "ashore -", "ashore 4:1,5:1", 1)),
			Blind: []games.Seat{games.Nobody, 1, 2, 3},
		},
	}
}

func TestTokensAshoreAreHiddenUntilTheCount(t *testing.T) {
	s := position(t, secret)
	if got := s.Standing(); !slices.Equal(got.Scores, []int32{7, 0, 5}) || !slices.Equal(got.Ties, []int32{3, 0, 1}) {
		t.Errorf("only what is in the boats counts: got %+v", got)
	}
	if !games.Veiled(s) {
		t.Error("what was unloaded can be looked up")
	}
	open := position(t, strings.Replace(secret, " tokens=hidden", "", 1))
	if got := open.Standing(); !slices.Equal(got.Scores, []int32{13, 7, 5}) || games.Veiled(open) {
		t.Errorf("in the open: got %+v", got)
	}
	for _, line := range s.View(2).Lines {
		if line.Key == "line.seat" {
			t.Errorf("a line tells %v", line)
		}
	}
	over := ended(t, "tokens=hidden", "5:1/1:1", "-/5:1", "1:4/-")
	if got := over.Standing(); !slices.Equal(got.Scores, []int32{6, 5, 4}) || games.Veiled(over) {
		t.Errorf("at the count all is shown: got %+v", got)
	}
	if lines := over.View(games.Nobody).Lines; !slices.ContainsFunc(lines, func(l games.Text) bool { return l.Key == "line.seat" }) {
		t.Errorf("at the count: got %v", lines)
	}
}

func TestAHiddenLandingTellsWhatWasSeenOnly(t *testing.T) {
	s := position(t, strings.Replace(secret, "turn 5", "turn 4", 1))
	if got := looked(t, after(t, s, "unload 1 3 3")); !slices.Equal(got, []string{"land [1] moment.land 3; moment.land.note.hidden 7"}) {
		t.Errorf("got %q", got)
	}
}

func TestRecordsFromBeforeTheOptionShowTokens(t *testing.T) {
	for _, o := range (mazaitsy.Rules{}).Options() {
		if o.Name == "tokens" && (o.Default != "open" || o.Offer != "") {
			t.Errorf("got %+v", o)
		}
	}
}
