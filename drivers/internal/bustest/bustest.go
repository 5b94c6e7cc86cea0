// Package bustest fakes an SPI port that can be made to fail, and draws pictures to
// show on what is wired to it.
package bustest

import (
	"bytes"
	"errors"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// ErrRefused is what a refused transfer or connection returns.
var ErrRefused = errors.New("bustest: refused")

// SPI is a port and its connection. Set Refuse at any time.
type SPI struct {
	Refuse int      // the number of the next transfers, from 1, that fails; 0: none does
	Broken bool     // the port can't be connected to
	Sent   [][]byte // what was transferred, without what was refused

	Freq physic.Frequency // asked for by Connect
	Mode spi.Mode         // asked for by Connect
}

// String names the port.
func (s *SPI) String() string { return "SPI0.0" }

// Duplex is that of a port nobody reads from.
func (s *SPI) Duplex() conn.Duplex { return conn.Half }

// Connect returns the port itself.
func (s *SPI) Connect(f physic.Frequency, mode spi.Mode, _ int) (spi.Conn, error) {
	if s.Broken {
		return nil, ErrRefused
	}
	s.Freq, s.Mode = f, mode
	return s, nil
}

// Tx keeps what is written.
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

// TxPackets is refused: a transfer is all the drivers need.
func (s *SPI) TxPackets([]spi.Packet) error { return ErrRefused }
