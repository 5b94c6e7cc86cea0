package store

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/history"
	"tabletop/companion/store/plugtest"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mice"
)

func backupOf(t testing.TB, s *Store) string {
	t.Helper()
	var b strings.Builder
	if err := s.Backup(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func restore(t testing.TB, s *Store, text string) (matches, players int) {
	t.Helper()
	added, err := s.Take(t.Context(), history.KindBackup, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return added.Matches, added.Players
}

func TestABackupIsCountedWithoutBeingTaken(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "one", First: 1, Lines: lines(1, 3), Players: "Аня\nБоря\n"})
	for text, want := range map[string]string{backupOf(t, s): "1 1 2 <nil>", longBackup(): "1 0 0 <nil>", longBackup()[:30]: "0 0 0 line 1: the file ends too early"} {
		p, err := s.Look(t.Context(), history.KindBackup, strings.NewReader(text))
		if got := fmt.Sprint(p.Matches, p.Open, p.Players, err); got != want {
			t.Errorf("%.60q: %s, want %s", text, got, want)
		}
	}
}

func longBackup() string {
	return `{"kind":"backup","version":1}` + "\n" +
		`{"kind":"match","id":"long","over":true,"facts":1100}` + "\n" + lines(1, 1100) +
		`{"kind":"end","matches":1,"facts":1100}` + "\n"
}

func TestABackupIsLinesThatCanBeRead(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Settings: "language\tru\nguests\tsecret things\nhotspot\tpassword\n", Players: "Аня\nБоря\n"})
	keep(t, s, spelled{Match: "a", First: 1, Lines: lines(1, 2), Secret: secretA})
	keep(t, s, spelled{Match: "b", First: 1, Lines: lines(1, 1), Over: true, Secret: secretB})
	want := `{"kind":"backup","version":1,"chained":true}
{"kind":"player","name":"Аня"}
{"kind":"player","name":"Боря"}
{"kind":"setting","key":"language","value":"ru"}
{"kind":"match","id":"a","played":1,"facts":2,"head":"79952f92f7fbd830e6849fa8b27db9ac6b4b2e09752bb80e8c139f67b37f8803"}
` + lines(1, 2) + `{"kind":"match","id":"b","over":true,"facts":1,"head":"d4c38cb8efd7ee5cedbd9e400a0c7e8410bfce77536148eebb68910d1d5cfdd5"}
` + lines(1, 1) + `{"kind":"end","players":2,"settings":1,"matches":2,"facts":3}
`
	if got := backupOf(t, s); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// shelf is what a backup must bring back.
type shelf struct {
	Evening loaded
	Records []history.Entry
}

func shelfOf(t testing.TB, s *Store) (all shelf) {
	all.Evening = load(t, s)
	delete(all.Evening.Settings, "guests")
	for i := range all.Evening.Open {
		all.Evening.Open[i].Secret = ""
	}
	for i, e := range list(t, s) {
		e = record(t, s, e.ID)
		e.Summary, e.Mark = "", int64(i)
		all.Records = append(all.Records, e)
	}
	return all
}

// brief opens dir for one check, and removes it then.
func brief(rt *rapid.T, dir string) *Store {
	rt.Helper()
	s, err := Open(dir, evening, rolling)
	if err != nil {
		rt.Fatal(err)
	}
	rt.Cleanup(func() {
		if err := errors.Join(s.Close(), os.RemoveAll(dir)); err != nil {
			rt.Error(err)
		}
	})
	return s
}

