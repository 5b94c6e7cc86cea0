package companion_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// clocked is a table of two in «Лови мышей!», real dice on it, a clock running: a budget,
// and what each turn adds to it.
func clocked(t *testing.T, clock ...string) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "clock.title", clock[0])
	for _, each := range clock[1:] {
		tb.Choose("clock.each", each)
	}
	tb.Choose("honesty")
	tb.Wait(time.Minute) // under the seal
	tb.Choose("ready.seal")
	tb.Wait(time.Minute)
	tb.Press("back")
	tb.Choose("setup.start")
	return tb
}

func TestAClockIsOffUntilItIsChosenAndThenRunsForTheSeatOnTurn(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 5")
	tb.Want("5:05")
	tb.Wait(3 * time.Second)
	tb.Want("5:02")
	tb.Decide("roll")
	tb.Wait(time.Minute) // real dice roll, and nobody is on turn
	tb.Decide("dice red green")
	tb.Want("5:02")
	tb.Decide("lure red green")
	tb.Wait(2500 * time.Millisecond)
	tb.Want("5:00")
	tb.Decide("stop")
	tb.Want("[@2]", "5:05")
	if got := tb.Model.Match().Times(); got.Seats[0] != 5500 || got.Seats[1] != 0 || got.Nobody != 180_000 {
		t.Errorf("%+v, want 5.5 s of seat 1 and 3 minutes of nobody", got)
	}
	tb.Press("hold")
	tb.Choose("clock.title")
	tb.Want("[clock.title] clock.plus 5 5", "@1  5:00", "@2  5:05", "clock.nobody  3:01") // and the moment of the catch
}

func TestPauseMenusAndWhatOpensFromThemAreNobodysTime(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Decide("roll", "dice red green")
	tb.Wait(10 * time.Second)
	tb.Press("hold")
	tb.Wait(5 * time.Minute)
	tb.Choose("pause.rule")
	tb.Wait(time.Minute)
	tb.Press("back", "back")
	tb.Want("4:50")
	tb.Wait(time.Second)
	tb.Want("4:49")
	tb.Press("hold")
	tb.Choose("pause.away")
	tb.Wait(time.Minute)
	tb.Choose("home.resume")
	tb.Want("4:49")
	tb.Decide("lure green")
	if got := tb.Model.Match().Times(); got.Seats[0] != 11_000 {
		t.Errorf("seat 1 has spent %d ms, want 11000", got.Seats[0])
	}
}

func TestAStoppedClockStandsUntilTheNextDecision(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Wait(time.Second)
	tb.Press("hold")
	tb.Choose("clock.stop")
	tb.Want("[@1]", "■4:59")
	tb.Wait(time.Minute)
	tb.Want("■4:59")
	tb.Press("hold")
	tb.Choose("clock.go")
	tb.Wait(time.Second)
	tb.Want(" 4:58")
	tb.Press("hold")
	tb.Choose("clock.stop")
	tb.Decide("roll", "dice red green")
	tb.Wait(time.Second)
	tb.Want(" 4:57")
}

func TestAfterAPowerCutTheClocksStandAsOfTheLastKeptFact(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 10")
	tb.Wait(7 * time.Second)
	tb.Decide("roll", "dice red green")
	tb.Wait(4 * time.Second)
	cut := again(t, tb)
	cut.Want("■5:03")
	cut.Wait(time.Hour)
	cut.Press("up")
	cut.Want("■5:03")
	cut.Decide("lure red green")
	cut.Want(" 5:03")
	cut.Wait(time.Second)
	cut.Want(" 5:02")
	if got := cut.Model.Match().Times(); got.Seats[0] != 7000 || got.Nobody != (2*time.Minute+time.Hour).Milliseconds() {
		t.Errorf("%+v", got)
	}
}

