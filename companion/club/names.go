package club

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/mask"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/words"
)

// Pauses between two messages about erased players, from first to longest.
const (
	erasedPause     = 30 * time.Second
	mostErasedPause = time.Hour
)

// mostListed is the number of players that a table lists at its start: those who were seated
// latest.
const mostListed = 512

// people holds the players who may be named and those who were named.
type people struct {
	named       map[string]string // stored codes by name
	erasing     map[string]string // codes under withdrawal by name; their names are not published
	players     []string          // players of the last offer
	nameless    []string          // players of the last offer who don't agree to be named
	agrees      map[string]bool   // whether each player of the last offer agrees to be named
	seen        map[string]bool   // players of all offers since the start
	namesOff    bool              // whether Tell.Names is off
	loaded      bool              // whether an offer has listed a player; the disk is then read
	pausedUntil time.Time         // no attempt to store names before this time; set after an error
	// tries is the number of messages about erased players since the connection, the league or the
	// erased players changed.
	tries int
	due   time.Time // time of the next message about erased players
	link  *link     // connection of the last message about erased players
}

// updatePeople reads the current offer of the table. It withdraws the names of players who no
// longer agree.
func (c *Club) updatePeople(now time.Time) {
	p := &c.people
	o := c.now.Offer
	if !slices.Equal(o.Players, p.players) || !slices.Equal(o.Unpublished, p.nameless) || p.agrees == nil {
		c.setOffer(o)
	}
	c.cancelErasing()
	lost := p.withdrawn()
	if !p.loaded || len(lost) == 0 {
		return
	}
	if now.Before(p.pausedUntil) {
		c.wakeAt(p.pausedUntil)
		return
	}
	if err := c.shelf.Republish(c.ctx, lost); err != nil {
		p.pausedUntil = now.Add(shelfPause)
		c.wakeAt(p.pausedUntil)
		c.fault("club", fmt.Errorf("club: withdraw names: %w", err))
		return
	}
	if p.erasing == nil {
		p.erasing = map[string]string{}
	}
	for _, name := range lost {
		p.erasing[name] = p.named[name]
	}
	p.tries, p.due = 0, now
	c.state.dirty, c.state.at = true, time.Time{} // replaces the retained state at once
	c.records.invalidate(now)
}

// cancelErasing cancels the withdrawal of players who agree again. It does so only without an
// agreed league, because a league may have received the withdrawal.
func (c *Club) cancelErasing() {
	if _, agreed := c.league(); agreed {
		return
	}
	maps.DeleteFunc(c.people.erasing, func(name, _ string) bool { return c.people.agrees[name] })
}

// setOffer stores the players of an offer and their consent.
func (c *Club) setOffer(o *companion.Offer) {
	p, named := &c.people, c.opts.Tell.Names
	p.players, p.nameless, p.agrees, p.namesOff = o.Players, o.Unpublished, map[string]bool{}, !named
	p.loaded = p.loaded || len(o.Players) > 0
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	for _, name := range o.Players {
		_, anonymous := mask.Number(name)
		p.agrees[name] = named && !anonymous && !slices.Contains(o.Unpublished, name)
		p.seen[name] = true
	}
}

// mustWithdraw reports whether a name must be withdrawn. A table with more than mostListed players
// lists only some of them. It may still know an unlisted player, so the name of such a player is
// not withdrawn; it is only not published.
func (p *people) mustWithdraw(name string) bool {
	agrees, listed := p.agrees[name]
	return p.namesOff || listed && !agrees || !listed && (p.seen[name] || len(p.players) < mostListed)
}

// withdrawn returns the names to withdraw, sorted. It omits names whose withdrawal has begun.
func (p *people) withdrawn() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(p.named)) {
		if _, erasing := p.erasing[name]; !erasing && p.mustWithdraw(name) {
			all = append(all, name)
		}
	}
	return all
}

// allowed reports whether a name may be published.
func (p *people) allowed(name string) bool {
	_, erasing := p.erasing[name]
	return p.agrees[name] && !erasing
}

