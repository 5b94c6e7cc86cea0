package chaos

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/companion"
	"tabletop/companion/club"
	"tabletop/companion/club/wire"
	"tabletop/companion/history"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/store"
	"tabletop/companion/waittest"
)

// boxBeat is what the clock of a box goes on in a beat: 600 times as much, so that a pause of
// an hour is one of seconds.
const boxBeat = 600 * beatEvery

// lookBeats is how many beats the club goes without looking at the table.
const lookBeats = 8

// box is a whole one: its table, its store on disk and its club. Only its panel is none.
type box struct {
	t       testing.TB
	beat    *beat
	moves   *atomic.Int64 // of all boxes: what their hands have done
	told    *atomic.Int64 // of all boxes: records that they took for told
	n       int
	dir     string
	net     *network
	broker  *url.URL
	league  ed25519.PublicKey
	forgets bool // takes a record for told once it was handed out
	rnd     *mrand.Rand
	begun   time.Time
	ahead   atomic.Int64 // of its clock, ns
	agreed  atomic.Bool  // its hands have agreed to the league
	status  atomic.Pointer[club.Status]

	store *store.Store
	loop  *loop.Loop
	table *table
	key   ed25519.PrivateKey
	off   func()

	names []string // who may sit
	fresh int      // names that were thought of
	seals map[string]bool
}

// newBox returns a box that is switched on.
func newBox(n *night, k int, to string, league ed25519.PublicKey) *box {
	b := &box{t: n.t, beat: n.beat, moves: &n.moves, told: &n.told, n: k, dir: n.t.TempDir(), league: league, rnd: mrand.New(mrand.NewPCG(n.seed, uint64(k))), begun: time.Now(), seals: map[string]bool{}}
	var at string
	b.net, at = newNetwork(n.t, n.beat, to, b.rnd.Uint64())
	b.broker = &url.URL{Scheme: "mqtt", Host: at}
	for range 4 {
		b.names = append(b.names, b.newName())
	}
	b.on()
	n.t.Cleanup(func() { b.off() })
	return b
}

func (b *box) newName() string {
	b.fresh++
	return fmt.Sprintf("%s%d-%d", []string{"Аня", "Боря", "Вера", "Гоша"}[b.fresh%4], b.n, b.fresh)
}

// now is the box's clock.
func (b *box) now() time.Time {
	passed, _ := b.beat.count()
	return b.begun.Add(time.Duration(passed)*boxBeat + time.Duration(b.ahead.Load()))
}

func (b *box) on() {
	b.store = b.open()
	seed, err := b.store.ClubSeed(context.Background())
	ok(b.t, err)
	b.key = ed25519.NewKeyFromSeed(seed[:])
	model, err := companion.New(companion.Config{Games: known, Club: true})
	ok(b.t, err)
	b.loop = loop.New(loop.Config{
		Model: model, Log: b.store, Draw: func(panel.View) screen.Frame { return screen.Frame{} },
		Random: rand.Reader, Logger: quiet,
		Perform: func(ctx context.Context, e companion.Effect) any {
			c, ok := e.(companion.Carry)
			if !ok {
				return nil
			}
			return companion.CarryResult{Err: b.carry(ctx, c.Command)}
		},
	})
	b.table = &table{Loop: b.loop, beat: b.beat, next: make(chan struct{})}
	c, err := club.New(b.table, b.shelf(), b.opts())
	ok(b.t, err)
	ctx, stop := context.WithCancel(context.Background())
	var parts sync.WaitGroup
	parts.Go(func() { _ = b.loop.Run(ctx) })
	parts.Go(func() { b.table.follow(ctx) })
	parts.Go(func() { c.Run(ctx) })
	b.off = sync.OnceFunc(func() { stop(); parts.Wait(); ok(b.t, b.store.Close()) })
}

// open opens the store. A process that is being started holds its lock as well for a moment.
func (b *box) open() (s *store.Store) {
	waittest.Until(b.t, fmt.Sprint("the folder of box ", b.n), func() (any, bool) {
		var err error
		if s, err = store.Open(b.dir, time.Now(), known); !errors.Is(err, store.ErrLocked) {
			ok(b.t, err)
		}
		return err, err == nil
	})
	return s
}