func TestWhoseTimeIsUpIsSaidOnceAndTheGameGoesOn(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Wait(5*time.Minute - time.Millisecond)
	tb.Want("0:01")
	tb.Wait(time.Millisecond)
	tb.Want("clock.fell", "clock.goeson @1")
	v := tb.Model.View()
	if v.Lamps.Alarm != panel.GlyphBell || v.Light != panel.Bright {
		t.Errorf("lamps %+v, light %d; want the bell, bright", v.Lamps, v.Light)
	}
	tb.Wait(companion.FlashEvery)
	if !tb.Model.View().Lamps.Blink {
		t.Error("the bell does not flash")
	}
	tb.Press("ok")
	tb.Want("[@1]", "0:00")
	if got := tb.Model.View().Lamps.Alarm; got != "" {
		t.Errorf("%q flashes on", got)
	}
	tb.Wait(61 * time.Second)
	tb.Want("[@1]", "−1:01")
	tb.Decide("roll", "dice red green")
	tb.Wait(time.Second)
	tb.Want("[@1]", "−1:02")
	cut := again(t, tb)
	cut.Want("[@1]", "−1:01")
	cut.Decide("lure red green")
	cut.Wait(2 * time.Second)
	cut.Want("[@1]", "−1:03")
}

func TestATimeThatRunsOutInTheDarkWakesThePanel(t *testing.T) {
	tb := clocked(t, "clock.down 45", "clock.adds 0")
	tb.Wait(companion.DarkAfter)
	if got := tb.Model.View().Kind; got != panel.KindDark {
		t.Errorf("kind %d after ten minutes without a key, want dark", got)
	}
	tb.Press("ok") // only wakes
	tb.Want("[@1]", "35:00")
	tb.Wait(35*time.Minute - time.Millisecond)
	if got := tb.Model.View().Kind; got != panel.KindDark {
		t.Errorf("kind %d a moment before the time is up, want dark", got)
	}
	tb.Wait(time.Millisecond)
	tb.Want("clock.fell")
	tb.Wait(time.Second)
	tb.Press("ok")
	tb.Want("−0:01")
	tb.Wait(time.Second)
	tb.Want("−0:02")
}

func TestAClockIsKeptWithTheDraftAndTheNextMatchOfTheSeries(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "clock.title", "clock.down 10", "clock.each", "clock.adds 5")
	tb = again(t, tb)
	tb.Choose("setup.start")
	if got := tb.Model.Match().Clock().String(); got != "10+5" {
		t.Fatalf("the clock is %q, want 10+5", got)
	}
	tb.Finish()
	tb.Choose("result.again", "again.next")
	if got := tb.Model.Match().Clock().String(); got != "10+5" {
		t.Errorf("the next match's clock is %q, want 10+5", got)
	}
}

func TestWithoutAClockNothingTicksAndARecordHasNoNewField(t *testing.T) {
	tb := inMice(t)
	tb.Wait(time.Minute)
	_, effects := tb.Model.Update(companion.Event{At: tb.Now, What: companion.Sent{From: companion.Keys, Command: companion.Press{Key: panel.Down}}})
	for _, e := range effects {
		if a, ok := e.(companion.After); ok && !slices.Contains([]companion.Timer{companion.TimerIdle, companion.TimerDim, companion.TimerDark, companion.TimerSlide}, a.Tag.Timer) {
			t.Errorf("a press asks for %+v", a)
		}
	}
	tb.Decide("roll", "dice red green")
	if lines := tb.Model.Match().Since(0); strings.Contains(lines, "clock") || strings.Contains(lines, "idle") {
		t.Error(lines)
	}
}

func TestAnOkThatWaitsForTheDiskIsNotDroppedBecauseTheClockMovedOn(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Choose("say.roll", "name.red", "name.green")
	seq := tb.Model.Match().Seq()
	tb.Slow = true
	tb.Press("ok") // lures
	tb.Wait(1500 * time.Millisecond)
	tb.Press("hold") // waits
	tb.Slow = false
	tb.Answer()
	tb.Want("pause.topics", "pause.state")
	tb.Press("back")
	if tb.Model.Match().Seq() <= seq {
		t.Fatal("nothing was lured")
	}
	tb.Want("4:59")
}

func TestRollingAndADiskThatAsksAreNobodysTime(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "clock.title", "clock.down 5", "setup.start")
	tb.Wait(time.Second)
	tb.Do(companion.Keys, companion.Press{Key: panel.OK})
	if tb.Model.Settled() {
		t.Fatal("nothing rolls")
	}
	tb.Wait(5 * time.Second)
	seat := tb.Model.Match().State().Turn()
	tb.Disk.Fails = full{}
	tb.Press("ok", "ok")
	tb.Want("disk.title")
	tb.Wait(time.Minute)
	tb.Disk.Fails = nil
	tb.Choose("disk.again")
	tb.Wait(time.Second)
	tb.Decide(string(tb.Model.Match().State().Legal()[0].Says))
	rolling := 9 * 80 * time.Millisecond
	if got, want := tb.Model.Match().Times(), (7*time.Second - rolling).Milliseconds(); got.Seats[0] != want || seat != 1 {
		t.Errorf("seat %d: %+v, want %d ms\n%s", seat, got, want, tb.Model.Match().Since(1))
	}
}

