package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tabletop/companion/waittest"
)

// looks are paths that anybody may look at.
var looks = []string{
	"/", "/icon.svg", "/api/me", "/api/match", "/api/match?log=all", "/api/match?lang=en", "/api/panel.txt", "/api/panel.png",
	"/api/panel.png?scale=1", "/api/panel.png?scale=7", "/api/panel.png?scale=16", "/api/record", "/api/games",
	"/api/glyphs?game=mice", "/api/evenings", "/api/evenings?limit=3", "/api/players", "/api/export.csv?what=matches",
	"/api/export.csv?what=rolls", "/api/export.csv?what=players",
}

func (s *soak) look() bool {
	s.get(s.anybody(), oneOf(s.rand, looks...), http.StatusNotFound) // there may be no match
	return true
}

// crowd is many who look at once.
func (s *soak) crowd() bool {
	requests := make([]request, 8+s.rand.IntN(8))
	answers := make([]answer, len(requests))
	var all sync.WaitGroup
	for i := range requests {
		requests[i] = request{by: s.anybody(), method: http.MethodGet, path: oneOf(s.rand, looks...)}
		all.Go(func() { answers[i] = requests[i].send() })
	}
	all.Wait()
	for i, r := range requests {
		s.hear(r, answers[i], http.StatusNotFound)
	}
	return true
}

// shelved is a match of the history.
type shelved struct {
	ID    string
	Open  bool
	Facts int
}

// gameFolder are all matches, the latest evening first.
func (s *soak) shelf() (all []shelved) {
	var page struct{ Evenings []struct{ Matches []shelved } }
	s.fetch("/api/evenings?limit=100", &page)
	for _, e := range page.Evenings {
		all = append(all, e.Matches...)
	}
	return all
}

// ended are those of it that have ended.
func (s *soak) ended() []shelved {
	return slices.DeleteFunc(s.shelf(), func(m shelved) bool { return m.Open })
}

func (s *soak) replay() bool {
	m := oneOf(s.rand, s.shelf()...)
	if m.ID == "" {
		return false
	}
	by, path := s.anybody(), "/api/history/"+m.ID
	s.get(by, path)
	for range 3 {
		s.get(by, fmt.Sprintf("%s/at/%d", path, 1+s.rand.IntN(m.Facts)), http.StatusNotFound) // it may be veiled
	}
	s.get(by, path+oneOf(s.rand, "/record", "/luck"))
	s.get(by, path+"/bgstats", http.StatusConflict)
	return true
}

const mostStreams = 6

// stream follows the events from now on, or no more. One in six hears nothing of them.
func (s *soak) stream() bool {
	if n := len(s.streams); n >= mostStreams || n > 0 && s.once(3) {
		s.cut(s.streams[0])
		s.streams = s.streams[1:]
		return true
	}
	conn := s.raw(request{by: s.anybody(), method: http.MethodGet, path: "/api/events"}, 0)
	s.streams = append(s.streams, conn)
	if s.once(6) {
		return true
	}
	_ = conn.SetReadDeadline(time.Now().Add(longestAnswer))
	text := bufio.NewReader(conn)
	status, err := text.ReadString('\n')
	for line := ""; err == nil && !strings.HasPrefix(line, "event: match") && !strings.Contains(status, " 401 "); {
		line, err = text.ReadString('\n')
	}
	if err != nil {
		s.fault("a stream that begins with %q has no match: %v", status, err)
	}
	_ = conn.SetReadDeadline(time.Time{})
	go func() { _, _ = io.Copy(io.Discard, text) }()
	return true
}

// leaveStreams lets nobody follow any more.
func (s *soak) leaveStreams() {
	for _, conn := range s.streams {
		s.cut(conn)
	}
	s.streams = nil
}

// hangUpAfter is how long is waited for more of an answer.
const hangUpAfter = 20 * time.Millisecond