func (b *box) opts() club.Opts {
	return club.Opts{
		Brokers: []*url.URL{b.broker}, Name: fmt.Sprint("Стол ", b.n), Logger: quiet, Now: b.now, Mask: club.Nameless,
		Tell:   club.Tell{State: true, Moments: true, Records: true, Names: true},
		Told:   func(s club.Status) { b.status.Store(&s) },
		League: func() (ed25519.PublicKey, bool) { return b.league, b.agreed.Load() },
		Enrol:  func(e wire.Enrol) { b.agreed.Store(b.league.Equal(ed25519.PublicKey(e.Key))) },
	}
}

// carry does what the table has said yes to.
func (b *box) carry(ctx context.Context, c companion.Command) error {
	switch c := c.(type) {
	case companion.ErasePlayers:
		return b.store.ErasePlayers(ctx, c.Names)
	case companion.Rename:
		return b.store.Rename(ctx, c.Name, c.To)
	}
	return fmt.Errorf("nobody carries out %T", c)
}

// table is the loop, seen again every so often: what is due by a clock that is fast must not
// wait for a slow one.
type table struct {
	*loop.Loop
	beat *beat
	mu   sync.Mutex
	next chan struct{}
}

func (t *table) Now() *screen.Moment {
	t.mu.Lock()
	defer t.mu.Unlock()
	m := *t.Loop.Now()
	m.Next = t.next
	return &m
}

func (t *table) follow(ctx context.Context) {
	for ctx.Err() == nil {
		t.sleep(ctx)
		t.mu.Lock()
		close(t.next)
		t.next = make(chan struct{})
		t.mu.Unlock()
	}
}

// sleep returns when there is a new moment, after some beats, or when ctx ends.
func (t *table) sleep(ctx context.Context) {
	moment := t.Loop.Now().Next
	begun, next := t.beat.count()
	for now := begun; now < begun+lookBeats; now, next = t.beat.count() {
		select {
		case <-next:
		case <-moment:
			return
		case <-ctx.Done():
			return
		}
	}
}

// shelf is the store as the club needs it.
func (b *box) shelf() club.Shelf {
	if b.forgets {
		return &rash{shelf: b.shelved()}
	}
	return b.shelved()
}

type shelf struct {
	*store.Store
	told *atomic.Int64
}

func (b *box) shelved() shelf { return shelf{b.store, b.told} }

// MarkPublished counts what the box takes for told.
func (s shelf) MarkPublished(ctx context.Context, id string, head []byte) error {
	err := s.Store.MarkPublished(ctx, id, head)
	if err == nil {
		s.told.Add(1)
	}
	return err
}

func (s shelf) Unpublished(ctx context.Context, limit int) ([]club.Report, error) {
	all, err := s.Store.Unpublished(ctx, limit)
	reports := make([]club.Report, len(all))
	for i, r := range all {
		reports[i] = club.Report(r)
	}
	return reports, err
}

// rash takes a record for told once it is with the broker, which is when the club asks for
// the next: only to see that this loses some.
type rash struct {
	shelf
	told []club.Report // at most one
}

func (r *rash) Unpublished(ctx context.Context, limit int) ([]club.Report, error) {
	for _, report := range r.told {
		_ = r.MarkPublished(ctx, report.ID, report.Head)
	}
	all, err := r.shelf.Unpublished(ctx, limit)
	r.told = all[:min(1, len(all))] // the oldest is told first
	return all, err
}

// do sends a command; it may be refused.
func (b *box) do(from companion.Sender, c companion.Command) bool {
	a, err := b.loop.Do(b.t.Context(), from, c)
	if err != nil {
		b.t.Errorf("box %d: %T: %v", b.n, c, err)
	}
	done := err == nil && a.Refusal.Kind == companion.Accepted
	if done {
		b.moves.Add(1)
	}
	return done
}

