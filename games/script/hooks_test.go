package script_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// with is the trial with more functions.
func with(t *testing.T, more string) games.Rules {
	t.Helper()
	return compiled(t, "trial", trial("    apply = apply,", "    apply = apply,\n"+more))
}

func TestWhatAFileTellsBesideItsRules(t *testing.T) {
	r := with(t, `
    begins = 2,
    glyphs = """
glyph hat #ff0000
.#.
###
""",
    entry = lambda: ["end"],
    again = lambda: "end",
    veiled = lambda state: state["turn"] == 2,
    likely = lambda: "gain",
    steps = lambda: [step(say("line.why", 7), glyph = "hat")],
    sheet = lambda state: [row(1, state["scores"], name = "x")],
    moments = lambda before, state, says: [moment("gain", say("line.why", says), seats = [2, 1], glyph = "hat")],
    faces = lambda stream: {"a": 1} if stream == "die" else {},
    refuses = lambda verb: refuse("rule.over") if verb == "gain" else None,
`)
	first := gamestest.Begin(t, r, "seats=2")
	s := gamestest.After(t, first, "gain 2")
	again, ok := games.Again(s)
	for name, c := range map[string]struct{ got, want any }{
		"begins":  {games.Begins(r), games.Seat(2)},
		"entry":   {games.Entry(s), []games.Choice{{Says: "end"}}},
		"again":   {[]any{again, ok}, []any{games.Decision("end"), true}},
		"veiled":  {[]bool{games.Veiled(first), games.Veiled(s)}, []bool{false, true}},
		"likely":  {games.Likely(s), games.Decision("gain")},
		"steps":   {games.Steps(s), []games.Step{{Text: games.Say("line.why", "7"), Glyph: "hat"}}},
		"sheet":   {games.Sheet(s), []games.Row{{Round: 1, Name: "x", Points: []string{"2", "0"}}}},
		"moments": {games.Moments(s), []games.Moment{{Kind: games.Gain, Text: games.Say("line.why", "gain 2"), Glyph: "hat", Seats: []games.Seat{1, 2}}}},
		"begun":   {games.Moments(first), []games.Moment(nil)},
		"faces":   {games.Faces(r, games.Setup{Seats: 2}, "die"), []games.Face{{Name: "a", Points: 1}}},
		"refuses": {outcome(s.Apply("gain 9")) + " " + outcome(s.Apply("go")), "rule.over rule.legal"},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
}

func TestTheSeatThatBeginsMayComeFromAFunction(t *testing.T) {
	if got := games.Begins(with(t, "    begins = lambda: 1 + 1,\n")); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestFacesThatFailAreToldWhereChanceIsOnTurn(t *testing.T) {
	text := strings.Replace(trial("    apply = apply,", "    apply = apply,\n    turn = lambda: CHANCE,\n    faces = lambda: {1: 2},"), `[choice("gain", 1, 3), "end"]`, `["end"]`, 1)
	faults := gamestest.Begin(t, compiled(t, "trial", text), "seats=2").(interface{ Faults() []error }).Faults()
	if len(faults) != 1 || faults[0].Error() != "trial.star:21:13: faces must be a text, not a number" {
		t.Errorf("got %v", faults)
	}
}

func TestALimitIsThatOfTheTurnOrOfWhatTheFileSays(t *testing.T) {
	for _, tt := range []struct {
		more    string
		seconds int
		of      string
		faults  int
	}{
		{"limit = None", 0, "", 0},
		{"limit = lambda: 30", 30, "turn 1", 0},
		{"limit = lambda turn: (10 * turn, \"bids\")", 10, "bids", 0},
		{"limit = lambda: None", 0, "", 0},
		{"limit = lambda: (0, \"bids\")", 0, "", 0},
		{"limit = lambda: -1", 0, "", 1},
		{"limit = lambda: (5, \"\\n\")", 0, "", 1},
		{"limit = lambda: [5]", 0, "", 1},
		{"turn = lambda: CHANCE, limit = lambda: 30", 0, "", 0},
		{"turn = lambda: CHANCE, limit = lambda: (30, \"bids\")", 30, "bids", 0},
		{"turn = lambda: NOBODY, limit = lambda: (30, \"bids\")", 0, "", 0},
	} {
		text := strings.Replace(trial("    apply = apply,", "    apply = apply,\n    "+tt.more+","), `[choice("gain", 1, 3), "end"]`, `["end"]`, 1)
		s := gamestest.Begin(t, compiled(t, "trial", text), "seats=2")
		if seconds, of := games.Limit(s); seconds != tt.seconds || of != tt.of {
			t.Errorf("%s: got %d seconds for %q, want %d for %q", tt.more, seconds, of, tt.seconds, tt.of)
		}
		if faults := s.(interface{ Faults() []error }).Faults(); len(faults) != tt.faults {
			t.Errorf("%s: got %v, want %d faults", tt.more, faults, tt.faults)
		}
	}
}

func TestAViewTellsHowSeatsStandToTheTurn(t *testing.T) {
	for _, tt := range []struct {
		seats string
		want  []games.Bearing
		fault string
	}{
		{`None`, nil, ""},
		{`["waiting", "deck"]`, []games.Bearing{games.Waiting, games.OnDeck}, ""},
		{`["passed", "ready"]`, []games.Bearing{games.Passed, games.Ready}, ""},
		{`["gone"] + ["waiting"]`, []games.Bearing{games.Gone, games.Waiting}, ""},
		{`["waiting"]`, nil, "seats wants one for each of 2 seats"},
		{`["waiting", "decks"]`, nil, "seats has no value “decks”; the nearest is “deck”"},
		{`[1, 2]`, nil, "seats has no value “1”; there are waiting, deck"},
	} {
		s := gamestest.Begin(t, with(t, "    view = lambda: view(seats = "+tt.seats+"),\n"), "seats=2")
		if got := s.View(games.Nobody).Seats; !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.seats, got, tt.want)
		}
		said := ""
		for _, err := range s.(interface{ Faults() []error }).Faults() {
			said += err.Error()
		}
		if (tt.fault == "") != (said == "") || !strings.Contains(said, tt.fault) {
			t.Errorf("%s: got the fault %q, want %q", tt.seats, said, tt.fault)
		}
	}
}

