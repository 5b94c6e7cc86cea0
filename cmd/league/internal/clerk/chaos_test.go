package clerk

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pgtest"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
)

func parseAck(payload []byte) (a wire.Ack) {
	_ = json.Unmarshal(payload, &a)
	return a
}

// sizes are how many boxes there are in a night, and matches of each.
func sizes() (boxes, matches int) {
	if testing.Short() {
		return 4, 3
	}
	return 6, 8
}

// night is some boxes that tell all their matches, in three parts each, to a league whose
// broker, workers and database fail again and again.
type night struct {
	t     testing.TB
	post  *post
	db    *pgtest.Cluster // nil: SQLite
	where string
	boxes []*teller
	want  map[string]match.Match
	often float64 // that the database fails
	hasty bool
}

func begin(t testing.TB, p *post, where string) *night {
	n := &night{t: t, post: p, where: where, want: map[string]match.Match{}, often: 0.15}
	boxes, matches := sizes()
	for i := range boxes {
		b := connect(t, n.post, audittest.NewBox(i))
		booksAt(t, where, b.box)
		for k := range matches {
			id, m := fmt.Sprintf("b%dm%d", i, k), played(t, uint64(i*matches+k))
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

// tell has all boxes tell until everything is acknowledged.
func (n *night) tell() {
	var all sync.WaitGroup
	for _, b := range n.boxes {
		all.Go(func() {
			for end := time.Now().Add(2 * soon); len(b.left()) > 0; {
				if time.Now().After(end) {
					n.t.Errorf("box %s: %d records aren't acknowledged", b.box.ID, len(b.left()))
					return
				}
				left := b.left()
				rand.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
				for _, r := range left {
					_ = b.publish(wire.RecordKind, r, false)
				}
				time.Sleep(30 * time.Millisecond)
			}
		})
	}
	all.Wait()
}

// trouble kills workers, the broker and PostgreSQL until all is told.
func (n *night) trouble(end <-chan struct{}) {
	worker := func(id int) func() {
		l := booksAt(n.t, n.where)
		_, stop := work(n.t, Options{Ledger: &broken{Ledger: l, often: n.often}, Broker: n.post.worker(fmt.Sprint("w", id))}, func(c *Clerk) { c.hasty = n.hasty })
		return stop
	}
	stops := []func(){worker(0), worker(1)}
	for id := 2; ; id++ {
		select {
		case <-end:
			for _, stop := range stops {
				stop()
			}
			return
		case <-time.After(time.Duration(100+rand.IntN(200)) * time.Millisecond):
		}
		switch k := rand.IntN(len(stops)); {
		case rand.IntN(3) == 0:
			n.post.kill()
			n.post.run()
		case n.db != nil && rand.IntN(3) == 0:
			n.db.Kill()
			n.db.Run()
		default:
			stops[k]()
			stops[k] = worker(id)
		}
	}
}

// play plays the night and returns what is missing, or differs.
func (n *night) play() (wrong []string) {
	end := make(chan struct{})
	go func() { defer close(end); n.tell() }()
	n.trouble(end)
	l := booksAt(n.t, n.where)
	got := map[string]ledger.Match{}
	for _, m := range results(n.t, l) {
		got[m.ID] = m
	}
	for id, m := range n.want {
		lines, err := l.Lines(n.t.Context(), id)
		if err != nil || lines != m.UpTo(m.Seq()) || got[id].Verdict.Facts != m.Seq() {
			wrong = append(wrong, id)
		}
	}
	for _, k := range kept(n.t, l) {
		wrong = append(wrong, "aside: "+k.Record.Match+" "+k.Reason)
	}
	if len(got) != len(n.want) {
		wrong = append(wrong, fmt.Sprintf("%d results of %d", len(got), len(n.want)))
	}
	slices.Sort(wrong)
	return wrong
}

func TestChaosLosesAndDoublesNothingOnSQLite(t *testing.T) {
	begin(t, startMochi(t), "sqlite:"+filepath.Join(t.TempDir(), "league.db")).rightly()
}

func TestChaosLosesAndDoublesNothingOnPostgreSQL(t *testing.T) {
	db := pgtest.Start(t)
	for name, start := range brokers {
		t.Run(name, func(t *testing.T) {
			n := begin(t, start(t), db.Database(name))
			n.db = db
			n.rightly()
		})
	}
}

// rightly plays the night and finds nothing wrong.
func (n *night) rightly() {
	if wrong := n.play(); len(wrong) > 0 {
		n.t.Errorf("lost, doubled or contradicted: %s", strings.Join(wrong, ", "))
	}
}

func TestAcknowledgingBeforeKeepingLosesRecords(t *testing.T) {
	n := begin(t, startMochi(t), "sqlite:"+filepath.Join(t.TempDir(), "league.db"))
	n.hasty, n.often = true, 0.5
	if wrong := n.play(); len(wrong) == 0 {
		t.Error("the test above can't fail")
	}
}
