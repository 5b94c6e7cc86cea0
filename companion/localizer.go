package companion

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// tongue is what the box can talk about, and the language in which it does: all that is
// said of games, set-ups and errors needs no more of the model.
type localizer struct {
	library *Library   // what can be played now
	lang    words.Lang // of the panel; "" before one was chosen
}

// Lang returns the language of the panel.
func (t localizer) Lang() words.Lang { return cmp.Or(t.lang, words.Russian) }

// rules are those of a game, nil where there is none of that name.
func (t localizer) rules(name string) games.Rules { return t.library.Games.Find(name) }

// Words returns the catalogue of a game by its name in the panel's language; the
// companion's own for "", and where there is no such game.
func (t localizer) Words(game string) *words.Catalogue {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w
	}
	return t.library.Words(t.Lang(), "")
}

// wordsOf are those of a game as a match has it: of a file its own version.
func (t localizer) wordsOf(r games.Rules) *words.Catalogue { return t.library.WordsOf(t.Lang(), r) }

// word says a text of the companion's own.
func (t localizer) word(key string, args ...string) string { return t.Words("").Word(key, args...) }

// counted says one with a number.
func (t localizer) countText(key string, n int) string {
	return t.Words("").Say(games.Count(key, n), nil)
}

// title is what a game is called; one whose file is gone by the name of the file.
func (t localizer) title(game string) string {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w.Word("title")
	}
	return strings.TrimPrefix(game, games.InFile)
}

// spoken is an error that is in words already: a key of the catalogue with its arguments.
type textError games.Text

func (s textError) Error() string { return s.Key + " " + strings.Join(s.Args, " ") }

func newTextError(key string, args ...string) error { return textError(games.Say(key, args...)) }

// why says an error of the rules or the match in words.
func (t localizer) errorText(game string, err error, names []string) string {
	var illegal games.Illegal
	if errors.As(err, &illegal) {
		return t.Words(game).Say(illegal.Rule, names)
	}
	if errors.Is(err, errNoSecret) {
		return t.word("secret.none")
	}
	return t.word("match.refused", err.Error())
}

// whyNot is the reason of an error in words, if it knows one.
func (t localizer) reasonText(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) && t.Words("").Has(r.Reason()) {
		return t.word(r.Reason())
	}
	return t.word("ask.failed", err.Error())
}

// setUpReason says an error of a set-up in words, and which option is at fault.
func (t localizer) setUpErrorText(game string, err error) string {
	var own textError
	if errors.As(err, &own) {
		return t.Words("").Say(games.Text(own), nil)
	}
	text := t.errorText(game, err, nil)
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return text
	}
	option, _, _ := strings.Cut(string(illegal.Says), "=")
	if w := t.Words(game); w.Has("option." + option) {
		return t.word("draft.option", w.Word("option."+option), text)
	}
	return text
}

// errNoSecret is met where the device should answer, and has no secret to answer with: it was
// opened, or there are no random bytes for one.
var errNoSecret = errors.New("companion: answer for chance: the match has no sealed secret")

// Reasoner is an error that knows its key in the catalogues: "disk.full",
// "disk.readonly", "disk.damaged".
type Reasoner interface {
	error
	Reason() string
}

// reasonDamaged is the reason that a new database mends.
const reasonDamaged = "disk.damaged"

func diskReason(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) {
		return r.Reason()
	}
	return "disk.error"
}

// playable is the rules of a game that is played as a match, nil where there is none.
func (t localizer) playable(game string) games.Rules {
	r := t.rules(game)
	if r == nil || games.IsTool(r) {
		return nil
	}
	return r
}

func (t localizer) spanWord(seconds int) string {
	if seconds < 60 {
		return t.Words("").Say(games.Count("timer.seconds", seconds), nil)
	}
	return t.Words("").Say(games.Count("timer.minutes", seconds/60), nil)
}

// clockWord says a clock as a record has it.
func (t localizer) clockWord(clock string) string {
	c, err := match.ParseClock(clock)
	switch {
	case err != nil || !c.On:
		return t.word("clock.off")
	case c.Budget == 0:
		return t.word("clock.up")
	case c.Increment == 0:
		return t.word("clock.down", minutesText(c))
	}
	return t.word("clock.plus", minutesText(c), strconv.FormatInt(c.Increment/1000, 10))
}

func minutesText(c match.Clock) string { return strconv.FormatInt(c.Budget/60_000, 10) }
