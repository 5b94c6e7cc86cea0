// Package wire is what boxes, a league and a house say to each other over MQTT: topics,
// messages in JSON, signatures. It does not connect to anything.
//
// # Topics
//
// BOX is the id of a box, twelve letters and digits, in small letters.
//
//	companion/BOX/online         box → all, retained, also its last will   [Online]
//	companion/BOX/state          box → all, retained                       [State]
//	companion/BOX/moment         box → all                                 [Moment]
//	companion/BOX/seal           box → league                              [Seal]
//	companion/BOX/record         box → league                              [Record]
//	companion/BOX/erased         box → league                              [Erased]
//	companion/BOX/ack            league → box                              [Ack]
//	companion/BOX/enrol          league → box, retained                    [Enrol]
//	companion/BOX/press          house → box, a word: see [Press]
//
// # Who says so
//
// A box and a league each have an Ed25519 key. The id of a box is the beginning of the
// SHA-256 of its public key ([IDOf]): what somebody types off the panel to enrol a box
// names its key, and nobody else can speak as that box. Each message for the league has
// its key and signature as MQTT 5 user properties, [KeyProperty] and [SigProperty], both
// in base64; [Signed.Check] says whose it is. The signature covers the topic, so a message
// can't be moved to another, and nothing else of the packet. An older message said again
// is still true: seals and records are taken once, of states the one with the higher N
// counts.
//
// A league signs what it acknowledges, as a box forgets that a record is to be told when it
// hears so. A box that was enrolled knows the league's key by hands at its panel.
//
// # Names
//
// What leaves a box names only who agreed to it. Of them the league is told an id
// ([PlayerID]), which is that of a code; the code stays on the box until its owner shows it
// to somebody, which is how a player agrees to be one with a player of another box.
package wire
