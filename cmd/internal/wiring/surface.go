package wiring

import (
	"errors"
	"io"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/drivers/anyoled"
)

// patience is how many failures in a row are the chip's: after that its bus is
// opened anew.
const patience = 3

// Surface is a display or a matrix. It is opened when there is something to show,
// and again when it failed for a while: a bus that is gone takes the descriptor
// with it. It belongs to one goroutine.
type Surface struct {
	name   string
	open   func() (loop.Surface, io.Closer, error)
	chip   loop.Surface // nil while it isn't open
	bus    io.Closer
	failed int // in a row
	taken  panel.Chip
}

// String names chip and bus as a user knows them: "SSD1306 (I2C1, 0x3C)".
func (s *Surface) String() string { return s.name }

// Show opens the chip if it has to, and shows 1024 bytes (a display) or 192 (a
// matrix); see the drivers.
func (s *Surface) Show(data []byte, level byte) error {
	return s.with(func() error { return s.chip.Show(data, level) })
}

// Choose says what the table takes a display's chip for. One whose chip the config names
// doesn't care.
func (s *Surface) Choose(c panel.Chip) { s.taken = c }

// Refresh sends a chip that can be disturbed by noise everything anew.
func (s *Surface) Refresh() error {
	r, ok := s.chip.(loop.Refresher)
	if !ok {
		return nil
	}
	return s.with(r.Refresh)
}

// Halt darkens the chip and gives its bus back.
func (s *Surface) Halt() error {
	if s.chip == nil {
		return nil
	}
	return errors.Join(s.chip.Halt(), s.close())
}

func (s *Surface) with(do func() error) error {
	if s.chip == nil {
		chip, bus, err := s.open()
		if err != nil {
			return err
		}
		s.chip, s.bus, s.failed = chip, bus, 0
	}
	s.tell()
	err := do()
	if err == nil {
		s.failed = 0
		return nil
	}
	if s.failed++; s.failed >= patience {
		err = errors.Join(err, s.close())
	}
	return err
}

// tell tells the chip what it is, if it can be either.
func (s *Surface) tell() {
	if d, ok := s.chip.(*anyoled.Dev); ok {
		taken, _ := chips.OLEDNamed(string(s.taken))
		d.Is(taken.Either)
	}
}

func (s *Surface) close() error {
	bus := s.bus
	s.chip, s.bus = nil, nil
	return bus.Close()
}
