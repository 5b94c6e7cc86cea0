package match

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAClockReadsWhatItPrintsAndSaysWhatElseItMayBe(t *testing.T) {
	for text, want := range map[string]Clock{
		"":         {},
		"up":       {On: true},
		"15+10":    {On: true, Budget: 900_000, Increment: 10_000},
		"1+0":      {On: true, Budget: 60_000},
		"999+999":  {On: true, Budget: 59_940_000, Increment: 999_000},
		"90d5":     {On: true, Budget: 5_400_000, Delay: 5000},
		"15b10":    {On: true, Budget: 900_000, Returned: 10_000},
		"30 5x20":  {On: true, Budget: 1_800_000, Periods: 5, Period: 20_000},
		"0 1x1":    {On: true, Periods: 1, Period: 1000},
		"0 99x999": {On: true, Periods: 99, Period: 999_000},
		"move 60":  {On: true, Move: 60_000},
	} {
		got, err := ParseClock(text)
		if got != want || err != nil || got.String() != text {
			t.Errorf("%q is %+v, %v, printed %q; want %+v", text, got, err, got, want)
		}
	}
	for _, text := range []string{
		"off", "15", "0+10", "1000+0", "15+1000", "015+1", "15+", "+5", "-5+0", "15+-1", "UP", "15+10+5", " 15+10",
		"15d", "15d0", "0d5", "15d1000", "1000d5", "15d05", "d5", "15b0", "0b5", "15d5+5", "15D5", "15d5b5", "15b5d5",
		"30 5x", "30 x30", "30 0x30", "30 5x0", "30 100x30", "30 5x1000", " 5x30", "5x30", "30+5x30", "30  5x30", "30 5X30", "1000 5x30", "30 05x30", "30 5x30 5x30", "d 1x30",
		"move", "move ", "move 0", "move 1000", "move 060", "move 1x30", "move  60", "move 60 ",
	} {
		want := `clock is "up", "15+10", "15d10", "15b10", "30 5x30" or "move 60", up to 999 minutes, 999 seconds and 99 periods, not "` + text + `"`
		if got, err := ParseClock(text); err == nil || err.Error() != want || got != (Clock{}) {
			t.Errorf("%q is %+v, %v; want %s", text, got, err, want)
		}
	}
}

