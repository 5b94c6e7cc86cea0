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
