package admin

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/companion/club/wire"
)

// State is the state of a league after a list of organisers' commands.
type State struct {
	Club       string // name of the club
	Leagues    []League
	Seasons    []Span
	Events     []Event
	Impossible []int // seqs of stored commands that are no longer possible

	merged map[string]string // maps a player's id to another id of the same person
	names  []personName      // names given to persons, in the order of the commands
	struck map[string]string // reason why a match does not count, by match id
	ranks  map[string]ruling // corrected ranks by match id
	chosen map[string]string // box whose record counts, by match id

	consents map[playerAt]bool // players linked to boxes by organisers
	deeds    []Command
	last     int
}

// ruling holds the corrected ranks of a match. box is the box of the corrected record; for commands
// of earlier versions it is "".
type ruling struct {
	box   string
	ranks []int
}

// personName holds the id of a player and the name that an organiser gave to the player's person.
type personName struct{ player, name string }

// League is a set of games with a name.
type League struct {
	ID     int // seq of the command that opened the league
	Name   string
	Games  []string
	Closed int // seq of the command that closed the league; 0 while it is open
}

// Span is a season of a league.
type Span struct {
	ID, League int // seqs of the commands that added the season and opened the league
	Name       string
	From, To   string // first and last day, as 2006-01-02
}

func newDesk() State {
	return State{
		merged: map[string]string{}, struck: map[string]string{}, ranks: map[string]ruling{},
		chosen: map[string]string{}, consents: map[playerAt]bool{},
	}
}

// handlers maps a kind of command to the function that applies it. A function that returns an error
// has changed nothing.
var handlers = map[Kind]func(*State, Command) error{
	NameClub: func(d *State, deed Command) error {
		return onlyIf(checkName(deed.Name), func() { d.Club = deed.Name })
	},
	MergePlayers: (*State).merge,
	NamePerson: func(d *State, deed Command) error {
		return onlyIf(checkName(deed.Name), func() { d.names = append(d.names, personName{deed.Player, deed.Name}) })
	},
	OpenLeague: (*State).open,
	CloseLeague: func(d *State, deed Command) error {
		return d.change(deed.League, func(l *League) { l.Closed = deed.Seq })
	},
	Season: (*State).season,
	StrikeMatch: func(d *State, deed Command) error {
		return onlyIf(checkReason(deed), func() { d.struck[deed.Match] = deed.Why })
	},
	CorrectRanks: (*State).rule,
	Consent:      (*State).consent,
	Choose:       (*State).choose,
	BeginEvent:   (*State).host,
	ImportEvent:  (*State).importEvent,
	SetRounds:    (*State).setRounds,
	EndEvent:     (*State).end,
	AddGuest:     (*State).addGuest,
	AskBye:       (*State).askBye,
	EnterPlayer:  func(d *State, deed Command) error { return d.seat(deed, true) },
	RemovePlayer: func(d *State, deed Command) error { return d.seat(deed, false) },
	PairRound:    (*State).pair,
	EnterResult:  (*State).score,
}

// onlyIf calls the function do if fault is nil. It returns fault.
func onlyIf(fault error, do func()) error {
	if fault == nil {
		do()
	}
	return fault
}

// apply applies a command to the state. It returns a Fault for an impossible command.
func (d *State) apply(deed Command) error {
	do, ok := handlers[deed.Kind]
	switch {
	case deed.Kind == Undo:
		return nil
	case !ok:
		return Fault{"kind", string(deed.Kind)}
	}
	return do(d, deed)
}

// mostName is the maximum length of a name, in letters.
const mostName = 40

// checkName returns a Fault for an empty name or a name that is too long.
func checkName(name string) error {
	if name = strings.TrimSpace(name); name == "" || utf8.RuneCountInString(name) > mostName {
		return Fault{"name", name}
	}
	return nil
}

// checkReason returns a Fault for a command about a match if the match or the reason is missing.
func checkReason(deed Command) error {
	if deed.Match == "" || strings.TrimSpace(deed.Why) == "" {
		return Fault{"why", deed.Match}
	}
	return nil
}

// merge makes two players one person. The command must contain the code of the second player, which
// only that player's box shows. A guest is on no box and needs no code. It returns a Fault for two who
// have been in one round of an event: a person can't be there twice.
func (d *State) merge(deed Command) error {
	switch {
	case deed.Player == "" || d.Person(deed.Player) == d.Person(deed.With):
		return Fault{"merge.same", deed.With}
	case !IsGuest(deed.Player) && !IsGuest(deed.With) && wire.PlayerID(deed.Box, wire.Typed(deed.Code)) != deed.With:
		return Fault{"merge.code", deed.Code}
	}
	a, b := d.Person(deed.Player), d.Person(deed.With)
	if d.together(a, b) {
		return Fault{"merge.event", deed.With}
	}
	if IsGuest(a) && !IsGuest(b) || IsGuest(a) == IsGuest(b) && a > b { // a person's id is that of a box, if there is one
		a, b = b, a
	}
	d.merged[b] = a
	return nil
}

// Person returns the id of the person to whom a player belongs.
func (d State) Person(player string) string {
	for {
		other, ok := d.merged[player]
		if !ok {
			return player
		}
		player = other
	}
}

// Name returns the name that organisers gave to a player's person, or "" if they gave none.
func (d State) Name(player string) string {
	person := d.Person(player)
	for _, c := range slices.Backward(d.names) {
		if d.Person(c.player) == person {
			return c.name
		}
	}
	return ""
}

// rule corrects the ranks of a match.
func (d *State) rule(deed Command) error {
	if len(deed.Ranks) == 0 || slices.Min(deed.Ranks) < 1 {
		return Fault{"rule.ranks", fmt.Sprint(deed.Ranks)}
	}
	return onlyIf(checkReason(deed), func() { d.ranks[deed.Match] = ruling{deed.Box, deed.Ranks} })
}

// open opens a league.
func (d *State) open(deed Command) error {
	if len(deed.Games) == 0 {
		return Fault{"league.games", deed.Name}
	}
	return onlyIf(checkName(deed.Name), func() {
		d.Leagues = append(d.Leagues, League{ID: deed.Seq, Name: deed.Name, Games: deed.Games})
	})
}

// change calls the function how with the league that has this id. It returns a Fault if the league
// does not exist or is closed.
func (d *State) change(league int, how func(*League)) error {
	i := slices.IndexFunc(d.Leagues, func(l League) bool { return l.ID == league && l.Closed == 0 })
	if i < 0 {
		return Fault{"league.none", fmt.Sprint(league)}
	}
	d.Leagues = slices.Clone(d.Leagues)
	how(&d.Leagues[i])
	return nil
}

// season adds a season to a league.
func (d *State) season(deed Command) error {
	from, err := time.Parse(time.DateOnly, deed.From)
	to, err2 := time.Parse(time.DateOnly, deed.To)
	if err != nil || err2 != nil || to.Before(from) {
		return Fault{"season.days", deed.From + " – " + deed.To}
	}
	if err := checkName(deed.Name); err != nil {
		return err
	}
	return onlyIf(d.change(deed.League, func(*League) {}), func() {
		d.Seasons = append(d.Seasons, Span{ID: deed.Seq, League: deed.League, Name: deed.Name, From: deed.From, To: deed.To})
	})
}

// LeagueOf returns the league with that id. It returns false if there is none.
func (d State) LeagueOf(id int) (League, bool) {
	i := slices.IndexFunc(d.Leagues, func(l League) bool { return l.ID == id })
	if i < 0 {
		return League{}, false
	}
	return d.Leagues[i], true
}
