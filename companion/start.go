package companion

import (
	"slices"
	"time"

	"tabletop/companion/adviser"
	"tabletop/companion/clock"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/words"
)

// onStarted takes over the contents of the disk at the start. It first loads the matches that
// the first picture needs: the match of the saved screen, and the match of the dice tool.
func (m Model) onStarted(w Started) (Model, []Effect) {
	e := w.Evening
	m = Model{house: m.house, menus: m.menus, stack: stack{{page: m.home}}, now: m.now, calendar: calendar{wall: m.wall}, disk: disk{ticket: w.Ticket}, face: face{speech: speech{card: m.face.speech.card}}, earlyEvents: m.earlyEvents, reach: &door.Reach{}, own: &door.Watch{}}
	m = m.withSettings(readEvening(e.Settings, e.Players, e.Firsts))
	m = m.reopen(e.Open)
	m.ended = e.Ended
	if e.Rescue.Aside != "" {
		m = m.show(rescuePage(e.Rescue))
	}
	if e.ReadOnly != nil {
		m = m.show(readOnlyPage(e.ReadOnly))
	}
	var effects []Effect
	if i := m.indexAt(m.evening.screen); i >= 0 {
		effects = append(effects, Load{ID: m.open[i].id})
	}
	if m.diceSession.id != "" {
		effects = append(effects, Load{ID: m.diceSession.id})
	}
	if m.disk.unread = len(effects); m.disk.unread > 0 {
		return m, append([]Effect{Randomize{For: ForLuck}}, effects...)
	}
	return m.showEvening()
}

// onLoaded takes over a loaded match and shows which facts are unreadable. A match that can't
// be resumed is shown as a trouble and stays on disk.
func (m Model) onLoaded(w Loaded) (Model, []Effect) {
	m, effects := m.takeOver(w)
	if w.Err == nil && w.Damaged > 0 {
		m = m.show(damagePage([]Damage{w.damage()}))
	}
	return m, effects
}

// damage returns the description of a loaded match with unreadable facts.
func (w Loaded) damage() Damage {
	d := Damage{Match: w.ID, Game: w.Match.Rules().Name(), Names: w.Match.Names(), From: w.Damaged}
	for f := range w.Match.Facts() {
		d.Started = f.At
		break
	}
	return d
}

// takeOver takes over a loaded match. At the start it shows the evening once all needed matches
// are loaded; later it resumes the requested match.
func (m Model) takeOver(w Loaded) (Model, []Effect) {
	if w.Err == nil {
		m = m.fold(w)
	}
	switch l := m.disk.loading; {
	case !m.started:
		if w.Err != nil {
			m = m.unreadable(w)
		}
		if m.disk.unread--; m.disk.unread == 0 {
			return m.showEvening()
		}
	case l != nil && l.id == w.ID:
		return m.resumeLoaded(w)
	}
	return m, nil
}

// fold replaces the summary of an open match by the loaded match with its secret.
func (m Model) fold(w Loaded) Model {
	mt := w.Match
	s := session{
		id: w.ID, match: mt, secret: secretOf(w), first: settled,
		start: m.now - time.Duration(mt.MS())*time.Millisecond, run: clock.Stopped(mt.Seq()),
	}
	if mt.HintCount() > 0 {
		s.topic = adviser.Move
	}
	if i := m.open.find(w.ID); i >= 0 {
		m.open = slices.Clone(m.open)
		m.open[i] = s
	}
	if m.diceSession.id == w.ID {
		m.diceSession = s
	}
	return m
}

// unreadable handles a match that can't be resumed: it removes the match from the model and
// shows the reason. If the dice tool has lost its match, the next roll begins another.
func (m Model) unreadable(w Loaded) Model {
	if m.diceSession.id == w.ID {
		m.diceSession = session{}
	}
	if i := m.open.find(w.ID); i >= 0 {
		m.open = slices.Delete(slices.Clone(m.open), i, i+1)
	}
	return m.show(troublePage(Trouble{Key: "trouble.record", Arg: w.Err.Error()}))
}

