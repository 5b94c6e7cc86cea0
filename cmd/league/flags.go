package main

import (
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"tabletop/companion/words"
)

// options holds the parsed command line.
type options struct {
	broker, user, passwordFile, ca string
	db                             string
	listen, mqtt                   string // addresses as host:port; "" disables the pages or the broker
	openAt                         string // address at which the league's own broker accepts other machines; "" for none
	state                          string // folder of the SQLite database
	hands                          int    // number of records checked in parallel
	do                             string // command; "" to run the league
	name                           string // name of the invited owner, with the command invite
	help                           bool
}

// usageError is an error in the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

//go:embed ru.txt en.txt
var catalogues embed.FS

// wordsOf returns the league's texts for the command line, in a language.
func wordsOf(lang words.Lang) *words.Catalogue {
	text, err := catalogues.ReadFile(string(lang) + ".txt")
	if err == nil {
		var w *words.Catalogue
		if w, err = words.Parse(lang, string(text)); err == nil {
			return w
		}
	}
	panic(err) // cannot happen: tests parse the embedded files
}

// commands holds the names of the commands. Without a command, the league runs.
var commands = []string{"invite", "backup", "restore"}

// parseFlags parses the flags and the command. After -help it prints the help to out.
func parseFlags(args []string, w *words.Catalogue, env func(string) string, out io.Writer) (o options, err error) {
	set := flag.NewFlagSet("league", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for name, into := range map[string]*string{
		"broker": &o.broker, "user": &o.user, "password-file": &o.passwordFile, "ca": &o.ca, "db": &o.db,
	} {
		set.StringVar(into, name, "", w.Word("flag."+name))
	}
	set.StringVar(&o.listen, "listen", "127.0.0.1:8091", w.Word("flag.listen"))
	set.StringVar(&o.mqtt, "mqtt", "127.0.0.1:1883", w.Word("flag.mqtt"))
	set.StringVar(&o.openAt, "open", "", w.Word("flag.open"))
	set.StringVar(&o.state, "state", stateFolder(env), w.Word("flag.state"))
	set.IntVar(&o.hands, "hands", 4, w.Word("flag.hands"))
	err = set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		set.SetOutput(out)
		fmt.Fprintln(out, w.Word("usage"))
		set.PrintDefaults()
		return options{help: true}, nil
	case err != nil:
		return o, usageError(err.Error())
	}
	return o, o.operands(set.Args(), w)
}

// operands parses the command and its argument, which follow the flags.
func (o *options) operands(args []string, w *words.Catalogue) error {
	if len(args) == 0 {
		return nil
	}
	o.do = args[0]
	switch {
	case !slices.Contains(commands, o.do):
		return usageError(w.Word("bad.command", o.do))
	case o.do == "invite" && len(args) == 2:
		o.name = args[1]
	case len(args) != 1 || o.do == "invite":
		return usageError(w.Word("usage"))
	}
	return nil
}

// stateFolder returns the default folder of the SQLite database.
func stateFolder(env func(string) string) string {
	if dir := env("STATE_DIRECTORY"); dir != "" {
		return dir
	}
	if dir := env("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "league")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "league-state"
	}
	return filepath.Join(home, ".local", "state", "league")
}
