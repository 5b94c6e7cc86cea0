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

// parse reads flags before, between and behind the operands, which it returns; what
// follows -- are operands whatever it looks like, and so is what begins like dice.
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

// subtracted is what begins like a number or a die that is subtracted: -1d6, -d%.
var subtracted = regexp.MustCompile(`^-\s*([0-9]|[dDдДкК]\s*[0-9%fF])`)

// unknown returns the flag that err says there is none of, without its dashes; or "".
func unknown(err error) string {
	name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return ""
	}
	return name
}

// explain makes err a usageError that names the flag nearest to an unknown one.
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
