package fakepi

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sound fails the test if a driver did to a chip what it must not.
func sound(t *testing.T, m *Machine) {
	t.Helper()
	if chips := m.Do("chips"); strings.Count(chips, `faults=""`) != 2 {
		t.Errorf("the chips complain:\n%s", chips)
	}
}

// simulated is what the same daemon shows on its simulated panel, where a key is
// pressed by a line: at first, and after each press.
func simulated(t *testing.T, keys ...string) (seen []string) {
	t.Helper()
	var lines strings.Builder
	lines.WriteString("screen\nlamps\n")
	for _, key := range keys {
		lines.WriteString("press " + key + "\nscreen\nlamps\n")
	}
	cmd := exec.Command(filepath.Join(Root(t), "companiond"), "-panel", "sim", "-state", t.TempDir(), "-listen", "127.0.0.1:0")
	cmd.Stdin = strings.NewReader(lines.String() + "quit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	pictures := answer.Split(string(out), -1)
	for i := 0; i+1 < len(pictures); i += 3 { // a screen, its lamps, the next press
		seen = append(seen, pictures[i]+strings.Map(mono, pictures[i+1]))
	}
	return seen
}

// answer ends what a line brings about on the simulated panel.
var answer = regexp.MustCompile(`(?m)^ok \d+\n`)

func TestTheFirstScreensStandOnTheDisplay(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Start()
	if got, want := m.Panel()+m.Lamps(), simulated(t)[0]; got != want {
		t.Errorf("one sees\n%swhere the simulated panel shows\n%s", got, want)
	}
	m.Press(rand.New(rand.NewPCG(1, 1)), OK)
	m.Settle()
	if got, want := m.picture(), golden(t, "ru", "home"); got != want {
		t.Errorf("after ok one sees\n%swant\n%s", got, want)
	}
	sound(t, m)
}

func TestADaemonThatIsToldToEndLeavesADarkPanel(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Start()
	if _, end, err := m.Tell("stop"); err != nil || end != "exit status 0" {
		t.Errorf("on SIGTERM the daemon ended with %q %v", end, err)
	}
	if dark := strings.Repeat(strings.Repeat(" ", 128)+"\n", panelRows); m.Panel() != dark {
		t.Errorf("after the daemon's end the display shows\n%s", m.Panel())
	}
	if dark := strings.Repeat("........\n", lampRows); m.Lamps() != dark {
		t.Errorf("after the daemon's end the matrix shows\n%s", m.Lamps())
	}
	m.Off()
}

func TestAChipThatIsStrictAboutAddressingShowsTheSame(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Do("strict on")
	m.Start()
	r := rand.New(rand.NewPCG(2, 2))
	for range 4 {
		m.Press(r, OK)
		m.Agrees()
	}
	sound(t, m)
}

// night is a whole game as keys, which the daemon's own tests play.
func night(t *testing.T, name string) (keys []string) {
	t.Helper()
	lines, err := os.ReadFile(filepath.Join(repository, "cmd", "companiond", "testdata", "nights", name+".in"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		if key, ok := strings.CutPrefix(strings.TrimSpace(line), "press "); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// shows waits a while for a picture, and returns what one sees then.
func (m *Machine) shows(want string) (got string) {
	m.t.Helper()
	for range 40 {
		if got = m.Panel() + m.Lamps(); got == want {
			break
		}
		m.Settle()
	}
	return got
}

func TestAWholeScoreboardEveningIsPlayedByPullingLines(t *testing.T) {
	keys := night(t, "score")
	want, again := simulated(t, keys...), simulated(t, keys...)
	m := Boot(t, NewDisk(t))
	m.Start()
	r := rand.New(rand.NewPCG(3, 3))
	for i, key := range keys {
		m.Press(r, Keys[key])
		// What differs from one evening to the next is the seal.
		if got := m.shows(want[i+1]); got != want[i+1] && want[i+1] == again[i+1] {
			t.Fatalf("after press %d of %d, %s, one sees\n%swant\n%sbefore it was\n%s", i+1, len(keys), key, got, want[i+1], want[i])
		}
	}
	sound(t, m)
}

// pointers are how the matrix points at the seats of two, unless it shows dice.
var pointers = map[int]string{
	1: "........\n........\n...##...\n...##...\n...##...\n.######.\n..####..\n...##...\n",
	2: "...##...\n..####..\n.######.\n...##...\n...##...\n...##...\n........\n........\n",
}

func TestTheMatrixPointsAtTheSeatWhoseTurnItIs(t *testing.T) {
	m := Boot(t, NewDisk(t))
	m.Start()
	r := rand.New(rand.NewPCG(10, 10))
	m.IntoAMatch(r)
	pointed := map[int]bool{}
	m.PressUntil(r, OK, func() bool {
		turn, lamps := m.Match().Turn, m.Lamps()
		for seat, pointer := range pointers {
			if lamps == pointer && seat != turn {
				t.Fatalf("it is the turn of seat %d and the matrix points at seat %d", turn, seat)
			}
		}
		pointed[turn] = pointed[turn] || lamps == pointers[turn]
		return pointed[1] && pointed[2]
	})
	sound(t, m)
}
