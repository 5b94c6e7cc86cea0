package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"tabletop/cmd/internal/gamefiles"
	"tabletop/companion/words"
	"tabletop/games"
)

// command is one command of the tool, such as "companion replay".
type command struct {
	name     string
	operands string // operands for the usage line; an operand in brackets is optional
	about    string
	// declare adds the command's flags to the set and returns its action.
	declare func(*flag.FlagSet) action
}

// action runs a command. The number of operands has been checked against the usage line.
type action func(c *call, operands []string) error

// call is one run of a command.
type call struct {
	ctx  context.Context // done after an interrupt
	in   io.Reader
	out  *bufio.Writer
	errs io.Writer
	lang words.Lang

	gameFiles *gamefiles.Catalogue // games in files; nil until needed
	closers   []func()             // functions to call at the end of the run
}

var commands = []command{
	{"replay", "FILE", "the final position of a record as JSON", replay},
	{"legal", "FILE", "the decisions that are legal after a record, one a line", legal},
	{"perft", "FILE DEPTH", "how many positions lie DEPTH decisions below the end of a record", perft},
	{"verify", "FILE", "recompute every outcome of a record whose seals are opened", verify},
	{"fairness", "", "what the fairness code proves, for players: a page to print", fairness},
	{"solve", "[FILE]", "moves that win after a record of maze, or a proof that none can", solver},
	{"export", "", "the record of the match on the panel, from the running daemon", export},
	{"backup", "[FILE]", "all matches, players and settings, from the running daemon", backup},
	{"restore", "FILE", "add to the running daemon what a backup has", restore},
	{"import", "FILE", "add to the running daemon a record, a CSV of players, or an export of BG Stats", load},
	{"update", "FILE", "update the box to a signed package, and go back if it doesn't work", updateBox},
	{"rescue", "FILE", "what can be read of a damaged database, as a backup", rescue},
	{"doctor", "", "look at buses, chips, lines, power and disk, and try display, lamps and keys", examine},
	{"game", "check|new FILE", "check a game in a file, or begin one: FILE is NAME.star", game},
	{"rules", "GAME", "the rules of a game, topic by topic", rules},
	{"roll", "NOTATION", "roll dice: 3d6+2, 4d6k3, 2d6!, d%, 4dF, 2coin", roll},
}

// usageError is an error in the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

// run runs the command in args and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	c := &call{ctx: ctx, in: in, out: bufio.NewWriter(out), errs: errs, lang: words.FromEnv(os.Getenv)}
	err := c.dispatch(args)
	for _, end := range c.closers {
		end()
	}
	if flushed := c.out.Flush(); err == nil {
		err = flushed
	}
	switch usage := usageError(""); {
	case err == nil:
		return 0
	case errors.Is(err, errUnknown):
		return 3
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "companion: %v\n", err)
		return 2
	}
	fmt.Fprintln(errs, err)
	return 1
}

func (c *call) dispatch(args []string) error {
	if len(args) == 0 {
		return usageError("command missing: " + strings.Join(names(), ", ") + "; see companion help")
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return c.help(rest)
	}
	cmd, err := find(name)
	if err != nil {
		return err
	}
	return c.do(cmd, rest)
}

// do parses the flags and operands of a command and runs it.
func (c *call) do(cmd command, args []string) error {
	set := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	act := cmd.declare(set)
	set.Func("lang", "`language` of rules and reasons: ru or en (default from the environment)", c.setLang)
	operands, err := parse(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.usage(cmd, set)
	case err != nil:
		return err
	case !cmd.takes(len(operands)):
		return usageError(fmt.Sprintf("%d operands given; the usage is: companion %s %s", len(operands), cmd.name, cmd.operands))
	}
	return act(c, operands)
}

// takes reports whether the usage line allows this number of operands.
func (cmd command) takes(operands int) bool {
	most := len(strings.Fields(cmd.operands))
	return most-strings.Count(cmd.operands, "[") <= operands && operands <= most
}

func (c *call) setLang(lang string) error {
	for _, l := range words.Langs {
		if string(l) == lang {
			c.lang = l
			return nil
		}
	}
	return errors.New("must be ru or en")
}

// find returns the command with that name.
func find(name string) (command, error) {
	for _, cmd := range commands {
		if cmd.name == name {
			return cmd, nil
		}
	}
	return command{}, usageError(fmt.Sprintf("unknown command %.80q; the nearest is %q", name, games.Nearest(name, names())))
}

func names() []string {
	all := make([]string, 0, len(commands)+1)
	for _, cmd := range commands {
		all = append(all, cmd.name)
	}
	return append(all, "help")
}
