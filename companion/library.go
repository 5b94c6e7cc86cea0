package companion

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"tabletop/companion/people"
	"tabletop/companion/words"
	"tabletop/games"
)

// Library is the set of playable games with their texts, and of game files that can't be
// played. A Library never changes: an update makes another.
type Library struct {
	Games games.Catalogue // playable games, those from files last
	Wrong []BrokenFile

	texts  texts
	titles *titles // nil without texts
}

// NewLibrary returns a library of the games in c, without game files. It returns an error if
// the texts of a game can't be read.
func NewLibrary(c games.Catalogue) (*Library, error) {
	all, err := textsOf(c.Games)
	l := &Library{Games: c, texts: all}
	l.titles = l.titlesOf(nil)
	return l, err
}

// withFiles returns the library with other game files. own are the games that belong to the
// companion.
func (l *Library) withFiles(own []games.Rules, files Files) *Library {
	next := *l
	next.Games.Games, next.Wrong = slices.Concat(own, files.Games), files.Wrong
	next.titles = next.titlesOf(files.Included)
	return &next
}

// Words returns the catalogue of a game by its name, or the catalogue of the companion for "".
// It returns nil for an unknown game or language.
func (l *Library) Words(lang words.Lang, game string) *words.Catalogue {
	if w := l.texts.own[textKey{lang, game}]; w != nil || !strings.HasPrefix(game, games.InFile) {
		return w
	}
	if r := l.Games.Find(game); r != nil {
		return l.WordsOf(lang, r)
	}
	return nil
}

// WordsOf returns the catalogue of the game r. For a game file, r may be another version than
// the one in menus; the catalogue fits r. If its title looks like the title of a game of the
// companion, WordsOf marks it as that of a file. It returns nil for an unknown language.
func (l *Library) WordsOf(lang words.Lang, r games.Rules) *words.Catalogue {
	w := l.texts.words(lang, r)
	if l.titles == nil || w == nil || games.Program(r) == "" || l.titles.included[r.Name()] {
		return w
	}
	return l.titles.marked(textKey{lang, games.ID(r)}, w)
}

// titles holds the titles of the companion's games, which no game file may take unmarked.
type titles struct {
	own      func() map[string]bool // by people.Fold of the title in any language; computed at the first use
	included map[string]bool        // names of the companion's games that are in files
	cache    *sync.Map              // catalogues of game files with the title as it is shown, by textKey
}

// titlesOf returns the titles of the games without a file, and of the included games, by name.
func (l *Library) titlesOf(included []string) *titles {
	t := &titles{included: map[string]bool{}, cache: &sync.Map{}}
	for _, name := range included {
		t.included[name] = true
	}
	all, texts := l.Games.Games, l.texts
	t.own = sync.OnceValue(func() map[string]bool {
		own := map[string]bool{}
		for _, r := range all {
			for _, lang := range words.Langs {
				if w := texts.words(lang, r); w != nil && (games.Program(r) == "" || t.included[r.Name()]) {
					own[people.Fold(w.Word("title"))] = true
				}
			}
		}
		return own
	})
	return t
}

// marked returns the catalogue w of a game file. If its title is that of a game of the companion,
// marked returns w with a marked title.
func (t *titles) marked(key textKey, w *words.Catalogue) *words.Catalogue {
	if shown, ok := t.cache.Load(key); ok {
		return shown.(*words.Catalogue)
	}
	shown := w
	if title := w.Word("title"); t.own()[people.Fold(title)] {
		mark := strings.Join(strings.Fields(w.Word("file.title", title)), " ")
		if over, err := words.ParseOver(w, "title = "+mark); err == nil {
			shown = over
		}
	}
	t.cache.Store(key, shown)
	return shown
}

// Files is the event that reports the present game files: the playable games in the order of
// the menu, the names of those that belong to the companion, and the files that can't be played.
type Files struct {
	Games    []games.Rules
	Included []string
	Wrong    []BrokenFile
}

// BrokenFile is a game file that can't be played. Why is the reason with the line number, in
// each language.
type BrokenFile struct {
	File string
	Why  map[words.Lang]string
}

// same reports whether w and as are the same error in the same file.
func (w BrokenFile) same(as BrokenFile) bool { return w.File == as.File && maps.Equal(w.Why, as.Why) }

// texts holds the catalogues of the companion and of all games, in each language.
type texts struct {
	own   map[textKey]*words.Catalogue // catalogue of the companion under "", of each game under its name
	files *sync.Map                    // catalogues of game files, by language and ID of the game; each is parsed at its first use
}

// textKey identifies a catalogue: a language, and the name or ID of a game.
type textKey struct {
	lang words.Lang
	game string
}

// textsOf parses the catalogues of the companion and of all games. It returns an error if the
// catalogue of a game doesn't parse.
func textsOf(all []games.Rules) (texts, error) {
	t := texts{own: map[textKey]*words.Catalogue{}, files: &sync.Map{}}
	for _, lang := range words.Langs {
		own := words.Companion(lang)
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

// words returns the catalogue of the game r. If the texts of a game file are unreadable, it
// returns the catalogue of the companion.
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
