package config

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"tabletop/companion/club/wire"
	"tabletop/companion/words"
)

// Club is the MQTT connection by which the box publishes its matches.
type Club struct {
	Broker       string   `toml:"broker"`        // URL of the broker, with a scheme of Schemes; "" for none
	Name         string   `toml:"name"`          // name of the box; "" for the host name
	League       string   `toml:"league"`        // code of the league that the broker belongs to, as people type it; "" for an unknown one
	CA           string   `toml:"ca"`            // PEM file of the certificate authority; "" for the system's authorities
	User         string   `toml:"user"`          // user name at the broker; "" to log in by the key of the box
	PasswordFile string   `toml:"password_file"` // file whose first line is the password; "" for none
	Cert         string   `toml:"cert"`          // PEM file of the box's certificate, used together with Key; "" for none
	Key          string   `toml:"key"`           // PEM file of the certificate's private key
	Publish      []string `toml:"tell"`          // kinds of messages to publish; see Published
	Accept       []string `toml:"accept"`        // kinds of commands to accept; see Accepted
	Discovery    string   `toml:"discovery"`     // topic prefix of Home Assistant's discovery; "" for none
}

// Schemes are the allowed schemes of a broker's URL, Published the allowed kinds of messages, and
// Accepted the allowed kinds of commands.
var (
	Schemes   = []string{"mqtt", "mqtts", "ws", "wss"}
	Published = []string{"state", "moments", "records", "names"}
	Accepted  = []string{"keys"}
)

// Publishes reports whether the box publishes a kind of message, one of Published.
func (c Club) Publishes(what string) bool { return slices.Contains(c.Publish, what) }

// Accepts reports whether the box accepts a kind of command, one of Accepted.
func (c Club) Accepts(what string) bool { return slices.Contains(c.Accept, what) }

// LeagueID returns the id of the league that the broker belongs to, or "".
func (c Club) LeagueID() string { return wire.Typed(c.League) }

// check returns an error for a malformed address or code, or an unknown value.
func (c Club) check(path string, w *words.Catalogue) error {
	u, err := url.Parse(c.Broker)
	if c.Broker != "" && (err != nil || u.Host == "" || !slices.Contains(Schemes, u.Scheme)) {
		return Error(w.Word("cli.badbroker", path, c.Broker, strings.Join(Schemes, ", ")))
	}
	if c.League != "" && !wire.IsID(c.LeagueID()) {
		return Error(w.Word("cli.badleague", path, c.League))
	}
	for _, list := range []struct {
		key          string
		given, known []string
	}{{"club.tell", c.Publish, Published}, {"club.accept", c.Accept, Accepted}} {
		for _, word := range list.given {
			if !slices.Contains(list.known, word) {
				return Error(w.Word("cli.badword", path, list.key, word, strings.Join(list.known, ", ")))
			}
		}
	}
	return nil
}

// TLS returns the TLS settings for a secure broker, from the files in the config. An error names
// the config key.
func (c Club) TLS() (*tls.Config, error) {
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.CA != "" {
		pem, err := os.ReadFile(c.CA)
		if err != nil {
			return nil, fmt.Errorf("club.ca: %w", err)
		}
		if conf.RootCAs = x509.NewCertPool(); !conf.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("club.ca: %s holds no certificate", c.CA)
		}
	}
	if c.Cert != "" {
		own, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, fmt.Errorf("club.cert, club.key: %w", err)
		}
		conf.Certificates = []tls.Certificate{own}
	}
	return conf, nil
}

// Password returns the password of the user, or "" if the config names no password file.
func (c Club) Password() (string, error) {
	if c.PasswordFile == "" {
		return "", nil
	}
	text, err := os.ReadFile(c.PasswordFile)
	if err != nil {
		return "", fmt.Errorf("club.password_file: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", errors.New("club.password_file: the first line of " + c.PasswordFile + " is empty")
	}
	return line, nil
}
