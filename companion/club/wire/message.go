package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"tabletop/companion/match"
	"tabletop/games"
)

// MostBytes is how long a message may be: a record as long as they get, in JSON.
const MostBytes = match.MostRecord + match.MostRecord/4

// Online says whether a box is there. The will says that it isn't.
type Online struct {
	Online  bool     `json:"online"`
	Name    string   `json:"name"`              // of the box
	Version string   `json:"version,omitempty"` // of its software
	Dropped *Dropped `json:"dropped,omitempty"` // since it was last there
}

// Dropped counts what was passed over while the broker was away. Records never are.
type Dropped struct {
	States  int `json:"states"`  // only the last is told
	Moments int `json:"moments"` // beyond those that may wait
}

// State is the table of a box as anybody may see it. Of a box on which nothing is played
// Match is "".
type State struct {
	N      int64  `json:"n"` // higher than that of any state of this box before
	Name   string `json:"name"`
	Lang   string `json:"lang"` // "ru" or "en": that of Title, Now and of names of those who aren't named
	Match  string `json:"match"`
	Seq    int    `json:"seq"`
	Game   string `json:"game"`
	Title  string `json:"title"` // of the game
	Now    string `json:"now"`   // what must happen now
	Turn   int    `json:"turn"`  // the seat whose turn it is; 0: nobody's
	Who    string `json:"who"`   // plays it
	Over   bool   `json:"over"`
	Lowest bool   `json:"lowest"` // fewer points are better
	Alarm  bool   `json:"alarm"`  // something on the board must not be missed: Мазай
	Seats  []Seat `json:"seats"`
}

// Seat is one of a State, the first is seat 1.
type Seat struct {
	Name   string `json:"name"`
	Player string `json:"player,omitempty"` // see PlayerID; "": isn't named
	Score  int32  `json:"score"`
	Won    bool   `json:"won,omitempty"`
	Used   int64  `json:"used,omitempty"` // ms of its clock, as of this state
	Left   *int64 `json:"left,omitempty"` // ms, below 0 over them; none: it counts up
	Runs   bool   `json:"runs,omitempty"` // its clock does
}

// Moment is what a decision has made happen. Kind stands where Home Assistant looks for
// the type of an event.
type Moment struct {
	Kind  games.Kind `json:"event_type"`
	Match string     `json:"match"`
	Seq   int        `json:"seq"` // of the decision
	Text  string     `json:"text"`
	Note  string     `json:"note,omitempty"`
	Seats []int      `json:"seats,omitempty"`
	Names []string   `json:"names,omitempty"`
}

// Seal says under which seal the luck of a match stands, while nothing of it was seen.
type Seal struct {
	Match string `json:"match"`
	Game  string `json:"game"`
	Seal  string `json:"seal"` // 64 hexadecimal digits
	Seq   int    `json:"seq"`  // of its last fact so far
}

// Record is a match that was ended, without the names of who isn't named.
type Record struct {
	Match   string            `json:"match"`
	Players map[string]string `json:"players"` // the PlayerID of each name that is told
	Lines   string            `json:"lines"`   // JSON Lines; see package match
}

// Sum returns what an Ack calls the record by: the SHA-256 of its lines and players.
func (r Record) Sum() string {
	names, _ := json.Marshal(r.Players) // sorted; texts can't fail
	sum := sha256.Sum256(append(names, r.Lines...))
	return hex.EncodeToString(sum[:])
}

// Erased says that players are not to be named any more, by PlayerID.
type Erased struct {
	Players []string `json:"players"`
}

// Ack says what the league holds for good.
type Ack struct {
	Seals   []string          `json:"seals,omitempty"`   // as they were told
	Records map[string]string `json:"records,omitempty"` // the Sum of each match's
	Erased  []string          `json:"erased,omitempty"`
}

// Enrol says that a league wants what a box tells. Key is its public key, in base64.
type Enrol struct {
	League string `json:"league"` // its name
	Key    []byte `json:"key"`
}

// Press is what a house may ask of a box whose owner allowed it.
type Press string

// What may be pressed.
const (
	PressBack Press = "back"
	PressUp   Press = "up"
	PressDown Press = "down"
	PressOK   Press = "ok"
)

// Marshal prints a message as JSON.
func Marshal(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(fmt.Sprintf("wire: %T: %v", message, err)) // texts and numbers can't fail
	}
	return data
}
