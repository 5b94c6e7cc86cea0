//go:build unix

package evaluator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/internal/gamefiles"
	"tabletop/companion/waittest"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/kit"
	"tabletop/games/mice"
)

func TestMain(m *testing.M) {
	if Is(os.Args) {
		os.Exit(serve(compileForTests))
	}
	os.Exit(m.Run())
}

// compileForTests knows the games of the catalogue by their names, and wild ones; what is
// longer is a program.
func compileForTests(name, source string) (games.Rules, error) {
	if strings.Contains(source, "\n") {
		return compile(name, source)
	}
	if r := catalogue.Games().Find(source); r != nil {
		return r, nil
	}
	switch source {
	case "wild", "wild view":
		return wild{name: name, view: source == "wild view"}, nil
	case "loop":
		loop()
	case "eat":
		eat()
	case "think":
		_, _ = syscall.Write(answers, []byte("?"))
		loop()
	}
	return nil, Fault{Line: 3, Column: 5, Text: games.Say("rule.file.undefined", name+":3:5", source), Texts: map[words.Lang]string{"en": name + ":3:5: what is " + source}}
}

// begin returns an evaluator of this test binary. Its limits are such that nothing but a
// loop comes near them on the slowest machine; memory is the usual one.
func begin(t testing.TB) *Evaluator {
	argv := append(strings.Fields(os.Getenv("PLUGTEST_EXEC")), os.Args[0], Role)
	exe, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	e := New(exe, argv[1:]...)
	e.Limits.Decision, e.Limits.Compile, e.Limits.Check = time.Hour, time.Hour, time.Hour
	t.Cleanup(e.Close)
	return e
}

// shortly calls ask, whose question never ends, with limits that end it soon.
func (e *Evaluator) shortly(ask func()) {
	usual := e.Limits
	defer func() { e.Limits = usual }()
	e.Limits.Decision, e.Limits.Compile, e.Limits.Check = 100*time.Millisecond, 0, 0
	ask()
}

// emulated reports whether the child runs in an emulator, which knows no limit of memory.
func emulated() bool { return os.Getenv("PLUGTEST_EXEC") != "" }