// playerIDs returns the ids of the players whose names may be published, by name. It first draws
// and stores missing codes. If the code of a player can't be stored, the player is not named.
func (c *Club) playerIDs(names []string) map[string]string {
	c.drawCodes(names)
	ids := map[string]string{}
	for _, name := range names {
		if code, ok := c.people.named[name]; ok && c.people.allowed(name) {
			ids[name] = wire.PlayerID(c.box, code)
		}
	}
	return ids
}

// drawCodes draws a code for each name that may be published and has none. It stores the codes.
func (c *Club) drawCodes(names []string) {
	p, fresh := &c.people, map[string]string{}
	for _, name := range names {
		if _, ok := p.named[name]; !ok && p.allowed(name) {
			fresh[name] = wire.NewCode()
		}
	}
	now := c.opts.Now()
	if len(fresh) == 0 || now.Before(p.pausedUntil) {
		return
	}
	if err := c.shelf.Name(c.ctx, fresh); err != nil {
		p.pausedUntil = now.Add(shelfPause)
		c.fault("club", fmt.Errorf("club: store codes of players: %w", err))
		return
	}
	if p.named == nil {
		p.named = map[string]string{}
	}
	maps.Copy(p.named, fresh)
}

// lacksCode reports whether a name may be published but has no code, because its code couldn't be
// stored.
func (p *people) lacksCode(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, ok := p.named[name]
		return !ok && p.allowed(name)
	})
}

// codes returns the codes of players whose names may be published, by name.
func (p *people) codes() map[string]string {
	all := maps.Clone(p.named)
	maps.DeleteFunc(all, func(name, _ string) bool { return !p.allowed(name) })
	return all
}

// Nameless is the [Mask] of a box: a replacement is a numbered «Игрок» or "Player".
func Nameless(lines string, allowed func(name string) bool, lang words.Lang) (string, error) {
	names, err := mask.Names(lines, allowed, playerWord(words.Companion(lang)))
	if err != nil {
		return "", err
	}
	return mask.Lines(lines, names)
}

// playerWord returns the word before the number of a player without a name.
func playerWord(w *words.Catalogue) string { return strings.TrimSpace(w.Word("setup.player", "")) }

// names returns the published name and the id of each seat of a match. The names are those of the
// published record: see [mask.NamesIn]. The id of a seat without a published name is "".
func (c *Club) names(lang words.Lang, mt match.Match) (names, ids []string) {
	seats := mt.Names()
	players := c.playerIDs(seats)
	public := func(name string) bool { return players[name] != "" }
	others := mask.NamesIn(mt.Facts(), public, playerWord(c.own[lang]))
	names, ids = make([]string, len(seats)), make([]string, len(seats))
	for i, name := range seats {
		names[i], ids[i] = cmp.Or(others[name], name), players[name]
	}
	return names, ids
}

// erasedJob publishes the ids of erased players until the league has forgotten them. Without a
// league it publishes them once on each connection, because a later league may have received their
// names.
func (c *Club) erasedJob(now time.Time) *job {
	p := &c.people
	_, agreed := c.league()
	if len(p.erasing) == 0 || !agreed && p.link == c.link && p.tries > 0 {
		return nil
	}
	if now.Before(p.due) {
		c.wakeAt(p.due)
		return nil
	}
	p.tries++
	p.link, p.due = c.link, now.Add(backoff(erasedPause, mostErasedPause, p.tries-1))
	var ids []string
	for _, code := range p.erasing {
		ids = append(ids, wire.PlayerID(c.box, code))
	}
	slices.Sort(ids)
	return c.message(wire.ErasedKind, wire.Erased{Players: ids}, job{done: func(error, time.Time) {}})
}

// forget deletes the names of players whom the league has forgotten, given by id.
func (c *Club) forget(ids []string) {
	p := &c.people
	var names []string
	for name, code := range p.erasing {
		if slices.Contains(ids, wire.PlayerID(c.box, code)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.Sort(names)
	if err := c.shelf.Forget(c.ctx, names); err != nil {
		c.fault("club", fmt.Errorf("club: forget names: %w", err))
		return // the erased players will be published and acknowledged again
	}
	for _, name := range names {
		delete(p.erasing, name)
		delete(p.named, name)
	}
	c.records.queryAt(c.opts.Now())
}
