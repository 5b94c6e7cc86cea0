package web

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

var update = flag.Bool("update", false, "write the tables in testdata anew")

// arena is what an attack is let loose on.
type arena struct {
	at *table
	s  *Server
}

// send sends a request and returns what it gets.
func (a arena) send(r *http.Request) string { return gets(ask(a.s, r)) }

// gets tells an answer: its status, and why.
func gets(w *httptest.ResponseRecorder) string {
	text := fmt.Sprint(w.Code)
	if w.Code >= 400 {
		text += " " + strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(w.Body.String()), `{"error":"`), `"}`)
	}
	if after := w.Header().Get("Retry-After"); after != "" {
		text += ", Retry-After " + after
	}
	return text
}

func press(who string) *http.Request { return from(who, request("POST", "/api/press", `{"key":"ok"}`)) }

func look(who, path string) *http.Request {
	return from(who, request("GET", path, ""))
}

// with is r with a header.
func with(r *http.Request, name, value string) *http.Request {
	r.Header.Set(name, value)
	return r
}

// reaching is r sent to another Host.
func reaching(host string, r *http.Request) *http.Request {
	r.Host = host
	return r
}

// attacks are what hostile or broken clients try, and how.
var attacks = []struct {
	name string
	try  func(a arena) string
}{
	{"a stranger reads the match", func(a arena) string { return a.send(look(byStranger, "/api/match")) }},
	{"a stranger reads the picture", func(a arena) string { return a.send(look(byStranger, "/api/panel.png")) }},
	{"a stranger follows the events", func(a arena) string { return a.send(look(byStranger, "/api/events")) }},
	{"a stranger presses", func(a arena) string { return a.send(press(byStranger)) }},
	{"a stranger looks which paths there are", func(a arena) string { return a.send(look(byStranger, "/api/secret")) }},
	{"a made-up cookie", func(a arena) string {
		return a.send(with(press(byStranger), "Cookie", "companion=AAAAAAAAAAAAAAAAAAAAAAAAAA"))
	}},
	{"an empty cookie", func(a arena) string { return a.send(with(press(byStranger), "Cookie", "companion=")) }},
	{"the hash that the box keeps, as a cookie", func(a arena) string {
		return a.send(with(press(byStranger), "Cookie", fmt.Sprintf("companion=%x", (*guests)[0].Hash)))
	}},
	{"a false cookie, planted beside the right one", func(a arena) string {
		return a.send(with(look(byStranger, "/api/me"), "Cookie", "companion=PLANTED; companion="+playersCookie))
	}},
	{"a cookie that was revoked", func(a arena) string {
		m := *a.at.Now()
		others := (*guests)[1:]
		m.Guests = &others
		a.at.set(m)
		return a.send(press(byPlayer))
	}},
	{"a guest who may look presses", func(a arena) string { return a.send(press(byOnlooker)) }},
	{"… asks 30 times for the largest picture", func(a arena) string {
		answers := map[int]int{}
		for range 30 {
			answers[ask(a.s, look(byOnlooker, "/api/panel.png?scale=16")).Code]++
		}
		return fmt.Sprintf("%d × 200, encoded %d time", answers[200], len(a.s.pictures.encoded))
	}},
	{"… decides", func(a arena) string {
		return a.send(from(byOnlooker, request("POST", "/api/decide", about(1, `"says":"pass"`))))
	}},
	{"… sends a backup", func(a arena) string { return a.send(from(byOnlooker, sent("/api/restore", typeRecord, "match\n"))) }},
	{"… asks for a deletion", func(a arena) string {
		return a.send(from(byOnlooker, request("POST", "/api/ask", `{"what":"erase-player","arg":"Аня"}`)))
	}},
	{"a guest presses on a page for the wired keys", func(a arena) string {
		a.private()
		return a.send(press(byPlayer))
	}},
	{"… looks at it", func(a arena) string {
		a.private()
		w := ask(a.s, look(byPlayer, "/api/panel.txt"))
		if strings.Trim(w.Body.String(), " .\n") == "" {
			return gets(w) + ", blank"
		}
		return gets(w) + " and sees it"
	}},
	{"a guest lies about what is to be deleted", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/ask", `{"what":"erase","arg":"0000000000000001","with":"an old test"}`)))
	}},
	{"a guest strikes names of several lines", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/ask", `{"what":"erase-player","arg":"Аня\nБоря"}`)))
	}},
	{"a guest imports players", func(a arena) string {
		got := a.send(from(byPlayer, sent("/api/import", typeCSV, "Аня\nБоря\n")))
		if len(a.at.asked) == 1 { // but for the name of its file
			_, of, _ := strings.Cut(a.at.asked[0], " Parcel")
			a.at.asked[0] = "ask Import{Parcel" + of
		}
		return got
	}},
	{"a guest takes a seat on an old position", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/seat", about(0, `"seat":1,"name":"Вера"`))))
	}},
	{"an onlooker takes a seat", func(a arena) string {
		return a.send(from(byOnlooker, request("POST", "/api/seat", about(1, `"seat":1,"name":"Вера"`))))
	}},
	{"a guest asks to restore a file of the system", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/ask", `{"what":"restore","arg":"../../etc/shadow","with":"1 1"}`)))
	}},
	{"a wrong key", func(a arena) string { return a.send(knock("QRSTUVWXYZ")) }},
	{"a token that was used", func(a arena) string {
		a.at.key, a.at.role = "TOKEN", door.Play
		return a.send(knock("TOKEN")) + ", then " + a.send(knock("TOKEN"))
	}},
	{"10,000 wrong codes from one address", func(a arena) string {
		answers := map[int]int{}
		for i := range 10_000 {
			answers[ask(a.s, knock(fmt.Sprintf("%06d", i))).Code]++
		}
		asked := len(a.at.asked)
		a.at.asked = nil
		return fmt.Sprintf("%d × 403, %d × 429; the table hears of %d", answers[403], answers[429], asked)
	}},
	{"codes after the door has had enough", func(a arena) string {
		a.at.refuses = companion.Refusal{Kind: companion.TooMany, Text: "wait", Wait: time.Minute}
		return a.send(knock("123456"))
	}},
	{"500 requests at once", func(a arena) string {
		answers := map[int]int{}
		for range 500 {
			answers[ask(a.s, look(byPlayer, "/api/me")).Code]++
		}
		return fmt.Sprintf("%d × 200, %d × 429", answers[200], answers[429])
	}},
	{"5,000 requests from 30 addresses", func(a arena) string {
		a.at.key, a.at.role = strings.Repeat("A", 26), door.Play
		flood, phone := map[int]int{}, map[int]int{}
		for n := range 5000 {
			flood[ask(a.s, strangerFrom(fmt.Sprintf("192.168.2.%d", n%30), "GET", "/api/me", "")).Code]++
		}
		token := a.at.key
		for range 40 {
			phone[ask(a.s, strangerFrom("192.168.1.8", "GET", joinPath+token, "")).Code]++
		}
		joins := a.send(strangerFrom("192.168.1.8", "POST", "/api/join", `{"key":"`+token+`"}`))
		return fmt.Sprintf("%d × 401, %d × 429; then a phone with the token gets %d × 200 and joins: %s", flood[401], flood[429], phone[200], joins)
	}},
	{"500 requests of a stranger at the address of a guest", func(a arena) string {
		answers := map[int]int{}
		for range 500 {
			answers[ask(a.s, look(byStranger, "/api/me")).Code]++
		}
		return fmt.Sprintf("%d × 401, %d × 429; then the guest gets %s", answers[401], answers[429], a.send(look(byPlayer, "/api/me")))
	}},
	{"another site's page posts", func(a arena) string { return a.send(with(press(byPlayer), "Sec-Fetch-Site", "cross-site")) }},
	{"… in an old browser", func(a arena) string { return a.send(with(press(byPlayer), "Origin", "https://example.com")) }},
	{"… on this machine", func(a arena) string {
		return a.send(with(press(byThisMachine), "Origin", "https://example.com"))
	}},
	{"… as a form", func(a arena) string {
		return a.send(with(press(byThisMachine), "Content-Type", "application/x-www-form-urlencoded"))
	}},
	{"… as a text", func(a arena) string { return a.send(with(press(byThisMachine), "Content-Type", "text/plain")) }},
	{"… shows the picture", func(a arena) string {
		return a.send(with(look(byThisMachine, "/api/panel.png"), "Sec-Fetch-Site", "cross-site"))
	}},
	{"a name that leads here (DNS rebinding)", func(a arena) string {
		return a.send(reaching("evil.example:8090", with(press(byThisMachine), "Origin", "http://evil.example:8090")))
	}},
	{"another machine's address as Host", func(a arena) string { return a.send(reaching("192.168.1.6", press(byPlayer))) }},
	{"no Host", func(a arena) string { return a.send(reaching("", press(byPlayer))) }},
	{"a proxy on this machine that says nothing of it, before a real panel", func(a arena) string {
		a.s.opts.Simulated = false
		return a.send(press(byThisMachine))
	}},
	{"… asks for a backup", func(a arena) string {
		a.s.opts.Simulated = false
		return a.send(look(byThisMachine, "/api/backup"))
	}},
	{"a proxy on this machine that says so", func(a arena) string {
		return a.send(with(press(byThisMachine), "X-Forwarded-For", "203.0.113.9"))
	}},
	{"a forwarding header that claims to be this machine", func(a arena) string {
		return a.send(with(press(byStranger), "Forwarded", "for=127.0.0.1"))
	}},
	{"a header that claims another method", func(a arena) string {
		return a.send(with(look(byPlayer, "/api/press"), "X-HTTP-Method-Override", "POST"))
	}},
	{"a body of 10 MB", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/press", `{"key":"`+strings.Repeat("k", 10<<20)+`"}`)))
	}},
	{"a backup of 65 MB", func(a arena) string {
		return a.send(from(byPlayer, sent("/api/restore", typeRecord, strings.Repeat("x", 65<<20))))
	}},
	{"a backup of garbage", func(a arena) string { return a.send(from(byPlayer, sent("/api/restore", typeRecord, "garbage"))) }},
	{"1,000 braces", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/setup", `{"draft":`+strings.Repeat("[", 1000))))
	}},
	{"a field that is not there", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/press", `{"key":"ok","wired":true}`)))
	}},
	{"two objects", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/press", `{"key":"ok"}{"key":"ok"}`)))
	}},
	{"bytes that are no text", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/press", "{\"key\":\"\xff\xfe\"}")))
	}},
	{"/../etc/passwd", func(a arena) string { return a.send(look(byPlayer, "/../etc/passwd")) }},
	{"/page/../said/ru.txt", func(a arena) string { return a.send(look(byPlayer, "/page/../said/ru.txt")) }},
	{"/%2e%2e/said/ru.txt", func(a arena) string { return a.send(look(byPlayer, "/%2e%2e/said/ru.txt")) }},
	{"//api/match", func(a arena) string {
		r := look(byStranger, "/")
		r.URL = &url.URL{Path: "//api/match"}
		return a.send(r)
	}},
	{"/J/../api/match", func(a arena) string { return a.send(look(byStranger, "/J/../api/match")) }},
	{"/J/x/api/match", func(a arena) string { return a.send(look(byStranger, "/J/x/api/match")) }},
	{"/API/MATCH", func(a arena) string { return a.send(look(byPlayer, "/API/MATCH")) }},
	{"a line feed in an id", func(a arena) string {
		return a.send(look(byPlayer, "/api/history/x%0d%0aSet-Cookie:a=b/record"))
	}},
	{"../ in an id", func(a arena) string { return a.send(look(byPlayer, "/api/history/..%2f..%2fetc/record")) }},
	{"a language that is a path", func(a arena) string { return a.send(look(byPlayer, "/api/me?lang=../../etc/passwd")) }},
	{"markup as a reason, in JSON", func(a arena) string {
		ask(a.s, from(byPlayer, request("POST", "/api/rule", about(1, `"says":"left 3","why":"<script>alert(1)</script>"`))))
		w := ask(a.s, look(byPlayer, "/api/match"))
		return harm(w, "<script", `\u003cscript`)
	}},
	{"markup in a path, in a refusal", func(a arena) string {
		return harm(ask(a.s, look(byPlayer, "/%3Cscript%3E")), "<script", `\u003cscript`)
	}},
	{"markup in names, in the page", func(a arena) string {
		w := ask(a.s, look(byPlayer, "/"))
		if strings.Contains(w.Body.String(), "Аня") {
			return gets(w) + " with names"
		}
		return gets(w) + ", the page holds no names"
	}},
	{"a formula as a name, in a table", func(a arena) string {
		mt, err := match.Begin(a.s.opts.Games, match.Fact{Kind: match.Started, Game: "coins", Seats: []string{"-1 и", "Боря"}})
		if err != nil {
			return err.Error()
		}
		a.s.opts.History.(*memory).add(mt)
		return harm(ask(a.s, look(byPlayer, "/api/export.csv?what=matches")), ",-1 и,", ",'-1 и,")
	}},
	{"a decision on an old position", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/decide", about(0, `"says":"pass"`))))
	}},
	{"a decision against the rules", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/decide", about(1, `"says":"take 5"`))))
	}},
	{"a decision on another match", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/decide", `{"says":"pass","match":"0000000000000002","after":1}`)))
	}},
	{"a decision on any match", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/decide", `{"says":"pass","after":1}`)))
	}},
	{"a decision of two lines", func(a arena) string {
		return a.send(from(byPlayer, request("POST", "/api/decide", about(1, `"says":"take 1\npass"`))))
	}},
}

