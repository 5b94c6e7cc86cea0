package admin

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/pairing"
	"tabletop/cmd/league/internal/trf"
)

// System is a pairing system.
type System string

// Pairing systems.
const (
	Swiss  System = "swiss"  // two seats per table, paired by standing
	Robin  System = "robin"  // two seats per table, each player against each other player
	Tables System = "tables" // more than two seats per table, seated by standing
)

// Event is a tournament of one game.
type Event struct {
	ID     int // seq of the command that began the event
	Name   string
	Game   string
	System System
	Size   int      // wanted number of seats per table
	Here   []string // ids of the players of the next round, in the order of entry
	Asked  []string // ids of those players of the next round with a bye on request
	Rounds []Round
	Wanted int // number of rounds that an organiser wants; 0 for the usual number
	Ended  int // seq of the command that ended the event: no further round is paired; 0 before it
}

// Round is a paired round of an event.
type Round struct {
	At     string // time of the pairing in UTC, RFC 3339
	Tables [][]string
	Byes   []string
	Half   []string      // ids of players with a bye that they asked for
	ranks  map[int][]int // ranks entered by an organiser, by index of the table
}

// host begins an event. It returns a Fault for an impossible number of games or seats.
func (d *State) host(deed Command) error {
	if len(deed.Games) != 1 {
		return Fault{"league.games", deed.Name}
	}
	two := deed.System == Swiss || deed.System == Robin
	if !two && deed.System != Tables || two && deed.Size != 2 || deed.Size < 2 || deed.Size > mostSeats {
		return Fault{"event.size", fmt.Sprint(deed.Size)}
	}
	if deed.Rounds < 0 || deed.Rounds > mostRounds {
		return Fault{"event.rounds", fmt.Sprint(deed.Rounds)}
	}
	return onlyIf(checkName(deed.Name), func() {
		d.Events = append(d.Events, Event{ID: deed.Seq, Name: deed.Name, Game: deed.Games[0], System: deed.System, Size: deed.Size, Wanted: deed.Rounds})
	})
}

// mostRounds is the maximum number of rounds of an event, that of a TRF16 file.
const mostRounds = trf.MostRounds

// changeEvent calls the function how with an event. It returns a Fault if the event does not exist.
func (d *State) changeEvent(id int, how func(*Event)) error {
	i := d.event(id)
	if i < 0 {
		return Fault{"event.none", fmt.Sprint(id)}
	}
	how(&d.Events[i])
	return nil
}

// setRounds sets the number of rounds of an event, which must not be fewer than it has already.
func (d *State) setRounds(deed Command) error {
	e, _ := d.EventOf(deed.Event)
	if deed.Rounds < max(1, len(e.Rounds)) || deed.Rounds > mostRounds {
		return Fault{"event.rounds", fmt.Sprint(deed.Rounds)}
	}
	return d.changeEvent(deed.Event, func(e *Event) { e.Wanted = deed.Rounds })
}

// end ends an event. It returns a Fault if the event does not exist or has ended before.
func (d *State) end(deed Command) error {
	if e, _ := d.EventOf(deed.Event); e.Ended > 0 {
		return Fault{"event.ended", e.Name}
	}
	return d.changeEvent(deed.Event, func(e *Event) { e.Ended = deed.Seq })
}

// Planned returns the number of rounds of an event: the one that an organiser wants, or else the
// usual one for its players. A round robin has no more rounds than it takes for all to meet once. The
// players of the first round count, and before it those who are here.
func (e Event) Planned() int {
	n := len(e.Here)
	if len(e.Rounds) > 0 {
		n = len(entered(e.Rounds))
	}
	switch {
	case n < 2 || e.Wanted > 0 && e.System != Robin:
		return e.Wanted
	case e.System == Robin:
		return min(pairing.RobinRounds(n), cmp.Or(e.Wanted, mostRounds))
	case e.System == Tables:
		return pairing.TableRounds(n, e.Size)
	}
	return pairing.SwissRounds(n)
}

// askBye gives a player of the next round a bye in it.
func (d *State) askBye(deed Command) error {
	e, _ := d.EventOf(deed.Event)
	who := d.Person(deed.Player)
	at := slices.IndexFunc(e.Here, func(p string) bool { return d.Person(p) == who })
	asked := slices.ContainsFunc(e.Asked, func(p string) bool { return d.Person(p) == who })
	if at < 0 || asked || e.System == Robin {
		return Fault{"event.player", deed.Player}
	}
	return d.changeEvent(deed.Event, func(event *Event) { event.Asked = append(slices.Clone(e.Asked), e.Here[at]) })
}

const mostSeats = 8

