package script_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	contract "tabletop/games/kit"
	"tabletop/games/script"
	"tabletop/games/table"
)

func TestDartsOfAFileCountDownAndBust(t *testing.T) {
	r := compiled(t, "darts", source(t, "testdata/darts.star"))
	for _, tt := range []struct {
		setup string
		path  games.Decision
		want  []int32
		turn  games.Seat
	}{
		{"seats=2", "score 1 60", []int32{441, 501}, 2},
		{"seats=2 begin=301", "score 1 180, score 2 100, score 1 122", []int32{121, 201}, 2},
		{"seats=2 begin=301", "score 1 180, score 2 100, score 1 121", []int32{0, 201}, games.Nobody},
		{"seats=3 begin=301", "score 1 1, score 2 2, score 3 3", []int32{300, 299, 298}, 1},
	} {
		s := gamestest.After(t, gamestest.Begin(t, r, tt.setup), tt.path)
		if got := s.Standing(); !slices.Equal(got.Scores, tt.want) || s.Turn() != tt.turn {
			t.Errorf("%s, %s: got %v, turn %d, want %v, turn %d", tt.setup, tt.path, got.Scores, s.Turn(), tt.want, tt.turn)
		}
	}
	if !games.IsTracker(r) || r.Name() != "file/darts" || games.Begins(r) != 1 {
		t.Errorf("%s is no tracker that seat 1 begins", r.Name())
	}
}

// head is what every game of a table needs.
const head = `
title = {"ru": "Проба", "en": "Trial"}, about = {"ru": "Проба", "en": "Trial"},
`

