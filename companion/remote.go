package companion

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/games"
)

// Bounds of what comes from elsewhere, in bytes.
const (
	mostDraft = 32 << 10
	mostWhy   = 200
)

// refusing answers with why not, and changes nothing.
func (m Model) refusing(reply int, why string) (Model, []Effect) {
	return m, []Effect{Reply{Reply: reply, Seq: m.seq(), Refusal: why}}
}

// onWhatIs lets an act from elsewhere than the keys happen to the match on the
// panel. What it saw must be what is: an older after changes nothing.
func (m Model) onWhatIs(after, reply int, do act) (Model, []Effect) {
	switch {
	case m.Match().IsZero():
		return m.refusing(reply, m.word("decide.nomatch"))
	case after != m.seq():
		return m, []Effect{Reply{Reply: reply, Seq: m.seq(), Stale: true, Refusal: m.word("decide.stale")}}
	case m.lost != nil:
		return m.refusing(reply, m.word("disk.refused"))
	}
	m, effects := m.wake()
	m, more := do(m)
	return m, append(effects, more...)
}

// revised takes the match on the panel back, or forwards again. Whoever asks has
// asked already whether outcomes that were seen may be taken back.
func (m Model) revised(w Revised) (Model, []Effect) {
	return m.onWhatIs(w.After, w.Reply, func(m Model) (Model, []Effect) {
		s := m.session()
		if from := origin(s.match); s.first != played && m.front() == frontTable || w.BackTo < from || w.BackTo >= w.After {
			return m.refusing(w.Reply, m.word("undo.nowhere"))
		}
		return m.backTo(w.BackTo, w.Reply)
	})
}

// origin is the fact that play began after: the start, or the drawing of the first seat.
func origin(mt match.Match) (seq int) {
	for f := range mt.Line() {
		if f.Kind != match.Started && f.Kind != match.Drawn {
			break
		}
		seq = f.Seq
	}
	return seq
}

// overruled lets the table rule from elsewhere than the keys.
func (m Model) overruled(w Overruled) (Model, []Effect) {
	return m.onWhatIs(w.After, w.Reply, func(m Model) (Model, []Effect) {
		if len(w.Why) > mostWhy {
			return m.refusing(w.Reply, m.word("why.long"))
		}
		return m.rule(w.Says, w.Why, w.Reply)
	})
}

// begunFrom begins the match that waits under its seal. One that has begun goes on.
func (m Model) begunFrom(w Begun) (Model, []Effect) {
	return m.onWhatIs(w.After, w.Reply, func(m Model) (Model, []Effect) {
		if !m.Ready() {
			return m.told(w.Reply, nil)
		}
		return m.play(w.Reply)
	})
}

// closed ends a match that is over; one that isn't is left to the panel, which asks.
func (m Model) closed(w Closed) (Model, []Effect) {
	return m.onWhatIs(w.After, w.Reply, func(m Model) (Model, []Effect) {
		switch {
		case m.front() != frontTable || !m.Match().State().Standing().Over:
			return m.refusing(w.Reply, m.word("close.notover"))
		case w.Again:
			return m.again(w.Reply)
		}
		return m.leave(w.Reply)
	})
}

// resumed puts an open match on the panel.
func (m Model) resumed(w Resumed) (Model, []Effect) {
	i := m.find(w.Match)
	switch {
	case m.lost != nil:
		return m.refusing(w.Reply, m.word("disk.refused"))
	case i < 0:
		return m.refusing(w.Reply, m.word("resume.gone"))
	}
	m.rolling = 0
	m, effects := m.wake()
	m, more := m.goOn(w.Reply, i)
	return m, append(effects, more...)
}

// setUpFrom keeps a draft from elsewhere, or begins its match. What is on the panel
// stays there, but for the set-up of the same game.
func (m Model) setUpFrom(w SetUp) (Model, []Effect) {
	if m.lost != nil {
		return m.refusing(w.Reply, m.word("disk.refused"))
	}
	d, err := m.readSetUp(w.Draft)
	switch {
	case err != nil:
		return m.unfit(w.Reply, d.Game, err)
	case w.Begin && !m.ready:
		return m.refusing(w.Reply, m.word("draft.later"))
	case w.Begin:
		m.rolling = 0
		m, effects := m.wake()
		m, more := m.beginWith(d, w.Reply)
		return m, append(effects, more...)
	}
	next, line := m.set(setDraft+":"+d.Game, d.String())
	return m.commitFor(w.Reply, next.backToSetup(d.Game), Keep{Settings: line})
}

