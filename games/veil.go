package games

import "slices"

// The interfaces of optional methods of a State. Menus can list the legal decisions in another
// order, or only some of them: the state then has the method Entry. Some games forbid looking back
// at past decisions: their states have the method Veiled. In some games chance often gives the same
// outcome several times in a row. The states of such games have the method Again. In some games
// the device hides cards or keeps a pile in order. Their states have the method TakeOver.
type (
	enterer  interface{ Entry() []Choice }
	veiler   interface{ Veiled() bool }
	repeater interface{ Again() (Decision, bool) }
	keeper   interface{ TakeOver() []Text }
)

// Entry returns the choices that menus offer at s, in their order. It is the result of the method
// Entry of s, or the legal choices without that method. All of them are legal.
func Entry(s State) []Choice {
	if e, ok := s.(enterer); ok {
		return e.Entry()
	}
	return s.Legal()
}

// Aside returns the legal choices with verbs that Entry leaves out, such as to end a game early.
// Menus offer them apart from the turn, and ask before they are made.
func Aside(s State) (aside []Choice) {
	entry := Entry(s)
	for _, c := range s.Legal() {
		if !slices.ContainsFunc(entry, func(e Choice) bool { return e.Says.Word(0) == c.Says.Word(0) }) {
			aside = append(aside, c)
		}
	}
	return aside
}

// Veiled reports whether s is veiled: the decisions since the last position that was not veiled
// must not be shown yet. It is the result of the method Veiled of s, or false without that
// method.
func Veiled(s State) bool {
	v, ok := s.(veiler)
	return ok && v.Veiled()
}

// TakeOver returns the actions by hand from s on if people answer for chance, because the device, which
// has done so until now, can't any more: for example to hide a real card anew. ok is false if s lacks
// the method TakeOver: then people only answer for chance. No text and true means that the device would
// not be asked any more.
func TakeOver(s State) (texts []Text, ok bool) {
	k, ok := s.(keeper)
	if !ok {
		return nil, false
	}
	return k.TakeOver(), true
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
