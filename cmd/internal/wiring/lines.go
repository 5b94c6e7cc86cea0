package wiring

import (
	"tabletop/cmd/internal/config"
	"tabletop/drivers/buzzer"
	"tabletop/drivers/keys"
)

// KeyOpts returns the options of the driver for the keys "back", "up", "down" and "ok". A key
// without a line is absent; an encoder may replace up and down.
func KeyOpts(c config.Keys) keys.Opts {
	o := keys.DefaultOpts()
	o.Keys = nil
	for _, k := range []keys.Key{{Name: "back", Line: c.Back}, {Name: "up", Line: c.Up}, {Name: "down", Line: c.Down}, {Name: "ok", Line: c.OK}} {
		if k.Line != "" {
			o.Keys = append(o.Keys, k)
		}
	}
	o.Chip, o.Debounce = c.Chip, c.Debounce
	if c.EncoderA != "" || c.EncoderB != "" {
		o.Encoder = keys.DefaultEncoder(c.EncoderA, c.EncoderB)
		o.Encoder.Detent = c.Detent
	}
	return o
}

// Buzzer opens the buzzer of a config.
func (h Host) Buzzer(c config.Buzzer) (*buzzer.Dev, error) {
	line, err := h.Pin(c.Line)
	if err != nil {
		return nil, err
	}
	return buzzer.New(line, buzzer.Opts{ActiveLow: c.Low})
}
