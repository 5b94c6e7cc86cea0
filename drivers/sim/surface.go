package sim

import (
	"context"
	"fmt"
	"sync"
)

// Surface is one of the two displays of the simulated panel: the OLED or the matrix of lamps.
type Surface struct {
	dev   *Dev
	name  string
	once  sync.Once
	shown chan struct{} // closed by the first Show

	// The fields below are guarded by dev.mu.
	data  []byte
	level byte
}

// Show draws data. The panel takes 1024 bytes in the SSD1306's page order: byte page*128+x
// holds eight pixels of column x, the lowest bit on top. The lamps take 192 bytes: red, green
// and blue of each lamp, row by row from the top left. Level is the contrast or brightness
// from 1 to 255; 0 turns the surface off.
func (s *Surface) Show(data []byte, level byte) error {
	s.dev.mu.Lock()
	defer s.dev.mu.Unlock()
	if len(data) != len(s.data) {
		return fmt.Errorf("sim: %s: %d bytes, want %d", s.name, len(data), len(s.data))
	}
	copy(s.data, data)
	s.level = level
	s.dev.draw()
	s.once.Do(func() { close(s.shown) })
	return nil
}

// Halt turns the surface off. A later Show turns it on again.
func (s *Surface) Halt() error { return s.Show(make([]byte, len(s.data)), 0) }

// String returns the names of device and surface.
func (s *Surface) String() string { return s.dev.String() + "." + s.name }

// wait waits until the first Show. It returns an error if ctx ends earlier.
func (s *Surface) wait(ctx context.Context) error {
	select {
	case <-s.shown:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("sim: %s: nothing drawn: %w", s.name, context.Cause(ctx))
	}
}

// visible returns the visible picture, which is empty at level 0. The caller holds dev.mu.
func (s *Surface) visible() []byte {
	if s.level == 0 {
		return make([]byte, len(s.data))
	}
	return s.data
}
