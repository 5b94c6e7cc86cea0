package doctor_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/doctor"
	"tabletop/companion/pixel"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
)

// person is somebody in front of a machine's panel.
type person struct {
	m       *machine
	told    []string
	found   []doctor.Finding
	answers map[string]int    // by a word of the question: all other answers are 0
	presses map[string]string // the lines that a key's sign makes them press, one after another
	away    bool              // nobody answers
	leaves  int               // after so many things were told; 0: stays
	leave   context.CancelFunc
}

func (p *person) hands() doctor.Callbacks {
	h := doctor.Callbacks{Print: p.tell, Found: func(f doctor.Finding) { p.found = append(p.found, f) }}
	if !p.away {
		h.Ask = p.ask
	}
	return h
}

// try tries a panel and returns what was found.
func try(ctx context.Context, m *machine, p *person) []doctor.Finding {
	p.m = m
	m.Try(ctx, p.hands(), m.looked)
	return p.found
}

func (p *person) tell(text string) {
	p.hear(text)
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	for sign, lines := range p.presses {
		for i, line := range strings.Fields(lines) {
			if strings.HasPrefix(text, "Press "+sign) {
				p.m.pressed[line] = press{after(i), after(i).Add(100 * time.Millisecond)}
			}
		}
	}
}

// after is when something is pressed.
func after(i int) time.Time { return time.Now().Add(time.Duration(i+1) * time.Second) }

func (p *person) hear(text string) {
	p.told = append(p.told, text)
	if p.leaves == len(p.told) {
		p.leave()
	}
}

func (p *person) ask(_ context.Context, question string, answers []string) int {
	p.hear(question + " " + strings.Join(answers, " / "))
	for word, n := range p.answers {
		if strings.Contains(question, word) {
			return n
		}
	}
	return 0
}

// rightKeys are the lines that the keys are wired to.
var rightKeys = map[string]string{"◄": "GPIO5", "▲": "GPIO6", "▼": "GPIO13", "●": "GPIO19"}

const file = "/home/pi/.local/state/companion/companion.toml"

