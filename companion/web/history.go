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

// History is the stored history of matches. Reading the history delays no key press.
type History interface {
	// List returns at most limit matches, the latest first. They began before the match whose
	// history.Entry.Mark equals the argument "before". If that is 0, List starts with the latest
	// match.
	List(ctx context.Context, before int64, limit int) ([]history.Entry, error)
	// Record returns one match. It returns history.ErrUnknown if no match has that id.
	Record(ctx context.Context, id string) (history.Entry, error)
	// Look returns the contents of an uploaded file. It stores nothing.
	Look(ctx context.Context, kind history.Kind, file io.Reader) (history.Parcel, error)
	// Backup writes everything that may leave the box. It omits facts that are veiled, which means
	// that they must not be seen before the end of a round.
	Backup(ctx context.Context, w io.Writer) error
}

// summary describes a match of the history in words.
type summary struct {
	ID      string         `json:"id"`
	Game    string         `json:"game"`
	Title   string         `json:"title"`
	Names   []string       `json:"names"` // names by seat, seat 1 first
	Looks   []seatLook     `json:"looks"` // colours and pictures by seat
	Options []chosenOption `json:"options"`
	Scores  []int32        `json:"scores"`
	Lowest  bool           `json:"lowest"`
	Won     []games.Seat   `json:"won"`
	Why     string         `json:"why"`
	Over    bool           `json:"over"`
	Ended   bool           `json:"ended"`
	Open    bool           `json:"open"`
	MS      int64          `json:"ms"`
	Start   string         `json:"start"` // RFC 3339; "" if the date is uncertain
	Sure    bool           `json:"sure"`
	First   int            `json:"first"` // seat that began; 0 if none has yet
	Facts   int            `json:"facts"`
	Luck    string         `json:"luck"`
	// Past is whether the match is a past play, entered by hand or imported from another program.
	// Then Day is whether only its date is known.
	Past  bool   `json:"past,omitempty"`
	Day   bool   `json:"day,omitempty"`
	Place string `json:"place,omitempty"`
	Note  string `json:"note,omitempty"`
	// Damaged is the seq of the first fact lost to a damaged card.
	Damaged int `json:"damaged,omitempty"`
}

// chosenOption is an option of a match and its value, in words.
type chosenOption struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

func (c *call) summary(item history.Item) summary {
	s, w := item.Summary, c.words(item.Summary.Game)
	result := summary{
		ID: item.ID, Game: s.Game, Title: c.titleOf(s), Names: s.Names, Looks: looksOf(c.now.Offer.People(), s.Names), Options: c.chosenOptions(s, w),
		Scores: append([]int32{}, s.Scores...), Lowest: s.Lowest, Won: append([]games.Seat{}, s.Won...),
		Over: s.Over, Ended: s.Ended, Open: item.Open, MS: s.MS, Start: s.Start, Sure: s.Start != "",
		First: s.First, Facts: s.Facts, Luck: s.Luck, Damaged: item.Damaged,
		Past: s.Past, Day: s.Day, Place: s.Place, Note: s.Note,
	}
	if s.Over {
		result.Why = textOf(w, s.Why, s.Names)
	}
	return result
}