func compiled(t testing.TB, e *Evaluator, source string) games.Rules {
	t.Helper()
	r, err := e.Rules("test", source)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wild does what its decisions say, with the process it is in.
type wild struct {
	name string
	view bool // it can't be looked at
}

type mood struct {
	wild
	well int
}

var deeds = strings.Fields("cry deep eat exit hoard loop panic print rubbish well")

func (w wild) Name() string              { return w.name }
func (wild) Seats() (int, int)           { return 1, 2 }
func (wild) Options() []games.Option     { return nil }
func (wild) Assets() map[string]string   { return map[string]string{"en": "title = Wild\n"} }
func (w wild) Program() (program string) { return "" }

func (w wild) New(games.Setup) (games.State, error) { return mood{wild: w}, nil }

func (w wild) Parse(_ games.Setup, text string) (games.State, error) {
	m := mood{wild: w}
	_, err := fmt.Sscanf(text, "well %d", &m.well)
	return m, err
}

func (m mood) String() string   { return fmt.Sprintf("well %d\n", m.well) }
func (m mood) Turn() games.Seat { return 1 }

func (m mood) Legal() (all []games.Choice) {
	for _, d := range deeds {
		all = append(all, games.Choice{Says: games.Decision(d)})
	}
	return all
}

func (m mood) Apply(d games.Decision) (games.State, error) {
	switch d {
	case "cry":
		for range 10_000 {
			fmt.Fprintln(os.Stderr, "oh my")
		}
	case "deep":
		return mood{well: int(deep(1))}, nil
	case "eat":
		eat()
	case "exit":
		os.Exit(1)
	case "hoard":
		for !full(os.Getpid(), DefaultLimits().Memory) {
			_, err := syscall.Mmap(-1, 0, 1<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
			if err != nil {
				return nil, err
			}
		}
	case "loop":
		loop()
	case "panic":
		panic("a mistake of the game")
	case "print":
		fmt.Println("hello")
	case "rubbish":
		_, _ = syscall.Write(answers, []byte("hello, this is no frame"))
	case "well":
	default:
		return nil, games.Refuse(d, "rule.none", string(d))
	}
	m.well++
	return m, nil
}

func (m mood) Fixes() []games.Choice                     { return nil }
func (m mood) Fix(d games.Decision) (games.State, error) { return nil, errors.New("no such ruling") }

func (m mood) Standing() games.Standing                      { return games.Standing{Scores: []int32{int32(m.well)}} }
func (m mood) Likely() games.Decision                        { return "well" }
func (m mood) Canonical(d games.Decision) (c games.Decision) { return d + "" }

func (m mood) View(games.Seat) games.View {
	if m.view {
		loop()
	}
	return games.View{Title: games.Say("title"), Prompt: games.Count("ask.well", m.well)}
}

func eat() {
	var all [][]byte
	for {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 1 << 10 {
			b[i] = 1
		}
		all = append(all, b)
		if len(all) > 4096 {
			panic("no limit of memory")
		}
	}
}

// forever is too many for any limit.
const forever = 1 << 60

func loop() {
	for n := range int64(forever) {
		if n < 0 {
			panic("no such number")
		}
	}
}

func deep(n int64) int64 {
	var pad [128]int64
	if n == forever {
		return 0
	}
	pad[n%128] = deep(n + 1)
	return pad[0] + pad[n%128]
}

func TestAMatchStandsWhateverADecisionDoesToTheProcess(t *testing.T) {
	e := begin(t)
	var logged []string
	e.Log = func(said string) { logged = append(logged, said) }
	s, err := compiled(t, e, "wild").New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		says games.Decision
		want string // rule, "" if it is taken
	}{
		{"well", ""},
		{"nothing", "rule.none nothing"},
		{"print", ""},
		{"cry", ""},
		{"loop", "rule.file.time"},
		{"eat", "rule.file.memory"},
		{"deep", "rule.file.memory"},
		{"exit", "rule.file.gone"},
		{"rubbish", "rule.file.gone"},
		{"panic", "rule.file test a mistake of the game"},
		{"well", ""},
	} {
		if tt.says == "eat" && emulated() {
			continue
		}
		before := s.String()
		var next games.State
		var err error
		if apply := func() { next, err = s.Apply(tt.says) }; tt.says == "loop" {
			e.shortly(apply)
		} else {
			apply()
		}
		if got := gamestest.Refusal(err); err != nil && got != tt.want || (err == nil) != (tt.want == "") {
			t.Errorf("%s: got %v, want %q", tt.says, err, tt.want)
		}
		if err == nil {
			s = next
			continue
		}
		if n := int(s.Standing().Scores[0]); s.String() != before || s.View(1).Prompt.N != n || len(s.Legal()) != len(deeds) {
			t.Errorf("after %s it stands at %q, was %q", tt.says, s, before)
		}
	}
	if s.String() != "well 4\n" {
		t.Errorf("it ends at %q", s)
	}
	if want := 5; len(logged) != want && !emulated() {
		t.Errorf("logged %q", logged)
	}
	for _, said := range logged {
		if len(said) > mostTail+200 {
			t.Errorf("logged %d bytes", len(said))
		}
	}
}

// The collector works all the time where memory is nearly full, and then an answer is late
// for its memory.
func TestALoopInMemoryThatIsNearlyFullIsRefusedForItsMemory(t *testing.T) {
	if emulated() || runtime.GOOS != "linux" {
		t.Skip("nothing bounds memory here")
	}
	e := begin(t)
	s, err := compiled(t, e, "wild").New(games.Setup{Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	if s, err = s.Apply("hoard"); err != nil {
		t.Fatal(err)
	}
	e.shortly(func() {
		if _, err := s.Apply("loop"); gamestest.Refusal(err) != "rule.file.memory" {
			t.Errorf("got %v", err)
		}
	})
}

func TestOnlyWhatTheChildComputesItselfEndsItOnABusyMachine(t *testing.T) {
	const within = 5 * time.Second
	for _, tt := range []struct {
		name             string
		computed, passed time.Duration
		want             error
	}{
		{"at once", 0, 0, nil},
		{"a quiet machine", 4 * time.Second, 4 * time.Second, nil},
		{"a loop on a quiet machine", within, within, errSlow},
		{"a busy machine", time.Second, 14 * within, nil},
		{"a loop on a busy machine", within, 9 * within, errSlow},
		{"a machine that hands out memory slowly", 50 * time.Millisecond, 10 * within, nil},
		{"several cores", within, 2 * time.Second, errSlow},
		{"a child that hangs", 0, 15 * within, errIdle},
	} {
		left, err := remaining(within, tt.computed, tt.passed)
		if err != tt.want || err == nil && left != within-tt.computed {
			t.Errorf("%s: got %v, %v, want %v", tt.name, left, err, tt.want)
		}
	}
}

func TestTheClockOfAProcessCountsWhatItComputes(t *testing.T) {
	before, err := computed(os.Getpid())
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	waittest.Until(t, "this process to have computed", func() (any, bool) {
		for n := range 10_000_000 {
			_ = n
		}
		now, err := computed(os.Getpid())
		return fmt.Sprint(now, err), now > before
	})
}

func TestRulingsThatFailAreRefused(t *testing.T) {
	s, _ := compiled(t, begin(t), "wild").New(games.Setup{Seats: 1})
	if _, err := s.Fix("turn 1"); gamestest.Refusal(err) != "rule.file test no such ruling" {
		t.Errorf("got %v", err)
	}
	if _, err := compiled(t, begin(t), "wild").Parse(games.Setup{Seats: 1}, "rubbish"); err == nil || errors.Is(err, games.ErrIllegal) {
		t.Errorf("a position that is none: got %v", err)
	}
}

func TestAViewThatLoopsSaysSoAndIsNotWaitedForAgain(t *testing.T) {
	e := begin(t)
	s, err := compiled(t, e, "wild view").New(games.Setup{Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	e.Log = func(string) { lost++ }
	e.shortly(func() {
		for range 20 {
			if v := s.View(1); v.Prompt.Key != "ask.file" || v.Title.Key != "title" {
				t.Fatalf("it shows %+v", v)
			}
			games.Entry(s)
			s.Fixes()
		}
	})
	if lost != 1 {
		t.Errorf("twenty looks have cost %d children", lost)
	}
	if _, err := s.Apply("well"); err != nil {
		t.Errorf("it can't be played on: %v", err)
	}
}

func TestAProgramThatCantBeCompiledIsAFaultOrARule(t *testing.T) {
	e := begin(t)
	_, err := e.Rules("test", "nonsense")
	if fault := (Fault{}); !errors.As(err, &fault) || fault.Line != 3 || fault.Column != 5 || err.Error() != "test:3:5: what is nonsense" {
		t.Errorf("nonsense: %v", err)
	}
	e.shortly(func() {
		if _, err := e.Rules("test", "loop"); gamestest.Refusal(err) != "rule.file.time" {
			t.Errorf("a loop: got %v", err)
		}
	})
	if _, err := e.Rules("test", "eat"); !emulated() && gamestest.Refusal(err) != "rule.file.memory" {
		t.Errorf("a program that eats memory: got %v", err)
	}
	if _, err := New("/nonexistent").Rules("test", "wild"); gamestest.Refusal(err) != "rule.file.gone" {
		t.Errorf("a child that isn't there: %v", err)
	}
}

// same fails unless two states say the same of everything.
func same(t *testing.T, seats int, got, want games.State) {
	t.Helper()
	all := func(s games.State) map[string]any {
		m := map[string]any{
			"turn": s.Turn(), "legal": s.Legal(), "fixes": s.Fixes(), "standing": s.Standing(), "text": s.String(),
			"moments": games.Moments(s), "steps": games.Steps(s), "likely": games.Likely(s), "entry": games.Entry(s),
			"veiled": games.Veiled(s), "sheet": games.Sheet(s), "canonical": games.Canonical(s, "13 — 20"),
		}
		for seat := games.Nobody; int(seat) <= seats; seat++ {
			m[fmt.Sprint("view ", seat)] = s.View(seat)
		}
		again, ok := games.Again(s)
		m["again"] = fmt.Sprint(again, ok)
		audit, ok := games.AuditOf(s)
		m["audit"] = fmt.Sprintf("%+v %v", audit, ok)
		for _, c := range s.Legal() {
			m["start "+string(c.Says)] = games.StartOf(s, c)
		}
		return m
	}
	w := all(want)
	for what, g := range all(got) {
		if !reflect.DeepEqual(g, w[what]) && fmt.Sprintf("%+v", g) != fmt.Sprintf("%+v", w[what]) {
			t.Fatalf("%s: got %+v, want %+v", what, g, w[what])
		}
	}
}

func TestAGameInTheChildIsTheGameItself(t *testing.T) {
	e := begin(t)
	for _, direct := range catalogue.Games().Games {
		name := direct.Name()
		r := compiled(t, e, name)
		if got, _ := r.(interface{ Program() string }); got == nil || got.Program() != name {
			t.Errorf("%s: the program isn't kept", name)
		}
		if r.Name() != name || !reflect.DeepEqual(r.Options(), direct.Options()) || !reflect.DeepEqual(r.Assets(), direct.Assets()) ||
			games.Begins(r) != games.Begins(direct) || games.IsTool(r) != games.IsTool(direct) || games.IsTracker(r) != games.IsTracker(direct) {
			t.Errorf("%s: other properties", name)
		}
		least, _ := direct.Seats()
		setup := games.Setup{Seats: least}
		if got, want := games.Faces(r, setup, "dice"), games.Faces(direct, setup, "dice"); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: faces %v, want %v", name, got, want)
		}
		if got, want := games.Topics(r, setup), games.Topics(direct, setup); len(got) != len(want) || len(got) > 0 && got[0].Key != want[0].Key {
			t.Errorf("%s: topics %v, want %v", name, got, want)
		}
		got, err1 := r.New(setup)
		want, err2 := direct.New(setup)
		if err1 != nil || err2 != nil {
			t.Fatal(name, err1, err2)
		}
		rnd := rand.New(rand.NewPCG(1, 2))
		for range 150 {
			same(t, least, got, want)
			legal := want.Legal()
			if len(legal) == 0 {
				break
			}
			c := legal[rnd.IntN(len(legal))]
			d := c.Says + " 2d6"
			if c.Grammar == "" {
				d = c.At(rnd.IntN(c.Len()))
			}
			next, err := want.Apply(d)
			if err != nil {
				t.Fatal(name, err)
			}
			if got, err = got.Apply(d); err != nil {
				t.Fatal(name, err)
			}
			want = next
		}
	}
}

func TestTheKitPassesThroughThePipe(t *testing.T) {
	e := begin(t)
	got := kit.Run(compiled(t, e, "mice"), kit.Bounds{Games: 1, Positions: 20})
	if len(got.Findings) > 0 || got.Positions < 20 {
		t.Errorf("got %+v", got)
	}
}

func TestTheChildForgetsAndReadsAgain(t *testing.T) {
	e := begin(t)
	mice := compiled(t, e, "mice")
	first, err := mice.New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i := range mostPrograms + 1 { // push it out
		if _, err := e.Rules(fmt.Sprint("wild", i), "wild"); err != nil {
			t.Fatal(err)
		}
	}
	if v := first.View(1); v.Prompt.Key == "ask.file" {
		t.Errorf("a program that was pushed out: %+v", v)
	}
	e.mu.Lock()
	e.end()
	e.mu.Unlock()
	if _, err := first.Apply(first.Legal()[0].At(0)); err != nil {
		t.Errorf("after the child has ended: %v", err)
	}
}

func TestNobodyWhoEndsItWaitsForAnAnswer(t *testing.T) {
	e := begin(t)
	e.Log = func(said string) { t.Errorf("the log says %q of what was ended on purpose", said) }
	answered := make(chan error, 1)
	go func() {
		_, err := e.Rules("test", "loop")
		answered <- err
	}()
	waittest.True(t, "the child to be asked", func() bool { return e.running.Load() != nil })
	e.Close()
	if err := waittest.Receive(t, "the question to be refused", answered); !errors.Is(err, games.ErrIllegal) {
		t.Errorf("the question in the middle of which it was ended: %v", err)
	}
	if _, err := e.Rules("test", "mice"); !errors.Is(err, games.ErrIllegal) {
		t.Errorf("another question: %v", err)
	}
	if e.child != nil {
		t.Error("another child was started")
	}
}

// A pause between two children that fail ends with the evaluator, and no request of a closed
// one begins another: the daemon, which is ending, asks for the rest of its games.
func TestNobodyWaitsForAChildOnceItIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(filepath.Join(t.TempDir(), "none"))
		for range 100 {
			_, _ = e.Rules("loop", "loop")
		}
		began, ended := time.Now(), make(chan error)
		go func() {
			_, err := e.Rules("loop", "loop")
			ended <- err
		}()
		synctest.Wait() // it pauses
		go e.Close()
		if err := <-ended; err == nil {
			t.Error("a closed evaluator has compiled a game")
		}
		for range 100 {
			_, _ = e.Rules("loop", "loop")
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("closed, it was waited for %v", took)
		}
	})
}

func TestAChildThatNobodyAsksEnds(t *testing.T) {
	e := begin(t)
	e.Limits.Idle = 20 * time.Millisecond
	r := compiled(t, e, "mice")
	waittest.True(t, "the child to end", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.child == nil
	})
	if _, err := r.New(games.Setup{Seats: 2}); err != nil {
		t.Error(err)
	}
}

