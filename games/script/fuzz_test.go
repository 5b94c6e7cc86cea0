package script_test

import (
	"errors"
	"path/filepath"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// FuzzCompile reads anything as a file: it is a game that begins, or says what is wrong.
func FuzzCompile(f *testing.F) {
	files, err := filepath.Glob("testdata/bombs/*.star")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, "testdata/darts.star", "testdata/highest.star") {
		f.Add(source(f, file))
	}
	f.Add(script.Sample("sample"))
	f.Add(trial("", ""))
	f.Add(oneLanguage(`"Проба"`, `"Игра"`, inRussian))
	f.Add(explained(`topic("aim", {"ru": "Да", "en": "Yes"}, title = "Aim"), topic("gain", "Take.", explains = ["gain", "rule.legal"], when = {"seats": [2]}, after = True)`))
	for _, text := range twelveFiles {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := script.Compile("fuzz", text)
		var e script.Error
		if err != nil {
			if !errors.As(err, &e) || e.Error() == "" || e.In("ru") == "" {
				t.Fatalf("%v is no error of a file", err)
			}
			return
		}
		least, _ := r.Seats()
		s, err := r.New(games.Setup{Seats: least})
		if err != nil {
			if !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("New: %v", err)
			}
			return
		}
		for seat := games.Nobody; int(seat) <= least; seat++ {
			s.View(seat)
		}
		games.Moments(s)
		games.Steps(s)
		games.Topics(r, games.Setup{Seats: least})
		s.Fixes()
		for _, c := range s.Legal() {
			if _, err := s.Apply(c.At(0)); err != nil && !errors.Is(err, games.ErrIllegal) {
				t.Fatalf("%q: %v", c.Says, err)
			}
		}
	})
}

// FuzzRules decides anything in a game of a file.
func FuzzRules(f *testing.F) {
	r := compiled(f, "highest", source(f, "testdata/highest.star"))
	gamestest.FuzzApply(f, r, games.Setup{Seats: 2}, "card red-1", "play blue-6", "score 1 9", "skip 1", "turn 2", "play \x00")
}

// FuzzParse reads anything as a position of a game of a file.
func FuzzParse(f *testing.F) {
	gamestest.FuzzParse(f, compiled(f, "mice", source(f, miceFile)), games.Setup{Seats: 2})
}
