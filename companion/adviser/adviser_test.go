package adviser

import (
	"slices"
	"testing"

	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/maze"
)

// begun is a match of maze, whose adviser is real.
func begun(t *testing.T) match.Match {
	t.Helper()
	mt, err := match.Begin(games.Of(maze.Rules{}), match.Fact{Kind: match.Started, Game: "maze", Seats: []string{"A", "B"}, Options: map[string]string{"start": "2TRRBLS213............3B1ST13LR2"}})
	if err != nil {
		t.Fatal(err)
	}
	return mt
}

// line is a line of n legal decisions from a match on.
func line(t *testing.T, mt match.Match, n int) (a games.Advice) {
	t.Helper()
	a.Verdict = games.Winnable
	for st := mt.State(); len(a.Line) < n; {
		d := st.Legal()[0].At(0)
		next, err := st.Apply(d)
		if err != nil {
			t.Fatal(err)
		}
		a.Line, a.Said, st = append(a.Line, d), append(a.Said, games.Text{}), next
	}
	return a
}

func TestAnAnswerHasNoMoreOfTheLineThanWasAsked(t *testing.T) {
	mt := begun(t)
	s, news := State{Of: "m 1"}.Learn("m 1", line(t, mt, 5), 1)
	if !news {
		t.Fatal("the first advice is no news")
	}
	for topic, want := range map[Topic]int{Possible: 0, Move: 1, Moves: min(5, match.MostHint), Where: 5} {
		s.Told = topic
		c := s.Counsel(Topics{Possible, Move}, false)
		if len(c.Advice.Line) != want || len(c.Advice.Said) != want || c.Moves != 5 || !slices.Equal(c.Topics, []Topic{Possible, Move}) {
			t.Errorf("%s: %+v", topic, c)
		}
	}
	if len(s.Known.Line) != 5 {
		t.Error("what is known was cut")
	}
}

func TestTheSameAnswerIsOneFact(t *testing.T) {
	mt := begun(t)
	s, _ := State{Of: "m 1"}.Learn("m 1", line(t, mt, 3), 1)
	for _, topic := range []Topic{Possible, Move, Moves, Where} {
		once, err := s.Hint(mt, match.Stamp{}, topic)
		if err != nil {
			t.Fatal(topic, err)
		}
		if facts := once.Seq() - mt.Seq(); facts != 1 && topic != Where || facts != 0 && topic == Where {
			t.Errorf("%s makes %d facts", topic, facts)
		}
		twice, err := s.Hint(once, match.Stamp{}, topic)
		if err != nil || twice.Seq() != once.Seq() {
			t.Errorf("%s twice makes %d facts, %v", topic, twice.Seq()-mt.Seq(), err)
		}
	}
}

func TestOldOrRepeatedAdviceIsNoNews(t *testing.T) {
	s := State{Of: "m 2", Warned: "m"}
	if _, news := s.Learn("m 1", games.Advice{}, 1); news {
		t.Error("advice about an older position is news")
	}
	if _, news := (State{}).Learn("", games.Advice{}, 1); news {
		t.Error("advice that nobody wanted is news")
	}
	s, _ = s.Learn("m 2", games.Advice{Verdict: games.Lost}, 2)
	if _, news := s.Learn("m 2", games.Advice{Verdict: games.Winnable}, 2); news || s.Warned != "m" {
		t.Error("a second advice is news")
	}
	if next := s.About("m 3"); next.Known != nil || next.Warned != "m" {
		t.Errorf("about another position: %+v", next)
	}
}

func TestWhoWantsToKnowNamesThePosition(t *testing.T) {
	mt := begun(t)
	for _, tt := range []struct {
		asked Topic
		watch bool
		want  string
	}{{"", false, ""}, {Move, false, "m 1"}, {"", true, "m 1"}} {
		if got := Position("m", mt, tt.asked, tt.watch); got != tt.want {
			t.Errorf("asked %q, watch %v: %q, want %q", tt.asked, tt.watch, got, tt.want)
		}
	}
	if !TopicsOf(mt.State()).Has(Move) || TopicsOf(mt.State()).Has("") {
		t.Errorf("topics %v", TopicsOf(mt.State()))
	}
}
