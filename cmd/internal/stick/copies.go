package stick

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/companion"
)

// Files is a mounted stick, as far as backups and packages need it. Names are relative to its root, with
// slashes.
type Files interface {
	// MkdirAll creates a folder with its parents.
	MkdirAll(name string) error
	// ReadDir returns up to limit entries of a folder.
	ReadDir(name string, limit int) ([]fs.DirEntry, error)
	// Create creates a file that doesn't exist.
	Create(name string) (Written, error)
	// Open opens a regular file. It returns an error for any other file.
	Open(name string) (Read, error)
	Rename(name, to string) error
	Remove(name string) error
	// Sync writes the entries of a folder to the stick.
	Sync(name string) error
	// Free returns the free space in bytes.
	Free() (int64, error)
}

// Folder is a folder of this machine as a stick.
type Folder interface {
	Files
	io.Closer
}

// Written is a file that is being written. Sync writes it to the stick and drops it from the page
// cache, so that it is then read from the stick.
type Written interface {
	io.WriteCloser
	Sync() error
}

// Read is a file that is being read.
type Read interface {
	io.ReadCloser
	io.ReaderAt
	Size() (int64, error)
}

// folder is the folder of all boxes on a stick.
const folder = "companion"

// BoxFolder returns the folder of a box for [Save]: its host name and the first four letters of its id.
// Letters that some file system can't hold become "-".
func BoxFolder(host, id string) string {
	const most = 32
	plain := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '-'
	}, host)
	return path.Join(folder, cmp.Or(plain[:min(most, len(plain))], folder)+"-"+strings.ToUpper(id[:min(4, len(id))]))
}

const unfinished = ".part"

// names matches the names of backups. The first group is the day, the second the number within the day;
// the first one has none.
var names = regexp.MustCompile(`^companion-(\d{4}-\d{2}-\d{2}|undated)(?:-(\d{1,9}))?\.jsonl$`)

// parse returns the day and the number in the name of a backup.
func parse(name string) (day string, number int) {
	parts := names.FindStringSubmatch(name)
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		number = 1
	}
	return parts[1], number
}

// dated is the form of a day in a name. undated replaces it if the clock isn't set.
const (
	dated   = time.DateOnly
	undated = "undated"
)

// most is the maximum number of entries that are read from a folder. A box writes 20 files.
const most = 512

// Save writes a backup to the folder of a box on a stick and returns its size. write writes the
// backup; day is the present day, or zero if the clock isn't set. After an error all earlier backups
// are as they were. Errors of the stick are a [Fault].
func Save(stick Files, box string, day time.Time, write func(io.Writer) error) (size int64, err error) {
	s := saving{Files: stick, box: box}
	if err := s.prepare(); err != nil {
		return 0, failure("save", box, err)
	}
	name := s.next(day)
	part := path.Join(box, name+unfinished)
	size, err = s.write(part, write)
	if err == nil {
		err = s.finish(part, path.Join(box, name))
	}
	if err != nil {
		_ = stick.Remove(part) // fails if the stick is gone; the next Save removes it
		return 0, failure("save", box, err)
	}
	s.names = append(s.names, name)
	s.thin()
	return size, nil
}

// failure returns the error of an operation on a stick.
func failure(operation, name string, err error) error {
	return fmt.Errorf("stick: %s %s: %w", operation, name, faulty(err))
}

// saving is one call of Save.
type saving struct {
	Files
	box   string
	names []string        // names of the backups of the box
	twins map[string]bool // names that must stay; see prepare
}

