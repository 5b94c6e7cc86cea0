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

// position is a match as an onlooker may see it.
type position struct {
	Seq     int               `json:"seq"`
	Match   string            `json:"match"` // its id: what a decision must have seen, with seq
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Names   []string          `json:"names"`   // seat 1 first
	Options map[string]string `json:"options"` // those that were chosen
	Seal    string            `json:"seal,omitempty"`
	Lost    int               `json:"lost,omitempty"`
	Turn    games.Seat        `json:"turn"`    // 0 chance, -1 nobody
	Legal   []string          `json:"legal"`   // as the tool legal prints them
	Likely  games.Decision    `json:"likely"`  // the likeliest decision, or its first words; "" for none
	Choices []choice          `json:"choices"` // the same in words, as a menu orders them
	Fixes   []choice          `json:"fixes"`   // what the table may rule against the book
	Over    bool              `json:"over"`
	Ended   bool              `json:"ended"`
	Scores  []int32           `json:"scores"`
	Lowest  bool              `json:"lowest"`
	Won     []games.Seat      `json:"won"`
	Why     string            `json:"why,omitempty"`
	Facts   int               `json:"facts"`
	View    view              `json:"view"`
	Steps   []task            `json:"steps"` // what hands must do before the next decision
	Sheet   []row             `json:"sheet"` // the score round by round
	Rule    string            `json:"rule"`  // of this phase, "" for none
	Undo    *step             `json:"undo"`
	Redo    *step             `json:"redo"`
	Log     []entry           `json:"log"`
	Clock   []clock.Seat      `json:"clock"`
	Device  bool              `json:"device"` // chance is on turn, and the device could answer
	Ready   bool              `json:"ready"`  // waits under its seal
	Advice  *advice           `json:"advice"` // null: there is nobody to ask
	Hints   int               `json:"hints"`  // how often decisions were told
	Open    []open            `json:"open"`   // matches to go on with
}

// choice is games.Choice in words.
type choice struct {
	Says    games.Decision `json:"says"`
	From    int32          `json:"from"` // a number follows if from < to
	To      int32          `json:"to"`
	Now     int32          `json:"now"`     // what it is at present
	Grammar string         `json:"grammar"` // or a text
	Label   string         `json:"label"`
}

// step is a step back or forwards, told by what it takes or brings back.
type step struct {
	To    int    `json:"to"`
	Label string `json:"label"`
	Seen  bool   `json:"seen"` // an outcome is taken back that everybody has seen
}

// entry is a fact in words.
type entry struct {
	Seq  int        `json:"seq"`
	Seat games.Seat `json:"seat"`
	Kind match.Kind `json:"kind"`
	Text string     `json:"text"`
	MS   int64      `json:"ms"`
}

type open struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Names []string `json:"names"`
}

// view is games.View in words.
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

// tally is how many there are of something, and whose.
type tally struct {
	Glyph string     `json:"glyph"`
	N     int        `json:"n"`
	Seat  games.Seat `json:"seat"`
	Mark  uint8      `json:"mark"`
}

// lying is a pile in words: what lies together, and in front of whom.
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

// mostLog is how many lines of the log there are unless all are asked for.
const mostLog = 100

func (s *Server) match(c *call) {
	if c.now.Match.IsZero() {
		c.refuse(http.StatusNotFound, "nomatch")
		return
	}
	p := positionOf(c.now.Match, c.wordsOf(c.now.Match.Rules()))
	if c.r.URL.Query().Get("log") != "all" {
		p.Log = p.Log[max(0, len(p.Log)-mostLog):]
	}
	if p.Ended { // nobody decides any more
		p.Legal, p.Likely, p.Choices, p.Fixes, p.Undo, p.Redo, p.Device = []string{}, "", []choice{}, []choice{}, nil, nil, false
		p.Steps = []task{}
	}
	p.Match, p.Ready, p.Open, p.Clock, p.Advice = c.now.Point.Match, c.now.Ready, c.open(), c.now.SeatClocks(), c.advice()
	c.answer(p)
}