func TestAChildThatIsLostBetweenTwoQuestionsIsReplaced(t *testing.T) {
	e := begin(t)
	s, err := compiled(t, e, "wild").New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.child.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if _, err := e.child.cmd.Process.Wait(); err != nil {
		t.Fatal(err)
	}
	if next, err := s.Apply("well"); err != nil || next.String() != "well 1\n" {
		t.Errorf("got %v, %v", next, err)
	}
}

// A parent that dies closes the child's input.
func TestTheChildEndsWithItsParentWhateverItThinks(t *testing.T) {
	e := begin(t)
	c, err := start(e.exe, e.args)
	if err != nil {
		t.Fatal(err)
	}
	defer c.end()
	if err := send(c.in, request{Ask: askRules, Name: "test", Key: "think", Source: "think"}); err != nil {
		t.Fatal(err)
	}
	if err := c.out.SetReadDeadline(time.Now().Add(waittest.Patience)); err != nil {
		t.Fatal(err)
	}
	one := make([]byte, 1)
	if _, err := c.out.Read(one); err != nil || one[0] != '?' {
		t.Fatalf("it says %q, %v", one, err)
	}
	c.in.Close()
	if n, err := c.out.Read(one); !errors.Is(err, io.EOF) {
		t.Errorf("read %d, %v: the child goes on", n, err)
	}
}

