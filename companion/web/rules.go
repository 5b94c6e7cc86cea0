package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"sync"

	"tabletop/companion/lesson"
	"tabletop/companion/match"
	"tabletop/companion/pixel"
	"tabletop/companion/words"
	"tabletop/games"
)

// gameRules is the answer to GET /api/rules: the topics of a game for a set-up, in words.
type gameRules struct {
	Game    string         `json:"game"`
	Title   string         `json:"title"`
	Seats   int            `json:"seats"`
	Options []chosenOption `json:"options"` // see effects
	Now     string         `json:"now"`     // key of the topic about the present decision; "" for none
	Topics  []topicText    `json:"topics"`
}

// topicTitle is a topic without its text.
type topicTitle struct {
	Key   string `json:"key"`
	Title string `json:"title"`
}

type topicText struct {
	topicTitle
	Text string `json:"text"`
	// Art is the symbol of the picture in a file of art, "mice.svg#cover"; "" if there is none.
	Art      string        `json:"art,omitempty"`
	Rows     []string      `json:"rows,omitempty"` // the picture by rows, "#" for a lit px, if there is no Art
	Examples []exampleText `json:"examples"`
}

// exampleText is a position with the answers of the rules to some decisions.
type exampleText struct {
	Names []string     `json:"names"` // of the players by seat, seat 1 first
	Board view         `json:"view"`
	Tries []answerText `json:"tries"`
}

type answerText struct {
	Says  games.Decision `json:"says"`
	Label string         `json:"label"`
	Rule  string         `json:"rule,omitempty"` // rule that refuses the decision; "" if it is legal
	Then  string         `json:"then,omitempty"` // what the decision makes happen
	Next  *view          `json:"next,omitempty"` // the position after a legal decision
}

// rules serves the topics of a game: for the set-up of the match if the match on the panel is of that
// game, and otherwise for the set-up that would be played next.
func (s *Server) rules(c *call) {
	name := c.r.URL.Query().Get("game")
	r := c.rulesFor(name)
	if r == nil {
		c.refuse(http.StatusNotFound, "game", quoted(name), strconv.Quote(games.Nearest(name, c.now.Games.Names())))
		return
	}
	file, err := s.rulebooks.of(c, r, s.lessons.now(c, r), s.drawings)
	if err != nil {
		c.fail(http.StatusInternalServerError, err.Error())
		return
	}
	c.w.Header().Add("Vary", "Accept-Language")
	file.serve(c)
}

// of returns the rules of r as JSON. now is the key of the topic about the present decision, or "".
func (b *rulebooks) of(c *call, r games.Rules, now string, art drawings) (*asset, error) {
	setup, real := c.setupOf(r)
	key, err := json.Marshal([]any{games.ID(r), c.lang, setup, real, now})
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if kept, ok := b.files[string(key)]; ok {
		return kept, nil
	}
	text, err := json.Marshal(c.gameRules(r, setup, real, now, art))
	if err != nil {
		return nil, err
	}
	if len(b.files) >= mostRules {
		clear(b.files)
	}
	kept := newAsset("rules.json", text)
	b.files[string(key)] = kept
	return kept, nil
}

// mostRules is the maximum number of cached rules, each up to 0.3 MB.
const mostRules = 12

// gameRules returns the topics of a game in words.
func (c *call) gameRules(r games.Rules, setup games.Setup, real bool, now string, art drawings) gameRules {
	w := c.wordsOf(r)
	answer := gameRules{r.Name(), c.title(r.Name()), setup.Seats, c.effects(r, setup), now, []topicText{}}
	pictures, _ := pixel.ParsePictures(r.Assets()["pictures"]) // can't fail: the panel has parsed them before
	for _, t := range games.Topics(r, setup) {
		text := topicText{topicTitle: topicTitle{t.Key, w.Word("topic." + t.Key)}, Text: w.Word(t.TextKey(real, w.Has)), Examples: []exampleText{}}
		if text.Art = art.symbol(r.Name(), t.Picture); text.Art == "" {
			text.Rows = pictureRows(pictures[t.Picture])
		}
		for _, e := range t.Example {
			if shown, ok := exampleOf(r, e, w); ok {
				text.Examples = append(text.Examples, shown)
			}
		}
		answer.Topics = append(answer.Topics, text)
	}
	return answer
}

// explanation is the answer to GET /api/fairness: the explanation of the fairness code.
type explanation struct {
	Title  string        `json:"title"`
	Note   string        `json:"note"` // says that the box isn't independent
	Topics []titledTopic `json:"topics"`
}