func TestTheFunctionsOfATableAreAskedAndRefuse(t *testing.T) {
	for _, tt := range []struct {
		name, fields string
		path, then   games.Decision
		want         string // scores and turn after then, or the rule that refuses it
	}{
		{"worth", `points = "turn", worth = lambda n, seat: n * seat`, "score 1 5", "score 2 5", "[5 10] 1"},
		{"bonus", `points = "round", bonus = lambda got: [n + 1 for n in got]`, "done, done, score 1 5", "score 2 7", "[11 15] 1"},
		{"over", `points = "turn", over = lambda totals: won(2, "why.said") if max(totals) > 9 else None`, "score 1 5", "score 2 10", "[5 10] -1"},
		{"over by the points", `points = "turn", over = lambda totals: max(totals) > 9`, "score 1 5", "score 2 10", "[5 10] -1"},
		{"after", `points = "turn", after = lambda turn: 1`, "score 1 5", "score 1 10", "[15 0] 1"},
		{"lead", `points = "turn", lead = lambda totals: [2, 1]`, "score 1 5, score 2 6", "score 2 7", "[5 13] 1"},
		{"refuses", `points = "turn", most = 9, refuses = lambda verb, args: refuse("rule.seven") if args == [1, 7] else None`, "", "score 1 7", "rule.seven"},
		{"a fault", `points = "turn", worth = lambda n: [][n]`, "", "score 1 7", "rule.file.vacant"},
		{"a loop", `points = "turn", worth = lambda n: sum(range(1000000))`, "", "score 1 7", "rule.file.steps"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := compiled(t, "trial", "table(seats = 2,"+head+tt.fields+`, words = {"ru": "rule.seven = Не семь.", "en": "rule.seven = No seven."})`)
			s := gamestest.Begin(t, r, "seats=2")
			if tt.path != "" {
				s = gamestest.After(t, s, tt.path)
			}
			if got := outcome(s.Apply(tt.then)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestTheFieldsOfATableAreThoseOfADef(t *testing.T) {
	words := map[string]string{}
	for _, lang := range []string{"ru", "en"} {
		words[lang] = "title = Trial\nabout = Trial\nword.bid = Bid\nword.play = Play\nphase.bid = Bid\nphase.play = Play\nword.coins = Coins\nword.lost = Lost\nword.king = King\n"
	}
	want, err := table.New(table.Def{
		Name: "file/trial", Words: words, Least: 3, Most: 4,
		Roles:  []table.Role{{Name: "dealer"}, {Name: "king", At: -1}},
		Phases: []table.Phase{{Name: "bid", Order: table.Passing, Left: 1, Limit: 60}, {Name: "play", Circles: 2, Reverse: true}},
		First:  table.DrawnFirst, Next: table.Moves, Points: table.Each,
		Sheet:  []table.Line{{Name: "coins", To: 9, Table: []table.Step{{From: 0, Points: 0}, {From: 3, Points: 5}}}, {Name: "lost", From: 0, To: 9, Factor: -2}},
		Ends:   table.Ends{Rounds: 3, Target: table.Bound{Is: true, At: 40}, Call: table.Circle},
		Ties:   table.Ties{By: "coins"},
		Cup:    table.Cup{Dice: "2d6", Rolls: 3, Hold: true},
		Limits: table.Limits{Turn: 30},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := compiled(t, "trial", `W = """word.bid = Bid
word.play = Play
phase.bid = Bid
phase.play = Play
word.coins = Coins
word.lost = Lost
word.king = King
"""
table(`+head+`seats = (3, 4),
    roles = ["dealer", role("king", at = -1)],
    phases = [phase("bid", "passing", left = 1, limit = 60), phase("play", circles = 2, reverse = True)],
    first = "drawn", next = "moves", points = "round",
    sheet = [line("coins", most = 9, table = [(0, 0), (3, 5)]), line("lost", 0, 9, -2)],
    rounds = 3, target = 40, call = "circle", ties = "coins",
    cup = cup("2d6", 3, True), limits = limits(turn = 30),
    words = {"ru": W, "en": W},
)`)
	rnd := rand.New(rand.NewPCG(1, 13))
	a, b := gamestest.Begin(t, want, "seats=3"), gamestest.Begin(t, got, "seats=3")
	for range 150 {
		if a.String() != b.String() || !reflect.DeepEqual(a.Legal(), b.Legal()) || !reflect.DeepEqual(a.View(1), b.View(1)) {
			t.Fatalf("the Def plays\n%s%s\nthe file\n%s%s", a, gamestest.Listed(a.Legal()), b, gamestest.Listed(b.Legal()))
		}
		legal := a.Legal()
		if len(legal) == 0 {
			return
		}
		c := legal[rnd.IntN(len(legal))]
		d := c.At(rnd.IntN(c.Len()))
		a, b = gamestest.After(t, a, d), gamestest.After(t, b, d)
	}
}

// A check of a table lists what has no effect, and a correction that changes the points.
func TestACheckOfATableListsWhatHasNoEffect(t *testing.T) {
	const ends = `rounds = 3, target = 900, least = 0, most = 9, points = "round", `
	for _, tt := range []struct{ fields, idle, verbs, ends string }{
		{ends + `phases = [phase("bid", reverse = True, rounds = [9]), "play"], over = lambda: False, refuses = lambda verb: refuse("rule.no") if verb == "a" else None, bonus = lambda got: [1, 0]`, "over refuses", "reverse", "target"},
		{ends + `phases = [phase("bid", circles = -1, close = "now")], over = lambda: True`, "", "", "rounds target"},
		{`call = "last", points = "round", least = 0, most = 9, counters = [counter("fire", most = 9, per = "all", ends = 9)], refuses = lambda verb: refuse("rule.no") if verb == "level" else None`, "", "", "fire"},
	} {
		r := compiled(t, "trial", "table(seats = 2,"+head+tt.fields+`, words = "word.bid = Bid\nrule.no = No")`)
		got := contract.Run(r, contract.Bounds{Playouts: 20}).Reach
		for name, lists := range map[string][2]string{
			"idle": {strings.Join(got.Idle, " "), tt.idle}, "verbs": {strings.Join(got.Verbs, " "), tt.verbs}, "ends": {strings.Join(got.Ends, " "), tt.ends},
		} {
			if lists[0] != lists[1] {
				t.Errorf("%s: %s: got %q, want %q", tt.fields, name, lists[0], lists[1])
			}
		}
		if got.Mistaken != "" {
			t.Errorf("%s: mistaken is %q", tt.fields, got.Mistaken)
		}
	}
	slips := compiled(t, "trial", `table(seats = 2,`+head+`rounds = 3, points = "turn", least = 0, most = 9, counters = [counter("gold", most = 30)],
		changes = lambda verb, args, counters: {"gold": [n + args[-1] for n in counters["gold"]]} if verb == "score" else None,
		over = lambda counters: won(1) if counters["gold"][0] > 20 else None,
		refuses = lambda verb: refuse("rule.no") if verb == "set" else None, words = "rule.no = No")`)
	if got := contract.Run(slips, contract.Bounds{Playouts: 200}).Reach.Mistaken; !strings.Contains(got, "edit") {
		t.Errorf("a counter that keeps a wrong number isn't noticed: %q", got)
	}
}

func TestWhatIsWrongWithATableIsToldWithItsPlace(t *testing.T) {
	for fields, want := range map[string]string{
		`round = 3`:                               "trial.star:3:1: there is no parameter round; the nearest is rounds",
		`rounds = "x"`:                            "trial.star:3:1: rounds must be a number, not a text",
		`zero_sum = 1`:                            "trial.star:3:1: zero_sum must be True or False, not a number",
		`phases = [phase("a", "clockwis")]`:       "trial.star:3:22: order has no value “clockwis”; the nearest is “clockwise”",
		`phases = [phase(nam = "a")]`:             "trial.star:3:17: there is no parameter nam; the nearest is name",
		`sheet = [7]`:                             "trial.star:3:10: sheet must be a text, not a number",
		`worth = lambda m: 1`:                     "trial.star:3:16: worth can't ask for m, only for seat, line, n, round, phase, turn, first, order, totals, rounds, lines, passed, ready, out, dice, called, counters, sums, by, says, verb, args, last, ended, round_over, written, seats, options",
		`refuses = lambda: refuse("rule.nosuch")`: "trial.star:3:26: there is no word rule.nosuch; the nearest is rule.now",
		`name = "mice"`:                           "trial.star:3:1: there is no parameter name; the nearest is title",
	} {
		_, err := script.Compile("trial", "table("+head+fields+")")
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v\nwant %s", fields, err, want)
		}
	}
}

// A file with features of edition 2 is of edition 2, even if the set-up has no edition.
func TestNewerPartsMakeAFileOfEdition2(t *testing.T) {
	r := compiled(t, "newer", `
table(
    title = "T", about = "T", seats = 2, points = "turn", counters = ["coins"],
    worth = lambda n: None, lead = lambda: 2,
)`)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "score 1 5, score 2 3")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{5, 3}) || s.Turn() != 2 {
		t.Errorf("got %v, turn %d", got, s.Turn())
	}
}
