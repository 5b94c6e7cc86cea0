package chaos

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion"
)

// plan is what a night is to be.
type plan struct {
	boxes, facts int
	seed         uint64
	single       bool          // the league is one process, with a broker of its own and SQLite
	hasty        bool          // workers acknowledge before they keep
	forgets      bool          // boxes forget before they hear an Ack
	pause        time.Duration // of a box between two matches, on average
	quiet        time.Duration // how long it may take to tell all when the troubles are over
}

// night is a club whose parts fail again and again.
type night struct {
	plan
	t       testing.TB
	rnd     *rand.Rand // of the troubles
	broker  *process   // or the whole league
	workers []*process
	net     *network // to the broker, for workers
	at      string   // where that is entered
	db      *pgtest.Cluster
	where   string
	ledger  *ledger.Ledger
	look    *sql.DB // beside the ledger
	boxes   []*box
	facts   atomic.Int64 // that were played
	copied  chan []byte  // what a box has played, for another
	counts  map[string]int
	worker  int // the last that was begun
}

// forgetful: mosquitto keeps nothing on disk: what it held is lost with it.
const forgetful = "persistence false\nmax_queued_messages 1000\n"

func begin(t testing.TB, p plan) *night {
	n := &night{plan: p, t: t, rnd: rand.New(rand.NewPCG(p.seed, 0)), copied: make(chan []byte, 1), counts: map[string]int{}}
	n.keepBooks()
	address := n.hire()
	key, err := n.ledger.Key(t.Context())
	ok(t, err)
	for i := range p.boxes {
		b := newBox(t, i, p.seed, address, key.Public().(ed25519Key))
		b.forgets = p.forgets
		b.again(nil)
		n.boxes = append(n.boxes, b)
	}
	return n
}

// keepBooks opens a new database.
func (n *night) keepBooks() {
	driver, file := "sqlite", filepath.Join(n.t.TempDir(), "league.db")
	if n.where = "sqlite:" + file; !n.single {
		n.db = pgtest.Start(n.t)
		driver, file = "pgx", n.db.Database("league")
		n.where = file
	}
	var err error
	n.ledger, err = ledger.Open(n.t.Context(), n.where)
	ok(n.t, err)
	n.t.Cleanup(func() { _ = n.ledger.Close() })
	ok(n.t, n.ledger.Migrate(n.t.Context()))
	n.look, err = sql.Open(driver, file)
	ok(n.t, err)
	n.t.Cleanup(func() { _ = n.look.Close() })
}

// hire starts a broker and workers, or the one process that is both, and returns where boxes
// find the broker.
func (n *night) hire() (address string) {
	if n.single {
		address = free(n.t)
		n.broker = itself(n.t, partVar+"=league", brokerVar+"="+address, dbVar+"="+n.where, idVar+"=league")
		answers(n.t, address)
		return address
	}
	n.broker, address = mosquitto(n.t, forgetful)
	n.net, n.at = newNetwork(n.t, address)
	for range 2 {
		n.workers = append(n.workers, n.newWorker())
	}
	return address
}

// newWorker starts a worker, which the broker has never seen.
func (n *night) newWorker() *process {
	n.worker++
	part := "worker"
	if n.hasty {
		part = "hasty"
	}
	return itself(n.t, partVar+"="+part, brokerVar+"="+n.at, dbVar+"="+n.where, idVar+fmt.Sprintf("=w%d", n.worker))
}

// enrol lets boxes tell.
func (n *night) enrol(boxes []*box) {
	for _, b := range boxes {
		ok(n.t, n.ledger.Enrol(n.t.Context(), idOf(b)))
	}
}

// isSealed waits until the league holds a seal of a match, but not for long.
func (n *night) isSealed(match string) bool {
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var is int
		err := n.look.QueryRow(`SELECT count(*) FROM seals WHERE matchid = $1`, match).Scan(&is)
		if err == nil && is > 0 {
			return true
		}
	}
	return false
}

// evening lets a box play until there are facts enough.
func (n *night) evening(b *box) {
	for k := 0; n.facts.Load() < int64(n.plan.facts); k++ {
		time.Sleep(time.Duration(b.rnd.IntN(int(2*n.pause) + 1)))
		switch what := b.rnd.IntN(12); {
		case what == 0:
			b.rename()
		case what == 1:
			b.erase()
		case what == 2:
			b.again(nil)
		case what == 3 && b.n%2 == 0:
			n.facts.Add(int64(b.grown(k)))
		case what == 4 && b.n%2 == 1:
			n.hand(b)
		case what == 5:
			n.alone(b)
		default:
			id := b.setUp()
			if b.loop.Now().Match.Rules().Name() == "mice" && b.rnd.IntN(3) == 0 && n.isSealed(id) {
				b.seals[id] = true
			}
			n.facts.Add(int64(b.playOn()))
		}
	}
}

