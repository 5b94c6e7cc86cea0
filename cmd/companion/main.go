// Command companion contains the command-line tools of the companion. They replay and verify
// records of matches, count positions, solve positions of the game maze, roll dice, diagnose the
// machine, check games in files, export the record of the present match, and back everything up.
// "companion help" lists them. Only restore and import change the daemon's state, and they only add
// to it.
//
// A record is a file with the facts of one match, as JSON Lines in the format of package match;
// FILE may be - for standard input. Flags may stand before or behind the operands. The exit code is
// 0 for success, 1 for a fault in a record, a decision, an outcome, a game or the machine, 2 for a
// wrong command line, and 3 if solve finds no verdict.
package main

import (
	"context"
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
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
