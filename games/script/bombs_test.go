package script_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/script"
)

// Each file of testdata/bombs begins with what refuses it, a key under "rule.file.".
func TestABombIsRefusedByItsRuleAndTakesLittleMemory(t *testing.T) {
	files, err := filepath.Glob("testdata/bombs/*.star")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d bombs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".star"), func(t *testing.T) { bomb(t, source(t, file)) })
	}
}

// The interpreter keeps a table of places, which grows with the distance from one to the
// next: guards must not stand far from what they guard.
func TestALongLineTakesLittleMemory(t *testing.T) {
	for name, text := range map[string]string{
		"methods":   "# without:\n''" + strings.Repeat(".a", 30_000),
		"slices":    "# error:\n7" + strings.Repeat("[:]", 20_000),
		"operators": "# each:\nx = 1\nlen(x" + strings.Repeat("*x", 20_000) + ")",
	} {
		t.Run(name, func(t *testing.T) { bomb(t, text) })
	}
}

// bomb plays a file that begins with the key of the rule which refuses it.
func bomb(t *testing.T, text string) {
	const most = 64 << 20
	first, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), ":")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := explode(text)
	runtime.ReadMemStats(&after)
	if key, _, _ := strings.Cut(strings.TrimPrefix(got, "rule.file."), " "); key != first {
		t.Errorf("got %q, want %s", got, first)
	}
	if !strings.Contains(got, "bomb.star:") {
		t.Errorf("%q has no place", got)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("%d MB were allocated", n>>20)
	}
}

// explode plays a file until it is refused, and returns how.
func explode(text string) string {
	r, err := script.Compile("bomb", text)
	if err != nil {
		return refusal(err)
	}
	s, err := r.New(games.Setup{Seats: 2})
	for range 60 {
		if err != nil {
			return refusal(err)
		}
		if lines := s.View(1).Lines; len(lines) > 0 && strings.HasPrefix(lines[0].Key, "rule.file.") {
			return lines[0].Key + " " + strings.Join(lines[0].Args, " ")
		}
		s, err = s.Apply("go")
	}
	return "not at all"
}

func refusal(err error) string {
	var e script.Error
	var illegal games.Illegal
	switch {
	case errors.As(err, &e):
		return e.Text.Key + " " + strings.Join(e.Text.Args, " ")
	case errors.As(err, &illegal):
		return illegal.Rule.Key + " " + strings.Join(illegal.Rule.Args, " ")
	}
	return err.Error()
}
