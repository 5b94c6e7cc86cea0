// Command league is a club's league: it takes the records that boxes tell a broker,
// verifies them, and serves tables, ratings, tournaments and a wall.
//
//	league                 alone: a broker, a database and pages of its own
//	league -broker URL     with a broker that is there
//	league -db URL         with PostgreSQL; several may work on one
//	league invite NAME     a link for an owner
//	league backup          all it holds, as JSON Lines on standard output
//	league restore         puts that into an empty database, from standard input
//
// The exit code is 0, or 1 where something failed, or 2 where the command line is wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tabletop/cmd/internal/evaluator"
)

func main() {
	if evaluator.Is(os.Args) {
		os.Exit(evaluator.Main())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], process())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code(err))
}

func code(err error) int {
	wrong := usageError("")
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		return 2
	}
	return 1
}
