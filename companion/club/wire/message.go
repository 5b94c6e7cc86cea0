package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"tabletop/companion/match"
	"tabletop/games"
)

// MostBytes is the maximum length of a message in bytes. The longest message contains the longest
// record, encoded as JSON.
const MostBytes = match.MostRecord + match.MostRecord/4

// MostPicture is the maximum length of a State's picture in bytes of base64.
const MostPicture = 2048

// Online is the status of a box: online or offline. The last will of the box reports it offline.
type Online struct {
	Online  bool     `json:"online"`
	Name    string   `json:"name"`              // name of the box
	Version string   `json:"version,omitempty"` // version of the box's software
	Dropped *Dropped `json:"dropped,omitempty"` // messages dropped since the box was last online
}

// Dropped counts the messages that a box dropped while no broker was connected. A box never drops a
// record.
type Dropped struct {
	States  int `json:"states"`  // number of dropped states; the last state is never dropped
	Moments int `json:"moments"` // number of dropped moments, beyond the limits of the queue
}

// State is the public view of the table of a box. Match is "" while no match is played.
type State struct {
	N    int64  `json:"n"` // number, higher than in all earlier states of this box
	Name string `json:"name"`
	// Lang is "ru" or "en": the language of Title, Now and the names of anonymous seats.
	Lang   string `json:"lang"`
	Match  string `json:"match"`
	Seq    int    `json:"seq"`
	Game   string `json:"game"`
	Title  string `json:"title"` // title of the game
	Now    string `json:"now"`   // prompt: the next thing to do
	Turn   int    `json:"turn"`  // seat on turn; 0 for none
	Who    string `json:"who"`   // name of the seat on turn
	Over   bool   `json:"over"`
	Lowest bool   `json:"lowest"` // whether the lowest score wins
	Alarm  bool   `json:"alarm"`  // whether a cell needs urgent attention, as in the game Мазай
	// Picture is a PNG in base64 of at most MostPicture bytes: what everybody at the table may see, as
	// black and white dots, or the game's picture if its view has no cells.
	Picture string  `json:"picture,omitempty"`
	Moment  *Moment `json:"moment,omitempty"` // last moment of the match, if the box publishes moments
	Seats   []Seat  `json:"seats"`
}

// Seat is a seat of a State. The first Seat in a State is seat 1.
type Seat struct {
	Name string `json:"name"`
	// Player is the id of the player, see PlayerID. It is "" for an anonymous seat.
	Player string `json:"player,omitempty"`
	// RGB is the seat's colour on the matrix. It is black for boxes with older software.
	RGB   [3]uint8 `json:"rgb"`
	Score int32    `json:"score"`
	Won   bool     `json:"won,omitempty"`
	Used  int64    `json:"used,omitempty"` // ms used on the seat's clock at the time of this state
	// Left is the time left in ms, below 0 if the time is up. It is nil if the clock counts up. After
	// the main time it is the rest of a byoyomi period.
	Left    *int64 `json:"left,omitempty"`
	Periods int    `json:"periods,omitempty"` // number of byoyomi periods left, with the running one
	Runs    bool   `json:"runs,omitempty"`    // whether the seat's clock is running
}

// Moment is an event in a match, caused by a decision. Kind has the JSON name from which Home
// Assistant reads the type of an event.
type Moment struct {
	Kind  games.Kind `json:"event_type"`
	Match string     `json:"match"`
	Seq   int        `json:"seq"` // seq of the decision
	Text  string     `json:"text"`
	Note  string     `json:"note,omitempty"`
	Seats []int      `json:"seats,omitempty"`
	Names []string   `json:"names,omitempty"`
}

// Seal is the seal over the randomness of a match, published before the first outcome is known.
type Seal struct {
	Match string `json:"match"`
	Game  string `json:"game"`
	Seal  string `json:"seal"` // seal as 64 hexadecimal digits
	Seq   int    `json:"seq"`  // seq of the match's last fact so far
}

// Record is a finished match. Players who have not agreed have anonymous names in it.
type Record struct {
	Match   string            `json:"match"`
	Players map[string]string `json:"players"` // PlayerID by published name
	// Codes holds the code of each player by published name. With it the league checks that the
	// PlayerID belongs to this box. Boxes with older software send no codes.
	Codes map[string]string `json:"codes,omitempty"`
	Lines string            `json:"lines"` // record in JSON Lines; see package match
}

// Sum returns the checksum that identifies the record in an Ack: the SHA-256 of its players and
// lines. It does not cover the codes, so that it is the same as with older software.
func (r Record) Sum() string {
	names, _ := json.Marshal(r.Players) // sorted by name; encoding texts can't fail
	sum := sha256.Sum256(append(names, r.Lines...))
	return hex.EncodeToString(sum[:])
}

// Erased asks the league to forget players. It lists their ids; see PlayerID.
type Erased struct {
	Players []string `json:"players"`
}

// Ack acknowledges the messages that the league has stored for good.
type Ack struct {
	Seals   []string          `json:"seals,omitempty"`   // seals as published
	Records map[string]string `json:"records,omitempty"` // checksum by match; see Record.Sum
	Erased  []string          `json:"erased,omitempty"`
}

// Enrol is a request of a league: a box may publish to it.
type Enrol struct {
	League string `json:"league"` // name of the league
	Key    []byte `json:"key"`    // public key of the league, in base64
}

// Press is a key press that a house sends to a box. The box accepts it only if its owner allows
// presses.
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
		// Not reached: encoding texts and numbers can't fail.
		panic(fmt.Sprintf("wire: %T: %v", message, err))
	}
	return data
}
