package companion_test

import (
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// decide lets a phone decide, and no time pass.
func decide(tb *companiontest.Table, says string) {
	tb.Do(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: says})
}

// baited is a table in «Лови мышей!» whose seat 1 has lured a red mouse, and may stop.
func baited(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := inMice(t)
	tb.Decide("roll", "dice red white", "lure red")
	return tb
}

// robbing is the same table as seat 2 may steal what seat 1 has caught.
func robbing(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := baited(t)
	tb.Decide("stop", "roll", "dice red white")
	return tb
}

// steals is the decision that steals from seat 1.
const steals = "lure red/1"

// moment is what is shown just now to have happened, "" for nothing.
func moment(tb *companiontest.Table) games.Kind { return tb.Model.View().Moment }

func TestAMomentIsShownAndEndsByItself(t *testing.T) {
	tb := baited(t)
	decide(tb, "stop")
	v := tb.Model.View()
	if v.Kind != panel.KindMoment || v.Moment != games.Catch || v.Title != tb.Text("@1") || v.Big == "" || v.Lamps.Moment != games.Catch {
		t.Fatalf("a catch is shown as %+v", v)
	}
	frame := v.Frame
	tb.Wait(300 * time.Millisecond)
	if got := tb.Model.View(); got.Frame != frame+3 || got.Lamps.Frame != got.Frame {
		t.Errorf("after three tenths of a second it is at frame %d", got.Frame)
	}
	tb.Wait(2 * time.Second)
	tb.Want("[@2]", "> say.roll")
}

func TestAMomentIsShownOnceItIsKept(t *testing.T) {
	tb := baited(t)
	tb.Slow = true
	decide(tb, "stop")
	tb.Wait(time.Second)
	if got := moment(tb); got != "" {
		t.Errorf("%s is shown, and the disk has not answered", got)
	}
	tb.Answer()
	if got := moment(tb); got != games.Catch {
		t.Errorf("once it is kept %q is shown, want the catch", got)
	}
	lost := baited(t)
	lost.Disk.Fails = full{}
	decide(lost, "stop")
	lost.Wait(time.Second)
	if got := moment(lost); got != "" || lost.Model.Moment().Happened.All != nil {
		t.Errorf("%s is shown of what the disk has lost:\n%s", got, lost.Screen())
	}
}

func TestAMomentIsShownOnceOnly(t *testing.T) {
	for name, way := range map[string]func(*companiontest.Table) *companiontest.Table{
		"undo and redo": func(tb *companiontest.Table) *companiontest.Table {
			undo, _ := tb.Model.Match().Undo()
			tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: undo.BackTo})
			if got := moment(tb); got != "" {
				t.Errorf("an undo is shown as %s", got)
			}
			redo, _ := tb.Model.Match().Redo()
			tb.Do(companion.Keys, companion.Undo{Point: tb.Model.Point(), To: redo.BackTo})
			return tb
		},
		"another match and back": func(tb *companiontest.Table) *companiontest.Table {
			id := tb.Model.Point().Match
			tb.Press("hold")
			tb.Choose("pause.away")
			tb.Do(companiontest.Phone, companion.Resume{Match: id})
			return tb
		},
		"a power cut": func(tb *companiontest.Table) *companiontest.Table { return again(t, tb) },
		"the pause menu": func(tb *companiontest.Table) *companiontest.Table {
			tb.Press("hold", "back")
			return tb
		},
	} {
		tb := baited(t)
		tb.Decide("stop")
		tb = way(tb)
		if got := moment(tb); got != "" || tb.Model.Moment().Happened.All != nil {
			t.Errorf("%s: %q is shown again", name, got)
		}
		if tb.Model.View().Kind != panel.KindTurn {
			t.Errorf("%s: the turn is not in sight:\n%s", name, tb.Screen())
		}
	}
}

