package web

import (
	"errors"
	"maps"
	"net/http"

	"tabletop/companion/words"
	"tabletop/games"
)

// position is a match as an onlooker may see it.
type position struct {
	Seq     int               `json:"seq"`
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Names   []string          `json:"names"`   // seat 1 first
	Options map[string]string `json:"options"` // those that were chosen
	Seal    string            `json:"seal,omitempty"`
	Turn    games.Seat        `json:"turn"`  // 0 chance, -1 nobody
	Legal   []string          `json:"legal"` // as the tool legal prints them
	Over    bool              `json:"over"`
	Ended   bool              `json:"ended"`
	Scores  []int32           `json:"scores"`
	Won     []games.Seat      `json:"won"`
	Why     string            `json:"why,omitempty"`
	Facts   int               `json:"facts"`
	View    view              `json:"view"`
}

// view is games.View in words.
type view struct {
	Title  string   `json:"title"`
	Prompt string   `json:"prompt"`
	Lines  []string `json:"lines"`
	W      int      `json:"w"`
	H      int      `json:"h"`
	Cells  []cell   `json:"cells"`
}

type cell struct {
	Glyph string     `json:"glyph"`
	Name  string     `json:"name,omitempty"`
	Seat  games.Seat `json:"seat"`
	Mark  uint8      `json:"mark"`
}

const noMatch = "no match is on the panel"

func (s *Server) match(w http.ResponseWriter, _ *http.Request) {
	m := s.moment()
	if m.Match.IsZero() {
		refuse(w, http.StatusNotFound, noMatch)
		return
	}
	answer(w, http.StatusOK, positionOf(m))
}

// positionOf returns what everybody may know of m: nothing that State.String
// or a seat's own view would add.
func positionOf(m Moment) position {
	state := m.Match.State()
	standing := state.Standing()
	p := position{
		Seq: m.Match.Seq(), Game: m.Match.Rules().Name(), Seats: m.Match.Setup().Seats,
		Names: m.Match.Names(), Options: map[string]string{}, Seal: m.Match.Seal(),
		Turn: state.Turn(), Legal: []string{}, Over: standing.Over, Ended: m.Match.Ended(),
		Scores: append([]int32{}, standing.Scores...), Won: append([]games.Seat{}, standing.Won...),
		Facts: m.Match.Seq(),
		View:  viewOf(state.View(games.Nobody), m),
	}
	maps.Copy(p.Options, m.Match.Setup().Options)
	if standing.Over {
		p.Why = say(m.Words, standing.Why, p.Names)
	}
	for _, c := range games.Entry(state) {
		p.Legal = append(p.Legal, c.String())
	}
	return p
}

func viewOf(v games.View, m Moment) view {
	names := m.Match.Names()
	said := view{
		Title: say(m.Words, v.Title, names), Prompt: say(m.Words, v.Prompt, names),
		Lines: []string{}, W: v.W, H: v.H, Cells: []cell{},
	}
	for _, t := range v.Lines {
		said.Lines = append(said.Lines, say(m.Words, t, names))
	}
	for _, c := range v.Cells {
		said.Cells = append(said.Cells, cell(c))
	}
	return said
}

func say(w *words.Catalogue, t games.Text, names []string) string {
	if w == nil || t.Key == "" {
		return t.Key
	}
	return w.Say(t, names)
}

func (s *Server) decide(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Says  string `json:"says"`
		After *int   `json:"after"`
	}
	if !read(w, r, &body) {
		return
	}
	if body.Says == "" || body.After == nil {
		refuse(w, http.StatusBadRequest, `a decision has "says" and "after", the seq it saw`)
		return
	}
	seq, err := s.table.Decide(r.Context(), body.Says, *body.After)
	refused := Refused("")
	switch {
	case err == nil:
		answer(w, http.StatusOK, done{seq})
	case errors.Is(err, ErrStale):
		answer(w, http.StatusConflict, problem{Seq: &seq, Error: err.Error()})
	case errors.As(err, &refused):
		refuse(w, http.StatusUnprocessableEntity, refused.Error())
	default:
		refuse(w, http.StatusServiceUnavailable, err.Error())
	}
}

// record serves the facts; a secret is among them once it is opened.
func (s *Server) record(w http.ResponseWriter, _ *http.Request) {
	m := s.moment().Match
	if m.IsZero() {
		refuse(w, http.StatusNotFound, noMatch)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	_, _ = m.WriteTo(w) // the asker is gone
}
