package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
	"tabletop/games"
)

// options holds the parsed command line.
type options struct {
	panel  string // kind of panel: auto, sim or pi
	state  string // state folder
	config string // config file; "" for companion.toml in the state folder, if that exists
	listen string // address of the page as host:port; "" for the setting of the config
	stick  string // folder that stands for a USB stick; "" for none
	failed bool   // show the failure message and exit
	help   bool
}

// usageError is an error in the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

func parseFlags(args []string, w *words.Catalogue, env func(string) string, out io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("companiond", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.panel, "panel", "auto", w.Word("cli.panel"))
	set.StringVar(&o.state, "state", config.StateFolder(env), w.Word("cli.state"))
	set.StringVar(&o.config, "config", "", w.Word("cli.config"))
	set.StringVar(&o.listen, "listen", "", w.Word("cli.listen"))
	set.StringVar(&o.stick, "stick", "", w.Word("cli.stick"))
	set.BoolVar(&o.failed, "failed", false, w.Word("cli.failed"))
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		set.SetOutput(out)
		fmt.Fprintln(out, w.Word("cli.usage"))
		set.PrintDefaults()
		o.help = true
		return o, nil
	case err != nil:
		return o, flagError(set, args, err, w)
	case set.NArg() > 0:
		return o, usageError(w.Word("cli.operand", set.Arg(0)))
	case o.panel != "auto" && o.panel != "sim" && o.panel != "pi":
		return o, usageError(w.Word("cli.badpanel", o.panel, games.Nearest(o.panel, []string{"auto", "sim", "pi"})))
	}
	return o, nil
}

// flagError returns a usageError for err. For an unknown flag it names the nearest known flag.
func flagError(set *flag.FlagSet, args []string, err error, w *words.Catalogue) error {
	var names []string
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	for _, a := range args {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if strings.HasPrefix(a, "-") && set.Lookup(name) == nil {
			return usageError(w.Word("cli.badflag", name, games.Nearest(name, names)))
		}
	}
	return usageError(err.Error())
}
