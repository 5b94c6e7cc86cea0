package companion_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/games"
)

// hand is somebody at the keys, whose presses are counted. A key that is held is one.
type hand struct {
	*companiontest.Table
	presses int
}

// press presses keys.
func (h *hand) press(keys ...string) {
	for _, key := range keys {
		h.presses++
		h.Press(key)
	}
}

// hold holds a key until something shows, as somebody does who looks at the panel.
func (h *hand) hold(k panel.Key, until func(panel.View) bool) {
	h.presses++
	h.Do(companion.Keys, companion.Edge{Key: k, Down: true})
	for i := 0; !until(h.Model.View()) && i < 500; i++ {
		h.Wait(10 * time.Millisecond)
	}
	h.Do(companion.Keys, companion.Edge{Key: k})
}

// holdTo holds a key until the number in sight is n.
func (h *hand) holdTo(k panel.Key, n string) {
	h.hold(k, func(v panel.View) bool { return v.Big == n })
}

// edited is the value that is being chosen in its row.
func edited(v panel.View) string {
	i := slices.IndexFunc(v.Rows[:], func(r panel.Row) bool { return r.Mark == panel.Editing })
	return v.Rows[max(i, 0)].End
}

// holdToRow holds a key until the bar is on an item.
func (h *hand) holdToRow(item string) {
	h.hold(panel.Down, func(panel.View) bool { return h.At(item) })
}

// reach moves the bar to a row, the shorter way round. Up to three rows away that takes a press a
// row, and farther away a held key, which goes one row too far, and a press back.
func (h *hand) reach(is func(row string) bool) {
	n, at := int(h.Model.View().All), 0
	for ; !is(h.Cursor()) && at < n; at++ {
		h.Press("down")
	}
	if away := min(at, n-at); away <= 3 {
		h.presses += away
	} else {
		h.presses += 2
	}
}

// name enters a name for the seat under the bar, by its first letter and from the list, or letter by
// letter if it isn't there.
func (h *hand) name(name string) {
	h.press("ok")
	if h.At("setup.newname") || h.known() {
		h.reach(func(row string) bool { return row == h.Text("setup.newname") })
		h.press("ok")
	}
	letter := string([]rune(name)[:1])
	h.reach(func(row string) bool { return strings.HasPrefix(row, letter+" ") || row == letter })
	h.press("ok")
	h.reach(func(row string) bool { return row == name })
	h.press("ok")
}

// known reports whether the list on the panel begins with a known player.
func (h *hand) known() bool {
	return slices.Contains(h.Disk.Players, h.Cursor())
}

// names enters new names for four seats, from the first row of the set-up on, as often as there are
// tables, and counts the presses of one table on average. The names are drawn by their frequency.
func (h *hand) names(tables int) {
	draw := rand.New(rand.NewPCG(34, 0))
	all := people.Usual(string(h.Model.Lang()))
	for range tables {
		h.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "score", Names: h.unnamed(4)}})
		h.Press("back")
		h.Choose("score:title")
		h.reach(func(row string) bool { return strings.HasPrefix(row, "1 ") })
		var named []string
		for len(named) < 4 {
			if name := nameOf(draw, all); !slices.Contains(named, name) {
				h.name(name)
				named = append(named, name)
			}
		}
		if got := h.Model.Moment().Offer.Drafts["score"].Names; !slices.Equal(got, named) {
			panic(fmt.Sprintf("the names are %q, want %q", got, named))
		}
	}
	h.presses = (h.presses + tables - 1) / tables
}

// unnamed returns the names of n seats without players.
func (h *hand) unnamed(n int) (all []string) {
	for i := range n {
		all = append(all, h.Text(fmt.Sprintf("setup.player %d", i+1)))
	}
	return all
}

// nameOf draws a name by its frequency.
func nameOf(draw *rand.Rand, all []people.Given) string {
	sum := 0
	for _, g := range all {
		sum += g.Weight
	}
	at := draw.IntN(sum)
	for _, g := range all {
		if at -= g.Weight; at < 0 {
			return g.Name
		}
	}
	return ""
}

// find moves the cursor to an item.
func (h *hand) find(key string) {
	for i := 0; !h.At(key) && i < 40; i++ {
		h.Press("down")
	}
}

