package broker

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"time"

	"tabletop/companion/club/wire"
)

// validity is the time in which certificates are valid: always. A Pi without a network has no
// clock, and the key of a league doesn't expire.
var validity = struct{ from, to time.Time }{
	from: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC),
	to:   time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC),
}

// Certificate returns a new certificate for the broker of the league with that key, valid for hosts,
// each a name or an IP address. Its chain ends in a certificate that the league's key has signed
// for itself, which is the same each time. authority is this certificate in PEM, for clients that
// are no boxes.
func Certificate(key ed25519.PrivateKey, hosts []string) (c tls.Certificate, authority []byte, err error) {
	name := pkix.Name{CommonName: "League " + wire.Grouped(wire.IDOf(key.Public().(ed25519.PublicKey)))}
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: name, NotBefore: validity.from, NotAfter: validity.to,
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	top, err := x509.CreateCertificate(rand.Reader, root, root, key.Public(), key)
	if err != nil {
		return c, nil, fmt.Errorf("broker: certificate of the league: %w", err)
	}
	if root, err = x509.ParseCertificate(top); err != nil {
		return c, nil, fmt.Errorf("broker: certificate of the league: %w", err)
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return c, nil, err
	}
	leaf, err := x509.CreateCertificate(rand.Reader, leafOf(hosts), root, public, key)
	if err != nil {
		return c, nil, fmt.Errorf("broker: certificate of the broker: %w", err)
	}
	c = tls.Certificate{Certificate: [][]byte{leaf, top}, PrivateKey: crypto.PrivateKey(private)}
	return c, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: top}), nil
}

// leafOf returns the template of a certificate for hosts.
func leafOf(hosts []string) *x509.Certificate {
	serial := make([]byte, 16)
	_, _ = rand.Read(serial) // Read never fails
	c := &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(serial), Subject: pkix.Name{CommonName: "Broker of a league"},
		NotBefore: validity.from, NotAfter: validity.to, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			c.IPAddresses = append(c.IPAddresses, ip)
		} else {
			c.DNSNames = append(c.DNSNames, h)
		}
	}
	return c
}
