package companion

import (
	"time"

	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// Event is an input of the model: a command, a timer, an answer of the disk. At is monotonic
// time since the daemon started. Wall is used for labels only.
type Event struct {
	At   time.Duration
	Wall time.Time
	What any // Sent, or one of the types below
}

type (
	// Started is the first event, with the contents of the disk. Ticket is that of the last
	// Keep which an earlier model of this process sent.
	Started struct {
		Evening Evening
		Ticket  int
	}
	// Tick reports that a timer has expired. A tag that is not awaited is stale.
	Tick struct{ Tag Tag }
	// Random answers the Randomize of the same For, with 32 bytes of crypto/rand.
	Random struct {
		For    Purpose
		Secret [32]byte
	}
	// Kept reports that the Keep with this ticket is stored.
	Kept struct{ Ticket int }
	// Lost reports that the Keep with this ticket could not be stored.
	Lost struct {
		Ticket int
		Err    error
	}
	// Loaded answers a Load with the folded match and the secret of its seal, or with the
	// error why it can't be resumed. The secret is zero once it is published.
	Loaded struct {
		ID      string
		Match   match.Match
		Secret  luck.Secret
		Damaged int // first unreadable fact; 0: all are readable
		Err     error
	}
	// Damages reports damaged matches.
	Damages []Damage
	// CarryResult reports the result of a Carry. After an import, Added lists the new contents and
	// Evening is the disk's new state.
	CarryResult struct {
		Command Command
		Err     error
		Added   history.Parcel
		Evening Evening
	}
	// ClubState reports the connection of the box to its club.
	ClubState struct {
		ID          string            // id of the box; see package club/wire
		Online      bool              // the broker answers
		Trouble     string            // network error if not online
		Unpublished int               // number of records that the league has not stored yet
		Codes       map[string]string // by name: code of a player whose name may be published, see namingItem
		LastRequest League            // league of the last request for results
	}
	// Addresses reports the addresses at which the box can be reached.
	Addresses door.Reach

	// Analysis answers the Think of the same Of, with the analysis of the position after fact
	// At. That fact is one of those that led to the present position.
	Analysis struct {
		Position string
		At       int
		Advice   games.Advice
	}
	// DatabaseReplaced reports that a damaged database was moved aside, and its readable contents. The
	// model must write its open matches to the new database.
	DatabaseReplaced struct{ Rescue Rescue }
	// Trouble is a problem of a part of the daemon, to be shown on the panel.
	Trouble struct{ Key, Arg string }
	// TroubleEnded withdraws a Trouble that has ended by itself. Its page is removed.
	TroubleEnded struct{ Trouble }
)

// Purpose is the use of random bytes.
type Purpose uint8

// Uses of random bytes.
const (
	ForLuck Purpose = iota // luck of the next match
	ForDoor                // token or code that admits a phone
)

// Evening is the contents of the disk when the daemon starts.
type Evening struct {
	Settings []settings.Line
	Players  []string       // known players, the one seated last first
	Open     []OpenMatch    // matches that have not ended, the latest first
	Firsts   map[string]int // number of matches each player has begun, by name
	Rescue   Rescue         // set if the database was damaged
	ReadOnly error          // reason why the card is read-only; nil if it is writable
}

// Rescue is the readable contents of a damaged database. The zero value means that it was not
// damaged.
type Rescue struct {
	Aside          string // dated name to which the database was moved
	Matches, Facts int    // number of readable matches and facts
	Damaged        []Damage
}

// Damage is a match whose record is readable only up to a fact.
type Damage struct {
	Match   string   // its id
	Game    string   // "" if no fact is readable
	Names   []string // by seat
	Started string   // time of its first fact; "" if unsure
	From    int      // first unreadable fact, from 1
}
