package companion_test

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// threeMice is a table of three in «Лови мышей!», real dice on it.
func threeMice(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.seats", "3", "setup.first", "@1", "luck", "luck.table", "setup.start")
	return tb
}

// turn lets the seat on turn roll, lure and stop.
func turn(tb *companiontest.Table) {
	tb.Decide("roll", "dice red green")
	tb.Decide(string(tb.Model.Match().State().Legal()[0].Says), "stop")
}

func TestWhoIsAwayIsPassedOverUntilBack(t *testing.T) {
	tb := threeMice(t)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2")
	tb.Want("@2  absent.gone")
	tb.Press("back", "back", "back")
	tb.Want("[@1]")
	for range 2 {
		turn(tb)
		tb.Want("[@3]")
		tb = again(t, tb)
		turn(tb)
		tb.Want("[@1]")
	}
	lines := tb.Model.Match().Since(0)
	if got := strings.Count(lines, `"kind":"ruled","says":"skip 2","why":"away"`); got != 2 {
		t.Errorf("%d rulings pass seat 2 over, want 2\n%s", got, lines)
	}
	turn(tb)
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Want("log.ruled say.skip 2")
	tb.Press("back", "back")
	turn(tb)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2")
	tb.Want("@2  absent.here")
	tb.Press("back", "back", "back")
	turn(tb)
	tb.Want("[@2]")
}

func TestAPhoneSaysWhoIsAway(t *testing.T) {
	tb := threeMice(t)
	send := func(seat games.Seat, away bool) companion.Answer {
		return tb.Ask(companiontest.Phone, companion.SetAway{Point: tb.Model.Point(), Seat: seat, Away: away})
	}
	for range 2 { // said twice it is what it was
		if got := send(1, true); got.Refusal.Kind != companion.Accepted {
			t.Fatalf("seat 1 goes: %+v", got)
		}
		tb.Want("[@2]")
	}
	send(3, true)
	for _, seat := range []games.Seat{0, 2, 4} {
		before := tb.Model.Point()
		if got := send(seat, true); got.Refusal.Kind != companion.Illegal || tb.Model.Point() != before {
			t.Errorf("seat %d goes, and who is left is nobody: %+v", seat, got)
		}
	}
	send(1, false)
	turn(tb)
	tb.Want("[@1]")
}

func TestNobodyIsAwayWhereNoTurnCanBePassedOver(t *testing.T) {
	tb := companiontest.New(t)
	if got := tb.Ask(companiontest.Phone, companion.SetAway{Point: tb.Model.Point(), Seat: 1, Away: true}); got.Refusal.Kind == companion.Accepted {
		t.Errorf("away at no match: %+v", got)
	}
}

func TestWhoLeavesOnTurnIsPassedOverAtOnceAndUndoGivesTheTurnBack(t *testing.T) {
	tb := threeMice(t)
	tb.Decide("roll", "dice red green", "lure green")
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@1")
	tb.Want("[@2]")
	tb.Press("hold")
	tb.Choose("pause.undo log.ruled say.skip 1")
	tb.Want("[@1]")
	tb.Decide("stop")
	tb.Want("[@2]")
	if got := tb.Model.Match().State().Standing().Scores[0]; got != 2 {
		t.Errorf("seat 1 has %d, want 2 for the green mouse", got)
	}
}

func TestSomebodyHasToPlay(t *testing.T) {
	tb := threeMice(t)
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@2", "@3", "@1")
	tb.Want("absent.last")
	tb.Press("ok", "back", "back")
	turn(tb)
	tb.Want("[@1]")
}

func TestAnAbsentSeatOfTheScoreboardGetsNothingInEachRound(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title", "setup.start")
	tb.Press("hold")
	tb.Choose("pause.players", "pause.absent", "@1")
	tb.Want("[@2]")
	tb.Decide("score 2 5")
	tb.Want("[@2]")
	tb.Press("hold")
	tb.Want("[title.round 2]")
	tb.Press("back")
	tb.Decide("score 2 7", "finish")
	if got := tb.Model.Match().State().Standing().Scores; got[0] != 0 || got[1] != 12 {
		t.Errorf("scores %v, want 0 and 12", got)
	}
}

func TestTheOrderOfTheScoreboardIsChangedBetweenRounds(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title", "setup.seats", "3", "setup.start")
	tb.Press("hold")
	tb.Choose("pause.rule", "verb.swap", "@1", "@3", "why.agreed")
	tb.Want("[@3]")
	tb.Decide("score 3 5")
	tb.Want("[@2]")
	tb.Press("hold")
	tb.Choose("pause.log")
	tb.Want("log.ruled say.swap 1 3")
}

func TestWhereNobodyCanBePassedOverItIsNotOffered(t *testing.T) {
	for _, game := range []string{"maze", "fox"} {
		tb := inClocked(t, game, words.Russian, "Аня")
		tb.Press("hold")
		for range 20 {
			if tb.Shows("pause.absent") {
				t.Errorf("%s offers what it doesn't allow:\n%s", game, tb.Screen())
			}
			tb.Press("down")
		}
	}
}

