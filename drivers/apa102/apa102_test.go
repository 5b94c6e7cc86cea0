package apa102

import (
	"bytes"
	"errors"
	"testing"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"tabletop/drivers/internal/bustest"
)

// transfer is what the datasheet asks for: zeros, a word for each lamp along the
// wire, clocks for the last of them, zeros again.
func transfer(lit map[int][3]byte) []byte {
	w := make([]byte, 4)
	for i := range 64 {
		c := lit[i]
		w = append(w, 0xFF, c[2], c[1], c[0])
	}
	w = append(w, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)
	return append(w, make([]byte, 11)...)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// picture has one lamp of a colour in column x and row y.
func picture(x, y int, c [3]byte) []byte {
	data := make([]byte, 192)
	copy(data[3*(8*y+x):], c[:])
	return data
}

func TestAPictureIsOneTransferAlongTheWire(t *testing.T) {
	port := &spitest.Playback{Playback: conntest.Playback{DontPanic: true, Ops: []conntest.IO{
		{W: transfer(map[int][3]byte{15: {255, 128, 1}})},
		{W: transfer(map[int][3]byte{15: {16, 9, 1}})}, // 128·16/255 = 8.03, rounded up
		{W: transfer(map[int][3]byte{15: {16, 9, 1}})},
		{W: transfer(nil)},
		{W: transfer(nil)},
		{W: transfer(map[int][3]byte{0: {255, 255, 255}})},
	}}}
	d, err := NewSPI(port, Opts{Serpentine: true})
	must(t, err)
	second := picture(0, 1, [3]byte{255, 128, 1}) // the first lamp of the second row
	must(t, d.Show(second, 255))
	must(t, d.Show(second, 255)) // is shown already
	must(t, d.Show(second, 16))
	must(t, d.Refresh())
	must(t, d.Show(second, 0))
	must(t, d.Halt())
	must(t, d.Show(picture(0, 0, [3]byte{255, 255, 255}), 255))
	must(t, port.Close())
}

func TestATransferIsWholeWords(t *testing.T) {
	if n := len(transfer(nil)); n != 276 {
		t.Errorf("%d bytes, want 4 for each of 1 + 64 + 4 words", n)
	}
}

func TestTheFirstLampIsWhereTheOptionsSay(t *testing.T) {
	for _, c := range []struct {
		opts Opts
		x, y int
	}{
		{DefaultOpts, 0, 0},
		{Opts{Origin: "bottom-right"}, 7, 7},
		{Opts{Rotation: 90}, 0, 7},
	} {
		port := &bustest.SPI{}
		d, err := NewSPI(port, c.opts)
		must(t, err)
		must(t, d.Show(picture(c.x, c.y, [3]byte{1, 2, 3}), 255))
		if want := transfer(map[int][3]byte{0: {1, 2, 3}}); !bytes.Equal(port.Sent[0], want) {
			t.Errorf("%+v: sent % X, want % X", c.opts, port.Sent[0], want)
		}
	}
}

func TestAfterAFailureTheNextShowSendsThePicture(t *testing.T) {
	port := &bustest.SPI{Refuse: 1}
	d, err := NewSPI(port, DefaultOpts)
	must(t, err)
	data := picture(0, 0, [3]byte{9, 9, 9})
	if err := d.Show(data, 255); !errors.Is(err, bustest.ErrRefused) {
		t.Errorf("got %v", err)
	}
	must(t, d.Show(data, 255))
	if want := transfer(map[int][3]byte{0: {9, 9, 9}}); len(port.Sent) != 1 || !bytes.Equal(port.Sent[0], want) {
		t.Errorf("sent % X, want % X", port.Sent, want)
	}
}

func TestWhatCantBeIsRefused(t *testing.T) {
	for want, o := range map[string]Opts{
		"apa102: rotation 1: want 0, 90, 180 or 270":               {Rotation: 1},
		"apa102: connect to SPI0.0: " + bustest.ErrRefused.Error(): {},
	} {
		if _, err := NewSPI(&bustest.SPI{Broken: true}, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	d, err := NewSPI(&bustest.SPI{}, DefaultOpts)
	must(t, err)
	if err := d.Show(make([]byte, 64), 1); err == nil || err.Error() != "apa102: show: 64 bytes, want 192" {
		t.Errorf("got %v", err)
	}
}

func TestTheBusIsAskedForWhatPeriphAsks(t *testing.T) {
	port := &bustest.SPI{}
	d, err := NewSPI(port, DefaultOpts)
	must(t, err)
	if port.Freq != 20*physic.MegaHertz || port.Mode != spi.Mode3 {
		t.Errorf("got %s, %s, want 20MHz, Mode3", port.Freq, port.Mode)
	}
	if got := d.String(); got != "apa102{SPI0.0}" {
		t.Errorf("got %s", got)
	}
}
