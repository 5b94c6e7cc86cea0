package fox

import "strings"

// spelt adds to a catalogue what each decision about a card is called as a whole: the text
// of its verb, "Decree: {0}", with the name of the card, "7 of keys". Word by word they
// are said as a menu walks them: "Decree: keys".
func spelt(catalogue string) string {
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
