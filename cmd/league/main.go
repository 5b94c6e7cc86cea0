// Command league runs the league of a club. It receives the records that boxes publish to an
// MQTT broker, verifies them, and serves tables, ratings, tournaments and a wall.
//
//	league                 standalone: its own broker, database and pages
//	league -broker URL     with an existing broker
//	league -db URL         with PostgreSQL, which several workers may share
//	league invite NAME     prints a link for an owner
//	league backup          writes the whole database to standard output, as JSON Lines
//	league restore         reads such a backup from standard input into an empty database
//
// The exit code is 0 for success, 1 for a failure, and 2 for a wrong command line.
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

// code returns the exit code for an error.
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
