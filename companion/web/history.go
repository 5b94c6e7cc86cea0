package web

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// History is what the disk holds of other matches. Reading it delays no key press.
type History interface {
	// List returns at most limit matches, the latest first, of those that stand before
	// that mark; before 0 the latest of all.
	List(ctx context.Context, before int64, limit int) ([]history.Entry, error)
	// Record returns one match. Its error is history.ErrUnknown where there is none of that id.
	Record(ctx context.Context, id string) (history.Entry, error)
	// Look tells what a file would bring, and changes nothing.
	Look(ctx context.Context, kind history.Kind, file io.Reader) (history.Parcel, error)
	// Backup writes everything that may leave the box, and nothing that is veiled.
	Backup(ctx context.Context, w io.Writer) error
}

// summary is a match in words.
type summary struct {
	ID      string         `json:"id"`
	Game    string         `json:"game"`
	Title   string         `json:"title"`
	Names   []string       `json:"names"` // seat 1 first
	Options []chosenOption `json:"options"`
	Scores  []int32        `json:"scores"`
	Lowest  bool           `json:"lowest"`
	Won     []games.Seat   `json:"won"`
	Why     string         `json:"why"`
	Over    bool           `json:"over"`
	Ended   bool           `json:"ended"`
	Open    bool           `json:"open"`
	MS      int64          `json:"ms"`
	Start   string         `json:"start"` // RFC 3339, "" where it is unsure
	Sure    bool           `json:"sure"`
	First   int            `json:"first"` // the seat that began, 0: nobody yet
	Facts   int            `json:"facts"`
	Luck    string         `json:"luck"`
	Damaged int            `json:"damaged,omitempty"` // the first fact that was lost to a damaged card
}

// chosen is an option and its value in words.
type chosenOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func (c *call) summary(item history.Item) summary {
	s, w := item.Summary, c.words(item.Summary.Game)
	result := summary{
		ID: item.ID, Game: s.Game, Title: c.titleOf(s), Names: s.Names, Options: c.chosenOptions(s, w),
		Scores: append([]int32{}, s.Scores...), Lowest: s.Lowest, Won: append([]games.Seat{}, s.Won...),
		Over: s.Over, Ended: s.Ended, Open: item.Open, MS: s.MS, Start: s.Start, Sure: s.Start != "",
		First: s.First, Facts: s.Facts, Luck: s.Luck, Damaged: item.Damaged,
	}
	if s.Over {
		result.Why = textOf(w, s.Why, s.Names)
	}
	return result
}

// chosen says the options of a match, as its game orders them.
func (c *call) chosenOptions(s history.Summary, w *words.Catalogue) []chosenOption {
	all := []chosenOption{}
	for _, o := range c.options(s.Game) {
		if value, ok := s.Options[o.Name]; ok {
			all = append(all, chosenOption{w.Word("option." + o.Name), valueWord(w, o.Name, value)})
		}
	}
	return all
}

func (c *call) options(game string) []games.Option {
	if r := c.now.Games.Find(game); r != nil {
		return r.Options()
	}
	return nil
}

// pageOfItems is how many matches are read at once.
const pageOfItems = 200

// items reads the matches before a mark, a page of them, and the mark where the next
// page begins: 0 after the last. What can't be read is left out.
func (s *Server) items(ctx context.Context, before int64) (items []history.Item, next int64, err error) {
	entries, err := s.opts.History.List(ctx, before, pageOfItems)
	if err != nil {
		return nil, 0, err
	}
	for _, e := range entries {
		if item, err := e.Item(s.opts.Games); err == nil {
			items = append(items, item)
		}
		next = e.Mark
	}
	if len(entries) < pageOfItems {
		next = 0
	}
	return items, next, nil
}

// evening is what one table played without a long pause.
type evening struct {
	Date    string    `json:"date"` // where the box is; "" where it is unsure
	Sure    bool      `json:"sure"`
	Matches []summary `json:"matches"` // in the order in which they were begun
	Awards  []award   `json:"awards"`
}

type award struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Match string `json:"match,omitempty"` // the id of the one it is about
}

// Evenings on one page.
const usualEvenings, mostEvenings = 20, 100

// evenings serves a page of the history, the latest first.
func (s *Server) evenings(c *call) {
	before, ok := c.queryNumber("before", 0, math.MaxInt64, 0)
	limit, ok2 := int64(0), false
	if ok {
		limit, ok2 = c.queryNumber("limit", 1, mostEvenings, usualEvenings)
	}
	if !ok2 {
		return
	}
	found, next, err := s.eveningPage(c.r.Context(), before, int(limit))
	if err != nil {
		c.unreadable(err)
		return
	}
	all := []evening{}
	for _, e := range found {
		all = append(all, c.evening(e))
	}
	c.answer(struct {
		Evenings []evening `json:"evenings"`
		Next     int64     `json:"next"` // what before is for the next page, 0 after the last
	}{all, next})
}

