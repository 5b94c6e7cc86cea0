package ledger_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

// How much is done at once; .ci/run and .ci/long do more.
var (
	sharedMatches = flag.Int("matches", 1, "matches of each of 4 boxes that 6 workers take together")
	erasedBoxes   = flag.Int("erasures", 4, "boxes that erase a player while their records are taken")
)

// place makes an empty database and returns where it is.
type place func(t *testing.T) string

// promises hold on either database.
var promises = []struct {
	name string
	hold func(t *testing.T, at place)
}{
	{"a record is taken once", takenOnce},
	{"a record grows, whatever the order", grows},
	{"what contradicts is kept aside", contradictions},
	{"another box's match is another match", squatted},
	{"a player belongs to the box that shows the code", proven},
	{"a code is stored only while its record waits", codes},
	{"a box that named a player first yields to the code", firstUse},
	{"a seal told before witnesses", witnesses},
	{"another seal than was told is kept aside", otherSeals},
	{"a box that isn't enrolled waits", waits},
	{"a revoked box is kept aside", revoked},
	{"who is erased is named nowhere", erased},
	{"who is erased while records wait", erasedWaits},
	{"who is named later is named", renamed},
	{"the latest state counts", latest},
	{"what waits is bounded", bounded},
	{"of boxes that nobody knows the silent make room", crowded},
	{"self-made boxes don't replace those that wait elsewhere", selfMade},
	{"networks are counted one login at a time", loginsAtOnce},
	{"who has logged in by key does so ever after", weakLogins},
	{"deeds follow each other", deeds},
	{"accounts and settings stay", accounts},
	{"records taken at once have the same outcomes as one by one", inBatches},
	{"of records taken at once all are stored or none", noneOfRefused},
	{"boxes that are new at once make room", newcomers},
	{"workers together lose and double nothing", together},
	{"who is erased while a record is taken is named nowhere", atOnce},
	{"workers begin together", beginTogether},
	{"a backup holds all", backup},
	{"a backup of the version before is restored", oldBackup},
	{"what isn't a backup isn't restored", noBackup},
	{"databases of before are read", before},
	{"records refused because of another box are judged again", refused},
	{"a newer database is left alone", newer},
}

func TestOnSQLite(t *testing.T) {
	t.Parallel()
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.hold(t, func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "league ?#.db") })
		})
	}
}

func TestOnPostgreSQL(t *testing.T) {
	t.Parallel()
	cluster, n := pgtest.Start(t), atomic.Int64{}
	for _, p := range promises {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.hold(t, func(*testing.T) string { return cluster.Schema(fmt.Sprint("league", n.Add(1))) })
		})
	}
}

var (
	ctx   = context.Background()
	known = catalogue.Games()
	box   = audittest.NewBox(1)
)

func from(b audittest.Box) ledger.From {
	return ledger.From{Box: b.ID, Key: base64.StdEncoding.EncodeToString(b.Public())}
}

// open opens a league's database as it is at first.
func open(t *testing.T, where string) *ledger.Ledger {
	t.Helper()
	l := must(ledger.Open(ctx, where))(t)
	t.Cleanup(func() { ok(t, l.Close()) })
	ok(t, l.Migrate(ctx))
	return l
}

