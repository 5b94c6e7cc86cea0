// Package config reads companion.toml, the file that describes the wiring of the companion.
// systemd/companion.toml is the manual: it shows each key with its default. A test compares the
// file with the defaults of this package. They differ in one value: with that file the page listens
// on the whole network, but without a config it listens only on this machine.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/door"
	"tabletop/companion/words"
	"tabletop/drivers/hidscanner"
	"tabletop/games"
	"tabletop/games/dice"
)

// Config holds the contents of companion.toml. Every key is optional. A part is absent if its line,
// bus or port is empty, or if its chip is "none".
type Config struct {
	HTTP    HTTP                 `toml:"http"`
	Dice    Dice                 `toml:"dice"`
	Panel   Panel                `toml:"panel"`
	Matrix  Matrix               `toml:"matrix"`
	Keys    Keys                 `toml:"keys"`
	Buzzer  Buzzer               `toml:"buzzer"`
	Voice   Voice                `toml:"voice"`
	Scanner Serial               `toml:"scanner"`
	Table   Serial               `toml:"table"`
	Printer Printer              `toml:"printer"`
	Tags    Tags                 `toml:"tags"`
	Hotspot Hotspot              `toml:"hotspot"`
	Club    Club                 `toml:"club"`
	Codes   map[string]Decisions `toml:"codes"` // decisions that a scanned code or tag means
}

// Decisions lists the possible decisions of a code. In the file they are one text, separated by " |
// ".
type Decisions []games.Decision

// UnmarshalText parses decisions separated by " | ".
func (m *Decisions) UnmarshalText(text []byte) error {
	for _, d := range strings.Split(string(text), " | ") {
		*m = append(*m, games.Decision(d))
	}
	return nil
}

// HTTP configures the page.
type HTTP struct {
	Listen string   `toml:"listen"` // address as host:port; the default is a loopback address
	Names  []string `toml:"names"`  // further names of this machine, in addition to its host name and localhost
}

// Dice configures the dice cups.
type Dice struct {
	Own string `toml:"own"` // the table's own dice: "colour=red,blue;fate=+,0,-"
}

// Panel configures the OLED display.
type Panel struct {
	Chip    string `toml:"chip"`    // name of the chip; see chips.OLEDs
	Bus     string `toml:"bus"`     // name of the bus: I2C1, or SPI0.1 together with dc
	Address uint16 `toml:"address"` // I²C address: 0x3C or 0x3D
	DC      string `toml:"dc"`      // on SPI: GPIO line of the data/command pin
	Reset   string `toml:"reset"`   // GPIO line of the reset pin; "" if not wired
	Rotated bool   `toml:"rotated"` // true if the picture is rotated by 180°
	Speed   int    `toml:"speed"`   // on SPI: clock rate in kHz; 0 for the chip's usual rate, see [Speed]
}

// Matrix configures the 8×8 lamps. A chip ignores keys that it does not support.
type Matrix struct {
	Chip       string `toml:"chip"`       // name of the chip; see chips.Matrices
	Bus        string `toml:"bus"`        // name of the bus: SPI0.0 or I2C1
	Speed      int    `toml:"speed"`      // on SPI: clock rate in kHz; 0 for the chip's usual rate, see [Speed]
	Address    uint16 `toml:"address"`    // ht16k33: I²C address, 0x70 to 0x77
	Modules    int    `toml:"modules"`    // max7219: number of modules in the chain, 1 to 4
	Show       []int  `toml:"show"`       // max7219: numbers of the modules that show the picture; none means all
	Rotation   int    `toml:"rotation"`   // clockwise rotation in degrees: 0, 90, 180 or 270
	Mirror     bool   `toml:"mirror"`     // exchanges left and right before the rotation
	Backpack   bool   `toml:"backpack"`   // ht16k33: the columns are wired as on Adafruit's backpack
	Origin     string `toml:"origin"`     // apa102, ws2812: corner of the first lamp
	Serpentine bool   `toml:"serpentine"` // apa102, ws2812: every second row runs backwards
}