// alone plays two matches without a network. The seal of the first may have been told before;
// that of the second nobody can have witnessed.
func (n *night) alone(b *box) {
	b.net.part(true)
	time.Sleep(20 * time.Millisecond)
	b.setUp()
	n.facts.Add(int64(b.playOn()))
	id := b.setUp()
	b.seals[id] = false
	n.facts.Add(int64(b.playOn()))
	b.net.part(false)
}

// hand takes over what another has played, if somebody has left that, or leaves its own.
// Only boxes of odd numbers do: theirs are matches that don't grow.
func (n *night) hand(b *box) {
	select {
	case file := <-n.copied:
		b.again(file)
		return
	default:
	}
	select {
	case n.copied <- b.backup():
	default:
	}
}

// play lets all play, while troubles come, and then until all is told. It returns what is
// wrong.
func (n *night) play() []string {
	late := len(n.boxes) - len(n.boxes)/4 // others are enrolled later
	n.enrol(n.boxes[:late])
	end := make(chan struct{})
	go func() {
		defer close(end)
		var all sync.WaitGroup
		for _, b := range n.boxes {
			all.Go(func() { n.evening(b) })
		}
		all.Wait()
	}()
	for enrolled, over := false, false; !over; {
		select {
		case <-end:
			over = true
		case <-time.After(time.Duration(100+n.rnd.IntN(500)) * time.Millisecond):
		}
		if n.trouble(); !enrolled && (over || n.facts.Load() > int64(n.plan.facts/2)) {
			n.enrol(n.boxes[late:])
			enrolled = true
		}
	}
	n.calm()
	slow := n.tell()
	n.t.Logf("%d facts of %d boxes; troubles: %v", n.facts.Load(), len(n.boxes), n.counts)
	return append(slow, n.check()...)
}

// trouble does something that nobody likes.
func (n *night) trouble() {
	all := []string{"cut", "broken", "slow", "clock", "joined", "worker", "worker", "broker", "database", "worker cut"}
	if n.single {
		all = append(all[:5], "league", "league", "league")
	}
	what := all[n.rnd.IntN(len(all))]
	n.counts[what]++
	if *verbose {
		n.t.Log(time.Now().Format("05.000"), what)
	}
	some := n.boxes[n.rnd.IntN(len(n.boxes)):]
	some = some[:1+n.rnd.IntN(len(some))]
	switch what {
	case "worker":
		k := n.rnd.IntN(len(n.workers))
		n.workers[k].kill()
		n.workers[k] = n.newWorker()
	case "broker", "league":
		n.broker.kill()
		time.Sleep(time.Duration(n.rnd.IntN(300)) * time.Millisecond)
		n.broker.run()
	case "database":
		n.db.Kill()
		time.Sleep(time.Duration(n.rnd.IntN(300)) * time.Millisecond)
		n.db.Run()
	case "worker cut":
		n.net.breakAll()
	default:
		for _, b := range some {
			n.troubleOf(b, what)
		}
	}
}

// troubleOf is one of a box.
func (n *night) troubleOf(b *box, what string) {
	switch what {
	case "cut":
		b.net.set(true, 0, 0)
	case "broken":
		b.net.set(false, 0, time.Duration(n.rnd.IntN(3000))*time.Millisecond)
		b.net.breakAll()
	case "slow":
		b.net.set(false, time.Duration(n.rnd.IntN(200))*time.Millisecond, 0)
	case "clock":
		b.ahead.Add(int64(time.Duration(n.rnd.IntN(7200)-3600) * time.Second))
		b.loop.Tell(n.t.Context(), companion.Timed{Sure: n.rnd.IntN(2) == 0, Ahead: time.Duration(n.rnd.IntN(2000)-1000) * 24 * time.Hour})
	default:
		b.net.set(false, 0, 0)
	}
}

// calm ends the troubles.
func (n *night) calm() {
	for _, b := range n.boxes {
		b.net.set(false, 0, 0)
	}
}

// tell waits until every box knows that the league holds all, and returns what isn't so when
// that took too long.
func (n *night) tell() (wrong []string) {
	begun := time.Now()
	for {
		wrong = nil
		for _, b := range n.boxes {
			all, err := b.store.Untold(context.Background(), 1000)
			ok(n.t, err)
			for _, r := range all {
				wrong = append(wrong, fmt.Sprintf("box %d: match %s isn't acknowledged", b.n, r.ID))
			}
			wrong = append(wrong, b.unforgotten()...)
		}
		if waiting, err := n.ledger.Waiting(context.Background(), 0, 10); err != nil || len(waiting) > 0 {
			wrong = append(wrong, fmt.Sprintf("%d records wait for boxes that are enrolled: %v", len(waiting), err))
		}
		if len(wrong) > 0 && time.Since(begun) > n.quiet {
			for _, b := range n.boxes {
				wrong = append(wrong, fmt.Sprintf("box %d: %+v", b.n, *b.status.Load()))
			}
			return wrong
		}
		if len(wrong) == 0 {
			n.t.Logf("all was told %.1f s after the troubles", time.Since(begun).Seconds())
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
}