// begin opens an empty database in which the boxes are enrolled.
func begin(t *testing.T, at place, boxes ...audittest.Box) *ledger.Ledger {
	t.Helper()
	l := open(t, at(t))
	for _, b := range boxes {
		ok(t, l.Enrol(ctx, b.ID))
	}
	return l
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

// told is a record with what package audit finds.
func told(t testing.TB, b audittest.Box, rec wire.Record) ledger.CheckedRecord {
	t.Helper()
	v, err := audit.Check(rec, known)
	r := ledger.CheckedRecord{From: from(b), Record: rec, Verdict: v}
	if err != nil && !errors.As(err, &r.Fault) {
		t.Fatal(err)
	}
	return r
}

// take takes a record, and checks what became of it.
func take(t testing.TB, l *ledger.Ledger, b audittest.Box, rec wire.Record, want ledger.Outcome) {
	t.Helper()
	if got := must(takeRecord(l, told(t, b, rec)))(t); got != want {
		t.Errorf("%s of %s: %s, want %s", rec.Match, b.ID, got, want)
	}
}

// takeRecord takes one record.
func takeRecord(l *ledger.Ledger, r ledger.CheckedRecord) (ledger.Outcome, error) {
	taken, err := l.TakeRecords(ctx, []ledger.CheckedRecord{r})
	if err != nil {
		return "", err
	}
	return taken[0], nil
}

// played is a match of two, which seed tells from others.
func played(t testing.TB, seed uint64) match.Match {
	return audittest.Play(t, audittest.Begin(t, known, "mice", "Аня", "Боря"), seed)
}

// upTo is the record of a match up to a fact.
func upTo(b audittest.Box, m match.Match, id string, seq int) wire.Record {
	rec := b.Record(id, m)
	rec.Lines = m.UpTo(seq)
	return rec
}

func results(t testing.TB, l *ledger.Ledger) []ledger.Match {
	t.Helper()
	all, _, err := l.Results(ctx, 0, 1000)
	ok(t, err)
	return all
}

func aside(t testing.TB, l *ledger.Ledger) []ledger.Quarantined {
	t.Helper()
	return must(l.Quarantine(ctx, 0, 1000))(t)
}

func takenOnce(t *testing.T, at place) {
	l := begin(t, at, box)
	m := played(t, 1)
	rec := box.Record("m1", m)
	r := told(t, box, rec)
	if known := must(l.HasRecord(ctx, box.ID, rec))(t); known {
		t.Error("it is known before it was told")
	}
	for _, want := range []ledger.Outcome{ledger.New, ledger.Known, ledger.Known} {
		take(t, l, box, rec, want)
	}
	if known := must(l.HasRecord(ctx, box.ID, rec))(t); !known {
		t.Error("it isn't known")
	}
	all := results(t, l)
	if len(all) != 1 {
		t.Fatalf("%d results", len(all))
	}
	want := r.Verdict
	want.Lines = ""
	if all[0].ID != "m1" || all[0].Box != box.ID || all[0].Witnessed || all[0].Unwitnessed != ledger.NoSeal || !reflect.DeepEqual(all[0].Verdict, want) {
		t.Errorf("%+v\nwant %+v", all[0], want)
	}
	if lines := must(l.Lines(ctx, box.ID, "m1"))(t); lines != m.UpTo(m.Seq()) {
		t.Errorf("the lines are\n%s", lines)
	}
	if _, err := l.Lines(ctx, box.ID, "m2"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("lines of none: %v", err)
	}
	if _, err := takeRecord(l, told(t, box, box.Record("no id", m))); !errors.Is(err, ledger.ErrMalformed) || !ledger.Refused(err) {
		t.Errorf("no id: %v", err)
	}
}

func grows(t *testing.T, at place) {
	l := begin(t, at, box)
	for n, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		m, id := played(t, uint64(n)), fmt.Sprint("m", n)
		most := 0
		for _, k := range order {
			seq := []int{4, m.Seq() - 2, m.Seq()}[k]
			want := ledger.Known
			switch {
			case most == 0:
				want = ledger.New
			case seq > most:
				want = ledger.Extended
			}
			most = max(most, seq)
			take(t, l, box, upTo(box, m, id, seq), want)
		}
		if lines := must(l.Lines(ctx, box.ID, id))(t); lines != m.UpTo(m.Seq()) {
			t.Errorf("told as %v the lines are\n%s", order, lines)
		}
	}
	all, rev, err := l.Results(ctx, 0, 4)
	ok(t, err)
	rest, last, err := l.Results(ctx, rev, 4)
	ok(t, err)
	if len(all) != 4 || len(rest) != 2 || all[3].Rev != rev || rest[1].Rev != last {
		t.Errorf("%d up to %d, then %d up to %d", len(all), rev, len(rest), last)
	}
}

func contradictions(t *testing.T, at place) {
	other := audittest.NewBox(2)
	l := begin(t, at, box, other)
	m := played(t, 1)
	damaged := box.Record("m9", m)
	damaged.Lines = damaged.Lines[:len(damaged.Lines)-9]
	take(t, l, box, box.Record("m1", m), ledger.New)
	take(t, l, box, box.Record("m1", played(t, 2)), ledger.InQuarantine)
	take(t, l, other, other.Record("m1", played(t, 3)), ledger.New) // of another box
	take(t, l, box, upTo(box, m, "m2", 9), ledger.New)
	take(t, l, other, other.Record("m2", m), ledger.New)
	take(t, l, box, upTo(box, m, "m2", 12), ledger.Extended)
	for range 2 {
		take(t, l, box, damaged, ledger.InQuarantine)
	}
	var got []string
	for _, k := range aside(t, l) {
		got = append(got, k.From.Box+" "+k.Record.Match+" "+k.Reason)
	}
	want := []string{box.ID + " m1 differs", box.ID + " m9 damaged"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("aside are %q, want %q", got, want)
	}
	if kept := aside(t, l)[1]; kept.Record.Lines != damaged.Lines || kept.Detail == "" || kept.From != from(box) {
		t.Errorf("what is damaged was kept as %+v", kept)
	}
	facts := map[string]int{}
	for _, m := range results(t, l) {
		facts[m.Box+" "+m.ID] = m.Verdict.Facts
	}
	if want := map[string]int{box.ID + " m1": m.Seq(), other.ID + " m1": played(t, 3).Seq(), box.ID + " m2": 12, other.ID + " m2": m.Seq()}; !reflect.DeepEqual(facts, want) {
		t.Errorf("the results have facts %v, want %v", facts, want)
	}
}

