// Package gamefiles keeps the shelf of games that lie in files: it looks which there are,
// tries each new one before anybody can play it, and finds the rules of a program again
// that a record carries.
//
// A file is called NAME.star, with a small letter and then letters and digits for NAME, and
// its game "file/NAME". Folders are looked at twice a second, so that a game can be played
// soon after its file was saved, without a restart. Of two files of one name that of the
// earlier folder counts; the games that come with the companion lie behind all folders.
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

// Ending is what the name of a file of a game ends with.
const Ending = ".star"

// MostFiles is how many files of a folder are looked at.
const MostFiles = 200

// every is how often the folders are looked at. A file is read once it has stayed as it is
// from one look to the next: editors write in steps.
const every = 500 * time.Millisecond

// Player plays programs, and tries them.
type Player interface {
	// Rules returns the rules of a program; its error says what is wrong with it.
	Rules(name, program string) (games.Rules, error)
	// Try returns what is wrong with a program that compiles, nil where nothing is.
	Try(ctx context.Context, name, program string) error
	// Say says an error of either in a language.
	Say(lang words.Lang, err error) string
}

// Shelf is the games that lie in files. Read, Try and Put may be called from any goroutine.
type Shelf struct {
	player  Player
	every   time.Duration
	own     map[string]string
	folders []string
	known   *known
	files   map[string]*file // by path
}

// New returns the shelf of these folders, the first of which takes what is put there, and of
// the games that come with the companion: their programs by name.
func New(player Player, own map[string]string, folders ...string) *Shelf {
	return &Shelf{player: player, every: every, own: own, folders: folders, known: newKnown(player), files: map[string]*file{}}
}

// file is a file that was seen, and what became of it.
type file struct {
	name  string
	place int  // of its folder
	own   bool // it comes with the companion
	stamp stamp
	read  bool // as the stamp says
	rules games.Rules
	err   *Refused
}

// stamp tells whether a file has changed.
type stamp struct {
	size int64
	at   time.Time
}

