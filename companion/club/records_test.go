package club

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// reportOf is a match that was left, as the store has it.
func reportOf(t testing.TB, id string, m match.Match) Report {
	t.Helper()
	return Report{ID: id, Head: []byte("head of " + id), Lines: left(t, m).Since(0)}
}

// ends puts matches on the shelf, as such that have ended.
func (e *evening) ends(ids ...string) {
	for _, id := range ids {
		r := reportOf(e.t, id, begun(e.t, "Аня", "Боря"))
		e.shelf.see(func() { e.shelf.reports = append(e.shelf.reports, r) })
	}
	e.table.plays("now "+strings.Join(ids, " "), begun(e.t, "Аня", "Боря")) // the table goes on
	e.wait(5 * time.Second)
}

// matches are n ids.
func matches(n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("m%02d", i))
	}
	return ids
}

func TestARecordShowsTheCodesOfWhomItNames(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		e.ends("m")
		e.wait(time.Minute)
		r := last[wire.Record](t, e.broker, wire.RecordKind)
		if len(r.Players) != 2 || len(r.Codes) != 2 {
			t.Errorf("the players are %v, the codes %v, want two of each", r.Players, r.Codes)
		}
		for name, id := range r.Players {
			if got := wire.PlayerID(boxID, r.Codes[name]); got != id {
				t.Errorf("the code of %s proves %s, want %s", name, got, id)
			}
		}
	})
}

// isTold reports whether the shelf knows that the league holds a match.
func (e *evening) isTold(id string) (told bool) {
	e.shelf.see(func() { told = e.shelf.told[id] != "" })
	return told
}

func TestARecordIsToldUntilTheLeagueHasIt(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.ends("m")
		e.wait(3 * time.Hour)
		all := e.all(wire.RecordKind)
		if len(all) < 8 || len(all) > 12 {
			t.Errorf("told %d times in three hours", len(all))
		}
		if by, err := all[0].signed.Box(all[0].topic, []byte(all[0].payload)); err != nil || by != boxID || all[0].retain {
			t.Errorf("signed by %q, %v, retained %t", by, err, all[0].retain)
		}
		for i := 2; i < len(all); i++ {
			if was, is := all[i-1].at.Sub(all[i-2].at), all[i].at.Sub(all[i-1].at); is < was && is < time.Hour {
				t.Errorf("pause %v after %v: they grow", is, was)
			}
		}
		if e.told().Waiting != 1 || e.told().More {
			t.Errorf("status %+v", e.told())
		}
		e.acks(wire.Ack{Records: map[string]string{"m": e.sumOf("m")}})
		e.forget()
		e.wait(3 * time.Hour)
		if !e.isTold("m") || len(e.records()) != 0 || e.told().Waiting != 0 {
			t.Errorf("acknowledged: told %t, then told %v, %+v", e.isTold("m"), e.records(), e.told())
		}
	})
}

func TestOnlyTheLeaguesOwnAcknowledgementCounts(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.ends("m")
		topic, sum := wire.Topic(boxID, wire.AckKind), e.sumOf("m")
		right := wire.Marshal(wire.Ack{Records: map[string]string{"m": sum}})
		stranger := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{3}, 32))
		e.says(nil, topic, right, false)
		e.says(stranger, topic, right, false)
		e.says(leagueKey, topic, wire.Marshal(wire.Ack{Records: map[string]string{"m": strings.Repeat("0", 64)}}), false)
		e.says(leagueKey, topic, wire.Marshal(wire.Ack{Records: map[string]string{"other": sum, "": ""}}), false)
		e.says(leagueKey, topic, []byte(`{"records":[]}`), false)
		e.says(leagueKey, topic, []byte("\xff\x00{"), false)
		e.wait(time.Second)
		if e.isTold("m") {
			t.Error("a wrong acknowledgement was taken")
		}
		if n := e.told().Ignored; n != 4 {
			t.Errorf("%d were ignored, want the 4 that the league hasn't signed or nobody can read", n)
		}
		e.acks(wire.Ack{Records: map[string]string{"m": sum}})
		if !e.isTold("m") {
			t.Error("the right one wasn't")
		}
	})
}

func TestRecordsGoFourAtATimeTheOldestFirst(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		ids := matches(20)
		e.ends(ids...)
		if got := e.records(); !slices.Equal(got, ids[:4]) {
			t.Fatalf("told %v", got)
		}
		for i, id := range ids {
			e.acks(wire.Ack{Records: map[string]string{id: e.sumOf(id)}})
			e.wait(time.Second)
			if got := e.records(); len(got) != min(len(ids), i+5) {
				t.Fatalf("after %d acknowledgements %d were told", i+1, len(got))
			}
		}
		if got := e.records(); !slices.Equal(got, ids) {
			t.Errorf("told %v", got)
		}
		if e.shelf.most > window+mostSkipped+1 {
			t.Errorf("the shelf was asked for %d records at once", e.shelf.most)
		}
	})
}

