package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/audit/audittest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/web"
	"tabletop/companion/club/wire"
	"tabletop/companion/match"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

var (
	known = catalogue.Games()
	boxA  = audittest.NewBox(1)
	boxB  = audittest.NewBox(2)
)

// league is a web server with its ledger, and who comes in.
type league struct {
	*testing.T
	web    *web.Server
	ledger *ledger.Ledger
	tokens map[ledger.Role]string
}

func opened(t *testing.T) *league {
	t.Helper()
	l := &league{T: t, tokens: map[ledger.Role]string{}}
	db, err := ledger.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "league.db"))
	l.ok(err)
	t.Cleanup(func() { _ = db.Close() })
	l.ok(db.Migrate(t.Context()))
	l.ledger = db
	l.web, err = web.New(web.Opts{
		Ledger: db, Games: known, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	l.ok(err)
	for _, role := range []ledger.Role{ledger.Viewer, ledger.Organiser, ledger.Owner} {
		l.tokens[role], err = l.web.Invite(t.Context(), string(role), role)
		l.ok(err)
	}
	return l
}

func (l *league) ok(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// plays keeps a match of two, and returns the ids of who has played.
func (l *league) plays(b audittest.Box, id string, seed uint64) {
	l.Helper()
	l.takes(b, id, audittest.Play(l, audittest.Begin(l, known, "mice", "Аня", "Боря"), seed))
}

// takes keeps a match of a box.
func (l *league) takes(b audittest.Box, id string, m match.Match) {
	l.Helper()
	l.ok(l.ledger.Enrol(l.Context(), b.ID))
	rec := b.Record(id, m)
	v, err := audit.Check(rec, known)
	l.ok(err)
	from := ledger.From{Box: b.ID, Key: base64.StdEncoding.EncodeToString(b.Public())}
	if taken, err := l.ledger.TakeRecords(l.Context(), []ledger.CheckedRecord{{From: from, Record: rec, Verdict: v}}); err != nil || taken[0] != ledger.New {
		l.Fatalf("%s, %v", taken, err)
	}
}

// ask sends a request of an account, "" for nobody's.
func (l *league) ask(role ledger.Role, method, path string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	r.Header.Set("Accept-Language", "ru-RU,ru;q=0.9")
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if role != "" {
		r.AddCookie(&http.Cookie{Name: "league", Value: l.tokens[role]})
	}
	w := httptest.NewRecorder()
	l.web.ServeHTTP(w, r)
	return w
}

// page is a page as an owner sees it, which must be there and hold these texts.
func (l *league) page(path string, texts ...string) string {
	l.Helper()
	w := l.ask(ledger.Owner, "GET", path, nil)
	body := w.Body.String()
	if w.Code != http.StatusOK {
		l.Fatalf("%s: %d\n%s", path, w.Code, body)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			l.Errorf("%s doesn't say %q:\n%s", path, text, body)
		}
	}
	return body
}

// does a deed, which must be taken.
func (l *league) does(fields ...string) {
	l.Helper()
	if w := l.ask(ledger.Organiser, "POST", "/desk", form(fields...)); w.Code != http.StatusSeeOther {
		l.Fatalf("%v: %d\n%s", fields, w.Code, w.Body)
	}
}

func form(fields ...string) url.Values {
	v := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		v.Add(fields[i], fields[i+1])
	}
	return v
}

func today(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }

func TestPagesAreForWhoMaySeeThem(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	all := []ledger.Role{"", ledger.Viewer, ledger.Organiser, ledger.Owner}
	for path, from := range map[string]int{
		"/": 1, "/wall": 1, "/wall/day?day=2026-11-22": 1, "/rating/mice": 1, "/match/m1": 1, "/match/m1/record": 1, "/person/" + boxA.Player("Аня"): 1,
		"/boxes": 2, "/desk": 2, "/claims": 2, "/aside": 2, "/accounts": 3, "/backup": 3,
	} {
		for i, role := range all {
			want := http.StatusOK
			if i < from {
				want = map[bool]int{true: http.StatusUnauthorized, false: http.StatusForbidden}[role == ""]
			}
			if got := l.ask(role, "GET", path, nil); got.Code != want {
				t.Errorf("%s of %q: %d, want %d\n%s", path, role, got.Code, want, got.Body)
			}
		}
	}
	for path, from := range map[string]int{"/desk": 2, "/boxes/enrol": 2, "/boxes/revoke": 2, "/accounts": 3, "/accounts/revoke": 3} {
		for _, role := range all[:from] {
			if got := l.ask(role, "POST", path, form("name", "x")); got.Code != http.StatusUnauthorized && got.Code != http.StatusForbidden {
				t.Errorf("POST %s of %q: %d", path, role, got.Code)
			}
		}
	}
}

