package companion

import "time"

// After is the effect that requests a Tick with this tag after a delay.
type After struct {
	Tag   Tag
	Delay time.Duration
}

// Tag identifies one request of a timer, so that the model ignores older ones.
type Tag struct {
	Timer Timer
	N     int // number of the request; a Tick with an older number is stale
}

// Timer is one of the timers of the model.
type Timer uint8

// Timers of the model, by the reason for which a Tick is requested.
const (
	timerHold     Timer = iota // back has been held for holdAfter
	timerRepeat                // next repeat of a held up or down
	timerIdle                  // no key was pressed for a minute: the panel is idle
	timerDim                   // no key was pressed for two minutes: the panel dims
	timerDark                  // no key was pressed for ten minutes: the panel turns dark
	timerShift                 // next move of the picture, against burn-in
	timerFlash                 // next half second of a flashing alarm
	timerBlink                 // end of the blink after a key press without effect
	timerRoll                  // next picture of rolling dice
	timerHare                  // next pose of the idle hare
	timerMoment                // next frame of a moment
	timerSlide                 // next move of a long row
	timerCode                  // end of the six digits that admit a phone
	timerCount                 // next second of the sand timer
	timerClock                 // next second of the match clock
	timerBacklog               // next try to store the backlog
	timerSlow                  // the disk has not answered for slowAfter: a notice appears
	timerBrief                 // end of a throw that is shown over a page
	timerCopy                  // a backup on a stick has taken too long
	timerSpeech                // back has been held for speechAfter
	timerTell                  // the first question is to be spoken in the other language
	timerJoin                  // no phone has come into the box's own Wi-Fi in time
	kindsOfTimers              // number of timers
)

// goesOn reports whether a timer acts while the disk writes. A timer that opens another page or
// presses a held key waits instead.
func (t Timer) goesOn() bool {
	switch t {
	case timerHold, timerSpeech, timerTell, timerRepeat, timerIdle, timerBacklog, timerBrief, timerJoin, timerCopy:
		return false
	}
	return true
}

// timers maps each Timer to the number of its last request. The model awaits only a Tick with
// this number.
type timers [kindsOfTimers]int

// after requests a Tick of t after delay. Earlier requests of t become stale.
func (all *timers) after(t Timer, delay time.Duration) After {
	all.cancel(t)
	return After{Tag: Tag{Timer: t, N: all[t]}, Delay: delay}
}

// cancel makes all requests of t stale.
func (all *timers) cancel(t Timer) { all[t]++ }

// awaits reports whether t is the tag of the last request of its timer, and that request isn't
// cancelled.
func (all *timers) awaits(t Tag) bool { return all[t.Timer] == t.N }
