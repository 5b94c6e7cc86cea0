package main

import (
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/ci/fakepi/chips"
)

// transfer is one as QEMU's trace has it.
func transfer(address byte, data ...byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "7@1.000001:i2c_event start(addr:0x%02x)\n", address)
	for _, v := range data {
		fmt.Fprintf(&b, "7@1.000002:i2c_send send(addr:0x%02x) data:0x%02x\n", address, v)
	}
	fmt.Fprintf(&b, "7@1.000003:i2c_event finish(addr:0x%02x)\n", address)
	return b.String()
}

// on is what an SSD1306 needs before it shows anything, and a RAM that is clear.
func on() [][]byte {
	return [][]byte{
		{0x00, 0x8D, 0x14, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0xA1, 0xC8},
		append([]byte{0x40}, make([]byte, 1024)...),
		{0x00, 0xAF},
	}
}

func TestATraceBecomesThePictureOfAPanelThatWasSentTheSame(t *testing.T) {
	transfers := append(on(), []byte{0x00, 0x21, 3, 4, 0x22, 1, 1}, []byte{0x40, 0xFF, 0x81})
	want, w := chips.NewSSD1306(1), NewWire()
	var trace strings.Builder
	for _, b := range transfers {
		want.Write(b)
		trace.WriteString(transfer(0x3D, 0x00, 0xAE)) // another chip's
		trace.WriteString(transfer(0x3C, b...))
	}
	trace.WriteString("qemu-system-aarch64: warning: nothing of ours\n")
	path := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(path, []byte(trace.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	close(done)
	if err := w.Follow(path, done); err != nil {
		t.Fatal(err)
	}
	if got, want := w.Picture(), trimmed(want.Picture()); got != want || strings.TrimSpace(got) == "" {
		t.Errorf("the wire shows\n%swant\n%s", got, want)
	}
	if got, want := w.Bytes(), 13+1025+2+7+3; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	if w.Lit().IsZero() || !w.Dark().IsZero() || w.Sound() != nil {
		t.Errorf("lit %v, dark %v, %v", w.Lit(), w.Dark(), w.Sound())
	}
	w.Unlit()
	if !w.Lit().IsZero() || strings.TrimSpace(w.Picture()) != "" {
		t.Errorf("without power one sees\n%s", w.Picture())
	}
}

// A panel is dark if it is off, or if it is on and shows nothing.
func TestADarkMomentIsNoticed(t *testing.T) {
	for name, dark := range map[string][]string{
		"off":   {transfer(0x3C, 0x00, 0xAE), transfer(0x3C, 0x00, 0xAF)},
		"blank": {transfer(0x3C, 0x40, 0x00), transfer(0x3C, 0x40, 0x01)},
	} {
		w := NewWire()
		take := func(text string) {
			for line := range strings.Lines(text) {
				if err := w.Take(line); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, b := range append(on(), []byte{0x00, 0x21, 3, 3, 0x22, 1, 1}, []byte{0x40, 0xFF}, []byte{0x40, 0x81}) {
			take(transfer(0x3C, b...))
		}
		if w.Lit().IsZero() || !w.Dark().IsZero() {
			t.Fatalf("%s: lit %v, dark %v", name, w.Lit(), w.Dark())
		}
		take(strings.Join(dark, ""))
		if w.Dark().IsZero() {
			t.Errorf("%s: a dark moment wasn't noticed", name)
		}
	}
}

func TestTheMatrixIsSentByItsSelectLine(t *testing.T) {
	w := NewWire()
	for _, word := range [][2]byte{{0x0F, 0}, {0x0B, 7}, {0x09, 0}, {0x0C, 1}, {0x01, 0x81}} {
		for _, line := range []string{"start(select:8)", fmt.Sprintf("send %#x", word[0]), fmt.Sprintf("send %#x", word[1]), "finish(select:8)"} {
			event := "7@1.0:spi_wire_event " + line
			if value, ok := strings.CutPrefix(line, "send "); ok {
				event = "7@1.0:spi_wire_send send(select:8) data:" + value
			}
			if err := w.Take(event + "\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := w.Lamps(), "#......#\n"+strings.Repeat("........\n", 7); got != want || w.Sound() != nil {
		t.Errorf("%v, the lamps are\n%swant\n%s", w.Sound(), got, want)
	}
}

func TestATraceThatIsNoneIsSaid(t *testing.T) {
	for _, line := range []string{"i2c_send send(addr:what) data:0x01", "i2c_send send(addr:0x3c) data:what", "spi_wire_event finish(what)"} {
		if err := NewWire().Take(line + "\n"); err == nil || !strings.Contains(err.Error(), "what") {
			t.Errorf("%s: said %v", line, err)
		}
	}
}

func TestAPanelThatIsOnBeforeItsRAMWasWrittenComplains(t *testing.T) {
	w := NewWire()
	for line := range strings.Lines(transfer(0x3C, 0x00, 0x8D, 0x14, 0xAF)) {
		if err := w.Take(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Sound(); err == nil {
		t.Error("it does not")
	}
}

func TestTheGalleryHasThePicturesThatAreComparedHere(t *testing.T) {
	text, err := os.ReadFile("../../companion/testdata/gallery-ru.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"language", "home", "more", "wifi-offer", "wifi-country", "wifi-ask", "wifi-open", "wifi-open-ask"} {
		picture, err := Gallery(text).Picture(name)
		if err != nil || strings.Count(picture, "\n") > 32 || strings.Contains(picture, "#") || strings.TrimSpace(picture) == "" {
			t.Errorf("%s: %v\n%s", name, err, picture)
		}
	}
	if _, err := Gallery(text).Picture("nothing"); err == nil {
		t.Error("there is a picture that there isn't")
	}
}

func TestAPictureMayStandTwoColumnsBesidesAnother(t *testing.T) {
	for _, c := range []struct {
		picture, other string
		columns        int
		same           bool
	}{
		{"▀ █\n█\n", "▀ █\n█\n", 0, true},
		{"  ▀ █\n  █\n", "▀ █\n█\n", 2, true},
		{"▀ █\n█\n", "  ▀ █\n  █\n", -2, true},
		{"   ▀ █\n   █\n", "▀ █\n█\n", 0, false},
		{"  ▀ █\n  █\n", "▀ █\n▀\n", 0, false},
		{"  ▀ █\n", "▀ █\n█\n", 0, false},
	} {
		if columns, same := shift(c.picture, c.other); columns != c.columns || same != c.same {
			t.Errorf("%q besides %q: %d, %t, want %d, %t", c.picture, c.other, columns, same, c.columns, c.same)
		}
	}
}

func TestACodeOfTheGalleryIsRead(t *testing.T) {
	text, err := os.ReadFile("../../companion/testdata/gallery-en.txt")
	if err != nil {
		t.Fatal(err)
	}
	picture, err := Gallery(text).Picture("wifi-code")
	if err != nil {
		t.Fatal(err)
	}
	said, err := code(picture)
	if err != nil {
		t.Fatal(err)
	}
	ssid, password, err := network(said)
	if err != nil || !strings.HasPrefix(ssid, "Companion-") || len(password) != 10 {
		t.Errorf("%q: %q, %q, %v", said, ssid, password, err)
	}
	if ssid, password, err := network("WIFI:T:nopass;S:Companion-ABCD;;"); ssid != "Companion-ABCD" || password != "" || err != nil {
		t.Errorf("an open network: %q, %q, %v", ssid, password, err)
	}
	if none, err := code("█▀\n"); none != "" || err != nil {
		t.Errorf("without a code: %q, %v", none, err)
	}
	if _, _, err := network("http://10.42.0.1:8090/J/TOKEN"); err == nil {
		t.Error("an address is a network")
	}
}

// other is the other end of a line, which answers each line by a function.
func other(t *testing.T, answers func(line string) string) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { ours.Close(); theirs.Close() })
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := theirs.Read(buf)
			if err != nil {
				return
			}
			if _, err := theirs.Write([]byte(answers(strings.TrimSpace(string(buf[:n]))))); err != nil {
				return
			}
		}
	}()
	return ours
}

func TestTheAgentsAnswersAreUnderstood(t *testing.T) {
	a := NewAgent(other(t, func(line string) string {
		number, encoded, _ := strings.Cut(line, " ")
		script, _ := base64.StdEncoding.DecodeString(encoded)
		if string(script) == "false" {
			return "noise\nagent 1 0 bGF0ZQo=\nagent " + number + " 1 " + base64.StdEncoding.EncodeToString([]byte("no\n")) + "\n"
		}
		return "agent " + number + " 0 " + base64.StdEncoding.EncodeToString([]byte("said "+string(script)+"\n")) + "\n"
	}))
	if said, err := a.Run(time.Minute, "true"); said != "said true" || err != nil {
		t.Errorf("%q, %v", said, err)
	}
	if said, err := a.Run(time.Minute, "false"); said != "no" || err == nil || !strings.Contains(err.Error(), "ended with 1: no") {
		t.Errorf("%q, %v", said, err)
	}
}

func TestAnAgentThatSaysNothingIsWaitedForNoLonger(t *testing.T) {
	a := NewAgent(other(t, func(string) string { return "noise\n" }))
	if _, err := a.Run(50*time.Millisecond, "true"); err == nil || !strings.Contains(err.Error(), "no answer within 50ms") {
		t.Errorf("said %v", err)
	}
}

func TestLinesArePulledInTheRegistersOfTheChip(t *testing.T) {
	var asked []string
	conn := other(t, func(line string) string {
		asked = append(asked, line)
		if len(asked) > 4 {
			return "FAIL\n"
		}
		return "OK\n"
	})
	p := NewPins(conn, false)
	if err := first(p.Release(Back, OK), p.Close(OK)); err != nil {
		t.Fatal(err)
	}
	p = NewPins(conn, true)
	if err := p.Release(Back, OK); err != nil {
		t.Fatal(err)
	}
	outside := "set_irq_in /machine/soc/peripherals/gpio unnamed-gpio-in"
	if want := "writel 0x3f20001c 0x80020,writel 0x3f200028 0x80000," + outside + " 5 1," + outside + " 19 1"; strings.Join(asked, ",") != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if err := p.Close(Up); err == nil {
		t.Error("a refusal is taken for an answer")
	}
}

func TestWhatIsSaidToADeviceArrivesAsItIs(t *testing.T) {
	want := "HELLO rim 1.2\n'%s\\n\x1b@\x8b"
	got, err := exec.Command("bash", "-c", "printf %b '"+escaped(want)+"'").Output()
	if string(got) != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestAPictureIsTheSameWhereverItIsMovedTo(t *testing.T) {
	want := "#.#\n###"
	for _, picture := range []string{"█▄█\n", "   █▄█\n\n", "\n ▄ ▄\n ▀▀▀\n"} {
		if got := litArea(picture); got != want {
			t.Errorf("%q is\n%s\nwant\n%s", picture, got, want)
		}
	}
	if litArea("█ █\n") == want || litArea(" \n") != "" {
		t.Error("other pictures are the same")
	}
}