// EventOf returns the event with that id. It returns false if there is none.
func (d State) EventOf(id int) (Event, bool) {
	i := d.event(id)
	if i < 0 {
		return Event{}, false
	}
	return d.Events[i], true
}

// event returns the index of the event with that id, or -1 if there is none.
func (d State) event(id int) int {
	return slices.IndexFunc(d.Events, func(e Event) bool { return e.ID == id })
}

// seat adds a player to the next round of an event if here is true, or removes the player.
func (d *State) seat(deed Command, here bool) error {
	i := d.event(deed.Event)
	if i < 0 {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	e := &d.Events[i]
	at := slices.IndexFunc(e.Here, func(p string) bool { return d.Person(p) == d.Person(deed.Player) })
	switch {
	case deed.Player == "" || here == (at >= 0):
		return Fault{"event.player", deed.Player}
	case e.System == Robin && len(e.Rounds) > 0 && here && !slices.Contains(d.persons(entered(e.Rounds)), d.Person(deed.Player)):
		return Fault{"event.begun", deed.Player}
	case here:
		e.Here = append(slices.Clone(e.Here), deed.Player)
	default:
		e.Asked = slices.DeleteFunc(slices.Clone(e.Asked), func(p string) bool { return p == e.Here[at] })
		e.Here = slices.Delete(slices.Clone(e.Here), at, at+1)
	}
	return nil
}

// pair adds a paired round to an event. In all systems except Robin, the seats and byes of the
// round must be exactly the players of the event. In a round of a Robin all who are left may have byes.
func (d *State) pair(deed Command) error {
	i := d.event(deed.Event)
	if i < 0 {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	e := &d.Events[i]
	paired := slices.Concat(append(slices.Clone(deed.Tables), deed.Byes, deed.Half)...)
	if e.System != Robin && !slices.Equal(slices.Sorted(slices.Values(paired)), slices.Sorted(slices.Values(e.Here))) || len(deed.Tables) == 0 && (e.System != Robin || len(paired) == 0) {
		return Fault{"event.round", strings.Join(paired, " ")}
	}
	e.Rounds = append(slices.Clone(e.Rounds), Round{At: deed.At, Tables: deed.Tables, Byes: deed.Byes, Half: deed.Half, ranks: map[int][]int{}})
	e.Asked = nil
	return nil
}

// score sets the result of a table to the ranks that an organiser entered.
func (d *State) score(deed Command) error {
	e, ok := d.EventOf(deed.Event)
	if !ok || deed.Round < 1 || deed.Round > len(e.Rounds) {
		return Fault{"event.none", fmt.Sprint(deed.Event)}
	}
	r := e.Rounds[deed.Round-1]
	if deed.Table < 1 || deed.Table > len(r.Tables) || len(deed.Ranks) != len(r.Tables[deed.Table-1]) || slices.Min(deed.Ranks) < 1 {
		return Fault{"rule.ranks", fmt.Sprint(deed.Ranks)}
	}
	r.ranks[deed.Table-1] = deed.Ranks
	return nil
}

// players returns the ids of the players of a round.
func (r Round) players() []string {
	return slices.Concat(append(slices.Clone(r.Tables), r.Byes, r.Half)...)
}

// Outcome is the result of a table of an event.
type Outcome struct {
	Ranks []int  // one rank per seat; nil while unknown
	Match string // id of the match; "" if an organiser entered the result
}

// Outcomes returns the outcomes of an event. The first index is the round, the second the table.
func (d State) Outcomes(e Event, results []Result) (all [][]Outcome) {
	used := map[string]bool{}
	ordered := Ordered(results)
	for _, r := range e.Rounds {
		outcomes := make([]Outcome, len(r.Tables))
		for i, table := range r.Tables {
			if ranks, ok := r.ranks[i]; ok {
				outcomes[i] = Outcome{Ranks: ranks}
				continue
			}
			outcomes[i] = d.playedMatch(e, r, table, ordered, used)
		}
		all = append(all, outcomes)
	}
	return all
}

// playedMatch returns the outcome of the first match that was played at a table and is not in used.
// It adds the match to used. Without such a match the outcome is zero.
func (d State) playedMatch(e Event, r Round, table []string, results []Result, used map[string]bool) Outcome {
	for _, m := range results {
		counts, _ := d.Counts(m.Match)
		if !counts || used[m.Match] || m.Game != e.Game || m.Received < r.At || m.Unrated == audit.Left {
			continue
		}
		if ranks := d.ranksOf(table, d.Seats(m)); ranks != nil {
			used[m.Match] = true
			return Outcome{Ranks: ranks, Match: m.Match}
		}
	}
	return Outcome{}
}

// ranksOf returns the ranks of a table's players in a match, in the order of table. It returns nil
// if the match had other players.
func (d State) ranksOf(table []string, seats []audit.Seat) []int {
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

// past returns the rounds of an event with their outcomes, with persons in place of players. done
// reports whether all tables have an outcome.
func (d State) past(e Event, results []Result) (rounds []pairing.Played, done bool) {
	done = true
	for i, outcomes := range d.Outcomes(e, results) {
		p := pairing.Played{Byes: d.persons(e.Rounds[i].Byes), Half: d.persons(e.Rounds[i].Half)}
		for k, o := range outcomes {
			if done = done && o.Ranks != nil; o.Ranks != nil {
				p.Tables = append(p.Tables, pairing.Result{Seats: d.persons(e.Rounds[i].Tables[k]), Places: o.Ranks})
			}
		}
		rounds = append(rounds, p)
	}
	return rounds, done
}

// together reports whether the persons a and b both play in the next round of an event, or have both
// been in one of its rounds.
func (d State) together(a, b string) bool {
	for _, e := range d.Events {
		rounds := [][]string{e.Here}
		for _, r := range e.Rounds {
			rounds = append(rounds, r.players())
		}
		for _, players := range rounds {
			if persons := d.persons(players); slices.Contains(persons, a) && slices.Contains(persons, b) {
				return true
			}
		}
	}
	return false
}

// persons returns the ids of the persons of players, in the same order.
func (d State) persons(players []string) []string {
	all := make([]string, len(players))
	for i, p := range players {
		all[i] = d.Person(p)
	}
	return all
}

// Standings returns the standings of an event.
func (d State) Standings(e Event, results []Result) ([]pairing.Line, error) {
	rounds, _ := d.past(e, results)
	return pairing.Standings(rounds)
}

// Next pairs the next round of an event. It returns a Fault if the event is over or has had all its
// rounds, if a table of the last round has no outcome yet, or if the players cannot be paired.
func (d State) Next(e Event, least, most int, results []Result) (r pairing.Round, err error) {
	rounds, done := d.past(e, results)
	switch {
	case e.Ended > 0:
		return r, Fault{"event.ended", e.Name}
	case !done:
		return r, Fault{"event.open", e.Name}
	case len(e.Rounds) > 0 && len(e.Rounds) >= e.Planned():
		return r, Fault{"event.over", e.Name}
	case e.System == Robin:
		return d.robin(e)
	}
	here := slices.DeleteFunc(slices.Clone(e.Here), func(p string) bool { return slices.Contains(e.Asked, p) })
	players, err := pairing.Players(d.persons(here), rounds, d.strengths(e, results))
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
	r.Half = e.Asked
	return d.asEntered(e, r), nil
}

// robin returns the next round of a round robin. The players are those of the first round. Opponents
// of an absent player have a bye.
func (d State) robin(e Event) (pairing.Round, error) {
	here := e.Here
	if len(e.Rounds) > 0 {
		here = entered(e.Rounds)
	}
	all, err := pairing.RoundRobin(slices.Sorted(slices.Values(here)))
	if err != nil {
		return pairing.Round{}, Fault{"event.few", err.Error()}
	}
	return d.withoutAbsent(e, all[len(e.Rounds)]), nil
}

// withoutAbsent returns a round without the tables and byes of absent players.
func (d State) withoutAbsent(e Event, r pairing.Round) (left pairing.Round) {
	here := d.persons(e.Here)
	absent := func(p string) bool { return !slices.Contains(here, d.Person(p)) }
	for _, table := range append(slices.Clone(r.Tables), r.Byes) {
		switch table = slices.DeleteFunc(slices.Clone(table), absent); len(table) {
		case 0:
		case 1:
			left.Byes = append(left.Byes, table[0])
		default:
			left.Tables = append(left.Tables, table)
		}
	}
	return left
}

// entered returns the ids of the players of the first round.
func entered(rounds []Round) []string {
	return rounds[0].players()
}

// strengths returns the shown rating of each person in the game of an event.
func (d State) strengths(e Event, results []Result) map[string]float64 {
	all := map[string]float64{}
	for who, s := range d.Ratings(results) {
		if who.Game == e.Game {
			all[who.Person] = s.Rating.Shown()
		}
	}
	return all
}

// asEntered replaces each person of a round by the id of the player who entered the event.
func (d State) asEntered(e Event, r pairing.Round) pairing.Round {
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

// Players returns the ids of all players who were ever in an event, in order.
func (e Event) Players() []string {
	set := map[string]bool{}
	for _, p := range e.Here {
		set[p] = true
	}
	for _, r := range e.Rounds {
		for _, p := range r.players() {
			set[p] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}
