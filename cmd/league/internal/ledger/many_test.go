package ledger_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
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
	"tabletop/companion/club/wire"
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
		_, err = l.TakeRecord(ctx, *m.record)
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
			for _, m := range mine {
				if err := m.tell(l); err != nil {
					t.Error(err)
				}
			}
		})
	}
	workers.Wait()
	alone := begin(t, at, boxes...)
	for _, m := range all {
		ok(t, m.tell(alone))
	}
	compare(t, first, alone, len(boxes)**sharedMatches)
	if kept := aside(t, first); len(kept) != 0 {
		t.Errorf("kept aside: %+v", kept)
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
				if _, err := other.TakeRecord(ctx, r); err != nil {
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
		"record":  func(l *ledger.Ledger) { must(l.TakeRecord(ctx, told(t, box, rec)))(t) },
		"damaged": func(l *ledger.Ledger) { must(l.TakeRecord(ctx, told(t, box, damaged)))(t) },
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
		if taken := must(l.TakeRecord(ctx, told(t, box, k.Record)))(t); taken != ledger.New {
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
