package table

import (
	"strconv"

	"tabletop/games"
	"tabletop/games/internal/packed"
)

// Rules holds no data. It implements the game "table": any other game, set up by a few choices.
type Rules struct{}

// another is the game "table" as a ruleset. Its error is ignored, because a test checks that build
// succeeds.
var another, _ = opened(build(Def{
	Name: "table", Least: 1, Most: MostSeats, Options: tableOptions, With: chosen,
}))

// opened returns m with matches that players may join and leave.
func opened(m ruleset, err error) (ruleset, error) {
	m.open = true
	return m, err
}

var tableOptions = []games.Option{
	{Name: "order", Default: "clockwise", Values: []string{"clockwise", "passing", "snake", "together", "claimed"}},
	{Name: "round", Default: "circle", Values: []string{"circle", "closed"}, Needs: "order=clockwise"},
	{Name: "begins", Default: "same", Values: []string{"same", "moves", "winner", "loser", "behind", "passed", "passing", "drawn", "taken"}},
	{Name: "points", Default: "any", Values: []string{"any", "round", "turn", "end", "wins", "never"}},
	{Name: "wins", Default: "highest", Values: []string{"highest", "lowest"}},
	{Name: "target", Default: "none", Values: []string{"none"}, Grammar: "1..9999"},
	{Name: "rounds", Default: "none", Values: []string{"none"}, Grammar: "1..99"},
	{Name: "call", Default: "none", Values: []string{"none", "now", "circle", "last", "more"}},
	{Name: "out", Default: "no", Values: []string{"no", "yes", "last"}},
	{Name: "teams", Default: "none", Values: []string{"none"}, Grammar: "1..6"},
	{Name: "ties", Default: "shared", Values: []string{"shared", "more"}},
	{Name: "cup", Default: "none", Values: []string{"none", "1d6", "2d6", "3d6", "5d6"}, Grammar: "text"},
	{Name: "categories", Default: "none", Values: []string{"none"}, Grammar: "text"},
}

// chosen returns the Def for a set-up of the game "table".
func chosen(setup games.Setup) (Def, error) {
	value := func(option string) string { return setup.Value(tableOptions, option) }
	d := Def{
		Least: 1, Most: MostSeats, Phases: []Phase{chosenPhase(value)}, Next: chosenFirst(value("begins")), Points: chosenPoints(value("points")),
		Lowest: value("wins") == "lowest", Teams: number(value("teams")),
		Ends: Ends{
			Target: Bound{value("target") != "none", number(value("target"))}, Rounds: number(value("rounds")), Call: chosenCall(value("call")),
			Out: value("out") != "no", Survivor: value("out") == "last",
		},
		Ties: Ties{More: value("ties") == "more"},
	}
	if d.Teams > 0 && d.Teams >= setup.Seats && setup.Seats > 1 {
		return d, games.Refuse(games.Decision("teams="+strconv.Itoa(d.Teams)), "rule.teams", strconv.Itoa(setup.Seats))
	}
	if d.Points == Wins || d.Points == Never {
		d.Target = Bound{}
	}
	if err := chosenCup(&d, value("cup")); err != nil {
		return d, err
	}
	return d, chosenSheet(&d, value("categories"))
}

func chosenPhase(value func(string) string) Phase {
	p := Phase{Order: Order(value("order"))}
	if p.Order == Clockwise && value("round") == "closed" {
		p.Circles = Endless
	}
	return p
}

func chosenFirst(value string) First {
	if value == "same" {
		return Same
	}
	return First(value)
}

func chosenPoints(value string) When {
	if value == "any" {
		return Any
	}
	return When(value)
}

func chosenCall(value string) Call {
	if value == "none" {
		return NoCall
	}
	return Call(value)
}

func chosenCup(d *Def, value string) error {
	if value == "none" {
		return nil
	}
	d.Cup.Dice = value
	if checkCup(d) != nil {
		return games.Refuse(games.Decision("cup="+clipped(value)), "rule.cup", strconv.Itoa(MostDice), strconv.Itoa(MostFaces))
	}
	return nil
}

// chosenSheet parses the option categories and adds each category to d's sheet as a line. It adds
// none if the points of d are Wins or Never.
func chosenSheet(d *Def, value string) error {
	categories, err := ParseCategories(value)
	if err != nil || d.Points == Wins || d.Points == Never {
		return err
	}
	if len(categories) > 0 && d.Points == Turn && (d.Phases[0].Order != Clockwise || d.Phases[0].Circles != 0) {
		return games.Refuse("points=turn", "rule.points.turn")
	}
	for _, c := range categories {
		d.Sheet = append(d.Sheet, Line{Name: c.Name, From: c.From, To: c.To, Factor: c.Factor})
	}
	return nil
}

// Name returns "table".
func (Rules) Name() string { return another.Name() }

// Seats returns 1 and [MostSeats], the least and greatest number of players.
func (Rules) Seats() (least, most int) { return another.Seats() }

// Options returns the options of the game. The option order is the order of turns. round is the
// end of a round: after one turn each, or when it is closed. begins is the seat that begins the
// next round. points is the time when points are written down. call is the effect of calling the
// end. out decides whether seats drop out, and whether the last one wins. teams is the number of
// teams, and cup the dice. wins, target, rounds, ties and categories are those of [Score].
func (Rules) Options() []games.Option { return another.Options() }

// Begins returns seat 1, which begins without a draw.
func (Rules) Begins() games.Seat { return another.Begins() }

// Tracker returns true, because the rules only record the score, without knowing the rules of the
// game.
func (Rules) Tracker() bool { return another.Tracker() }

// Assets returns the engine's catalogues and pictures.
func (Rules) Assets() map[string]string { return tableAssets() }

var tableAssets = packed.Topics(topicFiles, another.Assets)

// New returns the first position of a match.
func (Rules) New(setup games.Setup) (games.State, error) { return another.New(setup) }

// Parse parses a position in the form of String.
func (Rules) Parse(setup games.Setup, text string) (games.State, error) {
	return another.Parse(setup, text)
}

// Shapes returns set-ups that fit many games, the most usual first; see [games.Shapes].
func (Rules) Shapes() []games.Shape {
	return []games.Shape{
		{Name: "rounds", Seats: 4, Options: map[string]string{"rounds": "10"}},
		{Name: "dealer", Seats: 4, Options: map[string]string{"begins": "moves", "round": "closed", "points": "round"}},
		{Name: "passing", Seats: 4, Options: map[string]string{"order": "passing", "begins": "passed", "points": "round"}},
		{Name: "together", Seats: 4, Options: map[string]string{"order": "together", "points": "round"}},
		{Name: "partners", Seats: 4, Options: map[string]string{"begins": "moves", "round": "closed", "points": "round", "teams": "2"}},
		{Name: "call", Seats: 4, Options: map[string]string{"call": "circle", "points": "end"}},
		{Name: "last", Seats: 4, Options: map[string]string{"points": "never", "out": "last"}},
		{Name: "best", Seats: 2, Options: map[string]string{"points": "wins", "round": "closed"}},
	}
}
