package companion_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/sheet"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var all = []games.Rules{mice.Rules{}, mazaitsy.Rules{}, maze.Rules{}, fox.Rules{}, dice.Rules{}, table.Score{}, table.Rules{}}

func newTable(t *testing.T) *companiontest.Table { return companiontest.New(t, all...) }

// again is the companion after a power cut.
func again(t *testing.T, tb *companiontest.Table) *companiontest.Table {
	return companiontest.OnDisk(t, tb.Disk, all...)
}

// inMice is a table of two in the middle of «Лови мышей!», real dice on it.
func inMice(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "setup.start")
	tb.Want("[@1]", "> say.roll")
	return tb
}

// onDisk counts the facts of the matches that are open.
func onDisk(tb *companiontest.Table) (lines int) {
	for _, r := range tb.Disk.Records {
		lines += len(r.Lines)
	}
	return lines
}

func TestTheFirstStartAsksTheLanguageAndNeverAgain(t *testing.T) {
	tb := newTable(t)
	tb.Press("down", "ok")
	for _, tb := range []*companiontest.Table{tb, again(t, tb)} {
		home(t, tb)
		tb.Want("> mice:title")
	}
}

func TestWhateverIsShownIsOnDiskAtOnce(t *testing.T) {
	t.Parallel()
	tb, facts := newTable(t), 0
	for i := range 120 {
		keys := []string{"ok", "ok", "ok", "ok", "up", "down"}
		tb.Press(keys[i%len(keys)])
		mt := tb.Model.Match()
		if mt.IsZero() {
			continue
		}
		facts = max(facts, mt.Seq())
		kept, err := match.Read(strings.NewReader(tb.Disk.Records[mt.Seal()[:16]].Text()), "disk", games.Of(all...))
		if err != nil {
			t.Fatal(err)
		}
		if kept.Seq() != mt.Seq() || kept.State().String() != mt.State().String() {
			t.Fatalf("after press %d the disk is at seq %d, the panel at %d", i, kept.Seq(), mt.Seq())
		}
	}
	if facts < 20 {
		t.Errorf("no more than %d facts were looked at", facts)
	}
}

func TestUndoAndRedoAreNamedAndAskWhereAnOutcomeWasSeen(t *testing.T) {
	tb := inMice(t)
	tb.Choose("say.roll", "name.red", "name.green")
	tb.Press("hold")
	tb.Choose("pause.undo say.dice red green")
	tb.Want("[table]")
	tb.Press("hold")
	tb.Choose("pause.redo")
	tb.Want("[@1]")

	device := newTable(t)
	device.Press("ok")
	device.Choose("mice:title", "setup.start", "say.roll")
	before := device.Model.Match().State().String()
	device.Press("hold")
	device.Choose("pause.undo")
	device.Want("undo.seen")
	device.Choose("ask.yes")
	device.Choose("say.roll")
	if after := device.Model.Match().State().String(); after != before {
		t.Errorf("undo fished for another roll:\n%s\nthen\n%s", before, after)
	}
}

func TestNamesAreTypedWithFourKeysAndRemembered(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "1", "naming.spell")
	tb.Press("ok", "up", "ok") // А, then done
	tb.Want("1  А")
	next := again(t, tb)
	next.Want("1  А", "setup.start")
	next.Choose("setup.start")
	if got := next.Disk.Players; !slices.Equal(got, []string{next.Text("setup.player 2"), "А"}) {
		t.Errorf("known players are %q, want the latest seated first", got)
	}
}

func TestKeysHeldRepeatAndBackHeldPauses(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Do(companion.Keys, companion.Edge{Key: panel.Down, Down: true})
	tb.Wait(companion.RepeatAfter + 2*companion.RepeatNext)
	tb.Do(companion.Keys, companion.Edge{Key: panel.Down})
	tb.Wait(time.Second)
	if !tb.At("score:title") {
		t.Errorf("held long: the cursor is on %q, want the fifth item", tb.Cursor())
	}
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back, Down: true})
	tb.Wait(companion.HoldAfter)
	tb.Want("pause.title")
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back})
	tb.Want("pause.title")
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back, Down: true})
	tb.Wait(companion.HoldAfter / 2)
	tb.Do(companion.Keys, companion.Edge{Key: panel.Back})
	home(t, tb)
}

