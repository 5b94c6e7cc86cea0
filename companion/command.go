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

// Command is what somebody asks of the companion, by key, phone, scanner, tag reader,
// table panel, socket or standard input. The commands of this package are all there
// are; [Rights] says who may send each. Their tags are those of the JSON in which
// phones send them.
type Command interface {
	// do lets the command happen to the model. A refusal, and whatever else the sender
	// is told, is noted in the model's call.
	do(Model) (Model, []Effect)
}

// Point is what a sender saw of the match on the panel: which one it was, and its last
// fact. A command that has one changes nothing when the table has gone on meanwhile.
type Point struct {
	Match string `json:"match"`
	After int    `json:"after"` // the seq of that fact
}

// saw is that of the commands that have a Point.
func (p Point) saw() (Point, bool) { return p, true }

// pointed is a command about the match that its sender saw, if it says so.
type pointCommand interface{ saw() (Point, bool) }

type (
	// Press is a gesture: a key pressed once, or with Hold back held for 1 s. Its Point
	// may be left out: whoever looks at the panel sees what it does.
	Press struct {
		Point
		Key  panel.Key `json:"key"`
		Hold bool      `json:"hold,omitempty"`
	}
	// Edge is a debounced change of a key's level; gestures are made of edges.
	Edge struct {
		Key  panel.Key
		Down bool
	}
	// Rest asks for nothing: it is answered when all that is under way is kept and drawn.
	Rest struct{}
	// Decide decides for the seat on turn. Says "device" lets the device answer for
	// chance where the table was asked.
	Decide struct {
		Point
		Says string `json:"says"`
	}
	// Scan is a code or tag that was read, and the decisions that it may mean: the first
	// is meant whose verb can be decided now, or else the first of all. None is a code
	// that nobody knows.
	Scan struct {
		Code  string
		Means []games.Decision
	}
	// Undo takes the match back to a fact, or forwards again. Whoever asks has asked
	// already whether outcomes that were seen may be taken back.
	Undo struct {
		Point
		To int `json:"to"`
	}
	// Rule is a ruling of the table against the book, and why.
	Rule struct {
		Point
		Says string `json:"says"`
		Why  string `json:"why,omitempty"`
	}
	// Hint asks the adviser of the game.
	Hint struct {
		Point
		Topic adviser.Topic `json:"topic"`
	}
	// Seat lets somebody else play a seat from now on; a name that has a seat already
	// changes places.
	Seat struct {
		Point
		Seat games.Seat `json:"seat"`
		Name string     `json:"name"`
	}
	// Away says that the turns of a seat are passed over from now on, or with Away false
	// that whoever plays it is back.
	Away struct {
		Point
		Seat games.Seat `json:"seat"`
		Away bool       `json:"away"`
	}
	// SetUp keeps the draft of a match that was set up elsewhere, or begins its match.
	SetUp struct {
		Draft Draft `json:"draft"`
		Begin bool  `json:"begin,omitempty"`
	}
	// Begin begins the match on the panel, which waits under its seal.
	Begin struct{ Point }
	// End ends the match on the panel, which is over, and publishes its secret; with
	// Again the next of its series is set up.
	End struct {
		Point
		Again bool `json:"again,omitempty"`
	}
	// Resume puts an open match on the panel, by its id.
	Resume struct {
		Match string `json:"id"`
	}
	// Choose is a setting chosen elsewhere, under a key of [Choosable]; "" deletes it.
	Choose struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	// Roll throws a cup of the table's dice, beside whatever is played. It needs no Point:
	// a throw takes nothing away from anybody.
	Roll struct {
		Cup string `json:"cup"`
	}
	// Join is a phone that knocks: Key is the token of the QR code or the six digits in
	// sight, as typed, Agent what its browser calls itself (User-Agent).
	Join struct {
		Key   string `json:"key"`
		Agent string `json:"-"`
	}
	// Restore adds what a backup holds that was sent, by the name of its file.
	Restore struct {
		Upload string
		history.Parcel
	}
	// Import adds a record or a table of players that was sent, by the name of its file.
	Import struct {
		Upload string
		history.Parcel
	}
	// AddGame puts a game in a file on the shelf: the name of the file without its ending,
	// and its text, which was tried. Title is what the game calls itself.
	AddGame struct{ Name, Program, Title string }
	// DropGame takes the file of a game off the shelf that was put there.
	DropGame struct{ Name, Title string }
	// Erase forgets a match that has ended. Title is what people call it.
	Erase struct{ Match, Title string }
	// ErasePlayers strikes names from the known players.
	ErasePlayers struct{ Names []string }
	// Rename gives a player another name, in all matches.
	Rename struct{ Name, To string }
	// Naming says whether a player may be named to the club.
	Naming struct {
		Name string `json:"name"`
		Told bool   `json:"told"`
	}
	// Enrol lets a league have what is played; see League.
	Enrol League
	// SetTime sets the clock by a phone's.
	SetTime struct{ Time time.Time }
)

