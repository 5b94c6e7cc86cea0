package ingest

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
)

func parseAck(payload []byte) (a wire.Ack) {
	_ = json.Unmarshal(payload, &a)
	return a
}

// The size of a night.
var (
	nightBoxes   = flag.Int("boxes", 4, "boxes that tell their matches in a night of troubles")
	nightMatches = flag.Int("matches", 3, "matches of each")
	nightSeed    = flag.Uint64("seed", 1, "what the troubles are drawn from")
)

// night is some boxes that tell all their matches, in three parts each, to a league whose
// broker, workers and database fail again and again.
type night struct {
	t       testing.TB
	post    *post
	db      *pgtest.Cluster // nil: SQLite
	where   string
	rnd     *rand.Rand
	boxes   []*teller
	want    map[string]match.Match
	often   float64 // that the database fails
	hasty   bool
	workers []func() // end them
	begun   int      // workers, ever
	due     []string // troubles, the next first
	counts  map[string]int
}

func begin(t testing.TB, p *post, where string) *night {
	n := &night{t: t, post: p, where: where, rnd: rand.New(rand.NewPCG(*nightSeed, 1)), want: map[string]match.Match{}, counts: map[string]int{}, often: 0.15}
	for i := range *nightBoxes {
		b := connect(t, n.post, audittest.NewBox(i))
		booksAt(t, where, b.box)
		for k := range *nightMatches {
			id, m := fmt.Sprintf("b%dm%d", i, k), played(t, uint64(i**nightMatches+k))
			n.want[id] = m
			for _, seq := range []int{5, m.Seq() - 3, m.Seq()} {
				rec := b.box.Record(id, m)
				rec.Lines = m.UpTo(seq)
				b.records[rec.Sum()] = rec
			}
		}
		n.boxes = append(n.boxes, b)
	}
	return n
}

// left is the number of records that aren't acknowledged.
func (n *night) left() (left int) {
	for _, b := range n.boxes {
		left += len(b.left())
	}
	return left
}

// hire returns what ends a new worker.
func (n *night) hire() (stop func()) {
	n.begun++
	m := n.post.worker(fmt.Sprint("w", n.begun))
	m.Subscribed = n.tellAgain // what another has held may be lost
	l := breaking(booksAt(n.t, n.where), n.often, n.rnd.Uint64())
	_, stop = work(n.t, Options{Ledger: l, Broker: m}, func(c *Worker) { c.hasty = n.hasty })
	return stop
}

func (n *night) tellAgain() {
	for _, b := range n.boxes {
		b.tellAgain()
	}
}

// trouble ends a worker, kills the broker or PostgreSQL, each as often as the others.
func (n *night) trouble() {
	if len(n.due) == 0 {
		if n.due = []string{"worker", "worker", "broker"}; n.db != nil {
			n.due = append(n.due, "database")
		}
		n.rnd.Shuffle(len(n.due), func(i, j int) { n.due[i], n.due[j] = n.due[j], n.due[i] })
	}
	what := n.due[0]
	n.counts[what]++
	switch n.due = n.due[1:]; what {
	case "worker":
		k := n.rnd.IntN(len(n.workers))
		n.workers[k]()
		n.workers[k] = n.hire()
	case "broker":
		n.post.kill()
		n.post.run()
	case "database":
		n.db.Kill()
		n.db.Run()
	}
}

// tell has all boxes tell until everything is acknowledged. A trouble comes after each few
// acknowledgements.
func (n *night) tell() {
	n.workers = []func(){n.hire(), n.hire()}
	var all sync.WaitGroup
	for _, b := range n.boxes {
		rnd := rand.New(rand.NewPCG(n.rnd.Uint64(), 0))
		all.Go(func() { b.tellAll(rnd) })
	}
	const most = 10 // acknowledgements between two troubles
	records := n.left()
	before, next, idle := records, records, 0
	waittest.Until(n.t, "all records to be acknowledged", func() (any, bool) {
		left := n.left()
		if idle++; left < before {
			before, idle = left, 0
		}
		if left > 0 && left <= next {
			n.trouble()
			next = left - 1 - n.rnd.IntN(most)
		}
		if idle%40 == 39 { // as boxes do now and then
			n.tellAgain()
		}
		return fmt.Sprint(left, " left"), left == 0
	})
	all.Wait()
	n.t.Logf("seed %d: %d records were acknowledged among troubles: %v", *nightSeed, records, n.counts)
	for _, stop := range n.workers {
		stop()
	}
}

// play plays the night and returns the matches that are lost or differ, and what else is
// wrong. Everything is acknowledged then, and the workers have ended: nothing is late.
func (n *night) play() (lost, wrong []string) {
	n.tell()
	l := booksAt(n.t, n.where)
	got := map[string]ledger.Match{}
	for _, m := range results(n.t, l) {
		got[m.ID] = m
	}
	for id, m := range n.want {
		lines, err := l.Lines(n.t.Context(), got[id].Box, id)
		if err != nil || lines != m.UpTo(m.Seq()) || got[id].Verdict.Facts != m.Seq() {
			lost = append(lost, id)
		}
	}
	for _, k := range kept(n.t, l) {
		wrong = append(wrong, "aside: "+k.Record.Match+" "+k.Reason)
	}
	if len(got) != len(n.want) {
		wrong = append(wrong, fmt.Sprintf("%d results of %d", len(got), len(n.want)))
	}
	slices.Sort(lost)
	return lost, wrong
}

func TestChaosLosesAndDoublesNothingOnSQLite(t *testing.T) {
	t.Parallel()
	begin(t, startMochi(t), "sqlite:"+filepath.Join(t.TempDir(), "league.db")).rightly()
}

func TestChaosLosesAndDoublesNothingOnPostgreSQL(t *testing.T) {
	t.Parallel()
	for name, start := range brokers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.Start(t)
			n := begin(t, start(t), db.Database(name))
			n.db = db
			n.rightly()
		})
	}
}

// rightly plays the night and finds nothing wrong.
func (n *night) rightly() {
	if lost, wrong := n.play(); len(lost)+len(wrong) > 0 {
		n.t.Errorf("lost or different: %s; doubled or contradicted: %s", strings.Join(lost, ", "), strings.Join(wrong, ", "))
	}
}

// leastCompared is the number of matches without which a control shows nothing.
const leastCompared = 10

func TestAcknowledgingBeforeKeepingLosesRecords(t *testing.T) {
	t.Parallel()
	n := begin(t, startMochi(t), "sqlite:"+filepath.Join(t.TempDir(), "league.db"))
	n.hasty, n.often = true, 0.5
	lost, _ := n.play()
	if len(n.want) < leastCompared {
		t.Fatalf("%d matches are compared, want %d", len(n.want), leastCompared)
	}
	if t.Logf("%d matches are lost of %d", len(lost), len(n.want)); len(lost) == 0 {
		t.Error("nothing is lost: the tests above can't fail")
	}
}