// What only tells, and fails, tells nothing.
func TestWhatOnlyTellsAndFailsIsNothing(t *testing.T) {
	r := with(t, `
    entry = lambda: [][1],
    again = lambda: [][1],
    veiled = lambda: [][1],
    likely = lambda: "nosuch",
    steps = lambda: [7],
    sheet = lambda: [7],
    moments = lambda: [moment("nosuch", say("line.why", 1))],
    faces = lambda: 7,
`)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2"), "gain 2")
	again, ok := games.Again(s)
	if games.Likely(s) != "" || ok || again != "" || games.Veiled(s) || games.Steps(s) != nil || games.Sheet(s) != nil || games.Moments(s) != nil {
		t.Error("something is told")
	}
	if got, want := gamestest.Listed(games.Entry(s)), "end, gain 1..3"; got != want {
		t.Errorf("menus offer %s, want %s", got, want)
	}
	if games.Faces(r, games.Setup{Seats: 2}, "die") != nil {
		t.Error("faces are told")
	}
	faults := s.(interface{ Faults() []error }).Faults()
	if len(faults) != 6 {
		t.Errorf("%d faults, want those of moments, steps, sheet, again, veiled and entry: %v", len(faults), faults)
	}
	for _, err := range faults {
		if !strings.HasPrefix(err.Error(), "trial.star:") {
			t.Errorf("%v has no place", err)
		}
	}
}

