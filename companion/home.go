package companion

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"tabletop/companion/words"
	"tabletop/games"
)

// onStarted takes over what the disk holds. What was in sight is read first.
func (m Model) onStarted(w Started) (Model, []Effect) {
	e := w.Evening
	m = Model{house: m.house, stack: stack{{page: homePage()}}, now: m.now, calendar: calendar{wall: m.wall}, disk: disk{ticket: w.Ticket}}
	m = m.keeping(readEvening(e.Settings, e.Players, e.Firsts))
	m = m.reopen(e.Open)
	if e.Rescue.Aside != "" {
		m = m.show(rescuePage(e.Rescue))
	}
	if e.Unkept != nil {
		m = m.show(unkeptPage(e.Unkept))
	}
	var effects []Effect
	if i := m.indexAt(m.evening.where); i >= 0 {
		effects = append(effects, Load{ID: m.open[i].id})
	}
	if m.cups.id != "" {
		effects = append(effects, Load{ID: m.cups.id})
	}
	if m.disk.first = len(effects); m.disk.first > 0 {
		return m, append([]Effect{Randomize{For: ForLuck}}, effects...)
	}
	return m.showEvening()
}

// reopen takes over the matches to go on with that aren't known yet. Of the tool's the
// latest goes on.
func (m Model) reopen(open []OpenMatch) Model {
	m.open = slices.Clone(m.open)
	for _, o := range open {
		s := session{id: o.ID, summary: &o, first: settled}
		switch {
		case m.tool != nil && o.Game == m.tool.Name():
			if m.cups.id == "" {
				m.cups = s
			}
		case m.find(o.ID) < 0:
			m.open = append(m.open, s)
		}
	}
	return m
}

// onLoaded takes over a match that was read, as far as it can be. One of which nothing can
// be read is said, and stays on disk.
func (m Model) onLoaded(w Loaded) (Model, []Effect) {
	m, effects := m.takeOver(w)
	if w.Err == nil && w.Damaged > 0 {
		m = m.show(damagePage([]Damage{w.damage()}))
	}
	return m, effects
}

// damage names what was damaged.
func (w Loaded) damage() Damage {
	d := Damage{Match: w.ID, Game: w.Match.Rules().Name(), Names: w.Match.Names(), From: w.Damaged}
	for f := range w.Match.Facts() {
		d.Started = f.At
		break
	}
	return d
}

func (m Model) takeOver(w Loaded) (Model, []Effect) {
	if w.Err == nil {
		m = m.fold(w)
	}
	switch l := m.disk.loading; {
	case !m.started:
		if w.Err != nil {
			m = m.unreadable(w)
		}
		if m.disk.first--; m.disk.first == 0 {
			return m.showEvening()
		}
	case l != nil && l.id == w.ID:
		return m.resumeLoaded(w)
	}
	return m, nil
}

// fold is the model with the facts of an open match.
func (m Model) fold(w Loaded) Model {
	mt := w.Match
	s := session{
		id: w.ID, match: mt, secret: secretOf(w), first: settled,
		since: m.now - time.Duration(mt.MS())*time.Millisecond, run: run{seq: mt.Seq(), stopped: true},
	}
	if mt.Hints() > 0 {
		s.asked = AskMove
	}
	if i := m.find(w.ID); i >= 0 {
		m.open = slices.Clone(m.open)
		m.open[i] = s
	}
	if m.cups.id == w.ID {
		m.cups = s
	}
	return m
}

// unreadable says why a match can't be gone on with. The tool begins another.
func (m Model) unreadable(w Loaded) Model {
	if m.cups.id == w.ID {
		m.cups = session{}
	}
	if i := m.find(w.ID); i >= 0 {
		m.open = slices.Delete(slices.Clone(m.open), i, i+1)
	}
	return m.show(troublePage(Trouble{Key: "trouble.record", Arg: w.Err.Error()}))
}

