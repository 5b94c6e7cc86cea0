package broker

import (
	"slices"
	"strings"

	"tabletop/companion/club/wire"
)

// Topics of Home Assistant.
const (
	housePrefix = "homeassistant/"
	houseStatus = housePrefix + "status"
)

// description returns the topic of the description of a box for Home Assistant.
func description(box string) string { return housePrefix + "device/companion_" + box + "/config" }

// Kinds of messages that boxes publish, that boxes receive, and that accounts receive.
var (
	ofBox     = []wire.Kind{wire.OnlineKind, wire.StateKind, wire.MomentKind, wire.SealKind, wire.RecordKind, wire.ErasedKind}
	toBox     = []wire.Kind{wire.OnlineKind, wire.StateKind, wire.AckKind, wire.EnrolKind, wire.PressKind}
	toAccount = []wire.Kind{wire.OnlineKind, wire.StateKind, wire.MomentKind}
)

// mayPublish reports whether a client may publish to a topic.
func (s *session) mayPublish(topic string) bool {
	box, kind, ok := wire.Split(topic)
	switch {
	case s.is == worker:
		return true
	case s.box != "":
		return topic == description(s.box) || ok && box == s.box && slices.Contains(ofBox, kind)
	}
	return topic == houseStatus || ok && kind == wire.PressKind && s.presses
}

// mayReceive reports whether a client may subscribe to a topic filter, or receive a message of a
// topic. Only the league may use shared subscriptions: a member of a share takes messages from the
// other members.
func (s *session) mayReceive(filter string) bool {
	box, kind, ok := split(filter)
	switch {
	case s.is == worker:
		return true
	case s.box != "":
		return filter == houseStatus || ok && box == s.box && slices.Contains(toBox, kind)
	}
	return strings.HasPrefix(filter, housePrefix) || ok && slices.Contains(toAccount, kind)
}

// split returns the box and the kind in a topic, like wire.Split. It accepts the box "+" as well.
func split(filter string) (box string, kind wire.Kind, ok bool) {
	for _, k := range wire.Kinds {
		if filter == wire.Topic("+", k) {
			return "+", k, true
		}
	}
	return wire.Split(filter)
}

// longest returns the maximum length of a message of a box, in bytes. It returns 0 if only the
// length of a packet is limited. retain reports whether the broker retains messages of this topic.
func (s *session) longest(topic string) (most int, retain bool) {
	_, kind, _ := wire.Split(topic)
	switch {
	case kind == wire.OnlineKind:
		return mostOnline, true
	case kind == wire.StateKind, topic == description(s.box):
		return mostState, true
	case kind == wire.MomentKind:
		return mostState, false
	}
	return 0, false
}
