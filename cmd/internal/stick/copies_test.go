package stick

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/companion"
)

// node is a file in memory. A file system may free the clusters of a node although another name still
// stands for them.
type node struct {
	content []byte
	synced  []byte // contents that are on the stick
	freed   bool
}

// memory is a stick in memory. It is pulled out after budget steps: each byte that is written is a step,
// and each call.
type memory struct {
	names  map[string]*node
	synced map[string]*node // names that are on the stick
	budget int
	size   int64 // capacity in bytes
	lie    int64 // free space that Free adds to the real one
	torn   bool  // a rename that is interrupted leaves both names
	rots   bool  // a written byte changes on the stick
}

func newMemory() *memory {
	return &memory{names: map[string]*node{}, synced: map[string]*node{}, budget: 1 << 30, size: 64 << 20}
}

// step takes one step. It returns an error once the stick is pulled out.
func (m *memory) step() error {
	if m.budget--; m.budget < 0 {
		return &fs.PathError{Op: "test", Path: "stick", Err: syscall.EIO}
	}
	return nil
}

func (m *memory) MkdirAll(string) error { return m.step() }

func (m *memory) ReadDir(name string, _ int) (all []fs.DirEntry, err error) {
	seen := map[string]bool{}
	for file := range m.names {
		rest, in := strings.CutPrefix(file, name+"/")
		if name == "." {
			rest, in = file, true
		}
		first, _, folder := strings.Cut(rest, "/")
		if in && !seen[first] {
			all = append(all, entry{first, folder})
			seen[first] = true
		}
	}
	return all, m.step()
}

// entry is an entry of a folder.
type entry struct {
	name   string
	folder bool
}

