package club

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/companiontest"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/games"
	"tabletop/games/mice"
)

// card is a disk in memory.
type card struct {
	mu sync.Mutex
	d  *companiontest.Disk
}

func (c *card) Load(context.Context) (companion.Evening, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.d.Evening(), nil
}

func (c *card) Keep(_ context.Context, k companion.Keep) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.d.Keep(k)
}

func (c *card) Match(_ context.Context, id string) (companion.Loaded, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.d.Load(id, games.Of(mice.Rules{}))
	return l, l.Err
}

func (c *card) Check(context.Context) ([]companion.Damage, error) { return nil, nil }

func (c *card) Renew(time.Time) (companion.Rescue, error) {
	return companion.Rescue{}, errors.New("not here")
}

// box starts a loop that plays the mice.
func box(t testing.TB) (l *loop.Loop, stop func()) {
	t.Helper()
	artist, err := screen.For(games.Of(mice.Rules{}))
	must(t, err)
	model, err := companion.New(companion.Config{Games: games.Of(mice.Rules{})})
	must(t, err)
	l = loop.New(loop.Config{
		Model: model, Log: &card{d: companiontest.NewDisk().Knows("mice")}, Draw: artist.Draw,
		Random: rand.NewChaCha8([32]byte{7}), Logger: slog.New(slog.DiscardHandler),
	})
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { _ = l.Run(ctx); close(ended) }()
	return l, func() { end(); <-ended }
}

func TestARealTableIsToldOfAndItsKeysArePressed(t *testing.T) {
	t.Parallel()
	var stop func()
	played(t, nil, func(e *evening) {
		e.real, stop = box(e.t)
		e.opts.Keys = true
	}, func(t *testing.T, e *evening) {
		defer stop()
		topic := wire.Topic(boxID, wire.PressKind)
		var s wire.State
		most, first := 0, ""
		for range 60 { // a whole match, and the beginning of the next
			e.says(nil, topic, []byte(wire.PressOK), false)
			e.wait(2 * time.Second)
			m := e.real.Now()
			if s = last[wire.State](t, e.broker, wire.StateKind); s.Match != m.Point.Match || s.Match != "" && s.Seq != m.Match.Seq() {
				t.Fatalf("told %+v; the table is at %+v", s, m.Point)
			}
			most = max(most, s.Seq)
			if first == "" && s.Match != "" {
				first = s.Match
				if told := e.sealsOf(); len(told) == 0 || told[0].Match != first || m.Match.Seq() < 2 {
					t.Errorf("%d facts, the first of chance, and of seals only %+v were told", m.Match.Seq(), told)
				}
			}
		}
		seals, now := e.sealsOf(), e.real.Now().Match
		if most < 50 || now.Seq() != 1 {
			t.Errorf("a match of %d facts, and %d of the next", most, now.Seq())
		}
		if !slices.ContainsFunc(seals, func(told wire.Seal) bool { return told.Seal == now.Seal() && told.Match == s.Match }) {
			t.Errorf("seals %+v: want that of the match in which nothing was drawn yet", seals)
		}
		if moments := e.momentsTold(); len(moments) < 5 || moments[len(moments)-1].Kind != games.Win {
			t.Errorf("moments %+v", moments)
		}
		for _, seat := range s.Seats {
			if seat.Player != "" {
				t.Errorf("nobody has typed a name, and %+v is a player", seat)
			}
		}
	})
}

// BenchmarkAPress is from a press to the picture that shows what came of it, on a box without
// a club, and on one whose broker is away and whose queue of moments is full.
func BenchmarkAPress(b *testing.B) {
	for _, on := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "club"}[on], func(b *testing.B) {
			l, stop := box(b)
			defer stop()
			if on {
				defer lonely(b, l)()
			}
			for i := 0; b.Loop(); i++ {
				if _, err := l.Do(b.Context(), companion.Keys, companion.Press{Key: [...]panel.Key{panel.Up, panel.Down}[i%2]}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// lonely starts a club of that table whose broker is away, and whose queue is full.
func lonely(b *testing.B, l *loop.Loop) (stop func()) {
	b.Helper()
	club, err := New(l, newShelf(), Opts{
		Brokers: []*url.URL{{Scheme: "mqtt", Host: "h"}}, Tell: everything, Mask: masked, Now: time.Now,
		Dial: func(context.Context, *url.URL, *tls.Config) (net.Conn, error) { return nil, errors.New("no network") },
	})
	must(b, err)
	for range mostMoments {
		club.in.events = append(club.in.events, &event{moment: l.Now(), at: time.Now().Add(time.Hour)})
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { club.Run(ctx); close(ended) }()
	return func() { end(); <-ended }
}
