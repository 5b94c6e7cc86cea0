// Package club tells what the table shows to an MQTT 5 broker: to a league, to a wall, to
// the house around the box. What is said under which topic stands in package wire.
//
// The box plays as well without it. [Club.Run] follows the table as a page does and never
// keeps it waiting; whatever a broker sends or fails to do costs the club, not the match.
//
// # What is told
//
// [Tell] says what leaves the box.
//
//	online    that the box is there; its last will says that it isn't, 10 s after the
//	          connection was lost. With it, what was passed over meanwhile.
//	state     the table as an onlooker sees it, at each change, at most 5 times a second,
//	          and each minute. Only the latest is told. A broker forgets it after a day.
//	moment    what the panel shows large. At most 256 wait for a broker, for 10 minutes
//	          at most; the oldest are dropped, and counted.
//	seal      under which seal the luck of a match stands: at once, while no outcome was
//	          seen, and only while the broker is there. Who heard it before the first
//	          outcome is a witness. That of the next match is told before anybody sets
//	          it up, as its first seat may be drawn in the moment in which it begins.
//	record    matches that have ended, the oldest first, 4 at a time. They lie in the
//	          store, which forgets none: what no league has acknowledged is told again,
//	          after 30 s at first, then ever later, up to an hour.
//	erased    players who aren't to be named any more, until the league has forgotten them.
//
// A record that is too long for the broker, or over which the connection breaks, doesn't
// keep the others waiting; [Status] names it. Nothing is lost in a week without network.
//
// Without a league that hands at the panel have agreed to, nobody acknowledges anything:
// seals and records are told once on each connection (of records 64), for whoever listens,
// and so is who isn't to be named any more: a league that comes later may have heard of them.
//
// While the league hasn't forgotten somebody no records are told: a telling from before,
// which a broker sends late, would bring the name back over a newer one.
//
// # What is not told
//
// Nothing that an onlooker at the table doesn't see: no secret before its seal is opened,
// no hidden card, no seat's own view. A name is told only if [Tell] has names, and it is one
// of a known player who agrees ([companion.Offer]). All others are «Игрок 2», in records as
// well, whose [Mask] takes names out. Who is named gets a code, drawn at random, from which
// the id follows. It lies in the store before anything is told, so that each name can be
// taken back: then the state is told anew at once, their matches are told again without the
// name, and the league is asked to forget the id, for good. A name that is being taken back
// is told to nobody, whatever its owner says meanwhile; who agrees again later gets another
// code and another id, and is somebody else to the league.
//
// Of a table that knows nobody yet it isn't believed that nobody agrees: that is how it
// looks before the disk was read. A table that knows more than 512 players doesn't list all
// of them as it starts: who isn't listed isn't named, and isn't taken back either.
//
// # Numbers of states
//
// Of states the one with the higher number counts. It is the clock's milliseconds since
// 2020, but at least one more than the last. A clock that has jumped back changes nothing
// while the box runs; after a restart the box hears the state that the broker has kept,
// signed by its own key, and goes on above that.
//
// # What is heard
//
// What a league acknowledges counts if it is signed by the key that hands at the panel
// agreed to. A league that asks ([wire.Enrol]) is handed on, signed by its own key, at most
// one in 10 s. Keys are pressed only if the owner allows it, as by a phone that may play, 10
// times a second at most; what a broker has kept of presses is past. All else is ignored,
// and counted.
//
// A broker isn't trusted. Packets over 64 KiB and such as no broker may send end the
// connection. What it can do is respected: how many messages may be on their way, how long
// they may be, whether it retains them, and at which quality of service.
//
// # The connection
//
// It is tried again after pauses from 1 s to 2 min, half of each left to chance, so that
// boxes don't come back all at once. Messages go two ways side by side: records don't keep
// the table waiting. Nothing is sent again by the MQTT session itself; what is still worth
// telling is told anew.
//
// # The house
//
// Home Assistant finds the box by MQTT discovery, as a device: the game, what must be done,
// whose turn it is, the points and the clock as sensors, the alarm and whether a match is on
// as binary sensors, moments as an event, and the four keys as buttons if they may be
// pressed. The description is told again when Home Assistant says that it has started, and in
// another language when the panel speaks one. A light that follows the turn:
//
//	triggers:
//	  - trigger: mqtt
//	    topic: companion/BOX/state
//	actions:
//	  - action: light.turn_on
//	    target: {entity_id: light.table}
//	    data:
//	      rgb_color: "{{ [[255,255,255],[255,0,0],[0,160,0],[0,80,255],[255,200,0]][trigger.payload_json.turn % 5] }}"
package club
