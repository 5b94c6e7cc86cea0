package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// Through the socket everything may be done that may be done at the machine.
func TestToolsReachTheDaemonThroughItsSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "companion.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	in, typed := io.Pipe()
	s := surroundings{
		in: in, out: io.Discard, err: io.Discard, sockets: []net.Listener{l},
		env: func(string) string { return "" },
	}
	ended := make(chan error, 1)
	go func() {
		ended <- run(t.Context(), []string{"-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0"}, s)
	}()
	tool := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}
	for _, request := range []struct{ method, path, body string }{
		{"GET", "/api/panel.txt", ""},
		{"POST", "/api/press", `{"key":"ok","hold":false}`},
	} {
		r, err := http.NewRequest(request.method, "http://localhost"+request.path, strings.NewReader(request.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		answer, err := tool.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s %s: %s %s %v", request.method, request.path, answer.Status, text, err)
		}
	}
	io.WriteString(typed, "quit\n")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
