package admin_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/pairing"
	"tabletop/cmd/league/internal/trf"
)

// tournament is a random tournament with the bookkeeping of a second organiser, who counts on paper.
type tournament struct {
	*testing.T
	rng     *rand.Rand
	desk    admin.State
	results []admin.Result
	system  admin.System
	size    int
	persons map[string]string // person of each guest who turned out to be a player of a box
	gone    []string          // players who left
	here    []string
	asked   []string
	paper   []sheet
	seen    map[string]int // number of events of each of the kinds
}

// sheet is a round on paper.
type sheet struct {
	tables      [][]string
	ranks       [][]int
	byes, halfs []string
	match       []string // id of the match of each table; "" if its result was entered
	scored      []int    // seq of the command that entered the result of each table
}

// kinds are what all tournaments together must have, so that the test proves what its name says.
var kinds = strings.Fields("round repeat third bye half late left guest merged corrected tie direct")

func Test200TournamentsToTheirEnd(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(200) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { play(t, seed, seen) })
	}
	t.Log(seen)
	for _, kind := range kinds {
		if seen[kind] == 0 {
			t.Errorf("no tournament has a %s", kind)
		}
	}
}

// play plays a tournament from its first command to its file.
func play(t *testing.T, seed uint64, seen map[string]int) {
	m := &tournament{T: t, rng: rand.New(rand.NewPCG(seed, 41)), desk: admin.Fold(nil), persons: map[string]string{}, system: admin.Swiss, size: 2, seen: seen}
	n := 5 + m.rng.IntN(28)
	switch seed % 6 {
	case 0:
		m.system, n = admin.Robin, 5+m.rng.IntN(9)
	case 1:
		m.system, m.size = admin.Tables, 3+m.rng.IntN(3)
	case 2:
		n = 5 + m.rng.IntN(3) // so few that some must meet again
	}
	m.does(admin.BeginEvent, admin.Body{Name: "Кубок", Games: []string{"mice"}, System: m.system, Size: m.size})
	for range n {
		m.enters()
	}
	m.plan(n)
	for m.next() {
		m.plays()
		m.corrects()
		m.compare()
	}
	m.ends()
}

// chance reports true once in so many times.
func (m *tournament) chance(times int) bool { return m.rng.IntN(times) == 0 }

// does adds a command, which must be possible, and returns its seq.
func (m *tournament) does(kind admin.Kind, body admin.Body) int {
	m.Helper()
	if kind != admin.BeginEvent {
		body.Event = 1
	}
	at := fmt.Sprintf("2026-11-%02dT18:00:00Z", 1+len(m.paper)%28)
	next, deed, err := m.desk.Add(admin.Command{At: at, Kind: kind, Body: body})
	if err != nil {
		m.Fatalf("round %d: %s %+v: %v", len(m.paper), kind, body, err)
	}
	if m.desk = next; len(next.Impossible) > 0 {
		m.Fatalf("commands %v have become impossible", next.Impossible)
	}
	return deed.Seq
}

func (m *tournament) event() admin.Event { return event(m.T, m.desk) }

// person returns the person of a player.
func (m *tournament) person(player string) string { return cmp.Or(m.persons[player], player) }

// enters enters a player of a box, or a guest.
func (m *tournament) enters() {
	if m.chance(3) {
		seq := m.does(admin.AddGuest, admin.Body{Name: fmt.Sprintf("Гость %d", len(m.desk.Commands()))})
		m.here = append(m.here, fmt.Sprintf("guest-%d", seq))
		m.seen["guest"]++
		return
	}
	player := fmt.Sprintf("p%03d", len(m.desk.Commands()))
	m.does(admin.EnterPlayer, admin.Body{Player: player})
	m.here = append(m.here, player)
}

// plan checks the proposed number of rounds, and sometimes sets another one.
func (m *tournament) plan(n int) {
	want := min(bits.Len(uint(n-1))+1, n-1+n%2)
	switch m.system {
	case admin.Robin:
		want = n - 1 + n%2
	case admin.Tables:
		want = 1
		for left := n; left > 1; left = (left + m.size - 1) / m.size {
			want++
		}
		want = max(1, min(want, (n-1)/(m.size-1)))
	}
	if got := m.event().Planned(); got != want {
		m.Fatalf("%d rounds are proposed for %d players, want %d", got, n, want)
	}
	if m.system != admin.Robin && n < 10 {
		m.does(admin.SetRounds, admin.Body{Rounds: n + m.rng.IntN(4)})
	}
}

