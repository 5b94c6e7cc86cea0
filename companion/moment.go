package companion

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/games"
)

// Timing of moments. Moments are shown one after the other, each in several frames.
const (
	frameEvery   = 100 * time.Millisecond
	usualFrames  = 12  // number of frames of a moment whose kind is not in frames
	stillAfter   = 200 // frame after which a moment that waits for a key stops moving
	stillFrame   = 4   // the one frame of each moment that is shown while animations are off
	pictureFrame = 10  // frame of a win in which the matrix shows the picture of the winner
	earlyFrames  = 4   // number of frames at the start in which a key was pressed for an earlier page
	lateFrames   = 3   // number of frames after the last moment in which ok was pressed for that moment
	mostMoments  = 3   // maximum number of moments shown after one decision; the last ones are shown
)

// frames maps kinds of moments to their number of frames. A kind with 0 frames is shown until a
// key is pressed. Kinds not listed have usualFrames. Frequent kinds are shorter.
var frames = map[games.Kind]uint8{
	games.Bust: 15, games.Appear: 15, games.Last: 15, games.Revoke: 15, games.Blocked: 15,
	games.Trick: 6, games.Gain: 8, games.Land: 8, games.Carry: 8, games.Pull: 8,
	games.Round: 0, games.Win: 0, games.Defeat: 0,
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
	late    bool        // the last moment has just ended by itself: ok was pressed for that moment
	match   match.Match // match that the moments belong to
}

// showing reports whether a moment is being shown: there is one, its match is unchanged, and no
// other page covers the match.
func (m Model) showing() bool {
	s, at := m.face.show, m.top().page.screen
	return s.moments != nil && s.match == m.Match() && (at == atPlay || at == atCups)
}

// frameCount returns the number of frames of a moment, or 0 if it is shown until a key is pressed.
func frameCount(of match.SeqMoment) uint8 {
	if n, ok := frames[of.Kind]; ok {
		return n
	}
	return usualFrames
}

// waitsForKey reports whether a moment is shown until a key is pressed.
func waitsForKey(of match.SeqMoment) bool { return frameCount(of) == 0 }

// waits reports whether the visible moment is shown until a key is pressed.
func (s momentShow) waits() bool { return waitsForKey(s.moments.All[0]) }

// showMoments returns the act that shows the moments of facts after a given fact, in the match
// on the panel. The parameter since is the seq of the given fact.
func showMoments(since int) act {
	return func(m Model) (Model, []Effect) {
		m.face.show = momentShow{}
		all := m.Match().Moments(since)
		if len(all) == 0 || m.evening.hideMoments {
			return m, nil
		}
		all = all[max(0, len(all)-mostMoments):]
		m.face.show = momentShow{moments: &Happened{all}, match: m.Match()}
		if m.face.rolling > 0 {
			return m, nil // the moments are shown when rolling ends
		}
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
}

func (f *face) nextFrameLater() After { return f.after(timerMoment, frameEvery) }

// nextFrame shows the next frame of the visible moment, or after its last frame the next
// moment. If another page covers the match, or the late frames are over, the moments end.
func (m Model) nextFrame() (Model, []Effect) {
	s := &m.face.show
	switch {
	case !m.showing():
		*s = momentShow{}
		return m, nil
	case s.frame >= stillAfter:
		return m, nil
	}
	if s.frame++; s.waits() || s.frame < frameCount(s.moments.All[0]) {
		after := m.face.nextFrameLater()
		return m, []Effect{after}
	}
	m, effects := m.showNext(s.moments.All[1:])
	if m.face.show.late = !m.showing(); m.face.show.late { // a hand that meant to end the moment must not decide
		effects = append(effects, m.face.after(timerMoment, lateFrames*frameEvery))
	}
	return m, effects
}

// stopMotion ends rolling and moments, before another screen is shown.
func (m Model) stopMotion() Model {
	m.face.rolling, m.face.show = 0, momentShow{}
	return m
}

// showNext ends the visible moment and shows the first of the later ones, if there is one.
func (m Model) showNext(later []match.SeqMoment) (Model, []Effect) {
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

// cutShort ends the visible moment. Ok shows the next one. Another key skips moments that end by
// themselves, and acts reports that the key also does its work on the page below. No key does so in the
// early frames of a moment: the key was pressed for the page before. Nor does such a key end a
// moment that waits for a key.
func (m Model) cutShort(k panel.Key) (next Model, effects []Effect, acts bool) {
	s := m.face.show
	early, later := s.frame < earlyFrames, s.moments.All[1:]
	if early && s.waits() {
		return m, nil, false
	}
	for k != panel.OK && !early && len(later) > 0 && !waitsForKey(later[0]) {
		later = later[1:]
	}
	m, effects = m.showNext(later)
	return m, effects, !early && k != panel.OK && !m.showing()
}

// momentView returns the picture of the visible moment for panel and matrix.
func (m Model) momentView() panel.View {
	mt, s := m.Match(), m.face.show
	first := s.moments.All[0]
	v := panel.View{Kind: panel.KindMoment, Game: mt.Rules().Name(), Moment: first.Kind, Frame: s.frame}
	v.Big, v.Prompt[0] = m.game().words().Moment(first.Moment, mt.Names())
	if why := mt.State().Standing().Why; first.Kind == games.Win && why.Key != "" {
		if text := m.game().words().Say(why, mt.Names()); utf8.RuneCountInString(text) <= panel.Columns {
			v.Prompt[0] = text // the next page shows a longer text
		}
	}
	if m.evening.noMotion {
		v.Frame = stillFrame
	}
	v.Title = m.game().momentNames(first.Seats)
	v.Picture = first.Glyph
	v.Tabs[1] = m.word("tab.on")
	v.Lamps = panel.Lamps{Moment: first.Kind, Frame: v.Frame}
	if len(first.Seats) > 0 {
		v.Lamps.Seat, v.Lamps.Seats = uint8(first.Seats[0]), uint8(len(mt.Names()))
	}
	return v
}

// momentNames returns the names of the players on seats for the two lines of a moment. Where there
// is no room for more than two names, it returns a word for all players, or the first name and how
// many follow.
func (g game) momentNames(seats []games.Seat) string {
	const beside, close = 13, 16 // letters in the first and in the second line
	text := seatNames(g.match, seats)
	first, rest := panel.Wrap(text, beside), ""
	if len(first) > 0 {
		rest = strings.TrimSpace(strings.TrimPrefix(text, first[0]))
	}
	switch {
	case len(seats) <= 2, utf8.RuneCountInString(rest) <= close:
		return text
	case len(seats) == len(g.match.Names()):
		return g.word("seats.all")
	}
	return g.Words("").Say(games.Count("seats.more", len(seats)-1, g.match.Name(slices.Min(seats))), nil)
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
