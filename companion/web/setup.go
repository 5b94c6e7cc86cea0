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
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// gameInfo describes a game on the set-up page.
type gameInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	About string `json:"about"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
	// Tool is true for a tool beside the games. A tool has no set-up.
	Tool  bool `json:"tool"`
	First int  `json:"first"` // seat that begins by default; 0 if it is drawn
	// Luck lists the possible sources of chance. It is empty if there is only one.
	Luck  []labelledValue `json:"luck,omitempty"`
	Art   bool            `json:"art"`             // whether the art has a cover
	File  bool            `json:"file"`            // whether the game is in a file
	Rules bool            `json:"rules,omitempty"` // whether GET /api/rules has topics of the game
	// Shapes lists the variants of the game. It is empty if there is only one.
	Shapes  []shape  `json:"shapes"`
	Book    int      `json:"book"` // number of problems in the book
	Options []option `json:"options"`
}

// shape is a variant of a game in words; see games.Shape.
type shape struct {
	Label   string            `json:"label"`
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"`
}

type option struct {
	Name    string `json:"name"`
	Label   string `json:"label"`
	Default string `json:"default"`
	Offer   string `json:"offer"` // value that a new set-up has
	// Needs is a value of another option. Without that value this option has no effect.
	Needs   string          `json:"needs"`
	Grammar string          `json:"grammar"`
	Values  []labelledValue `json:"values"`
	From    int32           `json:"from"` // numbers from From to To are allowed if From < To
	To      int32           `json:"to"`
	// Words maps each thing to its word, for an option that is a list of counts of things:
	// {"log":"бревно"}.
	Words map[string]string `json:"words,omitempty"`
}

type labelledValue struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// sheet is a score template made at the table: a name and the template as JSON.
type sheet struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// games serves the games that can be played, and the choices of the table.
func (s *Server) games(c *call) {
	all, o := []gameInfo{}, c.now.Offer
	for _, r := range c.now.Games.Games {
		o := gameInfoOf(r, c.words(r.Name()))
		o.Art = games.Program(r) != "" || slices.Contains(s.drawings[r.Name()].symbols, "cover")
		all = append(all, o)
	}
	c.answer(struct {
		Games   []gameInfo                 `json:"games"`
		Players []string                   `json:"players"`
		Drafts  map[string]companion.Draft `json:"drafts"`
		Last    map[string]companion.Draft `json:"last"`
		Latest  string                     `json:"latest"` // game begun last, or ""
		Cups    []string                   `json:"cups"`
		Dice    string                     `json:"dice"`
		// Sheets lists the score templates made at the table.
		Sheets []sheet `json:"sheets"`
		// Templates lists all score templates, including those from files.
		Templates []companion.Template         `json:"templates"`
		Boxes     map[string]map[string]string `json:"boxes"`
		Open      []open                       `json:"open"`  // matches that can be resumed
		Wrong     []brokenFile                 `json:"wrong"` // game files that can't be played
		Files     bool                         `json:"files"` // whether game files may be uploaded
	}{
		all, append([]string{}, o.Players...), nonNil(o.Drafts), nonNil(o.Last), o.Latest, append([]string{}, o.Cups...), o.Dice,
		sheets(o.OwnTemplates), append([]companion.Template{}, o.Templates...), nonNil(o.Boxes), s.open(c), c.brokenFiles(), s.opts.Files != nil,
	})
}

// nonNil returns all, or an empty map if all is nil.
func nonNil[V any](all map[string]V) map[string]V {
	if all == nil {
		return map[string]V{}
	}
	return all
}

func gameInfoOf(r games.Rules, w *words.Catalogue) gameInfo {
	o := gameInfo{Name: r.Name(), Title: w.Word("title"), About: w.Word("about"), Tool: games.IsTool(r), First: int(games.Begins(r)), File: games.Program(r) != "", Book: len(games.Problems(r)), Shapes: []shape{}, Options: []option{}}
	o.Rules = games.IsTaught(r)
	o.Min, o.Max = r.Seats()
	if w.Has("luck.table") {
		o.Luck = []labelledValue{{"", w.Word("luck.device")}, {"table", w.Word("luck.table")}}
	}
	for _, s := range games.Shapes(r) {
		o.Shapes = append(o.Shapes, shape{w.Word("shape." + s.Name), s.Seats, nonNil(s.Options)})
	}
	for _, opt := range r.Options() {
		if !opt.Asks() {
			continue
		}
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

// countWords returns the words for the things in a list such as "log:6/5,fish:3", by thing. It
// returns nil for an option that is no such list.
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

// valueWord returns the word for a value of an option. It returns the value itself if there is no
// word.
func valueWord(w *words.Catalogue, option, value string) string {
	if key := "option." + option + "." + value; w.Has(key) {
		return w.Word(key)
	}
	return value
}

func sheets(own map[string]companion.Template) []sheet {
	all := []sheet{}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		value, _ := json.Marshal(own[name]) // strings and numbers: encoding can't fail
		all = append(all, sheet{name, string(value)})
	}
	return all
}

// glyphs serves the pictures of a game, or those of players, row by row, with "#" for a lit pixel.
func (s *Server) glyphs(c *call) {
	name := c.r.URL.Query().Get("game")
	if name == "people" {
		c.answer(map[string]any{"glyphs": rows(screen.Emblems())})
		return
	}
	r := c.rulesFor(name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), strconv.Quote(games.Nearest(name, c.now.Games.Names())))
		return
	}
	// Can't fail: the panel has parsed them before.
	all, _ := pixel.ParseGlyphs(r.Assets()["glyphs"])
	pictures, _ := pixel.ParsePictures(r.Assets()["pictures"])
	version := s.versions.of(r)
	if c.asksFor(version) {
		c.w.Header().Set("Cache-Control", "private, "+forGood)
	}
	c.answer(struct {
		Version string              `json:"version"` // version of the pictures
		Glyphs  map[string][]string `json:"glyphs"`
		Colours map[string]string   `json:"colours"`           // colours on the matrix
		Labels  map[string]string   `json:"labels"`            // words for the glyphs and pictures
		Letters map[string]string   `json:"letters,omitempty"` // letters of pictures that look alike
		Art     []string            `json:"art"`               // ids of the symbols in the game's art
	}{version, rows(all), colours(all), labels(all, pictures, c.wordsOf(r)), letters(all, c.wordsOf(r)), s.symbols(c, r)})
}

// rulesFor returns the rules of the game whose pictures a client requests, or nil. If the game is
// that of the match on the panel, it returns the rules of the match, because the game's file may
// have changed since.
func (c *call) rulesFor(game string) games.Rules {
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

// labels returns the words for the glyphs, and for those pictures that have words of their own.
func labels(glyphs map[string]pixel.Glyph, pictures map[string]pixel.Picture, w *words.Catalogue) map[string]string {
	all := map[string]string{}
	for name := range glyphs {
		all[name] = w.Name(name)
	}
	for name := range pictures {
		if w.Has("name." + name) {
			all[name] = w.Name(name)
		}
	}
	return all
}

// letters returns the letters of the glyphs that look alike.
func letters(glyphs map[string]pixel.Glyph, w *words.Catalogue) map[string]string {
	all := map[string]string{}
	for name := range glyphs {
		if letter := w.Letter(name); letter != "" {
			all[name] = letter
		}
	}
	return all
}
