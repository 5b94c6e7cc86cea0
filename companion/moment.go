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

// Timing of moments. Moments are shown one after the other, each in several frames.
const (
	frameEvery  = 100 * time.Millisecond
	usualFrames = 12  // number of frames of a moment whose kind is not in frames
	stillAfter  = 200 // frame after which a moment that waits for a key stops moving
	stillFrame  = 4   // the one frame of each moment that is shown while animations are off
	mostMoments = 3   // maximum number of moments shown after one decision; the last ones are shown
	tabColumns  = 18  // width of the label of ok, in columns
)

// frames maps kinds of moments to their number of frames. A kind with 0 frames is shown until a
// key is pressed. Kinds not listed have usualFrames. Frequent kinds are shorter.
var frames = map[games.Kind]uint8{
	games.Bust: 15, games.Appear: 15, games.Last: 15, games.Revoke: 15, games.Blocked: 15,
	games.Trick: 6, games.Gain: 8, games.Land: 8, games.Carry: 8, games.Pull: 8,
	games.Win: 0, games.Defeat: 0,
}

// Happened holds the moments of the last decision that are still to be shown, the visible one
// first. A Happened never changes.
type Happened struct{ All []match.SeqMoment }

// noMoments is the Happened without moments. It is shared, so that Moments stay equal.
var noMoments = &Happened{}

// momentShow is the progress of showing the moments of a decision.
type momentShow struct {
	moments *Happened   // moments still to be shown; nil if none
	frame   uint8       // frame of the visible moment
	match   match.Match // match that the moments belong to
	seat    games.Seat  // seat that made the decision
}

// showing reports whether a moment is being shown: there is one, its match is unchanged, and no
// other page covers the match.
func (m Model) showing() bool {
	s, at := m.face.show, m.top().page.screen
	return s.moments != nil && s.match == m.Match() && (at == atPlay || at == atCups)
}

// length returns the number of frames of the visible moment, or 0 if it is shown until a key is
// pressed.
func (s momentShow) length() uint8 {
	if n, ok := frames[s.moments.All[0].Kind]; ok {
		return n
	}
	return usualFrames
}

// waits reports whether the visible moment is shown until a key is pressed.
func (s momentShow) waits() bool { return s.length() == 0 }

// showMoments returns the act that shows the moments of facts after a given fact, in the match
// on the panel. The parameter since is the seq of the given fact, and by is the seat that made
// the decision.
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
			return m, nil // the moments are shown when rolling ends
		}
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
}

func (f *face) nextFrameLater() After { return f.after(timerMoment, frameEvery) }

// nextFrame shows the next frame of the visible moment, or after its last frame the next
// moment. If another page covers the match, the moments end.
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

// stopMotion ends rolling and moments, before another screen is shown.
func (m Model) stopMotion() Model {
	m.face.rolling, m.face.show = 0, momentShow{}
	return m
}

// nextMoment ends the visible moment and shows the next one, if there is one.
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

// cutShort ends all moments and carries out the key press. An ok that would decide for another
// seat only ends the moments.
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

// okActs reports whether an ok during a moment also chooses the item under the cursor. This is
// so if the seat that has just decided is on turn again.
func (m Model) okActs() bool {
	turn := m.Match().State().Turn()
	return m.top().page.control == nil && turn > games.Chance && turn == m.face.show.seat
}

// momentView returns the picture of the visible moment for panel and matrix.
func (m Model) momentView() panel.View {
	mt, s := m.Match(), m.face.show
	first := s.moments.All[0]
	v := panel.View{Kind: panel.KindMoment, Game: mt.Rules().Name(), Moment: first.Kind, Frame: s.frame}
	v.Big, v.Prompt[0] = MomentWords(first, mt.Names(), m.game().words())
	if why := mt.State().Standing().Why; first.Kind == games.Win && why.Key != "" {
		if text := m.game().words().Say(why, mt.Names()); utf8.RuneCountInString(text) <= panel.Columns {
			v.Prompt[0] = text // the next page shows a longer text
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

// MomentWords returns two texts of a moment from the game's catalogue: a word or two, and a
// note about the change, which may be "". names are the players by seat, seat 1 first.
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

// seatNames returns the names of the players on seats, separated by commas, in the order of the
// seats.
func seatNames(mt match.Match, seats []games.Seat) string {
	names := make([]string, 0, len(seats))
	for _, seat := range slices.Sorted(slices.Values(seats)) {
		names = append(names, mt.Name(seat))
	}
	return strings.Join(names, ", ")
}

// visibleMoments returns the moments for Moment.Happened.
func (m Model) visibleMoments() *Happened {
	if !m.showing() || m.face.rolling > 0 {
		return noMoments
	}
	return m.face.show.moments
}
