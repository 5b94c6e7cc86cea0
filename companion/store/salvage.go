package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/companion/store/pages"
	"tabletop/games"
)

// salvagedData contains the readable data of a damaged database.
type salvagedData struct {
	matches  []salvagedMatch // in the order of their numbers
	players  []knownPlayer
	settings []settings.Line
}

// salvagedMatch contains the readable data of a match.
type salvagedMatch struct {
	matchRow
	played, place int64
	facts         []storedFact // sound facts, with their links
	aside         []storedFact // facts found after the sound ones, for the table "aside"
	secrets       map[int64]string
	lost          bool // facts are missing or unsound
}

// knownPlayer is a row of the table players. number orders the players by their last seating:
// the player seated latest has the highest number.
type knownPlayer struct {
	name   string
	number int64
}

// foundRows contains the rows found on the pages of a database. They are not verified yet.
type foundRows struct {
	matches  map[int64]salvagedMatch
	ends     map[int64][]ending // endings in the rows of each match, the oldest first
	facts    map[int64]map[int][]storedFact
	secrets  map[int64]map[int64]string
	players  map[string]int64
	settings map[string]string
	counts   [2]map[int64]int // highest count of facts by match: counts[0] in a log assumed older, counts[1] elsewhere
	whole    bool             // the rows of all matches were found
}

// salvage returns the remaining data of a database. A fact is valid if it passes the chain. In a
// match that was never chained, a fact is valid if its seq follows that of the previous fact. A
// match without a row gets a new row from its facts.
func salvage(f *pages.File, catalogue games.Catalogue) (all salvagedData) {
	h := gather(f)
	if f.LogAgeUnknown() && h.outdated() {
		h = gather(f.WithYoungerLog())
	}
	if !h.whole {
		h.addLostMatches(catalogue)
	}
	for _, number := range slices.Sorted(maps.Keys(h.matches)) {
		all.matches = append(all.matches, h.salvageMatch(number, catalogue))
	}
	for name, number := range h.players {
		all.players = append(all.players, knownPlayer{name, number})
	}
	slices.SortFunc(all.players, func(a, b knownPlayer) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
	})
	for _, key := range slices.Sorted(maps.Keys(h.settings)) {
		all.settings = append(all.settings, settings.Line{Key: key, Value: h.settings[key]})
	}
	return all
}

// gather returns the rows of all pages.
func gather(f *pages.File) foundRows {
	h := foundRows{
		matches: map[int64]salvagedMatch{}, ends: map[int64][]ending{}, facts: map[int64]map[int][]storedFact{},
		secrets: map[int64]map[int64]string{}, players: map[string]int64{}, settings: map[string]string{},
		counts: [2]map[int64]int{{}, {}},
	}
	belongs := map[string]func(pages.Row) bool{}
	for _, table := range []string{"matches", "players", "settings"} {
		owned, whole := f.Table(table)
		belongs[table] = func(r pages.Row) bool { return r.Latest && (owned[r.Page] || !whole) }
		if table == "matches" {
			h.whole = whole
		}
	}
	owned, _ := f.Table("players")
	for r := range f.Rows() {
		v := r.Values
		switch {
		case !r.Keyed && v[0] == nil:
			h.match(r, belongs["matches"](r))
		case r.Keyed && (len(v) == 3 || len(v) == 4) && numbers(v[:2]):
			h.fact(v)
		case r.Keyed && len(v) == 3 && belongs["players"](r), r.Keyed && r.Latest && owned[r.Page]:
			h.player(v)
		case r.Keyed && len(v) == 2 && belongs["settings"](r):
			h.setting(v)
		}
	}
	return h
}

// outdated reports whether, for any match, the log that was assumed older has more facts than
// the database. Then the log is in fact younger.
func (h foundRows) outdated() bool {
	for number, count := range h.counts[0] {
		if count > h.counts[1][number] {
			return true
		}
	}
	return false
}

// numbers reports whether all values are integers.
func numbers(values []any) bool {
	return !slices.ContainsFunc(values, func(v any) bool { _, ok := v.(int64); return !ok })
}

// match adds a row of the table "matches". The row may be of any version of the schema. If taken
// is false, the row is outdated, and match adds only its ending and its count of facts.
func (h foundRows) match(r pages.Row, taken bool) {
	v := append(slices.Clone(r.Values), make([]any, 13)...)
	m := salvagedMatch{matchRow: matchRow{number: r.Rowid}}
	var over, played, place, count, cut int64
	into := []any{nil, &m.id, &m.started, &m.game, &played, &over, &m.summary, &m.began, &place, &count, &m.head, &cut, &m.storedSum}
	for i, to := range into {
		if !assign(v[i], to) {
			return
		}
	}
	m.over, m.played, m.place = over != 0, played, place
	m.count, m.cut = int(count), int(cut)
	if len(r.Values) < 6 || m.id == "" {
		return
	}
	if m.head != nil {
		h.ends[m.number] = append(h.ends[m.number], m.ending)
	}
	of := h.counts[1]
	if r.Age < 0 {
		of = h.counts[0]
	}
	of[m.number] = max(of[m.number], m.count)
	if taken {
		h.matches[m.number] = m
	}
}

// assign copies a value to the variable to and reports whether the types fit. It leaves the
// variable unchanged for nil, the value of a column that the row doesn't have. Text and bytes
// are interchangeable, because one flipped bit in the header of a row turns one into the other;
// SQLite treats that as damage.
func assign(value, to any) bool {
	ok := value == nil
	switch to := to.(type) {
	case *string:
		switch s := value.(type) {
		case string:
			*to, ok = s, true
		case []byte:
			*to, ok = string(s), true
		}
	case *int64:
		if n, is := value.(int64); is {
			*to, ok = n, true
		}
	case *[]byte:
		switch b := value.(type) {
		case []byte:
			*to, ok = b, true
		case string:
			*to, ok = []byte(b), true
		}
	}
	return ok
}