// prepare creates the folder of the box, removes unfinished backups and reads the names of the others.
//
// A rename on FAT changes two entries. If the stick was pulled out between them, both names stand for
// the same clusters, and removing one would free them under the other: the backup would be lost, and
// the kernel would make the file system read-only when the second is removed. So an unfinished file
// beside a finished one of the same name stays, and so does the finished one. Save gives each file a
// name that is free, so that this case is the only one.
func (s *saving) prepare() error {
	if err := s.MkdirAll(s.box); err != nil {
		return err
	}
	entries, err := s.ReadDir(s.box, most)
	if err != nil {
		return err
	}
	var parts []string
	for _, e := range entries {
		if name, isPart := strings.CutSuffix(e.Name(), unfinished); names.MatchString(name) && isPart {
			parts = append(parts, name)
		} else if names.MatchString(e.Name()) {
			s.names = append(s.names, e.Name())
		}
	}
	s.twins = map[string]bool{}
	for _, name := range parts {
		if s.twins[name] = slices.Contains(s.names, name); s.twins[name] {
			continue
		}
		if err := s.Remove(path.Join(s.box, name+unfinished)); err != nil {
			return err
		}
	}
	return s.room()
}

// margin is the free space that must remain beside a new backup, in bytes.
const margin = 1 << 20

// room returns Full if there is no room for a backup a quarter larger than the largest one here.
func (s *saving) room() error {
	need := int64(margin)
	for _, name := range s.names {
		if f, err := s.Open(path.Join(s.box, name)); err == nil {
			size, err := f.Size()
			need = max(need, size+size/4+margin)
			if err := errors.Join(err, f.Close()); err != nil {
				return err
			}
		}
	}
	if free, err := s.Free(); err != nil || free < need {
		return cmp.Or(err, error(Full))
	}
	return nil
}

// next returns the name of the next backup of a day.
func (s *saving) next(today time.Time) string {
	text, last := undated, 0
	if !today.IsZero() {
		text = today.Format(dated)
	}
	for _, name := range s.names {
		if day, number := parse(name); day == text {
			last = max(last, number)
		}
	}
	if last == 0 {
		return fmt.Sprintf("companion-%s.jsonl", text)
	}
	return fmt.Sprintf("companion-%s-%d.jsonl", text, last+1)
}

// write writes an unfinished file, syncs it, and reads it back from the stick. It returns its size.
func (s *saving) write(name string, write func(io.Writer) error) (int64, error) {
	f, err := s.Create(name)
	if err != nil {
		return 0, err
	}
	sum := &summed{Hash: sha256.New()}
	buffered := bufio.NewWriterSize(io.MultiWriter(f, sum), 64<<10)
	if err = write(buffered); err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err = cmp.Or(err, f.Close()); err != nil {
		return 0, err
	}
	return sum.size, s.verify(name, sum)
}

// summed counts and hashes bytes.
type summed struct {
	hash.Hash
	size int64
}

// Write counts and hashes p.
func (s *summed) Write(p []byte) (int, error) {
	s.size += int64(len(p))
	return s.Hash.Write(p)
}

// verify reads a file from the stick and compares it with the written bytes. It returns Damaged if it
// differs or isn't a whole backup.
func (s *saving) verify(name string, wrote *summed) error {
	f, err := s.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	got := &summed{Hash: sha256.New()}
	if _, err := io.CopyBuffer(got, f, make([]byte, 64<<10)); err != nil {
		return err
	}
	if got.size != wrote.size || !bytes.Equal(got.Sum(nil), wrote.Sum(nil)) {
		return Damaged
	}
	if _, whole := lastLine(f); !whole {
		return Damaged
	}
	return nil
}

// finish gives a verified file its name and writes that to the stick, with the folders on the way.
func (s *saving) finish(part, name string) error {
	if err := s.Rename(part, name); err != nil {
		return err
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if err := s.Sync(dir); err != nil || dir == "." {
			return err
		}
	}
}

// thin removes the backups that kept doesn't return. What can't be removed now is removed after the next
// backup.
func (s *saving) thin() {
	keep := kept(s.names)
	for _, name := range s.names {
		if !slices.Contains(keep, name) && !s.twins[name] && s.Remove(path.Join(s.box, name)) != nil {
			return
		}
	}
	_ = s.Sync(s.box)
}

