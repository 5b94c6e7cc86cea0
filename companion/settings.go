package companion

import (
	"strconv"
	"strings"

	"tabletop/companion/door"
	"tabletop/companion/ear"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// ChipKey is the key of the setting for the panel's chip.
const ChipKey = "chip"

// evening is the state of the box beside its matches: settings and players. It is read once from
// the lines on disk. A changed setting is written to its line at once. An evening never changes:
// Model.edit makes another.
type evening struct {
	lang         words.Lang                   // language of the panel; "" until the table has chosen one
	country      string                       // country code for the Wi-Fi; "" until the table has chosen one
	chip         panel.Chip                   // chip of the panel; "" until the table has chosen one
	people       people.People                // known players
	guests       door.Guests                  // phones and programs that are admitted
	screen       savedScreen                  // screen to restore after a power cut
	draftGame    string                       // name of the game whose draft is on the panel
	drafts       map[string]Draft             // drafts by game
	lastDrafts   map[string]Draft             // last set-up played of each game, by game
	cups         []string                     // saved cups, the one rolled last first
	series       map[string]series            // series under way, by id
	away         map[string][]games.Seat      // seats whose turns are skipped, by id of the match
	dice         string                       // the table's own dice
	ownTemplates map[string]Template          // templates made by this table, by name
	boxes        map[string]map[string]string // contents of each game's box as options, by game
	sealFirst    bool                         // the panel shows the seal before each match
	lastGame     string                       // name of the game begun last
	plays        map[string]int               // number of matches begun of each game, by game
	noMotion     bool                         // the panel shows no animations except necessary ones
	mute         bool                         // sounds are off
	span         int                          // length of the sand timer that ran last, in seconds
	level        uint8                        // brightness of panel and matrix: 0 full to levels−1 darkest
	hideMoments  bool                         // the panel shows no moments of games
	warn         bool                         // the adviser warns when a game can't be won any more
	league       League                       // league that receives the results
	backup       string                       // time of the last backup in RFC 3339; "undated" if the clock was not trusted, "" if there was none
	shownUpdate  string                       // ID of the update whose outcome the panel has shown last
	stick        adopted                      // stick that the table has chosen for backups; zero if none
	imported     map[string]bool              // open matches that were imported without their secret, by id; the value is true until the table has read what follows from that
	learnt       []string                     // names of the games that were played to their end here
	explain      map[string]bool              // whether the next match is explained, by game, if the table has chosen it
	lessons      map[string][]string          // keys of the topics that the table has seen, by id of an explained match
	speech       ear.Level                    // level of speech; "" until the table has chosen
	unknown      map[string]string            // values of settings that this version doesn't know, by key
}

// settingsTable lists all settings of an evening, with the key and the field of each.
var settingsTable = settings.Table[evening]{
	settings.Text("language", settings.AnyBackup, func(e *evening) *words.Lang { return &e.lang }),
	settings.Text(ChipKey, settings.ThisBox, func(e *evening) *panel.Chip { return &e.chip }),
	settings.Text("country", settings.ThisBox, func(e *evening) *string { return &e.country }),
	settings.One("guests", settings.ThisBox, func(e *evening) *door.Guests { return &e.guests }, door.Write, door.Read),
	settings.One("where", settings.AnyBackup, func(e *evening) *savedScreen { return &e.screen }, savedScreen.String, readSavedScreen),
	settings.Text("draft", settings.AnyPage, func(e *evening) *string { return &e.draftGame }),
	settings.Values("draft", settings.AnyPage, func(e *evening) *map[string]Draft { return &e.drafts }),
	settings.Values("last", settings.AnyPage, func(e *evening) *map[string]Draft { return &e.lastDrafts }),
	settings.Values("series", settings.AnyBackup, func(e *evening) *map[string]series { return &e.series }),
	settings.Named("away", settings.AnyBackup, func(e *evening) *map[string][]games.Seat { return &e.away }, writeSeats, readSeats),
	settings.Value("seal", settings.AnyBackup, func(e *evening) *bool { return &e.sealFirst }),
	settings.Text("latest", settings.AnyBackup, func(e *evening) *string { return &e.lastGame }),
	settings.Values("plays", settings.AnyBackup, func(e *evening) *map[string]int { return &e.plays }),
	settings.Value("still", settings.AnyBackup, func(e *evening) *bool { return &e.noMotion }),
	settings.Value("mute", settings.AnyBackup, func(e *evening) *bool { return &e.mute }),
	settings.Value("timer", settings.AnyBackup, func(e *evening) *int { return &e.span }),
	settings.Value("level", settings.AnyBackup, func(e *evening) *uint8 { return &e.level }),
	settings.Value("quiet", settings.AnyBackup, func(e *evening) *bool { return &e.hideMoments }),
	settings.Value("watch", settings.AnyBackup, func(e *evening) *bool { return &e.warn }),
	settings.Value("league", settings.ThisBox, func(e *evening) *League { return &e.league }),
	settings.Value("nameless", settings.AnyBackup, func(e *evening) *[]string { return &e.people.Unnamed }),
	settings.Value("looks", settings.AnyBackup, func(e *evening) *map[string]people.Look { return &e.people.Looks }),
	settings.Value("same", settings.AnyBackup, func(e *evening) *map[string]string { return &e.people.Same }),
	settings.Text("backup", settings.ThisBox, func(e *evening) *string { return &e.backup }),
	settings.Text("update", settings.ThisBox, func(e *evening) *string { return &e.shownUpdate }),
	settings.Value("stick", settings.ThisBox, func(e *evening) *adopted { return &e.stick }),
	settings.Values("brought", settings.ThisBox, func(e *evening) *map[string]bool { return &e.imported }),
	settings.Value("learnt", settings.AnyBackup, func(e *evening) *[]string { return &e.learnt }),
	settings.Values("explain", settings.AnyBackup, func(e *evening) *map[string]bool { return &e.explain }),
	settings.Values("lessons", settings.AnyBackup, func(e *evening) *map[string][]string { return &e.lessons }),
	settings.Text("speech", settings.AnyBackup, func(e *evening) *ear.Level { return &e.speech }),
	settings.Text("dice", settings.AnyPage, func(e *evening) *string { return &e.dice }).Remote(),
	settings.Value("cups", settings.AnyPage, func(e *evening) *[]string { return &e.cups }).Remote(),
	settings.Values("sheet", settings.AnyPage, func(e *evening) *map[string]Template { return &e.ownTemplates }).Remote(),
	settings.Values("box", settings.AnyPage, func(e *evening) *map[string]map[string]string { return &e.boxes }).Remote(),
}

// Private reports whether the setting key stays on this box: it is never written to a backup
// nor read from one. Unknown keys that begin with "secret" are private, too.
func Private(key string) bool {
	return settingsTable.Private(key) || key == "hotspot" || key == "house" || key == "pace" || strings.HasPrefix(key, "secret")
}

// Choosable reports whether phones may change the setting key by a Choose:
//
//	dice         the table's own dice, as a value of the dice tool's option
//	cups         the saved cups, the one rolled last first: a JSON list such as ["2d6","coin"]
//	sheet:NAME   a Template as JSON
//	box:GAME     the contents of a game's box: its options as JSON, such as {"cards":"…"};
//	             every new set-up begins with them
func Choosable(key string) bool { return settingsTable.Remote(key) }

// readEvening returns the evening in the lines on disk. firsts is the number of matches that
// each player has begun, by name.
func readEvening(lines []settings.Line, players []string, firsts map[string]int) *evening {
	e := &evening{people: people.People{Known: players, Firsts: firsts}}
	e.unknown = settingsTable.Read(e, lines)
	return e
}

// changes returns the lines of settings that differ between was and e.
func (e *evening) changes(was *evening) []settings.Line {
	if e == was {
		return nil
	}
	return append(settingsTable.Changes(was, e), settings.Diff("", was.unknown, e.unknown)...)
}

// readSeats parses seats such as "2 4". It returns false if there are none.
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
