package kit

import (
	"fmt"
	"runtime"
	"strings"

	"tabletop/games"
)

// Bounds limits how much the kit plays. Some games never end.
type Bounds struct {
	// Games is the number of games for each number of seats.
	Games int
	// Positions is the maximum number of positions in a game.
	Positions int
	// Every selects the positions to check: the first, the last and, of the positions between, one
	// in Every on average, drawn at random. 0 means that all positions are checked.
	Every int
	// Tries is the maximum number of decisions, and of rulings, to try at a position. They are
	// drawn at random. 0 means that all are tried.
	Tries int
	// While is called before each position and before each tried decision. If it returns false,
	// for instance because time is up, the run ends. nil sets no limit.
	While func() bool
	// Playouts is the maximum number of quick games for each number of seats. Run plays them first.
	Playouts int
	// Quick is called before each quick game. If it returns false, no further quick game is played.
	// nil sets no limit.
	Quick func() bool
	// Seen is called at each position with the numbers of games and positions so far; nil for
	// nothing.
	Seen func(games, positions int)
}

// Finding is a breach of the contract of package games.
type Finding struct {
	Part     string            // the part of the kit: "words", "art", "setup", "games"
	What     string            // description of the breach in English, for the author of the game
	Said     map[string]string // text of the rule that refused a decision, by language; may be empty
	Setup    string            // set-up of the game, "seats=2 risk=on"; "" outside a game
	Path     []games.Decision  // decisions up to the finding, with rulings as "fix …"
	Tried    games.Decision    `json:",omitempty"` // the decision that was refused or failed after Path; "" for none
	Position string            // the position with the breach, as text
}

// String prints f on several lines: the breach, the set-up with the decisions, and the position.
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

// Report is the result of Run: the findings, and the numbers of games and positions played.
type Report struct {
	Findings         []Finding
	Doubts           []Finding `json:",omitempty"` // positions where perhaps nothing is allowed; one at most
	Games, Positions int       // include those of quick games
	Reach            *Reach    `json:",omitempty"` // nil unless quick games were played
}

// Run checks r against the contract of package games. It plays one game with each number of seats,
// then a second game with each, and so on. So every number of seats is played even if b.While ends
// the run early. Each part of the kit reports a few findings at most, and a random game ends with
// its first finding. A panic of the game is a finding. If a state has a method Faults() []error,
// the errors that the method returns are findings too: they are failures that the state itself
// reports. If an error has a method In(lang string) string, Run takes the text of the error in
// each language from that method. If its method Stuck() bool returns true, players can go on by
// another correction: after a decision edit or a ruling it is a doubt instead, which ends that game.
// A doubt is also where none of the numbers that Run tried is allowed, if there are too many to try all.
func Run(r games.Rules, b Bounds) Report {
	k := New(r, b)
	all := run("words", k.CheckCatalogues)
	if len(all) > 0 {
		return Report{Findings: all}
	}
	all = append(run("art", k.CheckArt), run("setup", k.CheckSetups)...)
	if b.Playouts > 0 && len(all) == 0 {
		k.reach = newReach(r)
		all = append(all, run("games", k.playQuick)...)
	}
	least, most := r.Seats()
	for n := range b.Games {
		for seats := least; seats <= most && len(all) == 0; seats++ {
			all = append(all, run("games", func(t T) { k.checkGame(t, seats, n) })...)
		}
	}
	return k.report(all)
}

// report returns the report of Run with the given findings.
func (k *Kit) report(findings []Finding) Report {
	made := Report{Findings: findings, Games: k.games, Positions: k.positions}
	if k.doubt != nil {
		made.Doubts = []Finding{*k.doubt}
	}
	if k.reach != nil {
		reached := k.reach.missing(k.rules)
		made.Games, made.Positions, made.Reach = made.Games+reached.Games, made.Positions+reached.Positions, &reached
	}
	return made
}

// seen calls Bounds.Seen.
func (k *Kit) seen() {
	if k.Bounds.Seen == nil {
		return
	}
	if k.reach != nil {
		k.Bounds.Seen(k.games+k.reach.Games, k.positions+k.reach.Positions)
		return
	}
	k.Bounds.Seen(k.games, k.positions)
}

// part collects the findings of one part of the kit when it runs outside a test.
type part struct {
	name     string
	findings []Finding
}

// run calls check in a new goroutine and returns its findings.
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

// stop adds f and ends the goroutine of the part.
func (p *part) stop(f Finding) {
	f.Part = p.name
	p.findings = append(p.findings, f)
	runtime.Goexit()
}

// Helper does nothing, because a finding names no line of code.
func (p *part) Helper() {}

// Errorf adds a finding with that text.
func (p *part) Errorf(format string, args ...any) {
	p.findings = append(p.findings, Finding{Part: p.name, What: fmt.Sprintf(format, args...)})
}

// Fatalf adds a finding with that text and ends the goroutine of the part.
func (p *part) Fatalf(format string, args ...any) {
	p.stop(Finding{What: fmt.Sprintf(format, args...)})
}
