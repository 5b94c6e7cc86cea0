package screen

import "tabletop/companion/panel"

// Flaws lists the unreadable parts of the picture of v: texts that are truncated or not drawn,
// and letters without a glyph.
func (a *Artist) Flaws(v panel.View) []string {
	if v.Kind == panel.KindDark {
		return nil
	}
	var flaws []string
	p := painter{Artist: a.withFile(v.File), view: &v, flaws: &flaws}
	p.paint()
	for _, s := range undrawn(&v) {
		if s != "" {
			p.flaw("not drawn: " + s)
		}
	}
	return flaws
}

// undrawn returns the texts of v that a screen of the kind v.Kind doesn't draw.
func undrawn(v *panel.View) (texts []string) {
	for _, r := range v.Rows[v.Room():] {
		texts = append(texts, r.Text, r.End)
	}
	switch {
	case v.Kind == panel.KindEntry:
		return append(texts, v.Prompt[1:]...)
	case v.Kind == panel.KindSeal && !v.QR:
		return append(texts, v.Prompt[:]...)
	}
	return texts
}
