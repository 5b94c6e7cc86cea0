// Command companiond is the daemon of the companion on the table. It drives panel, matrix and
// keys, and stores every match in its state folder.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tabletop/cmd/internal/adviser"
	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
)

func main() {
	if evaluator.Is(os.Args) {
		os.Exit(evaluator.Main())
	}
	if adviser.Is(os.Args) {
		os.Exit(adviser.Main(catalogue.Games()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // a reader of standard output may go away; the table continues
	if err := run(ctx, os.Args[1:], process()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		stop()
		os.Exit(1)
	}
}
