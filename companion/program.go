package companion

import (
	"crypto/sha256"
	"slices"
	"strconv"
)

// programPage shows a key with which a program may look, until it is given or the page
// is left. Once the program has it nobody sees it again; who lost it takes the program's
// away and gives another.
func programPage() page {
	return page{kind: KindMenu, private: true, wants: wish{wantsKey, Look}, build: func(m Model, s *sheet) {
		s.title = m.word("program.title")
		key := m.live(wantsKey)
		if key == "" {
			return
		}
		half := keyLetters / 2
		s.read(m.word("program.write"), inFours(key[:half]), inFours(key[half:]))
		s.item(m.word("program.give"), Model.giveKey)
	}}
}

// inFours parts what is to be typed, so that nobody loses his place.
func inFours(key string) (fours string) {
	for four := range slices.Chunk([]byte(key), 4) {
		fours += " " + string(four)
	}
	return fours[1:]
}

// giveKey makes a guest of the program that will have the key in sight.
func (m Model) giveKey() (Model, []Effect) {
	key := m.live(wantsKey)
	if len(m.evening.guests) >= mostGuests {
		return m.refuse(m.word("door.full", strconv.Itoa(mostGuests)))
	}
	g := Guest{ID: m.nextGuest(), Name: m.freeName(m.word("program.name")), Role: Look, Hash: sha256.Sum256([]byte(key)), Program: true}
	next := m.withGuests(append(slices.Clone(m.evening.guests), g))
	return m.commit(next.replace(messagePage("program.given", g.Name)), Keep{})
}
