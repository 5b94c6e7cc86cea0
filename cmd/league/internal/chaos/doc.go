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
//
// Results were measured on 2026-11-28, on a machine half as fast: 6,000 records twice, in turns with
// the workers of the day before, which stored each record in a transaction of its own. The row of
// counters from which revs are drawn is locked until each commit is synced, so these commits run
// one after another. Now up to 64 records share a transaction, 128 messages are in flight, records
// in our own bytes are read in one pass, and connections to PostgreSQL are kept.
//
//	             one by one     together       workers, PostgreSQL, broker
//	1 worker     200, 233/s     759, 776/s     1.1, 0.5, 0.14 cores
//	2 workers    192, 194/s     574, 655/s     1.2, 0.5, 0.13 cores
//	4 workers    171, 180/s     480, 595/s     1.2, 0.5, 0.10 cores
//
// The limit is the two processors now, which the boxes use too. More workers only add processes on
// them. A check takes 1.1 ms of a record (BenchmarkCheck of package audit), two thirds of it for
// JSON. The ledger alone takes 1,200 to 1,500 records a second (BenchmarkRecords of package ledger).
// "singly", which the test of the curve prints too, is today's worker with one record in a
// transaction.
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
// PostgreSQL: one counter takes 1,200 records a second, and 100,000 states are 70 MB/s of log. A
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
