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

// liveSocket is the socket of the daemon started by systemd.
const liveSocket = "/run/companion.sock"

// daemon is the path of the running daemon's socket.
type daemon string

// socketFlag adds the flag -socket.
func socketFlag(set *flag.FlagSet) *string {
	return set.String("socket", liveSocket, "`path` of the daemon's socket")
}

// get requests a path from the daemon and copies the response to the given writer.
func (d daemon) get(ctx context.Context, path string, to io.Writer) error {
	answer, err := d.ask(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(to, answer.Body)
	return err
}

// patience is the timeout of the request for the list of devices. A busy Pi takes seconds, and a
// shorter timeout would report a healthy daemon as broken.
const patience = 15 * time.Second

// devices returns the devices of the config, with the daemon's access to each.
func (d daemon) devices(ctx context.Context) ([]doctor.DeviceAccess, error) {
	const path = "/api/devices"
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	answer, err := d.ask(ctx, http.MethodGet, path, "", nil)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var all struct{ Devices []doctor.DeviceAccess }
	if err := json.NewDecoder(answer.Body).Decode(&all); err != nil {
		return nil, notUnderstood(path, err)
	}
	return all.Devices, nil
}

// notUnderstood returns the error for a malformed response.
func notUnderstood(path string, err error) error {
	return fmt.Errorf("companion: %s: the answer is not understood: %w", path, err)
}

// counts is the result of an upload: the number of added matches, of added players, and of damaged
// matches.
type counts struct{ Matches, Players, Damaged int }

// post uploads file, with the media type kind, to a path of the daemon.
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

// ask sends a request to the daemon and returns the response. It returns an error if the daemon
// refuses the request.
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

// problem returns the daemon's reason for refusing a request, or the HTTP status if the daemon gave
// no reason.
func problem(answer *http.Response) string {
	var p struct{ Error string }
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || p.Error == "" {
		return answer.Status
	}
	return p.Error
}