// squatted has a box publish records and a seal under the id of another box's match, before that
// box and after it.
func squatted(t *testing.T, at place) {
	squatter := audittest.NewBox(2)
	m, foreign := played(t, 1), played(t, 2)
	for name, test := range map[string]struct{ before, after []wire.Record }{
		"other facts before":     {before: []wire.Record{squatter.Record("m1", foreign)}},
		"the same record before": {before: []wire.Record{box.Record("m1", m)}},
		"more facts before":      {before: []wire.Record{squatter.Record("m1", m)}},
		"other facts after":      {after: []wire.Record{squatter.Record("m1", foreign)}},
		"more facts after":       {after: []wire.Record{squatter.Record("m1", m)}},
	} {
		l := begin(t, at, box, squatter)
		wrong := box.Seal("m1", m)
		wrong.Seal = audittest.Secret(9).Seal()
		must(l.TakeSeal(ctx, from(squatter), wrong))(t)
		must(l.TakeSeal(ctx, from(squatter), box.Seal("m1", m)))(t)
		for _, rec := range test.before {
			must(takeRecord(l, told(t, squatter, rec)))(t)
		}
		if known := must(l.HasRecord(ctx, box.ID, box.Record("m1", m)))(t); known {
			t.Errorf("%s: the box's record is known before it came", name)
		}
		if got := must(l.TakeSeal(ctx, from(box), box.Seal("m1", m)))(t); got != ledger.New {
			t.Errorf("%s: the box's seal is %s, want %s", name, got, ledger.New)
		}
		take(t, l, box, upTo(box, m, "m1", 9), ledger.New)
		for _, rec := range test.after {
			must(takeRecord(l, told(t, squatter, rec)))(t)
		}
		take(t, l, box, box.Record("m1", m), ledger.Extended)
		for _, got := range results(t, l) {
			if got.Box == box.ID && (!got.Witnessed || got.Verdict.Facts != m.Seq()) {
				t.Errorf("%s: the box's record is %+v", name, got)
			}
		}
		if lines := must(l.Lines(ctx, box.ID, "m1"))(t); lines != m.UpTo(m.Seq()) {
			t.Errorf("%s: the lines are\n%s", name, lines)
		}
	}
}

// owner returns the alias of Аня on box, which may be missing.
func owner(t *testing.T, l *ledger.Ledger) ledger.Alias {
	t.Helper()
	return must(l.Aliases(ctx))(t)[box.Player("Аня")]
}

// proven has a box name a player of another one, with each code that it can think of.
func proven(t *testing.T, at place) {
	thief, m := audittest.NewBox(2), played(t, 1)
	forged := thief.Record("m1", m)
	forged.Players = map[string]string{"Аня": box.Player("Аня"), "Боря": thief.Player("Боря")}
	own := ledger.Alias{Box: box.ID, Name: "Аня", Proven: true}
	for name, codes := range map[string]map[string]string{
		"no code": nil, "the thief's": {"Аня": thief.Code("Аня")}, "the true one": {"Аня": box.Code("Аня")},
	} {
		l := begin(t, at, box, thief)
		forged.Codes = codes
		for range 2 {
			must(takeRecord(l, told(t, thief, forged)))(t)
			if got := owner(t, l); got != (ledger.Alias{}) {
				t.Errorf("%s: the player belongs to %+v, want nobody", name, got)
			}
		}
		old := box.Record("m2", m) // as of older software
		old.Codes = nil
		take(t, l, box, old, ledger.New)
		if got := owner(t, l); got != (ledger.Alias{}) {
			t.Errorf("%s: without a code the player belongs to %+v, want nobody", name, got)
		}
		if known := must(l.HasRecord(ctx, box.ID, box.Record("m2", m)))(t); known {
			t.Errorf("%s: a record that proves more is passed over", name)
		}
		take(t, l, box, box.Record("m2", m), ledger.Known)
		must(takeRecord(l, told(t, thief, forged)))(t)
		if got := owner(t, l); got != own {
			t.Errorf("%s: the player belongs to %+v, want %+v", name, got, own)
		}
		if known := must(l.HasRecord(ctx, box.ID, box.Record("m2", m)))(t); !known {
			t.Errorf("%s: a record that proves nothing more is checked again", name)
		}
		ok(t, l.TakeErased(ctx, from(thief), []string{box.Player("Аня")}))
		if got := owner(t, l); got != own {
			t.Errorf("%s: erased by the thief, the player belongs to %+v, want %+v", name, got, own)
		}
	}
}

