package ingest

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
	"tabletop/games"
)

var (
	box   = audittest.NewBox(1)
	other = audittest.NewBox(2)
)

func TestAQueueHoldsNoMoreThanItMay(t *testing.T) {
	q, long := newQueue(), Message{Payload: make([]byte, mostQueued/3)}
	for n, want := range []bool{true, true, false} {
		if q.put(long) != want {
			t.Errorf("message %d: room: %t", n, !want)
		}
	}
	m, _ := q.take(t.Context())
	if q.put(long) {
		t.Error("there is room while one is processed")
	}
	if q.release(m); !q.put(long) {
		t.Error("no room after one was processed")
	}
	n := 0
	for q.put(Message{}) {
		n++
	}
	if most := mostQueued / messageOverhead; n == 0 || n > most/3 {
		t.Errorf("%d more without anything in them", n)
	}
}

func TestOnlySignedMessagesOfTheirLengthTakeRoomInTheQueue(t *testing.T) {
	long := make([]byte, 9<<20)
	sent := func(kind wire.Kind, payload []byte, sign func(topic string, payload []byte) wire.Signed) Message {
		m := Message{Topic: wire.Topic(box.ID, kind), Payload: payload}
		m.Signed = sign(m.Topic, payload)
		return m
	}
	unsigned := func(string, []byte) wire.Signed { return wire.Signed{} }
	signed := func(topic string, payload []byte) wire.Signed { return wire.Sign(box.Key, topic, payload) }
	for _, tt := range []struct {
		name    string
		m       Message
		rejects Reason
	}{
		{"an unsigned record of 9 MiB", sent(wire.RecordKind, long, unsigned), Signature},
		{"a record that another box has signed", sent(wire.RecordKind, long, func(topic string, payload []byte) wire.Signed {
			return wire.Sign(other.Key, topic, payload)
		}), Signature},
		{"a record signed for another topic", sent(wire.RecordKind, long, func(_ string, payload []byte) wire.Signed {
			return wire.Sign(box.Key, wire.Topic(box.ID, wire.SealKind), payload)
		}), Signature},
		{"a signed seal of 9 MiB", sent(wire.SealKind, long, signed), Form},
		{"a signed status of 9 MiB", sent(wire.OnlineKind, long, signed), Form},
		{"a signed request to forget of 9 MiB", sent(wire.ErasedKind, long, signed), Form},
		{"a record that is longer than any", sent(wire.RecordKind, make([]byte, wire.MostBytes+1), unsigned), Form},
	} {
		c, q, acks := New(Options{Log: quiet}), newQueue(), 0
		tt.m.Ack = func() { acks++ }
		for range 29 {
			c.dispatch(q, tt.m)
		}
		if q.bytes != 0 || acks != 29 || c.Counts()[tt.rejects] != 29 {
			t.Errorf("29 times %s: %d bytes are queued, %d acknowledged, counted %v; want 0 bytes, 29 %s", tt.name, q.bytes, acks, c.Counts(), tt.rejects)
		}
	}
	c, q := New(Options{Log: quiet}), newQueue()
	c.dispatch(q, sent(wire.RecordKind, long, signed))
	if q.bytes != size(q.all[0]) || len(c.Counts()) != 0 {
		t.Errorf("of a signed record %d bytes are queued, counted %v", q.bytes, c.Counts())
	}
}

func TestWhatIsHeldIsAcknowledged(t *testing.T) {
	l, h := books(t, box), &hall{}
	c, _ := work(t, Options{Ledger: l, Broker: h}, nil)
	m := played(t, 1)
	rec := box.Record("m1", m)
	for range 2 {
		h.send(told(box, wire.SealKind, box.Seal("m1", m)))
	}
	h.settle(t)
	for range 3 {
		h.send(told(box, wire.RecordKind, rec))
	}
	h.send(told(box, wire.ErasedKind, wire.Erased{Players: []string{box.Player("Боря")}}))
	h.settle(t)
	all := results(t, l)
	if len(all) != 1 || !all[0].Witnessed || all[0].Verdict.Luck != audit.Proved {
		t.Errorf("the results are %+v", all)
	}
	var seals, records, erased int
	for _, a := range h.acks(t, box, l) {
		seals += len(a.Seals)
		erased += len(a.Erased)
		if a.Records["m1"] == rec.Sum() {
			records++
		}
	}
	if seals != 2 || records != 3 || erased != 1 || len(c.Counts()) != 0 {
		t.Errorf("acknowledged: %d seals, %d records, %d erased; %v", seals, records, erased, c.Counts())
	}
	if lines, err := l.Lines(context.Background(), box.ID, "m1"); err != nil || strings.Contains(lines, "Боря") {
		t.Errorf("%v\n%s", err, lines)
	}
}

