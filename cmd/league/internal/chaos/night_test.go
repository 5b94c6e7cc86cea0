package chaos

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/waittest"
)

// plan is what a night is to be.
type plan struct {
	boxes, facts int
	matches      int // that the boxes play at the least
	seed         uint64
	single       bool          // the league is one process, with a broker of its own and SQLite
	hasty        bool          // workers acknowledge before they store
	forgets      bool          // boxes forget before they receive an Ack
	pause        time.Duration // of a box between two matches, on average
	troubles     []string      // that come, in any order, again and again, but each once at the least
}

// night is a club whose parts fail again and again.
type night struct {
	plan
	t       testing.TB
	beat    *beat
	rnd     *rand.Rand // of the troubles
	broker  *process   // or the whole league
	address string     // of the broker
	workers []*process
	net     *network // to the broker, for workers
	at      string   // where that is entered
	db      *pgtest.Cluster
	where   string
	ledger  *ledger.Ledger
	look    *sql.DB // beside the ledger
	boxes   []*box
	facts   atomic.Int64  // that were played
	played  atomic.Int64  // matches
	told    atomic.Int64  // records that boxes took for told
	due     []string      // troubles, the next first
	came    atomic.Int64  // troubles, so far
	end     chan struct{} // closed when all boxes have played
	moves   atomic.Int64  // that boxes have made
	copied  chan []byte   // what a box has played, for another
	counts  map[string]int
	worker  int // the last that was begun
}

// forgetful: mosquitto keeps nothing on disk: what it held is lost with it.
const forgetful = "persistence false\nmax_queued_messages 1000\n"

