package ear

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"tabletop/companion/words"
)

// voice speaks one language by its catalogue.
type voice struct {
	lang  words.Lang
	w     *words.Catalogue
	units []unit
}

// unit is the sign of a unit behind a number on the panel, and the key of the spoken noun.
type unit struct{ seen, key string }

// voices holds the voice of each language.
var voices = map[words.Lang]func() voice{
	words.Russian: sync.OnceValue(func() voice { return newVoice(words.Russian) }),
	words.English: sync.OnceValue(func() voice { return newVoice(words.English) }),
}

func newVoice(lang words.Lang) voice {
	v := voice{lang: lang, w: words.Companion(lang)}
	for _, key := range []string{"percent", "degree", "minute", "second", "hour", "kilo", "mega", "giga", "volt", "ampere"} {
		v.units = append(v.units, unit{v.w.Word("ear.seen." + key), "ear.unit." + key})
	}
	return v
}

// voiceOf returns the voice of a language, or the Russian one.
func voiceOf(lang words.Lang) voice {
	if get, ok := voices[lang]; ok {
		return get()
	}
	return voices[words.Russian]()
}

// Spoken returns a text of the panel as a person reads it aloud. A line break ends a sentence. The
// result is "" if the text has nothing to say.
func Spoken(lang words.Lang, text string) string { return voiceOf(lang).spoken(text) }

func (v voice) spoken(text string) string {
	s := speech{voice: v}
	if rest, ok := strings.CutPrefix(text, "? "); ok {
		s.say(v.w.Word("ear.about"))
		s.pause(',')
		text = rest
	}
	for text = tidy.Replace(text); text != ""; {
		text = s.next(text)
	}
	return s.String()
}

// tidy replaces signs that look different and mean the same.
var tidy = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "’", "'", "\u00ad", "", "‐", "-", "‑", "-", "⋅", "·", ">=", "≥", "<=", "≤")

// speech is a text that is being spoken: the words so far, and the mark that follows if more words
// come.
type speech struct {
	voice
	words  strings.Builder
	mark   rune   // mark behind the last word, 0 for none
	before string // last word, if nothing but a blank stands behind it
	last   rune   // rune before the text that is still to be spoken

	extra int // length in bytes of a unit behind a match, which is spoken with it
}

// rule turns the beginning of a text into words. at is the pattern of the beginning; to returns the
// words, or "" if the rule doesn't fit after all. rest is the text behind the match.
type rule struct {
	at *regexp.Regexp
	to func(s *speech, m []string, rest string) string
}

func begins(pattern string, to func(s *speech, m []string, rest string) string) rule {
	return rule{regexp.MustCompile(`^(?:` + pattern + `)`), to}
}

// rules lists what isn't a plain word or sign, in the order in which it is tried.
var rules = []rule{
	begins(`[0-9a-f]{12,}`, func(s *speech, m []string, rest string) string { return s.grouped(m[0], 4, rest) }),
	begins(`[A-Z0-9]{4}(?:-[A-Z0-9]{4})+`, func(s *speech, m []string, _ string) string { return s.spelled(strings.ReplaceAll(m[0], "-", ",")) }),
	begins(`!([<>≥≤=]\d+)`, func(s *speech, m []string, _ string) string { return s.parts(m[0]) }),
	begins(`[«“"]([^\p{L}\d\s])[»”"]`, func(s *speech, m []string, _ string) string { return s.spelled(m[1]) }),
	begins(`No\. ?(\d+)`, func(s *speech, m []string, _ string) string { return s.w.Word("ear.sign.№") + " " + s.plain(m[1]) }),
	begins(`№ ?(\d+)`, (*speech).numbered),
	begins(`(\d{4})-(\d\d)-(\d\d)`, func(s *speech, m []string, _ string) string { return s.date(m[3], m[2], m[1]) }),
	begins(`(\d{1,2})\.(\d\d)(?:\.(\d{4}|\d\d))?`, (*speech).shortDate),
	begins(`(?:https?://)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/[\w./?=&#-]*)?`, (*speech).address),
	begins(`(\d+):(\d+)(?::(\d\d))?`, (*speech).clock),
	begins(`\d*[dд](?:\d+|F|%)[^\s,;:…»”)]*`, func(s *speech, m []string, _ string) string { return s.notation(m[0]) }),
	begins(`([a-hA-HсС])([1-9]\d?)(?:-([a-hA-HсС])([1-9]\d?))?`, (*speech).square),
	begins(`(\d+)(?:[–—]|\.\.)(\d+)`, (*speech).span),
	begins(`(\d+)-(\d+)`, func(s *speech, m []string, _ string) string { return s.plain(m[1]) + ", " + s.plain(m[2]) }),
	begins(`(\d+)/(\d+)`, func(s *speech, m []string, _ string) string {
		return s.w.Word("ear.out", s.plain(m[1]), s.number(m[2], genitive, masculine))
	}),
	begins(`(\d+)[×xх](\d+)`, (*speech).product),
	begins(`(\d+)-(\p{Cyrillic}{1,2})|(\d+)(?:st|nd|rd|th)`, (*speech).nth),
	begins(`(\d+)[.,](\d+)`, (*speech).decimal),
	begins(`([+−-])(\d+)`, (*speech).signed),
	begins(`\d+`, func(s *speech, m []string, rest string) string { return s.amount(m[0], rest) }),
	begins(`(\d*)coin`, (*speech).coins),
	begins(`(\d+)([A-Za-z]{3,})`, func(s *speech, m []string, _ string) string { return s.plain(m[1]) + " " + m[2] }),
	begins(`([A-Za-z]{2,})(\d+)`, func(s *speech, m []string, _ string) string { return m[1] + " " + s.plain(m[2]) }),
	begins(`(?:[A-Za-z]+\d|\d+[A-Za-z])[A-Za-z0-9]*`, func(s *speech, m []string, _ string) string { return s.spelled(m[0]) }),
	number,
}

