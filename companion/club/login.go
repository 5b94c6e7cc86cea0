package club

import (
	"crypto/ed25519"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"

	"github.com/eclipse/paho.golang/paho"

	"tabletop/companion/club/wire"
)

// Fault is the reason why a broker can't be used, if people can do something about it.
type Fault string

// Kinds of faults.
const (
	FaultLogin   Fault = "login"   // the broker refuses the login
	FaultForeign Fault = "foreign" // the broker's certificate is not signed by the league
	FaultUnknown Fault = "unknown" // the broker's certificate is not signed by a known authority
)

// errForeign is the error for a broker whose certificate the league has not signed.
var errForeign = errors.New("club: the league has not signed the certificate of the broker")

// faultOf returns the fault for an error of a connection, or "".
func faultOf(err error) Fault {
	switch {
	case errors.Is(err, errForeign):
		return FaultForeign
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return FaultUnknown
	}
	return ""
}

// login is the kind of a login by key.
type login int

// Kinds of logins, in the order in which the club tries them. A broker that isn't a league's may
// know no user, and then refuse every name.
const (
	full     login = iota // signed for the league
	weak                  // signed for no league
	withheld              // no login
)

// next returns the kind to try after a refused login. league is the id of the league, or "".
// Without a league, full and weak are the same.
func (l login) next(league string) login {
	if l == full && league == "" {
		return withheld
	}
	return (l + 1) % (withheld + 1)
}

// logIn completes a CONNECT packet with the login of the box. It returns the id of the league for
// which the login is signed, or "".
func (c *Club) logIn(p *paho.Connect, l login) (league string) {
	if l == withheld {
		return ""
	}
	if l == full {
		league = c.leagueID()
	}
	user, password := wire.Login(c.key, league)
	p.UsernameFlag, p.Username, p.PasswordFlag, p.Password = true, user, true, []byte(password)
	return league
}

// leagueID returns the id of the agreed league, or of the league in the options, or "".
func (c *Club) leagueID() string {
	if key, ok := c.league(); ok {
		return wire.IDOf(key)
	}
	return c.opts.LeagueID
}

// trust returns the TLS settings for a broker. If the league is known, they accept a certificate
// that its key has signed.
//
// They don't check the validity of that certificate in time, because a box without a network has no
// clock: a league's key doesn't expire. They accept the certificate for any host name, because no
// other machine has it. Certificates of other authorities are checked as usual, but accepted only
// if the options name authorities, or no league.
func (c *Club) trust(broker *url.URL) *tls.Config {
	id, conf := c.leagueID(), c.opts.TLS
	if id == "" {
		return conf
	}
	if conf == nil {
		conf = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	others := c.opts.LeagueID == "" || conf.RootCAs != nil
	conf = conf.Clone()
	conf.InsecureSkipVerify = true // VerifyConnection checks instead
	conf.VerifyConnection = func(s tls.ConnectionState) error {
		switch {
		case signedBy(s.PeerCertificates, id):
			return nil
		case others:
			return verified(s.PeerCertificates, conf.RootCAs, broker.Hostname())
		}
		return fmt.Errorf("%w: want league %s", errForeign, wire.Grouped(id))
	}
	return conf
}

// signedBy reports whether a chain consists of a certificate and the certificate of the league with
// that id, whose key has signed it.
func signedBy(chain []*x509.Certificate, id string) bool {
	if len(chain) != 2 {
		return false
	}
	key, ok := chain[1].PublicKey.(ed25519.PublicKey)
	return ok && wire.IDOf(key) == id && chain[0].CheckSignatureFrom(chain[1]) == nil
}

// verified checks a chain as package tls does: with the authorities roots, or those of the system if
// roots is nil.
func verified(chain []*x509.Certificate, roots *x509.CertPool, host string) error {
	o := x509.VerifyOptions{Roots: roots, DNSName: host, Intermediates: x509.NewCertPool()}
	for _, c := range chain[1:] {
		o.Intermediates.AddCert(c)
	}
	if _, err := chain[0].Verify(o); err != nil {
		return &tls.CertificateVerificationError{UnverifiedCertificates: chain, Err: err}
	}
	return nil
}
