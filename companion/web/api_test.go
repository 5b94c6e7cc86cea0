package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"image/png"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

func TestPressesReachTheTable(t *testing.T) {
	for _, tt := range []struct {
		body    string
		status  int
		want    string // the answer
		pressed string
	}{
		{`{"key":"ok","hold":false}`, 200, `{"seq":1}`, "ok"},
		{`{"key":"back"}`, 200, `{"seq":1}`, "back"},
		{`{"key":"back","hold":true}`, 200, `{"seq":1}`, "back held"},
		{` {"key":"up"} `, 200, `{"seq":1}`, "up"},
		{`{"key":"down"}`, 200, `{"seq":1}`, "down"},
		{`{"key":"okk"}`, 400, `{"error":"unknown key \"okk\", the nearest is \"ok\""}`, ""},
		{`{"key":"left"}`, 400, `{"error":"unknown key \"left\", the nearest is \"back\""}`, ""},
		{`{"key":"dwon"}`, 400, `{"error":"unknown key \"dwon\", the nearest is \"down\""}`, ""},
		{`{}`, 400, `{"error":"the request lacks the field “key”"}`, ""},
		{`{"key":""}`, 400, `{"error":"unknown key \"\", the nearest is \"up\""}`, ""},
		{`{"key":"ok","hold":true}`, 400, `{"error":"only back is held, not ok"}`, ""},
		{`{"key":"ok","hodl":true}`, 400, `{"error":"the body is not understood: unknown field \"hodl\""}`, ""},
		{`{"key":"ok"}{"key":"ok"}`, 400, `{"error":"the body is not understood: more than one object"}`, ""},
		{`{"key":"ok"`, 400, `{"error":"the body is not understood: unexpected EOF"}`, ""},
		{`["ok"]`, 400, "", ""},
		{`null`, 400, `{"error":"the request lacks the field “key”"}`, ""},
		{about(0, `"key":"ok"`), 409, `{"seq":0,"error":"the match has moved on"}`, ""},
		{`{"key":5}`, 400, "", ""},
		{`ok`, 400, "", ""},
		{`{"key":"ok"` + strings.Repeat(" ", mostBody-12) + `}`, 200, `{"seq":1}`, "ok"},
		{`{"key":"ok"` + strings.Repeat(" ", mostBody-11) + `}`, 413, `{"error":"the body is longer than 4096 bytes"}`, ""},
		{`{"key":"ok"}` + strings.Repeat(" ", mostBody), 413, `{"error":"the body is longer than 4096 bytes"}`, ""},
		{`{"key":"` + strings.Repeat("k", 10<<20) + `"}`, 413, `{"error":"the body is longer than 4096 bytes"}`, ""},
		{`{"key":"` + strings.Repeat("k", 4000) + `"}`, 400, "", ""},
	} {
		at := newTable()
		got := ask(server(t, at), request("POST", "/api/press", tt.body))
		if answer := strings.TrimSpace(got.Body.String()); got.Code != tt.status || tt.want != "" && answer != tt.want {
			t.Errorf("%.60s: %d %.200s, want %d %s", tt.body, got.Code, answer, tt.status, tt.want)
		}
		if pressed := strings.Join(at.pressed, ","); pressed != tt.pressed {
			t.Errorf("%.60s pressed %q, want %q", tt.body, pressed, tt.pressed)
		}
		if len(got.Body.String()) > 400 {
			t.Errorf("%.60s: an answer of %d bytes", tt.body, got.Body.Len())
		}
	}
}

