package ssd1309_test

import (
	"bytes"
	"slices"
	"testing"

	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/drivers/ssd1309"
)

// Control bytes.
const (
	command = 0x00
	data    = 0x40
)

// evening is what a display may see, from cold to dark, as the datasheet's tables
// say it.
func evening(segments, commons byte) []oledtest.Step {
	picture := make([]byte, 1024)
	ram := func() []byte { return slices.Concat([]byte{data}, picture) }
	show := func(name string, level byte, sends ...[]byte) oledtest.Step {
		return oledtest.Showing(name, picture, level, sends...)
	}
	setup := func(inversion byte) []byte {
		return []byte{
			0xA8, 0x3F, 0xD3, 0x00, 0x40, segments, commons, 0xDA, 0x12, 0xA4, inversion, // 64 lines from the first on, RAM as it is
			0x2E, 0xD5, 0xA0, 0xD9, 0x82, 0xDB, 0x34, // no scrolling, clock, charge, deselect level; no pump
			0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, // horizontal mode, all of RAM
		}
	}
	start := slices.Concat([]byte{command, 0xE3, 0xE3, 0xFD, 0x12, 0xAE}, setup(0xA6))
	refresh := slices.Concat([]byte{command, 0xE3, 0xE3, 0xFD, 0x12}, setup(0xA6))
	on := func(level byte) []byte { return []byte{command, 0x21, 0, 127, 0x20, 0x02, 0x81, level, 0xAF} }
	off := []byte{command, 0xE3, 0xE3, 0xFD, 0x12, 0xAE}

	picture[0], picture[1023] = 0x01, 0x80
	first, same := show("the first picture", 207, start, ram(), on(207)), show("the same", 207)
	picture[3*128+0x5A] = 0x10
	pixel := show("a pixel, in page mode", 207, []byte{command, 0xB3, 0x0A, 0x15}, []byte{data, 0x10})
	drawn := digit(picture, "0123456789ABCDEF")
	one := show("a digit, in horizontal mode", 207, []byte{command, 0x20, 0x00, 0x21, 20, 35, 0x22, 0, 7}, drawn)
	drawn = digit(picture, "fedcba9876543210")
	two := show("another, still in horizontal mode", 207, []byte{command, 0x21, 20, 35, 0x22, 0, 7}, drawn)
	picture[127] = 0xFF
	back := show("a byte and the contrast, back in page mode", 16,
		[]byte{command, 0x81, 16, 0x21, 0, 127, 0x20, 0x02, 0xB0, 0x0F, 0x17}, []byte{data, 0xFF})

	held := ram()
	oledtest.Invert(picture)
	flash := show("the inverse", 16, []byte{command, 0xA7})
	refreshInverted := slices.Concat([]byte{command, 0xE3, 0xE3, 0xFD, 0x12}, setup(0xA7))
	picture[5] ^= 0x0F
	more := show("a byte of the inverse", 16, []byte{command, 0xB0, 0x05, 0x10}, []byte{data, 0x0F ^ held[6]})
	picture[5] ^= 0x0F
	less := show("and back", 16, []byte{command, 0xB0, 0x05, 0x10}, []byte{data, held[6]})
	oledtest.Invert(picture)
	flashed := show("the picture again", 16, []byte{command, 0xA6})
	contrast := show("the contrast alone", 1, []byte{command, 0x81, 1})
	oledtest.Invert(picture)
	left := show("left inverted", 1, []byte{command, 0xA7})

	return []oledtest.Step{
		first, same, pixel, one, two, back,
		flash, oledtest.Asking("refresh inverted", oledtest.Display.Refresh, refreshInverted, held, on(16)), more, less, flashed,
		contrast,
		oledtest.Asking("refresh", oledtest.Display.Refresh, refresh, held, on(1)),
		oledtest.Asking("reinit", oledtest.Display.Reinit, start, held, on(1)),
		left, show("dark", 0, off),
		show("dark again", 0),
		show("lit again", 255, start, ram(), on(255)),
		oledtest.Asking("halt", oledtest.Display.Halt, off),
		oledtest.Asking("refresh in the dark", oledtest.Display.Refresh, off),
	}
}

// digit draws 16×64 pixels, and returns their transfer.
func digit(picture []byte, columns string) []byte {
	for page := range 8 {
		copy(picture[page*128+20:], columns)
	}
	return slices.Concat([]byte{data}, bytes.Repeat([]byte(columns), 8))
}

func TestWhatIsSentIsWhatTheDatasheetSays(t *testing.T) {
	for name, tt := range map[string]struct {
		opts              ssd1309.Opts
		segments, commons byte
	}{
		"as sold":           {ssd1309.DefaultOpts, 0xA1, 0xC8},
		"the other address": {ssd1309.Opts{Addr: 0x3D}, 0xA1, 0xC8},
		"upside down":       {ssd1309.Opts{Addr: 0x3C, Rotated: true}, 0xA0, 0xC0},
	} {
		t.Run(name, func(t *testing.T) {
			oledtest.Walk(t, ssd1309.NewI2C, ssd1309.NewSPI, &tt.opts, tt.opts.Addr, evening(tt.segments, tt.commons))
		})
	}
}
