package companion

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/door"
	"tabletop/companion/words"
	"tabletop/games"
)

// evening is what is kept beside matches: settings, each with its type, and who has
// played. It is read once from the lines of the disk, and a line is written where
// something changes. It never changes itself: Model.edit makes another.
type evening struct {
	lang      words.Lang // "" before one was chosen
	chip      Chip       // of the panel, "" before somebody has looked
	players   []string   // known players, the latest seated first
	firsts    map[string]int
	guests    door.Guests
	where     where
	game      string // being set up
	drafts    map[string]Draft
	last      map[string]Draft // of a game: the set-up that was played last
	cups      []string         // saved, the one rolled last first
	series    map[string]series
	away      map[string][]games.Seat // of a match: who is away for a while
	dice      string                  // the table's own
	sheets    map[string]Template
	boxes     map[string]map[string]string // of a game: the options that tell what lies in its box
	sealFirst bool                         // the seal is shown before each match
	latest    string                       // the game that was begun last
	plays     map[string]int               // of a game: how often it was begun
	still     bool                         // nothing moves but what must
	mute      bool                         // the buzzer is silent
	level     uint8                        // how bright: 0 full … levels−1
	quiet     bool                         // no moments are shown
	watch     bool                         // an adviser says when a game can't be won any more
	league    League                       // who may have what is played
	nameless  []string                     // players who are not to be named to the club
	brought   map[string]bool              // of an open match: a file has brought it, without its secret
	others    map[string]string            // lines that this version doesn't know
}

// put is a copy of all with one more.
func put[V any](all map[string]V, key string, value V) map[string]V {
	all = maps.Clone(all)
	if all == nil {
		all = map[string]V{}
	}
	all[key] = value
	return all
}

// without is a copy of all without one.
func without[V any](all map[string]V, key string) map[string]V {
	all = maps.Clone(all)
	delete(all, key)
	return all
}

// audience is who may know a setting.
type audience uint8

const (
	thisBox   audience = iota // in no backup, on no page
	anyBackup                 // leaves in a backup, and a backup may bring it
	anyPage                   // and the page shows it
)

// setting is how a part of the evening stands on disk: under its key, or under a key
// that ends in a colon, and a name.
type setting struct {
	key    string
	may    audience
	chosen bool                                        // a phone may choose it; see Choose
	same   func(a, b *evening) bool                    // certainly
	read   func(e *evening, name, value string)        // what can't be read is left out
	write  func(e *evening) (byName map[string]string) // without what has no value
}

// settings are all there are.
var settings = []setting{
	one("language", anyBackup, func(e *evening) *words.Lang { return &e.lang }, spell[words.Lang], unspell[words.Lang]),
	one(ChipKey, thisBox, func(e *evening) *Chip { return &e.chip }, spell[Chip], unspell[Chip]),
	one("guests", thisBox, func(e *evening) *door.Guests { return &e.guests }, door.Write, door.Read),
	one("where", anyBackup, func(e *evening) *where { return &e.where }, where.String, readWhere),
	one("draft", anyPage, func(e *evening) *string { return &e.game }, spell[string], unspell[string]),
	named("draft:", anyPage, func(e *evening) *map[string]Draft { return &e.drafts }, toJSON[Draft], fromJSON[Draft]),
	named("last:", anyPage, func(e *evening) *map[string]Draft { return &e.last }, toJSON[Draft], fromJSON[Draft]),
	named("series:", anyBackup, func(e *evening) *map[string]series { return &e.series }, toJSON[series], fromJSON[series]),
	named("away:", anyBackup, func(e *evening) *map[string][]games.Seat { return &e.away }, writeSeats, readSeats),
	one("seal", anyBackup, func(e *evening) *bool { return &e.sealFirst }, toJSON[bool], fromJSON[bool]),
	one("latest", anyBackup, func(e *evening) *string { return &e.latest }, spell[string], unspell[string]),
	named("plays:", anyBackup, func(e *evening) *map[string]int { return &e.plays }, toJSON[int], fromJSON[int]),
	one("still", anyBackup, func(e *evening) *bool { return &e.still }, toJSON[bool], fromJSON[bool]),
	one("mute", anyBackup, func(e *evening) *bool { return &e.mute }, toJSON[bool], fromJSON[bool]),
	one("level", anyBackup, func(e *evening) *uint8 { return &e.level }, toJSON[uint8], fromJSON[uint8]),
	one("quiet", anyBackup, func(e *evening) *bool { return &e.quiet }, toJSON[bool], fromJSON[bool]),
	one("watch", anyBackup, func(e *evening) *bool { return &e.watch }, toJSON[bool], fromJSON[bool]),
	one("league", thisBox, func(e *evening) *League { return &e.league }, toJSON[League], fromJSON[League]),
	one("nameless", anyBackup, func(e *evening) *[]string { return &e.nameless }, toJSON[[]string], fromJSON[[]string]),
	named("brought:", thisBox, func(e *evening) *map[string]bool { return &e.brought }, toJSON[bool], fromJSON[bool]),
	chosen(one("dice", anyPage, func(e *evening) *string { return &e.dice }, spell[string], unspell[string])),
	chosen(one("cups", anyPage, func(e *evening) *[]string { return &e.cups }, toJSON[[]string], fromJSON[[]string])),
	chosen(named("sheet:", anyPage, func(e *evening) *map[string]Template { return &e.sheets }, toJSON[Template], fromJSON[Template])),
	chosen(named("box:", anyPage, func(e *evening) *map[string]map[string]string { return &e.boxes }, toJSON[map[string]string], fromJSON[map[string]string])),
}