var trials = []struct {
	name   string
	is     func(*machine)
	person person
	want   []doctor.Finding // besides what is ok
}{
	{"all is well", func(*machine) {}, person{presses: rightKeys}, nil},
	{"all is well and nobody answers", func(*machine) {}, person{presses: rightKeys, away: true}, nil},
	{"the display is another, the lamps are turned", func(*machine) {}, person{presses: rightKeys, answers: map[string]int{"display": 2, "lamp": 2}}, []doctor.Finding{
		{"try.panel", bad, "Display: the frame lacks its left or right side. It has the other chip. Tell the config.", `printf '\n[panel]\nchip = "sh1106"\n' | tee -a ` + file},
		{"try.matrix", bad, "Lamps: it lies on its side, its top to the right. Tell the config.", `printf '\n[matrix]\nrotation = 270\n' | tee -a ` + file},
	}},
	{"the display stands on its head, the lamps stay dark", func(*machine) {}, person{presses: rightKeys, answers: map[string]int{"display": 3, "lamp": 1}}, []doctor.Finding{
		{"try.panel", bad, "Display: it stands on its head. Tell the config.", `printf '\n[panel]\nrotated = true\n' | tee -a ` + file},
		{"try.matrix", bad, "Lamps: nothing, or not all of it. Check power, ground and the data wires; on SPI nothing else tells.", ""},
	}},
	{"a display that must be named stays dark", func(m *machine) { m.Config.Panel.Chip = "ssd1309" }, person{presses: rightKeys, answers: map[string]int{"display": 1}}, []doctor.Finding{
		{"try.panel", bad, "Display: nothing, or not all of it. Check power, ground and the data wires; on SPI nothing else tells. A display with seven pins comes set up for SPI: its back shows how to make that I²C. Its pin RES needs a line: panel.reset. If all of that is right, its chip may be SSD1306: tell the config.", `printf '\n[panel]\nchip = "ssd1306"\n' | tee -a ` + file},
	}},
	{"every second row of lamps runs back", func(m *machine) { m.Config.Matrix.Chip = "ws2812" }, person{presses: rightKeys, answers: map[string]int{"lamp": 5}}, []doctor.Finding{
		{"try.matrix", bad, "Lamps: every second row is mirrored. Tell the config.", `printf '\n[matrix]\nserpentine = true\n' | tee -a ` + file},
	}},
	{"a buzzer for the other level", func(m *machine) { m.Config.Buzzer.Line = "GPIO26" }, person{presses: rightKeys, answers: map[string]int{"heard": 2}}, []doctor.Finding{
		{"try.buzzer", bad, "Buzzer: it sounds all the time and falls silent only now and then. It sounds on the other level. Tell the config.", `printf '\n[buzzer]\nlow = true\n' | tee -a ` + file},
	}},
	{"two keys are swapped, one has no wire", func(*machine) {}, person{presses: map[string]string{"◄": "GPIO5", "▲": "GPIO13", "▼": "GPIO6"}}, []doctor.Finding{
		{"try.up", bad, "Key ▲: ▼ came instead; the wires are swapped. Swap them, or tell the config.", `printf '\n[keys]\nup = "GPIO13"\n' | tee -a ` + file},
		{"try.down", bad, "Key ▼: ▲ came instead; the wires are swapped. Swap them, or tell the config.", `printf '\n[keys]\ndown = "GPIO6"\n' | tee -a ` + file},
		{"try.ok", bad, "Key ●: nothing heard in 10 seconds. Check the wire from the key to GPIO19 (pin 35), and the one from the key to ground.", ""},
	}},
	{"a key that is pressed too often", func(*machine) {}, person{presses: map[string]string{"◄": "GPIO5", "▲": "GPIO5 GPIO6", "▼": "GPIO6 GPIO5 GPIO13", "●": "GPIO19"}}, nil},
	{"the chips go away meanwhile", func(m *machine) {
		m.stuck, m.spi.err = errors.New("sysfs-i2c: remote I/O error"), errors.New("sysfs-spi: input/output error")
	}, person{presses: rightKeys}, []doctor.Finding{
		{"try.panel", bad, "Display: could not be reached: remote I/O error", ""},
		{"try.matrix", bad, "Lamps: could not be reached: input/output error", ""},
	}},
	{"what was found to be wrong isn't tried", func(m *machine) {
		m.looked = []doctor.Finding{{Check: "i2c", State: bad}, {Check: "spi", State: absent}, {Check: "keys.up", State: bad}}
	}, person{}, nil},
	{"a person who leaves", func(*machine) {}, person{presses: rightKeys, leaves: 2}, []doctor.Finding{
		{"try.panel", absent, "Display: not tried to the end.", ""},
	}},
	{"a person who leaves at the second key", func(*machine) {}, person{presses: rightKeys, leaves: 6}, []doctor.Finding{
		{"try.up", absent, "▲: not tried to the end.", ""},
	}},
	{"the keys go away meanwhile", func(m *machine) { m.silent = errors.New("no such device") }, person{presses: rightKeys}, []doctor.Finding{
		{"try.back", bad, "Keys: no such device", ""},
	}},
	{"a laptop with nothing", func(m *machine) {
		m.remove("/proc/device-tree/model", "/dev/i2c-1", "/dev/spidev0.0", "/dev/gpiochip0")
	}, person{}, nil},
	{"nothing is wired", func(m *machine) {
		m.Config.Panel.Chip, m.Config.Matrix.Chip, m.Config.Keys = config.None, config.None, config.Keys{}
	}, person{}, nil},
	{"the companion is running", func(m *machine) {
		m.write("/proc/812/comm", "companiond\n")
		m.write("/proc/812/cgroup", "0::/system.slice/companiond.service\n")
	}, person{}, []doctor.Finding{
		{"try", absent, "Panel and keys are in the hands of the companion, which is running. To try them, stop it first.", "sudo systemctl stop companiond"},
	}},
	{"the companion was started by hand", func(m *machine) { m.write("/proc/4711/comm", "companiond\n") }, person{}, []doctor.Finding{
		{"try", absent, "Panel and keys are in the hands of the companion, which is running. To try them, stop it first.", "kill 4711"},
	}},
}