func (e entry) Name() string               { return e.name }
func (e entry) IsDir() bool                { return e.folder }
func (e entry) Type() fs.FileMode          { return 0 }
func (e entry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

func (m *memory) Create(name string) (Written, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	if m.names[name] != nil {
		return nil, fs.ErrExist
	}
	m.names[name] = &node{}
	return &open{m, m.names[name], nil}, nil
}

func (m *memory) Open(name string) (Read, error) {
	n := m.names[name]
	if n == nil {
		return nil, fs.ErrNotExist
	}
	return &open{m, n, bytes.NewReader(n.content)}, m.step()
}

func (m *memory) Rename(name, to string) error {
	err := m.step()
	if m.names[to] != nil {
		panic("a rename replaces " + to)
	}
	if err == nil || m.torn && m.budget == -1 {
		m.names[to] = m.names[name]
	}
	if err == nil {
		delete(m.names, name)
	}
	return err
}

func (m *memory) Remove(name string) error {
	if err := m.step(); err != nil {
		return err
	}
	m.names[name].freed = true
	delete(m.names, name)
	return nil
}

func (m *memory) Sync(dir string) error {
	if err := m.step(); err != nil {
		return err
	}
	inDir := func(name string, _ *node) bool { return path.Dir(name) == dir }
	maps.DeleteFunc(m.synced, inDir)
	for name, n := range m.names {
		if inDir(name, n) {
			m.synced[name] = n
		}
	}
	return nil
}

func (m *memory) Free() (int64, error) {
	free := m.size
	for _, n := range m.names {
		free -= int64(len(n.content))
	}
	return free + m.lie, m.step()
}

// open is an open file.
type open struct {
	m *memory
	*node
	*bytes.Reader
}

func (o *open) Write(p []byte) (n int, err error) {
	for _, b := range p {
		free, _ := o.m.Free()
		if o.m.budget++; free-o.m.lie <= 0 {
			return n, syscall.ENOSPC
		}
		if err := o.m.step(); err != nil {
			return n, err
		}
		o.content = append(o.content, b)
		n++
	}
	return n, nil
}

func (o *open) Sync() error {
	if err := o.m.step(); err != nil {
		return err
	}
	if o.m.rots {
		o.content[len(o.content)/2] ^= 1
	}
	o.synced = bytes.Clone(o.content)
	return nil
}

func (o *open) Close() error         { return nil }
func (o *open) Size() (int64, error) { return int64(len(o.content)), nil }

// pulled returns the stick as it is plugged in again. If written, all that was written is on it, else only
// what was synced.
func (m *memory) pulled(written bool) *memory {
	again := newMemory()
	names := m.names
	if !written {
		names = m.synced
	}
	for name, n := range names {
		content := n.content
		if !written {
			content = n.synced
		}
		again.names[name] = &node{content: bytes.Clone(content), freed: n.freed && written}
		if n.freed && written {
			again.names[name].content = []byte("clusters of another file")
		}
	}
	if m.torn { // both names stand for one file
		for name := range again.names {
			if twin := again.names[name+unfinished]; twin != nil {
				again.names[name+unfinished] = again.names[name]
			}
		}
	}
	maps.Copy(again.synced, again.names)
	return again
}

// backup returns a backup with that number of matches.
func backup(matches int) string {
	return fmt.Sprintf("{\"kind\":\"backup\",\"version\":1}\n%s{\"kind\":\"end\",\"players\":2,\"matches\":%d}\n", strings.Repeat("{\"kind\":\"match\"}\n", matches), matches)
}

func writes(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

const box = "companion/stove-K7QM"

func day(text string) time.Time {
	d, err := time.Parse(dated, text)
	if err != nil {
		panic(err)
	}
	return d
}

// files returns the names in the folder of the box.
func (m *memory) files() (all []string) {
	for name := range m.names {
		all = append(all, strings.TrimSuffix(strings.TrimPrefix(name, box+"/companion-"), ".jsonl"))
	}
	slices.Sort(all)
	return all
}

// holds checks the contents of files.
func (m *memory) holds(t *testing.T, when string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if n := m.names[name]; n == nil || n.freed || string(n.content) != text {
			t.Errorf("%s: %s is damaged or missing", when, name)
		}
	}
}

// earlier is a stick with backups of a day before and of this day.
func earlier(t *testing.T) (*memory, map[string]string) {
	t.Helper()
	m := newMemory()
	for i, d := range []string{"2026-11-20", "2026-11-27"} {
		if _, err := Save(m, box, day(d), writes(backup(i+1))); err != nil {
			t.Fatal(err)
		}
	}
	return m, map[string]string{box + "/companion-2026-11-20.jsonl": backup(1), box + "/companion-2026-11-27.jsonl": backup(2)}
}

// steps returns the number of steps of a third Save.
func steps(t *testing.T) int {
	t.Helper()
	m, _ := earlier(t)
	before := m.budget
	if _, err := Save(m, box, day("2026-11-27"), writes(backup(3))); err != nil {
		t.Fatal(err)
	}
	return before - m.budget
}

func TestPullAtEveryByteLosesNoEarlierBackup(t *testing.T) {
	all := steps(t)
	if all < len(backup(3)) {
		t.Fatalf("%d steps", all)
	}
	const second = box + "/companion-2026-11-27-2.jsonl"
	saved := 0
	for pull := range all {
		for _, torn := range []bool{false, true} {
			for _, written := range []bool{false, true} {
				when := fmt.Sprint("pulled at step ", pull, ", torn ", torn, ", written ", written)
				m, want := earlier(t)
				m.budget, m.torn = pull, torn
				_, err := Save(m, box, day("2026-11-27"), writes(backup(3)))
				again := m.pulled(written)
				if err == nil { // pulled while older backups were removed
					saved++
					delete(want, box+"/companion-2026-11-27.jsonl")
					want[second] = backup(3)
				} else if f := Fault(""); !errors.As(err, &f) || f != Pulled {
					t.Fatalf("%s: %v", when, err)
				}
				again.holds(t, when, want)
				if n := again.names[second]; n != nil && string(n.content) != backup(3) {
					t.Errorf("%s: the new backup is %q", when, n.content)
				}
				if _, err := Save(again, box, day("2026-11-28"), writes(backup(4))); err != nil {
					t.Errorf("%s: then %v", when, err)
				}
				want[box+"/companion-2026-11-28.jsonl"] = backup(4)
				delete(want, box+"/companion-2026-11-27.jsonl") // is removed if the new one was whole
				again.holds(t, when+", saved again", want)
				for name, n := range again.names {
					if strings.HasSuffix(name, unfinished) && again.names[strings.TrimSuffix(name, unfinished)] != n {
						t.Errorf("%s: %s is left", when, name)
					}
				}
			}
		}
	}
	if saved == 0 {
		t.Error("no pull came after the new backup was whole")
	}
}

// A rename that FAT has done by half leaves two names for one file. Removing one would destroy the other.
func TestFileWithTwoNamesStays(t *testing.T) {
	m, want := earlier(t)
	const both = box + "/companion-2026-11-20.jsonl"
	m.names[both+unfinished] = m.names[both]
	for i := range 40 {
		if _, err := Save(m, box, day("2026-11-28").AddDate(0, 0, i), writes(backup(i))); err != nil {
			t.Fatal(err)
		}
	}
	m.holds(t, "after 40 days", map[string]string{both: want[both], both + unfinished: want[both]})
}

func TestFullStickKeepsEarlierBackupsAndIsReported(t *testing.T) {
	used := int64(len(backup(1)) + len(backup(2)))
	for _, c := range []struct {
		free, lie int64 // a lie passes the check, so the stick is full in the middle
	}{{margin, 0}, {0, 0}, {0, 64 << 20}, {1, 64 << 20}, {int64(len(backup(9))) - 1, 64 << 20}} {
		m, want := earlier(t)
		m.size, m.lie = used+c.free, c.lie
		_, err := Save(m, box, day("2026-11-28"), writes(backup(9)))
		if f := Fault(""); !errors.As(err, &f) || f != Full {
			t.Errorf("%+v: %v", c, err)
		}
		m.holds(t, fmt.Sprint(c), want)
		if len(m.names) != len(want) {
			t.Errorf("%+v: %q", c, m.files())
		}
	}
}

func TestBackupIsReadBackFromTheStick(t *testing.T) {
	m, want := earlier(t)
	m.rots = true
	if _, err := Save(m, box, day("2026-11-28"), writes(backup(9))); !errors.Is(err, Damaged) {
		t.Errorf("a rotten stick: %v", err)
	}
	m.rots = false
	for _, cut := range []string{"", "\n", backup(3)[:len(backup(3))-1], strings.Replace(backup(3), `"end"`, `"und"`, 1)} {
		if _, err := Save(m, box, day("2026-11-28"), writes(cut)); !errors.Is(err, Damaged) {
			t.Errorf("a backup that ends with %q: %v", cut, err)
		}
	}
	fails := errors.New("the disk can't be read")
	if _, err := Save(m, box, day("2026-11-28"), func(io.Writer) error { return fails }); !errors.Is(err, fails) {
		t.Errorf("a store that fails: %v", err)
	}
	m.holds(t, "after failures", want)
	if len(m.names) != len(want) {
		t.Errorf("left: %q", m.files())
	}
}

func TestSevenDaysAndTwelveMonthsRemain(t *testing.T) {
	m := newMemory()
	for d := day("2025-06-01"); d.Before(day("2026-11-28")); d = d.AddDate(0, 0, 1) {
		for range 2 { // evenings of that day
			if _, err := Save(m, box, d, writes(backup(1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 2 {
		if _, err := Save(m, box, time.Time{}, writes(backup(1))); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31",
		"2026-09-30", "2026-10-31", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "undated",
	}
	got := m.files()
	for i := range got {
		day, second := strings.CutSuffix(got[i], "-2")
		if got[i] = day; !second {
			t.Errorf("%s isn't the second of its day", day)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestKeptBackups(t *testing.T) {
	for days, want := range map[string]string{
		"":                      "",
		"undated":               "undated",
		"2026-01-01 undated":    "2026-01-01 undated",
		"2020-01-01 2026-01-01": "2020-01-01 2026-01-01", // few evenings in years
		"2026-01-01 2026-01-02 2026-01-03 2026-01-04 2026-01-05 2026-01-06 2026-01-07 2026-01-08": "2026-01-02 2026-01-03 2026-01-04 2026-01-05 2026-01-06 2026-01-07 2026-01-08",
	} {
		var all, got []string
		for d := range strings.FieldsSeq(days) {
			all = append(all, "companion-"+d+".jsonl")
		}
		for _, name := range kept(all) {
			day, _ := parse(name)
			got = append(got, day)
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("of %s remain %s", days, got)
		}
	}
}

func TestWholeBackupsOfAllBoxesAreListed(t *testing.T) {
	m := newMemory()
	for name, text := range map[string]string{
		box + "/companion-2026-11-27.jsonl":                     backup(3),
		box + "/companion-2026-11-28.jsonl.part":                backup(4),
		box + "/companion-2026-11-28.jsonl":                     backup(4)[:70], // cut off
		box + "/notes.txt":                                      "milk",
		"companion/dacha-house-AB12/companion-undated.jsonl":    backup(1),
		"companion/dacha-house-AB12/companion-2025-01-02.jsonl": backup(2),
		"companion-2026-01-01.jsonl":                            backup(5), // copied here by its owner
		"companion/companion-2026-01-02.jsonl/x":                backup(6), // a folder of that name
		"companion_1.3.0_arm64.deb":                             "package",
	} {
		m.names[name] = &node{content: []byte(text)}
	}
	got, err := Copies(m)
	want := []companion.Copy{
		{Name: box + "/companion-2026-11-27.jsonl", Box: "stove", Day: day("2026-11-27"), Matches: 3, Players: 2},
		{Name: "companion-2026-01-01.jsonl", Day: day("2026-01-01"), Matches: 5, Players: 2},
		{Name: "companion/dacha-house-AB12/companion-2025-01-02.jsonl", Box: "dacha-house", Day: day("2025-01-02"), Matches: 2, Players: 2},
		{Name: "companion/dacha-house-AB12/companion-undated.jsonl", Box: "dacha-house", Matches: 1, Players: 2},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	if got, err := Copies(newMemory()); got != nil || err != nil {
		t.Errorf("an empty stick: %+v, %v", got, err)
	}
	m.budget = 3
	if _, err := Copies(m); !errors.Is(err, Pulled) {
		t.Errorf("pulled out: %v", err)
	}
}

func TestBoxesHaveFoldersOfTheirOwn(t *testing.T) {
	for _, c := range [][3]string{
		{"stove", "k7qm2r4txa5p", "companion/stove-K7QM"},
		{"../etc", "k7qm2r4txa5p", "companion/---etc-K7QM"},
		{"кухня", "ab", "companion/------AB"},
		{"", "", "companion/companion-"},
		{strings.Repeat("a", 300), "k7qm", "companion/" + strings.Repeat("a", 32) + "-K7QM"},
	} {
		if got := BoxFolder(c[0], c[1]); got != c[2] {
			t.Errorf("%q %q: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}