// one is a setting under a key of its own.
func one[V any](key string, may audience, of func(*evening) *V, write func(V) string, read func(string) (V, bool)) setting {
	return setting{
		key: key, may: may,
		same: func(a, b *evening) bool { return reflect.DeepEqual(*of(a), *of(b)) },
		read: func(e *evening, _, value string) {
			if v, ok := read(value); ok {
				*of(e) = v
			}
		},
		write: func(e *evening) map[string]string {
			if v := reflect.ValueOf(of(e)).Elem(); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
				return nil
			}
			return map[string]string{"": write(*of(e))}
		},
	}
}

// named is a setting of which there is one under each name.
func named[V any](key string, may audience, of func(*evening) *map[string]V, write func(V) string, read func(string) (V, bool)) setting {
	return setting{
		key: key, may: may,
		same: func(a, b *evening) bool {
			return reflect.ValueOf(*of(a)).Pointer() == reflect.ValueOf(*of(b)).Pointer()
		},
		read: func(e *evening, name, value string) {
			if v, ok := read(value); ok {
				*of(e) = put(*of(e), name, v)
			}
		},
		write: func(e *evening) map[string]string {
			lines := map[string]string{}
			for name, v := range *of(e) {
				lines[name] = write(v)
			}
			return lines
		},
	}
}

// chosen is s as phones may choose it.
func chosen(s setting) setting {
	s.chosen = true
	return s
}

// settingOf finds the row of a key, and the name in it.
func settingOf(key string) (s setting, name string, ok bool) {
	kind, name, isNamed := strings.Cut(key, ":")
	if isNamed {
		kind += ":"
	}
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == kind })
	if i < 0 || isNamed && name == "" {
		return setting{}, "", false
	}
	return settings[i], name, true
}

// Private reports whether a setting is nobody's business but this box's: it is in no
// backup, and none brings it. Of keys that this version doesn't know those are that
// begin with "secret".
func Private(key string) bool {
	s, _, ok := settingOf(key)
	return ok && s.may == thisBox || key == "hotspot" || key == "pace" || strings.HasPrefix(key, "secret")
}

// Choosable reports whether Choose takes a key:
//
//	dice         the table's own dice, as the option of the game dice gives them
//	cups         the saved cups, the first on top: a JSON list such as ["2d6","coin"]
//	sheet:NAME   a Template as JSON
//	box:GAME     what lies in the box of a game: its options as JSON, such as
//	             {"cards":"…"}, with which every new set-up begins
func Choosable(key string) bool {
	s, _, ok := settingOf(key)
	return ok && s.chosen
}

// readEvening reads the lines of the disk.
func readEvening(lines []Setting, players []string, firsts map[string]int) *evening {
	e := &evening{players: players, firsts: firsts}
	for _, line := range lines {
		if s, name, ok := settingOf(line.Key); ok {
			s.read(e, name, line.Value)
			continue
		}
		e.others = put(e.others, line.Key, line.Value)
	}
	return e
}

// changes lists the lines that differ from those of was, sorted by their keys.
func (e *evening) changes(was *evening) (lines []Setting) {
	if e == was {
		return nil
	}
	for _, s := range settings {
		if s.same(e, was) {
			continue
		}
		lines = appendChanges(lines, s.key, s.write(was), s.write(e))
	}
	return appendChanges(lines, "", was.others, e.others)
}

// appendChanges adds the lines under a key that differ; one that is gone has no value.
func appendChanges(lines []Setting, key string, was, is map[string]string) []Setting {
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if before, ok := was[name]; !ok || before != is[name] {
			lines = append(lines, Setting{key + name, is[name]})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if _, ok := is[name]; !ok {
			lines = append(lines, Setting{key + name, ""})
		}
	}
	return lines
}

func spell[S ~string](s S) string { return string(s) }

func unspell[S ~string](line string) (S, bool) { return S(line), line != "" }

// toJSON writes a value of strings, numbers and lists: it can't fail.
func toJSON[V any](v V) string {
	line, _ := json.Marshal(v)
	return string(line)
}

func fromJSON[V any](line string) (v V, ok bool) {
	return v, json.Unmarshal([]byte(line), &v) == nil
}

// readSeats reads seats as "2 4".
func readSeats(line string) (seats []games.Seat, ok bool) {
	for _, word := range strings.Fields(line) {
		if n, err := strconv.ParseInt(word, 10, 8); err == nil {
			seats = append(seats, games.Seat(n))
		}
	}
	return seats, len(seats) > 0
}

func writeSeats(seats []games.Seat) string {
	all := make([]string, len(seats))
	for i, seat := range seats {
		all[i] = strconv.Itoa(int(seat))
	}
	return strings.Join(all, " ")
}

// Setting is a line of the table settings, as the disk has it; an empty value deletes it.
type Setting struct{ Key, Value string }
