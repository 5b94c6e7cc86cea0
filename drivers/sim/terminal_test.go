package sim

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gdamore/tcell/v3"
	"github.com/gdamore/tcell/v3/vt"
)

// watched is an emulated terminal that remembers what was written to it last.
type watched struct {
	vt.MockTerm
	written []byte
}

func (w *watched) Write(b []byte) (int, error) {
	w.written = append(w.written, b...)
	return w.MockTerm.Write(b)
}

// text returns the cells of one line, trimmed on the right.
func (w *watched) text(y int) string {
	size, _ := w.WindowSize()
	var b strings.Builder
	for x := range size.Width {
		if c := w.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}); c.C != "" {
			b.WriteString(c.C)
		} else {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// inTerminal runs test with a device drawn in an emulated terminal of w×h
// cells; pressed lists the keys that came out, run is what Run returned.
func inTerminal(t *testing.T, w, h int, test func(d *Dev, term *watched, pressed *[]string, run <-chan error)) {
	t.Setenv("NO_COLOR", "")
	synctest.Test(t, func(t *testing.T) {
		term := &watched{MockTerm: vt.NewMockTerm(vt.MockOptSize{X: vt.Col(w), Y: vt.Row(h)}, vt.MockOptColors(1<<24))}
		var pressed []string
		d, err := New(Opts{
			Screen: func() (tcell.Screen, error) {
				return tcell.NewTerminfoScreenFromTty(term, tcell.OptColors(1<<24))
			},
			Legend: []string{"первая", "second"},
			Send: func(key string, hold bool) {
				if hold {
					key += " held"
				}
				pressed = append(pressed, key)
			},
			Quit: func() { pressed = append(pressed, "quit") },
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		run := make(chan error, 1)
		go func() { run <- d.Run(ctx); close(run) }()
		synctest.Wait()
		test(d, term, &pressed, run)
		cancel()
		for err := range run {
			if err != nil {
				t.Errorf("Run: %v", err)
			}
		}
	})
}

// corners lights the four corner pixels and one byte in the middle.
func corners() []byte {
	p := make([]byte, panelBytes)
	p[0], p[127] = 0x01, 0x01
	p[7*128], p[7*128+127] = 0x80, 0x80
	p[3*128+64] = 0xff
	return p
}

// flags lights the first and the last lamp red and the one below the first green.
func flags() []byte {
	m := make([]byte, lampsBytes)
	m[0], m[8*3+1], m[63*3] = 255, 255, 255
	return m
}

func TestALargeTerminalShowsHalfBlocks(t *testing.T) {
	inTerminal(t, 160, 40, func(d *Dev, term *watched, _ *[]string, _ <-chan error) {
		if err := errors.Join(d.Panel().Show(corners(), 255), d.Lamps().Show(flags(), 255)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		blank := strings.Repeat(" ", 126)
		dots := strings.Repeat(" ·", 7)
		for y, want := range map[int]string{
			0:  "╭" + strings.Repeat("─", 128) + "╮ ╭" + strings.Repeat("─", 16) + "╮",
			1:  "│▀" + blank + "▀│ │▐▌" + dots + "│",
			2:  "│ " + blank + " │ │▐▌" + dots + "│",
			8:  "│ " + blank + " │ │" + dots + "▐▌│",
			12: "│ " + blank + " │",
			13: "│" + strings.Repeat(" ", 64) + "█" + strings.Repeat(" ", 63) + "│",
			16: "│" + strings.Repeat(" ", 64) + "█" + strings.Repeat(" ", 63) + "│",
			17: "│ " + blank + " │",
			32: "│▄" + blank + "▄│",
			33: "╰" + strings.Repeat("─", 128) + "╯",
			34: " первая",
			35: " second",
		} {
			if got := term.text(y); got != want {
				t.Errorf("line %d is\n%q, want\n%q", y, got, want)
			}
		}
		wantColour(t, term, 132, 1, 0xff0000)
		wantColour(t, term, 132, 2, 0x00ff00)
		wantColour(t, term, 1, 1, 0xcde6ff)
	})
}

func wantColour(t *testing.T, term *watched, x, y int, want int32) {
	t.Helper()
	c := term.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
	if got := c.S.Fg().Hex(); got != want {
		t.Errorf("cell %d,%d %q is #%06x, want #%06x", x, y, c.C, got, want)
	}
}

func TestASmallTerminalShowsBraille(t *testing.T) {
	inTerminal(t, 80, 24, func(d *Dev, term *watched, _ *[]string, _ <-chan error) {
		if err := errors.Join(d.Panel().Show(corners(), 255), d.Lamps().Show(flags(), 255)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		empty := strings.Repeat("⠀", 62)
		for y, want := range map[int]string{
			0: "╭" + strings.Repeat("─", 64) + "╮ ╭────────╮",
			// Red above green in one cell.
			1:  "│⠁" + empty + "⠈│ │▀·······│",
			4:  "│" + strings.Repeat("⠀", 64) + "│ │·······▄│",
			5:  "│" + strings.Repeat("⠀", 64) + "│ ╰────────╯",
			7:  "│" + strings.Repeat("⠀", 32) + "⡇" + strings.Repeat("⠀", 31) + "│",
			8:  "│" + strings.Repeat("⠀", 32) + "⡇" + strings.Repeat("⠀", 31) + "│",
			16: "│⡀" + empty + "⢀│",
			18: " первая",
		} {
			if got := term.text(y); got != want {
				t.Errorf("line %d is\n%q, want\n%q", y, got, want)
			}
		}
		c := term.GetCell(vt.Coord{X: 68, Y: 1})
		if c.S.Fg().Hex() != 0xff0000 || c.S.Bg().Hex() != 0x00ff00 {
			t.Errorf("the first two lamps are #%06x on #%06x", c.S.Fg().Hex(), c.S.Bg().Hex())
		}
	})
}

func TestTheLayoutFitsTheTerminal(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		want layout
	}{
		{200, 60, layouts[0]},
		{149, 34, layouts[0]},
		{148, 44, layouts[1]},
		{130, 44, layouts[1]},
		{149, 33, layouts[2]},
		{130, 43, layouts[2]},
		{80, 24, layouts[2]},
		{77, 18, layouts[2]},
		{76, 50, layouts[3]},
		{80, 17, layouts[3]},
		{1, 1, layouts[3]},
		{0, 0, layouts[3]},
	} {
		if got := layoutFor(tt.w, tt.h); got != tt.want {
			t.Errorf("%d×%d: %+v, want %+v", tt.w, tt.h, got, tt.want)
		}
	}
}

func TestAChangeOfSizeIsFollowed(t *testing.T) {
	inTerminal(t, 160, 40, func(d *Dev, term *watched, _ *[]string, _ <-chan error) {
		if err := d.Panel().Show(corners(), 255); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			w, h int
			want string // the first line below the frame
		}{
			{80, 24, "│⠁" + strings.Repeat("⠀", 62) + "⠈│ │········│"},
			{5, 2, "│⠁⠀⠀⠀"},
			{135, 50, "│▀" + strings.Repeat(" ", 126) + "▀│"},
		} {
			term.SetSize(vt.Coord{X: vt.Col(tt.w), Y: vt.Row(tt.h)})
			synctest.Wait()
			if got := term.text(1); got != tt.want {
				t.Errorf("%d×%d: %q, want %q", tt.w, tt.h, got, tt.want)
			}
		}
	})
}

func TestKeysOfTheTerminalAreGestures(t *testing.T) {
	inTerminal(t, 80, 24, func(_ *Dev, term *watched, pressed *[]string, run <-chan error) {
		term.KeyTap(vt.KeyUp)
		term.KeyTap(vt.KeyDown)
		term.KeyTap(vt.KeyEnter)
		term.KeyTap(vt.KeyBackspace)
		term.KeyTap(vt.KeyEsc)
		for _, nothing := range []vt.Key{vt.KeyQ, vt.KeyLeft, vt.KeyRight, vt.KeySpace, vt.KeyF1} {
			term.KeyTap(nothing)
		}
		synctest.Wait()
		if got, want := strings.Join(*pressed, ","), "up,down,ok,back,back held"; got != want {
			t.Errorf("pressed %s, want %s", got, want)
		}
		if len(run) > 0 {
			t.Fatal("Run returned")
		}
		term.KeyTap(vt.KeyLCtrl, vt.KeyC)
		if err, open := <-run; err != nil || !open {
			t.Errorf("Ctrl-C: Run: %v", err)
		}
		if got := (*pressed)[len(*pressed)-1]; got != "quit" {
			t.Errorf("Ctrl-C was %s, want quit", got)
		}
	})
}

// restored is what a terminal gets last when it is given back: the other screen left.
const restored = "\x1b[?1049l"

func TestTheTerminalIsGivenBack(t *testing.T) {
	for name, end := range map[string]func(*Dev, *watched){
		"by Ctrl-C": func(_ *Dev, term *watched) { term.KeyTap(vt.KeyLCtrl, vt.KeyC) },
		"by Halt":   func(d *Dev, _ *watched) { _ = d.Halt() },
	} {
		t.Run(name, func(t *testing.T) {
			inTerminal(t, 80, 24, func(d *Dev, term *watched, _ *[]string, run <-chan error) {
				end(d, term)
				if err := <-run; err != nil {
					t.Errorf("Run: %v", err)
				}
				if !strings.Contains(string(term.written), restored) {
					t.Error("the terminal was left on the other screen")
				}
				term.written = nil
				if err := errors.Join(d.Panel().Show(corners(), 255), d.Halt()); err != nil || len(term.written) > 0 {
					t.Errorf("afterwards: %v, %q written", err, term.written)
				}
			})
		})
	}
}

func TestTheTerminalIsGivenBackByAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		term := &watched{MockTerm: vt.NewMockTerm(vt.MockOptSize{X: 80, Y: 24})}
		d, err := New(Opts{
			Screen: func() (tcell.Screen, error) { return tcell.NewTerminfoScreenFromTty(term) },
			Send:   func(string, bool) { panic("in the table") },
			Quit:   func() {},
		})
		if err != nil {
			t.Fatal(err)
		}
		recovered := make(chan any, 1)
		go func() {
			defer func() { recovered <- recover() }()
			_ = d.Run(t.Context())
		}()
		synctest.Wait()
		term.KeyTap(vt.KeyEnter)
		if got := <-recovered; got != "in the table" {
			t.Errorf("recovered %v", got)
		}
		if !strings.Contains(string(term.written), restored) {
			t.Error("the terminal was left on the other screen")
		}
	})
}

func TestATerminalThatCannotBeOpenedIsAnError(t *testing.T) {
	none := errors.New("no terminal")
	d, err := New(Opts{
		Screen: func() (tcell.Screen, error) { return nil, none },
		Send:   func(string, bool) {}, Quit: func() {},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Run(t.Context()); !errors.Is(err, none) {
		t.Errorf("Run: %v, want %v", err, none)
	}
}
