package clock

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/mice"
)

// begun is a match of «Лови мышей!» by two, Аня to begin, with such a clock and these facts.
func begun(t *testing.T, clock string, facts ...string) match.Match {
	t.Helper()
	lines := append([]string{`{"kind":"started","game":"mice","seats":["Аня","Боря"],"luck":"table","clock":"` + clock + `"}`}, facts...)
	mt, err := match.Read(strings.NewReader(strings.Join(lines, "\n")), "test", games.Of(mice.Rules{}))
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

// roll is decided after two seconds of seat 1, whose real dice then roll.
const roll = `{"ms":2000,"kind":"decided","says":"roll"}`

func TestAClockShowsWhatIsLeftOrUsed(t *testing.T) {
	for _, tt := range []struct {
		clock string
		ran   time.Duration
		shows string
		next  time.Duration
	}{
		{"5+5", 0, "5:05", time.Second},
		{"5+5", time.Millisecond, "5:05", 999 * time.Millisecond},
		{"5+5", 2500 * time.Millisecond, "5:03", 500 * time.Millisecond},
		{"1+0", time.Minute, "0:00", time.Second},
		{"1+0", 121500 * time.Millisecond, "−1:01", 500 * time.Millisecond},
		{"5d5", 0, "+0:05", time.Second},
		{"5d5", 4500 * time.Millisecond, "+0:01", 500 * time.Millisecond},
		{"5d5", 5 * time.Second, "5:00", time.Second},
		{"5d5", 7500 * time.Millisecond, "4:58", 500 * time.Millisecond},
		{"5b5", 3 * time.Second, "4:57", time.Second},
		{"1 3x30", 59500 * time.Millisecond, "0:01", 500 * time.Millisecond},
		{"1 3x30", time.Minute, "3×0:30", time.Second},
		{"1 3x30", 89999 * time.Millisecond, "3×0:01", time.Millisecond},
		{"1 3x30", 90 * time.Second, "2×0:30", time.Second},
		{"1 3x30", 149 * time.Second, "1×0:01", time.Second},
		{"1 3x30", 150 * time.Second, "0:00", time.Second},
		{"1 3x30", 152 * time.Second, "−0:02", time.Second},
		{"move 30", 10 * time.Second, "0:20", time.Second},
		{"up", 0, "0:00", time.Second},
		{"up", 61500 * time.Millisecond, "1:01", 500 * time.Millisecond},
	} {
		mt := begun(t, tt.clock)
		c := Of(mt, Of(mt, Run{}).Add(tt.ran))
		if got := c.Face(c.OnTurn(), true); got != tt.shows {
			t.Errorf("%s after %v shows %s, want %s", tt.clock, tt.ran, got, tt.shows)
		}
		if got, ok := c.Next(true); got != tt.next || !ok {
			t.Errorf("%s after %v shows another second in %v, want %v", tt.clock, tt.ran, got, tt.next)
		}
	}
}

func TestInTheDarkOnlyTheEndOfABudgetIsAwaited(t *testing.T) {
	for _, tt := range []struct {
		clock string
		ran   time.Duration
		next  time.Duration
		ok    bool
	}{
		{"1+0", 20 * time.Second, 40 * time.Second, true},
		{"1+0", time.Minute, 0, false},
		{"up", time.Second, time.Second, false},
		{"1d5", 2 * time.Second, 63 * time.Second, true},
		{"1d5", 65 * time.Second, 0, false},
		{"1b5", 2 * time.Second, 58 * time.Second, true},
		{"1 3x30", 10 * time.Second, 140 * time.Second, true},
		{"1 3x30", 100 * time.Second, 50 * time.Second, true},
		{"1 3x30", 150 * time.Second, 0, false},
		{"move 30", 10 * time.Second, 20 * time.Second, true},
	} {
		mt := begun(t, tt.clock)
		got, ok := Of(mt, Of(mt, Run{}).Add(tt.ran)).Next(false)
		if ok != tt.ok || ok && got != tt.next {
			t.Errorf("%s after %v: in %v, %v; want %v, %v", tt.clock, tt.ran, got, ok, tt.next, tt.ok)
		}
	}
}

func TestARunIsOfTheFactItBeganAt(t *testing.T) {
	before := begun(t, "5+0")
	run := Of(before, Run{}).Add(2 * time.Second)
	after := begun(t, "5+0", roll)
	if got := Of(after, run).Times(); !reflect.DeepEqual(got, after.Times()) {
		t.Errorf("a run of the fact before still counts: %+v, want %+v", got, after.Times())
	}
	if c := Of(after, run); c.Counts() || c.Idle(60_000) != 0 {
		t.Error("while dice roll the clock counts for a seat")
	}
}

func TestTimeThatNoClockCountedIsNobodys(t *testing.T) {
	mt := begun(t, "5+0")
	c := Of(mt, Of(mt, Run{}).Add(2*time.Second))
	if got := c.Idle(10_000); got != 8000 {
		t.Errorf("of 10 s %d ms were nobody's, want 8000", got)
	}
	if got := c.Nobodys(10 * time.Second); got != 8000 {
		t.Errorf("of 10 s %d ms were nobody's in all, want 8000", got)
	}
	if got := c.Times(); got.Seats[0] != 2000 || mt.Times().Seats[0] != 0 {
		t.Errorf("seat 1 has used %d ms, and the match says %d; want 2000 and 0", got.Seats[0], mt.Times().Seats[0])
	}
}

func TestAClockThatIsStoppedStandsUntilTheNextFact(t *testing.T) {
	mt := begun(t, "5+0")
	run := Of(mt, Run{}).Stop(true)
	if c := Of(mt, run); !c.Stands() || c.Face(c.OnTurn(), false) != "■5:00" {
		t.Errorf("stopped it shows %s", c.Face(c.OnTurn(), !c.Stands()))
	}
	if Of(mt, Of(mt, run).Stop(false)).Stands() || Of(begun(t, "5+0", roll), run).Stands() {
		t.Error("it stands on")
	}
	if !Of(mt, Stopped(mt.Seq())).Stands() {
		t.Error("after a power cut it runs")
	}
}

func TestSeatsAreEqualWhileTheSameClockRunsOn(t *testing.T) {
	mt := begun(t, "5+0")
	at := func(counted, ran time.Duration) Seats {
		return Of(mt, Of(mt, Run{}).Add(ran)).Seats(true, counted)
	}
	early, late := at(10*time.Second, 3*time.Second), at(12*time.Second, 5*time.Second)
	if early != late {
		t.Errorf("%+v and %+v", early, late)
	}
	want := []Seat{{MS: 6000, Left: 294_000, Running: true, Down: true}, {Left: 300_000, Down: true}}
	if got := early.At(13 * time.Second); !reflect.DeepEqual(got, want) {
		t.Errorf("after 6 s they show %+v, want %+v", got, want)
	}
	stands := Of(mt, Of(mt, Run{}).Add(3*time.Second)).Seats(false, 0)
	want = []Seat{{MS: 3000, Left: 297_000, Down: true}, {Left: 300_000, Down: true}}
	if got := stands.At(time.Hour); !reflect.DeepEqual(got, want) {
		t.Errorf("while they stand they show %+v, want %+v", got, want)
	}
}

// What phones are told runs on as the clock of the panel does, and while it runs nothing else is told.
func TestSeatsRunOnAsTheClockDoes(t *testing.T) {
	for _, clock := range []string{"1+5", "1d5", "1b5", "0 3x7", "1 2x9", "move 30", "up"} {
		mt := begun(t, clock)
		first := Of(mt, Run{}).Seats(true, 0)
		for ran := time.Duration(0); ran < 2*time.Minute; ran += 700 * time.Millisecond {
			c := Of(mt, Of(mt, Run{}).Add(ran))
			if seats := c.Seats(true, ran); seats != first {
				t.Fatalf("%s after %v: other seats %+v", clock, ran, seats)
			}
			want := c.OnTurn()
			want.Running = true
			if got := first.At(ran)[0]; got != want {
				t.Fatalf("%s after %v: %+v, want %+v", clock, ran, got, want)
			}
			want.Running = false
			if got := c.Seats(false, 0).At(time.Hour)[0]; got != want {
				t.Fatalf("%s stopped after %v: %+v, want %+v", clock, ran, got, want)
			}
		}
	}
}

func TestWithoutAClockNothingIsShown(t *testing.T) {
	for _, c := range []Clock{Of(match.Match{}, Run{}), Of(begun(t, ""), Run{})} {
		if c.On() || c.Counts() || c.Idle(1000) != 0 || c.Seats(true, 0).At(0) != nil {
			t.Errorf("%+v", c)
		}
	}
	if got := Of(begun(t, ""), Run{}).Times(); len(got.Seats) != 2 {
		t.Errorf("the match's own times are %+v", got)
	}
}

func TestACountdownCountsWholeSecondsAndRings(t *testing.T) {
	began := time.Minute
	c := Down(began, 3*time.Second, false)
	for _, tt := range []struct {
		after time.Duration
		left  uint16
		rings bool
	}{{0, 3, false}, {time.Millisecond, 3, false}, {time.Second, 2, false}, {2999 * time.Millisecond, 1, false}, {3 * time.Second, 0, true}, {time.Hour, 0, true}} {
		left, of := c.Left(began + tt.after)
		if left != tt.left || of != 3 || c.Rings(began+tt.after) != tt.rings {
			t.Errorf("after %v %d of %d s are left, rings %v", tt.after, left, of, c.Rings(began+tt.after))
		}
	}
	if !c.Own() || Down(0, time.Second, true).Own() || (Countdown{}).IsSet() || (Countdown{}).Rings(time.Hour) {
		t.Error("whose countdown it is, or whether there is one")
	}
}
