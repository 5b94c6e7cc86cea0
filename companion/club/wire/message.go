package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"tabletop/companion/match"
	"tabletop/games"
)

// MostBytes is the maximum length of a message in bytes: that of the longest record in JSON.
const MostBytes = match.MostRecord + match.MostRecord/4

// Online is the status of a box: online or offline. The last will sends offline.
type Online struct {
	Online  bool     `json:"online"`
	Name    string   `json:"name"`              // of the box
	Version string   `json:"version,omitempty"` // of its software
	Dropped *Dropped `json:"dropped,omitempty"` // since it was last online
}

// Dropped counts the messages that were dropped while no broker was connected. A record is never
// dropped.
type Dropped struct {
	States  int `json:"states"`  // all but the last
	Moments int `json:"moments"` // beyond the bounds of the queue
}

// State is the public view of the table of a box. Match is "" while no match is played.
type State struct {
	N      int64  `json:"n"` // number, higher than in all earlier states of this box
	Name   string `json:"name"`
	Lang   string `json:"lang"` // "ru" or "en": language of Title, Now and the names of anonymous seats
	Match  string `json:"match"`
	Seq    int    `json:"seq"`
	Game   string `json:"game"`
	Title  string `json:"title"` // of the game
	Now    string `json:"now"`   // the prompt: the next thing to do
	Turn   int    `json:"turn"`  // the seat whose turn it is; 0: no seat's
	Who    string `json:"who"`   // name of that seat
	Over   bool   `json:"over"`
	Lowest bool   `json:"lowest"` // the lowest score wins
	Alarm  bool   `json:"alarm"`  // a cell needs urgent attention, such as in Мазай
	Seats  []Seat `json:"seats"`
}

// Seat is a seat of a State. The first is seat 1.
type Seat struct {
	Name   string `json:"name"`
	Player string `json:"player,omitempty"` // see PlayerID; "": anonymous
	Score  int32  `json:"score"`
	Won    bool   `json:"won,omitempty"`
	Used   int64  `json:"used,omitempty"` // ms on its clock, at the time of this state
	Left   *int64 `json:"left,omitempty"` // ms, below 0 when the time is up; nil: the clock counts up
	Runs   bool   `json:"runs,omitempty"` // its clock is running
}

// Moment is an event in a match, caused by a decision. The JSON name of Kind is the one from
// which Home Assistant reads the type of an event.
type Moment struct {
	Kind  games.Kind `json:"event_type"`
	Match string     `json:"match"`
	Seq   int        `json:"seq"` // of the decision
	Text  string     `json:"text"`
	Note  string     `json:"note,omitempty"`
	Seats []int      `json:"seats,omitempty"`
	Names []string   `json:"names,omitempty"`
}

// Seal publishes the seal over the randomness of a match before the first outcome is known.
type Seal struct {
	Match string `json:"match"`
	Game  string `json:"game"`
	Seal  string `json:"seal"` // 64 hexadecimal digits
	Seq   int    `json:"seq"`  // of the match's last fact so far
}

// Record is a finished match. Anonymous names replace those of players who have not agreed.
type Record struct {
	Match   string            `json:"match"`
	Players map[string]string `json:"players"` // PlayerID by published name
	Lines   string            `json:"lines"`   // JSON Lines; see package match
}

// Sum returns the checksum that identifies the record in an Ack: the SHA-256 of its players and
// lines.
func (r Record) Sum() string {
	names, _ := json.Marshal(r.Players) // sorted; texts can't fail
	sum := sha256.Sum256(append(names, r.Lines...))
	return hex.EncodeToString(sum[:])
}

// Erased asks the league to forget players, by PlayerID.
type Erased struct {
	Players []string `json:"players"`
}

// Ack acknowledges the messages that the league has stored for good.
type Ack struct {
	Seals   []string          `json:"seals,omitempty"`   // as published
	Records map[string]string `json:"records,omitempty"` // Sum by match
	Erased  []string          `json:"erased,omitempty"`
}

// Enrol asks a box to publish to a league.
type Enrol struct {
	League string `json:"league"` // name of the league
	Key    []byte `json:"key"`    // its public key, in base64
}

// Press is a key press that a house sends to a box. The box accepts it if its owner allows that.
type Press string

// Keys of a Press.
const (
	PressBack Press = "back"
	PressUp   Press = "up"
	PressDown Press = "down"
	PressOK   Press = "ok"
)

// Marshal encodes a message as JSON. It panics if the message can't be encoded.
func Marshal(message any) []byte {
	data, err := json.Marshal(message)
	if err != nil {
		panic(fmt.Sprintf("wire: %T: %v", message, err)) // texts and numbers can't fail
	}
	return data
}
