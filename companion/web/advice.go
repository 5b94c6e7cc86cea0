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
	Line    []games.Decision `json:"line"` // told by the last of Says
	At      int              `json:"at"`
}

// advice says what the adviser can be asked, and what it has told; nil where there is
// nobody to ask.
func (c *call) advice() *advice {
	told := c.now.Counsel
	if len(told.Topics) == 0 {
		return nil
	}
	a := &advice{Topics: told.Topics, Thinks: told.Thinks, Told: told.Told, Says: []string{}, Line: []games.Decision{}}
	if told.Told == "" {
		return a
	}
	a.Verdict, a.Moves, a.At = told.Advice.Verdict, told.Moves, told.At
	a.Says = append(c.verdict(told), companion.LineWords(told.Advice, c.now.Match, c.wordsOf(c.now.Match.Rules()))...)
	a.Line = append(a.Line, told.Advice.Line...)
	return a
}

// verdict says an answer but for the decisions it tells.
func (c *call) verdict(told *adviser.Counsel) []string {
	own, a := c.words(""), told.Advice
	switch {
	case told.Told == adviser.Where && a.Verdict == games.Winnable:
		return []string{own.Word("advice.there", c.titleAfter(told.At))}
	case told.Told == adviser.Where:
		return []string{own.Word("advice.nowhere")}
	case a.Verdict == games.Lost:
		return []string{own.Word("advice.lost"), c.inGame(a.Why)}
	case a.Verdict != games.Winnable:
		return []string{own.Word("advice.open")}
	case told.Told == adviser.Possible:
		return []string{own.Say(games.Count("advice.won", told.Moves), nil)}
	}
	return nil
}

// inGame says a text of the game of the match.
func (c *call) inGame(t games.Text) string {
	return say(c.wordsOf(c.now.Match.Rules()), t, c.now.Match.Names())
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
func stageOf(told *adviser.Counsel) string {
	switch {
	case len(told.Topics) == 0:
		return ""
	case told.Thinks:
		return stageThinks
	case told.Told == "":
		return stageReady
	}
	return string(told.Told)
}
