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
	tb.Choose("Лови мышей!", "Начинает", "Игрок 1", "Кубики", "настоящие", "Начать")
	tb.Want("[Игрок 1]", "> Бросить кубики")
	return tb
}

// onDisk counts the facts of the matches that are open.
func onDisk(tb *companiontest.Table) (lines int) {
	for _, r := range tb.Disk.Records {
		lines += len(r.Lines)
	}
	return lines
}

func TestOnlyOkLeadsFromTheFirstStartIntoAMatch(t *testing.T) {
	tb := newTable(t)
	tb.Want("Язык", "Русский", "English")
	tb.Times(4, "ok") // the language, the first game, begin, roll
	if st := tb.Model.Match(); st.IsZero() || !strings.Contains(st.Since(0), `"says":"roll"`) {
		t.Fatalf("four presses of ok led only to\n%s", tb.Screen())
	}
	tb.Times(16, "ok")
	if mt := tb.Model.Match(); mt.Seq() < 8 {
		t.Fatalf("twenty presses of ok led only to\n%s", tb.Screen())
	}
}

func TestTheFirstStartAsksTheLanguageAndNeverAgain(t *testing.T) {
	tb := newTable(t)
	tb.Press("down", "ok")
	for _, tb := range []*companiontest.Table{tb, again(t, tb)} {
		home(t, tb)
		tb.Want("> Catch the Mice!")
	}
}

func TestRealDiceAreEnteredByTheTable(t *testing.T) {
	tb := inMice(t)
	tb.Choose("Бросить")
	tb.Want("[Стол]")
	tb.Choose("Красную", "Зелёную")
	tb.Want("[Игрок 1]")
	if got := tb.Model.Match().State().Turn(); got != 1 {
		t.Fatalf("after the dice the turn is %d's, want seat 1's\n%s", got, tb.Screen())
	}
	if len(tb.Disk.Records) != 1 {
		t.Fatal("the match is not on disk")
	}
}

func TestWhateverIsShownIsOnDiskAtOnce(t *testing.T) {
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
	tb.Choose("Бросить", "Красную", "Зелёную")
	tb.Press("hold")
	tb.Choose("Отменить: Кубики: красный, зелёный")
	tb.Want("[Стол]")
	tb.Press("hold")
	tb.Choose("Вернуть")
	tb.Want("[Игрок 1]")

	device := newTable(t)
	device.Press("ok")
	device.Choose("Лови", "Начать", "Бросить")
	before := device.Model.Match().State().String()
	device.Press("hold")
	device.Choose("Отменить")
	device.Want("Это уже видели")
	device.Choose("Да")
	device.Choose("Бросить")
	if after := device.Model.Match().State().String(); after != before {
		t.Errorf("undo fished for another roll:\n%s\nthen\n%s", before, after)
	}
}

func TestATableOverrulesWithAReason(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("Поправить вручную", "Чей ход", "Игрок 2", "Своё правило")
	tb.Want("[Игрок 2]")
	tb.Press("hold")
	tb.Choose("Что было")
	tb.Want("Вручную:", "Игрок 2")
}

func TestNamesAreTypedWithFourKeysAndRemembered(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови", "1", "Новое имя")
	tb.Press("ok")                                   // А
	tb.Press(slices.Repeat([]string{"down"}, 14)...) // to н
	tb.Press("ok")
	tb.Press(slices.Repeat([]string{"down"}, 18)...) // to я
	tb.Press("ok")
	tb.Want("Аня")
	for !strings.HasPrefix(tb.Model.View().Wheel[2], companion.SignDone) {
		tb.Press("down")
	}
	tb.Press("ok")
	tb.Want("Аня")
	next := again(t, tb)
	next.Want("Аня", "Начать")
	next.Choose("Начать")
	if got := next.Disk.Players; !slices.Equal(got, []string{"Игрок 2", "Аня"}) {
		t.Errorf("known players are %q, want the latest seated first", got)
	}
}