// codes looks for codes in all that is kept, before and after a record is judged.
func codes(t *testing.T, at place) {
	l := begin(t, at)
	m := played(t, 1)
	old := box.Record("m1", m)
	old.Codes = nil
	damaged := box.Record("m2", m)
	damaged.Lines = damaged.Lines[:len(damaged.Lines)-9]
	absent := func(when string) {
		t.Helper()
		var all bytes.Buffer
		ok(t, l.Backup(ctx, &all))
		for _, code := range []string{box.Code("Аня"), box.Code("Боря")} {
			if n := strings.Count(all.String(), code); n > 0 {
				t.Errorf("%s: a code is in the backup %d times, want 0", when, n)
			}
		}
		for _, k := range aside(t, l) {
			if len(k.Record.Codes) > 0 {
				t.Errorf("%s: the quarantine shows the codes %v", when, k.Record.Codes)
			}
		}
	}
	take(t, l, box, old, ledger.Waiting)
	take(t, l, box, box.Record("m1", m), ledger.Waiting)
	take(t, l, box, damaged, ledger.Waiting)
	absent("waiting")
	ok(t, l.Revoke(ctx, box.ID))
	ok(t, l.Enrol(ctx, box.ID))
	for _, k := range must(l.WaitingRecords(ctx, 0, 9))(t) {
		if len(k.Record.Codes) != 0 {
			t.Errorf("after a revocation %s waits with the codes %v, want none", k.Record.Match, k.Record.Codes)
		}
	}
	take(t, l, box, old, ledger.New)
	l = begin(t, at)
	take(t, l, box, old, ledger.Waiting)
	take(t, l, box, box.Record("m1", m), ledger.Waiting)
	take(t, l, box, damaged, ledger.Waiting)
	ok(t, l.Enrol(ctx, box.ID))
	for _, k := range must(l.WaitingRecords(ctx, 0, 9))(t) {
		if len(k.Record.Codes) != 2 {
			t.Errorf("%s waits with the codes %v, want 2", k.Record.Match, k.Record.Codes)
		}
		must(takeRecord(l, told(t, box, k.Record)))(t)
	}
	absent("judged")
	if want := (ledger.Alias{Box: box.ID, Name: "Аня", Proven: true}); owner(t, l) != want {
		t.Errorf("the player belongs to %+v, want %+v", owner(t, l), want)
	}
}

// firstUse migrates a league of the version before, in which a box has named another's player
// first.
func firstUse(t *testing.T, at place) {
	thief := audittest.NewBox(2)
	l := must(ledger.Open(ctx, at(t)))(t)
	t.Cleanup(func() { ok(t, l.Close()) })
	ok(t, l.Restore(ctx, strings.NewReader(`{"league":1}
{"table":"aliases","row":{"box":"`+thief.ID+`","name":"Х","player":"`+box.Player("Аня")+`"}}`)))
	if got, want := owner(t, l), (ledger.Alias{Box: thief.ID, Name: "Х"}); got != want {
		t.Errorf("migrated, the player belongs to %+v, want %+v", got, want)
	}
	ok(t, l.Enrol(ctx, box.ID))
	take(t, l, box, box.Record("m1", played(t, 1)), ledger.New)
	if got, want := owner(t, l), (ledger.Alias{Box: box.ID, Name: "Аня", Proven: true}); got != want {
		t.Errorf("proven, the player belongs to %+v, want %+v", got, want)
	}
}

func witnesses(t *testing.T, at place) {
	m := played(t, 1)
	late := box.Seal("", m)
	late.Seq = 3 // that of the first outcome
	again := box.Seal("", m)
	again.Seq = 3 // in another connection
	for name, test := range map[string]struct {
		before, after []wire.Seal
		want          ledger.Unwitnessed
	}{
		"told before":                   {[]wire.Seal{box.Seal("", m)}, nil, ""},
		"told twice":                    {[]wire.Seal{box.Seal("", m), box.Seal("", m)}, nil, ""},
		"told before and again after":   {[]wire.Seal{box.Seal("", m)}, []wire.Seal{box.Seal("", m), again}, ""},
		"told after":                    {nil, []wire.Seal{box.Seal("", m)}, ledger.SealAfter},
		"told after an outcome":         {[]wire.Seal{late}, nil, ledger.SealLate},
		"told after the outcome, again": {[]wire.Seal{late}, []wire.Seal{box.Seal("", m)}, ledger.SealLate},
		"never told":                    {nil, nil, ledger.NoSeal},
	} {
		l := begin(t, at, box)
		seal := func(all []wire.Seal) {
			for _, s := range all {
				s.Match = "m1"
				must(l.TakeSeal(ctx, from(box), s))(t)
			}
		}
		seal(test.before)
		take(t, l, box, upTo(box, m, "m1", 5), ledger.New)
		seal(test.after)
		if all := results(t, l); len(all) != 1 || all[0].Unwitnessed != test.want {
			t.Errorf("%s, not yet told in full: %+v, want %q", name, all, test.want)
		}
		take(t, l, box, box.Record("m1", m), ledger.Extended)
		if all := results(t, l); len(all) != 1 || all[0].Unwitnessed != test.want || all[0].Witnessed != (test.want == "") {
			t.Errorf("%s: %+v, want %q", name, all, test.want)
		}
	}
	l := begin(t, at, box)
	take(t, l, box, upTo(box, m, "m1", 2), ledger.New) // nothing is drawn yet
	if all := results(t, l); len(all) != 1 || all[0].Unwitnessed != ledger.NoOutcome {
		t.Errorf("without an outcome: %+v", all)
	}
}