// page reads whole evenings, at most limit, and where the next page begins.
func (s *Server) eveningPage(ctx context.Context, before int64, limit int) (found []history.Evening, next int64, err error) {
	var all []history.Item
	for next = before; len(found) <= limit; {
		var items []history.Item
		if items, next, err = s.items(ctx, next); err != nil {
			return nil, 0, err
		}
		all = append(all, items...)
		found = history.Evenings(all)
		if next == 0 {
			break
		}
	}
	if len(found) > limit {
		found = found[:limit]
		next = found[limit-1].Mark()
	}
	return found, next, nil
}

func (c *call) evening(e history.Evening) evening {
	result := evening{Sure: !e.Start.IsZero(), Matches: []summary{}, Awards: []award{}}
	if result.Sure {
		result.Date = e.Start.Local().Format(time.DateOnly)
	}
	for _, item := range e.Items {
		result.Matches = append(result.Matches, c.summary(item))
	}
	for _, a := range history.Awards(e) {
		result.Awards = append(result.Awards, award{c.text(a.Title), c.text(a.Text), a.Match})
	}
	return result
}

// text says one of the companion's own texts; an argument "#game.NAME" is the title
// of that game.
func (c *call) text(t games.Text) string {
	args := make([]string, len(t.Args))
	for i, arg := range t.Args {
		args[i] = arg
		if game, ok := strings.CutPrefix(arg, "#game."); ok {
			args[i] = c.title(game)
		}
	}
	t.Args = args
	return c.words("").Say(t, nil)
}

// unreadable says that the history can't be read.
func (c *call) unreadable(err error) {
	if why, ok := c.reason(err); ok {
		c.fail(http.StatusServiceUnavailable, why)
		return
	}
	c.refuse(http.StatusServiceUnavailable, "history", quoted(err.Error()))
}

// reason says an error that knows its key in the companion's catalogues.
func (c *call) reason(err error) (string, bool) {
	known := companion.Reasoner(nil)
	if !errors.As(err, &known) || !c.words("").Has(known.Reason()) {
		return "", false
	}
	return c.words("").Word(known.Reason()), true
}

// historyMatch reads the match that the path names, as far as everybody may see it: of a
// round that may not be looked back at, nothing. It refuses, and returns false, where
// there is none.
func (s *Server) historyMatch(c *call) (e history.Entry, mt match.Match, ok bool) {
	id := c.r.PathValue("id")
	e, err := s.opts.History.Record(c.r.Context(), id)
	if err == nil {
		mt, err = e.Match(s.opts.Games)
	}
	if err == nil {
		mt, err = s.upTo(mt, mt.Veil()-1)
	}
	switch {
	case err == nil:
		return e, mt, true
	case errors.Is(err, history.ErrUnknown):
		c.refuse(http.StatusNotFound, "nohistory", quoted(id))
	default:
		c.unreadable(err)
	}
	return e, mt, false
}

// upTo is mt as it was after the fact of that seq.
func (s *Server) upTo(mt match.Match, seq int) (match.Match, error) {
	if seq >= mt.Seq() {
		return mt, nil
	}
	return match.Read(strings.NewReader(mt.UpTo(seq)), "", s.opts.Games)
}

// nameOf is what the table calls a match in the history.
func (s *Server) matchTitle(c *call, id string) (string, bool) {
	if s.opts.History == nil {
		c.refuse(http.StatusNotFound, "nohistory", quoted(id))
		return "", false
	}
	c.r.SetPathValue("id", id)
	_, mt, ok := s.historyMatch(c)
	if !ok {
		return "", false
	}
	return c.wordsOf(mt.Rules()).Word("title") + ": " + strings.Join(mt.Names(), ", "), true
}

// historyTale serves a match as it was played.
func (s *Server) historyDetail(c *call) {
	e, mt, ok := s.historyMatch(c)
	if !ok {
		return
	}
	item, err := e.Item(s.opts.Games)
	if err != nil {
		c.unreadable(err)
		return
	}
	tale := companion.Tale{Match: mt, Words: c.wordsOf(mt.Rules())}
	c.answer(struct {
		Summary summary `json:"summary"`
		Steps   []entry `json:"steps"`
		Sheet   []row   `json:"sheet"`
		Hints   int     `json:"hints"` // how often decisions were told
	}{c.summary(item), logOf(tale, 0), sheetOf(mt.State(), tale.Words), mt.Hints()})
}