func TestWhyTheRuntimeEndedIsKeptHoweverLongItTalks(t *testing.T) {
	trace := strings.Repeat("goroutine 1 gp=0x3b84243b34a0 m=nil [GC worker (idle)]:\n", 200)
	for last, want := range map[string]bool{
		"fatal error: runtime: out of memory\n":                          true,
		"SIGSEGV: segmentation violation\nPC=0x43731d m=0 sigcode=1\n":   true,
		"runtime/cgo: pthread_create failed: Resource temporarily un…\n": true,
		"fatal error: all goroutines are asleep - deadlock!\n":           false,
	} {
		said := &tail{}
		for _, text := range []string{"noise\n", last, trace} {
			if _, err := said.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if got := exhausted.MatchString(said.String()); got != want {
			t.Errorf("%q: out of memory is %v\n%s", last, got, said)
		}
	}
}

func TestAFrameIsWholeOrAnError(t *testing.T) {
	var b bytes.Buffer
	if err := send(&b, request{Ask: askView, Seat: 2}); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	for text, want := range map[string]error{
		whole:                      nil,
		"":                         io.EOF,
		whole[:3]:                  io.ErrUnexpectedEOF,
		whole[:len(whole)-1]:       io.ErrUnexpectedEOF,
		"\xff\xff\xff\xff" + whole: errFrame,
		"\x00\x00\x00\x02[]":       errFrame,
		"\x00\x00\x00\x03{]}":      errFrame,
	} {
		var got request
		if err := receive(strings.NewReader(text), &got); !errors.Is(err, want) || err == nil && (got.Ask != askView || got.Seat != 2) {
			t.Errorf("%q: %+v, %v, want %v", text, got, err, want)
		}
	}
	if err := send(&b, request{Source: strings.Repeat("x", mostFrame)}); !errors.Is(err, errFrame) {
		t.Errorf("a large one: %v", err)
	}
}

func TestManyReadAtOnceWhileTheChildDies(t *testing.T) {
	e := begin(t)
	r := compiled(t, e, "wild")
	s, err := r.New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			at := s
			for n := range 20 {
				if next, err := at.Apply("well"); err == nil {
					at = next
				} else {
					t.Error(err)
				}
				if i == 0 && n%5 == 0 {
					if _, err := at.Apply("exit"); gamestest.Refusal(err) != "rule.file.gone" {
						t.Error(err)
					}
				}
				for seat := range games.Seat(2) {
					if v := at.View(seat); v.Prompt.Key != "ask.well" {
						t.Errorf("seat %d sees %+v", seat, v)
					}
				}
			}
			if want := fmt.Sprintf("well %d\n", 20); at.String() != want {
				t.Errorf("got %q, want %q", at, want)
			}
		})
	}
	all.Wait()
}

