package store

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabletop/companion/history"
)

var rot = flag.Int("rot", 6, "how many damages of database, log and backup are tried")

// rotten are the files of an evening in the middle of which the plug was pulled: most of it
// is in the database, the rest in the log.
type rotten struct {
	main, log []byte
	matches   map[string]string // the lines by id
	last      string            // the match of the last transaction
}

// onlyRotten is the evening that all tests damage copies of.
var onlyRotten struct {
	sync.Once
	rotten
}

// rottenEvening makes them, once.
func rottenEvening(t *testing.T) rotten {
	t.Helper()
	onlyRotten.Do(func() { onlyRotten.rotten = makeRotten(t) })
	r := onlyRotten.rotten
	if r.main == nil {
		t.Fatal("the evening could not be made; see the first failure")
	}
	r.main, r.log = slices.Clone(r.main), slices.Clone(r.log)
	return r
}

func makeRotten(t *testing.T) rotten {
	t.Helper()
	s := opened(t, t.TempDir())
	r := rotten{matches: map[string]string{}, last: "open-2"}
	for n := range 24 {
		id := fmt.Sprint("ended-", n)
		r.keep(t, s, spelled{Match: id, First: 1, Lines: named(n) + lines(2, 20+7*n), Over: true, Summary: summary("Аня", "Боря")})
		if n == 15 {
			if _, err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := range 3 {
		id := fmt.Sprint("open-", n)
		r.keep(t, s, spelled{Match: id, First: 1, Lines: sealed(secretA), Secret: secretA, Players: "Аня\nБоря\n", Settings: "lang\tru\n"})
		for seq := 2; seq < 60; seq += 2 {
			r.keep(t, s, spelled{Match: id, First: seq, Lines: lines(seq, seq+1)})
		}
	}
	r.main, r.log = read(t, s.path()), read(t, s.path()+walSuffix)
	return r
}

// named is a first line with names of its own.
func named(n int) string {
	return strings.Replace(line(1), "Аня", fmt.Sprint("Аня ", n), 1) + "\n"
}

func (r rotten) keep(t *testing.T, s *Store, k spelled) {
	t.Helper()
	keep(t, s, k)
	r.matches[k.Match] += k.Lines
}

// harm is what a damage has cost.
type harm struct {
	aside bool     // the database was salvaged
	cut   []string // ids of matches of which facts are missing
	facts int      // that are missing
	wrong []string // what must never be
}

// meet opens what lies in dir and looks at all of it, as a table would.
func (r rotten) meet(t *testing.T, dir string) (h harm) {
	t.Helper()
	s, err := Open(dir, evening, rolling)
	if err != nil {
		return harm{wrong: []string{"start: " + err.Error()}}
	}
	defer s.Close()
	e, err := s.Load(t.Context())
	if err != nil {
		return harm{wrong: []string{"load: " + err.Error()}}
	}
	h.aside = e.Rescue.Aside != ""
	said := map[string]int{}
	for _, d := range e.Rescue.Damaged {
		said[d.Match] = d.From
	}
	found := r.readAll(t, s, said, &h)
	damaged, err := s.Check(t.Context())
	for _, d := range damaged {
		said[d.Match] = d.From
	}
	if err != nil {
		saved, err := s.Renew(evening)
		if err != nil {
			h.wrong = append(h.wrong, "renew: "+err.Error())
			return h
		}
		h.aside = true
		for _, d := range saved.Damaged {
			said[d.Match] = d.From
		}
	}
	for id, lines := range r.readAll(t, s, said, &h) {
		if !strings.HasPrefix(lines, found[id]) {
			h.wrong = append(h.wrong, id+" lost facts while it was looked at")
		}
		found[id] = lines
	}
	r.compare(found, said, h.aside, &h)
	for _, k := range []spelled{{Match: "new", First: 1, Lines: lines(1, 5)}, {Match: "open-0", First: 1 + strings.Count(found["open-0"], "\n"), Lines: lines(1, 1)}} {
		if err := s.Keep(t.Context(), k.keep()); err != nil {
			h.wrong = append(h.wrong, "keep: "+err.Error())
		}
	}
	return h
}

// readAll reads every match that is found, and notes which say that they are damaged.
func (r rotten) readAll(t *testing.T, s *Store, said map[string]int, h *harm) map[string]string {
	t.Helper()
	found := map[string]string{}
	entries, err := s.List(t.Context(), 0, 1000)
	if err != nil {
		h.wrong = append(h.wrong, "list: "+err.Error())
	}
	for _, e := range entries {
		whole, err := s.Record(t.Context(), e.ID)
		if err != nil {
			h.wrong = append(h.wrong, "record: "+err.Error())
		}
		found[e.ID] = whole.Lines
		if whole.Damaged > 0 {
			said[e.ID] = whole.Damaged
		}
		if e.Over && e.Summary != "" && e.Summary != summary("Аня", "Боря") && !strings.Contains(e.Summary, `"facts":`+fmt.Sprint(strings.Count(r.matches[e.ID], "\n"))) {
			h.wrong = append(h.wrong, e.ID+" has the summary "+e.Summary)
		}
	}
	return found
}

// compare says what the found matches lack of those that were kept.
func (r rotten) compare(found map[string]string, said map[string]int, aside bool, h *harm) {
	for id, want := range r.matches {
		got, ok := found[id]
		if !ok { // under another id?
			for other, lines := range found {
				if lines == want && r.matches[other] == "" {
					got = lines
				}
			}
		}
		missing := strings.Count(want, "\n") - strings.Count(got, "\n")
		switch {
		case !strings.HasPrefix(want, got):
			h.wrong = append(h.wrong, fmt.Sprintf("a fact of %s was changed, and nobody noticed", id))
		case missing == 0:
		case said[id] == 0 && !(id == r.last && missing <= 4): // see Rotten of package pages
			h.wrong = append(h.wrong, fmt.Sprintf("%s lacks %d facts, and nobody says so", id, missing))
			fallthrough
		default:
			h.cut = append(h.cut, id)
			h.facts += missing
		}
	}
}

// hits are ways to damage a file.
var hits = map[string]func(r *rand.Rand, file []byte){
	"bit": func(r *rand.Rand, file []byte) { file[r.IntN(len(file))] ^= 1 << r.IntN(8) },
	"byte": func(r *rand.Rand, file []byte) {
		file[r.IntN(len(file))] ^= byte(1 + r.IntN(255))
	},
	"page": func(r *rand.Rand, file []byte) {
		page := file[r.IntN((len(file)+4095)/4096)*4096:]
		page = page[:min(4096, len(page))]
		fill := [][]byte{{0}, {0xff}, []byte("зайцы")}[r.IntN(3)]
		copy(page, bytes.Repeat(fill, 4096))
	},
}

// tally is what the damages of a kind have cost.
type tally struct{ tried, aside, cut, facts, most int }

func (of *tally) add(h harm) {
	of.tried++
	of.cut += len(h.cut)
	of.facts += h.facts
	of.most = max(of.most, h.facts)
	if h.aside {
		of.aside++
	}
}

// blow is the ith damage.
func (r rotten) blow(i int) (what string, main, log []byte) {
	file, kind := []string{"database", "log"}[i%2], []string{"bit", "byte", "page"}[i/2%3]
	main, log = slices.Clone(r.main), slices.Clone(r.log)
	hits[kind](rand.New(rand.NewPCG(10, uint64(i))), map[string][]byte{"database": main, "log": log}[file])
	return file + ", " + kind, main, log
}

func TestNoDamageChangesAFactUnnoticedOrCostsMoreThanItsMatch(t *testing.T) {
	t.Parallel()
	evening, table, n := rottenEvening(t), map[string]*tally{}, *rot
	if testing.Short() {
		n = 6 // one of each kind
	}
	results := make(chan func(), 2)
	for first := range cap(results) {
		go func() {
			for i := first; i < n; i += cap(results) {
				what, h := evening.suffer(t, i)
				results <- func() {
					if table[what] == nil {
						table[what] = &tally{}
					}
					table[what].add(h)
				}
			}
		}()
	}
	for range n {
		(<-results)()
	}
	t.Logf("of %d matches, %d bytes of database, %d of log", len(evening.matches), len(evening.main), len(evening.log))
	t.Logf("%-16s %6s %9s %12s %12s %10s", "hit", "tried", "salvaged", "matches cut", "facts lost", "at most")
	for _, what := range slices.Sorted(maps.Keys(table)) {
		of := table[what]
		t.Logf("%-16s %6d %9d %12d %12d %10d", what, of.tried, of.aside, of.cut, of.facts, of.most)
	}
}

// suffer looks at what the ith damage has cost.
func (r rotten) suffer(t *testing.T, i int) (what string, h harm) {
	dir := t.TempDir()
	defer os.RemoveAll(dir)
	what, main, log := r.blow(i)
	write(t, filepath.Join(dir, database), main)
	write(t, filepath.Join(dir, database+walSuffix), log)
	h = r.meet(t, dir)
	if len(h.wrong) > 0 {
		t.Errorf("damage %d, %s: %s", i, what, strings.Join(h.wrong, "; "))
	}
	if !strings.HasSuffix(what, "page") && len(h.cut) > 1 {
		t.Errorf("damage %d, %s: it cost facts of %q", i, what, h.cut)
	}
	return what, h
}

// backup is a backup of the evening.
func (r rotten) backup(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, database), r.main)
	write(t, filepath.Join(dir, database+walSuffix), r.log)
	return backupOf(t, opened(t, dir))
}