func TestATableThatDoesNotAnswerIsSaid(t *testing.T) {
	at := newTable()
	at.fails = errors.New("the loop has ended")
	for path, body := range map[string]string{"/api/press": `{"key":"ok"}`, "/api/decide": about(1, `"says":"pass"`)} {
		got := ask(server(t, at), request("POST", path, body))
		if got.Code != http.StatusServiceUnavailable || errorIn(t, got) != `the table does not answer: "the loop has ended"` {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

func TestThePictureHasExactlyThePanelsPixels(t *testing.T) {
	at := newTable()
	frame := chequered()
	at.set(screen.Moment{Frame: frame})
	for query, scale := range map[string]int{"": 4, "?scale=1": 1, "?scale=3": 3, "?scale=7": 7, "?scale=16": 16} {
		got := ask(server(t, at), request("GET", "/api/panel.png"+query, ""))
		picture, err := png.Decode(got.Body)
		if err != nil || got.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("scale %d: %v", scale, err)
		}
		if size := picture.Bounds().Size(); size.X != 128*scale || size.Y != 64*scale {
			t.Fatalf("scale %d: %v", scale, size)
		}
		for y := range 64 * scale {
			for x := range 128 * scale {
				r, g, b, _ := picture.At(x, y).RGBA()
				if lit := r == 0xffff; lit != frame.OLED.At(x/scale, y/scale) || r != g || g != b {
					t.Fatalf("scale %d: pixel %d,%d is %04x %04x %04x", scale, x, y, r, g, b)
				}
			}
		}
	}
	for _, scale := range []string{"0", "17", "-1", "x", "4.5", "99999999999999999999", "+"} {
		got := ask(server(t, at), request("GET", "/api/panel.png?scale="+scale, ""))
		if got.Code != 400 || !strings.HasPrefix(errorIn(t, got), "scale is from 1 to 16, not ") {
			t.Errorf("scale %s: %d %s", scale, got.Code, got.Body)
		}
	}
}

func TestThePanelInText(t *testing.T) {
	at := newTable()
	frame := chequered()
	at.set(screen.Moment{Frame: frame})
	got := ask(server(t, at), request("GET", "/api/panel.txt", "")).Body.String()
	lines := strings.Split(got, "\n")
	if len(lines) != 32+1+8+1 || lines[32] != "" {
		t.Fatalf("%d lines:\n%s", len(lines), got)
	}
	if b, err := pixel.Parse(strings.Join(lines[:32], "\n")); err != nil || b != frame.OLED {
		t.Errorf("%v; reads back as\n%s", err, b.String())
	}
	if lamps := strings.Join(lines[33:], "\n"); lamps != frame.Lamps.String() {
		t.Errorf("lamps\n%swant\n%s", lamps, frame.Lamps.String())
	}
}

func TestAPanelThatIsOffShowsNothing(t *testing.T) {
	at := newTable()
	frame := chequered()
	frame.Light = panel.Off
	at.set(screen.Moment{Frame: frame})
	if got := ask(server(t, at), request("GET", "/api/panel.txt", "")).Body.String(); strings.Trim(got, " .\n") != "" {
		t.Errorf("in text\n%s", got)
	}
	picture, err := png.Decode(ask(server(t, at), request("GET", "/api/panel.png", "")).Body)
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := picture.At(4, 0).RGBA(); r != 0 {
		t.Error("in the picture a pixel is lit")
	}
}

func TestTheMatchIsToldAsAnOnlookerMayKnowIt(t *testing.T) {
	same := `"seats":2, "names":["Аня","Боря"], "looks":[{"tone":4,"colour":"#ffbe00","picture":""},{"tone":1,"colour":"#ff3c28","picture":""}], "options":{"risk":"on"}, "seal":"` + seal + `", "match":"` + theMatch + `", "game":"coins", "pictures":"` + versionOf(coins{}) + `", "ended":false,
		"lowest":false, "rule":"", "redo":null, "likely":"", "clock":null, "device":false, "ready":false, "open":[], "steps":[], "sheet":[], "advice":null, "hints":0, `
	for _, tt := range []struct {
		decisions   []string
		lang, asked words.Lang
		want        string
	}{
		{nil, words.Russian, "", `{` + same + `
			"seq":1, "turn":1, "legal":["pass","take 1..2"], "over":false, "scores":[0,0], "won":[], "facts":1, "undo":null,
			"choices":[{"says":"take","from":1,"to":2,"now":0,"grammar":"","label":"Взять"},{"says":"pass","from":0,"to":0,"now":0,"grammar":"","label":"Пас","stake":"5 монет"}],
			"fixes":[{"says":"left","from":1,"to":5,"now":5,"grammar":"","label":"Осталось"}],
			"log":[{"seq":1,"seat":0,"kind":"started","text":"` + text(words.Russian, "log.started Монеты") + `","ms":0}],
			"view":{"title":"Монеты","prompt":"@ ходит","lines":["5 монет"],"strip":[{"glyph":"coin","n":5,"seat":2,"mark":1}],"piles":[],"w":1,"h":1,"cells":[{"glyph":"coin","seat":-1,"mark":1,"tag":"5×"}]}}`},
		{[]string{"take 2", "pass", "take 2", "take 1"}, words.Russian, words.English, `{` + same + `
			"seq":5, "turn":-1, "legal":[], "over":true, "scores":[0,1], "won":[2], "why":"Боря took the last", "facts":5,
			"choices":[], "fixes":[{"says":"left","from":1,"to":5,"now":0,"grammar":"","label":"Left"}],
			"undo":{"to":4,"label":"` + text(words.English, "log.seat Боря Take 1") + `","seen":false},
			"log":[{"seq":1,"seat":0,"kind":"started","text":"` + text(words.English, "log.started Coins") + `","ms":0},{"seq":2,"seat":1,"kind":"decided","text":"Аня: Take 2","ms":0},
				{"seq":3,"seat":2,"kind":"decided","text":"Боря: Pass","ms":0},{"seq":4,"seat":1,"kind":"decided","text":"Аня: Take 2","ms":0},
				{"seq":5,"seat":2,"kind":"decided","text":"Боря: Take 1","ms":0}],
			"view":{"title":"Coins","prompt":"to move","lines":["0 coins"],"strip":[{"glyph":"coin","n":0,"seat":2,"mark":1}],"piles":[],"w":1,"h":1,"cells":[{"glyph":"coin","seat":-1,"mark":1,"tag":"5×"}]}}`},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Match: begun(t, tt.decisions...), Lang: tt.lang, Library: inWords(t)}})
		got := ask(server(t, at), request("GET", "/api/match?lang="+string(tt.asked), ""))
		if !sameJSON(t, got.Body.Bytes(), []byte(tt.want)) {
			t.Errorf("after %v:\n%s\nwant\n%s", tt.decisions, got.Body, tt.want)
		}
		if strings.Contains(got.Body.String(), hidden) {
			t.Errorf("after %v the hidden card is told: %s", tt.decisions, got.Body)
		}
		// what reads a stream of answers finds these first
		if begins := `{"seq":` + strconv.Itoa(1+len(tt.decisions)) + `,"match":"` + theMatch + `","game":"coins",`; !strings.HasPrefix(got.Body.String(), begins) {
			t.Errorf("after %v it begins %.80s, want %s", tt.decisions, got.Body, begins)
		}
	}
}

