package mazaitsy_test

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/mazaitsy"
)

func TestTheLayOutAsksForCardsHaresAndBoatsInOrder(t *testing.T) {
	for _, tt := range []struct {
		setup string
		cards []string // the places asked for, in order
	}{
		{"seats=2 field=on", strings.Fields("c3 a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5 open open open")},
		{"seats=3 field=on", strings.Fields("c3 d3 c4 d4 a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 e3 f3 a4 b4 e4 f4 a5 b5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6 open open open open")},
		{"seats=4 field=on teams=on", strings.Fields("c3 d3 c4 d4 a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 e3 f3 a4 b4 e4 f4 a5 b5 c5 d5 e5 f5 a6 b6 c6 d6 e6 f6 open open open open open")},
	} {
		s := begun(t, tt.setup+" cards=water:51/50")
		for _, at := range tt.cards {
			p := s.View(games.Nobody).Prompt
			if asked := p.Key; at == "open" && asked != "ask.card.open" || at != "open" && (asked != "ask.card" || p.Args[0] != at) {
				t.Fatalf("%s: got %v, want %s", tt.setup, p, at)
			}
			s = after(t, s, "card water hare")
		}
		if p := s.View(games.Nobody).Prompt; p.Key != "ask.hare" || p.Args[0] != "a1" {
			t.Errorf("%s: hares come from a1 on, got %v", tt.setup, p)
		}
	}
}

func TestAThicketInTheCentreGoesUnderThePile(t *testing.T) {
	s := after(t, begun(t, "seats=3 field=on cards=thicket:2,swamp:12,water:37/36 hares=1:1"), "card water hare, card thicket, card thicket, card swamp")
	if got := lineOf(s.String(), "open"); got != "open ? ? ? top ? under 2" {
		t.Errorf("got %s", got)
	}
	if got := strings.Fields(sketch(s)); got[14] != "~" || got[15] != "%" || got[20] != "?" {
		t.Errorf("the place was asked again: got\n%s", sketch(s))
	}
	if got := listed(s.Legal()); got != "card swamp, card water, card water hare" {
		t.Errorf("they are known to come last: got %s", got)
	}
}

func TestTheThicketsUnderThePileComeLast(t *testing.T) {
	// 51 cards, 24 thickets of which 23 were put under: 28 others fill field, row and top.
	s := after(t, begun(t, "seats=2 field=on cards=thicket:23,water:28/27 hares=1:1"), "card thicket 23, card water hare 27, card water, hare 1, boat c3 n, boat c3 s")
	for range 3 {
		s = after(t, s, "turn left, done, place b2")
		for s.Turn() == games.Chance {
			if got := listed(s.Legal()); got != "card thicket" {
				t.Fatalf("got %s\n%s", got, s)
			}
			s = after(t, s, "card thicket")
		}
	}
	if got := lineOf(s.String(), "open"); !strings.HasSuffix(got, "under 20") {
		t.Errorf("three of them were seen: got %s", got)
	}
}

