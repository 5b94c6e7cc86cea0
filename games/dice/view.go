package dice

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

// mostCells is the maximum number of dice shown, because a board has at most 64 cells. columns is
// the number of characters in a panel line.
const (
	mostCells = 64
	columns   = 21
)

// The tags that the cell of a die may show beside its face.
const (
	tagMinus = "−" // the value is subtracted
	tagBurst = "!" // the face is from an explosion of the face before
	tagAgain = "r" // the face was rerolled and doesn't count
	tagGood  = "*" // the face is marked by cs
	tagBad   = "x" // the face is marked by cf
)

// View returns the same view for every seat. Its title is the result of the last roll, or the cup
// that is being rolled. Its prompt is the full result, or asks for the next die. The lines show
// the last rolls, one each. The cells show the dice in the order of rolling: the face is the
// glyph, and the notation of the die is the name ("d6", "coin"). The cell of a die that doesn't
// count has MarkStuck. The tag of a cell shows whether the die is subtracted, was added by an
// explosion, was rerolled, or is marked.
func (s State) View(games.Seat) games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Say("view.first"), Rule: games.Say("phase.roll")}
	results := s.Results()
	for i := range results {
		results[i] = results[i].Listed()
	}
	switch {
	case s.rolling:
		now := s.now.result()
		v.Title = games.Say("view.plain", cut(now.Cup.String(), columns))
		v.Prompt, v.Cells, v.Rule = s.now.prompt(), now.cells(), games.Say("phase.face")
		if len(now.Faces) > 0 {
			v.Lines = append(v.Lines, now.soFar())
		}
	case len(results) > 0:
		v.Title, v.Prompt, v.Cells = results[0].title(), results[0].prompt(), results[0].cells()
	}
	for _, r := range results {
		v.Lines = append(v.Lines, r.line())
	}
	if len(v.Cells) > 0 {
		v.W, v.H = len(v.Cells), 1
	}
	return v
}

// prompt returns the text that asks for the next die.
func (t *throw) prompt() games.Text {
	n, of := len(t.faces)+1, strconv.Itoa(t.faceCount())
	die := t.nextDie()
	if die.Name == coin.Name {
		return games.Count("view.coin", n, of)
	}
	return games.Count("view.die", n, of, die.String())
}

// title returns a text with the total only, or with the words if there is no total.
func (r Result) title() games.Text {
	if r.Cup.Numeric() {
		return games.Say("view.plain", strconv.Itoa(r.Total))
	}
	return r.prompt()
}

// prompt returns a text with the full result that is short enough for one panel line.
func (r Result) prompt() games.Text {
	if r.coins() {
		return r.tossText("word." + r.Faces[0].Name)
	}
	total := strconv.Itoa(r.Total)
	switch words := r.words(); {
	case r.Cup.Numeric() && r.repeated():
		return games.Say("view.plain", cut(r.totals(), columns))
	case !r.Cup.Numeric():
		return games.Say("view.plain", cut(words, columns))
	case words != "":
		return games.Say("view.both", total, cut(words, columns-len(total)-len("= ; ")))
	}
	return games.Say("view.total", cut(r.Cup.String(), columns-len(" = ")-len(total)), total)
}

// soFar returns a text with the faces of a roll in progress.
func (r Result) soFar() games.Text {
	if r.coins() {
		return r.tossText("line.coin", "#word."+r.Faces[0].Name)
	}
	return games.Say("line.now", r.Cup.String(), r.faces())
}

// line returns a text with the cup, the result and, if the faces add information, the faces.
func (r Result) line() games.Text {
	cup, total := r.Cup.String(), strconv.Itoa(r.Total)
	switch {
	case r.coins():
		return r.tossText("line.coin", "#word."+r.Faces[0].Name)
	case !r.Cup.Numeric():
		return games.Say("line.words", cup, r.faces())
	case len(r.Parts) > 0:
		return games.Say("line.total", cup, total, r.totals())
	case r.faces() == total:
		return games.Say("view.total", cup, total)
	}
	return games.Say("line.total", cup, total, r.faces())
}

