// Command companiond is the daemon of the companion, the box on the game table. It drives the panel
// (a display), the matrix of lamps and the keys, and stores every match in its state folder. Its
// parts run beside the loop of package loop: the buzzer, the printer, the page for phones, the
// connection to a club, and others.
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
	"tabletop/cmd/internal/regdom"
	"tabletop/cmd/internal/stick"
	"tabletop/cmd/internal/voice"
)

func main() {
	if evaluator.Is(os.Args) {
		os.Exit(evaluator.Main())
	}
	if adviser.Is(os.Args) {
		os.Exit(adviser.Main(catalogue.Games()))
	}
	if regdom.Is(os.Args) {
		os.Exit(regdom.Main(os.Stdin, os.Stdout))
	}
	if stick.Is(os.Args) {
		os.Exit(stick.Main(os.Stdin))
	}
	if voice.Is(os.Args) {
		os.Exit(voice.Main(os.Args[2]))
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
