package lesson_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/lesson"
	"tabletop/games"
	"tabletop/games/mice"
)

func TestScreensHaveFiveLines(t *testing.T) {
	text := strings.Repeat("восемь букв и ещё шесть слов, ", 8)
	plain, beside := lesson.Screens(text, ""), lesson.Screens(text, "mice")
	if len(plain) != 3 || plain[0].Picture != "" || len(plain[0].Lines) != 5 || len(plain[0].Lines[0]) < 21 {
		t.Errorf("without a picture: %q", plain)
	}
	if beside[0].Picture != "mice" || len(beside[0].Lines) != 5 || beside[1].Picture != "" {
		t.Errorf("with a picture: %q", beside)
	}
	joined := func(all []lesson.Screen) string {
		var words []string
		for _, s := range all {
			words = append(words, strings.Join(s.Lines, " "))
		}
		return strings.Join(words, " ")
	}
	if want := strings.TrimSpace(text); joined(plain) != want || joined(beside) != want {
		t.Errorf("got %q and %q, want %q", joined(plain), joined(beside), want)
	}
}

func TestABriefScreenHasWholeSentences(t *testing.T) {
	tests := []struct{ text, picture, want string }{
		{"Бросьте кубики. Потом ловите!", "", "Бросьте кубики. Потом ловите!"},
		{"Бросьте кубики. " + strings.Repeat("и ещё раз ", 12) + ".", "", "Бросьте кубики."},
		{"Бросьте кубики. Потом ловите!", "mice", "Бросьте кубики. Потом ловите!"},
		{"Цена 2.5 очка. Всё.", "", "Цена 2.5 очка. Всё."},
	}
	for _, tt := range tests {
		got := lesson.Brief(tt.text, tt.picture)
		if strings.Join(got.Lines, " ") != tt.want || got.Picture != tt.picture {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := lesson.Brief(strings.Repeat("слово ", 30)+"слово.", ""); len(got.Lines) != 5 || !strings.HasSuffix(got.Lines[4], "…") {
		t.Errorf("a sentence longer than a screen: %q", got)
	}
	if got := lesson.Brief(strings.Repeat("слово ", 12)+"слово. Всё.", "mice"); got.Picture != "" || len(got.Lines) != 5 {
		t.Errorf("a sentence without room beside the picture: %q", got)
	}
}

func begun(t *testing.T, decisions ...games.Decision) games.State {
	t.Helper()
	s, err := mice.Rules{}.New(games.Setup{Seats: 2})
	for _, d := range decisions {
		if err == nil {
			s, err = s.Apply(d)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestATableLearnsWhatItMeets(t *testing.T) {
	topics := games.Topics(mice.Rules{}, games.Setup{Seats: 2})
	roll, thrown := begun(t), begun(t, "roll", "dice red blue")
	caught := begun(t, "roll", "dice red blue", "lure red", "stop")
	tests := []struct {
		name    string
		seen    []string
		s       games.State
		outcome games.Decision
		want    string
	}{
		{"the first roll", nil, roll, "", "turn"},
		{"the first lure", nil, thrown, "dice red blue", "two"},
		{"the dice, once the lure is known", []string{"two"}, thrown, "dice red blue", "dice"},
		{"nothing new", []string{"two", "dice"}, thrown, "dice red blue", ""},
		{"a moment before the decision", nil, caught, "", "catch"},
		{"after the moment", []string{"catch"}, caught, "", "turn"},
	}
	for _, tt := range tests {
		got, ok := lesson.Next(topics, tt.seen, tt.s, tt.outcome, true)
		if got.Key != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: got %q, want %q", tt.name, got.Key, tt.want)
		}
	}
}

func TestTheIndexBeginsWithTheMoment(t *testing.T) {
	topics := games.Topics(mice.Rules{}, games.Setup{Seats: 2})
	keys := func(all []games.Topic) (keys []string) {
		for _, t := range all {
			keys = append(keys, t.Key)
		}
		return keys
	}
	got := keys(lesson.Present(topics, begun(t, "roll", "dice red blue")))
	if got[0] != "two" || len(got) != len(topics) || !slices.Contains(got, "aim") {
		t.Errorf("got %q", got)
	}
	if got := keys(lesson.Present(topics[:1], begun(t))); !slices.Equal(got, []string{"aim"}) {
		t.Errorf("without a topic about the moment: %q", got)
	}
}

func TestAnExampleIsAnsweredByTheRules(t *testing.T) {
	e := games.Example{Setup: games.Setup{Seats: 2}, Position: start(t), Tries: []games.Try{{Says: "roll"}, {Says: "stop"}}}
	s, answers, err := lesson.Play(mice.Rules{}, e)
	if err != nil || s == nil || len(answers) != 2 {
		t.Fatalf("%v, %d answers, %v", s, len(answers), err)
	}
	if answers[0].Err != nil || answers[0].Next == nil || answers[1].Err == nil || answers[1].Next != nil {
		t.Errorf("answers %+v", answers)
	}
	if _, _, err := lesson.Play(mice.Rules{}, games.Example{Setup: e.Setup, Position: "nothing"}); err == nil {
		t.Error("a position that can't be read is answered")
	}
}

func TestTheTopicsOfChoicesAreToldOnce(t *testing.T) {
	setup := games.Setup{Seats: 2}
	s, err := mice.Rules{}.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	topics := games.Topics(mice.Rules{}, setup)
	if got := lesson.Choices(topics, s); len(got) != 1 || got[0].Key != "turn" {
		t.Errorf("choices are about %v", got)
	}
	if now, ok := lesson.Now(topics, s); !ok || now.Key != lesson.Present(topics, s)[0].Key {
		t.Errorf("now %q, %v", now.Key, ok)
	}
	if now, ok := lesson.Now(nil, s); ok {
		t.Errorf("a game without topics has the topic %q", now.Key)
	}
}

// start is the position at the beginning of a match of mice.
func start(t *testing.T) string {
	t.Helper()
	s, err := mice.Rules{}.New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s.String()
}

func TestATopicMayWaitForItsDecision(t *testing.T) {
	s, err := mice.Rules{}.New(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	topics := []games.Topic{{Key: "roll", Explains: []string{"roll"}, After: true}}
	if got, ok := lesson.Next(topics, nil, s, "", false); ok {
		t.Errorf("before the decision: %q", got.Key)
	}
	if got, ok := lesson.Next(topics, nil, s, "roll", false); !ok || got.Key != "roll" {
		t.Errorf("after the decision: %q, %v", got.Key, ok)
	}
	if got, ok := lesson.Next(topics, []string{"roll"}, s, "roll", false); ok {
		t.Errorf("seen, it comes again: %q", got.Key)
	}
}
