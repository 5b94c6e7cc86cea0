package main

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/evaluator"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/cmd/league/internal/broker"
	"tabletop/cmd/league/internal/ingest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/web"
	"tabletop/companion/words"
	"tabletop/games"
)

// environment holds the inputs and outputs of the process. Tests replace them.
type environment struct {
	in        io.Reader
	out, err  io.Writer
	env       func(string) string
	listening func(page, broker net.Addr) // if set, called with the listening addresses of page and broker
}

// process returns the environment of the real process.
func process() environment {
	return environment{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv}
}

// league holds the state that the commands share.
type league struct {
	environment
	options
	words  *words.Catalogue
	log    *slog.Logger
	ledger *ledger.Ledger
	web    *web.Server
	games  games.Catalogue
}

// run parses the command line and runs the command until the command ends or ctx is done.
func run(ctx context.Context, args []string, s environment) error {
	w := wordsOf(words.FromEnv(s.env))
	o, err := parseFlags(args, w, s.env, s.out)
	if err != nil || o.help {
		return err
	}
	l := &league{environment: s, options: o, words: w, log: slog.New(slog.NewTextHandler(s.err, nil))}
	if l.ledger, err = l.open(ctx); err != nil {
		return err
	}
	defer l.ledger.Close()
	switch o.do {
	case "backup":
		return l.ledger.Backup(ctx, s.out)
	case "restore":
		return l.ledger.Restore(ctx, s.in)
	}
	programs, err := evaluator.Here()
	if err != nil {
		return err
	}
	defer programs.Close()
	l.games = gamefiles.New(evaluator.Player{Evaluator: programs}, nil).With(catalogue.Games()).Elsewhere()
	l.web, err = web.New(web.Opts{Ledger: l.ledger, Games: l.games, Log: l.log, Now: time.Now})
	if err != nil {
		return err
	}
	if o.do == "invite" {
		return l.invite(ctx)
	}
	return l.serve(ctx)
}

// open opens the database and upgrades it to the schema of this version.
func (l *league) open(ctx context.Context) (*ledger.Ledger, error) {
	where := l.db
	if where == "" {
		if err := os.MkdirAll(l.state, 0o700); err != nil {
			return nil, err
		}
		where = "sqlite:" + filepath.Join(l.state, "league.db")
	}
	db, err := ledger.Open(ctx, where)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// invite creates an account for another owner and prints its login link.
func (l *league) invite(ctx context.Context) error {
	token, err := l.web.Invite(ctx, l.name, ledger.Owner)
	if err == nil {
		fmt.Fprintln(l.out, l.words.Word("invited", l.link(l.listen, token)))
	}
	return err
}

// link returns the login link of an account with that token, at the address of the pages.
func (l *league) link(address, token string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil || net.ParseIP(host).IsUnspecified() || host == "" {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/in/" + token
}

// serve runs the broker, the ingest worker and the pages until ctx ends or one of them fails.
func (l *league) serve(ctx context.Context) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	mqtt, at, err := l.openBroker(ctx)
	if err != nil {
		return err
	}
	page, err := l.listenPage()
	if err != nil {
		return err
	}
	c := ingest.New(ingest.Options{Ledger: l.ledger, Broker: mqtt, Catalogue: l.games, Parallel: l.hands, Log: l.log})
	var parts sync.WaitGroup
	for _, part := range []func(context.Context) error{c.Run, func(ctx context.Context) error { return l.pages(ctx, page) }} {
		parts.Go(func() {
			if err := part(ctx); err != nil {
				end(err)
			}
		})
	}
	if l.listening != nil {
		l.listening(addressOf(page), at)
	}
	parts.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return nil
}

// addressOf returns the address of a listener, or nil if the listener is nil.
func addressOf(l net.Listener) net.Addr {
	if l == nil {
		return nil
	}
	return l.Addr()
}

// openBroker returns the client of the broker named by -broker. Without -broker it starts the
// league's own broker and also returns its address.
func (l *league) openBroker(ctx context.Context) (*ingest.MQTT, net.Addr, error) {
	m := &ingest.MQTT{ID: "league-" + strings.ToLower(rand.Text()[:12]), Log: l.log}
	if l.broker != "" {
		return m, nil, l.login(m)
	}
	var conf net.ListenConfig
	listener, err := conf.Listen(ctx, "tcp", l.hereAddress())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", l.words.Word("bad.mqtt", l.mqtt), err)
	}
	o, err := l.ownBroker(ctx, listener)
	if err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	own, err := broker.Serve(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	if net.ParseIP(host).IsUnspecified() {
		host = "127.0.0.1"
	}
	m.URL = &url.URL{Scheme: "mqtt", Host: net.JoinHostPort(host, port)}
	m.User, m.Password = broker.User, []byte(own.Password())
	l.log.Info(l.words.Word("broker", listener.Addr().String()))
	return m, listener.Addr(), nil
}

// login configures m with the address, the credentials and the TLS certificates of -broker.
func (l *league) login(m *ingest.MQTT) (err error) {
	if m.URL, err = url.Parse(l.broker); err != nil || m.URL.Host == "" {
		return usageError(l.words.Word("bad.broker", l.broker))
	}
	m.User = l.user
	if l.passwordFile != "" {
		text, err := os.ReadFile(l.passwordFile)
		if err != nil {
			return err
		}
		line, _, _ := strings.Cut(string(text), "\n")
		m.Password = []byte(strings.TrimSuffix(line, "\r"))
	}
	m.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	if l.ca != "" {
		pem, err := os.ReadFile(l.ca)
		if err != nil {
			return err
		}
		if m.TLS.RootCAs = x509.NewCertPool(); !m.TLS.RootCAs.AppendCertsFromPEM(pem) {
			return usageError(l.words.Word("bad.ca", l.ca))
		}
	}
	return nil
}

// listenPage opens the port of the pages. It returns nil if the pages are disabled.
func (l *league) listenPage() (net.Listener, error) {
	if l.listen == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", l.listen)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.words.Word("bad.listen", l.listen), err)
	}
	return listener, nil
}