// hangUp hangs up in the middle of a long answer.
func (s *soak) hangUp() bool {
	path := oneOf(s.rand, "/api/backup", "/api/export.csv?what=rolls", "/api/panel.png?scale=16", "/api/games")
	conn := s.raw(request{by: s.anybody(), method: http.MethodGet, path: path}, 0)
	_ = conn.SetReadDeadline(time.Now().Add(hangUpAfter))
	_, _ = io.CopyN(io.Discard, conn, int64(s.rand.IntN(4000)))
	s.cut(conn)
	return true
}

// restoring is a backup that was fetched a while ago, on its way back by the socket.
func (s *soak) restoring() request {
	if s.backup == "" || s.once(4) {
		s.backup = string(s.get(s.box, "/api/backup").body)
	}
	return s.file("/api/restore", ndjson, s.backup)
}

// file is a file that is sent by the socket.
func (s *soak) file(path, kind, text string) request {
	return request{s.box, http.MethodPost, path, kind, text}
}

// cutUpload hangs up in the middle of a file, or while it is taken. The next one is
// taken as soon as that is noticed.
func (s *soak) cutUpload() bool {
	r := s.restoring()
	length := len(r.body)
	if s.once(2) {
		r.by, r.body = s.player(), r.body[:s.rand.IntN(length)]
	}
	conn := s.raw(r, length)
	s.pause(time.Duration(s.rand.IntN(5_000)) * time.Microsecond)
	s.cut(conn)
	s.persist(s.file("/api/import", "text/csv", "name\nАня\n"))
	return true
}

// persist asks for something until it is done. Something else may be under way, or wait
// on the panel for a no.
func (s *soak) persist(r request) {
	waittest.Until(s.t, r.method+" "+r.path+" to be done", func() (any, bool) {
		a := s.ask(r, append(refusals, http.StatusServiceUnavailable)...)
		if a.status == http.StatusOK {
			return nil, true
		}
		s.keys("press back")
		return fmt.Sprintf("%d %s", a.status, a.body), false
	})
}

// allowed asks for what the wired keys must allow, by the socket or as a phone, and
// returns who has asked, nil where it was refused or the keys said no. What a phone has
// asked for need not be done: something else may have come over the question.
func (s *soak) allowed(r request) *asker {
	if r.by = oneOf(s.rand, s.box, s.player()); r.by == s.box {
		if !s.done(r) {
			return nil
		}
		return r.by
	}
	if s.ask(r, append(refusals, http.StatusAccepted)...).status != http.StatusAccepted {
		return nil
	}
	if s.once(4) {
		s.keys(oneOf(s.rand, "press ok", "press back"))
		return nil
	}
	s.keys("press down", "press ok")
	s.carried()
	return r.by
}

// carried waits until what was allowed is done: then a backup of nothing is taken.
func (s *soak) carried() {
	s.persist(s.file("/api/restore", ndjson, `{"kind":"backup","version":1}`+"\n"+`{"kind":"end"}`+"\n"))
}

func (s *soak) restore() bool { return s.allowed(s.restoring()) != nil }

// importRecord brings a match of old. Most were brought before.
func (s *soak) importRecord() bool {
	files, err := filepath.Glob(filepath.Join("..", "..", "companion", "match", "testdata", "v1", "*.jsonl"))
	if err != nil || len(files) == 0 {
		s.t.Fatalf("there are no records to import: %v", err)
	}
	record, err := os.ReadFile(oneOf(s.rand, files...))
	if err != nil {
		s.t.Fatal(err)
	}
	return s.allowed(s.file("/api/import", ndjson, string(record))) != nil
}

// guests is how those are called who are known and never play.
const guests = "Гость "

func (s *soak) importPlayers() bool {
	names := "name\n"
	for range 5 {
		names += fmt.Sprintf("%s%d\n", guests, s.rand.IntN(500))
	}
	return s.allowed(s.file("/api/import", "text/csv", names)) != nil
}

