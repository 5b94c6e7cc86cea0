package wiring

import (
	"errors"
	"io"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/drivers/anyoled"
)

// patience is the number of failures in a row after which the bus is opened again.
const patience = 3

// Surface is a display or a matrix. It is opened for the first picture, and again after several
// failures, because the descriptor of a lost bus is invalid. Only one goroutine may use it.
type Surface struct {
	name    string
	open    func() (loop.Surface, io.Closer, error)
	chip    loop.Surface // nil while closed
	bus     io.Closer
	failed  int // in a row
	assumed panel.Chip
}

// String returns chip and bus as users know them: "SSD1306 (I2C1, 0x3C)".
func (s *Surface) String() string { return s.name }

// Show opens the chip if necessary, and shows 1024 bytes (a display) or 192 (a matrix); see the
// drivers.
func (s *Surface) Show(data []byte, level byte) error {
	return s.with(func() error { return s.chip.Show(data, level) })
}

// Choose sets the assumed chip of a display. A display whose chip is in the config ignores it.
func (s *Surface) Choose(c panel.Chip) { s.assumed = c }

// Refresh sends everything again to a chip that noise can disturb.
func (s *Surface) Refresh() error {
	r, ok := s.chip.(loop.Refresher)
	if !ok {
		return nil
	}
	return s.with(r.Refresh)
}

// Halt darkens the chip and closes its bus.
func (s *Surface) Halt() error {
	if s.chip == nil {
		return nil
	}
	return errors.Join(s.chip.Halt(), s.close())
}

// with opens the chip if necessary and calls do. It closes the bus after several failures in a
// row.
func (s *Surface) with(do func() error) error {
	if s.chip == nil {
		chip, bus, err := s.open()
		if err != nil {
			return err
		}
		s.chip, s.bus, s.failed = chip, bus, 0
	}
	s.chooseChip()
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

// chooseChip passes the assumed chip to a driver for either chip.
func (s *Surface) chooseChip() {
	if d, ok := s.chip.(*anyoled.Dev); ok {
		taken, _ := chips.OLEDNamed(string(s.assumed))
		d.Is(taken.Either)
	}
}

func (s *Surface) close() error {
	bus := s.bus
	s.chip, s.bus = nil, nil
	return bus.Close()
}