// titledTopic is a paragraph with its title.
type titledTopic struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// fairness serves the explanation of the fairness code.
func (s *Server) fairness(c *call) {
	w := c.words("")
	answer := explanation{Title: w.Word("fairness"), Note: w.Word("fairness.here")}
	for _, t := range w.Fairness() {
		answer.Topics = append(answer.Topics, titledTopic(t))
	}
	c.answer(answer)
}

// plays reports whether the match on the panel is of the game r.
func (c *call) plays(r games.Rules) bool {
	return !c.now.Match.IsZero() && c.now.Match.Rules().Name() == r.Name()
}

// setupOf returns the set-up of the match if it is of the game r, and otherwise the set-up that would be
// played next. real is true if people roll real dice or draw real cards.
func (c *call) setupOf(r games.Rules) (setup games.Setup, real bool) {
	if mt := c.now.Match; c.plays(r) {
		return mt.Setup(), mt.Luck() == match.Table
	}
	d := c.now.Offer.Drafts[r.Name()]
	least, most := r.Seats()
	setup = games.Setup{Seats: max(least, min(2, most), len(d.Names)), Options: games.Offers(r.Options())}
	maps.Copy(setup.Options, d.Options)
	return setup, d.Luck == match.Table
}

// effects returns in words the options of a set-up that have an effect and differ from what the game
// proposes.
func (c *call) effects(r games.Rules, setup games.Setup) []chosenOption {
	all, options, w := []chosenOption{}, r.Options(), c.wordsOf(r)
	for _, o := range options {
		value := setup.Value(options, o.Name)
		if o.Asks() && setup.Settles(options, o) && value != o.Proposes() {
			all = append(all, chosenOption{w.Word("option." + o.Name), valueWord(w, o.Name, value)})
		}
	}
	return all
}

// exampleOf returns an example in words. The rules themselves answer each try. It returns false if they
// can't read the position.
func exampleOf(r games.Rules, e games.Example, w *words.Catalogue) (exampleText, bool) {
	s, answers, err := lesson.Play(r, e)
	if err != nil {
		return exampleText{}, false
	}
	names := w.Players(e.Setup.Seats)
	shown := exampleText{Names: names, Board: viewOf(s.View(games.Nobody), w, names), Tries: []answerText{}}
	for _, a := range answers {
		answer := answerText{Says: a.Says, Label: w.Decision(a.Says, names), Rule: w.Refusal(a.Err, names)}
		if a.Next != nil {
			next := viewOf(a.Next.View(games.Nobody), w, names)
			answer.Next = &next
			for _, m := range games.Moments(a.Next) {
				answer.Then = words.Sentences(answer.Then, w.MomentLine(m, names))
			}
		}
		shown.Tries = append(shown.Tries, answer)
	}
	return shown, true
}

// pictureRows returns the rows of a picture, "#" for a lit px. It returns nil for no picture.
func pictureRows(p pixel.Picture) (rows []string) {
	for y := range p.H {
		row := make([]byte, p.W)
		for x := range row {
			row[x] = '.'
			if p.At(x, y) {
				row[x] = '#'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// rulebooks keeps the latest answers to GET /api/rules. They have a lock of their own:
// requests for the match don't wait until an answer is made.
type rulebooks struct {
	mu    sync.Mutex
	files map[string]*asset
}

// lessons keeps the topics of the match on the panel, which every request for the match needs.
type lessons struct {
	mu    sync.Mutex
	match string // id of the match
	all   []games.Topic
}

// about returns the topics about the choices at the present decision.
func (l *lessons) about(c *call) (titles []topicTitle) {
	w := c.wordsOf(c.now.Match.Rules())
	for _, t := range lesson.Choices(l.of(c), c.now.Match.State()) {
		titles = append(titles, topicTitle{t.Key, w.Word("topic." + t.Key)})
	}
	return titles
}

// now returns the key of the topic about the present decision, or "" if no match of the game r waits for
// one.
func (l *lessons) now(c *call, r games.Rules) string {
	if !c.plays(r) || c.now.Match.Ended() {
		return ""
	}
	t, _ := lesson.Now(l.of(c), c.now.Match.State())
	return t.Key
}

// of returns the topics of the match on the panel.
func (l *lessons) of(c *call) []games.Topic {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id, mt := c.now.Point.Match, c.now.Match; l.match != id {
		l.match, l.all = id, games.Topics(mt.Rules(), mt.Setup())
	}
	return l.all
}
