package companion

import (
	"cmp"
	"fmt"
	"reflect"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/panel"
	"tabletop/games"
)

// A press of a key: keys.Dev reports an edge. keyOpts of companiond posts Sent{Keys, [Edge]}.
// Model.edge turns edges into a gesture, and Model.press passes it to the page on the panel.
// The act of the chosen item calls Model.decide. It calls match.Match.Decide and answers for
// chance. moveOn commits the next model. The writer of the loop passes the [Keep] to
// store.Keep and reports [Kept]. adopt shows the model that was computed before, and the
// mailboxes of the loop draw it.
//
// A scanned card: scanner.Dev reads a code. The function code of companiond looks up its
// meanings in the configuration and sends [Scan]. Scan picks the first meaning whose verb is
// legal now and continues as [Decide], or shows a trouble on the panel.
//
// A decision from a phone: package web finds the guest by the cookie, parses the JSON into a
// [Decide] and sends it. admit compares its Point with the match on the panel. An outdated
// Point is refused as Stale and changes nothing. Otherwise do, commit and adopt follow as for
// a key, and [Reply] returns the seq to the phone once the moment is published.
//
// A backup: package web streams the file into the upload folder. store.Look counts its
// contents, and [Restore] or [Import] asks the wired keys for consent. Consent becomes a
// [Carry]. store.Take stages the lines beside the writer and makes them visible in one commit.
// [CarryResult] brings the new contents of the disk.

// Command is a request from a key, phone, scanner, tag reader, table panel, socket or standard
// input. This package defines all commands. [Rights] lists who may send each. The JSON tags
// are those of the commands sent by phones.
type Command interface {
	// do applies the command to the model. It stores a refusal, and anything else for the
	// sender, in the model's call.
	do(Model) (Model, []Effect)
}

// Point is the state of the match that a sender saw: its id and its last fact. A command with
// a Point changes nothing if the match has changed since then.
type Point struct {
	Match string `json:"match"`
	After int    `json:"after"` // seq of the last fact
}

// saw returns p for commands that embed a Point.
func (p Point) saw() (Point, bool) { return p, true }

// pointCommand is a command about the match. saw returns the Point its sender saw, and false
// if the command has none.
type pointCommand interface{ saw() (Point, bool) }

type (
	// Press is a gesture: a key pressed once, or back held for 1 s (Hold). Its Point is
	// optional, because the sender sees the panel and knows what the key does.
	Press struct {
		Point
		Key  panel.Key `json:"key"`
		Hold bool      `json:"hold,omitempty"`
	}
	// Edge is a debounced change of a key's level. The model turns edges into gestures.
	Edge struct {
		Key  panel.Key
		Down bool
	}
	// WaitSettled changes nothing. It is answered when all changes under way are stored and drawn.
	WaitSettled struct{}
	// Decide makes a decision for the seat on turn. Says "device" lets the device answer for
	// chance when the table was asked.
	Decide struct {
		Point
		Says string `json:"says"`
	}
	// Scan is a scanned code or tag with its possible meanings. The first meaning whose verb
	// is legal now is decided, otherwise the first of all. An empty list means an unknown
	// code.
	Scan struct {
		Code  string
		Means []games.Decision
	}
	// Undo moves the match to an earlier or an undone fact. The sender must have confirmed
	// already that outcomes which were seen may be undone.
	Undo struct {
		Point
		To int `json:"to"`
	}
	// Rule is a ruling of the table against the rules, with its reason.
	Rule struct {
		Point
		Says string `json:"says"`
		Why  string `json:"why,omitempty"`
	}
	// Hint asks the game's adviser a question.
	Hint struct {
		Point
		Topic adviser.Topic `json:"topic"`
	}
	// Seat assigns a seat to another player from now on. A name that has a seat already swaps
	// seats.
	Seat struct {
		Point
		Seat games.Seat `json:"seat"`
		Name string     `json:"name"`
	}
	// SetAway sets whether the turns of a seat are skipped from now on.
	SetAway struct {
		Point
		Seat games.Seat `json:"seat"`
		Away bool       `json:"away"`
	}
	// SetUp stores a draft that was edited on a phone, or begins its match.
	SetUp struct {
		Draft Draft `json:"draft"`
		Begin bool  `json:"begin,omitempty"`
	}
	// Begin begins the match on the panel that waits under its seal.
	Begin struct{ Point }
	// End ends the finished match on the panel and publishes its secret. With Again the next
	// match of its series is set up.
	End struct {
		Point
		Again bool `json:"again,omitempty"`
	}
	// Resume shows an open match on the panel.
	Resume struct {
		Match string `json:"id"`
	}
	// Choose changes a setting from a phone, under a key of [Choosable]. "" deletes it.
	Choose struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	// Roll throws a cup of the table's dice beside any game. It needs no Point, because a
	// throw affects no match.
	Roll struct {
		Cup string `json:"cup"`
	}
	// Join asks to admit a phone. Key is the token of the QR code or the six digits on the
	// panel, as typed. Agent is the User-Agent of its browser.
	Join struct {
		Key   string `json:"key"`
		Agent string `json:"-"`
	}
	// Restore adds the contents of an uploaded backup. Upload is the name of its file.
	Restore struct {
		Upload string
		history.Parcel
	}
	// Import adds an uploaded record or table of players. Upload is the name of its file.
	Import struct {
		Upload string
		history.Parcel
	}
	// AddGame adds a game file. Name is the file name without extension, Program its text,
	// which was checked already, and Title the title of the game.
	AddGame struct{ Name, Program, Title string }
	// DropGame removes a game file that was added.
	DropGame struct{ Name, Title string }
	// Erase deletes an ended match. Title is its label for people.
	Erase struct{ Match, Title string }
	// ErasePlayers removes names from the known players.
	ErasePlayers struct{ Names []string }
	// Rename renames a player in all matches.
	Rename struct{ Name, To string }
	// PublishName sets whether a player's name may be published to the club.
	PublishName struct {
		Name   string `json:"name"`
		Public bool   `json:"told"` // the name may be published
	}
	// Enrol sends the results of this box to a league; see League.
	Enrol League
	// SetTime sets the clock to a phone's time.
	SetTime struct{ Time time.Time }
)

