package fox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

// exchanged is a round in which seat 2 has taken bells 4 for keys 6; it leads.
const exchanged = `
turn 2 lead
round 1 first 1
points 0 0
decree bells 4
trick 1 keys 7 moons 3 exchange keys 6
`

// bothKnown: seat 1 has taken moons 8, seat 2 moons 10.
const bothKnown = `
turn 1 lead
round 1 first 1
points 0 0
decree moons 8
trick 1 keys 3 exchange moons 10 moons 3 exchange bells 6
`

// lastTrick: seat 1 took moons 10 and has one card, which must be it.
const lastTrick = `
turn 1 lead
round 1 first 1
points 0 0
decree moons 10
trick 1 bells 3 exchange keys 10 bells 4
trick 2 bells 6 bells 2
trick 2 bells 8 bells 7
trick 2 bells 10 bells 9
trick 2 bells 11 bells 1
trick 1 keys 2 keys 4
trick 2 keys 6 keys 1
trick 1 keys 8 keys 11
trick 2 keys 5 keys 9
trick 1 moons 2 moons 4
trick 2 moons 6 moons 1
trick 1 moons 9 moons 7
`

func TestWhatMayBePlayed(t *testing.T) {
	for _, tt := range []struct{ name, drawing, want string }{
		{"book: the first card of a round is any card of the hand", "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\n", "all but bells 4"},
		{"an answer is anything, as long as nothing is known of the hand", "turn 2 follow\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 keys 7\n", "all but bells 4, keys 7"},
		{"a card that was taken is in one hand, so not in the other", exchanged + "trick 2 bells 4\n", "all but bells 4, keys 6, keys 7, moons 3"},
		{"whoever took a card may lead it", exchanged, "all but keys 6, keys 7, moons 3"},
		{"suit must be followed with a known card in the hand", bothKnown + "trick 1 moons 2\n", "moons 1, moons 10, moons 11, moons 4, moons 5, moons 6, moons 7, moons 9"},
		{"book: a trump that is led is followed by trump, not by a Witch of another suit", strings.ReplaceAll(bothKnown, "bells 6", "moons 4") + "trick 1 moons 2\n", "moons 1, moons 10, moons 11, moons 5, moons 6, moons 7, moons 9"},
		{"book: a Witch that is led is followed in her own suit", bothKnown + "trick 1 moons 9\n", "moons 1, moons 10, moons 11, moons 2, moons 4, moons 5, moons 6, moons 7"},
		{"another suit may be led: the known card says nothing of it", bothKnown + "trick 1 keys 2\n", "all but bells 6, keys 2, keys 3, moons 3, moons 8"},
		{"a Monarch is answered by the 1 or by nothing below the known card", bothKnown + "trick 1 moons 11\n", "moons 1, moons 10"},
		{"a Monarch is answered by anything higher than the known card", strings.Replace(bothKnown, "moons 10", "moons 7", 1) + "trick 1 moons 11\n", "moons 1, moons 10, moons 7, moons 9"},
		{"what a Woodcutter may have buried is known no more", bothKnown + "trick 1 keys 4 bells 5\ntrick 1 moons 2\n", "all but bells 5, bells 6, keys 3, keys 4, moons 2, moons 3, moons 8"},
		{"the last card is the known one", lastTrick, "moons 10"},
	} {
		s := gamestest.Position(t, fox.Rules{}, "seats=2", headed(tt.drawing))
		if got := listed(s); got != tt.want {
			t.Errorf("%s: got %s, want %s\n%s", tt.name, got, tt.want, s)
		}
	}
}

// headed puts whoever is on turn into the first line of a drawing whose last trick
// was added to.
func headed(drawing string) string {
	lines := strings.Split(strings.Trim(drawing, "\n"), "\n")
	last := strings.Fields(lines[len(lines)-1])
	if len(last) == 4 && last[0] == "trick" && !strings.HasSuffix(lines[0], "exchange") {
		lines[0] = "turn " + map[string]string{"1": "2", "2": "1"}[last[1]] + " follow"
	}
	return strings.Join(lines, "\n") + "\n"
}

