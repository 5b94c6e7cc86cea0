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

// mostFrame is how many bytes a request or an answer may have.
const mostFrame = 4 << 20

var errFrame = errors.New("evaluator: no frame")

// What is asked of the child.
const (
	askRules     = "rules"
	askFaces     = "faces"
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

// request is what the child is asked.
type request struct {
	Ask    string
	Memory int64  `json:",omitempty"` // in bytes, with the first request: what the child may use
	Name   string `json:",omitempty"`
	Key    string // of the program
	Source string `json:",omitempty"` // where the child doesn't know the key yet
	Setup  games.Setup
	Text   string         `json:",omitempty"` // of the position
	Says   games.Decision `json:",omitempty"`
	Seat   games.Seat     `json:",omitempty"`
	Choice games.Choice   `json:",omitzero"`
	Stream string         `json:",omitempty"`
	Bounds *bounds        `json:",omitempty"`
}

// bounds are how much a check plays.
type bounds struct {
	Games, Positions, Tries int
	Within                  time.Duration // after which no further position is looked at
}

// answer is what the child says; of the first four one or none is given.
type answer struct {
	Unknown bool           `json:",omitempty"` // the program: say its source
	Refused *games.Illegal `json:",omitempty"`
	Fault   *Fault         `json:",omitempty"` // of the program's text
	Failed  string         `json:",omitempty"` // any other error

	Rules    *properties    `json:",omitempty"`
	Position *position      `json:",omitempty"`
	View     *games.View    `json:",omitempty"`
	Choices  []games.Choice `json:",omitempty"`
	Faces    []games.Face   `json:",omitempty"`
	Steps    []games.Step   `json:",omitempty"`
	Sheet    []games.Row    `json:",omitempty"`
	Audit    *games.Audit   `json:",omitempty"`
	Says     games.Decision `json:",omitempty"`
	OK       bool           `json:",omitempty"` // Says was said
	Number   int32          `json:",omitempty"`
	Report   *kit.Report    `json:",omitempty"`
}

// properties are what never changes about rules.
type properties struct {
	Name        string
	Least, Most int
	Options     []games.Option
	Assets      map[string]string
	Begins      games.Seat
	Tool        bool
	Tracker     bool
	Together    bool          // as the kit asks
	Faces       bool          // there are some
	Shapes      []games.Shape `json:",omitempty"`
}

// position is what is said of every state at once; the rest is asked for.
type position struct {
	Text     string
	Turn     games.Seat
	Legal    []games.Choice
	Standing games.Standing
	Veiled   bool           `json:",omitempty"`
	Seconds  int            `json:",omitempty"` // see games.Limit
	Stretch  string         `json:",omitempty"`
	Moments  []games.Moment `json:",omitempty"`
	Has      methods
}

// methods are those of a state that package games doesn't ask of every one.
type methods struct {
	Entry, Again, Likely, Starts, Steps, Sheet, Audit, Canonical bool
}

// send writes v as a frame: its length in four bytes, the highest first, and JSON.
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

// receive reads a frame into v.
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
