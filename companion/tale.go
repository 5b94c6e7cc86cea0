package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// FactTexts returns the texts of a match's facts for logs: on the panel, on paper and on
// phones.
type FactTexts struct {
	Match match.Match
	Words *words.Catalogue // catalogue of the game; it includes the catalogue of the companion
}

// Step returns the label of f: the seat and its action. The names are those at the time of f.
func (t FactTexts) Step(f match.Fact) string {
	names := t.Match.NamesAt(f.Seq)
	text := t.Words.Logged(games.Decision(f.Says), names)
	switch {
	case f.Kind == match.Ruled && t.Match.Newcomer(f.Seq) != 0:
		return t.newcomerLine(f.Seq)
	case f.Kind == match.Ruled && attends(f):
		return text
	case f.Kind == match.Ruled:
		return t.Words.Word("log.ruled", text)
	case f.Kind == match.Seated:
		return t.seatedLine(f)
	case f.Kind == match.Decided && f.Seat > 0 && len(names) > 1 && !strings.Contains(text, names[f.Seat-1]) && !beginsWithAny(text, names):
		return t.Words.Word("log.seat", names[f.Seat-1], text)
	}
	return text
}

// attends reports whether the ruling f is about who takes part: a player leaves for good, or is back.
func attends(f match.Fact) bool {
	verb := games.Decision(f.Says).Word(0)
	return verb == verbLeave || verb == verbBack
}

// newcomerLine returns the text of the ruling with that seq, by which a newcomer has taken a seat. If
// the next fact names the newcomer, the text has that name.
func (t FactTexts) newcomerLine(seq int) string {
	name := t.Match.NamesAt(seq)[t.Match.Newcomer(seq)-1]
	if t.namesNewcomer(seq + 1) {
		name = t.Match.Fact(seq + 1).Says
	}
	return t.Words.Word("log.newcomer", name)
}

// namesNewcomer reports whether fact seq names the player of a seat that the fact before it has added.
func (t FactTexts) namesNewcomer(seq int) bool {
	f := t.Match.Fact(seq)
	return f.Kind == match.Seated && f.Seat == t.Match.Newcomer(seq-1)
}

// beginsWithAny reports whether text begins with one of names.
func beginsWithAny(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(text, name+":") })
}

// seatedLine returns the text of f, a change of players: a new player on a seat, or two players
// who swapped seats.
func (t FactTexts) seatedLine(f match.Fact) string {
	if t.namesNewcomer(f.Seq) {
		return t.newcomerLine(f.Seq - 1)
	}
	before := t.Match.NamesAt(f.Seq - 1)
	if slices.Contains(before, f.Says) {
		return t.Words.Word("log.swapped", before[f.Seat-1], f.Says)
	}
	return t.Words.Word("log.seated", before[f.Seat-1], f.Says)
}

// Line returns the line of the log for f, or "" if the log leaves f out.
func (t FactTexts) Line(f match.Fact) string {
	switch f.Kind {
	case match.Decided, match.Seated:
		return t.Step(f)
	case match.Ruled:
		if t.namesNewcomer(f.Seq + 1) {
			return "" // the next line says it
		}
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

// undoneLine returns the text of an undo, with the first fact that it undoes. For a redo, the
// text has the seq of the fact to which the match moves.
func (t FactTexts) undoneLine(undone match.Fact) string {
	switch f := t.Match.Fact(undone.BackTo + 1); f.Kind {
	case match.Decided, match.Ruled, match.Seated:
		return t.Words.Word("pause.undo", t.Step(f))
	}
	return t.Words.Word("log.undone", strconv.Itoa(undone.BackTo))
}

// sealedLine returns the text of a new seal that replaced one whose secret is lost. For any
// other seal it returns "".
func (t FactTexts) sealedLine(f match.Fact) string {
	if !f.Lost {
		return ""
	}
	return t.Words.Word("log.lost")
}

// reasonText returns the text that follows a ruling in the log, from its reason. A usual reason
// has a text in the catalogue. Any other reason is shown as typed.
func (t FactTexts) reasonText(why string) string {
	if why == reasonAway || slices.Contains(reasons, why) {
		why = t.Words.Word("why." + why)
	}
	if why == "" {
		return ""
	}
	return ": " + why
}

// hintedLine returns the text of f, an answer of the adviser: a verdict, or decisions.
func (t FactTexts) hintedLine(f match.Fact) string {
	if v := f.Verdict(); v != "" {
		return t.Words.Word("log.told", t.Words.Word("verdict."+string(v)))
	}
	text := make([]string, len(f.Hint()))
	for i, d := range f.Hint() {
		text[i] = t.Words.Decision(d, t.Match.NamesAt(f.Seq))
	}
	return t.Words.Word("log.hinted", strings.Join(text, ", "))
}

// Hints returns a line with the number of times that the adviser has advised decisions in the
// match, or nil if it has not.
func (t FactTexts) Hints() []string {
	if n := t.Match.HintCount(); n > 0 {
		return []string{t.Words.Say(games.Count("result.hints", n), nil)}
	}
	return nil
}

// reasonAway is the reason of a ruling that skips a seat because it is away.
const reasonAway = "away"

// reasons lists the usual reasons of a ruling. People type any other reason.
var reasons = []string{"mistake", "house", "agreed"}
