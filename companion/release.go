package companion

import (
	"strings"

	"tabletop/companion/panel"
	"tabletop/companion/words"
)

// Outcomes of an update; see package update.
const (
	updateDone    = "done"
	updateRefused = "refused"
	updateBack    = "back"
	updateStayed  = "stayed"
)

// UpdateState reports whether the box can be updated, and how the last update ended. The daemon
// sends it at the start and after each change.
type UpdateState struct {
	Impossible string                  // key of the reason why no update is possible; "" if it is possible
	CanGoBack  bool                    // an update that fails brings the present version back
	News       map[words.Lang][]string // changes of the present version since the one before, one text each
	Step       string                  // step of the update that is under way; "" if none is
	Untaken    bool                    // nobody has taken the package that Update handed over
	Result     UpdateResult            // outcome of the last update
}

// UpdateResult is the outcome of an update. Package update lists the outcomes and reasons.
type UpdateResult struct {
	ID       string // differs for each update; "" if there was none
	Outcome  string
	Why      string // reason; "" after success
	Parts    string // names of the parts that stopped answering, separated by ", "; "" unless they are the reason
	From, To string // versions before the update and of the package; To may be ""
}

// Trial makes a new Model wait for the end of an update: until Started, it shows the state of the
// update in both languages, refuses every command and asks for nothing. Late is set if the update
// should have ended long ago.
type Trial struct{ Late bool }

// updating is the state of updates of the program.
type updating struct {
	state  *UpdateState // nil until the daemon has reported it
	trial  *Trial       // the model waits for the end of an update; nil if it doesn't
	handed string       // version of the package that was handed over and has no outcome yet; "" if none
}

// underWay reports whether an update is under way, so that no command is carried out.
func (u updating) underWay() bool {
	return u.trial != nil || u.handed != "" || u.state != nil && u.state.Step != ""
}

// news returns the changes of the present version in a language.
func (u updating) news(lang words.Lang) []string {
	if u.state == nil {
		return nil
	}
	return u.state.News[lang]
}

// TrialView returns the picture that a daemon shows while it waits for the end of an update. It has
// two languages, because the setting of the language isn't read yet.
func TrialView(t Trial) panel.View {
	key := "update.trial"
	if t.Late {
		key = "update.late"
	}
	var lines []string
	for _, lang := range words.Langs {
		lines = append(lines, strings.Split(words.Companion(lang).Word(key), " / ")...)
	}
	return panel.TextView(lines)
}

// updatingView returns the picture that the panel shows from the consent to an update until the
// updater stops the daemon.
func (t localizer) updatingView(version string) panel.View {
	columns := panel.View{Kind: panel.KindText}.Columns()
	return panel.TextView(append([]string{t.word("update.going", version)}, panel.Wrap(t.word("update.stay"), columns)...))
}

// questionText returns the question whether to update from one version to another.
func (u updating) questionText(t localizer, from, to string) string {
	back := t.word("update.ask.noback")
	if u.state.CanGoBack {
		back = t.word("update.ask.back")
	}
	return t.word("update.ask", to, shortVersion(from), back)
}

// UpdateText returns the title and the text about the outcome of an update, in the language of w.
// version is the present version. After success, the text is empty.
func UpdateText(w *words.Catalogue, r UpdateResult, version string) (title, text string) {
	from, to := shortVersion(r.From), shortVersion(r.To)
	why := ""
	if key := "update.why." + r.Why; w.Has(key) {
		why = w.Word(key, to, shortVersion(version), partNames(w, r.Parts))
	}
	switch r.Outcome {
	case updateDone:
		return w.Word("update.done", to), ""
	case updateBack:
		return w.Word("update.back", from), words.Sentences(why, w.Word("update.back.text", to))
	case updateStayed:
		return w.Word("update.stayed"), words.Sentences(why, w.Word("update.stayed.text", to))
	}
	return w.Word("update.refused"), why
}

// partNames returns the names of parts for people. Without a known part it returns a general word.
func partNames(w *words.Catalogue, parts string) string {
	var all []string
	for name := range strings.SplitSeq(parts, ", ") {
		if key := "doctor.part." + name; w.Has(key) {
			all = append(all, strings.ToLower(w.Word(key)))
		}
	}
	if len(all) == 0 {
		return w.Word("update.part")
	}
	return strings.Join(all, ", ")
}

// shortVersion returns a version without the part that tells builds between releases apart, which is
// too long for a row.
func shortVersion(version string) string {
	release, _, _ := strings.Cut(version, "+")
	return release
}
