package main

import "flag"

func export(set *flag.FlagSet) action {
	socket := reached(set)
	return func(c *call, _ []string) error { return daemon(*socket).get(c.ctx, "/api/record", c.out) }
}
