package doctor_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"pgregory.net/rapid"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
	"tabletop/drivers/anyoled"
)

// ticking is a clock on which every look takes 1.5 ms.
func ticking() func() time.Time {
	now := time.Time{}
	return func() time.Time {
		now = now.Add(1500 * time.Microsecond)
		return now
	}
}

func recorded(t *testing.T, folder, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestEveryTransferIsALineOfItsBus(t *testing.T) {
	m := healthy(words.English)
	folder := filepath.Join(t.TempDir(), "bench")
	r, err := doctor.NewRecorder(folder, ticking())
	if err != nil {
		t.Fatal(err)
	}
	h := r.Host(m.Host)
	bus, _ := h.I2C("I2C1")
	port, _ := h.SPI("SPI0.0")
	pin, _ := h.Pin("GPIO25")
	c, err := port.Connect(10*physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 1)
	wrong := errors.Join(
		bus.Tx(0x3C, []byte{0x00, 0xAE}, nil), bus.Tx(0x3C, []byte{0x00}, answer),
		c.Tx([]byte{0x0F, 0x00}, nil), pin.Out(gpio.High), pin.Out(gpio.Low),
	)
	if nak := bus.Tx(0x70, []byte{0x21}, answer); wrong != nil || nak == nil {
		t.Errorf("what passes is changed: %v, %v", wrong, nak)
	}
	m.spi.err = errors.New("input/output\nerror")
	_ = c.Tx([]byte{1}, nil)
	_ = c.TxPackets([]spi.Packet{{W: []byte{2, 3}}})
	if again, err := h.I2C("I2C1"); err != nil || again.Tx(0x3C, []byte{7}, nil) != nil {
		t.Error("a bus can't be opened again")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"I2C1.txt":   "# I2C1: MICROSECONDS TO WRITTEN READ [ERROR]\n1500 0x3C 00ae -\n3000 0x3C 00 00\n9000 0x70 21 - sysfs-i2c: remote I/O error\n13500 0x3C 07 -\n",
		"SPI0.0.txt": "# SPI0.0: MICROSECONDS TO WRITTEN READ [ERROR]\n# connected: 10MHz Mode0 8 bits\n4500 - 0f00 -\n10500 - 01 - input/output error\n12000 - 0203 - no packets\n",
		"lines.txt":  "# lines: MICROSECONDS TO WRITTEN READ [ERROR]\n6000 GPIO25 01 -\n7500 GPIO25 00 -\n",
	} {
		if got := recorded(t, folder, name); got != want {
			t.Errorf("%s is\n%swant\n%s", name, got, want)
		}
	}
}

// What a display was sent at the bench, a test of its driver can play: the same
// picture makes the same transfers, and all of them.
func TestARecordedTrialPlaysBackToTheDriver(t *testing.T) {
	m := healthy(words.English)
	m.Config.Matrix.Chip, m.Config.Keys = config.None, config.Keys{}
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		r, err := doctor.NewRecorder(folder, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		m.Host = r.Host(m.Host)
		same(t, news(try(t.Context(), m, &person{})), nil)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	})
	ops, err := doctor.ReadOps(strings.NewReader(recorded(t, folder, "I2C1.txt")))
	if err != nil || len(ops) < 3 {
		t.Fatalf("%d transfers: %v", len(ops), err)
	}
	played := &i2ctest.Playback{DontPanic: true}
	for _, op := range ops {
		addr, err := strconv.ParseUint(op.To, 0, 10)
		if err != nil || op.Err != "" {
			t.Fatalf("%s: %v", op, err)
		}
		played.Ops = append(played.Ops, i2ctest.IO{Addr: uint16(addr), W: op.W, R: op.R})
	}
	d, err := anyoled.NewI2C(played, &anyoled.Opts{Addr: 0x3C})
	if err != nil {
		t.Fatal(err)
	}
	picture := doctor.Picture("Test")
	if err := errors.Join(d.Show(picture[:], 150), d.Halt(), played.Close()); err != nil {
		t.Error(err)
	}
}

func TestATranscriptReadsBackAsItWasWritten(t *testing.T) {
	bytes := rapid.SliceOfN(rapid.Byte(), 1, 40)
	rapid.Check(t, func(r *rapid.T) {
		var want []doctor.Op
		text := "# a bus\n"
		for range rapid.IntRange(0, 5).Draw(r, "ops") {
			op := doctor.Op{
				At: time.Duration(rapid.IntRange(0, 1e9).Draw(r, "at")) * time.Microsecond,
				To: rapid.SampledFrom([]string{"0x3C", "-", "GPIO25"}).Draw(r, "to"),
			}
			if rapid.Bool().Draw(r, "writes") {
				op.W = bytes.Draw(r, "w")
			}
			if op.Err = rapid.SampledFrom([]string{"", "sysfs-i2c: remote I/O error"}).Draw(r, "err"); op.Err == "" && rapid.Bool().Draw(r, "reads") {
				op.R = bytes.Draw(r, "r")
			}
			want = append(want, op)
			text += fmt.Sprintln(op)
		}
		if got, err := doctor.ReadOps(strings.NewReader(text)); err != nil || !reflect.DeepEqual(got, want) {
			r.Errorf("%s reads as %v, %v", text, got, err)
		}
	})
}

func TestADamagedTranscriptNamesItsLine(t *testing.T) {
	for _, line := range []string{"", "1 0x3C 00", "x 0x3C 00 -", "-1 0x3C 00 -", "1 0x3C 0 -", "1 0x3C zz -", "1 0x3C - é"} {
		if _, err := doctor.ReadOps(strings.NewReader("# a bus\n1 0x3C 00 -\n" + line + "\n")); err == nil || !strings.Contains(err.Error(), "line 3") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestARecorderThatCantWriteSaysSoAndPassesEverythingOn(t *testing.T) {
	m := healthy(words.English)
	folder := t.TempDir()
	r, err := doctor.NewRecorder(folder, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "I2C1.txt"), 0o700); err != nil {
		t.Fatal(err)
	}
	bus, err := r.Host(m.Host).I2C("I2C1")
	if err != nil || bus.Tx(0x3C, []byte{1}, nil) != nil || len(m.i2c.wrote) != 1 {
		t.Errorf("the bus is disturbed: %v, %v", err, m.i2c.wrote)
	}
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "I2C1.txt") {
		t.Errorf("Close: %v", err)
	}
	if _, err := doctor.NewRecorder(filepath.Join(folder, "I2C1.txt", "\x00"), time.Now); err == nil {
		t.Error("an impossible folder is accepted")
	}
}

// limited is a port that takes so many bytes at once.
type limited struct{ *spiPort }

func (limited) MaxTxSize() int { return 100 }

func TestARecordedPortKeepsItsLimits(t *testing.T) {
	m := healthy(words.English)
	r, err := doctor.NewRecorder(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	h := m.Host
	h.SPI = func(string) (spi.PortCloser, error) { return limited{m.spi}, nil }
	port, err := r.Host(h).SPI("SPI0.0")
	if l, ok := port.(conn.Limits); err != nil || !ok || l.MaxTxSize() != 100 {
		t.Errorf("a port that takes 100 bytes: %v", err)
	}
	m.Config.Matrix.Chip, m.Config.Panel.Chip, m.Config.Keys = "ws2812", config.None, config.Keys{}
	m.Host = r.Host(h)
	synctest.Test(t, func(t *testing.T) {
		if f := try(t.Context(), m, &person{}); len(f) != 1 || f[0].State != bad || !strings.Contains(f[0].Says, "too short") {
			t.Errorf("lamps on a port that is too small for them: %v", f)
		}
	})
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