// number matches digits, which are never left out, whatever stands beside them.
var number = begins(`\d+`, func(s *speech, m []string, rest string) string { return s.amount(m[0], rest) })

// aWord matches a word with its hyphens and apostrophes.
var aWord = regexp.MustCompile(`^\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]*)*`)

// next speaks the beginning of a text and returns the rest.
func (s *speech) next(text string) string {
	for _, r := range s.rules(text) {
		m := r.at.FindStringSubmatch(text)
		if m == nil || r.at != number.at && (isWord(s.last) || splits(text, len(m[0]))) {
			continue
		}
		if spoken := r.to(s, m, text[len(m[0]):]); spoken != "" {
			return s.took(spoken, text, len(m[0]))
		}
	}
	if m := aWord.FindString(text); m != "" {
		return s.took(s.word(m), text, len(m))
	}
	return s.sign(text)
}

// rules returns the rules that a text may begin with: none within a plain word.
func (s *speech) rules(text string) []rule {
	switch r := runeAt(text); {
	case isWord(s.last) && !isDigit(r):
		return nil
	case r < utf8.RuneSelf, strings.ContainsRune("сСд−№«“", r):
		return rules
	}
	return nil
}

// splits reports whether byte at of a text is within a word.
func splits(text string, at int) bool {
	return at > 0 && at < len(text) && isWord(runeBefore(text[:at])) && isWord(runeAt(text[at:]))
}

