package web

import (
	"context"
	"slices"
	"sync"
)

// mostOfOne is how many streams a guest may follow: so many tabs. A phone that wakes
// and opens another takes the place of its own oldest, which nobody may have noticed
// to be dead.
const mostOfOne = 3

// streams are the readers of events.
type streams struct {
	most int
	mu   sync.Mutex
	all  []*follower // the oldest first
}

// follower is one of them.
type follower struct {
	guest int // 0: this machine
	end   context.CancelFunc
}

func newStreams(most int) *streams { return &streams{most: most} }

// enter lets f in, and reports whether there was room.
func (s *streams) enter(f *follower) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.guest > 0 {
		s.makeRoom(f.guest)
	}
	if len(s.all) >= s.most {
		return false
	}
	s.all = append(s.all, f)
	return true
}

// makeRoom ends the oldest stream of a guest who has all he may.
func (s *streams) makeRoom(guest int) {
	oldest, n := -1, 0
	for i, f := range s.all {
		if f.guest != guest {
			continue
		}
		if n++; oldest < 0 {
			oldest = i
		}
	}
	if n >= mostOfOne {
		s.all[oldest].end()
		s.all = slices.Delete(s.all, oldest, oldest+1)
	}
}

// leave gives the place of f away.
func (s *streams) leave(f *follower) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.all, f); i >= 0 {
		s.all = slices.Delete(s.all, i, i+1)
	}
}
