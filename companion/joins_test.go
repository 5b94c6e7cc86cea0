package companion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/games"
)

// scoreOf is a table at the scoreboard, whose first points are asked.
func scoreOf(t *testing.T, names ...string) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	begunScore(tb, names...)
	return tb
}

// begunScore begins a match of the scoreboard with these players.
func begunScore(tb *companiontest.Table, names ...string) {
	d := companion.Draft{Game: "score", Names: names, First: 1, Clock: "up"}
	tb.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true})
	tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
}

// toPlayers opens the page of the players.
func toPlayers(tb *companiontest.Table) {
	tb.Press("back", "hold")
	tb.Choose("pause.players")
}

// named chooses a usual name by its first letter.
func named(tb *companiontest.Table, name string) {
	letter := string([]rune(name)[:1])
	for !strings.HasPrefix(tb.Cursor(), letter) {
		tb.Press("down")
	}
	tb.Press("ok")
	tb.Choose(name)
}

func standing(tb *companiontest.Table) string {
	mt := tb.Model.Match()
	return fmt.Sprint(strings.Join(mt.Names(), " "), " ", mt.State().Standing().Scores, " left ", mt.Left(), " turn ", mt.State().Turn())
}

func wants(t *testing.T, tb *companiontest.Table, want string) {
	t.Helper()
	if got := standing(tb); got != want {
		t.Fatalf("%s, want %s\n%s", got, want, tb.Screen())
	}
}

func TestSomebodyComesLateAndUndoTakesThemBack(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря")
	tb.Decide("score 1 5", "score 2 7")
	toPlayers(tb)
	tb.Choose("seats.newcomer")
	named(tb, "Вера")
	wants(t, tb, "Аня Боря Вера [5 7 0] left [] turn 1")
	if got := tb.Disk.Players[0]; got != "Вера" {
		t.Errorf("known players begin with %q", got)
	}
	if times := tb.Model.Moment().Clocks.At(0); len(times) != 3 {
		t.Errorf("%d clocks", len(times))
	}
	tb.Decide("score 1 1", "score 2 1", "score 3 9")
	wants(t, tb, "Аня Боря Вера [6 8 9] left [] turn 1")
	for range 4 {
		undo, _ := tb.Model.Match().Undo()
		tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: undo.BackTo})
	}
	wants(t, tb, "Аня Боря [5 7] left [] turn 1")
	tb.Press("back", "hold")
	tb.Choose("pause.redo")
	wants(t, tb, "Аня Боря Вера [5 7 0] left [] turn 1")
	tb = again(t, tb)
	wants(t, tb, "Аня Боря Вера [5 7 0] left [] turn 1")
	tb.Press("back", "hold")
	tb.Want("> pause.undo", "pause.undo log.newcomer Вера")
	tb.Choose("pause.log")
	tb.Want("log.newcomer Вера")
	if strings.Contains(tb.Screen(), "3") {
		t.Errorf("the log tells the ruling beside the name:\n%s", tb.Screen())
	}
}

func TestSomebodyLeavesForGoodAndComesBack(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря", "Вера")
	tb.Decide("score 1 5", "score 2 9", "score 3 7")
	tb.Do(companion.Keys, companion.SetAway{Point: tb.Model.Point(), Seat: 2, Away: true})
	tb.Press("back", "hold")
	tb.Choose("seats.leave", "Боря")
	wants(t, tb, "Аня Боря Вера [5 9 7] left [2] turn 1")
	tb.Press("back", "hold")
	tb.Want("> pause.undo", "Боря")
	tb.Choose("pause.players")
	tb.Want("seats.back Боря")
	tb.Choose("pause.absent")
	if tb.Shows("Боря") {
		t.Errorf("who left may rest:\n%s", tb.Screen())
	}
	tb.Press("back", "back", "back")
	tb.Decide("score 1 1", "score 3 1")
	wants(t, tb, "Аня Боря Вера [6 9 8] left [2] turn 1")
	if said := tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 4, Name: "боря"}).Refusal; said != "" {
		t.Fatal(said)
	}
	wants(t, tb, "Аня Боря Вера [6 9 8] left [] turn 1")
	tb.Decide("score 1 1", "score 2 4", "score 3 2")
	wants(t, tb, "Аня Боря Вера [7 13 10] left [] turn 1")
}

