package companion

import "time"

// After requests a Tick.
type After struct {
	Tag   Tag
	Delay time.Duration
}

// Tag identifies a timer.
type Tag struct {
	Timer Timer
	N     int // counter; an older Tag of the same Timer is stale
}

// Timer is one of the model's timers.
type Timer uint8

// Timers of the model.
const (
	timerHold     Timer = iota // back is held
	timerRepeat                // up or down is held
	timerIdle                  // no key was pressed for a minute
	timerDim                   // for two minutes
	timerDark                  // for ten minutes
	timerShift                 // the picture moves, against burn-in
	timerFlash                 // half a second of an alarm
	timerBlink                 // end of the blink after a dropped press
	timerRoll                  // next picture of a roll
	timerHare                  // next pose of the idle hare
	timerMoment                // next frame of a moment
	timerSlide                 // a long row slides
	timerCode                  // six digits expire
	timerCount                 // next second of the sand timer
	timerClock                 // next second of the match clock
	timerBacklog               // next try to store the backlog
	timerSlow                  // the disk has not answered for slowAfter
	timerBrief                 // end of a throw shown over a page
	kindsOfTimers              // number of timers
)

// goesOn reports whether a timer acts while the disk writes. Timers that open another page, or
// that make a press of a held key, wait.
func (t Timer) goesOn() bool {
	switch t {
	case timerHold, timerRepeat, timerIdle, timerBacklog, timerBrief:
		return false
	}
	return true
}

// timers has the awaited tag of each timer.
type timers [kindsOfTimers]int

// after requests a Tick. An earlier one of the same timer becomes stale.
func (all *timers) after(t Timer, delay time.Duration) After {
	all.cancel(t)
	return After{Tag: Tag{Timer: t, N: all[t]}, Delay: delay}
}

// cancel makes a timer stale.
func (all *timers) cancel(t Timer) { all[t]++ }

// awaits reports whether a tag is current.
func (all *timers) awaits(t Tag) bool { return all[t.Timer] == t.N }
