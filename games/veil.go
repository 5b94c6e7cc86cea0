package games

// Some games forbid looking back: what may be decided, and what was, would tell
// which cards are still out. Their states have one or both of the first two methods.
// Where chance is answered in runs of the same, card by card, a state has the third.
type (
	enterer  interface{ Entry() []Choice }
	veiler   interface{ Veiled() bool }
	repeater interface{ Again() (Decision, bool) }
)

// Entry lists what menus offer in s: what its method Entry says, every card, say,
// whether it was played or not; or else all that is legal. Apply refuses the rest.
func Entry(s State) []Choice {
	if e, ok := s.(enterer); ok {
		return e.Entry()
	}
	return s.Legal()
}

// Veiled reports whether s has a method Veiled that says so: nobody is to be
// reminded yet of what was decided since it has.
func Veiled(s State) bool {
	v, ok := s.(veiler)
	return ok && v.Veiled()
}

// Again returns what was decided just before s and may well be decided once more, if
// s has a method Again that says so and it is legal. Menus offer it first.
func Again(s State) (Decision, bool) {
	r, ok := s.(repeater)
	if !ok {
		return "", false
	}
	d, ok := r.Again()
	if !ok {
		return "", false
	}
	_, ok = Find(s.Legal(), d)
	return d, ok
}
