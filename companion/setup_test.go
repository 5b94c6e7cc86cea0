package companion_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/maze"
)

func TestAValueIsTurnedInItsRow(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.seats")
	kept := len(tb.Kept)
	tb.Press("up", "back")
	tb.Want("[mice:title]", "> setup.seats  2") // it stays as it was, and so does the page
	tb.Press("ok", "ok")
	if got := len(tb.Kept) - kept; got != 0 {
		t.Errorf("%d transactions where nothing has changed", got)
	}
	tb.Press("ok", "up", "ok")
	tb.Want("> setup.seats  3")
	if got := tb.Model.Moment().Offer.Drafts["mice"].Names; len(got) != 3 || len(tb.Kept) != kept+1 {
		t.Errorf("those who play are %q, after %d transactions", got, len(tb.Kept)-kept)
	}
	again(t, tb).Want("setup.seats  3")
}

// What a game offers is how a table begins that says nothing else; what phones leave out
// means what it meant.
func TestASetUpBeginsWithWhatTheGamesOffer(t *testing.T) {
	for game, want := range map[string]string{"mice": "odds=on", "fox": "mode=tricks", "maze": "starts=1"} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose(game + ":title")
		name, value, _ := strings.Cut(want, "=")
		if got := draftOf(t, tb, game)[name]; got != value {
			t.Errorf("%s is set up with %s=%s, want %s", game, name, got, want)
		}
		tb.Press("ok")
		if got := tb.Model.Match().Setup().Options[name]; got != value {
			t.Errorf("%s is played with %s=%s, want %s", game, name, got, want)
		}
		tell(t, tb, setUp(t, `{"game":"`+game+`","names":["А","Б"]}`, true))
		if got := tb.Model.Match().Setup().Options[name]; got != "" {
			t.Errorf("%s from a phone that says nothing has %s=%s", game, name, got)
		}
	}
}

// A value against the offer is the table's word, and stays it the next time.
func TestWhatATableChoosesAgainstTheOfferHolds(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("fox:title")
	turned(tb, "fox:option.mode", 1)
	tb.Choose("setup.start")
	chose := tb.Model.Match().Setup().Options["mode"]
	if chose == "tricks" {
		t.Fatal("nothing else was chosen")
	}
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Press("ok")
	tb = again(t, tb)
	tb.Choose("fox:title")
	tb.Want("> setup.same")
	tb.Press("ok")
	if got := tb.Model.Match().Setup().Options["mode"]; got != chose {
		t.Errorf("as last time it is played with mode %q, and was with %q", got, chose)
	}
}

func TestTheNextMatchOfASeriesCanBeSetUpWhoeverHadTheDice(t *testing.T) {
	for luck, want := range map[string]string{"luck.device": "", "luck.table": match.Table} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose("mice:title", "luck", luck, "setup.start")
		tb.Finish()
		tb.Press("up") // the victory
		tb.Choose("result.again", "again.setup", "luck")
		if !tb.At(luck) {
			t.Errorf("the dice are %s, want %s", tb.Cursor(), luck)
		}
		tb.Press("ok")
		if got := tb.Model.Moment().Offer.Drafts["mice"].Luck; got != want && got != match.Device {
			t.Errorf("%s: chance is %q's", luck, got)
		}
	}
}

