package companion

import "time"

// Event is something that happened: a key, a timer, the disk's answer. At is
// monotonic time since the daemon started; Wall only labels.
type Event struct {
	At   time.Duration
	Wall time.Time
	What any // one of the types below
}

type (
	// Started is the first event: what the disk holds, and the ticket of the last
	// Keep that an earlier model of this process asked for.
	Started struct {
		Evening Evening
		Ticket  int
	}
	// Press is a gesture: a key pressed once, or with Hold back held for 1 s.
	Press struct {
		Key  Key
		Hold bool
	}
	// Edge is a debounced change of a key's level; gestures are made of edges.
	Edge struct {
		Key  Key
		Down bool
	}
	// Tick is a timer that ran out. A tag that is no longer awaited is stale.
	Tick struct{ Tag Tag }
	// Random answers Randomize with 32 bytes of crypto/rand.
	Random struct{ Secret [32]byte }
	// Kept says that the Keep of that ticket is on disk.
	Kept struct{ Ticket int }
	// Lost says that it is not, and why.
	Lost struct {
		Ticket int
		Err    error
	}
	// Decided is a decision from elsewhere than the keys; After is the seq it saw.
	Decided struct {
		Says  string
		After int
		Reply int
	}
	// Renewed says that a damaged database was set aside under a dated name: what
	// is open must be written to the new one.
	Renewed struct{ Name string }
	// Trouble is something a part of the daemon wants said on the panel.
	Trouble struct{ Key, Arg string }
)

// Tag names a timer.
type Tag struct {
	Name string
	N    int // counts up, so that an older timer of that name is stale
}

// Effects: what the loop does for the model. All are comparable values.
type (
	// Keep writes one transaction; it is answered by Kept or Lost. Keeping the
	// same lines twice is the same as once.
	Keep struct {
		Ticket   int
		Match    string // which match the lines belong to; "" for none
		First    int    // seq of the first line
		Lines    string // JSON Lines, each with its LF
		Secret   string // 64 hexadecimal digits of a new seal's secret, or ""
		Over     bool   // the match is ended: it is not resumed any more
		Summary  string // of an ended match, one JSON line; "" leaves it as it is
		Settings string // "key<TAB>value" lines: settings to set, an empty value deletes
		Players  string // names seated, one a line: known players from now on
	}
	// After asks for a Tick.
	After struct {
		Tag   Tag
		Delay time.Duration
	}
	// Renew asks for a new database in the place of a damaged one; it is answered
	// by Renewed, or by Lost under the ticket of the Keep that met the damage.
	Renew struct{ Ticket int }
	// Randomize asks for Random.
	Randomize struct{}
	// Reply answers a Decided; Refusal is "" or says why not, Stale that After was old.
	Reply struct {
		Reply   int
		Seq     int
		Refusal string
		Stale   bool
	}
	// Print asks for paper. Text holds lines, the first the title; Seal is 64
	// hexadecimal digits for a QR code, or "", and SealText what stands under it.
	// The same Name is the same receipt.
	Print struct{ Name, Text, Seal, SealText string }
	// Stop ends the daemon, at the table's wish.
	Stop struct{}
)

// Evening is what the disk holds when the daemon starts.
type Evening struct {
	Settings map[string]string
	Players  []string       // known players, the latest seated first
	Open     []Record       // matches that were not ended, the latest first
	Firsts   map[string]int // by name: how often each has begun a match
	Fresh    string         // the dated name under which an unreadable database was set aside, or ""
}

// Record is a match as the disk holds it.
type Record struct {
	Match  string
	Lines  string // JSON Lines
	Secret string // 64 hexadecimal digits, or "" once opened
}
