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

// table is one of a round, on a page.
type table struct {
	Round, N int
	Seats    []seated
	Match    string
	Open     bool // nothing has come of it yet
}

// seated is somebody at a table.
type seated struct {
	Person, Name string
	Rank         int // 0: not yet
}

// round is one of an event, on a page.
type round struct {
	N      int
	Tables []table
	Byes   []string // names
}

// stands is a line of an event's standings.
type stands struct {
	pairing.Line
	Name string
}

func (c *call) event() error {
	n, err := c.look(c.r.Context())
	if err != nil {
		return err
	}
	id, as := format(c.r.PathValue("id"))
	e, ok := n.EventOf(number(id))
	if !ok {
		return ledger.ErrNone
	}
	lines, err := n.Desk.Standings(e, n.Results)
	if err != nil {
		return err
	}
	var all []stands
	for _, l := range lines {
		all = append(all, stands{l, n.called(l.ID)})
	}
	if as != "" {
		return c.export(as, eventColumns, eventRows(all))
	}
	rounds := n.rounds(e)
	slices.Reverse(rounds) // the one that is played stands on top
	return c.show("event.html", map[string]any{"Now": n, "Event": e, "Rounds": rounds, "Standings": all, "Here": n.whoIsHere(e), "Others": n.absent(e)})
}

func number(text string) int {
	n, _ := strconv.Atoi(text) // what is no number is none
	return n
}

// rounds are those of an event with what has come of them.
func (n now) rounds(e admin.Event) (all []round) {
	for i, outcomes := range n.Outcomes(e, n.Results) {
		r := round{N: i + 1}
		for k, players := range e.Rounds[i].Tables {
			t := table{Round: i + 1, N: k + 1, Match: outcomes[k].Match, Open: outcomes[k].Ranks == nil}
			for at, p := range players {
				s := seated{Person: n.Person(p), Name: n.called(n.Person(p))}
				if !t.Open {
					s.Rank = outcomes[k].Ranks[at]
				}
				t.Seats = append(t.Seats, s)
			}
			r.Tables = append(r.Tables, t)
		}
		for _, p := range e.Rounds[i].Byes {
			r.Byes = append(r.Byes, n.called(n.Person(p)))
		}
		all = append(all, r)
	}
	return all
}

// whoIsHere are those who play the next round.
func (n now) whoIsHere(e admin.Event) (all []other) {
	for _, p := range e.Here {
		all = append(all, other{Player: p, Name: n.called(n.Person(p)), Box: n.Names[p].Box})
	}
	slices.SortFunc(all, func(a, b other) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player)) })
	return all
}

// absent are the persons who don't, by one of their players each.
func (n now) absent(e admin.Event) (all []other) {
	here := map[string]bool{}
	for _, p := range e.Here {
		here[n.Person(p)] = true
	}
	for _, o := range n.others("") {
		if person := n.Person(o.Player); !here[person] {
			here[person] = true
			o.Name = n.called(person)
			all = append(all, o)
		}
	}
	return all
}

// pair pairs the next round, as it is drawn from what is known now.
func (c *call) pair() error {
	id := number(c.r.PathValue("id"))
	err := c.add(func(n now) (admin.Deed, error) {
		e, ok := n.EventOf(id)
		if !ok {
			return admin.Deed{}, ledger.ErrNone
		}
		least, most := c.seats(e.Game)
		r, err := n.Next(e, least, most, n.Results)
		return admin.Deed{Kind: admin.Paired, Body: admin.Body{Event: id, Tables: r.Tables, Byes: r.Byes}}, err
	})
	return c.back(err)
}

// seats is how many can play a game.
func (h *Server) seats(game string) (least, most int) {
	i := slices.IndexFunc(h.Games.Games, func(r games.Rules) bool { return r.Name() == game })
	if i < 0 {
		return 2, 8 // a game in a file
	}
	return h.Games.Games[i].Seats()
}
