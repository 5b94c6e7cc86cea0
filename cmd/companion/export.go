package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
)

// liveSocket is where the daemon that systemd started is reached.
const liveSocket = "/run/companion.sock"

func export(set *flag.FlagSet) action {
	socket := set.String("socket", liveSocket, "`path` of the daemon's socket")
	return func(c *call, _ []string) error { return c.fetch(*socket, "/api/record") }
}

// fetch copies what the daemon has at a path to the output.
func (c *call) fetch(socket, path string) error {
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	request, err := http.NewRequestWithContext(c.ctx, http.MethodGet, "http://localhost"+path, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("companion: no daemon answers at %s: %w", socket, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("companion: %s: %s", path, problem(answer))
	}
	_, err = io.Copy(c.out, answer.Body)
	return err
}

// problem is why the daemon refused, in its words.
func problem(answer *http.Response) string {
	var p struct{ Error string }
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || p.Error == "" {
		return answer.Status
	}
	return p.Error
}
