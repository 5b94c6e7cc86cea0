package companion

import (
	"cmp"
	"slices"
	"strconv"

	"tabletop/companion/ear"
	"tabletop/companion/panel"
	"tabletop/companion/people"
	"tabletop/companion/words"
)

// settingsPage returns the page of the settings: light, sound, language, club and players. It
// also opens information about the box.
func settingsPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("home.settings")
		switchItem(m, s, "settings.mute", func(e *evening) *bool { return &e.mute })
		speechItem(m, s)
		levelItem(m, s)
		languageItem(m, s)
		chipItem(m, s)
		switchItem(m, s, "settings.still", func(e *evening) *bool { return &e.noMotion })
		switchItem(m, s, "settings.quiet", func(e *evening) *bool { return &e.hideMoments })
		s.Turn(m.word("settings.sealed"), m.onOff(m.evening.sealFirst, switchSetting(func(e *evening, on bool) { e.sealFirst = on })))
		countryItem(m, s)
		clubItem(m, s)
		s.Item(m.word("settings.players"), opens(playersPage))
		s.Item(m.word("settings.seal"), func(m Model) (Model, []Effect) { return m.openCups() })
		s.Item(m.word("settings.about"), opens(aboutPage))
	}}
}

// languageItem adds the setting for the language of the panel.
func languageItem(m Model, s *form) {
	v := values{Set: func(i int) act { return changeEvening(func(e *evening) { e.lang = words.Langs[i] }) }}
	for i, lang := range words.Langs {
		v.All = append(v.All, m.library.Words(lang, "").Word("language.name"))
		if lang == m.Lang() {
			v.At = i
		}
	}
	s.Turn(m.word("settings.language"), v)
}

// levels is the number of levels of brightness. Level 0 is full brightness.
const levels = 3

// levelItem adds the setting for the brightness of panel and matrix.
func levelItem(m Model, s *form) {
	v := values{At: int(m.evening.level), Set: func(i int) act { return changeEvening(func(e *evening) { e.level = uint8(i) }) }}
	for i := range levels {
		v.All = append(v.All, m.word("settings.level."+strconv.Itoa(i)))
	}
	s.Turn(m.word("settings.level"), v)
}

// speechItem adds the setting for speech, if the box can play sound.
func speechItem(m Model, s *form) {
	if !m.face.speech.card {
		return
	}
	all := []ear.Level{ear.None, ear.Some, ear.All}
	v := values{At: slices.Index(all, m.evening.speech), Set: func(i int) act { return changeEvening(func(e *evening) { e.speech = all[i] }) }}
	for _, level := range all {
		v.All = append(v.All, m.word("speech."+string(level)))
	}
	s.Turn(m.word("settings.speech"), v)
}

// switchItem adds a setting that is on by default. The evening has a field that is true while
// the setting is off, and of(e) is a pointer to this field of e.
func switchItem(m Model, s *form, key string, of func(*evening) *bool) {
	s.Turn(m.word(key), m.onOff(!*of(m.evening), switchSetting(func(e *evening, on bool) { *of(e) = !on })))
}

// countryItem adds the country of the Wi-Fi if the table has chosen it.
func countryItem(m Model, s *form) {
	if code := m.evening.country; code != "" {
		s.Value(m.word("settings.country"), code, opens(func() page { return countryPage(nil) }))
	}
}

// playersPage returns the page that lists the known players.
func playersPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = m.word("settings.players")
		for _, pair := range m.evening.people.Similar() {
			s.Item(m.word("players.similar", pair.Name, pair.Other), func(m Model) (Model, []Effect) { return m.show(similarPage(m.localizer, pair)), nil })
		}
		for _, name := range m.evening.people.Known {
			merged := ""
			if person := m.evening.people.Person(name); person != name {
				merged = "= " + person
			}
			s.Value(name, merged, func(m Model) (Model, []Effect) { return m.show(playerPage(name)), nil })
			s.Beside(emblemOf(m.evening.people, name, []string{name}))
		}
		if len(m.evening.people.Known) == 0 {
			s.Read(m.word("settings.nobody"))
		}
	}}
}

