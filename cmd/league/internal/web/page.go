package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/audit"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/cmd/league/internal/rating"
	"tabletop/companion/club/wire"
	"tabletop/companion/words"
	"tabletop/games"
)

// funcs returns the functions of the page templates for a language.
func (h *Server) funcs(lang words.Lang) template.FuncMap {
	return template.FuncMap{
		"w":     func(key string, args ...string) string { return h.words[lang].Word(key, args...) },
		"n":     func(key string, n int) string { return h.words[lang].Say(games.Count(key, n), nil) },
		"game":  func(name string) string { return h.title(lang, name) },
		"code":  wire.Grouped,
		"day":   day,
		"score": func(points float64) string { return strconv.FormatFloat(points, 'f', 2, 64) },
		"shown": shown,
		"sure":  sure,
		"lang":  func() string { return string(lang) },
	}
}

// title returns the title of a game in a language. It returns the name of the game if the game is
// unknown, such as a game in a file.
func (h *Server) title(lang words.Lang, name string) string {
	i := slices.IndexFunc(h.Games.Games, func(r games.Rules) bool { return r.Name() == name })
	if i < 0 {
		return name
	}
	w, err := words.For(lang, words.Companion(lang), h.Games.Games[i])
	if err != nil {
		return name
	}
	return w.Word("title")
}

// day formats a time in UTC, given in ms since 1970. It returns "–" for 0.
func day(ms int64) string {
	if ms == 0 {
		return "–"
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04")
}

// shown formats the lower bound of a rating, the number by which ratings are ordered.
func shown(r rating.Rating) string { return strconv.FormatFloat(r.Shown(), 'f', 1, 64) }

// sure formats the likeliest skill of a rating, plus or minus two standard deviations.
func sure(r rating.Rating) string { return fmt.Sprintf("%.1f ± %.1f", r.Mu, 2*r.Sigma) }

func (c *call) word(key string, args ...string) string {
	return c.Server.words[c.lang].Word(key, args...)
}

// show renders a page. If the template fails, show sends nothing and returns the error.
func (c *call) show(name string, data map[string]any) error {
	if data == nil {
		data = map[string]any{}
	}
	data["By"], data["Organises"], data["Owns"] = c.by, may(c.by.Role, ledger.Organiser), may(c.by.Role, ledger.Owner)
	data["Path"] = c.r.URL.Path
	if _, ok := data["Now"]; !ok {
		data["Now"] = snapshot{}
	}
	var page bytes.Buffer
	if err := c.pages[c.lang].ExecuteTemplate(&page, name, data); err != nil {
		return err
	}
	c.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = page.WriteTo(c.w) // the client may have hung up
	return nil
}

// latest is the maximum number of matches on the first page.
const latest = 20

func (c *call) home() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	last := slices.Clone(n.Results[max(0, len(n.Results)-latest):])
	slices.Reverse(last)
	return c.show("home.html", map[string]any{"Now": n, "Tables": c.tables(n), "Latest": last, "Games": gamesOf(n)})
}

// seasonTable is a season with the lines of its table.
type seasonTable struct {
	admin.Span
	League admin.League
	Lines  []admin.Line
}

// tables returns the table of the latest season and the tables of all other seasons under way, the
// latest season first.
func (c *call) tables(n snapshot) (all []seasonTable) {
	today := c.Now().UTC().Format(time.DateOnly)
	for _, s := range slices.Backward(n.Seasons) {
		on := s.From <= today && today <= s.To
		if l, ok := n.LeagueOf(s.League); ok && (on || len(all) == 0) {
			all = append(all, seasonTable{s, l, n.Table(s, n.Results, n.ratings())})
		}
	}
	return all
}

