package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/companion/people"
	"tabletop/companion/words"
	"tabletop/games"
	included "tabletop/systemd/games"
)

// extension is the file name extension of a game in a file.
const extension = ".star"

func game(set *flag.FlagSet) action {
	asJSON := set.Bool("json", false, "check: one JSON object, for programs")
	much := evaluator.Amount{Playouts: 40}
	set.IntVar(&much.Games, "games", 8, "check: so many random `games` at each number of seats")
	set.IntVar(&much.Positions, "positions", 200, "check: up to so many `positions` of each of them")
	long := set.Bool("long", false, "check: up to five minutes instead of five seconds, with all decisions tried")
	like := set.String("like", "", "new: a game of that `kind`: "+strings.Join(evaluator.Kinds(), ", "))
	return func(c *call, operands []string) error {
		switch verb, file := operands[0], operands[1]; verb {
		case "check":
			within := checkFor
			if much.Tries, much.Every = quickTries, quickEvery; *long {
				within, much.Tries, much.Every, much.Playouts = longCheckFor, 0, 0, 5*much.Playouts
			}
			return c.checkGame(file, much, within, *asJSON)
		case "new":
			return c.newGame(file, *like)
		default:
			return usageError(fmt.Sprintf("%.80q isn't what can be done with a game: it is check or new", verb))
		}
	}
}

// newGame prints the program of a working game of a kind, or of the sample game if kind is "". The
// game has the name of the file, without folder and extension.
func (c *call) newGame(file, kind string) error {
	name := strings.TrimSuffix(filepath.Base(file), extension)
	program, ok := evaluator.Sample(name), true
	if kind != "" {
		program, ok = evaluator.Like(kind, name, c.lang)
	}
	if !ok {
		kinds := evaluator.Kinds()
		return usageError(fmt.Sprintf("there is no kind of game %.80q; the nearest is %s; all are %s", kind, games.Nearest(kind, kinds), strings.Join(kinds, ", ")))
	}
	_, err := c.out.WriteString(program)
	return err
}

// checkFor is the maximum duration of a check, and longCheckFor that of its random games with -long.
// A check of checkFor checks one in quickEvery positions, and tries up to quickTries decisions there.
const (
	checkFor     = 5 * time.Second
	longCheckFor = 5 * time.Minute
	quickTries   = 3
	quickEvery   = 4
)

// besides is the part of checkFor for the end of the last decision and for the report.
const besides = 500 * time.Millisecond

// mostProgram is the maximum size of a game's program, in bytes.
const mostProgram = 1 << 20

// checkGame checks a game in a child process and prints its findings. On a terminal it shows its
// progress.
func (c *call) checkGame(file string, much evaluator.Amount, within time.Duration, asJSON bool) error {
	began := time.Now()
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
	name := strings.TrimSuffix(filepath.Base(file), extension)
	title := takenTitle(evaluator.Player{Evaluator: e}, name, string(program))
	e.Limits.Check = max(within-besides-time.Since(began), time.Second)
	if errs, ok := c.errs.(*os.File); ok && terminal(errs) {
		p := progress{errs, c.lang, file, time.Now()}
		much.Progress = p.show
		defer p.end()
	}
	r := e.Try(c.ctx, name, string(program), much)
	if err := c.ctx.Err(); err != nil {
		return err
	}
	warnings := lacking(c.lang, file, r)
	if title != "" {
		own := words.Companion(c.lang)
		warnings = append(warnings, own.Word("game.twin", file, title, own.Word("file.title", title)))
	}
	for _, f := range r.Doubts {
		text, details, _ := strings.Cut(findingText(c.lang, file, f), "\n")
		key := "game.untried"
		if f.Breach.Corrected() {
			key = "game.doubt"
		}
		warnings = append(warnings, words.Companion(c.lang).Word(key, text)+"\n"+details)
	}
	if asJSON {
		checked := checkedOf(c.lang, file, r)
		checked.Warnings = warnings
		err = json.NewEncoder(c.out).Encode(checked)
	} else {
		for _, warning := range warnings {
			fmt.Fprintln(c.out, warning)
		}
		err = c.printGame(file, r)
	}
	if err == nil && len(r.Findings) > 0 {
		err = errors.New(words.Companion(c.lang).Word("game.wrong", file))
	}
	return err
}

// mostLacking is the greatest number of keys that a warning lists.
const mostLacking = 8

// lacking returns a warning for each language in which words of a game are missing. The game is shown
// there with the words of the other language.
func lacking(lang words.Lang, file string, r evaluator.Report) (warnings []string) {
	for _, in := range words.Langs {
		keys := r.Lacks[string(in)]
		if len(keys) == 0 {
			continue
		}
		list := strings.Join(keys[:min(len(keys), mostLacking)], ", ")
		if len(keys) > mostLacking {
			list += " …"
		}
		warnings = append(warnings, words.Companion(lang).Word("game.lacks."+string(in), file, list))
	}
	return warnings
}

