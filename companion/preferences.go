package companion

import (
	"cmp"
	"strconv"

	"tabletop/companion/panel"
	"tabletop/companion/words"
)

// settingsPage is how the box shines, sounds and speaks, and what it knows of itself.
func settingsPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("home.settings")
		languageItem(m, s)
		levelItem(m, s)
		chipItem(m, s)
		switchItem(m, s, "settings.still", func(e *evening) *bool { return &e.still })
		switchItem(m, s, "settings.mute", func(e *evening) *bool { return &e.mute })
		switchItem(m, s, "settings.quiet", func(e *evening) *bool { return &e.quiet })
		s.turn(m.word("settings.sealed"), m.onOff(m.evening.sealFirst, func(e *evening, on bool) { e.sealFirst = on }))
		clubItem(m, s)
		s.item(m.word("settings.players"), func(m Model) (Model, []Effect) { return m.show(playersPage()), nil })
		s.item(m.word("settings.seal"), func(m Model) (Model, []Effect) { return m.openCups() })
		s.item(m.word("settings.about"), func(m Model) (Model, []Effect) { return m.show(aboutPage()), nil })
	}}
}

// languageItem chooses the language of the panel.
func languageItem(m Model, s *sheet) {
	v := values{set: func(m Model, i int) (Model, []Effect) { return m.change(func(e *evening) { e.lang = words.Langs[i] }) }}
	for i, lang := range words.Langs {
		v.all = append(v.all, m.library.Words(lang, "").Word("language.name"))
		if lang == m.Lang() {
			v.at = i
		}
	}
	s.turn(m.word("settings.language"), v)
}

// Levels of brightness that a table chooses from; the first is full.
const levels = 3

// levelItem chooses how bright panel and matrix are.
func levelItem(m Model, s *sheet) {
	v := values{at: int(m.evening.level), set: func(m Model, i int) (Model, []Effect) {
		return m.change(func(e *evening) { e.level = uint8(i) })
	}}
	for i := range levels {
		v.all = append(v.all, m.word("settings.level."+strconv.Itoa(i)))
	}
	s.turn(m.word("settings.level"), v)
}

// switchItem turns something on that the box does unless it was told not to.
func switchItem(m Model, s *sheet, key string, of func(*evening) *bool) {
	s.turn(m.word(key), m.onOff(!*of(m.evening), func(e *evening, on bool) { *of(e) = !on }))
}

// playersPage lists who has played here.
func playersPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *sheet) {
		s.title = m.word("settings.players")
		for _, name := range m.evening.people.Known {
			s.item(name, func(m Model) (Model, []Effect) { return m.show(playerPage(name)), nil })
		}
		if len(m.evening.people.Known) == 0 {
			s.read(m.word("settings.nobody"))
		}
	}}
}

// playerPage gives somebody another name, or forgets it.
func playerPage(name string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *sheet) {
		s.title = name
		s.item(m.word("players.rename"), func(m Model) (Model, []Effect) {
			return m.show(nameEntry(name, func(m Model, to string) (Model, []Effect) { return Rename{Name: name, To: to}.do(m.pop().pop()) })), nil
		})
		namingItem(m, s, name)
		s.item(m.word("players.forget"), func(m Model) (Model, []Effect) { return ErasePlayers{Names: []string{name}}.do(m.pop()) })
	}}
}

// aboutPage is what the box knows of itself.
func aboutPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *sheet) {
		s.title = m.word("settings.about")
		if m.version != "" {
			s.enter(m.word("about.version"), m.version)
		}
		s.read(m.word("about.address"), cmp.Or(m.reach.Address(), m.word("about.nowhere")))
		disk, clock := "about.disk.good", "about.clock.good"
		if m.disk.unsaved {
			disk = "about.disk.unsaved"
		}
		if !m.Sure() {
			clock = "about.clock.unsure"
		}
		s.enter(m.word("about.disk"), m.word(disk))
		s.enter(m.word("about.clock"), m.word(clock))
		s.enter(m.word("about.today"), m.calendar.today(m.tongue))
	}}
}

// Hours between which lamps shine less.
const (
	lampsDown = 22
	lampsUp   = 7
)
