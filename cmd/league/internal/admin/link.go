package admin

import (
	"cmp"
	"maps"
	"slices"

	"tabletop/cmd/league/internal/audit"
	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
)

// playerAt is a player together with a box that names the player.
type playerAt struct{ player, box string }

// consent links a player to a box by the act of an organiser.
func (d *State) consent(deed Command) error {
	if len(deed.Player) != wire.PlayerLetters || !wire.IsID(deed.Box) {
		return Fault{"consent.who", deed.Player}
	}
	d.consents[playerAt{deed.Player, deed.Box}] = true
	return nil
}

// choose makes the record of a box the one that counts for its match.
func (d *State) choose(deed Command) error {
	if deed.Match == "" || !wire.IsID(deed.Box) {
		return Fault{"choose.which", deed.Match}
	}
	d.chosen[deed.Match] = deed.Box
	return nil
}

// Chosen returns the box whose record of a match an organiser has chosen, or "".
func (d State) Chosen(match string) string { return d.chosen[match] }

// Linked reports whether the records of a box count for a player: the player belongs to the box, or
// an organiser has consented. owners maps the id of a player to the player's box.
func (d State) Linked(player, box string, owners map[string]string) bool {
	return owners[player] == box || d.consents[playerAt{player, box}]
}

// Link returns a record whose unlinked seats are anonymous: their Player is "", and Claims holds
// the id that the record gives. See [State.Linked].
func (d State) Link(r Result, owners map[string]string) Result {
	for i, seat := range r.Seats {
		if seat.Player == "" || d.Linked(seat.Player, r.Box, owners) {
			continue
		}
		if r.Claims == nil {
			r.Seats, r.Claims = slices.Clone(r.Seats), make([]string, len(r.Seats))
		}
		r.Seats[i].Player, r.Claims[i] = "", seat.Player
	}
	return r
}

// Claim returns the id of the player at a seat index if the seat is unlinked, or else "".
func (r Result) Claim(i int) string {
	if i < len(r.Claims) {
		return r.Claims[i]
	}
	return ""
}

// Sibling is a record of a match that does not count, because the record of another box counts.
type Sibling struct {
	Result
	Differs bool // true if the record contradicts the one that counts
}

// Relate returns the relation of record b to record a of the same match; see [audit.Compare].
type Relate func(a, b Result) audit.Relation

// Count links the seats of all records, see [State.Link]. Of the records with the same match id
// exactly one counts: see the package comment. Count returns the records that count in the order of
// rating, and the siblings of each match that has some.
func (d State) Count(records []Result, owners map[string]string, relate Relate) (counted []Result, siblings map[string][]Sibling) {
	byMatch := map[string][]Result{}
	for _, r := range records {
		byMatch[r.Match] = append(byMatch[r.Match], d.Link(r, owners))
	}
	siblings = map[string][]Sibling{}
	for id, all := range byMatch {
		at := d.choice(all, relate)
		counted = append(counted, all[at])
		for i, r := range all {
			if i != at {
				siblings[id] = append(siblings[id], Sibling{r, contradicts(all[at], r, relate)})
			}
		}
	}
	return Ordered(counted), siblings
}

// choice sorts the records of one match, the most trustworthy first, and returns the index of the
// record that counts.
func (d State) choice(all []Result, relate Relate) int {
	better := func(a, b Result) int {
		return cmp.Or(cmp.Compare(b.trust(), a.trust()), -cmp.Compare(asInt(a.Witnessed), asInt(b.Witnessed)))
	}
	slices.SortFunc(all, func(a, b Result) int {
		return cmp.Or(better(a, b), cmp.Compare(a.ReceivedMS, b.ReceivedMS), cmp.Compare(a.Box, b.Box))
	})
	chosen := d.Chosen(all[0].Match)
	if i := slices.IndexFunc(all, func(r Result) bool { return r.Box == chosen }); i >= 0 {
		return i
	}
	best := 0
	for i := 1; i < len(all) && better(all[0], all[i]) == 0; i++ {
		if relate(all[best], all[i]) == audit.More {
			best = i
		}
	}
	return best
}

func asInt(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// trust returns 2 if the record has linked seats and no unlinked one, 1 if it has both, and 0 if no
// seat is linked. The number of linked seats does not matter: a box can make up any number of
// players of its own.
func (r Result) trust() int {
	linked := slices.ContainsFunc(r.Seats, func(s audit.Seat) bool { return s.Player != "" })
	switch {
	case linked && r.Claims == nil:
		return 2
	case linked:
		return 1
	}
	return 0
}

// contradicts reports whether a record has other facts than the one that counts, or the same facts
// with other names.
func contradicts(counts, r Result, relate Relate) bool {
	relation := relate(counts, r)
	if relation != audit.Same {
		return relation == audit.Other
	}
	for i, seat := range r.Seats {
		if i < len(counts.Seats) && named(seat.Name) && named(counts.Seats[i].Name) && seat.Name != counts.Seats[i].Name {
			return true
		}
	}
	return false
}

// named reports whether a name is not the name of an anonymous seat.
func named(name string) bool {
	_, nobody := mask.Number(name)
	return !nobody
}

// Claim is a player whom the records of a box name, although the player is not linked to the box.
type Claim struct {
	Player, Name string // id and name as in the latest record
	Box          string // box that names the player
	Owner        string // box of the player; "" if no box has proven the player
	Matches      int    // number of records
}

// Claims returns the unlinked players of all records, ordered by name. The arguments are the
// results of [State.Count], and the owners that were passed to it.
func Claims(counted []Result, siblings map[string][]Sibling, owners map[string]string) []Claim {
	all := map[playerAt]Claim{}
	add := func(r Result) {
		for i, player := range r.Claims {
			if player != "" {
				key := playerAt{player, r.Box}
				all[key] = Claim{Player: player, Name: r.Seats[i].Name, Box: r.Box, Owner: owners[player], Matches: all[key].Matches + 1}
			}
		}
	}
	for _, r := range counted {
		add(r)
		for _, s := range siblings[r.Match] {
			add(s.Result)
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player), cmp.Compare(a.Box, b.Box))
	})
}
