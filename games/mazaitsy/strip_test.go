package mazaitsy_test

import (
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
)

// striped writes a strip: pictures and numbers, "!" behind what is marked.
func striped(s games.State) string {
	var all []string
	for _, t := range s.View(games.Nobody).Strip {
		said := t.Glyph
		if t.Seat != games.Nobody {
			said += "-" + strconv.Itoa(int(t.Seat))
		}
		said += " " + strconv.Itoa(t.N)
		if t.Mark != 0 {
			said += "!"
		}
		all = append(all, said)
	}
	return strings.Join(all, ", ")
}

func TestTheStripHasWhatTheTableLooksAtMost(t *testing.T) {
	final := strings.Replace(strings.Replace(question, "turn 8", "turn 28", 1), "round 1 added 0", "round 3 added 3", 1)
	alone := strings.Replace(strings.Replace(fourTurns, "seats=4 teams=on", "seats=4", 1), "turn 16 mazai", "turn 16 mazai", 1)
	for _, tt := range []struct{ text, says, want string }{
		{twoTurns, "", "boat-1 0, mazai-card 0!, pile 13"},
		{middle, "", "boat-2 3, mazai-card 4, pile 8"},
		{middle, "take 1", "boat-2 4!, mazai-card 4, pile 8"},
		{middle, "done, place", "boat-3 1, mazai-card 3, pile 7"},
		{question, "", "boat-2 0, mazai-card 0!, pile 4"},
		{final, "mazai yes", "boat-2 0, mazai-card 2!, pile 4"},
		{alone, "", "boat-4 0, mazai-card 0!, pile 2"},
		{alone, "mazai no", "boat-1 0, mazai-card 1!, pile 2"},
		{fourTurns, "mazai no", "boat-1 0, mazai-card 1!, pile 2"},
		{question, "mazai yes", "boat-3 0, pile 4"}, // he lies in the row
		{final, "mazai yes, done, place, done, place", ""},
		{secret, "", "boat-2 0, mazai-card 4, pile 8"},
	} {
		s := position(t, tt.text)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		if got := striped(s); got != tt.want {
			t.Errorf("behind %q: got %s, want %s", tt.says, got, tt.want)
		}
	}
}

func TestALayOutHasNoStrip(t *testing.T) {
	if got := striped(begun(t, "seats=2 field=on")); got != "" {
		t.Errorf("got %s", got)
	}
}

func TestWhatIsLikely(t *testing.T) {
	shore := strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "~ ~ ~:1 ~ ~ ~\n", 1)
	for _, tt := range []struct {
		name string
		s    games.State
		says string
		want games.Decision
	}{
		{"the boat has moved", position(t, middle), "", "done"},
		{"the farthest card", position(t, middle), "done", "place"},
		{"which hares", position(t, addition), "", "add"},
		{"he hasn't come", position(t, question), "", "mazai no"},
		{"he must come", position(t, twoTurns), "", "mazai yes"},
		{"ahead", afloat(t, "", "c3 n"+others, calm), "", "forward"},
		{"ahead again", afloat(t, "", "c3 n"+others, calm), "forward", "forward"},
		{"enough before the shore", afloat(t, "", "c2 n"+others, calm), "forward", "done"},
		{"a turn before the shore", afloat(t, "", "c1 n"+others, calm), "", "turn"},
		{"hares before the shore", afloat(t, "", "c1 n 1:1,2:2"+others, calm), "", "unload 1 2 2"},
		{"on along the shore", afloat(t, "", "c1 e 1:1"+others, calm), "", "forward"},
		{"a full boat at the shore", afloat(t, "", "c1 e 1:4"+others, calm), "", "unload 1 1 1 1"},
		{"the best hare", afloat(t, "stage=window", "c1 n"+others, strings.Replace(shore, "~:1", "~:135", 1)), "", "take 5"},
		{"a hare to steal", afloat(t, "adv4=on", "e6 e, f6 e 1:1,4:1, a1 w", calm), "forward", "steal 4/2"},
		{"any of the funnels", afloat(t, "", "b2 n"+others, strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "o ~ o ~ ~ ~\n", 1)), "turn left, done", "pull"},
		{"a card of which most are left", begun(t, "seats=2 field=on deal=table"), "", "card water hare"},
		{"a hare of which most are left", begun(t, "seats=2 field=on deal=table cards=water:51/50"), "card water hare 28", "hare 1"},
		{"any boat", afloatBoat(t), "", "boat"},
		{"over", ended(t, "", "-/-", "-/-", "-/1:1"), "", ""},
	} {
		s := tt.s
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		if got := games.Likely(s); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// afloatBoat is a position before the first boat.
func afloatBoat(t *testing.T) games.State {
	return after(t, begun(t, "seats=2 field=on cards=water:51/50 hares=1:1"), "card water hare 28, hare 1")
}
