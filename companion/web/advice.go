package web

import (
	"tabletop/companion"
	"tabletop/companion/adviser"
	"tabletop/games"
)

// advice is an [adviser.Counsel] in words, for the JSON of a match.
type advice struct {
	Topics  []adviser.Topic  `json:"topics"`
	Thinks  bool             `json:"thinks"`
	Told    adviser.Topic    `json:"told"`
	Verdict games.Verdict    `json:"verdict"`
	Moves   int              `json:"moves"`
	Says    []string         `json:"says"`
	Line    []games.Decision `json:"line"` // decisions that the last texts of Says describe
	At      int              `json:"at"`
}

// advice returns the topics that a client may ask for and the last answer of the adviser. It
// returns nil if there is no adviser.
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

// verdict returns the texts of an answer without the decisions of its line.
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

// inGame returns a text of the match's game in words.
func (c *call) inGame(t games.Text) string {
	return textOf(c.wordsOf(c.now.Match.Rules()), t, c.now.Match.Names())
}

// titleAfter returns the title of the position after the fact with that seq.
func (c *call) titleAfter(seq int) string {
	return c.inGame(c.now.Match.After(seq).View(games.Nobody).Title)
}

// Stages of a question to the adviser. An answered question has its topic as the stage.
const (
	stageReady  = "ready"
	stageThinks = "thinks"
)

// stageOf returns the stage of the current question, or "" if there is no adviser.
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
