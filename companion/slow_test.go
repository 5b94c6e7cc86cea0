package companion_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
)

// luring is a table in «Лови мышей!» with a clock of five minutes, whose disk takes long
// over the lure that seat 1 has just decided on: it stays on turn.
func luring(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Choose("say.roll", "name.red", "name.green")
	tb.Slow = true
	tb.Press("ok")
	if !tb.Model.Writing() {
		t.Fatalf("nothing is being written:\n%s", tb.Screen())
	}
	return tb
}

func TestAClockRunsOnWhileTheDiskWrites(t *testing.T) {
	tb := luring(t)
	for _, want := range []string{"4:59", "4:58", "4:57", "4:56", "4:55"} {
		tb.Wait(time.Second)
		tb.Want("[@1]", want)
	}
	tb.Wait(300 * time.Millisecond)
	tb.Answer()
	tb.Want("[@1]", "4:55")
	tb.Wait(700 * time.Millisecond)
	tb.Want("4:54")
	tb.Slow = false
	tb.Decide("stop")
	if got := tb.Model.Match().Times().Seats; got[0] != 6000 || got[1] != 0 {
		t.Errorf("counted %v ms, want six seconds of seat 1", got)
	}
}

func TestACountdownRunsOnAndRingsWhileTheDiskWrites(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("home.timer")
	sand(tb, "0:30")
	tb.Press("back")
	tb.Slow = true
	tb.Press("ok")
	for left := uint16(29); left > 0; left-- {
		tb.Wait(time.Second)
		if got := tb.Model.View().Lamps; got.Count != left || got.Alarm != "" {
			t.Fatalf("lamps %+v, want %d left", got, left)
		}
	}
	tb.Wait(time.Second)
	if got := tb.Model.View().Lamps; got.Alarm != panel.GlyphBell {
		t.Errorf("lamps %+v, want the bell", got)
	}
	blink := tb.Model.View().Lamps.Blink
	tb.Wait(companion.FlashEvery)
	if tb.Model.View().Lamps.Blink == blink {
		t.Error("the bell does not flash")
	}
	tb.Answer()
	tb.Want("[table]")
	if got := tb.Model.View().Lamps; got.Alarm != panel.GlyphBell {
		t.Errorf("once it is written the lamps are %+v, want the bell", got)
	}
	tb.Wait(time.Second)
	tb.Want("timer.over")
}

func TestANoticeSaysThatTheCardIsSlowUntilItHasWritten(t *testing.T) {
	tb := luring(t)
	before := tb.Model.View()
	tb.Wait(companion.SlowAfter - time.Millisecond)
	if v := tb.Model.View(); v.Slow || v.Notice != "" {
		t.Errorf("it is said too early: %q", v.Notice)
	}
	tb.Wait(time.Millisecond)
	v := tb.Model.View()
	if !v.Slow || v.Notice != tb.Text("notice.slow") {
		t.Errorf("the notice says %q, want %q", v.Notice, tb.Text("notice.slow"))
	}
	clear(before.Rows[v.Room():]) // the notice stands in their place
	v.Slow, v.Notice, v.Aside, before.Aside = false, "", "", ""
	if v != before {
		t.Errorf("more than the notice and the clock has changed: %+v, was %+v", v, before)
	}
	tb.Wait(10 * time.Second)
	tb.Want("notice.slow")
	tb.Answer()
	if v := tb.Model.View(); v.Slow || tb.Shows("notice.slow") {
		t.Errorf("it stays:\n%s", tb.Screen())
	}
}

func TestWhatOkActsOnStaysInSightUnderANotice(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll")
	for n := range 4 {
		tb.Press("down")
		before, room := tb.Cursor(), tb.Model.View().Room()
		tb.Slow = true
		tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: fmt.Sprintf(`["d%d"]`, 4+2*n)})
		tb.Wait(companion.SlowAfter)
		if v := tb.Model.View(); v.Notice != tb.Text("notice.slow") || tb.Cursor() != before || v.Room() >= room {
			t.Errorf("%q was under the cursor:\n%s", before, tb.Screen())
		}
		tb.Slow = false
		tb.Answer()
	}
}

