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

// ErrRefused is the error of a transfer or connection that the fake port refuses.
var ErrRefused = errors.New("bustest: refused")

// SPI is a fake SPI port, and also the connection that its Connect returns.
type SPI struct {
	Refuse int      // number of transfers until one fails: 1 means the next; 0 means never
	Broken bool     // Connect returns an error
	Sent   [][]byte // bytes of each successful transfer

	Freq physic.Frequency // clock frequency passed to Connect
	Mode spi.Mode         // mode passed to Connect
}

// String returns the name of the port.
func (s *SPI) String() string { return "SPI0.0" }

// Duplex returns half duplex: nobody reads from this port.
func (s *SPI) Duplex() conn.Duplex { return conn.Half }

// Connect returns the port itself, or ErrRefused if Broken is true.
func (s *SPI) Connect(f physic.Frequency, mode spi.Mode, _ int) (spi.Conn, error) {
	if s.Broken {
		return nil, ErrRefused
	}
	s.Freq, s.Mode = f, mode
	return s, nil
}

// Tx appends a copy of the written bytes to Sent, or returns ErrRefused.
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

// TxPackets returns ErrRefused: the drivers don't use packets.
func (s *SPI) TxPackets([]spi.Packet) error { return ErrRefused }