func TestARecordThatNobodyAcknowledgesDoesNotKeepTheOthersWaiting(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		ids := matches(12)
		e.ends(ids...)
		silent := ids[:3]
		for range 200 {
			for _, id := range e.records() {
				if !slices.Contains(silent, id) && !e.isTold(id) {
					e.acks(wire.Ack{Records: map[string]string{id: e.sumOf(id)}})
				}
			}
			e.wait(10 * time.Second)
		}
		for _, id := range ids[3:] {
			if !e.isTold(id) {
				t.Errorf("%s was not told in half an hour", id)
			}
		}
	})
}

// endsLong puts a match on the shelf that has more than 8 KiB, and one that hasn't.
func (e *evening) endsLong() {
	m := begun(e.t, "Аня", "Боря")
	for range 60 {
		var err error
		m, err = m.Stir(match.Stamp{}, strings.Repeat("x", 199))
		must(e.t, err)
	}
	long := reportOf(e.t, "long", m)
	e.shelf.see(func() { e.shelf.reports = append(e.shelf.reports, long) })
	e.ends("short")
}

func TestARecordThatIsTooLongIsSaidAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	small := func(c *mqtt.Capabilities) { c.MaximumPacketSize = 8 << 10 }
	played(t, small, nil, func(t *testing.T, e *evening) {
		e.endsLong()
		if got := e.records(); !slices.Equal(got, []string{"short"}) {
			t.Errorf("told %v", got)
		}
		if why := e.told().Stuck["long"]; !strings.Contains(why, "8192") {
			t.Errorf("stuck: %v", e.told().Stuck)
		}
		if e.told().Connected.IsZero() || e.dials.Load() != 1 {
			t.Errorf("the connection broke over it: %d dials", e.dials.Load())
		}
		e.acks(wire.Ack{Records: map[string]string{"short": e.sumOf("short")}})
		if !e.isTold("short") || e.told().Waiting != 1 {
			t.Errorf("%+v", e.told())
		}
	})
}

func TestARecordOverWhichTheConnectionBreaksDoesNotKeepTheOthersWaiting(t *testing.T) {
	t.Parallel()
	small := func(c *mqtt.Capabilities) { c.MaximumPacketSize = silent }
	played(t, small, nil, func(t *testing.T, e *evening) {
		e.endsLong()
		e.wait(time.Minute)
		if got := e.records(); !slices.Contains(got, "short") || slices.Contains(got, "long") {
			t.Fatalf("told %v", got)
		}
		e.acks(wire.Ack{Records: map[string]string{"short": e.sumOf("short")}})
		before := e.dials.Load()
		e.wait(3 * time.Hour)
		if e.dials.Load()-before > 12 {
			t.Errorf("%d connections in three hours", e.dials.Load()-before)
		}
		if e.told().Connected.IsZero() || e.dials.Load() < 2 {
			t.Errorf("%+v after %d dials", e.told(), e.dials.Load())
		}
	})
}

func TestARecordThatCannotBeMaskedIsNotTold(t *testing.T) {
	t.Parallel()
	mask := func(lines string, _ func(string) bool, _ words.Lang) (string, error) {
		switch {
		case strings.Contains(lines, "panic"):
			panic("mask")
		case strings.Contains(lines, "fail"):
			return "", errors.New("an option holds a name")
		}
		return lines, nil
	}
	played(t, nil, func(e *evening) { e.opts.Mask = mask }, func(t *testing.T, e *evening) {
		for _, id := range []string{"fail", "panic", "torn"} {
			m, err := begun(t, "Аня", "Боря").Stir(match.Stamp{}, id)
			must(t, err)
			r := reportOf(t, id, m)
			if id == "torn" {
				r.Lines = r.Lines[:40]
			}
			e.shelf.see(func() { e.shelf.reports = append(e.shelf.reports, r) })
		}
		e.ends("good")
		e.wait(time.Hour)
		if got := e.records(); len(got) == 0 || slices.ContainsFunc(got, func(id string) bool { return id != "good" }) {
			t.Errorf("told %v", got)
		}
		stuck := e.told().Stuck
		if !strings.Contains(stuck["fail"], "holds a name") || !strings.Contains(stuck["torn"], "line 1") {
			t.Errorf("stuck: %v", stuck)
		}
	})
}

