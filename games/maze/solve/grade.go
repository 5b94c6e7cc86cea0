package solve

// Grade is the difficulty of a start, compared with the starts of its set-up.
type Grade uint8

// Grades of difficulty. Each has a quarter of the starts that chance sets up.
const (
	Easy Grade = iota
	Medium
	Hard
	Master
	Grades // number of grades
)

// String returns "easy", "medium", "hard" or "master".
func (g Grade) String() string {
	return [...]string{"easy", "medium", "hard", "master"}[g]
}

// borders contains the least score of each grade above Easy, by set-up. These are the quartiles of
// the scores of random starts that were won: 2,004, 2,025 and 2,045 for the three set-ups. They
// never change, because a list has been published.
var borders = map[string][Grades - 1]int{
	"standard": {360, 387, 417},
	"balanced": {358, 383, 410},
	"small":    {294, 310, 328},
}

// GradeOf returns the grade of a start with the effort e among the starts of a set-up.
func GradeOf(setup string, e Effort) Grade {
	g, score := Easy, e.Score()
	for _, least := range borders[setup] {
		if score >= least {
			g++
		}
	}
	return g
}
