package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"tabletop/companion/store"
	"tabletop/companion/words"
)

// rescue prints a backup of the readable part of a database, and a summary to standard error.
func rescue(*flag.FlagSet) action {
	return func(c *call, operands []string) error {
		saved, err := store.Rescue(c.ctx, operands[0], c.games(), c.out)
		if err != nil {
			return err
		}
		own := words.Companion(c.lang)
		fmt.Fprintln(c.errs, own.Word("rescue.read", operands[0], strconv.Itoa(saved.Matches), strconv.Itoa(saved.Facts)))
		for _, d := range saved.Damaged {
			fmt.Fprintln(c.errs, own.Word("rescue.cut", d.Match, d.Started, strconv.Itoa(d.From)))
		}
		if saved.Matches == 0 {
			return errors.New(own.Word("rescue.nothing", operands[0]))
		}
		return nil
	}
}