func TestALinkLetsInUntilItIsTakenAway(t *testing.T) {
	l := opened(t)
	w := l.ask("", "GET", "/in/"+l.tokens[ledger.Viewer], nil)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(cookies) != 1 || cookies[0].Value != l.tokens[ledger.Viewer] || !cookies[0].HttpOnly {
		t.Fatalf("%d %v", w.Code, cookies)
	}
	if w := l.ask("", "GET", "/in/WRONG", nil); w.Code != http.StatusForbidden || len(w.Result().Cookies()) > 0 {
		t.Errorf("a wrong link: %d %v", w.Code, w.Result().Cookies())
	}
	all, err := l.ledger.Accounts(t.Context())
	l.ok(err)
	token := all[slices.IndexFunc(all, func(a ledger.Account) bool { return a.Role == ledger.Viewer })].Token
	if !strings.Contains(l.page("/accounts"), `name="token" value="`+token+`"`) {
		t.Error("the page doesn't offer to take the link away")
	}
	if w := l.ask(ledger.Owner, "POST", "/accounts/revoke", form("token", token)); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	if w := l.ask(ledger.Viewer, "GET", "/", nil); w.Code != http.StatusUnauthorized {
		t.Errorf("who was shut out gets %d", w.Code)
	}
	made := l.ask(ledger.Owner, "POST", "/accounts", form("name", "Вера", "role", "organiser")).Body.String()
	link := regexp.MustCompile(`/in/([A-Z2-7]+)`).FindStringSubmatch(made)
	if link == nil || strings.Contains(l.page("/accounts", "Вера"), link[1]) {
		t.Errorf("the new link is %v, and it is shown once only", link)
	}
	if token, err := l.web.FirstOwner(t.Context(), "x"); token != "" || err != nil {
		t.Errorf("a second first owner: %q, %v", token, err)
	}
}

func TestAnotherSiteChangesNothing(t *testing.T) {
	l := opened(t)
	r := httptest.NewRequest("POST", "/desk", strings.NewReader(form("kind", "called", "name", "Чужие").Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.AddCookie(&http.Cookie{Name: "league", Value: l.tokens[ledger.Owner]})
	w := httptest.NewRecorder()
	if l.web.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("another site's form: %d", w.Code)
	}
	if w := l.ask(ledger.Organiser, "POST", "/desk", form("kind", "called", "name", "Клуб", "back", "//evil.example/")); w.Header().Get("Location") != "/desk" {
		t.Errorf("a form leads to %q", w.Header().Get("Location"))
	}
}

func TestASeasonFromTheFirstDeedToItsTable(t *testing.T) {
	l := opened(t)
	l.page("/", "Пока нет ни одного сезона", "Пока ни одной партии")
	l.does("kind", "called", "name", "Клуб «Лодка»")
	l.does("kind", "opened", "name", "Мышиная", "games", "mice")
	l.does("kind", "season", "league", "2", "name", "Осень", "from", today(-9999), "to", today(30))
	if name, err := l.ledger.Setting(t.Context(), ledger.NameSetting); err != nil || name != "Клуб «Лодка»" {
		t.Errorf("boxes are told of %q, %v", name, err)
	}
	l.page("/season/3", "В этом сезоне ещё не играли")
	for i, seed := range []uint64{1, 2, 3} {
		l.plays(boxA, "m"+string(rune('1'+i)), seed)
	}
	l.plays(boxB, "m9", 4)
	l.page("/", "Клуб «Лодка»", "Мышиная", "Осень", "Лови мышей!", "Аня", "Боря")
	l.page("/season/3", "Аня", "доля побеждённых")
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(l.page("/season/3.csv"), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != 5 || rows[0][1] != "name" {
		t.Errorf("%v, %v", rows, err)
	}
	var lines []map[string]any
	if err := json.Unmarshal([]byte(l.page("/season/3.json")), &lines); err != nil || len(lines) != 4 || lines[0]["place"] != 1.0 {
		t.Errorf("%v, %v", lines, err)
	}
	if rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(l.page("/matches.csv"), "\ufeff"))).ReadAll(); err != nil || len(rows) != 9 {
		t.Errorf("%v, %v", rows, err)
	}
	var matches []map[string]any
	if err := json.Unmarshal([]byte(l.page("/matches.json")), &matches); err != nil || len(matches) != 8 || matches[0]["counts"] != true || matches[0]["seat"] != 1.0 || matches[0]["luck"] != "proved" {
		t.Errorf("%v, %v", matches, err)
	}
	l.page("/rating/mice", "Не меньше", "±")
	l.page("/match/m1", "Проверен", "Без свидетеля", wire.Grouped(boxA.ID))
	if got := l.page("/match/m1/record"); !strings.HasPrefix(got, `{"seq":1,`) {
		t.Errorf("the record begins %.80s", got)
	}
}

