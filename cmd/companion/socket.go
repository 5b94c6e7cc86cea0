package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"tabletop/cmd/internal/doctor"
)

// liveSocket is where the daemon that systemd started is reached.
const liveSocket = "/run/companion.sock"

// daemon is the running one, by the path of its socket.
type daemon string

// reached adds the flag that says where.
func reached(set *flag.FlagSet) *string {
	return set.String("socket", liveSocket, "`path` of the daemon's socket")
}

// get copies what the daemon has at a path.
func (d daemon) get(ctx context.Context, path string, to io.Writer) error {
	answer, err := d.ask(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(to, answer.Body)
	return err
}

// patience is how long the daemon may take to say what it sees: on a busy Pi it takes
// seconds, and a doctor in a hurry would call it ill.
const patience = 15 * time.Second

// devices asks which devices of its config the daemon may open.
func (d daemon) devices(ctx context.Context) ([]doctor.Seen, error) {
	const path = "/api/devices"
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	answer, err := d.ask(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var all struct{ Devices []doctor.Seen }
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		return nil, notUnderstood(path, err)
	}
	return all.Devices, nil
}

// notUnderstood is an answer that is another than the daemon's.
func notUnderstood(path string, err error) error {
	return fmt.Errorf("companion: %s: the answer is not understood: %w", path, err)
}

// counts are how much a file has added.
type counts struct{ Matches, Players, Damaged int }

// post sends a file of a type.
func (d daemon) post(ctx context.Context, path, kind string, file io.Reader) (added counts, err error) {
	answer, err := d.ask(ctx, http.MethodPost, path, kind, file)
	if err != nil {
		return added, err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&added); err != nil {
		return added, notUnderstood(path, err)
	}
	return added, nil
}

// ask sends a request and returns the answer, if the daemon doesn't refuse.
func (d daemon) ask(ctx context.Context, method, path, kind string, body io.Reader) (*http.Response, error) {
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", string(d))
		},
	}}
	request, err := http.NewRequestWithContext(ctx, method, "http://localhost"+path, body)
	if err != nil {
		return nil, err
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("companion: no daemon answers at %s: %w", string(d), err)
	}
	if answer.StatusCode/100 != 2 {
		defer answer.Body.Close()
		return nil, fmt.Errorf("companion: %s: %s", path, problem(answer))
	}
	return answer, nil
}

// problem is why the daemon refused, in its words.
func problem(answer *http.Response) string {
	var p struct{ Error string }
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || p.Error == "" {
		return answer.Status
	}
	return p.Error
}