// pair are two of those names who play.
func (b *box) pair(names []string) []string {
	names = slices.Clone(names)
	b.rnd.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	return names[:2]
}

// setUp sets a match up, which waits under its seal, and returns its id.
func (b *box) setUp() string {
	game := []string{"mice", "mice", "mice", "fox"}[b.rnd.IntN(4)]
	d := companion.Draft{Game: game, Names: b.pair(b.names), First: 1}
	waittest.Until(b.t, fmt.Sprintf("box %d to set a match up", b.n), func() (any, bool) {
		return b.loop.Now().Point, b.do(companion.Keys, companion.SetUp{Draft: d, Begin: true})
	})
	waittest.True(b.t, fmt.Sprintf("a match on the panel of box %d", b.n), func() bool { return b.loop.Now().Point.Match != "" })
	return b.loop.Now().Point.Match
}

// playOn plays the match on the panel to its end and returns how many facts it has.
func (b *box) playOn() (facts int) {
	b.do(companion.Keys, companion.Begin{Point: b.loop.Now().Point})
	for b.t.Context().Err() == nil {
		m := b.loop.Now()
		legal := m.Match.State().Legal()
		switch {
		case m.Match.State().Standing().Over:
			b.do(companion.Keys, companion.End{Point: m.Point})
			return b.loop.Now().Match.Seq()
		case len(legal) == 0: // the box answers for chance
			select {
			case <-m.Next:
			case <-b.t.Context().Done():
			}
			continue
		}
		c := legal[b.rnd.IntN(len(legal))]
		b.do(companion.Keys, companion.Decide{Point: m.Point, Says: string(c.At(b.rnd.IntN(c.Len())))})
	}
	return 0
}

// grown keeps a match that is told in three parts, each going on from the one before, with
// pauses between them. Known players sit in it.
func (b *box) grown(k int) (facts int) {
	may := b.mayName()
	names := slices.DeleteFunc(slices.Clone(b.names), func(name string) bool { return !may[name] })
	if len(names) < 2 {
		return 0
	}
	m := audittest.Play(b.t, audittest.Begin(b.t, known, "mice", b.pair(names)...), b.rnd.Uint64())
	lines := strings.Split(strings.TrimSuffix(m.UpTo(m.Seq()), "\n"), "\n")
	id, from := fmt.Sprintf("grown-%d-%d", b.n, k), 0
	for _, to := range []int{5, len(lines) - 3, len(lines)} {
		ok(b.t, b.store.Keep(context.Background(), companion.Keep{Match: id, First: from + 1, Lines: lines[from:to], Over: true}))
		from = to
		b.beat.wait(b.rnd.IntN(beats(300*time.Millisecond) + 1))
	}
	return len(lines)
}

// rename gives somebody a name that nobody had.
func (b *box) rename() {
	i, to := b.rnd.IntN(len(b.names)), b.newName()
	if b.do(companion.Socket, companion.Rename{Name: b.names[i], To: to}) {
		b.names[i] = to
	}
}

// erase strikes somebody from the known players, or says that he isn't to be named. Somebody
// else sits there from now on.
func (b *box) erase() {
	i := b.rnd.IntN(len(b.names))
	if b.rnd.IntN(2) == 0 {
		b.do(companion.Socket, companion.ErasePlayers{Names: b.names[i : i+1]})
	} else {
		b.do(companion.Socket, companion.PublishName{Name: b.names[i]})
	}
	b.names[i] = b.newName()
}

// again switches the box off and on; with a backup it takes over what another has played.
func (b *box) again(backup []byte) {
	b.off()
	if backup != nil {
		s := b.open()
		_, err := s.Take(context.Background(), history.KindBackup, bytes.NewReader(backup))
		ok(b.t, errors.Join(err, s.Close()))
	}
	b.on()
}

// backup is what somebody carries from this box to another.
func (b *box) backup() []byte {
	var file bytes.Buffer
	ok(b.t, b.store.Backup(context.Background(), &file))
	return file.Bytes()
}