func TestKeysWaitForTheDiskAndAnOkForAnotherScreenIsDropped(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	tb.Press("ok")                             // Бросить: asked of the disk
	tb.Press("down", "ok", "down", "ok", "ok") // four wait, the fifth is forgotten
	if got := tb.Model.Waiting(); got != companion.MostHeld {
		t.Fatalf("%d presses wait, want %d", got, companion.MostHeld)
	}
	seq := tb.Model.Match().Seq()
	tb.Slow = false
	tb.Answer()
	if got := tb.Model.Match().Seq(); got != seq+1 {
		t.Errorf("an ok meant for the old screen decided something: seq %d, want %d", got, seq+1)
	}
	if !tb.Model.View().Blink {
		t.Error("the dropped ok did not blink")
	}
	tb.Wait(companion.BlinkFor)
	if tb.Model.View().Blink {
		t.Error("the blink never ends")
	}
}

type full struct{}

func (full) Error() string  { return "no space left on device" }
func (full) Reason() string { return "disk.full" }

func TestWithoutADiskTheTableIsAskedAndAllIsWrittenWhenItReturns(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = full{}
	tb.Choose("say.roll")
	tb.Want("disk.title", "disk.full")
	tb.Choose("disk.unsaved")
	tb.Want("[table]")
	if !tb.Model.View().Unsaved {
		t.Error("the panel does not say that nothing is kept")
	}
	tb.Choose("name.red", "name.green")
	kept := onDisk(tb)
	tb.Wait(3 * companion.RetryDisk)
	tb.Disk.Fails = nil
	tb.Wait(companion.RetryDisk)
	tb.Want("disk.back")
	if tb.Model.View().Unsaved {
		t.Error("still unsaved after the disk returned")
	}
	if got, want := onDisk(tb), tb.Model.Open()[0].Seq(); got != want || kept >= want {
		t.Errorf("%d lines on disk, want %d (had %d)", got, want, kept)
	}
}

func TestAFailingDiskCanBeTriedAgainOrStop(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = errors.New("input/output error")
	tb.Choose("say.roll", "disk.again")
	tb.Want("disk.title")
	tb.Disk.Fails = nil
	tb.Choose("disk.again")
	tb.Want("[table]")
	tb.Disk.Fails = errors.New("input/output error")
	tb.Choose("name.red", "name.green", "disk.stop")
	if !tb.Stopped {
		t.Error("the table chose to stop, and the daemon goes on")
	}
}

func TestADecisionFromElsewhereMustHaveSeenWhatIs(t *testing.T) {
	tb := inMice(t)
	seq := tb.Model.Match().Seq()
	for i, c := range []struct {
		after int
		says  string
		want  reply
	}{
		{seq - 1, "roll", reply{Seq: seq, Stale: true, Refusal: "decide.stale"}},
		{seq, "stop", reply{Seq: seq, Refusal: "rule.roll"}},
		{seq, "roll", reply{Seq: seq + 1}},
		{seq, "roll", reply{Seq: seq + 1, Stale: true, Refusal: "decide.stale"}},
	} {
		got := tell(t, tb, companion.Decide{Point: at(tb, c.after), Says: c.says})
		if got.Seq != c.want.Seq || got.Stale != c.want.Stale || !refuses(tb, got.Refusal, c.want.Refusal) {
			t.Errorf("answer %d: got %+v, want %+v", i+1, got, c.want)
		}
	}
}

