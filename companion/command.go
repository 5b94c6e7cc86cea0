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

// The path of a key press through the program:
//
// Package keys reports each edge: a key goes down or up. companiond sends the edge as the command
// [Edge]. Model.edge turns edges into a gesture, and Model.press passes the gesture to the page
// on the panel. The act of the chosen item calls Model.decide. decide calls match.Match.Decide
// and answers for chance, and then moveOn commits the next model. The writer of package loop
// passes the effect [Keep] to store.Keep and reports the event [Kept]. Then adopt shows the next
// model, and the mailboxes of package loop draw it.
//
// The path of a scanned card: package scanner reads a code. companiond looks up the meanings of
// the code in the configuration and sends [Scan]. Scan picks the first meaning whose verb is
// legal now and continues as [Decide], or shows a trouble on the panel.
//
// The path of a decision from a phone: package web finds the guest by the cookie, parses the
// JSON into a [Decide] and sends it. admit compares the Point with the match on the panel. An
// outdated Point is refused as Stale and changes nothing. Otherwise do, commit and adopt follow
// as for a key. [Reply] returns the seq to the phone once the moment is published.
//
// The path of a backup: package web streams the file into the upload folder. store.Look counts
// its contents, and [Restore] or [Import] asks the wired keys for consent. After consent the
// model requests a [Carry]. store.Take stages the lines beside the writer and makes them
// visible in one commit. [CarryResult] brings the new contents of the disk.

// Command is a request from a key, phone, scanner, tag reader, table panel, socket or standard
// input. This package defines all commands; [Rights] lists who may send each. Phones send
// commands as JSON with the tags of these types.
type Command interface {
	// do applies the command to the model. It writes a refusal, or a result for the sender, to
	// the call field of the model.
	do(Model) (Model, []Effect)
}

// Point is the state of a match that a sender saw: the id and the last fact of the match. A
// command with a Point changes nothing if the match has changed since then.
type Point struct {
	Match string `json:"match"`
	After int    `json:"after"` // seq of the last fact
}

// saw returns p. Commands that embed a Point inherit this method.
func (p Point) saw() (Point, bool) { return p, true }

// pointCommand is a command that may carry a Point. saw returns the Point that the sender saw.
// It returns false if the command carries none.
type pointCommand interface{ saw() (Point, bool) }

type (
	// Press is a gesture: any key pressed once or, if Hold is true, back held for 1 s. The Point
	// is optional, because the sender sees the panel and knows what the key does.
	Press struct {
		Point
		Key  panel.Key `json:"key"`
		Hold bool      `json:"hold,omitempty"`
	}
	// Edge reports that a key went down or up, after debouncing. The model turns edges into
	// gestures.
	Edge struct {
		Key  panel.Key
		Down bool
	}
	// WaitSettled changes nothing. Its answer comes when all earlier changes are stored and
	// drawn.
	WaitSettled struct{}
	// Decide makes a decision for the seat on turn. Says is the decision. If the table answers
	// for chance in this match, Says "device" lets the device answer once instead.
	Decide struct {
		Point
		Says string `json:"says"`
	}
	// Scan is a scanned code or tag with the decisions it may mean. The model makes the first
	// decision whose verb is legal now. If no verb is legal, the model tries the first decision,
	// so that the rules explain the refusal. A code without decisions is unknown.
	Scan struct {
		Code  string
		Means []games.Decision
	}
	// Undo moves the match to the fact To: an earlier fact, or one that was undone. The sender
	// must ask people first if an outcome that they have seen is undone.
	Undo struct {
		Point
		To int `json:"to"`
	}
	// Rule makes a ruling of the table against the rules of the game. Says is the ruling, and
	// Why is its reason.
	Rule struct {
		Point
		Says string `json:"says"`
		Why  string `json:"why,omitempty"`
	}
	// Hint asks the game's adviser the question Topic.
	Hint struct {
		Point
		Topic adviser.Topic `json:"topic"`
	}
	// Seat makes Name the player of a seat from now on. If this player has another seat already,
	// the two players swap seats. The seat after the last is for a newcomer. A player who left for
	// good and is named as a newcomer takes part again.
	Seat struct {
		Point
		Seat games.Seat `json:"seat"`
		Name string     `json:"name"`
	}
	// SetAway sets whether the seat is away: the match skips the turns of a seat that is away.
	SetAway struct {
		Point
		Seat games.Seat `json:"seat"`
		Away bool       `json:"away"`
	}
	// SetUp stores a draft that was edited on a phone. If Begin is true, SetUp begins the match
	// of the draft instead.
	SetUp struct {
		Draft Draft `json:"draft"`
		Begin bool  `json:"begin,omitempty"`
	}
	// Begin starts play of the match on the panel, if that match waits under its seal.
	Begin struct{ Point }
	// End ends the finished match on the panel and publishes its secret. If Again is true, End
	// also sets up the next match of the series.
	End struct {
		Point
		Again bool `json:"again,omitempty"`
	}
	// Resume shows the open match with this id on the panel.
	Resume struct {
		Match string `json:"id"`
	}
	// Choose changes a setting from a phone. Key is one that [Choosable] accepts. The value ""
	// deletes the setting.
	Choose struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	// Roll throws a cup of the table's dice beside any game. It carries no Point, because a
	// throw affects no match at the table.
	Roll struct {
		Cup string `json:"cup"`
	}
	// Join asks to admit a phone. Key is the token of the QR code, or the six digits on the
	// panel as typed. Agent is the User-Agent of the phone's browser.
	Join struct {
		Key   string `json:"key"`
		Agent string `json:"-"`
	}
	// Restore adds the contents of an uploaded backup. Upload is the name of the uploaded file,
	// and Parcel counts its contents.
	Restore struct {
		Upload string
		history.Parcel
	}
	// Import adds an uploaded record or table of players. Upload is the name of the uploaded
	// file, and Parcel counts its contents.
	Import struct {
		Upload string
		history.Parcel
	}
	// AddGame adds a game file. Name is the file name without extension. Program is the text of
	// the file, which the sender has checked. Title is the title of the game.
	AddGame struct{ Name, Program, Title string }
	// DropGame removes a game file that AddGame added.
	DropGame struct{ Name, Title string }
	// Update installs the uploaded package of another version of the program. Upload is the name of
	// the uploaded file, which the sender has checked.
	Update struct{ Upload, Version string }
	// Erase deletes an ended match. Match is the id of the match, Title its label for people.
	Erase struct{ Match, Title string }
	// ErasePlayers removes names from the list of known players.
	ErasePlayers struct{ Names []string }
	// Rename renames the player Name to To in all matches.
	Rename struct{ Name, To string }
	// PublishName sets whether the club may receive a player's name.
	PublishName struct {
		Name   string `json:"name"`
		Public bool   `json:"told"` // the club may receive the name
	}
	// ChooseLook sets the colour and the picture of a player: names from the lists of package people,
	// or "" for none.
	ChooseLook struct {
		Name    string `json:"name"`
		Colour  string `json:"colour"`
		Picture string `json:"picture"`
	}
	// Enrol makes the league receive the results of this box.
	Enrol League
	// SetTime sets the box's clock to the time of a phone.
	SetTime struct{ Time time.Time }
)