func otherSeals(t *testing.T, at place) {
	m := played(t, 1)
	other := box.Seal("m1", m)
	other.Seal = audittest.Secret(9).Seal()
	l := begin(t, at, box)
	must(l.TakeSeal(ctx, from(box), other))(t)
	take(t, l, box, box.Record("m1", m), ledger.InQuarantine)
	take(t, l, box, box.Record("m2", m), ledger.New)
	other.Match = "m2"
	if got := must(l.TakeSeal(ctx, from(box), other))(t); got != ledger.InQuarantine {
		t.Errorf("another seal, told after: %s", got)
	}
	if kept := aside(t, l); len(kept) != 2 || kept[0].Reason != ledger.Seal || kept[0].Detail == "" || kept[1].Seal != other {
		t.Errorf("aside are %+v", kept)
	}
	if _, err := l.TakeSeal(ctx, from(box), wire.Seal{Match: "m1", Seal: "x", Seq: 1}); !errors.Is(err, ledger.ErrMalformed) {
		t.Errorf("no seal: %v", err)
	}
}

func waits(t *testing.T, at place) {
	l := begin(t, at)
	m := played(t, 1)
	must(l.TakeSeal(ctx, from(box), box.Seal("m1", m)))(t)
	for range 2 {
		take(t, l, box, box.Record("m1", m), ledger.Waiting)
	}
	must(l.TakeSeal(ctx, from(box), box.Seal("m2", m)))(t)
	if all := must(l.WaitingRecords(ctx, 0, 9))(t); len(all) != 0 || len(results(t, l)) != 0 {
		t.Errorf("not enrolled yet, %d are to be taken", len(all))
	}
	ok(t, l.Enrol(ctx, box.ID))
	all := must(l.WaitingRecords(ctx, 0, 9))(t)
	if len(all) != 1 || !reflect.DeepEqual(all[0].Record, box.Record("m1", m)) || all[0].From != from(box) {
		t.Fatalf("waiting are %+v", all)
	}
	for _, want := range []ledger.Outcome{ledger.New, ledger.Known} {
		take(t, l, box, all[0].Record, want)
	}
	if got := results(t, l); len(got) != 1 || !got[0].Witnessed || len(aside(t, l)) != 0 {
		t.Errorf("the results are %+v, aside %+v", got, aside(t, l))
	}
	boxes := must(l.UnpublishedEnrolments(ctx))(t)
	if len(boxes) != 1 || !boxes[0].Member() || boxes[0].ID != box.ID {
		t.Fatalf("to be announced: %+v", boxes)
	}
	ok(t, l.SetEnrolmentPublished(ctx, boxes[0]))
	if boxes := must(l.UnpublishedEnrolments(ctx))(t); len(boxes) != 0 {
		t.Errorf("announced, and again: %+v", boxes)
	}
}

func revoked(t *testing.T, at place) {
	l := begin(t, at, box)
	m := played(t, 1)
	take(t, l, box, box.Record("m1", m), ledger.New)
	ok(t, l.Revoke(ctx, box.ID))
	take(t, l, box, box.Record("m2", played(t, 2)), ledger.InQuarantine)
	if kept := aside(t, l); len(kept) != 1 || kept[0].Reason != ledger.Revoked || len(results(t, l)) != 1 {
		t.Errorf("aside are %+v, results %d", kept, len(results(t, l)))
	}
	ok(t, l.TakeStates(ctx, []ledger.State{{Box: box.ID, State: wire.State{N: 1}}}))
	if all, _, err := l.States(ctx, 0); err != nil || len(all) != 0 {
		t.Errorf("states of a revoked box: %v, %v", all, err)
	}
	if err := l.Revoke(ctx, "nobody"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("revoked nobody: %v", err)
	}
	if member, err := l.Online(ctx, from(box), wire.Online{Online: true, Name: "У окна\x00\n"}); member || err != nil {
		t.Errorf("a revoked box is %v, %v", member, err)
	}
	if all := must(l.Boxes(ctx))(t); len(all) != 1 || !all[0].Online || all[0].Name != "У окна" || all[0].Member() || all[0].Key != from(box).Key {
		t.Errorf("the boxes are %+v", all)
	}
	if err := l.Enrol(ctx, "nobody"); !errors.Is(err, ledger.ErrMalformed) {
		t.Errorf("enrolled nobody: %v", err)
	}
}