func TestADecisionThatSawAnotherMatchChangesNothing(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll")
	other := tb.Model.Point()
	tell(t, tb, setUp(t, `{"game":"mice","names":["А","Б"],"luck":"table"}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	for tb.Model.Match().Seq() < other.After {
		tb.Decide(string(tb.Model.Match().State().Legal()[0].At(0)))
	}
	before := tb.Model.Match()
	for _, c := range []companion.Command{
		companion.Decide{Point: other, Says: "roll"},
		companion.Undo{Point: other, To: 1},
		companion.Rule{Point: other, Says: "turn 2"},
		companion.Begin{Point: other},
		companion.End{Point: other},
		companion.Seat{Point: other, Seat: 1, Name: "В"},
		companion.Press{Point: other, Key: panel.OK},
	} {
		if got := tell(t, tb, c); !got.Stale || tb.Model.Match() != before {
			t.Errorf("%T of another match with the same seq: %+v", c, got)
		}
	}
}

func TestASeriesAddsUpAndTheFirstSeatMovesOn(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	first := tb.Model.Match().State().Standing().Scores
	tb.Choose("result.again", "again.setup")
	tb.Want("mice:title", "1  @2", "2  @1")
	tb.Choose("setup.start")
	tb.Finish()
	second := tb.Model.Match().State().Standing().Scores
	played, scores := tb.Model.SeriesTotal()
	want := []int32{first[0] + second[1], first[1] + second[0]}
	if played != 2 || !slices.Equal(scores, want) {
		t.Errorf("after %d matches the series stands at %v, want %v after 2", played, scores, want)
	}
	tb.Choose("result.end")
	tb.Want("result.opened")
	if len(tb.Model.Open()) != 0 {
		t.Error("the match is still open")
	}
}

func TestTheSealIsShownBeforeAnyoneStirs(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "honesty")
	if mt := tb.Model.Match(); mt.Seq() != 1 || len(mt.Seal()) != 64 || !tb.Model.Ready() {
		t.Fatalf("no match waits under its seal:\n%s", tb.Screen())
	}
	tb.Choose("ready.seal")
	tb.Want("[seal.title]", tb.Model.Match().Seal())
	for _, want := range []bool{true, false} {
		tb.Press("down")
		if got := tb.Model.View(); got.QR != want || got.Seal != tb.Model.Match().Seal() {
			t.Errorf("the other form: QR %v, want %v", got.QR, want)
		}
	}
	tb.Press("back")
	tb.Choose("ready.stir")
	tb.Press("ok", "down", "ok")
	for tb.Model.View().Wheel[2] != sheet.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	if got := tb.Model.Match().Stirrings(); len(got) != 1 || got[0] != "Аб" {
		t.Errorf("stirred in: %q, want Аб", got)
	}
	next := again(t, tb)
	next.Choose("ready.words  1")
	next.Want("1. Аб")
}

// The table that wants to see every seal first is shown it before each match.
func TestATableMayWantEachSealFirst(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("home.more", "home.settings", "settings.sealed")
	tb = again(t, tb)
	tb.Choose("mice:title", "setup.start")
	tb.Want("[seal.title]", tb.Model.Match().Seal())
	tb.Press("back")
	tb.Want("[honesty]", "> setup.start")
	if tb.Model.Match().Seq() != 1 {
		t.Error("something happened before anybody said that it may")
	}
	tb.Press("ok")
	tb.Want("> say.roll")
}

func TestEveryKeyIsSafeOnEveryScreen(t *testing.T) {
	t.Parallel()
	keys := []string{"ok", "down", "up", "back", "hold"}
	for seed := range uint64(40) {
		tb := newTable(t)
		x := seed*2862933555777941757 + 3037000493
		for range 300 {
			x = x*6364136223846793005 + 1442695040888963407
			n := x >> 33 % 12
			tb.Press(keys[min(n, 4)%5])
			if why := unclear(tb.Model.View()); why != "" {
				t.Fatalf("seed %d: %s:\n%s", seed, why, tb.Screen())
			}
		}
		for _, o := range tb.Model.Open() {
			if o.State().Turn() == games.Nobody && !o.State().Standing().Over {
				t.Fatalf("seed %d: nobody is on turn", seed)
			}
		}
	}
}

// unclear says what nobody could tell by a screen: what it is, or what ok does.
func unclear(v panel.View) string {
	marked, quiet := 0, 0
	for _, r := range v.Rows {
		switch r.Mark {
		case panel.Cursor, panel.Editing:
			marked++
		case panel.Quiet:
			quiet++
		}
	}
	switch v.Kind {
	case panel.KindDark:
		return ""
	case panel.KindHome, panel.KindMenu, panel.KindTurn, panel.KindConfirm, panel.KindBoard:
		if reads := v.Kind == panel.KindMenu && marked == 0 && quiet > 0; !reads && (marked != 1 || quiet > 0) {
			return fmt.Sprintf("%d rows are under the cursor, %d to be read only", marked, quiet)
		}
	case panel.KindText, panel.KindMessage:
		if marked > 0 || quiet == 0 {
			return fmt.Sprintf("of what is to be read %d rows are under the cursor, %d to be read", marked, quiet)
		}
	case panel.KindBig, panel.KindMoment, panel.KindStep:
		if v.Big == "" {
			return "nothing is large"
		}
		return ""
	}
	if v.Title == "" && v.Kind != panel.KindHome {
		return "no title"
	}
	return ""
}

type damaged struct{}

func (damaged) Error() string  { return "database disk image is malformed" }
func (damaged) Reason() string { return "disk.damaged" }

func TestADatabaseThatBreaksInMidGameIsReplacedAndNothingIsLost(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = damaged{}
	tb.Choose("say.roll")
	if tb.Renewals != 1 {
		t.Fatalf("asked for a new database %d times, want once", tb.Renewals)
	}
	tb.Disk.Replace()
	tb.Send(companion.DatabaseReplaced{Rescue: companion.Rescue{Aside: "companion-2026.broken"}})
	tb.Want("trouble.title", "trouble.fresh")
	if got, want := onDisk(tb), tb.Model.Open()[0].Seq(); got != want || want == 0 {
		t.Errorf("%d lines in the new database, want %d", got, want)
	}
	for range 3 {
		tb.Press("back")
	}
	again(t, tb).Want("[table]")
}

func TestTheInventoryOfTheBoxIsCorrectedNumberByNumber(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mazaitsy:title", "option.cards", "word.water  9")
	tb.Want("[word.water]", "9") // the dial stands on what holds
	tb.Slow = true
	tb.Dial(10)
	if v := tb.Model.View(); v.Title == "" {
		t.Errorf("nothing is in sight while the disk writes:\n%s", tb.Screen())
	}
	tb.Slow = false
	tb.Answer()
	tb.Want("option.cards", "10")
	tb.Choose("setup.ready", "setup.start")
	tb.Want("setup.refused", "rule.cards.twin")
}

func TestASeriesGoesOnAfterAnotherGame(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Choose("result.again", "again.setup")
	tb.Press("back")
	tb.Choose("score:title", "setup.start")
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Press("ok")
	tb.Choose("mice:title", "setup.start")
	tb.Finish()
	if played, _ := tb.Model.SeriesTotal(); played != 2 {
		t.Errorf("the series counts %d matches, want 2", played)
	}
}

func TestTheSpotInSightIsFoundAgainAfterAPowerCut(t *testing.T) {
	tb := inMice(t)
	again(t, tb).Want("[@1]", "> say.roll")
	tb.Decide("roll", "dice red green")
	tb.Press("hold")
	tb.Choose("pause.away")
	cut := again(t, tb)
	home(t, cut)
	cut.Want("home.resume mice:title @1")
	tb.Choose("home.resume")
	again(t, tb).Want("[@1]")
	tb.Press("hold")
	tb.Choose("say.roll", "d20")
	cut = again(t, tb)
	if got, want := cut.Model.View().Big, tb.Model.View().Big; got != want {
		t.Errorf("a roll of %s is %q after the cut", want, got)
	}
	cut.Press("back", "back")
	cut.Want("[@1]")
}

func TestAScoreThatIsLowBestIsListedSo(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("score:title", "option.wins", "option.wins.lowest", "setup.start")
	tb.Decide("score 1 30", "score 2 7")
	tb.Press("hold")
	tb.Choose("pause.state")
	if s := tb.Screen(); strings.Index(s, tb.Text("@2")) > strings.Index(s, tb.Text("@1")) {
		t.Errorf("the best is not first:\n%s", s)
	}
}

func TestDamageMetAtTheStartOfAMatchLosesNothingOfIt(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title")
	tb.Disk.Fails = damaged{}
	tb.Choose("setup.start")
	tb.Disk.Replace()
	tb.Send(companion.DatabaseReplaced{Rescue: companion.Rescue{Aside: "x.broken"}})
	tb.Press("ok")
	if tb.Model.Match().IsZero() {
		t.Fatalf("no match on\n%s", tb.Screen())
	}
	tb.Choose("say.roll")
	if got, want := onDisk(tb), tb.Model.Match().Seq(); got != want || want < 3 {
		t.Errorf("%d lines in the new database, want %d", got, want)
	}
	tb.Press("hold")
	tb.Choose("pause.away", "mazaitsy:title", "setup.start")
	if len(tb.Model.Open()) != 2 {
		t.Errorf("after the new database no match can begin:\n%s", tb.Screen())
	}
}

func TestTimersGoOnAfterTheTableWasAskedAboutTheDisk(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = full{}
	tb.Choose("say.roll")
	tb.Wait(30 * time.Second)
	tb.Disk.Fails = nil
	tb.Choose("disk.again")
	tb.Wait(companion.DarkAfter)
	if got := tb.Model.View().Kind; got != panel.KindDark {
		t.Errorf("idle after a disk question: kind %d, want dark", got)
	}
}

func TestEdgesOfKeysWaitForTheDiskAsGesturesDo(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	seq := tb.Model.Match().Seq()
	for range 10 {
		tb.Do(companion.Keys, companion.Edge{Key: panel.OK, Down: true})
		tb.Do(companion.Keys, companion.Edge{Key: panel.OK})
	}
	if got := tb.Model.Waiting(); got != companion.MostHeld {
		t.Errorf("%d presses wait, want %d", got, companion.MostHeld)
	}
	tb.Slow = false
	tb.Answer()
	if got := tb.Model.Match().Seq(); got != seq+1 {
		t.Errorf("ten edges during one write decided %d times, want once", got-seq)
	}
}

func TestAnOptionThatSettlesNothingIsNotAskedFor(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mazaitsy:title")
	walk := func() (all string) {
		for range 30 {
			tb.Press("down")
			all += tb.Read() + "\n"
		}
		return all
	}
	if items := walk(); strings.Contains(items, tb.Text("option.deal")) || !strings.Contains(items, tb.Text("option.field")) {
		t.Errorf("without the field nobody is asked who draws:\n%s", items)
	}
	tb.Choose("option.field", "option.field.on")
	if items := walk(); !strings.Contains(items, tb.Text("option.deal")) {
		t.Errorf("with the field somebody draws:\n%s", items)
	}
}

func TestACardLikeTheLastIsLaidOutByOnePress(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mazaitsy:title", "option.field", "option.field.on", "option.deal", "option.deal.table", "setup.start")
	for tb.Model.Match().State().Turn() != games.Chance {
		tb.Press("ok")
	}
	tb.Decide("card water hare")
	tb.Want("ask.card a1", "play.again say.card water hare")
	tb.Press("ok")
	tb.Want("ask.card b1", "play.again say.card water hare")
	tb.Press("ok", "ok", "ok")
	tb.Want("ask.card e1")
	if got := strings.Count(tb.Model.Match().Since(0), `"says":"card water hare"`); got != 5 {
		t.Errorf("%d cards like the first were laid, want 5", got)
	}
}
