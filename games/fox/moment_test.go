package fox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

// happened is what a state tells: kind, text, note, glyph, seats.
func happened(t *testing.T, s games.State) []string {
	t.Helper()
	var all []string
	for _, m := range games.Moments(s) {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s: %s %s %s %v", m.Kind, item(t, m.Text), item(t, m.Note), m.Glyph, m.Seats)))
	}
	return all
}

func TestWhatHasJustHappenedIsTold(t *testing.T) {
	const quick, tricks = "seats=2 mode=quick", "seats=2 mode=tricks"
	for _, tt := range []struct {
		name, setup, decisions string
		want                   []string
	}{
		{"nothing at the start", "seats=2", "", nil},
		{"nothing by a decree", "seats=2", "decree bells 4", nil},
		{"nothing by a card that leads", "seats=2", "decree bells 4, play keys 8", nil},
		{"a trick", "seats=2", "decree bells 4, play keys 8, play keys 10", []string{"trick: moment.trick note.tricks 0 1 keys [2]"}},
		{"a trick by trump", "seats=2", "decree bells 4, play keys 8, play bells 2", []string{"trick: moment.trick note.tricks 0 1 bells [2]"}},
		{"a Treasure", "seats=2", "decree bells 4, play keys 8, play keys 7", []string{"trick: moment.treasure 1 note.treasure 1 1 0 keys [1]"}},
		{"two Treasures", "seats=2", "decree bells 4, play keys 7, play bells 7", []string{"trick: moment.treasure 2 note.treasure 2 0 1 bells [2]"}},
		{"a Witch that is trump", "seats=2", "decree bells 4, play keys 11, play moons 9", []string{"trick: moment.witch note.tricks 0 1 moons [2]"}},
		{"with a Treasure", "seats=2", "decree bells 4, play bells 7, play moons 9", []string{"trick: moment.witch note.treasure 1 0 1 moons [2]"}},
		{"a Witch that would have won anyhow", "seats=2", "decree bells 4, play keys 9, play keys 8", []string{"trick: moment.trick note.tricks 1 0 keys [1]"}},
		{"two Witches", "seats=2", "decree bells 4, play keys 9, play moons 9", []string{"trick: moment.witches note.tricks 1 0 keys [1]"}},
		{"a Swan that leads", "seats=2", "decree bells 4, play keys 1, play keys 8", []string{"trick: moment.trick note.swan keys [2]"}},
		{"a Swan that gives a Treasure", "seats=2", "decree bells 4, play keys 1, play keys 7", []string{"trick: moment.treasure 1 note.swan keys [2]"}},
		{"another suit is trump", "seats=2", "decree bells 4, play keys 3, exchange moons 2", []string{"appear: moment.trump note.card (name.moons 2) moons [1]"}},
		{"another card is the decree", "seats=2", "decree bells 4, play keys 3, exchange bells 2", []string{"appear: moment.decree note.card (name.bells 2) bells [1]"}},
		{"the decree stays", "seats=2", "decree bells 4, play keys 3, keep", nil},
		{"an exchange tells what changed by it alone", "seats=2", "decree bells 4, play keys 3, exchange moons 2, play keys 8", []string{"trick: moment.trick note.tricks 0 1 keys [2]"}},
		{"a new trump that takes the trick", "seats=2", "decree bells 4, play keys 8, play moons 3, exchange moons 2", []string{
			"appear: moment.trump note.card (name.moons 2) moons [2]", "trick: moment.trick note.tricks 0 1 moons [2]",
		}},
		{"a trick without its cards", tricks, "trick 2", []string{"trick: moment.trick note.tricks 0 1 trick [2]"}},
		{"with a Treasure, without its cards", tricks, "trick 2, trick 1 treasures 1", []string{"trick: moment.treasure 1 note.treasure 1 1 1 treasure [1]"}},
		{"the last trick of a round", tricks, "fix tricks 1 8, fix tricks 2 4, trick 2", []string{
			"trick: moment.trick note.tricks 8 5 trick [2]", "round: moment.round.victorious 1 note.round 6 2 6 2  [1]",
		}},
		{"a round", quick, "round 10-3 treasures 3-0", []string{"round: moment.round.humble 1 note.round 3 6 3 6  [2]"}},
		{"somebody else is ahead", quick, "round 10-3 treasures 3-0, round 8-5 treasures 0-0", []string{"round: moment.round.victorious 2 note.round 6 2 9 8  [1]", "lead: moment.lead note.lead 9 8  [1]"}},
		{"both have the same", quick, "round 10-3 treasures 0-0, round 13-0 treasures 3-0, round 10-3 treasures 0-0, fix score 1 10, fix score 2 15, round 8-5 treasures 0-1", []string{"round: moment.round.victorious 4 note.round 6 3 16 18  [1]"}},
		{"who was level isn't overtaken", quick, "fix score 1 5, fix score 2 5, round 8-5 treasures 0-0", []string{"round: moment.round.victorious 1 note.round 6 2 11 7  [1]"}},
		{"who has won is told for the game", quick, "fix score 1 14, fix score 2 16, round 9-4 treasures 3-0", []string{"round: moment.round.victorious 1 note.round 9 1 23 17  [1]"}},
		{"a ruling is no news", "seats=2", "decree bells 4, play keys 8, play keys 10, fix turn 1", nil},
		{"nor is a round that is ended by one", tricks, "trick 1, fix round 8-5 treasures 0-0", nil},
	} {
		s := gamestest.Begin(t, fox.Rules{}, tt.setup)
		for d := range strings.SplitSeq(tt.decisions, ", ") {
			if d != "" {
				s = gamestest.After(t, s, games.Decision(d))
			}
		}
		if got := happened(t, s); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestABrokenRuleIsToldWithTheRound(t *testing.T) {
	for _, tt := range []struct {
		drawing string
		want    []string
	}{
		{brokenMonarch, []string{
			"trick: moment.trick note.tricks 7 6 moons [2]", "revoke: moment.revoke 8 note.card (name.bells 5)  [1]", "round: moment.round.victorious 1 note.round 8 4 8 4  [1]",
		}},
		{brokenSuit, []string{
			"trick: moment.trick note.tricks 6 7 bells [1]", "revoke: moment.revoke 10 note.card (name.moons 9)  [2]", "round: moment.round.victorious 1 note.round 3 7 3 7  [2]",
		}},
	} {
		if got := happened(t, replayed(t, tt.drawing)); !slices.Equal(got, tt.want) {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// replayed plays a complete first round as its drawing has it.
func replayed(t *testing.T, drawing string) games.State {
	t.Helper()
	s := after(t, "seats=2")
	for line := range strings.Lines(drawing) {
		words := strings.Fields(line)
		switch {
		case len(words) == 3 && words[0] == "decree":
			s = gamestest.After(t, s, games.Decision(strings.TrimSpace(line)))
		case len(words) > 0 && words[0] == "trick":
			s = playedOut(t, s, words[2:])
		}
	}
	return s
}

// playedOut plays the cards of a trick: "keys 3 exchange bells 4 keys 1".
func playedOut(t *testing.T, s games.State, words []string) games.State {
	t.Helper()
	for len(words) > 0 {
		switch words[0] {
		case "keep":
			s, words = gamestest.After(t, s, "keep"), words[1:]
		case "exchange":
			s, words = gamestest.After(t, s, games.Decision("exchange "+words[1]+" "+words[2])), words[3:]
		default:
			s, words = gamestest.After(t, s, games.Decision("play "+words[0]+" "+words[1])), words[2:]
		}
	}
	return s
}

func TestHandsAreToldToDealToServeAWoodcutterAndToPutTheCardsAway(t *testing.T) {
	const first = "step.deal @2, (step.deck), (step.cards), (step.lead @1)"
	for _, tt := range []struct {
		s    games.State
		want string // the usual steps are in parentheses
	}{
		{after(t, "seats=2"), first},
		{after(t, "seats=2", "decree bells 4"), ""},
		{after(t, "seats=2", "decree bells 4", "play keys 5"), "line.woodcutter @1"},
		{after(t, "seats=2", "decree bells 4", "play keys 5", "play keys 8"), ""},
		{after(t, "seats=2", "decree bells 4", "play keys 8", "play keys 5"), "line.woodcutter @2"},
		{after(t, "seats=2", wholeRound...), "step.deal @1"},
		{after(t, "seats=2 mode=tricks"), first},
		{after(t, "seats=2 mode=tricks", "trick 1"), ""},
		{after(t, "seats=2 mode=quick"), "(step.deal @2), (step.deck), (step.cards), (step.lead @1)"},
		{after(t, "seats=2 mode=quick", "round 8-5 treasures 0-0"), "(step.deal @1)"},
		{after(t, "seats=2 mode=tricks target=1", "fix round 8-5 treasures 0-0"), "(step.away)"},
	} {
		var all []string
		for _, step := range games.Steps(tt.s) {
			text := item(t, step.Text)
			if step.Usual {
				text = "(" + text + ")"
			}
			all = append(all, text)
		}
		if got := strings.Join(all, ", "); got != tt.want {
			t.Errorf("got %q, want %q\n%s", got, tt.want, tt.s)
		}
	}
}
