package main

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

func perft(set *flag.FlagSet) action {
	divide := set.Bool("divide", false, "count below each first decision, then all")
	return func(c *call, operands []string) error {
		depth, err := strconv.Atoi(operands[1])
		if err != nil || depth < 0 {
			return usageError(fmt.Sprintf("DEPTH is a number from 0, not %.80q", operands[1]))
		}
		m, err := c.read(operands[0])
		if err != nil {
			return err
		}
		total := uint64(0)
		if *divide && depth > 0 {
			total, err = c.divide(m.State(), depth)
		} else {
			total, err = leaves(c.ctx, m.State(), depth)
		}
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, total)
		return err
	}
}

// divide prints one line for each legal decision in s: the decision and the number of positions
// that follow it, depth decisions below s. The lines are sorted. divide returns the sum of the
// numbers.
func (c *call) divide(s games.State, depth int) (total uint64, err error) {
	var lines []string
	for d := range decisions(s) {
		n, err := below(c.ctx, s, d, depth)
		if err != nil {
			return 0, err
		}
		total += n
		lines = append(lines, fmt.Sprintf("%s %d", d, n))
	}
	slices.Sort(lines)
	_, err = fmt.Fprint(c.out, strings.Join(append(lines, ""), "\n"))
	return total, err
}

// leaves returns the number of positions that lie depth decisions below s. Each legal decision
// leads to one position, so leaves counts the last decisions and does not apply them.
func leaves(ctx context.Context, s games.State, depth int) (total uint64, err error) {
	switch depth {
	case 0:
		return 1, nil
	case 1:
		for _, choice := range s.Legal() {
			total += uint64(choice.Len())
		}
		return total, ctx.Err()
	}
	for d := range decisions(s) {
		n, err := below(ctx, s, d, depth)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// below returns the number of positions that lie depth decisions below s and follow decision d.
func below(ctx context.Context, s games.State, d games.Decision, depth int) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	next, err := s.Apply(d)
	if err != nil {
		return 0, fmt.Errorf("a legal decision is refused: %w", err)
	}
	return leaves(ctx, next, depth-1)
}

// decisions yields every legal decision in s. It yields one decision per number of a range, and
// none for a free text.
func decisions(s games.State) iter.Seq[games.Decision] {
	return func(yield func(games.Decision) bool) {
		for _, choice := range s.Legal() {
			for i := range choice.Len() {
				if !yield(choice.At(i)) {
					return
				}
			}
		}
	}
}