func TestABackupBringsBackAllButSecrets(t *testing.T) {
	t.Parallel()
	names := []string{"Аня", "Боря", "Вера", "Гоша", "Zoë"}
	rapid.Check(t, func(rt *rapid.T) {
		s, fresh := brief(rt, t.TempDir()), brief(rt, t.TempDir())
		for i := range rapid.IntRange(0, 6).Draw(rt, "matches") {
			seated := rapid.Permutation(names).Draw(rt, "names")[:rapid.IntRange(1, 4).Draw(rt, "seats")]
			k := spelled{
				Match: fmt.Sprint("m", i), First: 1, Lines: started(seated...), Secret: secretA,
				Players: strings.Join(seated, "\n") + "\n", Over: rapid.Bool().Draw(rt, "over"),
			}
			if n := rapid.IntRange(1, 20).Draw(rt, "facts"); n > 1 {
				k.Lines += lines(2, n)
			}
			keep(t, s, k)
		}
		for i := range rapid.IntRange(0, 3).Draw(rt, "played again") {
			id := fmt.Sprint("m", rapid.IntRange(0, 5).Draw(rt, "id"))
			if e, err := s.Record(t.Context(), id); err == nil {
				n := strings.Count(e.Lines, "\n")
				keep(t, s, spelled{Match: id, First: n + 1, Lines: lines(n+1, n+1), Over: i == 2})
			}
		}
		for range rapid.IntRange(0, 3).Draw(rt, "settings") {
			key := rapid.StringMatching(`[a-z]{1,4}|guests|draft:[a-zа-я]+`).Draw(rt, "key")
			keep(t, s, spelled{Settings: key + "\t" + rapid.StringMatching(`[^\n]{1,20}`).Draw(rt, "value") + "\n"})
		}
		text := backupOf(t, s)
		restore(t, fresh, text)
		got, want := shelfOf(t, fresh), shelfOf(t, s)
		if !reflect.DeepEqual(got, want) {
			rt.Errorf("got %+v\nwant %+v", got, want)
		}
		if again := backupOf(t, fresh); again != text {
			rt.Errorf("the backup of what was restored:\n%swant\n%s", again, text)
		}
		if matches, players := restore(t, fresh, text); matches+players != 0 {
			rt.Errorf("once more: %d matches and %d players were new", matches, players)
		}
	})
}

func TestABackupIsMergedWithWhatIsThere(t *testing.T) {
	old := opened(t, t.TempDir())
	for _, id := range []string{"a", "b", "c", "d"} {
		keepNames(t, old, id, "Аня", "Боря")
	}
	keep(t, old, spelled{Settings: "language\tru\ncups\t[]\n", Players: "Вера\n"})
	text := backupOf(t, old)
	for _, c := range []struct {
		name    string
		there   []string
		matches int
		want    string // oldest first
	}{
		{"nothing", nil, 4, "a b c d"},
		{"others", []string{"x", "y"}, 4, "a b c d x y"},
		{"some of it", []string{"b", "x", "d", "y"}, 2, "a b c x d y"},
		{"all of it", []string{"a", "b", "c", "d"}, 0, "a b c d"},
	} {
		s := opened(t, t.TempDir())
		for _, id := range c.there {
			keep(t, s, spelled{Match: id, First: 1, Lines: started("Гоша", "Боря"), Over: true})
		}
		keep(t, s, spelled{Settings: "language\ten\n", Players: "Боря\nГоша\n"})
		matches, players := restore(t, s, text)
		if matches != c.matches || players != 2 {
			t.Errorf("%s: %d matches and %d players are new, want %d and 2", c.name, matches, players, c.matches)
		}
		order := ids(list(t, s))
		slices.Reverse(order)
		if got := strings.Join(order, " "); got != c.want {
			t.Errorf("%s: order %q, want %q", c.name, got, c.want)
		}
		e := load(t, s)
		if got := fmt.Sprint(e.Players, e.Settings["language"], e.Settings["cups"]); got != "[Гоша Боря Вера Аня]en[]" {
			t.Errorf("%s: players and settings %s", c.name, got)
		}
		for _, id := range c.there {
			if got := record(t, s, id).Lines; got != started("Гоша", "Боря") {
				t.Errorf("%s: match %s became %s", c.name, id, got)
			}
		}
		keep(t, s, spelled{Match: "next", First: 1, Lines: lines(1, 1)})
		if got := list(t, s)[0].ID; got != "next" {
			t.Errorf("%s: the next match stands behind %s", c.name, got)
		}
	}
}

func TestRestoredOpenMatchesComeBehindThoseAtTheTable(t *testing.T) {
	old := opened(t, t.TempDir())
	for _, id := range []string{"a", "b", "c"} {
		keep(t, old, spelled{Match: id, First: 1, Lines: lines(1, 2), Secret: secretA})
	}
	keep(t, old, spelled{Match: "a", First: 3, Lines: lines(3, 3)})
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "x", First: 1, Lines: lines(1, 2)})
	restore(t, s, backupOf(t, old))
	if got := fmt.Sprint(openOf(load(t, s))); got != "[x a c b]" {
		t.Errorf("open: %s", got)
	}
}

var backupCuts = flag.Int("backup-cuts", 60, "at how many bytes a backup is cut")