// chosenOptions returns the options of a match and their values, in the order of the game's
// options.
func (c *call) chosenOptions(s history.Summary, w *words.Catalogue) []chosenOption {
	all := []chosenOption{}
	for _, o := range c.options(s.Game) {
		if value, ok := s.Options[o.Name]; ok && o.Asks() {
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

// pageOfItems is the number of matches read from the history at once.
const pageOfItems = 200

// items returns a page of matches, the latest first. They began before the match whose
// history.Entry.Mark equals the argument "before". The result next is the mark for the next page,
// or 0 after the last page. items skips unreadable matches.
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

// evening holds the matches of one table without a long pause between them.
type evening struct {
	Date    string    `json:"date"` // date in the box's time zone; "" if uncertain
	Sure    bool      `json:"sure"`
	Matches []summary `json:"matches"` // matches in the order in which they began
	Awards  []award   `json:"awards"`
}

type award struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Match string `json:"match,omitempty"` // id of the match that the award is for
}

// usualEvenings and mostEvenings are the default and maximum number of evenings per page.
const usualEvenings, mostEvenings = 20, 100

// evenings serves a page of the history, the latest evening first.
func (s *Server) evenings(c *call) {
	before, ok := c.queryNumber("before", 0, math.MaxInt64, 0)
	limit, ok2 := int64(0), false
	if ok {
		limit, ok2 = c.queryNumber("limit", 1, mostEvenings, usualEvenings)
	}
	if !ok2 {
		return
	}
	page, f := s.eveningPage, s.filter(c)
	if f.on() {
		page = f.page
	}
	found, next, err := page(c.r.Context(), before, int(limit))
	if err != nil {
		c.unreadable(err)
		return
	}
	all := []evening{}
	for _, e := range found {
		one := c.evening(e)
		if f.on() {
			one.Awards = []award{} // they compare all matches of the evening
		}
		all = append(all, one)
	}
	c.answer(struct {
		Evenings []evening `json:"evenings"`
		Next     int64     `json:"next"` // value of before for the next page; 0 after the last page
	}{all, next})
}

// eveningPage returns at most limit whole evenings before a match, given by history.Entry.Mark. The
// result next is the mark for the next page, or 0 after the last page.
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

// text returns a text from the companion's own catalogue in words. An argument "#game.NAME" stands
// for the title of that game.
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

// unreadable answers 503 with the reason why the history can't be read.
func (c *call) unreadable(err error) {
	if why, ok := c.reason(err); ok {
		c.fail(http.StatusServiceUnavailable, why)
		return
	}
	c.refuse(http.StatusServiceUnavailable, "history", quoted(err.Error()))
}

// reason returns the text of an error whose key is in the companion's catalogue. It returns false
// for any other error.
func (c *call) reason(err error) (string, bool) {
	known := companion.Reasoner(nil)
	if !errors.As(err, &known) || !c.words("").Has(known.Reason()) {
		return "", false
	}
	return c.words("").Word(known.Reason()), true
}

// historyMatch reads the match in the path, without its veiled facts. On failure it refuses the
// request and returns false.
func (s *Server) historyMatch(c *call) (e history.Entry, mt match.Match, ok bool) {
	id := c.r.PathValue("id")
	e, err := s.opts.History.Record(c.r.Context(), id)
	if err == nil {
		mt, err = e.Match(s.opts.Games)
	}
	if err == nil {
		mt, err = s.upTo(mt, mt.FirstHidden()-1)
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

// upTo returns mt as it was after the fact with that seq.
func (s *Server) upTo(mt match.Match, seq int) (match.Match, error) {
	if seq >= mt.Seq() {
		return mt, nil
	}
	return match.Read(strings.NewReader(mt.UpTo(seq)), "", s.opts.Games)
}

// matchTitle returns the game's title and the players' names of a match in the history. Questions
// on the panel show them. On failure it refuses the request and returns false.
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
	title := c.wordsOf(mt.Rules()).Word("title")
	if past, ok := games.PastOf(mt.Rules(), mt.Setup()); ok {
		title = c.title(past.Game)
	}
	return title + ": " + strings.Join(mt.Names(), ", "), true
}

// historyDetail serves the summary and the log of a match.
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
	tale, steps := companion.FactTexts{Match: mt, Words: c.wordsOf(mt.Rules())}, []entry{}
	if !item.Summary.Past {
		steps = logOf(tale, 0)
	}
	c.answer(struct {
		Summary summary `json:"summary"`
		Steps   []entry `json:"steps"`
		Sheet   []row   `json:"sheet"`
		Hints   int     `json:"hints"` // number of hints that named decisions
	}{c.summary(item), steps, sheetOf(mt.State(), tale.Words), mt.HintCount()})
}

// historyAt serves the position after a fact of a match.
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
		Seq int `json:"seq"`
		// Names lists the names by seat, seat 1 first. The draw for the first turn may change the
		// order in the course of a match.
		Names  []string     `json:"names"`
		Looks  []seatLook   `json:"looks"`
		View   view         `json:"view"`
		Scores []int32      `json:"scores"`
		Turn   games.Seat   `json:"turn"`
		Prompt string       `json:"prompt"`
		Over   bool         `json:"over"`
		Won    []games.Seat `json:"won"`
	}{seq, mt.Names(), looksOf(c.now.Offer.People(), mt.Names()), v, append([]int32{}, standing.Scores...), state.Turn(), v.Prompt, standing.Over, append([]games.Seat{}, standing.Won...)})
}

// historyRecord serves the facts of a match as a download.
func (s *Server) historyRecord(c *call) {
	if e, mt, ok := s.historyMatch(c); ok {
		c.attach(typeRecord, "companion-"+e.ID+".jsonl")
		c.record(mt)
	}
}

// attach sets the headers of a download.
func (c *call) attach(kind, name string) {
	c.w.Header().Set("Content-Type", kind)
	c.w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

// luckStream holds the outcomes of a stream of chance in a match, with observed and expected
// counts.
type luckStream struct {
	Name  string      `json:"name"`
	Label string      `json:"label"` // name in words
	By    string      `json:"by"`    // source of the outcomes: match.Device or match.Table
	Seat  int         `json:"seat"`  // seat on turn; 0 for all seats together
	Who   string      `json:"who"`
	Rolls int         `json:"rolls"`
	Faces []faceCount `json:"faces"`
	// Luckier is the percentage of fair tables that would have had better luck; null if unknown.
	Luckier *float64 `json:"luckier"`
	Text    string   `json:"text"`
}

type faceCount struct {
	Face     string   `json:"face"`
	Label    string   `json:"label"`
	Count    int      `json:"count"`
	Expected *float64 `json:"expected"` // expected count; null if the box doesn't know the odds
}

// luck serves the statistics of chance in a match.
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

// bgg returns the number of a game on boardgamegeek.com, or 0 if it is unknown.
func (c *call) bgg(game string) int {
	if r := c.now.Games.Find(game); r != nil {
		return games.BGG(r)
	}
	return 0
}

// bgStats serves the URL that passes the match to the app BG Stats.
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
	// Game titles in the app are in English.
	c.lang = words.English
	address := history.BGStats(item, c.titleOf(item.Summary), c.bgg(item.Summary.Game))
	if address == "" {
		c.refuse(http.StatusConflict, "open")
		return
	}
	c.answer(struct {
		URL string `json:"url"`
	}{address})
}
