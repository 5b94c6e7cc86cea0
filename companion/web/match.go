package web

import (
	"maps"
	"net/http"
	"slices"

	"tabletop/companion"
	"tabletop/companion/clock"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// position is a match in the view of an onlooker, in words.
type position struct {
	Seq int `json:"seq"`
	// Match is the id of the match. A decision sends it together with Seq.
	Match   string            `json:"match"`
	Game    string            `json:"game"`
	Version string            `json:"pictures"`       // version of the game's pictures
	Seats   int               `json:"seats"`          // number of seats, those of newcomers included
	Left    []games.Seat      `json:"left,omitempty"` // seats whose players left for good
	Names   []string          `json:"names"`          // names by seat, seat 1 first
	Looks   []seatLook        `json:"looks"`          // colours and pictures by seat
	Options map[string]string `json:"options"`        // chosen values by option
	Seal    string            `json:"seal,omitempty"`
	Lost    int               `json:"lost,omitempty"`
	Turn    games.Seat        `json:"turn"`  // seat on turn; 0 for chance, -1 for nobody
	Legal   []string          `json:"legal"` // legal decisions as the tool legal prints them
	// Likely is the most likely decision or its first words, or "" for none.
	Likely  games.Decision `json:"likely"`
	Choices []choice       `json:"choices"` // choices of Legal in words, in menu order
	// Aside lists choices that are legal but not on the menu of the turn. Pages ask first.
	Aside []choice `json:"aside,omitempty"`
	// Unordered is true if the words of a choice may be entered in any order: faces of real dice.
	Unordered bool     `json:"unordered,omitempty"`
	Fixes     []choice `json:"fixes"` // rulings that override the rules, in words
	// Verbs has texts for the first words of Choices and Fixes, where the game has them.
	Verbs  map[string]string `json:"verbs,omitempty"`
	Over   bool              `json:"over"`
	Ended  bool              `json:"ended"`
	Scores []int32           `json:"scores"`
	Lowest bool              `json:"lowest"`
	Won    []games.Seat      `json:"won"`
	Why    string            `json:"why,omitempty"`
	Facts  int               `json:"facts"`
	View   view              `json:"view"`
	// Steps lists the work that the players must do by hand before the next decision.
	Steps []task `json:"steps"`
	Sheet []row  `json:"sheet"` // score sheet, round by round
	Rule  string `json:"rule"`  // rule of this phase; "" for none
	// Topics lists the topics of the rules about Choices. See GET /api/rules.
	Topics []topicTitle `json:"topics,omitempty"`
	Undo   *step        `json:"undo"`
	Redo   *step        `json:"redo"`
	Log    []entry      `json:"log"`
	Clock  []clock.Seat `json:"clock"`
	// Device is true if chance is on turn and the device could answer for it.
	Device bool `json:"device"`
	// Ready is true if the match waits under its seal for its beginning.
	Ready  bool    `json:"ready"`
	Advice *advice `json:"advice"` // topics and last answer of the adviser; null for none
	Hints  int     `json:"hints"`  // number of hints that named decisions
	Open   []open  `json:"open"`   // matches that can be resumed
}

// choice is a games.Choice in words.
type choice struct {
	Says    games.Decision `json:"says"`
	From    int32          `json:"from"` // a number from From to To follows Says if From < To
	To      int32          `json:"to"`
	Now     int32          `json:"now"`     // current number
	Grammar string         `json:"grammar"` // grammar of a text that follows Says; "" for none
	Label   string         `json:"label"`
	Stake   string         `json:"stake,omitempty"` // risk or gain of the decision; "" for none
}

// step is an undo or redo. Label describes the decision that the step takes back or restores.
type step struct {
	To    int    `json:"to"`
	Label string `json:"label"`
	Seen  bool   `json:"seen"` // whether the undo takes back an outcome that everybody has seen
}

// entry is a fact in words.
type entry struct {
	Seq  int        `json:"seq"`
	Seat games.Seat `json:"seat"`
	Kind match.Kind `json:"kind"`
	Text string     `json:"text"`
	MS   int64      `json:"ms"`
}

// view is a games.View in words.
type view struct {
	Title  string     `json:"title"`
	Prompt string     `json:"prompt"`
	Lines  []string   `json:"lines"`
	Strip  []tally    `json:"strip"`
	Piles  []pileView `json:"piles"`
	W      int        `json:"w"`
	H      int        `json:"h"`
	Cells  []cell     `json:"cells"`
}

// tally is a count of things, with the seat that owns them.
type tally struct {
	Glyph string     `json:"glyph"`
	N     int        `json:"n"`
	Seat  games.Seat `json:"seat"`
	Mark  uint8      `json:"mark"`
}

// pileView is a pile of things in words, with the seat that it lies in front of.
type pileView struct {
	What string     `json:"what"`
	Seat games.Seat `json:"seat"`
	Of   []tally    `json:"of"`
}

type cell struct {
	Glyph string     `json:"glyph"`
	Name  string     `json:"name,omitempty"`
	Seat  games.Seat `json:"seat"`
	Mark  uint8      `json:"mark"`
	Tag   string     `json:"tag,omitempty"`
}

// mostLog is the default maximum number of lines of the log.
const mostLog = 100

func (s *Server) match(c *call) {
	if c.now.Match.IsZero() {
		c.refuse(http.StatusNotFound, "nomatch")
		return
	}
	p := s.positionFor(c)
	p.Open = s.open(c)
	c.answer(p)
}

// positionFor returns the match on the panel for a client, without the open matches beside it.
func (s *Server) positionFor(c *call) position {
	p := positionOf(c.now.Match, c.wordsOf(c.now.Match.Rules()))
	if c.r.URL.Query().Get("log") != "all" {
		p.Log = p.Log[max(0, len(p.Log)-mostLog):]
	}
	if p.Ended { // an ended match takes no more decisions
		p.Legal, p.Likely, p.Choices, p.Fixes, p.Undo, p.Redo, p.Device = []string{}, "", []choice{}, []choice{}, nil, nil, false
		p.Steps = []task{}
	}
	if !p.Ended {
		p.Topics = s.lessons.about(c)
	}
	p.Looks = looksOf(c.now.Offer.People(), p.Names)
	p.Match, p.Ready, p.Clock, p.Advice = c.now.Point.Match, c.now.Ready, c.now.SeatClocks(), c.advice()
	p.Version = s.versions.of(c.now.Match.Rules())
	return p
}

// positionOf returns the public part of mt. It omits State.String, the views of the seats and
// veiled facts.
func positionOf(mt match.Match, w *words.Catalogue) position {
	state, names, tale := mt.State(), mt.Names(), companion.FactTexts{Match: mt, Words: w}
	standing := state.Standing()
	seen := state.View(games.Nobody)
	p := position{
		Seq: mt.Seq(), Game: mt.Rules().Name(), Seats: mt.Seats(),
		Left: mt.Left(), Names: names, Looks: []seatLook{}, Options: map[string]string{}, Seal: mt.Seal(), Lost: mt.LostSeq(),
		Turn: state.Turn(), Legal: []string{}, Likely: games.Likely(state), Over: standing.Over, Ended: mt.Ended(),
		Scores: append([]int32{}, standing.Scores...), Lowest: standing.Lowest, Won: append([]games.Seat{}, standing.Won...),
		Facts: mt.Seq(), View: viewOf(seen, w, names), Rule: textOf(w, seen.Rule, names),
		Steps: tasksOf(state, w, names), Sheet: sheetOf(state, w),
		Choices: withStakes(choicesOf(games.Entry(state), w, names), seen.Stakes, w, names), Fixes: choicesOf(state.Fixes(), w, names),
		Log: logOf(tale, 0), Device: deviceMay(mt), Hints: mt.HintCount(),
		Aside: choicesOf(games.Aside(state), w, names), Unordered: state.Turn() == games.Chance && games.Unordered(games.Entry(state)),
	}
	maps.Copy(p.Options, mt.Setup().Options)
	p.Verbs = verbsOf(slices.Concat(p.Choices, p.Fixes), w)
	if standing.Over {
		p.Why = textOf(w, standing.Why, names)
	}
	for _, c := range games.Entry(state) {
		p.Legal = append(p.Legal, c.String())
	}
	p.Undo, p.Redo = stepOf(tale, mt.Undo), stepOf(tale, mt.Redo)
	return p
}

func viewOf(v games.View, w *words.Catalogue, names []string) view {
	result := view{
		Title: textOf(w, v.Title, names), Prompt: textOf(w, v.Prompt, names),
		Lines: []string{}, Strip: talliesOf(v.Strip), Piles: []pileView{}, W: v.W, H: v.H, Cells: []cell{},
	}
	for _, t := range v.Lines {
		result.Lines = append(result.Lines, textOf(w, t, names))
	}
	for _, p := range v.Piles {
		result.Piles = append(result.Piles, pileView{textOf(w, p.What, names), p.Seat, talliesOf(p.Of)})
	}
	for _, c := range v.Cells {
		result.Cells = append(result.Cells, cell(c))
	}
	return result
}

func talliesOf(all []games.Tally) []tally {
	result := []tally{}
	for _, t := range all {
		result = append(result, tally(t))
	}
	return result
}

func choicesOf(all []games.Choice, w *words.Catalogue, names []string) []choice {
	result := []choice{}
	for _, c := range w.Sort(all) {
		result = append(result, choice{c.Says, c.From, c.To, c.Now, c.Grammar, w.Decision(c.Says, names), ""})
	}
	return result
}

// verbsOf returns the texts for the first words of choices, where the catalogue has them.
func verbsOf(choices []choice, w *words.Catalogue) map[string]string {
	all := map[string]string{}
	for _, c := range choices {
		if verb := c.Says.Word(0); w.Has("verb." + verb) {
			all[verb] = w.Word("verb." + verb)
		}
	}
	return all
}

// withStakes returns choices with the stakes of their decisions in words.
func withStakes(choices []choice, stakes []games.Stake, w *words.Catalogue, names []string) []choice {
	for i := range choices {
		for _, stake := range stakes {
			if choices[i].Says == stake.Says {
				choices[i].Stake = textOf(w, stake.Text, names)
			}
		}
	}
	return choices
}

// stepOf calls the argument "which" for an undo or redo, and returns the result in words. It
// returns nil if there is no such step.
func stepOf(t companion.FactTexts, which func() (match.Step, bool)) *step {
	s, ok := which()
	if !ok {
		return nil
	}
	return &step{To: s.BackTo, Label: t.Step(s.Fact), Seen: s.Revealed}
}

// logOf returns in words the facts whose seq is greater than after. It omits veiled facts.
func logOf(t companion.FactTexts, after int) []entry {
	log, veil := []entry{}, t.Match.FirstHidden()
	for seq := after + 1; seq < veil; seq++ {
		f := t.Match.Fact(seq)
		if text := t.Line(f); text != "" {
			log = append(log, entry{f.Seq, f.Seat, f.Kind, text, f.MS})
		}
	}
	return log
}

// deviceMay reports whether the device could answer for chance, in a match whose players chose to
// answer for chance themselves.
func deviceMay(mt match.Match) bool {
	return mt.State().Turn() == games.Chance && mt.Seal() != "" && !mt.Opened() && luck.Total(mt.State().Legal()) > 0
}

// mostNews is the maximum number of sentences of news. The latest are kept.
const mostNews = 10

// news returns in words the facts of the match on the panel that the sender of a stale command had
// not seen. It returns none if the sender saw another match.
func (s *Server) news(c *call, command companion.Command) []string {
	c.now = s.table.Now()
	news := []string{}
	saw, ok := companion.PointOf(command)
	if !ok || c.now.Match.IsZero() || saw.Match != c.now.Point.Match || saw.After < 0 {
		return news
	}
	for _, e := range logOf(companion.FactTexts{Match: c.now.Match, Words: c.wordsOf(c.now.Match.Rules())}, saw.After) {
		news = append(news, e.Text)
	}
	return slices.Clip(news[max(0, len(news)-mostNews):])
}

// record serves the facts of the match on the panel. They include the match's secret once it is
// opened.
func (s *Server) record(c *call) {
	if c.now.Match.IsZero() {
		c.refuse(http.StatusNotFound, "nomatch")
		return
	}
	c.record(c.now.Match)
}

// record serves the facts of mt before the first veiled fact. They are a valid record.
func (c *call) record(mt match.Match) {
	c.w.Header().Set("Content-Type", "application/x-ndjson")
	veil := mt.FirstHidden()
	for seq := 1; seq < veil; seq++ {
		line, err := mt.Fact(seq).MarshalJSON()
		if err != nil {
			return // can't fail: the fact was encoded before
		}
		if _, err := c.w.Write(append(line, '\n')); err != nil {
			return // a write fails only if the client is gone
		}
	}
}
