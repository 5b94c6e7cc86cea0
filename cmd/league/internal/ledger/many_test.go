package ledger_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
	"tabletop/games"
)

// message is something that a box tells.
type message struct {
	record *ledger.CheckedRecord
	seal   *wire.Seal
	from   ledger.From
	erased []string
}

func (m message) tell(l *ledger.Ledger) (err error) {
	switch {
	case m.record != nil:
		_, err = takeRecord(l, *m.record)
	case m.seal != nil:
		_, err = l.TakeSeal(ctx, m.from, *m.seal)
	default:
		err = l.TakeErased(ctx, m.from, m.erased)
	}
	return err
}

// evening is what some boxes tell: each match in three parts, told twice, and one player of
// each box erased.
func evening(t testing.TB, boxes []audittest.Box, matches int) (all []message) {
	for i, b := range boxes {
		for n := range matches {
			m, id := played(t, uint64(i*matches+n)), fmt.Sprintf("b%dm%d", i, n)
			seal := b.Seal(id, m)
			all = append(all, message{seal: &seal, from: from(b)})
			for _, seq := range []int{5, m.Seq() - 3, m.Seq(), m.Seq()} {
				r := told(t, b, upTo(b, m, id, seq))
				all = append(all, message{record: &r})
			}
		}
		all = append(all, message{from: from(b), erased: []string{b.Player("Аня")}})
	}
	return all
}

func together(t *testing.T, at place) {
	var boxes []audittest.Box
	for n := range 4 {
		boxes = append(boxes, audittest.NewBox(n))
	}
	all := evening(t, boxes, *sharedMatches)
	where := at(t)
	first := open(t, where)
	for _, b := range boxes {
		ok(t, first.Enrol(ctx, b.ID))
	}
	var workers sync.WaitGroup
	for n := range 6 {
		l := open(t, where)
		mine := slices.Clone(all)
		rand.New(rand.NewPCG(uint64(n), 2)).Shuffle(len(mine), func(i, j int) { mine[i], mine[j] = mine[j], mine[i] })
		workers.Go(func() {
			if err := tellMany(l, mine, n+1); err != nil {
				t.Error(err)
			}
		})
	}
	done, read := make(chan struct{}), make(chan map[string]int64)
	go func() { read <- follow(t, open(t, where), done) }()
	workers.Wait()
	close(done)
	if got, want := <-read, revs(results(t, first)); !maps.Equal(got, want) {
		t.Errorf("who reads meanwhile has seen the revs %v, want %v", got, want)
	}
	alone := begin(t, at, boxes...)
	for _, m := range all {
		ok(t, m.tell(alone))
	}
	compare(t, first, alone, len(boxes)**sharedMatches)
	if kept := aside(t, first); len(kept) != 0 {
		t.Errorf("kept aside: %+v", kept)
	}
}

// tellMany tells messages in their order, up to most records that follow one another at once.
func tellMany(l *ledger.Ledger, all []message, most int) error {
	for len(all) > 0 {
		var records []ledger.CheckedRecord
		for len(records) < min(most, len(all)) && all[len(records)].record != nil {
			records = append(records, *all[len(records)].record)
		}
		if len(records) == 0 {
			if err := all[0].tell(l); err != nil {
				return err
			}
			all = all[1:]
			continue
		}
		if _, err := l.TakeRecords(ctx, records); err != nil {
			return err
		}
		all = all[len(records):]
	}
	return nil
}

// follow reads results as they change until done is closed, and then to the end. It returns the
// last rev of each record that it has read.
func follow(t *testing.T, l *ledger.Ledger, done <-chan struct{}) map[string]int64 {
	seen, since := map[string]int64{}, int64(0)
	for last := false; ; {
		all, rev, err := l.Results(ctx, since, 3)
		if err != nil {
			t.Error(err)
			return seen
		}
		since = rev
		maps.Copy(seen, revs(all))
		if last && len(all) == 0 {
			return seen
		}
		select {
		case <-done:
			last = true
		default:
		}
	}
}