// saw returns the Point of the press. It returns false if the press has none.
func (p Press) saw() (Point, bool) { return p.Point, p.Point != Point{} }

// PointOf returns the Point that c carries. It returns false if c carries none.
func PointOf(c Command) (Point, bool) {
	if p, ok := c.(pointCommand); ok {
		return p.saw()
	}
	return Point{}, false
}

// Right lists the conditions under which a command is accepted.
type Right struct {
	Command      Command
	MinRole      door.Role // lowest role that may send the command
	Wired        bool      // only the box itself may send the command, no phone
	NeedsConsent bool      // the wired keys must consent, unless the command comes from the socket
	Stores       bool      // the command stores something, so it is refused while the panel asks about a failed write
	Wakes        bool      // the command lights the panel
	MaxBytes     int       // maximum size of the command's JSON in bytes; 0 if phones don't send it as JSON
}

// Maximum size of a command's JSON in bytes: mostSetUp for commands that may contain all
// options of a box, mostJSON for all others.
const (
	mostJSON  = 4 << 10
	mostSetUp = 64 << 10
)

// rights has one row for each command. Package web limits the resources that commands may use.
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
	{Command: Update{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: Erase{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: ErasePlayers{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: Rename{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: PublishName{}, MinRole: door.Play, Stores: true, MaxBytes: mostJSON},
	{Command: ChooseLook{}, MinRole: door.Play, Stores: true, MaxBytes: mostJSON},
	{Command: Enrol{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
	{Command: SetTime{}, MinRole: door.Play, NeedsConsent: true, Stores: true},
}

// Rights returns the table of rights, with one row for each command.
func Rights() []Right { return rights }

// RightOf returns the right of a command. It panics if the table of rights has no row for it. A
// test checks that every command has one.
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
	FromPhone  Origin = iota // a phone or other client away from the box
	FromKeys                 // the box's own keys and readers, or an equivalent such as a trusted browser
	FromSocket               // the system's socket; its commands need no consent at the box
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
	Club   = Sender{From: FromPhone, Role: door.Play} // broker of the club; its owner decides who may send
)

// Sent is a command with its sender and call number. The [Answer] carries the same call number.
// 0 means that no caller waits for an answer.
type Sent struct {
	From    Sender
	Command Command
	Call    int
}

// Answer is the result of a command, for the caller that waits for it.
type Answer struct {
	Seq          int            // seq of the last fact of the match on the panel; for Roll, of the dice match
	Refusal      Refusal        // zero if the command was carried out
	Cookie       string         // session cookie of an admitted phone
	Role         door.Role      // role of the admitted phone
	NeedsConsent bool           // a consent page on the panel waits for the wired keys
	Added        history.Parcel // matches, players and game files that an import has added
}

// Refusal is the reason of a refusal. The zero value is no refusal.
type Refusal struct {
	Kind RefusalKind
	Text string        // text for people, in the panel's language
	Wait time.Duration // time to wait before the next try with a code; 0 for none
	// Topic is the key of the game's topic about the rule that refuses a decision; "" for none.
	Topic string
}

// RefusalKind is the kind of a refusal.
type RefusalKind uint8

// Kinds of refusals.
const (
	Accepted  RefusalKind = iota // no refusal
	Illegal                      // the command is against a rule, or impossible now
	Stale                        // the match has changed since the sender saw it, or another match is on the panel
	Forbidden                    // the sender's role doesn't allow the command
	WrongKey                     // the token or code of a Join is wrong
	TooMany                      // there were too many wrong codes: see Refusal.Wait
)

// call is the command that the model handles now, with its answer.
type call struct {
	number   int // number from Sent.Call; 0 if no caller waits
	sender   Sender
	toSender bool // refusals go to the sender, not to the panel
	answer   Answer
}

// latest returns the value of session.latest for the fact seq, which the command adds. The value
// is zero if the command doesn't come from a phone.
func (c call) latest(seq int) latest {
	if c.number == 0 || c.sender.From != FromPhone {
		return latest{}
	}
	return latest{seq, c.sender.Guest.ID}
}

// senderName returns the name of the sender for texts on the panel: the name of the guest, or a
// general word for a phone.
func (c call) senderName(t localizer) string { return cmp.Or(c.sender.Guest.Name, t.word("ask.page")) }

// serve carries out a command if admit accepts it.
func (m Model) serve(s Sent) (Model, []Effect) {
	m.call = call{number: s.Call, sender: s.From, toSender: s.Call != 0}
	next, effects := m.admit(s)
	return next.sendAnswer(effects)
}

// admit carries out the command of s. It refuses the command if the sender lacks the right or
// has seen an outdated state of the match. While the panel asks about a failed write, it refuses
// every command that stores something.
func (m Model) admit(s Sent) (Model, []Effect) {
	right := RightOf(s.Command)
	point, about := PointOf(s.Command)
	_, waits := s.Command.(WaitSettled)
	switch {
	case m.update.underWay() && !waits:
		return refuseUpdating(m)
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

// refuseUpdating refuses a command while an update is under way. A key without a waiting caller has no
// effect.
func refuseUpdating(m Model) (Model, []Effect) {
	if !m.call.toSender {
		return m, nil
	}
	return m.refuseAs(Illegal, m.word("update.under"))
}

// wakeAnd lights the panel and then runs do.
func (m Model) wakeAnd(do act) (Model, []Effect) {
	m, effects := m.wake()
	m, more := do(m)
	return m, append(effects, more...)
}

// Point returns the id and last seq of the match on the panel, or a zero Point without a match.
func (m Model) Point() Point { return Point{Match: m.session().id, After: m.seq()} }

// refuse returns a refusal to the waiting caller. If no caller waits, it shows the refusal on
// the panel.
func (m Model) refuse(text string) (Model, []Effect) { return m.refuseUnder("play.illegal", text) }

// refuseUnder is refuse with title as the title of the panel's page.
func (m Model) refuseUnder(title, text string) (Model, []Effect) {
	if !m.call.toSender {
		return m.show(textPage(m.word(title), text)), nil
	}
	return m.refuseAs(Illegal, text)
}

// refuseAs stores a refusal of this kind as the answer to the current command.
func (m Model) refuseAs(kind RefusalKind, text string) (Model, []Effect) {
	m.call.answer.Refusal = Refusal{Kind: kind, Text: text}
	return m, nil
}

// sendAnswer ends the current command and adds the answer to effects if a caller waits for it.
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

// pressedKey returns the key that an event presses: the key of a Press, or of an Edge with Down.
// It returns NoKey for any other event. The argument is the value of Event.What.
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

// fromPhone reports whether the event with this What is a command from a client away from the
// box.
func fromPhone(what any) bool {
	s, ok := what.(Sent)
	return ok && s.From.From == FromPhone
}

// countPresses returns the number of key presses among events. If phones is true, it counts the
// presses from phones, otherwise the presses of the box's keys.
func countPresses(events []queuedEvent, phones bool) (n int) {
	for _, h := range events {
		if pressedKey(h.event.What) != panel.NoKey && fromPhone(h.event.What) == phones {
			n++
		}
	}
	return n
}
