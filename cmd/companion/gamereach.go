package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tabletop/companion/words"
	"tabletop/games/kit"
)

// reached is the JSON form of what the quick games of a check reached.
type reached struct {
	Games     int         `json:"games"`     // quick games, played to their end
	Ended     int         `json:"ended"`     // those that ended by themselves
	Decisions int         `json:"decisions"` // decisions of a game on average
	Won       []int       `json:"won"`       // victories by seat, seat 1 first
	Lost      int         `json:"lost"`      // games without a winner
	Whys      []gameWhy   `json:"whys"`
	Never     neverInGame `json:"never"`
	Mistaken  string      `json:"mistaken,omitempty"` // decisions with a correction that changes points
}

// gameWhy is a reason for the end of games.
type gameWhy struct {
	Key   string `json:"key"`
	Says  string `json:"says"`
	Games int    `json:"games"`
}

// neverInGame lists what no random game reached.
type neverInGame struct {
	Functions []string `json:"functions,omitempty"`
	Phases    []string `json:"phases,omitempty"`
	Decisions []string `json:"decisions,omitempty"`
	Words     []string `json:"words,omitempty"`
	Options   []string `json:"options,omitempty"`
	Untaught  []string `json:"untaught,omitempty"`
	Idle      []string `json:"idle,omitempty"` // functions without any effect
	Ends      []string `json:"ends,omitempty"`
}

// reachedOf converts r. It returns nil for nil.
func reachedOf(lang words.Lang, r *kit.Reach) *reached {
	if r == nil {
		return nil
	}
	out := &reached{
		Games: r.Games, Ended: r.Ended, Decisions: r.Decisions / max(1, r.Ended), Won: append([]int{}, r.Won...), Lost: r.Lost, Whys: []gameWhy{},
		Never:    neverInGame{Functions: r.Functions, Phases: r.Phases, Decisions: r.Verbs, Words: r.Words, Options: r.Options, Untaught: r.Untaught, Idle: r.Idle, Ends: r.Ends},
		Mistaken: r.Mistaken,
	}
	for _, w := range r.Whys {
		out.Whys = append(out.Whys, gameWhy{w.Key, w.Said[string(lang)], w.Games})
	}
	return out
}

// printReach prints how the quick games of a check ended and what none of them reached.
func (c *call) printReach(r *kit.Reach) error {
	own, out := words.Companion(c.lang), reachedOf(c.lang, r)
	if out == nil {
		return nil
	}
	lines := []string{own.Word("game.ended", strconv.Itoa(out.Ended), strconv.Itoa(out.Games), strconv.Itoa(out.Decisions))}
	if out.Ended == 0 {
		lines[0] = own.Word("game.unended", strconv.Itoa(out.Games))
	}
	var won, whys []string
	for i, n := range out.Won {
		won = append(won, fmt.Sprintf("%d – %d", i+1, n))
	}
	for _, w := range out.Whys {
		whys = append(whys, fmt.Sprintf("%s – %d", own.Word("game.why", w.Says), w.Games))
	}
	for _, list := range []struct {
		key string
		all []string
	}{
		{"game.won", won},
		{"game.whys", whys},
		{"game.never.functions", out.Never.Functions},
		{"game.never.phases", out.Never.Phases},
		{"game.never.decisions", out.Never.Decisions},
		{"game.never.words", out.Never.Words},
		{"game.never.options", out.Never.Options},
		{"game.never.taught", out.Never.Untaught},
		{"game.never.ends", out.Never.Ends},
		{"game.idle", out.Never.Idle},
	} {
		if len(list.all) > 0 {
			lines = append(lines, own.Word(list.key, strings.Join(list.all, ", ")))
		}
	}
	if out.Mistaken != "" {
		lines = append(lines, own.Word("game.mistaken", out.Mistaken))
	}
	if out.Lost > 0 {
		lines = append(lines, own.Word("game.lost", strconv.Itoa(out.Lost)))
	}
	_, err := fmt.Fprintln(c.out, "  "+strings.Join(lines, "\n  "))
	return err
}

// progress writes the progress of a check to one line of a terminal, which it rewrites.
type progress struct {
	to    io.Writer
	lang  words.Lang
	file  string
	began time.Time
}

// clearLine moves to the beginning of a line of a terminal and clears it.
const clearLine = "\r\x1b[K"

func (p progress) show(games, positions int) {
	seconds := int(time.Since(p.began).Seconds())
	text := words.Companion(p.lang).Word("game.progress", p.file, strconv.Itoa(games), strconv.Itoa(positions), strconv.Itoa(seconds))
	fmt.Fprint(p.to, clearLine+text)
}

// end clears the line.
func (p progress) end() { fmt.Fprint(p.to, clearLine) }