// begin chooses items from the first start on, and goes through what hands do before the
// first decision.
func (h *hand) begin(items ...string) {
	h.Press("ok")
	h.Choose(items...)
	for h.Model.View().Kind == panel.KindStep {
		h.Press("ok")
	}
}

// scoring goes to the scoreboard of so many, whose first number is asked.
func (h *hand) scoring(seats int) {
	h.Press("ok")
	h.Choose("score:title")
	if seats > 2 {
		turned(h.Table, "setup.seats", seats-2)
	}
	h.find("setup.start")
	h.Press("ok")
}

// tableOf begins any other game with so many people, and ends it.
func (h *hand) tableOf(n int) {
	h.Press("ok")
	d := companion.Draft{Game: "table", Names: strings.Fields("Аня Боря Вера Глеб Дина Егор Женя Зоя Илья Катя Лёва Маша")[:n], First: 1}
	h.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true})
	h.Ask(companiontest.Phone, companion.Begin{Point: h.Model.Point()})
	h.end()
}

// end ends the match on the panel, as it stands, and goes home.
func (h *hand) end() {
	h.Press("hold")
	h.Choose("pause.leave", "ask.yes")
	h.Press("ok")
}

// decided counts what people have decided in the match on the panel.
func (h *hand) decided() (n int) {
	if h.Model.Match().IsZero() {
		return 0
	}
	for f := range h.Model.Match().Line() {
		if f.Kind == match.Decided && f.Seat > games.Chance {
			n++
		}
	}
	return n
}

// plays reports whether a match of that game has just begun on the panel.
func (h *hand) plays(game string) bool {
	mt := h.Model.Match()
	return !mt.IsZero() && mt.Rules().Name() == game && !h.Model.Ready() && h.decided() == 0
}

// rolled counts how often a cup was rolled.
func (h *hand) rolled(cup string) int {
	if h.Model.Cups().IsZero() {
		return 0
	}
	return strings.Count(h.Model.Cups().Since(0), `"says":"roll `+cup+`"`)
}

// score is that of a seat.
func (h *hand) score(seat int) int32 { return h.Model.Match().State().Standing().Scores[seat-1] }

// rolls counts how often the dice of the match on the panel were rolled.
func (h *hand) rolls() (n int) {
	for f := range h.Model.Match().Line() {
		if f.Says == "roll" {
			n++
		}
	}
	return n
}

// mouseFaces are the words of the faces that a die of the mice has.
var mouseFaces = []string{"red", "orange", "yellow", "green", "blue", "white"}

// throw enters the face of a die, with a key that is held until the bar is there.
func (h *hand) throw(face string) {
	if !h.At("name." + face) {
		h.hold(panel.Down, func(panel.View) bool { return h.At("name." + face) })
	}
	h.press("ok")
}

// takeBack undoes the last n decisions.
func (h *hand) takeBack(n int) {
	for range n {
		undo, _ := h.Model.Match().Undo()
		h.Do(companion.Keys, companion.Undo{Point: h.Model.Point(), To: undo.BackTo})
	}
}

// in32Rolls is how many of something there would be in a match of so many rolls.
func (h *hand) in32Rolls(n int) int { return (32*n + h.rolls() - 1) / h.rolls() }

// ok presses ok until something is so.
func (h *hand) ok(until func() bool) {
	for i := 0; !until() && i < 500; i++ {
		h.press("ok")
	}
}

// fewest is a number of presses that nothing can go below: one a decision.
const fewest = 76

