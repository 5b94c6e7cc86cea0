package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"tabletop/companion/luck"
	"tabletop/games"
)

// apply returns m with the effect of the fact, but doesn't add the fact to the history.
func (m Match) apply(f *Fact) (Match, error) {
	switch f.Kind {
	case Stirred:
		return m.applyStirred(f)
	case Drawn:
		return m.applyDrawn(f)
	case Decided:
		return m.applyDecided(f)
	case Undone:
		return m.applyUndone(f)
	case Ruled:
		return m.applyRuled(f)
	case Opened:
		return m.applyOpened(f)
	case Sealed:
		return m.applySealed(f)
	case Seated:
		return m.applySeated(f)
	case Hinted:
		return m.applyHinted(f)
	}
	m.ended = true // Ended is the only remaining kind
	return m, nil
}

func (m Match) applyStirred(f *Fact) (Match, error) {
	switch {
	case m.luck.opened:
		return m, errors.New("the seal is opened: it can't be stirred any more")
	case m.luck.used:
		return m, errors.New("stirring ends with the first outcome")
	case m.luck.stirrings.size() >= MostStirrings:
		return m, fmt.Errorf("at most %d lines are stirred in", MostStirrings)
	case f.Says == "" || len(f.Says) > MostStirring:
		return m, fmt.Errorf("a stirring has 1 to %d bytes, not %d", MostStirring, len(f.Says))
	}
	m.luck.stirrings = m.luck.stirrings.push(f.Says)
	return m, nil
}

func (m Match) applyDrawn(f *Fact) (Match, error) {
	here := m.line.value
	switch {
	case here.first != 0:
		return m, errors.New("the first seat is drawn once")
	case m.line.len > 1:
		return m, errors.New("the first seat is drawn before the first decision")
	}
	choices := firstChoices(m.chairs(), f.Among)
	chair := slices.IndexFunc(choices, func(c games.Choice) bool { return string(c.Says) == f.Says })
	switch {
	case chair < 0:
		return m, fmt.Errorf("says is %.80q, not one of %q to %q", f.Says, choices[0].Says, choices[len(choices)-1].Says)
	case choices[chair].Weight == 0:
		return m, fmt.Errorf("says is %.80q, which is not among %v", f.Says, f.Among)
	}
	here.first = chair + 1
	here.names = slices.Concat(here.names[chair:], here.names[:chair])
	return m.advance(f, here)
}

// firstChoices returns the choices for the drawing of the first seat. among are the numbers of
// the possible chairs, from 1; none means all chairs.
func firstChoices(chairs int, among []int) []games.Choice {
	choices := make([]games.Choice, chairs)
	for i := range choices {
		choices[i].Says = games.Decision("first " + strconv.Itoa(i+1))
		if len(among) == 0 || slices.Contains(among, i+1) {
			choices[i].Weight = 1
		}
	}
	return choices
}

// checkAmong returns an error if f.Among contains a chair that doesn't exist, or isn't in
// ascending order.
func (m Match) checkAmong(f *Fact) error {
	last := 0
	for _, chair := range f.Among {
		if chair <= last || chair > m.chairs() {
			return fmt.Errorf("among is %v, not rising numbers from 1 to %d", f.Among, m.chairs())
		}
		last = chair
	}
	return nil
}

// applySeated gives the seat in f to a player. If the player has another seat, the two players
// swap seats.
func (m Match) applySeated(f *Fact) (Match, error) {
	here := m.line.value
	seat := int(f.Seat) - 1
	now := here.names[seat]
	if now == f.Says {
		return m, fmt.Errorf("%s has seat %d already", f.Says, f.Seat)
	}
	here.names = slices.Clone(here.names)
	if other := slices.Index(here.names, f.Says); other >= 0 {
		here.names[other] = now
	}
	here.names[seat] = f.Says
	return m.advance(f, here)
}

func (m Match) applyDecided(f *Fact) (Match, error) {
	here := m.line.value
	state, err := here.state.Apply(games.Decision(f.Says))
	if err != nil {
		return m, err
	}
	if here.state.Turn() == games.Nobody {
		return m, errors.New("the game is over: nobody decides any more")
	}
	here.state = state
	return m.advance(f, here)
}

func (m Match) applyRuled(f *Fact) (Match, error) {
	here := m.line.value
	state, err := here.state.Fix(games.Decision(f.Says))
	if err != nil {
		return m, err
	}
	here.state = state
	here.names = m.withNewcomers(here)
	return m.advance(f, here)
}

// withNewcomers returns the names at p, extended by those of seats that p has more. A newcomer is
// called by the number of the seat, with points behind it where somebody has that name.
func (m Match) withNewcomers(p position) []string {
	names := p.names
	for len(names) < games.SeatsAt(p.state, m.table.setup) {
		name := strconv.Itoa(len(names) + 1)
		for slices.Contains(names, name) {
			name += "."
		}
		names = append(slices.Clip(names), name)
	}
	return names
}

// advance appends p to the line as the position after f. It drops the undone facts that could be
// redone.
func (m Match) advance(f *Fact, p position) (Match, error) {
	if f.isOutcome() {
		if f.Luck == Device && m.luck.opened {
			return m, errors.New("the seal is opened: the device's luck needs a new one")
		}
		m.luck.used = true
		p.outcomes = addOutcome(p.outcomes, luck.Stream(games.Decision(f.Says)))
	}
	p.fact = f
	return m.extend(p), nil
}

// extend appends p, a copy of the position before it with a new state, to the line. It sets
// whether p is veiled, and counts its round.
func (m Match) extend(p position) Match {
	before := p.veiled
	if p.veiled = games.Veiled(p.state); p.veiled && !before {
		p.rounds++
	}
	m.rounds = max(m.rounds, p.rounds)
	m.line = m.line.push(p)
	m.ahead = m.line
	return m
}

func (m Match) applyUndone(f *Fact) (Match, error) {
	if f.BackTo < 1 || f.BackTo > m.Seq() {
		return m, fmt.Errorf("back_to is %d, not a seq from 1 to %d", f.BackTo, m.Seq())
	}
	if f.BackTo < m.LostSeq() {
		return m, fmt.Errorf("back_to is %d, before seq %d, where a secret was lost", f.BackTo, m.LostSeq())
	}
	m.line = m.history.at(f.BackTo).value.line
	if !m.ahead.beginsWith(m.line) {
		m.ahead = m.line
	}
	m.ended = false
	return m, nil
}

func (m Match) applyOpened(f *Fact) (Match, error) {
	if m.luck.seal == "" || m.luck.opened {
		return m, errors.New("there is no closed seal to open")
	}
	secret, err := luck.ParseSecret(f.Secret)
	if err != nil {
		return m, err
	}
	if secret.Seal() != m.luck.seal {
		return m, fmt.Errorf("the secret's seal is %s, not %s", secret.Seal(), m.luck.seal)
	}
	m.luck.opened = true
	return m, nil
}

func (m Match) applySealed(f *Fact) (Match, error) {
	closed := m.luck.seal != "" && !m.luck.opened
	switch {
	case f.Lost && !closed:
		return m, errors.New("there is no closed seal whose secret could be lost")
	case f.Lost:
		m.luck.lost, m.ahead = int32(f.Seq), m.line
	case closed:
		return m, errors.New("the seal in force is not opened yet")
	}
	m.luck.seal, m.luck.opened, m.luck.used = f.Seal, false, false
	return m, nil
}