// gamesOf returns the names of all games with rated matches.
func gamesOf(n snapshot) []string {
	set := map[string]bool{}
	for _, r := range n.Results {
		if r.Unrated == "" {
			set[r.Game] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func (c *call) season() error {
	id, as := format(c.r.PathValue("id"))
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(n.Seasons, func(s admin.Span) bool { return strconv.Itoa(s.ID) == id })
	if i < 0 {
		return ledger.ErrNotFound
	}
	l, _ := n.LeagueOf(n.Seasons[i].League)
	t := seasonTable{n.Seasons[i], l, n.Table(n.Seasons[i], n.Results, n.ratings())}
	if as != "" {
		return c.export(as, lineColumns, lineRows(t.Lines))
	}
	return c.show("season.html", map[string]any{"Now": n, "Table": t})
}

// ratingLine is a row of a game's ratings, for one person.
type ratingLine struct {
	Place        int
	Person, Name string
	admin.Standing
}

func (c *call) rating() error {
	game, as := format(c.r.PathValue("game"))
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	lines := ratingOf(n, game)
	if as != "" {
		return c.export(as, ratingColumns, ratingRows(lines))
	}
	return c.show("rating.html", map[string]any{"Now": n, "Game": game, "Lines": lines})
}

// ratingOf returns the ratings of a game, in descending order of their lower bounds.
func ratingOf(n snapshot, game string) (all []ratingLine) {
	for who, s := range n.ratings() {
		if who.Game == game {
			all = append(all, ratingLine{Person: who.Person, Name: n.displayName(who.Person), Standing: s})
		}
	}
	slices.SortFunc(all, func(a, b ratingLine) int {
		return cmp.Or(cmp.Compare(b.Rating.Shown(), a.Rating.Shown()), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Person, b.Person))
	})
	for i := range all {
		all[i].Place = i + 1
	}
	return all
}

// displayName returns the name of a person. It is the name given by organisers, or else the name on
// the box, or else the person's id.
func (n snapshot) displayName(person string) string {
	return cmp.Or(n.Name(person), n.Names[person].Name, person)
}

// personMatch is a match in the list of a person's matches.
type personMatch struct {
	admin.Result
	Seat  audit.Seat
	Seats []audit.Seat
}

func (c *call) person() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	person := n.Person(c.r.PathValue("id"))
	var all []personMatch
	for _, r := range slices.Backward(n.Results) {
		for _, seat := range n.Seats(r) {
			if seat.Player != "" && n.Person(seat.Player) == person {
				all = append(all, personMatch{r, seat, n.Seats(r)})
			}
		}
	}
	if _, known := n.Names[person]; !known && len(all) == 0 && n.Name(person) == "" {
		return ledger.ErrNotFound
	}
	ratings := map[string]admin.Standing{}
	for who, s := range n.ratings() {
		if who.Person == person {
			ratings[who.Game] = s
		}
	}
	return c.show("person.html", map[string]any{"Now": n, "Person": person, "Name": n.displayName(person), "Played": all, "Ratings": ratings, "Others": withBoxes(n.otherPlayers(person)), "Guest": admin.IsGuest(person)})
}

// candidate is a player of a box, to choose from.
type candidate struct{ Player, Name, Box string }

// otherPlayers returns the players who belong to other persons than person.
func (n snapshot) otherPlayers(person string) (all []candidate) {
	for _, player := range slices.Sorted(maps.Keys(n.Names)) {
		if n.Person(player) != person {
			all = append(all, candidate{player, n.Names[player].Name, n.Names[player].Box})
		}
	}
	return all
}

func (c *call) match() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	r, ok := n.resultOf(c.r.PathValue("id"))
	if !ok {
		return ledger.ErrNotFound
	}
	counts, why := n.Counts(r.Match)
	seats := n.Seats(r)
	return c.show("match.html", map[string]any{
		"Now": n, "Match": r, "Seats": seats, "Order": byRank(seats), "Counts": counts, "Why": why, "Siblings": n.Siblings[r.Match],
	})
}

// byRank returns the indices of seats in the order of their ranks.
func byRank(seats []audit.Seat) []int {
	order := make([]int, len(seats))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(seats[a].Rank, seats[b].Rank) })
	return order
}

// resultOf returns the record that counts of a match. ok is false if there is none.
func (n snapshot) resultOf(match string) (r admin.Result, ok bool) {
	i := slices.IndexFunc(n.Results, func(r admin.Result) bool { return r.Match == match })
	if i < 0 {
		return r, false
	}
	return n.Results[i], true
}

// record sends a record of a match: the one of the box in the parameter box, or else the one that
// counts.
func (c *call) record() error {
	n, err := c.snapshot(c.r.Context())
	if err != nil {
		return err
	}
	box := c.r.URL.Query().Get("box")
	if r, ok := n.resultOf(c.r.PathValue("id")); ok && box == "" {
		box = r.Box
	}
	lines, err := c.Ledger.Lines(c.r.Context(), box, c.r.PathValue("id"))
	if err == nil && lines == "" {
		err = ledger.ErrNotFound
	}
	if err != nil {
		return err
	}
	c.w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	http.ServeContent(c.w, c.r, "", time.Time{}, bytes.NewReader([]byte(lines)))
	return nil
}
