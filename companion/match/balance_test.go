package match

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const decides, takesBack = `"kind":"decided","says":"take 1"}`, `"kind":"undone",`

// onClock is a match of two in toss on that clock, with facts "MS what".
func onClock(t *testing.T, clock string, facts ...string) Match {
	t.Helper()
	lines := []string{`{"kind":"started","game":"toss","seats":["Аня","Боря"],"clock":"` + clock + `"}`}
	for _, fact := range facts {
		ms, what, _ := strings.Cut(fact, " ")
		lines = append(lines, `{"ms":`+ms+`,`+what)
	}
	return mustRead(t, lines...)
}

// sides are what the clocks of both seats show, and the periods that they have left once these run.
type sides struct{ Left, Periods [2]int64 }

func sidesOf(c Clock, b []Balance) (s sides) {
	for i := range b {
		s.Left[i] = c.Left(b[i])
		if n, running := c.PeriodsLeft(b[i]); running {
			s.Periods[i] = int64(n)
		}
	}
	return s
}

// The examples follow the definitions that Clock names.
func TestEachKindOfClockCountsAsTheFieldDoes(t *testing.T) {
	back := func(to string) string { return takesBack + `"back_to":` + to + `}` }
	for _, c := range []struct {
		name, clock string
		facts       []string
		left        [2]int64
		periods     [2]int64
	}{
		{"increment: at the start of the turn", "5+10", nil, [2]int64{310_000, 300_000}, [2]int64{}},
		{"increment: 20 s used, 10 s more when the next turn begins", "5+10", []string{"20000 " + decides, "23000 " + decides}, [2]int64{300_000, 307_000}, [2]int64{}},

		{"delay: within it nothing counts", "5d10", []string{"8000 " + decides}, [2]int64{300_000, 300_000}, [2]int64{}},
		{"delay: 25 s with a delay of 10 s take 15 s", "5d10", []string{"25000 " + decides}, [2]int64{285_000, 300_000}, [2]int64{}},
		{"delay: it begins anew with each turn, and what is left of it is lost", "5d10", []string{"2000 " + decides, "3000 " + decides, "21000 " + decides}, [2]int64{292_000, 300_000}, [2]int64{}},
		{"delay: only main time runs out", "1d10", []string{"70000 " + decides}, [2]int64{0, 60_000}, [2]int64{}},
		{"delay: chance within a turn doesn't begin it anew", "5d10", []string{`8000 "kind":"decided","says":"flip"}`, `9000 "kind":"decided","says":"coin tails"}`}, [2]int64{300_000, 300_000}, [2]int64{}},
		{"delay: a pause takes nothing of it", "5d10", []string{`60000 "idle":50000,` + decides}, [2]int64{300_000, 300_000}, [2]int64{}},

		{"Bronstein: within 10 s all is returned", "5b10", []string{"8000 " + decides}, [2]int64{300_000, 300_000}, [2]int64{}},
		{"Bronstein: of 25 s at most 10 s are returned", "5b10", []string{"25000 " + decides}, [2]int64{285_000, 300_000}, [2]int64{}},
		{"Bronstein: within the turn nothing is returned", "5b10", []string{"8000 " + decides, "8000 " + decides, `16000 "kind":"decided","says":"flip"}`}, [2]int64{292_000, 300_000}, [2]int64{}},

		{"byoyomi: main time first", "1 3x30", []string{"50000 " + decides}, [2]int64{10_000, 60_000}, [2]int64{0, 0}},
		{"byoyomi: a turn within the period keeps it", "1 3x30", []string{"89000 " + decides, "89000 " + decides}, [2]int64{30_000, 60_000}, [2]int64{3, 0}},
		{"byoyomi: 70 s after the main time take two periods", "1 3x30", []string{"130000 " + decides, "130000 " + decides}, [2]int64{30_000, 60_000}, [2]int64{1, 0}},
		{"byoyomi: a period ends after exactly its time", "1 3x30", []string{"90000 " + decides, "90000 " + decides}, [2]int64{30_000, 60_000}, [2]int64{2, 0}},
		{"byoyomi: after the last period time is overdrawn", "1 3x30", []string{"155000 " + decides, "155000 " + decides}, [2]int64{-5000, 60_000}, [2]int64{0, 0}},
		{"byoyomi: no period begins after that", "1 3x30", []string{"155000 " + decides, "155000 " + decides, "156000 " + decides}, [2]int64{-6000, 60_000}, [2]int64{0, 0}},
		{"byoyomi: without main time", "0 2x30", []string{"31000 " + decides}, [2]int64{30_000, 30_000}, [2]int64{1, 2}},

		{"a move: its time doesn't add up", "move 60", []string{"10000 " + decides, "10000 " + decides}, [2]int64{60_000, 60_000}, [2]int64{}},
		{"a move: nor does what was overdrawn", "move 60", []string{"90000 " + decides, "90000 " + decides}, [2]int64{60_000, 60_000}, [2]int64{}},

		{"undone: the turn goes on with the rest of its delay", "5d10", []string{"8000 " + decides, "8000 " + back("1"), "11000 " + decides}, [2]int64{299_000, 300_000}, [2]int64{}},
		{"undone: Bronstein's return is taken back until the turn ends again", "5b10", []string{"8000 " + decides, "8000 " + back("1")}, [2]int64{292_000, 300_000}, [2]int64{}},
		{"undone: and given once", "5b10", []string{"8000 " + decides, "8000 " + back("1"), "12000 " + decides}, [2]int64{298_000, 300_000}, [2]int64{}},
		{"undone: the turn goes on in its period", "0 3x30", []string{"20000 " + decides, "20000 " + back("1")}, [2]int64{10_000, 30_000}, [2]int64{3, 3}},
		{"undone: a period that was lost stays lost", "0 3x30", []string{"1000 " + decides, "41000 " + back("1")}, [2]int64{29_000, 30_000}, [2]int64{3, 2}},
		{"undone: the next decision gives a new limit", "move 60", []string{"10000 " + decides, "60000 " + back("1"), "60000 " + decides}, [2]int64{60_000, 60_000}, [2]int64{}},
		{"redone: the turn goes on with the rest of its limit", "move 60", []string{"10000 " + decides, "60000 " + back("1"), "60000 " + back("2")}, [2]int64{60_000, 10_000}, [2]int64{}},
		{"redone: no delay twice", "5d10", []string{"1000 " + decides, "9000 " + back("1"), "9000 " + back("2"), "19000 " + decides}, [2]int64{300_000, 292_000}, [2]int64{}},

		{"drawn: time before it is nobody's", "5d10", []string{`50000 "kind":"drawn","says":"first 2"}`, "65000 " + decides}, [2]int64{295_000, 300_000}, [2]int64{}},
	} {
		m := onClock(t, c.clock, c.facts...)
		if got := sidesOf(m.Clock(), m.Balances()); got != (sides{c.left, c.periods}) {
			t.Errorf("%s: %+v, want %v and %v", c.name, got, c.left, c.periods)
		}
	}
	for _, clock := range []string{"", "up"} {
		if got := onClock(t, clock, "9 "+decides).Balances(); got != nil {
			t.Errorf("%q has balances %+v", clock, got)
		}
	}
}

