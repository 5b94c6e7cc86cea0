package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"tabletop/games"
)

// parse parses the flags in args and returns the operands. Flags may stand before, between and
// behind the operands. Every argument after -- is an operand. An argument that begins with a
// subtracted number or die, such as -1d6, is an operand too.
func parse(set *flag.FlagSet, args []string) (operands []string, err error) {
	set.SetOutput(io.Discard)
	for {
		err := set.Parse(args)
		rest := set.Args()
		if i := len(args) - len(rest) - 1; err != nil && unknown(err) != "" && subtracted.MatchString(args[i]) {
			operands, args = append(operands, args[i]), rest
			continue
		}
		if err != nil {
			return nil, explain(set, err)
		}
		if len(rest) == 0 {
			return operands, nil
		}
		if i := len(args) - len(rest); i > 0 && args[i-1] == "--" {
			return append(operands, rest...), nil
		}
		operands, args = append(operands, rest[0]), rest[1:]
	}
}

// subtracted matches an argument that begins with a subtracted number, die or bracket: -1d6, -d%,
// -(d6), --d6.
var subtracted = regexp.MustCompile(`^-[-\s]*([0-9({]|[dDдДкК]\s*[0-9%fF])`)

// unknown returns the name of the unknown flag in err, without dashes. It returns "" if err has
// another cause.
func unknown(err error) string {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return ""
	}
	return name
}

// explain returns err as a usageError. For an unknown flag it names the nearest known flag.
func explain(set *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name := unknown(err)
	if name == "" {
		return usageError(err.Error())
	}
	var known []string
	set.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	return usageError(fmt.Sprintf("unknown flag -%.80s; the nearest is -%s", name, games.Nearest(name, known)))
}
