package companion

import (
	"strings"
	"time"

	"tabletop/companion/ear"
	"tabletop/companion/match"
	"tabletop/companion/panel"
)

// What tests of flows need to know that no screen says.
const (
	DimAfter, DarkAfter     = dimAfter, darkAfter
	RepeatAfter, RepeatNext = repeatAfter, repeatEvery
	HoldAfter, BlinkFor     = holdAfter, blinkFor
	SpeechAfter, TellEvery  = speechAfter, tellEvery
	RetryDisk, MostHeld     = retryDisk, mostHeld
	SlowAfter               = slowAfter
	FlashEvery              = flashEvery
	IdleAfter, NightAfter   = idleAfter, nightAfter
	JoinWithin, ReadFor     = joinWithin, readFor
	KindsOfTimers           = kindsOfTimers
	CopyWithin              = copyWithin
	NightWait, NightResult  = nightWait, nightResult
	TimerIdle, TimerDim     = timerIdle, timerDim
	TimerDark, TimerSlide   = timerDark, timerSlide
)

// Loud returns m with a sound card that speaks everything.
func (m Model) Loud() Model { return m.Quiet(ear.All) }

// Quiet returns m with a sound card and a level of speech.
func (m Model) Quiet(level ear.Level) Model {
	m = m.edit(func(e *evening) { e.speech = level })
	m.face.speech.card = true
	return withAloud(m, panel.NoKey)
}

// Waiting returns how many presses wait for the disk.
func (m Model) Waiting() int { return countPresses(m.disk.pending.queue, false) }

// Held returns how many events wait for the disk.
func (m Model) Held() int { return len(m.disk.pending.queue) }

// Fades reports whether any key only leaves the page in sight.
func (m Model) Fades() bool { return m.top().page.fades }

// Cups returns the match of the dice.
func (m Model) Cups() match.Match { return m.diceSession.match }

// Open returns the matches to go on with.
func (m Model) Open() (open []match.Match) {
	for _, s := range m.open {
		open = append(open, s.match)
	}
	return open
}

// SeriesTotal returns how often the series on the panel was played, and its scores by name.
func (m Model) SeriesTotal() (played int, scores []int32) {
	t, _ := m.total(m.Match())
	return t.Played, t.Scores
}

// Afresh returns the moment of m with all its parts made anew.
func (m Model) Afresh() Moment {
	m.shared = shared{}
	return m.share().Moment()
}

// Listed returns the rows of the page on the panel, in full and as they stand at rest. decides tells
// which of them make a decision or answer a question.
func (m Model) Listed() (full, rest []string, decides []bool) {
	if m.top().page.control != nil || !m.started {
		return nil, nil, nil
	}
	s := m.top().form(m)
	for i, it := range s.Items {
		f, r := s.Row(i)
		full, rest = append(full, f), append(rest, r)
		room := s.View.Kind != panel.KindBoard                                              // beside a board rows have ten letters
		decision := it.Says != "" && it.Says != undoSays && !strings.Contains(it.Says, "=") // not the row of an option
		decides = append(decides, room && decision || s.View.Kind == panel.KindConfirm)
	}
	return full, rest, decides
}

// Now returns the time of the last event.
func (m Model) Now() time.Duration { return m.now }