func latest(t *testing.T, at place) {
	others := []audittest.Box{audittest.NewBox(2), audittest.NewBox(3)}
	l := begin(t, at, box, others[0])
	state := func(b audittest.Box, n int64) ledger.State {
		return ledger.State{Box: b.ID, State: wire.State{N: n, Name: fmt.Sprint(n)}}
	}
	ok(t, l.TakeStates(ctx, nil))
	ok(t, l.TakeStates(ctx, []ledger.State{state(box, 5), state(others[0], 1), state(others[1], 1)}))
	_, rev, err := l.States(ctx, 0)
	ok(t, err)
	ok(t, l.TakeStates(ctx, []ledger.State{state(others[0], 2), state(box, 4)}))
	for since, want := range map[int64]string{0: "5 2", rev: "2"} {
		all, _, err := l.States(ctx, since)
		ok(t, err)
		byBox := map[string]string{}
		for _, s := range all {
			byBox[s.Box] = s.State.Name
		}
		if got := strings.TrimSpace(byBox[box.ID] + " " + byBox[others[0].ID]); got != want || byBox[others[1].ID] != "" {
			t.Errorf("since %d: %q, want %q", since, got, want)
		}
	}
}

func bounded(t *testing.T, at place) {
	l := begin(t, at)
	m := played(t, 1)
	for n := range ledger.MostWaiting {
		take(t, l, box, upTo(box, m, fmt.Sprint("m", n), 3), ledger.Waiting)
		must(l.TakeSeal(ctx, from(box), box.Seal(fmt.Sprint("m", n), m)))(t)
	}
	if _, err := takeRecord(l, told(t, box, box.Record("more", m))); !errors.Is(err, ledger.ErrFull) || !ledger.Refused(err) {
		t.Errorf("one record more: %v", err)
	}
	if _, err := l.TakeSeal(ctx, from(box), box.Seal("more", m)); !errors.Is(err, ledger.ErrFull) {
		t.Errorf("one seal more: %v", err)
	}
	other := audittest.NewBox(2)
	long := told(t, other, other.Record("long", m))
	long.Record.Lines = strings.Repeat("Я", ledger.MostBytes/2)
	if _, err := takeRecord(l, long); !errors.Is(err, ledger.ErrFull) {
		t.Errorf("a long record: %v", err)
	}
	take(t, l, other, upTo(other, m, "short", 3), ledger.Waiting)
}

func crowded(t *testing.T, at place) {
	l := begin(t, at, box)
	silent := audittest.NewBox(2)
	take(t, l, silent, upTo(silent, played(t, 1), "m", 3), ledger.Waiting)
	first := time.Now().UnixMilli()
	waittest.True(t, "the next millisecond, in which the others are heard", func() bool { return time.Now().UnixMilli() > first })
	for n := range ledger.MostUnknown {
		_, err := l.Online(ctx, from(audittest.NewBox(3+n)), wire.Online{Online: true})
		ok(t, err)
	}
	known := map[string]bool{}
	for _, b := range must(l.Boxes(ctx))(t) {
		known[b.ID] = true
	}
	if len(known) != 1+ledger.MostUnknown || !known[box.ID] || known[silent.ID] {
		t.Errorf("%d boxes are known, the enrolled one %t, the one silent longest %t", len(known), known[box.ID], known[silent.ID])
	}
	take(t, l, silent, upTo(silent, played(t, 1), "m", 3), ledger.Waiting)
}

// login is one of a box from a network.
func login(b audittest.Box, network string, full bool) ledger.Login {
	return ledger.Login{Box: b.ID, Key: from(b).Key, Network: network, Full: full}
}

// selfMade has one person log in 1,100 boxes from 30 networks, and 1,100 from 40, while three boxes
// wait elsewhere and one by another broker.
func selfMade(t *testing.T, at place) {
	for networks, crowded := range map[int]int{30: 1100 - 30*ledger.MostWaitingBoxes, 40: 0} {
		l := begin(t, at, box)
		waiting := []audittest.Box{audittest.NewBox(2), audittest.NewBox(3), audittest.NewBox(4)}
		for _, b := range waiting {
			must(l.TakeLogin(ctx, login(b, "192.0.2.0/24", true)))(t)
			take(t, l, b, upTo(b, played(t, 1), "m", 3), ledger.Waiting)
		}
		elsewhere := audittest.NewBox(5)
		must(l.Online(ctx, from(elsewhere), wire.Online{Online: true}))(t)
		refused := 0
		for n := range 1100 {
			b := audittest.NewBox(10 + n)
			_, err := l.TakeLogin(ctx, login(b, fmt.Sprintf("198.51.%d.0/24", n%networks), true))
			if refused += int(asInt(errors.Is(err, ledger.ErrCrowded))); err != nil && !errors.Is(err, ledger.ErrCrowded) {
				t.Fatal(err)
			}
		}
		known, each := map[string]bool{}, map[string]int{}
		for _, b := range must(l.Boxes(ctx))(t) {
			known[b.ID] = true
			each[b.Network]++
		}
		evicted := 0
		for _, b := range append(waiting, elsewhere) {
			evicted += int(asInt(!known[b.ID]))
		}
		most := 0
		for network, n := range each {
			if network != "" {
				most = max(most, n)
			}
		}
		t.Logf("%d networks: %d logins refused, %d boxes known, %d evicted that wait elsewhere", networks, refused, len(known), evicted)
		if evicted > 0 || most > ledger.MostWaitingBoxes || len(known) > ledger.MostUnknown+1 || refused != crowded {
			t.Errorf("%d networks: %d evicted that wait elsewhere, want 0; %d known of one network, %d in all, %d refused", networks, evicted, most, len(known), refused)
		}
		if all := must(l.WaitingRecords(ctx, 0, 9))(t); len(all) != 0 {
			t.Errorf("%d networks: %d records are to be taken before an enrolment", networks, len(all))
		}
		ok(t, l.Enrol(ctx, waiting[0].ID))
		if all := must(l.WaitingRecords(ctx, 0, 9))(t); len(all) != 1 {
			t.Errorf("%d networks: %d records wait, want 1", networks, len(all))
		}
		if member, err := l.TakeLogin(ctx, login(waiting[0], "198.51.0.0/24", true)); !member || err != nil {
			t.Errorf("%d networks: a member in a crowded network: %t, %v", networks, member, err)
		}
	}
}

