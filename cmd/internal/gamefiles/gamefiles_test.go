package gamefiles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/games"
)

// rules are those of a program that says what is wrong with it, if anything is.
type rules struct {
	games.Rules
	name, program string
}

func (r *rules) Name() string    { return games.InFile + r.name }
func (r *rules) Program() string { return r.program }
func (r *rules) ID() string      { return games.IDOf(r.Name(), r.program) }

// player compiles what doesn't begin with "bad", and finds nothing wrong but "loops".
type player struct {
	mu              sync.Mutex
	compiled, tried int
}

func (p *player) Rules(name, program string) (games.Rules, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.compiled++; strings.HasPrefix(program, "bad") {
		return nil, fmt.Errorf("%s.star:1:1: %s", name, program)
	}
	return &rules{name: name, program: program}, nil
}

func (p *player) Try(_ context.Context, name, program string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried++; strings.Contains(program, "loops") {
		return errors.New(name + ".star loops")
	}
	return nil
}

func (p *player) Text(lang words.Lang, err error) string { return string(lang) + " " + err.Error() }

// shelf is one that runs on folders of its own.
type shelf struct {
	*Catalogue
	t      *testing.T
	player *player
	told   chan companion.Files
}

func running(t *testing.T, own map[string]string) shelf {
	s := shelf{t: t, player: &player{}, told: make(chan companion.Files, 100)}
	s.Catalogue = New(s.player, own, filepath.Join(t.TempDir(), "games"), t.TempDir())
	s.every = 20 * time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Run(ctx, func(f companion.Files) { s.told <- f }) }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return s
}

// write writes a file into one of the folders.
func (s shelf) write(place int, name, text string) {
	s.t.Helper()
	if err := errors.Join(os.MkdirAll(s.folders[place], 0o700), os.WriteFile(filepath.Join(s.folders[place], name), []byte(text), 0o600)); err != nil {
		s.t.Fatal(err)
	}
}

// waits waits until this is what there is: names with their programs, and what is wrong.
func (s shelf) waits(want ...string) {
	s.t.Helper()
	for got := []string{"nothing yet"}; !slices.Equal(got, want); {
		got = said(waittest.Receive(s.t, fmt.Sprintf("%q, there is %q", want, got), s.told))
	}
}

func TestAShelfThatEndsReadsNoMoreOfTheGamesThatComeWithIt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	p := &player{}
	s := New(p, map[string]string{"eins": "eins", "zwei": "zwei"}, t.TempDir())
	if err := s.Run(ctx, func(companion.Files) {}); err != nil || p.compiled != 0 {
		t.Errorf("%d programs were compiled, and %v", p.compiled, err)
	}
}

func said(f companion.Files) (all []string) {
	for _, r := range f.Games {
		all = append(all, r.Name()+" "+games.Program(r))
	}
	for _, w := range f.Wrong {
		all = append(all, w.File+": "+w.Why[words.Russian])
	}
	return all
}

func TestAFileThatIsSavedCanBePlayedAndOneThatIsGoneCant(t *testing.T) {
	s := running(t, nil)
	s.waits()
	s.write(0, "darts.star", "one\r\n")
	s.waits("file/darts one\n")
	s.write(0, "darts.star", "another")
	s.waits("file/darts another")
	s.write(1, "whist.star", "\ufeffwhist")
	s.waits("file/darts another", "file/whist whist")
	if err := os.Remove(filepath.Join(s.folders[0], "darts.star")); err != nil {
		t.Fatal(err)
	}
	s.waits("file/whist whist")
}

func TestAFileThatCantBePlayedIsSaid(t *testing.T) {
	s := running(t, nil)
	s.write(0, "notes.txt", "bad")
	s.write(0, ".put-1.star", "bad")
	s.write(0, "darts.star", "bad spelling")
	s.waits("darts.star: ru darts.star:1:1: bad spelling")
	s.write(0, "darts.star", "loops for ever")
	s.waits("darts.star: ru darts.star loops")
	s.write(0, "darts.star", strings.Repeat("x", match.MostProgram+1))
	s.waits("darts.star: " + words.Companion(words.Russian).Word("file.large"))
	s.write(0, "darts.star", "good")
	s.waits("file/darts good")
}

func TestTheTablesOwnFileCountsBeforeTheOneThatComesWithTheCompanion(t *testing.T) {
	s := running(t, map[string]string{"darts": "shipped", "whist": "shipped too"})
	s.waits("file/darts shipped", "file/whist shipped too")
	s.write(1, "darts.star", "of the house")
	s.waits("file/darts of the house", "file/whist shipped too")
	s.write(0, "darts.star", "of the table")
	s.waits("file/darts of the table", "file/whist shipped too")
	if err := s.Drop("darts"); err != nil {
		t.Fatal(err)
	}
	s.waits("file/darts of the house", "file/whist shipped too")
}

func TestWhatIsPutThereIsAFileAsAWhole(t *testing.T) {
	s := running(t, nil)
	s.waits()
	for _, name := range []string{"darts", "../darts", "/etc/darts"} {
		if err := s.Put(name, "sent as "+name); err != nil {
			t.Fatal(err)
		}
		s.waits("file/darts sent as " + name)
	}
	entries, err := os.ReadDir(s.folders[0])
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

func TestAProgramIsCompiledAndTriedOnce(t *testing.T) {
	p := &player{}
	s := New(p, nil, t.TempDir())
	for range 3 {
		if _, err := s.ReadChecked("file/darts", "program"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read("file/darts", "program"); err != nil {
			t.Fatal(err)
		}
	}
	if p.compiled != 1 || p.tried != 1 {
		t.Errorf("compiled %d times, tried %d", p.compiled, p.tried)
	}
	if _, err := s.Read("file/darts", "loops"); err != nil {
		t.Errorf("one of our own records: %v", err)
	}
	if _, err := s.ReadChecked("file/darts", "loops"); err == nil {
		t.Error("a program from elsewhere was not tried")
	}
}

func TestOnlyTheLatestProgramsAreRemembered(t *testing.T) {
	p := &player{}
	s := New(p, nil, t.TempDir())
	for i := range mostKnown + 1 {
		if _, err := s.Read("file/darts", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Read("file/darts", "0"); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.cache.all) != mostKnown || len(s.cache.latest) != mostKnown || p.compiled != mostKnown+1 {
		t.Errorf("%d are remembered, %d in order, %d were compiled", len(s.cache.all), len(s.cache.latest), p.compiled)
	}
}
