package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/waittest"
)

// A soak is an evening at random: keys, phones, a scanner and a table panel do whatever
// they may for as long as it is told, and the daemon is ended now and then, mostly by
// the plug. What it has shown must be there afterwards; nothing that is wrong may be
// answered or logged; and of one long life the figures must stay flat:
//
//	go test ./cmd/companiond -run Soak -soak 20m -timeout 1h -v
//
// One that is given a folder goes on where the last one ended:
//
//	go test ./cmd/companiond -run Soak -soak 20m -soak-state ~/soak -timeout 1h -v

var (
	soakSpan  = flag.Duration("soak", 0, "how long the soak lasts; 0: some steps")
	soakSeed  = flag.Uint64("soakseed", 0, "what the soak does; 0: chosen by chance")
	soakState = flag.String("soak-state", "", "the folder in which the soak goes on, and leaves what the next one needs; none: a new one each time")
)

// A quarter of the span is short lives, each ended in another way, and the rest one
// long life. One without a span is so many steps.
const (
	shortSteps = 10
	longSteps  = 60
	shortLives = 10
	mostWait   = time.Minute // between two measurements
	leastWait  = 500 * time.Millisecond
	stepTime   = 50 * time.Millisecond // no evening is faster
	mostFaults = 20
)

// soak is the evening, and what is known of the daemon.
type soak struct {
	t     *testing.T
	span  time.Duration
	rand  *rand.Rand
	seed  uint64
	began time.Time
	last  soakMemory // of the soak before on this folder

	state   string   // the folder
	socket  *os.File // the daemon's, whichever process that is
	address string   // from which phones come; "" where there is none but loopback
	at      string   // where they find the page
	unit    *unit

	box            *asker   // whoever comes by the socket
	phones         []*asker // those that were let in
	streams        []net.Conn
	scanner, panel device
	backup         string    // one that was fetched earlier
	wrong          time.Time // when a wrong code was tried last

	seqs   map[string]int // of each match, the last that was told
	does   map[string]int // how often each step was taken
	told   map[string]int // how often each route answered with each status
	logged map[string]int // how often the daemon said what it may

	lives, steps, decisions, refused, faults int
	step                                     string // that is being taken
}

func TestSoakLosesNothingAndStaysFlat(t *testing.T) {
	beUnit()
	span, seed := *soakSpan, *soakSeed
	if span == 0 {
		t.Parallel()
	}
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-soak %v -soakseed %d", span, seed)
	s := newSoak(t, span, seed)
	s.shortLives()
	life := s.longLife()
	s.restart(syscall.SIGKILL, s.decision)
	memory := s.memory()
	s.end(syscall.SIGTERM)
	t.Logf("\n%s", s.tally())
	left(t, s.state)
	if span > 0 {
		s.judge(life)
	}
	if *soakState != "" && !t.Failed() {
		memory.save(t, *soakState)
	}
	t.Log(s.inOneLine(life, memory))
}

// judge fails if a figure has risen, or something was never done.
func (s *soak) judge(life []figures) {
	for _, figure := range rising(life) {
		s.t.Errorf("of one life at its end more is held than at its beginning: %s\n%s", figure, table(life))
	}
	var all []string
	for _, step := range soakSteps {
		all = append(all, step.name)
	}
	for _, r := range catalogue.Games().Games {
		if r.Name() != dice { // they are rolled by keys only, and so perhaps not at all
			all = append(all, matchOf+r.Name())
		}
	}
	for _, name := range all {
		if s.does[name] == 0 && s.address != "" {
			s.t.Errorf("%s: it never happened", name)
		}
	}
}

// newSoak starts a daemon on an empty folder, past its first screen, or on that of the
// soak before.
func newSoak(t *testing.T, span time.Duration, seed uint64) *soak {
	t.Helper()
	dir := t.TempDir()
	folder := cmp.Or(*soakState, dir)
	last := recall(t, folder)
	s := &soak{
		t: t, span: span, rand: rand.New(rand.NewPCG(seed, 0)), seed: seed, began: time.Now(), last: last, state: filepath.Join(folder, "state"),
		address: soakAddress(t), seqs: map[string]int{}, does: map[string]int{}, told: map[string]int{}, logged: map[string]int{},
		scanner: device{t: t, link: filepath.Join(dir, "scanner")}, panel: device{t: t, link: filepath.Join(dir, "panel")},
	}
	write(t, filepath.Join(s.state, "companion.toml"),
		fmt.Sprintf("[scanner]\nport = %q\n[table]\nport = %q\n%s", s.scanner.link, s.panel.link, codes))
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "socket"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	if s.socket, err = l.File(); err != nil {
		t.Fatal(err)
	}
	s.box = newAsker("unix", l.Addr().String())
	if s.last.Runs > 0 {
		s.goOn()
		return s
	}
	s.start()
	s.keys("press ok") // Русский
	return s
}

