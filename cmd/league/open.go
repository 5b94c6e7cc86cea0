package main

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/cmd/league/internal/broker"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/club/wire"
)

// authorityFile is the file in the state folder with the certificate that signs the broker's.
const authorityFile = "broker.pem"

// ownBroker returns the options of the league's own broker, which listens at l for this machine and
// at -open for other machines. It prints the lines for the config of boxes.
func (l *league) ownBroker(ctx context.Context, here net.Listener) (o broker.Options, err error) {
	key, err := l.ledger.Key(ctx)
	if err != nil {
		return o, err
	}
	o = broker.Options{
		Listener: here, League: wire.IDOf(key.Public().(ed25519.PublicKey)), Logins: logins{l.ledger}, Log: l.log,
	}
	if l.openAt == "" {
		return o, nil
	}
	plain, address, err := openAddress(l.openAt)
	if err != nil {
		return o, usageError(l.words.Word("bad.open", l.openAt))
	}
	scheme := "mqtt"
	if !plain {
		scheme = "mqtts"
		if o.TLS, err = l.certified(key); err != nil {
			return o, err
		}
	}
	var conf net.ListenConfig
	if o.Open, err = conf.Listen(ctx, "tcp", address); err != nil {
		return o, fmt.Errorf("%s: %w", l.words.Word("bad.mqtt", address), err)
	}
	host, _, _ := net.SplitHostPort(address)
	_, port, _ := net.SplitHostPort(o.Open.Addr().String())
	if host == "" || net.ParseIP(host).IsUnspecified() {
		host = cmp.Or(first(addresses()), "localhost")
	}
	if plain {
		l.log.Warn(l.words.Word("plain", o.Open.Addr().String()))
	}
	fmt.Fprintln(l.out, l.words.Word("boxes", scheme+"://"+net.JoinHostPort(host, port), wire.Grouped(o.League)))
	return o, nil
}

// first returns the first of all, or "".
func first(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[0]
}

// hereAddress returns the address at which the broker listens for this machine: that of -mqtt, or a
// free port if -open takes that port at all addresses of the machine.
func (l *league) hereAddress() string {
	_, open, err := openAddress(l.openAt)
	host, port, err2 := net.SplitHostPort(open)
	_, own, err3 := net.SplitHostPort(l.mqtt)
	everywhere := host == "" || net.ParseIP(host).IsUnspecified()
	if errors.Join(err, err2, err3) == nil && everywhere && port == own {
		return "127.0.0.1:0"
	}
	return l.mqtt
}

// openAddress parses the value of -open: host:port, with the scheme mqtts before it or none for TLS,
// with mqtt for plain connections.
func openAddress(text string) (plain bool, address string, err error) {
	address, plain = strings.CutPrefix(text, "mqtt://")
	if !plain {
		address = strings.TrimPrefix(text, "mqtts://")
	}
	_, port, err := net.SplitHostPort(address)
	if err == nil && port == "" {
		err = errors.New("league: no port")
	}
	return plain, address, err
}

// certified returns the TLS settings of the broker. The league's key signs a new certificate at each
// start. certified writes the certificate of the key to authorityFile, for clients that are no boxes.
func (l *league) certified(key ed25519.PrivateKey) (*tls.Config, error) {
	name, err := os.Hostname()
	hosts := append([]string{"localhost"}, addresses()...)
	if err == nil {
		hosts = append(hosts, name, name+".local")
	}
	if host, _, err := net.SplitHostPort(strings.TrimPrefix(l.openAt, "mqtts://")); err == nil && host != "" {
		hosts = append(hosts, host)
	}
	slices.Sort(hosts)
	certificate, authority, err := broker.Certificate(key, slices.Compact(hosts))
	if err != nil {
		return nil, err
	}
	if l.db == "" { // otherwise the state folder may not exist
		if err := os.WriteFile(filepath.Join(l.state, authorityFile), authority, 0o644); err != nil {
			return nil, err
		}
	}
	return &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}, nil
}

// addresses returns the IP addresses of this machine in its networks, IPv4 first.
func addresses() (all []string) {
	found, _ := net.InterfaceAddrs() // without addresses the certificate has names only
	var six []string
	for _, a := range found {
		n, ok := a.(*net.IPNet)
		switch {
		case !ok || n.IP.IsLoopback() || n.IP.IsLinkLocalUnicast():
		case n.IP.To4() != nil:
			all = append(all, n.IP.String())
		default:
			six = append(six, n.IP.String())
		}
	}
	return append(all, six...)
}

// logins adapts the ledger to package broker.
type logins struct{ *ledger.Ledger }

// TakeLogin stores a login of a box and reports whether the box is a member of the league.
func (l logins) TakeLogin(ctx context.Context, login broker.Login) (member bool, err error) {
	member, err = l.Ledger.TakeLogin(ctx, ledger.Login(login))
	switch {
	case errors.Is(err, ledger.ErrWeak):
		err = broker.ErrWeak
	case errors.Is(err, ledger.ErrCrowded):
		err = broker.ErrCrowded
	}
	return member, err
}

// Viewer returns the role of the account with a token, or "".
func (l logins) Viewer(ctx context.Context, token string) (role string, err error) {
	sum := sha256.Sum256([]byte(token))
	all, err := l.Accounts(ctx)
	i := slices.IndexFunc(all, func(a ledger.Account) bool { return a.Token == hex.EncodeToString(sum[:]) && a.Revoked == 0 })
	if err != nil || i < 0 {
		return "", err
	}
	return string(all[i].Role), nil
}
