package lamps

import "fmt"

// Strip shows pictures on coloured lamps that take all their colours in one send. It doesn't
// send a picture that is already shown, unless a send has failed since. It must be used by one
// goroutine only.
type Strip struct {
	name  string
	order Order
	send  func(Colours) error

	last Colours
	sent bool // the lamps show the colours in last
}

// NewStrip returns a strip of lamps in the order of the layout, which sends pictures by calling
// send. name is the prefix of all errors.
func NewStrip(name string, l Layout, send func(Colours) error) (*Strip, error) {
	order, err := l.Order()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Strip{name: name, order: order, send: send}, nil
}

// Show sends a picture, its colours scaled by level/255, unless the lamps already show it.
func (s *Strip) Show(picture []byte, level byte) error {
	next, err := s.order.Colours(picture, level)
	if err != nil {
		return fmt.Errorf("%s: show: %w", s.name, err)
	}
	if s.sent && next == s.last {
		return nil
	}
	return s.put("show", next)
}

// Refresh sends the last picture again.
func (s *Strip) Refresh() error { return s.put("refresh", s.last) }

// Halt turns all lamps off.
func (s *Strip) Halt() error { return s.put("halt", Colours{}) }

func (s *Strip) put(what string, next Colours) error {
	s.last, s.sent = next, false
	if err := s.send(next); err != nil {
		return fmt.Errorf("%s: %s: %w", s.name, what, err)
	}
	s.sent = true
	return nil
}