// soakAddress is an address of this machine that is no loopback address: who comes from
// one of those is as good as the wired keys of a simulated panel.
func soakAddress(t *testing.T) string {
	t.Helper()
	up, err := nics()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range up {
		for _, a := range n.addrs {
			if a.IsPrivate() {
				return a.String()
			}
		}
	}
	t.Log("NOT TESTED: there is no address in a private network here, so no phone has to join")
	return ""
}

// start starts the daemon on the folder, and lets the phones know where.
func (s *soak) start() {
	s.lives++
	host, listen := s.address, ":0"
	if host == "" {
		host, listen = "127.0.0.1", "127.0.0.1:0"
	}
	s.unit = startUnit(s.t, s.state, listen, s.socket)
	s.at = net.JoinHostPort(host, s.unit.port())
	if s.address == "" {
		s.phones = []*asker{s.stranger(), s.stranger()}
	}
	for _, p := range s.phones {
		p.reach("tcp", s.at)
	}
}

// end ends the daemon by a signal.
func (s *soak) end(by syscall.Signal) {
	s.unit.end(by)
	s.readJournal()
	for known, n := range s.unit.journal.known {
		s.logged[known] += n
	}
	s.leaveStreams()
	s.box.client.CloseIdleConnections()
}

// readJournal fails if something was logged that should not be.
func (s *soak) readJournal() {
	for _, line := range s.unit.journal.amiss() {
		s.fault("the daemon logs %s", line)
	}
}

// fault is something wrong. The soak goes on, so that it tells more of it.
func (s *soak) fault(format string, args ...any) {
	s.t.Errorf("after %v, in step %d (%s): %s", time.Since(s.began).Round(time.Second), s.steps, s.step, fmt.Sprintf(format, args...))
	if s.faults++; s.faults == mostFaults {
		s.unit.fatal("%d faults are enough", s.faults)
	}
}

// shortLives ends them by the plug or by a signal, while nothing happens or something
// is being kept.
func (s *soak) shortLives() {
	for i := 0; i < 2 || time.Since(s.began) < s.span/4; i++ {
		s.play(s.span/4/shortLives, shortSteps)
		by := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}[i%2]
		meanwhile := []func() request{nil, s.decision, s.newMatch, s.restoring}[s.rand.IntN(4)]
		s.restart(by, meanwhile)
	}
}

// In every twentieth minute the table takes a break, and the panel invites phones, dims
// or goes dark; in the middle of a life that is shorter, but not a moment, another one in
// each soak on the same folder.
const (
	breakEvery = 20
	leastBreak = 10 * time.Minute // a life that has one
)

var breaks = []time.Duration{130 * time.Second, 610 * time.Second, 70 * time.Second}

// longLife measures a daemon that lives for the rest of the span.
func (s *soak) longLife() (life []figures) {
	span := s.span * 3 / 4
	wait := max(min(span/(3*fewest/2), mostWait), leastWait)
	s.t.Logf("\n%s", columnsOfFigures)
	for end := time.Now().Add(span); len(life) == 0 || time.Now().Before(end); {
		s.play(wait, longSteps)
		life = append(life, s.measure())
		s.t.Logf("\n%s", life[len(life)-1])
		switch n := len(life); {
		case wait == mostWait && n%breakEvery == 0:
			s.pause(breaks[n/breakEvery%len(breaks)])
		case wait < mostWait && span >= leastBreak && n == fewest/2:
			s.pause(breaks[s.last.Runs%len(breaks)])
		}
	}
	return life
}

// play takes steps at random for so long, or so many where the soak has no span.
func (s *soak) play(span time.Duration, steps int) {
	weights := 0
	for _, step := range soakSteps {
		weights += step.weight
	}
	for end := time.Now().Add(span); s.span == 0 && steps > 0 || time.Now().Before(end); steps-- {
		next := time.Now().Add(stepTime)
		n := s.rand.IntN(weights)
		for _, step := range soakSteps {
			if n -= step.weight; n < 0 {
				s.take(step)
				break
			}
		}
		if s.span > 0 {
			s.pause(time.Until(next))
		}
	}
}

