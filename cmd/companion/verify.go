package main

import (
	"flag"
	"fmt"
	"text/tabwriter"

	"tabletop/companion/match"
)

func verify(*flag.FlagSet) action {
	return func(c *call, operands []string) error {
		m, err := c.read(operands[0])
		if err != nil {
			return err
		}
		report, err := match.Verify(m)
		if err != nil {
			return fmt.Errorf("%s: %w", operands[0], err)
		}
		return c.tell(report)
	}
}

// tell prints seals and outcomes, so that people can repeat any of them.
func (c *call) tell(report match.Report) error {
	for _, s := range report.Seals {
		fmt.Fprintf(c.out, "seal %s\nsecret %s\n", s.Seal, s.Secret)
		for _, line := range s.Stirrings {
			fmt.Fprintf(c.out, "stirred %s\n", line)
		}
		fmt.Fprintf(c.out, "key %s\n", s.Key)
	}
	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	right, seen := 0, 0
	for _, o := range report.Outcomes {
		verdict := "right"
		if o.By == match.Device {
			right++
		} else {
			verdict = "said by the table"
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
