package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"

	"tabletop/companion/match"
	"tabletop/games"
)

// position is what replay prints.
type position struct {
	Game   string       `json:"game"`
	Turn   games.Seat   `json:"turn"` // 0 chance, -1 nobody
	Over   bool         `json:"over"`
	Scores []int32      `json:"scores"` // by seat
	Won    []games.Seat `json:"won"`
	Why    string       `json:"why"`   // in words, "" while nobody has won
	Facts  int          `json:"facts"` // in the record
	State  string       `json:"state"` // as the game prints it
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
		enc := json.NewEncoder(c.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(p)
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
	}, nil
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
