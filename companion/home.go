package companion

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
)

// Games that have a place of their own on the first screen.
const (
	gameDice  = "dice"
	gameScore = "score"
)

// Settings.
const (
	setLang   = "language"
	setDraft  = "draft" // the game being set up; with ":" and a game, its draft
	setLast   = "last:" // and the game's name
	setCups   = "cups"
	setSeries = "series:" // and its id
)

// start takes over what the disk holds and shows where the evening stands.
func (m Model) start(e Evening) (Model, []Effect) {
	m.started, m.settings, m.players = true, e.Settings, e.Players
	m.guests = readGuests(e.Settings[setGuests])
	if lang := words.Lang(e.Settings[setLang]); m.texts[textKey{lang, ""}] != nil {
		m.lang = lang
	}
	m = m.only()
	for _, r := range e.Open {
		m = m.reopen(r)
	}
	m = m.whereItWas().firstWords(e)
	m, effects := m.wake()
	m, shift := m.after(tagShift, shiftEvery)
	m, flash := m.flashing()
	effects = append(append(effects, Randomize{}, shift), flash...)
	m, fresh := m.freshCups()
	return m, append(effects, fresh...)
}

// reopen reads a match that was not ended. One that is damaged is said, and stays on disk.
func (m Model) reopen(r Record) Model {
	mt, err := match.Read(strings.NewReader(r.Lines), r.Match, m.games)
	if err != nil {
		return m.show(troublePage(Trouble{Key: "trouble.record", Arg: err.Error()}))
	}
	secret, _ := luck.ParseSecret(r.Secret) // without it the device can't answer, and says so
	s := session{id: r.Match, match: mt, secret: secret, first: played, since: m.now - time.Duration(mt.MS())*time.Millisecond, run: run{seq: mt.Seq(), stopped: true}}
	if mt.Rules().Name() == gameDice {
		if m.cups.match.IsZero() { // the latest comes first
			m.cups = s
		}
		return m
	}
	m.open = append(m.open, s)
	return m.recounted(mt)
}

// firstWords asks for the language at the very first start, and tells of a
// database that had to be set aside.
func (m Model) firstWords(e Evening) Model {
	if e.Fresh != "" {
		m = m.show(troublePage(Trouble{Key: "trouble.fresh", Arg: e.Fresh}))
	}
	if e.Settings[setLang] == "" {
		m = m.show(languagePage())
	}
	return m
}

func homePage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.title")
		for i, o := range m.open {
			s.item(m.word("home.resume", m.title(o.match.Rules().Name())), func(m Model) (Model, []Effect) { return m.goOn(0, i) })
		}
		s.item(m.word("home.games"), func(m Model) (Model, []Effect) { return m.show(gamesPage()), nil })
		s.item(m.word("home.dice"), func(m Model) (Model, []Effect) { return m.show(cupsPage()), nil })
		s.item(m.word("home.score"), func(m Model) (Model, []Effect) { return m.setUp(gameScore) })
		s.item(m.word("home.timer"), func(m Model) (Model, []Effect) { return m.show(timerPage()), nil })
		s.item(m.word("home.settings"), func(m Model) (Model, []Effect) { return m.show(settingsPage()), nil })
		m.phonesItem(s)
		s.item(m.word("night.item"), func(m Model) (Model, []Effect) { return m.show(nightPage()), nil })
		s.back = stay
	}}
}

// goOn puts the i-th open match on the panel, and tells whoever asked for it. What is
// private stays in sight.
func (m Model) goOn(reply, i int) (Model, []Effect) {
	next := m
	next.open = append([]session{m.open[i]}, slices.Delete(slices.Clone(m.open), i, i+1)...)
	ready := next.open[0].match.Seq() == len(next.open[0].match.Stirrings())+1 && next.open[0].first != played
	next = next.only(next.matchPage(ready, strconv.Itoa(next.open[0].first))).under(m.guarded())
	next, effects := next.flashing()
	next, more := m.goTo(reply, next)
	return next, append(effects, more...)
}

func (m Model) title(game string) string { return m.Words(game).Word("title") }

func gamesPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.games")
		var about []string
		for _, r := range m.games {
			if name := r.Name(); name != gameDice && name != gameScore {
				s.item(m.title(name), func(m Model) (Model, []Effect) { return m.setUp(name) })
				about = append(about, m.Words(name).Word("about"))
			}
		}
		if s.at < len(about) {
			s.read(about[s.at])
		}
	}}
}

func languagePage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("language.title")
		for _, lang := range words.Langs {
			s.item(m.texts[textKey{lang, ""}].Word("language.name"), func(m Model) (Model, []Effect) { return m.speak(lang) })
		}
		s.back = func(m Model) (Model, []Effect) { return m.speak(m.lang) }
	}}
}

func (m Model) speak(lang words.Lang) (Model, []Effect) {
	next := m.pop()
	next.lang = lang
	next, line := next.set(setLang, string(lang))
	return m.commit(next, Keep{Settings: line})
}

func settingsPage() page {
	return page{kind: KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.settings")
		s.value(m.word("settings.language"), m.word("language.name"), func(m Model) (Model, []Effect) { return m.show(languagePage()), nil })
		s.item(m.word("settings.seal"), func(m Model) (Model, []Effect) { return m.openCups() })
	}}
}

// messagePage says one thing; any of ok and back leaves it.
func messagePage(key string, args ...string) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = m.word("message.title")
		s.read(m.word(key, args...))
	}}
}

// troubled lights the panel up and says a trouble. One of the same kind that is
// still to be read gives way to it: ten unknown codes are one page.
func (m Model) troubled(t Trouble) (Model, []Effect) {
	m, effects := m.wake()
	m.stack = slices.DeleteFunc(slices.Clone(m.stack), func(p place) bool { return p.page.gives == t.kind() })
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
	return page{kind: KindConfirm, build: func(m Model, s *sheet) {
		s.title = m.word(title)
		s.say(m.word(question))
		s.item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return yes(m.pop()) })
	}}
}