// next changes who plays, and pairs the next round. It returns false when all rounds were played.
func (m *tournament) next() bool {
	m.moves()
	r, err := m.desk.Next(m.event(), 2, 6, m.results)
	if fault(err) == "event.over" && len(m.paper) == m.event().Planned() {
		return false
	}
	if err != nil {
		m.Fatalf("round %d of %d, %d players: %v", len(m.paper)+1, m.event().Planned(), len(m.here), err)
	}
	m.check(r)
	m.does(admin.PairRound, admin.Body{Tables: r.Tables, Byes: r.Byes, Half: r.Half})
	m.paper = append(m.paper, sheet{
		tables: r.Tables, byes: r.Byes, halfs: r.Half,
		ranks: make([][]int, len(r.Tables)), match: make([]string, len(r.Tables)), scored: make([]int, len(r.Tables)),
	})
	m.asked = nil
	if _, err := m.desk.Next(m.event(), 2, 6, m.results); len(r.Tables) > 0 && fault(err) != "event.open" {
		m.Errorf("the next round before the results of this one: %v", err)
	}
	return true
}

// moves lets players leave, return, enter late, ask for byes, and turn out to be known.
func (m *tournament) moves() {
	if m.chance(4) && len(m.here) > 4 && (m.system != admin.Robin || len(m.paper) > 0) {
		i := m.rng.IntN(len(m.here))
		m.does(admin.RemovePlayer, admin.Body{Player: m.here[i]})
		m.gone = append(m.gone, m.here[i])
		m.here = slices.Delete(m.here, i, i+1)
		m.seen["left"]++
	}
	if m.chance(6) && len(m.gone) > 0 {
		m.does(admin.EnterPlayer, admin.Body{Player: m.gone[0]})
		m.here, m.gone = append(m.here, m.gone[0]), m.gone[1:]
	}
	if m.chance(5) && len(m.paper) > 0 && len(m.here) < 32 && m.system != admin.Robin {
		m.enters()
		m.seen["late"]++
	}
	if m.chance(4) && len(m.here) > 4 && m.system != admin.Robin {
		player := m.here[m.rng.IntN(len(m.here))]
		m.does(admin.AskBye, admin.Body{Player: player})
		m.asked = append(m.asked, player)
		m.seen["half"]++
	}
	if i := slices.IndexFunc(m.here, func(p string) bool { return admin.IsGuest(p) && m.persons[p] == "" }); i >= 0 && m.chance(5) {
		m.persons[m.here[i]] = fmt.Sprintf("box%03d", len(m.desk.Commands()))
		m.does(admin.MergePlayers, admin.Body{Player: m.persons[m.here[i]], With: m.here[i]})
		m.seen["merged"]++
	}
}

// check checks a round that is going to be paired.
func (m *tournament) check(r pairing.Round) {
	m.seen["round"]++
	m.seen["bye"] += len(r.Byes)
	all := slices.Sorted(slices.Values(slices.Concat(append(slices.Clone(r.Tables), r.Byes, r.Half)...)))
	if m.system != admin.Robin && !slices.Equal(all, slices.Sorted(slices.Values(m.here))) || !slices.Equal(r.Half, m.asked) {
		m.Errorf("%v are seated, %v are here, %v have asked for a bye", all, m.here, m.asked)
	}
	past := m.past()
	said := map[[2]string]int{}
	for _, again := range r.Repeats {
		said[pairOf(again.A, again.B)] = again.Times
	}
	for _, pair := range m.pairs(r.Tables) {
		if said[pair] != past.met[pair] || m.system == admin.Robin && past.met[pair] > 0 {
			m.Errorf("%v have met %d times, and %d are said", pair, past.met[pair], said[pair])
		}
		m.seen["repeat"] += min(1, past.met[pair])
	}
	if m.system == admin.Swiss {
		m.checkSwiss(r, past)
	}
}

