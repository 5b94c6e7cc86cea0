package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/companion/history"
)

// started is a first line with these seats.
func started(names ...string) string {
	return fmt.Sprintf(`{"seq":1,"at":"2026-11-21T15:30:00Z","ms":0,"kind":"started","game":"mice","seats":["%s"]}`+"\n", strings.Join(names, `","`))
}

// keepNames keeps an ended match of these names.
func keepNames(t testing.TB, s *Store, id string, names ...string) {
	t.Helper()
	keep(t, s, spelled{
		Match: id, First: 1, Lines: started(names...) + lines(2, 3), Secret: secretA, Over: true,
		Summary: summary(names...), Players: strings.Join(names, "\n") + "\n",
	})
}

func TestAnErasedMatchLeavesNothingBehind(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	before := dump(t, s)
	keepNames(t, s, "b", "Аня", "Боря")
	if err := s.Erase(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, s); got != before {
		t.Errorf("left\n%swant\n%s", got, before)
	}
}

func TestALongMatchIsErasedAtOnceAndSweptOutInSmallSteps(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	before := dump(t, s)
	keep(t, s, spelled{Match: "long", First: 1, Lines: lines(1, 2000), Secret: secretB, Over: true})
	steps := 0
	s.step = func(name string) {
		if name != "return" {
			return
		}
		s.mu.Unlock() // a step is done
		defer s.mu.Lock()
		if steps++; len(list(t, s)) != 1 {
			t.Errorf("after %d steps it is still there", steps)
		}
	}
	if err := s.Erase(t.Context(), "long"); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, s); got != before || steps < 8 {
		t.Errorf("after %d steps left\n%.1000s", steps, got)
	}
}

func TestOnlyEndedMatchesAreErased(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "open", First: 1, Lines: lines(1, 2)})
	before, session := dump(t, s), s.session
	if err := s.Erase(t.Context(), "open"); !errors.Is(err, ErrOpen) {
		t.Errorf("an open one: %v, want ErrOpen", err)
	}
	if err := s.Erase(t.Context(), "none"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("none at all: %v, want ErrUnknown and its id", err)
	}
	if got := dump(t, s); got != before {
		t.Errorf("changed to\n%sfrom\n%s", got, before)
	}
	if s.session != session {
		t.Error("a refusal has closed the database")
	}
	keep(t, s, spelled{Match: "open", First: 3, Lines: lines(3, 3)})
}

func TestAnErasedPlayerIsForgottenAndKeptInMatches(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	if err := s.ErasePlayer(t.Context(), "Аня"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(load(t, s).Players); got != "[Боря]" {
		t.Errorf("players %s, want Боря alone", got)
	}
	if got := record(t, s, "a"); !strings.Contains(got.Lines, "Аня") || !strings.Contains(got.Summary, "Аня") {
		t.Errorf("the match has lost the name: %+v", got)
	}
	if err := s.ErasePlayer(t.Context(), "Аня"); !errors.Is(err, ErrUnknown) {
		t.Errorf("once more: %v, want ErrUnknown", err)
	}
}

func TestManyPlayersAreErasedInOneActBetweenWhoseStepsOthersWrite(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Players: "Аня\n" + manyNames(2000)})
	steps := 0
	s.step = func(name string) {
		if name == begin.name {
			steps++
		}
	}
	names := append(strings.Split(strings.TrimSpace(manyNames(2000)), "\n"), "Никто")
	if err := s.ErasePlayers(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(load(t, s).Players); got != "[Аня]" || steps != 8 {
		t.Errorf("left are %.200s after %d steps, want Аня after 8", got, steps)
	}
	if err := s.ErasePlayers(t.Context(), names); !errors.Is(err, ErrUnknown) {
		t.Errorf("once more: %v, want ErrUnknown", err)
	}
}

