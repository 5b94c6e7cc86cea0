package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// Tale says what happened in a match: the log on the panel, on paper and on phones.
type Tale struct {
	Match match.Match
	Words *words.Catalogue // of its game, over the companion's own
}

// Step names what people did: who, and what. Names are those at that time.
func (t Tale) Step(f match.Fact) string {
	names := t.Match.NamesAt(f.Seq)
	text := t.Words.Decision(games.Decision(f.Says), names)
	switch {
	case f.Kind == match.Ruled:
		return t.Words.Word("log.ruled", text)
	case f.Kind == match.Seated:
		return t.seatedLine(f)
	case f.Kind == match.Decided && f.Seat > 0 && len(names) > 1 && !strings.Contains(text, names[f.Seat-1]):
		return t.Words.Word("log.seat", names[f.Seat-1], text)
	}
	return text
}

// seated tells who plays a seat instead of whom, or which two changed places.
func (t Tale) seatedLine(f match.Fact) string {
	before := t.Match.NamesAt(f.Seq - 1)
	if slices.Contains(before, f.Says) {
		return t.Words.Word("log.swapped", before[f.Seat-1], f.Says)
	}
	return t.Words.Word("log.seated", before[f.Seat-1], f.Says)
}

// Line tells one fact as a line of the log, "" if the log passes over it.
func (t Tale) Line(f match.Fact) string {
	switch f.Kind {
	case match.Decided, match.Seated:
		return t.Step(f)
	case match.Ruled:
		return t.Step(f) + t.reasonText(f.Why)
	case match.Undone:
		return t.undoneLine(f)
	case match.Stirred:
		return t.Words.Word("log.stirred", f.Says)
	case match.Drawn:
		return t.Words.Word("ready.first", t.Match.NamesAt(f.Seq)[0])
	case match.Started:
		return t.Words.Word("log.started", t.Words.Word("title"))
	case match.Sealed:
		return t.sealedLine(f)
	case match.Hinted:
		return t.hintedLine(f)
	}
	return ""
}

// undone names what an undo took back, or where a redo led.
func (t Tale) undoneLine(undone match.Fact) string {
	switch f := t.Match.Fact(undone.BackTo + 1); f.Kind {
	case match.Decided, match.Ruled, match.Seated:
		return t.Words.Word("pause.undo", t.Step(f))
	}
	return t.Words.Word("log.undone", strconv.Itoa(undone.BackTo))
}

// sealed tells of a seal that took the place of a lost one.
func (t Tale) sealedLine(f match.Fact) string {
	if !f.Lost {
		return ""
	}
	return t.Words.Word("log.lost")
}

// why says why the table ruled: a reason with a word of its own, or as typed.
func (t Tale) reasonText(why string) string {
	if why == reasonAway || slices.Contains(reasons, why) {
		why = t.Words.Word("why." + why)
	}
	if why == "" {
		return ""
	}
	return ": " + why
}

// hinted tells an advice: a verdict, or decisions.
func (t Tale) hintedLine(f match.Fact) string {
	if v := f.Verdict(); v != "" {
		return t.Words.Word("log.told", t.Words.Word("verdict."+string(v)))
	}
	text := make([]string, len(f.Hint()))
	for i, d := range f.Hint() {
		text[i] = t.Words.Decision(d, t.Match.NamesAt(f.Seq))
	}
	return t.Words.Word("log.hinted", strings.Join(text, ", "))
}

// Hints says how often decisions were told in the match, nothing where they never were.
func (t Tale) Hints() []string {
	if n := t.Match.Hints(); n > 0 {
		return []string{t.Words.Say(games.Count("result.hints", n), nil)}
	}
	return nil
}

// reasonAway is that of the rulings that pass seats over which are away.
const reasonAway = "away"

// reasons are why a table overrules the book; the last one is typed.
var reasons = []string{"mistake", "house", "agreed"}
