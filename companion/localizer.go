package companion

import (
	"cmp"
	"errors"
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// localizer returns texts about games, set-ups and errors in the language of the panel. It uses
// no other part of the model.
type localizer struct {
	library *Library   // playable games with their texts
	lang    words.Lang // language of the panel; "" until the table has chosen one
}

// Lang returns the language of the panel.
func (t localizer) Lang() words.Lang { return cmp.Or(t.lang, words.Russian) }

// rules returns the rules of a game, or nil if it is unknown.
func (t localizer) rules(name string) games.Rules { return t.library.Games.Find(name) }

// Words returns the catalogue of a game by its name, in the language of the panel. For "" and
// for an unknown game it returns the catalogue of the companion.
func (t localizer) Words(game string) *words.Catalogue {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w
	}
	return t.library.Words(t.Lang(), "")
}

// wordsOf returns the catalogue of the game r, which may be an older version of a game file, in
// the language of the panel.
func (t localizer) wordsOf(r games.Rules) *words.Catalogue { return t.library.WordsOf(t.Lang(), r) }

// word returns the text with this key from the catalogue of the companion.
func (t localizer) word(key string, args ...string) string { return t.Words("").Word(key, args...) }

// countText returns the text with this key for the number n.
func (t localizer) countText(key string, n int) string {
	return t.Words("").Say(games.Count(key, n), nil)
}

// title returns the title of a game. For a game file that was removed it returns the name of
// the file, and for a game that only past plays have it returns their title.
func (t localizer) title(game string) string {
	if w := t.library.Words(t.Lang(), game); w != nil {
		return w.Word("title")
	}
	return games.Untitled(game)
}

// textError is an error with a text from the catalogue of the companion: key and arguments.
type textError games.Text

func (s textError) Error() string { return s.Key + " " + strings.Join(s.Args, " ") }

func newTextError(key string, args ...string) error { return textError(games.Say(key, args...)) }

// errorText returns the text for an error of a game's rules or of a match. names are the
// players by seat.
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

// reasonText returns the text for the Reason of err. An error without a Reason is shown as it
// is.
func (t localizer) reasonText(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) && t.Words("").Has(r.Reason()) {
		return t.word(r.Reason())
	}
	return t.word("ask.failed", err.Error())
}

// setUpErrorText returns the text for an error in a set-up. If an option has caused the error,
// the text names the option.
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

// errNoSecret is the error when the device should answer for chance but has no secret: the
// secret was published, or no random bytes have arrived.
var errNoSecret = errors.New("companion: answer for chance: the match has no sealed secret")

// Reasoner is an error whose Reason is the key of its text, such as "disk.full",
// "disk.readonly" or "disk.damaged".
type Reasoner interface {
	error
	Reason() string
}

// reasonDamaged is the Reason of an error that means a damaged database. A new database then
// replaces it.
const reasonDamaged = "disk.damaged"

// diskReason returns the key of the text for a disk error: the Reason of err, or a general key.
func diskReason(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) {
		return r.Reason()
	}
	return "disk.error"
}

// playable returns the rules of a game that can be played as a match. It returns nil for a tool
// and for an unknown game.
func (t localizer) playable(game string) games.Rules {
	r := t.rules(game)
	if r == nil || games.IsTool(r) {
		return nil
	}
	return r
}
