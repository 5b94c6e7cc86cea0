package main

import (
	"errors"
	"flag"
	"fmt"
	"text/tabwriter"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

func verify(set *flag.FlagSet) action {
	seq := set.Int("steps", 0, "print every step of the outcome `SEQ` as lines for a shell with openssl")
	return func(c *call, operands []string) error {
		m, err := c.read(operands[0])
		if err != nil {
			return err
		}
		if _, ok := games.PastOf(m.Rules(), m.Setup()); ok {
			return fmt.Errorf("%s: %s", operands[0], words.Companion(c.lang).Word("verify.past"))
		}
		if given(set, "steps") {
			return c.explainStep(m, operands[0], *seq)
		}
		report, err := match.Verify(m)
		lost := (*match.LostError)(nil)
		if err != nil && !errors.As(err, &lost) {
			return fmt.Errorf("%s: %w", operands[0], err)
		}
		if err := c.printReport(report); err != nil || lost == nil {
			return err
		}
		return fmt.Errorf("%s: %s", operands[0], words.Companion(c.lang).Word("verify.lost", lost.Seqs()))
	}
}

// printReport prints the seals and outcomes of a record, with the values needed to recompute each
// outcome.
func (c *call) printReport(report match.Report) error {
	for _, s := range report.Seals {
		fmt.Fprintf(c.out, "seal %s\n", s.Seal)
		if s.Lost {
			fmt.Fprintln(c.out, "secret lost")
			continue
		}
		fmt.Fprintf(c.out, "secret %s\n", s.Secret)
		for _, line := range s.Stirrings {
			fmt.Fprintf(c.out, "stirred %s\n", line)
		}
		fmt.Fprintf(c.out, "key %s\n", s.Key)
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	right, seen := 0, 0
	for _, o := range report.Outcomes {
		verdict := "right"
		switch {
		case o.By != match.Device:
			verdict = "said by the table"
		case o.Lost:
			verdict = "lost"
		default:
			right++
		}
		if o.Seen {
			seen++
			verdict += ", seen before an undo"
		}
		fmt.Fprintf(table, "%d\t%s/%d\t%s\t%s\n", o.Seq, o.Stream, o.N, o.Says, verdict)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "outcomes %d, recomputed %d, seen before %d\n", len(report.Outcomes), right, seen)
	return err
}
