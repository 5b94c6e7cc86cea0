package fakepi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := Clean(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// await waits until the console says text.
func await(t *testing.T, m *Machine, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(m.Console(), text) {
			return
		}
		m.Do("settle 10ms 1s")
	}
	t.Fatalf("the console never said %q:\n%s", text, m.Console())
}

func TestItBootsAndSwitchesOff(t *testing.T) {
	m := Boot(t, NewDisk(t))
	t.Logf("booted in %v", m.Booted)
	got := m.Do("chips")
	want := "panel transfers=0 bytes=0 on=false contrast=127 pump=false inverted=false mode=2 faults=\"\"\n" +
		"lamps transfers=0 bytes=0 on=false intensity=0 faults=\"\"\n"
	if got != want {
		t.Errorf("the chips are\n%swant\n%s", got, want)
	}
	m.Off()
}

func TestAWordThatItDoesNotKnowIsRefused(t *testing.T) {
	m := Boot(t, NewDisk(t))
	for _, line := range []string{"nonsense", "pull", "pull 19 sideways", "pull 99 low", "gone home", "say nobody \"x\"", "stop", "settle 1"} {
		if text, end, err := m.Tell(line); err == nil {
			t.Errorf("%q is answered with %q %q", line, text, end)
		}
	}
}

// A picture of periph's driver: byte i of the RAM is i, apart from the first and
// the last. A page is 8 pixels high, its lowest bit at the top.
func periphPicture() string {
	ram := func(page, column int) byte {
		switch i := page*128 + column; i {
		case 0:
			return 0xFF
		case 1023:
			return 0x0F
		default:
			return byte(i)
		}
	}
	var b strings.Builder
	for y := 0; y < 64; y += 2 {
		for x := range 128 {
			pair := ram(y/8, x) >> (y % 8) & 3
			b.WriteRune([]rune(" ▀▄█")[pair])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestPeriphsDriversDrawOnTheChips(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("run /probe draw")
	await(t, m, "probe: drawn")
	if got := m.Do("panel"); got != periphPicture() {
		t.Errorf("the panel shows\n%swant\n%s", got, periphPicture())
	}
	// periph sends the first byte to the last digit
	want := "########\n#######.\n######..\n#####...\n####....\n###.....\n##......\n#.......\n"
	if got := m.Lamps(); got != want {
		t.Errorf("the matrix shows\n%swant\n%s", got, want)
	}
	t.Log(m.Do("chips"))
}

func TestPulledLinesReachPeriphsLineSet(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("run /probe keys")
	await(t, m, "probe: waiting on pinctrl-bcm2835")
	for _, key := range []Key{Back, Up, Down, OK} {
		m.Do(fmt.Sprintf("pull %d low 20ms high", key))
		await(t, m, fmt.Sprintf("line %d RisingEdge, levels 1111", key))
	}
	m.Press(rand.New(rand.NewPCG(1, 1)), OK)
	m.Do("gone pins")
	await(t, m, "lines failed")
	m.Do("back pins")
	t.Log(m.Console())
}
