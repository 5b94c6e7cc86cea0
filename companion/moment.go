package companion

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// How moments are shown: so many frames, one after the other.
const (
	frameEvery  = 100 * time.Millisecond
	usualFrames = 12
	stillAfter  = 200 // a moment that waits for a key stands still from then on
	stillFrame  = 4   // of a table that wants no animations
	mostMoments = 3   // of one decision and the device's answers; the later ones are told
	tabColumns  = 18  // of what ok does
)

// frames is how many frames a moment of each kind has, where it isn't usualFrames; 0: it
// stays until somebody presses a key. The more often one comes the shorter it is.
var frames = map[games.Kind]uint8{
	games.Bust: 15, games.Appear: 15, games.Last: 15, games.Revoke: 15, games.Blocked: 15,
	games.Trick: 6, games.Gain: 8, games.Land: 8, games.Carry: 8, games.Pull: 8,
	games.Win: 0, games.Defeat: 0,
}

// Happened is what the last decision has made happen and is still to be shown, the first of
// it in sight. It never changes.
type Happened struct{ All []match.Told }

// nothing has happened.
var noMoments = &Happened{}

// show is what is still to be shown.
type momentShow struct {
	moments *Happened // nil: nothing
	frame   uint8     // of the first
	match   match.Match
	seat    games.Seat // who decided
}

// showing reports whether there is anything to show: what has happened in the match as it
// stands, and nothing lies over it.
func (m Model) showing() bool {
	s, at := m.face.show, m.top().page.screen
	return s.moments != nil && s.match == m.Match() && (at == atPlay || at == atCups)
}

// length is how many frames the moment in sight has.
func (s momentShow) length() uint8 {
	if n, ok := frames[s.moments.All[0].Kind]; ok {
		return n
	}
	return usualFrames
}

// waits reports whether the moment in sight stays until somebody presses a key.
func (s momentShow) waits() bool { return s.length() == 0 }

// tell is the act that shows what has happened in the match on the panel since a fact, by
// a decision of that seat.
func showMoments(since int, by games.Seat) act {
	return func(m Model) (Model, []Effect) {
		m.face.show = momentShow{}
		all := m.Match().Moments(since)
		if len(all) == 0 || m.evening.hideMoments {
			return m, nil
		}
		all = all[max(0, len(all)-mostMoments):]
		m.face.show = momentShow{moments: &Happened{all}, match: m.Match(), seat: by}
		if m.face.rolling > 0 {
			return m, nil // it begins when the dice lie
		}
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
}

func (f *face) nextFrameLater() After { return f.after(timerMoment, frameEvery) }

// nextFrame shows the next picture of a moment, or what comes after it. What something
// lies over is past.
func (m Model) nextFrame() (Model, []Effect) {
	s := &m.face.show
	switch {
	case !m.showing():
		*s = momentShow{}
		return m, nil
	case s.frame >= stillAfter:
		return m, nil
	}
	if s.frame++; !s.waits() && s.frame >= s.length() {
		return m.nextMoment()
	}
	after := m.face.nextFrameLater()
	return m, []Effect{after}
}

// atRest is the model in which nothing moves by itself: dice lie, and what has happened is
// shown no more, since the table looks at something else now.
func (m Model) atRest() Model {
	m.face.rolling, m.face.show = 0, momentShow{}
	return m
}

// nextMoment ends the moment in sight.
func (m Model) nextMoment() (Model, []Effect) {
	later := m.face.show.moments.All[1:]
	m.face.show.moments, m.face.show.frame = nil, 0
	if len(later) > 0 {
		m.face.show.moments = &Happened{later}
	}
	if m.showing() {
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
	m.face.cancel(timerMoment)
	slide := m.face.slideAnew()
	m, effects := m.flashing()
	return m, append(effects, slide)
}

// cutShort ends all moments and lets the key do its work, but for an ok that would decide
// for somebody else.
func (m Model) cutShort(p Press) (Model, []Effect) {
	acts := p.Key != panel.OK || m.okActs()
	m.face.show = momentShow{}
	m.face.cancel(timerMoment)
	m, effects := m.flashing()
	if !acts {
		return m, effects
	}
	m, more := m.top().press(m, p.Key)
	return m, append(effects, more...)
}

// okActs reports whether ok decides at once, in the middle of a moment: where whoever has
// just decided decides again.
func (m Model) okActs() bool {
	turn := m.Match().State().Turn()
	return m.top().page.control == nil && turn > games.Chance && turn == m.face.show.seat
}

// momentView is the moment in sight.
func (m Model) momentView() panel.View {
	mt, s := m.Match(), m.face.show
	first := s.moments.All[0]
	v := panel.View{Kind: panel.KindMoment, Game: mt.Rules().Name(), Moment: first.Kind, Frame: s.frame}
	v.Big, v.Prompt[0] = MomentWords(first, mt.Names(), m.game().words())
	if why := mt.State().Standing().Why; first.Kind == games.Win && why.Key != "" {
		if text := m.game().words().Say(why, mt.Names()); utf8.RuneCountInString(text) <= panel.Columns {
			v.Prompt[0] = text // a longer one is on the page that follows
		}
	}
	if m.evening.noMotion {
		v.Frame = stillFrame
	}
	v.Title = seatNames(mt, first.Seats)
	v.Picture = first.Glyph
	v.Tabs[1] = m.word("tab.on")
	if it, ok := m.top().underCursor(m); ok && m.okActs() {
		v.Tabs[1] = panel.Row{Text: it}.Fit(tabColumns, 0).Text
	}
	v.Lamps = panel.Lamps{Moment: first.Kind, Frame: v.Frame}
	if len(first.Seats) > 0 {
		v.Lamps.Seat, v.Lamps.Seats = uint8(first.Seats[0]), uint8(len(mt.Names()))
	}
	return v
}

// MomentWords says what has happened in a match, in a word or two of the game's catalogue,
// and what has changed, "" where nothing is said of that. Names are those by seat, seat 1
// first, as they are to be said.
func MomentWords(moment match.Told, names []string, w *words.Catalogue) (text, note string) {
	text = w.Word("moment." + string(moment.Kind))
	if moment.Text.Key != "" {
		text = w.Say(moment.Text, names)
	}
	if moment.Note.Key != "" {
		note = w.Say(moment.Note, names)
	}
	return text, note
}

// seatNames are the names of seats, "" for nobody's.
func seatNames(mt match.Match, seats []games.Seat) string {
	names := make([]string, 0, len(seats))
	for _, seat := range slices.Sorted(slices.Values(seats)) {
		names = append(names, mt.Name(seat))
	}
	return strings.Join(names, ", ")
}

// happened is Told as a moment has it.
func (m Model) visibleMoments() *Happened {
	if !m.showing() || m.face.rolling > 0 {
		return noMoments
	}
	return m.face.show.moments
}
