package systemd_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// asked are what a function of table(…) may ask for.
var asked = strings.Fields("seats options round phase turn first order totals rounds lines passed ready out dice called counters sums by says verb args last ended round_over written")

// saw returns a game with a function that fails once a condition holds. The message of the fault has
// the value of the parameter called name. Three seats play two rounds: a passing phase, a phase of
// all at once, a phase in turn, and a sheet with a line for the last count.
func saw(t *testing.T, hook, extra, when, name string, fields ...string) games.Rules {
	t.Helper()
	program := fmt.Sprintf(`def hook(%s%s):
    if %s:
        fail("saw " + repr(%s))

table(title = "See", about = "See", seats = 3, rounds = 2, call = "more", out = True,
    options = [option("pace", "fast", values = ["fast", "slow"])], cup = "2d6",
    phases = [phase("bid", "passing", left = 1), phase("lay", "together"), "act"], next = "passed",
    points = "round", sheet = [line("a", 0, 9), line("b", 0, 9, apart = True), line("z", 0, 9, last = True)],
    counters = [counter("gold", start = 3), counter("danger", start = 1, per = "all")],
    %s, %s = hook,
    words = "option.pace = Pace\noption.pace.fast = Fast\noption.pace.slow = Slow\nword.bid = Bid\nword.lay = Lay\nword.act = Act\nword.a = A\nword.b = B\nword.z = Z\nword.gold = Gold\nword.danger = Danger")
`, extra, strings.Join(asked, ", "), when, name, strings.Join(fields, ", "), hook)
	r, err := script.Compile("see", strings.ReplaceAll(program, "\n    , ", "\n    "))
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	return r
}

// whole is that game, until it is over. Seat 3 drops out in the second round.
const whole = "roll, die 3, die 4, done, call, pass, done, pass, ready 2, ready 3, ready 1, done, done, done, " +
	"score a 1, score a 2, score a 3, score b 2, score b 3, score b 4, out 3, " +
	"pass, ready 1, ready 2, roll, die 5, die 6, done, done, score a 4, score a 5, score b 6, score b 7, score z 8, score z 9"

// early is its first round without seat 3.
const early = "out 3, pass, ready 1, ready 2, done, done, score a 1, score a 2, score b 3, score b 4"

// seen plays until a function fails, and returns the value in its message and the decision. Both are
// "" if no function fails.
func seen(t *testing.T, r games.Rules, path string) (what, at string) {
	t.Helper()
	s := gamestest.Begin(t, r, "seats=3 pace=slow file-edition=3")
	for _, says := range strings.Split(path, ", ") {
		next, err := s.Apply(games.Decision(says))
		if _, text, failed := strings.Cut(gamestest.Refusal(err), "saw "); failed {
			return strings.NewReplacer(", ", ",", `": `, `":`).Replace(text), says
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", says, err, s)
		}
		s = next
	}
	return "", ""
}

// sight is a moment at which a function is called: the condition, the decisions of the game, the
// decision that leads to the moment ("" if none does), and the expected values of parameters.
type sight struct{ hook, when, path, at, want string }