func TestAProgramIsTriedBeforeAnybodyPlaysIt(t *testing.T) {
	e := begin(t)
	for source, want := range map[string]string{
		"mice":     "",
		"nonsense": "test:3:5: what is nonsense",
		"loop":     "rule.file.time",
		"eat":      "rule.file.memory",
		"wild":     `no key "about"`,
	} {
		if source == "eat" && emulated() {
			continue
		}
		r := Report{}
		if try := func() { r = e.Try(t.Context(), "test", source, Amount{Games: 1, Positions: 20}) }; source == "loop" {
			e.shortly(try)
		} else {
			try()
		}
		switch err := r.Err(); {
		case want == "" && (err != nil || r.Games == 0 || r.Least != 2 || len(r.Options) == 0):
			t.Errorf("%s: %+v", source, r)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := e.Try(ctx, "test", "loop", DaemonAmount()); len(r.Findings) != 1 || r.Findings[0].Rule.Key != "rule.file.time" {
		t.Errorf("called off: %+v", r)
	}
}

func TestAShelfIsToldInBothLanguagesWhatIsWrong(t *testing.T) {
	var p gamefiles.Player = Player{begin(t)}
	_, err := p.Rules("nim", "rulse()\n")
	if en, ru := p.Text(words.English, err), p.Text(words.Russian, err); !strings.HasPrefix(en, "nim.star:1:1: ") || !strings.HasPrefix(ru, "nim.star:1:1: ") || en == ru {
		t.Errorf("rules: %q, %q", en, ru)
	}
	if err := p.Try(t.Context(), "nim", Sample("nim")); err != nil {
		t.Error(err)
	}
	broken := strings.Replace(Sample("nim"), "return view(", "1 // (state[\"heap\"] - 19)\n    return view(", 1)
	if err := p.Try(t.Context(), "nim", broken); err == nil || !strings.HasPrefix(p.Text(words.Russian, err), "nim.star:") {
		t.Errorf("a view that fails: %v", err)
	}
	if err := p.Try(t.Context(), "test", "wild"); err == nil || p.Text(words.English, err) != words.Companion(words.English).Word("game.words") {
		t.Errorf("a game without words: %v", err)
	}
	gone := games.Refuse("", ruleGone)
	if got := p.Text(words.English, gone); got != words.Companion(words.English).Word(ruleGone) {
		t.Errorf("a child that is gone: %q", got)
	}
}

// A method that a state may have and the proxy doesn't ask for would be lost in silence.
func TestEveryOptionalMethodOfPackageGamesIsPassedOn(t *testing.T) {
	has := map[string]bool{"Roller": true, "Restater": true, "Problems": true, "keeper": true} // of tools, which come with the program, of a book, which no file has, and texts that a file can't write
	for _, of := range []reflect.Type{reflect.TypeFor[*rules](), reflect.TypeFor[audited]()} {
		for i := range of.NumMethod() {
			has[of.Method(i).Name] = true
		}
	}
	for name, method := range optional(t) {
		if !has[method] && !has[name] {
			t.Errorf("%s has a method %s, the proxy has none", name, method)
		}
	}
}

// optional returns the interfaces of package games but Rules and State, and their first methods.
func optional(t *testing.T) map[string]string {
	const dir = "../../../games"
	all := map[string]string{}
	files := token.NewFileSet()
	entries, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range entries {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, dir+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, _ := n.(*ast.TypeSpec)
			if spec == nil {
				return true
			}
			body, _ := spec.Type.(*ast.InterfaceType)
			if body == nil || spec.Name.Name == "Rules" || spec.Name.Name == "State" {
				return true
			}
			for _, m := range body.Methods.List {
				if len(m.Names) > 0 {
					all[spec.Name.Name] = m.Names[0].Name
				}
			}
			return true
		})
	}
	if len(all) < 12 {
		t.Fatalf("found %v", all)
	}
	return all
}

