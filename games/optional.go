package games

// What some rules have beside the methods of Rules, and some states beside those of
// State. Each is asked for by the function of its name, which also answers for those
// without it.
type (
	beginner interface{ Begins() Seat }
	facer    interface {
		Faces(s Setup, stream string) []Face
	}
	canonizer interface{ Canonical(Decision) Decision }
)

// Begins returns the seat that begins unless the table wants it otherwise, by the
// method Begins of r; 0, which is all without one have: it is drawn.
func Begins(r Rules) Seat {
	if b, ok := r.(beginner); ok {
		return b.Begins()
	}
	return Chance
}

// Face is something that a die shows, and what it counts.
type Face struct {
	Name   string
	Points int
}

// Faces returns what each die of a stream shows whose outcomes tell several dice at
// once ("dice red white"), all faces equally likely, in the order in which reports list
// them, by the method Faces of r; nil, which is all without one have: an outcome of the
// stream is one answer.
func Faces(r Rules, s Setup, stream string) []Face {
	if f, ok := r.(facer); ok {
		return f.Faces(s, stream)
	}
	return nil
}

// Canonical returns d as notation has it, where people wrote it otherwise and Apply
// understands it all the same ("13 — 20" for "13-20"), by the method Canonical of s;
// d itself, which is all without one have. What a record of old may say stays as it is.
func Canonical(s State, d Decision) Decision {
	if c, ok := s.(canonizer); ok {
		return c.Canonical(d)
	}
	return d
}