func TestATurnThatGoesOnIsChargedAsIfItWereOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := ParseClock(rapid.SampledFrom([]string{"1+5", "1d5", "1b5", "0 3x7", "1 2x9", "move 4"}).Draw(t, "clock"))
		whole, parts := Balance{Main: c.Budget}, Balance{Main: c.Budget}
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			whole.Turn, whole.Period, parts.Turn, parts.Period = 0, 0, 0, 0
			sum := int64(0)
			for _, ms := range rapid.SliceOfN(rapid.Int64Range(0, 30_000), 1, 5).Draw(t, "parts") {
				before := c.Left(parts)
				parts = c.Spend(parts, ms)
				if c.Periods == 0 && c.Left(parts) > before {
					t.Fatalf("%+v has more time after %d ms", parts, ms)
				}
				sum += ms
			}
			if whole = c.Spend(whole, sum); whole != parts {
				t.Fatalf("%d ms at once leave %+v, in parts %+v", sum, whole, parts)
			}
		}
	})
}

// With any facts, undone and redone, the rest and what was charged add up to the time on turn.
func TestNoTimeIsLostBetweenBalancesAndTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := mustBegin(t)
		for range rapid.IntRange(0, 40).Draw(t, "facts") {
			m = anyFact(t, m)
		}
		c, times := m.Clock(), m.Times()
		if !c.Down() {
			return
		}
		all := m.Balances()
		for i, b := range all {
			used := times.Seats[i]
			given := c.Budget + c.Increment*int64(times.Turns[i])
			switch {
			case c.Move > 0:
				if b.Turn > used {
					t.Fatalf("seat %d: %+v of %d ms", i+1, b, used)
				}
			case c.Periods > 0:
				if spent := given - b.Main; b.Lost > c.Periods || spent > used || (b.Main > 0) && (spent != used || b.Lost > 0) || used < int64(b.Lost)*c.Period {
					t.Fatalf("seat %d: %+v of %d ms", i+1, b, used)
				}
			case c.Delay+c.Returned > 0:
				if free := used - (given - b.Main); free < 0 || free > used || used > 0 && free == 0 {
					t.Fatalf("seat %d: %+v, %d of %d ms free", i+1, b, free, used)
				}
			case c.Left(b) != given-used:
				t.Fatalf("seat %d has %d ms left, want %d", i+1, c.Left(b), given-used)
			}
		}
		back, err := Read(strings.NewReader(m.Since(0)), "r", catalogue)
		if err != nil || !reflect.DeepEqual(back.Balances(), all) {
			t.Fatalf("read back %+v, %v; want %+v", back.Balances(), err, all)
		}
		step, ok := m.Undo()
		if !ok || m.State().Turn() < 1 {
			return
		}
		undone := must(m.BackTo(Stamp{}, step.BackTo, ""))
		if redone := must(undone.BackTo(Stamp{}, m.line.value.fact.Seq, "")); !reflect.DeepEqual(redone.Balances(), all) {
			t.Fatalf("undone and redone %+v, want %+v", redone.Balances(), all)
		}
	})
}

