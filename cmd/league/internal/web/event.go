package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pairing"
	"tabletop/cmd/league/internal/trf"
	"tabletop/companion/club/wire"
	"tabletop/games"
)

// table is a table of an event, as shown on a page.
type table struct {
	Round, N int
	Seats    []eventSeat
	Match    string
	Open     bool   // true while the table has no result
	Result   string // result in words; "" while the table is open
	Again    string // earlier meetings of its players, in words; "" if there were none
}

// eventSeat is a seat at a table of an event.
type eventSeat struct {
	Person, Name string
	Rank         int // rank of the seat; 0 while unknown
}

// round is a round of an event, as shown on a page.
type round struct {
	N          int
	Tables     []table
	Byes, Half []string // names of the players with a bye, and of those who asked for one
}

// eventLine is a row of an event's standings, for one player.
type eventLine struct {
	pairing.Line
	Name string
}

// eventView is an event in the language of a call.
type eventView struct {
	*call
	now   snapshot
	event admin.Event
}

// viewEvent returns the event whose id is in the path, and the format that the path asks for.
func (c *call) viewEvent() (v eventView, as string, err error) {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return v, "", err
	}
	id, as := formatOf(c.r.PathValue("id"), "csv", "json", "trf")
	e, ok := n.EventOf(number(id))
	if !ok {
		return v, "", ledger.ErrNotFound
	}
	return eventView{c, n, e}, as, nil
}

func (c *call) event() error {
	v, as, err := c.viewEvent()
	if err != nil {
		return err
	}
	lines, err := v.now.State.Standings(v.event, v.now.Results)
	if err != nil {
		return err
	}
	var all []eventLine
	direct := false
	for _, l := range lines {
		all = append(all, eventLine{l, v.name(l.ID)})
		direct = direct || l.Direct
	}
	switch as {
	case "":
	case "trf":
		return v.report()
	default:
		return c.export(as, eventColumns, eventRows(all))
	}
	rounds := v.rounds()
	played, open := progress(rounds)
	slices.Reverse(rounds) // the latest round comes first
	return c.show("event.html", map[string]any{
		"Now": v.now, "Event": v.event, "Played": played, "Open": open, "Planned": v.event.Planned(), "Rounds": rounds,
		"Standings": all, "Begun": slices.ContainsFunc(lines, func(l pairing.Line) bool { return l.Tables > 0 }), "Direct": direct,
		"Here": v.present(), "Playing": v.playing(), "Others": v.absentees(), "TwoSeats": v.event.System != admin.Tables,
	})
}

// number parses a number. It returns 0 for invalid text.
func number(text string) int {
	n, _ := strconv.Atoi(text) // an invalid number is 0
	return n
}

// name returns the name of a person of the event. A person whose name was erased is called by a
// number.
func (v eventView) name(person string) string {
	if name := cmp.Or(v.now.Name(person), v.now.Names[person].Name); name != "" {
		return name
	}
	at := slices.IndexFunc(v.event.Players(), func(p string) bool { return v.now.Person(p) == person })
	return v.word("player.number", strconv.Itoa(at+1))
}

// names returns the names of players.
func (v eventView) names(players []string) (all []string) {
	for _, p := range players {
		all = append(all, v.name(v.now.Person(p)))
	}
	return all
}

// rounds returns the rounds of the event with their results.
func (v eventView) rounds() (all []round) {
	met := map[[2]string][]string{} // numbers of the rounds in which two persons have met
	for i, outcomes := range v.now.Outcomes(v.event, v.now.Results) {
		played := v.event.Rounds[i]
		r := round{N: i + 1, Byes: v.names(played.Byes), Half: v.names(played.Half)}
		for k, players := range played.Tables {
			t := table{Round: i + 1, N: k + 1, Match: outcomes[k].Match, Open: outcomes[k].Ranks == nil}
			for at, p := range players {
				s := eventSeat{Person: v.now.Person(p), Name: v.name(v.now.Person(p))}
				if !t.Open {
					s.Rank = outcomes[k].Ranks[at]
				}
				t.Seats = append(t.Seats, s)
			}
			t.Result, t.Again = v.result(t), v.again(t, met)
			r.Tables = append(r.Tables, t)
		}
		r.note(met)
		all = append(all, r)
	}
	return all
}

// progress returns the number of rounds whose tables all have a result, and the number of tables that
// have none.
func progress(rounds []round) (played, open int) {
	for _, r := range rounds {
		before := open
		for _, t := range r.Tables {
			if t.Open {
				open++
			}
		}
		if open == before {
			played++
		}
	}
	return played, open
}

// result returns the result of a table in words.
func (v eventView) result(t table) string {
	switch {
	case t.Open:
		return ""
	case len(t.Seats) > 2:
		return ranking(t.Seats)
	case t.Seats[0].Rank == t.Seats[1].Rank:
		return v.word("result.tie")
	}
	best := slices.MinFunc(t.Seats, func(a, b eventSeat) int { return cmp.Compare(a.Rank, b.Rank) })
	return v.word("result.won", best.Name)
}

// ranking returns the names of seats in the order of their ranks, each with its place.
func ranking(seats []eventSeat) string {
	var all []string
	for _, s := range slices.SortedStableFunc(slices.Values(seats), func(a, b eventSeat) int { return cmp.Compare(a.Rank, b.Rank) }) {
		all = append(all, fmt.Sprintf("%d. %s", s.Rank, s.Name))
	}
	return strings.Join(all, ", ")
}

