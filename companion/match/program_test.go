package match

import (
	"errors"
	"strings"
	"testing"

	"tabletop/games"
)

// filed is the game toss in a file, whose program is what it is called.
type filed struct {
	toss
	name, program string
}

func (f filed) Name() string    { return f.name }
func (f filed) Program() string { return f.program }

// inFiles knows every program but "broken".
var inFiles = games.Catalogue{
	Games: []games.Rules{toss{}, filed{name: "file/coin", program: "new"}},
	Read: func(name, program string) (games.Rules, error) {
		if program == "broken" {
			return nil, errors.New("coin.star:3:7: there is no such name")
		}
		return filed{name: name, program: program}, nil
	},
}

func TestARecordReplaysByTheProgramItCarries(t *testing.T) {
	for _, program := range []string{"new", "old", "def f():\n\treturn \"ё\\\\\"\n", strings.Repeat("\n", MostProgram)} {
		m := must(Begin(inFiles, Fact{Kind: Started, Game: "file/coin", Program: program, Seats: []string{"Аня", "Боря"}}))
		m = must(m.Decide(Stamp{}, "take 2", ""))
		back, err := Read(strings.NewReader(m.Since(0)), "r", inFiles)
		if err != nil || back.Since(0) != m.Since(0) || games.Program(back.Rules()) != program {
			t.Errorf("%.40q: %v, by the program %.40q", program, err, games.Program(back.Rules()))
		}
	}
}

func TestAProgramThatCantBeIsRefused(t *testing.T) {
	for _, tt := range []struct{ game, program, want string }{
		{"toss", "new", `called "file/NAME", not to "toss"`},
		{"file/coin", strings.Repeat("x", MostProgram+1), "at most 65536 bytes"},
		{"file/coin", "a\rb", "control character"},
		{"file/coin", "a\x00b", "control character"},
		{"file/coin", "\xff", "UTF-8"},
		{"file/coin", "broken", "coin.star:3:7"},
		{"file/coin", "", "unknown game"},
		{"file/none", "", "unknown game"},
	} {
		_, err := Begin(inFiles, Fact{Kind: Started, Game: tt.game, Program: tt.program, Seats: []string{"a"}})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s, %.20q: %v, want %s", tt.game, tt.program, err, tt.want)
		}
	}
	if _, err := Begin(games.Of(toss{}), Fact{Kind: Started, Game: "file/coin", Program: "new", Seats: []string{"a"}}); !errors.Is(err, games.ErrUnknown) {
		t.Errorf("where no program is known: %v, want games.ErrUnknown", err)
	}
	m := must(Begin(inFiles, Fact{Kind: Started, Game: "toss", Seats: []string{"a"}}))
	if _, err := m.Fold(Fact{Kind: Ended, Program: "new"}); err == nil {
		t.Error("a fact that starts nothing has a program")
	}
}

func TestOnlyTheFirstLineMayBeLongerThanOthers(t *testing.T) {
	line := `{"kind":"started","game":"file/coin","program":"` + strings.Repeat("x", MostProgram) + `","seats":["a"]}` + "\n"
	if _, err := Read(strings.NewReader("\n"+line), "r", inFiles); err != nil {
		t.Error(err)
	}
	if _, err := Read(strings.NewReader(line+line), "r", inFiles); err == nil || !strings.Contains(err.Error(), "r:2: a line has at most 65536 bytes") {
		t.Errorf("twice: %v", err)
	}
}
