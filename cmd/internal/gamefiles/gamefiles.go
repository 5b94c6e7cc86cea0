// Package gamefiles manages games in files. It finds the files, checks each new program before it
// can be played, and returns the rules of a program in a record.
//
// A file is called NAME.star; NAME is a small letter followed by letters and digits. Its game is
// called "file/NAME". The folders are polled twice a second, so that a game is available soon after
// its file was saved, without a restart. Of two files with the same name the file in the earlier
// folder is used. The games included with the companion come after all folders.
package gamefiles

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// Extension is the file name extension of games in files.
const Extension = ".star"

// MostFiles is the maximum number of files read per folder.
const MostFiles = 200

// every is the polling interval. A file is read once it is unchanged between two polls, because
// editors write in steps.
const every = 500 * time.Millisecond

// Player runs and checks programs.
type Player interface {
	// Rules returns the rules of a program, or an error that describes the fault of the program.
	Rules(name, program string) (games.Rules, error)
	// Try checks a program that compiles. It returns nil if the program has no fault.
	Try(ctx context.Context, name, program string) error
	// Text returns the text of an error of Rules or Try, in a language.
	Text(lang words.Lang, err error) string
}

// Catalogue is the catalogue of games in files. Read, Try and Put may be called from any goroutine.
type Catalogue struct {
	player  Player
	every   time.Duration
	own     map[string]string
	folders []string
	cache   *cache
	files   map[string]*file // files by path, included games by name
}

// New returns the catalogue of some folders and of the included games. Put writes to the first
// folder. own maps names to included programs.
func New(player Player, own map[string]string, folders ...string) *Catalogue {
	return &Catalogue{player: player, every: every, own: own, folders: folders, cache: newCache(player), files: map[string]*file{}}
}

// file is a file of a game, with the result of reading it.
type file struct {
	name  string
	place int  // index of the file's folder in Catalogue.folders
	own   bool // true for a game included with the companion
	stamp stamp
	read  bool // true if the file was read since stamp last changed
	rules games.Rules
	err   *Refused
}

// stamp holds the size and the modification time of a file. A file whose stamp differs from the
// previous stamp has changed.
type stamp struct {
	size int64
	at   time.Time
}

// Run polls the folders until ctx ends. It calls tell with the available games at the start and
// after each change.
func (s *Catalogue) Run(ctx context.Context, tell func(companion.Files)) error {
	s.unpack(ctx)
	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for first := true; ; {
		if s.look(ctx) || first {
			tell(s.present())
		}
		first = false
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// unpack compiles the included games until ctx ends. They were checked when the companion was
// built.
func (s *Catalogue) unpack(ctx context.Context) {
	for name, program := range s.own {
		if ctx.Err() != nil {
			return
		}
		f := &file{name: name, own: true}
		if r, err := s.cache.read(name, program); err == nil {
			s.cache.trust(r)
			f.rules = r
		} else {
			f.err = s.refused(err)
		}
		s.files[name] = f
	}
}

// look polls all folders and reports whether the available games have changed.
func (s *Catalogue) look(ctx context.Context) (changed bool) {
	seen := map[string]bool{}
	for place, folder := range s.folders {
		for name, stamp := range stamps(folder) {
			path := filepath.Join(folder, name+Extension)
			seen[path] = true
			changed = s.lookAt(ctx, path, name, place, stamp) || changed
		}
	}
	for path, f := range s.files {
		if !f.own && !seen[path] {
			delete(s.files, path)
			changed = true
		}
	}
	return changed
}

// stamps returns the stamps of the game files in a folder. The keys are file names without
// extension. The map is empty for a missing folder.
func stamps(folder string) map[string]stamp {
	found := map[string]stamp{}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), Extension)
		if !ok || strings.HasPrefix(name, ".") || len(found) == MostFiles {
			continue
		}
		if info, err := os.Stat(filepath.Join(folder, e.Name())); err == nil && info.Mode().IsRegular() {
			found[name] = stamp{info.Size(), info.ModTime()}
		}
	}
	return found
}

// lookAt reads a file once it is unchanged since the last poll. now is the file's present stamp.
// lookAt reports whether the game in the file has changed.
func (s *Catalogue) lookAt(ctx context.Context, path, name string, place int, now stamp) bool {
	f := s.files[path]
	switch {
	case f == nil:
		s.files[path] = &file{name: name, place: place, stamp: now}
		return false
	case f.stamp != now:
		f.stamp, f.read = now, false
		return false
	case f.read:
		return false
	}
	f.read = true
	f.rules, f.err = nil, nil
	rules, err := s.take(ctx, path, name)
	if errors.As(err, &f.err) {
		return true
	}
	f.rules = rules
	return true
}

