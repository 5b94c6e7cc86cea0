package fakepi

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

var cuts = flag.Int("cuts", 200, "how often the plug is pulled")

// chains of cuts run beside one another, each on a disk of its own.
const chains = 4

func TestAPowerCutAtAnyInstantLosesNothingThatWasShown(t *testing.T) {
	var facts atomic.Int64
	t.Cleanup(func() {
		if facts.Load() == 0 && *cuts > 0 {
			t.Error("no fact was ever seen")
		}
	})
	for chain := range chains {
		t.Run(fmt.Sprint("chain ", chain), func(t *testing.T) {
			t.Parallel()
			e, start := newEvening(t, chain, "start"), time.Now()
			live := e.live
			if chain%2 == 1 { // the others are cut off in the first screens too
				live = e.begin
			}
			for ; e.cuts < (*cuts+chain)/chains; e.cuts++ {
				if err := live(); err != nil {
					t.Fatal(err)
				}
				e.mend()
				live = e.live
			}
			t.Logf("%d cuts in %v: %d facts were seen and kept, %d more found after a cut; %d games came to their end",
				e.cuts, time.Since(start).Round(time.Second), e.facts, e.more, e.games)
			facts.Add(int64(e.facts))
		})
	}
}

// The control: the same evening, but each sync is a success that does nothing.
func TestADaemonWhoseSyncsDoNothingIsFoundOut(t *testing.T) {
	for e := newEvening(t, 0, "careless"); e.cuts < 30; e.cuts++ {
		switch err := e.live(); {
		case errors.Is(err, errLost):
			t.Logf("found out by cut %d", e.cuts)
			return
		case err != nil:
			t.Fatal(err)
		}
		e.mend()
	}
	t.Error("a daemon that syncs nothing lost nothing")
}

// evening is a game that is cut off again and again.
type evening struct {
	t     *testing.T
	r     *rand.Rand
	how   string // the daemon is started
	disk  string
	seen  []string // facts that were shown, as the record has them
	match Match    // as they made it
	owed  int      // presses that may yet turn out to have been decisions

	cuts, games, facts, more int // games that were over, facts seen, facts found after a cut
}

func newEvening(t *testing.T, seed int, how string) *evening {
	return &evening{t: t, r: rand.New(rand.NewPCG(9, uint64(seed))), how: how, disk: NewDisk(t)}
}

// begin lets the machine live until a fact was seen, then pulls the plug.
func (e *evening) begin() error {
	m := Power(e.t, e.disk)
	m.Await()
	m.Launch(e.how)
	m.Agrees()
	for presses := 0; e.facts == 0; presses++ {
		if presses == 200 {
			e.t.Fatalf("after %d presses there is no fact; one sees\n%s%s", presses, m.Panel(), m.Console())
		}
		m.Do("pull " + e.press())
		found, err := e.look(m)
		if e.facts += found; err != nil {
			m.Cut()
			return err
		}
	}
	return e.cutAtPress(m)
}

// live lets the machine live until the plug is pulled: most often at a press,
// sometimes while the kernel or the daemon starts. Its error says what was lost.
func (e *evening) live() error {
	m := Power(e.t, e.disk)
	if e.r.IntN(16) == 0 {
		e.pull(m, 400*time.Millisecond)
		return nil
	}
	m.Await()
	m.Launch(e.how)
	if e.r.IntN(16) == 0 {
		e.pull(m, 400*time.Millisecond)
		return nil
	}
	m.Agrees()
	found, err := e.look(m)
	e.more += found
	for n := e.r.IntN(8); n > 0 && err == nil && !e.match.Over; n-- {
		m.Do("pull " + e.press())
		found, err = e.look(m)
		e.facts += found
	}
	if err != nil || e.match.Over {
		m.Cut()
		return err
	}
	return e.cutAtPress(m)
}

// cutAtPress pulls the plug within the time in which a press is kept and shown.
// Every other time it looks until then, so that what was shown a moment ago counts.
func (e *evening) cutAtPress(m *Machine) error {
	m.Do("meanwhile " + e.press())
	end, looks := time.Now().Add(e.within(60*time.Millisecond)), e.r.IntN(2) == 0
	for looks && time.Now().Before(end) {
		found, err := e.look(m)
		if e.facts += found; err != nil {
			m.Cut()
			return err
		}
	}
	time.Sleep(time.Until(end))
	m.Cut()
	return nil
}

// pull pulls the plug within a time.
func (e *evening) pull(m *Machine, within time.Duration) {
	time.Sleep(e.within(within))
	m.Cut()
}

func (e *evening) within(most time.Duration) time.Duration {
	return time.Duration(e.r.Int64N(int64(most)))
}

// press is the next press, as pull has it. It doesn't bounce, and may be too short.
func (e *evening) press() string {
	return fmt.Sprintf("%d low seen %v %v high 60ms", e.key(), hold, linger)
}

// key is the next to be pressed. Only ok leads from the first start into a game;
// there it is ok most often.
func (e *evening) key() Key {
	e.owed++
	if len(e.seen) == 0 {
		return OK
	}
	return []Key{OK, OK, OK, OK, OK, Down, Up}[e.r.IntN(7)]
}

// look reads the match and tells how many facts are new. All that was shown before
// must be there as it was; what is new is no more than was pressed, and whole.
func (e *evening) look(m *Machine) (found int, err error) {
	e.t.Helper()
	before := e.match
	e.match = m.Match()
	record := m.Record()
	if len(record) < len(e.seen) || !slices.Equal(record[:len(e.seen)], e.seen) {
		return 0, fmt.Errorf("%w: before cut %d was shown\n%snow there is\n%son the display\n%s",
			errLost, e.cuts, strings.Join(e.seen, ""), strings.Join(record, ""), m.Panel())
	}
	found = len(record) - len(e.seen)
	e.owed -= decisions(e.t, record[len(e.seen):])
	e.seen = record
	switch {
	case e.match.Seq == before.Seq && e.match.Text != before.Text:
		return found, fmt.Errorf("after cut %d the match is\n%s\nbefore it was\n%s", e.cuts, e.match.Text, before.Text)
	case e.owed < 0:
		return found, fmt.Errorf("after cut %d there are more decisions than were pressed:\n%s", e.cuts, strings.Join(record, ""))
	case e.match.Turn == chance && e.match.Seq > 0:
		return found, fmt.Errorf("after cut %d half of a transaction is there:\n%s", e.cuts, strings.Join(record, ""))
	}
	return found, nil
}

var errLost = errors.New("what was shown is lost")

// chance is whose turn it is while the device's dice roll, which the daemon decides
// in one transaction with what people did.
const chance = 0

// decisions counts those of people.
func decisions(t *testing.T, record []string) (n int) {
	t.Helper()
	for _, line := range record {
		var fact struct{ Kind, Luck string }
		if err := json.Unmarshal([]byte(line), &fact); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if fact.Kind == "decided" && fact.Luck == "" {
			n++
		}
	}
	return n
}

// mend checks the disk, itself or a copy, so that every other time it is the
// kernel that plays the journal back. After a game there is a new disk for the next.
func (e *evening) mend() {
	image := e.disk
	if e.r.IntN(2) == 0 {
		image = filepath.Join(e.t.TempDir(), "copy")
		tool(e.t, "cp", "--sparse=always", e.disk, image)
	}
	Check(e.t, image)
	if e.match.Over {
		e.disk, e.seen, e.match, e.owed = NewDisk(e.t), nil, Match{}, 0
		e.games++
	}
}
