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

	"tabletop/companion/words"
)

// Club is the broker by which the box tells others what is played.
type Club struct {
	Broker       string   `toml:"broker"`        // see Schemes; "" for none
	Name         string   `toml:"name"`          // what the box is called there; "" is this machine's name
	CA           string   `toml:"ca"`            // a PEM file of who may sign the broker's certificate; "": whom the system trusts
	User         string   `toml:"user"`          // "" for none
	PasswordFile string   `toml:"password_file"` // its first line; "" for none
	Cert         string   `toml:"cert"`          // a PEM file of the box's certificate, with key; "" for none
	Key          string   `toml:"key"`
	Tell         []string `toml:"tell"`      // see Told
	Accept       []string `toml:"accept"`    // see Accepted
	Discovery    string   `toml:"discovery"` // the prefix under which Home Assistant looks for devices; "" for none
}

// What the keys of the club may say.
var (
	Schemes  = []string{"mqtt", "mqtts", "ws", "wss"}
	Told     = []string{"state", "moments", "records", "names"}
	Accepted = []string{"keys"}
)

// Tells reports whether one of Told is.
func (c Club) Tells(what string) bool { return slices.Contains(c.Tell, what) }

// Accepts reports whether one of Accepted is.
func (c Club) Accepts(what string) bool { return slices.Contains(c.Accept, what) }

// check finds an address that is none, and a word that no key knows.
func (c Club) check(path string, w *words.Catalogue) error {
	u, err := url.Parse(c.Broker)
	if c.Broker != "" && (err != nil || u.Host == "" || !slices.Contains(Schemes, u.Scheme)) {
		return Error(w.Word("cli.badbroker", path, c.Broker, strings.Join(Schemes, ", ")))
	}
	for _, list := range []struct {
		key          string
		given, known []string
	}{{"club.tell", c.Tell, Told}, {"club.accept", c.Accept, Accepted}} {
		for _, word := range list.given {
			if !slices.Contains(list.known, word) {
				return Error(w.Word("cli.badword", path, list.key, word, strings.Join(list.known, ", ")))
			}
		}
	}
	return nil
}

// TLS reads the files that a secure broker needs. Its error names the one at fault.
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

// Password reads that of the user, "" where there is no file.
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
