package mazaitsy_test

import (
	"reflect"
	"strings"
	"testing"

	"tabletop/games"
)

// Positions of the tables below.
const (
	// Seat 2 of three in the middle of the first round.
	middle = `
seats=3 adv2=on adv4=on hares=1:5,2:3,3:2,5:1
turn 5 move
round 1 added 0
pile 8 row 3 discard 4 mazai 0..4
lost 1
seat 1 boat 1:1,3:2 ashore 2:1 written 0/0
seat 2 boat 1:2,2:1 ashore - written 0/0
seat 3 boat 5:1 ashore - written 0/0
`
	// Two against two; seat 1's partner is seat 3.
	pairs = `
seats=4 teams=on adv4=on
turn 5 move
round 1 added 0
pile 7 row 4 discard 4 mazai 0..4
lost 0
seat 1 boat 1:1,2:2 ashore - written 0/0
seat 2 boat 4:1 ashore - written 0/0
seat 3 boat 2:1,3:1,5:2 ashore - written 0/0
seat 4 boat - ashore - written 0/0
`
	// Seat 3 adds hares; the box has few.
	addition = `
seats=3 hares=1:2,2:1 cards=log:20/19,swamp:4,water:27/26
turn 9 add
round 1 added 0
pile 4 row 3 discard 8 mazai row
lost 0
seat 1 boat 1:1 ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`
	// A boat holds nine points, seat 1's has seven.
	points = `
seats=3 adv3=on
turn 4 move
round 1 added 0
pile 9 row 3 discard 3 mazai 0..4
lost 0
seat 1 boat 1:5,2:1 ashore - written 0/0
seat 2 boat 4:2 ashore - written 0/0
seat 3 boat - ashore - written 0/0
`
	// Four cards are left: Мазай may lie on top, or under up to all of them.
	question = `
seats=3
turn 8 mazai
round 1 added 0
pile 4 row 3 discard 8 mazai 0..4
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`
	// One card is left: only under it can he be.
	certainty = `
seats=3 mazai=real
turn 12 mazai
round 1 added 0
pile 0 row 3 discard 12 mazai 0..0
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`
	// The last circle; the pile is empty.
	last = `
seats=3 adv2=on
turn 29 replace
round 3 added 3
pile 0 row 2 discard 13 mazai aside
lost 0
seat 1 boat - ashore 5:2 written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`
)

