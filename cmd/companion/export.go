package main

import "flag"

func export(set *flag.FlagSet) action {
	socket := socketFlag(set)
	return func(c *call, _ []string) error { return daemon(*socket).get(c.ctx, "/api/record", c.out) }
}
