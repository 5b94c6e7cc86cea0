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

// Event is something that happened: a command, a timer, the disk's answer. At is
// monotonic time since the daemon started; Wall only labels.
type Event struct {
	At   time.Duration
	Wall time.Time
	What any // Sent, or one of the types below
}

type (
	// Started is the first event: what the disk holds, and the ticket of the last
	// Keep that an earlier model of this process asked for.
	Started struct {
		Evening Evening
		Ticket  int
	}
	// Tick is a timer that ran out. A tag that is no longer awaited is stale.
	Tick struct{ Tag Tag }
	// Random answers the Randomize of the same For with 32 bytes of crypto/rand.
	Random struct {
		For    Purpose
		Secret [32]byte
	}
	// Kept says that the Keep of that ticket is on disk.
	Kept struct{ Ticket int }
	// Lost says that it is not, and why.
	Lost struct {
		Ticket int
		Err    error
	}
	// Loaded answers a Load: the match, folded, and the secret of its seal, zero once
	// that is opened; or why it can't be gone on with.
	Loaded struct {
		ID      string
		Match   match.Match
		Secret  luck.Secret
		Damaged int // the fact from which on it could not be read; 0: all was
		Err     error
	}
	// Damages are matches that were found to be damaged.
	Damages []Damage
	// Done says what came of a Carry, and after something was added what that was and
	// what the disk holds now.
	Done struct {
		Command Command
		Err     error
		Added   history.Parcel
		Evening Evening
	}
	// Clubbed says how the box stands with its club.
	Clubbed struct {
		ID      string            // the box's; see package club/wire
		Online  bool              // the broker answers
		Trouble string            // else why not, as the network says it
		Waiting int               // records that the league doesn't hold yet
		Codes   map[string]string // of players who may be named: what they agree with
		Asks    League            // has asked last for what is played
	}
	// Reached says where the box is reached.
	Reached door.Reach

	// Advised answers the Think of the same Of: what is known of the position after the
	// fact At, one of those that led to the present one.
	Advised struct {
		Of     string
		At     int
		Advice games.Advice
	}
	// Renewed says that a damaged database was set aside, and what could be read of it:
	// what is open must be written to the new one.
	Renewed struct{ Rescue Rescue }
	// Trouble is something a part of the daemon wants said on the panel.
	Trouble struct{ Key, Arg string }
	// Over ends a trouble that has passed by itself: nobody has to read of it any more.
	Over struct{ Trouble }
)

// Purpose is what random bytes are for.
type Purpose uint8

// What random bytes are for.
const (
	ForLuck Purpose = iota // the luck of the next match
	ForDoor                // a key to the door
)

// Evening is what the disk holds when the daemon starts.
type Evening struct {
	Settings []settings.Line
	Players  []string       // known players, the latest seated first
	Open     []OpenMatch    // matches that were not ended, the latest first
	Firsts   map[string]int // by name: how often each has begun a match
	Rescue   Rescue         // of a database that was damaged
	Unkept   error          // why nothing can be kept: the card is only read; nil else
}

// Rescue is what could be read of a database that was damaged. Its zero value says that
// none was.
type Rescue struct {
	Aside          string // the dated name under which it was set aside
	Matches, Facts int    // that were read of it
	Damaged        []Damage
}

// Damage is a match whose record can be read up to a fact.
type Damage struct {
	Match   string   // its id
	Game    string   // "" where nothing can be read
	Names   []string // by seat
	Started string   // when, as its first fact says it; "" unsure
	From    int      // the first fact that can't be read, from 1
}
