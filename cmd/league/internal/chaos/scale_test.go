package chaos

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

var (
	tables     = flag.Int("tables", 40, "how many boxes tell their state in the test of the wall")
	every      = flag.Duration("every", time.Second, "how often each does")
	statesEach = flag.Int("states", 2, "how many states of each the wall shows before the test ends")
	wallLimit  = flag.Duration("wall", 0, "what 99 of 100 states may take from a box to the wall; 0: as long as it takes")
)

// unbounded is a mosquitto that drops nothing.
const unbounded = "persistence false\nmax_queued_messages 1000000\nmax_connections -1\n"

// house is a league under load.
type house struct {
	t       testing.TB
	beat    *beat
	broker  *process
	address string
	where   string
	ledger  *ledger.Ledger
	look    *sql.DB
	server  int // the process of PostgreSQL
	workers []*process
}

// build builds a league for some boxes that are enrolled already. The database syncs.
func build(t testing.TB, c *pgtest.Cluster, name string, boxes int) *house {
	h := &house{t: t, beat: newBeat(t), where: c.Schema(name)}
	var err error
	h.ledger, err = ledger.Open(t.Context(), h.where)
	ok(t, err)
	t.Cleanup(func() { _ = h.ledger.Close() })
	ok(t, h.ledger.Migrate(t.Context()))
	_, err = h.ledger.Key(t.Context())
	ok(t, err)
	h.look, err = sql.Open("pgx", h.where)
	ok(t, err)
	t.Cleanup(func() { _ = h.look.Close() })
	for n := range boxes {
		_, err = h.look.Exec(`INSERT INTO boxes (id, key, name, version, online, seen, told, enrolled, revoked, announced)
			VALUES ($1, '', '', '', 0, 0, 0, 1, 0, 1)`, audittest.NewBox(n).ID)
		ok(t, err)
	}
	_, err = h.look.Exec(`ANALYZE`)
	ok(t, err)
	var pid int
	ok(t, h.look.QueryRow(`SELECT pg_backend_pid()`).Scan(&pid))
	h.server = parent(t, pid)
	h.broker, h.address = mosquitto(t, unbounded)
	return h
}

// employ starts workers, which are that part of a league, and waits until the broker has granted
// their subscriptions.
func (h *house) employ(part string, n int) {
	for k := range n {
		h.workers = append(h.workers, itself(h.t, partVar+"="+part, brokerVar+"="+h.address, dbVar+"="+h.where, fmt.Sprintf("%s=w%d", idVar, k)))
	}
	for _, w := range h.workers {
		waittest.Receive(h.t, "a worker to subscribe", w.said)
	}
}

// count counts rows.
func (h *house) count(query string) (n int) {
	h.t.Helper()
	ok(h.t, h.look.QueryRow(query).Scan(&n))
	return n
}

// table is a state as a table of four tells it.
func aState(n int64) wire.State {
	s := wire.State{N: n, Name: "Стол у окна", Lang: "ru", Match: "ed73b0a9739ec9db", Seq: 57, Game: "mice", Title: "Лови мышей!", Now: "Аня бросает", Turn: 1, Who: "Аня"}
	for _, name := range []string{"Аня", "Боря", "Вера", "Гоша"} {
		s.Seats = append(s.Seats, wire.Seat{Name: name, Player: "3ztwqmhra3vvnbj1", Score: 31, Used: 123456})
	}
	return s
}

// TestTheWallShowsAllTables measures how long a state takes from its box to the wall.
func TestTheWallShowsAllTables(t *testing.T) {
	short(t)
	h := build(t, pgtest.Start(t, "fsync=on"), "wall", *tables)
	h.employ("worker", 1)
	begun := time.Now()
	boxes := make([]*light, *tables)
	for n := range boxes {
		boxes[n] = connect(t, n, h.address)
		ok(t, boxes[n].send(boxes[n].packet(wire.OnlineKind, wire.Online{Online: true, Name: "Стол"}, true)))
	}
	t.Logf("%d boxes connected within %.1f s", *tables, time.Since(begun).Seconds())
	waittest.Until(t, fmt.Sprintf("%d boxes to be online", *tables), func() (any, bool) {
		h.beat.wait(4)
		online := h.count(`SELECT count(*) FROM boxes WHERE online = 1`)
		return online, online >= *tables
	})
	t.Logf("all known to be online after %.1f s: %.0f a second", time.Since(begun).Seconds(), float64(*tables)/time.Since(begun).Seconds())
	h.watch(boxes)
}