// showEvening shows where the evening stands. Where a secret is lost the new seal is kept
// first.
func (m Model) showEvening() (Model, []Effect) {
	m.started = true
	next, keep := m.showSpot(m.evening.where).sealedAnew()
	next = next.withPages(m.stack[1:]).askChip()
	if m.evening.lang == "" {
		next = next.show(languagePage())
	}
	if keep.Match == "" {
		return next.beginEvening()
	}
	return m.show(sayPage(m.word("starting"), m.word("resume.reading"))).commit(next, keep, Model.beginEvening)
}

// beginEvening lights the panel up, and lets happen what came too early.
func (m Model) beginEvening() (Model, []Effect) {
	m, effects := m.wake()
	for _, begin := range []act{freshLuck, Model.shiftLater, Model.flashing, Model.freshCups} {
		var more []Effect
		m, more = begin(m)
		effects = append(effects, more...)
	}
	early := m.early
	m.early = nil
	for _, e := range early {
		var more []Effect
		m, more = m.Update(e)
		effects = append(effects, more...)
	}
	return m, effects
}

// homePage is where an evening begins: what there is to go on with, the games of this table,
// and the dice, a key away in either direction.
func homePage() page {
	return page{kind: KindHome, build: func(m Model, s *sheet) {
		s.back = stay
		openItems(m, s)
		home := m.homely()
		for _, r := range home {
			name := r.Name()
			s.icon("game/"+name, m.title(name), func(m Model) (Model, []Effect) { return m.setUp(name) })
		}
		otherItem(m, s, home)
		s.icon("more", m.word("home.more"), func(m Model) (Model, []Effect) { return m.show(morePage()), nil })
		if m.tool != nil {
			cup := m.savedCups()[0]
			s.icon("dice", m.word("home.roll", m.cupWord(cup)), func(m Model) (Model, []Effect) { return m.rollCup(cup) })
		}
	}}
}

// openItems offer what there is to go on with: the match of last, and the others.
func openItems(m Model, s *sheet) {
	i := slices.IndexFunc(m.open, func(s session) bool { return !s.unbegun() })
	if i >= 0 {
		o := m.open[i]
		s.icon("go", m.word("home.resume", m.title(o.of()), strings.Join(o.names(), ", ")), func(m Model) (Model, []Effect) { return m.resume(i) })
	}
	if n := len(m.open); n > 1 || n == 1 && i < 0 {
		s.icon("open", m.word("home.open"), func(m Model) (Model, []Effect) { return m.show(openPage()), nil })
	}
}

// openPage lists all there is to go on with: what, who, when.
func openPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.open")
		for i, o := range m.open {
			s.value(m.title(o.of())+" "+strings.Join(o.names(), ", "), m.begun(o), func(m Model) (Model, []Effect) { return m.resume(i) })
		}
	}}
}

// begun is the day on which a match was begun, "" where nobody knows.
func (m Model) begun(s session) string {
	at := ""
	if s.match.IsZero() {
		at = s.summary.Started
	} else {
		at = s.match.Fact(1).At
	}
	day, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return ""
	}
	return day.Local().Format("2.01")
}

// morePage is what an evening needs beside games.
func morePage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.more")
		phonesItem(m, s)
		s.item(m.word("home.timer"), func(m Model) (Model, []Effect) { return m.show(timerPage()), nil })
		if m.tool != nil {
			s.item(m.word("home.dice"), func(m Model) (Model, []Effect) { return m.show(cupsPage()), nil })
		}
		s.item(m.word("home.settings"), func(m Model) (Model, []Effect) { return m.show(settingsPage()), nil })
		s.item(m.word("night.item"), func(m Model) (Model, []Effect) { return m.show(nightPage()), nil })
	}}
}