func TestADraftIsThereAgainAfterAPowerCut(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови", "Игроков", "4", "Очки", "каждая по 1")
	again(t, tb).Want("Лови мышей!", "Начать", "4")
}

func TestThePressThatWakesADarkPanelDoesNothingElse(t *testing.T) {
	tb := newTable(t)
	tb.Wait(companion.DimAfter)
	if got := tb.Model.View().Light; got != companion.Dim {
		t.Errorf("idle for two minutes: light %d, want dim", got)
	}
	tb.Wait(companion.DarkAfter)
	if got := tb.Model.View().Kind; got != companion.KindDark {
		t.Errorf("idle for ten minutes: kind %d, want dark", got)
	}
	tb.Press("down")
	tb.Want("Русский")
	if got := tb.Cursor(); got != "Русский" {
		t.Errorf("the press that woke moved the cursor to %q", got)
	}
}

func TestKeysHeldRepeatAndBackHeldPauses(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Do(companion.Keys, companion.Edge{Key: companion.Down, Down: true})
	tb.Wait(companion.RepeatAfter + 2*companion.RepeatNext)
	tb.Do(companion.Keys, companion.Edge{Key: companion.Down})
	tb.Wait(time.Second)
	if got := tb.Cursor(); got != "Счёт" {
		t.Errorf("held long: the cursor is on %q, want the fifth item", got)
	}
	tb.Do(companion.Keys, companion.Edge{Key: companion.Back, Down: true})
	tb.Wait(companion.HoldAfter)
	tb.Want("Пауза")
	tb.Do(companion.Keys, companion.Edge{Key: companion.Back})
	tb.Want("Пауза")
	tb.Do(companion.Keys, companion.Edge{Key: companion.Back, Down: true})
	tb.Wait(companion.HoldAfter / 2)
	tb.Do(companion.Keys, companion.Edge{Key: companion.Back})
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
	tb.Choose("Бросить")
	tb.Want("Не удаётся сохранить", "места.")
	tb.Choose("Играть без")
	tb.Want("[Стол]")
	if !tb.Model.View().Unsaved {
		t.Error("the panel does not say that nothing is kept")
	}
	tb.Choose("Красную", "Зелёную")
	kept := onDisk(tb)
	tb.Wait(3 * companion.RetryDisk)
	tb.Disk.Fails = nil
	tb.Wait(companion.RetryDisk)
	tb.Want("Сохранение снова")
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
	tb.Choose("Бросить", "Ещё раз")
	tb.Want("Не удаётся сохранить")
	tb.Disk.Fails = nil
	tb.Choose("Ещё раз")
	tb.Want("[Стол]")
	tb.Disk.Fails = errors.New("input/output error")
	tb.Choose("Красную", "Зелёную", "Выключить")
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
		{seq - 1, "roll", reply{Seq: seq, Stale: true, Refusal: "Партия уже ушла дальше."}},
		{seq, "stop", reply{Seq: seq, Refusal: "Сначала примани хотя бы одну мышку."}},
		{seq, "roll", reply{Seq: seq + 1}},
		{seq, "roll", reply{Seq: seq + 1, Stale: true, Refusal: "Партия уже ушла дальше."}},
	} {
		got := tell(t, tb, companion.Decide{Point: at(tb, c.after), Says: c.says})
		if got.Seq != c.want.Seq || got.Stale != c.want.Stale || (got.Refusal == "") != (c.want.Refusal == "") {
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
		companion.Press{Point: other, Key: companion.OK},
	} {
		if got := tell(t, tb, c); !got.Stale || tb.Model.Match() != before {
			t.Errorf("%T of another match with the same seq: %+v", c, got)
		}
	}
}

