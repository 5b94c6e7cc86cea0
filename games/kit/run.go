package kit

import (
	"fmt"
	"runtime"
	"strings"

	"tabletop/games"
)

// Bounds limit the play of a game: some games never end.
type Bounds struct {
	Games     int         // per number of seats
	Positions int         // per game
	Every     int         // check one in this many positions, at random, and always the first and last; 0: all
	Tries     int         // number of decisions and of rulings tried per position, at random; 0: all
	While     func() bool // called before each position and tried decision; false ends the run, as when time is up; nil: no limit
}

// Finding is a breach of the contract of package games.
type Finding struct {
	Part     string            // part of the kit: "words", "art", "setup", "games"
	What     string            // in English, for the author of the game
	Said     map[string]string // by language: the rule by which the game refused a decision, if it did
	Setup    string            // of that game, "seats=2 risk=on"; "" if in no game
	Path     []games.Decision  // from the first position to the finding, rulings as "fix …"
	Position string            // the position of the finding, as text
}

// String prints f on lines: the breach, the path to the position, and the position.
func (f Finding) String() string {
	if f.Setup == "" {
		return f.What
	}
	path := make([]string, len(f.Path))
	for i, d := range f.Path {
		path[i] = string(d)
	}
	return fmt.Sprintf("%s\n%s : %s\n%s", f.What, f.Setup, strings.Join(path, ", "), f.Position)
}

// Report is the result of Run, with the numbers of games and positions played.
type Report struct {
	Findings         []Finding
	Games, Positions int
}

// Run checks r against the contract of package games. It plays one game per number of seats,
// then another of each, so that a clock that ends the run leaves out no number of seats. Each
// part reports one finding or a few: a random game ends with its first. A panic of the game is
// a finding, and so are the errors from a method Faults() []error of a state, which report its
// own failures and omissions. If an error has a method In(lang string) string, that gives its
// text in a language.
func Run(r games.Rules, b Bounds) Report {
	k := New(r, b)
	all := run("words", k.CheckCatalogues)
	if len(all) > 0 {
		return Report{Findings: all}
	}
	all = append(run("art", k.CheckArt), run("setup", k.CheckSetups)...)
	least, most := r.Seats()
	for n := range b.Games {
		for seats := least; seats <= most && len(all) == 0; seats++ {
			all = append(all, run("games", func(t T) { k.checkGame(t, seats, n) })...)
		}
	}
	return Report{Findings: all, Games: k.games, Positions: k.positions}
}

// part is a part of the kit that runs outside a test.
type part struct {
	name     string
	findings []Finding
}

// run runs check and returns its findings.
func run(name string, check func(T)) []Finding {
	p, done := &part{name: name}, make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if why := recover(); why != nil {
				p.Errorf("the game panics: %v", why)
			}
		}()
		check(p)
	}()
	<-done
	return p.findings
}

// stop adds f and ends the part.
func (p *part) stop(f Finding) {
	f.Part = p.name
	p.findings = append(p.findings, f)
	runtime.Goexit()
}

// Helper does nothing: a finding has no line of code.
func (p *part) Helper() {}

// Errorf adds a finding.
func (p *part) Errorf(format string, args ...any) {
	p.findings = append(p.findings, Finding{Part: p.name, What: fmt.Sprintf(format, args...)})
}

// Fatalf adds a finding and ends the part.
func (p *part) Fatalf(format string, args ...any) {
	p.stop(Finding{What: fmt.Sprintf(format, args...)})
}
