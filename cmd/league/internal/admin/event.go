package admin

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/pairing"
)

// System is how rounds are paired.
type System string

// Systems.
const (
	Swiss  System = "swiss"  // two at a table, by standing
	Robin  System = "robin"  // two at a table, everybody against everybody
	Tables System = "tables" // more at a table, by standing
)

// Event is a tournament.
type Event struct {
	ID     int // the seq of its deed
	Name   string
	Game   string
	System System
	Size   int      // wanted at a table
	Here   []string // persons who play the next round, as players, in the order in which they came
	Rounds []Round
}

// Round is one that was paired.
type Round struct {
	At     string // when it was, RFC 3339, UTC
	Tables [][]string
	Byes   []string
	scored map[int][]int // ranks by table, as entered
}

// host begins an event.
func (d *Desk) host(deed Deed) error {
	if len(deed.Games) != 1 {
		return Fault{"league.games", deed.Name}
	}
	two := deed.System == Swiss || deed.System == Robin
	if !two && deed.System != Tables || two && deed.Size != 2 || deed.Size < 2 || deed.Size > mostSeats {
		return Fault{"event.size", fmt.Sprint(deed.Size)}
	}
	return onlyIf(isName(deed.Name), func() {
		d.Events = append(d.Events, Event{ID: deed.Seq, Name: deed.Name, Game: deed.Games[0], System: deed.System, Size: deed.Size})
	})
}

const mostSeats = 8

// EventOf finds an event by the seq of its deed.
func (d Desk) EventOf(id int) (Event, bool) {
	i := d.event(id)
	if i < 0 {
		return Event{}, false
	}
	return d.Events[i], true
}

func (d Desk) event(id int) int {
	return slices.IndexFunc(d.Events, func(e Event) bool { return e.ID == id })
}

