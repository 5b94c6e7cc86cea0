package web

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion"
	"tabletop/companion/pixel"
	"tabletop/companion/words"
	"tabletop/games"
)

// offered is a game as the set-up page offers it.
type offered struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	About   string   `json:"about"`
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Luck    []valued `json:"luck,omitempty"` // who may answer for chance; none where it isn't asked
	Options []option `json:"options"`
}

type option struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Default string   `json:"default"`
	Offer   string   `json:"offer"` // what a new set-up begins with
	Grammar string   `json:"grammar"`
	Values  []valued `json:"values"`
	From    int32    `json:"from"` // a number is allowed if from < to
	To      int32    `json:"to"`
	// What a list of counts counts, in words: {"log":"бревно"}.
	Words map[string]string `json:"words,omitempty"`
}

type valued struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// sheet is a score template of the table's own.
type sheet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// games tells what can be played, and what the table has chosen so far. Of the
// settings it tells those that a set-up needs, by name, and no other.
func (s *Server) games(c *call) {
	all, set := []offered{}, c.now.Offer.Settings
	for _, r := range s.opts.Games {
		all = append(all, offer(r, c.words(r.Name())))
	}
	c.answer(struct {
		Games     []offered                  `json:"games"`
		Players   []string                   `json:"players"`
		Drafts    map[string]json.RawMessage `json:"drafts"`
		Last      map[string]json.RawMessage `json:"last"`
		Cups      json.RawMessage            `json:"cups"`
		Dice      string                     `json:"dice"`
		Sheets    []sheet                    `json:"sheets"`    // the table's own
		Templates []companion.Template       `json:"templates"` // all, those of files too
		Boxes     map[string]json.RawMessage `json:"boxes"`
		Open      []open                     `json:"open"` // matches to go on with
	}{
		all, append([]string{}, c.now.Offer.Players...), spelled(set, "draft:"), spelled(set, "last:"),
		spelledAs(set["cups"], "[]"), c.now.Offer.Dice, sheets(set), append([]companion.Template{}, c.now.Offer.Templates...), spelled(set, "box:"), c.open(),
	})
}

func offer(r games.Rules, w *words.Catalogue) offered {
	o := offered{Name: r.Name(), Title: w.Word("title"), About: w.Word("about"), Options: []option{}}
	o.Min, o.Max = r.Seats()
	if w.Has("luck.table") {
		o.Luck = []valued{{"", w.Word("luck.device")}, {"table", w.Word("luck.table")}}
	}
	for _, opt := range r.Options() {
		said := option{Name: opt.Name, Label: w.Word("option." + opt.Name), Default: opt.Default, Offer: opt.Proposes(), Grammar: opt.Grammar, Values: []valued{}}
		said.From, said.To, _ = opt.Range()
		for _, v := range opt.Values {
			said.Values = append(said.Values, valued{v, valueWord(w, opt.Name, v)})
		}
		said.Words = countWords(w, opt)
		o.Options = append(o.Options, said)
	}
	return o
}

// countWords says what a list such as "log:6/5,fish:3" counts; of other options none.
func countWords(w *words.Catalogue, o games.Option) map[string]string {
	if o.Grammar != "counts" {
		return nil
	}
	all := map[string]string{}
	for entry := range strings.SplitSeq(o.Default, ",") {
		thing, _, _ := strings.Cut(entry, ":")
		all[thing] = w.Name(thing)
		if key := "option." + o.Name + ".each"; w.Has(key) {
			all[thing] = w.Word(key, thing)
		}
	}
	return all
}

// valueWord says an option's value, one without a word as it is.
func valueWord(w *words.Catalogue, option, value string) string {
	if key := "option." + option + "." + value; w.Has(key) {
		return w.Word(key)
	}
	return value
}

// spelled are the settings that begin so and hold JSON, by the rest of their keys.
func spelled(settings map[string]string, begins string) map[string]json.RawMessage {
	found := map[string]json.RawMessage{}
	for key, value := range settings {
		if name, ok := strings.CutPrefix(key, begins); ok && value != "" {
			found[name] = spelledAs(value, "null")
		}
	}
	return found
}

// spelledAs is a setting that holds JSON, or otherwise.
func spelledAs(value, otherwise string) json.RawMessage {
	if !json.Valid([]byte(value)) {
		value = otherwise
	}
	return json.RawMessage(value)
}

