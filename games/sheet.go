package games

// Row is a line of a score sheet: the points of each seat in a round, or in a part of it.
type Row struct {
	Round  int      // from 1
	Name   string   // name of the part, "" for the whole round
	Points []string // seat 1 first: "14"; "–" for a seat without points; "" if not entered yet
}

type sheeter interface{ Sheet() []Row }

// Sheet returns the score of s round by round, like a sheet of paper: the result of the method
// Sheet of s. Without that method it returns nil; the log of the game then shows how the score
// came about.
func Sheet(s State) []Row {
	if b, ok := s.(sheeter); ok {
		return b.Sheet()
	}
	return nil
}
