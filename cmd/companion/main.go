// Command companion is the tools around the companion: it replays, counts and
// verifies records of matches, solves maze, rolls dice on the command line, looks what is
// wrong with the machine, checks games in files, exports what is played, and backs
// everything up. Only restore and import change the daemon's state, and only add to it. "companion help" lists
// them.
//
// A record is JSON Lines as package match reads them; FILE may be - for standard
// input. Flags may stand before or behind the operands. The exit code is 0, or 1
// where a record, a decision, an outcome, a game or the machine is wrong, or 2 where the
// command line is.
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