// saw is what a press saw, where it says so.
func (p Press) saw() (Point, bool) { return p.Point, p.Point != Point{} }

// Saw returns what the sender of a command saw of the match, if it is about that.
func Saw(c Command) (Point, bool) {
	if p, ok := c.(pointCommand); ok {
		return p.saw()
	}
	return Point{}, false
}

// Right says of a command who may send it.
type Right struct {
	Command Command
	May     door.Role // the least that its sender must be allowed
	Wired   bool      // hands at the box only
	Asks    bool      // unless it comes by the socket the wired keys must agree
	Keeps   bool      // the disk must take it: not while the table is asked about the disk
	Lights  bool      // the panel lights up for it
	Bytes   int       // of its JSON at most, where phones send it as JSON
}

// Lengths of JSON: of a command as a rule, and of one that may hold a whole box.
const (
	mostJSON  = 4 << 10
	mostSetUp = 64 << 10
)

// rights are those of all commands. What a command may make the box hold or do beside
// that stands with the limits of package web.
var rights = []Right{
	{Command: Press{}, May: door.Play, Bytes: mostJSON},
	{Command: Edge{}, May: door.Play, Wired: true},
	{Command: Rest{}, May: door.Look},
	{Command: Decide{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Scan{}, May: door.Play, Wired: true, Keeps: true},
	{Command: Undo{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Rule{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Hint{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Seat{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Away{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: SetUp{}, May: door.Play, Keeps: true, Bytes: mostSetUp},
	{Command: Begin{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: End{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Resume{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Choose{}, May: door.Play, Keeps: true, Bytes: mostSetUp},
	{Command: Roll{}, May: door.Play, Keeps: true, Lights: true, Bytes: mostJSON},
	{Command: Join{}, May: door.NoRole, Keeps: true, Bytes: mostJSON},
	{Command: Restore{}, May: door.Play, Asks: true, Keeps: true},
	{Command: Import{}, May: door.Play, Asks: true, Keeps: true},
	{Command: AddGame{}, May: door.Play, Asks: true, Keeps: true},
	{Command: DropGame{}, May: door.Play, Asks: true, Keeps: true},
	{Command: Erase{}, May: door.Play, Asks: true, Keeps: true},
	{Command: ErasePlayers{}, May: door.Play, Asks: true, Keeps: true},
	{Command: Rename{}, May: door.Play, Asks: true, Keeps: true},
	{Command: Naming{}, May: door.Play, Keeps: true, Bytes: mostJSON},
	{Command: Enrol{}, May: door.Play, Asks: true, Keeps: true},
	{Command: SetTime{}, May: door.Play, Asks: true, Keeps: true},
}

// Rights lists who may send what, a row for each command.
func Rights() []Right { return rights }

// RightTo returns the row of a command. That all commands have one is tested.
func RightTo(c Command) Right {
	for _, r := range rights {
		if reflect.TypeOf(r.Command) == reflect.TypeOf(c) {
			return r
		}
	}
	panic(fmt.Sprintf("companion: right to %T: no such command", c))
}

// Origin is where a command comes from.
type Origin uint8

// Where commands come from.
const (
	FromPhone  Origin = iota // hands that aren't at the box
	FromKeys                 // the box's own keys and readers, or whoever is as good
	FromSocket               // the system's socket: nobody at the box is asked
)

// Sender is who sends a command.
type Sender struct {
	From  Origin
	Role  door.Role
	Guest door.Guest // the phone, zero where it is none
}

// Senders that aren't phones.
var (
	Keys   = Sender{From: FromKeys, Role: door.Play}
	Socket = Sender{From: FromSocket, Role: door.Play}
	Club   = Sender{From: FromPhone, Role: door.Play} // a broker, and whoever the owner lets speak there
)

// Sent is a command on its way into the model. Call numbers it for whoever waits for
// its [Answer]; 0: nobody does.
type Sent struct {
	From    Sender
	Command Command
	Call    int
}

// Answer is what came of a command.
type Answer struct {
	Seq     int            // of the last fact of the match on the panel; of a Roll, of the dice's
	Refusal Refusal        // why nothing has changed; zero: it was done
	Cookie  string         // of a phone that was let in
	Role    door.Role      // and what it may do
	Asked   bool           // it stands on the panel now, for the wired keys to allow
	Added   history.Parcel // what a file brought that wasn't there
}

// Refusal is why a command was refused. Its zero value is no refusal.
type Refusal struct {
	Kind Refused
	Text string        // in the panel's language
	Wait time.Duration // how long to wait before the next try; 0: as you like
}

// Refused says what kind of refusal it is.
type Refused uint8

// Kinds of refusals.
const (
	Accepted  Refused = iota
	Illegal           // a rule forbids it, or it can't be so
	Stale             // the match on the panel has gone on, or is another
	Forbidden         // its sender may not
	WrongKey          // it opens no door
	TooMany           // wrong keys of late: Wait
)

// call is the command that is being carried out, and what its sender will be told.
type call struct {
	number   int // 0: nobody waits
	sender   Sender
	toSender bool // a refusal is for the answer, not for the panel
	answer   Answer
}

// asker is who asks, as the panel calls it.
func (c call) senderName(t localizer) string { return cmp.Or(c.sender.Guest.Name, t.word("ask.page")) }

// serve lets a command happen, if its sender may and has seen what is.
func (m Model) serve(s Sent) (Model, []Effect) {
	m.call = call{number: s.Call, sender: s.From, toSender: s.Call != 0}
	next, effects := m.admit(s)
	return next.sendAnswer(effects)
}

// admit refuses who may not, what is too old, and what the disk would have to keep
// while the table is asked about it.
func (m Model) admit(s Sent) (Model, []Effect) {
	right := RightTo(s.Command)
	point, about := Saw(s.Command)
	switch {
	case s.From.Role < right.May || right.Wired && s.From.From == FromPhone:
		return m.refuseAs(Forbidden, m.word("door.maynot"))
	case about && m.Match().IsZero():
		return m.refuseAs(Illegal, m.word("decide.nomatch"))
	case about && point != m.Point():
		return m.refuseAs(Stale, m.word("decide.stale"))
	case right.Keeps && m.disk.asksTable():
		return m.refuseAs(Illegal, m.word("disk.refused"))
	case right.Lights:
		return m.wakeAnd(s.Command.do)
	}
	return s.Command.do(m)
}

// wakeAnd lets do happen on a panel that is lit.
func (m Model) wakeAnd(do act) (Model, []Effect) {
	m, effects := m.wake()
	m, more := do(m)
	return m, append(effects, more...)
}

// Point returns where the match on the panel stands, zero where there is none.
func (m Model) Point() Point { return Point{Match: m.session().id, After: m.seq()} }

// refuse says why not: to whoever waits for an answer, or else on the panel.
func (m Model) refuse(text string) (Model, []Effect) { return m.refuseUnder("play.illegal", text) }

// refuseUnder is refuse with the title that the panel's page has.
func (m Model) refuseUnder(title, text string) (Model, []Effect) {
	if !m.call.toSender {
		return m.show(textPage(m.word(title), text)), nil
	}
	return m.refuseAs(Illegal, text)
}

// refuseAs tells whoever waits for an answer why not.
func (m Model) refuseAs(kind Refused, text string) (Model, []Effect) {
	m.call.answer.Refusal = Refusal{Kind: kind, Text: text}
	return m, nil
}

// answered tells whoever waits for it what came of the command.
func (m Model) sendAnswer(effects []Effect) (Model, []Effect) {
	c := m.call
	m.call = call{}
	if c.number == 0 {
		return m, effects
	}
	if c.answer.Seq == 0 {
		c.answer.Seq = m.seq()
	}
	return m, append(effects[:len(effects):len(effects)], Answered{Call: c.number, Answer: c.answer})
}

// pressed is the key that an event presses, if it does: a gesture, or the edge
// that will become one.
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

// fromPhone reports whether an event comes from elsewhere than the box.
func fromPhone(what any) bool {
	s, ok := what.(Sent)
	return ok && s.From.From == FromPhone
}

// presses counts the presses of the keys, or those from phones.
func countPresses(events []queuedEvent, phones bool) (n int) {
	for _, h := range events {
		if pressedKey(h.event.What) != panel.NoKey && fromPhone(h.event.What) == phones {
			n++
		}
	}
	return n
}