func TestThePanelIsTried(t *testing.T) {
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) {
			m := healthy(words.English)
			c.is(m)
			synctest.Test(t, func(t *testing.T) {
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				c.person.leave = leave
				same(t, news(try(ctx, m, &c.person)), c.want)
			})
		})
	}
}

func TestAPersonIsToldWhatToDoAndTheChipsGetWhatIsTold(t *testing.T) {
	m := healthy(words.English)
	p := person{presses: rightKeys}
	synctest.Test(t, func(t *testing.T) { same(t, news(try(t.Context(), m, &p)), nil) })
	want := []string{
		"Look at the display: OLED (I2C1, 0x3C). A frame, squares to the right, words to the left.",
		"What does the display show? all as it should be / nothing, or not all of it / the frame lacks its left or right side / it stands on its head",
		"Look at the lamps: MAX7219 (SPI0.0). Row after row lights up, then all, then a letter F.",
		"Did every lamp light up, and how does the F stand? all as it should be / nothing, or not all of it / it lies on its side, its top to the right / it stands on its head / it lies on its side, its top to the left / it is mirrored",
		"Press ◄: GPIO5 (pin 29)", "Press ▲: GPIO6 (pin 31)", "Press ▼: GPIO13 (pin 33)", "Press ●: GPIO19 (pin 35)",
	}
	if !slices.Equal(p.told, want) {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(p.told, "\n"), strings.Join(want, "\n"))
	}
	if picture := doctor.Picture("Test"); !bytes.Equal(m.i2c.rows(), picture[:]) {
		t.Error("the display never got the test picture")
	}
	if m.spi.lit != [8]byte{255, 255, 255, 255, 255, 255, 255, 255} {
		t.Errorf("lamps that were lit: %08b", m.spi.lit)
	}
}

// Whatever chip a display has, no command that only one of them has is a window to write
// in, and the picture stands where the chip of the config shows it.
func TestTheTestPictureIsForEitherChip(t *testing.T) {
	picture := doctor.Picture("Test")
	for _, c := range []struct {
		chip, taken string // in the config, by people
		unread      error
		margin      int
		other       string
	}{
		{config.Any, "", nil, 0, "sh1106"},
		{config.Any, "ssd1306", nil, 0, "sh1106"},
		{config.Any, "sh1106", nil, 2, "ssd1306"},
		{config.Any, "sh1106", errors.New("permission denied"), 0, "sh1106"},
		{config.Any, "sh1107", nil, 0, "sh1106"},
		{"ssd1306", "sh1106", nil, 0, "sh1106"},
		{"sh1106", "ssd1306", nil, 2, "ssd1306"},
	} {
		m := healthy(words.English)
		m.Config.Panel.Chip, m.Config.Matrix.Chip, m.Config.Keys = c.chip, config.None, config.Keys{}
		m.Chip = func(string) (string, error) { return c.taken, c.unread }
		p := person{answers: map[string]int{"display": 2}}
		synctest.Test(t, func(t *testing.T) { try(t.Context(), m, &p) })
		rows := m.i2c.rows()
		for page := range 8 {
			row := rows[128*page:][:128]
			if !bytes.Equal(row[c.margin:], picture[128*page:][:128-c.margin]) {
				t.Errorf("%+v: page %d is % x", c, page, row)
			}
		}
		if want := `chip = "` + c.other + `"`; len(p.found) != 1 || !strings.Contains(p.found[0].Mend, want) {
			t.Errorf("%+v: a side of the frame is missing, and that is mended by %+v, want %s", c, p.found, want)
		}
	}
}