// fact adds a row of the table facts, or of the table secrets, which has the same form. Rows
// must be added from the oldest to the youngest.
func (h foundRows) fact(v []any) {
	number, seq := v[0].(int64), v[1].(int64)
	text := ""
	ok := assign(v[2], &text)
	_, err := luck.ParseSecret(text)
	switch {
	case !ok || seq < 1:
	case len(v) == 3 && err == nil:
		if h.secrets[number] == nil {
			h.secrets[number] = map[int64]string{}
		}
		h.secrets[number][seq] = text
	case strings.HasPrefix(text, "{"):
		f := storedFact{seq: int(seq), line: text}
		if len(v) == 4 && !assign(v[3], &f.link) {
			return
		}
		h.addFact(number, f)
	}
}

// addFact adds f as the best candidate for the fact with its seq.
func (h foundRows) addFact(number int64, f storedFact) {
	if h.facts[number] == nil {
		h.facts[number] = map[int][]storedFact{}
	}
	others := slices.DeleteFunc(h.facts[number][f.seq], func(o storedFact) bool {
		return o.line == f.line && bytes.Equal(o.link, f.link)
	})
	h.facts[number][f.seq] = append([]storedFact{f}, others...)
}

// player adds a row of the table players. It also adds names that an interrupted import has
// staged, because they are only names.
func (h foundRows) player(v []any) {
	name := ""
	ok := assign(v[0], &name)
	if names, err := match.CheckNames([]string{name}); ok && err == nil && names[0] == name && len(v) >= 2 {
		if number, ok := v[1].(int64); ok {
			h.players[name] = number
		}
	}
}

// setting adds a row of the table settings, unless its key or value is empty.
func (h foundRows) setting(v []any) {
	key, value := "", ""
	if assign(v[0], &key) && assign(v[1], &value) && key != "" && value != "" {
		h.settings[key] = value
	}
}

// addLostMatches creates rows for the matches whose rows are lost but whose facts were found.
func (h foundRows) addLostMatches(catalogue games.Catalogue) {
	for number := range h.facts {
		if _, ok := h.matches[number]; ok {
			continue
		}
		end := ending{}
		if ends := h.ends[number]; len(ends) > 0 {
			end = ends[len(ends)-1]
		}
		m := salvagedMatch{matchRow: matchRow{number: number, ending: end}, played: number, place: number}
		if e, err := history.Read(linesOf(h.soundFacts(number, end)), "", catalogue); err == nil {
			m.id = e.ID
			h.matches[number] = m
		}
	}
}

// soundFacts returns the sound facts of a match, up to the highest count that a row of the match
// confirms. A negative count is damage and is ignored.
func (h foundRows) soundFacts(number int64, end ending) []storedFact {
	of := h.facts[number]
	good := soundFacts(func(seq int) []storedFact { return of[seq] }, end)
	if end.head == nil || end.count < 0 || len(good) <= end.count {
		return good
	}
	most := end.count
	for _, e := range h.ends[number] {
		if e.count > most && e.count <= len(good) && bytes.Equal(e.head, good[e.count-1].link) {
			most = e.count
		}
	}
	return good[:most]
}

// salvageMatch returns the salvaged data of the match with that number.
func (h foundRows) salvageMatch(number int64, catalogue games.Catalogue) salvagedMatch {
	m := h.matches[number]
	m.facts, m.secrets = h.soundFacts(number, m.ending), h.secrets[number]
	m.lost = len(m.facts) < m.count
	for _, seq := range slices.Sorted(maps.Keys(h.facts[number])) {
		if seq > len(m.facts) && m.lost || m.head == nil && seq > len(m.facts) {
			m.aside, m.lost = append(m.aside, h.facts[number][seq][0]), true
		}
	}
	if honest := m.storedSum != nil && m.sumFits(); !honest {
		m.rebuildRow(catalogue)
	}
	m.ending = newEnding(m.facts, len(m.facts), m.cut)
	if m.lost {
		m.cut = len(m.facts) + 1
	}
	return m
}

// rebuildRow sets the columns of the row from the facts. If the facts are not a valid record, it
// sets only the columns that the first fact contains.
func (m *salvagedMatch) rebuildRow(catalogue games.Catalogue) {
	if len(m.facts) == 0 {
		return
	}
	var first match.Fact
	if json.Unmarshal([]byte(m.facts[0].line), &first) == nil {
		m.started, m.game = first.At, first.Game
	}
	e, err := history.Read(linesOf(m.facts), "", catalogue)
	if err != nil {
		return
	}
	if strings.ContainsFunc(m.id, badInID) {
		m.id = e.ID
	}
	m.over = m.over || e.Over
	if s, err := history.Parse(e.Summary); m.over && err == nil {
		m.summary, m.began = e.Summary, beganIn(s)
	}
}

// report returns the numbers of salvaged matches and facts, and a list of the damaged matches.
func (all salvagedData) report() (r companion.Rescue) {
	for _, m := range all.matches {
		if len(m.facts) > 0 {
			r.Matches++
			r.Facts += len(m.facts)
		}
		if m.lost {
			r.Damaged = append(r.Damaged, m.damage())
		}
	}
	return r
}

// damage returns a report of the match with its first unreadable fact.
func (m salvagedMatch) damage() companion.Damage {
	d := companion.Damage{Match: m.id, Game: m.game, Started: m.started, From: len(m.facts) + 1}
	if len(m.facts) > 0 {
		d.Names = seatsOf(m.facts[0].line).Seats
	}
	return d
}
