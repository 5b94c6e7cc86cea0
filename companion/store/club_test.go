package store

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
)

// untold are the ids of what the club isn't told.
func untold(t *testing.T, s *Store) (ids []string) {
	t.Helper()
	all, err := s.Unpublished(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestTheClubIsToldEachEndedMatchOnce(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keep(t, s, spelled{Match: "open", First: 1, Lines: lines(1, 2)})
	keepNames(t, s, "b", "Вера", "Гоша")
	all, err := s.Unpublished(t.Context(), 10)
	if err != nil || len(all) != 2 || all[0].ID != "a" || all[1].ID != "b" {
		t.Fatalf("%+v, %v", all, err)
	}
	if want := started("Аня", "Боря") + lines(2, 3); all[0].Lines != want {
		t.Errorf("got %q\nwant %q", all[0].Lines, want)
	}
	told(t, s, all[0])
	if got := untold(t, s); !slices.Equal(got, []string{"b"}) {
		t.Errorf("after a was told there are %v", got)
	}
	keep(t, s, spelled{Match: "a", First: 4, Lines: lines(4, 4), Over: true})
	if got := untold(t, s); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("after a went on there are %v", got)
	}
	if some, err := s.Unpublished(t.Context(), 1); err != nil || len(some) != 1 {
		t.Errorf("of two at most one: %v, %v", some, err)
	}
}

func told(t *testing.T, s *Store, r Report) {
	t.Helper()
	if err := s.MarkPublished(t.Context(), r.ID, r.Head); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsErasedMeanwhileIsNoErrorAndARenamedMatchIsToldAnew(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keepNames(t, s, "b", "Вера", "Гоша")
	all, err := s.Unpublished(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Erase(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	told(t, s, all[0])
	told(t, s, all[1])
	if got := untold(t, s); got != nil {
		t.Errorf("untold are %v", got)
	}
	if err := s.Rename(t.Context(), "Аня", "Анна"); err != nil {
		t.Fatal(err)
	}
	if got := untold(t, s); !slices.Equal(got, []string{"a"}) {
		t.Errorf("after a new name untold are %v", got)
	}
}

func TestTheMatchesOfANameAreToldAnew(t *testing.T) {
	s := opened(t, t.TempDir())
	keepNames(t, s, "a", "Аня", "Боря")
	keepNames(t, s, "b", "Вера", "Гоша")
	keepNames(t, s, "c", "Аняня", "Гоша")
	keep(t, s, spelled{Match: "c", First: 4, Lines: `{"seq":4,"ms":1,"kind":"seated","seat":1,"says":"Боря"}` + "\n", Over: true})
	all, err := s.Unpublished(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		told(t, s, r)
	}
	if err := s.Republish(t.Context(), []string{"Аня"}); err != nil {
		t.Fatal(err)
	}
	if got := untold(t, s); !slices.Equal(got, []string{"a"}) {
		t.Errorf("those of Аня are %v", got)
	}
	if err := s.Republish(t.Context(), []string{"Боря"}); err != nil {
		t.Fatal(err)
	}
	if got := untold(t, s); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("with those of Боря they are %v", got)
	}
}

func TestWhoWasNamedIsNotedUntilTheClubHasForgotten(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	names := map[string]string{"Аня": "1", "Боря": "2"}
	if err := s.Name(t.Context(), names); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if got, err := s.Named(t.Context()); err != nil || !maps.Equal(got, names) {
		t.Errorf("%v, %v", got, err)
	}
	if err := s.Forget(t.Context(), []string{"Аня", "nobody"}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Named(t.Context()); err != nil || !maps.Equal(got, map[string]string{"Боря": "2"}) {
		t.Errorf("left are %v, %v", got, err)
	}
}

func TestTheClubsKeyStaysAndIsInNoBackup(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	first, err := s.ClubSeed(t.Context())
	if err != nil || first == [SeedBytes]byte{} {
		t.Fatalf("%x, %v", first, err)
	}
	var backup strings.Builder
	if err := s.Backup(t.Context(), &backup); err != nil || strings.Contains(backup.String(), "club") {
		t.Errorf("the backup is %q, %v", backup.String(), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if again, err := s.ClubSeed(t.Context()); err != nil || again != first {
		t.Errorf("now it is %x, %v", again, err)
	}
	keep(t, s, spelled{Settings: clubKey + "\tabc\n"})
	if _, err := s.ClubSeed(t.Context()); err == nil || !strings.Contains(err.Error(), clubKey) {
		t.Errorf("a seed that is none: %v", err)
	}
	if !companion.Private(clubKey) {
		t.Error("a backup would have it")
	}
}

// tool is what is no game.
type tool struct{ rolls }

func (tool) Name() string { return "cup" }
func (tool) Tool() bool   { return true }

func TestTheClubIsNotToldOfTools(t *testing.T) {
	s := opened(t, t.TempDir(), rolls{}, tool{})
	cup := strings.Replace(started("Аня", "Боря"), `"mice"`, `"cup"`, 1)
	keep(t, s, spelled{Match: "cups", First: 1, Lines: cup + lines(2, 3), Secret: secretA, Over: true})
	keepNames(t, s, "mice", "Аня", "Боря")
	if got := untold(t, s); !slices.Equal(got, []string{"mice"}) {
		t.Errorf("to be told are %v", got)
	}
}

func TestThePrefixesOfAHouseAreStoredAndPrivate(t *testing.T) {
	s := opened(t, t.TempDir())
	if got, known, err := s.Houses(t.Context()); got != nil || known || err != nil {
		t.Errorf("before: %q, %v, %v", got, known, err)
	}
	for _, want := range [][]string{{"homeassistant", "a/b"}, {}} {
		if err := s.SetHouses(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if got, known, err := s.Houses(t.Context()); !slices.Equal(got, want) || !known || err != nil {
			t.Errorf("%q: %q, %v, %v", want, got, known, err)
		}
	}
	if !companion.Private(houseKey) {
		t.Error("a backup has the prefixes")
	}
}