func begin(t testing.TB, p plan) *night {
	n := &night{plan: p, t: t, beat: newBeat(t), rnd: rand.New(rand.NewPCG(p.seed, 0)), copied: make(chan []byte, 1), end: make(chan struct{}), counts: map[string]int{}}
	n.keepBooks()
	n.hire()
	key, err := n.ledger.Key(t.Context())
	ok(t, err)
	for i := range p.boxes {
		b := newBox(n, i, n.address, key.Public().(ed25519Key))
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

// hire starts a broker and workers, or the one process that is both.
func (n *night) hire() {
	if n.single {
		n.address = free(n.t)
		n.broker = itself(n.t, partVar+"=league", brokerVar+"="+n.address, dbVar+"="+n.where, idVar+"=league")
		answers(n.t, n.broker, n.address)
		return
	}
	n.broker, n.address = mosquitto(n.t, forgetful)
	n.net, n.at = newNetwork(n.t, n.beat, n.address, n.seed)
	for range 2 {
		n.workers = append(n.workers, n.newWorker())
	}
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

// sealBeats is how many beats a box waits for its seal to be with the league.
const sealBeats = 80

// isSealed reports whether the league holds a seal of a match before long.
func (n *night) isSealed(match string) bool {
	for range sealBeats {
		var is int
		err := n.look.QueryRow(`SELECT count(*) FROM seals WHERE matchid = $1`, match).Scan(&is)
		if err == nil && is > 0 {
			return true
		}
		n.beat.wait(1)
	}
	return false
}

// over reports whether enough was played, or the test has failed.
func (n *night) over() bool {
	return n.t.Context().Err() != nil || n.t.Failed() ||
		n.facts.Load() >= int64(n.plan.facts) && n.played.Load() >= int64(n.plan.matches) && n.came.Load() >= int64(len(n.troubles))
}

// half reports whether half of it was played.
func (n *night) half() bool {
	return 2*n.facts.Load() >= int64(n.plan.facts) && 2*n.played.Load() >= int64(n.plan.matches)
}

// note counts a match that was played.
func (n *night) note(facts int) {
	n.facts.Add(int64(facts))
	n.played.Add(1)
}

// faulty reports whether the league, or boxes, have a fault that loses records.
func (n *night) faulty() bool { return n.hasty || n.forgets }

// evening lets a box play until it is over.
func (n *night) evening(b *box) {
	for k := 0; !n.over(); k++ {
		n.beat.wait(b.rnd.IntN(2*beats(n.pause) + 1))
		what := b.rnd.IntN(12)
		if n.faulty() && what < 5 && what != 2 {
			what = 6 // a record that is told anew mends what was lost
		}
		switch {
		case what == 0:
			b.rename()
		case what == 1:
			b.erase()
		case what == 2:
			b.again(nil)
		case what == 3 && b.n%2 == 0:
			if facts := b.grown(k); facts > 0 {
				n.note(facts)
			}
		case what == 4 && b.n%2 == 1:
			n.hand(b)
		case what == 5:
			n.alone(b)
		default:
			id := b.setUp()
			if b.loop.Now().Match.Rules().Name() == "mice" && b.rnd.IntN(3) == 0 && n.isSealed(id) {
				b.seals[id] = true
			}
			n.note(b.playOn())
		}
		n.moves.Add(1)
	}
}

// alone plays two matches without a network. The seal of the first may have been told before;
// that of the second nobody can have witnessed.
func (n *night) alone(b *box) {
	b.net.part(true)
	b.setUp()
	n.note(b.playOn())
	id := b.setUp()
	b.seals[id] = false
	n.note(b.playOn())
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
// found then.
func (n *night) play() findings {
	late := len(n.boxes) - len(n.boxes)/4 // others are enrolled later
	n.enrol(n.boxes[:late])
	var all sync.WaitGroup
	for _, b := range n.boxes {
		all.Go(func() { n.evening(b) })
	}
	n.t.Cleanup(all.Wait) // before the boxes are switched off
	go func() { all.Wait(); close(n.end) }()
	enrolled := false
	waittest.Until(n.t, "the boxes to play", func() (any, bool) {
		over := n.rest(4 + n.rnd.IntN(20))
		n.trouble()
		n.attend()
		if !enrolled && (over || n.half()) {
			n.enrol(n.boxes[late:])
			enrolled = true
		}
		return n.moves.Load(), over
	})
	n.calm()
	took := n.tell()
	if n.faulty() {
		n.drain()
		n.dismiss()
	}
	f := n.check()
	f.took = took
	return f
}

// rest waits for some beats, and reports whether all boxes have played.
func (n *night) rest(beats int) bool {
	for range beats {
		_, next := n.beat.count()
		select {
		case <-n.end:
			return true
		case <-next:
		}
	}
	return false
}

// attend has processes run that have ended by themselves.
func (n *night) attend() {
	for _, p := range append([]*process{n.broker}, n.workers...) {
		if p.attend() {
			n.counts["ended by itself"]++
		}
	}
}

// manyTroubles and oneTroubles are those of a league of many processes, and of one.
var (
	manyTroubles = []string{"cut", "broken", "slow", "clock", "joined", "worker", "worker", "broker", "database", "worker cut"}
	oneTroubles  = []string{"cut", "broken", "slow", "clock", "joined", "league", "league", "league"}
)

// trouble does something that nobody likes.
func (n *night) trouble() {
	if len(n.due) == 0 {
		n.due = slices.Clone(n.troubles)
		n.rnd.Shuffle(len(n.due), func(i, k int) { n.due[i], n.due[k] = n.due[k], n.due[i] })
	}
	what := n.due[0]
	n.due = n.due[1:]
	n.counts[what]++
	defer n.came.Add(1)
	if *verbose {
		n.t.Log(time.Now().Format("05.000"), what)
	}
	some := n.boxes[n.rnd.IntN(len(n.boxes)):]
	some = some[:1+n.rnd.IntN(len(some))]
	switch what {
	case "worker":
		k := n.rnd.IntN(len(n.workers))
		n.workers[k].kill()
		n.replace(k)
	case "loss":
		n.loss()
	case "broker", "league":
		n.broker.kill()
		n.beat.wait(n.rnd.IntN(beats(300 * time.Millisecond)))
		n.broker.run()
	case "database":
		n.db.Kill()
		n.beat.wait(n.rnd.IntN(beats(300 * time.Millisecond)))
		n.db.Run()
	case "worker cut":
		n.net.breakAll()
	default:
		for _, b := range some {
			n.troubleOf(b, what)
		}
	}
}

// loss kills all workers at a moment when a fault loses records: hasty workers when a box has
// just taken one for told, or those of boxes that forget while they tell one more.
func (n *night) loss() {
	if n.hasty {
		n.awaitTold()
	}
	for _, w := range n.workers {
		w.kill()
	}
	if n.forgets {
		n.awaitTold()
	}
	for k := range n.workers {
		n.replace(k)
	}
}

// replace starts another worker for a killed one. A hasty worker returns under its name, and
// the broker has dropped the session of that name. Otherwise the broker would give records to
// dead workers, and boxes would have to publish each of them again.
func (n *night) replace(k int) {
	if !n.hasty {
		n.workers[k] = n.newWorker()
		return
	}
	conn, err := net.Dial("tcp", n.address)
	ok(n.t, err)
	greet(n.t, conn, fmt.Sprint("w", k+1))
	ok(n.t, conn.Close())
	n.workers[k].run()
}

// awaitTold waits until a box has taken one more record for told, unless all have played.
func (n *night) awaitTold() {
	before := n.told.Load()
	waittest.Until(n.t, "a box to take a record for told", func() (any, bool) {
		return n.moves.Load(), n.told.Load() > before || closed(n.end)
	})
}

// troubleOf is one of a box.
func (n *night) troubleOf(b *box, what string) {
	switch what {
	case "cut":
		b.net.set(true, 0, 0)
	case "broken":
		b.net.set(false, 0, n.rnd.IntN(beats(3*time.Second)))
		b.net.breakAll()
	case "slow":
		b.net.set(false, n.rnd.IntN(beats(200*time.Millisecond)+1), 0)
	case "clock":
		b.ahead.Add(int64(time.Duration(n.rnd.IntN(7200)-3600) * time.Second))
		b.loop.Tell(n.t.Context(), companion.ClockState{Trusted: n.rnd.IntN(2) == 0, Correction: time.Duration(n.rnd.IntN(2000)-1000) * 24 * time.Hour})
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

// tell waits until every box knows that the league holds everything, and returns how many
// beats that took.
func (n *night) tell() (took int) {
	begun, _ := n.beat.count()
	defer func() {
		if n.t.Failed() {
			for _, b := range n.boxes {
				n.t.Logf("box %d: %+v", b.n, *b.status.Load())
			}
		}
	}()
	waittest.Until(n.t, "all boxes to know that the league holds everything", func() (any, bool) {
		n.beat.wait(beats(100 * time.Millisecond))
		n.attend()
		open := n.open()
		if *verbose {
			n.t.Log(time.Now().Format("05.000"), n.states(open))
		}
		return fmt.Sprintf("%d are open: %s", len(open), strings.Join(open[:min(3, len(open))], "; ")), len(open) == 0
	})
	now, _ := n.beat.count()
	return now - begun
}

// states tells how the club of each box stands.
func (n *night) states(open []string) string {
	all := []string{fmt.Sprint(len(open), " open")}
	for _, b := range n.boxes {
		s := b.status.Load()
		all = append(all, fmt.Sprintf("box %d connected %t waiting %d err %q", b.n, !s.Connected.IsZero(), s.Waiting, s.Err))
	}
	return strings.Join(all, "; ")
}

// open is what a box doesn't know yet that the league has.
func (n *night) open() (all []string) {
	for _, b := range n.boxes {
		records, err := b.store.Unpublished(context.Background(), 1000)
		ok(n.t, err)
		for _, r := range records {
			all = append(all, fmt.Sprintf("box %d: match %s isn't acknowledged", b.n, r.ID))
		}
		all = append(all, b.unforgotten()...)
	}
	if waiting, err := n.ledger.WaitingRecords(context.Background(), 0, 10); err != nil || len(waiting) > 0 {
		all = append(all, fmt.Sprintf("%d records wait for boxes that are enrolled: %v", len(waiting), err))
	}
	return all
}

// markers are the seals that tell whether workers have taken what came before them.
const markers = 64

// drain waits until workers have done what they had to do when the boxes had told all: seals
// of one more box come behind it, again and again until all are stored, as the broker gives
// some to workers that were killed. A second round comes behind what other hands of a worker
// were still at.
func (n *night) drain() {
	last := connect(n.t, n.plan.boxes, n.address)
	ok(n.t, n.ledger.Enrol(n.t.Context(), last.ID))
	for round := 1; round <= 2; round++ {
		waittest.Until(n.t, "the markers", func() (any, bool) {
			for k := range markers {
				s := wire.Seal{Match: fmt.Sprintf("marker-%d-%d", round, k), Game: "mice", Seal: audittest.Secret(0).Seal(), Seq: 1}
				ok(n.t, last.send(last.packet(wire.SealKind, s, false)))
			}
			n.beat.wait(beats(100 * time.Millisecond))
			var is int
			err := n.look.QueryRow(`SELECT count(*) FROM seals WHERE box = $1`, last.ID).Scan(&is)
			return fmt.Sprint(is, " ", err), err == nil && is == round*markers
		})
	}
}

// dismiss ends workers as systemd does, and waits until they have.
func (n *night) dismiss() {
	for _, w := range n.workers {
		_ = w.is.Process.Signal(syscall.SIGTERM)
		waittest.Closed(n.t, "a worker to end", w.ended)
	}
}
