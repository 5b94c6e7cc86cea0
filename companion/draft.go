package companion

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/games"
)

// Draft is a match that is being set up. It is on disk after each step.
type Draft struct {
	Game    string            `json:"game"`
	Names   []string          `json:"names"`
	Options map[string]string `json:"options,omitempty"`
	First   int               `json:"first,omitempty"` // the seat that begins; 0: drawn; −1: fairly
	Luck    string            `json:"luck,omitempty"`  // "table": real dice
	Series  string            `json:"series,omitempty"`
	Clock   string            `json:"clock,omitempty"` // as the record has it
}

// alone is d as the next evening repeats it: in no series.
func (d Draft) alone() Draft {
	d.Series = ""
	return d
}

// same reports whether the same match would be set up by both.
func (d Draft) same(e Draft) bool { return toJSON(d) == toJSON(e) }

// draft returns the match being set up, if its game still exists.
func (m Model) draft() (Draft, bool) { return m.draftOf(m.evening.game) }

func (m Model) draftOf(game string) (Draft, bool) {
	d, ok := m.evening.drafts[game]
	return d, ok && d.Game == game && m.rules(game) != nil
}

// withDraft is the model with d as the match being set up.
func (m Model) withDraft(d Draft) Model {
	return m.edit(func(e *evening) { e.game, e.drafts = d.Game, put(e.drafts, d.Game, d) })
}

// do keeps a draft from elsewhere, or begins its match. What is on the panel
// stays there, but for the set-up of the same game.
func (c SetUp) do(m Model) (Model, []Effect) {
	d, err := m.judge(c.Draft)
	switch {
	case err != nil:
		return m.refuseSetUp(d.Game, err)
	case c.Begin && !m.ready:
		return m.refuse(m.word("draft.later"))
	case c.Begin:
		return m.atRest().wakeAnd(func(m Model) (Model, []Effect) { return m.beginWith(d, readyPage()) })
	}
	next := m.edit(func(e *evening) { e.drafts = put(e.drafts, d.Game, d) })
	return m.commit(next.backToSetup(d.Game), Keep{})
}

// backToSetup is the model without what lies over the set-up of a game, where that
// is being set up on the panel: it may be about a seat that is no more.
func (m Model) backToSetup(game string) Model {
	if m.evening.game != game {
		return m
	}
	return m.cutAbove(func(p page) bool { return p.spot == atSetup })
}

// cutAbove is the model without what lies over the first page of that kind, if
// there is one.
func (m Model) cutAbove(ours func(page) bool) Model {
	if i := slices.IndexFunc(m.stack, func(p place) bool { return ours(p.page) }); i >= 0 {
		m.stack = slices.Clone(m.stack[:i+1])
	}
	return m
}

// spoken is an error that is in words already: a key of the catalogue with its arguments.
type spoken games.Text

func (s spoken) Error() string { return s.Key + " " + strings.Join(s.Args, " ") }

func say(key string, args ...string) error { return spoken(games.Say(key, args...)) }

// setUpReason says an error of a set-up in words, and which option is at fault.
func (m Model) setUpReason(game string, err error) string {
	var own spoken
	if errors.As(err, &own) {
		return m.Words("").Say(games.Text(own), nil)
	}
	text := m.why(game, err, nil)
	var illegal games.Illegal
	if !errors.As(err, &illegal) {
		return text
	}
	option, _, _ := strings.Cut(string(illegal.Says), "=")
	if w := m.Words(game); w.Has("option." + option) {
		return m.word("draft.option", w.Word("option."+option), text)
	}
	return text
}

// judge checks a draft from elsewhere as the set-up screens do.
func (m Model) judge(d Draft) (Draft, error) {
	r := m.playable(d.Game)
	if r == nil {
		return Draft{}, say("draft.game")
	}
	names, err := match.CheckNames(d.Names)
	if err != nil && len(d.Names) > 0 {
		return d, say("name.bad")
	}
	d.Names, d.Series = names, ""
	if before, ok := m.draftOf(d.Game); ok {
		d.Series = before.Series // a series goes on by the panel's word only
	}
	d.Options = maps.Clone(d.Options)
	if err := m.checkDraft(&d, r); err != nil {
		return d, err
	}
	_, _, err = m.newSession(d)
	return d, err
}

// checkDraft judges what a draft says beside names, and leaves out of it what is so anyway.
func (m Model) checkDraft(d *Draft, r games.Rules) error {
	if err := games.CheckSetup(r, games.Setup{Seats: len(d.Names), Options: d.Options}); err != nil {
		return err
	}
	for _, o := range r.Options() {
		if d.Options[o.Name] == o.Default && o.Offer == "" {
			delete(d.Options, o.Name)
		}
	}
	if d.Luck == match.Device {
		d.Luck = ""
	}
	_, wrong := match.ParseClock(d.Clock)
	switch {
	case d.First < fair || d.First > len(d.Names):
		return say("draft.first")
	case d.Luck != "" && (d.Luck != match.Table || !m.Words(d.Game).Has("luck.table")):
		return say("draft.luck")
	case wrong != nil:
		return say("draft.clock")
	}
	return nil
}

// clean reports whether text is UTF-8 without control characters.
func clean(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}
