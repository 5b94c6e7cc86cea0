package wiring

import (
	"errors"
	"io"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/drivers/anyoled"
)

// patience is the number of failures in a row after which a bus is closed and opened again.
const patience = 3

// Surface is a display or a matrix. A Surface is opened for its first picture, and again after
// several failures, because the file descriptor of a lost bus is invalid. Only one goroutine may
// use a Surface.
type Surface struct {
	name    string
	open    func() (loop.Surface, io.Closer, error)
	chip    loop.Surface // driver of the open chip; nil while closed
	bus     io.Closer
	failed  int        // number of failures in a row
	assumed panel.Chip // chip set by Choose

	inherited bool // Inherit was called, and the chip has not been opened since
}

// String returns the names of chip and bus for users, such as "SSD1306 (I2C1, 0x3C)".
func (s *Surface) String() string { return s.name }

// Show shows data, 1024 bytes for a display or 192 for a matrix, and opens the chip first if
// necessary. The drivers describe the bytes.
func (s *Surface) Show(data []byte, level byte) error {
	return s.with(func() error { return s.chip.Show(data, level) })
}

// Choose sets the assumed chip of a display. It has no effect if the config names the chip.
func (s *Surface) Choose(c panel.Chip) { s.assumed = c }

// Inherit declares that the display may show a picture that an earlier process left there with the
// same config. The first Show replaces that picture without a dark moment.
func (s *Surface) Inherit() { s.inherited = true }

// Refresh sends settings and picture again to a chip that electrical noise can disturb.
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

// with opens the chip if necessary and calls the function do. It closes the bus after as many
// failures in a row as the constant patience.
func (s *Surface) with(do func() error) error {
	if s.chip == nil {
		chip, bus, err := s.open()
		if err != nil {
			return err
		}
		s.chip, s.bus, s.failed, s.inherited = chip, bus, 0, false
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

// chooseChip passes the assumed chip to the driver anyoled, which can drive either chip.
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
