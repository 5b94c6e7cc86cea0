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
	// Press is a gesture: a key pressed once, or with Hold back held for 1 s. Remote
	// is from hands that aren't at the box: private pages don't obey them.
	Press struct {
		Key    Key
		Hold   bool
		Remote bool
	}
	// Edge is a debounced change of a key's level; gestures are made of edges.
	Edge struct {
		Key  Key
		Down bool
	}
	// Tick is a timer that ran out. A tag that is no longer awaited is stale.
	Tick struct{ Tag Tag }
	// Random answers the Randomize of the same For with 32 bytes of crypto/rand.
	Random struct {
		For    string
		Secret [32]byte
	}
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
	// Joined is a phone that knocks: Key is the token of the QR code or the six digits
	// in sight, as typed, Agent what its browser calls itself (User-Agent). The Reply
	// has its cookie and role, or says why not.
	Joined struct {
		Key, Agent string
		Reply      int
	}
	// Asked is something that only the wired keys may allow. It is answered at once:
	// without a Refusal it is on the panel now. Allowed is it where whoever asks is as
	// good as they: then it is done, and answered once it is.
	Asked struct {
		Ask     Ask
		Allowed bool
		Reply   int
	}
	// Done says what came of a Carry, and after a restore or reload what was added and
	// what the disk holds now.
	Done struct {
		Ask     Ask
		Err     error
		Added   Added
		Evening Evening
	}
	// Reached says where the box is reached. URLs are one a line, the best first, ""
	// without a network; one of this machine itself (127.0.0.1) where the page is for
	// nobody else. Wifi is "" where the box can't be a hotspot, "can" where it
	// could, and else the hotspot that runs: its SSID, a tab, its password.
	Reached struct{ URLs, Wifi string }
	// Timed says whether the wall clock is trusted, and what to add to it: a time
	// accepted from a phone.
	Timed struct {
		Sure  bool
		Ahead time.Duration
	}
	// Revised takes the match back to a fact, or forwards again; After as in Decided.
	Revised struct{ BackTo, After, Reply int }
	// Overruled is a ruling of the table, and why; After as in Decided.
	Overruled struct {
		Says, Why string
		After     int
		Reply     int
	}
	// SetUp is a match that was set up elsewhere: its draft in JSON, as the setting
	// "draft:" and its game has it. Begin begins it at once.
	SetUp struct {
		Draft string
		Begin bool
		Reply int
	}
	// Begun begins the match on the panel, which waits under its seal; After as in
	// Decided.
	Begun struct{ After, Reply int }
	// Closed ends the match on the panel, which is over, and publishes its secret; with
	// Again the next of its series is set up. After as in Decided.
	Closed struct {
		Again        bool
		After, Reply int
	}
	// Resumed puts an open match on the panel, by its id.
	Resumed struct {
		Match string
		Reply int
	}
	// Chose is a setting chosen elsewhere, under a key of Choosable; "" deletes it.
	Chose struct {
		Key, Value string
		Reply      int
	}
	// Renewed says that a damaged database was set aside under a dated name: what
	// is open must be written to the new one.
	Renewed struct{ Name string }
	// Trouble is something a part of the daemon wants said on the panel.
	Trouble struct{ Key, Arg string }
)

// Replied is an event that is answered by a [Reply]. Under returns it with the number
// that its Reply will have.
type Replied interface{ Under(reply int) any }

// Under numbers the Reply.
func (w Decided) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Revised) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Overruled) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w SetUp) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Begun) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Closed) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Resumed) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Chose) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Joined) Under(reply int) any { w.Reply = reply; return w }

// Under numbers the Reply.
func (w Asked) Under(reply int) any { w.Reply = reply; return w }

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
	// Randomize asks for Random: of For "" the luck of the next match, of [ForDoor] a
	// key to the door.
	Randomize struct{ For string }
	// Reply answers who asked from elsewhere; Refusal is "" or says why not, Stale that
	// After was old, Wait (if not 0) when to knock again. Cookie and Role are a guest's
	// that was let in; Added is what a restore brought that needed no leave.
	Reply struct {
		Reply   int
		Seq     int
		Refusal string
		Stale   bool
		Wait    time.Duration
		Cookie  string
		Role    Role
		Added   Added
	}
	// Carry asks for what the table has said yes to with the wired keys, or whoever is
	// as good as they; it is answered by Done.
	Carry struct{ Ask Ask }
	// Hotspot switches the box's own Wi-Fi on or off; what came of it is Reached, or a
	// Trouble under "trouble.hotspot".
	Hotspot struct {
		On             bool
		SSID, Password string
	}
	// Print asks for paper. Text holds lines, the first the title; Seal is 64
	// hexadecimal digits for a QR code, or "", and SealText what stands under it.
	// The same Name is the same receipt.
	Print struct{ Name, Text, Seal, SealText string }
	// Stop ends the daemon, at the table's wish.
	Stop struct{}
)

// ForDoor is what Randomize asks for keys to the door with.
const ForDoor = "door"

// Ask is something that a phone wants and only the wired keys may allow. By What:
//
//	restore       Arg names the upload, With is "MATCHES PLAYERS": how many it has
//	erase         Arg is a match's id, With what people call it
//	erase-player  Arg is a name
//	rename        Arg is a name, With the new one
//	time          Arg is the phone's time, as RFC 3339
//	reload        what the disk holds is read again, where something was added to it;
//	              this needs no leave, so it is always Allowed
type Ask struct{ What, Arg, With string }

// Added is how many matches and players a restore has added: what was there already
// doesn't count.
type Added struct{ Matches, Players int }

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
