package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/internal/evaluator"
	"tabletop/companion/words"
	"tabletop/games"
)

// extension is that of a game in a file.
const extension = ".star"

func game(set *flag.FlagSet) action {
	asJSON := set.Bool("json", false, "check: one JSON object, for programs")
	much := evaluator.Amount{}
	set.IntVar(&much.Games, "games", 8, "check: so many random `games` at each number of seats")
	set.IntVar(&much.Positions, "positions", 200, "check: up to so many `positions` of each of them")
	return func(c *call, operands []string) error {
		switch verb, file := operands[0], operands[1]; verb {
		case "check":
			return c.checkGame(file, much, *asJSON)
		case "new":
			return c.newGame(file)
		default:
			return usageError(fmt.Sprintf("%.80q isn't what can be done with a game: it is check or new", verb))
		}
	}
}

// newGame prints a game that works, for whoever begins to write one.
func (c *call) newGame(name string) error {
	_, err := c.out.WriteString(evaluator.Sample(strings.TrimSuffix(filepath.Base(name), extension)))
	return err
}

// checkFor is how long random games are played at most.
const checkFor = 5 * time.Minute

// mostProgram is more than any game in a file may have, in bytes.
const mostProgram = 1 << 20

// checkGame tries a game in a child process and prints what is wrong with it.
func (c *call) checkGame(file string, much evaluator.Amount, asJSON bool) error {
	info, err := os.Stat(file)
	if err == nil && info.Size() > mostProgram {
		err = fmt.Errorf("%s: %d bytes", file, info.Size())
	}
	if err != nil {
		return err
	}
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	e, err := evaluator.Here()
	if err != nil {
		return err
	}
	e.Limits.Check = checkFor
	r := e.Try(c.ctx, strings.TrimSuffix(filepath.Base(file), extension), string(program), much)
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(c.out).Encode(checkedOf(c.lang, file, r))
	} else {
		err = c.tellGame(file, r)
	}
	if err == nil && len(r.Findings) > 0 {
		err = errors.New(words.Own(c.lang).Word("game.wrong", file))
	}
	return err
}

// tellGame prints a line that all is well, or what isn't.
func (c *call) tellGame(file string, r evaluator.Report) error {
	for _, f := range r.Findings {
		fmt.Fprintln(c.out, found(c.lang, file, f))
	}
	if len(r.Findings) > 0 {
		return nil
	}
	own := words.Own(c.lang)
	seats := strconv.Itoa(r.Least)
	if r.Most > r.Least {
		seats += "–" + strconv.Itoa(r.Most)
	}
	_, err := fmt.Fprintln(c.out, own.Word("game.fine", file, seats, strconv.Itoa(len(r.Options)), strconv.Itoa(r.Games), strconv.Itoa(r.Positions)))
	return err
}

// found says a finding: with the path of the file where it names a place in that, else
// behind the path; what the kit found also with how it came there, in English.
func found(lang words.Lang, file string, f evaluator.Finding) string {
	said := f.In(lang)
	behind, placed := strings.CutPrefix(said, filepath.Base(file)+":")
	switch {
	case placed:
		said = file + ":" + behind
	case f.Breach != nil:
		said = file + ": " + words.Own(lang).Word("game."+f.Breach.Part)
	default:
		said = file + ": " + said
	}
	if f.Breach != nil {
		said += "\n  " + strings.ReplaceAll(strings.TrimSpace(f.Error()), "\n", "\n  ")
	}
	return said
}

// place is a line and a column behind the name of a file.
var place = regexp.MustCompile(`^[^\s:]+:(\d+):(\d+):`)

// placeIn returns the line and the column that said begins with, or 0.
func placeIn(said string) (line, column int) {
	if found := place.FindStringSubmatch(said); found != nil {
		line, _ = strconv.Atoi(found[1]) // digits
		column, _ = strconv.Atoi(found[2])
	}
	return line, column
}

// checked is what a check found, as JSON.
type checked struct {
	File      string         `json:"file"`
	Fine      bool           `json:"fine"`
	Least     int            `json:"least"` // seats
	Most      int            `json:"most"`
	Options   []string       `json:"options"`
	Games     int            `json:"games"` // that were played
	Positions int            `json:"positions"`
	Findings  []checkFinding `json:"findings"`
}

type checkFinding struct {
	Line     int              `json:"line,omitempty"` // from 1, as the column
	Column   int              `json:"column,omitempty"`
	Says     string           `json:"says"`            // as the tool prints it
	Part     string           `json:"part,omitempty"`  // of the kit: words, art, setup, games
	Setup    string           `json:"setup,omitempty"` // of the random game
	Path     []games.Decision `json:"path,omitempty"`
	Position string           `json:"position,omitempty"`
}

func checkedOf(lang words.Lang, file string, r evaluator.Report) checked {
	out := checked{
		File: file, Fine: len(r.Findings) == 0, Least: r.Least, Most: r.Most,
		Options: append([]string{}, r.Options...), Games: r.Games, Positions: r.Positions, Findings: []checkFinding{},
	}
	for _, f := range r.Findings {
		finding := checkFinding{Says: found(lang, file, f)}
		if f.Fault != nil {
			finding.Line, finding.Column = f.Fault.Line, f.Fault.Column
		}
		if b := f.Breach; b != nil {
			finding.Line, finding.Column = placeIn(b.Said["en"])
			finding.Part, finding.Setup, finding.Path, finding.Position = b.Part, b.Setup, b.Path, b.Position
		}
		out.Findings = append(out.Findings, finding)
	}
	return out
}
