package adviser

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/maze"
)

func TestMain(m *testing.M) {
	if Is(os.Args) {
		os.Exit(Main(catalogue.Games()))
	}
	os.Exit(m.Run())
}

// Positions, by their starts and the rulings and moves that lead there.
var (
	// near is won in two moves.
	near = position{"T...............................", []games.Decision{"swap 1 48", "swap 2 43", "swap 47 2", "lay 1", "lay 2"}, nil}
	// shut is lost from the last move on: a Mate is shut in.
	shut = position{"BR31RLTB2L............L2S1TRL2T3", nil, []games.Decision{"4-17", "41-22", "9-35"}}
)

type position struct {
	start        string
	fixes, moves []games.Decision
}

// own is a child of this test binary, or what emulates it.
func own(t testing.TB) child {
	argv := append(strings.Fields(os.Getenv("PLUGTEST_EXEC")), os.Args[0], Role)
	exe, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	return child{exe, argv[1:]}
}

// table is a thinker at work, and a match that it is asked about.
type table struct {
	t     *testing.T
	think *Thinker
	said  chan companion.Analysis
	fails chan error
	rules games.Rules
	setup games.Setup
	line  []match.SeqState
	asked int // of the child
}

func begin(t *testing.T, p position) *table {
	t.Helper()
	tb := &table{t: t, said: make(chan companion.Analysis, 9), fails: make(chan error, 9), rules: maze.Rules{}, setup: games.Setup{Seats: 2, Options: map[string]string{"start": p.start}}}
	tb.think = New(func(a companion.Analysis) { tb.said <- a }, func(err error) { tb.fails <- err })
	ask := own(t).ask
	tb.think.ask = func(ctx context.Context, q question) (games.Advice, error) {
		tb.asked++
		return ask(ctx, q)
	}
	s, err := tb.rules.New(tb.setup)
	for _, d := range p.fixes {
		if err == nil {
			s, err = s.Fix(d)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	tb.line = []match.SeqState{{Seq: 1, State: s}}
	tb.play(p.moves...)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = tb.think.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-ended })
	return tb
}

func (tb *table) play(says ...games.Decision) {
	tb.t.Helper()
	for _, d := range says {
		last := tb.line[len(tb.line)-1]
		next, err := last.State.Apply(d)
		if err != nil {
			tb.t.Fatal(err)
		}
		tb.line = append(tb.line, match.SeqState{Seq: last.Seq + 1, State: next})
	}
}

// advice asks about the match as it stands.
func (tb *table) advice(back bool) companion.Analysis {
	tb.t.Helper()
	tb.think.Think(companion.Think{Position: "x", Rules: tb.rules, Setup: tb.setup, Line: slices.Clone(tb.line), LastWon: back})
	return <-tb.said // a search ends by its steps, and takes as long as the machine is slow
}

func TestALineIsThoughtOfOnceHoweverFarItIsFollowed(t *testing.T) {
	tb := begin(t, near)
	for len(tb.line) < 3 {
		a := tb.advice(false)
		if a.Advice.Verdict != games.Winnable || a.At != len(tb.line) || len(a.Advice.Said) != len(a.Advice.Line) {
			t.Fatalf("at %d: %+v", len(tb.line), a)
		}
		if a.Advice.Said[0].Key == "" {
			t.Errorf("nobody says %s", a.Advice.Line[0])
		}
		tb.play(a.Advice.Line[0])
	}
	if st := tb.line[2].State.Standing(); len(st.Won) == 0 {
		t.Errorf("the advice leads to %s", tb.line[2].State)
	}
	if tb.asked != 1 {
		t.Errorf("%d children were asked, want 1", tb.asked)
	}
}

func TestWhatIsLostStaysLostByTheSameProof(t *testing.T) {
	tb := begin(t, shut)
	first := tb.advice(false)
	if first.Advice.Verdict != games.Lost || first.Advice.Why.Key == "" {
		t.Fatalf("%+v", first)
	}
	tb.play(tb.line[len(tb.line)-1].State.Legal()[0].Says)
	if again := tb.advice(false); again.Advice.Verdict != games.Lost || again.Advice.Why.Key != first.Advice.Why.Key || tb.asked != 1 {
		t.Errorf("after a move: %+v, asked %d times", again, tb.asked)
	}
}