// A stopwatch of its own must agree with what the record says, whatever is pressed,
// decided and undone, and wherever the power is cut.
func TestTheRecordAgreesWithAStopwatch(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		tb := clocked(t, "clock.down 5", "clock.adds 10")
		began := tb.Model.Match()
		watch := make([]time.Duration, 3) // by seat; nobody's first
		last, carried := tb.Model.Match().Seq(), make([]time.Duration, 3)
		titles := []string{tb.Text("setup.player 1"), tb.Text("setup.player 2"), tb.Text("clock.fell")}
		pass := func(d time.Duration) {
			const step = 50 * time.Millisecond // keys are pressed, and rules leave, at multiples of it
			for range d / step {
				seat := 0
				if onTurn(tb, titles) {
					seat = max(int(tb.Model.Match().State().Turn()), 0)
				}
				tb.Wait(step)
				carried[seat] += step
			}
		}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			switch rapid.IntRange(0, 9).Draw(rt, "step") {
			case 0, 1, 2, 3:
				pass(time.Duration(rapid.IntRange(1, 80).Draw(rt, "tenths")) * 100 * time.Millisecond)
			case 4, 5, 6:
				legal := tb.Model.Match().State().Legal()
				if len(legal) > 0 {
					tb.Decide(string(rapid.SampledFrom(legal).Draw(rt, "says").Says))
				}
			case 7:
				tb.Press(rapid.SampledFrom([]string{"up", "down", "back", "hold"}).Draw(rt, "key"))
			case 8:
				if step, ok := tb.Model.Match().Undo(); ok && !step.Revealed {
					tb.Press("hold")
					tb.Times(9, "up")
					tb.Choose("pause.undo")
				}
			case 9:
				tb = again(t, tb)
				clear(carried)
			}
			if seq := tb.Model.Match().Seq(); seq > last { // what lay before the fact is written down
				for i := range watch {
					watch[i] += carried[i]
				}
				clear(carried)
				last = seq
			}
			if tb.Model.Match().IsZero() {
				tb.Choose("home.resume")
			}
		}
		got := tb.Model.Match().Times()
		for seat := 1; seat <= 2; seat++ {
			if want := watch[seat].Milliseconds(); got.Seats[seat-1] != want {
				rt.Fatalf("seat %d has %d ms, a stopwatch %d\n%s", seat, got.Seats[seat-1], want, tb.Model.Match().Since(began.Seq()))
			}
		}
		if got.Seats[0]+got.Seats[1]+got.Nobody != tb.Model.Match().MS() {
			rt.Fatalf("%+v do not add up to %d", got, tb.Model.Match().MS())
		}
	})
}

// onTurn reports whether the clock should run: the panel shows a page with one of the titles.
func onTurn(tb *companiontest.Table, titles []string) bool {
	if !tb.Model.Settled() {
		return false
	}
	v := tb.Model.View()
	return !strings.Contains(v.Aside, "■") && slices.Contains(titles, v.Title)
}

func TestTheClockIsReadInEveryGameAndLanguage(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	for _, lang := range words.Langs {
		for name, clock := range map[string]string{"Аня": "60+30", "Александра": "0 99x999", "Магомедрасулович": "0 99x999"} {
			for _, r := range all {
				if r.Name() == "dice" {
					continue
				}
				t.Run(fmt.Sprint(lang, "/", r.Name(), "/", name), func(t *testing.T) {
					tb := onClock(t, r.Name(), lang, name, clock)
					everyTurn(t, artist, tb)
				})
			}
		}
	}
}

// inClocked is a match of two that a record begins, the first of that name.
func inClocked(t *testing.T, game string, lang words.Lang, name string) *companiontest.Table {
	t.Helper()
	return onClock(t, game, lang, name, "60+30")
}

