package table

import "slices"

// Verbs returns the verbs that the parameters of the Def ask for: each should be possible at some time.
func (m ruleset) Verbs() (all []string) {
	with := func(has func(Phase) bool) bool { return slices.ContainsFunc(m.def.Phases, has) }
	for _, of := range []struct {
		verb string
		has  bool
	}{
		{"close", with(func(p Phase) bool { return p.Close != NoCall })},
		{"reverse", with(func(p Phase) bool { return p.Reverse })},
		{"call", m.def.Call != NoCall},
	} {
		if of.has {
			all = append(all, of.verb)
		}
	}
	return all
}

// Ends returns the names of the parameters that may end a match, and of the counters that may.
func (m ruleset) Ends() (all []string) {
	d := m.def
	for _, of := range []struct {
		name string
		has  bool
	}{
		{"rounds", d.Rounds > 0},
		{"laps", d.Laps > 0},
		{"target", d.Target.Is},
		{"best_of", d.BestOf > 0},
		{"call", d.Call != NoCall},
		{"survivor", d.Survivor},
	} {
		if of.has && d.Matches == 0 {
			all = append(all, of.name)
		}
	}
	for _, c := range d.Counters {
		if c.Ends.Is && d.Matches == 0 {
			all = append(all, c.Name)
		}
	}
	return all
}

// EndedBy returns those names that Ends returns whose condition holds at the end of a match.
func (s state) EndedBy() (all []string) {
	if s.play == nil {
		return nil
	}
	p, d := s.play, s.def
	for _, of := range []struct {
		name  string
		holds bool
	}{
		{"rounds", d.Rounds > 0 && p.round >= d.Rounds},
		{"laps", d.Laps > 0 && p.round >= d.Laps*s.seats},
		{"target", d.Target.Is && s.targetReached()},
		{"best_of", d.BestOf > 0 && s.targetReached()},
		{"call", p.called != nobody},
		{"survivor", p.why == "why.survivor"},
	} {
		if of.holds {
			all = append(all, of.name)
		}
	}
	lists := s.counterLists()
	for _, c := range d.Counters {
		if c.Ends.Is && slices.Contains(lists[c.Name], c.Ends.At) {
			all = append(all, c.Name)
		}
	}
	return all
}
