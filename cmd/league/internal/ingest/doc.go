// Package ingest is the worker of a league: it takes what boxes tell from a broker, checks it,
// and has the ledger keep it. As many may work at once as there is to do; they share one
// subscription and one database, and know nothing of each other.
//
// # One message
//
//	signature   by the key of the box whose topic it is (package wire)
//	check       a record is replayed and its luck recomputed (package audit)
//	ledger      one transaction; from here on it is held for good
//	Ack         a signed [wire.Ack] to the box, which then forgets that it has to tell it
//	MQTT ack    the broker forgets the message
//
// Whatever dies between two of these steps, the message comes again, and the ledger finds
// that it has it. That the ledger comes before the Ack is all that keeps a record from being
// lost; that it knows records by their content is all that keeps one from counting twice.
//
// A message that can't be taken is acknowledged to the broker and counted ([Clerk.Counts]),
// so it never comes round for ever. A box isn't sent an Ack for it, and may say it again,
// with growing pauses. What contradicts is taken, as the ledger keeps it aside.
//
// # A database that is down
//
// Nothing is acknowledged. The clerk leaves the broker, so that others take its messages,
// waits until the database answers, from a second to a minute between tries, and connects
// again; what it held unacknowledged the broker sends again, or the box does.
//
// # States
//
// Of each box only the last state counts. They are gathered, and kept a few times a second in
// one statement. They come at quality of service 0: one that is lost is followed by another.
//
// # Subscriptions
//
//	$share/league/companion/+/record, seal, erased    one of the workers each, QoS 1
//	$share/league/companion/+/state                   likewise, QoS 0
//	companion/+/online                                all workers, QoS 1, for a broker sends
//	                                                  what it has retained to no shared one
//
// # Who is enrolled
//
// Every few seconds the clerk looks for boxes that were enrolled or revoked, by whichever
// page or worker: it tells them so (wire.Enrol, retained; nothing, if revoked), and takes the
// records that waited. Each enrolled box that comes online is told again, as a broker may
// have forgotten.
//
// # Games in files
//
// The catalogue that a clerk is given plays them in a process of its own, with limits, as on a
// box: a shelf of package gamefiles with an evaluator, for records from elsewhere
// ([games.Catalogue.Elsewhere]). A record whose process was lost is said again by its box.
package ingest
