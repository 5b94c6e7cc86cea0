package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/games"
)

// MostHint is the maximum number of decisions in a piece of advice.
const MostHint = 3

// hintSeparator separates the decisions of a piece of advice.
const hintSeparator = ", "

// Hint adds a fact with advice that was given to the table: the verdict whether the position can
// still be won.
func (m Match) Hint(s Stamp, v games.Verdict) (Match, error) { return m.hint(s, string(v)) }

// HintLine adds a fact with advice that was given to the table: up to [MostHint] winning
// decisions, the next one first.
func (m Match) HintLine(s Stamp, line []games.Decision) (Match, error) {
	texts := make([]string, len(line))
	for i, d := range line {
		texts[i] = string(d)
	}
	return m.hint(s, strings.Join(texts, hintSeparator))
}

func (m Match) hint(s Stamp, says string) (Match, error) {
	f := m.fact(s, Hinted)
	f.Says = says
	return m.Fold(f)
}

// applyHinted checks the advice in f: a verdict, or decisions that are legal one after the
// other.
func (m Match) applyHinted(f *Fact) (Match, error) {
	if f.Verdict() != "" {
		return m, nil
	}
	line := f.Hint()
	if len(line) > MostHint {
		return m, fmt.Errorf("an advice names at most %d decisions, not %d", MostHint, len(line))
	}
	state := m.State()
	if state.Turn() == games.Chance {
		return m, errors.New("chance can't be given advice")
	}
	for _, d := range line {
		next, err := state.Apply(d)
		if err != nil {
			return m, err
		}
		state = next
	}
	if len(line) == 0 {
		return m, errors.New("says is empty: an advice is a verdict or decisions")
	}
	return m, nil
}

// Verdict returns the verdict of a fact of kind Hinted. It returns "" if the advice is a list of
// decisions.
func (f Fact) Verdict() games.Verdict {
	v := games.Verdict(f.Says)
	if f.Kind == Hinted && slices.Contains([]games.Verdict{games.Open, games.Winnable, games.Lost}, v) {
		return v
	}
	return ""
}

// Hint returns the decisions of a fact of kind Hinted. It returns none if the advice is a
// verdict.
func (f Fact) Hint() (line []games.Decision) {
	if f.Kind != Hinted || f.Verdict() != "" || f.Says == "" {
		return nil
	}
	for says := range strings.SplitSeq(f.Says, hintSeparator) {
		line = append(line, games.Decision(says))
	}
	return line
}

// HintCount returns the number of facts that advise decisions, including advice on undone lines.
func (m Match) HintCount() (n int) {
	for f := range m.Facts() {
		if len(f.Hint()) > 0 {
			n++
		}
	}
	return n
}

// RecentHints returns the facts of kind Hinted since the last fact of another kind, the latest
// first.
func (m Match) RecentHints() (all []Fact) {
	for seq := m.Seq(); seq > 0 && m.Fact(seq).Kind == Hinted; seq-- {
		all = append(all, m.Fact(seq))
	}
	return all
}

// SeqState is a position with the seq of the fact that led to it.
type SeqState struct {
	Seq   int // seq of the fact that led to State
	State games.State
}

// LineSeq returns the seq of the last fact on the line. Hints are not on the line.
func (m Match) LineSeq() int { return m.line.value.fact.Seq }

// After returns the position after fact seq, which is from 1 to Seq.
func (m Match) After(seq int) games.State { return m.history.at(seq).value.line.value.state }

// PlayedPositions returns, in order, the positions of the line since the last ruling, or since
// the start if there is no ruling: the position after the ruling or the start, and the position
// after each decision. It ignores a ruling that ended the game.
func (m Match) PlayedPositions() (all []SeqState) {
	for p := m.line; p != nil; p = p.prev {
		ruled := p.value.fact.Kind == Ruled
		if ruled && p.value.state.Turn() == games.Nobody {
			continue
		}
		if ruled || p.value.fact.Kind == Decided || p.value.fact.Kind == Started {
			all = append(all, SeqState{p.value.fact.Seq, p.value.state})
		}
		if ruled {
			break
		}
	}
	slices.Reverse(all)
	return all
}
