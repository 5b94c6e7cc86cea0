package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/ledger"
)

// formOf returns the fields of the form on a page whose button has this text.
func (l *league) formOf(path, button string) []string {
	l.Helper()
	for _, text := range regexp.MustCompile(`(?s)<form.*?</form>`).FindAllString(l.page(path), -1) {
		if !strings.Contains(text, "<button>"+button+"</button>") {
			continue
		}
		var fields []string
		for _, f := range regexp.MustCompile(`name="([a-z]+)" value="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			fields = append(fields, f[1], f[2])
		}
		return fields
	}
	l.Fatalf("%s has no form %q", path, button)
	return nil
}

func TestAClosedLeagueGetsNoSeasonUntilItIsOpenedAgain(t *testing.T) {
	l := opened(t)
	season := form("kind", "season", "league", "1", "name", "Весна", "from", today(0), "to", today(9))
	l.does("kind", "opened", "name", "Зимняя", "games", "mice")
	l.page("/desk", "Новый сезон")
	l.does(l.formOf("/desk", "Закрыть")...)
	if page := l.page("/desk", "Зимняя (закрыта)"); strings.Contains(page, "Новый сезон") {
		t.Error("a form for seasons, and no league that takes one")
	}
	if w := l.ask(ledger.Organiser, "POST", "/desk", season); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "или она закрыта") {
		t.Errorf("a season of a closed league: %d\n%s", w.Code, w.Body)
	}
	l.does(l.formOf("/desk", "Открыть снова")...)
	if w := l.ask(ledger.Organiser, "POST", "/desk", season); w.Code != http.StatusSeeOther {
		t.Errorf("a season of a league that is open again: %d\n%s", w.Code, w.Body)
	}
}

// begins begins a tournament of guests, and pairs its first round.
func (l *league) begins(guests ...string) {
	l.Helper()
	l.does("kind", "event", "name", "Кубок", "games", "mice", "system", "swiss", "size", "2")
	for _, name := range guests {
		l.does("kind", "guest", "event", "1", "name", name)
	}
	l.pairs()
}

func (l *league) pairs() {
	l.Helper()
	if w := l.ask(ledger.Organiser, "POST", "/event/1/pair", form("back", "/event/1")); w.Code != http.StatusSeeOther {
		l.Fatalf("%d\n%s", w.Code, w.Body)
	}
}

func TestTheNextRoundIsOfferedAfterTheLastResult(t *testing.T) {
	l := opened(t)
	l.begins("Аня", "Боря", "Вера", "Глеб")
	offer := "Жеребьёвка следующего тура"
	if page := l.page("/event/1", "Сыграно туров: 0 из 3.", "2 стола без результата"); strings.Contains(page, offer) {
		t.Error("a round is offered while one is played")
	}
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", "1 2")
	l.page("/event/1", "1 стол без результата")
	l.does("kind", "scored", "event", "1", "round", "1", "table", "2", "ranks", "1 2")
	l.page("/event/1", "Сыграно туров: 1 из 3.", offer)
}

func TestAResultIsCorrectedWhereItStands(t *testing.T) {
	l := opened(t)
	l.begins("Аня", "Боря")
	seats := regexp.MustCompile(`<option value="(1 2|2 1)">победа: ([^<]+)<`).FindAllStringSubmatch(l.page("/event/1"), 2)
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", seats[0][1])
	l.page("/event/1", "<details><summary>Исправить", "победа: "+seats[0][2]+"\n")
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", seats[1][1])
	l.page("/event/1", "победа: "+seats[1][2]+"\n")
	if w := l.ask(ledger.Viewer, "GET", "/event/1", nil); strings.Contains(w.Body.String(), "Исправить") {
		t.Error("a viewer may correct")
	}
}

func TestATournamentGoesOnAfterItsEndWasUndone(t *testing.T) {
	l := opened(t)
	l.begins("Аня", "Боря", "Вера", "Глеб")
	l.does(l.formOf("/event/1", "Закончить турнир")...)
	l.page("/event/1", "Турнир окончен.")
	l.does(l.formOf("/event/1", "Продолжить турнир")...)
	if page := l.page("/event/1", "Участвует новый"); strings.Contains(page, "Турнир окончен.") {
		t.Error("it has not gone on")
	}
}

func TestANewTournamentOpensItsPage(t *testing.T) {
	l := opened(t)
	fields := form("kind", "event", "name", "Кубок", "games", "mice", "system", "swiss", "size", "2")
	if w := l.ask(ledger.Organiser, "POST", "/desk", fields); w.Header().Get("Location") != "/event/1" {
		t.Errorf("begun, and then %d at %q", w.Code, w.Header().Get("Location"))
	}
	file := "012 X\n001    1      A\n"
	if w := l.uploads("/event/import", file); w.Header().Get("Location") != "/event/2" {
		t.Errorf("imported, and then %d at %q", w.Code, w.Header().Get("Location"))
	}
}

func TestStandingsBeginWithTheFirstResult(t *testing.T) {
	l := opened(t)
	l.does("kind", "event", "name", "Кубок", "games", "mice", "system", "swiss", "size", "2")
	for _, name := range []string{"Аня", "Боря", "Вера"} {
		l.does("kind", "guest", "event", "1", "name", name)
	}
	l.does("kind", "asked", "event", "1", "player", "guest-2")
	l.pairs()
	if page := l.page("/event/1", "Ещё ничего не сыграно."); strings.Contains(page, "Бухгольц") {
		t.Error("standings of one who sits out")
	}
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", "1 2")
	if page := l.page("/event/1", "Бухгольц"); strings.Contains(page, "Лично") {
		t.Error("a column for encounters that decide nothing")
	}
}

func TestTheListOfCommandsNamesTableAndPlayer(t *testing.T) {
	l := opened(t)
	l.begins("Аня", "Боря")
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", "1 2")
	l.does("kind", "left", "event", "1", "player", "guest-3")
	l.page("/desk", "результат стола  (Кубок, Тур 1, стол 1)", "ушёл  (Кубок, Боря)", "участвует новый Аня (Кубок)")
}
