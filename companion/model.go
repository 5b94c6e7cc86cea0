package companion

import (
	"time"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// Model is everything the companion knows. It is a value: Update returns the
// next one, and an older one stays what it was.
type Model struct {
	games     games.Catalogue
	ownDice   string // the own dice that the configuration gives; see dice
	printer   bool
	lang      words.Lang
	texts     map[textKey]*words.Catalogue // never changed after New
	templates []Template                   // nor these
	started   bool
	now       time.Duration
	wall      time.Time
	reserve   luck.Secret // the next match's secret
	ready     bool        // reserve is fresh

	settings map[string]string // copied before it is changed
	shared   map[string]string // those of the settings that anybody may see; copied before it is changed
	sheets   []Template        // those of the settings, by name; made anew when one changes
	players  []string
	firsts   map[string]int // how often each began; copied before it is changed
	open     []session      // matches to go on with, the one on the panel first
	cups     session        // the dice's own match
	last     match.Match    // the one that ended last, its secret open
	stack    []place
	pending  *pending
	lost     *pending // what the disk refused, while the table is asked
	backlog  []Keep   // what waits for the disk to return
	unsaved  bool
	replaced bool // the backlog is what a new database must hold
	tickets  int
	tags     map[string]int // copied before it is changed

	guests   []Guest // copied before it is changed
	invite   invite
	wrong    []time.Duration // when wrong codes were tried of late
	carrying carried
	reach    Reached
	clock    Timed
	timed    bool // clock was said

	light   Light
	idle    bool // nobody has pressed a key for a while
	shift   uint8
	held    Key
	blink   bool
	flash   bool // the dark half of an alarm's second
	rolling uint8
	count   countdown

	counted time.Duration // up to when the time was given to whose it was
	due     time.Duration // when the clock's next second is asked for; 0: not
	fell    string        // whose time is up and not said yet
}

type textKey struct {
	lang words.Lang
	game string
}

// session is a match and what the box alone knows of it.
type session struct {
	id     string
	match  match.Match
	secret luck.Secret   // zero once opened
	first  int           // who begins: 0 drawn, fair, a seat; played once that is settled
	since  time.Duration // when the match was at ms 0, on the clock of events
	run    run
}

// What the first of a session may be beside a seat.
const (
	fair   = -1 // drawn among those who have begun least often
	played = -2 // the session has begun
)

// Config is what New needs to know.
type Config struct {
	Games     games.Catalogue // every game, in the order the menu offers them
	OwnDice   string          // option dice of the game dice, "" for none
	Printer   bool            // there is one: matches can be printed
	Templates []Template      // set-ups to choose from, in the order the menu offers them
}

// New returns a model that waits for Started. Its error is a game's catalogue
// that doesn't parse.
func New(c Config) (Model, error) {
	m := Model{games: c.Games, ownDice: c.OwnDice, printer: c.Printer, templates: c.Templates, lang: words.Russian, texts: map[textKey]*words.Catalogue{}}
	for _, lang := range words.Langs {
		own := words.Own(lang)
		m.texts[textKey{lang, ""}] = own
		for _, r := range c.Games {
			w, err := words.For(lang, own, r)
			if err != nil {
				return Model{}, err
			}
			m.texts[textKey{lang, r.Name()}] = w
		}
	}
	return m, nil
}

// Update returns the model after e, and what it asks for.
func (m Model) Update(e Event) (Model, []Effect) {
	m = m.elapsed(e.At)
	m.now, m.wall = e.At, e.Wall
	if m.clock.Ahead != 0 && !m.wall.IsZero() {
		m.wall = m.wall.Add(m.clock.Ahead)
	}
	m, effects := m.happen(e)
	m, effects = m.wind(effects)
	return m.doorstep(effects)
}

func (m Model) happen(e Event) (Model, []Effect) {
	if m.pending != nil {
		return m.whileWriting(e)
	}
	if m.lost != nil && outlasts(e.What) {
		return m.holdLost(e), nil
	}
	switch w := e.What.(type) {
	case Started:
		m.tickets, m.firsts = w.Ticket, w.Evening.Firsts
		m = m.offering(w.Evening.Settings)
		return m.start(w.Evening)
	case Press:
		return m.press(w)
	case Edge:
		return m.edge(w)
	case Tick:
		return m.tick(w.Tag)
	case Random:
		return m.random(w)
	case Joined:
		return m.joined(w)
	case Asked:
		return m.request(w)
	case Done:
		return m.done(w)
	case Reached:
		return m.reached(w)
	case Timed:
		m.clock, m.timed = w, true
	case Decided:
		return m.decided(w)
	case Revised:
		return m.revised(w)
	case Overruled:
		return m.overruled(w)
	case SetUp:
		return m.setUpFrom(w)
	case Begun:
		return m.begunFrom(w)
	case Closed:
		return m.closed(w)
	case Resumed:
		return m.resumed(w)
	case Chose:
		return m.chose(w)
	case Kept:
		return m.backlogKept(w)
	case Lost:
		return m.backlogLost(w)
	case Renewed:
		return m.renewed(w)
	case Trouble:
		return m.troubled(w)
	}
	return m, nil
}

// Effect is one of the effects of this package.
type Effect any

// View returns what panel and matrix should show.
func (m Model) View() View {
	v := m.scene()
	v.Light, v.Blink, v.Unsaved = m.light, m.blink, m.unsaved
	if m.unsaved && v.Foot != "" {
		v.Foot = m.word("foot.unsaved")
	}
	v.ShiftX, v.ShiftY, v.Drift = m.shift%3, m.shift/3%3, m.shift/9
	v.Far = v.Kind == KindCode && m.shift%2 == 1
	return v
}

// scene is the screen in sight, whatever the light.
func (m Model) scene() View {
	switch {
	case m.light == Off:
		return View{Kind: KindDark}
	case !m.started:
		return View{Kind: KindMessage, Title: m.word("starting")}
	case m.rolling > 0:
		return m.rollingView()
	}
	v := m.page().view(m)
	v.Lamps = m.lamps(v.Lamps)
	return v
}

// Settled reports whether nothing is under way: all is kept and drawn.
func (m Model) Settled() bool { return m.pending == nil && m.rolling == 0 && !m.blink }

// Match returns the match on the panel, or a zero one.
func (m Model) Match() match.Match { return m.session().match }

// Last returns the match on the panel, or where there is none the one that ended
// last, so that its opened record can be fetched.
func (m Model) Last() match.Match {
	if mt := m.Match(); !mt.IsZero() {
		return mt
	}
	return m.last
}

// Lang returns the language of the panel.
func (m Model) Lang() words.Lang { return m.lang }

// Words returns the catalogue of a game in the panel's language.
func (m Model) Words(game string) *words.Catalogue { return m.WordsIn(m.lang, game) }

// WordsIn returns the catalogue of a game, or for "" the companion's own, in a
// language; nil where there is no such game or language.
func (m Model) WordsIn(lang words.Lang, game string) *words.Catalogue {
	return m.texts[textKey{lang, game}]
}

// gameWords are those of the game on the panel.
func (m Model) gameWords() *words.Catalogue { return m.Words(m.Match().Rules().Name()) }

func (m Model) word(key string, args ...string) string { return m.Words("").Word(key, args...) }

// front says which match a page is about.
type front uint8

const (
	frontNone front = iota
	frontTable
	frontCups
)

// front is what the page in sight, or the one it was opened from, is about.
func (m Model) front() front {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if f := m.stack[i].page.front; f != frontNone {
			return f
		}
	}
	return frontNone
}

func (m Model) session() session {
	switch f := m.front(); {
	case f == frontCups:
		return m.cups
	case f == frontTable && len(m.open) > 0:
		return m.open[0]
	}
	return session{}
}

// with returns the model with s in the place of the session on the panel.
func (m Model) with(s session) Model {
	if m.front() == frontCups {
		m.cups = s
		return m
	}
	if m.open[0].first != played && s.first == played {
		m = m.begins(s.match)
	}
	m.open = append([]session{s}, m.open[1:]...)
	return m
}

func (m Model) rules(name string) games.Rules { return m.games.Find(name) }

// stamp labels a fact of s: the wall clock and the match's own time.
func (m Model) stamp(s session) match.Stamp {
	at := ""
	if !m.wall.IsZero() && m.Sure() {
		at = m.wall.UTC().Format(time.RFC3339)
	}
	ms := (m.now - s.since).Milliseconds()
	return match.Stamp{At: at, MS: ms, Idle: s.idle(ms)}
}

// seq is the last fact of the match on the panel, 0 where there is none.
func (m Model) seq() int {
	if s := m.session(); !s.match.IsZero() {
		return s.match.Seq()
	}
	return 0
}
