package fox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
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

// sentence returns what a player called Ann, or her opponent Bob, is told.
func sentence(t *testing.T, err error) string {
	t.Helper()
	own, err2 := words.For(words.English, words.Own(words.English), fox.Rules{})
	if err2 != nil {
		t.Fatal(err2)
	}
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return "no refusal"
	}
	return own.Say(illegal.Rule, []string{"Ann", "Bob"})
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
		{begun, "shuffle", "There is no such move in this game."},
		{begun, "Play keys 7", "There is no such move in this game."},
		{begun, "play", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{begun, "play keys 12", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{begun, "play keys 07", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{begun, "play stars 7", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{begun, "play keys 7 ", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{none, "play keys 7", "First say which card was turned up: it is the decree."},
		{none, "decree keys 0", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{begun, "decree keys 7", "Play a card now."},
		{begun, "exchange keys 7", "Play a card now."},
		{begun, "keep", "Play a card now."},
		{begun, "round 5-8 treasures 1-2", "Play a card now."},
		{begun, "play bells 4", "The 4 of bells is the decree."},
		{exchanged, "play keys 7", "The 7 of keys was already played."},
		{exchanged, "play moons 3", "The 3 of moons was already played."},
		{exchanged, "play keys 6", "The 6 of keys is the decree."},
		{exchanged + "trick 2 keys 2\n", "play bells 4", "The 4 of bells was taken for the decree and is in the other hand (Bob)."},
		{exchanged + "trick 2 bells 5 keys 2\ntrick 2 keys 4\n", "play bells 4", "The 4 of bells was taken for the decree by the other player (Bob): it can't be here."},
		{bothKnown + "trick 1 moons 2\n", "play bells 9", "Not the 9 of bells: follow suit while you can. The 10 of moons is in the hand."},
		{bothKnown + "trick 1 moons 11\n", "play keys 1", "Not the 1 of keys: follow suit while you can. The 10 of moons is in the hand."},
		{bothKnown + "trick 1 moons 11\n", "play moons 9", "Not the 9 of moons: a Monarch is answered with the 1 or the highest card of its suit. The 10 of moons is in the hand."},
		{lastTrick, "play keys 3", "The 3 of keys isn't in this hand: all its cards (Ann) are known."},
		{asked, "play keys 7", "First say whether the Fox exchanged the decree."},
		{asked, "exchange bells 4", "The 4 of bells is the decree."},
		{asked, "exchange keys 3", "The 3 of keys was already played."},
		{asked, "exchange", "A card is a suit (bells, keys, moons) and a number from 1 to 11."},
		{asked, "keep it", "There is no such move in this game."},
		{quick, "play keys 7", "Only results of rounds are written down here: tricks and Treasures."},
		{quick, "round 5-9 treasures 1-2", "A round has 13 tricks: that is what both must come to."},
		{quick, "round 5-8 treasures 2-2", "There are only three 7s, so no more Treasures than that."},
		{quick, "round 1-12 treasures 3-0", "A trick has two cards, so no more than two Treasures."},
		{quick, "round 13-0 treasures 0-1", "A trick has two cards, so no more than two Treasures."},
		{quick, "round 5-8", "A result is written like this: round 5-8 treasures 1-2."},
		{quick, "round 5-8 sevens 1-2", "A result is written like this: round 5-8 treasures 1-2."},
		{quick, "round 05-8 treasures 1-2", "A result is written like this: round 5-8 treasures 1-2."},
		{quick, "round 300-8 treasures 1-2", "A result is written like this: round 5-8 treasures 1-2."},
		{ended, "decree keys 7", "The game is over."},
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
