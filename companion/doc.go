// Package companion is the pure core: what the box on the table knows and how
// every event changes it.
//
// [Model.Update] takes an [Event] and returns the next model and the effects it asks for.
// [Model.Moment] returns everything there is to see: the [panel.View] of OLED and matrix, and
// what phones, club, buzzer and table panel may know. Neither reads a clock, a file or a
// random number: time arrives inside events, 32 fresh random bytes with [Random], the
// disk's answer with [Kept] or [Lost]. Package loop owns the one model, carries the
// effects out and publishes the moments.
//
// # One door
//
// Whatever anybody asks is a [Command] with its [Sender] and, if it is about the match,
// the [Point] that the sender saw. [Rights] has a row for each: who may send it, whether
// the wired keys must agree, whether the disk must take it.
//
//	keys, readers ─┐
//	table panel    │            ┌ loop.Do ┐     ┌ Model.Update ────────────────────┐
//	standard input ├─ Command ──┤         ├─────┤ serve → admit → Command.do       │
//	socket         │  Sender    └─────────┘     │   refuse ─────────────→ Answered ├→ who asked
//	phones ────────┘  Point                     │   commit(next, Keep) ─┐          │
//	                                            └───────────────────────┼──────────┘
//	                  the disk: loop.keep → store.Keep ←────────────────┘
//	                  Kept → adopt → the next model, its Answer, its View → OLED, matrix, phones
//
// A key: keys.Dev sees an edge; companiond's keyOpts posts Sent{Keys, [Edge]};
// Model.edge makes a gesture of it, Model.press lets the page in sight act, an item's
// act calls decide, which asks match.Match.Decide and answers for chance; moveOn commits
// the next model; the loop's writer hands the [Keep] to store.Keep and reports [Kept];
// adopt shows what was computed before, and the mailboxes draw it.
//
// A card that is scanned: scanner.Dev reads a code; companiond's code looks up what it
// means in the config and does [Scan]; its do picks the meaning whose verb can be decided
// now and is a [Decide] from there on, or a trouble on the panel.
//
// A phone's decision: package web knows the guest by the cookie, decodes the JSON into a
// [Decide] and does it; admit compares its Point with the match on the panel: one that
// is stale gets Stale and has changed nothing; else do, commit and adopt as for a key,
// and Answered gives the phone its seq once the moment is there.
//
// A line of a backup: package web streams the file into the folder of uploads, store.Look
// counts what it holds, and [Restore] or [Import] asks the wired keys; a yes is a [Carry],
// which store.Take stages line by line beside the writer and makes visible by one commit;
// [Done] brings what the disk holds now.
//
// # A press, from key to picture
//
// Until the disk has answered, the panel shows the state before; then the whole next
// model, computed beforehand, takes its place. Keys pressed meanwhile wait, up to four of
// them; an ok whose screen has changed by then is dropped with a blink, since it was
// meant for something else. What goes by itself goes on, however long the disk takes:
// clocks run, the picture moves and dims. After two seconds a notice says that the card is
// slow.
//
// A match is read when somebody goes on with it ([Load]); a list needs a summary only. If
// the card has lost the secret of its seal, the match goes on under a new one, kept before
// it is shown, and the panel says so; only in a match that a file has brought, whose secret
// was never here, the table answers for chance.
//
// # What there is to see
//
// A [Moment] is one comparable value. Package loop compares it with the last one by == and
// publishes it if it is another; whoever wants to know reads the latest and waits for the
// next. Nothing copies it field by field, and nobody lists what counts as a change.
//
//	a value       is compared as such: the View, Ready, Lang, Day
//	a pointer     leads to what never changes, so that the same pointer is the same value;
//	              the model makes another in its place: Library, Offer, Door
//	a clock       that runs is told by when it began, so that it stays equal as time passes
//
// A new fact is a field of Moment, or of what one of its pointers leads to. What is made of
// several parts of the model, as an Offer is, sees these parts and nothing else ([parts]):
// it is made anew when one of them is another, and can't be forgotten. Tests go through
// all commands in all kinds of states: they fail for a field that == doesn't compare, and
// for one that nothing changes.
//
// # The panel
//
// What can be chosen is a list, and ok does what its bar covers. Up and down go round the
// items and nowhere else; what is only to be read stands over them, or on a page of its
// own. A row under the cursor that is longer than the panel slides. Where no row says it,
// tabs say what back and ok do. Back is one level up; on a turn that is the pause menu,
// whose first items are the rule and all there is to read. Back held opens it anywhere.
//
//	home      what there is to go on with, the games by use, «more», the cup rolled last
//	set-up    start first; values are turned in their rows (ok, up or down, ok); honesty
//	          last: the match then waits under its seal, where words may be added
//	turn      whose it is, what the table looks at most, the decisions; the cursor
//	          begins on the likely one ([games.Likely])
//	dial      a number: by one, faster while a key is held; it opens by itself where a
//	          number is likely to come next
//	steps     what hands must do before the next decision ([games.Steps]), one by one
//	moment    what a decision has made happen ([games.Moments]): after it is kept, once,
//	          for about a second, or where somebody has won until a key. Any key ends it
//	          and does its work, but an ok that would decide for somebody else only
//	          ends it. None after undo, redo, resume or a start: there the state is shown
//	hare      a first screen that nobody has touched for a minute, where it doesn't
//	          invite phones; any key sends it away
//
// A match in which nothing has been decided, rolled or stirred is a draft: once it is out
// of sight it is forgotten ([Keep].Drop), and set up again as it was. One whose seal was
// looked at stays. Settings, how bright, loud and lively the box is and whether the seal
// comes before each match, hold at once and for the next evening.
//
// # The parts of a model
//
//	house     what a table has whatever is played: the box, its tongue (games, their words,
//	          the panel's language), the evening (typed settings: package settings; who has
//	          played: package people)
//	sessions  matches to go on with: each with its secret and what its clock has counted
//	game      the match on the panel, with all that is said of it; made when it is asked for
//	stack     the screens that were opened one from the other; what stands on them is a form: a
//	          widget of package sheet, and what its items do
//	disk      what waits for the card: the pending change, the backlog, what happens next
//	door      which key lets a phone in: package door
//	face      light, animations, held keys, timers
//	clock     up to when the time of the seat on turn is counted: package clock
//	advice    what is known of the position that somebody asks about: package adviser
//	call      the command being carried out, and what its sender will be told
//	consent   what the table has allowed and is being done
//	shared    the parts of a moment that are made of several of these
//
// go run ./.ci/rooms draws which package imports which.
//
// A part is a value. What needs no more of the model than a part is asked of the part, and
// stands in a file that doesn't know the model; the model composes. Events are dispatched in
// update.go and what there is to see is put together in now.go: both are used by nobody
// here. A test holds how many methods Model has, and how many files use one another.
//
// Screens are pages on a stack, the one in sight on top. A page is computed from
// the model each time it is needed (its title, what must happen now, items with
// what ok does on them), so nothing on screen can be older than the match. Only
// cursors, and names or numbers half put together, live in the stack.
//
// # Who may what
//
// The model alone decides who comes in. A phone brings the key that is in sight, a
// token in a QR code or six digits, and gets a cookie, of which only the hash is
// kept. Keys die with their page, with a dark panel and with the phone that came in
// by them. Wrong codes slow codes only: the panel then offers the QR code. Pages that
// deal with this, with what phones ask for and good night are private: they obey the
// wired keys only, a press from a phone neither acts on them nor leads to one, and while
// [Model.Private] nobody else is to see the panel.
//
// # Who imports whom
//
// The rules stand as a table, from, to and why, in imports_test.go beside this file: a
// game knows the contract only; the core, match, luck, screen, pixel, words and history
// know neither loop, store, web nor drivers, nor a file or a network; drivers know nothing
// of the product; adapters meet only in cmd.
package companion
