package adviser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"

	"tabletop/games"
)

// socket is where the unit companion-adviser@ thinks: systemd gives each connection a child.
const socket = "/run/companion-adviser.sock"

// service is such a unit, by the path of its socket.
type service string

// ask asks a child of the service. Once ctx is done the connection is closed, which ends it.
func (s service) ask(ctx context.Context, q question) (a games.Advice, err error) {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", string(s))
	if err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := json.NewEncoder(conn).Encode(q); err != nil {
		return a, fmt.Errorf("adviser: the question: %w", err)
	}
	if err := json.NewDecoder(conn).Decode(&a); err != nil {
		return a, fmt.Errorf("adviser: the answer by %s: %w", s, err)
	}
	return a, nil
}

// asker asks who thinks.
type asker func(context.Context, question) (games.Advice, error)

// or asks the other where this one fails. Why it does is told, unless it isn't there.
func (one asker) or(other asker, fail func(error)) asker {
	return func(ctx context.Context, q question) (games.Advice, error) {
		a, err := one(ctx, q)
		if err == nil || ctx.Err() != nil {
			return a, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			fail(err)
		}
		return other(ctx, q)
	}
}