// seat lets somebody play in an event, or not any more.
func (d *Desk) seat(deed Deed, here bool) error {
	i := d.event(deed.Event)
	if i < 0 {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	e := &d.Events[i]
	at := slices.IndexFunc(e.Here, func(p string) bool { return d.Person(p) == d.Person(deed.Player) })
	switch {
	case deed.Player == "" || here == (at >= 0):
		return Fault{"event.player", deed.Player}
	case e.System == Robin && len(e.Rounds) > 0 && here:
		return Fault{"event.begun", deed.Player}
	case here:
		e.Here = append(slices.Clone(e.Here), deed.Player)
	default:
		e.Here = slices.Delete(slices.Clone(e.Here), at, at+1)
	}
	return nil
}

// pair takes a round as it was paired: everybody who is here has one place in it.
func (d *Desk) pair(deed Deed) error {
	i := d.event(deed.Event)
	if i < 0 {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	e := &d.Events[i]
	paired := slices.Concat(append(slices.Clone(deed.Tables), deed.Byes)...)
	if e.System != Robin && !slices.Equal(slices.Sorted(slices.Values(paired)), slices.Sorted(slices.Values(e.Here))) || len(deed.Tables) == 0 {
		return Fault{"event.round", strings.Join(paired, " ")}
	}
	e.Rounds = append(slices.Clone(e.Rounds), Round{At: deed.At, Tables: deed.Tables, Byes: deed.Byes, scored: map[int][]int{}})
	return nil
}

// scored enters what came of a table.
func (d *Desk) scored(deed Deed) error {
	e, ok := d.EventOf(deed.Event)
	if !ok || deed.Round < 1 || deed.Round > len(e.Rounds) {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	r := e.Rounds[deed.Round-1]
	if deed.Table < 1 || deed.Table > len(r.Tables) || len(deed.Ranks) != len(r.Tables[deed.Table-1]) || slices.Min(deed.Ranks) < 1 {
		return Fault{"rule.ranks", fmt.Sprint(deed.Ranks)}
	}
	r.scored[deed.Table-1] = deed.Ranks
	return nil
}

// Outcome is what came of a table.
type Outcome struct {
	Ranks []int  // by seat; nil: nothing yet
	Match string // "": an organiser has entered it
}

// Outcomes returns what has come of each table of each round.
func (d Desk) Outcomes(e Event, results []Result) (all [][]Outcome) {
	used := map[string]bool{}
	ordered := Ordered(results)
	for _, r := range e.Rounds {
		outcomes := make([]Outcome, len(r.Tables))
		for i, table := range r.Tables {
			if ranks, ok := r.scored[i]; ok {
				outcomes[i] = Outcome{Ranks: ranks}
				continue
			}
			outcomes[i] = d.found(e, r, table, ordered, used)
		}
		all = append(all, outcomes)
	}
	return all
}

// found is the match that was played at a table.
func (d Desk) found(e Event, r Round, table []string, results []Result, used map[string]bool) Outcome {
	for _, m := range results {
		counts, _ := d.Counts(m.Match)
		if !counts || used[m.Match] || m.Game != e.Game || m.Heard < r.At || m.Unrated == audit.Left {
			continue
		}
		if ranks := d.ranksOf(table, d.Seats(m)); ranks != nil {
			used[m.Match] = true
			return Outcome{Ranks: ranks, Match: m.Match}
		}
	}
	return Outcome{}
}

// ranksOf are the ranks of those of a table in a match that just they have played, else nil.
func (d Desk) ranksOf(table []string, seats []audit.Seat) []int {
	byPerson := map[string]int{}
	for _, s := range seats {
		if s.Player != "" {
			byPerson[d.Person(s.Player)] = s.Rank
		}
	}
	ranks := make([]int, len(table))
	for i, player := range table {
		ranks[i] = byPerson[d.Person(player)]
	}
	if len(seats) != len(table) || len(byPerson) != len(table) || slices.Contains(ranks, 0) {
		return nil
	}
	return ranks
}

// past are the rounds with their outcomes, by persons. Done reports whether all tables
// have one.
func (d Desk) past(e Event, results []Result) (rounds []pairing.Played, done bool) {
	done = true
	for i, outcomes := range d.Outcomes(e, results) {
		p := pairing.Played{Byes: d.persons(e.Rounds[i].Byes)}
		for k, o := range outcomes {
			if done = done && o.Ranks != nil; o.Ranks != nil {
				p.Tables = append(p.Tables, pairing.Result{Seats: d.persons(e.Rounds[i].Tables[k]), Places: o.Ranks})
			}
		}
		rounds = append(rounds, p)
	}
	return rounds, done
}

func (d Desk) persons(players []string) []string {
	all := make([]string, len(players))
	for i, p := range players {
		all[i] = d.Person(p)
	}
	return all
}

// Standings returns where everybody stands in an event.
func (d Desk) Standings(e Event, results []Result) ([]pairing.Line, error) {
	rounds, _ := d.past(e, results)
	return pairing.Standings(rounds)
}

// Next pairs the next round of an event. Its error is a Fault if a table of the last one
// has no outcome yet, or there is nobody to pair.
func (d Desk) Next(e Event, least, most int, results []Result) (pairing.Round, error) {
	rounds, done := d.past(e, results)
	if !done {
		return pairing.Round{}, Fault{"event.open", e.Name}
	}
	if e.System == Robin {
		return d.robin(e)
	}
	players, err := pairing.Players(d.persons(e.Here), rounds, d.strengths(e, results))
	var r pairing.Round
	switch {
	case err != nil:
	case e.System == Swiss:
		r, err = pairing.Swiss(players)
	default:
		r, err = pairing.Tables(players, pairing.Size{Want: e.Size, Min: max(2, least), Max: min(mostSeats, most)})
	}
	if err != nil {
		return r, Fault{"event.few", err.Error()}
	}
	return d.asEntered(e, r), nil
}

// robin is the next round of everybody against everybody: of those who were here when it
// began.
func (d Desk) robin(e Event) (pairing.Round, error) {
	here := e.Here
	if len(e.Rounds) > 0 {
		here = entered(e.Rounds)
	}
	all, err := pairing.RoundRobin(slices.Sorted(slices.Values(here)))
	if err != nil {
		return pairing.Round{}, Fault{"event.few", err.Error()}
	}
	if len(e.Rounds) >= len(all) {
		return pairing.Round{}, Fault{"event.over", e.Name}
	}
	return all[len(e.Rounds)], nil
}

// entered are all who were paired in the first round.
func entered(rounds []Round) []string {
	return slices.Concat(append(slices.Clone(rounds[0].Tables), rounds[0].Byes)...)
}

// strengths are what ratings say of the persons of an event.
func (d Desk) strengths(e Event, results []Result) map[string]float64 {
	all := map[string]float64{}
	for who, s := range d.Ratings(results) {
		if who.Game == e.Game {
			all[who.Person] = s.Rating.Shown()
		}
	}
	return all
}

// asEntered is a round with the ids by which its persons entered the event.
func (d Desk) asEntered(e Event, r pairing.Round) pairing.Round {
	by := map[string]string{}
	for _, p := range e.Here {
		by[d.Person(p)] = p
	}
	swap := func(persons []string) {
		for i, p := range persons {
			persons[i] = by[p]
		}
	}
	for _, t := range r.Tables {
		swap(t)
	}
	swap(r.Byes)
	return r
}

// Players are all whom an event has had, as they entered, in the order of ids.
func (e Event) Players() []string {
	set := map[string]bool{}
	for _, p := range e.Here {
		set[p] = true
	}
	for _, r := range e.Rounds {
		for _, p := range slices.Concat(append(slices.Clone(r.Tables), r.Byes)...) {
			set[p] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
