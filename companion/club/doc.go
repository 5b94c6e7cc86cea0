// Package club publishes the state of the table to an MQTT 5 broker: for a league, a large display,
// or the home automation of the house. Package wire defines the topics and messages.
//
// The box plays as well without a broker. [Club.Run] watches the table, as the web page does, and
// never delays the table. A broker that fails or misbehaves affects the club, not the match.
//
// # Published messages
//
// [Tell] selects the messages that leave the box.
//
//	online    The box is online. The last will of the box reports it offline 10 s after the
//	          connection was lost. The message also has the counts of the messages dropped while
//	          the box was offline.
//	state     The public view of the table with its picture and the last moment: at each
//	          change, at most 5 times a second, and each minute. Only the latest state is
//	          published. A broker drops it after a day.
//	moment    The moments that the panel shows large. The queue holds at most 256 of them
//	          for at most 10 minutes; the oldest are dropped and counted.
//	seal      The seal over the randomness of a match: at once, before the first outcome is
//	          known, and only while a broker is connected. A client that received it before the
//	          first outcome is a witness. The seal of the next match is published before players
//	          set the match up, because the first seat may be drawn at the moment the match
//	          begins. A published seal is published again until the league has acknowledged the
//	          seal or the record of its match, also after the first outcome: a broker that lets
//	          others take it may have lost it. The record waits for that, up to 2 attempts.
//	record    Finished matches, oldest first, 4 at a time. The store holds them all. A
//	          record that no league has acknowledged is published again: first after 30 s,
//	          then after growing pauses of up to an hour.
//	erased    Players who may no longer be named, until the league has forgotten them.
//
// A record that is too long for the broker, or that breaks the connection, doesn't delay other
// records. [Status] names such a record. No record is lost in a week without network.
//
// Unless players have agreed to a league at the panel, no message is acknowledged. Then seals
// and records are published once on each connection (at most 64 records) for any subscriber.
// Erased players are published once on each connection too: a later league may have received
// their names.
//
// No records are published to a league until it has forgotten the erased players. Otherwise the
// broker could deliver an older record after the newer one, and so restore an erased name.
//
// # Private data
//
// The club publishes only data that every onlooker at the table sees: no secret before its seal
// is opened, no hidden card, no view of a single seat. It publishes a name only if Names of
// [Tell] is set, and the name belongs to a known player who agrees ([companion.Offer]). All other
// players are anonymous: «Игрок 2». [Mask] replaces their names in records too.
//
// Each named player gets a random code, from which the id is derived. The code is stored before
// the name is published, so that each name can be withdrawn. After a withdrawal the state is
// published at once, the matches of the player are published again without the name, and the
// league is asked to forget the id for good. A name under withdrawal is not published, even if
// the player agrees again meanwhile. A player who agrees later gets a new code and a new id, and
// is a new player for the league.
//
// No name is withdrawn while the table knows no players: the table may not have read them from the
// disk yet. A table with more than 512 players doesn't list all of them at the start. The name of
// an unlisted player is neither published nor withdrawn.
//
// # State numbers
//
// The state with the highest number is valid. The number is the clock's time in milliseconds
// since 2020, and at least one more than the last number. A clock that jumps back has no effect
// while the box runs. After a restart the box receives the retained state, signed by its own
// key, and continues above the number in it.
//
// # Received messages
//
// An acknowledgement is valid if it is signed with the key of the league that players agreed to
// at the panel. A request of a league ([wire.Enrol]) is valid if it is signed with the league's
// own key. The club passes on at most one request in 10 s. It accepts key presses only if the
// owner allows them, at most 10 a second. They have the rights of a phone that may play. It
// accepts no retained press, because such a press is out of date. It ignores and counts all other
// messages.
//
// The club doesn't trust a broker. A packet over 64 KiB, or one that a broker may not send, ends
// the connection. The club respects the limits of the broker: the number of unacknowledged
// messages, the packet size, retained messages and the quality of service.
//
// # Connection
//
// The club reconnects at once after a stable connection, then after pauses that grow from 1 s to
// 2 min. A random part of up to half of each pause is cut off, so that boxes don't all reconnect
// at the same time. Two lanes publish messages in parallel, so that records don't delay the state
// of the table. The MQTT session resends nothing. The club itself publishes again every message
// that is still of use.
//
// # Login
//
// Without a user in the options the box logs in by its key (wire.Login): for the league that players
// agreed to, or that the options name. If a broker refuses that, the next attempts give a login
// signed for no league, then none, then the first again. So the box reaches a league as well as a
// broker of the house that admits everybody. When players agree to a league, the box logs in anew, for
// that league.
//
// A league signs the certificate of its own broker. The box accepts this certificate if it knows the
// league, whatever the host name and the clock; see [Opts.LeagueID].
//
// # Home Assistant
//
// Home Assistant finds the box by MQTT discovery, as a device. The game, the prompt, the turn,
// the points and the clock are sensors. The alarm, and whether a match is played, are binary
// sensors. Moments are an event. The four keys are buttons, if key presses are allowed. The
// description is published again when Home Assistant reports its start, and in another language
// when the language of the panel changes. companion-club(7) has an automation that gives a light the
// colour of the seat on turn.
package club
