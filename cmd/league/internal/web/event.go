package web

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/pairing"
	"tabletop/games"
)

// table is a table of an event, as shown on a page.
type table struct {
	Round, N int
	Seats    []eventSeat
	Match    string
	Open     bool // true while the table has no result
}

// eventSeat is a seat at a table of an event.
type eventSeat struct {
	Person, Name string
	Rank         int // rank of the seat; 0 while unknown
}

// round is a round of an event, as shown on a page.
type round struct {
	N      int
	Tables []table
	Byes   []string // names of the players with a bye
}

// eventLine is a row of an event's standings, for one player.
type eventLine struct {
	pairing.Line
	Name string
}

func (c *call) event() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	id, as := format(c.r.PathValue("id"))
	e, ok := n.EventOf(number(id))
	if !ok {
		return ledger.ErrNotFound
	}
	lines, err := n.State.Standings(e, n.Results)
	if err != nil {
		return err
	}
	var all []eventLine
	for _, l := range lines {
		all = append(all, eventLine{l, n.displayName(l.ID)})
	}
	if as != "" {
		return c.export(as, eventColumns, eventRows(all))
	}
	rounds := n.rounds(e)
	slices.Reverse(rounds) // the latest round comes first
	return c.show("event.html", map[string]any{"Now": n, "Event": e, "Rounds": rounds, "Standings": all, "Here": n.present(e), "Others": n.absentees(e)})
}

// number parses a number. It returns 0 for invalid text.
func number(text string) int {
	n, _ := strconv.Atoi(text) // an invalid number is 0
	return n
}

// rounds returns the rounds of an event with their results.
func (n snapshot) rounds(e admin.Event) (all []round) {
	for i, outcomes := range n.Outcomes(e, n.Results) {
		r := round{N: i + 1}
		for k, players := range e.Rounds[i].Tables {
			t := table{Round: i + 1, N: k + 1, Match: outcomes[k].Match, Open: outcomes[k].Ranks == nil}
			for at, p := range players {
				s := eventSeat{Person: n.Person(p), Name: n.displayName(n.Person(p))}
				if !t.Open {
					s.Rank = outcomes[k].Ranks[at]
				}
				t.Seats = append(t.Seats, s)
			}
			r.Tables = append(r.Tables, t)
		}
		for _, p := range e.Rounds[i].Byes {
			r.Byes = append(r.Byes, n.displayName(n.Person(p)))
		}
		all = append(all, r)
	}
	return all
}

// present returns the players of an event's next round.
func (n snapshot) present(e admin.Event) (all []candidate) {
	for _, p := range e.Here {
		all = append(all, candidate{Player: p, Name: n.displayName(n.Person(p)), Box: n.Names[p].Box})
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player)) })
	return all
}

// absentees returns the persons who are not in an event's next round. Each person is represented by
// one player.
func (n snapshot) absentees(e admin.Event) (all []candidate) {
	here := map[string]bool{}
	for _, p := range e.Here {
		here[n.Person(p)] = true
	}
	for _, o := range n.otherPlayers("") {
		if person := n.Person(o.Player); !here[person] {
			here[person] = true
			o.Name = n.displayName(person)
			all = append(all, o)
		}
	}
	return all
}

// pair adds the next round of an event, paired from the present results.
func (c *call) pair() error {
	id := number(c.r.PathValue("id"))
	err := c.add(func(n snapshot) (admin.Command, error) {
		e, ok := n.EventOf(id)
		if !ok {
			return admin.Command{}, ledger.ErrNotFound
		}
		least, most := c.seats(e.Game)
		r, err := n.Next(e, least, most, n.Results)
		return admin.Command{Kind: admin.PairRound, Body: admin.Body{Event: id, Tables: r.Tables, Byes: r.Byes}}, err
	})
	return c.redirectBack(err)
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