// positionOf returns what everybody may know of mt: nothing that State.String or a
// seat's own view would add, and nothing that is veiled.
func positionOf(mt match.Match, w *words.Catalogue) position {
	state, names, tale := mt.State(), mt.Names(), companion.Tale{Match: mt, Words: w}
	standing := state.Standing()
	seen := state.View(games.Nobody)
	p := position{
		Seq: mt.Seq(), Game: mt.Rules().Name(), Seats: mt.Setup().Seats,
		Names: names, Options: map[string]string{}, Seal: mt.Seal(), Lost: mt.Lost(),
		Turn: state.Turn(), Legal: []string{}, Likely: games.Likely(state), Over: standing.Over, Ended: mt.Ended(),
		Scores: append([]int32{}, standing.Scores...), Lowest: standing.Lowest, Won: append([]games.Seat{}, standing.Won...),
		Facts: mt.Seq(), View: viewOf(seen, w, names), Rule: textOf(w, seen.Rule, names),
		Steps: tasksOf(state, w, names), Sheet: sheetOf(state, w),
		Choices: choicesOf(games.Entry(state), w, names), Fixes: choicesOf(state.Fixes(), w, names),
		Log: logOf(tale, 0), Device: deviceMay(mt), Hints: mt.Hints(),
	}
	maps.Copy(p.Options, mt.Setup().Options)
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
	for _, c := range w.InOrder(all) {
		result = append(result, choice{c.Says, c.From, c.To, c.Now, c.Grammar, w.Decision(c.Says, names)})
	}
	return result
}

// stepOf says a step that is there.
func stepOf(t companion.Tale, which func() (match.Step, bool)) *step {
	s, ok := which()
	if !ok {
		return nil
	}
	return &step{To: s.BackTo, Label: t.Step(s.Took), Seen: s.Seen}
}

// logOf tells the facts after that seq, as far as everybody may be reminded of them.
func logOf(t companion.Tale, after int) []entry {
	log, veil := []entry{}, t.Match.Veil()
	for seq := after + 1; seq < veil; seq++ {
		f := t.Match.Fact(seq)
		if text := t.Line(f); text != "" {
			log = append(log, entry{f.Seq, f.Seat, f.Kind, text, f.MS})
		}
	}
	return log
}

// deviceMay reports whether the device could answer for chance where the table said
// it would itself.
func deviceMay(mt match.Match) bool {
	return mt.State().Turn() == games.Chance && mt.Seal() != "" && !mt.Opened() && luck.Total(mt.State().Legal()) > 0
}

// open lists the matches to go on with, but for the one on the panel.
func (c *call) open() []open {
	all := []open{}
	for _, o := range c.now.Offer.Open {
		if o.ID == c.now.Point.Match {
			continue
		}
		all = append(all, open{o.ID, c.title(o.Game), o.Names})
	}
	return all
}

// mostNews is how many sentences of news there are: the latest.
const mostNews = 10

// news tells what the match on the panel has had since what a command saw of it;
// nothing, if it saw another.
func (s *Server) news(c *call, command companion.Command) []string {
	c.now = s.table.Now()
	news := []string{}
	saw, ok := companion.Saw(command)
	if !ok || c.now.Match.IsZero() || saw.Match != c.now.Point.Match || saw.After < 0 {
		return news
	}
	for _, e := range logOf(companion.Tale{Match: c.now.Match, Words: c.wordsOf(c.now.Match.Rules())}, saw.After) {
		news = append(news, e.Text)
	}
	return slices.Clip(news[max(0, len(news)-mostNews):])
}

// record serves the facts; a secret is among them once it is opened.
func (s *Server) record(c *call) {
	if c.now.Match.IsZero() {
		c.refuse(http.StatusNotFound, "nomatch")
		return
	}
	c.record(c.now.Match)
}

// record serves the facts of mt that are not veiled: a record still.
func (c *call) record(mt match.Match) {
	c.w.Header().Set("Content-Type", "application/x-ndjson")
	veil := mt.Veil()
	for seq := 1; seq < veil; seq++ {
		line, err := mt.Fact(seq).MarshalJSON()
		if err != nil {
			return // it was written once
		}
		if _, err := c.w.Write(append(line, '\n')); err != nil {
			return // the asker is gone
		}
	}
}
