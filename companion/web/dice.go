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

// Bounds of odds. What is more than these allow is told without its curve, and what lies
// beyond its ends is told as a sum.
const (
	oddsSteps      = 1 << 21 // multiplications: some milliseconds
	mostTotals     = 2048    // with a probability of their own
	mostCachedOdds = 16      // cups whose odds are remembered
	negligible     = 1e-7    // the totals at either end that together are less likely are cut off
)

// teller is a tool that says what a cup is, and how likely each of its totals.
type oddsTool interface {
	games.Roller
	Explain(s games.Setup, cup string) (shortest string, says []games.Text, err error)
	Chances(s games.Setup, cup string, steps int64) (from int, of []float64, beyond float64, ok bool)
}

// curve is how likely each total of a cup is. P[i] is that of From+i.
type curve struct {
	From  int       `json:"from"`
	P     []float64 `json:"p"`
	Below float64   `json:"below"` // of all totals under From together
	Above float64   `json:"above"` // of all over the last of P
	Mean  float64   `json:"mean"`
	Tail  float64   `json:"tail"` // that dice explode beyond what is followed
}

// odds answers what a cup is in words, and how likely each of its totals.
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

// tool is the game that lies beside all others and rolls what people name, or nil.
func (s *Server) tool() games.Rules {
	for _, r := range s.opts.Games.Games {
		if _, ok := r.(games.Roller); ok {
			return r
		}
	}
	return nil
}

// oddsmaker works out odds, one cup at a time, and remembers the last of them.
type oddsCache struct {
	mu   sync.Mutex
	keys []string // the latest last
	all  map[string]*curve
}

// of returns the curve of a cup, in its shortest notation; nil where there is none.
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

// curveOf cuts off what is negligible at both ends.
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
	c.Mean /= sum // of the rolls that are followed
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

// ---- Throws.

// thrown is the last throw, and those before it. While it rolls nothing tells what it is.
type throwEvent struct {
	Match   string      `json:"match"` // of the dice
	Seq     int         `json:"seq"`   // of the throw's decision
	Rolling bool        `json:"rolling"`
	Cup     string      `json:"cup"`
	Who     string      `json:"who"`             // a guest, "" for nobody known
	Panel   bool        `json:"panel"`           // whoever stands at the box
	Title   string      `json:"title,omitempty"` // the total
	Text    string      `json:"text,omitempty"`  // the whole of it, on a line
	Cells   []cell      `json:"cells"`           // the dice
	Past    []pastThrow `json:"past"`            // this throw and those before it, the latest first
	Cups    []namedCup  `json:"cups"`            // that are offered
}

// named is a cup and what it is called, where that isn't its notation.
type namedCup struct {
	Cup  string `json:"cup"`
	Text string `json:"text"`
}

// past is a throw that is over.
type pastThrow struct {
	Seq   int    `json:"seq"`
	Text  string `json:"text"`
	Who   string `json:"who"`
	Panel bool   `json:"panel"`
}

// heardThrow is what a reader of events knows of the dice.
type throwState struct {
	match   match.Match
	cups    []string
	rolling bool // and not yet what they came to
}

// sendThrow sends the last throw: that it rolls, while the panel shows so, and what it came
// to as soon as the dice lie there. Who comes is told what was thrown last.
func (st *stream) sendThrow(m *screen.Moment) error {
	of, rolling := m.Thrown, m.View.Lamps.Rolling > 0
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

// throwOf tells what was thrown last, as a game's onlooker may know it.
func throwEventOf(m *screen.Moment, rolling bool) throwEvent {
	t := throwEvent{Match: m.Thrown.ID, Rolling: rolling, Cells: []cell{}, Past: []pastThrow{}, Cups: cupsOf(m)}
	mt := m.Thrown.Match
	if mt.IsZero() {
		return t
	}
	w := m.Words(m.Lang, mt.Rules().Name())
	seen := viewOf(mt.State().View(games.Nobody), w, nil)
	t.Past = pastThrows(m.Thrown, seen.Lines)
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

// cupsOf are the cups that are offered, in the panel's words.
func cupsOf(m *screen.Moment) []namedCup {
	all := []namedCup{}
	for _, cup := range m.Thrown.Cups {
		c := namedCup{cup, cup}
		if w := m.Words(m.Lang, m.Thrown.Game); w.Has("name." + cup) {
			c.Text = w.Word("name." + cup)
		}
		all = append(all, c)
	}
	return all
}

// pastOf joins the lines of the last throws, the latest first, with whose they were.
func pastThrows(of *companion.Thrown, lines []string) []pastThrow {
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

// cupAt is the cup that was thrown by the decision of that seq.
func cupAt(mt match.Match, seq int) string {
	if r, ok := mt.Rules().(games.Roller); ok {
		return r.Rolled(games.Decision(mt.Fact(seq).Says))
	}
	return ""
}