// takenTitle returns the title of a program that looks like the title of a game of the companion, or
// "" if there is none. The included game of the same name doesn't count, because the program would
// replace it.
func takenTitle(player evaluator.Player, name, program string) string {
	r, err := player.Rules(name, program)
	if err != nil {
		return ""
	}
	taken := map[string]bool{}
	for _, own := range catalogue.Games().Games {
		for _, title := range titles(own) {
			taken[people.Fold(title)] = true
		}
	}
	for other, text := range included.All() {
		if own, err := player.Rules(other, text); err == nil && other != name {
			for _, title := range titles(own) {
				taken[people.Fold(title)] = true
			}
		}
	}
	for _, title := range titles(r) {
		if taken[people.Fold(title)] {
			return title
		}
	}
	return ""
}

// titles returns the titles of a game in all languages.
func titles(r games.Rules) (all []string) {
	for _, lang := range words.Langs {
		if w, err := words.For(lang, words.Companion(lang), r); err == nil {
			all = append(all, w.Word("title"))
		}
	}
	return all
}

// printGame prints the findings of a check. If there are none, it prints one line with the numbers
// of seats, options, games and positions, and what the games reached.
func (c *call) printGame(file string, r evaluator.Report) error {
	for _, f := range r.Findings {
		fmt.Fprintln(c.out, findingText(c.lang, file, f))
	}
	if len(r.Findings) > 0 {
		return nil
	}
	own := words.Companion(c.lang)
	seats := strconv.Itoa(r.Least)
	if r.Most > r.Least {
		seats += "–" + strconv.Itoa(r.Most)
	}
	fmt.Fprintln(c.out, own.Word("game.fine", file, seats, strconv.Itoa(len(r.Options)), strconv.Itoa(r.Games), strconv.Itoa(r.Positions)))
	return c.printReach(r.Reach)
}

// findingText returns the text of a finding. The text begins with the path of the file and, if they
// are known, line and column. For a breach of the contract of games, the decisions before the breach and the
// position follow. If the place is unknown, a description in English precedes them.
func findingText(lang words.Lang, file string, f evaluator.Finding) string {
	text := f.In(lang)
	behind, placed := strings.CutPrefix(text, filepath.Base(file)+":")
	switch {
	case placed:
		text = file + ":" + behind
	case f.Breach != nil:
		text = file + ": " + words.Companion(lang).Word("game."+f.Breach.Part)
	default:
		text = file + ": " + text
	}
	if f.Breach != nil {
		breach := *f.Breach
		if breach.Tried != "" {
			breach.Path = append(slices.Clone(breach.Path), breach.Tried)
		}
		if placed {
			breach.What = "" // the text says it
		}
		if details := strings.TrimSpace(refusalInEnglish.ReplaceAllString(breach.String(), "")); details != "" {
			text += "\n  " + strings.ReplaceAll(details, "\n", "\n  ")
		}
	}
	return text
}

// refusalInEnglish matches the key and arguments of a rule of a file, whose text precedes them.
var refusalInEnglish = regexp.MustCompile(`: illegal decision "[^"\n]*": rule\.file\.[^\n]*`)

// place matches a file name with line and column at the beginning of a text.
var place = regexp.MustCompile(`^[^\s:]+:(\d+):(\d+):`)

// placeIn returns the line and column at the beginning of text, or 0 and 0 if text begins
// otherwise.
func placeIn(text string) (line, column int) {
	if found := place.FindStringSubmatch(text); found != nil {
		line, _ = strconv.Atoi(found[1]) // no error: the pattern allows digits only
		column, _ = strconv.Atoi(found[2])
	}
	return line, column
}

// checked is the JSON output of "companion game check".
type checked struct {
	File      string         `json:"file"`
	Fine      bool           `json:"fine"`
	Least     int            `json:"least"` // minimum number of seats
	Most      int            `json:"most"`  // maximum number of seats
	Options   []string       `json:"options"`
	Games     int            `json:"games"`     // number of random games played
	Positions int            `json:"positions"` // number of positions checked
	Findings  []checkFinding `json:"findings"`
	Warnings  []string       `json:"warnings,omitempty"`
	Reached   *reached       `json:"reached,omitempty"` // what quick games reached
}

type checkFinding struct {
	Line     int              `json:"line,omitempty"`   // line in the file, from 1; 0 if unknown
	Column   int              `json:"column,omitempty"` // column, from 1; 0 if unknown
	Says     string           `json:"says"`             // the text of the finding
	Part     string           `json:"part,omitempty"`   // part of the game kit with the fault: words, art, setup or games
	Setup    string           `json:"setup,omitempty"`  // setup of the random game
	Path     []games.Decision `json:"path,omitempty"`
	Position string           `json:"position,omitempty"`
}

func checkedOf(lang words.Lang, file string, r evaluator.Report) checked {
	out := checked{
		File: file, Fine: len(r.Findings) == 0, Least: r.Least, Most: r.Most,
		Options: append([]string{}, r.Options...), Games: r.Games, Positions: r.Positions, Findings: []checkFinding{}, Reached: reachedOf(lang, r.Reach),
	}
	for _, f := range r.Findings {
		finding := checkFinding{Says: findingText(lang, file, f)}
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
