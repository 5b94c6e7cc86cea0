package evaluator

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// request is a request to the child.
type request struct {
	Ask    string
	Memory int64  `json:",omitempty"` // memory limit in bytes; set in the first request only
	Name   string `json:",omitempty"`
	Key    string // cache key of the program
	Source string `json:",omitempty"` // text of the program; omitted if the child may know Key
	Setup  games.Setup
	Text   string         `json:",omitempty"` // text of the position
	Says   games.Decision `json:",omitempty"`
	Seat   games.Seat     `json:",omitempty"`
	Choice games.Choice   `json:",omitzero"`
	Stream string         `json:",omitempty"`
	Bounds *bounds        `json:",omitempty"`
}

// bounds holds the size of a check.
type bounds struct {
	Games, Positions, Tries int
	Within                  time.Duration // duration after which the child examines no further position
}

// answer is the child's answer to a request. At most one of Unknown, Refused, Fault and Failed is
// set.
type answer struct {
	Unknown bool           `json:",omitempty"` // the child needs the source of the program
	Refused *games.Illegal `json:",omitempty"`
	Fault   *Fault         `json:",omitempty"` // fault in the text of the program
	Failed  string         `json:",omitempty"` // text of any other error

	Rules    *properties    `json:",omitempty"`
	Position *position      `json:",omitempty"`
	View     *games.View    `json:",omitempty"`
	Choices  []games.Choice `json:",omitempty"`
	Faces    []games.Face   `json:",omitempty"`
	Topics   []games.Topic  `json:",omitempty"`
	Steps    []games.Step   `json:",omitempty"`
	Sheet    []games.Row    `json:",omitempty"`
	Audit    *games.Audit   `json:",omitempty"`
	Says     games.Decision `json:",omitempty"`
	OK       bool           `json:",omitempty"` // true if Says is valid
	Number   int32          `json:",omitempty"`
	Report   *kit.Report    `json:",omitempty"`
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
	Together    bool          // true if all seats win together or lose together; see package kit
	Faces       bool          // true if the game provides faces of dice
	Taught      bool          // true if the game explains itself by topics
	Shapes      []games.Shape `json:",omitempty"`
	// Lacks maps a language to the keys of words that the program has in the other one only.
	Lacks map[string][]string `json:",omitempty"`
}

// position is the part of a state that the child always sends. The parent requests the rest when it
// needs it.
type position struct {
	Text     string
	Turn     games.Seat
	Legal    []games.Choice
	Standing games.Standing
	Veiled   bool           `json:",omitempty"`
	Seconds  int            `json:",omitempty"` // time limit in seconds; see games.Limit
	Stretch  string         `json:",omitempty"`
	Seats    int            `json:",omitempty"` // see games.SeatsAt; 0 if nobody may join
	Left     []games.Seat   `json:",omitempty"`
	Moments  []games.Moment `json:",omitempty"`
	Has      methods
}

// methods has one field for each optional method. The field is true if the state has the method.
type methods struct {
	Entry, Again, Likely, Starts, Steps, Sheet, Audit, Canonical bool
}

// send writes v as a frame: its length in four bytes, big-endian, followed by JSON.
func send(w io.Writer, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(body) > mostFrame {
		return fmt.Errorf("%w: %d bytes", errFrame, len(body))
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...))
	return err
}

// receive reads a frame and decodes its JSON into v.
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
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("%w: %w", errFrame, err)
	}
	return nil
}
