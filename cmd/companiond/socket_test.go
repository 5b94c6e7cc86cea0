package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tabletop/cmd/internal/evaluator"
	"tabletop/companion/store"
	"tabletop/companion/web"
)

// tools are what reaches a daemon by its socket.
type tools struct {
	t      *testing.T
	client *http.Client
}

// untilTheEnd runs a whole daemon with a simulated panel in this process until the test ends. s has its
// sockets.
func untilTheEnd(t *testing.T, s environment) {
	t.Helper()
	in, typed := io.Pipe()
	s.in, s.out, s.err, s.env = in, io.Discard, io.Discard, func(string) string { return "" }
	ended := make(chan error, 1)
	go func() {
		ended <- run(context.Background(), []string{"-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0"}, s)
	}()
	t.Cleanup(func() {
		io.WriteString(typed, "quit\n")
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// behind runs a whole daemon in this process until the test ends, and returns what
// reaches it by its socket.
func behind(t *testing.T) tools {
	t.Helper()
	path := filepath.Join(t.TempDir(), "companion.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	untilTheEnd(t, environment{sockets: []net.Listener{l}})
	return tools{t, &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}}
}

// ask sends a request and returns status and text of the answer.
func (to tools) ask(method, path, kind, body string) (status int, text string) {
	to.t.Helper()
	r, err := http.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	if err != nil {
		to.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	answer, err := to.client.Do(r)
	if err != nil {
		to.t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		to.t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(all))
}

// wants asks and compares the answer.
func (to tools) wants(method, path, kind, body, want string) {
	to.t.Helper()
	if status, text := to.ask(method, path, kind, body); fmt.Sprint(status, " ", text) != want {
		to.t.Errorf("%s %s: %d %.300s; want %s", method, path, status, text, want)
	}
}

// Through the socket everything may be done that may be done at the machine.
func TestToolsReachTheDaemonThroughItsSocket(t *testing.T) {
	t.Parallel()
	to := behind(t)
	for _, request := range []struct{ method, path, body string }{
		{"GET", "/api/panel.txt", ""},
		{"POST", "/api/press", `{"key":"ok","hold":false}`},
	} {
		if status, text := to.ask(request.method, request.path, "application/json", request.body); status != http.StatusOK {
			t.Errorf("%s %s: %d %s", request.method, request.path, status, text)
		}
	}
}

const (
	ndjson = "application/x-ndjson"
	night  = `{"seq":1,"kind":"started","game":"mice","seats":["Аня","Боря"]}` + "\n"
)

// What one daemon backs up another takes at once, and goes on with without a restart.
func TestABackupMovesToAnotherDaemonThroughItsSocket(t *testing.T) {
	t.Parallel()
	old, box := behind(t), behind(t)
	old.wants("POST", "/api/import", "text/csv", "name\nАня\nЗоя\n", `200 {"matches":0,"players":2}`)
	old.wants("POST", "/api/import", ndjson, night, `200 {"matches":1,"players":0}`)
	if _, text := old.ask("GET", "/api/games", "", ""); !strings.Contains(text, "Зоя") {
		t.Errorf("who was imported isn't offered: %.300s", text)
	}
	status, backup := old.ask("GET", "/api/backup", "", "")
	if status != http.StatusOK {
		t.Fatalf("%d %s", status, backup)
	}
	box.wants("POST", "/api/press", "application/json", `{"key":"ok","hold":false}`, `200 {"seq":0}`)
	_, before := box.ask("GET", "/api/panel.txt", "", "")
	box.wants("POST", "/api/restore", ndjson, backup, `200 {"matches":1,"players":2}`)
	box.wants("POST", "/api/restore", ndjson, backup, `200 {"matches":0,"players":0}`)
	if _, after := box.ask("GET", "/api/panel.txt", "", ""); after == before {
		t.Errorf("the panel doesn't offer the open match:\n%s", after)
	}
	for path, want := range map[string]string{"/api/games": "Зоя", "/api/evenings": "Боря"} {
		if status, text := box.ask("GET", path, "", ""); status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d %.300s; want %s", path, status, text, want)
		}
	}
	status, text := box.ask("POST", "/api/restore", ndjson, "{}")
	if status != http.StatusUnprocessableEntity || !strings.Contains(text, "1: ") {
		t.Errorf("what is no backup gets %d %s", status, text)
	}
}

// sticks is a record of a game in a file, under a title.
func sticks(t *testing.T, title string, facts ...string) string {
	t.Helper()
	program := strings.Replace(evaluator.Sample("sticks"), "\"Sticks\"", strconv.Quote(title), 1)
	first, err := json.Marshal(map[string]any{
		"seq": 1, "kind": "started", "game": "file/sticks", "seats": []string{"Аня", "Боря"}, "program": program,
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(append([]string{string(first)}, facts...), "\n") + "\n"
}

// Records carry their programs: two versions of one game stand side by side, on a box that
// has neither.
func TestGamesInFilesMoveWithTheirRecords(t *testing.T) {
	t.Parallel()
	old, box := behind(t), behind(t)
	take := `{"seq":2,"kind":"decided","says":"take 2"}`
	for _, title := range []string{"Палочки", "Спички"} {
		old.wants("POST", "/api/import", ndjson, sticks(t, title, take), `200 {"matches":1,"players":0}`)
	}
	_, backup := old.ask("GET", "/api/backup", "", "")
	box.wants("POST", "/api/restore", ndjson, backup, `200 {"matches":2,"players":0}`)
	for _, to := range []tools{old, box} {
		for _, title := range []string{"Палочки", "Спички"} {
			if status, text := to.ask("GET", "/api/evenings", "", ""); status != http.StatusOK || !strings.Contains(text, title) {
				t.Errorf("%d %.600s; want %s", status, text, title)
			}
		}
	}
	endless := strings.Replace(sticks(t, "Зависли"), "left = ", "big = [0] * 1000000000\\n    left = ", 1)
	for what, record := range map[string]string{
		"sticks.star:21:28: имени arg нет": strings.Replace(sticks(t, "Сломаны"), "args[0]", "arg[0]", 1),
		"sticks.star:21:":                  endless,
	} {
		status, text := box.ask("POST", "/api/import", ndjson, record)
		if status != http.StatusUnprocessableEntity || !strings.Contains(text, what) {
			t.Errorf("a program that can't be played gets %d %s; want %s", status, text, what)
		}
	}
}

func TestThePageTakesAsLongFilesAsTheDisk(t *testing.T) {
	if web.MostBackup != store.MostBackup || web.MostRecord != store.MostRecord {
		t.Errorf("the page takes %d and %d bytes, the disk %d and %d", web.MostBackup, web.MostRecord, store.MostBackup, store.MostRecord)
	}
}