func TestOrganisersCorrectByDeedsAndUndo(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.plays(boxB, "m2", 2)
	anyaA, anyaB := boxA.Player("Аня"), boxB.Player("Аня")
	if w := l.ask(ledger.Organiser, "POST", "/desk", form("kind", "merged", "player", anyaA, "with", anyaB, "code", "00000000")); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "Код не тот") {
		t.Errorf("a wrong code: %d %s", w.Code, w.Body)
	}
	l.does("kind", "merged", "player", anyaA, "with", anyaB, "code", wire.Grouped(boxB.Code("Аня")))
	l.does("kind", "named", "player", anyaA, "name", "Анна К.")
	l.page("/person/"+anyaB, "Анна К.", "/match/m1", "/match/m2")
	l.does("kind", "struck", "match", "m1", "why", "не та колода")
	l.page("/match/m1", "Не считается: не та колода")
	l.does("kind", "undone", "undoes", "1")
	if body := l.page("/person/" + anyaB); strings.Contains(body, "/match/m1") || strings.Contains(body, "Анна К.") {
		t.Errorf("after the undo:\n%s", body)
	}
	l.page("/desk", "двое стали одним", "отмена", "не та колода")
}

func TestABoxIsTakenInByItsCodeAndShutOut(t *testing.T) {
	l := opened(t)
	from := ledger.From{Box: boxA.ID, Key: base64.StdEncoding.EncodeToString(boxA.Public())}
	_, err := l.ledger.Online(t.Context(), from, wire.Online{Online: true, Name: "<Гостиная>"})
	l.ok(err)
	l.page("/boxes", "&lt;Гостиная&gt;", "не принят")
	if w := l.ask(ledger.Organiser, "POST", "/boxes/enrol", form("box", "xyz")); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("no code: %d", w.Code)
	}
	if w := l.ask(ledger.Organiser, "POST", "/boxes/enrol", form("box", " "+wire.Grouped(boxA.ID)+" ")); w.Code != http.StatusSeeOther {
		t.Errorf("its code: %d %s", w.Code, w.Body)
	}
	l.page("/boxes", "на связи", "Исключить")
	if w := l.ask(ledger.Organiser, "POST", "/boxes/revoke", form("box", boxA.ID)); w.Code != http.StatusSeeOther {
		t.Errorf("shut out: %d", w.Code)
	}
	l.page("/boxes", "исключён")
}

// wallEvents opens the stream of the wall and returns its lines. The stream ends with the test.
func (l *league) wallEvents() <-chan string {
	l.Helper()
	server := httptest.NewServer(l.web)
	l.Cleanup(server.Close)
	r, err := http.NewRequestWithContext(l.Context(), "GET", server.URL+"/wall/events", nil)
	l.ok(err)
	r.AddCookie(&http.Cookie{Name: "league", Value: l.tokens[ledger.Viewer]})
	answer, err := http.DefaultClient.Do(r)
	l.ok(err)
	l.Cleanup(func() { _ = answer.Body.Close() })
	return waittest.Events(answer.Body)
}