func TestADamagedBackupBringsNothingThatWasNotKept(t *testing.T) {
	t.Parallel()
	evening := rottenEvening(t)
	good := []byte(evening.backup(t))
	refused, lost := 0, 0
	n := max(*rot/5, 3)
	if testing.Short() {
		n = 2
	}
	for i := range n {
		left, ok := evening.bring(t, i, good)
		if !ok {
			refused++
		}
		lost += left
	}
	t.Logf("%d backups were refused, %d matches left out", refused, lost)
	if lost == 0 || refused > n/20 {
		t.Error("too many were refused, or none was damaged")
	}
}

// bring takes the backup after the ith damage, and counts the matches that are left out;
// not ok is a backup that was refused.
func (r rotten) bring(t *testing.T, i int, good []byte) (missing int, ok bool) {
	t.Helper()
	text := slices.Clone(good)
	hits[[]string{"bit", "byte"}[i%2]](rand.New(rand.NewPCG(11, uint64(i))), text)
	s := opened(t, t.TempDir())
	defer s.Close()
	change(t, s, "PRAGMA synchronous = OFF")
	added, err := s.Take(t.Context(), history.KindBackup, bytes.NewReader(text))
	if err != nil {
		return 0, false
	}
	for id, want := range r.matches {
		switch got, err := s.Record(t.Context(), id); {
		case err != nil:
			missing++
		case got.Lines != want:
			t.Errorf("damage %d: a fact of %s was changed, and nobody noticed", i, id)
		}
	}
	if missing > 1 || missing > added.Damaged && len(list(t, s)) != len(r.matches) {
		t.Errorf("damage %d: %d matches are missing, %d are said to be", i, missing, added.Damaged)
	}
	return missing, true
}
