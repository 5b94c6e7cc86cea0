package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"
)

// table is a game of one counter: every press is a fact, and is drawn in the
// page byte of that number before it is answered.
type table struct {
	dev     *Dev
	seq     int
	pressed []string
	quit    bool
	refuse  error
}

func (t *table) press(_ context.Context, key string, hold bool) (int, error) {
	if t.refuse != nil {
		return 0, t.refuse
	}
	if hold {
		key += " held"
	}
	t.pressed = append(t.pressed, key)
	t.seq++
	picture := make([]byte, panelBytes)
	for i := range t.seq {
		picture[i] = 0x0f
	}
	return t.seq, t.dev.Panel().Show(picture, 255)
}

// atTable returns a device that reads in, and the table it reaches.
func atTable(t *testing.T, in io.Reader, out io.Writer) *table {
	t.Helper()
	game := &table{}
	d, err := New(Opts{
		In: in, Out: out, Press: game.press,
		Rest: func(context.Context) (int, error) { return game.seq, nil },
		Quit: func() { game.quit = true },
	})
	if err != nil {
		t.Fatal(err)
	}
	game.dev = d
	return game
}

// converse answers in, whose last line is quit.
func converse(t *testing.T, in string) (answers string, game *table) {
	t.Helper()
	var out bytes.Buffer
	game = atTable(t, strings.NewReader(in), &out)
	if err := game.dev.Run(t.Context()); err != nil {
		t.Fatalf("Run: %v", err)
	}
	if !game.quit {
		t.Fatal("quit did not reach the daemon")
	}
	return out.String(), game
}

func TestLinesAreAnsweredOneByOne(t *testing.T) {
	for _, tt := range []struct{ in, want, pressed string }{
		{"quit", "ok 0\n", ""},
		{"press ok\nquit\n", "ok 1\nok 1\n", "ok"},
		{"press back\npress up\npress down\nquit\n", "ok 1\nok 2\nok 3\nok 3\n", "back,up,down"},
		{"press ok ok down\nquit\n", "ok 3\nok 3\n", "ok,ok,down"},
		{"hold back\nquit\n", "ok 1\nok 1\n", "back held"},
		{"\n  \n\tpress   ok \r\nquit\n", "ok 1\nok 1\n", "ok"},
		{"press okk\nquit\n", "error unknown key \"okk\", the nearest is \"ok\"\nok 0\n", ""},
		{"press ok dwon\nquit\n", "error unknown key \"dwon\", the nearest is \"down\"\nok 0\n", ""},
		{"press OK\nquit\n", "error unknown key \"OK\", the nearest is \"ok\"\nok 0\n", ""},
		{"pres ok\nquit\n", "error unknown command \"pres\", the nearest is \"press\"\nok 0\n", ""},
		{"лампы\nquit\n", "error unknown command \"лампы\", the nearest is \"press\"\nok 0\n", ""},
		{"press\nquit\n", "error press needs a key: back, up, down, ok\nok 0\n", ""},
		{"hold ok\nquit\n", "error only back can be held: hold back\nok 0\n", ""},
		{"hold\nquit\n", "error only back can be held: hold back\nok 0\n", ""},
		{"hold back back\nquit\n", "error only back can be held: hold back\nok 0\n", ""},
		{"quit now\nquit\n", "error quit takes no argument, not \"now\"\nok 0\n", ""},
		{"screen 1\nquit\n", "error screen takes no argument, not \"1\"\nok 0\n", ""},
		{"press \xff\nquit\n", "error line is not UTF-8\nok 0\n", ""},
		{"press \x1b[2J\nquit\n", "error unknown key \"\\x1b[2J\", the nearest is \"back\"\nok 0\n", ""},
		{strings.Repeat("x", 900) + "\nquit\n", "error unknown command \"" + strings.Repeat("x", 40) + "\", the nearest is \"press\"\nok 0\n", ""},
	} {
		got, game := converse(t, tt.in)
		if got != tt.want {
			t.Errorf("%.60q answered\n%swant\n%s", tt.in, got, tt.want)
		}
		if pressed := strings.Join(game.pressed, ","); pressed != tt.pressed {
			t.Errorf("%.60q pressed %s, want %s", tt.in, pressed, tt.pressed)
		}
	}
}

