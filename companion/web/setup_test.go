package web

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/people"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games/mazaitsy"
)

func TestGamesAreOfferedWithTheirOptionsInWords(t *testing.T) {
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: inWords(t)}}
	supper := companion.Template{Game: "coins", Seats: 2, Names: map[words.Lang]string{words.Russian: "Ужин"}, Options: map[words.Lang]map[string]string{}}
	m.Offer = &companion.Offer{
		Game: "coins", Dice: "colour=red,blue", Cups: []string{"2d6"}, Players: []string{"Аня"},
		Drafts: map[string]companion.Draft{"coins": {Game: "coins", Names: []string{"Аня", "Боря"}, Options: map[string]string{"risk": "on"}, First: -1}},
		Latest: "coins", Last: map[string]companion.Draft{"coins": {Game: "coins", Names: []string{}}},
		OwnTemplates: map[string]companion.Template{"Ужин": supper}, Boxes: map[string]map[string]string{"coins": {"risk": "on"}},
		Templates: []companion.Template{{
			Game: "coins", Seats: 2, Names: map[words.Lang]string{words.Russian: "Смело"}, Options: map[words.Lang]map[string]string{words.Russian: {"risk": "on"}},
		}},
		Open: []companion.Resumable{{ID: "abc", Game: "coins", Names: []string{"Вера", "Галя"}}},
	}
	at.set(m)
	value, err := json.Marshal(supper)
	quoted, err2 := json.Marshal(string(value))
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	want := `{
		"games":[{"name":"coins","title":"Монеты","about":"Игра в монеты","min":2,"max":2,"tool":false,"first":0,"art":true,"file":false,"shapes":[],"book":0,"options":[
			{"name":"risk","label":"Риск","default":"off","offer":"off","needs":"","grammar":"","values":[{"value":"on","label":"да"},{"value":"off","label":"off"}],"from":0,"to":0}]}],
		"players":["Аня"], "drafts":{"coins":{"game":"coins","names":["Аня","Боря"],"options":{"risk":"on"},"first":-1}}, "last":{"coins":{"game":"coins","names":[]}}, "latest":"coins",
		"cups":["2d6"], "dice":"colour=red,blue", "sheets":[{"name":"Ужин","value":` + string(quoted) + `}], "boxes":{"coins":{"risk":"on"}},
		"templates":[{"game":"coins","seats":2,"names":{"ru":"Смело"},"options":{"ru":{"risk":"on"}}}],
		"open":[{"id":"abc","title":"Монеты","names":["Вера","Галя"]}],"wrong":[],"files":false}`
	got := ask(server(t, at), request("GET", "/api/games", ""))
	if !sameJSON(t, got.Body.Bytes(), []byte(want)) {
		t.Errorf("%s\nwant\n%s", got.Body, want)
	}
}

