package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/maze"
	"tabletop/games/maze/solve"
)

// errUnknown is the error of solve when the search ends without a verdict. Its exit code is 3.
var errUnknown = errors.New("no verdict within the limit")

// These types are the JSON output of solve: a position is won, lost, or undecided.
type (
	wonVerdict struct {
		Won   bool             `json:"won"`  // always true
		Line  []games.Decision `json:"line"` // winning moves
		Plies int              `json:"plies"`
		Nodes int              `json:"nodes"` // number of positions examined
	}
	lostVerdict struct {
		Lost  bool      `json:"lost"` // always true
		Proof lostProof `json:"proof"`
	}
	noVerdict struct {
		Unknown bool `json:"unknown"` // always true
	}
)

// lostProof is the JSON form of the proof that a position cannot be won.
type lostProof struct {
	By        string `json:"by"`        // kind of proof: "end" (the game is over), "rules" (no search was needed), "all" (all positions were examined), "part" (all positions of a subset of the pieces were examined)
	Why       string `json:"why"`       // text of the reason
	Positions int    `json:"positions"` // number of positions examined
	Mates     []int  `json:"mates"`     // for "part": squares of the pieces that cannot all get home
	Pieces    []int  `json:"pieces"`    // for "part": squares of the pieces that could still move, including Mates
}

func solver(set *flag.FlagSet) action {
	start := set.String("start", "", "instead of FILE a start: the 32 `letters` of the game's option")
	options := set.String("options", "", "with -start: the other options of the game, `name=value,...`")
	limit := set.Int("limit", solve.Usual, "look at so many `positions` in search of a verdict")
	return func(c *call, operands []string) error {
		if *limit < 1 {
			return usageError(fmt.Sprintf("-limit is a number from 1, not %d", *limit))
		}
		s, r, err := c.target(operands, *start, *options)
		if err != nil {
			return err
		}
		return c.solve(s, r, *limit)
	}
}

// target returns the position to solve and the rules of its game. The position comes from the
// record in operands, or from the flags -start and -options.
func (c *call) target(operands []string, start, options string) (games.State, games.Rules, error) {
	switch {
	case len(operands) == 1 && start+options != "":
		return nil, nil, usageError("a record has its own start and options: give FILE or -start, not both")
	case len(operands) == 1:
		return c.recorded(operands[0])
	case start == "":
		return nil, nil, usageError("say what to solve: FILE, or -start LETTERS")
	}
	s, err := c.startOf(start, options)
	return s, maze.Rules{}, err
}

// recorded returns the position at the end of a record of the game maze, and the rules.
func (c *call) recorded(file string) (games.State, games.Rules, error) {
	m, err := c.read(file)
	if err != nil {
		return nil, nil, err
	}
	own := words.Companion(c.lang)
	switch r := m.Rules(); {
	case r.Name() != maze.Rules{}.Name():
		return nil, nil, fmt.Errorf("%s: %s", file, own.Word("solve.game", r.Name()))
	case m.State().Turn() == games.Chance:
		return nil, nil, fmt.Errorf("%s: %s", file, own.Word("solve.chance"))
	default:
		return m.State(), r, nil
	}
}

// startOf returns the first position of a game of maze. start holds the 32 letters of the option
// "start". options lists other options, such as "shadow=jump,tree=jump".
func (c *call) startOf(start, options string) (games.State, error) {
	setup := games.Setup{Seats: 1, Options: map[string]string{}}
	for _, option := range strings.FieldsFunc(options, func(r rune) bool { return r == ',' }) {
		name, value, ok := strings.Cut(option, "=")
		if _, twice := setup.Options[name]; !ok || twice || name == "start" {
			return nil, usageError(fmt.Sprintf("-options: %.80q: options are name=value, each once, and the start has a flag of its own", option))
		}
		setup.Options[name] = value
	}
	setup.Options["start"] = start
	r := maze.Rules{}
	s, err := r.New(setup)
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		return nil, c.rule(r, illegal, nil)
	}
	return s, err
}

// solve searches for a verdict on a position and prints it. Before it prints a win, it checks the
// winning moves by the rules. limit is the maximum number of positions to examine.
func (c *call) solve(s games.State, r games.Rules, limit int) error {
	if s.Turn() == games.Nobody {
		return c.settled(s, r)
	}
	a, err := solve.Solve(s, solve.Options{Nodes: limit, Shorten: solve.UsualCut, Stop: c.ctx.Done()})
	if err == nil {
		err = c.ctx.Err()
	}
	switch {
	case err != nil:
		return err
	case a.Won:
		if _, err := solve.Referee(s, a.Line); err != nil {
			return err
		}
		return c.print(wonVerdict{true, a.Line, len(a.Line), a.Nodes})
	case a.Lost:
		proof, err := c.proof(s, r, a.Proof)
		if err != nil {
			return err
		}
		return c.print(lostVerdict{true, proof})
	}
	if err := c.print(noVerdict{true}); err != nil {
		return err
	}
	return errUnknown
}

// settled prints the verdict on a finished game.
func (c *call) settled(s games.State, r games.Rules) error {
	st := s.Standing()
	if len(st.Won) > 0 {
		return c.print(wonVerdict{Won: true, Line: []games.Decision{}})
	}
	w, err := c.words(r)
	if err != nil {
		return err
	}
	return c.print(lostVerdict{true, lostProof{By: "end", Why: w.Say(st.Why, nil), Mates: []int{}, Pieces: []int{}}})
}

// proof converts the solver's proof of a lost position to its JSON form.
func (c *call) proof(s games.State, r games.Rules, p solve.Proof) (lostProof, error) {
	w, err := c.words(r)
	if err != nil {
		return lostProof{}, err
	}
	by := "all"
	switch {
	case p.Positions == 0:
		by = "rules"
	case len(p.Mates) > 0:
		by = "part"
	}
	return lostProof{
		By: by, Why: w.Say(solve.Why(s, p), nil), Positions: p.Positions,
		Mates: append([]int{}, p.Mates...), Pieces: append([]int{}, p.Pieces...),
	}, nil
}

// print prints a value as a line of JSON.
func (c *call) print(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