// pause lets real time pass: a table that takes a break, a panel that goes dark, a plug that
// is pulled at some instant of what the daemon does. Nothing else in a soak waits for time.
func (s *soak) pause(d time.Duration) { time.Sleep(d) }

// take takes one step.
func (s *soak) take(step soakStep) {
	s.steps++
	s.step = step.name
	if step.do(s) {
		s.does[step.name]++
	}
	if s.steps%tidyEvery == 0 {
		s.tidy()
	}
	s.readJournal()
}

// rest lets everybody leave, and waits until nothing is under way.
func (s *soak) rest() {
	s.leaveStreams()
	s.scanner.pull()
	s.panel.pull()
	s.settled()
	for _, p := range append(slices.Clone(s.phones), s.box) {
		p.client.CloseIdleConnections()
	}
}

// Measuring looks until the figures of a daemon at rest stay the same.
const (
	sameLooks = 8
	mostLooks = 500
)

// measure measures the daemon at rest.
func (s *soak) measure() (f figures) {
	s.rest()
	same, looks := 0, 0
	waittest.Until(s.t, "figures that stay the same", func() (any, bool) {
		before := f
		f = s.unit.figures()
		looks++
		same++
		if f.goroutines != before.goroutines || f.descriptors != before.descriptors {
			same = 0
		}
		return fmt.Sprint(f.goroutines, f.descriptors), same == sameLooks || looks == mostLooks
	})
	f.at, f.steps, f.decisions, f.refused = time.Since(s.began), s.steps, s.decisions, s.refused
	return f
}

// tally says what was done, what was answered and what was logged.
func (s *soak) tally() string {
	var b strings.Builder
	for _, all := range []struct {
		name   string
		counts map[string]int
	}{{"steps", s.does}, {"answers", s.told}, {"logged", s.logged}} {
		fmt.Fprintf(&b, "%s:\n", all.name)
		for _, name := range slices.Sorted(maps.Keys(all.counts)) {
			fmt.Fprintf(&b, "%8d  %s\n", all.counts[name], name)
		}
	}
	return b.String()
}

// restart ends the daemon by a signal, perhaps while it is asked for something, and
// starts it again: all that it had shown or answered must be there.
func (s *soak) restart(by syscall.Signal, meanwhile func() request) {
	before, still := s.settled(), meanwhile == nil
	var r request
	answered := make(chan answer, 1)
	if still {
		answered <- answer{}
	} else {
		r = meanwhile()
		go func() { answered <- r.send() }()
		s.pause(time.Duration(s.rand.IntN(8_000)) * time.Microsecond)
	}
	s.end(by)
	s.start()
	a := <-answered // by the socket a late one is answered by the next daemon
	after := s.kept()
	for _, lost := range before.lacking(after, still) {
		s.fault("after %v and a start there is no more: %s", by, lost)
	}
	if a.status == http.StatusOK && !r.kept(a, before, after) {
		s.fault("%s %s %s was answered by %s and is lost after %v", r.method, r.path, r.body, a.body, by)
	}
	if !still {
		return
	}
	after.panel = "" // it shows the match that lay under the dice's menu
	for _, more := range after.lacking(before, still) {
		s.fault("after %v and a start there is what was not: %s", by, more)
	}
}

// kept is all that outlasts a daemon, but for secrets.
type kept struct {
	head    []string            // players, settings, and what each phone may
	matches map[string][]string // their facts
	panel   string              // the id of the match on it, "" for none and for rolls of dice
	seq     int                 // the last of its facts
}

// kept fetches it.
func (s *soak) kept() kept {
	k := kept{matches: map[string][]string{}}
	var line struct{ Kind, ID string }
	var id string
	for text := range strings.Lines(string(s.get(s.box, "/api/backup").body)) {
		line.Kind = ""
		s.read([]byte(text), &line)
		switch line.Kind {
		case "player", "setting":
			k.head = append(k.head, text)
		case "match":
			id = line.ID
			k.matches[id] = []string{}
		case "backup", "end":
		default:
			k.matches[id] = append(k.matches[id], text)
		}
	}
	for i, p := range slices.Clone(s.phones) {
		var me struct{ Name, Role string }
		if a := s.get(p, "/api/me"); a.status == http.StatusOK {
			s.read(a.body, &me)
		}
		k.head = append(k.head, fmt.Sprintf("phone %d: %s may %s", i, me.Name, me.Role))
	}
	if m, ok := s.match(s.box); ok && m.Game != dice {
		k.panel, k.seq = m.Match, m.Seq
	}
	return k
}

