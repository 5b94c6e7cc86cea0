package ear

import (
	"strconv"
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// date returns a date. Years of two digits are of this century; "" stands for no year.
func (s *speech) date(day, month, year string) string {
	d, _ := strconv.Atoi(day)
	m, _ := strconv.Atoi(month)
	if d < 1 || d > 31 || m < 1 || m > 12 {
		return ""
	}
	nth, name := s.ordinal(d, "ое"), s.w.Word("month."+strconv.Itoa(m))
	if year == "" {
		return s.w.Word("ear.day", nth, name)
	}
	y, _ := strconv.Atoi(year)
	if y < 100 {
		y += 2000
	}
	spoken := s.cardinal(y, nominative, masculine)
	if s.lang == words.Russian {
		spoken = s.ordinal(y, "ого")
	}
	return s.w.Word("ear.date", nth, name, spoken)
}

// inDate returns the number n beside the name of a month, or "" if there is none: a day, or behind
// the month also a year.
func (s *speech) inDate(n int, after string) string {
	switch {
	case s.isMonth(after) && 0 < n && n <= 31:
		return s.ordinal(n, "ое")
	case s.isMonth(s.before) && 0 < n && n <= 31:
		return s.ordinal(n, "ого")
	case s.isMonth(s.before) && 1900 < n && n < 2100 && s.lang == words.Russian:
		return s.ordinal(n, "ого")
	}
	return ""
}

func (v voice) isMonth(word string) bool {
	for m := range 12 {
		if v.w.Word("month."+strconv.Itoa(m+1)) == word {
			return true
		}
	}
	return false
}

// numbered returns the number behind the sign for it.
func (s *speech) numbered(m []string, _ string) string {
	key := "ear.sign.№"
	if s.lists("ear.genitive", s.before) {
		key = "ear.numbered"
	}
	return s.w.Word(key) + " " + s.plain(m[1])
}

// coins returns the notation of one coin or several.
func (s *speech) coins(m []string, _ string) string {
	n, _ := strconv.Atoi(m[1])
	if m[1] == "" {
		return s.counted("ear.coin", 1, nominative)
	}
	return s.number(m[1], nominative, feminine) + " " + s.counted("ear.coin", n, nominative)
}

// shortDate returns a date such as "28.11" or "28.11.26".
func (s *speech) shortDate(m []string, rest string) string {
	if strings.HasPrefix(rest, ".") && len(rest) > 1 && isWord(runeAt(rest[1:])) || s.before != "" && m[3] == "" && m[2] > "12" {
		return ""
	}
	return s.date(m[1], m[2], m[3])
}

// address spells an address, a version or the name of a file: its words and numbers, and the signs
// between them. A number with one point isn't an address.
func (s *speech) address(m []string, _ string) string {
	text := strings.TrimPrefix(strings.TrimPrefix(m[0], "http://"), "https://")
	if strings.Count(text, ".") == 1 && strings.Trim(text, "0123456789.") == "" {
		return ""
	}
	return s.parts(text)
}

// parts returns the words and numbers of a text with the names of the signs between them. Runs of
// one or two letters are spelled.
func (s *speech) parts(text string) string {
	var all []string
	for text != "" {
		n := runLength(text)
		run := text[:n]
		text = text[n:]
		switch {
		case isDigit(runeAt(run)):
			all = append(all, s.plain(run))
		case isWord(runeAt(run)) && n > 2:
			all = append(all, s.word(run))
		default:
			all = append(all, s.spelled(run))
		}
	}
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

// runLength returns the length in bytes of the digits, of the letters or of the one sign at the
// beginning of a text.
func runLength(text string) int {
	first := runeAt(text)
	for i, r := range text {
		if i > 0 && (!isWord(first) || !isWord(r) || isDigit(r) != isDigit(first)) {
			return i
		}
	}
	return len(text)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// clock returns a time or two numbers that a colon parts. A leading nought of the minutes is spoken.
func (s *speech) clock(m []string, _ string) string {
	all := []string{s.plain(m[1])}
	for _, part := range m[2:] {
		switch {
		case len(part) == 2 && part[0] == '0':
			all = append(all, s.digits(part))
		case part != "":
			all = append(all, s.plain(part))
		}
	}
	if len(m[2]) == 1 {
		return strings.Join(all, ", ") // a score
	}
	return strings.Join(all, " ")
}

// notation returns the notation of dice, such as "2d6+1". A full stop at its end isn't part of it.
func (s *speech) notation(text string) string {
	notation := strings.TrimRight(text, ".")
	s.extra = len(notation) - len(text)
	return s.parts(strings.ReplaceAll(notation, "-", "−"))
}

// square returns a square of a board, or the move between two squares.
func (s *speech) square(m []string, _ string) string {
	of := func(file, rank string) string {
		if file == "с" || file == "С" { // the Cyrillic letter that looks like c
			file = "c"
		}
		return s.letter(runeAt(file)) + " " + s.plain(rank)
	}
	if m[3] == "" {
		return of(m[1], m[2])
	}
	return of(m[1], m[2]) + ", " + of(m[3], m[4])
}

// span returns the numbers from one to another: «от одного до пяти». Where they count a noun behind
// them, they agree with it: «ноль-три взятки».
func (s *speech) span(m []string, rest string) string {
	n, _ := strconv.Atoi(m[2])
	if after := behind.FindStringSubmatch(rest); s.lang == words.Russian && after != nil && s.isCounted(strings.ToLower(after[1])) {
		c, g := s.agreement(n, s.before, after[1], after[2])
		return s.number(m[1], c, g) + "-" + s.number(m[2], c, g)
	}
	return s.w.Word("ear.range", s.number(m[1], genitive, masculine), s.number(m[2], genitive, masculine))
}

// product returns two numbers that a cross parts, and the unit behind them.
func (s *speech) product(m []string, rest string) string {
	return s.w.Word("ear.times", s.plain(m[1]), s.amount(m[2], rest))
}

// nth returns an ordinal. The letters behind its hyphen are the end of the Russian word.
func (s *speech) nth(m []string, _ string) string {
	n, _ := strconv.Atoi(m[1] + m[3])
	endings := map[string]string{"я": "ая", "ю": "ую", "й": "ый", "е": "ое", "го": "ого", "му": "ому", "х": "ых", "ми": "ыми", "м": "ым", "ой": "ой", "ый": "ый", "ая": "ая", "ое": "ое", "ую": "ую", "ом": "ом", "ым": "ым", "ых": "ых"}
	ending, ok := endings[m[2]]
	switch after := s.before; {
	case m[2] != "" && !ok || n < 1:
		return ""
	case m[2] == "й" && (s.lists("ear.locative", after) || s.lists("ear.genitive", after) || s.lists("ear.dative", after)):
		ending = "ой"
	case m[2] == "м" && s.lists("ear.locative", after):
		ending = "ом"
	}
	return s.ordinal(n, ending)
}

// decimal returns a number with a fraction, and the unit behind it.
func (s *speech) decimal(m []string, rest string) string {
	whole, _ := strconv.Atoi(m[1])
	u, ok := s.unit(rest)
	noun := ""
	if ok {
		noun = s.counted(u.key, 2, nominative)
	}
	if s.lang != words.Russian || len(m[2]) > 2 {
		return s.w.Say(games.Count("ear.point", 2, s.plain(m[1]), s.digits(m[2])), nil) + " " + noun
	}
	part, _ := strconv.Atoi(m[2])
	name := []string{"", "ear.tenth", "ear.hundredth"}[len(m[2])]
	fraction := s.cardinal(part, nominative, feminine) + " " + s.w.Say(games.Count(name, part), nil)
	return s.w.Say(games.Count("ear.point", whole, s.number(m[1], nominative, feminine), fraction), nil) + " " + noun
}

// signed returns a number with its sign.
func (s *speech) signed(m []string, rest string) string {
	key := "ear.minus"
	if m[1] == "+" {
		key = "ear.plus"
	}
	return s.w.Word(key, s.amount(m[2], rest))
}
