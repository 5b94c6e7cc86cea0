package games

// The interfaces of optional methods of a State. Some games forbid looking back, because the legal
// or past decisions would reveal the cards not yet played. The states of such games have the
// method Entry, the method Veiled or both. In some games chance often gives the same outcome
// several times in a row. The states of such games have the method Again.
type (
	enterer  interface{ Entry() []Choice }
	veiler   interface{ Veiled() bool }
	repeater interface{ Again() (Decision, bool) }
)

// Entry returns the choices that menus offer at s, such as every card, played or not. It is the
// result of the method Entry of s, or the legal choices without that method. Some of the choices
// may be illegal; then Apply refuses them.
func Entry(s State) []Choice {
	if e, ok := s.(enterer); ok {
		return e.Entry()
	}
	return s.Legal()
}

// Veiled reports whether s is veiled: the decisions since the last position that was not veiled
// must not be shown yet. It is the result of the method Veiled of s, or false without that
// method.
func Veiled(s State) bool {
	v, ok := s.(veiler)
	return ok && v.Veiled()
}

// Again returns the decision that led to s, and true, if that decision is legal again and likely
// to be repeated. Menus offer it first. The decision is the result of the method Again of s.
// Without that method, or for another decision, Again returns false.
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