func sheets(settings map[string]string) []sheet {
	all := []sheet{}
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if name, ok := strings.CutPrefix(key, "sheet:"); ok && settings[key] != "" {
			all = append(all, sheet{name, settings[key]})
		}
	}
	return all
}

// glyphs serves the pictures of a game, row by row, "#" lit.
func (s *Server) glyphs(c *call) {
	name := c.r.URL.Query().Get("game")
	var names []string
	for _, r := range s.opts.Games {
		if r.Name() == name {
			all, _ := pixel.ParseGlyphs(r.Assets()["glyphs"]) // the panel has read them
			c.answer(struct {
				Glyphs  map[string][]string `json:"glyphs"`
				Colours map[string]string   `json:"colours"` // on the matrix
				Labels  map[string]string   `json:"labels"`  // what they show, in words
			}{rows(all), colours(all), labels(all, c.words(name))})
			return
		}
		names = append(names, r.Name())
	}
	c.refuse(http.StatusNotFound, "game", quoted(name), strconv.Quote(games.Nearest(name, names)))
}

func rows(glyphs map[string]pixel.Glyph) map[string][]string {
	drawn := map[string][]string{}
	for name, g := range glyphs {
		for y := range g.H {
			row := bytes.Repeat([]byte("."), g.W)
			for x := range row {
				if g.At(x, y) {
					row[x] = '#'
				}
			}
			drawn[name] = append(drawn[name], string(row))
		}
	}
	return drawn
}

func colours(glyphs map[string]pixel.Glyph) map[string]string {
	all := map[string]string{}
	for name, g := range glyphs {
		all[name] = "#" + hex.EncodeToString(g.Colour[:])
	}
	return all
}

func labels(glyphs map[string]pixel.Glyph, w *words.Catalogue) map[string]string {
	all := map[string]string{}
	for name := range glyphs {
		all[name] = w.Name(name)
	}
	return all
}

// mostSetup is the length of the longest set-up: a whole box may be counted in it.
const mostSetup = 64 << 10

// setup makes a draft the match that is being set up, and begins it if asked to.
func (s *Server) setup(c *call) {
	var body struct {
		Draft json.RawMessage `json:"draft"`
		Begin bool            `json:"begin"`
	}
	if !c.readUpTo(mostSetup, &body) {
		return
	}
	var draft bytes.Buffer
	if !bytes.HasPrefix(body.Draft, []byte("{")) || json.Compact(&draft, body.Draft) != nil {
		c.refuse(http.StatusBadRequest, "setup")
		return
	}
	seq, err := s.table.SetUp(c.r.Context(), draft.String(), body.Begin)
	if err != nil {
		c.failed(err)
		return
	}
	c.answer(done{seq})
}

// begin begins the match that waits under its seal.
func (s *Server) begin(c *call) {
	var body struct {
		After *int `json:"after"`
	}
	switch {
	case !c.read(&body):
	case body.After == nil:
		c.refuse(http.StatusBadRequest, "begin")
	default:
		seq, err := s.table.Begin(c.r.Context(), *body.After)
		s.decided(c, *body.After, seq, err)
	}
}

// end ends a match that is over.
func (s *Server) end(c *call) {
	var body struct {
		Again bool `json:"again"`
		After *int `json:"after"`
	}
	switch {
	case !c.read(&body):
	case body.After == nil:
		c.refuse(http.StatusBadRequest, "end")
	default:
		seq, err := s.table.Close(c.r.Context(), body.Again, *body.After)
		s.decided(c, *body.After, seq, err)
	}
}

// resume puts an open match on the panel.
func (s *Server) resume(c *call) {
	var body struct {
		ID string `json:"id"`
	}
	switch {
	case !c.read(&body):
	case body.ID == "":
		c.refuse(http.StatusBadRequest, "resume")
	default:
		seq, err := s.table.Resume(c.r.Context(), body.ID)
		if err != nil {
			c.failed(err)
			return
		}
		c.answer(done{seq})
	}
}

// choose sets one of the settings that a phone may.
func (s *Server) choose(c *call) {
	var body struct {
		Key   string  `json:"key"`
		Value *string `json:"value"`
	}
	switch {
	case !c.readUpTo(mostSetup, &body):
	case body.Key == "" || body.Value == nil:
		c.refuse(http.StatusBadRequest, "choose")
	default:
		c.failed(s.table.Choose(c.r.Context(), body.Key, *body.Value))
	}
}