func TestWithoutALeagueRecordsAreToldOnceOnAConnection(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		ids := matches(20)
		e.ends(ids...)
		e.wait(time.Hour)
		if got := e.records(); !slices.Equal(got, ids) {
			t.Errorf("told %v", got)
		}
		e.says(leagueKey, wire.Topic(boxID, wire.AckKind), wire.Marshal(wire.Ack{Records: map[string]string{"m00": e.sumOf("m00")}}), false)
		e.lose()
		e.wait(time.Minute)
		if got := e.records(); len(got) != 40 || e.isTold("m00") {
			t.Errorf("after the next connection %d were told", len(got))
		}
	})
}

func TestARecordWithoutItsNamesIsTheOneThatCounts(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.table.knows([]string{"Аня", "Боря"}, nil) }, func(t *testing.T, e *evening) {
		e.ends("m")
		named, id := e.sumOf("m"), last[wire.Record](t, e.broker, wire.RecordKind).Players["Аня"]
		if r := last[wire.Record](t, e.broker, wire.RecordKind); r.Players["Аня"] == "" || !strings.Contains(r.Lines, "Аня") {
			t.Fatalf("%+v", r)
		}
		e.table.knows([]string{"Аня", "Боря"}, []string{"Аня"})
		e.wait(time.Second)
		e.acks(wire.Ack{Records: map[string]string{"m": named}})
		if e.isTold("m") {
			t.Error("what the league holds names who has taken it back")
		}
		e.acks(wire.Ack{Erased: []string{id}})
		e.wait(time.Second)
		if r := last[wire.Record](t, e.broker, wire.RecordKind); strings.Contains(r.Lines, "Аня") || len(r.Players) != 1 {
			t.Errorf("%+v", r)
		}
		e.acks(wire.Ack{Records: map[string]string{"m": e.sumOf("m")}})
		if !e.isTold("m") {
			t.Error("the record without the name wasn't acknowledged")
		}
	})
}

func TestWhatIsAcknowledgedLateDoesNotCountOnceANameWasTakenBack(t *testing.T) {
	t.Parallel()
	played(t, nil, both, func(t *testing.T, e *evening) {
		ids := matches(6)
		e.ends(ids...)
		for range 3 {
			for _, id := range e.records() {
				e.acks(wire.Ack{Records: map[string]string{id: e.sumOf(id)}})
			}
		}
		e.ends("new")
		named, id := e.sumOf("new"), wire.PlayerID(boxID, e.shelf.named["Аня"])
		e.forget()
		e.table.knows([]string{"Аня", "Боря"}, []string{"Аня"}) // the older ones are to be told first
		e.wait(time.Second)
		e.acks(wire.Ack{Erased: []string{id}})
		e.wait(time.Second)
		if got := e.records(); !slices.Equal(got, ids[:4]) {
			t.Fatalf("told %v", got)
		}
		e.acks(wire.Ack{Records: map[string]string{"new": named}})
		if e.isTold("new") {
			t.Error("what the league holds names who has taken it back")
		}
	})
}

func TestALeagueThatWasJustAgreedToIsToldAll(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		e.ends("r")
		e.wait(time.Minute)
		e.forget()
		e.agreed.Store(true)
		e.wait(leagueEvery + 5*time.Second) // it logs in anew
		if got := e.records(); !slices.Equal(got, []string{"r"}) || len(e.sealsOf()) == 0 || e.told().League == "" {
			t.Fatalf("told %v, %d seals, %+v", got, len(e.sealsOf()), e.told())
		}
		e.acks(wire.Ack{Records: map[string]string{"r": e.sumOf("r")}})
		if !e.isTold("r") {
			t.Error("it isn't heard")
		}
	})
}

func TestAWeekWithoutNetworkLosesNoRecord(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.broker.stop()
		ids := matches(28)
		for day := range 7 {
			e.ends(ids[day*4 : day*4+4]...)
			e.wait(24 * time.Hour)
		}
		if e.dials.Load() > 7*24*60+100 {
			t.Errorf("%d tries to connect in a week", e.dials.Load())
		}
		e.start(nil)
		e.wait(3 * time.Minute)
		for range 40 {
			ack := wire.Ack{Records: map[string]string{}}
			for _, id := range e.records() {
				ack.Records[id] = e.sumOf(id)
			}
			e.acks(ack)
			e.wait(2 * time.Second)
		}
		for _, id := range ids {
			if !e.isTold(id) {
				t.Errorf("%s is lost", id)
			}
		}
		if got := e.records(); len(got) > len(ids)+3*window { // the first were told again before the league was there
			t.Errorf("%d tellings of %d records", len(got), len(ids))
		}
	})
}