func TestTheWallStreamsWhatChanges(t *testing.T) {
	l := opened(t)
	l.ok(l.ledger.Enrol(t.Context(), boxA.ID))
	tell := func(n int64, title string) {
		l.ok(l.ledger.TakeStates(t.Context(), []ledger.State{{Box: boxA.ID, State: wire.State{N: n, Match: "m", Title: title}}}))
	}
	tell(1, "Первая")
	events := l.wallEvents()
	heard := func(text string) (all string) {
		for !strings.Contains(all, text) {
			all += waittest.Receive(t, fmt.Sprintf("%s after %s", text, all), events) + "\n"
		}
		return all
	}
	heard(`"title":"Первая"`)
	heard(`{"away":true,"box":"` + boxA.ID + `"}`)
	tell(2, "Вторая")
	if all := heard(`"title":"Вторая"`); strings.Contains(all, "Первая") {
		t.Errorf("what hasn't changed comes again: %s", all)
	}
}

func TestTheWallHearsOfNewResultsAndForgetsBoxesThatAreLongGone(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	now := time.Now()
	for i, b := range []audittest.Box{boxA, boxB} {
		from := ledger.From{Box: b.ID, Key: base64.StdEncoding.EncodeToString(b.Public())}
		l.ok(l.ledger.Enrol(t.Context(), b.ID))
		_, err := l.ledger.Online(t.Context(), from, wire.Online{Online: i == 0})
		l.ok(err)
		l.ok(l.ledger.TakeStates(t.Context(), []ledger.State{{Box: b.ID, State: wire.State{N: 1, Match: "m", Title: fmt.Sprintf("Прибор %d", i)}}}))
	}
	l.web.Now = func() time.Time { return now.Add(61 * time.Minute) }
	events := l.wallEvents()
	heard := func(text string) (all string) {
		for !strings.Contains(all, text) {
			all += waittest.Receive(t, fmt.Sprintf("%s after %s", text, all), events) + "\n"
		}
		return all
	}
	if all := heard("event: results"); !strings.Contains(all, "Прибор 0") || strings.Contains(all, "Прибор 1") {
		t.Errorf("the wall begins with %s", all)
	}
	l.plays(boxA, "m2", 2)
	heard("event: results")
}

// day returns the table beside those of the wall, for a day at the place of the wall.
func (l *league) day(day string) (t struct {
	Title, Note string
	Lines       []struct {
		Place  int
		Name   string
		Points float64
	}
},
) {
	l.Helper()
	l.ok(json.Unmarshal([]byte(l.page("/wall/day?day="+day)), &t))
	return t
}

func TestTheWallShowsTheStandingsOfTheDayOrOfTheTournament(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.plays(boxA, "m2", 2)
	l.plays(boxA, "m3", 3)
	l.does("kind", "struck", "match", "m3", "why", "не та колода")
	const played = "2026-11-22" // as audittest begins matches
	got := l.day(played)
	if got.Title != "Сегодня" || got.Note != "2 партии" || len(got.Lines) != 2 || got.Lines[0].Points+got.Lines[1].Points != 2 || got.Lines[0].Place != 1 {
		t.Errorf("the day is %+v", got)
	}
	if got := l.day("2026-11-23"); len(got.Lines) != 0 || got.Note != "0 партий" {
		t.Errorf("the day after is %+v", got)
	}
	if w := l.ask(ledger.Viewer, "GET", "/wall/day", nil); w.Code != http.StatusBadRequest {
		t.Errorf("without a day: %d", w.Code)
	}
	l.does("kind", "event", "name", "Кубок", "games", "mice", "system", "swiss", "size", "2", "rounds", "3")
	for _, name := range []string{"Аня", "Боря", "Вера", "Глеб"} {
		l.does("kind", "guest", "event", "2", "name", name)
	}
	if got := l.day(played); got.Title != "Сегодня" {
		t.Errorf("before the first round the table is %+v", got)
	}
	if w := l.ask(ledger.Organiser, "POST", "/event/2/pair", form("back", "/")); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	for _, table := range []string{"1", "2"} {
		l.does("kind", "scored", "event", "2", "round", "1", "table", table, "ranks", "1 2")
	}
	if got := l.day(played); got.Title != "Кубок" || got.Note != "Сыграно туров: 1 из 3." || len(got.Lines) != 4 || got.Lines[1].Points != 1 || got.Lines[3].Points != 0 {
		t.Errorf("the tournament is %+v", got)
	}
	l.does("kind", "ended", "event", "2")
	if got := l.day(played); got.Note != "Турнир окончен." {
		t.Errorf("after its end the tournament is %+v", got)
	}
	later := time.Now().Add(12*time.Hour + time.Minute)
	l.web.Now = func() time.Time { return later }
	if got := l.day(played); got.Title != "Сегодня" {
		t.Errorf("on the next day the table is %+v", got)
	}
}

