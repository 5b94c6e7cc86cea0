package maze

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/games"
)

var phaseNames = [...]string{setting: "set", playing: "turn", won: "won", blocked: "blocked", stopped: "stopped", listing: "list"}

// String returns the position as a text in the format of the package comment.
func (s state) String() string {
	var b strings.Builder
	b.WriteString(s.headline() + "\n" + s.origin() + "\n")
	b.WriteString("    1   2   3   4   5   6   7   8   9   10\n")
	for row := range rows {
		b.WriteString(s.row(row) + "\n")
	}
	return b.String()
}

// headline returns the first line of a position: the phase, and the moves so far.
func (s *state) headline() string {
	name := phaseNames[s.phase]
	switch s.phase {
	case setting:
		return name + " " + s.nextSquare().String()
	case listing:
		return name + " " + s.table.list.number + " " + s.table.list.grade
	case won:
	default:
		name += " " + s.turn.String()
	}
	last := "-"
	if s.last != (move{}) {
		last = s.last.String()
	}
	return name + " moves " + strconv.Itoa(s.moves) + " last " + last
}

// origin returns the second line of a position: the start, or the number of the problem.
func (s *state) origin() string {
	if p := s.table.problem; p != nil {
		return "problem " + strconv.Itoa(p.number)
	}
	return "start " + s.start.String()
}

// nextSquare returns the square on which chance sets up the next piece.
func (s *state) nextSquare() square {
	_, at := spot(s.table.bag.order[s.filled])
	return at
}

// row returns a row of the board as a line of text, each square four characters wide.
func (s *state) row(row int) string {
	line := rowName(row) + "   "
	for column := range columns {
		token := ""
		if at, ok := squareAt[place{row, column}]; ok {
			token = s.token(at)
		}
		line += fmt.Sprintf("%-4s", token)
	}
	return strings.TrimRight(line, " ")
}

// token returns the sign of a square in the text of a position.
func (p *position) token(at square) string {
	switch {
	case p.stuck.has(at):
		return p.on[at].String() + signStays
	case p.occupied.has(at):
		return p.on[at].String()
	case deserts.has(at):
		return ":"
	}
	return "."
}

var errLine = errors.New("not a line of a position")

// Parse parses a position in the form of String, and nothing else. The error names the wrong line,
// or the reason why the position is impossible.
func (r Rules) Parse(setup games.Setup, text string) (games.State, error) {
	t, err := r.table(setup)
	if err != nil {
		return nil, err
	}
	s := state{table: t, position: position{house: t.house}, filled: len(t.bag.order)}
	for line := range strings.Lines(text) {
		if err := s.parseLine(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("maze: line %q: %w", clip(strings.TrimSpace(line)), err)
		}
	}
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("maze: %w", err)
	}
	if s.String() != text {
		return nil, errors.New("maze: not in the form of a position")
	}
	return s, nil
}

// parseLine parses one line of a position. The comparison with String in Parse detects misplaced
// lines.
func (s *state) parseLine(words []string) error {
	switch {
	case len(words) == 0:
		return errLine
	case words[0] == "start" && len(words) == 2:
		fixed, err := parseStart(words[1])
		if err == nil {
			s.start = *fixed
		}
		return err
	case words[0] == "problem" && len(words) == 2 && s.table.problem != nil:
		return nil // the comparison with String in Parse checks the number
	case words[0] == "1":
		return nil
	case len(words[0]) == 1:
		return s.parseRow(words[0], words[1:])
	}
	return s.parseHeadline(words)
}

// parseHeadline parses the first line, such as "turn black moves 1 last 13-20", "set 7" or "won
// moves …".
func (s *state) parseHeadline(words []string) error {
	i := slices.Index(phaseNames[:], words[0])
	if i < 0 || len(words) < 2 {
		return errLine
	}
	s.phase = phase(i)
	switch s.phase {
	case setting:
		return s.parseAsked(words[1])
	case listing:
		return s.parseListed()
	case won:
		return s.parseMoves(words[1:])
	}
	side := slices.Index(colourNames[:], words[1])
	if side < 0 {
		return fmt.Errorf("%q is not a side", clip(words[1]))
	}
	s.turn = colour(side)
	return s.parseMoves(words[2:])
}

// parseAsked parses the number of the square on which chance sets up the next piece.
func (s *state) parseAsked(word string) error {
	for s.filled = range s.table.bag.order {
		if s.nextSquare().String() == word {
			return nil
		}
	}
	return fmt.Errorf("%q is not a square of the set-up", clip(word))
}

// parseListed parses the first line of a position in which chance draws a start. The comparison
// with String in Parse checks the name of the list.
func (s *state) parseListed() error {
	if s.filled = 0; s.table.list == nil {
		return errLine
	}
	return nil
}

// parseMoves parses the end of the first line, "moves 1 last 13-20".
func (s *state) parseMoves(words []string) (err error) {
	if len(words) != 4 {
		return errLine
	}
	if s.moves, err = strconv.Atoi(words[1]); err != nil {
		return err
	}
	if words[3] == "-" {
		return nil
	}
	last, _, ok := parseMove(words[3])
	if !ok || last.from == last.to {
		return fmt.Errorf("%q is not a move", clip(words[3]))
	}
	s.last = last
	return nil
}

// tokens maps the sign of each piece in a position, such as "wM", to the piece.
var tokens = everyToken()

func everyToken() map[string]piece {
	tokens := map[string]piece{}
	for _, c := range [...]colour{white, black} {
		for k := mate; k < kinds; k++ {
			tokens[pieceOf(c, k).String()] = pieceOf(c, k)
		}
	}
	return tokens
}

// parseRow parses a line with the squares of a row.
func (s *state) parseRow(name string, words []string) error {
	for column := range columns {
		at, ok := squareAt[place{int(name[0]) - 'a', column}]
		if !ok {
			continue
		}
		if len(words) == 0 {
			return fmt.Errorf("square %s is missing", at)
		}
		s.parseToken(at, words[0])
		words = words[1:]
	}
	return nil
}

// parseToken puts the piece with the given sign on a square. The comparison with String detects
// unknown signs.
func (p *position) parseToken(at square, word string) {
	bare, stuck := strings.CutSuffix(word, signStays)
	if it := tokens[bare]; it != 0 {
		p.put(at, it)
		if stuck {
			p.stuck |= of(at)
		}
	}
}