func TestWhoMayNotComeOrLeave(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря", "Вера")
	for _, tt := range []struct {
		command func(companion.Point) companion.Command
		refusal string
	}{
		{func(p companion.Point) companion.Command { return companion.Seat{Point: p, Seat: 4, Name: "аня"} }, "seats.here Аня"},
		{func(p companion.Point) companion.Command { return companion.Seat{Point: p, Seat: 4, Name: "<b>"} }, "name.bad"},
		{func(p companion.Point) companion.Command { return companion.Seat{Point: p, Seat: 5, Name: "Глеб"} }, "seats.none"},
		{func(p companion.Point) companion.Command { return companion.Seat{Point: p, Seat: 4, Name: "Глеб"} }, ""},
		{func(p companion.Point) companion.Command { return companion.Rule{Point: p, Says: "join 9"} }, "score:rule.join.next 5"},
		{func(p companion.Point) companion.Command { return companion.Rule{Point: p, Says: "leave 1"} }, ""},
		{func(p companion.Point) companion.Command { return companion.Rule{Point: p, Says: "leave 2"} }, ""},
		{func(p companion.Point) companion.Command { return companion.Rule{Point: p, Says: "leave 3"} }, "score:rule.leave.few"},
		{func(p companion.Point) companion.Command { return companion.SetAway{Point: p, Seat: 3, Away: true} }, ""},
		{func(p companion.Point) companion.Command { return companion.SetAway{Point: p, Seat: 4, Away: true} }, "absent.last"},
	} {
		c := tt.command(tb.Model.Point())
		if got := tell(t, tb, c).Refusal; !refuses(tb, got, tt.refusal) {
			t.Errorf("%T %v: %q, want %s", c, c, got, tt.refusal)
		}
	}
	tb = inMice(t)
	if got := tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 3, Name: "Глеб"}).Refusal; !refuses(tb, got, "seats.none") {
		t.Errorf("a newcomer in mice: %q", got)
	}
}

func TestANewcomerByRulingAloneIsCalledByTheNumber(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря")
	if got := tell(t, tb, companion.Rule{Point: tb.Model.Point(), Says: "join 3"}).Refusal; got != "" {
		t.Fatal(got)
	}
	if got := tb.Model.Match().Name(3); got != tb.Text("setup.player 3") {
		t.Errorf("seat 3 is %s's", got)
	}
}

func TestWhoIsThereAtTheEndPlaysAgain(t *testing.T) {
	for _, tt := range []struct{ leaves, way, want string }{
		{"leave 1", "again.next", "Боря Вера Глеб"},
		{"leave 1", "again.same", "Боря Вера Глеб"},
		{"leave 2", "again.next", "Вера Глеб Аня"},
		{"leave 2", "again.winner", "Глеб Аня Вера"},
		{"leave 2", "again.loser", "Аня Вера Глеб"},
	} {
		tb := scoreOf(t, "Аня", "Боря", "Вера")
		tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 4, Name: "Глеб"})
		tb.Decide("score 1 1", "score 2 50", "score 3 5", "score 4 9")
		tell(t, tb, companion.Rule{Point: tb.Model.Point(), Says: tt.leaves})
		tb.Decide("finish")
		tb.Wait(time.Minute)
		tb.Press("ok")
		tb.Choose("result.again", tt.way)
		if got := strings.Join(tb.Model.Match().Names(), " "); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.leaves, tt.way, got, tt.want)
		}
	}
}

func TestTheUndoneTurnOfANewcomerIsNobodys(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря")
	tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 3, Name: "Вера"})
	tb.Decide("score 1 1", "score 2 1")
	tb.Wait(20 * time.Second)
	tb.Decide("score 3 1")
	tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: 1})
	if clocks := tb.Model.Moment().Clocks.At(0); len(clocks) != 2 {
		t.Errorf("%d clocks of two seats", len(clocks))
	}
	if got := tb.Model.Match().Times(); len(got.Seats) != 2 || got.Nobody < 20_000 {
		t.Errorf("%+v", got)
	}
	if step, ok := tb.Model.Match().Redo(); !ok || step.Fact.Kind != match.Seated {
		t.Errorf("redo offers %+v", step)
	}
}

func TestANewcomerIsThereEvenIfAnUndoneOneWasAway(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря")
	tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 3, Name: "Вера"})
	tell(t, tb, companion.SetAway{Point: tb.Model.Point(), Seat: 3, Away: true})
	tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: 1})
	tell(t, tb, companion.Seat{Point: tb.Model.Point(), Seat: 3, Name: "Глеб"})
	tb.Decide("score 1 1", "score 2 2")
	wants(t, tb, "Аня Боря Глеб [1 2 0] left [] turn 3")
}

func TestRulingsAboutSeatsHavePagesOfTheirOwn(t *testing.T) {
	tb := scoreOf(t, "Аня", "Боря", "Вера")
	tb.Press("back", "hold")
	tb.Choose("pause.rule")
	for _, item := range []string{"score:verb.join", "score:verb.leave"} {
		if tb.Shows(item) {
			t.Errorf("%s is among the rulings:\n%s", item, tb.Screen())
		}
	}
	if !slices.ContainsFunc(tb.Model.Match().State().Fixes(), func(c games.Choice) bool { return c.Says == "leave 1" }) {
		t.Error("nobody may leave")
	}
}
