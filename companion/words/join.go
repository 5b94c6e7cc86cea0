package words

import "strings"

// Sentences joins texts into one. A full stop parts two of them where the first has no mark at its end.
func Sentences(all ...string) string {
	var b strings.Builder
	for _, text := range all {
		text = strings.Join(strings.Fields(text), " ")
		if text == "" {
			continue
		}
		if before := b.String(); before != "" {
			if !strings.ContainsAny(before[len(before)-1:], ".!?:") && !strings.HasSuffix(before, "…") {
				b.WriteString(".")
			}
			b.WriteString(" ")
		}
		b.WriteString(text)
	}
	return b.String()
}
