package table

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabletop/games"
)

var (
	//go:embed turns_ru.txt
	turnsRussian string
	//go:embed turns_en.txt
	turnsEnglish string
	//go:embed glyphs.txt
	glyphs string
)

// ruleset holds the rules of a game made from a Def.
type ruleset struct {
	def    Def
	assets map[string]string
	words  map[string]bool // keys of the catalogues
	open   bool            // whether players may join and leave a match
}

// New returns the rules of the game that d describes. The error names the fault in d.
func New(d Def) (games.Rules, error) {
	m, err := build(d)
	if err != nil {
		return nil, err
	}
	m.teach()
	return m, nil
}

func build(d Def) (ruleset, error) {
	d, err := checked(d)
	if err != nil {
		return ruleset{}, err
	}
	m := ruleset{def: d, assets: map[string]string{
		"ru":       laid(laid(russian, turnsRussian), d.Words["ru"]),
		"en":       laid(laid(english, turnsEnglish), d.Words["en"]),
		"glyphs":   glyphs + "\n" + left + "\n" + d.Glyphs,
		"pictures": orText(d.Pictures, pictures),
		"art":      orText(d.Art, art),
	}}
	m.remind()
	m.words = keys(m.assets["ru"])
	if err := m.checkWords(); err != nil {
		return ruleset{}, err
	}
	return m, nil
}

// remind gives each phase of Def.Explained the text of its order as its reminder, under "phase.NAME".
func (m *ruleset) remind() {
	for _, p := range m.def.Phases {
		key := "phase." + p.Name
		if !slices.Contains(m.def.Explained, p.Name) || keys(m.assets["ru"])[key] {
			continue
		}
		for _, lang := range []string{"ru", "en"} {
			all := texts(m.assets[lang])
			m.assets[lang] += "\n" + key + " = " + cmp.Or(all["phase."+string(cmp.Or(p.Order, Clockwise))], all["phase.score"]) + "\n"
		}
	}
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// laid merges two catalogues. A line of above replaces the line of below with the same key. The
// lines of above come first, because menus show the lines in this order.
func laid(below, above string) string {
	has := keys(above)
	var b strings.Builder
	for line := range strings.Lines(below) {
		if !has[keyOf(line)] {
			b.WriteString(line)
		}
	}
	return above + "\n" + b.String()
}

// keys returns the keys of a catalogue.
func keys(catalogue string) map[string]bool {
	all := map[string]bool{}
	for line := range strings.Lines(catalogue) {
		if key := keyOf(line); key != "" {
			all[key] = true
		}
	}
	return all
}

// keyOf returns the key of a line of a catalogue, or "" if the line has none.
func keyOf(line string) string {
	key, _, ok := strings.Cut(line, " = ")
	if key = strings.TrimSpace(key); !ok || strings.HasPrefix(key, "#") {
		return ""
	}
	return key
}

// checkWords returns an error if one language lacks a key of the other.
func (m *ruleset) checkWords() error {
	english := keys(m.assets["en"])
	for _, pair := range []struct {
		has, lacks string
		a, b       map[string]bool
	}{{"ru", "en", m.words, english}, {"en", "ru", english, m.words}} {
		for _, key := range slices.Sorted(maps.Keys(pair.a)) {
			if !pair.b[key] {
				return fmt.Errorf("table: words: %q is in %s, not in %s", key, pair.has, pair.lacks)
			}
		}
	}
	return nil
}

// Name returns the name of the Def.
func (m ruleset) Name() string { return m.def.Name }

// Seats returns the least and greatest number of players.
func (m ruleset) Seats() (least, most int) { return m.def.Least, m.def.Most }

// Options returns the options of the Def.
func (m ruleset) Options() []games.Option { return m.def.Options }

// Begins returns seat 1, or Chance if the player of seat 1 is drawn.
func (m ruleset) Begins() games.Seat {
	if m.def.Drawn {
		return games.Chance
	}
	return 1
}

// Tracker returns true, because the rules only record the score, without knowing the rules of the
// game.
func (m ruleset) Tracker() bool { return true }

// Assets returns the engine's assets, replaced or extended by those of the Def.
func (m ruleset) Assets() map[string]string { return maps.Clone(m.assets) }

// New returns the first position of a match.
func (m ruleset) New(setup games.Setup) (games.State, error) {
	s, err := m.empty(setup)
	if err != nil {
		return nil, err
	}
	if s.play != nil {
		s = s.opened()
	}
	return s, nil
}

// empty returns a position without numbers and, in a game with turns, before the first round.
func (m ruleset) empty(setup games.Setup) (state, error) {
	if err := games.CheckSetup(m, setup); err != nil {
		return state{}, err
	}
	d := m.def
	if d.With != nil {
		var err error
		if d, err = m.with(setup); err != nil {
			return state{}, err
		}
	}
	g, err := compile(d, setup.Seats, m.words)
	if err != nil {
		return state{}, err
	}
	if m.open {
		g.room = m.def.Most
	}
	s := state{game: g}
	if g.flat() {
		g.def, g.lines = nil, nil
		return s, nil
	}
	s.play = &play{}
	return s, nil
}

// with returns the Def that the function With of the Def makes for a set-up.
func (m *ruleset) with(setup games.Setup) (Def, error) {
	says := games.Decision(fmt.Sprintf("seats=%d", setup.Seats))
	d, err := m.def.With(setup)
	if err != nil {
		return d, refusal(says, d.Hooks.explained(err))
	}
	if d, err = checked(d); err != nil {
		return d, refusal(says, d.Hooks.explained(err))
	}
	return d, nil
}

// refusal returns err as a games.Illegal. If err is not a games.Illegal yet, refusal makes one that
// refuses the decision says.
func refusal(says games.Decision, err error) error {
	var illegal games.Illegal
	if errors.As(err, &illegal) {
		return illegal
	}
	return games.Refuse(says, "rule.program", clipped(err.Error()))
}

// clipped returns an error message of a program in a form for a panel: up to 120 characters,
// without characters that have a meaning in catalogues.
func clipped(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0xFFFD {
			return ' '
		}
		return r
	}, strings.TrimLeft(text, "@#"))
	runes := []rune(text)
	return string(runes[:min(len(runes), 120)])
}

