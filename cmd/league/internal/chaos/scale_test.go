package chaos

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
)

var (
	tables    = flag.Int("tables", 40, "how many boxes tell their state in the test of the wall")
	every     = flag.Duration("every", time.Second, "how often each does")
	watched   = flag.Duration("watched", 2*time.Second, "for how long the wall is watched")
	wallLimit = flag.Duration("wall", 5*time.Second, "what 99 of 100 states may take from a box to the wall")
)

// unbounded is a mosquitto that drops nothing.
const unbounded = "persistence false\nmax_queued_messages 1000000\nmax_connections -1\n"

// house is a league under load.
type house struct {
	t       testing.TB
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
	h := &house{t: t, where: c.Database(name)}
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

func (h *house) employ(n int) {
	for k := range n {
		h.workers = append(h.workers, itself(h.t, partVar+"=worker", brokerVar+"="+h.address, dbVar+"="+h.where, fmt.Sprintf("%s=w%d", idVar, k)))
	}
	time.Sleep(time.Second) // they subscribe
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

// TestTheWallShowsAllTablesInTime measures how long a state takes from its box to the wall.
func TestTheWallShowsAllTablesInTime(t *testing.T) {
	short(t)
	h := build(t, pgtest.Start(t, "fsync=on"), "wall", *tables)
	h.employ(1)
	begun := time.Now()
	boxes := make([]*light, *tables)
	for n := range boxes {
		boxes[n] = connect(t, n, h.address)
		ok(t, boxes[n].send(boxes[n].packet(wire.OnlineKind, wire.Online{Online: true, Name: "Стол"}, true)))
	}
	t.Logf("%d boxes connected within %.1f s", *tables, time.Since(begun).Seconds())
	for deadline := time.Now().Add(5 * time.Minute); h.count(`SELECT count(*) FROM boxes WHERE online = 1`) < *tables; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("only %d are online", h.count(`SELECT count(*) FROM boxes WHERE online = 1`))
		}
	}
	t.Logf("all known to be online after %.1f s: %.0f a second", time.Since(begun).Seconds(), float64(*tables)/time.Since(begun).Seconds())
	h.watch(boxes)
}

// watch has boxes tell states, and reads them as the wall does.
func (h *house) watch(boxes []*light) {
	ctx, stop := context.WithCancel(h.t.Context())
	var sent atomic.Int64
	var all sync.WaitGroup
	for _, b := range boxes {
		all.Go(func() { tellStates(ctx, h.t, b, &sent) })
	}
	time.Sleep(*every) // all have told one
	_, rev, err := h.ledger.States(ctx, 0)
	ok(h.t, err)
	var took []time.Duration
	seen, from, sentFrom := map[string]bool{}, time.Now(), sent.Load()
	before := []usage{usageOf(h.workers[0].is.Process.Pid), usageOf(h.broker.is.Process.Pid), usageOf(h.server)}
	for time.Since(from) < *watched {
		time.Sleep(250 * time.Millisecond) // as the hall does
		states, next, err := h.ledger.States(ctx, rev)
		ok(h.t, err)
		rev = next
		for _, s := range states {
			seen[s.Box] = true
			took = append(took, time.Since(time.UnixMicro(s.State.N)))
		}
	}
	for i, name := range []string{"worker", "broker", "PostgreSQL"} {
		u := usageOf([]int{h.workers[0].is.Process.Pid, h.broker.is.Process.Pid, h.server}[i])
		h.t.Logf("%-10s  %3d MiB  %4.1f %% of a core", name, u.rss, 100*(u.cpu-before[i].cpu).Seconds()/time.Since(from).Seconds())
	}
	h.report(took, len(seen), float64(sent.Load()-sentFrom)/time.Since(from).Seconds(), time.Since(from))
	stop()
	all.Wait()
}

func (h *house) report(took []time.Duration, seen int, sent float64, d time.Duration) {
	slices.Sort(took)
	if len(took) == 0 || seen < *tables {
		h.t.Fatalf("%d of %d boxes are on the wall", seen, *tables)
	}
	at := func(share float64) float64 { return took[int(share*float64(len(took)-1))].Seconds() }
	h.t.Logf("%d boxes  told %.0f/s  on the wall %.0f/s  median %.2f s  p99 %.2f s  most %.2f s", *tables, sent, float64(len(took))/d.Seconds(), at(0.5), at(0.99), at(1))
	if at(0.99) > wallLimit.Seconds() {
		h.t.Errorf("p99 is %.2f s, want %v", at(0.99), *wallLimit)
	}
}

func tellStates(ctx context.Context, t testing.TB, b *light, sent *atomic.Int64) {
	wait := rand.N(*every)
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = *every
		if err := b.send(b.packet(wire.StateKind, aState(time.Now().UnixMicro()), true)); err != nil {
			t.Errorf("box %s: %v", b.ID, err)
			return
		}
		sent.Add(1)
	}
}