func TestPicturesAreServedAsTheyAreDrawn(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.English, Library: inWords(t)}})
	s := server(t, at)
	got := ask(s, request("GET", "/api/glyphs?game=coins", ""))
	if want := `{"version":"` + versionOf(coins{}) + `","glyphs":{"coin":[".##.","####"]},"colours":{"coin":"#ffcc00"},"labels":{"coin":"a coin"},"letters":{"coin":"C"},"art":["coin","cover"]}`; strings.TrimSpace(got.Body.String()) != want {
		t.Errorf("%s, want %s", got.Body, want)
	}
	var players struct{ Glyphs map[string][]string }
	if err := json.Unmarshal(ask(s, request("GET", "/api/glyphs?game=people", "")).Body.Bytes(), &players); err != nil {
		t.Fatal(err)
	}
	for _, name := range people.Pictures {
		if rows := players.Glyphs[name]; len(rows) != 16 || len(rows[0]) != 16 {
			t.Errorf("the picture %s of players is %q", name, rows)
		}
	}
	if got := ask(s, request("GET", "/api/glyphs?game=cions", "")); got.Code != 404 || errorIn(t, got) != `unknown game "cions", the nearest is "coins"` {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestWhatThePageAsksOfTheTableReachesIt(t *testing.T) {
	for _, tt := range []struct {
		path, body string
		status     int
		want       string // the answer
		asked      string
	}{
		{"/api/setup", `{"draft":{"game":"coins", "names":["Аня"],"first":-1},"begin":true}`, 200, `{"seq":2}`, `SetUp{Draft:{Game:coins Names:[Аня] Options:map[] First:-1 Luck: Series: Clock:} Begin:true}`},
		{"/api/setup", `{"draft":{}}`, 200, `{"seq":2}`, `SetUp{Draft:{Game: Names:[] Options:map[] First:0 Luck: Series: Clock:} Begin:false}`},
		{"/api/setup", `{"begin":true}`, 400, `{"error":"the request lacks the field “draft”"}`, ""},
		{"/api/choose", `{"key":"dice","value":"x=1,2"}`, 200, `{"seq":2}`, "Choose{Key:dice Value:x=1,2}"},
		{"/api/choose", `{"key":"dice","value":""}`, 200, `{"seq":2}`, "Choose{Key:dice Value:}"},
		{"/api/choose", `{"key":"dice"}`, 400, `{"error":"the request lacks the field “value”"}`, ""},
		{"/api/ask", `{"what":"erase-player","arg":"Аня"}`, 202, `{"asked":true}`, "ask ErasePlayers{Names:[Аня]}"},
		{"/api/ask", `{"what":"erase-player","arg":"Аня\nБоря"}`, 202, `{"asked":true}`, "ask ErasePlayers{Names:[Аня Боря]}"},
		{"/api/ask", `{"what":"rename","arg":"Аня","with":"Анна"}`, 202, `{"asked":true}`, "ask Rename{Name:Аня To:Анна}"},
		{"/api/ask", `{"what":"rename","arg":"Аня","with":"<b>"}`, 400, `{"error":"\"\u003cb\u003e\" is no name: up to 16 letters, digits, blanks, hyphens, points and apostrophes"}`, ""},
		{"/api/ask", `{"what":"time","arg":"2026-11-21T20:00:00Z"}`, 202, `{"asked":true}`, "ask SetTime{Time:2026-11-21 20:00:00 +0000 UTC}"},
		{"/api/ask", `{"what":"time","arg":"now"}`, 400, `{"error":"arg is the time as RFC 3339 has it, not \"now\""}`, ""},
		{"/api/ask", `{"what":"erase","arg":"0000000000000001","with":"nothing much"}`, 202, `{"asked":true}`, "ask Erase{Match:0000000000000001 Title:Coins: Аня, Боря}"},
		{"/api/ask", `{"what":"erase","arg":"none"}`, 404, `{"error":"no match \"none\" is in the history"}`, ""},
		{"/api/ask", `{"what":"restore","arg":"/etc/passwd","with":"1 1"}`, 400, "", ""},
		{"/api/ask", `{"what":"look"}`, 400, "", ""},
		{"/api/undo", about(2, `"to":1`), 200, `{"seq":3}`, ""},
		{"/api/undo", about(2, `"to":9`), 422, "", ""},
		{"/api/undo", about(2, ""), 400, `{"error":"the request lacks the field “to”"}`, ""},
		{"/api/seat", about(2, `"seat":2,"name":"Вера"`), 200, `{"seq":2}`, "Seat{Point:{Match:" + theMatch + " After:2} Seat:2 Name:Вера}"},
		{"/api/seat", about(2, `"name":"Вера"`), 400, `{"error":"the request lacks the field “seat”"}`, ""},
		{"/api/begin", about(2, ""), 200, `{"seq":2}`, "Begin{Point:{Match:" + theMatch + " After:2}}"},
		{"/api/end", about(2, `"again":true`), 200, `{"seq":2}`, "End{Point:{Match:" + theMatch + " After:2} Again:true}"},
		{"/api/end", about(2, ""), 200, `{"seq":2}`, "End{Point:{Match:" + theMatch + " After:2} Again:false}"},
		{"/api/resume", `{"id":"abc"}`, 200, `{"seq":2}`, "Resume{Match:abc}"},
		{"/api/resume", `{}`, 400, `{"error":"the request lacks the field “id”"}`, ""},
		{"/api/rule", about(2, `"says":"left 1","why":"mistake"`), 200, `{"seq":3}`, ""},
		{"/api/rule", about(2, `"says":"left 1"`), 200, `{"seq":3}`, ""},
		{"/api/rule", about(1, `"says":"left 1"`), 409, `{"seq":2,"error":"the match has moved on","news":["Аня: Take 2"]}`, ""},
		{"/api/rule", about(2, `"says":"left 9"`), 422, "", ""},
		{"/api/rule", about(2, `"why":"mistake"`), 400, `{"error":"the request lacks the field “says”"}`, ""},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Match: begun(t, "take 2"), Lang: words.English, Library: inWords(t)}})
		s := shelved(t, at)
		s.opts.History.(*memory).add(begun(t))
		got := ask(s, request("POST", tt.path, tt.body))
		if answer := strings.TrimSpace(got.Body.String()); got.Code != tt.status || tt.want != "" && answer != tt.want {
			t.Errorf("%s %s: %d %s, want %d %s", tt.path, tt.body, got.Code, answer, tt.status, tt.want)
		}
		if asked := strings.Join(at.asked, "; "); asked != tt.asked {
			t.Errorf("%s %s asked for %q, want %q", tt.path, tt.body, asked, tt.asked)
		}
	}
}