func TestARowSlidesOnWhileTheDiskWritesAndItsOkIsNotDropped(t *testing.T) {
	tb := inMice(t)
	tb.Decide("roll")
	tb.Press("hold")
	tb.Choose("pause.away")
	before := tb.Cursor()
	if !tb.At("home.resume") {
		t.Fatalf("the cursor is on %q", before)
	}
	tb.Slow = true
	tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`})
	tb.Wait(3 * time.Second)
	if tb.Cursor() == before {
		t.Error("the row stands still")
	}
	tb.Press("ok")
	tb.Wait(3 * time.Second)
	tb.Slow = false
	tb.Answer()
	tb.Want("[table]")
}

func TestTheNextWriteHasTwoSecondsOfItsOwn(t *testing.T) {
	tb := luring(t)
	tb.Wait(companion.SlowAfter - 100*time.Millisecond)
	tb.Answer()
	tb.Press("ok") // decides again
	if !tb.Model.Writing() {
		t.Fatal("nothing is being written")
	}
	tb.Wait(companion.SlowAfter - time.Millisecond)
	if tb.Model.View().Slow {
		t.Error("the time of the write before counts")
	}
	tb.Wait(time.Millisecond)
	if !tb.Model.View().Slow {
		t.Error("the second write is never called slow")
	}
}

func TestADiskThatIsTriedAgainMayBeSlowAgain(t *testing.T) {
	tb := inMice(t)
	tb.Slow, tb.Disk.Fails = true, full{}
	tb.Press("ok")
	tb.Wait(companion.SlowAfter)
	tb.Want("notice.slow")
	tb.Answer()
	tb.Want("disk.title", "disk.full")
	if tb.Model.View().Slow {
		t.Error("a disk that asks is called slow")
	}
	tb.Disk.Fails = nil
	tb.Press("ok") // once more
	if tb.Model.View().Slow {
		t.Error("it is slow from the start")
	}
	tb.Wait(companion.SlowAfter)
	tb.Want("notice.slow")
	tb.Answer()
	tb.Want("[table]")
}

func TestThePanelDimsAndDarkensWhileTheDiskWrites(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	tb.Press("ok")
	tb.Wait(companion.DimAfter)
	if got := tb.Model.View().Light; got != panel.Dim {
		t.Errorf("light %d after two minutes, want dim", got)
	}
	shift := tb.Model.View().ShiftX
	tb.Wait(time.Minute)
	if tb.Model.View().ShiftX == shift {
		t.Error("the picture doesn't move any more")
	}
	tb.Wait(companion.DarkAfter)
	if got := tb.Model.View().Kind; got != panel.KindDark {
		t.Errorf("kind %d after ten minutes, want dark", got)
	}
	tb.Press("ok") // waits, and then only wakes
	seq := tb.Model.Match().Seq()
	tb.Slow = false
	tb.Answer()
	tb.Want("[table]")
	if got := tb.Model.Match().Seq(); got != seq+1 {
		t.Errorf("the press that woke decided something: seq %d, want %d", got, seq+1)
	}
}

func TestAnInvitationIsForgottenInTheDarkHoweverLongTheDiskTakes(t *testing.T) {
	tb := atHome(t)
	onNetwork(tb)
	tb.Wait(companion.IdleAfter + time.Second)
	tb.Slow = true
	tb.Do(companiontest.Phone, companion.Join{Key: key(tb), Agent: iPhone})
	if !tb.Model.Writing() || !tb.Model.Private() {
		t.Fatalf("nobody comes in by\n%s", tb.Screen())
	}
	tb.Wait(companion.DarkAfter)
	tb.Answer()
	tb.Slow = false
	tb.Press("down")
	home(t, tb)
}

func TestAClockThatWasNotInSightRunsOnceItIs(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Choose("say.roll", "name.red", "name.green")
	tb.Press("ok") // lures
	tb.Wait(300 * time.Millisecond)
	tb.Press("hold") // its next second is asked for
	tb.Slow = true
	tb.Choose("pause.undo")
	tb.Wait(5 * time.Second)
	tb.Want("pause.topics")
	tb.Answer()
	for _, want := range []string{"4:55", "4:54", "4:53"} { // as ever, what is to come has the disk's time
		tb.Want("[@1]", want)
		tb.Wait(time.Second)
	}
}

func TestTimeDoesNotGoBackToWhenAPressThatWaitedCame(t *testing.T) {
	tb := inMice(t)
	tb.Press("hold")
	tb.Choose("home.timer")
	sand(tb, "0:30")
	tb.Press("back")
	tb.Slow = true
	tb.Press("ok")
	tb.Wait(time.Second)
	tb.Press("down")
	tb.Wait(4 * time.Second)
	tb.Answer()
	if got := tb.Model.View().Lamps.Count; got != 25 {
		t.Errorf("%d seconds are left after five, want 25", got)
	}
}

func TestAClockThatRunsOutWhileTheDiskWritesIsSaidOnceItHasWritten(t *testing.T) {
	tb := clocked(t, "clock.down 5", "clock.adds 0")
	tb.Choose("say.roll", "name.red", "name.green")
	tb.Wait(5*time.Minute - 3*time.Second)
	tb.Slow = true
	tb.Press("ok") // lures
	for _, want := range []string{"0:02", "0:01", "0:00", "−0:01"} {
		tb.Wait(time.Second)
		tb.Want("[@1]", want)
	}
	tb.Slow = false
	tb.Answer()
	tb.Want("clock.fell", "clock.goeson @1")
	if v := tb.Model.View(); v.Lamps.Alarm != panel.GlyphBell {
		t.Errorf("lamps %+v, want the bell", v.Lamps)
	}
	tb.Press("ok")
	tb.Want("[@1]", "−0:01")
	tb.Wait(5 * time.Second)
	if tb.Shows("clock.fell") {
		t.Error("it is said twice")
	}
}

func TestAnOkIsNotDroppedBecauseTheCardIsSlow(t *testing.T) {
	for _, after := range []time.Duration{time.Second, 3 * time.Second, companion.DimAfter + time.Second} {
		tb := inMice(t)
		tb.Slow = true
		tell := companion.Choose{Key: "cups", Value: `["d8"]`} // changes nothing in sight
		tb.Do(companiontest.Phone, tell)
		tb.Wait(after)
		tb.Press("ok")
		tb.Wait(companion.DimAfter)
		seq := tb.Model.Match().Seq()
		tb.Slow = false
		tb.Answer()
		if got := tb.Model.Match().Seq(); got != seq+1 {
			t.Errorf("pressed %v after the write began: seq %d, want %d", after, got, seq+1)
		}
	}
}

func TestABlinkEndsWhileTheDiskWrites(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	tb.Press("ok")   // decides
	tb.Press("hold") // waits
	tb.Press("ok")   // waits, and is meant for another screen
	tb.Slow = false
	tb.Answer()
	if !tb.Model.View().Blink {
		t.Fatal("nothing was dropped")
	}
	tb.Slow = true
	tb.Do(companiontest.Phone, companion.Choose{Key: "cups", Value: `["d8"]`})
	tb.Wait(companion.BlinkFor)
	if !tb.Model.Writing() || tb.Model.View().Blink {
		t.Error("the blink lasts as long as the write")
	}
}

func TestARollEndsWhileTheDiskWritesAndIsNobodysTime(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "clock.title", "clock.down 5", "setup.start")
	tb.Do(companion.Keys, companion.Press{Key: panel.OK}) // rolls
	tb.Slow = true
	says := string(tb.Model.Match().State().Legal()[0].At(0))
	tb.Do(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: says})
	tb.Wait(10 * time.Second)
	if tb.Model.View().Lamps.Rolling != 0 {
		t.Error("the dice roll as long as the disk writes")
	}
	tb.Want("[@1]")
	tb.Answer()
	rolling := 9 * 80 * time.Millisecond
	if got, want := tb.Model.Clocks()[0].MS, (10*time.Second - rolling).Milliseconds(); got != want {
		t.Errorf("counted %d ms, want %d", got, want)
	}
}

func TestOnlyPressesWaitAndNothingPilesUp(t *testing.T) {
	tb := inMice(t)
	tb.Slow = true
	tb.Press("ok")
	for range 1000 {
		tb.Send(nil) // the watchdog
		tb.Wait(time.Second)
	}
	if got := tb.Model.Held(); got > 2 {
		t.Errorf("%d events wait, want no more than timers that lead elsewhere", got)
	}
}

// However long writes take: clocks never run back or jump, and every second is counted
// once.
func TestAClockNeverJumpsHoweverSlowTheDisk(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		tb := clocked(t, "clock.down 5", "clock.adds 10")
		tb.Slow = true
		sum := func() (ms int64) {
			tb.Send(nil) // what the clocks show is as of the last event
			for _, c := range tb.Model.Clocks() {
				ms += c.MS
			}
			return ms
		}
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			for !tb.Model.Settled() && len(tb.Model.Match().State().Legal()) > 0 {
				tb.Wait(50 * time.Millisecond) // a moment and its late frames are nobody's time
			}
			legal := tb.Model.Match().State().Legal()
			if len(legal) == 0 {
				return
			}
			tb.Do(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: string(rapid.SampledFrom(legal).Draw(rt, "says").At(0))})
			shown, running := sum(), tb.Model.Match().State().Turn() > 0
			for range rapid.IntRange(0, 6).Draw(rt, "stall") {
				tb.Wait(500 * time.Millisecond)
				now := sum()
				if want := shown + 500; running && now != want || !running && now != shown {
					rt.Fatalf("after half a second the clocks went from %d to %d ms", shown, now)
				}
				shown = now
			}
			began, at := tb.Model.Match().Seq(), sum()
			stays := tb.Model.Match().State().Turn()
			tb.Answer()
			if turn := tb.Model.Match().State().Turn(); tb.Model.Match().Seq() > began && turn > 0 && stays > 0 && sum() != at {
				rt.Fatalf("as seat %d follows %d the clocks jump from %d to %d ms", turn, stays, at, sum())
			}
			if tb.Shows("clock.fell") {
				tb.Press("ok")
			}
			tb.Wait(time.Duration(rapid.IntRange(0, 30).Draw(rt, "pause")) * 100 * time.Millisecond)
		}
		times := tb.Model.Match().Times()
		if got := times.Seats[0] + times.Seats[1] + times.Nobody; got != tb.Model.Match().MS() {
			rt.Fatalf("%+v add up to %d, not %d", times, got, tb.Model.Match().MS())
		}
	})
}