// repeated reports whether r is the result of a repetition. Then the view shows the total of each
// repetition.
func (r Result) repeated() bool { return r.Cup.tree != nil && r.Cup.tree.op == repeat }

// totals returns the totals of the parts, separated by blanks. A total that doesn't count is in
// brackets.
func (r Result) totals() string {
	all := make([]string, len(r.Parts))
	for i, p := range r.Parts {
		all[i] = strconv.Itoa(p.Total)
		if !p.Kept {
			all[i] = "(" + all[i] + ")"
		}
	}
	return strings.Join(all, " ")
}

// coins reports whether r is a toss of coins.
func (r Result) coins() bool { return r.Cup.terms[0].die.Name == coin.Name }

// tossText returns a text with the numbers of heads and tails. For a single coin it returns the
// text whose key is the parameter one.
func (r Result) tossText(one string, args ...string) games.Text {
	if len(r.Faces) == 1 {
		return games.Say(one, args...)
	}
	heads := 0
	for _, f := range r.Faces {
		if f.Name == coin.Faces[0].Name {
			heads++
		}
	}
	return games.Say("view.coins", strconv.Itoa(heads), strconv.Itoa(len(r.Faces)-heads))
}

// words returns the words among the faces, separated by blanks.
func (r Result) words() string {
	var all []string
	for _, f := range r.Faces {
		if f.Word {
			all = append(all, f.Name)
		}
	}
	return strings.Join(all, " ")
}

// faces returns the names of all faces, separated by blanks. A face that doesn't count is in
// brackets. Of more than mostCells faces it returns how often each came, as in "1×170 2×158", or the
// first ones if there are too many different ones.
func (r Result) faces() string {
	all := make([]string, len(r.Faces))
	for i, f := range r.Faces {
		all[i] = f.Name
		if !f.Kept {
			all[i] = "(" + f.Name + ")"
		}
	}
	if len(all) > mostCells {
		return r.tallied(all)
	}
	return strings.Join(all, " ")
}

// tallied returns how often each of the names comes, the least faces first. If more than mostTallied
// of them differ, it returns the first mostCells of them, and how many more there are.
func (r Result) tallied(names []string) string {
	const mostTallied = 20
	times, values := map[string]int{}, map[string]int{}
	for i, name := range names {
		times[name]++
		values[name] = r.Faces[i].Value
	}
	if len(times) > mostTallied {
		return strings.Join(names[:mostCells], " ") + " +" + strconv.Itoa(len(names)-mostCells)
	}
	kinds := slices.SortedFunc(maps.Keys(times), func(a, b string) int {
		return cmp.Or(cmp.Compare(values[a], values[b]), strings.Compare(a, b))
	})
	for i, name := range kinds {
		kinds[i] = name + "×" + strconv.Itoa(times[name])
	}
	return strings.Join(kinds, " ")
}

// cells returns a cell for each of the first mostCells faces. The cell of a face that doesn't
// count has MarkStuck.
func (r Result) cells() []games.Cell {
	all := make([]games.Cell, min(len(r.Faces), mostCells))
	for i := range all {
		f := &r.Faces[i]
		all[i] = games.Cell{Glyph: f.glyph(), Name: f.Die.String(), Seat: games.Nobody, Tag: f.tag()}
		if !f.Kept {
			all[i].Mark = games.MarkStuck
		}
	}
	return all
}

// tag returns the tags of a face, one character each.
func (f *Shown) tag() (tag string) {
	if f.Minus {
		tag += tagMinus
	}
	if f.Burst {
		tag += tagBurst
	}
	switch {
	case f.Again:
		tag += tagAgain
	case f.Good:
		tag += tagGood
	case f.Bad:
		tag += tagBad
	}
	return tag
}

// glyph returns the name of the picture of a face. For a word it is the word in lower case.
func (f Shown) glyph() string {
	signs := [...]string{"minus", "blank", "plus"}
	switch {
	case f.Die.isFate(), f.Name == "+", f.Name == "-":
		return signs[f.Value+1]
	case f.Word:
		return strings.ToLower(f.Name)
	}
	return f.Name
}

// cut shortens text to n characters, of which the last is "…". It returns a shorter text
// unchanged.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}
