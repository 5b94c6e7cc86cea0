package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"tabletop/games"
)

// line is the JSON form of a Fact.
type line struct {
	Seq     int               `json:"seq"`
	At      string            `json:"at,omitempty"`
	MS      int64             `json:"ms"`
	Idle    int64             `json:"idle,omitempty"`
	Kind    Kind              `json:"kind"`
	Game    string            `json:"game,omitempty"`
	Program string            `json:"program,omitempty"`
	Seats   []string          `json:"seats,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Series  string            `json:"series,omitempty"`
	Clock   string            `json:"clock,omitempty"`
	Seal    string            `json:"seal,omitempty"`
	Lost    bool              `json:"lost,omitempty"`
	Seat    *games.Seat       `json:"seat,omitempty"`
	Says    string            `json:"says,omitempty"`
	Among   []int             `json:"among,omitempty"`
	Luck    string            `json:"luck,omitempty"`
	Why     string            `json:"why,omitempty"`
	BackTo  int               `json:"back_to,omitempty"`
	Secret  string            `json:"secret,omitempty"`
}

// lineOf returns the JSON form of f.
func lineOf(f Fact) line {
	l := line{
		Seq: f.Seq, At: f.At, MS: f.MS, Idle: f.Idle, Kind: f.Kind,
		Game: f.Game, Program: f.Program, Seats: f.Seats, Options: f.Options, Series: f.Series, Clock: f.Clock, Seal: f.Seal, Lost: f.Lost,
		Says: f.Says, Among: f.Among, Luck: f.Luck, Why: f.Why, BackTo: f.BackTo, Secret: f.Secret,
	}
	if f.Kind == Decided || f.Kind == Seated {
		l.Seat = &f.Seat
	}
	return l
}

// fact returns the fact whose JSON form is l.
func (l line) fact() Fact {
	f := Fact{
		Seq: l.Seq, At: l.At, MS: l.MS, Idle: l.Idle, Kind: l.Kind,
		Game: l.Game, Program: l.Program, Seats: l.Seats, Options: l.Options, Series: l.Series, Clock: l.Clock, Seal: l.Seal, Lost: l.Lost,
		Says: l.Says, Among: l.Among, Luck: l.Luck, Why: l.Why, BackTo: l.BackTo, Secret: l.Secret,
	}
	f.present.seq, f.present.ms, f.present.seat = true, true, l.Seat != nil
	if l.Seat != nil {
		f.Seat = *l.Seat
	}
	return f
}

// MarshalJSON returns the line of the fact, without the line feed.
func (f Fact) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(lineOf(f)); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// UnmarshalJSON parses one line of a record. It refuses unknown fields, duplicate fields, null
// and invalid UTF-8.
func (f *Fact) UnmarshalJSON(data []byte) error {
	if !utf8.Valid(data) {
		return errors.New("not UTF-8")
	}
	if f.readOwn(data) {
		return nil
	}
	*f = Fact{}
	return f.readFields(data)
}

// readFields stores the fact of a line field by field.
func (f *Fact) readFields(data []byte) error {
	return fields(data, func(name string, value json.RawMessage) error {
		into := f.field(name)
		if into == nil {
			return fmt.Errorf("unknown field %.80q; the nearest is %q", name, games.Nearest(name, fieldNames))
		}
		if name == "options" {
			return f.readOptions(value)
		}
		return scalar(name, value, into)
	})
}

// readOwn stores the fact of a line in the bytes that MarshalJSON writes, and reports whether data is
// one. It is the fast way for almost all lines: package json alone would accept unknown and duplicate
// fields, and names in other letters.
func (f *Fact) readOwn(data []byte) bool {
	var l line
	if json.Unmarshal(data, &l) != nil {
		return false
	}
	*f = l.fact()
	again, err := f.MarshalJSON()
	return err == nil && bytes.Equal(again, data)
}

var fieldNames = []string{
	"seq", "at", "ms", "idle", "kind", "game", "program", "seats", "options", "series", "clock", "seal",
	"lost", "seat", "says", "among", "luck", "why", "back_to", "secret",
}

// field returns the destination of a field, or nil for an unknown name.
func (f *Fact) field(name string) any {
	switch name {
	case "seq":
		f.present.seq = true
		return &f.Seq
	case "ms":
		f.present.ms = true
		return &f.MS
	case "seat":
		f.present.seat = true
		return &f.Seat
	case "idle":
		return &f.Idle
	case "at":
		return &f.At
	case "kind":
		return &f.Kind
	case "game":
		return &f.Game
	case "program":
		return &f.Program
	case "seats":
		return &f.Seats
	case "options":
		return &f.Options
	case "series":
		return &f.Series
	case "clock":
		return &f.Clock
	case "seal":
		return &f.Seal
	case "lost":
		return &f.Lost
	case "says":
		return &f.Says
	case "among":
		return &f.Among
	case "luck":
		return &f.Luck
	case "why":
		return &f.Why
	case "back_to":
		return &f.BackTo
	case "secret":
		return &f.Secret
	}
	return nil
}

func (f *Fact) readOptions(data json.RawMessage) error {
	f.Options = map[string]string{}
	return fields(data, func(name string, value json.RawMessage) error {
		var chosen string
		err := scalar(name, value, &chosen)
		f.Options[name] = chosen
		return err
	})
}

// fields calls read for each name and value of the JSON object in data.
func fields(data []byte, read func(name string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return errors.New("not an object in braces")
	}
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		name := token.(string) // a field name; Decode below consumes its value
		if seen[name] {
			return fmt.Errorf("duplicate field %.80q", name)
		}
		seen[name] = true
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := read(name, value); err != nil {
			return err
		}
	}
	return nil
}

// scalar parses the value of field name and stores it in into. It returns an error if the value
// is null or of the wrong type.
func scalar(name string, value json.RawMessage, into any) error {
	if string(value) == "null" {
		return fmt.Errorf("field %.80q is null", name)
	}
	err := json.Unmarshal(value, into)
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("field %.80q: a %.40s does not fit", name, wrong.Value)
	}
	return err
}