// Keys configures the GPIO lines of the keys. The name GPIO5 means line 5 of the header; any other
// name is the kernel's name of a line.
type Keys struct {
	Back     string        `toml:"back"`
	Up       string        `toml:"up"`
	Down     string        `toml:"down"`
	OK       string        `toml:"ok"`
	Chip     string        `toml:"chip"`      // label of the GPIO chip; "" for the Pi's header
	Debounce time.Duration `toml:"debounce"`  // minimum time for which a contact must be closed
	EncoderA string        `toml:"encoder_a"` // first line of a rotary encoder beside the keys; "" for none
	EncoderB string        `toml:"encoder_b"` // second line of the encoder
	Detent   int           `toml:"detent"`    // number of quarter steps from one detent to the next: 4, 2 or 1
}

// Buzzer configures an active buzzer on a GPIO line.
type Buzzer struct {
	Line string `toml:"line"` // GPIO line; "" for none
	Low  bool   `toml:"low"`  // the buzzer sounds at a low level
}

// Serial configures a device on a serial line.
type Serial struct {
	Port string `toml:"port"` // path of the port, best under /dev/serial/by-id; "usb:1a86:e129" for a scanner that is a keyboard; "" for none
	Baud int    `toml:"baud"`
}

// Printer configures a receipt printer.
type Printer struct {
	Port    string `toml:"port"`
	Baud    int    `toml:"baud"`
	Columns int    `toml:"columns"` // number of characters per line
	Dots    int    `toml:"dots"`    // number of dots per line
	Page    int    `toml:"page"`    // code page 866, 1251, 1252 or 437; 0 prints text as a picture
	Table   int    `toml:"table"`   // number that the printer gives to the code page; -1 for Epson's
	QR      bool   `toml:"qr"`      // the printer draws QR codes itself
	Cuts    bool   `toml:"cuts"`    // the printer has a cutter
	Mute    bool   `toml:"mute"`    // the printer's answers do not reach the box
}

// Tags configures the tag reader, an MFRC522.
type Tags struct {
	Bus   string `toml:"bus"`   // SPI port, such as SPI0.1; "" for none
	Speed int    `toml:"speed"` // clock rate in kHz; 0 for the chip's usual rate, see [Speed]
	Reset string `toml:"reset"`
	IRQ   string `toml:"irq"`
}

// Hotspot configures the box's own Wi-Fi.
type Hotspot struct {
	PMF     string `toml:"pmf"`     // protection of management frames (IEEE 802.11w), one of PMF
	Open    bool   `toml:"open"`    // the network has no password
	Country string `toml:"country"` // country code of ISO 3166-1 for the Wi-Fi; "" for the panel's or the system's
}

// PMF lists the possible values of [Hotspot].PMF.
var PMF = []string{"off", "optional", "required"}

// check returns an error for an unknown kind of protection or an unknown country.
func (h Hotspot) check(path string, w *words.Catalogue) error {
	switch {
	case !slices.Contains(PMF, h.PMF):
		return Error(w.Word("cli.badword", path, "hotspot.pmf", h.PMF, strings.Join(PMF, ", ")))
	case h.Country != "" && !door.IsCountry(h.Country):
		return Error(w.Word("cli.badcountry", path, h.Country))
	}
	return nil
}

// None is the chip of an absent panel or matrix. Any is the chip of a panel that asks the
// table.
const (
	None = chips.None
	Any  = chips.Any
)

