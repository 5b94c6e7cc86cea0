package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// asker is somebody who asks the daemon: a phone that was let in, a stranger, or whoever
// comes by the socket.
type asker struct {
	client *http.Client
	dial   func(context.Context) (net.Conn, error)
	base   string // of the addresses it asks for
	cookie string
	looks  bool // and may do nothing else
}

// newAsker is one who finds the daemon at an address of a network.
func newAsker(network, address string) *asker {
	p := &asker{}
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return p.dial(ctx) }}
	p.client = &http.Client{Transport: transport, Timeout: longestAnswer}
	p.reach(network, address)
	return p
}

// reach lets the asker find the daemon elsewhere.
func (p *asker) reach(network, address string) {
	p.client.CloseIdleConnections()
	p.dial = func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, network, address) }
	p.base = "http://localhost"
	if network == "tcp" {
		p.base = "http://" + address
	}
}

// request is what an asker sends.
type request struct {
	by                       *asker
	method, path, kind, body string
}

// http is the request as the client sends it.
func (r request) http() (*http.Request, error) {
	h, err := http.NewRequest(r.method, r.by.base+r.path, strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	if r.kind != "" {
		h.Header.Set("Content-Type", r.kind)
	}
	if r.by.cookie != "" {
		h.Header.Set("Cookie", "companion="+r.by.cookie)
	}
	return h, nil
}

// answer is what comes of a request; status 0 is none.
type answer struct {
	status int
	body   []byte
	cookie string
	err    error
}

// send sends a request and waits for its answer.
func (r request) send() (a answer) {
	h, err := r.http()
	if err != nil {
		return answer{err: err}
	}
	got, err := r.by.client.Do(h)
	if err != nil {
		return answer{err: err}
	}
	defer got.Body.Close()
	for _, c := range got.Cookies() {
		a.cookie = c.Value
	}
	a.status = got.StatusCode
	a.body, a.err = io.ReadAll(got.Body)
	return a
}

// raw sends a request by a connection of its own, of whose body only a part may be sent,
// and returns the connection.
func (s *soak) raw(r request, length int) net.Conn {
	h, err := r.http()
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err := r.by.dial(s.t.Context())
	if err != nil {
		s.unit.fatal("%v", err)
	}
	var head bytes.Buffer
	_ = h.Header.Write(&head) // to memory
	_, err = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n%s\r\n%s", r.method, r.path, h.Host, length, head.String(), r.body)
	if err != nil {
		s.unit.fatal("%v", err)
	}
	return conn
}

// cut hangs up, as a phone does or as one that falls into the water.
func (s *soak) cut(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok && s.once(2) {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// refusals are answers to who asks for something that may be so or not.
var refusals = []int{http.StatusConflict, http.StatusUnprocessableEntity}

// ask sends a request that is answered by 200, or may be answered otherwise.
func (s *soak) ask(r request, may ...int) answer {
	a := r.send()
	s.hear(r, a, may...)
	return a
}

// done sends a request and reports whether it was done; it may be refused.
func (s *soak) done(r request) bool { return s.ask(r, refusals...).status == http.StatusOK }

// setStatus takes an answer. A phone that is known no more joins anew, one that may only look
// asks for nothing else, and one that asks too often waits.
func (s *soak) hear(r request, a answer, may ...int) {
	s.told[fmt.Sprintf("%s %s: %d", r.method, routeOf(r.path), a.status)]++
	if a.status >= 400 {
		s.refused++
	}
	switch {
	case a.err == nil && (a.status == http.StatusOK || slices.Contains(may, a.status)):
	case a.status == http.StatusUnauthorized && r.by.cookie != "":
		s.phones = slices.DeleteFunc(s.phones, func(p *asker) bool { return p == r.by })
		r.by.client.CloseIdleConnections()
	case a.status == http.StatusForbidden && !r.by.looks:
		r.by.looks = true
	case a.status == http.StatusTooManyRequests:
		s.pause(time.Second)
	default:
		s.fault("%s %s %.200s is answered by %d %.300s, %v", r.method, r.path, r.body, a.status, a.body, a.err)
	}
}

// routeOf is a path without ids, numbers and what is asked of it.
func routeOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	if len(parts) > 3 && parts[2] == "history" {
		parts[3] = "ID"
		parts = parts[:min(len(parts), 5)]
	}
	return strings.Join(parts, "/")
}

// get asks for what is there, or may be.
func (s *soak) get(by *asker, path string, may ...int) answer {
	return s.ask(request{by: by, method: http.MethodGet, path: path}, may...)
}

// fetch asks for JSON by the socket.
func (s *soak) fetch(path string, into any) { s.read(s.get(s.box, path).body, into) }

// fields are a JSON object.
type fields map[string]any

// post is a command in JSON.
func (s *soak) post(by *asker, path string, command fields) request {
	body, err := json.Marshal(command)
	if err != nil {
		s.t.Fatal(err)
	}
	return request{by, http.MethodPost, path, "application/json", string(body)}
}

// read reads JSON.
func (s *soak) read(body []byte, into any) {
	if err := json.Unmarshal(body, into); err != nil {
		s.fault("%.300q is not what was asked for: %v", body, err)
	}
}

// anybody is a phone, or whoever comes by the socket.
func (s *soak) anybody() *asker { return oneOf(s.rand, append(slices.Clone(s.phones), s.box)...) }

// player is somebody who may decide: a phone, if there is one.
func (s *soak) player() *asker {
	may := slices.DeleteFunc(slices.Clone(s.phones), func(p *asker) bool { return p.looks })
	if len(may) == 0 {
		return s.box
	}
	return oneOf(s.rand, may...)
}

// stranger is a phone that was not let in.
func (s *soak) stranger() *asker { return newAsker("tcp", s.at) }
