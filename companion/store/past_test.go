package store

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/companion/history"
	"tabletop/games"
	"tabletop/games/mice"
	"tabletop/games/past"
)

// entered is the record of a past play.
func entered(at, names, options string) string {
	return fmt.Sprintf(`{"at":%q,"kind":"started","game":"past","seats":[%s],"options":{%s}}`+"\n"+`{"ms":600000,"kind":"ended"}`+"\n", at, names, options)
}

// gathered is a disk with two played matches and three past plays, entered in any order.
func gathered(t *testing.T) *Store {
	t.Helper()
	all := games.Of(mice.Rules{})
	all.Hidden = []games.Rules{past.Rules{}}
	s, err := Open(t.TempDir(), evening, all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, record := range []string{
		`{"at":"2026-03-01T19:00:00Z","kind":"started","game":"mice","seats":["Аня","Боря"]}` + "\n" + `{"kind":"ended"}`,
		`{"at":"1970-01-01T00:00:09Z","kind":"started","game":"mice","seats":["Аня","Вера"]}` + "\n" + `{"kind":"ended"}`,
		`{"at":"2026-05-01T19:00:00Z","kind":"started","game":"mice","seats":["Боря","Вера"]}` + "\n" + `{"kind":"ended"}`,
		entered("2026-06-01T12:00:00Z", `"Аня","Боря"`, `"title":"Catan","scores":"10 8","won":"1"`),
		entered("2019-12-31T23:00:00+03:00", `"Вера","Боря"`, `"game":"mice","won":"2","time":"no","place":"Дача","note":"Гроза"`),
		entered("2026-04-01T12:00:00Z", `"Вера","Боря"`, `"game":"mice","scores":"1 2","won":"2","lowest":"no"`),
	} {
		if _, err := s.Take(t.Context(), history.KindRecord, strings.NewReader(record)); err != nil {
			t.Fatalf("%s: %v", record, err)
		}
	}
	return s
}

// dates are the starts of all matches, the earliest place first.
func dates(t *testing.T, s *Store) (all []string) {
	t.Helper()
	list, err := s.List(t.Context(), 0, 99)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range slices.Backward(list) {
		item, err := e.Item(games.Of(mice.Rules{}))
		if err != nil || item.Open || item.Tool {
			t.Fatalf("%+v, %v", item, err)
		}
		all = append(all, strings.TrimSuffix(fmt.Sprintf("%.10s %s", item.Summary.Start, map[bool]string{true: "past"}[item.Summary.Past]), " "))
	}
	return all
}

func TestAPastPlayHasItsPlaceByItsDateAndTheClubIsNotToldOfIt(t *testing.T) {
	s := gathered(t)
	want := []string{"2019-12-31 past", "2026-03-01", "", "2026-04-01 past", "2026-05-01", "2026-06-01 past"}
	if got := dates(t, s); !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
	if got := untold(t, s); len(got) != 3 {
		t.Errorf("the club is told of %d matches, want 3", len(got))
	}
	var b bytes.Buffer
	if err := s.Backup(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	again := openedWith(t, s.games)
	if p, err := again.Take(context.Background(), history.KindBackup, &b); err != nil || p.Matches != 6 {
		t.Fatalf("restored %+v, %v", p, err)
	}
	if got := dates(t, again); !slices.Equal(got, want) {
		t.Errorf("restored the order is %q, want %q", got, want)
	}
}

func openedWith(t *testing.T, all games.Catalogue) *Store {
	t.Helper()
	s, err := Open(t.TempDir(), evening, all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestAPastPlayIsRenamedAndErasedAsAnyMatch(t *testing.T) {
	s := gathered(t)
	if err := s.Rename(t.Context(), "Вера", "Вероника"); err != nil {
		t.Fatal(err)
	}
	list, err := s.List(t.Context(), 0, 99)
	if err != nil {
		t.Fatal(err)
	}
	oldest := list[len(list)-1]
	sum, err := history.Parse(oldest.Summary)
	if err != nil || !slices.Equal(sum.Names, []string{"Вероника", "Боря"}) || sum.Place != "Дача" || sum.Note != "Гроза" || !sum.Day || sum.MS != 600_000 || sum.Game != "mice" || fmt.Sprint(sum.Won) != "[2]" {
		t.Fatalf("%+v, %v", sum, err)
	}
	e, err := s.Record(t.Context(), oldest.ID)
	if err != nil {
		t.Fatal(err)
	}
	if mt, err := e.Match(s.games); err != nil || history.Summarize(mt).String() != oldest.Summary {
		t.Errorf("computed anew the summary is another: %v", err)
	}
	if err := s.Erase(t.Context(), oldest.ID); err != nil {
		t.Fatal(err)
	}
	if got := dates(t, s); len(got) != 5 || got[0] != "2026-03-01" {
		t.Errorf("left are %q", got)
	}
}

func TestAnExportOfBGStatsIsTakenOnceHoweverOftenItComes(t *testing.T) {
	s := gathered(t)
	const export = `{"games":[{"id":1,"name":"Azul"}],"players":[{"id":1,"name":"Вера"},{"id":2,"name":"Боря"}],"plays":[
		{"uuid":"b","gameRefId":1,"playDate":"2026-04-15 19:00:00","playerScores":[{"playerRefId":1,"score":"50","winner":true},{"playerRefId":2,"score":"48"}]},
		{"uuid":"a","gameRefId":1,"playDate":"2020-04-15 19:00:00","playerScores":[{"playerRefId":1,"score":"50","winner":true},{"playerRefId":2,"score":"48"}]},
		{"uuid":"a","gameRefId":1,"playDate":"2020-04-15 19:00:00","playerScores":[{"playerRefId":1,"score":"50","winner":true},{"playerRefId":2,"score":"48"}]},
		{"uuid":"c","gameRefId":1,"playDate":"","playerScores":[]}]}`
	look, err := s.Look(t.Context(), history.KindBGStats, strings.NewReader(export))
	if err != nil || look.Matches != 2 || look.Damaged != 1 {
		t.Fatalf("%+v, %v", look, err)
	}
	for _, want := range []int{2, 0} {
		if p, err := s.Take(t.Context(), history.KindBGStats, strings.NewReader(export)); err != nil || p.Matches != want {
			t.Fatalf("taken %+v, %v; want %d", p, err, want)
		}
		if want > 0 {
			if err := s.Rename(t.Context(), "Вера", "Вероника"); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{"2019-12-31 past", "2020-04-15 past", "2026-03-01", "", "2026-04-01 past", "2026-04-15 past", "2026-05-01", "2026-06-01 past"}
	if got := dates(t, s); !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
	if _, err := s.Take(t.Context(), history.KindBGStats, strings.NewReader("{}")); err == nil {
		t.Error("an empty export is taken")
	}
}