func TestARunOfEqualCardsIsOneDecision(t *testing.T) {
	const line = "seats=3 field=on"
	one, run := begun(t, line), begun(t, line)
	for range 4 {
		one = after(t, one, "card side ne hare")
	}
	if run = after(t, run, "card side ne hare 4"); run.String() != one.String() {
		t.Errorf("got\n%s\nwant\n%s", run, one)
	}
	for says, rule := range map[string]string{
		"card side ne hare 9": "rule.card.gone", // there are six in the box
		"card side hare 2":    "rule.way.missing",
		"card water hare 0":   "rule.notation",
		"card water ne":       "rule.notation",
		"card swamp hare":     "rule.notation",
		"card lake":           "rule.notation",
		"card mazai":          "rule.notation",
		"hare 3":              "rule.naming",
		"boat c3 n":           "rule.naming",
	} {
		if _, err := run.Apply(games.Decision(says)); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
	many := after(t, begun(t, "seats=2 field=on cards=water:51/50"), "card water hare 27")
	if _, err := many.Apply("card water hare 2"); broken(err) != "rule.card.enough" {
		t.Errorf("more cards than are laid out: got %v", err)
	}
}

func TestACountOfNoneWithTheSymbolIsHonouredWhereSymbolsAreExact(t *testing.T) {
	const box = "seats=2 field=on cards=log:6/0,fish:1/0,water:44/43"
	for _, tt := range []struct{ options, legal string }{
		{"symbols=exact", "card fish, card log, card water, card water hare"},
		{"", "card fish, card log, card log hare, card water, card water hare"}, // as old records mean it
		{"symbols=twin", "card fish, card log, card log hare, card water, card water hare"},
	} {
		if got := listed(begun(t, box+" "+tt.options).Legal()); got != tt.legal {
			t.Errorf("%q: got %s, want %s", tt.options, got, tt.legal)
		}
	}
	s := after(t, begun(t, box+" symbols=exact"), "card log 6")
	if got := strings.Fields(sketch(s))[:4]; fmt.Sprint(got) != "[=' =' =' =']" {
		t.Errorf("all six lack the symbol: got %v", got)
	}
	for says, rule := range map[string]string{"card log": "rule.card.gone", "card log hare": "rule.card.plain", "card funnel": "rule.cards.none"} {
		if _, err := s.Apply(games.Decision(says)); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
}

func TestACountWithoutASlashMeansAllButOne(t *testing.T) {
	s := begun(t, "seats=2 field=on symbols=exact cards=log:6,water:45")
	if got := listed(s.Legal()); got != "card log, card log hare, card water, card water hare" {
		t.Errorf("got %s", got)
	}
}

func TestWhereBoatsBegin(t *testing.T) {
	laid := "card water hare 40, hare 1"
	s := after(t, begun(t, "seats=3 field=on cards=water:51/50 hares=1:1"), laid)
	for _, tt := range []struct {
		says  string
		seat  games.Seat
		legal string
	}{
		{"boat c3 n", 3, "boat c3 n, boat c3 w, boat c4 s, boat c4 w, boat d3 e, boat d3 n, boat d4 e, boat d4 s"},
		{"boat d4 e", 2, "boat c4 s, boat c4 w, boat d3 e, boat d3 n, boat d4 e, boat d4 s"},
		{"boat c4 w", 1, "boat c4 s, boat c4 w, boat d3 e, boat d3 n"},
	} {
		if got := listed(s.Legal()); got != tt.legal || s.Turn() != tt.seat {
			t.Errorf("got seat %d: %s, want seat %d: %s", s.Turn(), got, tt.seat, tt.legal)
		}
		s = after(t, s, tt.says)
	}
	if s.Turn() != 1 || !strings.HasPrefix(s.String(), "turn 1 move news\n") {
		t.Errorf("seat 1 begins:\n%s", s)
	}
	two := after(t, begun(t, "seats=2 field=on cards=water:51/50 hares=1:1"), "card water hare 28, hare 1")
	for says, rule := range map[string]string{"boat c3": "rule.notation", "boat c3 ne": "rule.notation", "boat f6 n": "rule.notation", "boat b2 n": "rule.boat.centre"} {
		if _, err := two.Apply(games.Decision(says)); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
	for i, nose := range strings.Fields("n e s w") {
		opposite := strings.Fields("s w n e")[i]
		s := after(t, two, "boat c3 "+nose)
		if got := listed(s.Legal()); got != "boat c3 "+opposite {
			t.Errorf("opposite %s: got %s", nose, got)
		}
		if _, err := s.Apply(games.Decision("boat c3 " + nose)); broken(err) != "rule.boat.opposite" {
			t.Errorf("got %v", err)
		}
	}
	three := after(t, begun(t, "seats=3 field=on cards=water:51/50 hares=1:1"), laid)
	for says, rule := range map[string]string{"boat c3 s": "rule.boat.nose", "boat c3 e": "rule.boat.nose"} {
		if _, err := three.Apply(games.Decision(says)); broken(err) != rule {
			t.Errorf("%s: got %v, want %s", says, err, rule)
		}
	}
	if _, err := after(t, three, "boat c3 n").Apply("boat c3 w"); broken(err) != "rule.boat.taken" {
		t.Errorf("got %v", err)
	}
}

func TestALayOutStopsWhereThePoolIsEmpty(t *testing.T) {
	s := after(t, begun(t, "seats=2 field=on cards=water:51/50 hares=2:1,3:2"), "card water hare 28, hare 3, hare 2, hare 3")
	if got := strings.Fields(sketch(s))[:4]; fmt.Sprint(got) != "[~:3 ~:2 ~:3 ~]" {
		t.Errorf("got %v", got)
	}
	if s.Turn() != 2 {
		t.Errorf("then seat 2 places its boat: got\n%s", s)
	}
}

func TestTheOddsOfCardsAndHaresAreThoseOfTheBox(t *testing.T) {
	s := begun(t, "seats=2 field=on cards=water:5/4,swamp:3,side:43/42 hares=1:6,4:2")
	odds := func(s games.State) string {
		var all []string
		for _, c := range s.Legal() {
			all = append(all, fmt.Sprintf("%s %d", c.Says, c.Weight))
		}
		return strings.Join(all, ", ")
	}
	want := "card side ne 1, card side ne hare 42, card side nw 1, card side nw hare 42, card side se 1, card side se hare 42, " +
		"card side sw 1, card side sw hare 42, card swamp 12, card water 4, card water hare 16"
	if got := odds(s); got != want {
		t.Errorf("a current as often as its cards, in any direction: got\n%s\nwant\n%s", got, want)
	}
	s = after(t, s, "card side ne hare 25")
	if got := odds(s); got != "card side 1, card side hare 17, card swamp 3, card water 1, card water hare 4" {
		t.Errorf("of the row: got %s", got)
	}
	s = after(t, s, "card side hare 3")
	if got := odds(s); got != "hare 1 6, hare 4 2" {
		t.Errorf("got %s", got)
	}
	if got := odds(after(t, s, "hare 4")); got != "hare 1 6, hare 4 1" {
		t.Errorf("got %s", got)
	}
	for _, options := range []string{"deal=table", "mazai=real"} {
		for _, c := range begun(t, "seats=2 field=on "+options).Legal() {
			if c.Weight != 0 {
				t.Errorf("%s: only the table knows its own cards: %v", options, c)
			}
		}
	}
}

func TestABoxWithoutACentreIsRefused(t *testing.T) {
	for _, tt := range []struct{ line, rule string }{
		{"seats=2 field=on cards=thicket:51", "rule.cards.centre"},
		{"seats=3 field=on cards=thicket:48,water:3/2", "rule.cards.centre"},
		{"seats=2 field=on cards=thicket:50,water:1", ""},
		{"seats=3 cards=thicket:48,water:3/2", ""}, // the table sees to it
		{"seats=3 field=on deal=nobody", "rule.setup.value"},
	} {
		if _, err := (mazaitsy.Rules{}).New(setup(tt.line)); broken(err) != tt.rule {
			t.Errorf("%s: got %v, want %s", tt.line, err, tt.rule)
		}
	}
}

func TestALaidOutCardMayBeFollowedByItsLike(t *testing.T) {
	const box = " cards=water:21/20,straight:10/9,side:10/9,thicket:9,swamp:1 hares=1:1"
	for _, tt := range []struct{ says, want string }{
		{"", ""},
		{"card water hare", "card water hare"},
		{"card water hare, card water", ""}, // there is only one
		{"card swamp", ""},
		{"card thicket", ""}, // it went under the pile
		{"card water hare, card thicket", "card thicket"},
		{"card straight s hare", "card straight s hare"},
		{"card straight s hare, card side sw hare 2", "card side sw hare"},
		{"card water hare 20, card thicket 5", "card thicket"},
		{"card water hare 20, card thicket 3, card side nw hare 2", "card side hare"}, // the row
		{"card water hare 20, card thicket 5, card side hare", "card side hare"},
		{"card water hare 20, card thicket 5, card side hare 2, card straight hare", ""}, // that was the last
		{"card water hare 20, card thicket 5, card side hare 2, card straight hare, hare 1", ""},
	} {
		s := begun(t, "seats=2 field=on deal=table"+box)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		says, ok := games.Again(s)
		if string(says) != tt.want && ok || ok != (tt.want != "") {
			t.Errorf("behind %q: got %q, %v, want %q", tt.says, says, ok, tt.want)
		}
	}
	if says, ok := games.Again(position(t, middle)); ok {
		t.Errorf("without the field: got %q", says)
	}
}