func TestTheWallHasNoNavigation(t *testing.T) {
	l := opened(t)
	if page := l.page("/wall"); strings.Contains(page, "<nav") || strings.Contains(page, "<a ") {
		t.Errorf("the wall has links:\n%s", page)
	}
	l.page("/", `href="/wall"`)
}

func TestEveryWordOfAPageIsInBothLanguages(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.does("kind", "opened", "name", "Лига", "games", "mice")
	l.does("kind", "season", "league", "1", "name", "Осень", "from", today(-9999), "to", today(30))
	key := regexp.MustCompile(`>\s*[a-z]+\.[a-z]+\s*<`) // a key that nobody has is said as it is
	for _, path := range []string{"/", "/wall", "/season/2", "/rating/mice", "/person/" + boxA.Player("Аня"), "/match/m1", "/boxes", "/desk", "/claims", "/aside", "/accounts"} {
		for _, lang := range []string{"ru", "en"} {
			if odd := key.FindString(l.page(path + "?lang=" + lang)); odd != "" {
				t.Errorf("%s in %s says %s", path, lang, odd)
			}
		}
	}
}

func TestTheCataloguesAreAlikeAndHaveWhatPagesSay(t *testing.T) {
	var all [2]map[string]int
	for i, lang := range words.Langs {
		text, err := os.ReadFile("page/" + string(lang) + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		w, err := words.Parse(lang, string(text))
		if err != nil {
			t.Fatal(err)
		}
		all[i] = w.Keys()
	}
	if a, b := slices.Sorted(maps.Keys(all[0])), slices.Sorted(maps.Keys(all[1])); !slices.Equal(a, b) {
		t.Errorf("Russian has %v\nEnglish %v", a, b)
	}
	pages, err := filepath.Glob("page/*.html")
	if err != nil || len(pages) < 10 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range regexp.MustCompile(`\b[wn] "([a-z.]+)"`).FindAllStringSubmatch(string(text), -1) {
			if _, ok := all[0][key[1]]; !ok {
				t.Errorf("%s says %s, which no catalogue has", page, key[1])
			}
		}
	}
}

func TestAnEveningIsPairedPlayedAndPrinted(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "old1", 1)
	l.plays(boxB, "old2", 2)
	l.does("kind", "event", "name", "Швейцарка", "games", "mice", "system", "swiss", "size", "2")
	for _, b := range []audittest.Box{boxA, boxB} {
		for _, name := range []string{"Аня", "Боря"} {
			l.does("kind", "entered", "event", "1", "player", b.Player(name))
		}
	}
	pair := func() int {
		return l.ask(ledger.Organiser, "POST", "/event/1/pair", form("back", "/event/1")).Code
	}
	if got := pair(); got != http.StatusSeeOther {
		t.Fatalf("round 1: %d", got)
	}
	for back, link := range map[string]bool{"/event/1": true, "//evil.example/": false} {
		if got := l.ask(ledger.Organiser, "POST", "/event/1/pair", form("back", back)).Body.String(); strings.Contains(got, `href="`+back+`"`) != link {
			t.Errorf("a refused form of %q says %q", back, got)
		}
	}
	if got := pair(); got != http.StatusUnprocessableEntity {
		t.Errorf("round 2 while the first is played: %d", got)
	}
	l.page("/event/1", "Тур 1", "Играют следующий тур", `name="ranks"`)
	for _, table := range []string{"1", "2"} {
		l.does("kind", "scored", "event", "1", "round", "1", "table", table, "ranks", "1", "ranks", "2")
	}
	if got := pair(); got != http.StatusSeeOther {
		t.Errorf("round 2: %d", got)
	}
	l.page("/event/1", "Тур 2", "Бухгольц", "1.00")
	if got := l.page("/event/1.csv"); !strings.Contains(got, "place,name,points,buchholz,berger") || strings.Count(got, "\n") != 5 {
		t.Errorf("the standings are %q", got)
	}
	if w := l.ask(ledger.Organiser, "POST", "/event/9/pair", nil); w.Code != http.StatusNotFound {
		t.Errorf("no event: %d", w.Code)
	}
}