// Any key ends a moment. Only another key than ok does its work too, and only once the moment has
// stood for 400 ms: before, it was pressed for the page that the moment covers.
func TestAKeyEndsAMomentAndOkDecidesNothing(t *testing.T) {
	const early, late = 100 * time.Millisecond, 500 * time.Millisecond
	for _, c := range []struct {
		name  string
		tb    *companiontest.Table
		says  string
		after time.Duration
		key   companion.Press
		want  []string
	}{
		{"ok for another seat", baited(t), "stop", late, companion.Press{Key: panel.OK}, []string{"[@2]", "> say.roll"}},
		{"ok for the same seat", robbing(t), steals, late, companion.Press{Key: panel.OK}, []string{"[@2]", "> say.roll"}},
		{"an early ok for the same seat", robbing(t), steals, early, companion.Press{Key: panel.OK}, []string{"[@2]", "> say.roll"}},
		{"down", robbing(t), steals, late, companion.Press{Key: panel.Down}, []string{"[@2]", "> say.stop"}},
		{"an early down", robbing(t), steals, early, companion.Press{Key: panel.Down}, []string{"[@2]", "> say.roll"}},
		{"back", baited(t), "stop", late, companion.Press{Key: panel.Back}, []string{"> pause.about #say.roll"}},
		{"an early back", baited(t), "stop", early, companion.Press{Key: panel.Back}, []string{"[@2]", "> say.roll"}},
		{"back held", baited(t), "stop", late, companion.Press{Key: panel.Back, Hold: true}, []string{"> pause.undo"}},
	} {
		decide(c.tb, c.says)
		c.tb.Wait(c.after)
		if moment(c.tb) == "" {
			t.Errorf("%s: nothing is shown", c.name)
			continue
		}
		seq := c.tb.Model.Match().Seq()
		c.tb.Do(companion.Keys, c.key)
		if got := moment(c.tb); got != "" || c.tb.Model.Moment().Happened.All != nil {
			t.Errorf("%s: %s goes on", c.name, got)
		}
		c.tb.Want(c.want...)
		if got := c.tb.Model.Match(); got.Seq() != seq {
			t.Errorf("%s has decided %s", c.name, got.Since(seq))
		}
	}
}

// An ok that was meant to go on after a trick must not pass over the round and the victory.
func TestTheEndOfARoundAndAVictoryWaitForAKeyOfTheirOwn(t *testing.T) {
	tb := inClocked(t, "fox", words.Russian, "Аня")
	var shown []games.Kind
	for x := uint64(1); !tb.Model.Match().State().Standing().Over; {
		x = x*6364136223846793005 + 1442695040888963407
		legal := tb.Model.Match().State().Legal()
		decide(tb, string(legal[int(x>>40)%len(legal)].At(0)))
		shown = append(shown, pressedThrough(t, tb)...)
	}
	count := map[games.Kind]int{}
	for _, kind := range shown {
		count[kind]++
	}
	if count[games.Trick] == 0 || count[games.Round] < 2 || count[games.Win] != 1 {
		t.Errorf("ok alone has passed through %v", count)
	}
}

// pressedThrough presses ok ten times a second until no moment is shown. It returns the moments that
// it has seen. The first three presses don't end a round or a victory.
func pressedThrough(t *testing.T, tb *companiontest.Table) (shown []games.Kind) {
	t.Helper()
	for now := moment(tb); now != ""; now = moment(tb) {
		shown = append(shown, now)
		for i := 0; moment(tb) == now && i < 9; i++ {
			tb.Do(companion.Keys, companion.Press{Key: panel.OK})
			if (now == games.Round || now == games.Win) && i < 3 && moment(tb) != now {
				t.Errorf("press %d has ended the moment %s", i+1, now)
			}
			tb.Wait(100 * time.Millisecond)
		}
		if moment(tb) == now {
			t.Fatalf("%s goes on whatever is pressed", now)
		}
	}
	return shown
}

func TestWhatOkDoesInAMomentIsSaid(t *testing.T) {
	same, other := robbing(t), baited(t)
	decide(same, steals)
	decide(other, "stop")
	for _, tb := range []*companiontest.Table{same, other} {
		if got, want := tb.Model.View().Tabs[1], tb.Text("tab.on"); got != want {
			t.Errorf("ok says %q, want %q", got, want)
		}
	}
}

func TestAVictoryWaitsForAKey(t *testing.T) {
	tb := inMice(t)
	tb.Finish()
	if got := moment(tb); got != games.Win {
		t.Fatalf("at the end %q is shown, want the victory\n%s", got, tb.Screen())
	}
	won := tb.Model.Match().State().Standing().Won[0]
	tb.Want("["+tb.Model.Match().Name(won)+"]", "moment.win")
	tb.Wait(30 * time.Second)
	still := tb.Model.View()
	if still.Moment != games.Win {
		t.Fatal("it has gone by itself")
	}
	if tb.Wait(10 * time.Second); tb.Model.View().Frame != still.Frame {
		t.Error("it moves on after half a minute")
	}
	cut := again(t, tb)
	if moment(cut) != "" {
		t.Error("it is shown again after a power cut")
	}
	for _, tb := range []*companiontest.Table{tb, cut} {
		if moment(tb) != "" {
			tb.Press("ok")
		}
		tb.Want("["+tb.Model.Match().Name(won)+"]", "> result.state")
		if tb.Model.View().Lamps.Moment != games.Win {
			t.Error("the matrix is dark at the end")
		}
	}
}