func TestADiskThatFailsIsAskedAgain(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.shelf.err = errors.New("no disk") }, func(t *testing.T, e *evening) {
		e.wait(time.Minute)
		if s := e.told(); !strings.Contains(s.Err, "no disk") || s.Box != "" {
			t.Errorf("%+v", s)
		}
		e.shelf.see(func() { e.shelf.err = nil })
		e.wait(time.Minute)
		if s := e.told(); s.Err != "" || s.Box != boxID || s.Connected.IsZero() {
			t.Errorf("%+v", s)
		}
	})
}

// sealsOf are the seals that were told.
func (e *evening) sealsOf() (all []wire.Seal) {
	for _, m := range e.all(wire.SealKind) {
		var s wire.Seal
		must(e.t, json.Unmarshal([]byte(m.payload), &s))
		if by, err := m.signed.Box(m.topic, []byte(m.payload)); err != nil || by != boxID || m.retain {
			e.t.Errorf("a seal signed by %q, %v, retained %t", by, err, m.retain)
		}
		all = append(all, s)
	}
	return all
}

func TestASealIsToldUntilItIsAcknowledged(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		m := begun(t, "Аня", "Боря")
		e.table.plays("m", m)
		e.wait(time.Minute)
		all := e.sealsOf()
		if len(all) < 3 || all[0].Match != "m" || all[0].Seal != m.Seal() || all[0].Seq != 1 || all[0].Game != "mice" {
			t.Fatalf("%+v", all)
		}
		e.acks(wire.Ack{Seals: []string{"other"}})
		e.acks(wire.Ack{Seals: []string{m.Seal()}})
		e.forget()
		e.wait(time.Hour)
		if len(e.sealsOf()) != 0 {
			t.Error("told on after it was acknowledged")
		}
	})
}

func TestTheSealOfTheNextMatchIsToldBeforeItBegins(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		m := begun(t, "Аня", "Боря")
		e.table.set(func(now *screen.Moment) { now.NextSeal = m.Seal() })
		e.wait(time.Second)
		all := e.sealsOf()
		if len(all) == 0 || all[0] != (wire.Seal{Match: m.Seal()[:16], Seal: m.Seal(), Seq: 1}) {
			t.Fatalf("%+v", all)
		}
		e.acks(wire.Ack{Seals: []string{m.Seal()}})
		e.forget()
		e.table.set(func(now *screen.Moment) { // at once, as a table does
			now.Match, now.Point = m, companion.Point{Match: m.Seal()[:16], After: m.Seq()}
			now.NextSeal = strings.Repeat("cd", 32)
		})
		e.wait(time.Minute)
		for _, s := range e.sealsOf() {
			if s.Seal == m.Seal() {
				t.Error("told again, and the league has it")
			}
		}
		if n := len(e.sealsOf()); n < 3 {
			t.Errorf("the next one was told %d times in a minute", n)
		}
	})
}

func TestASealIsNotToldOnceAnOutcomeWasSeen(t *testing.T) {
	t.Parallel()
	played(t, nil, nil, func(t *testing.T, e *evening) {
		e.network(false)
		m := begun(t, "Аня", "Боря")
		e.table.plays("m", m)
		e.wait(time.Minute)
		m, err := m.DrawFirst(match.Stamp{}, nil, "first 1")
		must(t, err)
		e.table.plays("m", m)
		e.network(true)
		e.wait(5 * time.Minute)
		if got := e.sealsOf(); len(got) != 0 {
			t.Errorf("told %+v after the first outcome", got)
		}
		again, err := m.LoseSecret(match.Stamp{}, strings.Repeat("ab", 32))
		must(t, err)
		e.table.plays("m", again)
		e.wait(time.Second)
		if got := e.sealsOf(); len(got) == 0 || got[0].Seal != again.Seal() || got[0].Seq != again.Seq() {
			t.Errorf("under the new seal: %+v", got)
		}
	})
}

func TestWithoutALeagueASealIsToldOnceOnAConnection(t *testing.T) {
	t.Parallel()
	played(t, nil, func(e *evening) { e.agreed.Store(false) }, func(t *testing.T, e *evening) {
		e.table.plays("m", begun(t, "Аня", "Боря"))
		e.wait(time.Hour)
		e.table.set(func(*screen.Moment) {})
		e.wait(time.Hour)
		if n := len(e.sealsOf()); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
}