func TestABackupThatWasCutOffIsRefusedWhereverItWas(t *testing.T) {
	t.Parallel()
	draw := chance(t)
	s := opened(t, t.TempDir())
	for _, k := range night {
		keep(t, s, k)
	}
	text := backupOf(t, s)
	fresh := opened(t, t.TempDir())
	before := dump(t, fresh)
	for n := range *backupCuts + 2 {
		at := draw.IntN(len(text) - 1)
		if n < 2 {
			at = n * (len(text) - 2) // the first, and the last that is cut off
		}
		_, err := fresh.Take(t.Context(), history.KindBackup, strings.NewReader(text[:at]))
		wrong := (*BackupError)(nil)
		if !errors.Is(err, ErrBackup) || !errors.As(err, &wrong) || wrong.Line < 1 || wrong.Line > 1+strings.Count(text[:at], "\n") {
			t.Fatalf("cut at byte %d of %d: %v", at, len(text), err)
		}
	}
	if got := dump(t, fresh); got != before {
		t.Errorf("left\n%s", got)
	}
	restore(t, fresh, text[:len(text)-1]) // but for the last line feed
}

func TestABadBackupIsRefusedWithItsLine(t *testing.T) {
	const head = `{"kind":"backup","version":1}` + "\n"
	const end = `{"kind":"end"}` + "\n"
	match := func(id string) string {
		return `{"kind":"match","id":"` + id + `","facts":1}` + "\n" + lines(1, 1)
	}
	s := opened(t, t.TempDir())
	before := dump(t, s)
	for _, c := range []struct {
		name, text string
		line       int
		says       string
	}{
		{"nothing", "", 1, "ends too early"},
		{"a page", "<html>\n", 1, "invalid character"},
		{"a record", lines(1, 3), 1, `a backup begins with`},
		{"a database", "SQLite format 3\x00" + strings.Repeat("\x00", 100_000), 1, "at most"},
		{"a later version", strings.Replace(head, "1", "2", 1) + end, 1, "version 2"},
		{"two heads", head + head + end, 2, "is not allowed here"},
		{"an unknown kind", head + `{"kind":"cookie"}` + "\n" + end, 2, `"cookie"`},
		{"a fact out of place", head + line(1) + "\n" + end, 2, `"started"`},
		{"a name that is none", head + `{"kind":"player","name":"<script>"}` + "\n" + end, 2, "letters"},
		{"a player twice", head + strings.Repeat(`{"kind":"player","name":"Аня"}`+"\n", 2) + end, 3, "twice"},
		{"guests", head + `{"kind":"setting","key":"guests","value":"x"}` + "\n" + end, 2, "not allowed in a backup"},
		{"a setting of two lines", head + `{"kind":"setting","key":"a","value":"x\ny"}` + "\n" + end, 2, "can't be a setting"},
		{"a setting with a tabulator", head + `{"kind":"setting","key":"a\tb","value":"x"}` + "\n" + end, 2, "can't be a setting"},
		{"an id with a path", head + match("../x") + end, 2, "id of a match"},
		{"no id", head + match("") + end, 2, "id of a match"},
		{"a match twice", head + match("a") + match("a") + end, 4, "twice"},
		{"no facts", head + `{"kind":"match","id":"a"}` + "\n" + end, 2, "out of range"},
		{"far too many facts", head + `{"kind":"match","id":"a","facts":99999999}` + "\n" + end, 2, "out of range"},
		{"played in the far future", head + `{"kind":"match","id":"a","facts":1,"played":9223372036854775807}` + "\n" + end, 2, "out of range"},
		{"more facts than there are", head + `{"kind":"match","id":"a","facts":9}` + "\n" + lines(1, 1) + end, 4, `unknown kind "end"`},
		{"fewer facts than there should be", head + `{"kind":"match","id":"a","facts":9}` + "\n" + lines(1, 3), 5, "ends too early"},
		{"a wrong count", head + match("a") + `{"kind":"end","matches":2,"facts":1}` + "\n", 4, "differs from the count"},
		{"something behind", head + end + "{}\n", 3, "after the end"},
		{"a long line", head + `{"kind":"player","name":"` + strings.Repeat("a", 70_000) + "\"}\n", 2, "at most"},
	} {
		_, err := s.Take(t.Context(), history.KindBackup, strings.NewReader(c.text))
		wrong := (*BackupError)(nil)
		if !errors.Is(err, ErrBackup) || !errors.As(err, &wrong) || wrong.Line != c.line || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want line %d and %q", c.name, err, c.line, c.says)
		}
	}
	if got := dump(t, s); got != before {
		t.Errorf("left\n%s", got)
	}
}

var catalogue = games.Of(mice.Rules{}, dice.Rules{}, fox.Rules{})