func TestARuleOfTheTableIsItsOwnSentence(t *testing.T) {
	at := newTable()
	at.refuses = companion.Refusal{Kind: companion.Illegal, Text: "так нельзя"}
	for path, body := range map[string]string{
		"/api/setup": `{"draft":{}}`, "/api/choose": `{"key":"a","value":"b"}`, "/api/ask": `{"what":"erase-player","arg":"Аня"}`, "/api/press": `{"key":"ok"}`, "/api/resume": `{"id":"abc"}`,
	} {
		if got := ask(server(t, at), request("POST", path, body)); got.Code != 422 || errorIn(t, got) != "так нельзя" {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestWhoHasTheKeyIsLetIn(t *testing.T) {
	at := newTable()
	at.key, at.role = "TOKEN", door.Look
	s := server(t, at)
	join := func(key string) *httptest.ResponseRecorder {
		r := from(byStranger, request("POST", "/api/join", `{"key":"`+key+`"}`))
		r.Header.Set("User-Agent", "Mozilla (iPhone)"+strings.Repeat("я", 500))
		return ask(s, r)
	}
	if got := join("WRONG"); got.Code != 403 || errorIn(t, got) != "wrong" || got.Header().Get("Set-Cookie") != "" {
		t.Errorf("a wrong key: %d %s", got.Code, got.Body)
	}
	got := join("TOKEN")
	want := "companion=" + cookie + "; Path=/; Max-Age=86400; HttpOnly; SameSite=Strict"
	if got.Code != 200 || strings.TrimSpace(got.Body.String()) != `{"seq":0,"role":"look"}` || got.Header().Get("Set-Cookie") != want {
		t.Errorf("%d %s, cookie %q", got.Code, got.Body, got.Header().Get("Set-Cookie"))
	}
	if strings.Contains(got.Body.String(), cookie) {
		t.Error("the cookie is in the body, where a script may read it")
	}
	if agent := strings.TrimSuffix(strings.TrimPrefix(at.asked[1], "Join{Key:TOKEN Agent:"), "}"); len(agent) > mostAgent || !strings.HasPrefix(agent, "Mozilla (iPhone)я") {
		t.Errorf("the table was told the browser %q", agent)
	}
	if got := join("TOKEN"); got.Code != 403 {
		t.Errorf("the key was good twice: %d", got.Code)
	}
	at.refuses = companion.Refusal{Kind: companion.TooMany, Wait: 41500 * time.Millisecond}
	if got := join("123456"); got.Code != 429 || got.Header().Get("Retry-After") != "42" {
		t.Errorf("after too many codes: %d %s, Retry-After %s", got.Code, got.Body, got.Header().Get("Retry-After"))
	}
}

// sent is a file on its way.
func sent(path, kind, body string) *http.Request {
	r := request("POST", path, body)
	r.Header.Set("Content-Type", kind)
	return r
}

func TestABackupWaitsUntilTheTableAgrees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at := newTable()
		s := shelved(t, at)
		files := func() []string {
			all, err := filepath.Glob(filepath.Join(s.opts.Uploads, "*"))
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		got := ask(s, sent("/api/restore", typeRecord, "match\nmatch\nplayer\n"))
		if got.Code != 202 || len(files()) != 1 {
			t.Fatalf("%d %s, files %v", got.Code, got.Body, files())
		}
		name := filepath.Base(files()[0])
		if want := "ask Restore{Upload:" + name + " Parcel:{Kind:backup Matches:2 Open:0 Players:1 Damaged:0 Games:0 Game:}}"; at.asked[0] != want {
			t.Errorf("asked %q, want %q", at.asked[0], want)
		}
		if info, err := os.Stat(files()[0]); err != nil || info.Mode() != 0o600 {
			t.Errorf("its mode is %v, %v", info.Mode(), err)
		}
		if got := ask(s, sent("/api/restore", typeRecord, "match\n")); got.Code != 202 || len(files()) != 1 || filepath.Base(files()[0]) == name {
			t.Errorf("after another one: %d, files %v", got.Code, files())
		}
		for _, tt := range []struct {
			kind, body string
			status     int
			want       string
		}{
			{typeRecord, "garbage", 422, "the file can't be taken: backup:1: no record"},
			{"text/plain", "match\n", 415, "the body is application/x-ndjson"},
			{"application/json", "{}", 415, "the body is application/x-ndjson"},
			{typeRecord, strings.Repeat("match\n", MostBackup/6+1), 413, "the body is longer than 67108864 bytes"},
		} {
			if got := ask(s, sent("/api/restore", tt.kind, tt.body)); got.Code != tt.status || errorIn(t, got) != tt.want {
				t.Errorf("%.20s: %d %s", tt.body, got.Code, got.Body)
			}
		}
		if len(files()) != 0 {
			t.Errorf("what was refused is still there: %v", files())
		}
		if got := ask(s, sent("/api/restore", typeRecord, "match\n")); got.Code != 202 || len(files()) != 1 {
			t.Fatalf("%d, files %v", got.Code, files())
		}
		time.Sleep(uploadExpiry + time.Second)
		if len(files()) != 0 {
			t.Errorf("after %v it is still there: %v", uploadExpiry, files())
		}
	})
}

func TestWhoComesByTheSocketNeedsNobodysLeave(t *testing.T) {
	for _, simulated := range []bool{true, false} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Guests: guests}})
		s := shelved(t, at)
		s.opts.Simulated = simulated
		by := func(who string) string {
			at.asked = nil
			got := ask(s, from(who, sent("/api/restore", typeRecord, "match\nplayer\n")))
			return strconv.Itoa(got.Code) + " " + strings.TrimSpace(got.Body.String())
		}
		if got := by(bySystemSocket); got != `200 {"matches":3,"players":2}` || len(at.asked) != 1 || !strings.HasPrefix(at.asked[0], "do Restore{") {
			t.Errorf("the socket gets %s; the table was asked %q", got, at.asked)
		}
		s.uploads.remove() // as it is done with
		if got := by(byPlayer); got != `202 {"asked":true}` || len(at.asked) != 1 || !strings.HasPrefix(at.asked[0], "ask Restore{") {
			t.Errorf("a guest gets %s; the table was asked %q", got, at.asked)
		}
		if got := ask(s, from(bySystemSocket, request("POST", "/api/ask", `{"what":"erase-player","arg":"Аня"}`))); got.Code != 200 || at.asked[1] != "do ErasePlayers{Names:[Аня]}" {
			t.Errorf("the socket gets %d %s; the table was asked %q", got.Code, got.Body, at.asked)
		}
		at.refuses = companion.Refusal{Kind: companion.Illegal, Text: "на карте памяти нет места"}
		s.uploads.remove()
		if got := by(bySystemSocket); got != `422 {"error":"на карте памяти нет места"}` {
			t.Errorf("where the disk is full the socket gets %s", got)
		}
	}
}

