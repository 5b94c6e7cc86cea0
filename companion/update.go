package companion

import (
	"slices"

	"tabletop/companion/clock"
	"tabletop/companion/panel"
)

// Update returns the model after the event e, and the effects that package loop must carry out.
func (m Model) Update(e Event) (Model, []Effect) {
	if m.update.trial != nil {
		if _, ended := e.What.(Started); !ended {
			m, effects := onTrial(m, e)
			return m.share(), effects
		}
	}
	m, effects := m.process(e)
	return withAloud(m.share(), pressedKey(e.What)), effects
}

// mostEarly is the maximum number of troubles that are kept for the time after a trial.
const mostEarly = 32

// onTrial handles an event during the trial of an update. It keeps the troubles of parts and the sticks for the
// time after it, and drops everything else.
func onTrial(m Model, e Event) (Model, []Effect) {
	switch w := e.What.(type) {
	case Trial:
		m.update.trial = &w
	case Trouble, TroubleEnded, Sticks, SoundCard, SpeechFailed:
		if len(m.earlyEvents) < mostEarly {
			m.earlyEvents = append(m.earlyEvents[:len(m.earlyEvents):len(m.earlyEvents)], e)
		}
	case Sent:
		return m.serve(w)
	}
	return m, nil
}

// onUpdateState takes over the state of updates. It shows the outcome of an update once: until a key
// has closed the page.
func onUpdateState(m Model, w UpdateState) (Model, []Effect) {
	was := m.update
	m.update.state = &w
	if w.Untaken || was.state != nil && was.state.Result.ID != w.Result.ID {
		m.update.handed = ""
	}
	if m.update.underWay() {
		m, effects := m.wake()
		return m.stopMotion(), effects
	}
	switch {
	case w.Untaken && was.handed != "":
		m.stack = m.stack.without(ofNotice(kindUpdate))
		m = m.show(noticePage(kindUpdate, "update.refused", "update.why.untaken"))
	case w.Result.ID != "" && w.Result.ID != m.evening.shownUpdate:
		m.stack = m.stack.without(ofNotice(kindUpdate))
		m = m.show(updatePage(w.Result))
	case !was.underWay():
		return m, nil
	}
	return m.wake()
}

// process handles e and then the events in the queue. After that it runs everything that
// follows from the new state: clocks, time limits, advice and invitations.
func (m Model) process(e Event) (Model, []Effect) {
	m = m.passTime(e.At)
	m.now, m.wall = e.At, e.Wall
	if m.timed != nil && m.timed.Correction != 0 && !m.wall.IsZero() {
		m.wall = m.wall.Add(m.timed.Correction)
	}
	wall := m.wall
	m, effects := m.handle(e)
	for len(m.disk.replays) > 0 {
		h, more := m.disk.replays[0], []Effect(nil)
		m.disk.replays = m.disk.replays[1:]
		m, more = m.replay(h)
		effects = append(effects, more...)
	}
	m.now, m.wall = e.At, wall // queued events have set earlier times
	m, effects = m.runClock(effects)
	m, effects = m.runLimit(effects)
	m, effects = m.runAdvice(effects)
	m, more := offerOpen(m)
	effects = append(effects, more...)
	m, more = sayAtHome(m)
	return m.renewInvite(append(effects, more...))
}

// handle handles an event, or queues it. While the disk writes, most events are queued. While
// the panel asks about a failed write, events that must not be lost are queued. Before the
// evening is loaded, all events are queued except those needed to load it.
func (m Model) handle(e Event) (Model, []Effect) {
	switch {
	case m.disk.pending != nil:
		return m.whileWriting(e)
	case m.disk.asksTable() && outlasts(e.What):
		return m.enqueueFailed(e), nil
	}
	switch w := e.What.(type) {
	case Trial:
		if !m.started {
			m.update.trial = &w
		}
		return m, nil
	case Started:
		return m.onStarted(w)
	case Loaded:
		return m.onLoaded(w)
	case Random:
		return m.onRandom(w)
	}
	if !m.started {
		m.earlyEvents = append(m.earlyEvents[:len(m.earlyEvents):len(m.earlyEvents)], e)
		return m, nil
	}
	return m.react(e)
}

// react handles an event that needs no queue: the evening is loaded and no write is pending.
func (m Model) react(e Event) (Model, []Effect) {
	switch w := e.What.(type) {
	case Sent:
		return m.serve(w)
	case Tick:
		m.call.sender = Keys // timers of held keys belong to the keys of the box
		m, effects := m.onTick(w.Tag)
		return m.sendAnswer(effects)
	case CarryResult:
		return m.onDone(w)
	case Analysis:
		return m.onAdvised(w)
	case ClubState:
		m.club = w
		return m, nil
	case Addresses:
		return m.onReached(w)
	case UpdateState:
		return onUpdateState(m, w)
	case ClockState:
		m.timed = &w
	case Checkup:
		m.checkup = &w
	case BackedUp:
		return m.change(func(e *evening) { e.backup = m.backupTime() })
	case Kept:
		return m.onBacklogKept(w)
	case Lost:
		return m.onBacklogLost(w)
	case DatabaseReplaced:
		return m.onRenewed(w)
	case Sticks:
		return onSticks(m, w)
	case Saved:
		return onSaved(m, w)
	case StickRead:
		return onStickRead(m, w)
	case CopyTaken:
		return onCopyTaken(m, w)
	case ReleaseTaken:
		return onReleaseTaken(m, w)
	case HotspotFailed:
		return onHotspotFailed(m)
	case SoundCard:
		return onSoundCard(m, w)
	case SpeechFailed:
		return onSpeechFailed(m, w)
	case Trouble:
		return m.showTrouble(w)
	case TroubleEnded:
		m.stack = m.stack.without(ofNotice(w.kind()))
		return m, nil
	case Files:
		return m.onFiles(w)
	case Damages:
		m, effects := m.wake()
		return m.show(damagePage(w)), effects
	}
	return m, nil
}

