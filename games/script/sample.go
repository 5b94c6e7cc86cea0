package script

import (
	"embed"
	"strings"
	"unicode"
)

var (
	//go:embed sample.star
	sample string
	//go:embed like/*.star
	like embed.FS
)

// Sample returns the source of a small game called name, with comments in both languages, as a
// start for an author.
func Sample(name string) string { return named(sample, name) }

// Kinds returns the kinds of games for Like, in alphabetical order.
func Kinds() (all []string) {
	files, _ := like.ReadDir("like") // an embedded folder can always be read
	for _, f := range files {
		all = append(all, strings.TrimSuffix(f.Name(), ".star"))
	}
	return all
}

// Like returns the source of a game of a kind, such as "trick", with the name as its title and with
// comments in a language, "ru" or "en". ok is false for an unknown kind.
func Like(kind, name, lang string) (source string, ok bool) {
	text, err := like.ReadFile("like/" + kind + ".star")
	if err != nil {
		return "", false
	}
	return named(commented(string(text), lang), name), true
}

// named returns a text with NAME replaced by the name, and TITLE by the name as a title.
func named(text, name string) string {
	title := []rune(name)
	if len(title) > 0 {
		title[0] = unicode.ToUpper(title[0])
	}
	return strings.NewReplacer("NAME", name, "TITLE", string(title)).Replace(text)
}

// commented returns a text with only the comments of a language. The text has each comment in
// both languages, as lines "#ru …" and "#en …". It gets the indentation of the
// next line that is no comment.
func commented(text, lang string) string {
	var b strings.Builder
	var comments []string
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#"+lang+" "):
			comments = append(comments, "# "+strings.TrimPrefix(line, "#"+lang+" "))
			continue
		case strings.HasPrefix(line, "#"):
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		for _, c := range comments {
			b.WriteString(indent + c)
		}
		comments = nil
		b.WriteString(line)
	}
	return b.String()
}