// showEvening shows the saved screen for the first time. If the secret of its match is lost,
// the new seal is stored first.
func (m Model) showEvening() (Model, []Effect) {
	m.started = true
	next, keep := m.restoreScreen(m.evening.screen).withNewSeal()
	next = next.withPages(m.stack[1:]).askChip()
	if m.evening.lang == "" {
		next = next.show(languagePage())
	}
	if keep.Match == "" {
		return next.beginEvening()
	}
	return m.show(textPage(m.word("starting"), m.word("resume.reading"))).commit(next, keep, Model.beginEvening)
}

// beginEvening lights the panel and handles the events that arrived before the evening was
// loaded.
func (m Model) beginEvening() (Model, []Effect) {
	m, effects := m.wake()
	effects = append(effects, m.face.after(timerShift, shiftEvery))
	for _, begin := range []act{freshLuck, Model.flashing, Model.freshCups} {
		var more []Effect
		m, more = begin(m)
		effects = append(effects, more...)
	}
	for _, e := range m.earlyEvents {
		m.disk.replays = append(m.disk.replays[:len(m.disk.replays):len(m.disk.replays)], queuedEvent{event: e, early: true})
	}
	m.earlyEvents = nil
	return m, effects
}

// kindLoad is the notice kind of the page shown while a match is loaded.
const kindLoad = "load"

// resume shows the i-th open match on the panel, with i from 0. A match that isn't loaded is
// loaded first. Private pages stay on top.
func (m Model) resume(i int) (Model, []Effect) {
	if m.open[i].match.IsZero() {
		return m.readMatch(m.open[i].id)
	}
	next := m
	next.open = m.open.toFront(i)
	next, keep := withTakeOver(next.onlyMatch()).withNewSeal()
	return m.commit(next.withPages(m.private()), keep, freshLuck, Model.flashing)
}

// readMatch requests the facts of an open match and shows a page until they arrive.
func (m Model) readMatch(id string) (Model, []Effect) {
	if m.disk.loading != nil {
		return m.refuse(m.word("ask.busy"))
	}
	m.disk.loading = &loading{id: id, call: m.call}
	m.call = call{}
	waiting := textPage(m.word("starting"), m.word("resume.reading"))
	waiting.notice = kindLoad
	return m.show(waiting), []Effect{Load{ID: id}}
}

// resumeLoaded resumes the match that was requested and is now loaded, or shows the error.
func (m Model) resumeLoaded(w Loaded) (Model, []Effect) {
	m.call, m.disk.loading = m.disk.loading.call, nil
	m.stack = m.stack.without(ofNotice(kindLoad))
	var effects []Effect
	if i := m.open.find(w.ID); w.Err != nil || i < 0 {
		m, effects = m.refuse(m.word("trouble.record", m.reasonText(w.Err)))
	} else {
		m, effects = m.resume(i)
	}
	return m.sendAnswer(effects)
}

// do shows an open match on the panel.
func (c Resume) do(m Model) (Model, []Effect) {
	i := m.open.find(c.Match)
	if i < 0 {
		return m.refuse(m.word("resume.gone"))
	}
	return m.stopMotion().resume(i)
}

// kindLanguage is the notice kind of the page that asks for the language.
const kindLanguage = "language"

func languagePage() page {
	return page{kind: panel.KindMenu, notice: kindLanguage, build: func(m Model, s *form) {
		s.Title = m.word("language.title")
		for _, lang := range words.Langs {
			s.Item(m.library.Words(lang, "").Word("language.name"), func(m Model) (Model, []Effect) { return m.pop().change(func(e *evening) { e.lang = lang }) })
		}
		s.back = func(m Model) (Model, []Effect) { return m.pop().change(func(e *evening) { e.lang = m.Lang() }) }
	}}
}
