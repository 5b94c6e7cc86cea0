package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/store"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"companion": main})
}

func TestTheToolsAsTheScriptsSay(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "en_GB.UTF-8")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"append": add, "repeat": repeat, "serve": serve, "keep": keep, "spoil": spoil},
	})
}

// add puts a line behind a file: "append FILE LINE".
func add(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0]) + args[1] + "\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// repeat writes TEXT so many times into FILE, for what is too large for a
// script: "repeat FILE TEXT COUNT".
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	count, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[1], count)), 0o600))
}

// serve answers every request on a socket with a status and a file: "serve SOCKET
// STATUS FILE". In the file METHOD, PATH, TYPE and BODY stand for the request's.
func serve(ts *testscript.TestScript, _ bool, args []string) {
	status, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := ts.ReadFile(args[2])
	l, err := net.Listen("unix", ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(status)
		fmt.Fprint(w, strings.NewReplacer("METHOD", r.Method, "PATH", r.URL.Path, "TYPE", r.Header.Get("Content-Type"), "BODY", string(body)).Replace(text))
	}))
}

// keep makes a state folder with one record in it: "keep FOLDER FILE".
func keep(ts *testscript.TestScript, _ bool, args []string) {
	s, err := store.Open(ts.MkAbs(args[0]), time.Now(), catalogue.Games())
	ts.Check(err)
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(args[1])), "\n")
	ts.Check(s.Keep(context.Background(), companion.Keep{Match: "kept", First: 1, Lines: lines}))
	ts.Check(s.Close())
}

// spoil clears bytes of a file, from a place or a text on: "spoil FILE WHERE COUNT".
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	content := []byte(ts.ReadFile(args[0]))
	at, err := strconv.Atoi(args[1])
	if err != nil {
		at = bytes.Index(content, []byte(args[1]))
	}
	count, err := strconv.Atoi(args[2])
	ts.Check(err)
	clear(content[at:][:count])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o600))
}

func TestEveryCommandHasAScript(t *testing.T) {
	for _, cmd := range commands {
		if _, err := os.Stat(filepath.Join("testdata", cmd.name+".txtar")); err != nil {
			t.Errorf("%s: %v", cmd.name, err)
		}
	}
}