// byUse are the games in the order of home: the one that was begun last, then the others by
// how often they are.
func (h house) byUse() []games.Rules {
	e := h.evening
	all := slices.DeleteFunc(slices.Clone(h.library.Games.Games), games.IsTool)
	rank := func(r games.Rules) int {
		if r.Name() == e.latest {
			return math.MinInt
		}
		return -e.plays[r.Name()]
	}
	slices.SortStableFunc(all, func(a, b games.Rules) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// kindLoad is of the page that says a match is being read.
const kindLoad = "load"

// resume puts the i-th open match on the panel; one that was not read yet is read first.
// What is private stays in sight.
func (m Model) resume(i int) (Model, []Effect) {
	if m.open[i].match.IsZero() {
		return m.readMatch(m.open[i].id)
	}
	next := m.bringToFront(i)
	next, keep := next.onlyMatch().sealedAnew()
	return m.commit(next.withPages(m.private()), keep, freshLuck, Model.flashing)
}

// readMatch asks for the facts of an open match.
func (m Model) readMatch(id string) (Model, []Effect) {
	if m.disk.loading != nil {
		return m.refuse(m.word("ask.busy"))
	}
	m.disk.loading = &loading{id: id, call: m.call}
	m.call = call{}
	waiting := sayPage(m.word("starting"), m.word("resume.reading"))
	waiting.gives = kindLoad
	return m.show(waiting), []Effect{Load{ID: id}}
}

// resumeLoaded goes on with the match that was asked for, or says why not.
func (m Model) resumeLoaded(w Loaded) (Model, []Effect) {
	m.call, m.disk.loading = m.disk.loading.call, nil
	m.stack = m.stack.without(giving(kindLoad))
	var effects []Effect
	if i := m.find(w.ID); w.Err != nil || i < 0 {
		m, effects = m.refuse(m.word("trouble.record", m.whyNot(w.Err)))
	} else {
		m, effects = m.resume(i)
	}
	return m.answered(effects)
}

// do puts an open match on the panel.
func (c Resume) do(m Model) (Model, []Effect) {
	i := m.find(c.Match)
	if i < 0 {
		return m.refuse(m.word("resume.gone"))
	}
	return m.atRest().resume(i)
}

func languagePage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("language.title")
		for _, lang := range words.Langs {
			s.item(m.library.Words(lang, "").Word("language.name"), func(m Model) (Model, []Effect) { return m.speak(lang) })
		}
		s.back = func(m Model) (Model, []Effect) { return m.speak(m.Lang()) }
	}}
}

func (m Model) speak(lang words.Lang) (Model, []Effect) {
	return m.commit(m.pop().edit(func(e *evening) { e.lang = lang }), Keep{})
}

// messagePage says one thing; any of ok and back leaves it.
func messagePage(key string, args ...string) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = m.word("message.title")
		s.read(m.word(key, args...))
	}}
}

// sayTrouble lights the panel up and says a trouble. One of the same kind that is
// still to be read gives way to it: ten unknown codes are one page.
func (m Model) sayTrouble(t Trouble) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = m.stack.without(giving(t.kind()))
	return m.show(troublePage(t)), effects
}

// kind is what troubles have in common of which only the last is worth reading; of
// surfaces each is a kind of its own.
func (t Trouble) kind() string {
	if t.Key == "trouble.surface" {
		return t.Key + t.Arg
	}
	return t.Key
}

func troublePage(t Trouble) page {
	return page{kind: KindMessage, gives: t.kind(), build: func(m Model, s *sheet) {
		s.title = m.word("trouble.title")
		s.read(m.word(t.Key, t.Arg))
	}}
}

// sayPage says a text that is in words already.
func sayPage(title, text string) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = title
		s.read(text)
	}}
}

// askPage asks before something that can't be taken back; the first answer is no.
func askPage(title, question string, yes act) page {
	return doubtPage(title, func(m Model) string { return m.word(question) }, yes)
}

// doubtPage is an askPage whose question is made of more than a word.
func doubtPage(title string, question func(Model) string, yes act) page {
	return page{kind: KindConfirm, build: func(m Model, s *sheet) {
		s.title = m.word(title)
		s.say(question(m))
		s.item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return yes(m.pop()) })
	}}
}
