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

// remains are what can be read of a damaged database.
type salvagedData struct {
	matches  []salvagedMatch // in the order of their numbers
	players  []seated
	settings []settings.Line
}

// remain is what can be read of a match.
type salvagedMatch struct {
	matchRow
	played, place int64
	facts         []chained // those that are sound, chained
	aside         []chained // those behind them, and what was aside before
	secrets       map[int64]string
	lost          bool // there should be more facts than are sound
}

// seated is a known player; who was seated latest has the highest number.
type seated struct {
	name   string
	number int64
}

// heap is what was found on the pages, before anybody has judged it.
type foundRows struct {
	matches  map[int64]salvagedMatch
	ends     map[int64][]ending // what the match's row says of its end, the oldest first
	facts    map[int64]map[int][]chained
	secrets  map[int64]map[int64]string
	players  map[string]int64
	settings map[string]string
	counts   [2]map[int64]int // facts of matches, at most: by the log that is taken to be older, and else
	whole    bool             // all rows of matches that there were are known
}

// salvage reads what is left of a database. A fact counts if the chain says that it is
// what was kept; where a match was never chained, if it has the next number. A match whose
// row is lost is made anew of its facts.
func salvage(f *pages.File, catalogue games.Catalogue) (all salvagedData) {
	h := gather(f)
	if f.Ageless() && h.outdated() {
		h = gather(f.LogIsYounger())
	}
	if !h.whole {
		h.addLostMatches(catalogue)
	}
	for _, number := range slices.Sorted(maps.Keys(h.matches)) {
		all.matches = append(all.matches, h.salvageMatch(number, catalogue))
	}
	for name, number := range h.players {
		all.players = append(all.players, seated{name, number})
	}
	slices.SortFunc(all.players, func(a, b seated) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
	})
	for _, key := range slices.Sorted(maps.Keys(h.settings)) {
		all.settings = append(all.settings, settings.Line{Key: key, Value: h.settings[key]})
	}
	return all
}

// rake gathers the rows of all pages.
func gather(f *pages.File) foundRows {
	h := foundRows{
		matches: map[int64]salvagedMatch{}, ends: map[int64][]ending{}, facts: map[int64]map[int][]chained{},
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

// outdated reports whether the log that is taken to be older knows more facts of a match
// than the database: then it is younger.
func (h foundRows) outdated() bool {
	for number, count := range h.counts[0] {
		if count > h.counts[1][number] {
			return true
		}
	}
	return false
}

// numbers reports whether all values are.
func numbers(values []any) bool {
	return !slices.ContainsFunc(values, func(v any) bool { _, ok := v.(int64); return !ok })
}

// match takes a row of matches, of any version of the database. One that is out of date
// still says how the match once ended.
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

// assign puts a value where it belongs, and reports whether it is of that kind. A column
// that the row is too old to have is left as it is. Text and bytes stand for each other: one
// flipped bit of a row's head makes the one of the other, which SQLite calls damage.
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

// fact takes a row of facts, or one of secrets, which looks alike. Of a number the
// youngest comes first.
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
		f := chained{seq: int(seq), line: text}
		if len(v) == 4 && !assign(v[3], &f.link) {
			return
		}
		h.addFact(number, f)
	}
}

// put notes a candidate.
func (h foundRows) addFact(number int64, f chained) {
	if h.facts[number] == nil {
		h.facts[number] = map[int][]chained{}
	}
	others := slices.DeleteFunc(h.facts[number][f.seq], func(o chained) bool {
		return o.line == f.line && bytes.Equal(o.link, f.link)
	})
	h.facts[number][f.seq] = append([]chained{f}, others...)
}

// player takes a row of players. Names that were being brought, and never shown, come
// with the others: they are but names.
func (h foundRows) player(v []any) {
	name := ""
	ok := assign(v[0], &name)
	if names, err := match.CheckNames([]string{name}); ok && err == nil && names[0] == name && len(v) >= 2 {
		if number, ok := v[1].(int64); ok {
			h.players[name] = number
		}
	}
}

// setting takes a row of settings.
func (h foundRows) setting(v []any) {
	key, value := "", ""
	if assign(v[0], &key) && assign(v[1], &value) && key != "" && value != "" {
		h.settings[key] = value
	}
}

// adopt makes rows for the matches whose own is lost.
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

// judged are the sound facts of a match, as far as it went in a transaction. A count below
// nought is damage, and says nothing of that.
func (h foundRows) soundFacts(number int64, end ending) []chained {
	of := h.facts[number]
	good := soundFacts(func(seq int) []chained { return of[seq] }, end)
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

// judge says what is left of a match.
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

// recover makes of the facts what stands beside them, as far as they are a record.
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

// report says what was saved.
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

// damage names the match and the first fact that can't be read.
func (m salvagedMatch) damage() companion.Damage {
	d := companion.Damage{Match: m.id, Game: m.game, Started: m.started, From: len(m.facts) + 1}
	if len(m.facts) > 0 {
		d.Names = seatsOf(m.facts[0].line).Seats
	}
	return d
}