func TestAMatchThatHasEndedOffersNothingMore(t *testing.T) {
	at := newTable()
	mt := begun(t, "take 2", "take 2", "take 1")
	ended, err := mt.End(match.Stamp{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []match.Match{mt, ended} {
		at.set(screen.Moment{Moment: companion.Moment{Match: m, Lang: words.Russian, Library: inWords(t)}})
		var got position
		if err := json.Unmarshal(ask(server(t, at), request("GET", "/api/match", "")).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		offers := got.Undo != nil && len(got.Fixes) > 0
		if offers == m.Ended() || m.Ended() && (got.Undo != nil || got.Redo != nil || got.Device || len(got.Fixes)+len(got.Choices)+len(got.Legal) > 0) {
			t.Errorf("ended %v: undo %+v, redo %+v, fixes %v, choices %v", m.Ended(), got.Undo, got.Redo, got.Fixes, got.Choices)
		}
	}
}

func TestAMatchTellsWhatTheTableAdds(t *testing.T) {
	at := newTable()
	m := screen.Moment{Moment: companion.Moment{Match: begun(t, "take 2"), Lang: words.Russian, Library: inWords(t), Ready: true}}
	m.Offer = &companion.Offer{Open: []companion.Resumable{
		{ID: m.Match.Seal()[:16], Game: "coins", Names: m.Match.Names()}, // on the panel: not to be gone on with
		{ID: "abc", Game: "coins", Names: []string{"Вера", "Галя"}},
	}}
	m.Clocks = clock.SeatsOf(clock.Seat{MS: 1000, Left: 9000}, clock.Seat{MS: 0, Left: 10_000, Running: true})
	var err error
	if m.Match, err = m.Match.BackTo(match.Stamp{}, 1, ""); err != nil {
		t.Fatal(err)
	}
	at.set(m)
	var got position
	if err := json.Unmarshal(ask(server(t, at), request("GET", "/api/match", "")).Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Clock) != 2 || !got.Clock[1].Running || got.Clock[0].Left != 9000 || !got.Ready || len(got.Open) != 1 || got.Open[0].ID != "abc" || got.Open[0].Title != "Монеты" {
		t.Errorf("%+v", got)
	}
	if got.Redo == nil || got.Redo.To != 2 || got.Redo.Label != "Аня: Взять 2" || got.Undo != nil {
		t.Errorf("redo %+v, undo %+v, want what Аня took", got.Redo, got.Undo)
	}
	if text := got.Log[2].Text; text != "Отменить: Аня: Взять 2" {
		t.Errorf("the log tells the undo as %q", text)
	}
}

func TestOfALongLogTheLastHundredAreToldUnlessAllAreAskedFor(t *testing.T) {
	at := newTable()
	decisions := slices.Repeat([]string{"pass"}, 150)
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t, decisions...), Library: inWords(t)}})
	for query, want := range map[string]int{"": 100, "?log=all": 151} {
		var got position
		if err := json.Unmarshal(ask(server(t, at), request("GET", "/api/match"+query, "")).Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Log) != want || got.Log[want-1].Seq != 151 {
			t.Errorf("%q: %d lines up to %d, want %d up to 151", query, len(got.Log), got.Log[len(got.Log)-1].Seq, want)
		}
	}
}

