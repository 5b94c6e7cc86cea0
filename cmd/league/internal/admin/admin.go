package admin

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/companion/club/wire"
)

// Desk is what holds after some deeds.
type Desk struct {
	Club    string // what it is called
	Leagues []League
	Seasons []Span
	Events  []Event
	Idle    []int // seqs of deeds that can't be any more

	with   map[string]string // of a player: another id of the same person
	named  []called          // in the order in which it was said
	struck map[string]string // why, by match
	ranks  map[string][]int  // as ruled, by match
	deeds  []Deed
	last   int
}

// called is a player and the name of its person.
type called struct{ player, name string }

// League is a name and its games.
type League struct {
	ID     int // the seq of its deed
	Name   string
	Games  []string
	Closed bool
}

// Span is a season.
type Span struct {
	ID, League int // seqs of their deeds
	Name       string
	From, To   string // days, included
}

func empty() Desk {
	return Desk{with: map[string]string{}, struck: map[string]string{}, ranks: map[string][]int{}}
}

// takers do the deeds of each kind; after an error nothing has changed.
var takers = map[Kind]func(*Desk, Deed) error{
	Called: func(d *Desk, deed Deed) error {
		return onlyIf(isName(deed.Name), func() { d.Club = deed.Name })
	},
	Merged: (*Desk).merge,
	Named: func(d *Desk, deed Deed) error {
		return onlyIf(isName(deed.Name), func() { d.named = append(d.named, called{deed.Player, deed.Name}) })
	},
	Opened: (*Desk).open,
	Closed: func(d *Desk, deed Deed) error { return d.change(deed.League, func(l *League) { l.Closed = true }) },
	Season: (*Desk).season,
	Struck: func(d *Desk, deed Deed) error {
		return onlyIf(reasoned(deed), func() { d.struck[deed.Match] = deed.Why })
	},
	Ruled:   (*Desk).rule,
	Hosted:  (*Desk).host,
	Entered: func(d *Desk, deed Deed) error { return d.seat(deed, true) },
	Left:    func(d *Desk, deed Deed) error { return d.seat(deed, false) },
	Paired:  (*Desk).pair,
	Scored:  (*Desk).scored,
}

// onlyIf does something unless there is a fault.
func onlyIf(fault error, do func()) error {
	if fault == nil {
		do()
	}
	return fault
}

// take does a deed.
func (d *Desk) take(deed Deed) error {
	do, ok := takers[deed.Kind]
	switch {
	case deed.Kind == Undone:
		return nil
	case !ok:
		return Fault{"kind", string(deed.Kind)}
	}
	return do(d, deed)
}

// mostName is how many letters a name may have that organisers give.
const mostName = 40

func isName(name string) error {
	if name = strings.TrimSpace(name); name == "" || utf8.RuneCountInString(name) > mostName {
		return Fault{"name", name}
	}
	return nil
}

// reasoned refuses what is done to a match without saying why.
func reasoned(deed Deed) error {
	if deed.Match == "" || strings.TrimSpace(deed.Why) == "" {
		return Fault{"why", deed.Match}
	}
	return nil
}

// merge makes two players one person, if the second's code was shown to somebody.
func (d *Desk) merge(deed Deed) error {
	switch {
	case deed.Player == "" || d.Person(deed.Player) == d.Person(deed.With):
		return Fault{"merge.same", deed.With}
	case wire.PlayerID(deed.Box, wire.Typed(deed.Code)) != deed.With:
		return Fault{"merge.code", deed.Code}
	}
	a, b := d.Person(deed.Player), d.Person(deed.With)
	d.with[max(a, b)] = min(a, b)
	return nil
}

// Person returns the id by which the person of a player is known.
func (d Desk) Person(player string) string {
	for {
		other, ok := d.with[player]
		if !ok {
			return player
		}
		player = other
	}
}

// Name returns what the person of a player is called here, "" if nobody has said.
func (d Desk) Name(player string) string {
	person := d.Person(player)
	for _, c := range slices.Backward(d.named) {
		if d.Person(c.player) == person {
			return c.name
		}
	}
	return ""
}

func (d *Desk) rule(deed Deed) error {
	if len(deed.Ranks) == 0 || slices.Min(deed.Ranks) < 1 {
		return Fault{"rule.ranks", fmt.Sprint(deed.Ranks)}
	}
	return onlyIf(reasoned(deed), func() { d.ranks[deed.Match] = deed.Ranks })
}

func (d *Desk) open(deed Deed) error {
	if len(deed.Games) == 0 {
		return Fault{"league.games", deed.Name}
	}
	return onlyIf(isName(deed.Name), func() {
		d.Leagues = append(d.Leagues, League{ID: deed.Seq, Name: deed.Name, Games: deed.Games})
	})
}

// change changes the league of that seq.
func (d *Desk) change(league int, how func(*League)) error {
	i := slices.IndexFunc(d.Leagues, func(l League) bool { return l.ID == league && !l.Closed })
	if i < 0 {
		return Fault{"league.none", fmt.Sprint(league)}
	}
	d.Leagues = slices.Clone(d.Leagues)
	how(&d.Leagues[i])
	return nil
}

func (d *Desk) season(deed Deed) error {
	from, err := time.Parse(time.DateOnly, deed.From)
	to, err2 := time.Parse(time.DateOnly, deed.To)
	if err != nil || err2 != nil || to.Before(from) {
		return Fault{"season.days", deed.From + " – " + deed.To}
	}
	if err := isName(deed.Name); err != nil {
		return err
	}
	return onlyIf(d.change(deed.League, func(*League) {}), func() {
		d.Seasons = append(d.Seasons, Span{ID: deed.Seq, League: deed.League, Name: deed.Name, From: deed.From, To: deed.To})
	})
}

// LeagueOf finds one by the seq of its deed.
func (d Desk) LeagueOf(id int) (League, bool) {
	i := slices.IndexFunc(d.Leagues, func(l League) bool { return l.ID == id })
	if i < 0 {
		return League{}, false
	}
	return d.Leagues[i], true
}