// revs are the revs of records.
func revs(all []ledger.Match) map[string]int64 {
	m := map[string]int64{}
	for _, r := range all {
		m[r.Box+" "+r.ID] = r.Rev
	}
	return m
}

// inBatches takes records one by one into one league and many at once into another, with the same
// outcomes and the same rows.
func inBatches(t *testing.T, at place) {
	member, erased, waits, gone := audittest.NewBox(0), audittest.NewBox(1), audittest.NewBox(2), audittest.NewBox(3)
	var all []ledger.CheckedRecord
	for n, b := range []audittest.Box{member, erased, waits, gone} {
		for k := range 3 {
			m, id := played(t, uint64(n+k)), fmt.Sprint("m", k) // of all boxes
			for _, seq := range []int{5, m.Seq() - 3, m.Seq(), m.Seq()} {
				all = append(all, told(t, b, upTo(b, m, id, seq)))
			}
			all = append(all, told(t, b, b.Record(id, played(t, 99))))
			damaged := b.Record(id, m)
			damaged.Lines = damaged.Lines[:len(damaged.Lines)-9]
			all = append(all, told(t, b, damaged))
		}
	}
	rnd := rand.New(rand.NewPCG(1, 1))
	rnd.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var outcomes [2][]ledger.Outcome
	var rows [2]string
	for i, most := range []int{1, ledger.MostRecords} {
		l := begin(t, at, member, erased, gone)
		for _, b := range []audittest.Box{member, waits} {
			must(l.TakeSeal(ctx, from(b), b.Seal("m0", played(t, 0))))(t)
		}
		ok(t, l.TakeErased(ctx, from(erased), []string{erased.Player("Аня")}))
		ok(t, l.Revoke(ctx, gone.ID))
		for some := range slices.Chunk(all, most) {
			outcomes[i] = append(outcomes[i], must(l.TakeRecords(ctx, some))(t)...)
		}
		rows[i] = untimed(t, l)
	}
	if !slices.Equal(outcomes[0], outcomes[1]) {
		t.Errorf("one by one the outcomes are\n%v, at once\n%v", outcomes[0], outcomes[1])
	}
	if rows[0] != rows[1] {
		t.Errorf("one by one the rows are\n%s\nat once\n%s", rows[0], rows[1])
	}
	for _, want := range []ledger.Outcome{ledger.New, ledger.Extended, ledger.Known, ledger.InQuarantine, ledger.Waiting} {
		if !slices.Contains(outcomes[0], want) {
			t.Errorf("no record is %s", want)
		}
	}
}

// untimed is a backup without times and revs. The revs of records are all different.
func untimed(t *testing.T, l *ledger.Ledger) string {
	t.Helper()
	var backup bytes.Buffer
	ok(t, l.Backup(ctx, &backup))
	var kept []string
	seen := map[any]bool{}
	for _, line := range strings.Split(strings.TrimSpace(backup.String()), "\n")[1:] {
		var r struct {
			Table string
			Row   map[string]any
		}
		ok(t, json.Unmarshal([]byte(line), &r))
		if rev, of := r.Row["rev"], r.Table == "records"; of {
			if seen[rev] {
				t.Errorf("two records have the rev %v", rev)
			}
			seen[rev] = true
		}
		if r.Table == "counters" { // records that change twice in a transaction draw revs twice
			continue
		}
		for _, name := range []string{"heard", "seen", "since", "enrolled", "revoked", "rev"} {
			delete(r.Row, name)
		}
		kept = append(kept, string(must(json.Marshal(r))(t)))
	}
	return strings.Join(kept, "\n")
}

