package anyoled_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/gpio"
	"pgregory.net/rapid"

	"tabletop/drivers/anyoled"
	"tabletop/drivers/internal/oled/oledtest"
)

const (
	command = 0x00
	data    = 0x40
)

// evening is what a display may see of which nobody knows the chip, and then somebody
// does, as the datasheets' tables say it.
func evening(segments, commons byte) []oledtest.Step {
	picture := make([]byte, 1024)
	show := func(name string, level byte, sends ...[]byte) oledtest.Step {
		return oledtest.Showing(name, picture, level, sends...)
	}
	setup := []byte{
		0xA8, 0x3F, 0xD3, 0x00, 0x40, segments, commons, 0xDA, 0x12, 0xA4, 0xA6, // 64 lines from the first on, RAM as it is
		0x2E, 0xD5, 0x80, 0xD9, 0xF1, 0xDB, 0x30, 0x8D, 0x14, // charge pump on
		0x20, 0x00, 0x21, 0x00, 0x7F, 0x20, 0x02, 0x40, // the whole width, page mode, and the first line again
	}
	off := []byte{command, 0xE3, 0xE3, 0xAE}
	start := func(margin int, level byte) [][]byte {
		return whole(slices.Concat(off[1:], setup), picture, margin, level)
	}

	picture[0], picture[1022], picture[1023] = 0x01, 0x40, 0x80
	first, same := show("the first picture", 207, start(0, 207)...), show("the same", 207)
	picture[3*128+127] = 0x10
	last := show("the last column", 207, []byte{command, 0xB3, 0x0F, 0x17}, []byte{data, 0x10})
	refresh := oledtest.Asking("refresh", oledtest.Display.Refresh, whole(slices.Concat([]byte{0xE3, 0xE3}, setup), picture, 0, 207)...)

	again := func(margin int, level byte) [][]byte {
		return whole(slices.Concat([]byte{0xE3, 0xE3}, setup), picture, margin, level)
	}
	right := show("it was an SSD1306", 207)
	moved, twice := show("it was an SH1106", 207, again(2, 207)...), show("said twice", 207)
	picture[2*128+126], picture[4*128+127], picture[5*128+40] = 0x11, 0x12, 0x13
	aimed := show("no run begins beyond column 127", 207,
		[]byte{command, 0xB2, 0x0F, 0x17}, []byte{data, 0, 0x11},
		[]byte{command, 0xB4, 0x0F, 0x17}, []byte{data, 0, 0, 0x12},
		[]byte{command, 0xB5, 0x0A, 0x12}, []byte{data, 0x13})
	back := show("it was none", 16, again(0, 16)...)

	return []oledtest.Step{
		first, same, last, refresh,
		is(anyoled.SSD1306), right, is(anyoled.SH1106), moved, is(anyoled.SH1106), twice, aimed,
		is(anyoled.SSD1306), back,
		show("dark", 0, off), is(anyoled.SH1106), show("dark, and an SH1106", 0), show("lit again", 1, start(2, 1)...),
		oledtest.Asking("halt", oledtest.Display.Halt, off),
	}
}

// is says which chip it is, which alone sends nothing.
func is(c anyoled.Chip) oledtest.Step {
	return oledtest.Asking(fmt.Sprint("chip ", c), func(d oledtest.Display) error {
		d.(*anyoled.Dev).Is(c)
		return nil
	})
}

// whole is the transfers of commands, of each page what lies from column 127 on and then
// all up to it, and the light at last.
func whole(commands, picture []byte, margin int, level byte) (transfers [][]byte) {
	for page := range 8 {
		row := slices.Concat(make([]byte, margin), picture[page*128:][:128], make([]byte, 4-margin))
		transfers = append(transfers,
			slices.Concat([]byte{command}, commands, []byte{0xB0 | byte(page), 0x0F, 0x17}), slices.Concat([]byte{data}, row[127:]),
			[]byte{command, 0xB0 | byte(page), 0x00, 0x10}, slices.Concat([]byte{data}, row[:128]))
		commands = nil
	}
	return append(transfers, []byte{command, 0x81, level, 0xAF})
}

func TestWhatIsSentIsWhatTheDatasheetsSay(t *testing.T) {
	for name, tt := range map[string]struct {
		opts              anyoled.Opts
		segments, commons byte
	}{
		"as sold":           {anyoled.DefaultOpts, 0xA1, 0xC8},
		"the other address": {anyoled.Opts{Addr: 0x3D}, 0xA1, 0xC8},
		"upside down":       {anyoled.Opts{Addr: 0x3C, Rotated: true}, 0xA0, 0xC0},
	} {
		t.Run(name, func(t *testing.T) {
			oledtest.Walk(t, anyoled.NewI2C, anyoled.NewSPI, &tt.opts, tt.opts.Addr, evening(tt.segments, tt.commons))
		})
	}
}