var sights = []sight{
	{"refuses", `phase == "lay" and args == [1]`, whole, "ready 1", `by 1 dice [3,4] ready [False,True,True] turn 1 verb "ready" passed [2,1] called 2 sums {"a":[0,0,0],"b":[0,0,0],"z":[0,0,0]}`},
	{"refuses", `out[2] and lines["b"][1] == 6`, whole, "score b 7", `by 1 turn 1 phase "" round 2 lines {"a":[5,4,0],"b":[0,6,0],"z":[0,0,0]} totals [6,6,3] rounds [[1,2,3],[5,4,0]]`},
	{"refuses", `last`, whole, "score z 8", `by 2 round 2 ended False`},
	{"refuses", `verb == "die"`, whole, "", ``},
	{"refuses", `verb == "edit"`, "done, pass, pass, ready 1, ready 2, ready 3, done, done, done, score a 1, edit 1 1 a 2", "", ``},
	{"after", `phase == "bid"`, whole, "done", `turn 1 by 1 verb "done" order [1,2,3] dice [3,4] first 1`},
	{"after", `phase == "act" and turn == 3`, whole, "done", `turn 3 by 3 round 1 totals [0,0,0] called 2 passed [2,1]`},
	{"after", `phase == "act" and round == 2`, whole, "done", `turn 2 out [False,False,True] rounds [[1,2,3]]`},
	{"after", `verb == "pass" and turn == 1`, whole, "", ``},
	{"after", `verb == "ready"`, whole, "", ``},
	{"lead", `True`, whole, "score b 4", `round 1 phase "" turn 1 first 1 order [1,2,3] totals [1,2,3] rounds [[1,2,3]] lines {"a":[1,2,3],"b":[2,3,4],"z":[0,0,0]} passed [2,1] dice [3,4] by 3 verb "score" called 2 counters {"danger":1,"gold":[3,3,3]}`},
	{"lead", `True`, early, "score b 4", `out [False,False,True] by 2`},
	{"changes", `round == 1 and lines["b"][2] == 4`, whole, "score b 4", `phase "" turn 1 totals [1,2,3] lines {"a":[1,2,3],"b":[2,3,4],"z":[0,0,0]} passed [2,1] args ["b",4] counters {"danger":1,"gold":[3,3,3]}`},
	{"changes", `round == 2 and lines["a"][0] == 5`, whole, "score a 5", `phase "" turn 2 out [False,False,True] by 1 called 2`},
	{"changes", `any(ready)`, whole, "ready 2", `phase "lay" by 2 ready [False,True,False]`},
	{"changes", `verb == "roll"`, whole, "", ``},
	{"changes", `ended or last`, whole, "", ``},
	{"over", `round == 1 and lines["b"][2] == 4`, whole, "score b 4", `phase "" turn 1 totals [1,2,3] lines {"a":[1,2,3],"b":[2,3,4],"z":[0,0,0]} by 3 first 1`},
	{"over", `verb == "roll"`, whole, "", ``},
	{"over", `args == [4]`, whole, "die 4", `turn 1 dice [3,4] phase "bid" by 0`},
	{"over", `verb == "ready" and by == 3`, whole, "ready 3", `ready [False,True,True] phase "lay" turn 1`},
	{"over", `last and not ended`, whole, "", ``},
	{"over", `ended`, whole, "score z 9", `last True round 2 turn 0 phase "" lines {"a":[0,0,0],"b":[0,0,0],"z":[9,8,0]} totals [15,14,3] rounds [[1,2,3],[5,4,0],[9,8,0]] sums {"a":[6,6,3],"b":[9,9,4],"z":[9,8,0]}`},
	{"worth", `line == "b" and n == 6`, whole, "score b 6", `seat 2 round 2 first 2 order [2,3,1] totals [1,2,3] rounds [[1,2,3]] lines {"a":[5,4,0],"b":[0,6,0],"z":[0,0,0]} sums {"a":[6,6,3],"b":[2,9,4],"z":[0,0,0]} passed [2] called 2 out [False,False,True]`},
	{"worth", `last and n == 9`, whole, "score z 9", `seat 1 line "z" round 3 lines {"a":[0,0,0],"b":[0,0,0],"z":[9,8,0]} totals [6,6,3]`},
	{"bonus", `round == 1`, whole, "score b 4", `got [1,2,3] out [False,False,False] passed [2,1] lines {"a":[1,2,3],"b":[2,3,4],"z":[0,0,0]} totals [0,0,0] called 2 first 1`},
	{"bonus", `round == 2`, whole, "score b 7", `got [5,4,0] out [False,False,True] totals [1,2,3] rounds [[1,2,3]]`},
	{"bonus", `last or round > 2`, whole, "", ``},
}

// extra are the further parameters of functions.
var extra = map[string]string{"worth": "seat, line, n, ", "bonus": "got, "}

// check fails unless the parameters of the function have the expected values. It returns the names of
// the parameters that have a value.
func (s sight) check(t *testing.T) (sees []string) {
	t.Helper()
	wants := map[string]string{}
	for words := strings.Fields(s.want); len(words) > 1; words = words[2:] {
		wants[words[0]] = words[1]
	}
	names := asked
	if s.want == "" {
		names = names[:1]
	}
	for _, name := range append(strings.FieldsFunc(extra[s.hook], func(r rune) bool { return !unicode.IsLetter(r) }), names...) {
		got, at := seen(t, saw(t, s.hook, extra[s.hook], s.when, name), s.path)
		if want, ok := wants[name]; at != s.at || ok && got != want {
			t.Errorf("%s: %s: at %q %s is %s, want %s at %q", s.hook, s.when, at, name, got, want, s.at)
		}
		if !nothing(got) {
			sees = append(sees, name)
		}
	}
	return sees
}

// nothing reports whether a value means that there is none: 0, no text, an empty list, or a list of
// False.
func nothing(value string) bool {
	return strings.Trim(strings.ReplaceAll(value, "False", ""), `0"[]{}, `) == ""
}

// blind are the names that stand in a cell after the last "not" or "нет".
func blind(cell string) []string {
	for _, before := range []string{"; not ", "нет "} {
		if i := strings.LastIndex(cell, before); i >= 0 {
			return namesIn(cell[i:])
		}
	}
	return nil
}

