package companion

import (
	"time"

	"tabletop/companion/checkup"
	"tabletop/companion/club/wire"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Event is an input of the model: a command, a timer or an answer to an effect. At is the
// monotonic time since the daemon started. Wall is the wall clock, used for labels only.
type Event struct {
	At   time.Duration
	Wall time.Time
	What any // Sent, ClockState, Files, an event of stick.go, or one of the types below
}

type (
	// Started is the first event. It has the contents of the disk, and the ticket of the last
	// Keep that an earlier model of this process sent.
	Started struct {
		Evening Evening
		Ticket  int
	}
	// Tick reports that a timer has expired. The model ignores a tag that it no longer awaits.
	Tick struct{ Tag Tag }
	// Random answers the Randomize that has the same For. Secret is 32 bytes of crypto/rand.
	Random struct {
		For    Purpose
		Secret [32]byte
	}
	// Kept reports that the Keep with this ticket is stored.
	Kept struct{ Ticket int }
	// Lost reports that the Keep with this ticket could not be stored, with the reason.
	Lost struct {
		Ticket int
		Err    error
	}
	// Loaded answers a Load with the match and the secret of its seal. Err is the reason why
	// the match can't be resumed. The secret is zero once it is published.
	Loaded struct {
		ID      string
		Match   match.Match
		Secret  luck.Secret
		Damaged int // seq of the first unreadable fact; 0 if all are readable
		Err     error
	}
	// Damages reports the matches with unreadable facts.
	Damages []Damage
	// CarryResult answers a Carry. After an import, Added counts the new contents, and Evening
	// is the new state of the disk.
	CarryResult struct {
		Command Command
		Err     error
		Added   history.Parcel
		Evening Evening
	}
	// ClubState reports the connection of the box to its club.
	ClubState struct {
		ID          string            // id of the box; see package club/wire
		Online      bool              // the broker answers the box
		Trouble     string            // network error while the box is not online
		Unpublished int               // number of records that the league has not stored yet
		Dropped     wire.Dropped      // numbers of messages dropped since the start
		Codes       map[string]string // codes of the players whose names the club may receive, by name; see namingItem
		LastRequest League            // league that asked last to receive the results
	}
	// Addresses reports the addresses of the box for phones.
	Addresses door.Reach

	// Checkup answers Examine: the findings about the machine and its parts.
	Checkup []checkup.Finding
	// BackedUp reports that somebody has received a complete backup.
	BackedUp struct{}
	// HotspotFailed reports that the box's own Wi-Fi did not start with its password. Without one
	// it may start.
	HotspotFailed struct{}

	// Analysis answers the Think with the same Position. At is the seq of the fact that led to
	// the analysed position: the present one, or an earlier one of the same line of play.
	Analysis struct {
		Position string
		At       int
		Advice   games.Advice
	}
	// DatabaseReplaced reports that a damaged database was moved aside and replaced by an empty
	// one. Rescue describes the readable contents. The model must write its open matches to the
	// new database.
	DatabaseReplaced struct{ Rescue Rescue }
	// Trouble is a problem of a part of the daemon, for the panel. Key is the key of its text,
	// Arg the argument of the text.
	Trouble struct{ Key, Arg string }
	// TroubleEnded removes the page of a Trouble that has ended by itself.
	TroubleEnded struct{ Trouble }
)

// Purpose is the use of random bytes.
type Purpose uint8

// Uses of random bytes.
const (
	ForLuck Purpose = iota // secret of the next match
	ForDoor                // token or code that admits a phone
)

// Evening is the contents of the disk at the start of the daemon, or after an import.
type Evening struct {
	Settings []settings.Line
	Players  []string       // known players, beginning with the one seated last
	Open     []OpenMatch    // matches that have not ended, the latest first
	Firsts   map[string]int // number of matches in which each player was on the first seat, by name
	Ended    []history.Item // up to MostEnded ended matches, the latest first
	Rescue   Rescue         // contents of a damaged database; zero if it was not damaged
	ReadOnly error          // reason why nothing can be written to the card; nil if it is writable
}

// Rescue counts the readable contents of a damaged database. It is zero if the database was not
// damaged.
type Rescue struct {
	Aside          string // dated name of the file to which the damaged database was moved
	Matches, Facts int    // number of readable matches and facts
	Damaged        []Damage
}

// Damage describes a match whose record is unreadable from some fact on.
type Damage struct {
	Match   string   // id of the match
	Game    string   // name of the game; "" if no fact is readable
	Names   []string // names of the players, by seat
	Started string   // time of the first fact in RFC 3339; "" if unknown
	From    int      // seq of the first unreadable fact, from 1
}
