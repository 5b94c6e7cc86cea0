package kit

import (
	"fmt"
	"runtime"
	"strings"

	"tabletop/games"
)

// Bounds are how much is played of a game: there are games that never end.
type Bounds struct {
	Games     int         // at each number of seats
	Positions int         // of each of them
	Every     int         // of these one in so many, drawn at random, the first and the end are held against the contract; 0: all
	Tries     int         // of the decisions and of the rulings at each position, drawn at random; 0: all
	While     func() bool // asked before each position and each decision that is tried there, so that a clock can end it; nil: on to the end
}

// Finding is a breach of the contract of package games.
type Finding struct {
	Part     string            // of the kit: "words", "art", "setup", "games"
	What     string            // in English, for whoever made the game
	Said     map[string]string // by language: the rule of the game that refused something, if one did
	Setup    string            // of the game it happened in, "seats=2 risk=on"; "" if in none
	Path     []games.Decision  // from the first position to where it happened, rulings as "fix …"
	Position string            // there, as text
}

// String prints f on lines: what, how to come there, and where.
func (f Finding) String() string {
	if f.Setup == "" {
		return f.What
	}
	said := make([]string, len(f.Path))
	for i, d := range f.Path {
		said[i] = string(d)
	}
	return fmt.Sprintf("%s\n%s : %s\n%s", f.What, f.Setup, strings.Join(said, ", "), f.Position)
}

// Report is what Run found, and how much of the game it has seen for that.
type Report struct {
	Findings         []Finding
	Games, Positions int
}

// Run holds r against the contract of package games. It plays a game at each number of
// seats, then another at each, so that a clock that ends it leaves out none. Of each part it
// tells one thing or a few: a random game ends with the first. A panic of the game is a
// finding. So is what a state says by a method Faults() []error, if it has one: what of its
// own failed and was left out. An error that has a method In(lang string) string says itself
// in that language.
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

// part is a part of the kit that is run without a test.
type part struct {
	name     string
	findings []Finding
}

// run runs check and returns what it finds.
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
