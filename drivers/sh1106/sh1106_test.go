package sh1106_test

import (
	"slices"
	"testing"

	"tabletop/drivers/internal/oled/oledtest"
	"tabletop/drivers/sh1106"
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
	show := func(name string, level byte, sends ...[]byte) oledtest.Step {
		return oledtest.Showing(name, picture, level, sends...)
	}
	setupWith := func(inversion byte) []byte {
		return []byte{
			0xA8, 0x3F, 0xD3, 0x00, 0x40, segments, commons, 0xDA, 0x12, 0xA4, inversion, // 64 lines from the first on, RAM as it is
			0xD5, 0x50, 0xD9, 0x22, 0xDB, 0x35, 0x32, // pump at 8 V
		}
	}
	setup := setupWith(0xA6)
	start := func(level byte) [][]byte {
		return whole(slices.Concat([]byte{0xE3, 0xE3, 0xAE, 0xAD, 0x8B}, setup), picture, level)
	}
	off := []byte{command, 0xE3, 0xE3, 0xAE}

	picture[0], picture[1023] = 0x01, 0x80
	first, same := show("the first picture", 207, start(207)...), show("the same", 207)
	picture[3*128+0x5A] = 0x10
	pixel := show("a pixel", 207, []byte{command, 0xB3, 0x0C, 0x15}, []byte{data, 0x10})
	picture[5*128+0x1E], picture[7*128+0x2E] = 0x11, 0x12
	carry := show("columns that the margin carries over", 207,
		[]byte{command, 0xB5, 0x00, 0x12}, []byte{data, 0x11}, []byte{command, 0xB7, 0x00, 0x13}, []byte{data, 0x12})
	picture[2*128+127] = 0xFF
	last := show("the last column and the contrast", 16, []byte{command, 0x81, 16, 0xB2, 0x01, 0x18}, []byte{data, 0xFF})

	refreshInverted := whole(slices.Concat([]byte{0xE3, 0xE3}, setupWith(0xA7)), picture, 16)
	oledtest.Invert(picture)
	flash := show("the inverse", 16, []byte{command, 0xA7})
	oledtest.Invert(picture)
	flashed := show("the picture again", 16, []byte{command, 0xA6})

	return []oledtest.Step{
		first, same, pixel, carry, last,
		flash, oledtest.Asking("refresh inverted", oledtest.Display.Refresh, refreshInverted...), flashed,
		show("the contrast alone", 1, []byte{command, 0x81, 1}),
		oledtest.Asking("refresh", oledtest.Display.Refresh, whole(slices.Concat([]byte{0xE3, 0xE3}, setup), picture, 1)...),
		oledtest.Asking("reinit", oledtest.Display.Reinit, start(1)...),
		show("dark", 0, off),
		show("dark again", 0),
		show("lit again", 255, start(255)...),
		oledtest.Asking("halt", oledtest.Display.Halt, off),
		oledtest.Asking("refresh in the dark", oledtest.Display.Refresh, off),
	}
}

// whole is the transfers of commands, a picture with what lies beside it, and the
// light at last.
func whole(commands, picture []byte, level byte) (transfers [][]byte) {
	for page := range 8 {
		aim := slices.Concat([]byte{command}, commands, []byte{0xB0 | byte(page), 0x00, 0x10})
		row := slices.Concat([]byte{data, 0, 0}, picture[page*128:][:128], []byte{0, 0})
		transfers = append(transfers, aim, row)
		commands = nil
	}
	return append(transfers, []byte{command, 0x81, level, 0xAF})
}

func TestWhatIsSentIsWhatTheDatasheetSays(t *testing.T) {
	for name, tt := range map[string]struct {
		opts              sh1106.Opts
		segments, commons byte
	}{
		"as sold":           {sh1106.DefaultOpts, 0xA1, 0xC8},
		"the other address": {sh1106.Opts{Addr: 0x3D}, 0xA1, 0xC8},
		"upside down":       {sh1106.Opts{Addr: 0x3C, Rotated: true}, 0xA0, 0xC0},
	} {
		t.Run(name, func(t *testing.T) {
			oledtest.Walk(t, sh1106.NewI2C, sh1106.NewSPI, &tt.opts, tt.opts.Addr, evening(tt.segments, tt.commons))
		})
	}
}
