package main

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/cmd/internal/evaluator"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/kit"
)

func TestACheckSaysWhereAndWhat(t *testing.T) {
	fault := func(said map[words.Lang]string) evaluator.Finding {
		return evaluator.Finding{Fault: &evaluator.Fault{Line: 12, Column: 5, Text: games.Say("rule.file.undefined"), Texts: said}}
	}
	both := map[words.Lang]string{"en": "darts.star:12:5: there is no name tunr", "ru": "darts.star:12:5: нет имени tunr"}
	breach := evaluator.Finding{Breach: &kit.Finding{
		Part: "games", What: "Turn() = 3", Setup: "seats=2", Path: []games.Decision{"roll", "dice red"}, Position: "turn 3\nleft 2\n",
	}}
	for _, tt := range []struct {
		lang words.Lang
		f    evaluator.Finding
		want string
	}{
		{words.English, fault(both), "my/darts.star:12:5: there is no name tunr"},
		{words.Russian, fault(both), "my/darts.star:12:5: нет имени tunr"},
		{words.Russian, fault(map[words.Lang]string{"en": "no games"}), "my/darts.star: no games"},
		{words.English, breach, "my/darts.star: a random game came to a position that can't be right\n  Turn() = 3\n  seats=2 : roll, dice red\n  turn 3\n  left 2"},
		{words.Russian, evaluator.Finding{Breach: &kit.Finding{
			Part: "games", What: "View(1) says that it failed", Said: map[string]string{"ru": "darts.star:7:1: деление на нуль"}, Setup: "seats=2",
		}}, "my/darts.star:7:1: деление на нуль\n  seats=2 :"},
		{words.English, evaluator.Finding{Breach: &kit.Finding{
			Part: "games", What: `the legal "roll" is refused: no`, Said: map[string]string{"en": "darts.star:7:1: no"}, Setup: "seats=2", Path: []games.Decision{"done"}, Tried: "roll", Position: "x\n",
		}}, "my/darts.star:7:1: no\n  seats=2 : done, roll\n  x"},
		{words.English, evaluator.Finding{Rule: games.Say("rule.file.memory")}, "my/darts.star: The game takes too much memory."},
		{words.Russian, evaluator.Finding{Rule: games.Say("rule.file.time")}, "my/darts.star: Игра слишком долго думает."},
		{words.English, evaluator.Finding{Rule: games.Say("rule.file.gone")}, "my/darts.star: The game has stopped. Try once more."},
	} {
		if got := findingText(tt.lang, "my/darts.star", tt.f); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestAProgramIsToldLineAndColumn(t *testing.T) {
	r := evaluator.Report{Findings: []evaluator.Finding{
		{Fault: &evaluator.Fault{Line: 12, Column: 5}},
		{Breach: &kit.Finding{Said: map[string]string{"en": "darts.star:7:13: division by zero"}}},
		{Breach: &kit.Finding{Said: map[string]string{"en": "You can't take so: 7:13:"}}},
	}}
	var got [][2]int
	for _, f := range checkedOf(words.English, "darts.star", r).Findings {
		got = append(got, [2]int{f.Line, f.Column})
	}
	if want := [][2]int{{12, 5}, {7, 13}, {0, 0}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryPartOfTheKitHasAWordInBothLanguages(t *testing.T) {
	for _, lang := range words.Langs {
		for _, part := range []string{"words", "art", "setup", "games"} {
			if !words.Companion(lang).Has("game." + part) {
				t.Errorf("%s has no word for %s", lang, part)
			}
		}
	}
}

func TestAGameThatIsFineIsOneLine(t *testing.T) {
	var out strings.Builder
	c := &call{out: bufio.NewWriter(&out), lang: words.English}
	r := evaluator.Report{Least: 2, Most: 6, Options: []string{"risk", "scoring"}, Games: 40, Positions: 3000}
	if err := c.printGame("darts.star", r); err != nil {
		t.Fatal(err)
	}
	c.out.Flush()
	if got, want := out.String(), "darts.star: fine; seats 2–6, options 2, random games 40, positions 3000\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	line, err := json.Marshal(checkedOf(words.English, "darts.star", r))
	want := `{"file":"darts.star","fine":true,"least":2,"most":6,"options":["risk","scoring"],"games":40,"positions":3000,"findings":[]}`
	if err != nil || string(line) != want {
		t.Errorf("got %s, %v, want %s", line, err, want)
	}
}

func TestWhatTheEvaluatorSaysIsInBothLanguages(t *testing.T) {
	for _, lang := range words.Langs {
		own := words.Companion(lang)
		for _, key := range []string{"rule.file", "rule.file.time", "rule.file.memory", "rule.file.gone", "ask.file"} {
			if !own.Has(key) {
				t.Errorf("%s has no %s", lang, key)
			}
		}
		if prompt := own.Word("ask.file"); len([]rune(prompt)) > 42 {
			t.Errorf("%s: %q has no room", lang, prompt)
		}
	}
}

// A check prints how the quick games ended and what none of them reached, in both languages.
func TestACheckSaysWhatNoGameReached(t *testing.T) {
	r := &kit.Reach{
		Games: 20, Ended: 10, Decisions: 305, Won: []int{4, 5}, Lost: 1,
		Whys:      []kit.Why{{Key: "why.most", Said: map[string]string{"en": "Wins with 9 points", "ru": "Победа: 9 очков"}, Games: 10}},
		Functions: []string{"after", "over"}, Phases: []string{"draft"}, Verbs: []string{"claim"}, Words: []string{"line.gold"},
		Options: []string{"long=yes"}, Untaught: []string{"bid"}, Ends: []string{"target"}, Idle: []string{"refuses"},
		Mistaken: "seats=2: score 1 5, edit 1 1 6",
	}
	for lang, want := range map[words.Lang]string{
		words.English: `  games that ended by themselves: 10 of 20; decisions on average: 30
  victories by seat: 1 – 4, 2 – 5
  reasons: “Wins with 9 points” – 10
  functions that were never called: after, over
  phases that no game reached: draft
  decisions that were never possible: claim
  words that were never shown: line.gold
  values of options that were never tried: long=yes
  decisions that no topic explains: bid
  ends that no game came to: target
  functions that were asked and never changed anything: refuses
  a wrong number, though corrected at once, leaves other points or winners: seats=2: score 1 5, edit 1 1 6
  games without a winner: 1
`,
		words.Russian: `  закончились сами: 10 из 20; решений в партии в среднем: 30
  победы по местам: 1 – 4, 2 – 5
  чем кончались: «Победа: 9 очков» – 10
  функции, которые ни разу не вызывались: after, over
  фазы, до которых не дошло: draft
  решения, которых ни разу не было: claim
  слова, которые не пригодились: line.gold
  значения настроек, которые не пробовали: long=yes
  решения, о которых нет темы: bid
  концовки, до которых не дошло: target
  функции, которые вызывались, но ничего не изменили: refuses
  после неверного числа и сразу же исправления очки или победители другие: seats=2: score 1 5, edit 1 1 6
  партии без победителя: 1
`,
	} {
		var out strings.Builder
		c := &call{out: bufio.NewWriter(&out), lang: lang}
		if err := c.printReach(r); err != nil {
			t.Fatal(err)
		}
		c.out.Flush()
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
	}
}

func TestTheProgressOfACheckIsOneLineThatIsRewritten(t *testing.T) {
	var out strings.Builder
	p := progress{&out, words.English, "darts.star", time.Now()}
	p.show(3, 120)
	p.show(4, 160)
	p.end()
	const clear = "\r\x1b[K"
	if want := clear + "darts.star: games 3, positions 120, 0 s" + clear + "darts.star: games 4, positions 160, 0 s" + clear; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
