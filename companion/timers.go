package companion

import "time"

// After asks for a Tick.
type After struct {
	Tag   Tag
	Delay time.Duration
}

// Tag names a timer.
type Tag struct {
	Timer Timer
	N     int // counts up, so that an older timer of that name is stale
}

// Timer is one of the model's timers.
type Timer uint8

// The timers.
const (
	timerHold     Timer = iota // back is held
	timerRepeat                // up or down is held
	timerIdle                  // nobody has pressed a key for a while
	timerDim                   // … for longer
	timerDark                  // … for long
	timerShift                 // the picture moves, against burning in
	timerFlash                 // an alarm's half second
	timerBlink                 // a dropped press
	timerRoll                  // the next picture of a roll
	timerHare                  // the idle hare moves
	timerMoment                // the next picture of a moment
	timerSlide                 // a long row moves on
	timerCode                  // six digits die
	timerCount                 // the sand timer's next second
	timerClock                 // the match clock's next second
	timerBacklog               // the disk is tried again
	timerSlow                  // the disk has not answered for a while
	timerBrief                 // a throw from afar has been seen
	kindsOfTimers              // how many there are
)

// goesOn reports whether a timer acts while the disk writes. Those that lead to another
// page, or make a key that is held a press, wait.
func (t Timer) goesOn() bool {
	switch t {
	case timerHold, timerRepeat, timerIdle, timerBacklog, timerBrief:
		return false
	}
	return true
}

// timers are of each timer the tag that is awaited.
type timers [kindsOfTimers]int

// after asks for a Tick of a timer; the one asked for before becomes stale.
func (all *timers) after(t Timer, delay time.Duration) After {
	all.cancel(t)
	return After{Tag: Tag{Timer: t, N: all[t]}, Delay: delay}
}

// cancel makes a timer stale.
func (all *timers) cancel(t Timer) { all[t]++ }

// awaits reports whether a tag isn't stale.
func (all *timers) awaits(t Tag) bool { return all[t.Timer] == t.N }
