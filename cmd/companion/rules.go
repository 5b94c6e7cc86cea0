package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"strings"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/lesson"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
	included "tabletop/systemd/games"
)

// pageColumns is the width of printed rules in characters.
const pageColumns = 78

func rules(set *flag.FlagSet) action {
	seats := set.Int("seats", 0, "number of players (default the least that the game allows)")
	options := set.String("options", "", "options of the game, such as field=off,rounds=3 (default those that the set-up proposes)")
	real := set.Bool("real", false, "for a table with real dice or cards")
	asJSON := set.Bool("json", false, "one JSON object, for programs")
	return func(c *call, operands []string) error {
		r, err := c.gameCalled(operands[0])
		if err != nil {
			return err
		}
		setup, err := setupOf(r, *seats, *options)
		if err != nil {
			return err
		}
		w, err := c.words(r)
		if err != nil {
			return err
		}
		if _, err := r.New(setup); err != nil {
			return c.refusedSetup(r, err)
		}
		out := taughtOf(r, setup, w, *real)
		if *asJSON {
			return json.NewEncoder(c.out).Encode(out)
		}
		return c.printRules(out)
	}
}

// gameCalled returns the rules of a game by its name: one of the companion's games, or an included
// game in a file with or without "file/" before its name.
func (c *call) gameCalled(name string) (games.Rules, error) {
	known := catalogue.Games()
	for _, r := range known.Games {
		if r.Name() == name {
			return r, nil
		}
	}
	all := included.All()
	short := strings.TrimPrefix(name, games.InFile)
	if program, ok := all[short]; ok {
		return c.games().Lookup(games.InFile+short, program)
	}
	names := known.Names()
	for other := range all {
		names = append(names, games.InFile+other)
	}
	return nil, usageError(fmt.Sprintf("unknown game %.80q; the nearest is %q", name, games.Nearest(name, names)))
}

// setupOf returns the set-up with that number of seats, or with the least if seats is 0. options
// lists "name=value", separated by commas; all other options have the values that the set-up
// proposes.
func setupOf(r games.Rules, seats int, options string) (games.Setup, error) {
	if seats == 0 {
		seats, _ = r.Seats()
	}
	setup := games.Setup{Seats: seats, Options: games.Offers(r.Options())}
	for option := range strings.SplitSeq(options, ",") {
		name, value, ok := strings.Cut(option, "=")
		if !ok && options != "" {
			return setup, usageError(fmt.Sprintf("an option is NAME=VALUE, not %.80q", option))
		}
		if ok {
			setup.Options[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return setup, nil
}

// taught is the JSON output of "companion rules".
type taught struct {
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	Lang    words.Lang        `json:"lang"`
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"`
	Topics  []taughtTopic     `json:"topics"`
}

type taughtTopic struct {
	Key      string          `json:"key"`
	Title    string          `json:"title"`
	Text     string          `json:"text"`
	Picture  string          `json:"picture,omitempty"`
	Explains []string        `json:"explains,omitempty"`
	Examples []taughtExample `json:"examples,omitempty"`
}

type taughtExample struct {
	Position string      `json:"position"`
	Lines    []string    `json:"lines"`           // the position in words
	Board    []string    `json:"board,omitempty"` // the things on the board with their squares, in words
	Tries    []taughtTry `json:"tries"`
}

type taughtTry struct {
	Says games.Decision `json:"says"`
	Text string         `json:"text"`           // the decision in words
	Rule string         `json:"rule,omitempty"` // why it is refused, in words; "" if it is legal
	Then []string       `json:"then,omitempty"` // what a legal decision makes happen, in words
}

// taughtOf returns the topics of r for a set-up in the words w.
func taughtOf(r games.Rules, setup games.Setup, w *words.Catalogue, real bool) taught {
	out := taught{r.Name(), w.Word("title"), w.Lang(), setup.Seats, setup.Options, []taughtTopic{}}
	for _, t := range games.Topics(r, setup) {
		topic := taughtTopic{t.Key, w.Word("topic." + t.Key), w.Word(t.TextKey(real, w.Has)), t.Picture, t.Explains, nil}
		for _, e := range t.Example {
			topic.Examples = append(topic.Examples, exampleOf(r, e, w))
		}
		out.Topics = append(out.Topics, topic)
	}
	return out
}

// exampleOf returns an example in the words w. The rules themselves answer each try.
func exampleOf(r games.Rules, e games.Example, w *words.Catalogue) taughtExample {
	out := taughtExample{Position: e.Position}
	s, answers, err := lesson.Play(r, e)
	if err != nil {
		return out // a test reads every example
	}
	names := w.Players(e.Setup.Seats)
	seen := s.View(games.Nobody)
	for _, line := range seen.Lines {
		out.Lines = append(out.Lines, w.Say(line, names))
	}
	if seen.H > 1 {
		out.Board = boardLines(seen, w)
	}
	for _, a := range answers {
		try := taughtTry{Says: a.Says, Text: w.Decision(a.Says, names), Rule: w.Refusal(a.Err, names)}
		if a.Next != nil {
			for _, m := range games.Moments(a.Next) {
				try.Then = append(try.Then, w.MomentLine(m, names))
			}
		}
		out.Tries = append(out.Tries, try)
	}
	return out
}

// boardLines returns a line for each kind of thing on a board, with its squares. Free light and dark
// squares are left out.
func boardLines(v games.View, w *words.Catalogue) (lines []string) {
	var order []string
	on := map[string][]string{}
	for _, c := range v.Cells {
		if kind, _, _ := strings.Cut(c.Glyph, "-"); c.Name == "" || kind == "light" || kind == "dark" {
			continue
		}
		what := w.Name(c.Glyph)
		if on[what] == nil {
			order = append(order, what)
		}
		on[what] = append(on[what], c.Name)
	}
	for _, what := range order {
		lines = append(lines, what+": "+strings.Join(on[what], ", "))
	}
	return lines
}

// printRules prints topics as text: a title, then its text, then the examples.
func (c *call) printRules(out taught) error {
	fmt.Fprintln(c.out, strings.ToUpper(out.Title))
	for _, t := range out.Topics {
		c.printTopic(t.Title, t.Text)
		for _, e := range t.Examples {
			fmt.Fprintln(c.out)
			c.printExample(e)
		}
	}
	return nil
}

// printTopic prints a title and a text, after an empty line.
func (c *call) printTopic(title, text string) {
	fmt.Fprintf(c.out, "\n%s\n", title)
	for _, line := range panel.Wrap(text, pageColumns) {
		fmt.Fprintln(c.out, line)
	}
}

// printExample prints an example: the position in words, then the tries. A legal one has "+" and its
// moments, any other "−" and the rule that refuses it.
func (c *call) printExample(e taughtExample) {
	for _, lines := range [][]string{e.Board, e.Lines} {
		for _, line := range panel.Wrap(strings.Join(lines, "; "), pageColumns-2) {
			fmt.Fprintf(c.out, "  %s\n", line)
		}
	}
	for _, try := range e.Tries {
		sign, after := "+", words.Sentences(try.Then...)
		if try.Rule != "" {
			sign, after = "−", try.Rule
		}
		fmt.Fprintf(c.out, "  %s %s\n", sign, strings.TrimSuffix(try.Text+": "+after, ": "))
	}
}