// wallBeats is how often the wall looks for new states: each 250 ms, as the pages of a league.
const wallBeats = int(250 * time.Millisecond / beatEvery)

// watch has boxes tell states, and reads them as the wall does until it has shown some of
// each.
func (h *house) watch(boxes []*light) {
	ctx, stop := context.WithCancel(h.t.Context())
	var sent atomic.Int64
	var all sync.WaitGroup
	all.Go(func() { h.load(ctx, boxes, &sent) })
	_, rev, err := h.ledger.States(ctx, 0)
	ok(h.t, err)
	var took []time.Duration
	shown, full, from := map[string]int{}, 0, time.Now()
	before := []usage{usageOf(h.workers[0].is.Process.Pid), usageOf(h.broker.is.Process.Pid), usageOf(h.server)}
	waittest.Until(h.t, fmt.Sprintf("%d states of each of %d boxes on the wall", *statesEach, *tables), func() (any, bool) {
		h.beat.wait(wallBeats)
		states, next, err := h.ledger.States(ctx, rev)
		ok(h.t, err)
		rev = next
		for _, s := range states {
			took = append(took, time.Since(time.UnixMicro(s.State.N)))
			if shown[s.Box]++; shown[s.Box] == *statesEach {
				full++
			}
		}
		return fmt.Sprintf("%d states, %d boxes with all", len(took), full), full == *tables
	})
	for i, name := range []string{"worker", "broker", "PostgreSQL"} {
		u := usageOf([]int{h.workers[0].is.Process.Pid, h.broker.is.Process.Pid, h.server}[i])
		h.t.Logf("%-10s  %3d MiB  %4.1f %% of a core", name, u.rss, 100*(u.cpu-before[i].cpu).Seconds()/time.Since(from).Seconds())
	}
	h.report(took, float64(sent.Load())/time.Since(from).Seconds(), time.Since(from))
	stop()
	all.Wait()
}

func (h *house) report(took []time.Duration, sent float64, d time.Duration) {
	slices.Sort(took)
	at := func(share float64) float64 { return took[int(share*float64(len(took)-1))].Seconds() }
	h.t.Logf("%d boxes  told %.0f/s  on the wall %.0f/s  median %.2f s  p99 %.2f s  most %.2f s", *tables, sent, float64(len(took))/d.Seconds(), at(0.5), at(0.99), at(1))
	if *wallLimit > 0 && at(0.99) > wallLimit.Seconds() {
		h.t.Errorf("p99 is %.2f s, want %v", at(0.99), *wallLimit)
	}
}

// load has each box tell a state every so often, the boxes one after the other, until ctx
// ends. A box that the broker keeps waiting passes over its turn.
func (h *house) load(ctx context.Context, boxes []*light, sent *atomic.Int64) {
	turns := beats(*every)
	var all sync.WaitGroup
	defer all.Wait()
	turn := make([]chan struct{}, len(boxes))
	for i, b := range boxes {
		turn[i] = make(chan struct{}, 1)
		defer close(turn[i])
		all.Go(func() {
			for range turn[i] {
				if err := b.send(b.packet(wire.StateKind, aState(time.Now().UnixMicro()), true)); err != nil {
					h.t.Errorf("box %s: %v", b.ID, err)
					return
				}
				sent.Add(1)
			}
		})
	}
	for ctx.Err() == nil {
		h.beat.wait(1)
		now, _ := h.beat.count()
		for i := now % turns; i < len(boxes); i += turns {
			select {
			case turn[i] <- struct{}{}:
			default:
			}
		}
	}
}
