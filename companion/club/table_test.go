package club

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// table is one at which a test plays.
type table struct {
	mu   sync.Mutex
	now  screen.Moment
	next chan struct{}
	did  []companion.Command
	by   []companion.Sender
}

// libraries are kept by the names of their games: reading the words takes longer than most
// tests do.
var libraries sync.Map

// libraryOf returns games with their words.
func libraryOf(r ...games.Rules) *companion.Library {
	key := fmt.Sprint(games.Of(r...).Names())
	if l, ok := libraries.Load(key); ok {
		return l.(*companion.Library)
	}
	l, err := companion.NewLibrary(games.Of(r...))
	if err != nil {
		panic(err)
	}
	libraries.Store(key, l)
	return l
}

func newTable(r ...games.Rules) *table {
	next := make(chan struct{})
	now := companiontest.Whole(companion.Moment{Library: libraryOf(r...), Lang: words.Russian})
	return &table{next: next, now: screen.Moment{Moment: now, Next: next}}
}

func (t *table) Now() *screen.Moment {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now
	return &now
}

// set lets the table change.
func (t *table) set(change func(*screen.Moment)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.now)
	was := t.next
	t.next = make(chan struct{})
	t.now.Next = t.next
	close(was)
}

// plays puts a match on the panel.
func (t *table) plays(id string, m match.Match) {
	t.set(func(now *screen.Moment) {
		now.Match, now.Point = m, companion.Point{Match: id, After: m.Seq()}
		now.Happened = &companion.Happened{}
		if m.Ended() {
			now.Point = companion.Point{}
		}
	})
}

// tells plays a match and shows moments.
func (t *table) tells(told ...match.SeqMoment) {
	t.set(func(now *screen.Moment) { now.Happened = &companion.Happened{All: told} })
}

// knows sets who is known, and who of them doesn't want to be named.
func (t *table) knows(players, nameless []string) {
	t.set(func(now *screen.Moment) {
		now.Offer = &companion.Offer{Players: players, Unpublished: nameless, League: now.Offer.League}
	})
}

func (t *table) Do(_ context.Context, by companion.Sender, c companion.Command) (companion.Answer, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.did, t.by = append(t.did, c), append(t.by, by)
	return companion.Answer{}, nil
}

func (t *table) done() []companion.Command {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.did)
}

// shelf is a store in memory.
type shelf struct {
	mu         sync.Mutex
	err        error
	unnameable error // of Name alone
	reports    []Report
	told       map[string]string // heads by match
	named      map[string]string
	unnamed    []string
	forgot     []string
	houses     []string // nil before they were set
	most       int      // the most reports that were asked for
}

func newShelf() *shelf { return &shelf{told: map[string]string{}, named: map[string]string{}} }

func (s *shelf) ClubSeed(context.Context) ([32]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return [32]byte{1}, s.err
}

func (s *shelf) Houses(context.Context) ([]string, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.houses), s.houses != nil, s.err
}

func (s *shelf) SetHouses(_ context.Context, prefixes []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.houses = append([]string{}, prefixes...)
	}
	return s.err
}

func (s *shelf) Unpublished(_ context.Context, limit int) (all []Report, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = max(s.most, limit)
	for _, r := range s.reports {
		if s.told[r.ID] != string(r.Head) && len(all) < limit {
			all = append(all, r)
		}
	}
	return all, s.err
}

func (s *shelf) MarkPublished(_ context.Context, id string, head []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.told[id] = string(head)
	}
	return s.err
}

func (s *shelf) Named(context.Context) (map[string]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.named), s.err
}

func (s *shelf) Name(_ context.Context, named map[string]string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := errors.Join(s.err, s.unnameable)
	if err == nil {
		maps.Copy(s.named, named)
	}
	return err
}

func (s *shelf) Republish(_ context.Context, names []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	s.unnamed = append(s.unnamed, names...)
	for _, r := range s.reports {
		for _, name := range names {
			if strings.Contains(r.Lines, `"`+name+`"`) {
				delete(s.told, r.ID)
			}
		}
	}
	return nil
}

func (s *shelf) Forget(_ context.Context, names []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range names {
		delete(s.named, name)
	}
	s.forgot = append(s.forgot, names...)
	return s.err
}

// see looks at the shelf.
func (s *shelf) see(look func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	look()
}

// masked puts «Игрок N» in the place of whoever isn't allowed, as far as it is quoted.
func masked(lines string, allowed func(string) bool, lang words.Lang) (string, error) {
	names, err := seated(lines)
	for _, name := range names {
		if !allowed(name) {
			lines = strings.ReplaceAll(lines, `"`+name+`"`, `"`+words.Companion(lang).Word("setup.player", "?")+`"`)
		}
	}
	return lines, err
}

// begun is a match of the mice under a seal, before its first outcome.
func begun(t testing.TB, names ...string) match.Match {
	t.Helper()
	return begunWith(t, luck.Secret{7}.Seal(), names...)
}

// begunWith is a match that has just begun under a seal.
func begunWith(t testing.TB, seal string, names ...string) match.Match {
	t.Helper()
	m, err := match.Begin(games.Of(mice.Rules{}), match.Fact{Kind: match.Started, Game: "mice", Seats: names, Seal: seal})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// luckOf is who answers for what is on turn.
func luckOf(m match.Match) string {
	if m.State().Turn() == games.Chance {
		return match.Table
	}
	return ""
}

// left is m after it was left.
func left(t testing.TB, m match.Match) match.Match {
	t.Helper()
	m, err := m.End(match.Stamp{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