func TestARecordOrPlayersWaitUntilTheTableAgrees(t *testing.T) {
	s, h, at := shelf(t)
	record := begun(t, "take 2").Since(0)
	for _, tt := range []struct {
		kind, body string
		status     int
		want       string // the answer
		asked      string // but for the name of the file
	}{
		{typeRecord, record, 202, `{"asked":true}`, ".record Parcel:{Kind:record Matches:1 Open:0 Players:0 Damaged:0 Games:0 Game:}}"},
		{typeRecord, record + `{"kind":"decided","says":"take 9"}`, 422, `{"error":"Файл не подходит: 3: rule.take"}`, ""},
		{typeRecord, "garbage", 422, "", ""},
		{"text/csv; charset=utf-8", "name,wins\nАня,3\nБоря,1\n", 202, `{"asked":true}`, ".players Parcel:{Kind:players Matches:0 Open:0 Players:2 Damaged:0 Games:0 Game:}}"},
		{typeCSV, "<script>\n", 422, "", ""},
		{"text/plain", "Аня\n", 415, "", ""},
		{typeRecord, strings.Repeat("x", MostRecord+1), 413, `{"error":"Тело запроса длиннее 8388608 байт"}`, ""},
		{typeCSV, strings.Repeat("Аня\n", mostTable/7+1), 413, "", ""},
	} {
		at.asked = nil
		got := ask(s, sent("/api/import", tt.kind, tt.body))
		if got.Code != tt.status || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
			t.Errorf("%s %.20s: %d %s", tt.kind, tt.body, got.Code, got.Body)
		}
		asked := strings.Join(at.asked, "; ")
		if (asked == "") != (tt.asked == "") || asked != "" && !strings.HasPrefix(asked, "ask Import{Upload:") || !strings.HasSuffix(asked, tt.asked) {
			t.Errorf("%s %.20s: the table was asked %q, want %q", tt.kind, tt.body, asked, tt.asked)
		}
	}
	h.fails = full{errors.New("no space left on device")}
	if got := ask(s, sent("/api/import", typeCSV, "Вера\n")); got.Code != 422 || errorIn(t, got) != "Файл не подходит: "+text(words.Russian, "disk.full") {
		t.Errorf("a full disk: %d %s", got.Code, got.Body)
	}
	if got := ask(s, request("GET", "/api/players?lang=en", "")); got.Code != 503 || errorIn(t, got) != text(words.English, "disk.full") {
		t.Errorf("a full disk: %d %s", got.Code, got.Body)
	}
	if h.file != "Вера\n" {
		t.Errorf("what was looked at last is %q", h.file)
	}
}