// budgets are what the usual actions of an evening may cost in presses: most is what each
// costs today, which may not grow, budget is what was asked for.
var budgets = []struct {
	action       string
	most, budget int
	ready, does  func(*hand)
	done         func(*hand) bool
}{
	{
		"the very first start, ok alone to the first decision", 4, 5,
		func(*hand) {},
		func(h *hand) { h.ok(func() bool { return h.decided() > 0 }) },
		func(h *hand) bool { return h.decided() == 1 },
	},
	{
		"home: the last game with the last table", 2, 2,
		func(h *hand) { h.begin("mazaitsy:title", "setup.start"); h.end() },
		func(h *hand) { h.press("ok", "ok") },
		func(h *hand) bool { return h.plays("mazaitsy") },
	},
	{
		"home: another known game", 3, 3,
		func(h *hand) {
			h.begin("fox:title", "setup.start")
			h.end()
			h.Choose("mice:title", "setup.start")
			h.end()
		},
		func(h *hand) { h.press("down", "ok", "ok") },
		func(h *hand) bool { return h.plays("fox") },
	},
	{
		"home: any other game with the last table of four", 4, 4,
		func(h *hand) { h.tableOf(4) },
		func(h *hand) { h.holdToRow("home.other"); h.press("ok", "ok", "ok") },
		func(h *hand) bool { return h.plays("table") && len(h.Model.Match().Names()) == 4 },
	},
	{
		"home: any other game with the last table of twelve", 4, 4,
		func(h *hand) { h.tableOf(12) },
		func(h *hand) { h.holdToRow("home.other"); h.press("ok", "ok", "ok") },
		func(h *hand) bool { return h.plays("table") && len(h.Model.Match().Names()) == 12 },
	},
	{
		"twelve known people sit down", 24, 24,
		func(h *hand) {
			h.tableOf(12)
			h.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "table", Names: h.unnamed(12)}})
			h.Choose("home.other", "other.last")
			h.reach(func(row string) bool { return strings.HasPrefix(row, "1 ") })
		},
		func(h *hand) {
			for range 12 {
				h.press("ok", "ok")
			}
		},
		func(h *hand) bool {
			return !slices.ContainsFunc(h.Model.Moment().Offer.Drafts["table"].Names, func(name string) bool { return slices.Contains(h.unnamed(12), name) })
		},
	},
	{
		"home: 2d6", 2, 2,
		func(h *hand) {
			h.Press("ok")
			h.Ask(companiontest.Phone, companion.Choose{Key: "cups", Value: `["2d6"]`})
		},
		func(h *hand) { h.press("up", "ok") },
		func(h *hand) bool { return h.rolled("2d6") == 1 },
	},
	{
		"2d6 again", 1, 1,
		func(h *hand) {
			h.Press("ok")
			h.Ask(companiontest.Phone, companion.Choose{Key: "cups", Value: `["2d6"]`})
			h.Press("up", "ok")
		},
		func(h *hand) { h.press("ok") },
		func(h *hand) bool { return h.rolled("2d6") == 2 },
	},
	{
		"points: 1", 2, 2,
		func(h *hand) { h.scoring(2) },
		func(h *hand) { h.press("up", "ok") },
		func(h *hand) bool { return h.score(1) == 1 },
	},
	{
		"points: 14", 3, 4,
		func(h *hand) { h.scoring(2) },
		func(h *hand) { h.holdTo(panel.Up, "10"); h.holdTo(panel.Up, "14"); h.press("ok") },
		func(h *hand) bool { return h.score(1) == 14 },
	},
	{
		"points: −7", 2, 4,
		func(h *hand) { h.scoring(2) },
		func(h *hand) { h.holdTo(panel.Down, "−7"); h.press("ok") },
		func(h *hand) bool { return h.score(1) == -7 },
	},
	{
		"a round of three scores", 7, 9,
		func(h *hand) { h.scoring(3) },
		func(h *hand) {
			h.holdTo(panel.Up, "5")
			h.press("ok")
			h.holdTo(panel.Up, "3")
			h.press("ok")
			h.holdTo(panel.Up, "10")
			h.holdTo(panel.Up, "12")
			h.press("ok")
		},
		func(h *hand) bool { return h.decided() == 3 && h.score(1) == 5 && h.score(2) == 3 && h.score(3) == 12 },
	},
	{
		"a wrong score, back to its number", 2, 2,
		func(h *hand) { h.scoring(2); h.Dial(5) },
		func(h *hand) { h.press("back", "ok") },
		func(h *hand) bool {
			v := h.Model.View()
			return v.Turns && v.Big == "5" && strings.Contains(v.Title, h.Model.Match().Name(1))
		},
	},
	{
		"four new names, on average", 27, 40,
		func(h *hand) { h.Press("ok"); h.Choose("score:title") },
		func(h *hand) { h.names(25) },
		func(h *hand) bool { return len(h.Disk.Players) == 0 },
	},
	{
		"four new names where eight people are known, on average", 36, 40,
		func(h *hand) {
			h.Press("ok")
			h.Choose("score:title")
			d := companion.Draft{Game: "score", Names: strings.Fields("А Б В Г Д Е Ж З"), First: 1}
			h.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true})
			h.Ask(companiontest.Phone, companion.Begin{Point: h.Model.Point()})
			h.end()
			h.Choose("score:title")
		},
		func(h *hand) { h.names(25) },
		func(h *hand) bool { return len(h.Disk.Players) == 8 },
	},
	{
		"set-up: 4 rounds", 3, 3,
		func(h *hand) { h.begin("score:title"); h.find("score:option.rounds") },
		func(h *hand) {
			h.press("ok")
			h.hold(panel.Up, func(v panel.View) bool { return edited(v) == "‹4›" })
			h.press("ok")
		},
		func(h *hand) bool { return h.Model.Moment().Offer.Drafts["score"].Options["rounds"] == "4" },
	},
	{
		"set-up: a clock of 15 minutes, and 10 seconds a turn", 12, 12,
		func(h *hand) { h.begin("mice:title") },
		func(h *hand) {
			for _, row := range [][2]string{{"clock.title", "15 "}, {"clock.each", "10 "}} {
				h.reach(func(at string) bool { return strings.HasPrefix(at, h.Text(row[0])+" ") })
				h.press("ok")
				h.hold(panel.Down, func(v panel.View) bool { return strings.Contains(edited(v), row[1]) })
				h.press("ok")
			}
			h.reach(func(at string) bool { return at == h.Text("setup.start") })
			h.press("ok")
		},
		func(h *hand) bool { return h.plays("mice") && h.Model.Match().Clock().String() == "15+10" },
	},
	{
		"fox: a trick", 1, 1,
		func(h *hand) { h.begin("fox:title", "setup.start") },
		func(h *hand) { h.press("ok") },
		func(h *hand) bool {
			return h.decided() == 1 && strings.Contains(h.Model.Match().Since(0), `"says":"trick `)
		},
	},
	{
		"maze: a move", 2, 5,
		func(h *hand) { h.begin("maze:title", "setup.start") },
		func(h *hand) { h.ok(func() bool { return h.decided() > 0 }) },
		func(h *hand) bool { return h.decided() == 1 },
	},
	{
		"the last decision taken back", 2, 2,
		func(h *hand) { h.begin("fox:title", "setup.start"); h.Press("ok") },
		func(h *hand) { h.press("hold", "ok") },
		func(h *hand) bool { return h.decided() == 0 },
	},
	{
		"sound off within a match", 4, 4,
		func(h *hand) { h.begin("fox:title", "setup.start") },
		func(h *hand) { h.press("back"); h.holdToRow("home.settings"); h.press("ok", "ok") },
		func(h *hand) bool { return h.Model.Mute() },
	},
	{
		"two swap seats", 5, 5,
		func(h *hand) { h.scoring(3) },
		func(h *hand) {
			h.press("back", "back") // from the number that is asked, and from the turn
			h.presses--             // a turn without a number needs one
			h.holdToRow("pause.players")
			h.press("ok")
			h.holdToRow("seats.two @1 @3")
			h.press("ok")
		},
		func(h *hand) bool { return h.Model.Match().Name(1) == h.Text("setup.player 3") },
	},
	{
		"who is on turn steps away", 3, 3,
		func(h *hand) { h.begin("mice:title", "setup.start") },
		func(h *hand) { h.press("back"); h.holdToRow("pause.skip @1"); h.press("ok") },
		func(h *hand) bool { return strings.Contains(h.Model.Match().Since(0), `"says":"skip 1"`) },
	},
	{
		"somebody comes late, and a name", 4, 5,
		func(h *hand) { h.scoring(2) },
		func(h *hand) {
			h.press("back", "back") // from the number that is asked, and from the turn
			h.presses--             // a turn without a number needs one
			h.holdToRow("pause.players")
			h.press("ok")
			name := h.presses + 1
			h.name("Вера")
			h.presses = name // the name has a budget of its own
		},
		func(h *hand) bool { return h.Model.Match().Name(3) == "Вера" },
	},
	{
		"who is on turn leaves for good", 4, 4,
		func(h *hand) { h.scoring(3) },
		func(h *hand) {
			h.press("back", "back")
			h.presses--
			h.holdToRow("seats.leave")
			h.press("ok", "ok")
		},
		func(h *hand) bool { return slices.Equal(h.Model.Match().Left(), []games.Seat{1}) },
	},
	{
		"play again, the loser first", 4, 4,
		func(h *hand) {
			h.begin("mice:title", "setup.start")
			h.Finish()
			h.Press("ok")
		},
		func(h *hand) {
			h.press("down", "ok")
			h.hold(panel.Down, func(v panel.View) bool { return h.At("again.loser") })
			h.press("ok")
		},
		func(h *hand) bool { return h.plays("mice") },
	},
	{
		"a score of two rounds ago", 8, 8,
		func(h *hand) { h.scoring(2); h.Decide("score 1 5", "score 2 9", "score 1 1", "score 2 2") },
		func(h *hand) {
			h.press("back")
			h.holdToRow("verb.edit")
			h.press("ok")
			h.holdToRow("1  @2")
			h.press("ok")
			h.holdTo(panel.Up, "16") // faster from there on
			h.holdTo(panel.Up, "17")
			h.press("ok")
		},
		func(h *hand) bool { return h.score(2) == 19 },
	},
	{
		"who leads", 1, 1,
		func(h *hand) { h.scoring(2); h.Decide("score 1 5", "score 2 9"); h.Press("back") },
		func(h *hand) { h.press("back") },
		func(h *hand) bool { return h.Shows("9") && h.Shows("5") },
	},
	{
		"a timer of three minutes within a turn", 4, 5,
		func(h *hand) { h.begin("mice:title", "setup.start") },
		func(h *hand) { h.press("back"); h.holdToRow("home.timer"); h.press("ok", "ok") },
		func(h *hand) bool { return h.Model.View().Lamps.Of == 180 },
	},
	{
		"mice: a throw with real dice, in any order, on average", 4, 4,
		func(h *hand) { h.begin("mice:title", "luck", "luck.table", "setup.start") },
		func(h *hand) {
			for _, a := range mouseFaces {
				for _, b := range mouseFaces {
					h.Decide("roll")
					h.throw(a)
					h.throw(b)
					h.takeBack(2)
				}
			}
			throws := len(mouseFaces) * len(mouseFaces)
			h.presses = (h.presses + throws - 1) / throws
		},
		func(h *hand) bool {
			return strings.Contains(h.Model.Match().Since(0), `"says":"dice red white"`) && h.rolls() == 0
		},
	},
	{
		// Each roll, each lure and each end of a turn is a decision, and none is taken from the
		// table: 32 rolls come to 76 of them. Nothing is pressed beside.
		"mice: a whole game of two, 32 rolls", fewest, 70,
		func(h *hand) { h.begin("mice:title", "setup.start") },
		func(h *hand) {
			h.ok(func() bool { return h.Model.Match().State().Standing().Over })
			h.presses = h.in32Rolls(h.presses)
		},
		func(h *hand) bool { return h.rolls() > 0 && h.presses == h.in32Rolls(h.decided()) },
	},
}

func TestBudgetOfPresses(t *testing.T) {
	var lines strings.Builder
	w := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\naction\tpresses\tbudget")
	for _, b := range budgets {
		h := &hand{Table: newTable(t)}
		b.ready(h)
		h.presses = 0
		b.does(h)
		fmt.Fprintf(w, "%s\t%d\t%d\n", b.action, h.presses, b.budget)
		switch {
		case !b.done(h):
			t.Errorf("%s: %d presses haven't done it:\n%s", b.action, h.presses, h.Screen())
		case h.presses > b.most:
			t.Errorf("%s takes %d presses, and took %d", b.action, h.presses, b.most)
		case b.most > b.budget && b.most != fewest:
			t.Errorf("%s may take %d presses, the budget is %d", b.action, b.most, b.budget)
		}
	}
	w.Flush()
	t.Log(lines.String())
}
