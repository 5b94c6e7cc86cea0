package catalogue

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/companion/match"
)

// started is the first line of a record of a game of so many.
func started(game string, seats int) string {
	names := make([]string, seats)
	for i := range names {
		names[i] = fmt.Sprintf("%q", fmt.Sprintf("Игрок %d", i+1))
	}
	return fmt.Sprintf(`{"seq":1,"ms":0,"kind":"started","game":%q,"seats":[%s]}`, game, strings.Join(names, ",")) + "\n"
}

func TestARecordOfMoreThanMayPlayIsRefused(t *testing.T) {
	for _, tt := range []struct {
		game  string
		seats int
		fits  bool
	}{
		{"table", 8, true},
		{"table", 9, true},
		{"table", 12, true},
		{"table", 13, false},
		{"table", 127, false},
		{"table", 128, false},
		{"table", 255, false},
		{"table", 4096, false},
		{"score", 8, true},
		{"score", 9, false},
		{"score", 12, false},
		{"score", 255, false},
	} {
		m, err := match.Read(strings.NewReader(started(tt.game, tt.seats)), "r", Games())
		if (err == nil) != tt.fits || err != nil && !m.IsZero() {
			t.Errorf("%s of %d: %v", tt.game, tt.seats, err)
		}
	}
}

func TestARecordOfTwelveWithASeatThatNobodyHasIsRefused(t *testing.T) {
	file := filepath.Join(records, "v1", "table-twelve.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"seat":12,"says":"Ян"`:        `"seat":13,"says":"Ян"`,
		`"seat":12,"says":"roll"`:      `"seat":255,"says":"roll"`,
		`"says":"swap 1 12"`:           `"says":"swap 1 13"`,
		`"says":"turn 11"`:             `"says":"turn 255"`,
		`"says":"out 9"`:               `"says":"out 13"`,
		`"says":"score 6 11"`:          `"says":"score 60 11"`,
		`"says":"draw 8"`:              `"says":"draw 13"`,
		`"Zoë","Игрок 12"]`:            `"Zoë","Игрок 12","Игрок 13"]`,
		`"Zoë","Игрок 12"],"options":`: `"Zoë"],"options":`,
	} {
		damaged := strings.Replace(string(text), from, to, 1)
		if damaged == string(text) {
			t.Fatalf("the record has no %s", from)
		}
		if _, err := match.Read(strings.NewReader(damaged), "r", Games()); err == nil {
			t.Errorf("%s instead of %s is read", to, from)
		}
	}
}

func FuzzRecordOfTwelve(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(records, "v1", "table-twelve.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(text), started("table", 12), started("table", 13), started("table", 255) + `{"kind":"decided","seat":200,"says":"done"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := match.Read(strings.NewReader(text), "r", Games())
		if err != nil {
			return
		}
		back, err := match.Read(strings.NewReader(m.Since(0)), "r", Games())
		if err != nil || back.State().String() != m.State().String() {
			t.Fatalf("%v\n%s", err, m.Since(0))
		}
	})
}