// onTick handles a timer that has expired, if the model still awaits its tag.
func (m Model) onTick(t Tag) (Model, []Effect) {
	if !m.face.awaits(t) {
		return m, nil
	}
	switch t.Timer {
	case timerDim:
		m.face.light = panel.Dim
	case timerDark:
		return saveNews(m.darken())
	case timerIdle:
		m.face.idle = true
		return m.showIdle()
	case timerShift:
		after := m.face.nextShift(m.now)
		return m, []Effect{after}
	case timerFlash:
		m.face.flash = !m.face.flash
		return m.flashing()
	case timerBlink:
		m.face.blink = false
	case timerRoll:
		return m.roll()
	case timerHare:
		return m.moveHare()
	case timerMoment:
		return m.nextFrame()
	case timerSlide:
		return m.slideRow()
	case timerHold:
		return m.holdBack()
	case timerSpeech:
		return switchSpeech(m)
	case timerTell:
		return tellFirst(m)
	case timerRepeat:
		return m.repeat()
	case timerBacklog:
		return m.retry()
	case timerCount:
		return m.tickCountdown()
	case timerClock:
		m.clock.due = 0
	case timerCode: // nothing to change: the picture shows that the code has expired
	case timerBrief:
		m.stack = m.stack.without(isBrief)
	case timerCopy:
		return onSaved(m, Saved{Stick: m.copies.saving, Err: silent{}})
	case timerJoin:
		m.own = m.own.SetDue(m.reach.Wifi.Lonely())
	case timerSlow: // nothing to do: the disk has answered meanwhile
	}
	return m, nil
}

// whileWriting handles an event while a write is pending: answers of the disk and most timers.
// It queues all other events.
func (m Model) whileWriting(e Event) (Model, []Effect) {
	p := m.disk.pending
	switch w := e.What.(type) {
	case nil: // package loop checks whether the model answers
		return m, nil
	case Tick:
		if w.Tag.Timer.goesOn() {
			return m.tickWhileWriting(e, w.Tag)
		}
	case Kept:
		if w.Ticket == p.keep.Ticket {
			return m.adopt(p)
		}
		return m, nil
	case Lost:
		if w.Ticket == p.keep.Ticket {
			return m.onKeepLost(w)
		}
		return m, nil
	case DatabaseReplaced:
		return m.onRenewed(w)
	case Random:
		if w.For == ForLuck {
			waiting := *p
			waiting.next.reserve, waiting.next.reserveReady = w.Secret, true
			m.disk.pending = &waiting
			return m, nil
		}
	}
	return m.enqueue(e), nil
}

// tickWhileWriting handles a timer while a write is pending. The timer changes the visible
// model, so clocks count and the picture moves and dims however long the disk takes.
func (m Model) tickWhileWriting(e Event, t Tag) (Model, []Effect) {
	p := *m.disk.pending
	switch {
	case !m.face.awaits(t):
		return m, nil
	case t.Timer == timerSlow:
		p.slow = true
	case t.Timer == timerRoll: // the time of rolling counts for no seat in the next model either
		p.next = p.next.catchUp(m)
	case t.Timer == timerDark: // the next model must darken, too
		m = m.enqueue(e)
		return m.onTick(t)
	}
	m.disk.pending = &p
	return m.onTick(t)
}

// enqueue adds e to the queue of the pending write. It drops a key press if four from the keys
// or four from phones wait already. The limits are separate, so phones never displace the keys.
func (m Model) enqueue(e Event) Model {
	p := *m.disk.pending
	if pressedKey(e.What) != panel.NoKey && countPresses(p.queue, fromPhone(e.What)) >= mostHeld {
		return m
	}
	p.queue = append(slices.Clone(p.queue), queuedEvent{event: e, view: m.stableView()})
	m.disk.pending = &p
	return m
}

// enqueueFailed queues e until the table has answered what to do about the failed write.
func (m Model) enqueueFailed(e Event) Model {
	p := *m.disk.failed
	p.queue = append(slices.Clone(p.queue), queuedEvent{event: e})
	m.disk.failed = &p
	return m
}

// outlasts reports whether the event must still be handled after the table has answered about a
// failed write.
func outlasts(what any) bool {
	switch what.(type) {
	case Random, SpeechFailed, CarryResult, Checkup, BackedUp, Addresses, ClockState, UpdateState, Loaded, Analysis, Sticks, Saved, StickRead, CopyTaken, ReleaseTaken:
		return true
	}
	return false
}

// stableView returns the picture without animations, clocks and brightness, to compare the
// screens at two times.
func (m Model) stableView() panel.View {
	m.disk.pending, m.face.slide = nil, 0
	if len(m.open) > 0 && m.open[0].clock().On() { // removes the time since the last fact
		m.open = slices.Clone(m.open)
		m.open[0].run = clock.Run{}
	}
	v := m.View()
	v.Light, v.LampLight, v.Blink = panel.Bright, panel.Bright, false
	v.ShiftX, v.ShiftY, v.Drift, v.Far, v.Lamps = 0, 0, 0, false, panel.Lamps{}
	return v
}

// replay handles an event from the queue. It drops an ok if the screen has changed since the ok
// was pressed.
func (m Model) replay(h queuedEvent) (Model, []Effect) {
	if !h.early && pressedKey(h.event.What) == panel.OK && m.disk.pending == nil && m.stableView() != h.view {
		return m.dropPress()
	}
	return m.process(h.event)
}