func TestATableMayWantNoMoments(t *testing.T) {
	tb := baited(t)
	tb.Press("hold")
	tb.Choose("pause.away", "home.more", "home.settings", "settings.quiet")
	tb = again(t, tb)
	tb.Choose("home.resume")
	decide(tb, "stop")
	tb.Want("[@2]")
	tb.Finish()
	if got := moment(tb); got != "" || tb.Model.Moment().Happened.All != nil {
		t.Errorf("%s is shown", got)
	}
	tb.Want("> result.state")
}

// What a roll has made happen is shown once the dice lie, and not before.
func TestAMomentComesAfterTheDiceLie(t *testing.T) {
	tb := newTable(t)
	tb.Press("ok")
	tb.Choose("mice:title", "setup.first", "@1", "setup.start")
	for range 200 {
		st := tb.Model.Match().State()
		if st.Standing().Over {
			break
		}
		seq := tb.Model.Match().Seq()
		decide(tb, string(st.Legal()[0].At(0))) // never stops
		if tb.Model.View().Lamps.Rolling == 0 || len(tb.Model.Match().Moments(seq)) == 0 {
			tb.Wait(3 * time.Second)
			continue
		}
		if moment(tb) != "" || tb.Model.Moment().Happened.All != nil {
			t.Error("a moment is shown while the dice roll")
		}
		tb.Wait(time.Second)
		if moment(tb) != games.Bust {
			t.Errorf("once they lie %q is shown, want the bust", moment(tb))
		}
		return
	}
	t.Error("no roll has made anything happen")
}

func TestAtMostThreeMomentsOfADecisionAreShownOneAfterTheOther(t *testing.T) {
	t.Parallel()
	most := 0
	for seed := range uint64(*drawn) {
		tb := newTable(t)
		tb.Press("ok")
		tell(t, tb, setUp(t, `{"game":"mazaitsy","names":["А","Б"],"options":{"field":"on"}}`, true))
		tell(t, tb, companion.Begin{Point: tb.Model.Point()})
		x := seed
		for range 150 {
			st := tb.Model.Match().State()
			if st.Standing().Over {
				break
			}
			x = x*6364136223846793005 + 1442695040888963407
			legal := st.Legal()
			c := legal[int(x>>40)%len(legal)]
			seq := tb.Model.Match().Seq()
			decide(tb, string(c.At(int(x>>33)%c.Len())))
			tb.Wait(time.Second) // the dice
			shown := len(tb.Model.Moment().Happened.All)
			if n := len(tb.Model.Match().Moments(seq)); shown > 3 || shown > n {
				t.Fatalf("%d moments of %d are shown", shown, n)
			}
			most = max(most, shown)
			tb.Wait(time.Duration(shown) * 1600 * time.Millisecond)
			if got := moment(tb); got != "" && got != games.Win {
				t.Fatalf("after %d moments %s is in sight", shown, got)
			}
		}
	}
	if most < 2 {
		t.Error("nothing has made two things happen")
	}
}

// A hand that means to end a moment may be late: just after the moment has ended by itself, ok
// decides nothing. Other keys act at once, and ok does again when the late frames are over.
func TestALateOkDoesNotDecide(t *testing.T) {
	for _, key := range []struct {
		key   panel.Key
		later time.Duration
		acts  bool
	}{
		{panel.OK, 0, false},
		{panel.OK, 200 * time.Millisecond, false},
		{panel.OK, 350 * time.Millisecond, true},
		{panel.Back, 0, true},
	} {
		tb := baited(t)
		decide(tb, "stop")
		for len(tb.Model.Moment().Happened.All) > 0 {
			tb.Wait(50 * time.Millisecond)
		}
		tb.Wait(key.later)
		seq, screen := tb.Model.Match().Seq(), tb.Screen()
		tb.Do(companion.Keys, companion.Press{Key: key.key})
		if acts := tb.Model.Match().Seq() != seq || tb.Screen() != screen; acts != key.acts {
			t.Errorf("%v, %v after the moment: acts is %t\n%s", key.key, key.later, acts, tb.Screen())
		}
	}
}