func TestWhatIsLegal(t *testing.T) {
	for _, tt := range []struct{ name, text, says, want string }{
		{
			"the boat of three has room for one more, one may be stolen",
			middle, "done, place, done, place",
			"done, lose 1, lose 2, steal 1/2, steal 2/2, steal 5/3, take 1, take 2, " +
				"unload 1, unload 1 3, unload 1 3 3, unload 3, unload 3 3",
		},
		{
			"partners pass where there is room, opponents are stolen from",
			pairs, "lose 1",
			"done, get 2/3, get 3/3, get 5/3, lose 1, lose 2, lose 3, lose 4, lose 5, steal 4/2, " +
				"take 1, take 2, take 3, take 4, take 5, unload 1, unload 1 2, unload 1 2 2, unload 2, unload 2 2",
		},
		{
			"a full boat takes nothing",
			pairs, "take 1",
			"done, lose 1, lose 2, lose 3, lose 4, lose 5, unload 1, unload 1 1, unload 1 1 2, unload 1 1 2 2, " +
				"unload 1 2, unload 1 2 2, unload 2, unload 2 2",
		},
		{
			"points count, not hares, with rule 3",
			points, "take 1",
			"done, lose 1, lose 2, lose 3, lose 4, lose 5, take 1, " +
				"unload 1, unload 1 1, unload 1 1 1, unload 1 1 1 1, unload 1 1 1 1 1, unload 1 1 1 1 1 1, unload 1 1 1 1 1 1 2, " +
				"unload 1 1 1 1 1 2, unload 1 1 1 1 2, unload 1 1 1 2, unload 1 1 2, unload 1 2, unload 2",
		},
		{
			"a boat that unloaded stays and takes what lies there",
			middle, "unload 1 2",
			"done, lose 1, lose 2, take 1, take 2",
		},
		{
			"a boat that has stolen has moved",
			middle, "steal 3/1",
			"done, lose 1, lose 2",
		},
		{
			"any open card with rule 2",
			middle, "done",
			"lose 1, lose 2, place, place from 2, place from 3, place from pile",
		},
		{
			"only the farthest after unloading",
			middle, "unload 2, done",
			"lose 1, lose 2, place",
		},
		{
			"nothing comes from an empty pile",
			last, "lose 5",
			"lose 1, lose 2, lose 3, lose 4, lose 5, place, place from 2",
		},
		{
			"every type but swamp, and no more than there are hares",
			addition, "lose 1",
			"add log 0..2, add water 0..2, lose 1, lose 2",
		},
	} {
		s := after(t, position(t, tt.text), tt.says)
		if got := listed(s.Legal()); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestWhatIsIllegalNamesItsRule(t *testing.T) {
	for _, tt := range []struct{ text, path, says, rule string }{
		{middle, "", "swim", "rule.notation"},
		{middle, "", "take", "rule.notation"},
		{middle, "", "take 03", "rule.notation"},
		{middle, "", "take 3 1", "rule.notation"},
		{middle, "", "take  1", "rule.notation"},
		{middle, "", "take 1 ", "rule.notation"},
		{middle, "", "unload", "rule.notation"},
		{middle, "", "unload 1 x", "rule.notation"},
		{middle, "", "done 1", "rule.notation"},
		{middle, "", "steal 3", "rule.notation"},
		{middle, "", "steal 3/4", "rule.notation"},
		{middle, "", "steal 3/1/1", "rule.notation"},
		{middle, "", "lose 0", "rule.notation"},
		{middle, "", "take 4", "rule.worth"},
		{middle, "", "lose 9", "rule.worth"},
		{middle, "", "take 3", "rule.out"}, // both are in seat 1's boat
		{middle, "", "lose 5", "rule.out"},
		{middle, "take 1", "take 1", "rule.full.hares"},
		{middle, "take 1", "steal 5/3", "rule.full.hares"},
		{points, "", "take 3", "rule.full.points"},
		{middle, "", "unload 3", "rule.aboard"},
		{middle, "", "unload 1 1 1", "rule.aboard"},
		{middle, "", "unload 2 1", "rule.unload.order"},
		{middle, "unload 1", "unload 1", "rule.unload.twice"},
		{middle, "steal 1/1", "unload 1", "rule.unload.moved"},
		{middle, "steal 1/1", "steal 3/1", "rule.steal.twice"},
		{middle, "unload 1", "steal 3/1", "rule.steal.unloaded"},
		{middle, "", "steal 1/2", "rule.steal.own"},
		{pairs, "", "steal 5/3", "rule.steal.own"},
		{middle, "", "steal 1/3", "rule.aboard"},
		{points, "", "steal 4/2", "rule.steal.off"},
		{middle, "", "pass 1/3", "rule.share.off"},
		{pairs, "", "pass 1/2", "rule.share.partner"},
		{pairs, "", "get 4/2", "rule.share.partner"},
		{pairs, "", "pass 1/3", "rule.full.hares"}, // there are four in it
		{pairs, "", "get 1/3", "rule.aboard"},
		{middle, "", "place", "rule.moving"},
		{middle, "", "add log 1", "rule.moving"},
		{middle, "", "mazai yes", "rule.moving"},
		{middle, "done", "take 1", "rule.replacing"},
		{middle, "done", "add log 1", "rule.replacing"},
		{middle, "done", "place c3", "rule.notation"},
		{middle, "done", "place from", "rule.notation"},
		{middle, "done", "place from 4", "rule.place.row"},
		{middle, "done", "place from 0", "rule.place.row"},
		{middle, "unload 1, done", "place from 2", "rule.place.unloaded"},
		{points, "done", "place from 2", "rule.place.off"},
		{last, "", "place from pile", "rule.place.empty"},
		{addition, "", "place", "rule.adding"},
		{addition, "", "add log", "rule.notation"},
		{addition, "", "add log 01", "rule.notation"},
		{addition, "", "add tree 1", "rule.notation"},
		{addition, "", "add log 3", "rule.add.most"}, // two hares are neither in boats nor ashore
		{addition, "", "add swamp 1", "rule.add.never"},
		{addition, "", "add thicket 1", "rule.add.never"},
		{addition, "", "add fish 1", "rule.cards.none"},
		{question, "", "place", "rule.asking"},
		{question, "", "mazai", "rule.notation"},
		{question, "", "mazai maybe", "rule.notation"},
		{question, "", "card mazai", "rule.notation"}, // a real card lies only in a real pile
		{certainty, "", "mazai no", "rule.mazai.sure"},
		{last, "place, done, place", "done", "rule.over"},
		{middle, "", strings.Repeat("unload 1 ", 1000), "rule.notation"},
	} {
		s := position(t, tt.text)
		if tt.path != "" {
			s = after(t, s, tt.path)
		}
		before := s.String()
		if _, err := s.Apply(games.Decision(tt.says)); broken(err) != tt.rule {
			t.Errorf("%.60q behind %q: got %v, want %s\n%s", tt.says, tt.path, err, tt.rule, s)
		}
		if s.String() != before {
			t.Errorf("%.60q changed the position to\n%s", tt.says, s)
		}
	}
}

func TestFromOneIsTheFarthestCardWithoutTheFieldToo(t *testing.T) {
	for _, tt := range []struct{ text, path string }{
		{middle, "done"},
		{middle, "unload 1, done"},
		{points, "done"}, // without rule 2
	} {
		s := after(t, position(t, tt.text), tt.path)
		if one, first := after(t, s, "place from 1").String(), after(t, s, "place").String(); one != first {
			t.Errorf("behind %s: got\n%s\nwant\n%s", tt.path, one, first)
		}
	}
	empty := strings.Replace(last, "row 2 discard 13", "row 0 discard 15", 1)
	if _, err := position(t, empty).Apply("place from 1"); broken(err) != "rule.place.row" {
		t.Errorf("no card lies there: got %v", err)
	}
}

func TestWhatADecisionChanges(t *testing.T) {
	for _, tt := range []struct{ name, text, says, want string }{
		{
			"a hare is taken, two are unloaded",
			middle, "take 1, unload 1 2",
			`
turn 5 move unloaded
round 1 added 0
pile 8 row 3 discard 4 mazai 0..4
lost 1
seat 1 boat 1:1,3:2 ashore 2:1 written 0/0
seat 2 boat 1:2 ashore 1:1,2:1 written 0/0
seat 3 boat 5:1 ashore - written 0/0
`,
		},
		{
			"a hare is stolen, one washed away",
			middle, "steal 3/1, lose 2",
			`
turn 5 move robbed
round 1 added 0
pile 8 row 3 discard 4 mazai 0..4
lost 2
seat 1 boat 1:1,3:1 ashore 2:1 written 0/0
seat 2 boat 1:2,2:1,3:1 ashore - written 0/0
seat 3 boat 5:1 ashore - written 0/0
`,
		},
		{
			"partners throw hares to and fro",
			pairs, "get 5/3, pass 1/3",
			`
turn 5 move
round 1 added 0
pile 7 row 4 discard 4 mazai 0..4
lost 0
seat 1 boat 2:2,5:1 ashore - written 0/0
seat 2 boat 4:1 ashore - written 0/0
seat 3 boat 1:1,2:1,3:1,5:1 ashore - written 0/0
seat 4 boat - ashore - written 0/0
`,
		},
		{
			"a card goes to the field, one to the discard, one from the pile to the row",
			middle, "done, place from 3",
			`
turn 6 move
round 1 added 0
pile 7 row 3 discard 5 mazai 0..4
lost 1
seat 1 boat 1:1,3:2 ashore 2:1 written 0/0
seat 2 boat 1:2,2:1 ashore - written 0/0
seat 3 boat 5:1 ashore - written 0/0
`,
		},
		{
			"the pile's top leaves the row alone",
			middle, "done, place from pile",
			`
turn 6 move
round 1 added 0
pile 7 row 3 discard 5 mazai 0..4
lost 1
seat 1 boat 1:1,3:2 ashore 2:1 written 0/0
seat 2 boat 1:2,2:1 ashore - written 0/0
seat 3 boat 5:1 ashore - written 0/0
`,
		},
		{
			"an addition shuffles the discard in and hides Мазай again",
			addition, "add log 2",
			`
turn 10 move news
round 2 added 3
pile 12 row 3 discard 0 mazai 0..4
lost 0
seat 1 boat 1:1 ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`,
		},
		{
			"he isn't on top: at most three cards lie under him",
			question, "mazai no",
			`
turn 9 move
round 1 added 0
pile 4 row 3 discard 8 mazai 0..3
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`,
		},
		{
			"he is uncovered, and the next seat adds hares",
			question, "mazai yes, done",
			`
turn 9 add
round 1 added 0
pile 4 row 3 discard 8 mazai row
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`,
		},
		{
			"a real Мазай is named as a card",
			certainty, "card mazai",
			`
turn 13 move news
round 1 added 0
pile 0 row 3 discard 12 mazai row
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`,
		},
		{
			"without a pile the row gets shorter, and the circle ends",
			last, "place, done, place",
			`
turn 30 over
round 3 added 3
pile 0 row 0 discard 15 mazai aside
lost 0
seat 1 boat - ashore 5:2 written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
`,
		},
	} {
		got := after(t, position(t, tt.text), tt.says).String()
		if want := strings.TrimPrefix(tt.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, want)
		}
	}
}

func TestWhatTheTableRules(t *testing.T) {
	for _, tt := range []struct{ text, says, want string }{
		{middle, "turn 3", "turn 6 move"},
		{middle, "turn 1", "turn 4 move"},
		{middle, "cards 4", "pile 4 row 3 discard 8 mazai 0..3"},
		{middle, "cards 12", "pile 12 row 3 discard 0 mazai 0..4"},
		{middle, "give 1/1", "seat 1 boat 1:2,3:2 ashore 2:1 written 0/0"},
		{middle, "back 3/1", "seat 1 boat 1:1,3:1 ashore 2:1 written 0/0"},
		{middle, "score 1 12", "seat 1 boat 1:1,3:2 ashore 2:1 written 3/0"},
		{middle, "score 1 0", "seat 1 boat 1:1,3:2 ashore 2:1 written -9/0"},
		{middle, "skip 2", "turn 6 move"},
		{last, "skip 2", "turn 30 move"},
		{addition, "skip 3", "turn 10 move"}, // seat 1 adds the hares
		{addition, "skip 3", "pile 4 row 3 discard 8 mazai row"},
		{secondOf("2", "row"), "skip 1", "pile 7 row 4 discard 4 mazai second"}, // seat 2 would add again
		{secondOf("1", "second"), "skip 1", "pile 7 row 4 discard 4 mazai row"}, // seat 2 adds all the same
		{secondOf("1", "row"), "skip 1", "pile 7 row 4 discard 4 mazai row"},
		{pairs, "score 1 30", "seat 1 boat 1:1,2:2 ashore - written 10/0"}, // of 20 with the partner
	} {
		s, err := position(t, tt.text).Fix(games.Decision(tt.says))
		if err != nil || !strings.Contains(s.String(), tt.want+"\n") {
			t.Errorf("%s: got %v\n%vwant %s", tt.says, err, s, tt.want)
		}
	}
}

// secondOf is pairs in the second round, seat 1 on turn: who made the first mass
// addition, and where Мазай lies.
func secondOf(added, where string) string {
	return strings.NewReplacer("round 1 added 0", "round 2 added "+added, "0..4", where).Replace(pairs)
}

func TestTheLastOfTheCircleIsPassedOverAndTheGameIsOver(t *testing.T) {
	s := position(t, last)
	for _, says := range []games.Decision{"skip 2", "skip 3"} {
		next, err := s.Fix(says)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if got := lineOf(s.String(), "turn"); got != "turn 30 over" || s.Turn() != games.Nobody || !s.Standing().Over {
		t.Errorf("got %s, %+v", got, s.Standing())
	}
}

func TestWhatMustBeSeenToIsToldToWhoComesNext(t *testing.T) {
	for _, start := range []string{"seats=3", "seats=2 mazai=real"} {
		s := begun(t, start)
		next, err := s.Fix("skip 1")
		if err != nil {
			t.Fatal(err)
		}
		a, b := s.View(games.Nobody), next.View(games.Nobody)
		if a.Prompt.Key != b.Prompt.Key || len(a.Lines) != len(b.Lines) || !reflect.DeepEqual(a.Lines[0], b.Lines[0]) {
			t.Errorf("%s: got %v %v, want %v %v", start, b.Prompt, b.Lines, a.Prompt, a.Lines)
		}
	}
}

func TestWhatTheTableCantRule(t *testing.T) {
	for _, tt := range []struct{ text, says string }{
		{middle, "turn 4"},
		{middle, "turn 0"},
		{middle, "cards 0"}, // Мазай lies in the pile, but not on top
		{middle, "cards 13"},
		{middle, "give 3/1"}, // both are in boats
		{middle, "give 5/3"},
		{middle, "back 3/2"},
		{middle, "score 4 1"},
		{middle, "score 1 -1"},
		{middle, "score 1 1000"},
		{pairs, "give 1/3"}, // four hares are aboard
		{question, "turn 1"},
		{question, "skip 2"},
		{middle, "skip 1"},
		{middle, "skip"},
		{middle, "skip 2 2"},
		{question, "cards 9"},
		{middle, strings.Repeat("9", 1000)},
	} {
		if _, err := position(t, tt.text).Fix(games.Decision(tt.says)); broken(err) != "rule.fix" {
			t.Errorf("%.60q: got %v, want it refused", tt.says, err)
		}
	}
}

func TestARulingDuringAMoveBeginsTheTurnAnew(t *testing.T) {
	s, err := after(t, position(t, middle), "unload 1, done").Fix("turn 2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Apply("unload 1"); err != nil {
		t.Errorf("seat 2 can't unload again: %v\n%s", err, s)
	}
}
