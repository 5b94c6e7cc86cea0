package web

import (
	"tabletop/companion/words"
	"tabletop/games"
)

// task is a games.Step in words: work for the players' hands.
type task struct {
	Text    string   `json:"text"`
	Glyph   string   `json:"glyph"`
	At      string   `json:"at"`
	Squares []string `json:"squares"` // squares of the step; only At if the step names no squares
}

// tasksOf returns the steps that the players must do by hand before the next decision.
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

// row is a row of the score sheet; see games.Row.
type row struct {
	Round  int      `json:"round"`
	Name   string   `json:"name"`
	Points []string `json:"points"`
}

// sheetOf returns the rows of the score sheet. The name of a part of a round is the word for the
// part in w, or else the name in the set-up.
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
