package companion

import (
	"strconv"
	"strings"

	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// ChipKey is the setting that keeps which chip the panel has.
const ChipKey = "chip"

// evening is what is kept beside matches: settings, each with its type, and who has
// played. It is read once from the lines of the disk, and a line is written where
// something changes. It never changes itself: Model.edit makes another.
type evening struct {
	lang        words.Lang // "" before one was chosen
	chip        panel.Chip // of the panel, "" before somebody has looked
	people      people.People
	guests      door.Guests
	screen      savedScreen
	game        string // being set up
	drafts      map[string]Draft
	last        map[string]Draft // of a game: the set-up that was played last
	cups        []string         // saved, the one rolled last first
	series      map[string]series
	away        map[string][]games.Seat // of a match: who is away for a while
	dice        string                  // the table's own
	sheets      map[string]Template
	boxes       map[string]map[string]string // of a game: the options that tell what lies in its box
	sealFirst   bool                         // the seal is shown before each match
	latest      string                       // the game that was begun last
	plays       map[string]int               // of a game: how often it was begun
	noMotion    bool                         // nothing moves but what must
	mute        bool                         // the buzzer is silent
	level       uint8                        // how bright: 0 full … levels−1
	hideMoments bool                         // no moments are shown
	warn        bool                         // an adviser says when a game can't be won any more
	league      League                       // who may have what is played
	imported    map[string]bool              // of an open match: a file has brought it, without its secret
	unknown     map[string]string            // lines that this version doesn't know
}

// stored are all settings of an evening.
var settingsTable = settings.Table[evening]{
	settings.Text("language", settings.AnyBackup, func(e *evening) *words.Lang { return &e.lang }),
	settings.Text(ChipKey, settings.ThisBox, func(e *evening) *panel.Chip { return &e.chip }),
	settings.One("guests", settings.ThisBox, func(e *evening) *door.Guests { return &e.guests }, door.Write, door.Read),
	settings.One("where", settings.AnyBackup, func(e *evening) *savedScreen { return &e.screen }, savedScreen.String, readSavedScreen),
	settings.Text("draft", settings.AnyPage, func(e *evening) *string { return &e.game }),
	settings.Values("draft", settings.AnyPage, func(e *evening) *map[string]Draft { return &e.drafts }),
	settings.Values("last", settings.AnyPage, func(e *evening) *map[string]Draft { return &e.last }),
	settings.Values("series", settings.AnyBackup, func(e *evening) *map[string]series { return &e.series }),
	settings.Named("away", settings.AnyBackup, func(e *evening) *map[string][]games.Seat { return &e.away }, writeSeats, readSeats),
	settings.Value("seal", settings.AnyBackup, func(e *evening) *bool { return &e.sealFirst }),
	settings.Text("latest", settings.AnyBackup, func(e *evening) *string { return &e.latest }),
	settings.Values("plays", settings.AnyBackup, func(e *evening) *map[string]int { return &e.plays }),
	settings.Value("still", settings.AnyBackup, func(e *evening) *bool { return &e.noMotion }),
	settings.Value("mute", settings.AnyBackup, func(e *evening) *bool { return &e.mute }),
	settings.Value("level", settings.AnyBackup, func(e *evening) *uint8 { return &e.level }),
	settings.Value("quiet", settings.AnyBackup, func(e *evening) *bool { return &e.hideMoments }),
	settings.Value("watch", settings.AnyBackup, func(e *evening) *bool { return &e.warn }),
	settings.Value("league", settings.ThisBox, func(e *evening) *League { return &e.league }),
	settings.Value("nameless", settings.AnyBackup, func(e *evening) *[]string { return &e.people.Unnamed }),
	settings.Values("brought", settings.ThisBox, func(e *evening) *map[string]bool { return &e.imported }),
	settings.Text("dice", settings.AnyPage, func(e *evening) *string { return &e.dice }).Remote(),
	settings.Value("cups", settings.AnyPage, func(e *evening) *[]string { return &e.cups }).Remote(),
	settings.Values("sheet", settings.AnyPage, func(e *evening) *map[string]Template { return &e.sheets }).Remote(),
	settings.Values("box", settings.AnyPage, func(e *evening) *map[string]map[string]string { return &e.boxes }).Remote(),
}

// Private reports whether a setting is nobody's business but this box's: it is in no
// backup, and none brings it. Of keys that this version doesn't know those are that
// begin with "secret".
func Private(key string) bool {
	return settingsTable.Private(key) || key == "hotspot" || key == "pace" || strings.HasPrefix(key, "secret")
}

// Choosable reports whether Choose takes a key:
//
//	dice         the table's own dice, as the option of the game dice gives them
//	cups         the saved cups, the first on top: a JSON list such as ["2d6","coin"]
//	sheet:NAME   a Template as JSON
//	box:GAME     what lies in the box of a game: its options as JSON, such as
//	             {"cards":"…"}, with which every new set-up begins
func Choosable(key string) bool { return settingsTable.Remote(key) }

// readEvening reads the lines of the disk.
func readEvening(lines []settings.Line, players []string, firsts map[string]int) *evening {
	e := &evening{people: people.People{Known: players, Firsts: firsts}}
	e.unknown = settingsTable.Read(e, lines)
	return e
}

// changes lists the lines that differ from those of was.
func (e *evening) changes(was *evening) []settings.Line {
	if e == was {
		return nil
	}
	return append(settingsTable.Changes(was, e), settings.Diff("", was.unknown, e.unknown)...)
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
