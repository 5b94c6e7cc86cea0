package wire

import "strings"

// prefix begins all topics except those of the house.
const prefix = "companion/"

// Kind is the last level of a topic.
type Kind string

// Kinds of topics.
const (
	OnlineKind Kind = "online"
	StateKind  Kind = "state"
	MomentKind Kind = "moment"
	SealKind   Kind = "seal"
	RecordKind Kind = "record"
	ErasedKind Kind = "erased"
	AckKind    Kind = "ack"
	EnrolKind  Kind = "enrol"
	PressKind  Kind = "press"
)

// Kinds lists all kinds.
var Kinds = []Kind{OnlineKind, StateKind, MomentKind, SealKind, RecordKind, ErasedKind, AckKind, EnrolKind, PressKind}

// Topic returns the topic of a kind for a box. With the box "+" it returns the filter for all
// boxes.
func Topic(box string, kind Kind) string { return prefix + box + "/" + string(kind) }

// Split parses a topic into box and kind. ok is false if the topic belongs to no box.
func Split(topic string) (box string, kind Kind, ok bool) {
	rest, ours := strings.CutPrefix(topic, prefix)
	box, last, _ := strings.Cut(rest, "/")
	for _, k := range Kinds {
		if string(k) == last {
			return box, k, ours && IsID(box)
		}
	}
	return "", "", false
}