// harm tells whether an answer holds a text as it would do harm, or as it does none.
func harm(w *httptest.ResponseRecorder, harmful, harmless string) string {
	text := w.Body.String()
	switch {
	case strings.Contains(text, harmful):
		return gets(w) + " with " + harmful
	case !strings.Contains(text, harmless):
		return gets(w) + " without " + harmless
	}
	return fmt.Sprintf("%d, as %s", w.Code, harmless)
}

func (a arena) private() {
	m := *a.at.Now()
	m.Private = true
	a.at.set(m)
}

// knock is a stranger who tries a key.
func knock(key string) *http.Request {
	return from(byStranger, request("POST", "/api/join", `{"key":"`+key+`"}`))
}

// slow are the attacks that take time, each in a bubble of its own.
var slow = []struct {
	name string
	try  func(t *testing.T, at *table, client *http.Client, w *wire) string
}{
	{"headers that never end", func(t *testing.T, _ *table, _ *http.Client, w *wire) string {
		return cutOff(t, w, "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
	}},
	{"a body that never ends", func(t *testing.T, _ *table, _ *http.Client, w *wire) string {
		return cutOff(t, w, "POST /api/press HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{")
	}},
	{"a connection that says nothing", func(t *testing.T, _ *table, _ *http.Client, w *wire) string { return cutOff(t, w, "") }},
	{"headers of 64 KiB", func(t *testing.T, _ *table, client *http.Client, _ *wire) string {
		r, _ := http.NewRequest("GET", "http://localhost/", nil)
		r.Header.Set("X-A", strings.Repeat("a", 64<<10))
		got, err := client.Do(r)
		if err != nil {
			return "nothing"
		}
		defer got.Body.Close()
		return fmt.Sprint(got.StatusCode)
	}},
	{"a reader of events who does not read", func(t *testing.T, at *table, client *http.Client, _ *wire) string {
		r, _ := follow(t, client)
		defer r.Body.Close()
		start := time.Now()
		for range 20 { // fills the pipe and its buffers
			m := *at.Now()
			m.Frame.OLED[0]++
			at.set(m)
			synctest.Wait()
		}
		for at.server.followers() > 0 {
			waittest.Pass(time.Second)
			synctest.Wait()
		}
		return fmt.Sprintf("dropped after %v", time.Since(start))
	}},
	{"a guest's stream at good night", func(t *testing.T, at *table, client *http.Client, w *wire) string {
		wander(client, w, playersCookie)
		r, b := follow(t, client)
		defer r.Body.Close()
		event(t, b)
		event(t, b)
		start := time.Now()
		m := *at.Now()
		m.Guests = &door.Guests{}
		at.set(m)
		rest, _ := b.ReadString(0)
		again, err := client.Get("http://localhost/api/events")
		if err != nil {
			return err.Error()
		}
		again.Body.Close()
		return fmt.Sprintf("ends after %v and %d bytes, then %d", time.Since(start), len(rest), again.StatusCode)
	}},
	{"a connection from the Internet", func(t *testing.T, _ *table, _ *http.Client, w *wire) string {
		here, there := net.Pipe()
		start := time.Now()
		w.conns <- afar{there, "203.0.113.9"}
		text, _ := io.ReadAll(here)
		return fmt.Sprintf("%d bytes; cut off after %v", len(text), time.Since(start))
	}},
	{"500 connections from one address", func(t *testing.T, _ *table, _ *http.Client, w *wire) string { return flood(w, crowds[0].from) }},
	{"… from six", func(t *testing.T, _ *table, _ *http.Client, w *wire) string { return flood(w, crowds[1].from) }},
	{"… from one IPv6 network", func(t *testing.T, _ *table, _ *http.Client, w *wire) string { return flood(w, crowds[2].from) }},
	{"… from 250 addresses", func(t *testing.T, _ *table, _ *http.Client, w *wire) string { return flood(w, crowds[3].from) }},
}

// flood opens 500 connections that say nothing and tells how many stay open, for how
// long, and what a guest and a newcomer get who come after them.
func flood(w *wire, from func(n int) string) string {
	start := time.Now()
	var closed atomic.Int32
	var last atomic.Int64
	for n := range 500 {
		here, there := net.Pipe()
		w.conns <- afar{there, from(n)}
		go func() {
			_, _ = here.Read(make([]byte, 1))
			closed.Add(1)
			last.Store(int64(time.Since(start)))
		}()
	}
	synctest.Wait()
	open := 500 - closed.Load()
	get := func(path, cookie string) int {
		client := &http.Client{}
		defer client.CloseIdleConnections()
		wander(client, w, cookie)
		r, err := client.Get("http://localhost" + path)
		if err != nil {
			return 0
		}
		r.Body.Close()
		return r.StatusCode
	}
	guest, newcomer := get("/api/me", playersCookie), get("/", "none")
	waittest.Pass(time.Minute)
	return fmt.Sprintf("%d stay open, the last for %v; then a guest gets %d, a newcomer %d", open, time.Duration(last.Load()), guest, newcomer)
}

// followers is how many follow the events.
func (s *Server) followers() int {
	s.streams.mu.Lock()
	defer s.streams.mu.Unlock()
	return len(s.streams.all)
}

// cutOff sends the beginning of a request and tells when it is hung up on.
func cutOff(t *testing.T, w *wire, begin string) string {
	c, err := w.dial(context.Background(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	start := time.Now()
	if _, err := c.Write([]byte(begin)); err != nil {
		t.Fatal(err)
	}
	status := "nothing"
	for b := bufio.NewReader(c); ; {
		line, err := b.ReadString('\n')
		if strings.HasPrefix(line, "HTTP/1.1 ") {
			status = strings.TrimSpace(line[len("HTTP/1.1 "):])
		}
		if err != nil {
			return fmt.Sprintf("%s; cut off after %v", status, time.Since(start))
		}
	}
}

func TestAttacksGetWhatTheTableSays(t *testing.T) {
	t.Parallel()
	var table bytes.Buffer
	table.WriteString("| Attack | What it gets | What it did at the table |\n|---|---|---|\n")
	row := func(name, gets string, at *arenaTable) {
		fmt.Fprintf(&table, "| %s | %s | %s |\n", cellOf(name), cellOf(gets), cellOf(at.did()))
	}
	for _, a := range attacks {
		synctest.Test(t, func(t *testing.T) {
			at := newTable()
			at.set(screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests, Lang: words.English, Library: inWords(t)}, Frame: chequered()})
			s := shelved(t, at)
			s.opts.History.(*memory).add(begun(t))
			gets := a.try(arena{at, s})
			row(a.name, gets, &arenaTable{at, 1})
		})
	}
	for _, a := range slow {
		at := newTable()
		at.moment = screen.Moment{Moment: companion.Moment{Match: begun(t), Guests: guests, Lang: words.English, Library: inWords(t)}, Frame: chequered()}
		servedWith(t, at, func(s *Server) { at.server = s }, func(t *testing.T, client *http.Client, w *wire, _ func() error) {
			gets := a.try(t, at, client, w)
			row(a.name, gets, &arenaTable{at, 1})
		})
	}
	golden(t, "testdata/attacks.md", table.Bytes())
}

// arenaTable tells what was done to a table whose match had so many facts.
type arenaTable struct {
	*table
	seq int
}

func (a *arenaTable) did() string {
	var did []string
	if len(a.pressed) > 0 {
		did = append(did, "pressed "+strings.Join(a.pressed, ", "))
	}
	did = append(did, a.asked...)
	if m := a.Now(); m.Match.Seq() != a.seq {
		did = append(did, "the match went on")
	}
	if len(did) == 0 {
		return "nothing"
	}
	return strings.Join(did, "; ")
}

// cellOf is a text as it stands in a table of Markdown.
func cellOf(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(text)
}

// golden compares got with a file, or with -update writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	one, other := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(one), len(other)) {
		if line(one, i) != line(other, i) {
			t.Errorf("%s:%d:\ngot  %s\nwant %s", name, i+1, line(one, i), line(other, i))
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}