// recordOf is a match that a released version wrote.
func recordOf(t testing.TB, game string) string {
	t.Helper()
	return string(read(t, filepath.Join("..", "match", "testdata", "v1", game+".jsonl")))
}

func TestEveryRecordOfABackupIsReadBeforeAnythingIsWritten(t *testing.T) {
	s := opened(t, t.TempDir(), catalogue.Games...)
	for _, game := range []string{"mice", "fox", "dice"} {
		keep(t, s, spelled{Match: game, First: 1, Lines: recordOf(t, game), Over: game == "mice"})
	}
	text := backupOf(t, s)
	fresh := opened(t, t.TempDir(), catalogue.Games...)
	before := dump(t, fresh)
	bad := strings.Replace(strings.Replace(text, `,"chained":true`, "", 1), `"says":"dice green white"`, `"says":"dice white green"`, 1)
	at := 1 + strings.Count(text[:strings.Index(text, `"says":"dice green white"`)], "\n")
	_, err := fresh.Take(t.Context(), history.KindBackup, strings.NewReader(bad))
	wrong, illegal := (*BackupError)(nil), games.Illegal{}
	if !errors.As(err, &wrong) || wrong.Line != at || !errors.As(err, &illegal) {
		t.Errorf("got %v, want an illegal decision in line %d", err, at)
	}
	if got := dump(t, fresh); got != before {
		t.Errorf("left\n%s", got)
	}
	if n, _ := restore(t, fresh, text); n != 3 {
		t.Fatalf("%d matches are new, want 3", n)
	}
	if e := record(t, fresh, "mice"); !e.Over || !strings.Contains(e.Summary, `"won":[2]`) {
		t.Errorf("got %t, %s", e.Over, e.Summary)
	}
	if got := fmt.Sprint(load(t, fresh).Firsts); !strings.Contains(got, "Ли-4:1") {
		t.Errorf("who began: %s", got)
	}
}

func TestAnUnreadableMatchIsLeftOutOfABackup(t *testing.T) {
	s := opened(t, t.TempDir(), catalogue.Games...)
	keep(t, s, spelled{Match: "bad", First: 1, Lines: lines(1, 3), Over: true})
	keep(t, s, spelled{Match: "good", First: 1, Lines: recordOf(t, "mice"), Over: true})
	var b strings.Builder
	err := s.Backup(t.Context(), &b)
	if err != nil || !strings.HasSuffix(b.String(), `"matches":1,"facts":129,"unreadable":1}`+"\n") {
		t.Errorf("%v, the last line is %s", err, b.String()[strings.LastIndex(b.String(), "{"):])
	}
	if n, _ := restore(t, opened(t, t.TempDir(), catalogue.Games...), b.String()); n != 1 {
		t.Errorf("%d matches are new, want 1", n)
	}
}

func TestASlowReaderOfABackupHoldsNothingUp(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 50)
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- s.Backup(t.Context(), w)
		w.Close()
	}()
	if _, err := r.Read(make([]byte, 1)); err != nil { // it has begun, and waits to be read on
		t.Fatal(err)
	}
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 2)})
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	_, _ = io.Copy(io.Discard, r)
	if err := <-done; !errors.Is(err, os.ErrClosed) {
		t.Errorf("Backup = %v, want os.ErrClosed", err)
	}
}

func TestABackupDuringWhichNamesChangeLacksItsEnd(t *testing.T) {
	s := opened(t, t.TempDir())
	keepMatches(t, s, 50)
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- s.Backup(t.Context(), w)
		w.Close()
	}()
	if _, err := r.Read(make([]byte, 1)); err != nil { // it has begun, and waits to be read on
		t.Fatal(err)
	}
	if err := s.Rename(t.Context(), "Аня", "Ева"); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(r)
	if err := <-done; !errors.Is(err, ErrChanged) || strings.Contains(string(rest), `"end"`) {
		t.Errorf("Backup = %v, wrote\n%s", err, rest)
	}
}

