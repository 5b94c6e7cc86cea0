// Package wire defines the MQTT topics, JSON messages and signatures that boxes, a league and
// a house exchange. It opens no connection.
//
// # Topics
//
// BOX is the id of a box: twelve lower-case letters and digits.
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
// # Signatures
//
// A box and a league each have an Ed25519 key. The id of a box is the beginning of the SHA-256
// of its public key ([IDOf]). The id that a person types from the panel to enrol a box
// therefore identifies its key, and no other box can send under that id. Each message for the
// league carries its key and signature as MQTT 5 user properties, [KeyProperty] and
// [SigProperty], both in base64. [Signed.Check] returns the key of the sender.
//
// The signature covers the payload and the topic, so that a message can't be moved to another
// topic. It covers nothing else of the packet. A replayed message is still true: the league
// stores a seal or record once, and of two states the one with the higher N counts.
//
// A league signs its acknowledgements, because a box stops publishing an acknowledged record.
// A box learns the league's key when players agree to the league at its panel.
//
// # Logins
//
// A box logs in at a broker by its key ([Login]). The signature covers the id of the league, so
// another league can't use the login. The password of a login is the same each time.
//
// # Names
//
// Messages name only players who have agreed. The league receives an id for each of them
// ([PlayerID]), which is derived from the id of the box and a code. A record carries the codes of
// its players, so that the league can check that each id belongs to the box. The league does not
// store them. With the code, which the panel shows, a player also confirms that a player of
// another box is the same person.
package wire