// checkSwiss checks the byes, the repeats and the sides of a round of two per table.
func (m *tournament) checkSwiss(r pairing.Round, past history) {
	var here []string
	for _, p := range m.here {
		if !slices.Contains(m.asked, p) {
			here = append(here, m.person(p))
		}
	}
	past.least = len(m.paper)
	for _, pair := range m.pairs([][]string{here}) {
		past.least = min(past.least, past.met[pair])
	}
	fewest := past.byes[slices.MinFunc(here, func(a, b string) int { return cmp.Compare(past.byes[a], past.byes[b]) })]
	if len(r.Byes) != len(here)%2 || len(r.Byes) > 0 && past.byes[m.person(r.Byes[0])] > fewest {
		m.Errorf("byes for %v: %v, others had %d", r.Byes, past.byes, fewest)
	}
	got := cost{}
	for _, table := range r.Tables {
		a, b := m.person(table[0]), m.person(table[1])
		got = got.plus(past.cost(a, b))
		if past.row[a] >= 2 || past.row[b] <= -2 {
			m.seen["third"]++
			if past.cost(a, b).thirds == 0 {
				m.Errorf("%s and %s could change sides", a, b)
			}
		}
	}
	for _, free := range here {
		if len(here)%2 == 1 && past.byes[free] > fewest {
			continue
		}
		s := search{past: past, tries: 100_000}
		left := slices.DeleteFunc(slices.Clone(here), func(p string) bool { return len(here)%2 == 1 && p == free })
		if s.possible(left, cost{got.repeats - 1, len(here)}) || s.possible(left, cost{got.repeats, got.thirds - 1}) {
			m.Errorf("round %d of %d players has %+v, and could have less", len(m.paper)+1, len(here), got)
		}
		if s.tries == 0 {
			m.Errorf("round %d of %d players has %+v, and it wasn't found out whether it could have less", len(m.paper)+1, len(here), got)
		}
		if len(here)%2 == 0 {
			break
		}
	}
}

// history holds the meetings, byes and sides of the persons before a round.
type history struct {
	met  map[[2]string]int
	byes map[string]int
	row  map[string]int // number of last tables in a row with the first seat; negative with the other

	least int // meetings of the pair of those who are here that has met least often
}