func TestFunctionsOfTablesSeeWhatTheManualTells(t *testing.T) {
	sees := map[string][]string{"lead": {"ended"}} // see TestTheHookLeadOrdersTheNextMatch in games/table
	for _, s := range sights {
		sees[s.hook] = append(sees[s.hook], s.check(t)...)
	}
	for _, file := range gamesPages {
		for _, row := range tables(t, file)[ofFunctions] {
			hook := namesIn(row[0])[0]
			if hook == "chosen" {
				continue
			}
			var without []string
			for _, name := range asked {
				seen := sees[hook]
				if !slices.Contains(seen, name) && (name != "args" || !slices.Contains(seen, "verb")) {
					without = append(without, name)
				}
			}
			want(t, file, "what "+hook+" doesn't see", blind(row[2]), without)
		}
	}
}

// Each recipe of the manual has a match. Its lines are a set-up with "seats=", decisions, "!" and a
// refused decision, "=" and the turn or the winners with the points, or ":" and a line of the
// position.
func TestARecipeGoesAsItsMatchTells(t *testing.T) {
	files, err := filepath.Glob("testdata/recipes/*.play")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d matches, %v", len(files), err)
	}
	for _, page := range gamesPages {
		programs := programsOf(t, page)
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".play")
			r, err := script.Compile(name, programs[name])
			if err != nil {
				t.Errorf("%s, %s: %v", page, name, err)
				continue
			}
			isWon(t, r, file)
		}
	}
}

