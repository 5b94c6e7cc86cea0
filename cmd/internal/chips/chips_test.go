package chips_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"tabletop/cmd/internal/chips"
	"tabletop/companion/loop"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/drivers/anyoled"
)

// port notes how fast a driver asks for an SPI port to be.
type port struct{ asked physic.Frequency }

func (p *port) String() string { return "port" }

func (p *port) Connect(f physic.Frequency, _ spi.Mode, _ int) (spi.Conn, error) {
	p.asked = f
	return &conn{}, nil
}

// conn takes everything.
type conn struct{ conntest.Discard }

func (*conn) TxPackets([]spi.Packet) error { return nil }

func TestEveryDisplayHasAllThatIsAskedOfAChip(t *testing.T) {
	var pin gpiotest.Pin
	for _, c := range chips.OLEDs {
		t.Run(c.Name, func(t *testing.T) {
			opens(t, c.Name != chips.Any, c.Name, c.Title, c.Addresses, func(address uint16) (loop.Surface, error) {
				return c.I2C(&i2ctest.Record{}, &chips.Opts{Addr: address})
			})
			runs(t, c.Speeds, func(p spi.Port) (loop.Surface, error) { return c.SPI(p, &pin, &chips.Opts{}) })
			if next, ok := chips.OLEDNamed(c.IfShifted); !ok || next.Name == c.Name || next.Name == chips.Any {
				t.Errorf("where its picture is shifted, %q is tried", c.IfShifted)
			}
			if next, ok := chips.OLEDNamed(c.IfDark); c.IfDark != "" && (!ok || next.Name == c.Name || next.Name == chips.Any) {
				t.Errorf("where nothing is seen, %q is tried", c.IfDark)
			}
			for _, lang := range words.Langs {
				if _, ok := words.Companion(lang).Keys()[c.Hint]; !ok && c.Hint != "" {
					t.Errorf("the doctor has no words in %s for %q", lang, c.Hint)
				}
			}
		})
	}
}

func TestEveryMatrixHasAllThatIsAskedOfAChip(t *testing.T) {
	for _, c := range chips.Matrices {
		t.Run(c.Name, func(t *testing.T) {
			lamps := chips.Lamps{Modules: 1, Origin: "top-left"}
			if (c.I2C == nil) == (c.SPI == nil) {
				t.Fatal("a matrix is on one kind of bus")
			}
			if c.I2C != nil {
				opens(t, true, c.Name, c.Title, c.Addresses, func(address uint16) (loop.Surface, error) {
					lamps.Address = address
					return c.I2C(&i2ctest.Record{}, lamps)
				})
				return
			}
			runs(t, c.Speeds, func(p spi.Port) (loop.Surface, error) { return c.SPI(p, lamps) })
			if len(c.Addresses) > 0 {
				t.Errorf("addresses %#x on SPI", c.Addresses)
			}
		})
	}
}

// opens fails unless a chip on I²C is opened by its driver at its addresses and no others.
func opens(t *testing.T, hasDriver bool, name, title string, addresses []uint16, open func(uint16) (loop.Surface, error)) {
	t.Helper()
	if len(addresses) == 0 || title == "" {
		t.Errorf("title %q, addresses %#x", title, addresses)
	}
	for address := range uint16(0x80) {
		s, err := open(address)
		if (err == nil) != slices.Contains(addresses, address) || (s == nil) != (err != nil) {
			t.Errorf("at %#x: %v, %v; want it at %#x", address, s, err, addresses)
		}
		if err == nil && hasDriver && !strings.HasPrefix(s.String(), name) {
			t.Errorf("it is opened as %s", s)
		}
	}
}

// runs fails unless a chip on SPI has speeds, the most of which is what its driver asks for.
func runs(t *testing.T, s chips.Speeds, open func(spi.Port) (loop.Surface, error)) {
	t.Helper()
	if s.Least <= 0 || s.Least > s.Usual || s.Usual > s.Most {
		t.Errorf("speeds %+v", s)
	}
	var p port
	if surface, err := open(&p); err != nil || surface == nil {
		t.Errorf("on SPI: %v, %v", surface, err)
	}
	if want := physic.Frequency(s.Most) * physic.KiloHertz; p.asked != want {
		t.Errorf("its driver asks for %s, the table says at most %s", p.asked, want)
	}
}

