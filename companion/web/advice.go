package web

import (
	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/games"
)

// advice is [adviser.Counsel] in words.
type advice struct {
	Topics  []adviser.Topic  `json:"topics"`
	Thinks  bool             `json:"thinks"`
	Told    adviser.Topic    `json:"told"`
	Verdict games.Verdict    `json:"verdict"`
	Moves   int              `json:"moves"`
	Says    []string         `json:"says"`
	Line    []games.Decision `json:"line"` // counsel by the last of Says
	At      int              `json:"at"`
}

// advice says what the adviser can be asked, and what it has told; nil where there is
// nobody to ask.
func (c *call) advice() *advice {
	counsel := c.now.Counsel
	if len(counsel.Topics) == 0 {
		return nil
	}
	a := &advice{Topics: counsel.Topics, Thinks: counsel.Thinks, Told: counsel.Told, Says: []string{}, Line: []games.Decision{}}
	if counsel.Told == "" {
		return a
	}
	a.Verdict, a.Moves, a.At = counsel.Advice.Verdict, counsel.Moves, counsel.At
	a.Says = append(c.verdict(counsel), companion.LineWords(counsel.Advice, c.now.Match, c.wordsOf(c.now.Match.Rules()))...)
	a.Line = append(a.Line, counsel.Advice.Line...)
	return a
}

// verdict says an answer but for the decisions it tells.
func (c *call) verdict(counsel *adviser.Counsel) []string {
	own, a := c.words(""), counsel.Advice
	switch {
	case counsel.Told == adviser.Where && a.Verdict == games.Winnable:
		return []string{own.Word("advice.there", c.titleAfter(counsel.At))}
	case counsel.Told == adviser.Where:
		return []string{own.Word("advice.nowhere")}
	case a.Verdict == games.Lost:
		return []string{own.Word("advice.lost"), c.inGame(a.Why)}
	case a.Verdict != games.Winnable:
		return []string{own.Word("advice.open")}
	case counsel.Told == adviser.Possible:
		return []string{own.Say(games.Count("advice.won", counsel.Moves), nil)}
	}
	return nil
}

// inGame says a text of the game of the match.
func (c *call) inGame(t games.Text) string {
	return textOf(c.wordsOf(c.now.Match.Rules()), t, c.now.Match.Names())
}

// titleAfter says where the game was after the fact of that seq.
func (c *call) titleAfter(seq int) string {
	return c.inGame(c.now.Match.After(seq).View(games.Nobody).Title)
}

// The stages of asking the adviser, beside the topics that were answered.
const (
	stageReady  = "ready"
	stageThinks = "thinks"
)

// stageOf tells what has come of asking the adviser, "" where there is nobody to ask.
func stageOf(counsel *adviser.Counsel) string {
	switch {
	case len(counsel.Topics) == 0:
		return ""
	case counsel.Thinks:
		return stageThinks
	case counsel.Told == "":
		return stageReady
	}
	return string(counsel.Told)
}