func TestDiceAreRolledInsideAnotherGameWithoutTouchingIt(t *testing.T) {
	tb := inMice(t)
	seq := tb.Model.Match().Seq()
	tb.Press("hold")
	tb.Choose("Бросить кубики", "2d6")
	first := tb.Model.View().Big
	if first == "" {
		t.Fatalf("no result on\n%s", tb.Screen())
	}
	tb.Press("ok") // the same again
	tb.Press("back", "back", "back")
	tb.Want("[Игрок 1]")
	if got := tb.Model.Match().Seq(); got != seq {
		t.Errorf("rolling a cup moved the match from seq %d to %d", seq, got)
	}
	if got, want := again(t, tb).Model.Cups().Seq(), tb.Model.Cups().Seq(); got != want || got == 0 {
		t.Errorf("the rolls are at seq %d after a restart, want %d", got, want)
	}
}

func TestTheLastCupIsTwoPressesFromHomeAndOneAgain(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok", "up", "ok")
	tb.Want("[2d6")
	seq := tb.Model.Cups().Seq()
	tb.Press("ok")
	tb.Want("[2d6")
	if got := tb.Model.Cups().Seq(); got != seq+3 {
		t.Errorf("one press went from seq %d to %d, want one more roll", seq, got)
	}
	tb.Press("back", "back")
	tb.Choose("Ещё", "Кубики", "2d6")
	tb.Press("back", "back", "back", "down")
	home(t, tb)
	if got := tb.Cursor(); got != "Бросить 2d6" {
		t.Errorf("home offers %q, want what was rolled last", got)
	}
}

func TestASeriesAddsUpAndTheFirstSeatMovesOn(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	first := tb.Model.Match().State().Standing().Scores
	tb.Choose("Ещё партию")
	tb.Want("Лови мышей!", "1  Игрок 2", "2  Игрок 1")
	tb.Choose("Начать")
	tb.Finish()
	second := tb.Model.Match().State().Standing().Scores
	played, scores := tb.Model.SeriesTotal()
	want := []int32{first[0] + second[1], first[1] + second[0]}
	if played != 2 || !slices.Equal(scores, want) {
		t.Errorf("after %d matches the series stands at %v, want %v after 2", played, scores, want)
	}
	tb.Choose("Закончить")
	tb.Want("Печать открыта")
	if len(tb.Model.Open()) != 0 {
		t.Error("the match is still open")
	}
}

func TestSameAsLastTimeIsOnePress(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	tb.Press("ok")
	tb.Choose("Лови")
	tb.Want("> Как в прошлый раз")
	tb.Press("ok")
	tb.Want("[Игрок 1]", "> Бросить кубики")
}

func TestTheSealIsShownBeforeAnyoneStirs(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови", "Честность")
	if mt := tb.Model.Match(); mt.Seq() != 1 || len(mt.Seal()) != 64 || !tb.Model.Ready() {
		t.Fatalf("no match waits under its seal:\n%s", tb.Screen())
	}
	tb.Choose("Показать печать")
	tb.Want("[Печать]", tb.Model.Match().Seal())
	for _, want := range []bool{true, false} {
		tb.Press("down")
		if got := tb.Model.View(); got.QR != want || got.Seal != tb.Model.Match().Seal() {
			t.Errorf("the other form: QR %v, want %v", got.QR, want)
		}
	}
	tb.Press("back")
	tb.Choose("Добавить своё слово")
	tb.Press("ok", "down", "ok")
	for tb.Model.View().Wheel[2] != companion.SignDone {
		tb.Press("up")
	}
	tb.Press("ok")
	if got := tb.Model.Match().Stirrings(); len(got) != 1 || got[0] != "Аб" {
		t.Errorf("stirred in: %q, want Аб", got)
	}
	next := again(t, tb)
	next.Choose("Ваши слова 1")
	next.Want("1. Аб")
}

// The table that wants to see every seal first is shown it before each match.
func TestATableMayWantEachSealFirst(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Ещё", "Настройки", "Сперва печать", "да")
	tb = again(t, tb)
	tb.Choose("Лови", "Начать")
	tb.Want("[Печать]", tb.Model.Match().Seal())
	tb.Press("back")
	tb.Want("[Честность]", "> Начать")
	if tb.Model.Match().Seq() != 1 {
		t.Error("something happened before anybody said that it may")
	}
	tb.Press("ok")
	tb.Want("> Бросить кубики")
}

