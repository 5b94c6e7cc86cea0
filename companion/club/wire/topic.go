package wire

import "strings"

// prefix begins all topics except those of Home Assistant.
const prefix = "companion/"

// Kind is the kind of a message, which is the last level of its topic.
type Kind string

// Kinds of messages.
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

// Kinds lists all kinds of messages.
var Kinds = []Kind{OnlineKind, StateKind, MomentKind, SealKind, RecordKind, ErasedKind, AckKind, EnrolKind, PressKind}

// Topic returns the topic for messages of a kind to or from a box. For the box "+" it returns the
// topic filter that matches all boxes.
func Topic(box string, kind Kind) string { return prefix + box + "/" + string(kind) }

// Split returns the box and the kind in a topic. ok is false if the topic belongs to no box.
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