func TestAnImportByTheSocketIsDoneAtOnce(t *testing.T) {
	s, _, at := shelf(t)
	got := ask(s, from(bySystemSocket, sent("/api/import", typeCSV, "Аня\n")))
	if answer := strings.TrimSpace(got.Body.String()); got.Code != 200 || answer != `{"matches":3,"players":2}` {
		t.Errorf("the socket gets %d %s", got.Code, answer)
	}
	if len(at.asked) != 1 || !strings.HasPrefix(at.asked[0], "do Import{") {
		t.Errorf("the table was sent %q", at.asked)
	}
	if s.uploads.pending() {
		t.Error("the file waits still")
	}
}

// full is what a full disk says.
type full struct{ error }

func (full) Reason() string { return "disk.full" }

func TestASetUpMayCountAWholeBox(t *testing.T) {
	at := newTable()
	long := strings.Repeat("x", 30<<10)
	if got := ask(server(t, at), request("POST", "/api/choose", `{"key":"box:coins","value":"`+long+`"}`)); got.Code != 200 {
		t.Errorf("%d %.100s", got.Code, got.Body)
	}
	if got := ask(server(t, at), request("POST", "/api/setup", `{"draft":{"luck":"`+long+long+long+`"}}`)); got.Code != 413 {
		t.Errorf("%d %.100s", got.Code, got.Body)
	}
}