// flat reports whether g is a plain scoreboard, with points of each round and nothing else.
func (g *game) flat() bool {
	d, e := g.def, g.def.Ends
	sheet := g.derived == nil
	for _, l := range d.Sheet {
		sheet = sheet && l.Table == nil && l.Cap == 0 && !l.Apart && !l.Sum.Is
	}
	return d.Phases[0].Order == Off && d.Points == Each && sheet && g.seats > 1 && d.Teams == 0 && d.Roles == nil &&
		!d.Final && !d.ZeroSum && d.Start == 0 && !d.Down && d.Cup.Dice == "" && d.Counters == nil && len(d.NextBy) == 0 && onlyMore(d.Ties.Steps) && (!e.Target.Is || e.Target.At > 0) &&
		e.Beyond == Counts && !e.AtOnce && e.TargetAt == "" && e.Matches == 0 && !e.Out && !e.OutAt.Is && !e.Survivor && !e.Coop &&
		d.Limits == Limits{} && d.Phases[0].Limit == 0 &&
		d.Hooks.Worth == nil && d.Hooks.Bonus == nil && d.Hooks.Over == nil && d.Hooks.Lead == nil && d.Hooks.Refuse == nil && d.Hooks.Changes == nil
}

// onlyMore reports whether only further rounds break a tie, or nothing.
func onlyMore(steps []Key) bool {
	return !slices.ContainsFunc(steps, func(k Key) bool { return k.By != byMore && k.By != byShared })
}

// word returns the argument of a text for the name of a phase, a line or a role: its word in the
// catalogue, or else the name itself.
func (g *game) word(name string) string {
	if g.words["word."+name] {
		return "#word." + name
	}
	return name
}
