// Package bustest fakes an SPI port with injected failures, and provides pictures for tests of
// lamps.
package bustest

import (
	"bytes"
	"errors"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// ErrRefused is returned by a refused transfer or connection.
var ErrRefused = errors.New("bustest: refused")

// SPI is a port and its connection. Refuse may be set at any time.
type SPI struct {
	Refuse int      // the number of the next transfer to fail, from 1; 0: none fails
	Broken bool     // Connect fails
	Sent   [][]byte // successful transfers

	Freq physic.Frequency // of Connect
	Mode spi.Mode         // of Connect
}

// String names the port.
func (s *SPI) String() string { return "SPI0.0" }

// Duplex returns half duplex: nobody reads from this port.
func (s *SPI) Duplex() conn.Duplex { return conn.Half }

// Connect returns the port itself.
func (s *SPI) Connect(f physic.Frequency, mode spi.Mode, _ int) (spi.Conn, error) {
	if s.Broken {
		return nil, ErrRefused
	}
	s.Freq, s.Mode = f, mode
	return s, nil
}

// Tx records the written bytes.
func (s *SPI) Tx(w, _ []byte) error {
	if s.Refuse > 0 {
		s.Refuse--
		if s.Refuse == 0 {
			return ErrRefused
		}
	}
	s.Sent = append(s.Sent, bytes.Clone(w))
	return nil
}

// TxPackets fails: the drivers don't use packets.
func (s *SPI) TxPackets([]spi.Packet) error { return ErrRefused }
