package wire

import "strings"

// prefix begins all topics but the house's.
const prefix = "companion/"

// Kind is what a topic is for.
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

// Kinds are all there are.
var Kinds = []Kind{OnlineKind, StateKind, MomentKind, SealKind, RecordKind, ErasedKind, AckKind, EnrolKind, PressKind}

// Topic returns the topic of a kind for a box; "+" is the filter for all boxes.
func Topic(box string, kind Kind) string { return prefix + box + "/" + string(kind) }

// Split takes a topic apart. It reports false for one that no box has.
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
