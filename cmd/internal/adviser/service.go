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

// socket is the path of the socket of the unit companion-adviser@. systemd starts a child for each
// connection.
const socket = "/run/companion-adviser.sock"

// service asks children that systemd starts. Its value is the path of the unit's socket.
type service string

// ask sends a question to a child of the service. Once ctx is done it closes the connection,
// which ends the child.
func (s service) ask(ctx context.Context, q question) (a games.Advice, err error) {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", string(s))
	if err != nil {
		return a, fmt.Errorf("adviser: %w", err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := json.NewEncoder(conn).Encode(q); err != nil {
		return a, fmt.Errorf("adviser: question: %w", err)
	}
	if err := json.NewDecoder(conn).Decode(&a); err != nil {
		return a, fmt.Errorf("adviser: answer of %s: %w", s, err)
	}
	return a, nil
}

// asker is a function that sends a question and returns the answer.
type asker func(context.Context, question) (games.Advice, error)

// or returns an asker that calls the asker one, and then the asker other if one fails. It passes
// the error of one to fail, unless the error means that the socket does not exist.
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
