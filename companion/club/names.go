package club

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// Pauses between tellings of who is erased.
const (
	erasedPause     = 30 * time.Second
	mostErasedPause = time.Hour
)

// mostListed is how many players a table lists as it starts: those seated latest.
const mostListed = 512

// people is who may be named, and who was.
type people struct {
	named    map[string]string // codes by name, as the shelf has them
	erasing  map[string]string // those of them that are to be forgotten: nobody names them
	players  []string          // of the last offer
	nameless []string          // likewise
	agrees   map[string]bool   // who of the offer agrees
	seen     map[string]bool   // who was in an offer since the start
	namesOff bool              // nobody is to be named
	loaded   bool              // an offer has named somebody: it can be believed
	rest     time.Time         // until then the disk isn't asked to keep names
	tries    int
	due      time.Time
	link     *link // on which it was told last who is to be forgotten
}

// updatePeople takes note of who may be named, and takes back whom it was told who isn't to be.
func (c *Club) updatePeople(now time.Time) {
	p := &c.people
	o := c.now.Offer
	if !slices.Equal(o.Players, p.players) || !slices.Equal(o.Nameless, p.nameless) || p.agrees == nil {
		c.setOffer(o)
	}
	c.cancelErasing()
	lost := p.withdrawn()
	if !p.loaded || len(lost) == 0 {
		return
	}
	if now.Before(p.rest) {
		c.by(p.rest)
		return
	}
	if err := c.shelf.Unname(c.ctx, lost); err != nil {
		p.rest = now.Add(shelfPause)
		c.by(p.rest)
		c.fault("club", fmt.Errorf("club: take names back: %w", err))
		return
	}
	if p.erasing == nil {
		p.erasing = map[string]string{}
	}
	for _, name := range lost {
		p.erasing[name] = p.named[name]
	}
	p.tries, p.due = 0, now
	c.state.dirty, c.state.at = true, time.Time{} // what is retained names nobody as soon as can be
	c.records.invalidate(now)
}

// cancelErasing takes nobody back who agrees again, as long as there is no league that could
// have been told.
func (c *Club) cancelErasing() {
	if _, agreed := c.league(); agreed {
		return
	}
	maps.DeleteFunc(c.people.erasing, func(name, _ string) bool { return c.people.agrees[name] })
}

// setOffer takes note of who agrees to be named.
func (c *Club) setOffer(o *companion.Offer) {
	p, named := &c.people, c.opts.Tell.Names
	p.players, p.nameless, p.agrees, p.namesOff = o.Players, o.Nameless, map[string]bool{}, !named
	p.loaded = p.loaded || len(o.Players) > 0
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	for _, name := range o.Players {
		p.agrees[name] = named && !c.anonymous(name) && !slices.Contains(o.Nameless, name)
		p.seen[name] = true
	}
}

// anonymous reports whether a name is one that the table gives who has none: «Игрок 2».
func (c *Club) anonymous(name string) bool {
	_, number, _ := strings.Cut(name, " ")
	if _, err := strconv.Atoi(number); err != nil {
		return false
	}
	return slices.ContainsFunc(words.Langs, func(lang words.Lang) bool { return name == c.own[lang].Word("setup.player", number) })
}

// mustWithdraw reports whether somebody isn't to be named for good. Of a table that knows more
// players than it lists, who isn't listed may still be known, and is only not named now.
func (p *people) mustWithdraw(name string) bool {
	agrees, listed := p.agrees[name]
	return p.namesOff || listed && !agrees || !listed && (p.seen[name] || len(p.players) < mostListed)
}

// withdrawn are those who were named and are gone, and aren't being erased yet.
func (p *people) withdrawn() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(p.named)) {
		if _, erasing := p.erasing[name]; !erasing && p.mustWithdraw(name) {
			all = append(all, name)
		}
	}
	return all
}

// allowed reports whether somebody may be named.
func (p *people) allowed(name string) bool {
	_, erasing := p.erasing[name]
	return p.agrees[name] && !erasing
}

// playerIDs returns the ids of those of names who may be named. The shelf keeps their codes
// before that; whom it can't keep isn't named.
func (c *Club) playerIDs(names []string) map[string]string {
	c.drawCodes(names)
	ids := map[string]string{}
	for _, name := range names {
		if code, kept := c.people.named[name]; kept && c.people.allowed(name) {
			ids[name] = wire.PlayerID(c.box, code)
		}
	}
	return ids
}

// drawCodes draws a code for each who may be named and has none yet.
func (c *Club) drawCodes(names []string) {
	p, fresh := &c.people, map[string]string{}
	for _, name := range names {
		if _, kept := p.named[name]; !kept && p.allowed(name) {
			fresh[name] = wire.NewCode()
		}
	}
	now := c.opts.Now()
	if len(fresh) == 0 || now.Before(p.rest) {
		return
	}
	if err := c.shelf.Name(c.ctx, fresh); err != nil {
		p.rest = now.Add(shelfPause)
		c.fault("club", fmt.Errorf("club: keep who is named: %w", err))
		return
	}
	if p.named == nil {
		p.named = map[string]string{}
	}
	maps.Copy(p.named, fresh)
}

// codes are those of who is named.
func (p *people) codes() map[string]string {
	all := maps.Clone(p.named)
	maps.DeleteFunc(all, func(name, _ string) bool { return !p.allowed(name) })
	return all
}

// names are those by seat as they may be told, and the ids of the players.
func (c *Club) names(m *screen.Moment, seats []string) (names, ids []string) {
	kept := c.playerIDs(seats)
	names, ids = make([]string, len(seats)), make([]string, len(seats))
	for i, name := range seats {
		if ids[i] = kept[name]; ids[i] == "" {
			name = c.own[m.Lang].Word("setup.player", strconv.Itoa(i+1))
		}
		names[i] = name
	}
	return names, ids
}

// erasedJob tells who is to be forgotten, until the league has; without one once on each
// connection, as there may be one later that was told their names.
func (c *Club) erasedJob(now time.Time) *job {
	p := &c.people
	_, agreed := c.league()
	if len(p.erasing) == 0 || !agreed && p.link == c.link && p.tries > 0 {
		return nil
	}
	if now.Before(p.due) {
		c.by(p.due)
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

// forget forgets whom the league has forgotten.
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
		return // it is said again, and acknowledged again
	}
	for _, name := range names {
		delete(p.erasing, name)
		delete(p.named, name)
	}
	c.records.lookAt(c.opts.Now())
}
