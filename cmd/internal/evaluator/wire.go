package evaluator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	"tabletop/games"
	"tabletop/games/kit"
)

// mostFrame is the maximum size of a frame, in bytes.
const mostFrame = 4 << 20

var errFrame = errors.New("evaluator: malformed frame")

// Kinds of requests.
const (
	askRules     = "rules"
	askFaces     = "faces"
	askTopics    = "topics"
	askNew       = "new"
	askParse     = "parse"
	askApply     = "apply"
	askFix       = "fix"
	askView      = "view"
	askFixes     = "fixes"
	askEntry     = "entry"
	askAgain     = "again"
	askLikely    = "likely"
	askStarts    = "starts"
	askSteps     = "steps"
	askSheet     = "sheet"
	askAudit     = "audit"
	askCanonical = "canonical"
	askCheck     = "check"
)

// request is a request to the child. If it is about a state that the child has cached, the child
// gets only the ID of the state instead of the program, the set-up and the text.
type request struct {
	Ask    string
	Memory int64 // memory limit in bytes; set in the first request only
	Name   string
	Key    string // cache key of the program
	Source string // text of the program; omitted if the child may know Key
	Setup  games.Setup
	Text   string // text of the position
	ID     uint64 // cache key of the state in the child
	Says   games.Decision
	Seat   games.Seat
	Choice games.Choice
	Stream string
	Bounds *bounds

	of handle // the state that the request is about, if a child has cached it
}

// handle refers to a state in the cache of a child.
type handle struct {
	child *child
	id    uint64
}

// to returns the request as it is sent to c.
func (q request) to(c *child) request {
	if q.of.child == c {
		return request{Ask: q.Ask, ID: q.of.id, Says: q.Says, Seat: q.Seat, Choice: q.Choice}
	}
	return q
}

// bounds holds the size of a check.
type bounds struct {
	Games, Positions, Tries int
	Within                  time.Duration // duration after which the child examines no further position
	Every                   int           // see kit.Bounds
	Playouts                int           // quick games, which take up to two fifths of Within
	Progress                bool          // whether the child sends progress before its answer
}

// progress is the number of games and positions of a check so far.
type progress struct{ Games, Positions int }

// answer is the child's answer to a request. At most one of Unknown, Refused, Fault and Failed is
// set.
type answer struct {
	Unknown bool // the child has not cached the state or the program: it needs more of the request
	Refused *games.Illegal
	Fault   *Fault // fault in the text of the program
	Failed  string // text of any other error

	Rules    *properties
	Position *position
	View     *games.View
	Choices  []games.Choice
	Faces    []games.Face
	Topics   []games.Topic
	Steps    []games.Step
	Sheet    []games.Row
	Audit    *games.Audit
	Says     games.Decision
	OK       bool // true if Says is valid
	Number   int32
	Report   *kit.Report
	Progress *progress // set if another answer to the same request follows

	by *child // the child that has given the answer
}

// properties holds the constant properties of a game's rules.
type properties struct {
	Name        string
	Least, Most int
	Options     []games.Option
	Assets      map[string]string
	Begins      games.Seat
	Tool        bool
	Tracker     bool
	BGG         int
	Together    bool // true if all seats win together or lose together; see package kit
	Faces       bool // true if the game provides faces of dice
	Taught      bool // true if the game explains itself by topics
	Shapes      []games.Shape
	// Lacks maps a language to the keys of words that the program has in the other one only.
	Lacks map[string][]string
}

// position is the part of a state that the child always sends. The parent requests the rest when it
// needs it.
type position struct {
	ID       uint64 // cache key of the state in the child
	Text     string
	Turn     games.Seat
	Legal    []games.Choice
	Standing games.Standing
	Veiled   bool
	Seconds  int // time limit in seconds; see games.Limit
	Stretch  string
	Seats    int // see games.SeatsAt; 0 if nobody may join
	Left     []games.Seat
	Moments  []games.Moment
	Has      methods
}

// methods has one field for each optional method. The field is true if the state has the method.
type methods struct {
	Entry, Again, Likely, Starts, Steps, Sheet, Audit, Canonical bool
}

// send writes v as a frame: its length in four bytes, big-endian, followed by the message.
func send(w io.Writer, v any) error {
	frame := encode(make([]byte, 4, 512), reflect.ValueOf(v))
	n := len(frame) - 4
	if n > mostFrame {
		return fmt.Errorf("%w: %d bytes", errFrame, n)
	}
	binary.BigEndian.PutUint32(frame, uint32(n))
	_, err := w.Write(frame)
	return err
}

// receive reads a frame and decodes its message into v.
func receive(r io.Reader, v any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > mostFrame {
		return fmt.Errorf("%w: %d bytes", errFrame, n)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return err
	}
	return unmarshal(body, v)
}