// whole plays a tournament of 24 people who are on no box, as an organiser does it, and returns the
// page after its end.
func (l *league) whole() string {
	l.Helper()
	l.does("kind", "event", "name", "Кубок", "games", "mice", "system", "swiss", "size", "2", "rounds", "")
	for i := range 24 {
		l.does("kind", "guest", "event", "1", "name", fmt.Sprintf("Гость %02d", i+1))
	}
	l.page("/event/1", "Сыграно туров: 0 из 6.", "Гость 24")
	l.does("kind", "rounds", "event", "1", "rounds", "5")
	l.does("kind", "asked", "event", "1", "player", "guest-2")
	l.does("kind", "left", "event", "1", "player", "guest-3")
	for n := 1; n <= 5; n++ {
		if w := l.ask(ledger.Organiser, "POST", "/event/1/pair", form("back", "/event/1")); w.Code != http.StatusSeeOther {
			l.Fatalf("round %d: %d\n%s", n, w.Code, w.Body)
		}
		page := l.page("/event/1")
		for table := range strings.Count(page, `value="scored"`) - strings.Count(page, "<details>") {
			result := []string{"1 2", "2 1", "1 1"}[(table+n)%3]
			l.does("kind", "scored", "event", "1", "round", fmt.Sprint(n), "table", fmt.Sprint(table+1), "ranks", result)
		}
		if n == 1 {
			l.does("kind", "entered", "event", "1", "player", "guest-3")
		}
	}
	if w := l.ask(ledger.Organiser, "POST", "/event/1/pair", nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "Все туры сыграны.") {
		l.Errorf("a sixth round of five: %d\n%s", w.Code, w.Body)
	}
	l.does("kind", "ended", "event", "1")
	return l.page("/event/1", "Турнир окончен.", "<h2>Итог</h2>", "победа: Гость", "ничья", "за пол-очка: Гость 01", "Бухгольц")
}

func TestATournamentOf24ToItsEnd(t *testing.T) {
	l := opened(t)
	page := l.whole()
	if strings.Contains(page, "уже играли") || strings.Contains(page, "Жеребьёвка") {
		t.Errorf("a repeat, or a round after the end:\n%s", page)
	}
	l.page("/event/1/slips/1", "за пол-очка: Гость 01")
	slips := l.page("/event/1/slips/3", "Тур 3, стол 1", "подпись")
	if n := strings.Count(slips, `class="slip"`); n != 12 {
		t.Errorf("%d slips, want 12", n)
	}
	for path, code := range map[string]int{"/event/1/slips/6": http.StatusNotFound, "/event/1/slips/x": http.StatusNotFound, "/event/9/slips/1": http.StatusNotFound, "/person/guest-2": http.StatusOK, "/person/guest-99": http.StatusNotFound} {
		if w := l.ask(ledger.Owner, "GET", path, nil); w.Code != code {
			t.Errorf("%s: %d, want %d", path, w.Code, code)
		}
	}
	file := l.page("/event/1.trf", "012 Кубок", "XXR 5")
	if w := l.uploads("/event/import", file); w.Code != http.StatusSeeOther {
		t.Fatalf("import: %d\n%s", w.Code, w.Body)
	}
	copied := regexp.MustCompile(`/event/(\d+)">Кубок`).FindAllStringSubmatch(l.page("/"), -1)
	if len(copied) != 2 {
		t.Fatalf("events: %v", copied)
	}
	rows := func(path string) (all []string) {
		for line := range strings.Lines(l.page(path)) {
			all = append(all, strings.TrimSpace(line))
		}
		slices.Sort(all) // players that are equal in all are in the order of their ids
		return all
	}
	if a, b := rows("/event/1.csv"), rows("/event/"+copied[1][1]+".csv"); !slices.Equal(a, b) {
		t.Errorf("by the file\n%v\nwant\n%v", b, a)
	}
	if w := l.uploads("/event/import", "no file"); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "не файл TRF") {
		t.Errorf("a file that is none: %d\n%s", w.Code, w.Body)
	}
}

