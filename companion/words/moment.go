package words

import (
	"errors"
	"strconv"

	"tabletop/games"
)

// Moment returns two texts of a moment of the game: a word or two, and a note about the change, which
// may be "". names are the players by seat, seat 1 first.
func (c *Catalogue) Moment(m games.Moment, names []string) (text, note string) {
	text = c.Word("moment." + string(m.Kind))
	if m.Text.Key != "" {
		text = c.Say(m.Text, names)
	}
	if m.Note.Key != "" {
		note = c.Say(m.Note, names)
	}
	return text, note
}

// MomentLine returns the texts of a moment in one line.
func (c *Catalogue) MomentLine(m games.Moment, names []string) string {
	text, note := c.Moment(m, names)
	return Sentences(text, note)
}

// Players returns the names of n unnamed players, seat 1 first: "Player 1", "Player 2".
func (c *Catalogue) Players(n int) (names []string) {
	for seat := range n {
		names = append(names, c.Word("setup.player", strconv.Itoa(seat+1)))
	}
	return names
}

// Refusal returns the rule that refuses a decision, where err is the error of games.State.Apply. It
// returns "" if err is nil, and the text of an error that isn't a games.Illegal. names are the players by
// seat, seat 1 first.
func (c *Catalogue) Refusal(err error, names []string) string {
	var illegal games.Illegal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &illegal):
		return c.Say(illegal.Rule, names)
	}
	return err.Error()
}