// listed are the cards that may be played, or most of them by those that mayn't.
func listed(s games.State) string {
	var may, mayNot []string
	for _, p := range pack() {
		if slices.Contains(legal(s), string(say("play", p))) {
			may = append(may, p.String())
		} else {
			mayNot = append(mayNot, p.String())
		}
	}
	if len(may) > len(mayNot) {
		return "all but " + strings.Join(mayNot, ", ")
	}
	slices.Sort(may)
	return strings.Join(may, ", ")
}

// sentence returns what a player is told, as an item of [wordstest.Texts].
func sentence(t *testing.T, err error) string {
	t.Helper()
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return "no refusal"
	}
	return item(t, illegal.Rule)
}

func TestARefusalSaysItsRule(t *testing.T) {
	const begun = "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\n"
	const asked = "turn 1 exchange\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 keys 3\n"
	const none = "decree\nround 1 first 1\npoints 0 0\n"
	const quick = "turn 1 round\nround 1 first 1\npoints 0 0\n"
	const ended = "over\nround 2 first 2\npoints 21 2\nlast 8-5 treasures 0-0\n"
	for _, tt := range []struct {
		drawing string
		says    games.Decision
		want    string
	}{
		{begun, "shuffle", "rule.notation"},
		{begun, "Play keys 7", "rule.notation"},
		{begun, "play", "rule.card"},
		{begun, "play keys 12", "rule.card"},
		{begun, "play keys 07", "rule.card"},
		{begun, "play stars 7", "rule.card"},
		{begun, "play keys 7 ", "rule.card"},
		{none, "play keys 7", "rule.turnup"},
		{none, "decree keys 0", "rule.card"},
		{begun, "decree keys 7", "rule.play"},
		{begun, "exchange keys 7", "rule.play"},
		{begun, "keep", "rule.play"},
		{begun, "round 5-8 treasures 1-2", "rule.play"},
		{begun, "play bells 4", "rule.decree (name.bells 4)"},
		{exchanged, "play keys 7", "rule.played (name.keys 7)"},
		{exchanged, "play moons 3", "rule.played (name.moons 3)"},
		{exchanged, "play keys 6", "rule.decree (name.keys 6)"},
		{exchanged + "trick 2 keys 2\n", "play bells 4", "rule.other (name.bells 4) @2"},
		{exchanged + "trick 2 bells 5 keys 2\ntrick 2 keys 4\n", "play bells 4", "rule.gone (name.bells 4) @2"},
		{bothKnown + "trick 1 moons 2\n", "play bells 9", "rule.follow (name.bells 9) (name.moons 10)"},
		{bothKnown + "trick 1 moons 11\n", "play keys 1", "rule.follow (name.keys 1) (name.moons 10)"},
		{bothKnown + "trick 1 moons 11\n", "play moons 9", "rule.monarch (name.moons 9) (name.moons 10)"},
		{lastTrick, "play keys 3", "rule.hand (name.keys 3) @1"},
		{asked, "play keys 7", "rule.asking"},
		{asked, "exchange bells 4", "rule.decree (name.bells 4)"},
		{asked, "exchange keys 3", "rule.played (name.keys 3)"},
		{asked, "exchange", "rule.card"},
		{asked, "keep it", "rule.notation"},
		{quick, "play keys 7", "rule.scoring"},
		{quick, "round 5-9 treasures 1-2", "rule.tricks"},
		{quick, "round 5-8 treasures 2-2", "rule.treasures"},
		{quick, "round 1-12 treasures 3-0", "rule.two"},
		{quick, "round 13-0 treasures 0-1", "rule.two"},
		{quick, "round 5-8", "rule.round"},
		{quick, "round 5-8 sevens 1-2", "rule.round"},
		{quick, "round 05-8 treasures 1-2", "rule.round"},
		{quick, "round 300-8 treasures 1-2", "rule.round"},
		{ended, "decree keys 7", "rule.over"},
	} {
		line := "seats=2"
		if tt.drawing == quick {
			line = "seats=2 mode=quick"
		}
		s := gamestest.Position(t, fox.Rules{}, line, headed(tt.drawing))
		_, err := s.Apply(tt.says)
		if got := sentence(t, err); got != tt.want {
			t.Errorf("%q: got %q, want %q\n%s", tt.says, got, tt.want, s)
		}
	}
}
