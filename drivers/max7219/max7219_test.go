package max7219

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"tabletop/drivers/internal/bustest"
)

// transcript is what is expected on the port; all of it must come.
func transcript(t *testing.T, words ...[]byte) *spitest.Playback {
	t.Helper()
	p := &spitest.Playback{Playback: conntest.Playback{DontPanic: true}}
	for _, w := range words {
		p.Ops = append(p.Ops, conntest.IO{W: w})
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func device(t *testing.T, p spi.Port, o Opts) *Dev {
	t.Helper()
	d, err := NewSPI(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheFirstShowSetsTheChipUpAndLaterOnesSendWhatChanged(t *testing.T) {
	d := device(t, transcript(t,
		[]byte{0x0F, 0x00}, // no display test
		[]byte{0x09, 0x00}, // no decoding
		[]byte{0x0B, 0x07}, // all eight digits
		[]byte{0x0A, 0x0C}, // level 207 of 255 is step 12 of 15
		[]byte{0x01, 0b11110000}, []byte{0x02, 0b11000000}, []byte{0x03, 0b10100000}, []byte{0x04, 0b10010000},
		[]byte{0x05, 0b00001000}, []byte{0x06, 0b00000100}, []byte{0x07, 0b00000010}, []byte{0x08, 0b01000001},
		[]byte{0x0C, 0x01}, // normal operation
		// the second picture: rows 2 and 8 differ
		[]byte{0x02, 0b11000001}, []byte{0x08, 0b00000001},
		// the same, dimmed
		[]byte{0x0A, 0x00},
	), DefaultOpts)
	must(t, d.Show(bustest.Picture(bustest.Arrow), 207))
	must(t, d.Show(bustest.Picture(bustest.Arrow), 207))
	changed := bustest.Picture(bustest.Arrow)
	changed[3*15], changed[3*57] = 1, 0
	changed[3*57+1], changed[3*57+2] = 0, 0
	must(t, d.Show(changed, 207))
	must(t, d.Show(changed, 16))
}

func TestTheChainIsFilledFromItsFarEnd(t *testing.T) {
	two := func(register, first, second byte) []byte { return []byte{register, second, register, first} }
	for _, c := range []struct {
		show          []int
		first, second byte // what the modules have in their top row
	}{
		{nil, 0xF0, 0xF0},
		{[]int{1}, 0xF0, 0x00},
		{[]int{2}, 0x00, 0xF0},
		{[]int{2, 1}, 0xF0, 0xF0},
	} {
		port := &bustest.SPI{}
		d := device(t, port, Opts{Modules: 2, Show: c.show})
		must(t, d.Show(bustest.Picture(bustest.Arrow), 255))
		want := [][]byte{
			two(0x0F, 0, 0), two(0x09, 0, 0), two(0x0B, 7, 7), two(0x0A, 15, 15),
			two(0x01, c.first, c.second),
		}
		if !slices.EqualFunc(port.Sent[:5], want, slices.Equal) || len(port.Sent) != 13 {
			t.Errorf("show %v: sent % X, want first % X", c.show, port.Sent, want)
		}
	}
}

func TestThePictureIsTurnedAndMirrored(t *testing.T) {
	for _, c := range []struct {
		opts        Opts
		first, last byte // rows
	}{
		{Opts{Modules: 1}, 0b11110000, 0b01000001},
		{Opts{Modules: 1, Rotation: 90}, 0b00001111, 0b10000000}, // columns 1 and 8, from below
		{Opts{Modules: 1, Rotation: 180}, 0b10000010, 0b00001111},
		{Opts{Modules: 1, Rotation: 270}, 0b00000001, 0b11110000}, // columns 8 and 1, from above
		{Opts{Modules: 1, Mirror: true}, 0b00001111, 0b10000010},
	} {
		port := &bustest.SPI{}
		must(t, device(t, port, c.opts).Show(bustest.Picture(bustest.Arrow), 255))
		if first, last := port.Sent[4][1], port.Sent[11][1]; first != c.first || last != c.last {
			t.Errorf("%+v: rows %08b and %08b, want %08b and %08b", c.opts, first, last, c.first, c.last)
		}
	}
}

func TestTheLevelBecomesOneOfSixteenSteps(t *testing.T) {
	for level, want := range map[byte]byte{1: 0, 16: 0, 17: 1, 32: 1, 128: 7, 129: 8, 240: 14, 241: 15, 255: 15} {
		port := &bustest.SPI{}
		must(t, device(t, port, DefaultOpts).Show(bustest.Picture(bustest.Arrow), level))
		if got := port.Sent[3]; got[0] != 0x0A || got[1] != want {
			t.Errorf("level %d: sent % X, want 0A %02X", level, got, want)
		}
	}
}

func TestLevel0AndHaltShutTheChipDownAndAShowWakesIt(t *testing.T) {
	port := &bustest.SPI{}
	d := device(t, port, DefaultOpts)
	off := [][]byte{{0x0C, 0x00}, {0x0F, 0x00}}
	for _, dark := range []func() error{
		func() error { return d.Show(bustest.Picture(bustest.Arrow), 0) },
		d.Halt,
		d.Refresh, // stays dark
	} {
		port.Sent = nil
		must(t, dark())
		if !slices.EqualFunc(port.Sent, off, slices.Equal) {
			t.Errorf("sent % X, want % X", port.Sent, off)
		}
	}
	port.Sent = nil
	must(t, d.Show(bustest.Picture(bustest.Arrow), 0))
	if len(port.Sent) != 0 {
		t.Errorf("sent % X to a dark chip", port.Sent)
	}
	must(t, d.Show(bustest.Picture(bustest.Arrow), 1))
	if n := len(port.Sent); n != 13 || !slices.Equal(port.Sent[12], []byte{0x0C, 0x01}) {
		t.Errorf("sent % X, want 13 words, the last 0C 01", port.Sent)
	}
}

func TestAfterAFailureAtAnyTransferTheNextShowSendsAll(t *testing.T) {
	for n := 1; n <= 14; n++ {
		port := &bustest.SPI{Refuse: n}
		d := device(t, port, DefaultOpts)
		err := d.Show(bustest.Picture(bustest.Arrow), 207)
		if n == 14 {
			must(t, err) // there are but 13
			break
		}
		if !errors.Is(err, bustest.ErrRefused) || !strings.HasPrefix(err.Error(), "max7219: show: register 0x0") {
			t.Fatalf("transfer %d refused: got %v", n, err)
		}
		port.Sent = nil
		must(t, d.Show(bustest.Picture(bustest.Arrow), 207))
		if len(port.Sent) != 13 {
			t.Errorf("after transfer %d was refused, %d words, want 13", n, len(port.Sent))
		}
	}
}

func TestHaltAndRefreshReportAFailure(t *testing.T) {
	port := &bustest.SPI{}
	d := device(t, port, DefaultOpts)
	for what, do := range map[string]func() error{"halt": d.Halt, "refresh": d.Refresh} {
		port.Refuse = 2
		if err := do(); !errors.Is(err, bustest.ErrRefused) || !strings.HasPrefix(err.Error(), "max7219: "+what) {
			t.Errorf("%s: got %v", what, err)
		}
	}
}

func TestWhatCantBeIsRefused(t *testing.T) {
	for want, o := range map[string]Opts{
		"max7219: 0 modules: want 1 to 4":                           {},
		"max7219: 5 modules: want 1 to 4":                           {Modules: 5},
		"max7219: module 3 shows the picture: want 1 to 2":          {Modules: 2, Show: []int{1, 3}},
		"max7219: module 0 shows the picture: want 1 to 1":          {Modules: 1, Show: []int{0}},
		"max7219: rotation 30: want 0, 90, 180 or 270":              {Modules: 1, Rotation: 30},
		"max7219: connect to SPI0.0: " + bustest.ErrRefused.Error(): {Modules: 1},
	} {
		if _, err := NewSPI(&bustest.SPI{Broken: true}, o); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	port := &bustest.SPI{}
	if err := device(t, port, DefaultOpts).Show(make([]byte, 191), 1); err == nil || len(port.Sent) != 0 {
		t.Errorf("191 bytes: got %v, sent % X", err, port.Sent)
	}
}

func TestTheBusIsAskedForWhatTheDatasheetAllows(t *testing.T) {
	port := &bustest.SPI{}
	d := device(t, port, Opts{Modules: 4})
	if port.Freq != 10*physic.MegaHertz || port.Mode != spi.Mode0 {
		t.Errorf("got %s, %s, want 10MHz, Mode0", port.Freq, port.Mode)
	}
	if got := d.String(); got != "max7219{4, SPI0.0}" {
		t.Errorf("got %s", got)
	}
}