func TestABoxIsAcknowledgedWhateverAnotherOneHasSentOfItsMatch(t *testing.T) {
	l, h := books(t, box, other), &hall{}
	work(t, Options{Ledger: l, Broker: h}, nil)
	m := played(t, 1)
	copied := box.Record("m2", m)
	h.send(told(other, wire.SealKind, other.Seal("m1", played(t, 2))))
	h.send(told(other, wire.RecordKind, other.Record("m1", played(t, 2))))
	h.send(told(other, wire.RecordKind, copied))
	h.settle(t)
	for _, id := range []string{"m1", "m2"} {
		h.send(told(box, wire.SealKind, box.Seal(id, m)))
		h.settle(t)
		h.send(told(box, wire.RecordKind, box.Record(id, m)))
	}
	h.settle(t)
	stored := 0
	for _, r := range results(t, l) {
		if r.Box != box.ID {
			continue
		}
		if stored++; !r.Witnessed || r.Verdict.Facts != m.Seq() {
			t.Errorf("%s is stored as %+v", r.ID, r)
		}
	}
	seals, sums := 0, map[string]string{}
	for _, a := range h.acks(t, box, l) {
		seals += len(a.Seals)
		maps.Copy(sums, a.Records)
	}
	want := map[string]string{"m1": box.Record("m1", m).Sum(), "m2": copied.Sum()}
	if stored != 2 || seals != 2 || !reflect.DeepEqual(sums, want) || len(kept(t, l)) != 0 {
		t.Errorf("%d records are stored, %d seals and the records %v acknowledged, want %v; aside are %+v", stored, seals, sums, want, kept(t, l))
	}
}

func TestWhatCantBeReadIsPassedAndCounted(t *testing.T) {
	l, h := books(t, box), &hall{}
	c, _ := work(t, Options{Ledger: l, Broker: h}, nil)
	rec := box.Record("m1", played(t, 1))
	forged := told(other, wire.RecordKind, rec)
	forged.Topic = wire.Topic(box.ID, wire.RecordKind)
	text := Message{Topic: wire.Topic(box.ID, wire.SealKind), Payload: []byte("{")}
	text.Signed = wire.Sign(box.Key, text.Topic, text.Payload)
	noID := rec
	noID.Match = "no id"
	badState := text
	badState.Topic = wire.Topic(box.ID, wire.StateKind)
	badState.Signed = wire.Sign(box.Key, badState.Topic, badState.Payload)
	for _, m := range []Message{
		forged, text, badState, told(box, wire.RecordKind, noID), told(box, wire.MomentKind, wire.Moment{}),
		{Topic: "companion/x/record"},
		{Topic: wire.Topic(box.ID, wire.OnlineKind)},
		{Topic: wire.Topic(box.ID, wire.StateKind)},
	} {
		h.send(m)
	}
	h.settle(t)
	if want := map[Reason]int{Signature: 1, Form: 2, Refused: 1, Topic: 1}; !reflect.DeepEqual(c.Counts(), want) {
		t.Errorf("counted are %v, want %v", c.Counts(), want)
	}
	if len(results(t, l)) != 0 || len(h.said(wire.Topic(box.ID, wire.AckKind))) != 0 {
		t.Error("something was taken")
	}
}

func TestWhatContradictsIsKeptAsideAndAcknowledged(t *testing.T) {
	l, h := books(t, box), &hall{}
	work(t, Options{Ledger: l, Broker: h}, nil)
	damaged := box.Record("m1", played(t, 1))
	damaged.Lines = damaged.Lines[:len(damaged.Lines)-9]
	h.send(told(box, wire.RecordKind, damaged))
	h.send(told(box, wire.RecordKind, box.Record("m2", played(t, 2))))
	h.settle(t)
	h.send(told(box, wire.RecordKind, box.Record("m2", played(t, 3))))
	h.settle(t)
	var reasons []string
	for _, k := range kept(t, l) {
		reasons = append(reasons, k.Reason)
	}
	if want := []string{"damaged", "differs"}; !reflect.DeepEqual(reasons, want) || len(h.acks(t, box, l)) != 3 {
		t.Errorf("aside are %v, acknowledged %d", reasons, len(h.acks(t, box, l)))
	}
}