func asInt(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func loginsAtOnce(t *testing.T, at place) {
	l := begin(t, at)
	var logins sync.WaitGroup
	var taken atomic.Int64
	for n := range 2 * ledger.MostWaitingBoxes {
		logins.Go(func() {
			_, err := l.TakeLogin(ctx, login(audittest.NewBox(n), "192.0.2.0/24", true))
			if err == nil {
				taken.Add(1)
			} else if !errors.Is(err, ledger.ErrCrowded) {
				t.Error(err)
			}
		})
	}
	logins.Wait()
	if n := len(must(l.Boxes(ctx))(t)); n != ledger.MostWaitingBoxes || taken.Load() != ledger.MostWaitingBoxes {
		t.Errorf("%d boxes are known and %d logins taken, want %d", n, taken.Load(), ledger.MostWaitingBoxes)
	}
}

func weakLogins(t *testing.T, at place) {
	l := begin(t, at, box)
	other := audittest.NewBox(2)
	for i, step := range []struct {
		login  ledger.Login
		member bool
		err    error
	}{
		{login(box, "a", false), true, nil},
		{login(box, "a", false), true, nil},
		{login(box, "b", true), true, nil},
		{login(box, "b", false), true, ledger.ErrWeak},
		{login(box, "c", true), true, nil},
		{login(other, "c", false), false, nil},
		{ledger.Login{Box: "x"}, false, ledger.ErrMalformed},
	} {
		member, err := l.TakeLogin(ctx, step.login)
		if !errors.Is(err, step.err) || member != (step.member && step.err == nil) {
			t.Errorf("step %d: member %t, %v; want %t, %v", i, member, err, step.member, step.err)
		}
		if step.err != nil && !ledger.Refused(err) {
			t.Errorf("step %d: %v is taken for a failure of the database", i, err)
		}
	}
	for _, b := range must(l.Boxes(ctx))(t) {
		if b.Network != "c" || b.Since == 0 || b.Seen < b.Since || b.Key == "" {
			t.Errorf("a box is known as %+v", b)
		}
	}
	ok(t, l.Revoke(ctx, box.ID))
	if member, err := l.TakeLogin(ctx, login(box, "c", true)); member || err != nil {
		t.Errorf("a revoked box: member %t, %v", member, err)
	}
}

func deeds(t *testing.T, at place) {
	l := begin(t, at)
	var group sync.WaitGroup
	var mu sync.Mutex
	done := map[string]bool{}
	for n := range 20 {
		group.Go(func() {
			who := fmt.Sprint("organiser ", n)
			d, err := l.AddCommand(ctx, 0, ledger.Command{Who: who, Kind: "merge", Body: []byte(`{"a":"b"}`)})
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !errors.Is(err, ledger.ErrConflict) {
				t.Error(err)
			}
			done[who] = err == nil && d.Seq == 1
		})
	}
	group.Wait()
	all := must(l.Commands(ctx, 0, 9))(t)
	if len(all) != 1 || !done[all[0].Who] || string(all[0].Body) != `{"a":"b"}` || all[0].Kind != "merge" {
		t.Errorf("the deeds are %+v", all)
	}
	must(l.AddCommand(ctx, 1, ledger.Command{Who: "x", Kind: "split", Body: []byte(`1`)}))(t)
	if all := must(l.Commands(ctx, 1, 9))(t); len(all) != 1 || all[0].Seq != 2 || all[0].At == 0 {
		t.Errorf("after the first come %+v", all)
	}
	if _, err := l.AddCommand(ctx, 5, ledger.Command{Body: []byte(`1`)}); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("after one that isn't there: %v", err)
	}
	if _, err := l.AddCommand(ctx, 2, ledger.Command{Body: []byte(`{`)}); !errors.Is(err, ledger.ErrMalformed) {
		t.Errorf("half a body: %v", err)
	}
}

