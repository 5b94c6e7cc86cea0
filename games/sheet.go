package games

// Row is a line of a score sheet: what each seat got in a round, or in a part of it.
type Row struct {
	Round  int      // from 1
	Name   string   // of the part, "" for the whole round
	Points []string // of seat 1 first: "14", "–" of who has none, "" where none are entered yet
}

type sheeter interface{ Sheet() []Row }

// Sheet returns the score of s round by round, as paper has it, by the method Sheet of s;
// nil, which is all without one have: its log says how the score came about.
func Sheet(s State) []Row {
	if b, ok := s.(sheeter); ok {
		return b.Sheet()
	}
	return nil
}