// Default returns the config for the wiring shown in the README.
func Default() Config {
	return Config{
		HTTP:   HTTP{Listen: "127.0.0.1:8090"},
		Panel:  Panel{Chip: chips.OLEDs[0].Name, Bus: "I2C1", Address: chips.OLEDs[0].Addresses[0]},
		Matrix: Matrix{Chip: chips.Matrices[0].Name, Bus: "SPI0.0", Address: chips.OnI2C()[0].Addresses[0], Modules: 1, Backpack: true, Origin: "top-left"},
		Keys:   Keys{Back: "GPIO5", Up: "GPIO6", Down: "GPIO13", OK: "GPIO19", Debounce: 4 * time.Millisecond, Detent: 4},
		Voice: Voice{
			Program: strings.Fields("espeak-ng -v {lang} -s {rate} --stdout"),
			Player:  strings.Fields("aplay -q -D {device} --buffer-time=40000 -"),
			Rate:    160,
			Earcons: ByLoudspeaker,
		},
		Scanner: Serial{Baud: 9600},
		Table:   Serial{Baud: 115200},
		Printer: Printer{Baud: 9600, Columns: 32, Dots: 384, Page: 866, Table: -1},
		Tags:    Tags{Reset: "GPIO25", IRQ: "GPIO24"},
		Hotspot: Hotspot{PMF: "off"},
		Club:    Club{Publish: []string{"state", "moments", "records", "names"}, Accept: []string{}, Discovery: "homeassistant"},
	}
}

// Error is the text of a fault in the config, in the language of the reader.
type Error string

func (e Error) Error() string { return string(e) }

// Read reads a config file. A key that the file omits has its default. An error names the file and
// the line or key. If the file cannot be read, Read returns the error of [os.ReadFile].
func Read(path string, w *words.Catalogue) (Config, error) {
	c := Default()
	text, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	meta, err := toml.Decode(string(text), &c)
	if err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if wrong := meta.Undecoded(); len(wrong) > 0 {
		key := wrong[0].String()
		return c, Error(w.Word("cli.badkey", path, key, games.Nearest(key, Names())))
	}
	return c, c.check(path, w)
}

// check returns an error for an unknown chip, a speed out of range, invalid own dice, an invalid id
// of a scanner, or an invalid voice, hotspot or club.
func (c Config) check(path string, w *words.Catalogue) error {
	for _, chip := range []struct {
		key, name string
		known     []string
	}{{"panel.chip", c.Panel.Chip, chips.OLEDNames()}, {"matrix.chip", c.Matrix.Chip, chips.MatrixNames()}} {
		if !slices.Contains(chip.known, chip.name) {
			return Error(w.Word("cli.badchip", path, chip.key, chip.name, strings.Join(chip.known, ", ")))
		}
	}
	if _, err := dice.ParseDice(c.Dice.Own); err != nil {
		return Error(w.Word("cli.baddice", path, ruleOf(err, w)))
	}
	if _, err := hidscanner.ParseID(c.Scanner.Port); hidscanner.IsID(c.Scanner.Port) && err != nil {
		return Error(w.Word("cli.badusb", path, "scanner.port", c.Scanner.Port))
	}
	if err := c.Voice.check(path, w); err != nil {
		return err
	}
	if err := c.Hotspot.check(path, w); err != nil {
		return err
	}
	if err := c.Club.check(path, w); err != nil {
		return err
	}
	return c.checkSpeeds(path, w)
}

// ruleOf returns the text of the rule that the own dice break.
func ruleOf(err error, own *words.Catalogue) string {
	w, broken := words.For(own.Lang(), own, dice.Rules{})
	if illegal := (games.Illegal{}); broken == nil && errors.As(err, &illegal) {
		return w.Say(illegal.Rule, nil)
	}
	return err.Error()
}

// File returns the default config file in a state folder.
func File(state string) string { return filepath.Join(state, "companion.toml") }

// StateFolder returns the default state folder: systemd's, or the user's state directory.
func StateFolder(env func(string) string) string {
	if dir := env("STATE_DIRECTORY"); dir != "" {
		return dir
	}
	if dir := env("XDG_STATE_HOME"); dir != "" {
		return filepath.Join(dir, "companion")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "companion-state"
	}
	return filepath.Join(home, ".local", "state", "companion")
}

// Names returns the names of all keys and tables of the file, such as "http" and "http.listen".
func Names() []string { return namesOf(reflect.TypeFor[Config](), "") }

func namesOf(t reflect.Type, prefix string) (names []string) {
	for field := range t.Fields() {
		name := prefix + field.Tag.Get("toml")
		names = append(names, name)
		if field.Type.Kind() == reflect.Struct {
			names = append(names, namesOf(field.Type, name+".")...)
		}
	}
	return names
}
