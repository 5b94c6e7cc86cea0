package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

const (
	mostRolls  = 1_000_000
	statsRolls = 1000 // of -stats where -n doesn't say
)

func roll(set *flag.FlagSet) action {
	times := set.Int("n", 0, fmt.Sprintf("roll so many `times`, up to %d (default 1, with -stats %d)", mostRolls, statsRolls))
	asJSON := set.Bool("json", false, "one JSON object for each roll, or for -stats")
	stats := set.Bool("stats", false, "mean, spread and histogram of all rolls beside what is expected")
	return func(c *call, operands []string) error {
		cup, err := c.cup(operands[0])
		if err != nil {
			return err
		}
		n, err := rolls(*times, *stats)
		if err != nil {
			return err
		}
		next := fresh()
		if *stats {
			return c.stats(cup, n, next, *asJSON)
		}
		w, err := c.words(dice.Rules{})
		if err != nil {
			return err
		}
		for range n {
			if err := c.ctx.Err(); err != nil {
				return err
			}
			if err := c.show(cup.Roll(next), w, *asJSON); err != nil {
				return err
			}
		}
		return nil
	}
}

// rolls returns how often to roll; times is 0 where the flag isn't given.
func rolls(times int, stats bool) (int, error) {
	switch {
	case times < 0 || times > mostRolls:
		return 0, usageError(fmt.Sprintf("-n is 1 to %d, not %d", mostRolls, times))
	case times > 0:
		return times, nil
	case stats:
		return statsRolls, nil
	}
	return 1, nil
}

// cup reads a notation; what is wrong with it is said in the game's words.
func (c *call) cup(notation string) (dice.Cup, error) {
	cup, err := dice.Parse(notation, []dice.Die{dice.D66()})
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		return cup, c.rule(dice.Rules{}, illegal, nil)
	}
	return cup, err
}

// fresh returns the numbers of a secret that nobody has seen and nobody keeps.
func fresh() func(faces uint64) uint64 {
	var s luck.Secret
	rand.Read(s[:]) // never fails
	key := s.Key(nil)
	n := 0
	return func(faces uint64) uint64 {
		n++
		return key.Number("roll", n, faces)
	}
}

// rolled is a roll as JSON.
type rolled struct {
	Notation string `json:"notation"`
	Faces    []face `json:"faces"`           // in the order they were rolled
	Total    *int   `json:"total,omitempty"` // none where no die shows numbers
}

type face struct {
	Face  string `json:"face"`
	Kept  bool   `json:"kept"`            // it counts
	Burst bool   `json:"burst,omitempty"` // the die before it exploded
}

func (c *call) show(r dice.Result, w *words.Catalogue, asJSON bool) error {
	if !asJSON {
		_, err := fmt.Fprintln(c.out, sentence(r, w))
		return err
	}
	out := rolled{Notation: r.Cup.String(), Faces: []face{}}
	for _, f := range r.Faces {
		out.Faces = append(out.Faces, face{f.Name, f.Kept, f.Burst})
	}
	if r.Cup.Numeric() {
		out.Total = &r.Total
	}
	return json.NewEncoder(c.out).Encode(out)
}

// sentence says "4d6k3: 6 (1) 4 5 = 15": dice in brackets don't count, "!" stands
// before what an exploding die threw further.
func sentence(r dice.Result, w *words.Catalogue) string {
	var b strings.Builder
	b.WriteString(r.Cup.String() + ":")
	for _, f := range r.Faces {
		said := f.Name
		if w.Has("word." + said) {
			said = w.Word("word." + said)
		}
		if f.Burst {
			said = "!" + said
		}
		if !f.Kept {
			said = "(" + said + ")"
		}
		b.WriteString(" " + said)
	}
	if r.Cup.Numeric() {
		fmt.Fprintf(&b, " = %d", r.Total)
	}
	return b.String()
}
