package games

// Row is a line of a score sheet: the points of each seat in a round, or in a part of a round.
type Row struct {
	Round  int      // number of the round, from 1
	Name   string   // name of the part, "" for the whole round
	Points []string // by seat, seat 1 first: "14"; "–": without points; "": not entered yet
}

type sheeter interface{ Sheet() []Row }

// Sheet returns the score of s as rows, round by round. It is the result of the method Sheet of
// s. Without that method it is nil, and only the log of the game shows how the score came about.
func Sheet(s State) []Row {
	if b, ok := s.(sheeter); ok {
		return b.Sheet()
	}
	return nil
}
