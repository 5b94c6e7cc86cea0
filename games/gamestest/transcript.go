package gamestest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
)

func (c *check) checkPlays(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(c.data, "*.play"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s/*.play: no playthrough, %v", c.data, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := string(text)
		got, err := replay(c.rules, want, *update)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if *update && got != want {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := firstDifference(got, want); diff != "" {
			t.Errorf("%s:%s", file, diff)
		}
	}
}

// firstDifference returns the number of the first line in which two texts differ, with both
// versions of that line. It returns "" for equal texts.
func firstDifference(got, want string) string {
	if got == want {
		return ""
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < min(len(g), len(w)) && g[i] == w[i] {
		i++
	}
	line := func(lines []string) string {
		if i < len(lines) {
			return strconv.Quote(lines[i])
		}
		return "the end"
	}
	return fmt.Sprintf("%d: got %s, want %s", i+1, line(g), line(w))
}

// script is a playthrough that is being written.
type script struct {
	b     strings.Builder
	state games.State
	setup games.Setup
	moves int
}

// replay returns the playthrough for the set-up, decisions and comments in text. If there are no
// decisions, it plays a random game if fresh is set; otherwise it returns an error.
func replay(r games.Rules, text string, fresh bool) (string, error) {
	var p script
	for i, line := range strings.Split(text, "\n") {
		var err error
		switch {
		case strings.HasPrefix(line, "#"):
			p.b.WriteString(line + "\n")
		case strings.HasPrefix(line, "seats="):
			err = p.begin(r, line)
		case strings.HasPrefix(line, "> "):
			err = p.take(strings.TrimPrefix(line, "> "))
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if p.state == nil {
		return "", errors.New("no line \"seats=…\"")
	}
	if p.moves > 0 {
		return p.b.String(), nil
	}
	if !fresh {
		return "", errors.New("no decision is played; go test -update plays a random game")
	}
	err := p.random()
	return p.b.String(), err
}

func (p *script) begin(r games.Rules, line string) error {
	setup, err := parseStart(line)
	if err != nil {
		return err
	}
	p.setup = setup
	if p.state, err = r.New(setup); err != nil {
		return err
	}
	p.b.WriteString(line + "\n")
	p.show()
	return nil
}

// take plays the decision or ruling in line, which is "SEAT DECISION" or "fix RULING".
func (p *script) take(line string) error {
	who, says, _ := strings.Cut(line, " ")
	d := games.Decision(says)
	switch {
	case p.state == nil:
		return errors.New("a decision before the set-up")
	case who == "fix":
		return p.next(line, d, p.state.Fix)
	case who != strconv.Itoa(int(p.state.Turn())):
		return fmt.Errorf("seat %s decides %q on the turn of seat %d", who, d, p.state.Turn())
	}
	return p.next(line, d, p.state.Apply)
}

func (p *script) next(line string, d games.Decision, take func(games.Decision) (games.State, error)) error {
	next, err := take(d)
	if err != nil {
		return err
	}
	p.state = next
	p.moves++
	p.b.WriteString("\n> " + line + "\n")
	p.show()
	return nil
}

// random plays random decisions until the game is over, up to positionsEach decisions. It stops
// at a decision with a text.
func (p *script) random() error {
	rnd := rand.New(rand.NewPCG(1, 1))
	for i := 0; i < positionsEach && p.state.Turn() != games.Nobody; i++ {
		c := kit.Pick(rnd, p.state.Legal())
		if c.Grammar != "" {
			return nil
		}
		if err := p.take(fmt.Sprintf("%d %s", p.state.Turn(), c.At(rnd.IntN(c.Len())))); err != nil {
			return err
		}
	}
	return nil
}

// show writes the position as text, the view of an onlooker, the views of the seats whose view is
// different, and the standing.
func (p *script) show() {
	for line := range strings.SplitSeq(strings.TrimSuffix(p.state.String(), "\n"), "\n") {
		p.b.WriteString(strings.TrimRight("| "+line, " ") + "\n")
	}
	open := p.state.View(games.Nobody)
	p.b.WriteString("view" + viewLine(open))
	for seat := games.Seat(1); int(seat) <= games.SeatsAt(p.state, p.setup); seat++ {
		if v := p.state.View(seat); !reflect.DeepEqual(v, open) {
			fmt.Fprintf(&p.b, "view %d%s", seat, viewLine(v))
		}
	}
	st := p.state.Standing()
	fmt.Fprintf(&p.b, "turn %d, scores %d", p.state.Turn(), st.Scores)
	if st.Ties != nil {
		fmt.Fprintf(&p.b, ", ties %d", st.Ties)
	}
	if st.Over {
		fmt.Fprintf(&p.b, ", won %d, why %s", st.Won, textLine(st.Why))
	}
	p.b.WriteString("\n")
}

// viewLine returns a view as one line of keys, numbers and cells.
func viewLine(v games.View) string {
	texts := []string{" " + textLine(v.Title), textLine(v.Prompt)}
	for _, line := range v.Lines {
		texts = append(texts, textLine(line))
	}
	s := strings.Join(texts, ", ")
	if len(v.Cells) == 0 {
		return s + "\n"
	}
	s += fmt.Sprintf("; %d×%d", v.W, v.H)
	for _, c := range v.Cells {
		s += fmt.Sprintf(" %s/%d/%d", c.Glyph, c.Seat, c.Mark)
	}
	return s + "\n"
}

// textLine returns the key, number and arguments of a text.
func textLine(t games.Text) string {
	s := t.Key
	if t.N != 0 {
		s += " " + strconv.Itoa(t.N)
	}
	if len(t.Args) > 0 {
		s += "(" + strings.Join(t.Args, " ") + ")"
	}
	return s
}