// noneOfRefused takes records of which one is refused, and stores none of them.
func noneOfRefused(t *testing.T, at place) {
	l := begin(t, at, box)
	m := played(t, 1)
	good, bad := told(t, box, box.Record("m1", m)), told(t, box, box.Record("no id", m))
	unknown := audittest.NewBox(2)
	long := told(t, unknown, unknown.Record("m1", m))
	long.Record.Lines = strings.Repeat("x", ledger.MostBytes)
	for _, tt := range []struct {
		with ledger.CheckedRecord
		want error
	}{{bad, ledger.ErrMalformed}, {long, ledger.ErrFull}} {
		taken, err := l.TakeRecords(ctx, []ledger.CheckedRecord{good, tt.with, good})
		if !errors.Is(err, tt.want) || !ledger.Refused(err) || len(taken) > 0 {
			t.Errorf("outcomes %v, %v; want %v", taken, err, tt.want)
		}
	}
	for _, n := range []int{0, ledger.MostRecords + 1} {
		if _, err := l.TakeRecords(ctx, slices.Repeat([]ledger.CheckedRecord{good}, n)); !errors.Is(err, ledger.ErrMalformed) {
			t.Errorf("%d records: %v", n, err)
		}
	}
	if all, boxes := results(t, l), must(l.Boxes(ctx))(t); len(all) != 0 || len(boxes) != 1 {
		t.Errorf("%d results are stored, and %d boxes are known", len(all), len(boxes))
	}
}

// newcomers fill the league with waiting boxes, some in one transaction, which leave room for one
// another.
func newcomers(t *testing.T, at place) {
	l := begin(t, at)
	m := played(t, 1)
	var all []ledger.CheckedRecord
	for n := range ledger.MostUnknown + 30 {
		b := audittest.NewBox(n)
		if n < ledger.MostUnknown-10 {
			must(l.TakeLogin(ctx, login(b, "", true)))(t)
			continue
		}
		all = append(all, told(t, b, b.Record("m", m)))
	}
	taken := must(l.TakeRecords(ctx, all))(t)
	if n := len(must(l.Boxes(ctx))(t)); n != ledger.MostUnknown {
		t.Errorf("%d boxes are known, want %d", n, ledger.MostUnknown)
	}
	if n := len(aside(t, l)); n != len(all) || len(taken) != n {
		t.Errorf("%d records wait of %d, outcomes %v", n, len(all), taken)
	}
}