func TestEveryKeyIsSafeOnEveryScreen(t *testing.T) {
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
func unclear(v companion.View) string {
	marked, quiet := 0, 0
	for _, r := range v.Rows {
		switch r.Mark {
		case companion.Cursor, companion.Editing:
			marked++
		case companion.Quiet:
			quiet++
		}
	}
	switch v.Kind {
	case companion.KindDark:
		return ""
	case companion.KindHome, companion.KindMenu, companion.KindTurn, companion.KindConfirm, companion.KindBoard:
		if reads := v.Kind == companion.KindMenu && marked == 0 && quiet > 0; !reads && (marked != 1 || quiet > 0) {
			return fmt.Sprintf("%d rows are under the cursor, %d to be read only", marked, quiet)
		}
	case companion.KindText, companion.KindMessage:
		if marked > 0 || quiet == 0 {
			return fmt.Sprintf("of what is to be read %d rows are under the cursor, %d to be read", marked, quiet)
		}
	case companion.KindBig, companion.KindMoment, companion.KindStep:
		if v.Big == "" {
			return "nothing is large"
		}
		return ""
	}
	if v.Title == "" && v.Kind != companion.KindHome {
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
	tb.Choose("Бросить")
	if tb.Renewals != 1 {
		t.Fatalf("asked for a new database %d times, want once", tb.Renewals)
	}
	tb.Disk.Replace()
	tb.Send(companion.Renewed{Rescue: companion.Rescue{Aside: "companion-2026.broken"}})
	tb.Want("Внимание", "Прежние записи")
	if got, want := onDisk(tb), tb.Model.Open()[0].Seq(); got != want || want == 0 {
		t.Errorf("%d lines in the new database, want %d", got, want)
	}
	for range 3 {
		tb.Press("back")
	}
	again(t, tb).Want("[Стол]")
}

func TestTheInventoryOfTheBoxIsCorrectedNumberByNumber(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Мазайцы", "Карточки", "Вода 9")
	tb.Want("[Вода]", "9") // the dial stands on what holds
	tb.Slow = true
	tb.Dial(10)
	if v := tb.Model.View(); v.Title == "" {
		t.Errorf("nothing is in sight while the disk writes:\n%s", tb.Screen())
	}
	tb.Slow = false
	tb.Answer()
	tb.Want("Карточки", "10")
	tb.Choose("Готово", "Начать")
	tb.Want("Так нельзя", "Без зайца")
}

func TestADraftSurvivesLeavingItForAnotherGame(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови", "Очки", "каждая по 1")
	tb.Press("back", "back")
	tb.Choose("Счёт")
	tb.Press("back")
	tb.Choose("Лови")
	tb.Press("down", "down", "down", "down", "down", "down")
	tb.Want("каждая по 1")
}

func TestASeriesGoesOnAfterAnotherGame(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	tb.Choose("Ещё партию")
	tb.Press("back")
	tb.Choose("Счёт", "Начать")
	tb.Press("hold")
	tb.Choose("Закончить партию", "Да")
	tb.Press("ok")
	tb.Choose("Лови", "Начать")
	tb.Finish()
	if played, _ := tb.Model.SeriesTotal(); played != 2 {
		t.Errorf("the series counts %d matches, want 2", played)
	}
}

func TestNamesTypedThisEveningAreOfferedForTheNextGame(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови", "1", "Новое имя")
	tb.Press("ok", "up", "ok") // А, then done
	tb.Choose("Начать")
	tb.Press("ok")
	tb.Press("hold")
	tb.Choose("В начало", "Счёт", "1")
	tb.Want("Игрок 1")
	tb.Choose("А")
	tb.Want("А")
}

func TestTheSpotInSightIsFoundAgainAfterAPowerCut(t *testing.T) {
	tb := inMice(t)
	again(t, tb).Want("[Игрок 1]", "> Бросить кубики")
	tb.Decide("roll", "dice red green")
	tb.Press("hold")
	tb.Choose("В начало")
	cut := again(t, tb)
	home(t, cut)
	cut.Want("Продолжить: Лови мышей! · Игрок 1, Игрок 2")
	tb.Choose("Продолжить")
	again(t, tb).Want("[Игрок 1]")
	tb.Press("hold")
	tb.Choose("Бросить кубики", "d20")
	cut = again(t, tb)
	if got, want := cut.Model.View().Big, tb.Model.View().Big; got != want {
		t.Errorf("a roll of %s is %q after the cut", want, got)
	}
	cut.Press("back", "back")
	cut.Want("[Игрок 1]")
}

func TestAScoreThatIsLowBestIsListedSo(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Счёт", "Цель", "меньше", "Начать")
	tb.Decide("score 1 30", "score 2 7")
	tb.Press("hold")
	tb.Choose("Что на столе")
	if s := tb.Screen(); strings.Index(s, "Игрок 2") > strings.Index(s, "Игрок 1") {
		t.Errorf("the best is not first:\n%s", s)
	}
}

func TestDamageMetAtTheStartOfAMatchLosesNothingOfIt(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Лови")
	tb.Disk.Fails = damaged{}
	tb.Choose("Начать")
	tb.Disk.Replace()
	tb.Send(companion.Renewed{Rescue: companion.Rescue{Aside: "x.broken"}})
	tb.Press("ok")
	if tb.Model.Match().IsZero() {
		t.Fatalf("no match on\n%s", tb.Screen())
	}
	tb.Choose("Бросить")
	if got, want := onDisk(tb), tb.Model.Match().Seq(); got != want || want < 3 {
		t.Errorf("%d lines in the new database, want %d", got, want)
	}
	tb.Press("hold")
	tb.Choose("В начало", "Мазайцы", "Начать")
	if len(tb.Model.Open()) != 2 {
		t.Errorf("after the new database no match can begin:\n%s", tb.Screen())
	}
}

func TestTimersGoOnAfterTheTableWasAskedAboutTheDisk(t *testing.T) {
	tb := inMice(t)
	tb.Disk.Fails = full{}
	tb.Choose("Бросить")
	tb.Wait(30 * time.Second)
	tb.Disk.Fails = nil
	tb.Choose("Ещё раз")
	tb.Wait(companion.DarkAfter)
	if got := tb.Model.View().Kind; got != companion.KindDark {
		t.Errorf("idle after a disk question: kind %d, want dark", got)
	}
}

func TestEdgesOfKeysWaitForTheDiskAsGesturesDo(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	seq := tb.Model.Match().Seq()
	for range 10 {
		tb.Do(companion.Keys, companion.Edge{Key: companion.OK, Down: true})
		tb.Do(companion.Keys, companion.Edge{Key: companion.OK})
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
	tb.Choose("Мазайцы")
	walk := func() (all string) {
		for range 30 {
			tb.Press("down")
			all += tb.Read() + "\n"
		}
		return all
	}
	if items := walk(); strings.Contains(items, "тянет") || !strings.Contains(items, "Поле") {
		t.Errorf("without the field nobody is asked who draws:\n%s", items)
	}
	tb.Choose("Поле", "ведёт прибор")
	if items := walk(); !strings.Contains(items, "Карточки тянет") {
		t.Errorf("with the field somebody draws:\n%s", items)
	}
}

func TestACardLikeTheLastIsLaidOutByOnePress(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("Мазайцы", "Поле", "ведёт прибор", "Карточки тянет", "игрок", "Начать")
	for tb.Model.Match().State().Turn() != games.Chance {
		tb.Press("ok")
	}
	tb.Decide("card water hare")
	tb.Want("карточка на a1?", "Ещё: вода с зайцем")
	tb.Press("ok")
	tb.Want("карточка на b1?", "Ещё: вода с зайцем")
	tb.Press("ok", "ok", "ok")
	tb.Want("карточка на e1?")
	if got := strings.Count(tb.Model.Match().Since(0), `"says":"card water hare"`); got != 5 {
		t.Errorf("%d cards like the first were laid, want 5", got)
	}
}