// The games of testdata/newcomers were written from the manual page alone. Each has a match, in the
// lines of a recipe.
func TestGamesOfNewcomersGoAsTheirMatchesTell(t *testing.T) {
	files, err := filepath.Glob("testdata/newcomers/*.play")
	if err != nil || len(files) < 54 {
		t.Fatalf("%d matches, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".play")
		r, err := script.Compile(name, read(t, strings.TrimSuffix(file, "play")+"star"))
		if err != nil {
			t.Error(err)
			continue
		}
		isWon(t, r, file)
	}
}

// isWon fails unless a match goes as its file tells, and ends with a winner.
func isWon(t *testing.T, r games.Rules, file string) {
	t.Helper()
	if last := goes(t, r, file); !strings.HasPrefix(last, "won ") {
		t.Errorf("%s ends with %q, nobody has won", file, last)
	}
}

// goes plays a match, and returns its last line about the game.
func goes(t *testing.T, r games.Rules, file string) (last string) {
	t.Helper()
	var s games.State
	for line := range strings.Lines(read(t, file)) {
		line = strings.TrimSpace(line)
		kind, rest, _ := strings.Cut(line, " ")
		switch {
		case kind == "" || kind == "#":
		case strings.HasPrefix(kind, "seats="):
			s = gamestest.Begin(t, r, line+" file-edition=3")
		case kind == "!":
			if _, err := s.Apply(games.Decision(rest)); err == nil {
				t.Errorf("%s: %s isn't refused at\n%s", file, rest, s)
			}
		case kind == "=":
			if last = rest; toldOf(s) != rest {
				t.Errorf("%s: got %s, want %s\n%s", file, toldOf(s), rest, s)
			}
		case kind == ":":
			if !strings.Contains("\n"+s.String(), "\n"+rest+"\n") {
				t.Errorf("%s: there is no %s in\n%s", file, rest, s)
			}
		default:
			s = gamestest.After(t, s, games.Decision(line))
		}
	}
	return last
}

// stumble is a program with a mistake that the manual tells about.
func stumble(code string) string {
	const head, tail = "\ntable(\n    title = \"T\", about = \"T\", seats = 3, points = \"round\",\n    ", "\n)\n"
	body := func(line string) string {
		return "def over(totals, args, round):\n    n = 0\n    " + line + head + "over = over," + tail
	}
	name, _, assigned := strings.Cut(code, " = ")
	switch {
	case strings.Contains(code, "|"):
		return head + "words = {\"en\": \"" + code + "\"}," + tail
	case strings.Contains(code, ": Bid"):
		return head + "words = \"" + code + "\"," + tail
	case strings.HasPrefix(code, "while"):
		return body(code + "\n        n += 1")
	case strings.HasPrefix(code, "def"):
		return code + "\n" + head + "over = lambda: f(3)," + tail
	case strings.HasPrefix(code, "fail"), strings.HasPrefix(code, "totals."):
		return body(code)
	case strings.HasPrefix(code, "args"):
		return strings.Replace(body(code), "    "+code, "    if args:\n        "+code, 1)
	case name == "half", strings.HasPrefix(code, "lives"):
		return code + head + tail
	case assigned:
		return head + code + "," + tail
	}
	return ""
}

// complaints are what is said about a program with a mistake, in each language.
func complaints(program string) (all []string) {
	r, err := script.Compile("t", program)
	if err == nil {
		var s games.State
		s, err = r.New(gamestest.Setup("seats=3 file-edition=3"))
		for _, says := range strings.Split("done, done, done, score 1 10, score 2 10, score 3 10", ", ") {
			if err != nil {
				break
			}
			s, err = s.Apply(games.Decision(says))
		}
	}
	var fault script.Error
	var illegal games.Illegal
	if errors.As(err, &illegal) {
		fault = script.Error{Text: illegal.Rule}
	} else if !errors.As(err, &fault) {
		return []string{fmt.Sprint(err), ""}
	}
	for _, lang := range []string{"en", "ru"} {
		_, text, _ := strings.Cut(fault.In(lang), ": ")
		all = append(all, text)
	}
	return all
}

func TestTheManualTellsWhatIsSaidAboutMistakes(t *testing.T) {
	for i, file := range gamesPages {
		for _, row := range tables(t, file)[ofStumbles] {
			code := plain(row[0])
			got, want := complaints(stumble(code))[i], strings.ReplaceAll(plain(row[1]), `\(em`, "—")
			if got != want {
				t.Errorf("%s: %s: it says\n%s\nnot\n%s", file, code, got, want)
			}
		}
	}
}

// argumentsOf are the examples of arguments in a page: what stands after .TP and .B.
func argumentsOf(t *testing.T, file string) (all []string) {
	for _, m := range regexp.MustCompile(`(?m)^\.TP\n\.B (\w+ = .*)$`).FindAllStringSubmatch(read(t, file), -1) {
		all = append(all, plain(m[1]))
	}
	return all
}

func TestEachExampleOfAnArgumentIsOne(t *testing.T) {
	all := argumentsOf(t, gamesPages[0])
	if len(all) < 15 || !slices.Equal(all, argumentsOf(t, gamesPages[1])) {
		t.Errorf("the pages have other examples: %q", all)
	}
	for _, example := range all {
		var words string
		for _, name := range []string{"length", "length.5", "length.10"} {
			words += "option." + name + " = x\n        "
		}
		if !strings.Contains(example, "option(") {
			words = ""
		}
		program := "table(\n    title = \"T\", about = \"T\", seats = 4,\n    " + example + ",\n    words = \"\"\"\n        " + words + "\"\"\",\n)\n"
		plays(t, "t", program)
	}
}

// runs are what the manual says about the order of things: the arguments of a game for two, or more
// if they say so, decisions, with "!" before those that are refused, and whose turn it is then or who has
// won, with the points.
var runs = []struct{ arguments, path, want string }{
	// The bonus comes before changes, changes before the seats that drop out.
	{`points = "round", bonus = lambda got: [10, 0], counters = [counter("gold", out = 11)], changes = lambda totals, phase: {"gold": totals} if phase == "" else None, phases = ["play"], survivor = True`, "done, done, score 1 1, score 2 3", "won 2, points 11 3"},
	// Dropping out comes before the end by a counter, and this before over.
	{`points = "round", counters = [counter("gold", ends = 5, then = "won")], changes = lambda lines: {"gold": lines[""]} if min(lines[""]) else None, over = lambda totals: won(2) if min(totals) else None`, "done, done, score 1 5, score 2 3", "won 1, points 5 3"},
	{`points = "round", start = 10, down = True, out_at = 5, survivor = True, counters = [counter("gold", ends = 5, then = "won")], changes = lambda lines: {"gold": lines[""]} if min(lines[""]) else None`, "done, done, score 1 5, score 2 3", "won 2, points 5 7"},
	// Over comes before the target. With a winner it ends the match without the last count.
	{`points = "round", target = 5, at_once = True, final = True, over = lambda totals, ended: won(2) if min(totals) and not ended else None`, "done, done, score 1 5, score 2 3", "won 2, points 5 3"},
	{`points = "round", final = True, over = lambda totals: min(totals) > 0`, "done, done, score 1 5, score 2 3", "turn 1, points 5 3"},
	{`points = "round", final = True, over = lambda totals: min(totals) > 0`, "done, done, score 1 5, score 2 3, score 1 0, score 2 3", "won 2, points 5 6"},
	{`coop = True, over = lambda verb: verb == "done"`, "done", "won nobody, points 0 0"},
	{`phases = ["build", "income"], points = "end", counters = ["cities"], over = lambda phase, counters: phase == "income" and max(counters["cities"]) > 16`, "set 1 cities 17, done, done, score 1 5, score 2 6", "won 2, points 5 6"},
	{`points = "turn", cup = "1d6", worth = lambda n, turn, dice: n * turn + dice[0]`, "roll, die 4, score 1 1, roll, die 3, score 2 2", "turn 1, points 5 7"},
	// The target doesn't end it without the last count.
	{`points = "round", target = 5, final = True`, "done, done, score 1 5, score 2 3", "turn 1, points 5 3"},
	{`points = "round", target = 5, final = True, over = lambda ended, last: won(2) if ended and last else None`, "done, done, score 1 5, score 2 3, score 1 0, score 2 1", "won 2, points 5 4"},
	{`call = "now", final = True`, "add 1 5, call", "turn 1, points 5 0"},
	{`call = "now", final = True`, "add 1 5, call, add 1 0, add 2 6, finish", "won 2, points 5 6"},
	{`counters = [counter("gold", ends = 5)], final = True`, "set 1 gold 5", "turn 1, points 0 0"},
	{`counters = [counter("gold", ends = 5, then = "won")], final = True`, "set 1 gold 5", "won 1, points 0 0"},
	{`out = True, survivor = True, final = True`, "out 1", "won 2, points 0 0"},
	// Further rounds part equal points, but not after a call.
	{`points = "round", rounds = 1, ties = "more"`, "done, done, score 1 5, score 2 5", "turn 1, points 5 5"},
	{`points = "round", call = "last", ties = "more"`, "call, done, done, score 1 5, score 2 5", "won 1 2, points 5 5"},
	{`points = "round", rounds = 1, call = "last", ties = ["seat", "more"]`, "done, done, score 1 5, score 2 5", "won 1, points 5 5"},
	// Lead comes before next.
	{`points = "round", next = "winner", lead = lambda round: 2 if round == 1 else None`, "done, done, score 1 5, score 2 3", "turn 2, points 5 3"},
	{`points = "round", next = "winner", lead = lambda round: 2 if round == 1 else None`, "done, done, score 1 5, score 2 3, done, done, score 2 0, score 1 3", "turn 1, points 8 3"},
	// The target of the seat on turn.
	{`target = 5, target_at = "turn", over = lambda ended: won(2) if ended else None`, "add 2 5", "turn 1, points 0 5"},
	{`target = 5, target_at = "turn", over = lambda ended: won(1) if ended else None`, "add 2 5, add 1 9", "won 1, points 9 5"},
	{`target = 5, target_at = "turn", over = lambda ended: won(1) if ended else None`, "add 2 5, done", "won 2, points 0 5"},
	{`points = "never", over = lambda: won(2)`, "win 1", "won 1, points 0 0"},
	{`points = "never", counters = [counter("gold", 3)], rounds = 1`, "set 2 gold 4, done, done", "won 2, points 3 4"},
	{`coop = True, counters = [counter("lives", 1, out = 0)]`, "set 2 lives 0", "won nobody, points 0 0"},
	// The names of the panel are by seat, the points by team.
	{`seats = 4, teams = 2, points = "round", rounds = 1, bonus = lambda got: [got[1], 0], over = lambda totals: won([2, 4]) if len(totals) == 2 and min(totals) else None`, "done, done, done, done, score 1 1, score 2 4", "won 2 4, points 5 4 5 4"},
	{`points = "wins", best_of = 3`, "win 2, tie, win 2", "won 2, points 0 2"},
	{`phases = [phase("bid", "passing", left = 1), phase("buy", by = by("total", low = True))]`, "add 1 5, pass", "turn 2, points 5 0"},
	{`start = 20, out_at = 0, survivor = True`, "add 1 -20", "won 2, points 0 20"},
	{`lowest = True, out_at = 101, survivor = True`, "add 1 101", "won 2, points 101 0"},
	{`points = "round", next = by("round", begins = True)`, "done, done, score 1 5, score 2 7", "turn 2, points 5 7"},
	{`seats = 3, counters = ["gold"], next = by("gold", low = True)`, "set 1 gold 9, set 2 gold 5, done, done, done, done", "turn 2, points 0 0 0"},
	{`points = "round", sheet = [line("coins", 0, 50, table = [(10, 1), (20, 3)]), line("losses", 0, 9, factor = -2, cap = 10)]`, "done, done, score coins 19, score coins 20, score losses 9, score losses 2", "turn 1, points -9 -1"},
	// What was before a round, and how over judges corrections.
	{`points = "round", sheet = ["a"], bonus = lambda sums, lines: [s - n for s, n in zip(sums["a"], lines["a"])]`, "done, done, score a 5, score a 3, done, done, score a 1, score a 0", "turn 1, points 11 6"},
	{`points = "round", sheet = ["a"], bonus = lambda totals: totals`, "done, done, score a 5, score a 3, done, done, score a 1, score a 0", "turn 1, points 11 6"},
	{`points = "round", least = 0, most = 20, over = lambda totals: max(totals) > 9`, "done, done, score 1 5, score 2 3, edit 1 1 10", "won 1, points 10 3"},
	{`points = "round", least = 0, most = 20, next = "moves", lead = lambda totals: totals.index(max(totals)) + 1`, "done, done, score 1 5, score 2 3, edit 1 2 9", "turn 1, points 5 9"},
	// The order in which numbers are asked.
	{`points = "round", sheet = ["a", "b"]`, "done, done, score a 3, score b 7", "turn 1, points 3 7"},
	{`points = "round", sheet = ["a", "b"]`, "done, done, score a 3, for 1 b 7", "turn 2, points 10 0"},
	{`seats = 4, teams = 2, points = "round", sheet = ["a"], next = "moves", rounds = 1, final = True`, "done, done, done, done, score a 3, score a 4, score a 1", "turn 2, points 4 4 4 4"},
	// A turn without a number, and seats that leave and come back.
	{`points = "turn"`, "score 1 5, done", "turn 1, points 5 0"},
	{`seats = 3, points = "round"`, "fix out 2, done, done, score 1 5, score 3 2", "turn 1, points 5 0 2"},
	{`seats = 3, points = "round"`, "fix out 2, done, fix back 2, done", "turn 2, points 0 0 0"},
	{`seats = 3, counters = [counter("lives", 2, out = 0)]`, "set 2 lives 0, fix back 2, done", "turn 3, points 0 0 0"},
	// The function after lets a phase of one circle go on.
	{`seats = 3, points = "round", after = lambda turn: turn % 3 + 1`, "done, done, done, done", "turn 2, points 0 0 0"},
	{`seats = 3, points = "round", after = lambda turn: 1 if turn == 3 else None`, "done, done, done, done", "turn 1, points 0 0 0"},
	{`seats = 3, points = "round", after = lambda turn: 1 if turn == 3 else None`, "done, done, done, done, score 1 5", "turn 2, points 5 0 0"},
	// A correction of a line asks worth again.
	{`points = "turn", sheet = [line("a", 0, 9)], worth = lambda n: 2 * n`, "score a 5, edit 1 1 a 3", "turn 2, points 6 0"},
	{`points = "round", sheet = [line("took", 0, 13, sum = 13)]`, "done, done, score took 4, score took 9", "turn 1, points 4 9"},
	// Closing a phase.
	{`phases = [phase("act", circles = 2, close = "now")], points = "round"`, "done, close, score 1 3", "turn 2, points 3 0"},
	{`phases = [phase("act", circles = 2, close = "circle")], points = "round"`, "close, done, score 1 3", "turn 2, points 3 0"},
	{`phases = [phase("bid", "passing", close = "now")], points = "round"`, "done, close, score 1 3", "turn 2, points 3 0"},
	{`phases = [phase("take", "claimed", 1, close = "now")], points = "round"`, "close, score 1 3", "turn 2, points 3 0"},
	{`phases = [phase("act", circles = -1)], points = "round"`, "done, close, score 1 3", "turn 2, points 3 0"},
	{`phases = [phase("act")], points = "round"`, "!close, done, done, score 1 3", "turn 2, points 3 0"},
	// A sum leaves a rest that the others can reach, or the nearest number.
	{`seats = 3, points = "round", sheet = [line("took", 0, 10, sum = 13)]`, "done, done, done, score took 2, !score took 0, score took 1, score took 10", "turn 1, points 2 1 10"},
	{`seats = 3, points = "round", sheet = [line("took", 0, 6, sum = 13)]`, "done, done, done, score took 6, score took 6, edit 1 1 took 0, !score took 5, score took 6", "turn 1, points 0 6 6"},
	{`seats = 3, points = "round", sheet = [line("took", 0, 13, sum = 13)]`, "done, done, done, fix out 3, score took 6, score took 4", "turn 1, points 6 4 0"},
	{`seats = 3, out = True, points = "round", sheet = [line("took", 0, 13, sum = 13)]`, "out 3, done, done, score took 6, !score took 4, score took 7", "turn 1, points 6 7 0"},
	// A missing number is no 0.
	{`points = "round", sheet = ["a", "b"], words = "rule.no = No", refuses = lambda args, written, by: refuse("rule.no") if args[-2:-1] == ["b"] and not written["a"][by - 1] else None`, "done, done, !score b 3, score a 0, score a 3, score b 1", "turn 2, points 1 3"},
	// A correction judges the end anew.
	{`points = "round", target = 10`, "done, done, score 1 5, score 2 3, done, done, score 1 2, edit 1 1 10, !edit 1 1 3", "won 1, points 10 3"},
	{`points = "round", over = lambda round_over, totals: round_over and max(totals) > 9`, "done, done, score 1 5, score 2 3, done, done, score 1 2, edit 1 1 10", "won 1, points 10 3"},
	{`points = "round", target = 5, final = True`, "done, done, score 1 5, score 2 3, score 1 7, edit 1 1 4, done, done, score 1 1", "turn 2, points 5 3"},
	{`points = "wins", best_of = 3`, "win 2, edit 1 1 1", "turn 1, points 1 0"},
	{`points = "wins", best_of = 3`, "win 2, edit 1 1 1, win 1, !edit 1 1 2", "won 1, points 2 0"},
	// Corrections have the limits of an entry, and ask worth again, unless numbers add up.
	{`points = "turn", least = 0, most = 20, worth = lambda n: 2 * n`, "score 1 5, !edit 1 1 25, edit 1 1 3", "turn 2, points 6 0"},
	{`points = "round", least = 0, most = 20, worth = lambda n: 2 * n`, "done, done, score 1 5, !edit 1 1 25, edit 1 1 3", "turn 2, points 6 0"},
	{`points = "turn", least = 0, most = 20, worth = lambda n, turn: n * turn`, "score 1 5, score 2 5, edit 1 2 3", "turn 1, points 5 3"},
	{`points = "turn", least = 0, most = 20, phases = [phase("act", circles = 2)], worth = lambda n: 2 * n`, "score 1 5, score 2 5, score 1 6, edit 1 1 21", "turn 2, points 21 10"},
	{`least = 0, most = 20, worth = lambda n: 2 * n`, "add 1 5, add 1 3, edit 1 1 21", "turn 1, points 21 0"},
	// Seats that are out: in the last count, in lists, at a target, and back in.
	{`seats = 3, points = "end", rounds = 1, out = True`, "out 3, done, done, score 3 9, score 1 4, score 2 5", "won 2, points 4 5 9"},
	{`seats = 3, points = "end", rounds = 1, out = True, over = lambda ended: won(3) if ended else None`, "out 3, done, done, score 3 9, score 1 4, score 2 5", "won 3, points 4 5 9"},
	{`seats = 3, points = "round", rounds = 1, sheet = ["a", line("z", 0, 9, sum = 9, last = True)], out = True`, "out 3, done, done, score a 4, score a 5, score z 4, for 3 z 5, score z 0", "won 1, points 8 5 5"},
	{`seats = 3, points = "round", rounds = 1, sheet = ["a", line("z", 0, 9, last = True)], out = True`, "out 3, done, done, score a 4, score a 5, score z 4, score z 5", "won 2, points 8 10 0"},
	{`seats = 3, points = "round", out = True, bonus = lambda got, out: [5 if g == min([n for n, o in zip(got, out) if not o]) else 0 for g in got]`, "out 3, done, done, score 1 4, score 2 5", "turn 1, points 9 5 0"},
	{`seats = 3, points = "round", target = 5, out = True`, "done, done, done, score 1 1, score 2 4, score 3 1, out 2, edit 1 2 7", "turn 1, points 1 7 1"},
	{`seats = 3, points = "round", counters = [counter("gold", 0, ends = 5, then = "won"), counter("lives", 1, out = 0)]`, "set 2 lives 0, set 2 gold 5", "turn 1, points 0 0 0"},
	{`seats = 4, teams = 2, out = True`, "out 2, out 4", "won 1 3, points 0 0 0 0"},
	{`seats = 3, out = True`, "!fix out 2, out 2, done", "turn 3, points 0 0 0"},
	{`seats = 3, counters = [counter("lives", 2, out = 0)]`, "set 2 lives 0, set 2 lives 1, done", "turn 2, points 0 0 0"},
	{`seats = 3, counters = [counter("lives", 2, out = 0)], out = True`, "out 2, set 2 lives 1, done", "turn 3, points 0 0 0"},
	{`seats = 3, counters = [counter("lives", 2, out = 0)]`, "fix out 2, set 2 lives 1, done", "turn 3, points 0 0 0"},
	{`seats = 3, start = 20, out_at = 0`, "add 2 -20, edit 1 2 -19, done", "turn 2, points 20 1 20"},
	// What a decision names, and numbers that add up before they are looked up.
	{`seats = 3, counters = ["gold"], over = lambda verb, by: won(by) if verb in ("add", "set") else None`, "set 2 gold 5", "won 2, points 0 0 0"},
	{`seats = 3, over = lambda verb, by: won(by) if verb in ("add", "set") else None`, "add 3 5", "won 3, points 0 0 5"},
	{`sheet = [line("coins", 0, 50, table = [(10, 1), (20, 3)])]`, "add 1 coins 10, add 1 coins 10", "turn 1, points 3 0"},
	// A set-up that can't be.
	{`seats = (2, 3), chosen = lambda seats: refuse("rule.two") if seats == 2 else None, words = "rule.two = Three play"`, "", "refused rule.two"},
}

func TestAMatchRunsAsTheManualTells(t *testing.T) {
	for _, tt := range runs {
		seats := ""
		if !strings.HasPrefix(tt.arguments, "seats") {
			seats = "seats = 2, "
		}
		r, err := script.Compile("run", `table(title = "T", about = "T", `+seats+tt.arguments+`)`)
		if err != nil {
			t.Errorf("%s: %v", tt.arguments, err)
			continue
		}
		if got := wentTo(t, r, tt.path); got != tt.want {
			t.Errorf("%s: %s: got %s, want %s", tt.arguments, tt.path, got, tt.want)
		}
	}
}

// wentTo plays decisions with the least number of seats, and returns how the game stands. Those after "!"
// must be refused.
func wentTo(t *testing.T, r games.Rules, path string) string {
	t.Helper()
	least, _ := r.Seats()
	s, err := r.New(gamestest.Setup(fmt.Sprintf("seats=%d file-edition=3", least)))
	if err != nil {
		return "refused " + gamestest.Refusal(err)
	}
	for says := range strings.SplitSeq(path, ", ") {
		if wrong, ok := strings.CutPrefix(says, "!"); !ok {
			s = gamestest.After(t, s, games.Decision(says))
		} else if next, err := apply(s, wrong); err == nil {
			t.Errorf("%s: %s isn't refused at\n%s\nbut leads to\n%s", path, wrong, s, next)
		}
	}
	return toldOf(s)
}

// apply takes a decision, or a ruling after "fix".
func apply(s games.State, says string) (games.State, error) {
	if ruling, ok := strings.CutPrefix(says, "fix "); ok {
		return s.Fix(games.Decision(ruling))
	}
	return s.Apply(games.Decision(says))
}

// The function refuses is asked about the number that is entered, however many are possible, and not about
// corrections. Menus list more than 32 numbers without it.
func TestARuleIsAskedAboutTheEnteredNumber(t *testing.T) {
	for most, listed := range map[int]bool{31: false, 32: true} {
		r, err := script.Compile("run", fmt.Sprintf(`table(title = "T", about = "T", seats = 2, points = "turn", least = 0, most = %d,
			refuses = lambda verb, args: refuse("rule.no") if verb == "edit" or verb == "score" and args[-1] != 4 else None, words = "rule.no = No")`, most))
		if err != nil {
			t.Fatal(err)
		}
		s := gamestest.Begin(t, r, "seats=2 file-edition=3")
		if _, err := s.Apply("score 1 5"); err == nil {
			t.Errorf("up to %d: 5 is accepted", most)
		}
		if _, ok := games.Find(s.Legal(), "score 1 5"); ok != listed {
			t.Errorf("up to %d: 5 is listed: %v", most, ok)
		}
		gamestest.After(t, s, "score 1 4, edit 1 1 3")
	}
}

// The tour lists the kinds of games to begin from, and shows what game check says.
func TestTheTourTellsWhatTheToolsSay(t *testing.T) {
	for i, file := range gamesPages {
		page := prose(t, file)
		for _, kind := range script.Kinds() {
			if !regexp.MustCompile(`(?:Kinds are|Роды:)[^.]*\b` + kind + `\b`).MatchString(page) {
				t.Errorf("%s doesn't list %s", file, kind)
			}
		}
		own := words.Companion([]words.Lang{words.English, words.Russian}[i])
		fine, _, _ := strings.Cut(own.Word("game.fine", "tricks.star", "3–6", "0", "", ""), "3–6")
		lacks, _, _ := strings.Cut(own.Word("game.lacks."+[]string{"ru", "en"}[i], "tricks.star", "title, about"), "; ")
		for _, want := range []string{fine + `3\(en6`, lacks, "tricks.star:8:5: " + complaints(stumble("round = 10"))[i]} {
			if !strings.Contains(strings.ReplaceAll(page, `\(em`, "—"), want) {
				t.Errorf("%s doesn't show %s", file, want)
			}
		}
	}
}
