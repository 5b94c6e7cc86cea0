package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

const (
	mostRolls  = 1_000_000
	statsRolls = 1000 // number of rolls with the flag -stats but without -n
)

func roll(set *flag.FlagSet) action {
	var times *int // nil without the flag -n
	set.Func("n", fmt.Sprintf("roll so many `times`, up to %d (default 1, with -stats %d)", mostRolls, statsRolls), func(text string) error {
		n, err := strconv.Atoi(text)
		times = &n
		return err
	})
	asJSON := set.Bool("json", false, "one JSON object for each roll, or for -stats")
	stats := set.Bool("stats", false, "mean, spread and histogram of all rolls beside what is expected")
	return func(c *call, operands []string) error {
		cup, err := c.cup(operands[0])
		if err != nil {
			return err
		}
		n, err := rolls(times, *stats)
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
			if err := c.show(cup.Roll(next).Listed(), w, *asJSON); err != nil {
				return err
			}
		}
		return nil
	}
}

// rolls returns the number of rolls. times is the value of the flag -n, or nil without the flag.
func rolls(times *int, stats bool) (int, error) {
	switch {
	case times == nil && stats:
		return statsRolls, nil
	case times == nil:
		return 1, nil
	case *times < 1 || *times > mostRolls:
		return 0, usageError(fmt.Sprintf("-n is 1 to %d, not %d", mostRolls, *times))
	}
	return *times, nil
}

// cup parses a dice notation. An error contains the text of the broken rule, in the language of the
// call.
func (c *call) cup(notation string) (dice.Cup, error) {
	cup, err := dice.Parse(notation, nil)
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		return cup, c.rule(dice.Rules{}, illegal, nil)
	}
	return cup, err
}

// fresh returns a generator of random numbers with a new secret. The secret is not stored.
func fresh() func(faces uint64) uint64 {
	var s luck.Secret
	rand.Read(s[:]) // Read never fails
	key := s.Key(nil)
	n := 0
	return func(faces uint64) uint64 {
		n++
		return key.Number("roll", n, faces)
	}
}

// rolled is the JSON output of one roll.
type rolled struct {
	Notation string `json:"notation"`
	Faces    []face `json:"faces"`           // faces in the order of rolling, or in the order that s in the notation requires
	Total    *int   `json:"total,omitempty"` // sum of the dice that count; nil if no die shows numbers
}

type face struct {
	Face  string `json:"face"`
	Kept  bool   `json:"kept"`            // true if the die counts
	Burst bool   `json:"burst,omitempty"` // true if the die was rolled because the previous one exploded
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

// sentence returns the text of a roll, such as "4d6k3: 6 (1) 4 5 = 15". Dice in brackets do not
// count. The sign "!" precedes a die that was rolled because the one before it exploded.
func sentence(r dice.Result, w *words.Catalogue) string {
	var b strings.Builder
	b.WriteString(r.Cup.String() + ":")
	for _, f := range r.Faces {
		text := f.Name
		if w.Has("word." + text) {
			text = w.Word("word." + text)
		}
		if f.Burst {
			text = "!" + text
		}
		if !f.Kept {
			text = "(" + text + ")"
		}
		b.WriteString(" " + text)
	}
	if r.Cup.Numeric() {
		fmt.Fprintf(&b, " = %d", r.Total)
	}
	return b.String()
}
