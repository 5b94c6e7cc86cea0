package club

import (
	"fmt"
	"testing"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/match"
)

// drawn plays the first outcome under the seal of a match.
func drawn(t *testing.T, m match.Match) match.Match {
	t.Helper()
	m, err := m.DrawFirst(match.Stamp{}, nil, "first 1")
	must(t, err)
	return m
}

func TestASealThatIsLostOnTheWayIsPublishedAgainAfterTheFirstOutcome(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		m := begun(t, "Аня", "Боря")
		e.table.plays("m", m)
		e.wait(time.Second)
		if n := len(e.sealsOf()); n != 1 {
			t.Fatalf("published %d times within a second, want 1", n)
		}
		e.forget() // a thief has taken it
		e.table.plays("m", drawn(t, m))
		e.wait(time.Minute)
		e.network(false)
		e.wait(time.Hour)
		e.network(true)
		e.wait(5 * time.Minute)
		want := wire.Seal{Match: "m", Game: "mice", Seal: m.Seal(), Seq: 1}
		all := e.sealsOf()
		for _, s := range all {
			if s != want {
				t.Errorf("published %+v, want %+v", s, want)
			}
		}
		if len(all) < 10 || len(all) > 30 {
			t.Errorf("published %d times in 6 minutes, want about 15", len(all))
		}
		e.acks(wire.Ack{Seals: []string{m.Seal()}})
		e.forget()
		e.wait(time.Hour)
		if got := e.sealsOf(); len(got) != 0 {
			t.Errorf("published %d times after it was acknowledged", len(got))
		}
	})
}

func TestTheRecordOfAMatchFollowsItsSeal(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		m := begun(t, "Аня", "Боря")
		e.table.plays("r", m)
		e.wait(time.Second)
		e.network(false)
		e.table.plays("r", left(t, drawn(t, m)))
		e.shelf.see(func() { e.shelf.reports = []Report{reportOf(t, "r", drawn(t, m))} })
		e.wait(time.Hour)
		e.forget()
		e.network(true)
		e.wait(4 * time.Minute)
		seal, record := e.all(wire.SealKind), e.all(wire.RecordKind)
		if len(seal) == 0 || len(record) == 0 || seal[0].at.After(record[0].at) {
			t.Fatalf("%d seals and %d records are published, want a seal before the first record", len(seal), len(record))
		}
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		e.forget()
		e.wait(time.Hour)
		if got := e.sealsOf(); len(got) != 0 {
			t.Errorf("the seal is published %d times after the record was acknowledged", len(got))
		}
	})
}

func TestSealsThatNobodyAcknowledgesAreBounded(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		for n := range mostClosed + 20 {
			m := begunWith(t, fmt.Sprintf("%064x", n+1), "Аня", "Боря")
			e.table.plays(fmt.Sprint("m", n), m)
			e.wait(10 * time.Second)
			e.table.plays(fmt.Sprint("m", n), drawn(t, m))
			e.wait(time.Second)
		}
		e.wait(time.Minute)
		seen := map[string]bool{}
		e.forget()
		e.wait(10 * time.Minute)
		for _, s := range e.sealsOf() {
			seen[s.Match] = true
		}
		if len(seen) != mostClosed || seen["m0"] || !seen[fmt.Sprint("m", mostClosed+19)] {
			t.Errorf("%d seals are published again, want the last %d", len(seen), mostClosed)
		}
	})
}
