package mazaitsy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mazaitsy"
)

// looked are the moments of a position: kind, text, note and seats, in words.
func looked(t testing.TB, s games.State) []string {
	t.Helper()
	w, err := words.For(words.English, words.Own(words.English), mazaitsy.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ann", "Bob", "Cy", "Di"}
	var all []string
	for _, m := range games.Moments(s) {
		said := fmt.Sprintf("%s %v %s", m.Kind, m.Seats, w.Say(m.Text, names))
		if m.Note.Key != "" {
			said += "; " + w.Say(m.Note, names)
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
		{question, "mazai yes", []string{"appear [3] Mazai!; Cy adds hares (mazai)"}},
		{fourTurns, "mazai yes", []string{"appear [2] Mazai!; Bob adds hares (mazai)"}},
		{final, "mazai yes", []string{"appear [] Mazai! (mazai)", "last [] The last circle; 2 turns left"}},
		{closing, "mazai yes", []string{"appear [] Mazai!; The game is over (mazai)"}},
		{question, "mazai yes, take 5", []string{"gain [3] Aboard!; +5, aboard 1 of 4"}},
		{question, "mazai yes, take 5, done", nil},
		{question, "mazai yes, take 5, take 2, unload 2 5", []string{"land [3] Saved!; +7, ashore 7"}},
		{question, "mazai yes, take 5, unload 5", []string{"land [3] Saved!; +5, ashore 5"}},
		{middle, "steal 3/1", []string{"steal [2] Stolen!; Ann: −3"}},
		{points, "take 1", []string{"gain [1] Aboard!; +1, aboard 8 of 9"}},
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
		{"a current, up to a hare", "", "c3 n", wild, "forward", []string{"carry [1] Current!; c2 → d2"}},
		{"currents on and on", "", "c3 n", chain, "forward", []string{"carry [1] Current!; c2 → d3"}},
		{"a hare", "", "c3 n", chain, "forward, take 3", []string{"gain [1] Aboard!; +3, aboard 1 of 4"}},
		{"a funnel, then the swamp", "swamp1=a5", "e5 n", wild, "turn left, done", []string{"pull [1] Funnel!; e5 → f4", "sink [1] Swamp!; To the pool: 2 hares"}},
		{"too much: the current is left out", "swamp1=a5", "c3 n", all, "forward, take 3", []string{
			"gain [1] Aboard!; +3, aboard 1 of 4", "pull [1] Funnel!; d2 → e3", "sink [1] Swamp!; To the pool: 2 hares",
		}},
		{"a whirlpool", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place c2, spin cw", []string{"whirl [1] Whirlpool!; To the pool: 1 hare"}},
		{"a whirlpool that loses none", "open=@,~,~ hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place b2, spin cw", []string{"whirl [1] Whirlpool!"}},
		{"a twin", "open=~',~,~ adv1=on hares=1:1,2:1", "d5 n", hares, "turn left, turn left, place a6", []string{"sink [1] Twin!; To the pool: 2 hares"}},
		{"hares ashore", "", "a6 n 1:1,2:1", calm, "unload 1 2", []string{"land [1] Saved!; +3, ashore 3"}},
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