func TestAnAddressThatNoModuleHasIsRefused(t *testing.T) {
	if d, err := anyoled.NewI2C(oledtest.New(oledtest.Kind{}), &anyoled.Opts{Addr: 0x3E}); err == nil || d != nil {
		t.Errorf("a display at 0x3e: %v, %v", d, err)
	}
	if d, err := anyoled.NewSPI(oledtest.NewPort(oledtest.New(oledtest.Kind{})), nil, &anyoled.DefaultOpts); err == nil || d != nil {
		t.Errorf("a display without D/C#: %v, %v", d, err)
	}
}

// module is a display whose chip its driver isn't told.
type module struct {
	*oledtest.Panel
	*anyoled.Dev
	rotated bool
	taken   anyoled.Chip // for which somebody took it
}

// modules are both chips, and an SSD1309, whatever they make of foreign commands, on both buses, both
// ways up.
func modules(t *testing.T) map[string]func() *module {
	all := map[string]func() *module{}
	for i := range len(oledtest.Models) << 4 {
		is := func(bit int) bool { return i>>bit&1 == 1 }
		foreign := map[bool]oledtest.Foreign{false: oledtest.Skipped, true: oledtest.Alone}[is(1)]
		kind, spi, rotated := oledtest.Kind{Model: oledtest.Models[i>>4], Strict: is(0), Foreign: foreign}, is(2), is(3)
		all[fmt.Sprintf("%+v, spi %t, rotated %t", kind, spi, rotated)] = func() *module {
			p := oledtest.New(kind)
			return &module{Panel: p, Dev: open(t, p, spi, rotated), rotated: rotated}
		}
	}
	return all
}

func open(t *testing.T, p *oledtest.Panel, spi, rotated bool) *anyoled.Dev {
	t.Helper()
	o := anyoled.Opts{Addr: 0x3C, Rotated: rotated}
	if !spi {
		d, err := anyoled.NewI2C(p, &o)
		must(t, err)
		return d
	}
	port := oledtest.NewPort(p)
	o.Reset = gpio.PinOut(&oledtest.Pin{Low: p.Reset})
	d, err := anyoled.NewSPI(port, port.DC, &o)
	must(t, err)
	return d
}

// offset is how many columns the picture must be to the left of where it should be, as
// the chip lies.
func (m *module) offset() int {
	off := 0
	if m.Panel.Kind.Model == oledtest.SH1106 {
		off = 2
	}
	if m.taken == anyoled.SH1106 {
		off -= 2
	}
	return off
}

// seen is what is seen on a module that is built in as its driver was told.
func (m *module) seen() []byte {
	picture := m.Picture()
	if m.rotated {
		oledtest.Turn(picture)
	}
	return picture
}

// legible fails unless all of a picture but two columns is seen, moved by no more than
// two, and what stands at the edge instead is no noise: dark, or what the other edge
// should show; lit, while the picture is inverted.
func (m *module) legible(t interface{ Fatalf(string, ...any) }, picture []byte, level byte) {
	seen := m.seen()
	if len(m.Wrong) > 0 || seen == nil || m.Contrast != level {
		t.Fatalf("against the datasheet: %v; lit %t, contrast %d, want %d", m.Wrong, seen != nil, m.Contrast, level)
	}
	for i, got := range seen {
		page, col := i/128, i%128+m.offset()
		want := picture[page*128+(col+128)%128]
		edge := col < 0 || col > 127
		if got != want && (!edge || got != 0 && got != 0xFF) {
			t.Fatalf("offset %d: page %d, column %d shows %#02x, want %#02x", m.offset(), page, i%128, got, want)
		}
	}
}

// Properties are checked some times only on each module, unless -rapid.checks says how often.
var _ = flag.Set("rapid.checks", "25")

func TestEveryAnswerLeavesThePictureLegibleOnEveryChip(t *testing.T) {
	for name, open := range modules(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rapid.Check(bubble{t}, func(rt *rapid.T) { answers(rt, open()) })
			})
		})
	}
}

// bubble hides the deadline, which can't be asked for where time is false.
type bubble struct{ *testing.T }

