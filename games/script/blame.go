package script

import "cmp"

// blames maps the parts of the contract of games to the functions of rules(…) that make them, the
// likeliest first. tableBlames is the same for table(…).
var (
	blames = map[string][]string{
		"Likely": {"likely"}, "Steps": {"steps"}, "Moments": {"moments"}, "View": {"view"}, "Fixes": {"fixes"}, "Standing": {"standing", "apply"},
		"Legal": {"legal"}, "Entry": {"entry"}, "Apply": {"apply"}, "Parse": {"check", "apply"}, "": {"apply"},
	}
	tableBlames = map[string][]string{
		"Likely": {"refuses"}, "Steps": {"refuses"}, "Legal": {"refuses"}, "Entry": {"refuses"}, "Apply": {"refuses"}, "Standing": {"over"},
	}
)

// Blame returns the text about a breach of a part of the contract of games, by language, with the place of
// the function that makes this part. quote is the decision or the text that is wrong.
func (g *game) Blame(part, quote string) map[string]string {
	hooks := blames
	if g.table != nil {
		hooks = tableBlames
	}
	at, key := g.at, "other"
	for _, name := range hooks[part] {
		if h := g.hooks[name]; h != nil {
			at, key = h.at, name
			break
		}
	}
	if key == "refuses" && quote == "" {
		key = "stuck"
	}
	if key != "other" && own["en"]["rule.file.blame."+key] == "" {
		key = "other"
	}
	texts := map[string]string{}
	for _, lang := range languages {
		texts[lang] = (&fault{key: "blame." + key, args: []string{cmp.Or(quote, "…")}}).at(at).In(lang)
	}
	return texts
}
