package web

import (
	"slices"
	"testing"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// laid is coins whose pile is laid out first, and whose score is written down.
type laid struct{ coins }

func (laid) New(s games.Setup) (games.State, error) {
	st, err := coins{}.New(s)
	if err != nil {
		return nil, err
	}
	return heap{st.(pile)}, nil
}

type heap struct{ pile }

func (heap) Steps() []games.Step {
	return []games.Step{
		{Text: games.Say("last", "@1"), Glyph: "coin", At: "a1"},
		{Text: games.Say("take"), At: "b1", Squares: []string{"b1", "b2"}},
		{Text: games.Say("mine", "7")},
	}
}

func (heap) Sheet() []games.Row {
	return []games.Row{{Round: 1, Points: []string{"3", "–"}}, {Round: 2, Name: "gold", Points: []string{"-4", ""}}}
}

func TestTheMatchTellsWhatHandsDoAndTheSheet(t *testing.T) {
	m, err := match.Begin(games.Of(laid{}), match.Fact{Kind: match.Started, Game: "coins", Seats: []string{"Аня", "Боря"}, Seal: seal})
	if err != nil {
		t.Fatal(err)
	}
	over, err := m.End(match.Stamp{})
	if err != nil {
		t.Fatal(err)
	}
	at, h := newTable(), &memory{}
	h.add(over)
	s, err := New(at, Opts{Streams: 64, Games: games.Of(laid{}), Simulated: true, History: h, Uploads: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	at.set(screen.Moment{Moment: companion.Moment{Match: m, Lang: words.Russian, Library: inWords(t), Guests: guests}})
	var got position
	tell(t, s, "/api/match?lang=en", &got)
	want := []task{
		{"Аня took the last", "coin", "a1", []string{"a1"}},
		{"to move", "", "b1", []string{"b1", "b2"}},
		{"Card: 7", "", "", []string{}},
	}
	if !slices.EqualFunc(got.Steps, want, sameTask) {
		t.Errorf("steps: got %+v, want %+v", got.Steps, want)
	}
	checkSheet(t, got.Sheet)
	var past struct{ Sheet []row }
	tell(t, s, "/api/history/"+h.entries[0].ID+"?lang=en", &past)
	checkSheet(t, past.Sheet)
	at.set(screen.Moment{Moment: companion.Moment{Match: over, Lang: words.Russian, Library: inWords(t), Guests: guests}})
	tell(t, s, "/api/match", &got)
	if len(got.Steps) != 0 || len(got.Sheet) != 2 {
		t.Errorf("a match that is left has steps %v and the sheet %v", got.Steps, got.Sheet)
	}
}

func sameTask(a, b task) bool {
	return a.Text == b.Text && a.Glyph == b.Glyph && a.At == b.At && slices.Equal(a.Squares, b.Squares)
}

func checkSheet(t *testing.T, got []row) {
	t.Helper()
	want := []row{{1, "", []string{"3", "–"}}, {2, "gold coins", []string{"-4", ""}}}
	if !slices.EqualFunc(got, want, func(a, b row) bool { return a.Round == b.Round && a.Name == b.Name && slices.Equal(a.Points, b.Points) }) {
		t.Errorf("sheet: got %+v, want %+v", got, want)
	}
}
