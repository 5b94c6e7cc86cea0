package script

import (
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// plainView returns the view for a file without the function view: the round, the seat on turn and
// the scores.
func (s *state) plainView() games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Say("ask.turn")}
	if round, found, _ := s.value.Get(starlark.String("round")); found {
		if n, err := small("round", round, 0, 9999); err == nil {
			v.Title = games.Count("title.round", n)
		}
	}
	switch s.turn {
	case games.Chance:
		v.Prompt = games.Say("ask.chance")
	case games.Nobody:
		v.Prompt = games.Say("ask.over")
	}
	if s.keepsScores() {
		for i, n := range s.standing.Scores {
			v.Lines = append(v.Lines, games.Count("line.score", int(n), "@"+strconv.Itoa(i+1)))
		}
	}
	return v
}

// keepsScores reports whether the state has a list of scores.
func (s *state) keepsScores() bool {
	_, found, _ := s.value.Get(starlark.String("scores"))
	return found
}

// plainFixes returns the rulings for a file without the functions fixes and fix. They set the seat
// on turn, if it is in the state, and the points of each seat, if the state has a list of points.
func (s *state) plainFixes() []games.Choice {
	var all []games.Choice
	for seat := 1; seat <= s.seats; seat++ {
		n := strconv.Itoa(seat)
		if s.keepsScores() && s.g.hooks["standing"] == nil {
			all = append(all, games.Choice{Says: games.Decision("score " + n), From: -9999, To: 9999, Now: s.standing.Scores[seat-1]})
		}
		if s.g.hooks["turn"] == nil {
			all = append(all, games.Choice{Says: games.Decision("turn " + n)})
		}
	}
	if s.g.hooks["turn"] == nil && s.turn > 0 && s.seats > 1 {
		all = append(all, games.Choice{Says: games.Decision("skip " + strconv.Itoa(int(s.turn)))})
	}
	all = slices.DeleteFunc(all, func(c games.Choice) bool {
		_, err := s.plainFix(c.At(0))
		return err != nil
	})
	slices.SortFunc(all, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) })
	return all
}

// plainFix returns the position after d, one of the plain rulings.
func (s *state) plainFix(d games.Decision) (games.State, error) {
	seat, _ := strconv.Atoi(d.Word(1))
	v := copied(s.value)
	if d.Word(0) == "score" {
		points, _ := strconv.Atoi(d.Word(2))
		list, _, _ := v.Get(starlark.String("scores"))
		all := elements(list.(*starlark.List))
		all[seat-1] = starlark.MakeInt(points)
		_ = v.SetKey(starlark.String("scores"), starlark.NewList(all)) // a copy isn't frozen
	} else {
		if d.Word(0) == "skip" {
			seat = seat%s.seats + 1
		}
		_ = v.SetKey(starlark.String("turn"), starlark.MakeInt(seat))
		if _, found, _ := v.Get(starlark.String("over")); found {
			_ = v.SetKey(starlark.String("over"), starlark.False)
		}
	}
	next, err := s.position(newMeter(s.g, Steps), v)
	if err != nil {
		return nil, illegal(d, err, s.g.at)
	}
	return next, nil
}
