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

// localizer returns texts about games, set-ups and errors in the language of the panel. It
// needs no other part of the model.
type localizer struct {
	library *Library   // the playable games
	lang    words.Lang // language of the panel; "" before it was chosen
}

// Lang returns the language of the panel.
func (t localizer) Lang() words.Lang { return cmp.Or(t.lang, words.Russian) }

// rules returns the rules of a game, or nil if it is unknown.
func (t localizer) rules(name string) games.Rules { return t.library.Games.Find(name) }

// Words returns the catalogue of a game by name, in the panel's language. For "" and for an
// unknown game it returns the companion's own.
func (t localizer) Words(game string) *words.Catalogue {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w
	}
	return t.library.Words(t.Lang(), "")
}

// wordsOf returns the catalogue of a game in the version of a match.
func (t localizer) wordsOf(r games.Rules) *words.Catalogue { return t.library.WordsOf(t.Lang(), r) }

// word returns a text of the companion.
func (t localizer) word(key string, args ...string) string { return t.Words("").Word(key, args...) }

// countText returns a text with a number.
func (t localizer) countText(key string, n int) string {
	return t.Words("").Say(games.Count(key, n), nil)
}

// title returns the title of a game. For a removed game file it returns the name of the file.
func (t localizer) title(game string) string {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w.Word("title")
	}
	return strings.TrimPrefix(game, games.InFile)
}

// textError is an error with a text: a key of the catalogue and its arguments.
type textError games.Text

func (s textError) Error() string { return s.Key + " " + strings.Join(s.Args, " ") }

func newTextError(key string, args ...string) error { return textError(games.Say(key, args...)) }

// errorText returns the text of an error of the rules or of a match.
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

// reasonText returns the text of an error's Reason, or of the error itself.
func (t localizer) reasonText(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) && t.Words("").Has(r.Reason()) {
		return t.word(r.Reason())
	}
	return t.word("ask.failed", err.Error())
}

// setUpErrorText returns the text of a set-up error, with the option that caused it.
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

// errNoSecret is returned if the device should answer for chance without a secret: it was
// published, or no random bytes have arrived.
var errNoSecret = errors.New("companion: answer for chance: the match has no sealed secret")

// Reasoner is an error with a key of the catalogues: "disk.full", "disk.readonly",
// "disk.damaged".
type Reasoner interface {
	error
	Reason() string
}

// reasonDamaged is the reason after which the database is replaced by a new one.
const reasonDamaged = "disk.damaged"

// diskReason returns the key of the text of a disk error.
func diskReason(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) {
		return r.Reason()
	}
	return "disk.error"
}

// playable returns the rules of a game that is played as a match, or nil.
func (t localizer) playable(game string) games.Rules {
	r := t.rules(game)
	if r == nil || games.IsTool(r) {
		return nil
	}
	return r
}

// spanWord returns the text of a duration.
func (t localizer) spanWord(seconds int) string {
	if seconds < 60 {
		return t.Words("").Say(games.Count("timer.seconds", seconds), nil)
	}
	return t.Words("").Say(games.Count("timer.minutes", seconds/60), nil)
}

// clockWord returns the text of a clock in the notation of the record.
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