// String says how much is kept.
func (k kept) String() string {
	facts := 0
	for _, lines := range k.matches {
		facts += len(lines)
	}
	return fmt.Sprintf("%q, %d matches of %d facts, that on the panel at %d", k.head, len(k.matches), facts, k.seq)
}

// settled waits until nothing is under way, and returns what there is then.
func (s *soak) settled() (now kept) {
	s.carried()
	waittest.Until(s.t, "a table where nothing is under way", func() (any, bool) {
		before := now
		s.keys("screen")
		now = s.kept()
		return now, reflect.DeepEqual(now, before)
	})
	return now
}

// kept reports whether what was answered by 200 is kept.
func (r request) kept(a answer, before, after kept) bool {
	var done struct{ Seq int }
	_ = json.Unmarshal(a.body, &done) // another answer has none
	switch r.path {
	case "/api/decide", "/api/begin":
		return before.panel == "" || after.panel == before.panel && after.seq >= done.Seq
	case "/api/setup":
		return len(after.matches) > len(before.matches)
	}
	return true
}

// lacking says what of k isn't in other. While something was being kept settings may
// have changed, and the match on the panel.
func (k kept) lacking(other kept, still bool) (lost []string) {
	for _, line := range k.head {
		if (still || !strings.Contains(line, `"kind":"setting"`)) && !slices.Contains(other.head, line) {
			lost = append(lost, line)
		}
	}
	for id, facts := range k.matches {
		has, ok := other.matches[id]
		switch {
		case !ok:
			lost = append(lost, "match "+id)
		case len(has) < len(facts) || !slices.Equal(has[:len(facts)], facts):
			lost = append(lost, fmt.Sprintf("some of the %d facts of match %s, there are %d", len(facts), id, len(has)))
		}
	}
	if still && k.panel != "" && (k.panel != other.panel || k.seq != other.seq) {
		lost = append(lost, fmt.Sprintf("match %q at %d on the panel, but %q at %d", k.panel, k.seq, other.panel, other.seq))
	}
	return lost
}

func TestSoakFindsEverythingThatIsLost(t *testing.T) {
	whole := func() kept {
		return kept{
			head:    []string{`{"kind":"player","name":"Аня"}`, `{"kind":"setting","key":"language","value":"ru"}`, "phone 0: iPhone may play"},
			matches: map[string][]string{"a": {"1", "2"}, "b": {"1"}}, panel: "a", seq: 2,
		}
	}
	for _, c := range []struct {
		change           func(*kept)
		still, meanwhile int // what is missing then, and while something was being kept
	}{
		{func(*kept) {}, 0, 0},
		{func(k *kept) { k.matches["a"] = []string{"1", "2", "3"}; k.seq = 3 }, 1, 0},
		{func(k *kept) { k.matches["a"] = []string{"1"} }, 1, 1},
		{func(k *kept) { k.matches["a"] = []string{"1", "3", "4"} }, 1, 1},
		{func(k *kept) { delete(k.matches, "b") }, 1, 1},
		{func(k *kept) { k.head = k.head[1:] }, 1, 1},
		{func(k *kept) { k.head = slices.Delete(k.head, 1, 2) }, 1, 0},
		{func(k *kept) { k.head[2] = "phone 0: iPhone may look" }, 1, 1},
		{func(k *kept) { k.panel = "b" }, 1, 0},
	} {
		after := whole()
		c.change(&after)
		still, meanwhile := whole().lacking(after, true), whole().lacking(after, false)
		if len(still) != c.still || len(meanwhile) != c.meanwhile {
			t.Errorf("%+v lacks %q, and while something was being kept %q", after, still, meanwhile)
		}
	}
	before, after := whole(), whole()
	told := answer{body: []byte(`{"seq":3}`)}
	if (request{path: "/api/decide"}).kept(told, before, after) || (request{path: "/api/setup"}).kept(told, before, after) {
		t.Error("what was answered and is not there is taken for kept")
	}
}
