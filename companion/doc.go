// Package companion is the pure core: what the box on the table knows and how
// every event changes it.
//
// [Model.Update] takes an [Event] and returns the next model and the effects it
// asks for; [Model.View] says what panel and matrix should show. Neither reads a
// clock, a file or a random number: time arrives inside events, 32 fresh random
// bytes with [Random], the disk's answer with [Kept] or [Lost]. Package loop
// owns the one model and carries the effects out.
//
// # A press, from key to picture
//
// A press asks the match for its next state, chance included, and wraps it into
// a [Keep]. Until the disk has answered, the panel shows the state before; then
// the whole next model, computed beforehand, takes its place. Keys pressed
// meanwhile wait, up to four of them; an ok whose screen has changed by then is
// dropped with a blink, since it was meant for something else.
//
// # Screens
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
// by them. Pages that deal with this, with restoring, erasing and good night are
// private: they obey the wired keys only, a [Press] that is Remote neither acts on
// them nor leads to one, and while [Model.Private] nobody else is to see the panel.
//
// # Files
//
//	model.go      the model, Update, View
//	keep.go       writing to disk and waiting for it
//	unsaved.go    a disk that fails: asking, going on without it, a new database
//	where.go      the spot a power cut must not lose
//	gesture.go    edges of keys into presses and holds
//	light.go      dimming, darkness, shifting against burn-in
//	matrix.go     what the lamps show
//	page.go       pages, items, the cursor
//	home.go       first screens, settings
//	setup.go      the draft of a match; counts.go: the inventory of a box
//	begin.go      the seal, stirring, the first seat
//	entry.go      names, numbers and texts with four keys
//	play.go       a match; decisions.go: its menus, word by word
//	pause.go      undo, redo, scores, log, rulings
//	cups.go       dice at any time
//	result.go     the end of a match, series
//	timer.go      the countdown
//	clock.go      the clocks of a match; turn.go: the rule, players who are away
//	seats.go      who plays a seat
//	remote.go     what comes from phones; choose.go: settings from there
//	board.go      the cursor on a board
//	template.go   set-ups written down beforehand
//	receipt.go    a match on paper
//	tale.go       what happened, in words
//	door.go       keys that let phones in; guests.go: those who came
//	phones.go     the pages of that, the idle screen, good night
//	hotspot.go    the box's own Wi-Fi
//	ask.go        what a phone asks of those at the box
package companion