// anyFact returns m after another decision, or after an undo or a redo.
func anyFact(t *rapid.T, m Match) Match {
	s := Stamp{MS: m.MS() + rapid.Int64Range(0, 9000).Draw(t, "ms"), Idle: rapid.Int64Range(0, 2000).Draw(t, "idle")}
	next, err := m, error(nil)
	switch legal := m.State().Legal(); {
	case rapid.IntRange(0, 3).Draw(t, "back") == 0:
		next, err = m.BackTo(s, rapid.IntRange(1, m.Seq()).Draw(t, "seq"), "")
	case len(legal) > 0:
		next, err = m.Decide(s, string(anyOf(t, legal)), "")
	}
	if err != nil {
		return m
	}
	return next
}

func FuzzParseClock(f *testing.F) {
	for _, text := range []string{"", "up", "15+10", "15d10", "15b10", "30 5x30", "0 5x30", "move 60", "30 5x", "moved", "xdb+"} {
		f.Add(text)
	}
	form := regexp.MustCompile(`^(|up|[1-9][0-9]{0,2}(\+(0|[1-9][0-9]{0,2})|[db][1-9][0-9]{0,2})|(0|[1-9][0-9]{0,2}) [1-9][0-9]?x[1-9][0-9]{0,2}|move [1-9][0-9]{0,2})$`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseClock(text)
		if (err == nil) != form.MatchString(text) {
			t.Fatalf("%q: %+v, %v", text, c, err)
		}
		if err == nil && c.String() != text {
			t.Fatalf("%q is printed %q", text, c)
		}
		if err != nil && c != (Clock{}) {
			t.Fatalf("%q is refused and %+v", text, c)
		}
		kinds := 0
		for _, set := range []bool{c.Increment > 0, c.Delay > 0, c.Returned > 0, c.Periods > 0, c.Move > 0} {
			if set {
				kinds++
			}
		}
		if kinds > 1 || (c.Periods > 0) != (c.Period > 0) {
			t.Fatalf("%q is %+v", text, c)
		}
	})
}
