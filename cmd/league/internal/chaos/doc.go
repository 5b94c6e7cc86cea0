// Package chaos contains only tests. They run a whole club while its parts fail, and measure the
// load that the club bears.
//
// The boxes are complete, with table, store on disk and club, but without a panel. Their clocks run
// 600 times as fast as real clocks. A night is one run of such a club. The test kills the processes
// of the league: the workers, the broker and PostgreSQL, or a single league process with its own
// broker and SQLite. At the end, the league must store exactly what package audit computes from the
// records of all boxes. A night fails if a record is lost, stored twice or contradicted, or if
// nothing has moved for a minute. The length of a night is not limited. Two control runs have a
// fault that loses records, and must lose some. The flag -compared sets the minimum number of
// matches that a control run compares.
//
// Flags set the length of the tests: -boxes, -facts, -pause, -seed and -compared for the nights,
// -tables, -every and -states for the wall, -results and -workers for the rate of results by number
// of workers. .ci/long sets them. -wall is the maximum delay of a state until it is on the wall, on
// an otherwise idle machine. -own makes the test use its own broker even if mosquitto is installed.
//
// # Measured
//
// Measured on 2026-11-23 on two virtual cores that ran everything, boxes included, with mosquitto
// 2.0.11 and PostgreSQL 15 with fsync. A record has 111 facts.
//
//	10,000 boxes, a state each 10 s    1000/s on the wall, median 0.25 s, p99 0.48 s
//	all of them come online            1300 a second
//	one worker for that                45 MiB, 14 % of a core
//	the broker                         51 MiB, 4 % of a core
//	PostgreSQL                         259 MiB, 3 % of a core
//	results, 1 worker, one by one      485/s, workers 81 % of a core, waits for locks 8 %
//	results, 2 workers, one by one     482/s, workers 95 % of a core, waits for locks 37 %
//	results, 4 workers, one by one     467/s, workers 104 % of a core, waits for locks 67 %
//
// These rates are of one record in a transaction: the row of counters from which revs are drawn is
// locked until each commit is synced, so commits run one after another. Workers now store records
// together, up to 64 in a transaction, with 128 messages in flight. On 2026-11-28 both ways were
// measured in turns, while other work took most of both cores:
//
//	                                one by one             together
//	results, 1 worker               175/s                  203/s
//	CPU per result, all processes   5.5 ms                 3.2 ms
//	waits for locks                 20 %                   not among the four longest waits
//	PostgreSQL                      17 % of a core         6 % of a core
//	ledger alone, 1, 2, 4 workers   125/s, 192/s, 212/s    1218/s, 1457/s, 1148/s
//
// The last row is BenchmarkRecords of package ledger. The limit is now the processors, not the
// commits: of a worker's time, replay takes 45 % (29 % is parsing the JSON of facts), MQTT 13 %,
// looking for known records 10 %, signatures 9 % and storing 6 %. The test of the curve prints both
// ways, but its one-by-one worker stores four records at once and waits for all that it has gathered,
// so it is slower than a worker that never gathers. A quiet machine has not been measured.
//
// # A million boxes
//
// This is an estimate. All boxes are connected and publish a state each 10 s at the worst. Each
// plays three matches a day, most of them within four hours.
//
//	states      100,000 a second × 0.14 ms of a worker = 14 cores; twice that as a reserve
//	results     208 a second on average, 800 at the peak: × 1.7 ms = 2 cores
//	connections 5 KiB each without TLS; with TLS about 50 KiB: 50 GB
//
// Broker: mosquitto has one thread. This load needs a cluster with MQTT 5 and shared subscriptions,
// such as EMQX, whose makers report 100 million connections on 23 nodes (emqx.com, 2022-05-09): 4
// nodes of 8 cores and 32 GiB, of which any one may fail.
//
// PostgreSQL: one counter takes 480 records a second with a commit each, and 100,000 states are 70 MB/s of log. A
// million boxes are not one club, so the leagues are split over 16 databases. Each serves some
// 60,000 boxes with 50 records and 6,300 states a second at the peak, brings them back online
// within 48 s, and has two workers and its own login or topic prefix at the broker. No table needs
// sharding by box; old records should be partitioned by month. Not implemented: a tournament
// across two databases, and states in memory only, where they belong.
//
// Size: a record takes 3 KiB, so the records of all boxes take 9 GB a day, 270 GB a month and 3.3
// TB a year.
//
// Cost per month, from public prices of Amazon for us-east-1: m7g, $0.0816 an hour for 2 cores
// and 8 GiB, larger ones in proportion (factualminds.com, 2026-06-17), so $29.80 a core; gp3 at
// $0.08 a GB (menuvis1-blip.github.io, 2026-02-24).
//
//	broker       4 × 8 cores                               $950
//	workers      16 × 2 cores                              $950
//	PostgreSQL   16 × 2 cores, and as many on standby    $1,910
//	storage      3.3 TB, twice                             $530
//	total                                                $4,340: less than half a cent a box
//
// Traffic, backups, a load balancer and operators are extra.

package chaos
