package main

import (
	"flag"
	"fmt"
	"iter"
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// position is the JSON output of replay.
type position struct {
	Game   string       `json:"game"`
	Turn   games.Seat   `json:"turn"` // seat in turn; 0 for chance, -1 for nobody
	Over   bool         `json:"over"`
	Scores []int32      `json:"scores"` // one score per seat
	Won    []games.Seat `json:"won"`
	Why    string       `json:"why"`            // text of the reason for the result; "" while nobody has won
	Facts  int          `json:"facts"`          // number of facts in the record
	State  string       `json:"state"`          // position in the game's own notation
	Audit  []finding    `json:"audit,omitzero"` // findings of the audit; nil if the game has no audit
}

// finding is a proven breach of a rule in a finished round.
type finding struct {
	Round int        `json:"round"`
	Seat  games.Seat `json:"seat"`
	Trick int        `json:"trick"`
	Card  string     `json:"card"`  // the card played
	Proof string     `json:"proof"` // the card held at that time and shown later
}

func replay(*flag.FlagSet) action {
	return func(c *call, operands []string) error {
		m, err := c.read(operands[0])
		if err != nil {
			return err
		}
		p, err := c.position(m)
		if err != nil {
			return err
		}
		return c.print(p)
	}
}

func (c *call) position(m match.Match) (position, error) {
	w, err := c.words(m.Rules())
	if err != nil {
		return position{}, err
	}
	standing := m.State().Standing()
	return position{
		Game:   m.Rules().Name(),
		Turn:   m.State().Turn(),
		Over:   standing.Over,
		Scores: append([]int32{}, standing.Scores...),
		Won:    append([]games.Seat{}, standing.Won...),
		Why:    w.Say(standing.Why, m.Names()),
		Facts:  m.Seq(),
		State:  m.State().String(),
		Audit:  audit(m),
	}, nil
}

// audit returns the final findings of every round. A player who showed a card by mistake can
// correct that when the round is over, so later findings of a round replace earlier ones. audit
// returns nil if the game has no audit.
func audit(m match.Match) []finding {
	if _, ok := games.AuditOf(m.State()); !ok {
		return nil
	}
	all := []finding{}
	for s := range positions(m) {
		a, _ := games.AuditOf(s)
		all = slices.DeleteFunc(all, func(f finding) bool { return f.Round == a.Round })
		for _, f := range a.Findings {
			all = append(all, finding{a.Round, f.Seat, f.Trick, f.Card, f.Proof})
		}
	}
	return all
}

// positions yields every position on the line of play of m, the present one last.
func positions(m match.Match) iter.Seq[games.State] {
	return func(yield func(games.State) bool) {
		for f := range m.Line() {
			if f.Seq > 1 && !yield(m.Before(f.Seq)) {
				return
			}
		}
		yield(m.State())
	}
}

func legal(*flag.FlagSet) action {
	return func(c *call, operands []string) error {
		m, err := c.read(operands[0])
		if err != nil {
			return err
		}
		var lines []string
		for _, choice := range m.State().Legal() {
			lines = append(lines, choice.String())
		}
		slices.Sort(lines)
		for _, line := range lines {
			fmt.Fprintln(c.out, line)
		}
		return nil
	}
}