// took appends spoken words for the first n bytes of text and s.extra more, and returns the rest.
func (s *speech) took(spoken, text string, n int) string {
	s.say(spoken)
	n, s.extra = n+s.extra, 0
	s.last = runeBefore(text[:n])
	s.before = text[:n]
	return text[n:]
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func runeAt(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func runeBefore(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}

// say appends words.
func (s *speech) say(text string) {
	if text = strings.Trim(text, " ,"); text == "" {
		return
	}
	if s.words.Len() > 0 {
		if s.mark != 0 {
			s.words.WriteRune(s.mark)
		}
		s.words.WriteByte(' ')
	}
	s.mark = 0
	s.words.WriteString(text)
}

// pause sets the mark behind the last word. A stronger mark stays.
func (s *speech) pause(mark rune) {
	const strength = ",.!?"
	if strings.IndexRune(strength, mark) >= strings.IndexRune(strength, s.mark) || s.mark == 0 {
		s.mark = mark
	}
	s.before = ""
}

// String returns the spoken words. A full stop or comma at the end isn't spoken.
func (s *speech) String() string {
	if s.words.Len() > 0 && (s.mark == '!' || s.mark == '?') {
		return s.words.String() + string(s.mark)
	}
	return s.words.String()
}

// sign speaks one sign, which may be a mark of a sentence, and returns the rest.
func (s *speech) sign(text string) string {
	if rest, ok := strings.CutPrefix(text, "‹›"); ok {
		s.say(s.w.Word("ear.sign.‹›"))
		return rest
	}
	r, n := utf8.DecodeRuneInString(text)
	before := s.last
	s.last = r
	switch {
	case r == ' ' || r == '\t':
	case r == '.' || r == '!' || r == '?':
		s.pause(r)
	case r == '\n':
		s.pause('.')
	case strings.ContainsRune("«»“”„\"'", r):
	case r == '-' && isWord(before) && isWord(runeAt(text[n:])): // "Ёж-2"
	case strings.ContainsRune(",;:…·—–-|/()[]{}‹›", r):
		s.pause(',')
	case strings.ContainsRune("▲▼●", r):
		s.pause(',')
		s.say(s.w.Word("ear.sign." + string(r)))
	case s.w.Has("ear.sign." + string(r)):
		s.say(s.w.Word("ear.sign." + string(r)))
		s.before = ""
	default:
		s.pause(',')
	}
	return text[n:]
}

// word returns a word as it is spoken. A single letter of the other alphabet is spoken by its name.
func (s *speech) word(text string) string {
	var all []string
	for part := range strings.SplitSeq(text, "-") {
		for _, run := range scripts(part) {
			if utf8.RuneCountInString(run) == 1 && s.isForeign(runeAt(run)) {
				run = s.letter(runeAt(run))
			}
			all = append(all, run)
		}
	}
	if len(all) == strings.Count(text, "-")+1 {
		return strings.Join(all, "-")
	}
	return strings.Join(all, " ")
}

// scripts splits a word where its alphabet changes.
func scripts(text string) (runs []string) {
	from := 0
	for i, r := range text {
		before := runeBefore(text[:i])
		if i > from && unicode.IsLetter(r) && unicode.IsLetter(before) && isLatin(r) != isLatin(before) {
			runs, from = append(runs, text[from:i]), i
		}
	}
	return append(runs, text[from:])
}

func isLatin(r rune) bool { return unicode.Is(unicode.Latin, r) }

// isForeign reports whether a letter is of the alphabet that the language doesn't use.
func (v voice) isForeign(r rune) bool {
	if v.lang == words.Russian {
		return isLatin(r)
	}
	return unicode.Is(unicode.Cyrillic, r)
}

// alphabets holds the letters whose names the catalogue has, by the key of the names.
var alphabets = map[string]string{"ear.latin": "abcdefghijklmnopqrstuvwxyz", "ear.cyrillic": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"}

// letter returns the name of a letter. A letter without a name is returned unchanged.
func (v voice) letter(r rune) string {
	low := unicode.ToLower(r)
	for key, letters := range alphabets {
		if i := slices.Index([]rune(letters), low); i >= 0 {
			return strings.ReplaceAll(strings.Fields(v.w.Word(key))[i], "-", " ")
		}
	}
	if unicode.IsLetter(r) {
		return string(r)
	}
	return ""
}

// spelled returns each letter, digit and sign of a text by its name. A comma is a pause.
func (v voice) spelled(text string) string {
	var all []string
	for _, r := range text {
		switch {
		case r == ',' && len(all) > 0:
			all[len(all)-1] += ","
		case '0' <= r && r <= '9':
			all = append(all, v.digits(string(r)))
		case isWord(r):
			all = append(all, v.letter(r))
		case v.w.Has("ear.sign." + string(r)):
			all = append(all, v.w.Word("ear.sign."+string(r)))
		}
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

// grouped spells a long code in groups of n signs.
func (s *speech) grouped(code string, n int, _ string) string {
	var b strings.Builder
	for i, r := range code {
		if i > 0 && i%n == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return s.spelled(b.String())
}

// plain returns a numeral in the nominative.
func (v voice) plain(digits string) string { return v.number(digits, nominative, masculine) }

// number returns the numeral for digits. Numbers that begin with 0 or are too long are spelled.
func (v voice) number(digits string, c caseOf, g gender) string {
	n, err := strconv.Atoi(digits)
	if err != nil || n >= most || len(digits) > 1 && digits[0] == '0' {
		return v.digits(digits)
	}
	return v.cardinal(n, c, g)
}

// behind matches the two words behind a number.
var behind = regexp.MustCompile(`^ (\p{L}+)(?: (\p{L}+))?`)

// amount returns the numeral for digits, which agrees with its neighbours. It includes the unit at
// the beginning of rest.
func (s *speech) amount(digits, rest string) string {
	n, _ := strconv.Atoi(digits)
	if u, ok := s.unit(rest); ok {
		c, g := s.agreement(n, s.before, s.counted(u.key, n, nominative), "")
		return s.number(digits, c, g) + " " + s.counted(u.key, n, c)
	}
	after := behind.FindStringSubmatch(rest)
	if after == nil {
		after = make([]string, 3)
	}
	if date := s.inDate(n, after[1]); date != "" {
		return date
	}
	c, g := s.agreement(n, s.before, after[1], after[2])
	return s.number(digits, c, g)
}

// unit returns the unit at the beginning of rest, which follows a number, and marks it as spoken.
// The Russian sign for seconds is a preposition if another word than «на» follows.
func (s *speech) unit(rest string) (unit, bool) {
	for _, u := range s.units {
		after, ok := strings.CutPrefix(strings.TrimPrefix(rest, " "), u.seen)
		if !ok || isWord(runeAt(after)) {
			continue
		}
		m := behind.FindStringSubmatch(after)
		if s.lang == words.Russian && u.key == "ear.unit.second" && m != nil && m[1] != "на" {
			continue
		}
		s.extra = len(rest) - len(after)
		return u, true
	}
	return unit{}, false
}
