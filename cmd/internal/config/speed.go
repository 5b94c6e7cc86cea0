package config

import (
	"strconv"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/words"
)

// Speed returns the clock rate of a chip on SPI, in kHz. It returns the chip's usual rate if kHz is
// 0, and kHz otherwise.
func Speed(chip string, kHz int) int {
	if kHz == 0 {
		s, _ := chips.SpeedsOf(chip)
		return s.Usual
	}
	return kHz
}

// checkSpeeds returns an error for a clock rate out of a chip's range. A chip without SPI has no
// range.
func (c Config) checkSpeeds(path string, w *words.Catalogue) error {
	for _, s := range []struct {
		key, chip string
		kHz       int
	}{
		{"panel.speed", c.Panel.Chip, c.Panel.Speed}, {"matrix.speed", c.Matrix.Chip, c.Matrix.Speed}, {"tags.speed", chips.Reader, c.Tags.Speed},
	} {
		limits, ok := chips.SpeedsOf(s.chip)
		if ok && limits.Most != 0 && s.kHz != 0 && (s.kHz < limits.Least || s.kHz > limits.Most) {
			return Error(w.Word("cli.badspeed", path, s.key, strconv.Itoa(s.kHz), s.chip, strconv.Itoa(limits.Least), strconv.Itoa(limits.Most)))
		}
	}
	return nil
}
