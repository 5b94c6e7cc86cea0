package fox

import "strings"

// withCardTexts returns a catalogue with an additional text for each decision about a card. In the
// text of the verb, "Decree: {0}", it replaces {0} by the name of the card, "7 of keys". Menus in
// which people build a decision word by word use other texts, such as "Decree: keys".
func withCardTexts(catalogue string) string {
	texts := map[string]string{}
	for line := range strings.Lines(catalogue) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
		texts[key] = text
	}
	var b strings.Builder
	b.WriteString(catalogue)
	for _, verb := range []string{"decree", "exchange", "play"} {
		for c := range every.all() {
			whole := strings.Replace(texts["card."+verb], "{0}", texts["name."+c.String()], 1)
			b.WriteString("say." + verb + " " + c.String() + " = " + whole + "\n")
		}
	}
	return b.String()
}