func TestANewNameStandsEverywhere(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keepNames(t, s, "b", "Вера", "Аня")
	keepNames(t, s, "c", "Боря", "Вера")
	if err := s.Rename(t.Context(), "Аня", "Анна-Мария"); !errors.Is(err, nil) {
		t.Fatal(err)
	}
	for id, names := range map[string][]string{"a": {"Анна-Мария", "Боря"}, "b": {"Вера", "Анна-Мария"}, "c": {"Боря", "Вера"}} {
		got := record(t, s, id)
		if want := started(names...) + lines(2, 3); got.Lines != want || got.Summary != summary(names...) {
			t.Errorf("%s: got %+v\nwant %s%s", id, got, want, summary(names...))
		}
	}
	e := load(t, s)
	if got := fmt.Sprint(e.Players, e.Firsts); got != "[Вера Боря Анна-Мария] map[Анна-Мария:1 Боря:1 Вера:1]" {
		t.Errorf("players and who began: %s", got)
	}
}

func TestTwoNamesOfOnePersonBecomeOne(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keepNames(t, s, "b", "Анюта", "Боря")
	if err := s.Rename(t.Context(), "Анюта", "Аня"); err != nil {
		t.Fatal(err)
	}
	e := load(t, s)
	if got := fmt.Sprint(e.Players, e.Firsts); got != "[Боря Аня] map[Аня:2]" {
		t.Errorf("players and who began: %s", got)
	}
}

func TestARefusedNameChangesNothing(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keepNames(t, s, "b", "Вера", "Гоша")
	keep(t, s, spelled{Match: "open", First: 1, Lines: started("Вера", "Даня"), Players: "Вера\nДаня\n"})
	before := dump(t, s)
	for _, c := range []struct {
		old, name string
		want      error
	}{
		{"Аня", "Боря", ErrClash},
		{"Вера", "Гоша", ErrClash},
		{"Вера", "Ева", ErrOpen},
		{"Никто", "Ева", ErrUnknown},
		{"Аня", "", ErrName},
		{"Аня", "<b>", ErrName},
		{"Аня", "=1+1", ErrName},
		{"Аня", strings.Repeat("ю", 17), ErrName},
		{"Аня", "a\nb", ErrName},
	} {
		err := s.Rename(t.Context(), c.old, c.name)
		if e := (*Error)(nil); !errors.Is(err, c.want) || !errors.As(err, &e) {
			t.Errorf("%q to %q: %v, want %v", c.old, c.name, err, c.want)
		}
	}
	if err := s.Rename(t.Context(), "Аня", "Аня"); err != nil {
		t.Errorf("to the same: %v", err)
	}
	if got := dump(t, s); got != before {
		t.Errorf("changed to\n%sfrom\n%s", got, before)
	}
}

func TestANameIsRewrittenOnlyWhereFactsSayWhoSits(t *testing.T) {
	s := opened(t, t.TempDir())
	text := started("Аня", "Боря") +
		`{"seq":2,"ms":0,"kind":"stirred","says":"\"seats\":[\"Аня\"]"}` + "\n" +
		`{"seq":3,"ms":0,"kind":"ruled","says":"turn 2","why":"Аня ушла"}` + "\n"
	keep(t, s, spelled{Match: "a", First: 1, Lines: text, Over: true})
	if err := s.Rename(t.Context(), "Аня", "Ева"); err != nil {
		t.Fatal(err)
	}
	if got, want := record(t, s, "a").Lines, strings.Replace(text, `"Аня"`, `"Ева"`, 1); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestAFullDiskUndoesAnEdit(t *testing.T) {
	t.Parallel()
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	before := dump(t, s)
	for what, edit := range map[string]func() error{
		"import": func() error {
			return takes(history.KindRecord, started("Аня", "Боря")+lines(2, 2000))(s)
		},
		"restore": func() error { return takes(history.KindBackup, longBackup())(s) },
	} {
		for pragma, want := range map[string]error{"max_page_count = 1": ErrFull, "query_only = ON": ErrReadOnly} {
			if _, err := s.session.conn.ExecContext(t.Context(), "PRAGMA "+pragma); err != nil {
				t.Fatal(err)
			}
			err := edit()
			if !errors.Is(err, want) {
				t.Errorf("%s with %s: %v, want %v", what, pragma, err, want)
			}
			load(t, s)
			if got := dump(t, s); got != before {
				t.Errorf("%s with %s left\n%.2000s", what, pragma, got)
			}
		}
		if err := edit(); err != nil {
			t.Errorf("%s once there is room: %v", what, err)
		}
		before = dump(t, s)
	}
}
