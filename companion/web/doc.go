// Package web is the companion's HTTP interface, and the page that phones load
// from it: the live panel with its keys, the match in words, the history.
//
// # The page
//
//	GET  /                 the page
//	GET  /J/TOKEN          the page, as the QR code on the panel has it; it posts the token
//	GET  /tv               the page for a television or a tablet in the middle of the table: it
//	                       looks only, joins by the six digits as any guest, and is left alone
//	                       for hours; dark, or light with ?theme=light
//	GET  /tv.svg           a QR code of the address under which the box was reached
//	GET  /page.js …        every file of the folder page, by its name; an ETag lets a
//	                       phone load it once
//	GET  /art/NAME.svg     the art of a game that has some: an SVG file of symbols
//
// What has just happened (the event "moment") stands over the match for two seconds as a
// banner, a victory for eight, or until somebody taps; screen readers read it out.
//
// A phone reads aloud whose turn it is, what came up and what happened once somebody has
// switched that on there; no other phone does because of it. A voice that would send the
// names to another host stays silent.
//
// # Joining
//
//	POST /api/join         {"key":"TOKEN or 123456"} → {"seq","role":"play"} and a cookie; 403
//	                       if the key is wrong, 429 with Retry-After after too many wrong codes
//	GET  /api/me           who asks: {"role","wired","name"}, and what holds for all:
//	                       {"lang","game","private","sure"}, "nameless": the players who are not to be
//	                       named to the club, null where there is none
//
// # The panel
//
//	GET  /api/panel.png    the OLED; ?scale=N, 1 to 16, draws a pixel N×N (default 4)
//	GET  /api/panel.txt    the OLED in 32 lines of half blocks, an empty line, 8 lines of lamps
//	POST /api/press        {"key":"ok","hold":false} → {"seq":12} once all is kept and drawn;
//	                       "match" and "after", as below, may be left out
//	GET  /api/events       server-sent: "panel" with what panel and lamps show, "match" with
//	                       {"seq","lang","game","private","role","ready","slow","advice"}, both at
//	                       once and then whenever they change ("slow": the disk takes long over
//	                       what was decided; "advice": "" there is nobody to ask, "ready" nothing
//	                       is told of the position, "thinks", or the topic told last); "moment" with what a decision has made happen, once, to
//	                       who is there: {"match","seq","kind","text","note","glyph","seats",
//	                       "names"}, in the panel's language; "throw" as under "Dice";
//	                       "alive" every 10 s. Ids are seqs: who
//	                       comes back with Last-Event-ID is told "since" which seq it was away
//
// # The match on the panel
//
//	GET  /api/match        the match as an onlooker may see it, {"seq","match","game",…}; its log
//	                       has the last 100 lines, or with ?log=all every one; "lost" is the seq
//	                       before which no outcome can be checked, where a secret was lost;
//	                       "steps" are what hands must do before the next decision, in order:
//	                       {"text","glyph","at","squares"}, the squares by the names of the
//	                       view's cells; "sheet" is the score of games that are written down
//	                       round by round: {"round","name","points"}, the name that of a part;
//	                       "advice" and "hints" as under "The adviser"
//	POST /api/decide       {"says":"roll",…} → {"seq":13}
//	POST /api/undo         {"to":3,…}: back or forwards to where the match stood after 3
//	POST /api/rule         {"says":"score 1 14","why":"mistake",…}: against the book
//	POST /api/seat         {"seat":2,"name":"Вера",…}: somebody else plays that seat from now on
//	POST /api/away         {"seat":2,"away":true,…}: its turns are passed over until it is back
//	POST /api/begin        {…}: a match that waits under its seal
//	POST /api/end          {"again":false,…}: a match that is over; its secret is published, and
//	                       with again the next one is set up
//	GET  /api/record       the match as JSON Lines
//
// Where it says … a body has "match" and "after" as well: the id and the seq that
// whoever sends it saw. If another match is on the panel, or that seq isn't its last
// one any more, the answer is 409 with {"seq","error","news"}, what that match has had
// since in sentences, and nothing has changed; 422 is a rule that forbids it.
//
// What is posted are the commands of package companion as JSON, and [companion.Rights]
// says who may send each. A field that is missing, unknown or of another type is 400,
// where "match" is missing with "reload":true: the page is of an older version.
//
// # The club
//
//	POST /api/naming       {"name":"Аня","told":false} → {"seq"}: this player isn't named to the
//	                       club any more, nor in what it has already
//
// # Dice
//
//	GET  /api/odds         ?cup=4d6k3 → {"cup","says","from","p","below","above","mean","tail"}: the
//	                       shortest notation, in words, how likely from, from+1 …, all totals
//	                       under and over those together, the average, and how likely dice explode
//	                       beyond what that follows. Without totals, or where they are more than
//	                       the limits allow, {"cup","says"}; 422 with the reason if it can't be thrown
//	POST /api/roll         {"cup":"2d6"} → {"seq"}, of the dice's match; 422 as above
//
// Throws are made in a match of the dice's own, under its seal, beside whatever is played.
// The event "throw" tells the last, to who comes and then whenever there is another:
// {"match","seq","rolling","cup","who","panel","title","text","cells","past","cups"}. While the panel
// rolls, "rolling" is true and the cells have no faces; it comes again once the dice lie.
// "past" are up to 12 throws, the latest first: {"seq","text","who","panel"}; "who" is the
// guest's name, "" where "panel" says that it was thrown at the box, or nobody knows. "cups" are
// those that are offered: {"cup","text"}.
//
// # The adviser
//
//	POST /api/hint         {"topic":"move",…} → {"seq"}: "possible", whether the game can still be
//	                       won, "move" or "moves", what to decide next, or after a defeat "where",
//	                       the last position that could be won; 422 where there is nothing to tell
//
// The answer comes on the panel, and with the match; it may take the adviser minutes, and
// whoever plays on needn't wait. A match has "hints", how often decisions were told, and
// "advice", null where nobody can be asked: {"topics","thinks","told","verdict","moves","says",
// "line","at"}. "topics" are what can be asked now, "thinks" says that an answer is awaited,
// and "told" is the topic that was answered last of the position as it stands, "" for none;
// then "verdict" is "won", "lost" or "open" (nobody knows), "moves" how long the line is that
// is known, and "says" the answer in sentences. The last of them tell the decisions in "line";
// "at" of "where" is the seq to which an undo leads back there.
//
// # Setting up
//
//	GET  /api/games        {"games","players","drafts","last","cups","dice","sheets","templates",
//	                       "boxes","open","wrong","files"}; a game has "tool" where it lies beside
//	                       games, "book", how many problems its book has, "file" where in a file, "first", who begins, and "shapes", the games
//	                       that it can be: {"label","seats","options"}; an option "needs" the value of
//	                       another. "wrong" are files that can't be played: {"file","why"}; "files"
//	                       says that more may be sent
//	GET  /api/glyphs       ?game=NAME: its pictures, {"glyphs":{"name":["..##",…]},"colours",
//	                       "labels","art"}; art are the ids of the symbols in /art/NAME.svg, where
//	                       "/" of a name is "_" and "×" is "x", none of a game without art
//	GET  /api/problems     ?game=NAME: its book, {"problems","today"}, each problem {"number",
//	                       "grade","moves","options","view"}: how long the shortest solution is that
//	                       is known, what sets it up, and its board, {"w","h","cells"}; "today" is the
//	                       number of the problem of the day, 0 where nobody knows the date. An ETag
//	                       lets a phone load it once; 404 where there is no book
//	POST /api/setup        {"draft":{"game","names","options","first","luck","clock"},"begin":true}
//	                       → {"seq"}; 422 if so can't be played
//	POST /api/resume       {"id":"…"} → {"seq"}: an open match is on the panel again
//	POST /api/choose       {"key":"dice","value":"…"}: own dice, cups, sheets, boxes; "" deletes;
//	                       → {"seq"}
//
// # Other evenings
//
//	GET  /api/evenings             ?before=N&limit=20 → {"evenings","next"}
//	GET  /api/players              who won how often, against whom
//	GET  /api/years                {"years"}: those of which there is something to tell
//	GET  /api/year/2026            what was played in the evenings that began in a year, to its end and
//	                               with a date: {"year","evenings","matches","ms","months","games",
//	                               "players","longest","luckiest","streak","together"}, and "unsure",
//	                               how many matches have no date, so that no year counts them; 404 if
//	                               there is nothing to tell
//	GET  /api/history/ID           {"summary","steps","sheet","hints"}, the sheet and hints as a
//	                               match has them
//	GET  /api/history/ID/at/SEQ    the position after that fact
//	GET  /api/history/ID/curve     ?points=40 → {"seqs","lines"}: after which facts, and for each seat
//	                               its scores then; none where nobody ever had a point
//	GET  /api/history/ID/record    the match as JSON Lines, to be saved
//	GET  /api/history/ID/luck      what chance answered, against what was to be expected
//	GET  /api/history/ID/bgstats   {"url"} hands the match to the app BG Stats; 409 before its end
//	GET  /api/export.csv           ?what=matches, rolls or players
//	GET  /api/backup               everything that may leave the box, to be saved
//
// # The box itself
//
//	GET  /api/devices              {"devices":[{"part","node","state","says"}]}: what the config
//	                               names, as this process may open it; by the socket only, 404
//	                               to all others. "state" is "ok", "absent", "denied" (by the
//	                               node's rights), "forbidden" (by the service's rules) or
//	                               "failed", and "says" is the kernel's word for it
//
// # What the wired keys must allow
//
//	POST /api/restore      a backup (application/x-ndjson)
//	POST /api/import       a record (application/x-ndjson), or players (text/csv)
//	POST /api/game         {"name":"darts","program":"…"}: a game in a file. It is tried before
//	                       anybody is asked; what was found is 422
//	POST /api/ask          {"what":"erase","arg":ID}, "erase-player" NAMES parted by line feeds,
//	                       "rename" NAME with NAME, "time" RFC 3339, "drop-game" NAME of its file
//
// The answer is 202 {"asked":true} once the question is on the panel, 422 where it
// can't be asked now. By the socket all of them are done at once, and answered when
// they are: {"seq"}, and of a file {"matches","players"}, what it has added.
//
// Texts are in the panel's language, or in that of ?lang=ru or ?lang=en. Every other
// answer than 200 and 202 is {"error":"…"} in that language too. No GET changes
// anything. Once the daemon ends, streams of events end at once; whatever else was
// asked before has 2 s for its answer, so that who had something kept is told.
//
// # Who may ask
//
//	from                          page    GET of /api   POST     as good as the wired keys
//	the socket of the system      yes     yes           yes      yes
//	this machine, panel simulated yes     yes           yes      yes
//	a guest who may play          yes     yes           yes      no
//	a guest who may look          yes     yes           403      no
//	anybody else                  yes     401           401      no, but may post to /api/join
//
// Who is as good as the wired keys presses what the panel's keys press. All others
// press from afar: the pages for the wired keys only (pairing, roles, restore,
// deletion, good night) obey no such press, and while one of them is in sight, what
// panel.png, panel.txt and the events show is blank. A guest is known by a cookie;
// the door ([door.Guests]) knows its SHA-256. When it knows it no more, streams of
// that guest end at once.
//
// A program gives the key that the panel showed, with "Authorization: Bearer KEY". It may
// look, for as long as the panel lets it: good night sends phones away, not programs.
//
// Beside a real panel this machine is anybody else, and its own tools come by the
// socket: what reaches the port from a loopback address may have come through a proxy,
// an ssh tunnel or a relay that says nothing of it. A simulated panel has no other keys
// than this machine's, so don't put a proxy in front of one.
//
// Requests must name this machine as their Host: localhost, the address they
// reached or a name of [Opts.Names]. Pages of other sites get nothing. A request with
// a forwarding header is from nobody knows where and is refused, whoever sends it.
//
// Nothing served holds a card that is hidden, an outcome to come, a secret that is
// not opened, a cookie or a token. What a game forbids looking back at (the cards
// played in a round of the fox) is neither in the log nor in a record before the
// round is over.
//
// # Limits
//
// What whoever asks can make the box hold and do. Who is as good as the wired keys is
// bound by what is in all, but for connections.
//
//	how many                a guest  a network  all strangers  in all
//	open connections        12       24         64             832
//	requests at once        300      150        600            -
//	requests a second       40       20         100            -
//	streams of events       3        -          -              64
//	pictures being encoded  -        -          -              1
//	encoded pictures        -        -          -              32
//
//	request                                                body      memory     a byte
//	POST join press decide undo rule seat away begin       4 KiB     128 KiB    32 B
//	POST end resume ask roll hint naming                   4 KiB     128 KiB    32 B
//	POST setup choose                                      64 KiB    128 KiB    32 B
//	POST game                                              192 KiB   128 KiB    32 B
//	POST import                                            8 MiB     256 KiB    512 B
//	POST restore                                           64 MiB    128 KiB    32 B
//	GET me panel.txt match events record glyphs games      -         128 KiB    32 B
//	GET panel.png                                          -         2 MiB      32 B
//	GET odds                                               -         2 MiB      32 B
//	GET evenings players years year/ history/              -         256 KiB    32 B
//	GET problems                                           -         4 MiB      32 B
//	GET export.csv backup                                  -         256 KiB    32 B
//	GET page                                               -         128 KiB    32 B
//
// A network is an IPv4 address, or 64 bits of IPv6. A connection is a stranger's until
// its first request with a guest's cookie, and that guest's from then on. There is
// always room for another: where there is one too many, whoever has most loses the
// oldest, so that nobody is kept out by those who hold all. Streams are shared the same
// way among guests. A stranger's connection is idle for up to 5 s, a guest's for a
// minute. Headers are awaited for 2 s, bodies for 10 s, and a reader of events who
// doesn't read is dropped after 10 s.
//
// Odds are worked out one cup at a time, with 2,097,152 multiplications at most, and those of
// the last 16 cups remembered; a curve has up to 2,048 totals, without those at its ends that
// together are less likely than one in ten million. The dice's match goes on in another
// after 9,000 facts.
//
// A book of problems is made when somebody asks for it, one at a time, and kept until the
// problem of the day is another: one of each game and language.
//
// The table itself holds 64 guests, 64 open matches, 32 sheets and 12 cups of its own,
// a draft of each game, and of what is chosen up to 16 KiB.
//
// Memory is what answering takes in all, each byte of the body or the query on top: a
// test measures it, for the match of a test, and counts pieces of memory and calls of the
// table, which grow no faster than what is sent. A benchmark compares times. A picture is
// encoded once for each scale, whoever asks, one at a time.
//
// Connections from beyond private networks (10/8, 172.16/12, 192.168/16, fc00::/7, and
// those of this machine and of one link) are closed without a word.
//
// Files are sent one at a time, for the whole box: another gets 503 with Retry-After
// meanwhile, and 409 while one waits for the wired keys that somebody else has sent. A
// file is written to disk as it comes, looked at as a stream, and never whole in memory.
// It may take two minutes, and is cut off when less than 80 KiB of it come in 5 s. A game
// is tried in a process of its own, one at a time and 5 s apart: another gets 503.
//
// What it may bring the disk says (package store, Bounds). More is 422, or where only
// what is there already makes it too much, said on the panel once the keys agree:
//
//	a file may bring       a record  players  a backup
//	bytes                  8 MiB     2 MiB    64 MiB
//	matches                1         -        32,768
//	facts of a match       20,000    -        -
//	facts of an open one   4,096     -        -
//	names                  -         32,768   32,768
//
// Another open record is taken while fewer than 64 matches are open, another name while
// fewer than 32,768 are known, and anything while the database has less than 1 GiB.
package web