func accounts(t *testing.T, at place) {
	l := begin(t, at)
	ok(t, l.AddAccount(ctx, ledger.Account{Token: ledger.HashToken("secret"), Name: "Вера", Role: ledger.Organiser}))
	if role, err := l.Viewer(ctx, "secret"); role != ledger.Organiser || err != nil {
		t.Errorf("the token's role is %q, %v", role, err)
	}
	ok(t, l.RevokeAccount(ctx, ledger.HashToken("secret")))
	for _, token := range []string{"secret", ledger.HashToken("secret"), "", "none"} {
		if role, err := l.Viewer(ctx, token); role != "" || !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("token %q: %q, %v", token, role, err)
		}
	}
	ok(t, l.AddAccount(ctx, ledger.Account{Token: "h1", Name: "Вера", Role: ledger.Owner}))
	if err := l.AddAccount(ctx, ledger.Account{Token: "h1", Name: "X", Role: ledger.Viewer}); !errors.Is(err, ledger.ErrConflict) {
		t.Errorf("the same token: %v", err)
	}
	if err := l.AddAccount(ctx, ledger.Account{Token: "h2", Name: "X", Role: "king"}); !errors.Is(err, ledger.ErrMalformed) {
		t.Errorf("a king: %v", err)
	}
	ok(t, l.RevokeAccount(ctx, "h1"))
	if all := must(l.Accounts(ctx))(t); len(all) != 2 || all[1].Name != "Вера" || all[1].Role != ledger.Owner || all[1].Made == 0 || all[1].Revoked == 0 {
		t.Errorf("the accounts are %+v", all)
	}
	for _, name := range []string{"Клуб", "Лига"} {
		ok(t, l.SetSetting(ctx, ledger.NameSetting, name))
	}
	if name := must(l.Setting(ctx, ledger.NameSetting))(t); name != "Лига" {
		t.Errorf("the league is called %q", name)
	}
	if a, b := must(l.Key(ctx))(t), must(l.Key(ctx))(t); !a.Equal(b) {
		t.Error("the league has two keys")
	}
}

func backup(t *testing.T, at place) {
	l := full(t, at)
	var a, b bytes.Buffer
	ok(t, l.Backup(ctx, &a))
	again := must(ledger.Open(ctx, at(t)))(t)
	defer func() { ok(t, again.Close()) }()
	ok(t, again.Restore(ctx, bytes.NewReader(a.Bytes())))
	ok(t, again.Backup(ctx, &b))
	if a.String() != b.String() {
		t.Errorf("restored\n%s\nof\n%s", b.String(), a.String())
	}
	if err := again.Restore(ctx, bytes.NewReader(a.Bytes())); !errors.Is(err, ledger.ErrNotEmpty) {
		t.Errorf("restored into one that is not empty: %v", err)
	}
}

// oldBackup restores a backup of the version before into a database that this version has migrated.
func oldBackup(t *testing.T, at place) {
	l := open(t, at(t))
	old := must(os.ReadFile(filepath.Join("testdata", "v1.jsonl")))(t)
	ok(t, l.Restore(ctx, bytes.NewReader(old)))
	if all := results(t, l); len(all) != 1 || all[0].Box != box.ID || len(all[0].Verdict.Seats) != 2 {
		t.Errorf("the results are %+v", all)
	}
	take(t, l, box, box.Record("m7", played(t, 7)), ledger.New)
	if err := l.Restore(ctx, bytes.NewReader(old)); !errors.Is(err, ledger.ErrNotEmpty) {
		t.Errorf("restored into one that is not empty: %v", err)
	}
	if all := results(t, l); len(all) != 2 {
		t.Errorf("after a refused restore there are %d results, want 2", len(all))
	}
}

func noBackup(t *testing.T, at place) {
	for text, want := range map[string]error{
		"": ledger.ErrBackup, "x": ledger.ErrBackup, `{"league":0}`: ledger.ErrBackup, `{"league":99}`: ledger.ErrNewer,
		`{"league":1}{"table":"goose","row":{"a":1}}`:        ledger.ErrBackup,
		`{"league":1}{"table":"boxes","row":{"id; x":1}}`:    ledger.ErrBackup,
		`{"league":1}{"table":"boxes","row":{}}`:             ledger.ErrBackup,
		`{"league":1}{"table":"settings","row":{"name":{}}}`: ledger.ErrBackup,
	} {
		l := must(ledger.Open(ctx, at(t)))(t)
		if err := l.Restore(ctx, strings.NewReader(text)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
		ok(t, l.Close())
	}
}
