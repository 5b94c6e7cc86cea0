package gamefiles

import (
	"slices"
	"sync"

	"tabletop/games"
)

// mostKnown is how many programs are remembered: those of the shelf and of the records
// that were looked at of late.
const mostKnown = 256

// known remembers the rules of programs by their IDs, so that a list of a thousand
// matches of one game compiles it once.
type known struct {
	player Player
	mu     sync.Mutex
	all    map[string]*program
	latest []string // IDs, the one asked for last at the end
}

// program is one that was compiled.
type program struct {
	rules games.Rules
	tried bool
}

func newKnown(p Player) *known { return &known{player: p, all: map[string]*program{}} }

// read returns the rules of a program that was compiled before, or compiles it. It is
// compiled under no lock: others go on reading meanwhile.
func (k *known) read(name, source string) (games.Rules, error) {
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

func (k *known) find(id string) games.Rules {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.all[id]
	if p == nil {
		return nil
	}
	k.latest = append(slices.DeleteFunc(k.latest, func(other string) bool { return other == id }), id)
	return p.rules
}

// remember keeps rules, unless somebody was faster, and forgets those that nobody has
// asked for longest. Rules that are still in use live on with their matches.
func (k *known) remember(id string, r games.Rules) games.Rules {
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

// tried reports whether rules were tried before.
func (k *known) tried(r games.Rules) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := k.all[games.ID(r)]
	return p != nil && p.tried
}

// trust remembers that rules were tried and found good.
func (k *known) trust(r games.Rules) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.all[games.ID(r)]; p != nil {
		p.tried = true
	}
}