func TestTimeBelongsToTheSeatThatWasOnTurn(t *testing.T) {
	clocked := `{"kind":"started","game":"toss","seats":["Аня","Боря"],"clock":"5+10"}`
	for _, c := range []struct {
		name  string
		lines []string
		want  Times
	}{
		{"nothing yet", []string{clocked}, Times{[]int64{0, 0}, 0, []int{1, 0}}},
		{"a turn each", []string{
			clocked,
			`{"ms":3000,"kind":"decided","says":"take 1"}`, `{"ms":3500,"kind":"decided","says":"take 1"}`,
		}, Times{[]int64{3000, 500}, 0, []int{2, 1}}},
		{"chance in the middle of a turn", []string{
			clocked,
			`{"ms":1000,"kind":"decided","says":"flip"}`, `{"ms":9000,"kind":"decided","says":"coin tails"}`,
		}, Times{[]int64{1000, 0}, 8000, []int{1, 1}}},
		{"a pause", []string{
			clocked,
			`{"ms":60000,"idle":57000,"kind":"decided","says":"take 1"}`,
		}, Times{[]int64{3000, 0}, 57000, []int{1, 1}}},
		{"undone: the time stays spent, the turn is gone", []string{
			clocked,
			`{"ms":3000,"kind":"decided","says":"take 1"}`, `{"ms":3500,"kind":"undone","back_to":1}`, `{"ms":3700,"kind":"decided","says":"take 1"}`,
		}, Times{[]int64{3200, 500}, 0, []int{1, 1}}},
		{"redone: no increment twice", []string{
			clocked,
			`{"ms":3000,"kind":"decided","says":"take 1"}`, `{"ms":3500,"kind":"undone","back_to":1}`, `{"ms":3700,"kind":"undone","back_to":2}`,
		}, Times{[]int64{3200, 500}, 0, []int{1, 1}}},
		{"before the first seat is drawn", []string{
			clocked,
			`{"ms":5000,"kind":"drawn","says":"first 2"}`, `{"ms":5200,"kind":"decided","says":"take 1"}`,
		}, Times{[]int64{200, 0}, 5000, []int{1, 1}}},
		{"the drawing undone: time stays with who sat there", []string{
			clocked,
			`{"kind":"drawn","says":"first 2"}`, `{"ms":200,"kind":"decided","says":"take 1"}`, `{"ms":200,"kind":"undone","back_to":1}`,
		}, Times{[]int64{0, 200}, 0, []int{1, 0}}},
		{"after the end", []string{
			`{"ms":70,"kind":"started","game":"toss","seats":["Аня"],"options":{"goal":"1"},"clock":"up"}`,
			`{"ms":100,"kind":"decided","says":"take 1"}`, `{"ms":900,"kind":"ended"}`,
		}, Times{[]int64{30}, 870, []int{1}}},
	} {
		if got := mustRead(t, c.lines...).Times(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestWhatAClockCannotBeIsRefusedWithItsLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"kind":"started","game":"toss","seats":["a"],"clock":"15"}`, `r:1: clock is "up", "15+10", "15d10", "15b10", "30 5x30" or "move 60", up to 999 minutes, 999 seconds and 99 periods, not "15"`},
		{`{"kind":"decided","says":"take 1","clock":"up"}`, `r:2: a fact of kind "decided" has no field "clock"`},
		{`{"ms":30,"idle":31,"kind":"decided","says":"take 1"}`, `r:2: idle is 31 of the 30 ms since the fact before`},
		{`{"idle":-1,"kind":"decided","says":"take 1"}`, `r:2: idle is -1 of the 0 ms since the fact before`},
	} {
		lines := []string{begun, c.line}
		if strings.Contains(c.line, "started") {
			lines = lines[1:]
		}
		if _, err := record(lines...); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.line, err, c.want)
		}
	}
}

func TestOnlyTheFirstFactOfACallHasIdleTimeBehindIt(t *testing.T) {
	m := mustRead(t, `{"kind":"started","game":"toss","seats":["Аня"],"seal":"`+secret(1).Seal()+`","clock":"up"}`)
	s := Stamp{MS: 5000, Idle: 2000}
	m = must(must(m.Decide(s, "flip", "")).Answer(s, secret(1).Key(nil)))
	if m.Seq() < 3 || strings.Count(m.Since(1), `"idle":2000`) != 1 || strings.Count(m.Since(1), "idle") != 1 {
		t.Errorf("idle time in\n%s", m.Since(1))
	}
	if got := m.Times(); got.Seats[0] != 3000 || got.Nobody != 2000 {
		t.Errorf("%+v, want 3000 of seat 1 and 2000 of nobody", got)
	}
}

func TestTheTimesOfAllAddUpToTheMatchTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := mustBegin(t)
		for range rapid.IntRange(0, 40).Draw(t, "facts") {
			past := rapid.Int64Range(0, 5000).Draw(t, "ms")
			s := Stamp{MS: m.MS() + past, Idle: rapid.Int64Range(0, 9000).Draw(t, "idle")}
			next, err := m, error(nil)
			switch legal := m.State().Legal(); {
			case rapid.Bool().Draw(t, "back"):
				next, err = m.BackTo(s, rapid.IntRange(1, m.Seq()).Draw(t, "seq"), "")
			case len(legal) > 0:
				next, err = m.Decide(s, string(anyOf(t, legal)), "")
			}
			if err == nil {
				m = next
			}
		}
		got, sum := m.Times(), int64(0)
		for _, ms := range got.Seats {
			sum += ms
			if ms < 0 {
				t.Fatalf("%+v", got)
			}
		}
		if sum+got.Nobody != m.MS() || got.Nobody < 0 {
			t.Fatalf("%+v in %d ms", got, m.MS())
		}
		back, err := Read(strings.NewReader(m.Since(0)), "r", catalogue)
		if err != nil || !reflect.DeepEqual(back.Times(), got) || back.Clock() != m.Clock() {
			t.Fatalf("read back %+v, %v; want %+v", back.Times(), err, got)
		}
		if shorter := must(m.BackTo(Stamp{}, 1, "")).Times(); !slices.Equal(shorter.Seats, got.Seats) {
			t.Fatalf("undone to the start %+v have spent, want %+v", shorter, got)
		}
	})
}

func mustBegin(t *rapid.T) Match {
	clock := rapid.SampledFrom([]string{"up", "5+10", "1+0", "1d2", "1b2", "0 5x3", "1 2x9", "move 4"}).Draw(t, "clock")
	m, err := Begin(catalogue, Fact{Kind: Started, Game: "toss", Seats: []string{"Аня", "Боря", "Вера"}, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
