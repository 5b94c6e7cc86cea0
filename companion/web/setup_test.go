package web

import (
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
	"tabletop/companion/words"
	"tabletop/games/mazaitsy"
)

func TestGamesAreOfferedWithTheirOptionsInWords(t *testing.T) {
	at := newTable()
	m := Moment{Lang: words.Russian, Words: inWords(t)}
	m.Offer = companion.Offer{Dice: "colour=red,blue", Players: []string{"Аня"}, Templates: []companion.Template{{
		Game: "coins", Seats: 2, Names: map[words.Lang]string{words.Russian: "Смело"}, Options: map[words.Lang]map[string]string{words.Russian: {"risk": "on"}},
	}}, Open: []companion.OpenMatch{{ID: "abc", Game: "coins", Names: []string{"Вера", "Галя"}}}, Settings: map[string]string{
		"draft:coins": `{"game":"coins"}`, "last:coins": `{"game":"coins","names":[]}`, "cups": `["2d6"]`, "dice": "not this",
		"sheet:Ужин": "title = 'Ужин'", "sheet:old": "", "box:coins": `{"risk":"on"}`, "draft:broken": "{", "guests": "SECRET-GUESTS", "language": "ru",
	}}
	at.set(m)
	want := `{
		"games":[{"name":"coins","title":"Монеты","about":"Игра в монеты","min":2,"max":2,"options":[
			{"name":"risk","label":"Риск","default":"off","offer":"off","grammar":"","values":[{"value":"on","label":"да"},{"value":"off","label":"off"}],"from":0,"to":0}]}],
		"players":["Аня"], "drafts":{"coins":{"game":"coins"},"broken":null}, "last":{"coins":{"game":"coins","names":[]}},
		"cups":["2d6"], "dice":"colour=red,blue", "sheets":[{"name":"Ужин","value":"title = 'Ужин'"}], "boxes":{"coins":{"risk":"on"}},
		"templates":[{"game":"coins","seats":2,"names":{"ru":"Смело"},"options":{"ru":{"risk":"on"}}}],
		"open":[{"id":"abc","title":"Монеты","names":["Вера","Галя"]}]}`
	got := ask(server(t, at), request("GET", "/api/games", ""))
	if !sameJSON(t, got.Body.Bytes(), []byte(want)) {
		t.Errorf("%s\nwant\n%s", got.Body, want)
	}
}

