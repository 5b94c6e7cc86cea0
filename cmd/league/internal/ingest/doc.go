// Package ingest implements the worker of a league. A worker receives the messages of boxes from a
// broker, checks them and stores them in the ledger, the league's database. Any number of workers
// may run at once. They share one subscription and one database, and are otherwise independent.
//
// # Processing a message
//
//	size        by kind
//	signature   by the key of the box named in the topic (package wire)
//	queue       in memory, up to 64 MiB
//	check       a record is replayed and its luck recomputed (package audit)
//	ledger      one transaction, with other records; after it the record is stored for good
//	Ack         a signed [wire.Ack] to the box, which then stops publishing the record
//	MQTT ack    the broker deletes the message
//
// The worker checks size and signature when it receives a message, so that messages without a right
// signature take no room in the queue. A message that doesn't fit the queue is rejected, and its box
// publishes it again.
//
// Options.Parallel messages are checked at once. Checked records wait for the one transaction that
// runs, and the next transaction takes all that wait by then, up to [ledger.MostRecords]. It waits
// for no more: alone, a record is stored at once. Each is acknowledged after the commit. If the
// ledger refuses one of them, the transaction stores none, and each half is stored on its own.
//
// If a process dies between two steps, the message is delivered again, and the ledger finds it
// stored. No record is lost, because the ledger stores it before the box receives the Ack. No
// record is counted twice, because the ledger compares records by content.
//
// A message that cannot be accepted is acknowledged to the broker and counted ([Worker.Counts]), so
// that it is not delivered for ever. The box receives no Ack and may publish the message again,
// with growing pauses. A record that contains a contradiction is an exception: the ledger puts the
// record into quarantine, and the box receives an Ack.
//
// # Database failures
//
// While the database is down, the worker acknowledges nothing. It disconnects from the broker, so
// that other workers receive its messages, and pings the database with pauses from a second to a
// minute. Once the database answers, it connects again. The broker or the box then sends the
// unacknowledged messages again.
//
// # States
//
// Only the last state of each box counts. The worker collects states and stores them in one
// statement a few times a second. States arrive at quality of service 0: a lost state is followed
// by the next one.
//
// # Subscriptions
//
//	$share/league/companion/+/record, seal, erased    one worker per message, QoS 1
//	$share/league/companion/+/state                   one worker per message, QoS 0
//	companion/+/online                                all workers, QoS 1, because brokers send
//	                                                  no retained messages to shared subscriptions
//
// # Enrolment
//
// Every few seconds the worker looks for boxes that were enrolled or revoked through any page or
// worker. It publishes the enrolment (wire.Enrol, retained), or clears it after a revocation, and
// processes the waiting records. When an enrolled box comes online, the worker publishes its
// enrolment again, because the broker may have lost the retained message.
//
// # Games in files
//
// The catalogue plays games in files in a process of its own, with limits, as on a box: it is a
// gamefiles catalogue with an evaluator, for records from elsewhere ([games.Catalogue.Elsewhere]).
// If that process is lost while it checks a record, the record is rejected, and the box publishes
// the record again.
package ingest