// backToSetup is the model without what lies over the set-up of a game, where that
// is being set up on the panel: it may be about a seat that is no more.
func (m Model) backToSetup(game string) Model {
	if m.settings[setDraft] != game {
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

// unfitWord says an error of a set-up in words, and which option is at fault.
func (m Model) unfitWord(game string, err error) string {
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

// readSetUp reads a draft from elsewhere and judges it as the set-up screens do.
func (m Model) readSetUp(text string) (draft, error) {
	var d draft
	if len(text) > mostDraft {
		return d, say("draft.long")
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil || dec.More() {
		return draft{}, say("draft.unread")
	}
	r := m.rules(d.Game)
	if r == nil || d.Game == gameDice {
		return draft{}, say("draft.game")
	}
	names, err := match.CheckNames(d.Names)
	if err != nil && len(d.Names) > 0 {
		return d, say("name.bad")
	}
	d.Names, d.Series = names, ""
	if before, ok := m.draftOf(d.Game); ok {
		d.Series = before.Series // a series goes on by the panel's word only
	}
	if err := m.checkSetUp(&d, r); err != nil {
		return d, err
	}
	_, _, err = m.newSession(d)
	return d, err
}

// checkSetUp judges what a draft says beside names, and leaves out of it what is so anyway.
func (m Model) checkSetUp(d *draft, r games.Rules) error {
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

// Offer is what there is to set up and to go on with. It never changes: a later one
// takes its place.
type Offer struct {
	// Settings are the drafts, "draft:" and a game, the game being set up on the
	// panel, "draft", the set-ups of last time, "last:" and a game, and what was
	// chosen under the keys of Choosable. None is "".
	Settings  map[string]string
	Dice      string     // the table's own dice, chosen or configured
	Templates []Template // all there are, of files first
	Players   []string   // known players, the latest seated first
	Open      []OpenMatch
}

// OpenMatch is a match to go on with.
type OpenMatch struct {
	ID, Game string
	Names    []string // by seat
	Started  string   // the label of its first fact, "" without one
	Facts    int
}

// Offer returns what there is to set up and to go on with.
func (m Model) Offer() Offer {
	o := Offer{Settings: m.shared, Dice: m.dice(), Templates: slices.Concat(m.templates, m.sheets), Players: m.players}
	for _, s := range m.open {
		o.Open = append(o.Open, OpenMatch{ID: s.id, Game: s.match.Rules().Name(), Names: s.match.Names()})
	}
	return o
}

// Equal reports whether o and p offer the same.
func (o Offer) Equal(p Offer) bool {
	return maps.Equal(o.Settings, p.Settings) && o.Dice == p.Dice && slices.Equal(o.Players, p.Players) &&
		slices.EqualFunc(o.Open, p.Open, func(a, b OpenMatch) bool {
			return a.ID == b.ID && a.Game == b.Game && slices.Equal(a.Names, b.Names)
		})
}

// public reports whether anybody may see a setting.
func public(key string) bool {
	name, _, named := strings.Cut(key, ":")
	return key == setDraft || named && (name == setDraft || name+":" == setLast) || choosable(key)
}

// offering is the model that offers those settings.
func (m Model) offering(settings map[string]string) Model {
	m.shared = maps.Clone(settings)
	maps.DeleteFunc(m.shared, func(key, value string) bool { return value == "" || !public(key) })
	m.sheets = readSheets(m.shared)
	return m
}

// offer is the model with a setting offered as it is now.
func (m Model) offer(key, value string) Model {
	if !public(key) {
		return m
	}
	m.shared = maps.Clone(m.shared)
	if m.shared == nil {
		m.shared = map[string]string{}
	}
	m.shared[key] = value
	if value == "" {
		delete(m.shared, key)
	}
	if strings.HasPrefix(key, setSheet) {
		m.sheets = readSheets(m.shared)
	}
	return m
}
