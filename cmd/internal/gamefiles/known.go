package gamefiles

import (
	"slices"
	"sync"

	"tabletop/games"
)

// mostKnown is the maximum number of cached programs: those in files and those of recently read
// records.
const mostKnown = 256

// cache caches compiled programs by their ids, so that a list of a thousand matches of one game
// compiles it once.
type cache struct {
	player Player
	mu     sync.Mutex
	all    map[string]*program
	latest []string // ids, the most recently used last
}

// program is a compiled program.
type program struct {
	rules games.Rules
	tried bool
}

func newCache(p Player) *cache { return &cache{player: p, all: map[string]*program{}} }

// read returns cached rules or compiles the program. It compiles without the lock, so that
// other reads continue.
func (k *cache) read(name, source string) (games.Rules, error) {
	id := games.IDOf(games.InFile+name, source)
	if r := k.find(id); r != nil {
		return r, nil
	}
	r, err := k.player.Rules(name, source)
	if err != nil {
		return nil, err
	}
	return k.remember(id, r), nil
}

func (k *cache) find(id string) games.Rules {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.all[id]
	if p == nil {
		return nil
	}
	k.latest = append(slices.DeleteFunc(k.latest, func(other string) bool { return other == id }), id)
	return p.rules
}

// remember caches rules, unless another goroutine has cached them first, and removes the least
// recently used ones. Rules in use remain valid.
func (k *cache) remember(id string, r games.Rules) games.Rules {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.all[id]; p != nil {
		return p.rules
	}
	if len(k.latest) == mostKnown {
		delete(k.all, k.latest[0])
		k.latest = k.latest[1:]
	}
	k.all[id], k.latest = &program{rules: r}, append(k.latest, id)
	return r
}

// tried reports whether rules were checked before.
func (k *cache) tried(r games.Rules) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.all[games.ID(r)]
	return p != nil && p.tried
}

// trust stores that rules passed the check.
func (k *cache) trust(r games.Rules) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.all[games.ID(r)]; p != nil {
		p.tried = true
	}
}