// asking asks for a change of what was played.
func (s *soak) asking(what, arg, with string) request {
	return s.post(s.box, "/api/ask", fields{"what": what, "arg": arg, "with": with})
}

func (s *soak) erase() bool {
	id := oneOf(s.rand, s.ended()...).ID
	if id == "" {
		return false
	}
	by := s.allowed(s.asking("erase", id, ""))
	there := s.get(s.box, "/api/history/"+id, http.StatusNotFound).status == http.StatusOK
	if by == s.box && there {
		s.fault("match %s was erased, and is there still", id)
	}
	if !there {
		delete(s.seqs, id) // a backup may bring it as it was before
	}
	return !there
}

// rename gives somebody another name, or the old one back. Who sits in an open match
// keeps his.
func (s *soak) rename() bool {
	const other = " Б"
	old := oneOf(s.rand, slices.DeleteFunc(s.offer().Players, func(name string) bool { return strings.HasPrefix(name, guests) })...)
	name, has := strings.CutSuffix(old, other)
	if !has {
		name += other
	}
	return old != "" && s.allowed(s.asking("rename", old, name)) != nil && !slices.Contains(s.offer().Players, old)
}

// soakNonsense is what no page sends, and what it is answered by.
var soakNonsense = []struct {
	method, path, kind, body string
	want                     []int
}{
	{"POST", "/api/decide", "application/json", `{`, []int{400}},
	{"POST", "/api/decide", "application/json", `{"says":"roll"}`, []int{400}},
	{"POST", "/api/decide", "application/json", `{"says":"roll","match":"none","after":1}`, refusals},
	{"POST", "/api/decide", "application/json", `{"says":"` + strings.Repeat("x", 5000) + `"}`, []int{413}},
	{"POST", "/api/press", "application/json", `{"key":"okk"}`, []int{400}},
	{"POST", "/api/press", "text/plain", `{"key":"ok"}`, []int{415}},
	{"POST", "/api/choose", "application/json", `{"key":"guests","value":"x"}`, []int{422}},
	{"POST", "/api/ask", "application/json", `{"what":"time","arg":"2026-11-21T19:00:00Z"}`, []int{422}}, // the clock is right
	{"POST", "/api/import", ndjson, "nonsense\n", []int{422}},
	{"POST", "/api/restore", ndjson, "", []int{422}},
	{"GET", "/api/decide", "", "", []int{405}},
	{"GET", "/api/nothing", "", "", []int{404}},
	{"GET", "/api/history/none", "", "", []int{404}},
	{"GET", "/api/panel.png?scale=99", "", "", []int{400}},
}

func (s *soak) nonsense() bool {
	for _, n := range soakNonsense {
		if s.ask(request{s.player(), n.method, n.path, n.kind, n.body}, n.want...).status == http.StatusOK {
			s.fault("%s %s %.100s is taken", n.method, n.path, n.body)
		}
	}
	return true
}

// What a table keeps at most: the figures of a daemon rise with what it holds.
const (
	tidyEvery   = 40 // steps
	mostMatches = 4  // open
	mostShelf   = 24 // ended
	mostPlayers = 150
	mostFacts   = 400 // of a match
)

// tidy ends matches that nobody ends, and forgets what is long ago.
func (s *soak) tidy() {
	o := s.offer()
	if len(o.Open) > mostMatches {
		s.done(s.post(s.box, "/api/resume", fields{"id": oneOf(s.rand, o.Open...).ID}))
		s.leave()
	}
	if m, _ := s.match(s.box); m.Seq > mostFacts {
		s.leave()
	}
	ended := s.ended()
	for _, m := range ended[min(mostShelf, len(ended)):] {
		s.done(s.asking("erase", m.ID, ""))
		delete(s.seqs, m.ID)
	}
	if len(o.Players) > mostPlayers {
		s.done(s.asking("erase-player", strings.Join(o.Players[mostPlayers/2:], "\n"), ""))
	}
}
