package companion

import (
	"maps"
	"strings"
	"sync"

	"tabletop/companion/words"
	"tabletop/games"
)

// Library is what can be played now: all games with their words, and the files of games
// that can't be played. It never changes: another takes its place.
type Library struct {
	Games games.Catalogue // those in files behind the others
	Wrong []Wrong

	texts texts
}

// NewLibrary returns the library of games in no files. Its error is that of a game whose
// words can't be read.
func NewLibrary(c games.Catalogue) (*Library, error) {
	all, err := textsOf(c.Games)
	return &Library{Games: c, texts: all}, err
}

// Words returns the catalogue of a game by its name, or for "" the companion's own, in a
// language; nil where there is no such game or language.
func (l *Library) Words(lang words.Lang, game string) *words.Catalogue {
	if w := l.texts.own[textKey{lang, game}]; w != nil || !strings.HasPrefix(game, games.InFile) {
		return w
	}
	if r := l.Games.Find(game); r != nil {
		return l.WordsOf(lang, r)
	}
	return nil
}

// WordsOf returns the catalogue of a game in a language: of one in a file that of its own
// version, which may be none that menus show; nil where there is no such language.
func (l *Library) WordsOf(lang words.Lang, r games.Rules) *words.Catalogue {
	return l.texts.words(lang, r)
}

// Files says which games lie in files now, in the order menus show them, and which files
// are there that can't be played.
type Files struct {
	Games []games.Rules
	Wrong []Wrong
}

// Wrong is a file of a game that can't be played, and why: in each language, with its line.
type Wrong struct {
	File string
	Why  map[words.Lang]string
}

// same reports whether the same is wrong with the same file.
func (w Wrong) same(as Wrong) bool { return w.File == as.File && maps.Equal(w.Why, as.Why) }

// texts are the words of the companion and of all games, in each language.
type texts struct {
	own   map[textKey]*words.Catalogue // the companion's own under "", those of games by name
	files *sync.Map                    // textKey with the ID of a game in a file → *words.Catalogue; read once each
}

type textKey struct {
	lang words.Lang
	game string
}

// textsOf reads the catalogues. Its error is that of a game whose catalogue doesn't parse.
func textsOf(all []games.Rules) (texts, error) {
	t := texts{own: map[textKey]*words.Catalogue{}, files: &sync.Map{}}
	for _, lang := range words.Langs {
		own := words.Own(lang)
		t.own[textKey{lang, ""}] = own
		for _, r := range all {
			w, err := words.For(lang, own, r)
			if err != nil {
				return t, err
			}
			t.own[textKey{lang, r.Name()}] = w
		}
	}
	return t, nil
}

// of returns the words of a game; those of a file that can't be read are the companion's.
func (t texts) words(lang words.Lang, r games.Rules) *words.Catalogue {
	key, own := textKey{lang, games.ID(r)}, t.own[textKey{lang, ""}]
	if w := t.own[key]; w != nil || own == nil {
		return w
	}
	if w, ok := t.files.Load(key); ok {
		return w.(*words.Catalogue)
	}
	w, err := words.For(lang, own, r)
	if err != nil {
		w = own
	}
	t.files.Store(key, w)
	return w
}