func TestALineOf1KiBIsRefusedAndTheNextOneRead(t *testing.T) {
	refused := "error line too long: at most 1023 bytes\n"
	for _, tt := range []struct {
		length int // of the first line, its LF included
		want   string
	}{
		{1023, "ok 1\n"},
		{1024, "ok 1\n"},
		{1025, refused},
		{10 << 20, refused},
	} {
		in := "press ok" + strings.Repeat(" ", tt.length-len("press ok\n")) + "\n"
		got, _ := converse(t, in+"quit\n")
		if first, _, _ := strings.Cut(got, "ok "); tt.want == refused && first != refused || tt.want != refused && !strings.HasPrefix(got, tt.want) {
			t.Errorf("a line of %d bytes answered %q, want %q first", tt.length, got, tt.want)
		}
	}
}

func TestScreenShowsWhatThePressesBeforeItDrew(t *testing.T) {
	got, _ := converse(t, "press ok\npress ok\npress ok\nscreen\nquit\n")
	rest, ok := strings.CutPrefix(got, "ok 1\nok 2\nok 3\n")
	lines := strings.SplitAfter(rest, "\n")
	if !ok || len(lines) != 32+2+1 {
		t.Fatalf("answered\n%s", got)
	}
	// 0x0f is four lit pixels from the top: two cells of a half block each, one
	// under the other.
	for y, l := range lines[:32] {
		want := strings.Repeat(" ", 128) + "\n"
		if y < 2 {
			want = "███" + strings.Repeat(" ", 125) + "\n"
		}
		if l != want {
			t.Errorf("line %d is %q, want %q", y, l, want)
		}
	}
	if end := strings.Join(lines[32:], ""); end != "ok 3\nok 3\n" {
		t.Errorf("then %q", end)
	}
}

func TestLampsShowTheNearestColours(t *testing.T) {
	var out bytes.Buffer
	game := atTable(t, strings.NewReader("lamps\nquit\n"), &out)
	data := make([]byte, lampsBytes)
	for i, c := range []colour{
		{255, 0, 0},
		{255, 96, 0},
		{255, 255, 0},
		{0, 255, 0},
		{0, 255, 255},
		{0, 0, 255},
		{255, 0, 255},
		{255, 255, 255},
		{9, 1, 0},
		{20, 8, 1},
		{3, 3, 0},
		{0, 1, 0},
	} {
		copy(data[3*i:], c[:])
	}
	if err := game.dev.Lamps().Show(data, 7); err != nil {
		t.Fatal(err)
	}
	if err := game.dev.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "roygcbmw\nroyg....\n" + strings.Repeat("........\n", 6) + "ok 0\nok 0\n"
	if out.String() != want {
		t.Errorf("answered\n%swant\n%s", out.String(), want)
	}
}

func TestASurfaceThatIsOffShowsNothing(t *testing.T) {
	for _, off := range []func(*Surface) error{
		func(s *Surface) error { return s.Show(bytes.Repeat([]byte{255}, len(s.data)), 0) },
		func(s *Surface) error { return s.Halt() },
	} {
		var out bytes.Buffer
		game := atTable(t, strings.NewReader("screen\nlamps\nquit\n"), &out)
		for _, s := range []*Surface{game.dev.Panel(), game.dev.Lamps()} {
			if err := errors.Join(s.Show(bytes.Repeat([]byte{255}, len(s.data)), 255), off(s)); err != nil {
				t.Fatal(err)
			}
		}
		if err := game.dev.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := strings.Repeat(strings.Repeat(" ", 128)+"\n", 32) + "ok 0\n" + strings.Repeat("........\n", 8) + "ok 0\nok 0\n"
		if out.String() != want {
			t.Errorf("answered\n%s", out.String())
		}
	}
}

func TestAScreenAskedForTooEarlyWaitsForTheFirstPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		game := atTable(t, strings.NewReader("screen\nquit\n"), &out)
		done := make(chan error)
		go func() { done <- game.dev.Run(t.Context()) }()
		synctest.Wait()
		if out.Len() > 0 {
			t.Fatalf("answered %q before there was a picture", out.String())
		}
		if err := game.dev.Panel().Show(make([]byte, panelBytes), 255); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil || strings.Count(out.String(), "\n") != 34 {
			t.Errorf("Run: %v, answered\n%s", err, out.String())
		}
	})
}

func TestTheEndOfTheInputEndsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		game := atTable(t, strings.NewReader("press ok"), &out)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- game.dev.Run(ctx) }()
		synctest.Wait()
		if len(done) > 0 || out.String() != "ok 1\n" || game.quit {
			t.Fatalf("after the end: returned %v, answered %q, quit %v", len(done) > 0, out.String(), game.quit)
		}
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
}

func TestARefusalIsOneLine(t *testing.T) {
	var out bytes.Buffer
	game := atTable(t, strings.NewReader("press ok\nquit\n"), &out)
	game.refuse = errors.New("disk full\nor\tnot there")
	if err := game.dev.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "error press ok: disk full or not there\nok 0\n"; out.String() != want {
		t.Errorf("answered %q, want %q", out.String(), want)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestABrokenOutputIsAnError(t *testing.T) {
	game := atTable(t, strings.NewReader("press ok\n"), broken{})
	if err := game.dev.Run(t.Context()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Run: %v, want %v", err, io.ErrClosedPipe)
	}
}

func TestASurfaceRefusesDataOfAnotherLength(t *testing.T) {
	game := atTable(t, strings.NewReader(""), io.Discard)
	for _, tt := range []struct {
		surface *Surface
		bytes   int
		want    string
	}{
		{game.dev.Panel(), 1023, "sim: panel: 1023 bytes, want 1024"},
		{game.dev.Panel(), 1025, "sim: panel: 1025 bytes, want 1024"},
		{game.dev.Lamps(), 64, "sim: lamps: 64 bytes, want 192"},
		{game.dev.Lamps(), 0, "sim: lamps: 0 bytes, want 192"},
	} {
		if err := tt.surface.Show(make([]byte, tt.bytes), 1); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.surface, err, tt.want)
		}
	}
}

func TestADeviceThatCannotReachTheTableIsRefused(t *testing.T) {
	for _, o := range []Opts{{}, {Quit: func() {}}, {Quit: func() {}, In: strings.NewReader(""), Out: io.Discard}} {
		if d, err := New(o); err == nil {
			t.Errorf("New made %s of nothing", d)
		}
	}
}

// FuzzLines: whatever is typed, every line that isn't blank gets one answer.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"press ok", "hold back\nlamps", "screen\r\n\n", "\x00\xff", strings.Repeat("y", 3000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		game := atTable(t, strings.NewReader(in+"\nquit\n"), &out)
		_ = game.dev.Panel().Halt()
		_ = game.dev.Lamps().Halt()
		if err := game.dev.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		answers := 0
		for l := range strings.Lines(out.String()) {
			if strings.HasPrefix(l, "ok ") || strings.HasPrefix(l, "error ") {
				answers++
			}
		}
		if want := askedIn(in); answers != want {
			t.Errorf("%q: %d answers, want %d:\n%s", in, answers, want, out.String())
		}
	})
}

// askedIn counts the lines of in up to and with the first quit, plus the quit after them.
func askedIn(in string) (n int) {
	for l := range strings.SplitSeq(in, "\n") {
		long := len(l) >= maxLine
		if strings.TrimSpace(l) == "" && !long {
			continue
		}
		n++
		if !long && utf8.ValidString(l) && strings.TrimSpace(l) == "quit" {
			return n
		}
	}
	return n + 1
}

func ExampleDev_Run() {
	in := strings.NewReader("press down\npress okay\nquit\n")
	seq := 0
	d, err := New(Opts{
		In: in, Out: stdout{},
		Press: func(context.Context, string, bool) (int, error) { seq++; return seq, nil },
		Quit:  func() {},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d, d.Run(context.Background()))
	// Output:
	// ok 1
	// error unknown key "okay", the nearest is "ok"
	// ok 1
	// sim{lines} <nil>
}

// stdout prints where the example is looking.
type stdout struct{}

func (stdout) Write(b []byte) (int, error) { return fmt.Print(string(b)) }
