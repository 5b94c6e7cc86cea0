package web

import (
	"context"
	"slices"
	"sync"
)

// mostPerGuest is the maximum number of event streams of a guest. Each open tab has one. A phone
// that wakes opens a new stream in place of its oldest stream, which may have broken unnoticed.
const mostPerGuest = 3

// streams tracks the open event streams.
type streams struct {
	most int
	mu   sync.Mutex
	all  []*watcher // open streams, oldest first
}

// watcher is an open event stream.
type watcher struct {
	guest int // id of the guest; 0 for a client with the rights of the wired keys
	end   context.CancelFunc
}

func newStreams(most int) *streams { return &streams{most: most} }

// add registers f and reports whether there was room. A guest at mostPerGuest loses its oldest
// stream. If all streams are taken, the guest with the most streams loses one, provided that it has
// at least two more than the guest of f.
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

// filter returns the streams of all guests that satisfy the predicate "these".
func (s *streams) filter(these func(guest int) bool) []*watcher {
	return slices.DeleteFunc(slices.Clone(s.all), func(f *watcher) bool { return !these(f.guest) })
}

// endOldest ends the oldest stream of a guest.
func (s *streams) endOldest(guest int) {
	i := slices.IndexFunc(s.all, func(f *watcher) bool { return f.guest == guest })
	s.all[i].end()
	s.all = slices.Delete(s.all, i, i+1)
}

// remove removes f from the open streams.
func (s *streams) remove(f *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.all, f); i >= 0 {
		s.all = slices.Delete(s.all, i, i+1)
	}
}