// Whatever chip a display or a matrix has, and whatever a person answers: the line that
// mends it leaves a config that can be read, and that says something else.
func TestWhateverIsAnsweredOfWhateverChipTheConfigCanBeReadAfterwards(t *testing.T) {
	for _, c := range chips.OLEDs {
		mendable(t, c.Name, fmt.Sprintf("[panel]\nchip = %q\n[matrix]\nchip = \"none\"\n", c.Name))
	}
	for _, c := range chips.Matrices {
		bus := "SPI0.0"
		if c.I2C != nil {
			bus = "I2C1"
		}
		mendable(t, c.Name, fmt.Sprintf("[panel]\nchip = \"none\"\n[matrix]\nchip = %q\nbus = %q\n", c.Name, bus))
	}
}

// mendable tries the only part of a config once for each answer, and mends the config.
func mendable(t *testing.T, chip, text string) {
	t.Helper()
	mends, answers := 0, 1
	for n := 0; n < answers; n++ {
		m := healthy(words.English)
		m.t, m.addresses[0x70] = t, true
		here(m, text)
		var err error
		if m.Config, err = config.Read(m.File, m.Words); err != nil {
			t.Fatal(err)
		}
		before := fmt.Sprint(m.Config)
		m.Config.Keys = config.Keys{}
		p := person{m: m}
		h := p.hands()
		h.Ask = func(_ context.Context, _ string, all []string) int {
			answers = len(all)
			return n
		}
		synctest.Test(t, func(t *testing.T) { m.Try(t.Context(), h, nil) })
		if len(p.found) != 1 || answers == 1 {
			t.Fatalf("%s: one of %d answers, found %v", chip, answers, p.found)
		}
		line := p.found[0].Mend
		if line == "" {
			continue
		}
		mends++
		mend(t, line)
		if after, err := config.Read(m.File, m.Words); err != nil || fmt.Sprint(after) == before {
			t.Errorf("%s, answer %d: %s leaves %+v: %v", chip, n, line, after, err)
		}
	}
	if mends < 2 {
		t.Errorf("%s: %d of %d answers have a line that mends", chip, mends, answers)
	}
}

// The test picture for either chip switches a charge pump on, which an SSD1309 hasn't.
func TestAChipThatMustBeNamedIsTriedAsItIs(t *testing.T) {
	m := healthy(words.English)
	m.Config.Panel.Chip, m.Config.Matrix.Chip, m.Config.Keys = "ssd1309", config.None, config.Keys{}
	p := person{}
	synctest.Test(t, func(t *testing.T) { try(t.Context(), m, &p) })
	if picture := doctor.Picture("Test"); !bytes.Contains(bytes.Join(m.i2c.wrote, nil), picture[:]) {
		t.Error("the display never got the test picture")
	}
	for _, w := range m.i2c.wrote {
		if w[0] == 0 && bytes.IndexByte(w, 0x8D) >= 0 {
			t.Errorf("it was sent % x", w)
		}
	}
	if len(p.told) == 0 || !strings.Contains(p.told[0], "SSD1309 (I2C1, 0x3C)") {
		t.Errorf("told %q", p.told)
	}
}

