package mazaitsy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words/wordstest"
	"tabletop/games"
)

// looked are the moments of a position: kind, seats, text and note.
func looked(t testing.TB, s games.State) []string {
	t.Helper()
	var all []string
	for _, m := range games.Moments(s) {
		said := fmt.Sprintf("%s %v %s", m.Kind, m.Seats, wordstest.Item(m.Text))
		if m.Note.Key != "" {
			said += "; " + wordstest.Item(m.Note)
		}
		if m.Glyph != "" {
			said += " (" + m.Glyph + ")"
		}
		all = append(all, said)
	}
	return all
}

func TestMomentsWithoutTheField(t *testing.T) {
	final := strings.Replace(strings.Replace(question, "turn 8", "turn 28", 1), "round 1 added 0", "round 3 added 3", 1)
	closing := strings.Replace(final, "turn 28", "turn 30", 1)
	for _, tt := range []struct {
		text, says string
		want       []string
	}{
		{question, "mazai no", nil},
		{question, "mazai yes", []string{"appear [3] moment.mazai; moment.mazai.note @3 (mazai)"}},
		{fourTurns, "mazai yes", []string{"appear [2] moment.mazai; moment.mazai.note @2 (mazai)"}},
		{final, "mazai yes", []string{"appear [] moment.mazai (mazai)", "last [] moment.last; moment.last.note 2"}},
		{closing, "mazai yes", []string{"appear [] moment.mazai; moment.mazai.over (mazai)"}},
		{question, "mazai yes, take 5", []string{"gain [3] moment.take; moment.take.note 5 1 4"}},
		{question, "mazai yes, take 5, done", nil},
		{question, "mazai yes, take 5, take 2, unload 2 5", []string{"land [3] moment.land 2; moment.land.note 7 7"}},
		{question, "mazai yes, take 5, unload 5", []string{"land [3] moment.land 1; moment.land.note 5 5"}},
		{middle, "steal 3/1", []string{"steal [2] moment.steal; moment.steal.note @1 3"}},
		{points, "take 1", []string{"gain [1] moment.take; moment.take.note 1 8 9"}},
	} {
		s := position(t, tt.text)
		if got := looked(t, s); got != nil {
			t.Errorf("a position that was read tells %q", got)
		}
		if got := looked(t, after(t, s, tt.says)); !slices.Equal(got, tt.want) {
			t.Errorf("behind %s: got %q, want %q", tt.says, got, tt.want)
		}
	}
}

func TestMomentsOnTheField(t *testing.T) {
	const wild = `
~ ~ ~ ~ ~ ~
~ ~ e s:1 ~ ~
~ ~ ~ n ~ ~
~ ~ ~ ~ ~ o
%:25 ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	hares := strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "~:1 ~ ~:2 # ~ ~\n", 1)
	const chain = `
~ ~ ~ ~ ~ ~
~ ~ e s ~ ~
~ ~ ~ ~:3 ~ o
~ ~ ~ ~ ~ ~
%:25 ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	const all = `
~ ~ ~ ~ ~ ~
~ ~ e:3 = ~ ~
~ ~ ~ ~ o ~
~ ~ ~ ~ ~ ~
%:25 ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	for _, tt := range []struct {
		name, options, boats, field, says string
		want                              []string
	}{
		{"nothing", "", "a6 n", calm, "forward", nil},
		{"a current, up to a hare", "", "c3 n", wild, "forward", []string{"carry [1] moment.carry; moment.carry.note c2 d2"}},
		{"currents on and on", "", "c3 n", chain, "forward", []string{"carry [1] moment.carry; moment.carry.note c2 d3"}},
		{"a hare", "", "c3 n", chain, "forward, take 3", []string{"gain [1] moment.take; moment.take.note 3 1 4"}},
		{"a funnel, then the swamp", "swamp1=a5", "e5 n", wild, "turn left, done", []string{"pull [1] moment.pull; moment.pull.note e5 f4", "sink [1] moment.sink 2; moment.lost.note 2"}},
		{"too much: the current is left out", "swamp1=a5", "c3 n", all, "forward, take 3", []string{
			"gain [1] moment.take; moment.take.note 3 1 4", "pull [1] moment.pull; moment.pull.note d2 e3", "sink [1] moment.sink 2; moment.lost.note 2",
		}},
		{"a whirlpool", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place c2, spin cw", []string{"whirl [1] moment.whirl 1; moment.lost.note 1"}},
		{"a whirlpool that loses none", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place b2, spin cw", []string{"whirl [1] moment.whirl"}},
		{"a twin", "open=~',~,~ adv1=on hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place a6", []string{"sink [1] moment.clear 2; moment.lost.note 2"}},
		{"hares ashore", "", "a6 n 1:1,2:1", calm, "unload 1 2", []string{"land [1] moment.land 2; moment.land.note 3 3"}},
	} {
		s := afloat(t, tt.options, tt.boats+others, tt.field)
		if got := looked(t, after(t, s, tt.says)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestARulingTellsNoMoment(t *testing.T) {
	s := afloat(t, "swamp1=a1", "c3 n"+others, strings.Replace(calm, "~", "%:25", 1))
	fixed, err := after(t, s, "forward").Fix("skip 1")
	if err != nil {
		t.Fatal(err)
	}
	if got := looked(t, fixed); got != nil {
		t.Errorf("got %q", got)
	}
	if got := hands(fixed); !slices.Equal(got, []string{"drained 2(a1) at a1"}) {
		t.Errorf("hands have work all the same: got %v", got)
	}
}
