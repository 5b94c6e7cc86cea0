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
type gameInfo struct {
	Name    string          `json:"name"`
	Title   string          `json:"title"`
	About   string          `json:"about"`
	Min     int             `json:"min"`
	Max     int             `json:"max"`
	Tool    bool            `json:"tool"`           // it lies beside games, and is not set up
	First   int             `json:"first"`          // who begins unless the table wants it otherwise; 0: drawn
	Luck    []labelledValue `json:"luck,omitempty"` // who may answer for chance; none where it isn't asked
	Art     bool            `json:"art"`            // its art has a cover
	File    bool            `json:"file"`           // it lies in a file
	Shapes  []shape         `json:"shapes"`         // the games that it can be; none: it is one
	Book    int             `json:"book"`           // how many problems its book has
	Options []option        `json:"options"`
}

// shape is a game that another can be; see games.Shape.
type shape struct {
	Label   string            `json:"label"`
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"`
}

type option struct {
	Name    string          `json:"name"`
	Label   string          `json:"label"`
	Default string          `json:"default"`
	Offer   string          `json:"offer"` // what a new set-up begins with
	Needs   string          `json:"needs"` // the value of another option without which it settles nothing
	Grammar string          `json:"grammar"`
	Values  []labelledValue `json:"values"`
	From    int32           `json:"from"` // a number is allowed if from < to
	To      int32           `json:"to"`
	// What a list of counts counts, in words: {"log":"бревно"}.
	Words map[string]string `json:"words,omitempty"`
}

type labelledValue struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// sheet is a score template of the table's own.
type sheet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// games tells what can be played, and what the table has chosen so far.
func (s *Server) games(c *call) {
	all, o := []gameInfo{}, c.now.Offer
	for _, r := range c.now.Games.Games {
		o := gameInfoOf(r, c.words(r.Name()))
		o.Art = slices.Contains(s.drawings.symbols(r.Name()), "cover")
		all = append(all, o)
	}
	c.answer(struct {
		Games     []gameInfo                   `json:"games"`
		Players   []string                     `json:"players"`
		Drafts    map[string]companion.Draft   `json:"drafts"`
		Last      map[string]companion.Draft   `json:"last"`
		Cups      []string                     `json:"cups"`
		Dice      string                       `json:"dice"`
		Sheets    []sheet                      `json:"sheets"`    // the table's own
		Templates []companion.Template         `json:"templates"` // all, those of files too
		Boxes     map[string]map[string]string `json:"boxes"`
		Open      []open                       `json:"open"`  // matches to go on with
		Wrong     []brokenFile                 `json:"wrong"` // files of games that can't be played
		Files     bool                         `json:"files"` // more may be sent
	}{
		all, append([]string{}, o.Players...), nonNil(o.Drafts), nonNil(o.Last), append([]string{}, o.Cups...), o.Dice,
		sheets(o.Sheets), append([]companion.Template{}, o.Templates...), nonNil(o.Boxes), c.open(), c.brokenFiles(), s.opts.Files != nil,
	})
}

// some is all, and never null.
func nonNil[V any](all map[string]V) map[string]V {
	if all == nil {
		return map[string]V{}
	}
	return all
}

func gameInfoOf(r games.Rules, w *words.Catalogue) gameInfo {
	o := gameInfo{Name: r.Name(), Title: w.Word("title"), About: w.Word("about"), Tool: games.IsTool(r), First: int(games.Begins(r)), File: games.Program(r) != "", Book: len(games.Problems(r)), Shapes: []shape{}, Options: []option{}}
	o.Min, o.Max = r.Seats()
	if w.Has("luck.table") {
		o.Luck = []labelledValue{{"", w.Word("luck.device")}, {"table", w.Word("luck.table")}}
	}
	for _, s := range games.Shapes(r) {
		o.Shapes = append(o.Shapes, shape{w.Word("shape." + s.Name), s.Seats, nonNil(s.Options)})
	}
	for _, opt := range r.Options() {
		result := option{Name: opt.Name, Label: w.Word("option." + opt.Name), Default: opt.Default, Offer: opt.Proposes(), Needs: opt.Needs, Grammar: opt.Grammar, Values: []labelledValue{}}
		result.From, result.To, _ = opt.Range()
		for _, v := range opt.Values {
			result.Values = append(result.Values, labelledValue{v, valueWord(w, opt.Name, v)})
		}
		result.Words = countWords(w, opt)
		o.Options = append(o.Options, result)
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

func sheets(own map[string]companion.Template) []sheet {
	all := []sheet{}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		value, _ := json.Marshal(own[name]) // strings and numbers only: it can't fail
		all = append(all, sheet{name, string(value)})
	}
	return all
}

// glyphs serves the pictures of a game, row by row, "#" lit.
func (s *Server) glyphs(c *call) {
	name := c.r.URL.Query().Get("game")
	r := c.drawnBy(name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), strconv.Quote(games.Nearest(name, c.now.Games.Names())))
		return
	}
	all, _ := pixel.ParseGlyphs(r.Assets()["glyphs"]) // the panel has read them
	c.answer(struct {
		Glyphs  map[string][]string `json:"glyphs"`
		Colours map[string]string   `json:"colours"` // on the matrix
		Labels  map[string]string   `json:"labels"`  // what they show, in words
		Art     []string            `json:"art"`     // the symbols of its art
	}{rows(all), colours(all), labels(all, c.wordsOf(r)), s.drawings.symbols(name)})
}

// drawnBy returns the rules of that name whose pictures are asked for: those of the match
// on the panel, if it is of that game, since its file may be another by now; nil where
// there are none.
func (c *call) drawnBy(game string) games.Rules {
	if mt := c.now.Match; !mt.IsZero() && mt.Rules().Name() == game {
		return mt.Rules()
	}
	return c.now.Games.Find(game)
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
