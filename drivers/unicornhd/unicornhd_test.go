package unicornhd

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

// transfer is a picture that is dark but for the square of 2×2 lamps whose corner
// is in column x and row y of the HAT.
func transfer(x, y int, c [3]byte) []byte {
	w := make([]byte, 1+3*256)
	w[0] = 0x72
	for _, i := range []int{16*y + x, 16*y + x + 1, 16*(y+1) + x, 16*(y+1) + x + 1} {
		copy(w[1+3*i:], c[:])
	}
	return w
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

func TestEveryLampIsASquareOfFour(t *testing.T) {
	dark := transfer(0, 0, [3]byte{})
	port := &spitest.Playback{Playback: conntest.Playback{DontPanic: true, Ops: []conntest.IO{
		{W: transfer(6, 14, [3]byte{255, 128, 1})},
		{W: transfer(6, 14, [3]byte{16, 9, 1})}, // 128·16/255 = 8.03, rounded up
		{W: transfer(6, 14, [3]byte{16, 9, 1})},
		{W: dark},
		{W: dark},
		{W: transfer(14, 0, [3]byte{255, 255, 255})},
	}}}
	d, err := NewSPI(port, DefaultOpts)
	must(t, err)
	data := picture(3, 7, [3]byte{255, 128, 1})
	must(t, d.Show(data, 255))
	must(t, d.Show(data, 255)) // is shown already
	must(t, d.Show(data, 16))
	must(t, d.Refresh())
	must(t, d.Show(data, 0))
	must(t, d.Halt())
	must(t, d.Show(picture(7, 0, [3]byte{255, 255, 255}), 255))
	must(t, port.Close())
}

func TestThePictureIsTurnedAndMirrored(t *testing.T) {
	for _, c := range []struct {
		opts Opts
		x, y int // the lamp that is in the HAT's first corner
	}{
		{Opts{Rotation: 90}, 0, 7},
		{Opts{Rotation: 180}, 7, 7},
		{Opts{Rotation: 270}, 7, 0},
		{Opts{Mirror: true}, 7, 0},
		{Opts{Mirror: true, Rotation: 90}, 0, 0},
	} {
		port := &bustest.SPI{}
		d, err := NewSPI(port, c.opts)
		must(t, err)
		must(t, d.Show(picture(c.x, c.y, [3]byte{1, 2, 3}), 255))
		if want := transfer(0, 0, [3]byte{1, 2, 3}); !bytes.Equal(port.Sent[0], want) {
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
	if want := transfer(0, 0, [3]byte{9, 9, 9}); len(port.Sent) != 1 || !bytes.Equal(port.Sent[0], want) {
		t.Errorf("sent % X, want % X", port.Sent, want)
	}
}

func TestWhatCantBeIsRefused(t *testing.T) {
	for want, o := range map[string]Opts{
		"unicornhd: rotation 1: want 0, 90, 180 or 270":               {Rotation: 1},
		"unicornhd: connect to SPI0.0: " + bustest.ErrRefused.Error(): {},
	} {
		if _, err := NewSPI(&bustest.SPI{Broken: true}, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	d, err := NewSPI(&bustest.SPI{}, DefaultOpts)
	must(t, err)
	if err := d.Show(make([]byte, 768), 1); err == nil || err.Error() != "unicornhd: show: 768 bytes, want 192" {
		t.Errorf("got %v", err)
	}
}

func TestTheBusIsAskedForWhatTheHATTakes(t *testing.T) {
	port := &bustest.SPI{}
	d, err := NewSPI(port, DefaultOpts)
	must(t, err)
	if port.Freq != 9*physic.MegaHertz || port.Mode != spi.Mode0 {
		t.Errorf("got %s, %s, want 9MHz, Mode0", port.Freq, port.Mode)
	}
	if got := d.String(); got != "unicornhd{SPI0.0}" {
		t.Errorf("got %s", got)
	}
}
