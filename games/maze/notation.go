package maze

import "strings"

// move is from one square to another; the zero move is none.
type move struct{ from, to square }

// Signs that may stand behind a move.
const (
	forGood = "×" // the piece stays
	homely  = "◯" // a Mate is home
)

// parseMove reads "13-20" or "a4-b5", and the sign behind it if there is one.
func parseMove(text string) (m move, sign string, ok bool) {
	for _, s := range [...]string{forGood, homely} {
		if rest, signed := strings.CutSuffix(text, s); signed {
			text, sign = rest, s
			break
		}
	}
	from, to, _ := strings.Cut(text, "-")
	a, known := squareBy[from]
	b, also := squareBy[to]
	return move{a, b}, sign, known && also
}

// String returns the move by the book's numbers: "13-20".
func (m move) String() string { return m.from.String() + "-" + m.to.String() }

// coordinates returns the move by rows and columns: "a4-b5".
func (m move) coordinates() string { return m.from.coordinates() + "-" + m.to.coordinates() }

// sign returns what is written behind a move of a piece to a square.
func sign(it piece, to square) string {
	switch {
	case it.kind() == mate && anyHome.has(to):
		return homely
	case ends(it.kind()).has(to):
		return forGood
	}
	return ""
}

// deny returns the rule by which a sign that is written is wrong. A Mate that is
// home stays for good, so both signs are true of it.
func (p *position) deny(m move, written string) (rule string) {
	is := sign(p.on[m.from], m.to)
	switch {
	case written == forGood && is == "":
		return "rule.sign.stays"
	case written == homely && is != homely:
		return "rule.sign.home"
	}
	return ""
}