// historyAt serves the position after one of its facts.
func (s *Server) historyAt(c *call) {
	_, mt, ok := s.historyMatch(c)
	if !ok {
		return
	}
	text := c.r.PathValue("seq")
	seq, err := strconv.Atoi(text)
	if err != nil || seq < 1 || seq > mt.Seq() {
		c.refuse(http.StatusNotFound, "noseq", quoted(text), strconv.Itoa(mt.Seq()))
		return
	}
	if mt, err = s.upTo(mt, seq); err != nil {
		c.unreadable(err)
		return
	}
	state, w := mt.State(), c.wordsOf(mt.Rules())
	standing, v := state.Standing(), viewOf(state.View(games.Nobody), w, mt.Names())
	c.answer(struct {
		Seq    int          `json:"seq"`
		Names  []string     `json:"names"` // seat 1 first; drawing the first seat turns them
		View   view         `json:"view"`
		Scores []int32      `json:"scores"`
		Turn   games.Seat   `json:"turn"`
		Prompt string       `json:"prompt"`
		Over   bool         `json:"over"`
		Won    []games.Seat `json:"won"`
	}{seq, mt.Names(), v, append([]int32{}, standing.Scores...), state.Turn(), v.Prompt, standing.Over, append([]games.Seat{}, standing.Won...)})
}

// historyRecord serves a match's facts as a file.
func (s *Server) historyRecord(c *call) {
	if e, mt, ok := s.historyMatch(c); ok {
		c.attach(typeRecord, "companion-"+e.ID+".jsonl")
		c.record(mt)
	}
}

// attach makes the answer a file to be saved.
func (c *call) attach(kind, name string) {
	c.w.Header().Set("Content-Type", kind)
	c.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// stream of answers of chance, against what was to be expected.
type luckStream struct {
	Name    string      `json:"name"`
	Label   string      `json:"label"` // the same in words
	By      string      `json:"by"`    // match.Device or match.Table
	Seat    int         `json:"seat"`  // whose turn it was; 0: all together
	Who     string      `json:"who"`
	Rolls   int         `json:"rolls"`
	Faces   []faceCount `json:"faces"`
	Luckier *float64    `json:"luckier"` // of 100 fair tables, how many come to more; null: not known
	Text    string      `json:"text"`
}

type faceCount struct {
	Face     string   `json:"face"`
	Label    string   `json:"label"`
	Count    int      `json:"count"`
	Expected *float64 `json:"expected"` // null: only people knew the odds
}

// luck serves what chance answered in a match.
func (s *Server) luck(c *call) {
	_, mt, ok := s.historyMatch(c)
	if !ok {
		return
	}
	all := []luckStream{}
	for _, st := range history.Luck(mt).Streams {
		all = append(all, c.luckStream(st, mt))
	}
	c.answer(struct {
		Streams []luckStream `json:"streams"`
	}{all})
}

func (c *call) luckStream(st history.Stream, mt match.Match) luckStream {
	w := c.wordsOf(mt.Rules())
	result := luckStream{Name: st.Name, Label: w.Stream(st.Name), By: st.By, Seat: int(st.Seat), Who: mt.Name(st.Seat), Rolls: st.Rolls, Faces: []faceCount{}}
	for _, f := range st.Faces {
		face := faceCount{Face: f.Name, Label: w.Name(f.Name), Count: f.Count}
		if f.Expected != nil {
			expected, _ := f.Expected.Float64()
			face.Expected = &expected
		}
		result.Faces = append(result.Faces, face)
	}
	if st.Luckier != nil {
		percent := history.Percent(st.Luckier)
		result.Luckier = &percent
	}
	var texts []string
	for _, t := range st.Texts(w.Name) {
		texts = append(texts, c.text(t))
	}
	result.Text = strings.Join(texts, " ")
	return result
}

// bgStats serves the address that hands a match to the app BG Stats.
func (s *Server) bgStats(c *call) {
	e, _, ok := s.historyMatch(c)
	if !ok {
		return
	}
	item, err := e.Item(s.opts.Games)
	if err != nil {
		c.unreadable(err)
		return
	}
	c.lang = words.English // by which the app knows games
	address := history.BGStats(item, c.titleOf(item.Summary))
	if address == "" {
		c.refuse(http.StatusConflict, "open")
		return
	}
	c.answer(struct {
		URL string `json:"url"`
	}{address})
}
