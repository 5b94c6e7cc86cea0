package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/history"
)

func TestWhatGuestsBringIsBounded(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Players: "Аня\n"})
	before := dump(t, s)
	end := func(facts int) string {
		return fmt.Sprintf(`{"seq":%d,"ms":%d,"kind":"ended"}`+"\n", facts, facts*512)
	}
	backup := func(parts string) string { return `{"kind":"backup","version":1}` + "\n" + parts + `{"kind":"end"}` }
	for _, c := range []struct {
		name string
		kind history.Kind
		text string
		want error
	}{
		{"a record that is too long", history.KindRecord, lines(1, mostFacts) + end(mostFacts+1), ErrLarge},
		{"an open one", history.KindRecord, lines(1, mostOpenFacts+1), ErrLarge},
		{"a record of blanks", history.KindRecord, lines(1, 2) + strings.Repeat("\n", mostFacts), ErrLarge},
		{"a record of long lines", history.KindRecord, lines(1, 2) + strings.Repeat(strings.Repeat(" ", 60_000)+"\n", 150), ErrLarge},
		{"settings", history.KindBackup, backup(settingsOf(18)), ErrLarge},
	} {
		_, err := s.Look(t.Context(), c.kind, strings.NewReader(c.text))
		if !errors.Is(err, c.want) {
			t.Errorf("%s: looked at: %v, want %v", c.name, err, c.want)
		}
		if _, err := s.Take(t.Context(), c.kind, strings.NewReader(c.text)); !errors.Is(err, c.want) {
			t.Errorf("%s: taken: %v, want %v", c.name, err, c.want)
		}
	}
	if _, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader(manyNames(MostPlayers+1))); err == nil {
		t.Error("too many names were taken")
	}
	if _, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader(manyNames(MostPlayers))); !errors.Is(err, ErrLarge) {
		t.Errorf("one name too many: %v, want ErrLarge", err)
	}
	if got := dump(t, s); got != before {
		t.Errorf("left\n%.1000s", got)
	}
	if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(lines(1, mostFacts-1)+end(mostFacts))); err != nil {
		t.Errorf("the longest record: %v", err)
	}
}

// settingsOf are so many settings of 60,000 bytes.
func settingsOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"kind":"setting","key":"k%d","value":"%s"}`+"\n", i, strings.Repeat("x", 60_000))
	}
	return b.String()
}

func TestSoManyMatchesMayBeOpenForAnotherToBeImported(t *testing.T) {
	s := opened(t, t.TempDir())
	for n := range MostOpen {
		text := started("Аня", fmt.Sprint("Боря ", n)) + lines(2, 2)
		if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	before := dump(t, s)
	one := started("Аня", "Вера") + lines(2, 2)
	if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(one)); !errors.Is(err, ErrTooManyOpen) {
		t.Errorf("one more: %v, want ErrMany", err)
	}
	if got := dump(t, s); got != before {
		t.Errorf("left\n%.1000s", got)
	}
	keep(t, s, spelled{Match: "own", First: 1, Lines: lines(1, 2)}) // the table isn't stopped
	if got := load(t, s).Open; len(got) != MostOpen || got[0].Match != "own" {
		t.Errorf("%d are listed, %s first", len(got), got[0].Match)
	}
	text := `{"kind":"backup","version":1}` + "\n" + `{"kind":"match","id":"x","facts":2}` + "\n" + lines(1, 2) + `{"kind":"end","matches":1,"facts":2}`
	if n, _ := restore(t, s, text); n != 1 {
		t.Errorf("of a backup %d were added, want 1", n)
	}
	over := one + `{"seq":3,"ms":2000,"kind":"ended"}`
	if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(over)); err != nil {
		t.Errorf("one that is over: %v", err)
	}
}

func TestALongMatchOfABackupIsCountedBeforeItIsAllowedAndFoldedThen(t *testing.T) {
	s := opened(t, t.TempDir())
	const facts = mostFacts + 1
	text := fmt.Sprintf(`{"kind":"backup","version":1}`+"\n"+`{"kind":"match","id":"x","over":true,"facts":%d}`+"\n", facts) +
		strings.Replace(lines(1, facts), "dice red white", "dice", 1) + fmt.Sprintf(`{"kind":"end","matches":1,"facts":%d}`, facts)
	if p, err := s.Look(t.Context(), history.KindBackup, strings.NewReader(text)); err != nil || p.Matches != 1 || p.Open != 0 {
		t.Errorf("looked at: %+v, %v", p, err)
	}
	wrong := (*BackupError)(nil)
	if _, err := s.Take(t.Context(), history.KindBackup, strings.NewReader(text)); !errors.As(err, &wrong) || wrong.Line != 4 {
		t.Errorf("taken: %v, want what is wrong with line 4", err)
	}
}

func TestTheListOfPlayersHasThoseSeatedLatest(t *testing.T) {
	s := opened(t, t.TempDir())
	if _, err := s.Take(t.Context(), history.KindPlayers, strings.NewReader(manyNames(600))); err != nil {
		t.Fatal(err)
	}
	keep(t, s, spelled{Players: "Аня\n"})
	if got := load(t, s).Players; len(got) != mostListedPlayers || got[0] != "Аня" || got[1] != "Имя 599" {
		t.Errorf("%d names: %.60v", len(got), got)
	}
}