func TestOptionsAreThoseOfOtherGames(t *testing.T) {
	const words = `words = {"ru": {"option.a": "А", "option.a.on": "да", "option.a.off": "нет", "option.n": "Н", "option.t": "Т", "say.go": "Дальше"},
"en": {"option.a": "A", "option.a.on": "on", "option.a.off": "off", "option.n": "N", "option.t": "T", "say.go": "Go"}}`
	r := compiled(t, "trial", `rules(`+head+words+`, seats = (2, 3),
    options = [
        option("a", "off", values = ["off", "on"], offer = "on"),
        option("n", 3, range = (1, 9), needs = "a=on"),
        option("t", "", text = True),
    ],
    new = lambda seats, options: {"turn": seats, "options": options},
    legal = lambda: ["go"],
    apply = lambda state: state,
)`)
	want := []games.Option{
		{Name: "a", Default: "off", Offer: "on", Values: []string{"off", "on"}},
		{Name: "n", Default: "3", Grammar: "1..9", Needs: "a=on"},
		{Name: "t", Grammar: "text"},
		{Name: "file-edition", Default: "1", Offer: "3", Values: []string{"2", "3"}, Silent: true},
	}
	if got := r.Options(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := gamestest.Begin(t, r, "seats=3 n=7 t=x").String(); !strings.Contains(got, `"options":{"a":"off","n":7,"t":"x"}`) {
		t.Errorf("the file is told\n%s", got)
	}
	for setup, want := range map[string]string{"seats=4": "rule.setup.seats", "seats=2 n=10": "rule.setup.range", "seats=2 t=\x1b": "rule.option", "seats=2 a=x": "rule.setup.value"} {
		if got := outcome(r.New(gamestest.Setup(setup))); got != want {
			t.Errorf("%q: got %s, want %s", setup, got, want)
		}
	}
}

func TestPilesAndPositionsAreChangedByCopies(t *testing.T) {
	for call, want := range map[string]string{
		`put({"a": [1, {"b": 2}]}, "a", 1, "b", 3)`: `{"a": [1, {"b": 3}]}`,
		`put([1, 2], -1, 3)`:                        `[1, 3]`,
		`put({}, "a", 3)`:                           `{"a": 3}`,
		`add({"a": [1]}, "a", 0, 4)`:                `{"a": [5]}`,
		`take({"x": 2}, "x")`:                       `{"x": 1}`,
		`take({"x": 1, "y": 1}, "x")`:               `{"y": 1}`,
		`take(["x", "y", "x"], "x")`:                `["y", "x"]`,
		`give({"x": 2}, "y")`:                       `{"x": 2, "y": 1}`,
		`give(["x"], "y")`:                          `["x", "y"]`,
		`add({"a": [[1, 2]]}, "a", 0, [3, -4])`:     `{"a": [[4, -2]]}`,
		`add([1, 2], [3, 4])`:                       `[4, 6]`,
		`sum([1, 2, 3])`:                            `6`,
		`sum((1, 2), [5, 4])`:                       `13`,
		`sum({3: "a", 1: "b"}, worth = [5, 4])`:     `19`,
		`times([1, [2], 1, [2]], [2])`:              `2`,
		`[after(s, 3) for s in [0, 1, 2, 3]]`:       `[1, 2, 3, 1]`,
		`seat(2) + word("why.won")`:                 `"@2#why.won"`,
		`seat(12)`:                                  `"@12"`,
		`"%d of %s" % (1, [2])`:                     `"1 of [2]"`,
		`" ".join(["a", "b"]).upper()`:              `"A B"`,
		`sorted([3, 1, 2], reverse = True)`:         `[3, 2, 1]`,
		`[7 // 2, -7 // 2, 7 % 3, 1 << 4]`:          `[3, -4, 1, 16]`,
		`(1, 2) + (3,) == (1, 2, 3)`:                `True`,
		`{"a": 1} | {"b": 2}`:                       `{"a": 1, "b": 2}`,
		`[x for x in range(9) if x in (2, 4)]`:      `[2, 4]`,
		`"abc"[::-1] + "abc"[1:]`:                   `"cbabc"`,
		`int("12") + len(str([1, "a"]))`:            `20`,
		`list(set([1, 2]) & set([2, 3]))`:           `[2]`,
		`max([[1, 2], [1, 3]])`:                     `[1, 3]`,
		`"{}-{a}".format(1, a = 2)`:                 `"1-2"`,
	} {
		compiled(t, "trial", trial("\nrules(", "\nfail(\"no\", "+call+") if str("+call+") != str("+want+") else None\n\nrules("))
	}
	for call, want := range map[string]string{
		`take(["x"], "y")`: "lacking", `take({}, "y")`: "lacking", `max([])`: "empty", `add({"a": "b"}, "a", 1)`: "type", `put([1], 1, 2)`: "range",
		`add([1], [1, 2])`: "type", `add([1], ["a"])`: "type", `add(1, [1])`: "type", `add(1, 1)`: "arguments", `add([1])`: "arguments", `add()`: "arguments",
		`add({"a": [1]}, "b", [1])`: "type", `add([1 << 53], [1])`: "number", `sum([1], [1, 2])`: "type", `sum([1], ["a"])`: "type", `sum([1], (1,))`: "type",
		`sum([1 << 40], [1 << 40])`: "number", `sum()`: "missing", `sum(range(1000000), [1])`: "steps",
		`put(7, "a", 1)`: "type", `sum(["a"])`: "type", `after(4, 3)`: "range", `seat(13)`: "range", `word("nosuch") if say("nosuch") else 1`: "wordless",
		`deal("card", [[]])`: "type", `7()`: "uncallable", `len(7)`: "each", `[1][2]`: "index", `{}["a"]`: "absent", `1 // 0`: "divided",
		`"%d" % "a"`: "format", `moment()`: "missing", `choice(7)`: "type", `cell(mark = "lsat")`: "value",
	} {
		_, err := script.Compile("trial", trial("\nrules(", "\n"+call+"\n\nrules("))
		if got, _, _ := strings.Cut(refusal(err), " "); err == nil || got != "rule.file."+want {
			t.Errorf("%s: got %v, want %s", call, err, want)
		}
	}
}

// Some operations have no guard, because they can't grow. They work and fail as those with one.
func TestOperationsWithoutGuards(t *testing.T) {
	for body, want := range map[string]string{
		"x, y = 1, [6]; x += 2; y[0] -= 1; y[0] //= 2; return [x, y]": `is [3, [2]]`,
		"x, y = 1, 2; (x, y) = y, x; [x, y] = x + 1, (y,); return x":  `is 3`,
		"x = 7; x &= 5; return [x, 1 - x, 9 // x, -x - 1 < 2]":        `is [5, -4, 1, True]`,
		`return [2 in [1, 2], "b" not in ("a",), [] in (["a"])]`:      `is [True, True, False]`,
		"x = 3; return [x - 1 == len([1, 2]), (x + 1) == [4]]":        `is [True, False]`,
		"x = [1]; x += 1":                 "rule.file.operator",
		`x = ["a"]; x[0] += 1`:            "rule.file.operator",
		`return 1 - "a"`:                  "rule.file.operator",
		`x = 1; return "a" < x + 1`:       "rule.file.operator",
		"x, y = 1, 2, 3":                  "rule.file.unpacked",
		"x, y = (1 << 53) + (1 << 53), 0": "rule.file.number",
		`return 1 in [1, "a" * 70000]`:    "rule.file.large",
		"x = 9007199254740992; x += 9007199254740992; return x * 1": "rule.file.number",
	} {
		_, err := script.Compile("trial", trial("\nrules(", "\ndef f():\n    "+body+"\n\nfail(\"is\", str(f()))\n\nrules("))
		if got := refusal(err); !strings.HasPrefix(got, want+" ") && !strings.HasSuffix(got, " "+want) {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}

// A range of one number keeps its number, except in records of edition 1.
func TestARangeOfOneKeepsItsNumber(t *testing.T) {
	r := compiled(t, "bids", `
rules(
    title = {"ru": "Ставки", "en": "Bids"},
    about = {"ru": "Одна ставка", "en": "A single bid"},
    seats = 2,
    new = lambda: {"turn": 1, "bid": 0},
    legal = lambda: [choice("bid", 3, 3)],
    apply = lambda state, args: state | {"bid": args[0] if args else -1},
    words = {"ru": "say.bid = Ставка {1}", "en": "say.bid = Bid {1}"},
)`)
	for start, says := range map[string]games.Decision{"seats=2": "bid", "seats=2 file-edition=3": "bid 3"} {
		if got := gamestest.Begin(t, r, start).Legal(); len(got) != 1 || got[0].At(0) != says {
			t.Errorf("%s: got %v, want %q", start, got, says)
		}
	}
}

// Worth and bonus see no counters, not even one that all share.
func TestPointsAreComputedBesideACounterOfAll(t *testing.T) {
	r := compiled(t, "trial", `table(seats = 2,`+head+`points = "round", counters = [counter("danger", per = "all")],
		worth = lambda n, counters: n + len(counters), bonus = lambda got, counters: [len(counters), 1])`)
	s := gamestest.After(t, gamestest.Begin(t, r, "seats=2 file-edition=3"), "done, done, score 1 5, score 2 6")
	if got := s.Standing().Scores; !slices.Equal(got, []int32{5, 7}) {
		t.Errorf("got %v", got)
	}
}
