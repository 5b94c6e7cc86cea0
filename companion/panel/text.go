package panel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Widths in columns of 6 px of a line of text on the OLED.
const (
	Columns       = 21 // columns of a whole line
	RowColumns    = 19 // columns of a row to choose
	HomeColumns   = 16 // columns of a row with an icon
	BesideColumns = 10 // columns of a line beside a board or a QR code
)

// Wrap breaks text into lines of at most width columns, at blanks where possible.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for utf8.RuneCountInString(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			r := []rune(word)
			lines, word = append(lines, string(r[:width])), string(r[width:])
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Capital returns text with a capital first letter.
func Capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if size == 0 || unicode.IsDigit(next) || unicode.IsUpper(next) {
		return text // d6 and iPhone keep their small letters
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// AtMost returns the first n lines. If there are more, the last of the n ends in "…".
func AtMost(n int, lines []string) []string {
	if len(lines) <= n {
		return lines
	}
	last := []rune(lines[n-1])
	return append(lines[:n-1:n-1], string(last[:len(last)-1])+"…")
}

// Minus returns a number as text, with a true minus sign.
func Minus(n int32) string { return strings.Replace(strconv.Itoa(int(n)), "-", "−", 1) }

// Initial returns one or two letters that tell name i from the others: the first letter, the first
// and the last one if another name begins with the same letter, or else the number at the end of the
// name, the first letter and another one, or the number of the name in the list.
func Initial(names []string, i int) string { return initials(names)[i] }

// initials returns the letters of all names; see Initial.
func initials(names []string) []string {
	all := make([]string, len(names))
	for i := range names {
		all[i] = firstAndLast(names, i)
	}
	if taken := counts(all); slices.ContainsFunc(all, func(letters string) bool { return taken[letters] > 1 }) {
		for i, name := range names {
			all[i] = cmp.Or(endNumber(name), all[i])
		}
	}
	taken := counts(all)
	for i, name := range names {
		if taken[all[i]] > 1 {
			taken[all[i]]--
			all[i] = otherLetters([]rune(name), i, taken)
			taken[all[i]]++
		}
	}
	return all
}

// counts returns how many times each text occurs in all.
func counts(all []string) map[string]int {
	n := map[string]int{}
	for _, text := range all {
		n[text]++
	}
	return n
}

// firstAndLast returns the first letter of name i. It adds the last letter if another name begins
// with the same letter.
func firstAndLast(names []string, i int) string {
	letters := []rune(names[i])
	for j, name := range names {
		if first, _ := utf8.DecodeRuneInString(name); j != i && first == letters[0] && len(letters) > 1 {
			return string(letters[0]) + string(letters[len(letters)-1])
		}
	}
	return string(letters[0])
}

// endNumber returns the number of one or two digits at the end of a name such as "Игрок 12", or "".
func endNumber(name string) string {
	digits := name[strings.LastIndexByte(name, ' ')+1:]
	if n, err := strconv.ParseUint(digits, 10, 8); err != nil || n > 99 || strconv.FormatUint(n, 10) != digits || digits == name {
		return ""
	}
	return digits
}

// otherLetters returns the first letter of a name and another one of it, so that both together are
// not taken. If there are none, it returns the number of the name, which has the index i.
func otherLetters(name []rune, i int, taken map[string]int) string {
	for _, r := range name[1:] {
		if pair := string(name[0]) + string(r); unicode.IsLetter(r) && taken[pair] == 0 {
			return pair
		}
	}
	return strconv.Itoa(i + 1)
}
