package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"tabletop/games"
)

// parse reads flags before, between and behind the operands, which it returns;
// what follows -- are operands whatever it looks like.
func parse(set *flag.FlagSet, args []string) (operands []string, err error) {
	set.SetOutput(io.Discard)
	for {
		if err := set.Parse(args); err != nil {
			return nil, explain(set, err)
		}
		rest := set.Args()
		if len(rest) == 0 {
			return operands, nil
		}
		if i := len(args) - len(rest); i > 0 && args[i-1] == "--" {
			return append(operands, rest...), nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}

// explain makes err a usageError that names the flag nearest to an unknown one.
func explain(set *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	unknown, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return usageError(err.Error())
	}
	var known []string
	set.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return usageError(fmt.Sprintf("unknown flag -%.80s; the nearest is -%s", unknown, games.Nearest(unknown, known)))
}
