package web

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/games"
)

// Limits of the computation of odds. A curve that exceeds a limit is omitted. The improbable totals
// at each end of a curve are added up.
const (
	oddsSteps      = 1 << 21 // maximum number of multiplications: some milliseconds
	mostTotals     = 2048    // maximum number of totals of a curve
	mostCachedOdds = 16      // number of cups whose odds are cached
	negligible     = 1e-7    // upper limit of the probability of all omitted totals at one end
)

// oddsTool is a tool that describes a cup and computes the probability of each total.
type oddsTool interface {
	games.Roller
	Explain(s games.Setup, cup string) (shortest string, says []games.Text, err error)
	Chances(s games.Setup, cup string, steps int64) (from int, of []float64, beyond float64, ok bool)
}

// curve is the probability distribution of a cup. P[i] is the probability of the total From+i.
type curve struct {
	From  int       `json:"from"`
	P     []float64 `json:"p"`
	Below float64   `json:"below"` // probability of all totals below From
	Above float64   `json:"above"` // probability of all totals above those in P
	Mean  float64   `json:"mean"`
	// Tail is the probability that dice explode more often than the computation follows.
	Tail float64 `json:"tail"`
}

// cupOdds serves the description of a cup and the curve of its totals.
func (s *Server) cupOdds(c *call) {
	t, ok := s.tool().(oddsTool)
	if !ok {
		c.refuse(http.StatusNotFound, "nodice")
		return
	}
	setup := games.Setup{Seats: 1, Options: t.With(c.now.Offer.Dice)}
	w := c.words(t.Name())
	cup, says, err := t.Explain(setup, c.r.URL.Query().Get("cup"))
	if illegal := (games.Illegal{}); errors.As(err, &illegal) {
		c.fail(http.StatusUnprocessableEntity, textOf(w, illegal.Rule, nil))
		return
	} else if err != nil {
		c.fail(http.StatusUnprocessableEntity, err.Error())
		return
	}
	parts := make([]string, len(says))
	for i, text := range says {
		parts[i] = textOf(w, text, nil)
	}
	c.answer(struct {
		Cup  string `json:"cup"`
		Says string `json:"says"`
		*curve
	}{cup, strings.Join(parts, ", "), s.odds.curve(t, setup, cup)})
}

// tool returns the rules of the dice, or nil if there are no dice.
func (s *Server) tool() games.Rules {
	for _, r := range s.opts.Games.Games {
		if _, ok := r.(games.Roller); ok {
			return r
		}
	}
	return nil
}

// oddsCache computes the odds of one cup at a time and caches those of the last mostCachedOdds
// cups.
type oddsCache struct {
	mu   sync.Mutex
	keys []string // keys of the cached curves, the latest last
	all  map[string]*curve
}

// curve returns the odds of a cup. It returns nil if they exceed the limits. cup is in its shortest
// notation.
func (o *oddsCache) curve(t oddsTool, setup games.Setup, cup string) *curve {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := cup + "\n" + t.Own(setup)
	if known, ok := o.all[key]; ok {
		return known
	}
	if o.all == nil || len(o.keys) == mostCachedOdds {
		if o.all == nil {
			o.all = map[string]*curve{}
		} else {
			delete(o.all, o.keys[0])
			o.keys = append([]string{}, o.keys[1:]...)
		}
	}
	made := trimmedCurve(t.Chances(setup, cup, oddsSteps))
	o.all[key], o.keys = made, append(o.keys, key)
	return made
}

// trimmedCurve returns a curve without its negligible ends. It returns nil if ok is false or if
// more than mostTotals totals remain.
func trimmedCurve(from int, of []float64, beyond float64, ok bool) *curve {
	if !ok {
		return nil
	}
	c := curve{From: from, Tail: beyond}
	sum := 0.0
	for i, p := range of {
		c.Mean += p * float64(from+i)
		sum += p
	}
	c.Mean /= sum // sum is the probability of the rolls that the computation follows
	first, last := 0, len(of)
	for ; last-first > 1 && c.Below+of[first] < negligible; first++ {
		c.Below += of[first]
	}
	for ; last-first > 1 && c.Above+of[last-1] < negligible; last-- {
		c.Above += of[last-1]
	}
	if c.From, c.P = from+first, of[first:last]; len(c.P) > mostTotals || math.IsNaN(c.Mean) {
		return nil
	}
	return &c
}

// Throws of the dice and their event.