// playerPage returns the page on which the table renames or removes a player.
func playerPage(name string) page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		s.Title = name
		s.Item(m.word("players.rename"), func(m Model) (Model, []Effect) {
			return m.show(renaming(name).page()), nil
		})
		colourItem(m, s, name)
		pictureItem(m, s, name)
		namingItem(m, s, name)
		partItem(m, s, name)
		s.Item(m.word("players.forget"), func(m Model) (Model, []Effect) { return ErasePlayers{Names: []string{name}}.do(m.pop()) })
	}}
}

// renaming returns the input of another name for a player.
func renaming(name string) naming {
	return naming{title: name, done: func(m Model, to string) (Model, []Effect) { return Rename{Name: name, To: to}.do(m.pop()) }}
}

// similarPage returns the page that asks whether two names that look alike are one person's. Only the
// wired keys may answer.
func similarPage(t localizer, pair people.Pair) page {
	no := func(m Model) (Model, []Effect) { return m.pop(), nil }
	yes := func(m Model) (Model, []Effect) {
		return m.pop().change(func(e *evening) { e.people = e.people.Merged(pair.Name, pair.Other) })
	}
	return questionPage(t.word("settings.players"), t.word("players.one", pair.Name, pair.Other), no, yes)
}

// partItem adds the item that separates a name from the person that it was declared to be. It adds
// nothing for other names.
func partItem(m Model, s *form, name string) {
	if person := m.evening.people.Person(name); person != name {
		s.Item(m.word("players.part", person), changeEvening(func(e *evening) { e.people = e.people.Parted(name) }))
	}
}

// do stores the colour and the picture that somebody has chosen for a player.
func (c ChooseLook) do(m Model) (Model, []Effect) {
	look, ok := people.LookOf(c.Colour, c.Picture)
	if !ok || !m.evening.people.Knows(c.Name) {
		return m.refuse(m.word("shelf.unknown"))
	}
	return m.change(func(e *evening) { e.people = e.people.WithLook(c.Name, look) })
}

// colourItem adds the setting for the colour of a player.
func colourItem(m Model, s *form, name string) {
	keys := make([]string, len(people.Colours))
	for i, c := range people.Colours {
		keys[i] = "colour." + c.Key
	}
	lookItem(m, s, name, "players.colour", keys, func(l *people.Look) *int { return &l.Colour })
}

// pictureItem adds the setting for the picture of a player.
func pictureItem(m Model, s *form, name string) {
	keys := make([]string, len(people.Pictures))
	for i, picture := range people.Pictures {
		keys[i] = "picture." + picture
	}
	lookItem(m, s, name, "players.picture", keys, func(l *people.Look) *int { return &l.Picture })
}

// lookItem adds a setting for a part of a player's look. keys are the keys of the texts to choose
// from, and part returns the part of a look. The first choice is none.
func lookItem(m Model, s *form, name, key string, keys []string, part func(*people.Look) *int) {
	look := m.evening.people.Chosen(name)
	v := values{All: []string{m.word("players.any")}, At: *part(&look), Set: func(i int) act {
		return changeEvening(func(e *evening) {
			*part(&look) = i
			e.people = e.people.WithLook(name, look)
		})
	}}
	for _, key := range keys {
		v.All = append(v.All, m.word(key))
	}
	s.Turn(m.word(key), v)
}

// aboutPage returns the page with version, address, disk and clock of the box.
func aboutPage() page {
	return page{kind: panel.KindText, build: func(m Model, s *form) {
		s.Title = m.word("settings.about")
		if m.version != "" {
			s.Enter(m.word("about.version"), m.version)
		}
		s.Read(m.word("about.address"), cmp.Or(m.reach.Address(), m.word("about.nowhere")))
		disk, clock := "about.disk.good", "about.clock.good"
		if m.disk.unsaved {
			disk = "about.disk.unsaved"
		}
		if !m.Sure() {
			clock = "about.clock.unsure"
		}
		s.Enter(m.word("about.disk"), m.word(disk))
		s.Enter(m.word("about.clock"), m.word(clock))
		s.Enter(m.word("about.today"), m.calendar.today(m.localizer))
	}}
}

// Hours of the day from which and until which the matrix is dimmed.
const (
	lampsDown = 22
	lampsUp   = 7
)
