// Package chaos has only tests: of a whole club whose parts fail, and of how much one bears.
//
// Boxes are whole ones, with table, store on disk and club, but no panel; their clocks run
// 600 times as fast. Workers, broker and PostgreSQL are processes that are killed, or the one
// process of a league that has a broker and SQLite of its own. In the end the league must
// hold what audit makes of the records of all boxes. A night is red if something is lost,
// doubled or contradicted, or if nothing has moved for a minute, however long it takes. Two
// controls, with a fault that loses records, must lose some, and compare a number of matches.
//
// Flags make it long: -boxes, -facts, -pause, -seed and -compared the nights, -tables, -every
// and -states the wall, -results and -workers the curve; .ci/long has them. A bound on the time that a
// state takes to the wall, -wall, is for a machine that does nothing else. -own takes the
// test's own broker where there is mosquitto too.
//
// # Measured
//
// On 2026-11-23, on two virtual cores that did all of it, boxes included, with mosquitto
// 2.0.11 and PostgreSQL 15 that syncs; a record has 111 facts.
//
//	10,000 boxes, a state each 10 s    1000/s on the wall, median 0.25 s, p99 0.48 s
//	all of them come online            1300 a second
//	one worker for that                45 MiB, 14 % of a core
//	the broker                         51 MiB, 4 % of a core
//	PostgreSQL                         259 MiB, 3 % of a core
//	results, 1 worker                  485/s, workers 81 % of a core, waits for locks 8 %
//	results, 2 workers                 482/s, workers 95 % of a core, waits for locks 37 %
//	results, 4 workers                 467/s, workers 104 % of a core, waits for locks 67 %
//
// The curve is flat. What bends it is the row of counters from which revs are drawn: each
// transaction holds it until its commit is synced, so one commits after the other. Replay
// (1.3 ms a record) is the smaller part, and all that more workers speed up.
//
// # A million boxes
//
// On paper only. All are connected and tell a state each 10 s at the worst; each plays three
// matches a day, most of them within four hours.
//
//	states      100,000 a second × 0.14 ms of a worker = 14 cores; twice that, to have some spare
//	results     208 a second on average, 800 at the peak: × 1.7 ms = 2 cores
//	connections 5 KiB each without TLS; with it, say, 50 KiB: 50 GB
//
// Broker: mosquitto has one thread, so a cluster that knows MQTT 5 and shared subscriptions,
// such as EMQX, whose makers report 100 million connections on 23 nodes (emqx.com,
// 2022-05-09): 4 nodes of 8 cores and 32 GiB, of which any one may fail.
//
// PostgreSQL: one counter takes 480 records a second, and 100,000 states are 70 MB/s of log. A
// million boxes are not one club, so leagues are parted: 16 databases, each of some 60,000
// boxes, 50 records and 6,300 states a second at the peak, back online within 48 s, with two
// workers and a broker's login or prefix of topics of its own. No table has to be cut by box;
// records are to be cut by month once they are old. Not built: a tournament over two of them,
// and states in memory alone, where they belong.
//
// Size: a record takes 3 KiB, so 9 GB a day and 270 GB a month for all, a year 3.3 TB.
//
// Cost a month, from public lists of Amazon for us-east-1: m7g, $0.0816 an hour for 2 cores and
// 8 GiB, larger ones in proportion (factualminds.com, 2026-06-17), so $29.80 a core; gp3 at
// $0.08 a GB (menuvis1-blip.github.io, 2026-02-24).
//
//	broker       4 × 8 cores                               $950
//	workers      16 × 2 cores                              $950
//	PostgreSQL   16 × 2 cores, and as many standing by   $1,910
//	storage      3.3 TB, twice                             $530
//	together                                             $4,340: less than half a cent a box
//
// Traffic, backups, a load balancer and people who look after it come on top.
package chaos