func TestASingleRecordIsImportedOnce(t *testing.T) {
	s := opened(t, t.TempDir(), catalogue.Games...)
	for _, c := range []struct {
		name, text string
		added      bool
		want       error
	}{
		{"a match", recordOf(t, "mice"), true, nil},
		{"the same, from another system", "\ufeff" + strings.ReplaceAll(recordOf(t, "mice"), "\n", "\r\n"), false, nil},
		{"one that was begun alike", recordOf(t, "mice")[:strings.Index(recordOf(t, "mice"), `{"seq":20,`)], false, ErrExists},
		{"one that is still open", `{"kind":"started","game":"mice","seats":["Аня","Боря"]}`, true, nil},
	} {
		taken, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(c.text))
		if added := taken.Matches == 1; added != c.added || !errors.Is(err, c.want) {
			t.Errorf("%s: added %t, %v; want %t, %v", c.name, taken.Matches == 1, err, c.added, c.want)
		}
	}
	if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader("hello")); err == nil {
		t.Error("something else was imported")
	}
	e := load(t, s)
	if len(e.Open) != 1 || e.Open[0].Secret != "" || !strings.Contains(e.Open[0].Lines, `"Аня","Боря"`) {
		t.Errorf("open: %+v", e.Open)
	}
	if got := list(t, s); len(got) != 2 || got[1].Summary == "" || got[0].Mark < got[1].Mark {
		t.Errorf("on the shelf: %+v", got)
	}
}

func TestImportedPlayersStandBehindThoseWhoSat(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Players: "Аня\nБоря\n"})
	added, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader("Вера\nАня\nГоша\n"))
	if got := fmt.Sprint(added.Players, err, load(t, s).Players); got != "2 <nil> [Боря Аня Гоша Вера]" {
		t.Errorf("got %s", got)
	}
	if _, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader("Ева\n=1")); err == nil || !strings.Contains(err.Error(), "csv:2") {
		t.Errorf("got %v, want the line", err)
	}
}

// edits are changes of what the night has left, each whole or not there.
var edits = []func(*Store) error{
	func(s *Store) error { return s.Rename(context.Background(), "Аня", "Ева") },
	func(s *Store) error { return s.Erase(context.Background(), "mice-1") },
	func(s *Store) error { return s.ErasePlayer(context.Background(), "Гоша") },
	takes(history.KindBackup, longBackup()),
	takes(history.KindPlayers, manyNames(600)),
	takes(history.KindRecord, sealed(secretB)+lines(2, 600)),
	func(s *Store) error { return s.Rename(context.Background(), "Ева", "Яна") },
}

func takes(kind history.Kind, text string) func(*Store) error {
	return func(s *Store) error {
		_, err := s.Take(context.Background(), kind, strings.NewReader(text))
		return err
	}
}

// manyNames are a table of that many.
func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Имя %d\n", i)
	}
	return b.String()
}

// editNight keeps the night at once, then edits it step by step.
func editNight(p *plugtest.Plug, dir string) {
	s, err := Open(dir, evening, rolling)
	for _, k := range night {
		err = errors.Join(err, s.Keep(context.Background(), k.keep()))
	}
	if err != nil {
		panic(err)
	}
	s.step = p.Step
	for n, edit := range edits {
		if err := edit(s); err != nil {
			panic(err)
		}
		p.Acknowledge(fmt.Sprint(n + 1))
	}
	if err := s.Close(); err != nil {
		panic(err)
	}
}

// seen is what anybody can see of the database.
func seen(t testing.TB, s *Store) string {
	t.Helper()
	open, err := s.OpenMatches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%+v %+v %+v %s", load(t, s), list(t, s), open, backupOf(t, s))
}

func TestAnEditIsWholeOrNotAtAllAfterAKillAtAnyStep(t *testing.T) {
	t.Parallel()
	cuts := plugtest.SomeSteps(t, 8, editNight)
	s := opened(t, t.TempDir())
	for _, k := range night {
		keep(t, s, k)
	}
	dumps, views := []string{dump(t, s)}, []string{seen(t, s)}
	for _, edit := range edits {
		if err := edit(s); err != nil {
			t.Fatal(err)
		}
		dumps, views = append(dumps, dump(t, s)), append(views, seen(t, s))
	}
	points := 0
	for cut := range cuts {
		points++
		left := opened(t, cut.Dir)
		n := len(cut.Acknowledged)
		if got := seen(t, left); n < len(edits) && got == views[n+1] {
			n++
		} else if got != views[n] {
			t.Errorf("%v: acknowledged %d edits, seen are\n%.1500s", cut, n, got)
		}
		if _, err := left.Check(t.Context()); err != nil {
			t.Errorf("%v: %v", cut, err)
		}
		if got := dump(t, left); got != dumps[n] {
			t.Errorf("%v: after %d edits the check left\n%.1500s", cut, n, got)
		}
	}
	if points == 0 {
		t.Error("there is no point to die at")
	}
}
