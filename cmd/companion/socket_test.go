package main

import (
	"errors"
	"io/fs"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"tabletop/cmd/internal/doctor"
)

func TestTheRunningDaemonIsAskedByItsSocket(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "companion.sock")
	if _, err := daemon(socket).devices(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a socket: %v", err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	answer := `{"devices":[{"part":"panel","node":"/dev/i2c-1","state":"forbidden","says":"operation not permitted"}]}`
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/api/devices" || answer == "" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte(answer))
	})}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	want := []doctor.DeviceAccess{{Part: "panel", Node: "/dev/i2c-1", State: "forbidden", Says: "operation not permitted"}}
	if got, err := daemon(socket).devices(t.Context()); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, answer = range []string{"", "no JSON"} { // an older daemon, and something else
		if _, err := daemon(socket).devices(t.Context()); err == nil {
			t.Errorf("answered by %q: no error", answer)
		}
	}
}