func TestPicturesAreServedAsTheyAreDrawn(t *testing.T) {
	at := newTable()
	at.set(Moment{Lang: words.English, Words: inWords(t)})
	s := server(t, at)
	got := ask(s, request("GET", "/api/glyphs?game=coins", ""))
	if want := `{"glyphs":{"coin":[".##.","####"]},"colours":{"coin":"#ffcc00"},"labels":{"coin":"a coin"}}`; strings.TrimSpace(got.Body.String()) != want {
		t.Errorf("%s, want %s", got.Body, want)
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
		{"/api/setup", `{"draft":{"game":"coins", "names":["Аня"]},"begin":true}`, 200, `{"seq":7}`, `setup {"game":"coins","names":["Аня"]} true`},
		{"/api/setup", `{"draft":{}}`, 200, `{"seq":7}`, `setup {} false`},
		{"/api/setup", `{"draft":"coins"}`, 400, `{"error":"a set-up has a \"draft\" with its \"game\""}`, ""},
		{"/api/setup", `{"begin":true}`, 400, `{"error":"a set-up has a \"draft\" with its \"game\""}`, ""},
		{"/api/choose", `{"key":"dice","value":"x=1,2"}`, 200, `{}`, "choose dice x=1,2"},
		{"/api/choose", `{"key":"dice","value":""}`, 200, `{}`, "choose dice "},
		{"/api/choose", `{"key":"dice"}`, 400, `{"error":"a choice has a \"key\" and a \"value\""}`, ""},
		{"/api/ask", `{"what":"erase-player","arg":"Аня"}`, 202, `{"asked":true}`, "ask erase-player Аня "},
		{"/api/ask", `{"what":"rename","arg":"Аня","with":"Анна"}`, 202, `{"asked":true}`, "ask rename Аня Анна"},
		{"/api/ask", `{"what":"rename","arg":"Аня","with":"<b>"}`, 400, `{"error":"\"\u003cb\u003e\" is no name: up to 10 letters, digits, blanks and hyphens"}`, ""},
		{"/api/ask", `{"what":"time","arg":"2026-11-21T20:00:00Z"}`, 202, `{"asked":true}`, "ask time 2026-11-21T20:00:00Z "},
		{"/api/ask", `{"what":"time","arg":"now"}`, 400, `{"error":"arg is the time as RFC 3339 has it, not \"now\""}`, ""},
		{"/api/ask", `{"what":"erase","arg":"0000000000000001","with":"nothing much"}`, 202, `{"asked":true}`, "ask erase 0000000000000001 Coins: Аня, Боря"},
		{"/api/ask", `{"what":"erase","arg":"none"}`, 404, `{"error":"no match \"none\" is in the history"}`, ""},
		{"/api/ask", `{"what":"restore","arg":"/etc/passwd","with":"1 1"}`, 400, "", ""},
		{"/api/ask", `{"what":"look"}`, 400, "", ""},
		{"/api/undo", `{"to":1,"after":2}`, 200, `{"seq":3}`, ""},
		{"/api/undo", `{"to":9,"after":2}`, 422, "", ""},
		{"/api/undo", `{"after":2}`, 400, "", ""},
		{"/api/begin", `{"after":2}`, 200, `{"seq":2}`, "begin 2"},
		{"/api/begin", `{"after":1}`, 409, `{"seq":2,"error":"the match has moved on","news":["Аня: Take 2"]}`, ""},
		{"/api/begin", `{}`, 400, `{"error":"to begin takes \"after\", the seq it saw"}`, ""},
		{"/api/end", `{"after":2,"again":true}`, 200, `{"seq":3}`, "close true 2"},
		{"/api/end", `{"after":1}`, 409, `{"seq":2,"error":"the match has moved on","news":["Аня: Take 2"]}`, ""},
		{"/api/end", `{"again":true}`, 400, `{"error":"to end takes \"after\", the seq it saw"}`, ""},
		{"/api/resume", `{"id":"abc"}`, 200, `{"seq":7}`, "resume abc"},
		{"/api/resume", `{}`, 400, `{"error":"to go on takes the \"id\" of an open match"}`, ""},
		{"/api/rule", `{"says":"left 1","why":"mistake","after":2}`, 200, `{"seq":3}`, ""},
		{"/api/rule", `{"says":"left 1","after":1}`, 409, `{"seq":2,"error":"the match has moved on","news":["Аня: Take 2"]}`, ""},
		{"/api/rule", `{"says":"left 9","after":2}`, 422, "", ""},
		{"/api/rule", `{"why":"mistake","after":2}`, 400, "", ""},
	} {
		at := newTable()
		at.set(Moment{Match: begun(t, "take 2"), Lang: words.English, Words: inWords(t)})
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
	at.fails = Refused("так нельзя")
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
	at.key, at.role = "TOKEN", companion.Look
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
	if got.Code != 200 || strings.TrimSpace(got.Body.String()) != `{"role":"look"}` || got.Header().Get("Set-Cookie") != want {
		t.Errorf("%d %s, cookie %q", got.Code, got.Body, got.Header().Get("Set-Cookie"))
	}
	if strings.Contains(got.Body.String(), cookie) {
		t.Error("the cookie is in the body, where a script may read it")
	}
	if agent := strings.TrimPrefix(at.asked[1], "join TOKEN "); len(agent) > mostAgent || !strings.HasPrefix(agent, "Mozilla (iPhone)я") {
		t.Errorf("the table was told the browser %q", agent)
	}
	if got := join("TOKEN"); got.Code != 403 {
		t.Errorf("the key was good twice: %d", got.Code)
	}
	at.fails = Wait(41500 * time.Millisecond)
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
		if want := "ask restore " + name + " 2 1"; at.asked[0] != want {
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
		time.Sleep(keepUpload + time.Second)
		if len(files()) != 0 {
			t.Errorf("after %v it is still there: %v", keepUpload, files())
		}
	})
}

