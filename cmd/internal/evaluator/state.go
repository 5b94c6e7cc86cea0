package evaluator

import (
	"slices"
	"sync"
	"time"

	"tabletop/games"
)

// state is a position of a game that the child has. It is a value to whoever has it: what
// it has asked once it remembers, and no more.
type state struct {
	r        *rules
	setup    games.Setup
	position position
	memory   *memory
}

// again is how long a state is asked nothing more once it gave no answer.
const again = 30 * time.Second

// memory is what a state was asked.
type memory struct {
	mu    sync.Mutex
	known map[string]answer
	mute  time.Time // until when it is asked nothing
}

// recall returns the answer that is known, and whether there is no need to ask.
func (m *memory) recall(about string) (a answer, ok, done bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok = m.known[about]
	return a, ok, ok || time.Now().Before(m.mute)
}

func (m *memory) keep(about string, a answer, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case !ok:
		m.mute = time.Now().Add(again)
		return
	case m.known == nil:
		m.known = map[string]answer{}
	}
	m.known[about] = a
}

// ask asks about s, once; false: there is no answer.
func (s *state) ask(q request) (answer, bool) {
	about := q.about()
	if a, ok, done := s.memory.recall(about); done {
		return a, ok
	}
	q.Setup, q.Text = s.setup, s.position.Text
	a, err := s.r.ask(q)
	s.memory.keep(about, a, err == nil)
	return a, err == nil
}

// Turn returns whose turn it is.
func (s *state) Turn() games.Seat { return s.position.Turn }

// Legal lists what is legal.
func (s *state) Legal() []games.Choice { return slices.Clone(s.position.Legal) }

// Apply returns the position after d.
func (s *state) Apply(d games.Decision) (games.State, error) {
	return s.r.state(request{Ask: askApply, Setup: s.setup, Text: s.position.Text, Says: d})
}

// Fixes lists rulings.
func (s *state) Fixes() []games.Choice {
	a, _ := s.ask(request{Ask: askFixes})
	return slices.Clone(a.Choices)
}

// Fix returns the position after a ruling.
func (s *state) Fix(d games.Decision) (games.State, error) {
	return s.r.state(request{Ask: askFix, Setup: s.setup, Text: s.position.Text, Says: d})
}

// View shows the position, or that it can't be shown.
func (s *state) View(seat games.Seat) games.View {
	a, ok := s.ask(request{Ask: askView, Seat: seat})
	if !ok || a.View == nil {
		return games.View{Title: games.Say("title"), Prompt: games.Say(viewFailed)}
	}
	return *a.View
}

// Standing returns the standing.
func (s *state) Standing() games.Standing { return s.position.Standing }

// String prints the position.
func (s *state) String() string { return s.position.Text }

// Moments returns what has just happened; see [games.Moments].
func (s *state) Moments() []games.Moment { return slices.Clone(s.position.Moments) }

// Limit returns how many seconds there are, and for what; see [games.Limit].
func (s *state) Limit() (seconds int, of string) { return s.position.Seconds, s.position.Stretch }

// Veiled reports whether nobody is to be reminded; see [games.Veiled].
func (s *state) Veiled() bool { return s.position.Veiled }

// Entry lists what menus offer; see [games.Entry].
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

// Again returns what may be decided once more; see [games.Again].
func (s *state) Again() (games.Decision, bool) {
	if !s.position.Has.Again {
		return "", false
	}
	a, _ := s.ask(request{Ask: askAgain})
	return a.Says, a.OK
}

// Likely returns what is most likely; see [games.Likely].
func (s *state) Likely() games.Decision {
	if !s.position.Has.Likely {
		return ""
	}
	a, _ := s.ask(request{Ask: askLikely})
	return a.Says
}

// Starts returns where an entry of c begins; see [games.StartOf].
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

// Steps returns what hands must do; see [games.Steps].
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

// Canonical returns d as notation has it; see [games.Canonical].
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

// audited is a position of a game that looks back at rounds: one that doesn't has no method
// Audit.
type audited struct{ *state }

// Audit returns what is proven; see [games.AuditOf].
func (s audited) Audit() games.Audit {
	a, ok := s.ask(request{Ask: askAudit})
	if !ok || a.Audit == nil {
		return games.Audit{}
	}
	return *a.Audit
}
