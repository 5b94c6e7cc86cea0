package fox_test

import (
	"strings"
	"testing"

	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

func TestAPositionIsReadOnlyAsItIsPrinted(t *testing.T) {
	const begun = "turn 1 lead\nround 1 first 1\npoints 0 0\ndecree bells 4\n"
	const whole = "decree\nround 2 first 2\npoints 1 7\nlast 10-3 treasures 1-1\ndecree bells 4\n" + eleven + "trick 1 bells 11 bells 5\ntrick 1 keys 3 keys 7\n"
	for _, tt := range []struct {
		name, setup, text string
		good              bool
	}{
		{"a round begins", "seats=2", begun, true},
		{"a Fox asks", "seats=2", strings.Replace(begun, "lead", "exchange", 1) + "trick 1 keys 3\n", true},
		{"a complete round lies there", "seats=2", whole, true},
		{"over", "seats=2 target=7", strings.Replace(whole, "decree\n", "over\n", 1), true},
		{"it went on after the end", "seats=2 target=7", strings.Replace(whole, "last", "more 1\nlast", 1), true},
		{"an exchange by what a ruling made of a Fox", "seats=2", "turn 2 follow\nround 1 first 1\npoints 0 0\ndecree bells 4\ntrick 1 keys 2 exchange keys 8\n", true},
		{"results only", "seats=2 mode=quick", "turn 2 round\nround 2 first 2\npoints 6 6\nlast 4-9 treasures 1-0\n", true},

		{"tricks only", "seats=2 mode=tricks", "turn 2 trick\nround 1 first 1\npoints 0 0\nwon 4-2 treasures 0-1\n", true},
		{"another leads by a ruling", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 0-2 treasures 0-1\n", true},

		{"nothing", "seats=2", "", false},
		{"a blank line", "seats=2", begun + "\n", false},
		{"no line break at the end", "seats=2", strings.TrimSuffix(begun, "\n"), false},
		{"a foreign word", "seats=2", begun + "cats 3\n", false},
		{"a blank too many", "seats=2", strings.Replace(begun, "turn 1", "turn  1", 1), false},
		{"another seat leads the first trick than the round says", "seats=2", strings.Replace(begun, "turn 1", "turn 2", 1), false},
		{"another stage than the cards say", "seats=2", strings.Replace(begun, "lead", "follow", 1), false},
		{"over below the target", "seats=2", strings.Replace(whole, "decree\n", "over\n", 1), false},
		{"not over at the target", "seats=2 target=7", whole, false},
		{"a third seat", "seats=2", strings.Replace(begun, "first 1", "first 3", 1), false},
		{"no seat", "seats=2", strings.Replace(begun, "turn 1 ", "", 1), false},
		{"no round", "seats=2", strings.Replace(begun, "round 1 first 1\n", "", 1), false},
		{"round 0", "seats=2", strings.Replace(begun, "round 1", "round 0", 1), false},
		{"round one after the first", "seats=2", strings.Replace(whole, "round 2", "round 1", 1), false},
		{"round two without one before", "seats=2", strings.Replace(begun, "round 1", "round 2", 1), false},
		{"negative points", "seats=2", strings.Replace(begun, "0 0", "-1 0", 1), false},
		{"points of one seat", "seats=2", strings.Replace(begun, "0 0", "0", 1), false},
		{"points of three", "seats=2", strings.Replace(begun, "0 0", "0 0 0", 1), false},
		{"more points than a number can have", "seats=2", strings.Replace(begun, "0 0", "0 100000", 1), false},
		{"more after this round", "seats=2 target=7", strings.Replace(whole, "last", "more 2\nlast", 1), false},
		{"another result than the cards say", "seats=2", strings.Replace(whole, "10-3", "9-4", 1), false},
		{"a result of twelve tricks", "seats=2", "decree\nround 2 first 2\npoints 1 7\nlast 10-2 treasures 1-1\n", false},
		{"two decrees", "seats=2", begun + "decree bells 5\n", false},
		{"a decree of a suit only", "seats=2", strings.Replace(begun, "bells 4", "bells", 1), false},
		{"a decree of no card", "seats=2", strings.Replace(begun, "bells 4", "bells 12", 1), false},
		{"a trick before the decree", "seats=2", "turn 2 follow\nround 1 first 1\npoints 0 0\ntrick 1 keys 7\ndecree bells 4\n", false},
		{"a trick without a seat", "seats=2", begun + "trick keys 7 keys 8\n", false},
		{"a trick without a card", "seats=2", begun + "trick 1\n", false},
		{"a trick of three", "seats=2", strings.Replace(begun, "turn 1", "turn 2", 1) + "trick 1 keys 7 keys 8 keys 9\n", false},
		{"a trick after half a trick", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 keys 7\ntrick 1 keys 8 keys 2\n", false},
		{"the same card twice", "seats=2", strings.Replace(begun, "turn 1", "turn 2", 1) + "trick 1 keys 7 keys 7\n", false},
		{"the decree is played", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 bells 4\n", false},
		{"the decree is exchanged for itself", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 keys 3 exchange bells 4\n", false},
		{"a Fox gives itself", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 keys 3 exchange keys 3\n", false},
		{"a Fox gives what is no card", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 keys 3 exchange keys\n", false},
		{"a card that only the other can hold", "seats=2", strings.Replace(begun, "1 lead", "2 lead", 1) + "trick 1 keys 3 exchange keys 6 bells 4\n", false},
		{"a Fox that was not answered, and the game goes on", "seats=2", strings.Replace(begun, "1 lead", "1 lead", 1) + "trick 1 keys 3 keys 2\n", false},
		{"kept by a card that asks nothing", "seats=2", strings.Replace(begun, "1 lead", "2 follow", 1) + "trick 1 keys 7 keep\n", false},
		{"kept by the last card", "seats=2", strings.Replace(whole, "keys 3 keys 7", "keys 3 keep keys 7", 1), false},
		{"exchanged for the last card", "seats=2", strings.Replace(whole, "keys 3 keys 7", "keys 3 exchange keys 1 keys 7", 1), false},
		{"more exchanges than Foxes", "seats=2", strings.Replace(begun, "turn 1", "turn 2", 1) + "trick 1 keys 7 exchange bells 1 keys 8 exchange bells 2\ntrick 2 keys 6 exchange bells 3 keys 9 exchange bells 5\n", false},
		{"a fourteenth trick", "seats=2", whole + "trick 1 moons 1 moons 3\n", false},
		{"cards with mode=quick", "seats=2 mode=quick", "turn 1 round\nround 1 first 1\npoints 0 0\ndecree bells 4\n", false},
		{"cards with mode=tricks", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\ndecree bells 4\n", false},
		{"tricks without cards", "seats=2", "decree\nround 1 first 1\npoints 0 0\nwon 4-2 treasures 0-1\n", false},
		{"a whole round of tricks that was not counted", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 8-5 treasures 0-1\n", false},
		{"more Treasures than tricks hold", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 1-5 treasures 3-0\n", false},
		{"more Treasures than there are", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 4-5 treasures 2-2\n", false},
		{"no trick is won", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 0-0 treasures 0-0\n", false},
		{"tricks without Treasures", "seats=2 mode=tricks", "turn 1 trick\nround 1 first 1\npoints 0 0\nwon 4-2\n", false},
		{"tricks in another order of lines", "seats=2", "turn 1 lead\nround 1 first 1\ndecree bells 4\npoints 0 0\n", false},
	} {
		if _, err := (fox.Rules{}).Parse(gamestest.Setup(tt.setup), tt.text); (err == nil) != tt.good {
			t.Errorf("%s: got %v, want it read: %v\n%s", tt.name, err, tt.good, tt.text)
		}
	}
}
