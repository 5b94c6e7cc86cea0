package main

import (
	"context"
	"slices"
	"strings"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/games"
)

// scan hears the scanner until ctx ends.
func (d *daemon) scan(ctx context.Context) error {
	dev, port, err := wiring.Scanner(d.config, d.away(ctx, "trouble.scanner"))
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	return lasting(ctx, func() error { return dev.Run(ctx, d.code(ctx)) })
}

// tags hears the reader of tags until ctx ends or the chip is gone.
func (d *daemon) tags(ctx context.Context) error {
	dev, port, err := d.host.Tags(d.config)
	if err != nil {
		return err
	}
	defer port.Close()
	defer dev.Halt()
	d.log.Info("tags are read", "by", dev)
	return dev.Run(ctx, d.code(ctx))
}

// code does what a code says, or says on the panel why not.
func (d *daemon) code(ctx context.Context) func(code, says string) {
	return func(code, says string) {
		trouble := companion.Trouble{Key: "trouble.code", Arg: code}
		if says != "" {
			refusal := d.decide(ctx, says)
			if refusal == "" {
				return
			}
			trouble = companion.Trouble{Key: "trouble.refused", Arg: refusal}
		}
		d.log.Warn("a code was read in vain", "code", code, "says", says, "why", trouble)
		d.loop.Tell(ctx, trouble)
	}
}

// tries is how often a decision is made anew because the match had moved on.
const tries = 3

// decide makes the decision that a code says at the match as it is now, and returns
// why it was refused.
func (d *daemon) decide(ctx context.Context, code string) (refusal string) {
	for range tries {
		mt := d.loop.Now().Match
		a, err := d.loop.Decide(ctx, meant(code, mt), mt.Seq())
		if err != nil {
			return "" // the evening is over
		}
		refusal = a.Refusal
		if !a.Stale {
			break
		}
	}
	return refusal
}

// meant is what a code means now. A card may be played, turned up or exchanged: of
// "play keys 7 | decree keys 7", the first whose verb is among the legal ones, or
// the first of all, so that the rules say why it can't be.
func meant(code string, mt match.Match) string {
	meanings := strings.Split(code, " | ")
	if under(mt) {
		for _, says := range meanings {
			if slices.ContainsFunc(mt.State().Legal(), func(c games.Choice) bool { return verb(string(c.Says)) == verb(says) }) {
				return says
			}
		}
	}
	return meanings[0]
}

func verb(says string) string {
	v, _, _ := strings.Cut(says, " ")
	return v
}