func TestTheChildHasRoomBesideTheDaemon(t *testing.T) {
	unit, err := os.ReadFile("../../../systemd/companiond.service")
	if err != nil {
		t.Fatal(err)
	}
	_, setting, _ := strings.Cut(string(unit), "\nMemoryMax=")
	var most int64
	if _, err := fmt.Sscanf(setting, "%dM", &most); err != nil {
		t.Fatal(err)
	}
	const daemon, program = 60, 20 // MB at rest
	if child := program + DefaultLimits().Memory>>20; daemon+child > most {
		t.Errorf("the child may take %d MB beside the daemon's %d, both %d", child, daemon, most)
	}
}

func BenchmarkDecision(b *testing.B) {
	b.Run("direct", func(b *testing.B) { decide(b, mice.Rules{}) })
	b.Run("child", func(b *testing.B) { decide(b, compiled(b, begin(b), "mice")) })
}

// decide measures decisions of random games of two.
func decide(b *testing.B, r games.Rules) {
	first, err := r.New(games.Setup{Seats: 2})
	if err != nil {
		b.Fatal(err)
	}
	s, rnd := first, rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		legal := s.Legal()
		next, err := s.Apply(legal[rnd.IntN(len(legal))].At(0))
		if err != nil {
			b.Fatal(err)
		}
		if s = next; s.Turn() == games.Nobody {
			s = first
		}
	}
}
