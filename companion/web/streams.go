package web

import (
	"context"
	"slices"
	"sync"
)

// mostOfOne is how many streams a guest may follow: so many tabs. A phone that wakes
// and opens another takes the place of its own oldest, which nobody may have noticed
// to be dead.
const mostPerGuest = 3

// streams are the readers of events.
type streams struct {
	most int
	mu   sync.Mutex
	all  []*watcher // the oldest first
}

// follower is one of them.
type watcher struct {
	guest int // 0: who is as good as the wired keys
	end   context.CancelFunc
}

func newStreams(most int) *streams { return &streams{most: most} }

// enter lets f in, and reports whether there was room. A guest who has all he may
// loses his oldest; where all places are taken, whoever has at least two more than f's
// guest loses one.
func (s *streams) add(f *watcher) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	mine := len(s.filter(func(guest int) bool { return guest == f.guest }))
	if f.guest > 0 && mine >= mostPerGuest {
		s.endOldest(f.guest)
	}
	if len(s.all) >= s.most {
		guest, n := busiest(s.filter(func(guest int) bool { return guest > 0 }), func(f *watcher) int { return f.guest })
		if n < mine+2 {
			return false
		}
		s.endOldest(guest)
	}
	s.all = append(s.all, f)
	return true
}

// of returns the followers whose guests are these.
func (s *streams) filter(these func(guest int) bool) []*watcher {
	return slices.DeleteFunc(slices.Clone(s.all), func(f *watcher) bool { return !these(f.guest) })
}

// end ends the oldest stream of a guest.
func (s *streams) endOldest(guest int) {
	i := slices.IndexFunc(s.all, func(f *watcher) bool { return f.guest == guest })
	s.all[i].end()
	s.all = slices.Delete(s.all, i, i+1)
}

// leave gives the place of f away.
func (s *streams) remove(f *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.all, f); i >= 0 {
		s.all = slices.Delete(s.all, i, i+1)
	}
}
