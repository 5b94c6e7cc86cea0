package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"time"

	"github.com/BurntSushi/toml"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/dice"
)

// config is the file companion.toml. Every key may be left out; systemd/companion.toml
// explains them all.
type config struct {
	HTTP   httpConfig   `toml:"http"`
	Dice   diceConfig   `toml:"dice"`
	Panel  panelConfig  `toml:"panel"`
	Matrix matrixConfig `toml:"matrix"`
	Keys   keysConfig   `toml:"keys"`
	Buzzer buzzerConfig `toml:"buzzer"`
}

type httpConfig struct {
	Listen string   `toml:"listen"` // host:port; loopback unless changed
	Names  []string `toml:"names"`  // names of this machine besides its own and localhost
}

type diceConfig struct {
	Own string `toml:"own"` // the table's own dice: "colour=red,blue;fate=+,0,-"
}

// panelConfig is the OLED.
type panelConfig struct {
	Chip    string `toml:"chip"`    // ssd1306, sh1106 or none
	Bus     string `toml:"bus"`     // I2C1, or SPI0.1 together with dc
	Address uint16 `toml:"address"` // on I²C: 0x3C or 0x3D
	DC      string `toml:"dc"`      // on SPI: the line of data/command
	Rotated bool   `toml:"rotated"` // by 180°
}

// matrixConfig is the 8×8 matrix. What a chip doesn't have is ignored.
type matrixConfig struct {
	Chip       string `toml:"chip"`       // max7219, ht16k33, apa102, ws2812, unicornhd or none
	Bus        string `toml:"bus"`        // SPI0.0 or I2C1
	Address    uint16 `toml:"address"`    // ht16k33: 0x70 to 0x77
	Modules    int    `toml:"modules"`    // max7219: length of the chain, 1 to 4
	Show       []int  `toml:"show"`       // max7219: the modules that show the picture; none is all
	Rotation   int    `toml:"rotation"`   // clockwise: 0, 90, 180 or 270
	Mirror     bool   `toml:"mirror"`     // exchange left and right first
	Backpack   bool   `toml:"backpack"`   // ht16k33: Adafruit's wiring of the columns
	Origin     string `toml:"origin"`     // apa102, ws2812: the corner of the first lamp
	Serpentine bool   `toml:"serpentine"` // apa102, ws2812: every second row runs back
}

// keysConfig are the lines of the keys, by their names at the kernel.
type keysConfig struct {
	Back     string        `toml:"back"`
	Up       string        `toml:"up"`
	Down     string        `toml:"down"`
	OK       string        `toml:"ok"`
	Chip     string        `toml:"chip"`      // label of the GPIO chip; "" is the Pi's own
	Debounce time.Duration `toml:"debounce"`  // how long a contact is closed before it is a press
	EncoderA string        `toml:"encoder_a"` // a rotary encoder beside the keys, "" for none
	EncoderB string        `toml:"encoder_b"`
	Detent   int           `toml:"detent"` // quarter steps from detent to detent: 4, 2 or 1
}

// buzzerConfig is an active buzzer on a plain line.
type buzzerConfig struct {
	Line string `toml:"line"` // "" for none
}

// defaults are the wiring of the README.
func defaults() config {
	return config{
		HTTP:   httpConfig{Listen: "127.0.0.1:8090"},
		Panel:  panelConfig{Chip: "ssd1306", Bus: "I2C1", Address: 0x3C},
		Matrix: matrixConfig{Chip: "max7219", Bus: "SPI0.0", Address: 0x70, Modules: 1, Backpack: true, Origin: "top-left"},
		Keys:   keysConfig{Back: "GPIO5", Up: "GPIO6", Down: "GPIO13", OK: "GPIO19", Debounce: 4 * time.Millisecond, Detent: 4},
	}
}

// readConfig reads the file that -config names, or companion.toml in the state
// folder if there is one. Its error names file, line or key.
func readConfig(o options, w *words.Catalogue) (config, error) {
	c := defaults()
	path := o.config
	if path == "" {
		path = filepath.Join(o.state, "companion.toml")
	}
	text, err := os.ReadFile(path)
	if o.config == "" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)) {
		return c.with(o), nil
	}
	if err != nil {
		return c, fmt.Errorf("companiond: %w", err)
	}
	meta, err := toml.Decode(string(text), &c)
	if err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if wrong := meta.Undecoded(); len(wrong) > 0 {
		key := wrong[0].String()
		return c, usageError(w.Word("cli.badkey", path, key, games.Nearest(key, keysOf(reflect.TypeOf(c), ""))))
	}
	if _, err := dice.ParseDice(c.Dice.Own); err != nil {
		return c, usageError(w.Word("cli.baddice", path, ruleOf(err, w)))
	}
	return c.with(o), nil
}

// ruleOf says which rule the table's own dice break.
func ruleOf(err error, own *words.Catalogue) string {
	w, broken := words.For(own.Lang(), own, dice.Rules{})
	if illegal := (games.Illegal{}); broken == nil && errors.As(err, &illegal) {
		return w.Say(illegal.Rule, nil)
	}
	return err.Error()
}

// keysOf lists the keys of a config, tables too: "http", "http.listen".
func keysOf(t reflect.Type, prefix string) (keys []string) {
	for field := range t.Fields() {
		key := prefix + field.Tag.Get("toml")
		keys = append(keys, key)
		if field.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(field.Type, key+".")...)
		}
	}
	return keys
}

// with lets the command line have the last word.
func (c config) with(o options) config {
	if o.listen != "" {
		c.HTTP.Listen = o.listen
	}
	return c
}