func TestTheKnobIsTurnedBothWays(t *testing.T) {
	for _, c := range []struct {
		name        string
		left, right int // the way in which the lines move
		want        []doctor.Finding
	}{
		{"rightly", -1, 1, nil},
		{"wrongly", 1, -1, []doctor.Finding{{"try.encoder", bad, "Knob: it turns the wrong way round. Tell the config.", `printf '\n[keys]\nencoder_a = "GPIO27"\nencoder_b = "GPIO17"\n' | tee -a ` + file}}},
		{"not at all", 0, 0, []doctor.Finding{{"try.encoder", bad, "Knob: no turn heard in 10 seconds. Check its wires to GPIO17 (pin 11) and GPIO27 (pin 13), and the middle one to ground.", ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := healthy(words.English)
			m.Config.Panel.Chip, m.Config.Matrix.Chip = config.None, config.None
			m.Config.Keys = config.Keys{OK: "GPIO19", EncoderA: "GPIO17", EncoderB: "GPIO27", Detent: 4, Debounce: 4 * time.Millisecond}
			p := person{m: m, presses: map[string]string{"●": "GPIO19"}}
			h := p.hands()
			h.Print = func(text string) {
				p.tell(text)
				way, turned := map[string]int{"left": c.left, "right": c.right}[strings.TrimSuffix(text[strings.LastIndexByte(text, ' ')+1:], ".")]
				if turned && way != 0 {
					waittest.Pass(200 * time.Millisecond) // while the last turn goes on
					m.turn(way)
				}
			}
			synctest.Test(t, func(t *testing.T) {
				m.Try(t.Context(), h, nil)
				same(t, news(p.found), c.want)
			})
		})
	}
}

func TestTheSweepLightsEveryLampInEveryColourAndSparesTheSupply(t *testing.T) {
	colours := []pixel.RGB{{120, 0, 0}, {0, 120, 0}, {0, 0, 120}}
	var lit [64][3]bool
	for _, l := range doctor.Sweep(colours) {
		sum := 0
		for i, c := range l {
			for part, share := range c {
				sum += int(share)
				lit[i][part] = lit[i][part] || share > 0
			}
		}
		if sum > 10_000 {
			t.Errorf("a picture takes %d, more than a Pi's pins give", sum)
		}
	}
	for i, l := range lit {
		if l != [3]bool{true, true, true} {
			t.Errorf("lamp %d was lit in %v", i, l)
		}
	}
}

// However a matrix is mounted, and whatever the config says, the answers of a
// person lead to a letter that stands upright.
func TestTheAnswersLeadToAnUprightLetter(t *testing.T) {
	upright := doctor.Letter()
	for mount := range 8 {
		for begin := range 8 {
			m := healthy(words.English)
			m.t = t
			here(m, fmt.Sprintf("[matrix]\nrotation = %d\nmirror = %v\n", begin%4*90, begin >= 4))
			seen := func() pixel.Lamps { return mounted(m.spi.rows, mount%4, mount >= 4) }
			steps := 0
			for ; steps < 4; steps++ {
				m.Config, m.ConfigErr = doctor.ReadConfig(m.File, m.Words)
				p := person{m: m}
				h := p.hands()
				h.Ask = func(context.Context, string, []string) int { return describe(seen()) }
				looked := []doctor.Finding{{Check: "i2c", State: bad}, {Check: "gpio", State: bad}}
				synctest.Test(t, func(t *testing.T) { m.Try(t.Context(), h, looked) })
				if len(p.found) != 1 {
					t.Fatalf("findings %v", p.found)
				}
				if p.found[0].Mend == "" {
					break
				}
				mend(t, p.found[0].Mend)
			}
			if got := seen(); steps == 4 || lights(got) != lights(upright) {
				t.Errorf("mount %d, config %d: after %d steps\n%s", mount, begin, steps, got.String())
			}
		}
	}
}

// mounted is what is seen of the rows of a matrix that is built in mirrored, and
// then turned clockwise.
func mounted(rows [8]byte, turns int, mirror bool) (l pixel.Lamps) {
	for i := range 64 {
		x, y := i%8, i/8
		if rows[y]<<x&0x80 == 0 {
			continue
		}
		if mirror {
			x = 7 - x
		}
		for range turns {
			x, y = 7-y, x
		}
		l.Set(x, y, pixel.RGB{1, 1, 1})
	}
	return l
}

// lights are the lamps that are lit.
func lights(l pixel.Lamps) (bits uint64) {
	for i, c := range l {
		if c.Lit() {
			bits |= 1 << i
		}
	}
	return bits
}

// describe answers how the letter is seen: that it is mirrored, if it is turned as
// well, first.
func describe(seen pixel.Lamps) int {
	var rows [8]byte
	for i, c := range doctor.Letter() {
		if c.Lit() {
			rows[i/8] |= 0x80 >> (i % 8)
		}
	}
	const fine, mirrored = 0, 5
	for turns, answer := range []int{fine, 2, 3, 4} {
		if lights(seen) == lights(mounted(rows, turns, false)) {
			return answer
		}
	}
	return mirrored
}