// saw returns the Point of a press, and false if it has none.
func (p Press) saw() (Point, bool) { return p.Point, p.Point != Point{} }

// PointOf returns the Point of a command, and false if the command has none.
func PointOf(c Command) (Point, bool) {
	if p, ok := c.(pointCommand); ok {
		return p.saw()
	}
	return Point{}, false
}

// Right lists the conditions under which a command is accepted.
type Right struct {
	Command      Command
	MinRole      door.Role // lowest role of the sender
	Wired        bool      // only from the box itself
	NeedsConsent bool      // the wired keys must consent, unless it comes from the socket
	Stores       bool      // it is stored: refused while the table is asked about the disk
	Wakes        bool      // it lights the panel
	MaxBytes     int       // maximum size of its JSON; 0 if phones don't send it as JSON
}

// Maximum size of the JSON of a usual command, and of one that may hold a whole box, in bytes.
const (
	mostJSON  = 4 << 10
	mostSetUp = 64 << 10
)

// rights has a row for each command. The limits of package web bound the resources that a
// command may use.
var rights = []Right{
	{Command: Press{}, MinRole: door.Play, MaxBytes: mostJSON},
	{Command: Edge{}, MinRole: door.Play, Wired: true},
	{Command: WaitSettled{}, MinRole: door.Look},
	{Command: Decide{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Scan{}, MinRole: door.Play, Wired: true, Stores: true},
	{Command: Undo{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Rule{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Hint{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Seat{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: SetAway{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: SetUp{}, MinRole: door.Play, Stores: true, MaxBytes: mostSetUp},
	{Command: Begin{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: End{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Resume{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Choose{}, MinRole: door.Play, Stores: true, MaxBytes: mostSetUp},
	{Command: Roll{}, MinRole: door.Play, Stores: true, Wakes: true, MaxBytes: mostJSON},
	{Command: Join{}, MinRole: door.NoRole, Stores: true, MaxBytes: mostJSON},
	{Command: Restore{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: Import{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: AddGame{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: DropGame{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: Erase{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: ErasePlayers{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: Rename{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: PublishName{}, MinRole: door.Play, Stores: true, MaxBytes: mostJSON},
	{Command: Enrol{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: SetTime{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
}

// Rights returns the right of every command.
func Rights() []Right { return rights }

// RightOf returns the right of a command. It panics if there is none; a test checks that every
// command has one.
func RightOf(c Command) Right {
	for _, r := range rights {
		if reflect.TypeOf(r.Command) == reflect.TypeOf(c) {
			return r
		}
	}
	panic(fmt.Sprintf("companion: right to %T: no such command", c))
}

// Origin is the source of a command.
type Origin uint8

// Sources of commands.
const (
	FromPhone  Origin = iota // a client away from the box
	FromKeys                 // the box's own keys and readers, or an equivalent
	FromSocket               // the system's socket: no consent at the box
)

// Sender is the source, role and guest of a command.
type Sender struct {
	From  Origin
	Role  door.Role
	Guest door.Guest // zero if the sender is no phone
}

// Senders other than phones.
var (
	Keys   = Sender{From: FromKeys, Role: door.Play}
	Socket = Sender{From: FromSocket, Role: door.Play}
	Club   = Sender{From: FromPhone, Role: door.Play} // a broker: its owner decides who may send there
)

// Sent is a command with its sender. Call numbers it, so that the caller receives its
// [Answer]. 0 means that no caller waits.
type Sent struct {
	From    Sender
	Command Command
	Call    int
}

// Answer is the result of a command.
type Answer struct {
	Seq          int            // seq of the last fact of the match on the panel; for Roll, of the dice match
	Refusal      Refusal        // zero if the command was carried out
	Cookie       string         // session cookie of an admitted phone
	Role         door.Role      // role of that phone
	NeedsConsent bool           // a consent page on the panel waits for the wired keys
	Added        history.Parcel // new contents of an imported file
}

// Refusal is the reason of a refusal. The zero value is no refusal.
type Refusal struct {
	Kind RefusalKind
	Text string        // in the panel's language
	Wait time.Duration // time to wait before the next try; 0 for none
}

// RefusalKind is the kind of a refusal.
type RefusalKind uint8

// Kinds of refusals.
const (
	Accepted  RefusalKind = iota
	Illegal               // against a rule, or impossible
	Stale                 // the match on the panel has changed, or is another
	Forbidden             // the role of the sender is too low
	WrongKey              // wrong token or code
	TooMany               // too many wrong codes: see Wait
)

// call is the current command with its answer.
type call struct {
	number   int // call number; 0: no caller waits
	sender   Sender
	toSender bool // show refusals to the sender, not on the panel
	answer   Answer
}

// senderName returns the name of the sender for the panel.
func (c call) senderName(t localizer) string { return cmp.Or(c.sender.Guest.Name, t.word("ask.page")) }

// serve carries out a command if admit accepts it.
func (m Model) serve(s Sent) (Model, []Effect) {
	m.call = call{number: s.Call, sender: s.From, toSender: s.Call != 0}
	next, effects := m.admit(s)
	return next.sendAnswer(effects)
}

// admit refuses a command if the sender lacks the right, if its Point is outdated, or if it
// must be stored while the table is asked about the disk.
func (m Model) admit(s Sent) (Model, []Effect) {
	right := RightOf(s.Command)
	point, about := PointOf(s.Command)
	switch {
	case s.From.Role < right.MinRole || right.Wired && s.From.From == FromPhone:
		return m.refuseAs(Forbidden, m.word("door.maynot"))
	case about && m.Match().IsZero():
		return m.refuseAs(Illegal, m.word("decide.nomatch"))
	case about && point != m.Point():
		return m.refuseAs(Stale, m.word("decide.stale"))
	case right.Stores && m.disk.asksTable():
		return m.refuseAs(Illegal, m.word("disk.refused"))
	case right.Wakes:
		return m.wakeAnd(s.Command.do)
	}
	return s.Command.do(m)
}

// wakeAnd lights the panel and runs do.
func (m Model) wakeAnd(do act) (Model, []Effect) {
	m, effects := m.wake()
	m, more := do(m)
	return m, append(effects, more...)
}

// Point returns the position of the match on the panel, or zero without one.
func (m Model) Point() Point { return Point{Match: m.session().id, After: m.seq()} }

// refuse shows a refusal to the waiting caller, or on the panel.
func (m Model) refuse(text string) (Model, []Effect) { return m.refuseUnder("play.illegal", text) }

// refuseUnder is refuse with a title for the panel's page.
func (m Model) refuseUnder(title, text string) (Model, []Effect) {
	if !m.call.toSender {
		return m.show(textPage(m.word(title), text)), nil
	}
	return m.refuseAs(Illegal, text)
}

// refuseAs stores a refusal for the waiting caller.
func (m Model) refuseAs(kind RefusalKind, text string) (Model, []Effect) {
	m.call.answer.Refusal = Refusal{Kind: kind, Text: text}
	return m, nil
}

// sendAnswer answers the waiting caller of the current command.
func (m Model) sendAnswer(effects []Effect) (Model, []Effect) {
	c := m.call
	m.call = call{}
	if c.number == 0 {
		return m, effects
	}
	if c.answer.Seq == 0 {
		c.answer.Seq = m.seq()
	}
	return m, append(effects[:len(effects):len(effects)], Reply{Call: c.number, Answer: c.answer})
}

// pressedKey returns the key that an event presses, by a gesture or by an edge.
func pressedKey(what any) panel.Key {
	s, _ := what.(Sent)
	switch c := s.Command.(type) {
	case Press:
		return c.Key
	case Edge:
		if c.Down {
			return c.Key
		}
	}
	return panel.NoKey
}

// fromPhone reports whether an event comes from a client away from the box.
func fromPhone(what any) bool {
	s, ok := what.(Sent)
	return ok && s.From.From == FromPhone
}

// countPresses counts the presses of the box's keys, or with phones those from phones.
func countPresses(events []queuedEvent, phones bool) (n int) {
	for _, h := range events {
		if pressedKey(h.event.What) != panel.NoKey && fromPhone(h.event.What) == phones {
			n++
		}
	}
	return n
}
