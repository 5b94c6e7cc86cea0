package config

import (
	"strconv"

	"tabletop/companion/words"
)

// speeds are those of a chip on SPI, in kHz.
type speeds struct{ usual, least, most int }

// Over loose wires of a hand's length 1 MHz is safe, and a picture of the display
// still takes 9 ms. The most is what the drivers' datasheets allow.
var (
	oledSpeeds = speeds{1000, 100, 2000} // of any
	chipSpeeds = map[string]speeds{
		"ssd1306":   {1000, 100, 10_000},
		"max7219":   {1000, 100, 10_000},
		"apa102":    {1000, 100, 20_000},
		"ws2812":    {2500, 2500, 2500}, // the clock makes its pulses
		"unicornhd": {9000, 100, 9000},  // a microcontroller on a board, without wires
		"mfrc522":   {1000, 100, 10_000},
	}
)

// speedsOf are those of a chip.
func speedsOf(chip string) speeds {
	if s, ok := chipSpeeds[chip]; ok {
		return s
	}
	return oledSpeeds
}

// Speed is how fast a chip is spoken to on SPI, in kHz, where the config says kHz; 0
// is what suits the chip.
func Speed(chip string, kHz int) int {
	if kHz == 0 {
		return speedsOf(chip).usual
	}
	return kHz
}

// checkSpeeds finds a speed that a chip doesn't stand.
func (c Config) checkSpeeds(path string, w *words.Catalogue) error {
	for _, s := range []struct {
		key, chip string
		kHz       int
	}{
		{"panel.speed", c.Panel.Chip, c.Panel.Speed}, {"matrix.speed", c.Matrix.Chip, c.Matrix.Speed}, {"tags.speed", "mfrc522", c.Tags.Speed},
	} {
		is := speedsOf(s.chip)
		if s.kHz != 0 && (s.kHz < is.least || s.kHz > is.most) {
			return Error(w.Word("cli.badspeed", path, s.key, strconv.Itoa(s.kHz), s.chip, strconv.Itoa(is.least), strconv.Itoa(is.most)))
		}
	}
	return nil
}