// answers shows pictures while people answer, wrongly too, and the bus fails at times.
func answers(t *rapid.T, m *module) {
	var picture [1024]byte
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "pictures"), 1))
	const level = 200
	t.Repeat(map[string]func(*rapid.T){
		"answer": func(t *rapid.T) {
			m.taken = rapid.SampledFrom([]anyoled.Chip{anyoled.Unasked, anyoled.SSD1306, anyoled.SH1106}).Draw(t, "chip")
			m.Is(m.taken)
		},
		"fault": func(t *rapid.T) {
			m.Fault = oledtest.FailOnce(rapid.IntRange(0, 6).Draw(t, "transfers before"), rapid.IntRange(0, 200).Draw(t, "bytes that arrive"))
		},
		"unplugged and plugged in again": func(*rapid.T) {
			m.LosePower()
			m.Fault = func([]byte) (int, error) { return 0, oledtest.ErrNAK }
			if m.Reinit() == nil {
				t.Fatalf("a display that isn't there was set up")
			}
			m.Fault = nil
		},
		"noise that a refresh mends": func(t *rapid.T) {
			m.Noise(r)
			if m.Refresh() != nil {
				must(t, m.Reinit())
			}
		},
		"picture": func(t *rapid.T) {
			change(r, &picture)
			if err := m.Show(picture[:], level); errors.Is(err, oledtest.ErrNAK) {
				must(t, m.Show(picture[:], level))
			} else {
				must(t, err)
			}
			m.legible(t, picture[:], level)
		},
	})
}

// change changes a picture: its edges, some of it, or all.
func change(r *rand.Rand, picture *[1024]byte) {
	switch at := r.IntN(1024); r.IntN(4) {
	case 0:
		picture[at&^127] ^= byte(r.UintN(256))
		picture[at|127] ^= byte(r.UintN(256))
	case 1:
		picture[at] ^= byte(r.UintN(256))
	case 2:
		oledtest.Invert(picture[:])
	default:
		for i := range picture {
			picture[i] = byte(r.UintN(256))
		}
	}
}

func TestTheRightAnswerShowsThePicturePixelByPixel(t *testing.T) {
	sequences, err := oledtest.Sequences()
	must(t, err)
	for name, open := range modules(t) {
		m := open()
		if m.Panel.Kind.Model == oledtest.SH1106 {
			m.taken = anyoled.SH1106
		}
		m.Is(m.taken)
		if m.offset() != 0 {
			t.Fatalf("%s: taken for the other chip", name)
		}
		for _, q := range sequences {
			for _, p := range q.Pictures[:min(len(q.Pictures), 40)] {
				must(t, m.Show(p[:], 207))
				m.legible(t, p[:], 207)
			}
		}
	}
}

func TestAnAnswerNeverDarkensTheDisplay(t *testing.T) {
	for name, open := range modules(t) {
		m := open()
		var picture [1024]byte
		for _, chip := range []anyoled.Chip{anyoled.Unasked, anyoled.SH1106, anyoled.SSD1306} {
			m.Is(chip)
			must(t, m.Show(picture[:], 200))
			m.Fault = func(w []byte) (int, error) {
				if m.Picture() == nil {
					t.Fatalf("%s: dark on becoming chip %d", name, chip)
				}
				return len(w), nil
			}
		}
	}
}

// A refresh sends, for a moment, what lies beyond an SSD1306's last column to its first
// ones: four columns of a page, for as long as eleven bytes take.
func TestARefreshIsSeenForAQuarterOfAMillisecondAtMost(t *testing.T) {
	for name, open := range modules(t) {
		m, transfers := open(), 0
		if m.offset() != 0 {
			continue
		}
		var picture [1024]byte
		oledtest.Invert(picture[:])
		must(t, m.Show(picture[:], 200))
		m.Fault = func(w []byte) (int, error) {
			const beyond = 4
			if n := differ(m.seen(), picture[:]); n != 0 && (n != beyond || transfers%4 < 2) {
				t.Fatalf("%s: %d bytes are wrong after %d transfers", name, n, transfers)
			}
			transfers++
			return len(w), nil
		}
		must(t, m.Refresh())
		if m.Fault = nil; transfers != 8*4+1 {
			t.Errorf("%s: %d transfers", name, transfers)
		}
		m.legible(t, picture[:], 200)
	}
}

// differ counts the bytes in which two pictures differ.
func differ(a, b []byte) (n int) {
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			n++
		}
	}
	return n
}

func must(t interface {
	Helper()
	Fatal(...any)
}, err error,
) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
