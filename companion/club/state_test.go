package club

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"tabletop/companion/clock"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/maze"
	"tabletop/games/mice"
	score "tabletop/games/table"
)

var rulesOfAll = []games.Rules{mice.Rules{}, mazaitsy.Rules{}, maze.Rules{}, fox.Rules{}, dice.Rules{}, score.Score{}, score.Rules{}}

func TestTheStateIsWhatAnOnlookerSees(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Match != "" || s.Seats == nil || s.Name != "Синяя" {
			t.Errorf("before a match: %+v", s)
		}
		e.table.knows([]string{"Аня", "Боря"}, []string{"Боря"})
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		s := last[wire.State](t, e.broker, wire.StateKind)
		if s.Match != "m" || s.Game != "mice" || s.Title == "" || s.Now == "" || len(s.Seats) != 2 || s.Lang != "ru" {
			t.Fatalf("%+v", s)
		}
		if s.Seats[0].Name != "Аня" || s.Seats[0].Player == "" || s.Seats[1].Name != "Игрок 2" || s.Seats[1].Player != "" {
			t.Errorf("seats %+v: want Аня named, Боря not", s.Seats)
		}
		e.table.set(func(m *screen.Moment) { m.Lang = words.English })
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seats[1].Name != "Player 2" || s.Title == "" || s.Lang != "en" {
			t.Errorf("in English: %+v", s)
		}
		e.table.plays("m", left(t, begun(t, "Аня", "Боря")))
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Match != "" || len(s.Seats) != 0 {
			t.Errorf("after the match: %+v", s)
		}
	})
}

func TestTheStateOfATableThatSomebodyJoinsAndUndoes(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		m, err := match.Begin(games.Of(score.Rules{}), match.Fact{
			Kind: match.Started, Game: "table", Seats: []string{"Аня", "Боря"}, Options: map[string]string{"cup": "1d6"}, Clock: "5+0",
		})
		step := func(next func(match.Match) (match.Match, error)) {
			if err == nil {
				m, err = next(m)
			}
		}
		decide := func(says string) {
			step(func(m match.Match) (match.Match, error) { return m.Decide(match.Stamp{}, says, "") })
		}
		step(func(m match.Match) (match.Match, error) { return m.Join(match.Stamp{}, "Вера", "") })
		decide("done")
		decide("done")
		if err != nil {
			t.Fatal(err)
		}
		e.table.plays("m", m)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); len(s.Seats) != 3 || s.Turn != 3 || s.Who != s.Seats[2].Name {
			t.Errorf("after somebody has come: %+v", s)
		}
		step(func(m match.Match) (match.Match, error) { return m.BackTo(match.Stamp{}, 1, "") })
		decide("roll") // the newcomer's turn is the last before chance that was published
		if err != nil {
			t.Fatal(err)
		}
		e.table.plays("m", m)
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); len(s.Seats) != 2 || s.Turn != 0 || s.Who != "" {
			t.Errorf("after the coming was undone: %+v", s)
		}
	})
}

func TestTheStateIsToldAtMostFiveTimesASecondAndEachMinute(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.forget()
		m := begun(t, "Аня", "Боря")
		var err error
		for range 100 { // in a second
			if m, err = m.Stir(match.Stamp{}, "x"); err != nil {
				break
			}
			e.table.plays("m", m)
			e.wait(10 * time.Millisecond)
		}
		e.wait(time.Second)
		all := e.all(wire.StateKind)
		if len(all) < 3 || len(all) > 6 {
			t.Errorf("%d states in a second", len(all))
		}
		if s := last[wire.State](t, e.broker, wire.StateKind); s.Seq != m.Seq() {
			t.Errorf("the last state has seq %d, want %d", s.Seq, m.Seq())
		}
		e.forget()
		e.wait(10 * time.Minute)
		if n := len(e.all(wire.StateKind)); n < 9 || n > 11 {
			t.Errorf("%d states in ten minutes in which nothing happened", n)
		}
	})
}

// numbers are those of all states that were told, in order.
func numbers(t *testing.T, e *evening) (all []int64) {
	for _, m := range e.all(wire.StateKind) {
		var s wire.State
		must(t, json.Unmarshal([]byte(m.payload), &s))
		all = append(all, s.N)
		if by, err := m.signed.Box(m.topic, []byte(m.payload)); err != nil || by != boxID || !m.retain || m.expiry != 24*3600 {
			t.Errorf("state %d is signed by %q, %v, retained %t for %d s", s.N, by, err, m.retain, m.expiry)
		}
	}
	return all
}

func TestNumbersOfStatesRiseWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		want := time.Now().Add(years).UnixMilli() - epoch
		if all := numbers(t, e); all[0] > want || all[0] < want-5000 {
			t.Errorf("the first number is %d, by the clock about %d", all[0], want)
		}
		e.wait(3 * time.Minute)
		e.stop()
		e.shift = -48 * time.Hour // as of a box whose clock wasn't set
		e.begin()
		e.wait(3 * time.Minute)
		all := numbers(t, e)
		rises := all[len(all)-3:]
		if !slices.IsSorted(rises) || rises[0] <= all[2] {
			t.Errorf("numbers %v: the last must be higher than those before the restart", all)
		}
		if own := last[wire.State](t, e.broker, wire.StateKind); own.N != rises[2] {
			t.Errorf("the broker holds %d, not %d", own.N, rises[2])
		}
	})
}

func TestAForgedStateDoesNotMoveTheNumber(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		before := e.told().Ignored
		e.stop()
		e.says(leagueKey, wire.Topic(boxID, wire.StateKind), wire.Marshal(wire.State{N: 1 << 60}), true)
		e.begin()
		e.wait(time.Second)
		if s := last[wire.State](t, e.broker, wire.StateKind); s.N >= 1<<60 {
			t.Errorf("number %d is a stranger's", s.N)
		}
		if e.told().Ignored == before {
			t.Error("nobody counted it")
		}
	})
}

func TestARunningClockAloneIsToldEveryTenSeconds(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Second)
		e.forget()
		for i := range 60 {
			e.table.set(func(m *screen.Moment) {
				m.Clocks = clock.SeatsOf(clock.Seat{MS: int64(i) * 1000, Running: true}, clock.Seat{MS: 5})
			})
			e.wait(time.Second)
		}
		if n := len(e.all(wire.StateKind)); n < 5 || n > 8 {
			t.Errorf("%d states in a minute in which only a clock ran", n)
		}
		if s := last[wire.State](t, e.broker, wire.StateKind); !s.Seats[0].Runs || s.Seats[0].Used < 40_000 || s.Seats[0].Left != nil {
			t.Errorf("%+v", s.Seats)
		}
	})
}