// throwEvent is the event "throw" with the last throw and earlier ones. It omits the result while
// the dice roll.
type throwEvent struct {
	Match   string      `json:"match"` // id of the match of the dice
	Seq     int         `json:"seq"`   // seq of the decision that threw the dice
	Rolling bool        `json:"rolling"`
	Cup     string      `json:"cup"`
	Who     string      `json:"who"`             // name of the guest who threw; "" if unknown
	Panel   bool        `json:"panel"`           // whether the keys of the box threw the dice
	Title   string      `json:"title,omitempty"` // total of the dice
	Text    string      `json:"text,omitempty"`  // whole result on one line
	Cells   []cell      `json:"cells"`           // dice with their faces
	Past    []pastThrow `json:"past"`            // finished throws, the latest first
	Cups    []namedCup  `json:"cups"`            // offered cups
}

// namedCup is a cup with its name, or with its notation if it has no name.
type namedCup struct {
	Cup  string `json:"cup"`
	Text string `json:"text"`
}

// pastThrow is a finished throw.
type pastThrow struct {
	Seq   int    `json:"seq"`
	Text  string `json:"text"`
	Who   string `json:"who"`
	Panel bool   `json:"panel"`
}

// throwState is the state of the dice that a stream has sent to its client.
type throwState struct {
	match   match.Match
	cups    []string
	rolling bool // whether the stream has sent the throw as rolling, but not yet its result
}

// sendThrow sends the last throw. While the panel shows rolling dice, it sends the throw as
// rolling, and later again with the result. To a new stream it sends the last throw at once.
func (st *stream) sendThrow(m *screen.Moment) error {
	of, rolling := m.DiceMatch, m.View.Lamps.Rolling > 0
	another := of.Match != st.sentThrow.match
	if !another && (!st.sentThrow.rolling || rolling) && slices.Equal(of.Cups, st.sentThrow.cups) {
		return nil
	}
	st.sentThrow = throwState{of.Match, of.Cups, rolling && (another || st.sentThrow.rolling)}
	data, err := json.Marshal(throwEventOf(m, st.sentThrow.rolling))
	if err != nil {
		return err
	}
	return st.send("throw", data)
}

// throwEventOf returns the event for the last throw, as an onlooker may see it.
func throwEventOf(m *screen.Moment, rolling bool) throwEvent {
	t := throwEvent{Match: m.DiceMatch.ID, Rolling: rolling, Cells: []cell{}, Past: []pastThrow{}, Cups: cupsOf(m)}
	mt := m.DiceMatch.Match
	if mt.IsZero() {
		return t
	}
	w := m.Words(m.Lang, mt.Rules().Name())
	seen := viewOf(mt.State().View(games.Nobody), w, nil)
	t.Past = pastThrows(m.DiceMatch, seen.Lines)
	if len(t.Past) == 0 {
		return t
	}
	last := t.Past[0]
	t.Seq, t.Who, t.Panel, t.Cup = last.Seq, last.Who, last.Panel, cupAt(mt, last.Seq)
	t.Cells = seen.Cells
	if !rolling {
		t.Title, t.Text = seen.Title, seen.Prompt
		return t
	}
	t.Past = t.Past[1:]
	for i := range t.Cells {
		t.Cells[i] = cell{Name: t.Cells[i].Name, Seat: games.Nobody}
	}
	return t
}

// cupsOf returns the offered cups with their names in the panel's language.
func cupsOf(m *screen.Moment) []namedCup {
	all := []namedCup{}
	for _, cup := range m.DiceMatch.Cups {
		c := namedCup{cup, cup}
		if w := m.Words(m.Lang, m.DiceMatch.Game); w.Has("name." + cup) {
			c.Text = w.Word("name." + cup)
		}
		all = append(all, c)
	}
	return all
}

// pastThrows joins lines, the texts of the last throws with the latest first, with the guests who
// threw.
func pastThrows(of *companion.DiceMatch, lines []string) []pastThrow {
	var seqs []int
	for f := range of.Match.Line() {
		if f.Kind == match.Decided && f.Seat > games.Chance {
			seqs = append(seqs, f.Seq)
		}
	}
	all := []pastThrow{}
	for i, text := range lines[:min(len(lines), len(seqs))] {
		p := pastThrow{Seq: seqs[len(seqs)-1-i], Text: text}
		for _, h := range of.Hands {
			if h.Seq == p.Seq {
				p.Who, p.Panel = h.Guest, h.Panel
			}
		}
		all = append(all, p)
	}
	return all
}

// cupAt returns the cup of the decision with that seq. It returns "" if the game rolls no cups.
func cupAt(mt match.Match, seq int) string {
	if r, ok := mt.Rules().(games.Roller); ok {
		return r.Rolled(games.Decision(mt.Fact(seq).Says))
	}
	return ""
}
