package maze

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/games"
)

// move is a move from one square to another. The zero value means no move.
type move struct{ from, to square }

// Signs that may follow a move.
const (
	signStays = "×" // sign that the piece stays for good
	signHome  = "◯" // sign that a Mate is home
)

// parseMove parses "13-20" or "a4-b5", and a sign after it if there is one. It accepts any dash,
// such as the book's own, with blanks around it: "13 — 20 ×".
func parseMove(text string) (m move, sign string, ok bool) {
	from, to, sign := cutMove(text)
	a, known := squareBy[from]
	b, also := squareBy[to]
	return move{a, b}, sign, known && also
}

// cutMove splits the text of a move into its two squares and its sign, without the blanks between
// them.
func cutMove(text string) (from, to, sign string) {
	for _, s := range [...]string{signStays, signHome} {
		if rest, signed := strings.CutSuffix(text, s); signed {
			text, sign = strings.TrimRightFunc(rest, unicode.IsSpace), s
			break
		}
	}
	i := strings.IndexFunc(text, isDash)
	if i < 0 {
		return text, "", sign
	}
	_, n := utf8.DecodeRuneInString(text[i:])
	return strings.TrimRightFunc(text[:i], unicode.IsSpace), strings.TrimLeftFunc(text[i+n:], unicode.IsSpace), sign
}

// isDash reports whether r is a dash of any width, or the minus sign.
func isDash(r rune) bool { return unicode.Is(unicode.Pd, r) || r == '−' }

// Canonical returns the text of a move with a plain dash and without blanks. It keeps the squares
// and the sign as written, and returns any other decision unchanged.
func (s state) Canonical(d games.Decision) games.Decision {
	if _, _, ok := parseMove(string(d)); !ok {
		return d
	}
	from, to, sign := cutMove(string(d))
	return games.Decision(from + "-" + to + sign)
}

// String returns the move with the book's numbers of the squares: "13-20".
func (m move) String() string { return m.from.String() + "-" + m.to.String() }

// coordinates returns the move with the rows and columns of the squares: "a4-b5".
func (m move) coordinates() string { return m.from.coordinates() + "-" + m.to.coordinates() }

// sign returns the sign that follows the move of a piece to a square, or "".
func sign(it piece, to square) string {
	switch {
	case it.kind() == mate && anyHome.has(to):
		return signHome
	case ends(it.kind()).has(to):
		return signStays
	}
	return ""
}

// checkSign returns the key of the rule that the written sign of the move m violates, or "". A
// Mate that is home stays for good, so both signs are correct for it.
func (p *position) checkSign(m move, written string) (rule string) {
	is := sign(p.on[m.from], m.to)
	switch {
	case written == signStays && is == "":
		return "rule.sign.stays"
	case written == signHome && is != signHome:
		return "rule.sign.home"
	}
	return ""
}
