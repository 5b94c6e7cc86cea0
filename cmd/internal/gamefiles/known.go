package gamefiles

import (
	"slices"
	"sync"

	"tabletop/games"
)

// mostKnown is the maximum number of cached programs, from files and from recently read records.
const mostKnown = 256

// cache holds compiled programs by their ids. With it, a list of a thousand matches of one game
// compiles the game once.
type cache struct {
	player Player
	mu     sync.Mutex
	all    map[string]*program
	latest []string // ids of the programs, the most recently used last
}

// program holds the rules of a compiled program, and whether they have passed the check.
type program struct {
	rules games.Rules
	tried bool
}

func newCache(p Player) *cache { return &cache{player: p, all: map[string]*program{}} }

// read returns the cached rules of a program, or compiles the program. It compiles without holding
// the lock, so that other reads continue.
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

// remember caches rules and returns them. If another goroutine has cached the same program first,
// it returns those rules. If the cache is full, it removes the least recently used rules, which
// remain valid for their users.
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

// trust notes that rules have passed the check.
func (k *cache) trust(r games.Rules) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.all[games.ID(r)]; p != nil {
		p.tried = true
	}
}