// Whatever is away, the seat on turn is there, and a record replays.
func TestNobodyAwayIsEverOnTurnOfItself(t *testing.T) {
	t.Parallel()
	for x := range uint64(*drawn) {
		tb := threeMice(t)
		away := int(x%3) + 1
		tb.Press("hold")
		tb.Choose("pause.players", "pause.absent", fmt.Sprintf("@%d", away))
		for range 40 {
			st := tb.Model.Match().State()
			if st.Turn() == games.Seat(away) {
				t.Fatalf("seat %d is away and on turn\n%s", away, tb.Screen())
			}
			if st.Standing().Over {
				break
			}
			x = x*6364136223846793005 + 1442695040888963407
			legal := st.Legal()
			tb.Decide(string(legal[int(x>>40)%len(legal)].Says))
		}
	}
}

func TestTheRuleOfThePhaseIsTwoPressesAway(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	tb := inMice(t)
	for _, key := range []string{"back", "ok"} { // where there is only to read, ok goes back too
		tb.Press("back", "ok")
		tb.Want("[topic.turn]")
		tb.Press(key)
		tb.Want("> pause.about #say.roll", "pause.topics", "pause.state")
		tb.Press("back")
	}
	tb.Want("[@1]")
	tb.Decide("roll", "dice red green", "lure green")
	tb.Press("back", "down", "ok", "ok")
	tb.Want("[topic.turn]")
	for _, lang := range words.Langs {
		for _, r := range all {
			if r.Name() == "dice" {
				continue
			}
			tb := inClocked(t, r.Name(), lang, "Аня")
			for x := uint64(5); !tb.Model.Match().State().Standing().Over; {
				readsRule(t, artist, tb)
				x = x*6364136223846793005 + 1442695040888963407
				legal := tb.Model.Match().State().Legal()
				c := legal[int(x>>40)%len(legal)]
				tb.Decide(string(c.At(int(x>>33) % c.Len())))
				if tb.Model.Match().Seq() > *turns {
					break
				}
			}
		}
	}
}

func TestWithoutADecisionThePauseMenuBeginsWithTheRules(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Press("back")
	tb.Want("> pause.topics", "pause.state")
}

// readsRule opens the rule of the phase, if there is one, and reads it to its end.
func readsRule(t *testing.T, artist *screen.Artist, tb *companiontest.Table) {
	t.Helper()
	if tb.Model.Match().State().View(games.Nobody).Rule.Key == "" {
		return
	}
	for kind := tb.Model.View().Kind; kind == panel.KindBig || kind == panel.KindStep; kind = tb.Model.View().Kind {
		tb.Press("back") // from what the hands do and the number that is likely, to the turn
	}
	tb.Press("back")
	if len(games.Topics(tb.Model.Match().Rules(), tb.Model.Match().Setup())) > 0 {
		tb.Choose("pause.topics")
	}
	tb.Press("ok")
	if v := tb.Model.View(); v.Kind != panel.KindText && v.Kind != panel.KindTopic || v.Rows[0].Text == "" {
		t.Fatalf("no rule on\n%s", tb.Screen())
	}
	for range 12 {
		for _, flaw := range artist.Flaws(tb.Model.View()) {
			t.Fatalf("%s\n%s", flaw, tb.Screen())
		}
		tb.Press("down")
	}
	tb.Press("back")
	for tb.Model.View().Kind == panel.KindMenu {
		tb.Press("back")
	}
}

// aimOnly is a game with a topic that is not about a phase, as a game in a file may be.
type aimOnly struct{ mice.Rules }

func (aimOnly) Topics(games.Setup) []games.Topic { return []games.Topic{{Key: "aim"}} }

// The rule of a phase stays in reach where no topic is about it.
func TestThePauseMenuHasTheRuleOfAPhaseWithoutATopic(t *testing.T) {
	for _, tt := range []struct {
		rules games.Rules
		want  bool
	}{{mice.Rules{}, false}, {aimOnly{}, true}} {
		tb := companiontest.New(t, tt.rules)
		tb.Press("ok")
		d := companion.Draft{Game: "mice", Names: []string{"Аня", "Боря"}, First: 1}
		if a := tb.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true}); a.Refusal.Kind != companion.Accepted {
			t.Fatal(a.Refusal.Text)
		}
		tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
		for tb.Model.View().Kind == panel.KindTopic {
			tb.Press("ok")
		}
		tb.Press("back")
		tb.Want("pause.topics")
		if got := strings.Contains(tb.Screen(), tb.Text("pause.phase")); got != tt.want {
			t.Errorf("%T: the rule of the phase is there: %v, want %v\n%s", tt.rules, got, tt.want, tb.Screen())
		}
	}
}
