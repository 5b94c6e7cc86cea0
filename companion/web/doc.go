// Package web is the HTTP interface of the companion, with the page that phones load from it:
// the live panel with its keys, the match in words, and the history.
//
// # The page
//
//	GET  /                 the page
//	GET  /J/TOKEN          the page, opened by the QR code on the panel; the page then posts
//	                       the token
//	GET  /tv               the page for a television or a tablet in the middle of the table. It
//	                       has no controls. A person joins it with the six digits, as any guest
//	                       joins. It may run for hours. It is dark, or light with ?theme=light
//	GET  /tv.svg           a QR code of the address under which the box was reached
//	GET  /hello            the page that a phone opens by itself in the box's own Wi-Fi, see "Port 80":
//	                       that this network has no internet, and which address to open. It sets no
//	                       cookie and shows nothing but the address by which it was reached
//	GET  /p/VERSION/NAME   a file that the page loads. A browser keeps it for good: the version is
//	                       a hash of all files; 404 for other versions
//	GET  /art/NAME.svg     the art of a game, if the game has art: an SVG file of symbols; a browser
//	                       keeps it if ?v= is the version of the game's pictures. With ?only=cover
//	                       it shows one symbol, as an image
//	GET  /art/file/NAME.svg
//	                       the art of a game in a file: a cover with its title and its pictures,
//	                       in the language of the answer
//
// The page shows each event "moment" as a banner over the match for two seconds, or a victory for
// eight seconds. A tap closes the banner. Screen readers read the banner out.
//
// A phone with speech switched on reads aloud the turn, the outcomes and the moments. The
// setting does not affect other phones. A voice that would send names to another host stays
// silent.
//
// # Joining
//
//	POST /api/join         {"key":"TOKEN or 123456"} → {"seq","role":"play"} and a cookie; 403
//	                       if the key is wrong, 429 with Retry-After after too many wrong codes
//	GET  /api/me           the sender, {"role","wired","name"}, and the shared state,
//	                       {"lang","game","private","sure"} and "nameless": the players that are
//	                       not named to the club, null if there is no club. With ?with=match, also
//	                       "match" as GET /api/match has it, for the first view of a page: without
//	                       "legal", "fixes", "open" and the lines of the view, and with 8 lines of the log
//
// # The panel
//
//	GET  /api/panel.png    the OLED; ?scale=N, 1 to 16, draws a pixel N×N (default 4)
//	GET  /api/panel.txt    the OLED in 32 lines of half blocks, an empty line, 8 lines of lamps
//	POST /api/press        {"key":"ok","hold":false} → {"seq":12} once all changes are stored and
//	                       drawn; "match" and "after", as below, are optional
//	GET  /api/events       server-sent events. "panel": the picture of panel and lamps; "match":
//	                       {"seq","lang","game","private","role","ready","slow","advice","topic",
//	                       "updating"}; both are
//	                       sent at once and on each change. "slow": a write to disk takes long.
//	                       "updating": the box is being updated.
//	                       "topic": game and key of the topic on the
//	                       panel, "mice:pair"; see GET /api/rules. "advice": "" without an adviser, "ready" before an answer about the
//	                       position, "thinks", or the topic of the last answer. "moment": an effect
//	                       of a decision, sent once to open streams, {"match","seq","kind","text",
//	                       "note","glyph","seats","names"}, in the language of the request, by
//	                       default that of the panel. "throw": see
//	                       "Dice". "alive": every 10 s. Ids are seqs; after a reconnection with
//	                       Last-Event-ID, the first "match" has that id as "since"
//
// # The match on the panel
//
//	GET  /api/match        the match in the view of an onlooker, {"seq","match","game",…}. Its log
//	                       has the last 100 lines, or all with ?log=all; "lost" is the seq before
//	                       which no outcome can be checked, because a secret was lost; "steps"
//	                       lists the actions that players must do by hand before the next
//	                       decision, in order, {"text","glyph","at","squares"}, with the squares
//	                       named as the cells of the view; "sheet" is the score sheet of games
//	                       scored round by round, {"round","name","points"}, where "name" is the
//	                       name of a part of the round; "verbs" are texts for the first words of
//	                       "choices" and "fixes", by word; "looks" are the colours and pictures of
//	                       the players by seat, see GET /api/looks; "left" lists the seats whose
//	                       players left for good; "topics" are the topics of the rules about the
//	                       choices, {"key","title"}; "advice" and "hints": see "The adviser"
//	POST /api/decide       {"says":"roll",…} → {"seq":13}
//	POST /api/undo         {"to":3,…}: undo or redo to the position after seq 3; 202 {"asked":true} if the
//	                       box asks first: more than the phone's own last decision, or another step
//	POST /api/rule         {"says":"score 1 14","why":"mistake",…}: a ruling that overrides rules
//	POST /api/seat         {"seat":2,"name":"Вера",…}: another player takes over the seat. The
//	                       seat after the last is for a newcomer, if "fixes" has "join N"
//	POST /api/away         {"seat":2,"away":true,…}: skip the turns of the seat until it returns
//	POST /api/begin        {…}: begin a match that waits under its seal
//	POST /api/end          {"again":false,…}: close a finished match and publish its secret; with
//	                       again, set up the next one
//	GET  /api/record       the match as JSON Lines
//
// "…" stands for "match" and "after": the id and the last seq of the match that the sender saw.
// If the panel has another match, or that match has a later seq, the answer is 409 with
// {"seq","error","news"} and nothing changes; "news" describes the later facts in sentences. The
// answer is 422 if a rule forbids the decision, with "topic", the key of the topic about that rule, if
// there is one.
//
// Bodies are commands of package companion as JSON. [companion.Rights] lists the required roles.
// A missing, unknown or wrongly typed field is 400. If "match" is missing, the answer has
// "reload":true, because the page is of an older version.
//
// # Colours and pictures of players
//
//	GET  /api/looks        ?name=Аня&name=Боря → {"looks","chosen","colours","pictures"}. "looks" are
//	                       those of the players with these names, at most 64, at one table:
//	                       {"tone","colour","picture"}. A tone is a number from 1 to 12, "colour" is
//	                       the same one on the matrix, and "picture" is "" if the player has chosen
//	                       none. "chosen" has {"colour","picture"} by name, and the other two have
//	                       what players can choose, {"label","choices":[{"key","label"}]}.
//	                       /art/people.svg has a symbol for each picture. Matches of the history
//	                       have "looks" by seat, and players in GET /api/players have their "look"
//	POST /api/look         {"name":"Аня","colour":"red","picture":"owl"} → {"seq"}; "" is none
//
// # The club
//
//	POST /api/naming       {"name":"Аня","told":false} → {"seq"}: the club no longer gets this
//	                       player's name, and forgets it in the matches that it has
//
// # The fairness code
//
//	GET  /api/fairness     {"title","note","topics":[{"title","text"}]}: the explanation of the
//	                       fairness code for players. "note" says that the box judges itself here.
//	                       #print/fairness shows it, for paper too
//
// # Dice
//
//	GET  /api/odds         ?cup=4d6k3 → {"cup","says","from","p","below","above","mean","tail"}: the
//	                       shortest notation of the cup, its description, the first total, the
//	                       probabilities of the totals from, from+1 …, the sums of the
//	                       probabilities of lower and of higher totals, the mean, and the
//	                       probability that dice explode more often than computed. {"cup","says"}
//	                       if the cup has no totals or is over the limits; 422 with the reason if
//	                       the cup can't be thrown
//	POST /api/roll         {"cup":"2d6"} → {"seq"} of the match of the dice; 422 as above
//
// Throws belong to a separate match of the dice, with its own seal, beside the game on the panel.
// The event "throw" has the last throw. It is sent at once to a new stream and then for each
// further throw: {"match","seq","rolling","cup","who","panel","title","text","cells","past","cups"}.
// While the panel rolls, "rolling" is true and the cells have no faces; the event is sent again
// once the dice lie. "past" has up to 12 throws, the latest first: {"seq","text","who","panel"}.
// "who" is the name of the guest, or "" for a throw at the box ("panel") or an unknown one.
// "cups" are the offered cups: {"cup","text"}.
//
// # The adviser
//
//	POST /api/hint         {"topic":"move",…} → {"seq"}: "possible", whether the game can still be
//	                       won; "move" or "moves", the next decisions; after a defeat "where", the
//	                       last position that could be won; 422 if there is no answer to give
//
// The answer appears on the panel and in the match. The adviser may take minutes; play can
// continue meanwhile. A match has "hints", the number of hints that named decisions, and
// "advice", null without an adviser:
// {"topics","thinks","told","verdict","moves","says","line","at"}. "topics" can be asked now.
// "thinks" is true while an answer is pending. "told" is the topic of the last answer about the
// present position, "" for none. With an answer, "verdict" is "won", "lost" or "open" (unknown),
// "moves" is the length of the known line, and "says" is the answer in sentences, of which the
// last describe the decisions in "line". "at" of "where" is the seq for an undo to that position.
//
// # Setting up
//
//	GET  /api/games        {"games","players","drafts","last","latest","cups","dice","sheets","templates",
//	                       "boxes","open","wrong","files"}. A game has "tool" if it is a tool beside
//	                       the games, "book", the number of problems in its book, "rules" if GET
//	                       /api/rules explains it, "file" if it is in
//	                       a file, "first", the seat that begins, and "shapes", its variants:
//	                       {"label","seats","options"}; an option "needs" the value of another.
//	                       "open" are the matches that can be resumed, {"id","title","names","at",
//	                       "state","scores"}: the time of the last fact, the title of the view and
//	                       the points, each missing if unknown; a match has "open", too.
//	                       "wrong" are broken game files: {"file","why"}; "files" is true if game
//	                       files may be uploaded
//	GET  /api/glyphs       ?game=NAME: its pictures, {"version","glyphs":{"name":["..##",…]},"colours",
//	                       "labels","letters","art"}; letters, missing if there are none, tell
//	                       pictures apart that look alike; art has the ids of the symbols in
//	                       /art/NAME.svg, with "/" of a name as "_" and "×" as "x"; empty for a
//	                       game without art. A browser keeps the answer if ?v= is the version,
//	                       which a match has as "pictures". ?game=people: only "glyphs", the pictures of
//	                       players in "looks"
//	GET  /api/problems     ?game=NAME: its book, {"problems","today"}, each problem {"number",
//	                       "grade","moves","options","view"}: the length of the shortest known
//	                       solution, the options that set it up, and its board, {"w","h","cells"};
//	                       "today" is the number of the problem of the day, 0 if the date is
//	                       unknown. An ETag lets a phone load it once; 404 if there is no book
//	GET  /api/rules        ?game=NAME: the topics that explain the game for the set-up of the match, or
//	                       for the one that would be played next, {"game","title","seats",
//	                       "options","now","topics"}: "options" are the values other than those of
//	                       the set-up that the game proposes, {"label","value"}; "now" is the key of the topic
//	                       about the present decision. A topic is {"key","title","text","art",
//	                       "rows","examples"}: its picture is the symbol "art" of a file in /art/,
//	                       or "rows". An example is {"names","view","tries"}: a position, and
//	                       decisions with the answers of the rules, {"says","label","rule",
//	                       "then","next"}: the rule that refuses it, or what happens then and the
//	                       next view. An ETag lets a phone load it once
//	POST /api/setup        {"draft":{"game","names","options","first","luck","clock"},"begin":true}
//	                       → {"seq"}; 422 if the game can't be played with these
//	POST /api/resume       {"id":"…"} → {"seq"}: resume an open match on the panel
//	POST /api/choose       {"key":"dice","value":"…"}: dice, cups, sheets and boxes of
//	                       the table; "" deletes; → {"seq"}
//
// A name in a body loses blanks at its ends and repeated blanks. If it differs from the name of a
// known player only in case or in letters of the same look, such as a Latin A and a Cyrillic А, it
// stands for that player. 422 if two players of a table then look alike.
//
// # Other evenings
//
//	GET  /api/evenings             ?before=N&limit=20 → {"evenings","next"}; with &game=NAME,
//	                               &player=NAME or &find=TEXT only the matches of that game, of
//	                               that player, or with that text in title, names, options, result,
//	                               place or note. A past play, entered by hand, has "past", "place",
//	                               "note", and "day" if only its date is known
//	GET  /api/players              the statistics of all players
//	GET  /api/years                {"years"}: the years with dated matches
//	GET  /api/year/2026            the review of a year. It covers the evenings that began in the
//	                               year, with their finished matches that have a date:
//	                               {"year","evenings","matches","ms","months","games","players",
//	                               "longest","luckiest","streak","together"}, and "unsure", the number
//	                               of matches without a date, which no year counts; 404 for a year
//	                               without matches
//	GET  /api/plays                ?game=NAME → the finished matches of a game: {"game","title",
//	                               "matches","left","unsure","first","last","decided","allwon",
//	                               "nonewon","alone","alonewon","length","points","sizes","seats",
//	                               "began","players"}. "decided" counts matches that some players
//	                               won and others didn't; "seats" and "began", the players with the
//	                               first turn, count these: {"matches","wins","fair"}, where "fair"
//	                               is the expected number of wins for equal chances. Figures are
//	                               {"count","mean","median","spread","least","most"}, null without
//	                               numbers: "length" in ms, and "points" of all players, with
//	                               "lowest","best", "trend": {"matches","recent","before"}, the
//	                               means of the last matches and of all before, and "otherwise", the
//	                               number of matches with points that count the other way round.
//	                               404 for a game that wasn't played
//	GET  /api/pair                 ?a=NAME&b=NAME → two players' finished matches with each other:
//	                               {"names","looks","matches","won","both","neither","ahead",
//	                               "level","streak","now","games","unsure","first","last","match"}.
//	                               "won" are the numbers of matches in which one was among the
//	                               winners and the other wasn't; "ahead" compares their points.
//	                               404 if there is no such match
//	GET  /api/times                when the table plays, in its time zone: {"evenings","matches",
//	                               "unsure","nights","days","hours","weeks","weeksnow","streak",
//	                               "games"}. "nights" and "days" are the numbers of evenings and
//	                               matches by weekday, Monday first. "games" have the date "last"
//	                               and the "days" since then, -1 if unknown; the game that wasn't
//	                               played for the longest time is the first
//	GET  /api/history/ID           {"summary","steps","sheet","hints"}, the sheet and hints as a
//	                               match has them
//	GET  /api/history/ID/at/SEQ    the position after that fact
//	GET  /api/history/ID/curve     ?points=40 → {"seqs","lines"}: facts, and for each seat its scores
//	                               after each of them; empty if nobody ever had a point
//	GET  /api/history/ID/record    the match as JSON Lines, as a download
//	GET  /api/history/ID/luck      the outcomes of chance, with their expected counts
//	GET  /api/history/ID/bgstats   {"url"} passes the match to the app BG Stats; 409 before its end
//	GET  /api/export.csv           ?what=matches, rolls or players
//	GET  /api/backup               everything that may leave the box, as a download
//
// # The box itself
//
//	GET  /api/devices              {"devices":[{"part","node","state","says"}]}: the devices of the
//	                               config and this process's access to them; by the socket only, 404
//	                               for all others. "state" is "ok", "absent", "denied" (by the
//	                               node's rights), "forbidden" (by the service's rules) or
//	                               "failed"; "says" is the error of the kernel
//
//	GET  /api/update               {"version","news","canGoBack","possible","why","step","result"}:
//	                               the program and its updates. "news" are the changes of this
//	                               version; "canGoBack": an update that fails brings this version
//	                               back; "why" no update is "possible"; "step": "" or the step that
//	                               is under way, "waits" before the first one; "result": the outcome
//	                               of the last update, {"id","outcome","why","from","to","title",
//	                               "text"}, with "title" and "text" for people. "outcome" is "done",
//	                               "refused", "back" or "stayed"
//
// During an update every POST is 503 with Retry-After. While a new version is on trial, the box
// knows no guest, and all paths of /api are 503 for phones.
//
// # Commands that need consent by the wired keys
//
//	POST /api/restore      a backup (application/x-ndjson)
//	POST /api/import       a record (application/x-ndjson), players (text/csv), or the export of the
//	                       app BG Stats (application/json). A past play is entered by hand as a
//	                       record of the game "past", see package past
//	POST /api/update       the signed package of another version
//	                       (application/vnd.debian.binary-package). 422 with the reason, if it
//	                       isn't signed by a key of the box, damaged, for another processor, or
//	                       not newer
//	POST /api/game         {"name":"darts","program":"…"}: a game in a file. It is tried before
//	                       the panel asks; an error in it is 422
//	POST /api/ask          {"what":"erase","arg":"…"}: "arg" is the id of the match to erase. Other
//	                       values of "what": "erase-player", with names separated by line feeds;
//	                       "rename", with a name, and the new name in "with"; "time", with a time
//	                       in RFC 3339; "drop-game", with the name of the game's file
//
// The answer is 202 {"asked":true} once the question is on the panel, or 422 if it can't be asked
// now. A command sent by the socket needs no consent. It is carried out at once, and the answer is
// {"seq"}, or for a file {"matches","players"}, the counts of its additions.
//
// Answers of 1,200 bytes and more are compressed for clients that accept gzip.
//
// Texts are in the panel's language, or in the language of ?lang=ru or ?lang=en. The body of every
// answer except 200 and 202 is {"error":"…"} in the same language. No GET changes anything. When
// the daemon ends, event streams end at once. All other pending requests have 2 s for their
// answers, so that a client learns that its change was stored.
//
// # Rights
//
//	from                          page    GET of /api   POST     rights of the wired keys
//	the socket of the system      yes     yes           yes      yes
//	this machine, panel simulated yes     yes           yes      yes
//	a guest who may play          yes     yes           yes      no
//	a guest who may look          yes     yes           403      no
//	any other client              yes     401           401      no, but may post to /api/join
//
// A client with the rights of the wired keys presses the keys of the panel. All other clients
// press remotely: the pages for the wired keys only (pairing, roles, restore, deletion, good
// night) ignore their presses, and panel.png, panel.txt and the events are blank while such a
// page is on the panel. A cookie identifies a guest. The door ([door.Guests]) stores its SHA-256.
// When the door forgets a guest, the guest's streams end at once.
//
// A program sends the key from the panel as "Authorization: Bearer KEY". It may look until the
// panel withdraws the key. Good night removes phones, not programs.
//
// With a real panel, a connection from a loopback address has no special rights, because it may
// come through a proxy, an ssh tunnel or a relay that does not identify itself. The tools of this
// machine use the socket instead. With a simulated panel, a connection from a loopback address has
// the rights of the wired keys, so don't put a proxy in front of it.
//
// The Host of a request must name this machine: localhost, the address reached, a name of
// [Opts.Names] or a present name of the machine, [Opts.Hostnames]. A machine called NAME is
// accepted as NAME, as NAME under local, lan, home, home.arpa, fritz.box, localdomain or internal,
// and as NAME-2.local and so on, as avahi renames one of two machines with the same name. Any other
// Host is 421, for a browser with a page that says which address to type. Requests by pages of
// other sites are refused. A request with a forwarding header has an unknown origin and is refused
// from every sender.
//
// Answers never contain a hidden card, a future outcome, an unopened secret, a cookie or a token.
// Facts that a game hides until the end of a round (the cards played in a round of the fox) are
// in neither the log nor a record before that end.
//
// # Port 80
//
// [Server.ServePortal] serves a listener at port 80, which systemd may pass to the daemon. It has
// three answers:
//
//	GET of a probe         302 to /hello. A probe is the address at which Android, iOS, macOS,
//	                       Windows or Firefox tests for internet, by exact host and path. Only
//	                       clients in the box's own network get this answer, where the box's DNS
//	                       resolves these hosts to the box, and only while that network runs
//	GET under an own name  302 to the same path at the port of the page
//	any other request      421 for a foreign host, or 405
//
// It knows no guests, reads no cookie and has the limits of strangers.
//
// # Limits
//
// These limits bound the memory and work that clients can cause. For a client with the rights of
// the wired keys, only the column "in all" applies, and the limit of connections does not.
//
//	count                   a guest  a token  a network  all strangers  in all
//	open connections        12       24       24         64             896
//	requests at once        300      150      150        900            -
//	requests a second       40       20       20         100            -
//	streams of events       3        -        -          -              64
//	pictures being encoded  -        -        -          -              1
//	encoded pictures        -        -        -          -              32
//
//	request                                                body      memory     a byte
//	POST join press decide undo rule seat away begin       4 KiB     128 KiB    32 B
//	POST end resume ask roll hint look naming              4 KiB     128 KiB    32 B
//	POST setup choose                                      64 KiB    128 KiB    32 B
//	POST game                                              192 KiB   128 KiB    32 B
//	POST import                                            8 MiB     256 KiB    512 B
//	POST restore update                                    64 MiB    128 KiB    32 B
//	GET me panel.txt match events record glyphs games      -         128 KiB    32 B
//	GET looks fairness update                              -         128 KiB    32 B
//	GET panel.png                                          -         2 MiB      32 B
//	GET odds                                               -         2 MiB      32 B
//	GET evenings players years year/ history/              -         256 KiB    32 B
//	GET plays pair times                                   -         256 KiB    32 B
//	GET problems rules                                     -         4 MiB      32 B
//	GET export.csv backup                                  -         256 KiB    32 B
//	GET page                                               -         128 KiB    32 B
//
// A stranger is a client that is neither a guest nor invited. A network is an IPv4 address, or the
// first 64 bits of an IPv6 address. GET /J/TOKEN with the token on the panel invites its address for
// a minute, in which the page loads and joins. One token invites up to 8 addresses, and 64 addresses
// are invited at once. A visitor is a guest, all addresses that one token invites, or all strangers
// of a network. The requests and connections of invited addresses don't count for the strangers, so
// a flood from many addresses keeps out no phone with a token. A person with a token gains one share
// with it, from however many addresses. Once a token's share is used up, its addresses count as
// strangers.
//
// When all strangers together have sent 600 requests, each network may still send its even share of
// the other 300. The networks share the requests of each second evenly too.
//
// A connection is a stranger's until its address is invited or a request has a guest's cookie. From
// then on it is the token's or the guest's. When there is one connection too many, the visitor with
// the most connections loses an idle one, or else the oldest, so that no visitor can block the
// others. Event streams are shared among guests in the same way. A connection of a client that is
// not a guest may be idle for 5 s, a guest's for a minute. The time limit is 2 s for headers and
// 10 s for bodies. A client that stops reading events is disconnected after 10 s.
//
// Odds are computed one cup at a time, with 2,097,152 multiplications at most. The odds of the
// last 16 cups are cached. A curve has up to 2,048 totals. At each end it omits the totals that
// together have a probability of less than one in ten million. The dice start a new match after
// 9,000 facts.
//
// A book of problems is built on request, one at a time, and cached until the problem of the day
// changes: one per game and language.
//
// The table holds 64 guests, 64 open matches, 32 sheets and 12 cups of its own, one draft per
// game, and up to 16 KiB of each choice.
//
// "memory" is the total allocation of an answer, plus "a byte" for each byte of the body or the
// query. A test measures it with a test match, and checks that allocations and calls of the table
// grow no faster than the input. A benchmark compares times. A picture is encoded once per scale
// for all clients, one at a time.
//
// Connections from outside of private networks (10/8, 172.16/12, 192.168/16, fc00::/7, loopback
// and link-local) are closed without an answer.
//
// Files are uploaded one at a time for the whole box. Meanwhile another upload gets 503 with
// Retry-After, and 409 while a file of another sender waits for consent. A file is streamed to
// disk and inspected as a stream, so it is never whole in memory. The upload may take two minutes.
// It is cut off when less than 80 KiB arrive in 5 s. Games are tried in a separate process, one at
// a time and 5 s apart. Meanwhile an upload of another game gets 503.
//
// The store bounds the contents of a file (package store, Bounds). A file over the bounds is 422.
// If it is over them only together with the stored data, the panel shows that after consent:
//
//	a file may bring       a record  players  a backup
//	bytes                  8 MiB     2 MiB    64 MiB
//	matches                1         -        32,768
//	facts of a match       20,000    -        -
//	facts of an open one   4,096     -        -
//	names                  -         32,768   32,768
//
// An export of BG Stats has the bounds of a record in bytes, and up to 8,192 plays.
//
// The store accepts another open record while fewer than 64 matches are open, another name while
// fewer than 32,768 names are known, and any data while the database has less than 1 GiB.
package web