// TestNobodyWhoReadsMissesASlowCommit stops a transaction that has drawn its revs before its commit,
// and takes further records and reads meanwhile.
func TestNobodyWhoReadsMissesASlowCommit(t *testing.T) {
	t.Parallel()
	where := pgtest.Start(t).Schema("league")
	slow, quick := audittest.NewBox(1), audittest.NewBox(2)
	l, other, m := open(t, where), open(t, where), played(t, 1)
	for _, b := range []audittest.Box{slow, quick} {
		ok(t, l.Enrol(ctx, b.ID))
	}
	db := must(sql.Open("pgx", where))(t)
	t.Cleanup(func() { ok(t, db.Close()) })
	must(db.Exec(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'`))(t)
	must(db.Exec(`CREATE CONSTRAINT TRIGGER stop AFTER INSERT OR UPDATE ON records DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW WHEN (NEW.box = '` + slow.ID + `') EXECUTE FUNCTION stop()`))(t)
	gate := must(db.Conn(ctx))(t)
	must(gate.ExecContext(ctx, `SELECT pg_advisory_lock(1)`))(t)
	waits := func(condition string) (n int) {
		ok(t, db.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND `+condition).Scan(&n))
		return n
	}
	take := func(l *ledger.Ledger, b audittest.Box) <-chan error {
		taken := make(chan error, 1)
		records := []ledger.CheckedRecord{told(t, b, b.Record("m1", m)), told(t, b, b.Record("m2", m))}
		go func() {
			_, err := l.TakeRecords(ctx, records)
			taken <- err
		}()
		return taken
	}
	first := take(l, slow)
	waittest.True(t, "the first transaction to commit", func() bool { return waits(`wait_event = 'advisory'`) == 1 })
	second := take(other, quick)
	waittest.True(t, "the second transaction to wait or to end", func() bool {
		return waits(`wait_event <> 'advisory'`) == 1 || len(second) == 1
	})
	early, rev, err := l.Results(ctx, 0, 99)
	ok(t, err)
	must(gate.ExecContext(ctx, `SELECT pg_advisory_unlock(1)`))(t)
	ok(t, errors.Join(<-first, <-second, gate.Close()))
	late, _, err := l.Results(ctx, rev, 99)
	ok(t, err)
	if len(early)+len(late) != 4 {
		t.Errorf("%d records are read up to the rev %d and %d after it, want 4", len(early), rev, len(late))
	}
}

// atOnce erases a player while another worker takes records of the box.
func atOnce(t *testing.T, at place) {
	where := at(t)
	l, other := open(t, where), open(t, where)
	m := played(t, 1)
	for n := range *erasedBoxes {
		b := audittest.NewBox(n)
		ok(t, l.Enrol(ctx, b.ID))
		var workers sync.WaitGroup
		for k := range 4 {
			r := told(t, b, b.Record(fmt.Sprintf("b%dm%d", n, k), m))
			workers.Go(func() {
				if _, err := takeRecord(other, r); err != nil {
					t.Error(err)
				}
			})
		}
		if err := l.TakeErased(ctx, from(b), []string{b.Player("Аня")}); err != nil {
			t.Error(err)
		}
		workers.Wait()
	}
	var all bytes.Buffer
	ok(t, l.Backup(ctx, &all))
	if named := strings.Count(all.String(), "Аня"); named > 0 || len(results(t, l)) != 4**erasedBoxes {
		t.Errorf("%d results, named %d times", len(results(t, l)), named)
	}
}

// compare compares the results that two leagues hold, n of them, whenever they came.
func compare(t *testing.T, got, want *ledger.Ledger, n int) {
	t.Helper()
	a, b := results(t, got), results(t, want)
	for _, all := range [][]ledger.Match{a, b} {
		slices.SortFunc(all, func(x, y ledger.Match) int { return strings.Compare(x.ID, y.ID) })
		for i := range all {
			all[i].Received, all[i].Rev, all[i].Witnessed, all[i].Unwitnessed = 0, 0, false, ""
		}
	}
	if len(a) != n || !reflect.DeepEqual(a, b) {
		t.Errorf("%d results:\n%+v\nwant\n%+v", len(a), a, b)
	}
	for _, m := range a {
		x, y := must(got.Lines(ctx, m.Box, m.ID))(t), must(want.Lines(ctx, m.Box, m.ID))(t)
		if x != y || strings.Contains(x, "Аня") {
			t.Errorf("%s: the lines are\n%s\nwant\n%s", m.ID, x, y)
		}
	}
}

func beginTogether(t *testing.T, at place) {
	where := at(t)
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			l, err := ledger.Open(ctx, where)
			if err == nil {
				err = errors.Join(l.Migrate(ctx), l.SetSetting(ctx, "x", "y"), l.Close())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
}

// erased tells and erases in each order, and looks for the name in all that is kept.
func erased(t *testing.T, at place) {
	m := played(t, 1)
	rec := box.Record("m1", m)
	damaged := rec
	damaged.Match, damaged.Lines = "m2", m.UpTo(1)+`{"kind":"seated","seat":1,"says":"Аня"}` // she has it already
	state := wire.State{
		N: 1, Now: "Ход Ани", Who: "Аня", Seats: []wire.Seat{{Name: "Аня", Player: box.Player("Аня")}, {Name: "Боря"}},
		Moment: &wire.Moment{Kind: games.Steal, Match: "m1", Seq: 3, Text: "Боря грабит", Note: "у Ани", Seats: []int{2, 1}, Names: []string{"Боря", "Аня"}},
	}
	steps := map[string]func(l *ledger.Ledger){
		"erase":   func(l *ledger.Ledger) { ok(t, l.TakeErased(ctx, from(box), []string{box.Player("Аня")})) },
		"record":  func(l *ledger.Ledger) { must(takeRecord(l, told(t, box, rec)))(t) },
		"damaged": func(l *ledger.Ledger) { must(takeRecord(l, told(t, box, damaged)))(t) },
		"state":   func(l *ledger.Ledger) { ok(t, l.TakeStates(ctx, []ledger.State{{Box: box.ID, State: state}})) },
	}
	for _, order := range []string{"record damaged state erase", "erase record damaged", "record erase record damaged"} {
		l := begin(t, at, box)
		for _, step := range strings.Fields(order) {
			steps[step](l)
		}
		var all bytes.Buffer
		ok(t, l.Backup(ctx, &all))
		if text := all.String(); strings.Contains(text, "Аня") || strings.Contains(text, "Ани") || !strings.Contains(text, "Боря") {
			t.Errorf("%s:\n%s", order, text)
		}
		got := results(t, l)
		if len(got) != 1 || len(got[0].Verdict.Seats) != 2 || len(aside(t, l)) != 1 {
			t.Fatalf("%s: %+v", order, got)
		}
		for _, s := range got[0].Verdict.Seats {
			if hidden := s.Name != "Боря"; hidden != (s.Player == "") || hidden && s.Name != "Игрок 1" {
				t.Errorf("%s: %+v", order, s)
			}
		}
		if names := must(l.Aliases(ctx))(t); len(names) != 1 || names[box.Player("Боря")].Name != "Боря" {
			t.Errorf("%s: aliases %v", order, names)
		}
	}
	l := begin(t, at, box)
	steps["erase"](l)
	steps["state"](l) // one that was on its way
	if all, _, err := l.States(ctx, 0); err != nil || len(all) != 1 || all[0].State.Seats[0].Name != "Игрок 1" || all[0].State.Who != "Игрок 1" || all[0].State.Now != "" || all[0].State.Moment != nil {
		t.Errorf("%+v, %v", all, err)
	}
	if err := l.TakeErased(ctx, from(box), []string{"x' OR 1=1"}); !errors.Is(err, ledger.ErrMalformed) {
		t.Errorf("no id: %v", err)
	}
}

// erasedWaits erases who sits in records that wait for their box. When it is enrolled they
// are taken, and wait no more.
func erasedWaits(t *testing.T, at place) {
	l := begin(t, at)
	m := played(t, 1)
	named := box.Record("m1", m)
	hidden := named
	hidden.Lines, hidden.Players = strings.ReplaceAll(named.Lines, "Аня", "Игрок 1"), map[string]string{"Боря": box.Player("Боря")}
	for _, rec := range []wire.Record{named, hidden} {
		take(t, l, box, rec, ledger.Waiting)
	}
	ok(t, l.TakeErased(ctx, from(box), []string{box.Player("Аня")}))
	ok(t, l.Enrol(ctx, box.ID))
	for _, k := range must(l.WaitingRecords(ctx, 0, 10))(t) {
		if taken := must(takeRecord(l, told(t, box, k.Record)))(t); taken != ledger.New {
			t.Errorf("taken: %s", taken)
		}
	}
	if all := results(t, l); len(all) != 1 || len(aside(t, l)) != 0 {
		t.Errorf("%d results, aside %+v", len(all), aside(t, l))
	}
}

func renamed(t *testing.T, at place) {
	l := begin(t, at, box)
	m := played(t, 1)
	hidden := box.Record("m1", m)
	hidden.Lines = strings.ReplaceAll(hidden.Lines, "Аня", "Игрок 1")
	hidden.Players = map[string]string{"Боря": box.Player("Боря")}
	take(t, l, box, hidden, ledger.New)
	take(t, l, box, box.Record("m1", m), ledger.Renamed)
	take(t, l, box, hidden, ledger.Known) // one that was on its way
	all := results(t, l)
	if len(all) != 1 || len(all[0].Verdict.Seats) != 2 {
		t.Fatalf("%+v", all)
	}
	for _, s := range all[0].Verdict.Seats {
		if s.Player != box.Player(s.Name) {
			t.Errorf("%+v", s)
		}
	}
}

// full is a league in which each table has rows.
func full(t *testing.T, at place) *ledger.Ledger {
	l := begin(t, at, box)
	m := played(t, 1)
	must(l.TakeLogin(ctx, login(box, "192.0.2.0/24", true)))(t)
	must(l.TakeSeal(ctx, from(box), box.Seal("m1", m)))(t)
	take(t, l, box, box.Record("m1", m), ledger.New)
	take(t, l, box, box.Record("m1", played(t, 2)), ledger.InQuarantine)
	ok(t, l.TakeErased(ctx, from(box), []string{box.Player("Боря")}))
	ok(t, l.TakeStates(ctx, []ledger.State{{Box: box.ID, State: wire.State{N: 7}}}))
	must(l.AddCommand(ctx, 0, ledger.Command{Who: "Вера", Kind: "season", Body: []byte(`{"name":"весна"}`)}))(t)
	ok(t, l.AddAccount(ctx, ledger.Account{Token: "h", Name: "Вера", Role: ledger.Owner}))
	must(l.Key(ctx))(t)
	return l
}

var update = flag.Bool("update", false, "write testdata of this version")

// before opens databases as versions before have left them, kept as backups, and finds all
// that was in them.
func before(t *testing.T, at place) {
	if *update {
		var out bytes.Buffer
		ok(t, full(t, at).Backup(ctx, &out))
		ok(t, os.WriteFile(filepath.Join("testdata", "v2.jsonl"), out.Bytes(), 0o644))
	}
	files, err := filepath.Glob("testdata/v*.jsonl")
	if ok(t, err); len(files) == 0 {
		t.Fatal("there are no databases of before")
	}
	for _, file := range files {
		old := must(os.ReadFile(file))(t)
		l := must(ledger.Open(ctx, at(t)))(t)
		ok(t, l.Restore(ctx, bytes.NewReader(old)))
		var now bytes.Buffer
		ok(t, l.Backup(ctx, &now))
		holds(t, now.String(), string(old))
		if all := results(t, l); len(all) != 1 || !all[0].Witnessed || len(all[0].Verdict.Seats) != 2 {
			t.Errorf("%s: the results are %+v", file, all)
		}
		take(t, l, box, box.Record("m7", played(t, 7)), ledger.New)
		ok(t, l.Close())
	}
}

// refused migrates a league of the version before that has refused records of a box because of
// another one, and judges them again.
func refused(t *testing.T, at place) {
	thief, m := audittest.NewBox(2), played(t, 1)
	var backup strings.Builder
	backup.WriteString(`{"league":1}` + "\n")
	put := func(table string, row map[string]any) {
		backup.Write(must(json.Marshal(map[string]any{"table": table, "row": row}))(t))
		backup.WriteString("\n")
	}
	for _, name := range []string{"states", "results", "aside"} {
		put("counters", map[string]any{"name": name, "n": 9})
	}
	for _, b := range []audittest.Box{box, thief} {
		put("boxes", map[string]any{
			"id": b.ID, "key": from(b).Key, "name": "", "version": "", "online": 0, "seen": 7, "told": 9, "enrolled": 1, "revoked": 0, "announced": 1,
		})
	}
	for id, witnessed := range map[string]int{"m1": 1, "m2": 0, "m3": 0} {
		v := told(t, thief, thief.Record(id, played(t, 2))).Verdict
		for i, s := range v.Seats {
			put("results", map[string]any{"matchid": id, "seat": i + 1, "player": s.Player, "name": s.Name, "score": s.Score, "rank": s.Rank, "won": 0})
		}
		lines := v.Lines
		v.Seats, v.Lines = nil, ""
		put("records", map[string]any{
			"matchid": id, "box": thief.ID, "sum": id, "facts": v.Facts, "lines": lines, "players": "{}", "heard": 3, "told": 2,
			"verdict": string(must(json.Marshal(v))(t)), "witnessed": witnessed, "rev": 1,
		})
	}
	quarantined := []struct {
		b                 audittest.Box
		match, reason, to string
	}{
		{box, "m1", "differs", ledger.Unknown}, {box, "m2", "moved", ledger.Unknown}, {box, "m3", "luck", "luck"}, {thief, "m1", "differs", "differs"},
	}
	for i, q := range quarantined {
		rec := q.b.Record(q.match, m)
		put("aside", map[string]any{
			"id": i + 1, "matchid": q.match, "box": q.b.ID, "sum": rec.Sum(), "reason": q.reason, "detail": "x",
			"body": string(wire.Marshal(rec)), "heard": 5, "told": 4,
		})
	}
	l := must(ledger.Open(ctx, at(t)))(t)
	t.Cleanup(func() { ok(t, l.Close()) })
	ok(t, l.Restore(ctx, strings.NewReader(backup.String())))
	for i, k := range aside(t, l) {
		if k.Reason != quarantined[i].to {
			t.Errorf("%s of %s is kept aside as %s, want %s", k.Record.Match, k.From.Box, k.Reason, quarantined[i].to)
		}
	}
	for _, r := range results(t, l) {
		if want := map[bool]ledger.Unwitnessed{true: "", false: ledger.OlderLedger}[r.Witnessed]; r.Unwitnessed != want || len(r.Verdict.Seats) != 2 {
			t.Errorf("%s: %+v, want the reason %q", r.ID, r, want)
		}
	}
	waiting := must(l.WaitingRecords(ctx, 0, 9))(t)
	for _, k := range waiting {
		if k.From.Box != box.ID {
			t.Errorf("a record of %s is judged again", k.From.Box)
		}
		take(t, l, box, k.Record, ledger.New)
	}
	mine := 0
	for _, r := range results(t, l) {
		if r.Box == box.ID {
			if mine++; r.Received != 5 || r.Verdict.Facts != m.Seq() {
				t.Errorf("judged again: %+v", r)
			}
		}
	}
	if len(waiting) != 2 || mine != 2 || len(aside(t, l)) != 2 {
		t.Errorf("%d records wait, %d are stored, want 2 and 2; aside are %+v", len(waiting), mine, aside(t, l))
	}
}

// holds finds each row of an older backup in a newer one, which may have more columns.
func holds(t *testing.T, now, old string) {
	t.Helper()
	rows := map[string]bool{}
	type row struct {
		Table string
		Row   map[string]any
	}
	parse := func(line string, keep map[string]any) string {
		var r row
		ok(t, json.Unmarshal([]byte(line), &r))
		for name := range r.Row {
			if _, known := keep[name]; keep != nil && !known {
				delete(r.Row, name)
			}
		}
		return fmt.Sprint(r.Table, r.Row)
	}
	newer := strings.Split(strings.TrimSpace(now), "\n")[1:]
	for _, line := range strings.Split(strings.TrimSpace(old), "\n")[1:] {
		var r row
		ok(t, json.Unmarshal([]byte(line), &r))
		if !slices.ContainsFunc(newer, func(n string) bool { return parse(n, r.Row) == fmt.Sprint(r.Table, r.Row) }) {
			t.Errorf("a row is gone: %s", line)
		}
		rows[r.Table] = true
	}
	if len(rows) != 12 {
		t.Errorf("only the tables %v had rows", rows)
	}
}

func newer(t *testing.T, at place) {
	where := at(t)
	open(t, where)
	driver, name := "pgx", where
	if path, lite := strings.CutPrefix(where, "sqlite:"); lite {
		driver, name = "sqlite", "file:"+strings.NewReplacer("?", "%3f", "#", "%23", " ", "%20").Replace(path)
	}
	db := must(sql.Open(driver, name))(t)
	_, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)`)
	ok(t, errors.Join(err, db.Close()))
	again := must(ledger.Open(ctx, where))(t)
	defer func() { ok(t, again.Close()) }()
	if err := again.Migrate(ctx); !errors.Is(err, ledger.ErrNewer) {
		t.Errorf("got %v", err)
	}
}

func TestOnlyDatabasesAreOpened(t *testing.T) {
	for _, where := range []string{"", "sqlite:", "mysql://x", "league.db"} {
		if _, err := ledger.Open(ctx, where); !errors.Is(err, ledger.ErrURL) {
			t.Errorf("%q: %v", where, err)
		}
	}
	if _, err := ledger.Open(ctx, "sqlite:"+filepath.Join(t.TempDir(), "no", "folder", "x.db")); err == nil {
		t.Error("opened where there is no folder")
	}
}