// sameJSON compares two objects, whatever the order of their fields.
func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(x)
	other, _ := json.Marshal(y)
	return bytes.Equal(one, other)
}

func TestDecisionsAreTakenWhileTheyAreFresh(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Library: inWords(t)}})
	s := server(t, at)
	for _, tt := range []struct {
		body   string
		status int
		want   string
	}{
		{about(1, `"says":"take 2"`), 200, `{"seq":2}`},
		{about(1, `"says":"take 2"`), 409, `{"seq":2,"error":"the match has moved on","news":["Аня: Take 2"]}`},
		{about(3, `"says":"take 2"`), 409, `{"seq":2,"error":"the match has moved on"}`},
		{about(-3, `"says":"take 2"`), 409, `{"seq":2,"error":"the match has moved on"}`},
		{`{"says":"take 2","match":"another","after":2}`, 409, `{"seq":2,"error":"the match has moved on"}`},
		{`{"says":"take 2","match":null,"after":2}`, 409, `{"seq":2,"error":"the match has moved on"}`},
		{about(2, `"says":"take 3"`), 422, `{"error":"возьмите одну или две"}`},
		{about(2, `"says":"take 1\nroll"`), 422, `{"error":"возьмите одну или две"}`},
		{`{"says":"take 1","match":"` + theMatch + `"}`, 400, `{"error":"the request lacks the field “after”"}`},
		{`{"says":"take 1","after":2}`, 400, `{"error":"the request lacks the field “match”","reload":true}`},
		{about(2, ""), 400, `{"error":"the request lacks the field “says”"}`},
		{`{"says":"take 1","match":"` + theMatch + `","after":"2"}`, 400, ""},
		{`{"says":"take 1","match":"` + theMatch + `","after":2.5}`, 400, ""},
		{about(2, `"says":"take 1","AFTER":1`), 400, `{"error":"the body is not understood: the key \"after\" stands there twice"}`},
		{about(2, `"says":"take 1","seat":1`), 400, `{"error":"the body is not understood: unknown field \"seat\""}`},
		{about(2, `"says":"take 1"`), 200, `{"seq":3}`},
	} {
		got := ask(s, request("POST", "/api/decide", tt.body))
		if answer := strings.TrimSpace(got.Body.String()); got.Code != tt.status || tt.want != "" && answer != tt.want {
			t.Errorf("%s: %d %s, want %d %s", tt.body, got.Code, answer, tt.status, tt.want)
		}
	}
	if m := *at.Now(); m.Match.Seq() != 3 {
		t.Errorf("the match has %d facts, want 3", m.Match.Seq())
	}
}