func pairOf(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// pairs returns the pairs of persons at tables.
func (m *tournament) pairs(tables [][]string) (all [][2]string) {
	for _, table := range tables {
		for i, a := range table {
			for _, b := range table[i+1:] {
				all = append(all, pairOf(m.person(a), m.person(b)))
			}
		}
	}
	return all
}

func (m *tournament) past() history {
	h := history{met: map[[2]string]int{}, byes: map[string]int{}, row: map[string]int{}}
	for _, s := range m.paper {
		for _, pair := range m.pairs(s.tables) {
			h.met[pair]++
		}
		for _, p := range s.byes {
			h.byes[m.person(p)]++
		}
		for _, table := range s.tables {
			for i, p := range table {
				if who := m.person(p); i == 0 {
					h.row[who] = max(h.row[who], 0) + 1
				} else {
					h.row[who] = min(h.row[who], 0) - 1
				}
			}
		}
	}
	return h
}

// cost counts the pairs of a round that are avoided if possible.
type cost struct{ repeats, thirds int }

func (c cost) plus(o cost) cost  { return cost{c.repeats + o.repeats, c.thirds + o.thirds} }
func (c cost) minus(o cost) cost { return cost{c.repeats - o.repeats, c.thirds - o.thirds} }

// cost returns the cost of a pair. Once all who are here have met, only more meetings are repeats.
func (h history) cost(a, b string) (c cost) {
	if h.met[pairOf(a, b)] > h.least {
		c.repeats = 1
	}
	if h.row[a] >= 2 && h.row[b] >= 2 || h.row[a] <= -2 && h.row[b] <= -2 {
		c.thirds = 1
	}
	return c
}

// search looks for a cheaper round by trying pairs.
type search struct {
	past  history
	tries int
}

// possible reports whether players can be paired at that cost or less. It pairs those first who have
// the fewest opponents.
func (s *search) possible(left []string, most cost) bool {
	if len(left) == 0 {
		return most.repeats >= 0 && most.thirds >= 0
	}
	if most.repeats < 0 || most.thirds < 0 || s.tries == 0 {
		return false
	}
	s.tries--
	var best []string // a player and the possible opponents
	for _, a := range left {
		choice := []string{a}
		for _, b := range left {
			if rest := most.minus(s.past.cost(a, b)); a != b && rest.repeats >= 0 && rest.thirds >= 0 {
				choice = append(choice, b)
			}
		}
		if best == nil || len(choice) < len(best) {
			best = choice
		}
	}
	for _, b := range best[1:] {
		rest := slices.DeleteFunc(slices.Clone(left), func(p string) bool { return p == best[0] || p == b })
		if s.possible(rest, most.minus(s.past.cost(best[0], b))) {
			return true
		}
	}
	return false
}

// ranks returns random ranks, with ties.
func (m *tournament) ranks(seats int) []int {
	all := make([]int, seats)
	for i := range all {
		all[i] = 1 + m.rng.IntN(seats)
	}
	return all
}

// plays gives each table of the last round a result: that of a match, or one that an organiser enters.
func (m *tournament) plays() {
	n := len(m.paper)
	s := &m.paper[n-1]
	for i, table := range s.tables {
		s.ranks[i] = m.ranks(len(table))
		if m.chance(2) {
			s.match[i] = fmt.Sprintf("m%02d-%02d", n, i)
			ranks := map[string]int{}
			for k, p := range table {
				ranks[m.person(p)] = s.ranks[i][k]
			}
			r := match(s.match[i], "2026-11-30", ranks)
			r.Received = fmt.Sprintf("2026-11-%02dT19:00:00Z", n%28)
			m.results = append(m.results, r)
			continue
		}
		m.enter(n, i)
	}
}

// enter enters the result that is on paper.
func (m *tournament) enter(round, i int) {
	s := &m.paper[round-1]
	s.match[i] = ""
	s.scored[i] = m.does(admin.EnterResult, admin.Body{Round: round, Table: i + 1, Ranks: s.ranks[i]})
}

// corrects changes a result of some round.
func (m *tournament) corrects() {
	round := 1 + m.rng.IntN(len(m.paper))
	s := &m.paper[round-1]
	if len(s.tables) == 0 || !m.chance(2) {
		return
	}
	m.seen["corrected"]++
	i := m.rng.IntN(len(s.tables))
	s.ranks[i] = m.ranks(len(s.tables[i]))
	id := s.match[i]
	switch {
	case id == "" && m.chance(2) && s.scored[i] > 0:
		m.does(admin.Undo, admin.Body{Undoes: s.scored[i]})
		m.enter(round, i)
	case id == "" || m.chance(3):
		m.enter(round, i)
	case m.chance(2):
		m.does(admin.StrikeMatch, admin.Body{Match: id, Why: "не та колода"})
		m.enter(round, i)
	default:
		at := slices.IndexFunc(m.results, func(r admin.Result) bool { return r.Match == id })
		var ranks []int
		for _, seat := range m.results[at].Seats {
			k := slices.IndexFunc(s.tables[i], func(p string) bool { return m.desk.Person(p) == m.desk.Person(seat.Player) })
			ranks = append(ranks, s.ranks[i][k])
		}
		m.does(admin.CorrectRanks, admin.Body{Match: id, Ranks: ranks, Why: "спор"})
	}
}

// ends ends the tournament, and takes it out and in by a file.
func (m *tournament) ends() {
	m.does(admin.EndEvent, admin.Body{})
	if _, err := m.desk.Next(m.event(), 2, 6, m.results); fault(err) != "event.ended" {
		m.Errorf("after the end: %v", err)
	}
	if m.system == admin.Tables {
		return
	}
	name := func(person string) string { return "Имя " + person }
	report, err := m.desk.Report(m.event(), m.results, name)
	if err != nil {
		m.Fatal(err)
	}
	var file bytes.Buffer
	if err := trf.Write(&file, report); err != nil {
		m.Fatal(err)
	}
	text := file.String()
	read, err := trf.Read(&file)
	if err != nil || !reflect.DeepEqual(read, report) {
		m.Fatalf("got\n%+v, %v, want\n%+v", read, err, report)
	}
	m.imported(text, report)
}

// imported compares the tournament with the one in its file.
func (m *tournament) imported(file string, report trf.Tournament) {
	other := did(m.T, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{Games: []string{"mice"}, File: file}})
	again, err := other.Report(event(m.T, other), nil, other.Name)
	if a, b := byNames(again), byNames(report); err != nil || !reflect.DeepEqual(a, b) {
		m.Errorf("got\n%v, %v, want\n%v", a, err, b)
	}
	got, err := other.Standings(event(m.T, other), nil)
	if err != nil {
		m.Fatal(err)
	}
	want, err := m.desk.Standings(m.event(), m.results)
	if err != nil {
		m.Fatal(err)
	}
	lines := func(all []pairing.Line, name func(string) string) map[string]pairing.Line {
		byName := map[string]pairing.Line{}
		for _, l := range all {
			key := name(l.ID)
			l.ID = ""
			byName[key] = l
		}
		return byName
	}
	a := lines(got, func(id string) string { return strings.TrimPrefix(other.Name(id), "Имя ") })
	if b := lines(want, strings.Clone); !maps.Equal(a, b) {
		m.Errorf("by the file\n%+v\nwant\n%+v", a, b)
	}
}