func TestWhoComesByTheSocketNeedsNobodysLeave(t *testing.T) {
	for _, simulated := range []bool{true, false} {
		at := newTable()
		at.set(Moment{Door: door})
		s := shelved(t, at)
		s.opts.Simulated = simulated
		by := func(who string) string {
			at.asked = nil
			got := ask(s, from(who, sent("/api/restore", typeRecord, "match\nplayer\n")))
			return strconv.Itoa(got.Code) + " " + strings.TrimSpace(got.Body.String())
		}
		if got := by(bySystemSocket); got != `200 {"matches":3,"players":2}` || len(at.asked) != 1 || !strings.HasPrefix(at.asked[0], "do restore ") {
			t.Errorf("the socket gets %s; the table was asked %q", got, at.asked)
		}
		s.uploads.drop() // as it is done with
		if got := by(byPlayer); got != `202 {"asked":true}` || len(at.asked) != 1 || !strings.HasPrefix(at.asked[0], "ask restore ") {
			t.Errorf("a guest gets %s; the table was asked %q", got, at.asked)
		}
		if got := ask(s, from(bySystemSocket, request("POST", "/api/ask", `{"what":"erase-player","arg":"Аня"}`))); got.Code != 200 || at.asked[1] != "do erase-player Аня " {
			t.Errorf("the socket gets %d %s; the table was asked %q", got.Code, got.Body, at.asked)
		}
		at.fails = Refused("на карте памяти нет места")
		s.uploads.drop()
		if got := by(bySystemSocket); got != `422 {"error":"на карте памяти нет места"}` {
			t.Errorf("where the disk is full the socket gets %s", got)
		}
	}
}

func TestARecordOrPlayersAreImported(t *testing.T) {
	s, h, at := shelf(t)
	record := begun(t, "take 2").Since(0)
	for _, tt := range []struct {
		kind, body string
		status     int
		want       string
	}{
		{typeRecord, record, 200, `{"matches":1,"players":0}`},
		{typeRecord, record, 200, `{"matches":0,"players":0}`}, // is there already
		{typeRecord, record + `{"kind":"decided","says":"take 9"}`, 422, `{"error":"Файл не подходит: 3: rule.take"}`},
		{typeRecord, "garbage", 422, ""},
		{"text/csv; charset=utf-8", "name,wins\nАня,3\nБоря,1\n", 200, `{"matches":0,"players":2}`},
		{typeCSV, "<script>\n", 422, ""},
		{"text/plain", "Аня\n", 415, ""},
		{typeRecord, strings.Repeat("x", MostRecord+1), 413, `{"error":"Тело запроса длиннее 8388608 байт"}`},
		{typeCSV, strings.Repeat("Аня\n", mostTable/7+1), 413, ""},
	} {
		got := ask(s, sent("/api/import", tt.kind, tt.body))
		if got.Code != tt.status || tt.want != "" && strings.TrimSpace(got.Body.String()) != tt.want {
			t.Errorf("%s %.20s: %d %s", tt.kind, tt.body, got.Code, got.Body)
		}
	}
	if got := strings.Join(at.asked, ","); got != "do reload  ,do reload  " {
		t.Errorf("the table was asked %q", got)
	}
	h.fails = full{errors.New("no space left on device")}
	if got := ask(s, sent("/api/import", typeCSV, "Вера\n")); got.Code != 422 || errorIn(t, got) != "Файл не подходит: На карте памяти нет места." {
		t.Errorf("a full disk: %d %s", got.Code, got.Body)
	}
	if got := ask(s, request("GET", "/api/players?lang=en", "")); got.Code != 503 || errorIn(t, got) != "The memory card is full." {
		t.Errorf("a full disk: %d %s", got.Code, got.Body)
	}
	if len(h.entries) != 1 || h.file != "Вера\n" {
		t.Errorf("%d matches, players %s", len(h.entries), h.file)
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
	if got := ask(server(t, at), request("POST", "/api/setup", `{"draft":{"x":"`+long+long+long+`"}}`)); got.Code != 413 {
		t.Errorf("%d %.100s", got.Code, got.Body)
	}
}

func TestAnswersSpeakTheLanguageThatIsAskedFor(t *testing.T) {
	at := newTable()
	at.set(Moment{Lang: words.Russian, Door: door})
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
	w, err := words.For(words.Russian, words.Own(words.Russian), mazaitsy.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, o := range offer(mazaitsy.Rules{}, w).Options {
		if (o.Grammar == "counts") != (o.Words != nil) {
			t.Errorf("%s of grammar %q has the words %v", o.Name, o.Grammar, o.Words)
		}
		maps.Copy(said, o.Words)
	}
	if said["log"] != "бревно" || said["3"] != "Зайцев по 3" {
		t.Errorf("it counts %v", said)
	}
}