func TestWhereTheWinWas(t *testing.T) {
	tb := begin(t, shut)
	for range 3 { // so that more than the last position is lost
		tb.play(tb.line[len(tb.line)-1].State.Legal()[0].Says)
	}
	a := tb.advice(true)
	if a.Advice.Verdict != games.Winnable || a.At > 3 {
		t.Fatalf("the last win was after fact %d: %+v; want before the last move", a.At, a.Advice)
	}
	s := tb.line[a.At-1].State
	for _, d := range a.Advice.Line {
		next, err := s.Apply(d)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if len(s.Standing().Won) == 0 {
		t.Errorf("its line ends in\n%s", s)
	}
	if later := tb.line[a.At]; tb.think.known[key(thought{Think: companion.Think{Rules: tb.rules, Setup: tb.setup}}, later.State)].Verdict != games.Lost {
		t.Errorf("after fact %d nothing is lost", later.Seq)
	}
}

func TestWhereNothingCouldBeWon(t *testing.T) {
	tb := begin(t, shut)
	tb.line = tb.line[3:]
	tb.play(tb.line[0].State.Legal()[0].Says)
	if a := tb.advice(true); a.Advice.Verdict != games.Open || a.At != 4 {
		t.Errorf("%+v", a)
	}
}

func TestALaterQuestionCallsAnEarlierOneOff(t *testing.T) {
	tb := begin(t, near)
	began, ended := make(chan struct{}), make(chan error, 1)
	ask := tb.think.ask
	tb.think.ask = func(ctx context.Context, q question) (games.Advice, error) {
		tb.think.ask = ask
		close(began)
		<-ctx.Done()
		ended <- ctx.Err()
		return games.Advice{}, ctx.Err()
	}
	tb.think.Think(companion.Think{Position: "first", Rules: tb.rules, Setup: tb.setup, Line: tb.line})
	<-began
	if a := tb.advice(false); a.Position != "x" || a.Advice.Verdict != games.Winnable {
		t.Errorf("%+v", a)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the first ended by %v", err)
	}
}

func TestNothingIsAnsweredOnceNobodyAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := begin(t, near)
		tb.think.ask = func(ctx context.Context, q question) (games.Advice, error) {
			tb.asked++
			<-ctx.Done()
			return games.Advice{}, ctx.Err()
		}
		tb.think.Think(companion.Think{Position: "x", Rules: tb.rules, Setup: tb.setup, Line: tb.line})
		synctest.Wait()
		tb.think.Think(companion.Think{})
		synctest.Wait()
		if tb.asked != 1 || len(tb.said)+len(tb.fails) > 0 {
			t.Errorf("asked %d times, %d answers, %d failures; want 1, 0, 0", tb.asked, len(tb.said), len(tb.fails))
		}
	})
}

func TestAChildThatFailsCostsTheAnswerOnly(t *testing.T) {
	tb := begin(t, near)
	tb.think.ask = child{"/bin/false", nil}.ask
	if a := tb.advice(false); a.Advice.Verdict != games.Open || len(tb.fails) != 1 {
		t.Errorf("%+v, and %d failures", a, len(tb.fails))
	}
	tb.think.ask = own(t).ask
	if a := tb.advice(false); a.Advice.Verdict != games.Winnable {
		t.Errorf("then %+v", a)
	}
}

func TestAChildAnswersWhatItKnowsOnly(t *testing.T) {
	for name, q := range map[string]string{
		"no question":      "",
		"another game":     `{"Game":"mice","Setup":{"Seats":2},"Position":""}` + "\n",
		"no such game":     `{"Game":"chess"}` + "\n",
		"not a position":   `{"Game":"maze","Setup":{"Seats":2},"Position":"?"}` + "\n",
		"seats are wanted": `{"Game":"maze"}` + "\n",
	} {
		var out bytes.Buffer
		if err := serve(strings.NewReader(q), &out, catalogue.Games()); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, &out)
		}
	}
}

func TestAChildEndsOnceItsParentIsGone(t *testing.T) {
	c := own(t)
	cmd := exec.CommandContext(t.Context(), c.path, c.args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if err := cmd.Wait(); err == nil {
		t.Error("it ended well, though nobody asked anything")
	}
}