// Numbers of days and months whose newest backups remain.
const (
	keptDays   = 7
	keptMonths = 12
)

// kept returns the backups that remain: the newest of each of the 7 latest days and of each of the 12
// latest months that have backups, and the newest undated one.
func kept(all []string) (keep []string) {
	newest := map[string]string{} // by day
	numbers := map[string]int{}
	for _, name := range all {
		if day, number := parse(name); number > numbers[day] {
			newest[day], numbers[day] = name, number
		}
	}
	days := slices.Sorted(maps.Keys(newest))
	slices.Reverse(days) // "undated" comes first
	months := map[string]bool{}
	dayCount := 0
	for _, day := range days {
		month := day[:len("2006-01")]
		switch {
		case day == undated:
			keep = append(keep, newest[day])
			continue
		case dayCount < keptDays, !months[month] && len(months) < keptMonths:
			keep = append(keep, newest[day])
		}
		dayCount++
		months[month] = true
	}
	return keep
}

// end is the last line of a backup; see package store.
type end struct {
	Kind    string `json:"kind"`
	Players int    `json:"players"`
	Matches int    `json:"matches"`
}

// longestEnd is the maximum length of the last line in bytes.
const longestEnd = 1024

// lastLine returns the last line of a backup. whole is false if the file doesn't end with it.
func lastLine(f Read) (e end, whole bool) {
	size, err := f.Size()
	if err != nil {
		return e, false
	}
	tail := make([]byte, min(size, longestEnd))
	if n, err := f.ReadAt(tail, size-int64(len(tail))); n < len(tail) || err != nil && err != io.EOF {
		return e, false
	}
	text, whole := bytes.CutSuffix(tail, []byte("\n"))
	err = json.Unmarshal(text[bytes.LastIndexByte(text, '\n')+1:], &e)
	return e, whole && err == nil && e.Kind == "end"
}

// mostBoxes is the maximum number of folders of boxes that Copies reads.
const mostBoxes = 64

// Copies returns the whole backups of all boxes on a stick, the newest first. It omits damaged and
// unfinished ones. It also finds backups that people have copied to the root or to the folder
// companion.
func Copies(stick Files) (all []companion.Copy, err error) {
	dirs := []string{".", folder}
	entries, err := stick.ReadDir(folder, most)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failure("read", folder, err)
	}
	for _, e := range entries {
		if e.IsDir() && len(dirs) < mostBoxes {
			dirs = append(dirs, path.Join(folder, e.Name()))
		}
	}
	for _, dir := range dirs {
		found, err := copiesIn(stick, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, failure("read", dir, err)
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b companion.Copy) int {
		return cmp.Or(b.Day.Compare(a.Day), b.Matches-a.Matches, b.Players-a.Players)
	})
	return all, nil
}

// copiesIn returns the whole backups in a folder of a stick.
func copiesIn(stick Files, dir string) (all []companion.Copy, err error) {
	entries, err := stick.ReadDir(dir, most)
	for _, e := range entries {
		if !names.MatchString(e.Name()) {
			continue
		}
		text, _ := parse(e.Name())
		name := path.Join(dir, e.Name())
		f, err := stick.Open(name)
		if err != nil {
			if faulty(err) == err { // such as a folder of that name
				continue
			}
			return nil, err
		}
		if e, whole := lastLine(f); whole {
			day, _ := time.Parse(dated, text) // zero if undated
			all = append(all, companion.Copy{Name: name, Box: boxOf(dir), Day: day, Matches: e.Matches, Players: e.Players})
		}
		_ = f.Close() // it was only read
	}
	return all, err
}

// boxOf returns the host name of the box with that folder, or "" for a folder that isn't of a box.
func boxOf(dir string) string {
	name, in := strings.CutPrefix(dir, folder+"/")
	if i := strings.LastIndex(name, "-"); in && i > 0 {
		return name[:i]
	}
	return ""
}