// again returns in words which players of a table have met in which earlier rounds.
func (v eventView) again(t table, met map[[2]string][]string) string {
	var all []string
	for i, a := range t.Seats {
		for _, b := range t.Seats[i+1:] {
			if rounds := met[pairOf(a, b)]; rounds != nil {
				all = append(all, v.word("event.again", a.Name, b.Name, strings.Join(rounds, ", ")))
			}
		}
	}
	return strings.Join(all, "; ")
}

// note adds the meetings of a round to met.
func (r round) note(met map[[2]string][]string) {
	for _, t := range r.Tables {
		for i, a := range t.Seats {
			for _, b := range t.Seats[i+1:] {
				met[pairOf(a, b)] = append(met[pairOf(a, b)], strconv.Itoa(r.N))
			}
		}
	}
}

func pairOf(a, b eventSeat) [2]string {
	return [2]string{min(a.Person, b.Person), max(a.Person, b.Person)}
}

// candidates returns players, ordered by name. Of two with one name each has its box.
func (v eventView) candidates(players []string) (all []candidate) {
	for _, p := range players {
		all = append(all, candidate{Player: p, Name: v.name(v.now.Person(p)), Box: v.now.Names[p].Box})
	}
	return withBoxes(all)
}

// withBoxes sorts candidates by name and adds the box to names that are there twice.
func withBoxes(all []candidate) []candidate {
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player)) })
	count := map[string]int{}
	for _, c := range all {
		count[c.Name]++
	}
	for i, c := range all {
		if count[c.Name] > 1 && c.Box != "" {
			all[i].Name += " · " + wire.Grouped(c.Box)
		}
	}
	return all
}

// present returns the players of the event's next round.
func (v eventView) present() []candidate { return v.candidates(v.event.Here) }

// playing returns the players of the event's next round who haven't asked for a bye.
func (v eventView) playing() []candidate {
	return v.candidates(slices.DeleteFunc(slices.Clone(v.event.Here), func(p string) bool { return slices.Contains(v.event.Asked, p) }))
}

// absentees returns the persons who are not in the event's next round. Each person is represented by
// one player.
func (v eventView) absentees() []candidate {
	var players []string
	here := map[string]bool{}
	for _, p := range v.event.Here {
		here[v.now.Person(p)] = true
	}
	for _, p := range append(slices.Sorted(maps.Keys(v.now.Names)), append(v.now.Guests(), v.event.Players()...)...) {
		if person := v.now.Person(p); !here[person] {
			here[person] = true
			players = append(players, p)
		}
	}
	return v.candidates(players)
}

// report sends the event in the format TRF16.
func (v eventView) report() error {
	t, err := v.now.Report(v.event, v.now.Results, v.name)
	if err != nil {
		return v.faultStatus(err)
	}
	v.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	v.w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="event-%d.trf"`, v.event.ID))
	return trf.Write(v.w, t)
}

// slips shows a page to print with a slip for each table of a round.
func (c *call) slips() error {
	v, _, err := c.viewEvent()
	if err != nil {
		return err
	}
	n := number(c.r.PathValue("round"))
	if n < 1 || n > len(v.event.Rounds) {
		return ledger.ErrNotFound
	}
	return c.show("slips.html", map[string]any{"Now": v.now, "Event": v.event, "Round": v.rounds()[n-1]})
}

// pair adds the next round of an event, paired from the present results.
func (c *call) pair() error {
	id := number(c.r.PathValue("id"))
	_, err := c.add(func(n snapshot) (admin.Command, error) {
		e, ok := n.EventOf(id)
		if !ok {
			return admin.Command{}, ledger.ErrNotFound
		}
		least, most := c.seats(e.Game)
		r, err := n.Next(e, least, most, n.Results)
		return admin.Command{Kind: admin.PairRound, Body: admin.Body{Event: id, Tables: r.Tables, Byes: r.Byes, Half: r.Half}}, err
	})
	return c.redirectBack(err)
}

// importEvent begins an event with a TRF16 file in the form.
func (c *call) importEvent() error {
	file, _, err := c.r.FormFile("file")
	if err != nil {
		return status{http.StatusBadRequest, "bad"}
	}
	defer file.Close()
	t, err := trf.Read(file)
	if err != nil {
		return c.faultStatus(admin.Fault{Key: "event.file", Arg: err.Error()})
	}
	var text strings.Builder // in UTF-8, and without what doesn't belong to the format
	if err := trf.Write(&text, t); err != nil {
		return c.faultStatus(admin.Fault{Key: "event.file", Arg: err.Error()})
	}
	body := c.body()
	body.File = text.String()
	return c.redirectTo(c.add(func(snapshot) (admin.Command, error) {
		return admin.Command{Kind: admin.ImportEvent, Body: body}, nil
	}))
}

// seats returns the minimum and maximum number of seats of a game. For an unknown game it returns 2
// and 8.
func (h *Server) seats(game string) (least, most int) {
	i := slices.IndexFunc(h.Games.Games, func(r games.Rules) bool { return r.Name() == game })
	if i < 0 {
		return 2, 8 // the game is in a file, so its number of seats is not known here
	}
	return h.Games.Games[i].Seats()
}
