package config

import (
	"strconv"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/words"
)

// Speed is how fast a chip is spoken to on SPI, in kHz, where the config says kHz; 0
// is what suits the chip.
func Speed(chip string, kHz int) int {
	if kHz == 0 {
		s, _ := chips.SpeedsOf(chip)
		return s.Usual
	}
	return kHz
}

// checkSpeeds finds a speed that a chip doesn't stand. A chip that isn't on SPI has none.
func (c Config) checkSpeeds(path string, w *words.Catalogue) error {
	for _, s := range []struct {
		key, chip string
		kHz       int
	}{
		{"panel.speed", c.Panel.Chip, c.Panel.Speed}, {"matrix.speed", c.Matrix.Chip, c.Matrix.Speed}, {"tags.speed", chips.Reader, c.Tags.Speed},
	} {
		is, ok := chips.SpeedsOf(s.chip)
		if ok && is.Most != 0 && s.kHz != 0 && (s.kHz < is.Least || s.kHz > is.Most) {
			return Error(w.Word("cli.badspeed", path, s.key, strconv.Itoa(s.kHz), s.chip, strconv.Itoa(is.Least), strconv.Itoa(is.Most)))
		}
	}
	return nil
}
