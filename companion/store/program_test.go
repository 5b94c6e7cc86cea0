package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/history"
	"tabletop/games"
)

// programmed is the game of rolls in a file.
type programmed struct {
	rolls
	name, program string
}

func (p programmed) Name() string    { return p.name }
func (p programmed) Program() string { return p.program }

// programs knows every program, and tries those from elsewhere: "bomb" is none.
func programs(tried *[]string) games.Catalogue {
	c := rolling
	c.Read = func(name, program string) (games.Rules, error) { return programmed{name: name, program: program}, nil }
	c.Try = func(name, program string) (games.Rules, error) {
		*tried = append(*tried, program)
		if program == "bomb" {
			return nil, errors.New("dice.star eats all memory")
		}
		return programmed{name: name, program: program}, nil
	}
	return c
}

// recordBy is a record that is played by a program.
func recordBy(program string) string {
	return fmt.Sprintf(`{"seq":1,"ms":0,"kind":"started","game":"file/dice","program":%q,"seats":["A","B"]}`+"\n", program)
}

func TestAProgramFromElsewhereIsTriedBeforeAnythingIsKept(t *testing.T) {
	var tried []string
	s := opened(t, t.TempDir())
	s.games = programs(&tried)
	p, err := s.Look(t.Context(), history.KindRecord, strings.NewReader(recordBy("good")))
	if err != nil || p.Games != 1 || p.Game != "dice" || len(tried) == 0 {
		t.Errorf("looked at: %+v, %v; tried %q", p, err, tried)
	}
	for _, look := range []bool{true, false} {
		_, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(recordBy("bomb")))
		if look {
			_, err = s.Look(t.Context(), history.KindRecord, strings.NewReader(recordBy("bomb")))
		}
		if err == nil || !strings.Contains(err.Error(), "dice.star eats all memory") {
			t.Errorf("a bomb: %v", err)
		}
	}
	if got := dump(t, s); strings.Contains(got, "bomb") {
		t.Errorf("kept:\n%s", got)
	}
}

func TestWhatTheDiskHasIsReadByItsProgramUntried(t *testing.T) {
	var tried []string
	s := opened(t, t.TempDir())
	s.games = programs(&tried)
	if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(recordBy("good"))); err != nil {
		t.Fatal(err)
	}
	tried = nil
	entries, err := s.List(t.Context(), 0, 10)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	e, err := s.Record(t.Context(), entries[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	mt, err := e.Match(s.games)
	if err != nil || games.Program(mt.Rules()) != "good" || len(tried) > 0 {
		t.Errorf("%v, by %T, tried %q", err, mt.Rules(), tried)
	}
}