// A row that is longer than the panel slides to its end, and begins anew.
func TestALongRowSlidesToItsEnd(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, setUp(t, `{"game":"mice","names":["Александра","Константин"],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	tb.Press("hold")
	tb.Choose("pause.away")
	whole := tb.Text("home.resume mice:title Александра, Константин")
	first := tb.Cursor()
	if !strings.HasPrefix(whole, strings.TrimSuffix(first, "…")) || !strings.HasSuffix(first, "…") {
		t.Errorf("it begins as %q", first)
	}
	if got := tb.Read(); got != whole {
		t.Errorf("slowly read it says %q", got)
	}
	tb.Wait(4 * time.Second)
	slid := tb.Cursor()
	for i := 0; tb.Cursor() != first && i < 600; i++ {
		tb.Wait(50 * time.Millisecond)
	}
	if slid == first || tb.Cursor() != first {
		t.Errorf("it slides to %q, and then to %q", slid, tb.Cursor())
	}
	tb.Wait(4 * time.Second)
	if tb.Press("down", "up"); tb.Cursor() != first {
		t.Errorf("after a key it stands at %q", tb.Cursor())
	}
}

// A start that can be won and how hard it is are one row, and two options of the draft.
func TestTwoOptionsAreTurnedInOneRow(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("maze:title", "maze:option.starts")
	if !tb.At("option.starts.1.medium") {
		t.Errorf("it begins on %q", tb.Cursor())
	}
	for _, want := range []string{"1.hard", "1.master", "off", "1.easy", "1.medium", "1.hard"} {
		if tb.Press("down"); !tb.At("option.starts." + want) {
			t.Errorf("then comes %q, want %q", tb.Cursor(), want)
		}
	}
	tb.Press("ok")
	if d := draftOf(t, tb, "maze"); d["starts"] != "1" || d["grade"] != "hard" {
		t.Errorf("%v is set up", d)
	}
	tb.Want("option.starts  option.starts.1.hard")
	for range 20 {
		if tb.Press("down"); tb.At("option.grade") {
			t.Error("how hard it is has a row of its own")
		}
	}
	turned(tb, "maze:option.starts", 2)
	if d := draftOf(t, tb, "maze"); d["starts"] != "off" || d["grade"] != "hard" {
		t.Errorf("without a list %v is set up", d)
	}
	tb.Want("option.starts.off")
}

// A problem tells how hard and how long it is, and leaves little else to be set.
func TestAProblemOfTheBookIsTurnedToInItsRow(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("maze:title")
	tb.MoveTo("option.problem  option.problem.off")
	tb.Press("ok", "down", "down")
	p := games.Problems(maze.Rules{})[1]
	value := fmt.Sprintf("setup.problem 2 option.grade.easy %d", p.Moves)
	if !tb.At(value) {
		t.Errorf("it is turned to %q, want %s", tb.Cursor(), value)
	}
	if tb.Press("ok"); !tb.At("option.problem  " + value) {
		t.Errorf("the row is %q", tb.Cursor())
	}
	if d := draftOf(t, tb, "maze"); d["problem"] != "2" {
		t.Errorf("%v is set up", d)
	}
	for range 20 {
		for _, settled := range []string{"setup  option.setup.standard", "starts", "shadow", "square1"} {
			if tb.Press("down"); tb.At("option." + settled) {
				t.Errorf("there is still %q", tb.Cursor())
			}
		}
	}
	tb.Choose("setup.start")
	if got := tb.Model.Match().State().View(1).Title; got.Key != "title.problem" || got.Args[0] != "2" {
		t.Errorf("what is played is %+v", got)
	}
}

func TestTheProblemOfTheDayBeginsAtOnce(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("maze:title", "setup.today")
	date := companiontest.Midday
	day := int(time.Date(date.Year(), date.Month(), date.Day(), 12, 0, 0, 0, time.UTC).Unix() / 86400)
	want, _ := games.Today(maze.Rules{}, day)
	if got := tb.Model.Match().Setup().Options["problem"]; got != strconv.Itoa(want.Number) {
		t.Errorf("problem %q is played, want %d", got, want.Number)
	}
	if tb.Model.View().Kind != panel.KindStep {
		t.Errorf("it waits:\n%s", tb.Screen())
	}
}

func TestAProblemOfTheDayNeedsADateAndABook(t *testing.T) {
	for game, sure := range map[string]bool{"mice": true, "maze": false} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Send(companion.ClockState{Trusted: sure})
		tb.Choose(game + ":title")
		for range 20 {
			if tb.Press("down"); tb.At("setup.today") {
				t.Errorf("%s, the clock sure %v: there is %q", game, sure, tb.Cursor())
			}
		}
	}
}

// dated is a game whose newest edition is 3.
type dated struct{ fox.Rules }

func (e dated) Options() []games.Option {
	return []games.Option{{Name: "edition", Default: "1", Offer: "3", Values: []string{"2", "3"}, Silent: true}}
}

func (e dated) New(s games.Setup) (games.State, error) {
	if err := games.CheckSetup(e, s); err != nil {
		return nil, err
	}
	return e.Rules.New(games.Setup{Seats: s.Seats})
}

// The set-up of an older match begins a new one in the newest edition.
func TestANewMatchHasTheNewestEdition(t *testing.T) {
	tb := companiontest.New(t, dated{})
	tell(t, tb, setUp(t, `{"game":"fox","names":["А","Б"],"options":{"edition":"2"}}`, true))
	if got := tb.Model.Match().Setup().Options["edition"]; got != "3" {
		t.Errorf("got %q", got)
	}
}
