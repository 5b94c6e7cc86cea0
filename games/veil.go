package games

// Optional methods of states. Some games forbid looking back, because the legal or past
// decisions would reveal the cards that are still out: their states have Entry, Veiled or both.
// Where chance gives the same outcome several times in a row, card by card, a state has Again.
type (
	enterer  interface{ Entry() []Choice }
	veiler   interface{ Veiled() bool }
	repeater interface{ Again() (Decision, bool) }
)

// Entry lists the choices that menus offer in s: the result of its method Entry, such as every
// card, played or not. Without that method it returns the legal choices. Apply refuses those
// that are illegal.
func Entry(s State) []Choice {
	if e, ok := s.(enterer); ok {
		return e.Entry()
	}
	return s.Legal()
}

// Veiled reports whether the method Veiled of s returns true: past decisions since then must
// not be shown yet.
func Veiled(s State) bool {
	v, ok := s.(veiler)
	return ok && v.Veiled()
}

// Again returns the decision just before s if it may well be repeated: the result of the method
// Again of s, if that decision is legal. Menus offer it first.
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