// take reads a file and checks its program.
func (s *Catalogue) take(ctx context.Context, path, name string) (games.Rules, error) {
	program, err := text(path)
	if err != nil {
		return nil, s.refused(err)
	}
	return s.Try(ctx, name, program)
}

// Try returns the rules of a program. It checks each program once. It returns a *[Refused] if the
// program has a fault.
func (s *Catalogue) Try(ctx context.Context, name, program string) (games.Rules, error) {
	r, err := s.cache.read(name, program)
	if err == nil && s.cache.tried(r) {
		return r, nil
	}
	if err == nil {
		err = s.player.Try(ctx, name, program)
	}
	if err != nil {
		return nil, s.refused(err)
	}
	s.cache.trust(r)
	return r, nil
}

// With returns a copy of c that also finds games by the programs in records.
func (s *Catalogue) With(c games.Catalogue) games.Catalogue {
	c.Read, c.Try = s.Read, s.ReadChecked
	return c
}

// Read returns the rules of a program in a record; see [games.Catalogue]. Its error is a
// *[Refused].
func (s *Catalogue) Read(name, program string) (games.Rules, error) {
	r, err := s.cache.read(strings.TrimPrefix(name, games.InFile), program)
	if err != nil {
		return nil, s.refused(err)
	}
	return r, nil
}

// ReadChecked returns the rules of a program in a record from elsewhere. It is like Read, but first
// checks a program that was not checked here.
func (s *Catalogue) ReadChecked(name, program string) (games.Rules, error) {
	return s.Try(context.Background(), strings.TrimPrefix(name, games.InFile), program)
}

// errLarge is the error for a file above the maximum size of a program.
var errLarge = errors.New("gamefiles: a game file has at most 64 KiB")

// text reads the program in a file and returns it in the form of Clean.
func text(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 2*match.MostProgram))
	if err != nil {
		return "", err
	}
	return Clean(data)
}

// Clean returns a program in the form stored in records: Unix line ends, no byte order mark.
func Clean(data []byte) (string, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if len(data) > match.MostProgram {
		return "", errLarge
	}
	return string(data), nil
}

// present returns the available games and the faulty files, ordered by name.
func (s *Catalogue) present() companion.Files {
	best := map[string]*file{}
	for _, f := range s.files {
		if other := best[f.name]; f.seen() && (other == nil || other.own || !f.own && f.place < other.place) {
			best[f.name] = f
		}
	}
	var all companion.Files
	for _, f := range best {
		if f.err != nil {
			all.Wrong = append(all.Wrong, companion.BrokenFile{File: f.name + Extension, Why: f.err.why})
			continue
		}
		all.Games = append(all.Games, f.rules)
		if f.own {
			all.Included = append(all.Included, f.rules.Name())
		}
	}
	slices.SortFunc(all.Games, func(a, b games.Rules) int { return cmp.Compare(a.Name(), b.Name()) })
	slices.Sort(all.Included)
	slices.SortFunc(all.Wrong, func(a, b companion.BrokenFile) int { return cmp.Compare(a.File, b.File) })
	return all
}

// seen reports whether the file was read.
func (f *file) seen() bool { return f.rules != nil || f.err != nil }

// Refused is the error for a file or program that cannot be played.
type Refused struct{ why map[words.Lang]string }

// Error returns the reason in English.
func (r *Refused) Error() string { return r.why[words.English] }

// In returns the reason in a language.
func (r *Refused) In(lang words.Lang) string { return r.why[lang] }

// refused converts err to an error with texts in all languages.
func (s *Catalogue) refused(err error) *Refused {
	r := &Refused{why: map[words.Lang]string{}}
	for _, lang := range words.Langs {
		r.why[lang] = s.say(lang, err)
	}
	return r
}

// say returns the text of an error in a language.
func (s *Catalogue) say(lang words.Lang, err error) string {
	switch {
	case errors.Is(err, errLarge):
		return words.Companion(lang).Word("file.large")
	case errors.As(err, new(*fs.PathError)):
		return words.Companion(lang).Word("file.unread", err.Error())
	}
	return s.player.Text(lang, err)
}

// Put writes a program to a file in the first folder, atomically.
func (s *Catalogue) Put(name, program string) error {
	folder := s.folders[0]
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, ".put-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, wrong := f.WriteString(program)
	if err := errors.Join(wrong, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(folder, filepath.Base(name)+Extension))
}

// Drop removes the file of a game from the first folder.
func (s *Catalogue) Drop(name string) error {
	return os.Remove(filepath.Join(s.folders[0], filepath.Base(name)+Extension))
}
