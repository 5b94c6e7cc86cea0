package main

import (
	"bytes"
	"fmt"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/panel"
	"tabletop/companion/waittest"
)

// ramBench is the bench with the RAM of an SH1106, of which the columns 2 to 129 are seen.
type ramBench struct {
	*bench
	ram       [8][132]byte
	page, col int
}

func (m *ramBench) host() wiring.Host {
	h := m.bench.host()
	h.I2C = func(string) (i2c.BusCloser, error) { return m, nil }
	return h
}

func (m *ramBench) Tx(address uint16, w, r []byte) error {
	m.mu.Lock()
	if n := len(w); n > 3 && w[0] == 0x00 && w[n-3]&0xF8 == 0xB0 {
		m.page, m.col = int(w[n-3]&7), int(w[n-2]&0xF|w[n-1]<<4)
	} else if n > 1 && w[0] == 0x40 {
		m.col += copy(m.ram[m.page][m.col:], w[1:])
	}
	m.mu.Unlock()
	return m.bench.Tx(address, w, r)
}

// seen is RAM as it is now.
func (m *ramBench) seen() [8][132]byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ram
}

// shows waits until RAM is as it should be, and returns it.
func (m *ramBench) shows(t *testing.T, what string, is func(ram [8][132]byte) bool) (ram [8][132]byte) {
	t.Helper()
	waittest.Until(t, what, func() (any, bool) {
		ram = m.seen()
		return fmt.Sprintf("% x", ram[3]), is(ram)
	})
	return ram
}

// framed reports whether the left side of a frame stands at a column of RAM.
func framed(col int) func(ram [8][132]byte) bool {
	return func(ram [8][132]byte) bool {
		side := append(make([]byte, col), 0xFF, 0xFF, 0)
		return bytes.Equal(ram[3][:len(side)], side)
	}
}

// blank reports whether nothing stands in the first two columns of RAM, and no frame
// beside them.
func blank(ram [8][132]byte) bool {
	for _, row := range ram {
		if row[0] != 0 || row[1] != 0 {
			return false
		}
	}
	return !framed(2)(ram)
}

// A display whose chip no config names is asked for after the language, tried as the
// other one, and driven so from then on.
func TestTheAnswerOnTheWiredPanelIsKept(t *testing.T) {
	t.Parallel()
	m, state := &ramBench{bench: newBench()}, t.TempDir()
	e := onBenchIn(t, state, m.host)
	waittest.Until(t, "the language", func() (any, bool) { // a hare is shown before, which takes no key
		v := e.loop.Now().View
		return said(v), v.Kind != panel.KindHare
	})
	e.rest(t)
	m.shows(t, "the language, where both chips show it", blank)
	m.press(t, okLine)
	m.shows(t, "the frame of an SSD1306", framed(0))
	m.press(t, downLine)
	m.shows(t, "the frame of an SH1106", framed(2))
	m.press(t, okLine)
	home := m.shows(t, "home", blank)
	if err := e.end(); err != nil {
		t.Fatal(err)
	}
	m.ram = [8][132]byte{}
	onBenchIn(t, state, m.host)
	m.shows(t, "home after a restart", func(ram [8][132]byte) bool { return ram == home })
}