func TestABoxThatIsEnrolledIsToldAndWhatWaitedIsTaken(t *testing.T) {
	l, h := books(t), &hall{}
	work(t, Options{Ledger: l, Broker: h}, nil)
	ok(t, l.SetSetting(t.Context(), ledger.NameSetting, "Клуб"))
	for n := range 20 {
		h.send(told(box, wire.RecordKind, box.Record(fmt.Sprint("m", n), played(t, uint64(n)))))
	}
	h.settle(t)
	if len(results(t, l)) != 0 || len(h.acks(t, box, l)) != 0 {
		t.Error("a box that isn't enrolled was acknowledged")
	}
	ok(t, l.Enrol(t.Context(), box.ID))
	waittest.True(t, "the results", func() bool { return len(results(t, l)) == 20 && len(kept(t, l)) == 0 })
	topic := wire.Topic(box.ID, wire.EnrolKind)
	waittest.True(t, "the enrolment", func() bool { return len(h.said(topic)) > 0 })
	said := h.said(topic)[0]
	var e wire.Enrol
	ok(t, json.Unmarshal(said.Payload, &e))
	if by, err := said.Signed.Check(topic, said.Payload); err != nil || string(by) != string(e.Key) || e.League != "Клуб" || !said.Retain {
		t.Errorf("enrolled by %+v: %v", said, err)
	}
	h.send(told(box, wire.OnlineKind, wire.Online{Online: true, Name: "У окна"}))
	waittest.True(t, "again", func() bool { return len(h.said(topic)) == 2 })
	ok(t, l.Revoke(t.Context(), box.ID))
	waittest.True(t, "the end", func() bool { all := h.said(topic); return len(all) == 3 && len(all[2].Payload) == 0 && all[2].Retain })
}

// TestABrokerThatHandsOverWhatItHasKeepsNobodyWaiting hands over hundreds of messages, to a
// clerk whose Acks the broker takes only when it has handed over all.
func TestABrokerThatHandsOverWhatItHasKeepsNobodyWaiting(t *testing.T) {
	l, h := books(t, box), &hall{}
	work(t, Options{Ledger: l, Broker: h}, nil)
	waittest.True(t, "the clerk", func() bool { h.mu.Lock(); defer h.mu.Unlock(); return h.take != nil })
	h.mu.Lock() // the broker takes nothing
	release := sync.OnceFunc(h.mu.Unlock)
	defer release()
	take, m := h.take, told(box, wire.SealKind, box.Seal("m", played(t, 1)))
	m.Ack = func() {}
	all := make(chan struct{})
	go func() {
		defer close(all)
		for range 300 {
			take(m)
		}
	}()
	waittest.Closed(t, "the clerk to read all", all)
	release()
	waittest.True(t, "all Acks", func() bool { return len(h.said(wire.Topic(box.ID, wire.AckKind))) == 300 })
}

func TestALeagueThatNobodyHasNamedIsCalledByItsID(t *testing.T) {
	l, h := books(t, box), &hall{}
	work(t, Options{Ledger: l, Broker: h}, nil)
	topic := wire.Topic(box.ID, wire.EnrolKind)
	waittest.True(t, "the enrolment", func() bool { return len(h.said(topic)) > 0 })
	var e wire.Enrol
	ok(t, json.Unmarshal(h.said(topic)[0].Payload, &e))
	if e.League == "" || e.League != wire.Grouped(wire.IDOf(e.Key)) {
		t.Errorf("it is called %q", e.League)
	}
}

// stateLedger is a ledger that stores nothing but states.
type stateLedger struct {
	Ledger
	kept [][]ledger.State
}

func (*stateLedger) Ping(context.Context) error                      { return nil }
func (*stateLedger) Key(context.Context) (ed25519.PrivateKey, error) { return box.Key, nil }

func (*stateLedger) WaitingRecords(context.Context, int64, int) ([]ledger.Quarantined, error) {
	return nil, nil
}

func (*stateLedger) UnpublishedEnrolments(context.Context) ([]ledger.Box, error) { return nil, nil }

func (l *stateLedger) TakeStates(_ context.Context, states []ledger.State) error {
	l.kept = append(l.kept, states)
	return nil
}

func TestOfStatesTheLatestIsKeptFourTimesASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, l := &hall{}, &stateLedger{}
		_, stop := work(t, Options{Ledger: l, Broker: h}, func(c *Worker) { c.intervals = defaultIntervals })
		synctest.Wait()
		const each, all = 10 * time.Millisecond, 500
		for n := range all {
			for _, b := range []audittest.Box{box, other} {
				h.send(told(b, wire.StateKind, wire.State{N: int64(n*7) % all}))
			}
			time.Sleep(each)
		}
		time.Sleep(defaultIntervals.flush)
		stop()
		last := map[string]int64{}
		for _, states := range l.kept {
			for _, s := range states {
				last[s.Box] = max(last[s.Box], s.State.N)
			}
		}
		if last[box.ID] != all-1 || last[other.ID] != all-1 {
			t.Errorf("the last states are %v", last)
		}
		if most := int(all*each/defaultIntervals.flush) + 1; len(l.kept) > most || len(l.kept) < most/2 {
			t.Errorf("states were stored %d times, at most %d times are due", len(l.kept), most)
		}
	})
}

