package main

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"periph.io/x/conn/v3/i2c"

	"tabletop/cmd/internal/wiring"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// tape is an I²C bus that keeps what is sent to the display.
type tape struct {
	*bench
	mu                sync.Mutex
	commands, picture []byte
}

func (b *tape) Tx(address uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case len(w) > 1 && w[0] == 0x00:
		b.commands = append(b.commands, w[1:]...)
	case len(w) > pixel.Width && w[0] == 0x40: // what is shorter lies beside the picture
		b.picture = append(b.picture, w[1:]...)
	}
	return b.bench.Tx(address, w, r)
}

// shown is all that was sent as pictures so far.
func (b *tape) shown() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.picture
}

func (b *tape) host() wiring.Host {
	h := b.bench.host()
	h.I2C = func(string) (i2c.BusCloser, error) { return b, nil }
	return h
}

// afterFailure runs what systemd runs once the daemon ended with a result, on a
// display, with a config.
func afterFailure(t *testing.T, b *tape, lang, result, config string) (said string, err error) {
	t.Helper()
	state := t.TempDir()
	write(t, filepath.Join(state, "companion.toml"), config)
	var log strings.Builder
	err = run(t.Context(), []string{"-failed", "-panel", "pi", "-state", state}, environment{
		in: strings.NewReader(""), out: io.Discard, err: &log, host: b.host,
		env: func(name string) string { return map[string]string{"LANG": lang, "SERVICE_RESULT": result}[name] },
	})
	if files, _ := filepath.Glob(filepath.Join(state, "*")); len(files) != 1 {
		t.Errorf("the state folder holds %v", files)
	}
	return log.String(), err
}

func TestADaemonThatFailedLeavesAPanelThatSaysSo(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs {
		kept, _, _ := strings.Cut(words.Companion(lang).Word("failed"), " / ")
		for _, config := range []string{"", "[panel", "[panel]\nchip = \"sh1107\"\n"} {
			b := &tape{bench: newBench()}
			said, err := afterFailure(t, b, string(lang), "exit-code", config)
			if err != nil {
				t.Errorf("with config %q: %v", config, err)
			}
			for _, want := range []string{kept, "sudo systemctl reset-failed", "start companiond", "journalctl -u companiond"} {
				if !strings.Contains(said, want) {
					t.Errorf("%s: it said %q, want %q in it", lang, said, want)
				}
			}
			oled := screen.New(nil, nil).Draw(textView(failureLines(words.Companion(lang)))).OLED
			if !bytes.HasSuffix(b.picture, oled[:]) {
				t.Errorf("%s, config %q: %d bytes were sent, and not the picture last", lang, config, len(b.picture))
			}
			if off, on := bytes.LastIndexByte(b.commands, 0xAE), bytes.LastIndexByte(b.commands, 0xAF); off > on {
				t.Errorf("%s, config %q: the display is off in the end", lang, config)
			}
		}
	}
}

func TestADaemonThatWasToldToEndLeavesThePanelDark(t *testing.T) {
	t.Parallel()
	b := &tape{bench: newBench()}
	if said, err := afterFailure(t, b, "ru", "success", ""); err != nil || said != "" || len(b.picture) > 0 {
		t.Errorf("it said %q and sent %d bytes: %v", said, len(b.picture), err)
	}
}

func TestAPanelThatCannotSayThatTheDaemonFailedIsAnError(t *testing.T) {
	t.Parallel()
	b := &tape{bench: newBench()}
	b.lose(errors.New("remote I/O error"))
	if said, err := afterFailure(t, b, "ru", "exit-code", ""); err == nil || !strings.Contains(said, "journalctl") {
		t.Errorf("with a display that is gone it said %q: %v", said, err)
	}
}

func TestAllThatIsSaidOfAFailureCanBeRead(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs {
		if flaws := screen.New(nil, nil).Flaws(textView(failureLines(words.Companion(lang)))); len(flaws) > 0 {
			t.Errorf("%s: %q", lang, flaws)
		}
	}
}

func TestTheSimulatedPanelSaysAFailureAsASentence(t *testing.T) {
	t.Parallel()
	out, said, err := quietly(t, "ru", "", "-panel", "sim", "-failed", "-state", t.TempDir())
	want := strings.ReplaceAll(words.Companion(words.Russian).Word("failed"), " / ", " ") + "\n"
	if err != nil || out != "" || said != want {
		t.Errorf("it said %q and %q, want %q: %v", out, said, want, err)
	}
}
