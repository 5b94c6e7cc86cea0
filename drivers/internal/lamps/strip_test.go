package lamps

import (
	"errors"
	"strings"
	"testing"
)

var errBus = errors.New("bus is gone")

// wire is what a strip sends to.
type wire struct {
	err   error
	sends int
	shows Colours
}

func (w *wire) send(c Colours) error {
	w.sends++
	if w.err == nil {
		w.shows = c
	}
	return w.err
}

func strip(t *testing.T) (*Strip, *wire) {
	t.Helper()
	w := &wire{}
	s, err := NewStrip("lamp", Layout{}, w.send)
	if err != nil {
		t.Fatal(err)
	}
	return s, w
}

// picture is one whose first lamp is red.
func picture(red byte) []byte {
	p := make([]byte, Bytes)
	p[0] = red
	return p
}

func show(t *testing.T, s *Strip, red, level byte) {
	t.Helper()
	if err := s.Show(picture(red), level); err != nil {
		t.Fatal(err)
	}
}

func TestAPictureThatIsShownIsNotSentAgain(t *testing.T) {
	s, w := strip(t)
	show(t, s, 0, 255) // dark, but who knows what the lamps showed before
	show(t, s, 0, 255)
	show(t, s, 9, 255)
	show(t, s, 9, 255)
	show(t, s, 9, 100)
	if w.sends != 3 || w.shows != (Colours{4}) {
		t.Errorf("%d sends, %v is shown; want 3, 4", w.sends, w.shows[0])
	}
}

func TestAPictureThatFailedIsSentAgain(t *testing.T) {
	s, w := strip(t)
	show(t, s, 1, 255)
	w.err = errBus
	if err := s.Show(picture(2), 255); !errors.Is(err, errBus) || !strings.HasPrefix(err.Error(), "lamp: show: ") {
		t.Errorf("got %v", err)
	}
	w.err = nil
	show(t, s, 2, 255)
	if w.shows != (Colours{2}) {
		t.Errorf("%d is shown, want 2", w.shows[0])
	}
	w.err = errBus
	if err := s.Show(picture(1), 255); !errors.Is(err, errBus) {
		t.Errorf("got %v", err)
	}
	w.err = nil
	show(t, s, 2, 255) // what was shown before the error
	if w.sends != 5 {
		t.Errorf("%d sends, want 5", w.sends)
	}
}

func TestRefreshSendsTheLastPictureAndStaysDarkAfterHalt(t *testing.T) {
	s, w := strip(t)
	show(t, s, 7, 255)
	w.shows = Colours{} // noise
	if err := s.Refresh(); err != nil || w.shows != (Colours{7}) {
		t.Errorf("%d is shown, %v; want 7", w.shows[0], err)
	}
	if err := s.Halt(); err != nil || w.shows != (Colours{}) {
		t.Errorf("%d is shown after Halt, %v", w.shows[0], err)
	}
	if err := s.Refresh(); err != nil || w.shows != (Colours{}) {
		t.Errorf("%d is shown after Halt and Refresh, %v", w.shows[0], err)
	}
	show(t, s, 7, 255)
	if w.shows != (Colours{7}) {
		t.Errorf("%d is shown, want 7", w.shows[0])
	}
}

func TestErrorsSayWhatWasAsked(t *testing.T) {
	s, w := strip(t)
	w.err = errBus
	for what, do := range map[string]func() error{"refresh": s.Refresh, "halt": s.Halt} {
		if err := do(); !errors.Is(err, errBus) || !strings.HasPrefix(err.Error(), "lamp: "+what+": ") {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if err := s.Show(nil, 1); err == nil || err.Error() != "lamp: show: 0 bytes, want 192" {
		t.Errorf("got %v", err)
	}
	if _, err := NewStrip("lamp", Layout{Rotation: 1}, w.send); err == nil || !strings.HasPrefix(err.Error(), "lamp: rotation") {
		t.Errorf("got %v", err)
	}
}