func TestWithoutTheDatabaseNothingIsAcknowledged(t *testing.T) {
	t.Parallel()
	h, l := &hall{}, breaking(books(t, box), 1, 1)
	_, _ = work(t, Options{Ledger: l, Broker: h}, nil)
	m := played(t, 1)
	h.send(told(box, wire.SealKind, box.Seal("m1", m)))
	h.send(told(box, wire.RecordKind, box.Record("m2", m)))
	h.send(told(box, wire.ErasedKind, wire.Erased{Players: []string{box.Player("Аня")}}))
	waittest.True(t, "some tries", func() bool { l.mu.Lock(); defer l.mu.Unlock(); return l.calls > 5 })
	if n := h.unacked(); n != 3 {
		t.Errorf("%d messages are unacknowledged of 3, and nothing was stored", n)
	}
	l.set(0.5)
	h.settle(t)
	if all := results(t, l.Ledger.(*ledger.Ledger)); len(all) != 1 {
		t.Errorf("the results are %+v", all)
	}
}

func TestAnAckThatNobodyTakesLosesNothing(t *testing.T) {
	l, h := books(t, box), &hall{refuses: true}
	c, _ := work(t, Options{Ledger: l, Broker: h}, nil)
	h.send(told(box, wire.RecordKind, box.Record("m1", played(t, 1))))
	h.settle(t)
	if len(results(t, l)) != 1 || c.Counts()[Unanswered] == 0 {
		t.Errorf("%d results, %v", len(results(t, l)), c.Counts())
	}
}

// panics is a game whose rules do.
type panics struct{ games.Rules }

func (panics) Name() string                         { return "panics" }
func (panics) Options() []games.Option              { return nil }
func (panics) Seats() (int, int)                    { return 1, 9 }
func (panics) New(games.Setup) (games.State, error) { panic("a mistake") }
func lost(string, string) (games.Rules, error)      { return nil, games.Refuse("", "rule.file.gone") }

func lines(game, program string, names string) string {
	return fmt.Sprintf(`{"kind":"started","game":%q%s,"seats":[%s]}`, game, program, names)
}

func TestNoRecordEndsAWorker(t *testing.T) {
	l, h := books(t, box), &hall{}
	cat := games.Of(append(known.Games, panics{})...)
	cat.Read = lost
	c, _ := work(t, Options{Ledger: l, Broker: h, Catalogue: cat}, nil)
	h.send(told(box, wire.RecordKind, wire.Record{Match: "m1", Lines: lines("panics", "", `"Аня"`)}))
	h.send(told(box, wire.RecordKind, wire.Record{Match: "m2", Lines: lines("file/x", `,"program":"y"`, `"Аня"`)}))
	h.settle(t)
	all := kept(t, l)
	if len(all) != 1 || all[0].Reason != string(audit.Damaged) || !strings.Contains(all[0].Detail, "a mistake") {
		t.Errorf("aside are %+v", all)
	}
	if acks := h.acks(t, box, l); len(acks) != 1 || c.Counts()[Busy] != 1 {
		t.Errorf("acknowledged are %v; %v", acks, c.Counts())
	}
}

func TestGamesInFilesArePlayedInAProcessOfTheirOwn(t *testing.T) {
	e, err := evaluator.Here()
	ok(t, err)
	t.Cleanup(e.Close)
	shelf := gamefiles.New(evaluator.Player{Evaluator: e}, nil, t.TempDir())
	cat := shelf.With(known).Elsewhere()
	l, h := books(t, box), &hall{}
	work(t, Options{Ledger: l, Broker: h, Catalogue: cat}, nil)
	program := evaluator.Sample("sticks")
	m, err := match.Begin(cat, match.Fact{Kind: match.Started, Game: "file/sticks", Program: program, Seats: []string{"Аня", "Боря"}, Seal: audittest.Secret(0).Seal()})
	ok(t, err)
	m = audittest.Play(t, m, 1)
	bad := strings.Replace(m.UpTo(m.Seq()), "def ", "while True: pass\\ndef ", 1)
	h.send(told(box, wire.RecordKind, box.Record("m1", m)))
	h.send(told(box, wire.RecordKind, wire.Record{Match: "m2", Lines: bad}))
	h.settle(t)
	all := results(t, l)
	if len(all) != 1 || all[0].Verdict.Rules != games.IDOf("file/sticks", program) || all[0].Verdict.Unrated != "" {
		t.Errorf("the results are %+v", all)
	}
	if aside := kept(t, l); len(aside) != 1 || aside[0].Reason != string(audit.Game) {
		t.Errorf("aside are %+v", aside)
	}
}
