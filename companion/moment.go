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

// Timing of moments. They are shown one after the other, in frames.
const (
	frameEvery  = 100 * time.Millisecond
	usualFrames = 12  // frames of a moment that is not in frames
	stillAfter  = 200 // a moment that waits for a key stops moving after so many frames
	stillFrame  = 4   // frame shown if animations are off
	mostMoments = 3   // moments of one decision and of the device's answers after it; the last ones are shown
	tabColumns  = 18  // columns of the tab of ok
)

// frames is the length of each kind of moment that differs from usualFrames. 0: it stays until
// a key is pressed. Frequent moments are shorter.
var frames = map[games.Kind]uint8{
	games.Bust: 15, games.Appear: 15, games.Last: 15, games.Revoke: 15, games.Blocked: 15,
	games.Trick: 6, games.Gain: 8, games.Land: 8, games.Carry: 8, games.Pull: 8,
	games.Win: 0, games.Defeat: 0,
}

// Happened are the moments of the last decision that are still to be shown, the visible one
// first. It never changes.
type Happened struct{ All []match.SeqMoment }

// noMoments is an empty Happened.
var noMoments = &Happened{}

// momentShow is the state of showing moments.
type momentShow struct {
	moments *Happened // nil: none
	frame   uint8     // of the first moment
	match   match.Match
	seat    games.Seat // the seat that decided
}

// showing reports whether moments are being shown: the match is unchanged and no page covers
// it.
func (m Model) showing() bool {
	s, at := m.face.show, m.top().page.screen
	return s.moments != nil && s.match == m.Match() && (at == atPlay || at == atCups)
}

// length returns the number of frames of the visible moment; 0: until a key is pressed.
func (s momentShow) length() uint8 {
	if n, ok := frames[s.moments.All[0].Kind]; ok {
		return n
	}
	return usualFrames
}

// waits reports whether the visible moment stays until a key is pressed.
func (s momentShow) waits() bool { return s.length() == 0 }

// showMoments returns the act that shows the moments of the match on the panel after fact
// since. by is the seat that decided.
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
			return m, nil // the show begins when rolling ends
		}
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
}

func (f *face) nextFrameLater() After { return f.after(timerMoment, frameEvery) }

// nextFrame shows the next frame, or the next moment. A moment covered by another page is
// over.
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

// stopMotion stops rolling and moments, because another screen is about to be shown.
func (m Model) stopMotion() Model {
	m.face.rolling, m.face.show = 0, momentShow{}
	return m
}

// nextMoment ends the visible moment.
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

// cutShort ends all moments and carries out the key, except an ok that would decide for
// another seat.
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

// okActs reports whether ok also acts during a moment: the seat that has just decided is on
// turn again.
func (m Model) okActs() bool {
	turn := m.Match().State().Turn()
	return m.top().page.control == nil && turn > games.Chance && turn == m.face.show.seat
}

// momentView returns the picture of the visible moment.
func (m Model) momentView() panel.View {
	mt, s := m.Match(), m.face.show
	first := s.moments.All[0]
	v := panel.View{Kind: panel.KindMoment, Game: mt.Rules().Name(), Moment: first.Kind, Frame: s.frame}
	v.Big, v.Prompt[0] = MomentWords(first, mt.Names(), m.game().words())
	if why := mt.State().Standing().Why; first.Kind == games.Win && why.Key != "" {
		if text := m.game().words().Say(why, mt.Names()); utf8.RuneCountInString(text) <= panel.Columns {
			v.Prompt[0] = text // a longer text is on the next page
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

// MomentWords returns the text of a moment, a word or two from the game's catalogue, and a
// note about the change, or "". names are the names to use, by seat, seat 1 first.
func MomentWords(moment match.SeqMoment, names []string, w *words.Catalogue) (text, note string) {
	text = w.Word("moment." + string(moment.Kind))
	if moment.Text.Key != "" {
		text = w.Say(moment.Text, names)
	}
	if moment.Note.Key != "" {
		note = w.Say(moment.Note, names)
	}
	return text, note
}

// seatNames returns the names of seats, or "" for none.
func seatNames(mt match.Match, seats []games.Seat) string {
	names := make([]string, 0, len(seats))
	for _, seat := range slices.Sorted(slices.Values(seats)) {
		names = append(names, mt.Name(seat))
	}
	return strings.Join(names, ", ")
}

// visibleMoments returns Moment.Happened.
func (m Model) visibleMoments() *Happened {
	if !m.showing() || m.face.rolling > 0 {
		return noMoments
	}
	return m.face.show.moments
}
