package main

import (
	"flag"
	"fmt"
	"strings"

	"tabletop/companion/words"
)

// fairness prints the explanation of the fairness code for players.
func fairness(*flag.FlagSet) action {
	return func(c *call, _ []string) error {
		w := words.Companion(c.lang)
		fmt.Fprintln(c.out, strings.ToUpper(w.Word("fairness")))
		for _, t := range w.Fairness() {
			c.printTopic(t.Title, t.Text)
		}
		return nil
	}
}