func TestANameIsThatOfOneChip(t *testing.T) {
	names := append(chips.OLEDNames(), chips.MatrixNames()...)
	slices.Sort(names)
	names = slices.Compact(names)
	if want := len(chips.OLEDs) + len(chips.Matrices) + 1; len(names) != want {
		t.Errorf("%d names, want %d: %q", len(names), want, names)
	}
	for _, name := range names {
		speeds, ok := chips.SpeedsOf(name)
		matrix, _ := chips.MatrixNamed(name)
		if ok != (name != chips.None) || (speeds.Usual == 0) != (name == chips.None || matrix.I2C != nil) {
			t.Errorf("%s has the speeds %+v, %t", name, speeds, ok)
		}
	}
	if _, ok := chips.SpeedsOf(chips.Reader); !ok {
		t.Error("the reader of tags has no speed")
	}
}

// A folder of drivers with a constructor for a bus is a chip of the tables.
func TestEveryDriverOfAChipIsInATable(t *testing.T) {
	files, err := filepath.Glob("../../../drivers/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	constructor := regexp.MustCompile(`(?m)^func New(I2C|SPI)\(`)
	drivers := map[string]bool{}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && constructor.MatchString(read(t, file)) {
			drivers[filepath.Base(filepath.Dir(file))] = true
		}
	}
	for name := range drivers {
		if _, ok := chips.SpeedsOf(name); !ok && name != "anyoled" {
			t.Errorf("drivers/%s is in no table", name)
		}
	}
	for _, name := range append(chips.OLEDNames(), chips.MatrixNames()...) {
		if name != chips.Any && name != chips.None && !drivers[name] {
			t.Errorf("%s has no driver", name)
		}
	}
}

// What a table can answer is what either chip can be driven as.
func TestTheTableIsAskedForTheChipsThatEitherDriverKnows(t *testing.T) {
	var answers []panel.Chip
	for _, c := range chips.OLEDs {
		if c.Either != anyoled.Unasked {
			answers = append(answers, panel.Chip(c.Name))
		}
	}
	if !slices.Equal(answers, panel.Chips) {
		t.Errorf("either driver knows %q, the table is asked for %q", answers, panel.Chips)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// section is the text of a table of companion.toml, with its comments.
func section(t *testing.T, table string) string {
	t.Helper()
	_, text, _ := strings.Cut(read(t, "../../../systemd/companion.toml"), "\n["+table+"]")
	text, _, _ = strings.Cut(text, "\n\n")
	return text
}

// comment is what a section of companion.toml says of a key.
func comment(t *testing.T, section, key string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + key + ` = [^#]*(#.*(?:\n +#.*)*)`).FindStringSubmatch(section)
	if m == nil {
		t.Fatalf("%s has no comment in %s", key, section)
	}
	return m[1]
}

// names fails unless a text has each word.
func names(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(word) + `(\W|$)`).MatchString(text) {
			t.Errorf("%q isn't named in %q", word, text)
		}
	}
}

func TestTheConfigsManualNamesEveryChipAndItsSpeed(t *testing.T) {
	panel, matrix := section(t, "panel"), section(t, "matrix")
	names(t, comment(t, panel, "chip"), chips.OLEDNames()...)
	names(t, comment(t, matrix, "chip"), chips.MatrixNames()...)
	slowest, _ := chips.SpeedsOf(chips.Any)
	for _, c := range chips.OLEDs {
		if c.Speeds != slowest {
			names(t, comment(t, panel, "speed"), c.Name)
		}
		names(t, comment(t, panel, "speed"), strconv.Itoa(c.Speeds.Usual), strconv.Itoa(c.Speeds.Most))
		for _, a := range c.Addresses {
			names(t, comment(t, panel, "address"), fmt.Sprintf("0x%02X", a))
		}
	}
	for _, c := range chips.Matrices {
		if c.SPI != nil {
			names(t, comment(t, matrix, "speed"), c.Name, strconv.Itoa(c.Speeds.Usual), strconv.Itoa(c.Speeds.Most))
			continue
		}
		names(t, comment(t, matrix, "address"), c.Name, fmt.Sprintf("0x%02X", c.Addresses[0]), fmt.Sprintf("0x%02X", c.Addresses[len(c.Addresses)-1]))
	}
}

func TestTheReadmeAndThePageOfProofsNameEveryChip(t *testing.T) {
	for _, file := range []string{"../../../README.md", "../../../README.ru.md", "../../../systemd/man/companion-proofs.7", "../../../systemd/man/ru/companion-proofs.7"} {
		text := read(t, file)
		for _, c := range chips.OLEDs {
			if c.Name != chips.Any && !strings.Contains(text, c.Title) {
				t.Errorf("%s doesn't name %s", file, c.Title)
			}
		}
		for _, c := range chips.Matrices {
			if !strings.Contains(text, c.Title) {
				t.Errorf("%s doesn't name %s", file, c.Title)
			}
		}
	}
}