// Run looks at the folders until ctx ends, and tells what there is whenever that has
// changed, and once as it begins.
func (s *Shelf) Run(ctx context.Context, tell func(companion.Files)) error {
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

// unpack reads the games that come with the companion until ctx ends. They were tried before
// it was built.
func (s *Shelf) unpack(ctx context.Context) {
	for name, program := range s.own {
		if ctx.Err() != nil {
			return
		}
		f := &file{name: name, own: true}
		if r, err := s.known.read(name, program); err == nil {
			s.known.trust(r)
			f.rules = r
		} else {
			f.err = s.refused(err)
		}
		s.files[name] = f
	}
}

// look looks at all folders and reports whether what can be played has changed.
func (s *Shelf) look(ctx context.Context) (changed bool) {
	seen := map[string]bool{}
	for place, folder := range s.folders {
		for name, stamp := range stamps(folder) {
			path := filepath.Join(folder, name+Ending)
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

// stamps are the files of games in a folder, by their names without ending; a folder that
// isn't there has none.
func stamps(folder string) map[string]stamp {
	found := map[string]stamp{}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), Ending)
		if !ok || strings.HasPrefix(name, ".") || len(found) == MostFiles {
			continue
		}
		if info, err := os.Stat(filepath.Join(folder, e.Name())); err == nil && info.Mode().IsRegular() {
			found[name] = stamp{info.Size(), info.ModTime()}
		}
	}
	return found
}

// lookAt takes a file in that has not changed since the last look, and reports whether it
// is another game now.
func (s *Shelf) lookAt(ctx context.Context, path, name string, place int, now stamp) bool {
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

// take reads a file and tries its program.
func (s *Shelf) take(ctx context.Context, path, name string) (games.Rules, error) {
	program, err := text(path)
	if err != nil {
		return nil, s.refused(err)
	}
	return s.Try(ctx, name, program)
}

// Try returns the rules of a program that was tried. Its error is a *[Refused] that says
// what was found.
func (s *Shelf) Try(ctx context.Context, name, program string) (games.Rules, error) {
	r, err := s.known.read(name, program)
	if err == nil && s.known.tried(r) {
		return r, nil
	}
	if err == nil {
		err = s.player.Try(ctx, name, program)
	}
	if err != nil {
		return nil, s.refused(err)
	}
	s.known.trust(r)
	return r, nil
}

// With returns a catalogue that also knows the games of records, by their programs.
func (s *Shelf) With(c games.Catalogue) games.Catalogue {
	c.Read, c.Try = s.Read, s.Tried
	return c
}

// Read returns the rules of the program of a record; see [games.Catalogue]. Its error is a
// *[Refused].
func (s *Shelf) Read(name, program string) (games.Rules, error) {
	r, err := s.known.read(strings.TrimPrefix(name, games.InFile), program)
	if err != nil {
		return nil, s.refused(err)
	}
	return r, nil
}

// Tried is Read for records from elsewhere: a program that nobody has tried here is tried
// before anything is played by it.
func (s *Shelf) Tried(name, program string) (games.Rules, error) {
	return s.Try(context.Background(), strings.TrimPrefix(name, games.InFile), program)
}

// errLarge is a file of more bytes than a program may have.
var errLarge = errors.New("a file of a game has at most 64 KiB")

// text reads a program. Line ends are those of Unix, a byte order mark is none of it.
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

// Clean is a program as records keep it.
func Clean(data []byte) (string, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if len(data) > match.MostProgram {
		return "", errLarge
	}
	return string(data), nil
}

// present is what there is now: games by their names, files that can't be played by theirs.
func (s *Shelf) present() companion.Files {
	best := map[string]*file{}
	for _, f := range s.files {
		if other := best[f.name]; f.seen() && (other == nil || other.own || !f.own && f.place < other.place) {
			best[f.name] = f
		}
	}
	var all companion.Files
	for _, f := range best {
		if f.err != nil {
			all.Wrong = append(all.Wrong, companion.Wrong{File: f.name + Ending, Why: f.err.why})
			continue
		}
		all.Games = append(all.Games, f.rules)
	}
	slices.SortFunc(all.Games, func(a, b games.Rules) int { return cmp.Compare(a.Name(), b.Name()) })
	slices.SortFunc(all.Wrong, func(a, b companion.Wrong) int { return cmp.Compare(a.File, b.File) })
	return all
}

// seen reports whether f was read once.
func (f *file) seen() bool { return f.rules != nil || f.err != nil }

// Refused is a file, or the program of a record, that can't be played, and why.
type Refused struct{ why map[words.Lang]string }

// Error says why in English.
func (r *Refused) Error() string { return r.why[words.English] }

// In says why in a language.
func (r *Refused) In(lang words.Lang) string { return r.why[lang] }

// refused says an error in all languages.
func (s *Shelf) refused(err error) *Refused {
	r := &Refused{why: map[words.Lang]string{}}
	for _, lang := range words.Langs {
		r.why[lang] = s.say(lang, err)
	}
	return r
}

// say says an error in a language.
func (s *Shelf) say(lang words.Lang, err error) string {
	switch {
	case errors.Is(err, errLarge):
		return words.Own(lang).Word("file.large")
	case errors.As(err, new(*fs.PathError)):
		return words.Own(lang).Word("file.unread", err.Error())
	}
	return s.player.Say(lang, err)
}

// Put writes a program to the first folder, as a whole or not at all.
func (s *Shelf) Put(name, program string) error {
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
	return os.Rename(f.Name(), filepath.Join(folder, filepath.Base(name)+Ending))
}

// Drop removes the file of that name from the first folder.
func (s *Shelf) Drop(name string) error {
	return os.Remove(filepath.Join(s.folders[0], filepath.Base(name)+Ending))
}
