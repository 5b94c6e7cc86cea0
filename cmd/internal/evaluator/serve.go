package evaluator

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"tabletop/games"
	"tabletop/games/kit"
)

// Role is the only argument of a child process of the evaluator.
const Role = "evaluate"

// Is reports whether args start a child. args begin with the program's name.
func Is(args []string) bool { return len(args) == 2 && args[1] == Role }

// Main runs the program as a child until its standard input ends, and returns the exit code.
func Main() int { return serve(compile) }

// serve answers the requests on standard input.
func serve(compile Compile) int {
	if err := Serve(os.Stdin, answerFile(), compile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// Compile is a function that compiles a program to the game called name. It returns a [Fault] for
// an invalid program.
type Compile func(name, source string) (games.Rules, error)

// Serve answers requests from in until in ends, and writes the answers to out. It returns when in
// ends, even while a program is running.
func Serve(in io.Reader, out io.Writer, compile Compile) error {
	done := make(chan error, 2)
	go func() {
		s := server{compile: compile, interim: func(a answer) { _ = send(out, a) }} // an error ends the final answer too
		r := reader{in: bufio.NewReader(in), ended: done}
		for {
			q, err := r.next()
			if err == nil {
				r.watch()
				err = send(out, s.answer(q))
			}
			if err != nil {
				done <- err
				return
			}
		}
	}()
	if err := <-done; !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// reader reads requests. Usually one goroutine reads a request and answers it: to hand each request
// to another goroutine would take longer than most answers. If an answer takes longer than
// leastWatch, the reader reads the next request meanwhile, since in may end.
type reader struct {
	in    io.Reader
	ended chan<- error // gets an error of reading meanwhile
	timer *time.Timer  // calls meanwhile; nil before the first request
	ahead chan request // requests read meanwhile
}

// leastWatch is the time after which an answer is slow.
const leastWatch = 10 * time.Millisecond

// watch starts the time of an answer.
func (r *reader) watch() {
	if r.timer == nil {
		r.ahead = make(chan request, 1)
		r.timer = time.AfterFunc(leastWatch, r.meanwhile)
		return
	}
	r.timer.Reset(leastWatch)
}

// next ends the time of an answer and returns the next request.
func (r *reader) next() (q request, err error) {
	if r.timer != nil && !r.timer.Stop() {
		return <-r.ahead, nil // an error is sent to ended
	}
	return q, receive(r.in, &q)
}

// meanwhile reads the next request during an answer.
func (r *reader) meanwhile() {
	var q request
	if err := receive(r.in, &q); err != nil {
		r.ended <- err
		return
	}
	r.ahead <- q
}

// mostPrograms and mostStates are the maximum numbers of cached programs and states. The child
// parses a state again if it is not cached.
const (
	mostPrograms = 8
	mostStates   = 64
)

// server is the child's side of the connection.
type server struct {
	compile  Compile
	interim  func(answer)  // sends an answer before the final one
	programs []program     // cached programs, the most recently used last
	states   []cachedState // cached states, the newest last
	last     uint64        // ID of the newest state
}

type program struct {
	key   string
	rules games.Rules
}

// cachedState is a state with its cache keys: the ID, or all that Parse makes the state from.
type cachedState struct {
	id             uint64
	program, setup string
	text           string
	state          games.State
}

// answer returns the answer to q. A panic of the game becomes an answer with Failed.
func (s *server) answer(q request) (a answer) {
	defer func() {
		if why := recover(); why != nil {
			a = answer{Failed: fmt.Sprint(why)}
		}
	}()
	if q.Memory > 0 {
		if err := limit(q.Memory); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if q.ID > 0 {
		if c := s.cached(func(c cachedState) bool { return c.id == q.ID }); c != nil {
			s.program(c.program)
			return s.reply(*c, q)
		}
		return answer{Unknown: true}
	}
	r, err := s.rules(q)
	if err != nil {
		return failed(err)
	}
	if r == nil {
		return answer{Unknown: true}
	}
	return s.about(r, q)
}

// cached returns the newest cached state that fits, or nil.
func (s *server) cached(fits func(cachedState) bool) *cachedState {
	for i := len(s.states) - 1; i >= 0; i-- {
		if fits(s.states[i]) {
			return &s.states[i]
		}
	}
	return nil
}

// failed converts an error to an answer.
func failed(err error) answer {
	var illegal games.Illegal
	var fault Fault
	switch {
	case errors.As(err, &fault):
		return answer{Fault: &fault}
	case errors.As(err, &illegal):
		return answer{Refused: &illegal}
	}
	return answer{Failed: err.Error()}
}

// rules returns the game of q, from the cache or compiled from q.Source. It returns nil if the game
// is not cached and q has no source.
func (s *server) rules(q request) (games.Rules, error) {
	if r := s.program(q.Key); r != nil {
		return r, nil
	}
	if q.Source == "" && q.Ask != askCheck {
		return nil, nil
	}
	r, err := s.compile(q.Name, q.Source)
	if err != nil {
		return nil, err
	}
	s.programs = last(append(s.programs, program{q.Key, r}), mostPrograms)
	return r, nil
}

// program returns the cached game with that key, which is then the most recently used, or nil.
func (s *server) program(key string) games.Rules {
	for i := len(s.programs) - 1; i >= 0; i-- {
		p := s.programs[i]
		if p.key != key {
			continue
		}
		if i < len(s.programs)-1 {
			s.programs = append(append(s.programs[:i:i], s.programs[i+1:]...), p)
		}
		return p.rules
	}
	return nil
}

// last returns the last most elements of all, or all if there are fewer.
func last[T any](all []T, most int) []T {
	if over := len(all) - most; over > 0 {
		all = append(all[:0:0], all[over:]...)
	}
	return all
}

// about answers a question about a game.
func (s *server) about(r games.Rules, q request) answer {
	switch q.Ask {
	case askRules:
		return answer{Rules: propertiesOf(r)}
	case askFaces:
		return answer{Faces: games.Faces(r, q.Setup, q.Stream)}
	case askTopics:
		return answer{Topics: games.Topics(r, q.Setup)}
	case askNew:
		return s.reach(q.place())(r.New(q.Setup))
	case askParse:
		return s.reach(q.place())(r.Parse(q.Setup, q.Text))
	case askCheck:
		report := check(r, *q.Bounds, s.interim)
		return answer{Rules: propertiesOf(r), Report: &report}
	}
	at, err := s.state(r, q)
	if err != nil {
		return failed(err)
	}
	return s.reply(at, q)
}

// reply answers a question about a state.
func (s *server) reply(at cachedState, q request) answer {
	switch q.Ask {
	case askApply:
		return s.reach(at)(at.state.Apply(q.Says))
	case askFix:
		return s.reach(at)(at.state.Fix(q.Says))
	}
	return look(at.state, q)
}

// progressEach is the interval between two reports of progress.
const progressEach = 200 * time.Millisecond

// check checks a game with package kit, within the bounds b. It sends its progress if b requires it.
func check(r games.Rules, b bounds, interim func(answer)) kit.Report {
	began, last := time.Now(), time.Now()
	much := kit.Bounds{
		Games: b.Games, Positions: b.Positions, Tries: b.Tries, Every: b.Every, Playouts: b.Playouts,
		While: func() bool { return time.Since(began) < b.Within },
		Quick: func() bool { return time.Since(began) < b.Within*2/5 },
	}
	if b.Progress {
		much.Seen = func(games, positions int) {
			if time.Since(last) >= progressEach {
				last = time.Now()
				interim(answer{Progress: &progress{games, positions}})
			}
		}
	}
	return kit.Run(r, much)
}

// place returns the program and the set-up of q as cache keys.
func (q request) place() cachedState {
	return cachedState{program: q.Key, setup: fmt.Sprintf("%d %q", q.Setup.Seats, q.Setup.Options)}
}

// state returns the state of q, from the cache or parsed from q.Text.
func (s *server) state(r games.Rules, q request) (cachedState, error) {
	at := q.place()
	if c := s.cached(func(c cachedState) bool {
		return c.text == q.Text && c.program == at.program && c.setup == at.setup
	}); c != nil {
		return *c, nil
	}
	state, err := r.Parse(q.Setup, q.Text)
	if err != nil {
		return at, err
	}
	return s.store(at, state, q.Text), nil
}

// store caches a state with the program and the set-up of at.
func (s *server) store(at cachedState, state games.State, text string) cachedState {
	s.last++
	at.id, at.state, at.text = s.last, state, text
	s.states = append(s.states, at)
	if over := len(s.states) - mostStates; over > 0 {
		s.states = slices.Delete(s.states, 0, over)
	}
	return at
}

// reach returns a function that caches a new state and returns an answer with the position of that
// state. at has the program and the set-up of the state.
func (s *server) reach(at cachedState) func(games.State, error) answer {
	return func(state games.State, err error) answer {
		if err != nil {
			return failed(err)
		}
		p := positionOf(state)
		p.ID = s.store(at, state, p.Text).id
		return answer{Position: p}
	}
}

func propertiesOf(r games.Rules) *properties {
	least, most := r.Seats()
	t, ok := r.(interface{ Together() bool })
	_, faces := r.(interface {
		Faces(s games.Setup, stream string) []games.Face
	})
	var lacks map[string][]string
	if l, ok := r.(interface{ Lacks() map[string][]string }); ok {
		lacks = l.Lacks()
	}
	return &properties{
		Name: r.Name(), Least: least, Most: most, Options: r.Options(), Assets: r.Assets(),
		Begins: games.Begins(r), Tool: games.IsTool(r), Tracker: games.IsTracker(r), Faces: faces, Taught: games.IsTaught(r),
		Together: ok && t.Together(), Shapes: games.Shapes(r), BGG: games.BGG(r), Lacks: lacks,
	}
}

func positionOf(s games.State) *position {
	seconds, stretch := games.Limit(s)
	return &position{
		Seconds: seconds, Stretch: stretch, Seats: games.SeatsAt(s, games.Setup{}), Left: games.Left(s),
		Text: s.String(), Turn: s.Turn(), Legal: s.Legal(), Standing: s.Standing(),
		Veiled: games.Veiled(s), Moments: games.Moments(s), Has: methodsOf(s),
	}
}

func methodsOf(s games.State) (m methods) {
	_, m.Entry = s.(interface{ Entry() []games.Choice })
	_, m.Again = s.(interface{ Again() (games.Decision, bool) })
	_, m.Likely = s.(interface{ Likely() games.Decision })
	_, m.Starts = s.(interface{ Starts(games.Choice) int32 })
	_, m.Steps = s.(interface{ Steps() []games.Step })
	_, m.Sheet = s.(interface{ Sheet() []games.Row })
	_, m.Audit = s.(interface{ Audit() games.Audit })
	_, m.Canonical = s.(interface {
		Canonical(games.Decision) games.Decision
	})
	return m
}

// look answers a question about a state. It handles the questions whose answer is not another
// state.
func look(s games.State, q request) (a answer) {
	switch q.Ask {
	case askView:
		v := s.View(q.Seat)
		a.View = &v
	case askFixes:
		a.Choices = s.Fixes()
	case askEntry:
		a.Choices = games.Entry(s)
	case askAgain:
		a.Says, a.OK = games.Again(s)
	case askLikely:
		a.Says = games.Likely(s)
	case askStarts:
		a.Number = games.StartOf(s, q.Choice)
	case askSteps:
		a.Steps = games.Steps(s)
	case askSheet:
		a.Sheet = games.Sheet(s)
	case askAudit:
		if audit, ok := games.AuditOf(s); ok {
			a.Audit = &audit
		}
	case askCanonical:
		a.Says = games.Canonical(s, q.Says)
	default:
		a.Failed = "evaluator: unknown question " + q.Ask
	}
	return a
}