// uploads sends a file in a form.
func (l *league) uploads(path, file string) *httptest.ResponseRecorder {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", "event.trf")
	l.ok(err)
	_, err = io.WriteString(part, file)
	l.ok(err)
	l.ok(w.WriteField("games", "mice"))
	l.ok(w.Close())
	r := httptest.NewRequest("POST", path, &body)
	r.Header.Set("Accept-Language", "ru")
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.AddCookie(&http.Cookie{Name: "league", Value: l.tokens[ledger.Organiser]})
	answer := httptest.NewRecorder()
	l.web.ServeHTTP(answer, r)
	return answer
}

func TestWhoMustMeetAgainIsNamed(t *testing.T) {
	l := opened(t)
	l.does("kind", "event", "name", "Двое", "games", "mice", "system", "swiss", "size", "2", "rounds", "2")
	for _, name := range []string{"Аня", "Боря"} {
		l.does("kind", "guest", "event", "1", "name", name)
	}
	for n := 1; n <= 2; n++ {
		if w := l.ask(ledger.Organiser, "POST", "/event/1/pair", nil); w.Code != http.StatusSeeOther {
			t.Fatalf("round %d: %d", n, w.Code)
		}
		l.does("kind", "scored", "event", "1", "round", fmt.Sprint(n), "table", "1", "ranks", "1 2")
	}
	if page := l.page("/event/1"); !strings.Contains(page, "Боря и Аня уже играли (тур 1)") && !strings.Contains(page, "Аня и Боря уже играли (тур 1)") {
		t.Errorf("a repeat without a word:\n%s", page)
	}
}

// The page shows the box beside players of one name, and a number instead of an erased name.
func TestNamesakesAndErasedPlayersAreToldApart(t *testing.T) {
	l := opened(t)
	l.plays(boxA, "m1", 1)
	l.plays(boxB, "m2", 2)
	l.does("kind", "event", "name", "Вечер", "games", "mice", "system", "swiss", "size", "2")
	l.page("/event/1", "Аня · "+wire.Grouped(boxA.ID), "Аня · "+wire.Grouped(boxB.ID))
	l.does("kind", "entered", "event", "1", "player", boxA.Player("Аня"))
	l.does("kind", "entered", "event", "1", "player", boxA.Player("Боря"))
	if w := l.ask(ledger.Organiser, "POST", "/event/1/pair", nil); w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	from := ledger.From{Box: boxA.ID, Key: base64.StdEncoding.EncodeToString(boxA.Public())}
	l.ok(l.ledger.TakeErased(l.Context(), from, []string{boxA.Player("Аня")}))
	l.does("kind", "scored", "event", "1", "round", "1", "table", "1", "ranks", "1 2")
	if page := l.page("/event/1", ">Игрок "); strings.Contains(page, ">"+boxA.Player("Аня")) {
		t.Errorf("a raw id:\n%s", page)
	}
	if page := l.page("/event/1.csv", "Игрок "); strings.Contains(page, boxA.Player("Аня")) {
		t.Errorf("a raw id:\n%s", page)
	}
}

func TestTheFilesOfPagesAreThere(t *testing.T) {
	l := opened(t)
	for _, file := range regexp.MustCompile(`(?:href|src)="(/[a-z]+\.[a-z]+)"`).FindAllStringSubmatch(l.page("/")+l.page("/wall"), -1) {
		if w := l.ask("", "GET", file[1], nil); w.Code != http.StatusOK && file[1] != "/matches.csv" && file[1] != "/matches.json" {
			t.Errorf("%s: %d", file[1], w.Code)
		}
	}
	if w := l.ask("", "GET", "/icon.svg", nil); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon: %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}
