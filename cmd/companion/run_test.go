package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

const mice = `{"kind":"started","game":"mice","seats":["Аня","Боря"]}`

func TestTheExitCodeTellsAWrongRecordFromAWrongCommandLine(t *testing.T) {
	for _, c := range []struct {
		args string
		want int
	}{
		{"replay -", 0},
		{"help", 0},
		{"replay -h", 0},
		{"replay nowhere.jsonl", 1},
		{"verify -", 0},
		{"roll 3x6", 1},
		{"roll 3d6 -n 0 -stats=maybe", 2},
		{"roll 3d6 -n 0", 2},
		{"roll 3d6 -n 1000001", 2},
		{"roll 3d6 -n two", 2},
		{"roll 3d6 -n 2", 0},
		{"roll d1000*9999*99 -n 5 -stats", 0},
		{"", 2},
		{"reply -", 2},
		{"replay", 2},
		{"perft - deep", 2},
		{"replay - -long", 2},
	} {
		var out, errs bytes.Buffer
		got := run(t.Context(), strings.Fields(c.args), strings.NewReader(mice), &out, &errs)
		if got != c.want || (got == 0) != (errs.Len() == 0) {
			t.Errorf("companion %s: exit code %d, want %d; it said %s", c.args, got, c.want, &errs)
		}
	}
}

func TestAnInterruptEndsTheLongCommands(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range []string{"perft - 40", "perft - 40 --divide", "roll 100d6 -n 1000000", "roll 100d6 -n 1000000 -stats"} {
		var out, errs bytes.Buffer
		if code := run(ctx, strings.Fields(args), strings.NewReader(mice), &out, &errs); code != 1 {
			t.Errorf("companion %s: exit code %d, want 1", args, code)
		}
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAnOutputThatCantBeWrittenIsAnError(t *testing.T) {
	for _, args := range []string{"replay -", "legal -", "perft - 2", "verify -", "roll 3d6", "help"} {
		var errs bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), strings.NewReader(mice), full{}, &errs); code != 1 || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("companion %s: exit code %d, said %q", args, code, &errs)
		}
	}
}