func TestWhatIsNoDraftIsNotSetUp(t *testing.T) {
	for name, tt := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"no JSON":                   {`draft`, 400, "the body is not understood: invalid character 'd' looking for beginning of value"},
		"nothing":                   {` `, 400, "the body is not understood: EOF"},
		"no object":                 {`[{"draft":{}}]`, 400, ""},
		"a draft that is no object": {`{"draft":"coins"}`, 400, ""},
		"two objects":               {`{"draft":{}}{"draft":{}}`, 400, "the body is not understood: more than one object"},
		"an unknown field":          {`{"draft":{"game":"coins","secret":"0"}}`, 400, `the body is not understood: unknown field "secret"`},
		"a wrong type":              {`{"draft":{"game":5}}`, 400, ""},
		"a name of a wrong type":    {`{"draft":{"game":"coins","names":[1,2]}}`, 400, ""},
		"a number too large":        {`{"draft":{"game":"coins","first":1e30}}`, 400, ""},
		"half a seat":               {`{"draft":{"game":"coins","first":1.5}}`, 400, ""},
		"too long":                  {`{"draft":{"game":"` + strings.Repeat("x", 64<<10) + `"}}`, 413, "the body is longer than 65536 bytes"},
	} {
		at := newTable()
		got := ask(server(t, at), request("POST", "/api/setup", tt.body))
		if why := errorIn(t, got); got.Code != tt.status || tt.want != "" && why != tt.want || len(why) > 200 {
			t.Errorf("%s: %d %s, want %d %s", name, got.Code, got.Body, tt.status, tt.want)
		}
		if len(at.senders) > 0 {
			t.Errorf("%s: the table was sent it", name)
		}
	}
}

func TestAnswersSpeakTheLanguageThatIsAskedFor(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Guests: guests}})
	s := server(t, at)
	var got []string
	for _, path := range []string{"/nothing", "/nothing?lang=en", "/api/me?lang=fr", "/api/match?lang=en", "/api/match"} {
		got = append(got, errorIn(t, ask(s, request("GET", path, ""))))
	}
	want := []string{
		`Здесь ничего нет: "/nothing"`, `there is nothing at "/nothing"`, `lang бывает ru или en, а не "fr"`,
		"no match is on the panel", "Сейчас на столе нет партии",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhatABoxHoldsIsCountedInWords(t *testing.T) {
	w, err := words.For(words.Russian, words.Companion(words.Russian), mazaitsy.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, o := range gameInfoOf(mazaitsy.Rules{}, w).Options {
		if (o.Grammar == "counts") != (o.Words != nil) {
			t.Errorf("%s of grammar %q has the words %v", o.Name, o.Grammar, o.Words)
		}
		maps.Copy(said, o.Words)
	}
	if said["log"] != w.Word("word.log") || said["3"] != w.Word("option.hares.each", "3") {
		t.Errorf("it counts %v", said)
	}
}