// onClock is such a match on that clock.
func onClock(t *testing.T, game string, lang words.Lang, name, clock string) *companiontest.Table {
	t.Helper()
	d := companiontest.NewDisk()
	err := d.Keep(companion.Keep{
		Match: "id", First: 1, Settings: []settings.Line{{Key: "language", Value: string(lang)}, {Key: "where", Value: "play id"}},
		Lines: []string{fmt.Sprintf(`{"kind":"started","game":%q,"seats":[%q,"Боря"],"luck":"table","clock":%q}`, game, name, clock)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return companiontest.OnDisk(t, d, all...)
}

var face = regexp.MustCompile(`■?([0-9]+×|\+)?[0-9]+:[0-9][0-9]`)

// everyTurn plays at random and fails where a turn doesn't show its clock, or shows
// what can't be read.
func everyTurn(t *testing.T, artist *screen.Artist, tb *companiontest.Table) {
	t.Helper()
	x := uint64(7)
	for range *turns {
		st := tb.Model.Match().State()
		if st.Standing().Over {
			return
		}
		if st.Turn() > games.Chance {
			tb.Press("down")
			for _, flaw := range artist.Flaws(tb.Model.View()) {
				t.Fatalf("%s\n%s", flaw, tb.Screen())
			}
			tb.Press("up")
			for i := 0; !face.MatchString(tb.Screen()) && i < 30; i++ {
				tb.Press("down")
			}
			if !face.MatchString(tb.Screen()) {
				t.Fatalf("no clock on\n%s", tb.Screen())
			}
		}
		x = x*6364136223846793005 + 1442695040888963407
		legal := st.Legal()
		c := legal[int(x>>40)%len(legal)]
		tb.Decide(string(c.At(int(x>>33) % c.Len())))
	}
}

func TestUsualClocksOfEachKindAreChosenInTheirRows(t *testing.T) {
	for want, rows := range map[string][]string{
		"10+5":    {"clock.title", "clock.down 10", "clock.each", "clock.adds 5"},
		"10d5":    {"clock.title", "clock.down 10", "clock.each", "clock.delay 5"},
		"10b5":    {"clock.title", "clock.down 10", "clock.each", "clock.returned 5"},
		"30 5x30": {"clock.title", "clock.down 30", "clock.each", "clock.byoyomi 5 30"},
		"5 3x30":  {"clock.title", "clock.down 30", "clock.each", "clock.byoyomi 3 30", "clock.title", "clock.down 5"},
		"move 60": {"clock.title", "clock.down 30", "clock.each", "clock.delay 5", "clock.title", "clock.move 60"},
		"30+0":    {"clock.title", "clock.move 60", "clock.title", "clock.down 30"},
		"up":      {"clock.title", "clock.down 10", "clock.each", "clock.delay 5", "clock.title", "clock.up"},
	} {
		tb := newTable(t)
		tb.Press("ok")
		tb.Choose("mice:title")
		tb.Choose(rows...)
		if got := tb.Model.Moment().Offer.Drafts["mice"].Clock; got != want {
			t.Errorf("%v set %q, want %q\n%s", rows, got, want, tb.Screen())
		}
	}
}

func TestAnyOtherClockIsSetByDials(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "clock.title", "clock.other")
	clock := func() string { return tb.Model.Moment().Offer.Drafts["mice"].Clock }
	set := func(row string, turns int, key string) {
		tb.Choose(row)
		tb.Times(turns, key)
		tb.Press("ok")
	}
	for _, c := range []struct {
		do   func()
		want string
	}{
		{func() {}, "15+10"},
		{func() { set("clock.minutes", 2, "up") }, "17+10"},
		{func() { set("clock.second", 10, "down") }, "17+0"},
		{func() { tb.Choose("clock.kind", "clock.kind.delay") }, "17d10"},
		{func() { set("clock.second", 20, "down") }, "17d1"},
		{func() { tb.Choose("clock.kind", "clock.kind.returned") }, "17b1"},
		{func() { tb.Choose("clock.kind", "clock.kind.byoyomi") }, "17 5x1"},
		{func() { set("clock.periods", 1, "up") }, "17 6x1"},
		{func() { set("clock.minutes", 40, "down") }, "0 6x1"},
		{func() { tb.Choose("clock.kind", "clock.kind.move") }, "move 1"},
		{func() { set("clock.second", 6, "up") }, "move 7"},
		{func() { tb.Choose("clock.kind", "clock.kind.adds") }, "15+7"},
	} {
		if c.do(); clock() != c.want {
			t.Fatalf("the clock is %q, want %q\n%s", clock(), c.want, tb.Screen())
		}
	}
	tb.Press("back")
	tb.Want("clock.title", "clock.down 15", "clock.each", "clock.adds 7")
	tb.Choose("setup.start")
	if got := tb.Model.Match().Clock().String(); got != "15+7" {
		t.Errorf("the match began with %q", got)
	}
}

func TestADelayRunsBeforeTheTimeAndIsNotSpared(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.delay 5")
	tb.Want("+0:05")
	tb.Wait(3500 * time.Millisecond)
	tb.Want("+0:02")
	tb.Wait(1500 * time.Millisecond)
	tb.Want(" 5:00")
	tb.Wait(time.Second)
	tb.Want(" 4:59")
	tb.Decide("roll", "dice red green", "lure red green")
	tb.Want(" 4:59") // it is the same turn
	tb.Decide("stop")
	tb.Want("[@2]", "+0:05")
	tb.Wait(time.Second)
	tb.Decide("roll", "dice red green", "lure red green", "stop")
	tb.Want("[@1]", "+0:05")
	tb.Wait(6 * time.Second)
	tb.Want(" 4:58")
}

func TestThePeriodsOfByoyomiAreCountedAndOnlyTheLastOneRings(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.byoyomi 3 30")
	tb.Wait(5 * time.Minute)
	tb.Want("[@1]", "3×0:30")
	tb.Wait(20 * time.Second)
	tb.Want("[@1]", "3×0:10")
	tb.Decide("roll", "dice red green", "lure red green", "stop", "roll", "dice red green", "lure red green", "stop")
	tb.Want("[@1]", "3×0:30") // the turn ended within the period
	tb.Wait(45 * time.Second)
	tb.Want("[@1]", "2×0:15")
	tb.Wait(45*time.Second - time.Millisecond)
	tb.Want("[@1]", "1×0:01")
	tb.Wait(time.Millisecond)
	tb.Want("clock.fell", "clock.goeson @1")
	tb.Press("ok")
	tb.Wait(time.Second)
	tb.Want("[@1]", "−0:01")
}

func TestALimitAMoveRingsInEachTurnThatOverrunsIt(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "luck", "luck.table", "clock.title", "clock.move 30", "setup.start")
	for _, seat := range []string{"@1", "@2", "@1"} {
		tb.Want("["+seat+"]", " 0:30")
		tb.Wait(30 * time.Second)
		tb.Want("clock.fell", "clock.goeson "+seat)
		tb.Press("ok")
		tb.Decide("roll", "dice red green", "lure red green", "stop")
	}
}

// Wherever the power is cut, the clocks show what the record says, and go on from there.
func TestAfterAPowerCutEveryKindOfClockShowsWhatTheRecordSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		each := rapid.SampledFrom([]string{"clock.adds 5", "clock.delay 5", "clock.returned 5", "clock.byoyomi 3 30"}).Draw(rt, "each")
		tb := clocked(t, "clock.down 5", each)
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			tb.Wait(time.Duration(rapid.IntRange(0, 400).Draw(rt, "tenths")) * 100 * time.Millisecond)
			if tb.Shows("clock.fell") {
				tb.Press("ok")
			}
			mt := tb.Model.Match()
			if step, ok := mt.Undo(); ok && !step.Revealed && rapid.IntRange(0, 3).Draw(rt, "undo") == 0 {
				tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: step.BackTo})
			} else if legal := mt.State().Legal(); len(legal) > 0 {
				tb.Decide(string(rapid.SampledFrom(legal).Draw(rt, "says").Says))
			}
		}
		tb.Wait(time.Duration(rapid.IntRange(0, 40).Draw(rt, "rest")) * time.Second)
		cut := again(t, tb)
		mt, err := match.Read(strings.NewReader(cut.Model.Match().Since(0)), "record", games.Of(all...))
		if err != nil {
			rt.Fatal(err)
		}
		clocks := cut.Model.Clocks()
		for i, b := range mt.Balances() {
			if got, want := clocks[i].Left, mt.Clock().Left(b); got != want || clocks[i].MS != mt.Times().Seats[i] {
				rt.Fatalf("seat %d shows %+v, the record says %d and %+v\n%s", i+1, clocks[i], want, mt.Times(), mt.Since(0))
			}
		}
	})
}
