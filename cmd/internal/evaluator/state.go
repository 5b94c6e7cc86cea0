package evaluator

import (
	"slices"
	"sync"
	"time"

	"tabletop/games"
)

// state is a position of a game in the child. It behaves as a value. It caches the answers that it
// receives from the child.
type state struct {
	r        *rules
	setup    games.Setup
	position position
	of       handle // the state in the child that computed it
	memory   *memory
}

// muteTime is the time for which the parent asks no further questions about a state that gave no
// answer.
const muteTime = 30 * time.Second

// memory caches the answers about a state.
type memory struct {
	mu    sync.Mutex
	known map[question]answer
	mute  time.Time // no questions are sent before this time
}

// question is a question about one state.
type question struct {
	ask    string
	seat   games.Seat
	says   games.Decision
	choice games.Choice
}

// recall returns the cached answer to a question. ok is false if there is none. done is true if no
// question may be sent: an answer is cached, or the state is muted.
func (m *memory) recall(about question) (a answer, ok, done bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok = m.known[about]
	return a, ok, ok || time.Now().Before(m.mute)
}

// store caches an answer. If ok is false, there was no answer, and store mutes the state.
func (m *memory) store(about question, a answer, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case !ok:
		m.mute = time.Now().Add(muteTime)
		return
	case m.known == nil:
		m.known = map[question]answer{}
	}
	m.known[about] = a
}

// ask returns the answer to a question about s. It sends each question to the child once and caches
// the answer. It returns false if there is no answer.
func (s *state) ask(q request) (answer, bool) {
	about := question{q.Ask, q.Seat, q.Says, q.Choice}
	if a, ok, done := s.memory.recall(about); done {
		return a, ok
	}
	a, err := s.r.ask(s.about(q))
	s.memory.store(about, a, err == nil)
	return a, err == nil
}

// about returns q as a request about s.
func (s *state) about(q request) request {
	q.Setup, q.Text, q.of = s.setup, s.position.Text, s.of
	return q
}

// Turn returns the seat in turn.
func (s *state) Turn() games.Seat { return s.position.Turn }

// Legal returns the legal decisions.
func (s *state) Legal() []games.Choice { return slices.Clone(s.position.Legal) }

// Apply returns the position after d.
func (s *state) Apply(d games.Decision) (games.State, error) {
	return s.r.state(s.about(request{Ask: askApply, Says: d}))
}

// Fixes returns the possible rulings.
func (s *state) Fixes() []games.Choice {
	a, _ := s.ask(request{Ask: askFixes})
	return slices.Clone(a.Choices)
}

// Fix returns the position after the ruling d.
func (s *state) Fix(d games.Decision) (games.State, error) {
	return s.r.state(s.about(request{Ask: askFix, Says: d}))
}

// View returns the view of a seat, or a view with an error message if the child does not answer.
func (s *state) View(seat games.Seat) games.View {
	a, ok := s.ask(request{Ask: askView, Seat: seat})
	if !ok || a.View == nil {
		return games.View{Title: games.Say("title"), Prompt: games.Say(viewFailed)}
	}
	return *a.View
}

// Standing returns the result of the game so far; see [games.Standing].
func (s *state) Standing() games.Standing { return s.position.Standing }

// String returns the text of the position.
func (s *state) String() string { return s.position.Text }

// Moments returns the latest happenings; see [games.Moments].
func (s *state) Moments() []games.Moment { return slices.Clone(s.position.Moments) }

// Seats returns the number of seats, or 0 if nobody may join the match; see [games.SeatsAt].
func (s *state) Seats() int { return s.position.Seats }

// Left returns the seats whose players have left for good; see [games.Left].
func (s *state) Left() []games.Seat { return slices.Clone(s.position.Left) }

// Limit returns the time limit for the decision, in seconds, and its purpose; see [games.Limit].
func (s *state) Limit() (seconds int, of string) { return s.position.Seconds, s.position.Stretch }

// Veiled reports whether reminders are off; see [games.Veiled].
func (s *state) Veiled() bool { return s.position.Veiled }

// Entry returns the decisions for menus; see [games.Entry].
func (s *state) Entry() []games.Choice {
	if !s.position.Has.Entry {
		return s.Legal()
	}
	a, ok := s.ask(request{Ask: askEntry})
	if !ok {
		return s.Legal()
	}
	return slices.Clone(a.Choices)
}

// Again returns the decision that may be repeated; see [games.Again].
func (s *state) Again() (games.Decision, bool) {
	if !s.position.Has.Again {
		return "", false
	}
	a, _ := s.ask(request{Ask: askAgain})
	return a.Says, a.OK
}

// Likely returns the most likely decision; see [games.Likely].
func (s *state) Likely() games.Decision {
	if !s.position.Has.Likely {
		return ""
	}
	a, _ := s.ask(request{Ask: askLikely})
	return a.Says
}

// Starts returns the initial number of an entry of c; see [games.StartOf].
func (s *state) Starts(c games.Choice) int32 {
	if !s.position.Has.Starts {
		return c.Now
	}
	a, ok := s.ask(request{Ask: askStarts, Choice: c})
	if !ok {
		return c.Now
	}
	return a.Number
}

// Steps returns the manual steps; see [games.Steps].
func (s *state) Steps() []games.Step {
	if !s.position.Has.Steps {
		return nil
	}
	a, _ := s.ask(request{Ask: askSteps})
	return slices.Clone(a.Steps)
}

// Sheet returns the score sheet; see [games.Sheet].
func (s *state) Sheet() []games.Row {
	if !s.position.Has.Sheet {
		return nil
	}
	a, _ := s.ask(request{Ask: askSheet})
	return slices.Clone(a.Sheet)
}

// Canonical returns the canonical notation of d; see [games.Canonical].
func (s *state) Canonical(d games.Decision) games.Decision {
	if !s.position.Has.Canonical {
		return d
	}
	a, ok := s.ask(request{Ask: askCanonical, Says: d})
	if !ok {
		return d
	}
	return a.Says
}

// audited is a state of a game with an audit. It is a separate type because states of other games
// must not have the method Audit.
type audited struct{ *state }

// Audit returns the proven findings; see [games.AuditOf].
func (s audited) Audit() games.Audit {
	a, ok := s.ask(request{Ask: askAudit})
	if !ok || a.Audit == nil {
		return games.Audit{}
	}
	return *a.Audit
}
