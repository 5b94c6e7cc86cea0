package fakepi

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// faults are what may happen to a part, and what makes it good again. In between
// the game goes on by keys.
var faults = []struct{ name, breaks, mends string }{
	{"the display acknowledges nothing for a while", "nak on", "nak off"},
	{"one transfer to the display is not acknowledged", "nak 1", "nak off"},
	{"three transfers to the display are not acknowledged", "nak 3", "nak off"},
	{"the I²C bus is gone and comes back", "gone i2c", "back i2c"},
	{"the SPI bus is gone and comes back", "gone spi", "back spi"},
	{"the display loses its power while it doesn't answer", "nak on; dark panel", "nak off"},
	{"the matrix loses its power together with its bus", "gone spi; dark lamps", "back spi"},
}

func TestABrokenPartComesBackAndTheGameGoesOnMeanwhile(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			m := Boot(t, NewDisk(t))
			m.Start()
			r := rand.New(rand.NewPCG(4, 4))
			m.IntoAMatch(r)
			m.All(f.breaks)
			before := m.Match().Seq
			m.PressUntil(r, OK, func() bool { return m.Match().Seq >= before+3 })
			m.All(f.mends)
			m.Agrees()
			m.Press(r, Down)
			m.Agrees()
			sound(t, m)
		})
	}
}

func TestPinsThatVanishPressNothingAndWorkAgainWhenTheyAreBack(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Start()
	r := rand.New(rand.NewPCG(5, 5))
	m.IntoAMatch(r)
	m.Do(fmt.Sprintf("pull %d low 100ms", OK))
	m.Settle()
	before := m.Record()
	for _, happens := range []string{"gone pins", "back pins"} {
		m.Do(happens)
		m.Do("settle 300ms 5s")
		if after := m.Record(); !slices.Equal(after, before) {
			t.Errorf("%s: the record was\n%snow it is\n%s", happens, strings.Join(before, ""), strings.Join(after, ""))
		}
	}
	m.hears(r, OK)
	sound(t, m)
}

// hears presses a key until that shows.
func (m *Machine) hears(r *rand.Rand, key Key) {
	m.t.Helper()
	before, _ := m.Agrees()
	m.PressUntil(r, key, func() bool {
		now, _ := m.Agrees()
		return now != before
	})
}

func TestAMachineWithoutKeysStartsAndHearsThemWhenThereAreSome(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("gone pins")
	m.Start()
	m.Do("back pins")
	m.hears(rand.New(rand.NewPCG(7, 7)), OK)
	sound(t, m)
}

// GPIO4 is the fifth line of the header's chip, whatever that and its lines are called.
func TestAKeyIsHeardWhateverTheKernelCallsItsLine(t *testing.T) {
	for _, names := range []string{"new", "five", "none"} {
		t.Run(names, func(t *testing.T) {
			m := Boot(t, NewDisk(t))
			m.Do("names " + names)
			flags, err := unitFlags()
			if err != nil {
				t.Fatal(err)
			}
			m.Do("start " + strings.Replace(flags, "companion.toml", otherKey, 1))
			m.hears(rand.New(rand.NewPCG(9, 9)), Renamed)
			sound(t, m)
		})
	}
}

// As on a Pi 5 whose chip comes after the daemon, and after the link to it.
func TestPinsThatComeLateBesideALinkAreFound(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.All("second; gone pins")
	m.Start()
	m.Do("back pins")
	m.hears(rand.New(rand.NewPCG(10, 10)), OK)
	sound(t, m)
}

// On a Pi 5 with an older kernel a second name leads to the chip.
func TestTheSecondNameOfAPi5sPinsDoesNoHarm(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("second")
	m.Start()
	r := rand.New(rand.NewPCG(8, 8))
	for range 3 {
		m.hears(r, OK)
	}
	sound(t, m)
}
