// Package companion is the core of the companion: the state of a game table, and how each event
// changes it. model.go defines its words.
//
// [Model.Update] takes an [Event] and returns the next [Model] with its effects. [Model.Moment]
// returns all output: the [panel.View] of panel and matrix, and the data for phones, club,
// buzzer and table panel. Neither reads a clock, a file or a random number. Time arrives with
// every event, random bytes with [Random], the answer of the disk with [Kept] or [Lost].
// Package loop owns the Model, carries out its effects and publishes its moments.
//
// # The path of a command
//
//	Sender, Command, Point → loop.Do → Model.Update: serve → admit → Command.do
//	    refuse → Reply
//	    commit → Keep → store.Keep → Kept → adopt → next Model, Reply, Moment
//
// Every request is a [Command] with its [Sender]. A command about the match carries the [Point]
// that its sender saw. admit checks Point and [Rights]. commit computes the next Model, and
// adopt shows it once the disk has stored it. See command.go and disk.go.
//
// # Parts of a model
//
//	house     box, language and settings (packages settings, people)
//	sessions  the open matches (package match)
//	game      texts about the match on the panel
//	stack     pages (page.go); a page is a form or a control (package sheet)
//	disk      the pending change, its queue and the backlog
//	door      token or code that admits a phone (package door)
//	face      light, animations, held keys, timers
//	clock     time of the seats (package clock)
//	advice    analysis of the position (package adviser)
//	checkup   findings of the daemon about the box (package checkup)
//	copies    backups on sticks
//	call      the current command and its answer
//	consent   a command that the wired keys have allowed
//	shared    cached parts of a Moment
//
// # Rules
//
// A part is a value, like the Model: a change makes a new value. A function that needs one part
// is a method of that part, in a file that doesn't use Model. Tests limit how many methods
// Model has and how many files use one another.
//
// update.go dispatches events. now.go assembles the output.
//
// A page is computed from the model whenever it is drawn, so it always shows the present match.
// The stack stores only cursors and unfinished input.
//
// The package imports no loop, store, web, club or driver, and no package for files or network.
// The table in imports_test.go states all import rules, with reasons. The command go run
// ./.ci/rooms draws them.
package companion
