package companion_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/ear"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// hearable is everything that is spoken of the screen of a model, in words: when the screen opens, and
// when it is read from the pause menu.
func hearable(m companion.Model) string {
	is := *m.Moment().Aloud
	text, _, _ := ear.Next(ear.Screen{Says: is.Says, Reads: is.Reads}, is, ear.All)
	return text + ". " + readAloud(m) + ". " + walked(m)
}

// pressing presses a key of a model and returns the spoken text.
func pressing(m companion.Model, p companion.Press) (next companion.Model, text string) {
	next, _ = m.Update(companion.Event{At: m.Now(), Wall: companiontest.Midday.Add(m.Now()), What: companion.Sent{From: companion.Keys, Command: p}})
	text, _, _ = ear.Next(*m.Moment().Aloud, *next.Moment().Aloud, ear.All)
	return next, text
}

// walked returns the text that is spoken while the bar goes once through the list of a model.
func walked(m companion.Model) string {
	var all []string
	for range m.Moment().Aloud.Of {
		var text string
		m, text = pressing(m, companion.Press{Key: panel.Down})
		all = append(all, text)
	}
	return strings.Join(all, ". ")
}

// readAloud reads the screen of a model from the pause menu and returns the spoken text, or "" if no
// menu opens there.
func readAloud(m companion.Model) string {
	read := m.Words("").Word("speech.read")
	m, _ = pressing(m, companion.Press{Key: panel.Back, Hold: true})
	for range m.Moment().Aloud.Of {
		if m.Moment().Aloud.Row == read {
			_, text := pressing(m, companion.Press{Key: panel.OK})
			return text
		}
		m, _ = pressing(m, companion.Press{Key: panel.Up})
	}
	return ""
}

// inSight lists the texts in sight, each in the ways in which its lines may go on.
func inSight(v panel.View) (all [][]string) {
	one := func(texts ...string) {
		for _, text := range texts {
			all = append(all, []string{text})
		}
	}
	both := func(lines []string) {
		all = append(all, []string{strings.Join(lines, " "), strings.Join(lines, ". "), strings.Join(lines, "")})
	}
	one(v.Title, v.Aside, v.Entry, v.Seal, v.Notice)
	all = append(all, []string{v.Big, strings.Join(strings.Split(v.Big, ""), " ")}) // a code is spoken digit by digit
	both(v.Prompt[:])
	if v.Kind != panel.KindMoment || v.Moment == games.Win { // elsewhere ok only ends the moment
		one(v.Tabs[0], v.Tabs[1])
	}
	var rows []string
	for _, r := range v.Rows {
		if end := strings.Trim(r.End, "‹›"); r.Mark == panel.Quiet && end == "" {
			rows = append(rows, r.Text)
		} else {
			one(r.Text, end)
		}
	}
	both(rows)
	for _, t := range append(v.Strip[:], v.Totals[:]...) {
		if t != (panel.Tally{}) {
			one(strconv.Itoa(int(t.N)))
		}
	}
	for _, c := range v.Cells {
		one(c.Tag)
		if _, err := strconv.Atoi(c.Glyph); err == nil {
			one(c.Glyph)
		}
	}
	return all
}

// unheard lists the words in sight that nothing spoken has. A word that is cut by "…" is heard if its
// letters in sight are.
func unheard(lang words.Lang, v panel.View, heard string) (all []string) {
	have := map[string]bool{}
	for _, word := range wordsOf(heard) {
		have[word] = true
	}
	for _, ways := range inSight(v) {
		var least []string
		for i, text := range ways {
			if missing := missingOf(lang, text, have); i == 0 || len(missing) < len(least) {
				least = missing
			}
		}
		all = append(all, least...)
	}
	return all
}

// missingOf lists the words of a text in sight that are not among those heard.
func missingOf(lang words.Lang, text string, have map[string]bool) (all []string) {
	parts := strings.Split(text, "…")
	for i, part := range parts {
		of := wordsOf(ear.Spoken(lang, part))
		for j, word := range of {
			cutBefore, cutBehind := i > 0 && j == 0, i < len(parts)-1 && j == len(of)-1
			if !have[word] && !(cutBefore && ends(have, word)) && !(cutBehind && starts(have, word)) {
				all = append(all, word)
			}
		}
	}
	return all
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,.!?-", r) })
}

func starts(have map[string]bool, part string) bool {
	for word := range have {
		if strings.HasPrefix(word, part) {
			return true
		}
	}
	return false
}

func ends(have map[string]bool, part string) bool {
	for word := range have {
		if strings.HasSuffix(word, part) {
			return true
		}
	}
	return false
}

// mustHear fails the test if a word or a number on the screen of m is neither spoken at level "all" nor
// reachable.
func mustHear(t *testing.T, name string, m companion.Model, screen string) {
	t.Helper()
	if m = m.Loud(); m.Writing() {
		return // keys wait for the disk, and nothing has changed yet
	}
	heard := hearable(m)
	if missing := unheard(m.Lang(), m.View(), heard); len(missing) > 0 {
		t.Errorf("%s: nobody hears %q of\n%s\nbut %q", name, missing, screen, heard)
	}
	if sign := unspeakable(heard); sign != "" {
		t.Errorf("%s: %q is spoken in %q", name, sign, heard)
	}
}

// unspeakable returns the first digit or sign in a spoken text, or "".
func unspeakable(heard string) string {
	for _, r := range heard {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" ,.!?-'", r) {
			return string(r)
		}
	}
	return ""
}

func TestEveryWordOfTheGalleryIsHeard(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			for _, g := range galleryIn(t, lang) {
				mustHear(t, g.name, g.model, g.screen)
			}
		})
	}
}

var walks = flag.Int("walks", 2, "number of random walks on which every word must be heard, in each language")

func TestEveryWordOnRandomWalksIsHeard(t *testing.T) {
	t.Parallel()
	keys := []string{"ok", "down", "up", "back", "hold"}
	for _, lang := range words.Langs {
		for seed := range uint64(*walks) {
			tb := inGallery(t, lang, func(*companiontest.Table) {})
			chance := rand.New(rand.NewPCG(seed, 42))
			for step := range 60 {
				tb.Press(keys[min(chance.IntN(12), 4)])
				mustHear(t, fmt.Sprintf("%s, walk %d, step %d", lang, seed, step), tb.Model, tb.Screen())
			}
		}
	}
}