func TestTheRecordReadsBackAndKeepsTheSecret(t *testing.T) {
	at := newTable()
	secret, err := luck.ParseSecret("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		t.Fatal(err)
	}
	played := begun(t, "take 2", "pass")
	opened, err := played.Open(match.Stamp{}, secret)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		match match.Match
		told  bool
	}{"before it is opened": {played, false}, "opened": {opened, true}} {
		at.set(screen.Moment{Moment: companion.Moment{Match: tt.match}})
		got := ask(server(t, at), request("GET", "/api/record", ""))
		if told := strings.Contains(got.Body.String(), secret.String()); told != tt.told {
			t.Errorf("%s the secret is told: %v", name, told)
		}
		back, err := match.Read(got.Body, "record", games.Of(coins{}))
		if err != nil || !slices.EqualFunc(slices.Collect(back.Facts()), slices.Collect(tt.match.Facts()), sameFact) {
			t.Errorf("%s: %v, read back %v", name, err, slices.Collect(back.Facts()))
		}
		if kind := got.Header().Get("Content-Type"); kind != "application/x-ndjson" {
			t.Errorf("%s: %s", name, kind)
		}
	}
}

func sameFact(a, b match.Fact) bool { return a.Seq == b.Seq && a.Kind == b.Kind && a.Says == b.Says }

func TestWithoutAMatchThereIsNeitherMatchNorRecord(t *testing.T) {
	for _, path := range []string{"/api/match", "/api/record"} {
		got := ask(server(t, newTable()), request("GET", path, ""))
		if got.Code != 404 || errorIn(t, got) != "no match is on the panel" {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

// FuzzPress: whatever is posted, the answer is JSON and at most one key pressed.
func FuzzPress(f *testing.F) {
	for _, seed := range []string{`{"key":"ok"}`, `{"key":"back","hold":true}`, `{"key":null}`, "", "\xff", `{"KEY":"up","key":"down"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		at := newTable()
		r := request("POST", "/api/press", body)
		r.Header.Set("Content-Type", "application/json")
		got := ask(server(t, at), r)
		if !json.Valid(got.Body.Bytes()) || (got.Code == 200) != (len(at.pressed) == 1) || len(at.pressed) > 1 {
			t.Errorf("%q: %d %s, pressed %v", body, got.Code, got.Body, at.pressed)
		}
	})
}

func TestALostSecretIsToldWithTheMatchAndItsLog(t *testing.T) {
	lost, err := begun(t, "take 2", "pass").LoseSecret(match.Stamp{}, strings.Repeat("1", 64))
	if err != nil {
		t.Fatal(err)
	}
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Match: lost}})
	var p position
	if err := json.Unmarshal(ask(server(t, at), request("GET", "/api/match", "")).Body.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if p.Lost != lost.Seq() || p.Seal != lost.Seal() || p.Undo != nil {
		t.Errorf("lost at %d under %s, undo %+v", p.Lost, p.Seal, p.Undo)
	}
	if last := p.Log[len(p.Log)-1]; last.Seq != p.Lost || last.Text != "log.lost" { // a test's table has no words of its own
		t.Errorf("the log ends with %+v", last)
	}
	if got := ask(server(t, at), request("GET", "/api/record", "")); !strings.Contains(got.Body.String(), `"lost":true`) {
		t.Errorf("the record is %s", got.Body)
	}
}
