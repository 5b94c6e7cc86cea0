package web

import (
	"tabletop/companion/words"
	"tabletop/games"
)

// task is games.Step in words.
type task struct {
	Text    string   `json:"text"`
	Glyph   string   `json:"glyph"`
	At      string   `json:"at"`
	Squares []string `json:"squares"` // At among them, where it names one
}

// tasksOf says what people's hands must do before the next decision.
func tasksOf(s games.State, w *words.Catalogue, names []string) []task {
	result := []task{}
	for _, step := range games.Steps(s) {
		squares := append([]string{}, step.Squares...)
		if len(squares) == 0 && step.At != "" {
			squares = append(squares, step.At)
		}
		result = append(result, task{textOf(w, step.Text, names), step.Glyph, step.At, squares})
	}
	return result
}

// row is games.Row.
type row struct {
	Round  int      `json:"round"`
	Name   string   `json:"name"`
	Points []string `json:"points"`
}

// sheetOf is the score sheet; a part is called by its word, or as whoever set it up wrote it.
func sheetOf(s games.State, w *words.Catalogue) []row {
	rows := []row{}
	for _, r := range games.Sheet(s) {
		if key := "word." + r.Name; w.Has(key) {
			r.Name = w.Word(key)
		}
		rows = append(rows, row(r))
	}
	return rows
}
