package fox_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
	"tabletop/games/fox"
	"tabletop/games/gamestest"
)

// spoken is the words of the game in a language.
func spoken(t *testing.T, lang words.Lang) *words.Catalogue {
	t.Helper()
	w, err := words.For(lang, words.Companion(lang), fox.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// item spells a text, which has words in each language.
func item(t *testing.T, text games.Text) string {
	t.Helper()
	for _, lang := range words.Langs {
		if text.Key != "" && !spoken(t, lang).Has(text.Key) {
			t.Errorf("%s has no word for %q", lang, text.Key)
		}
	}
	return wordstest.Item(text)
}

// told are the texts of a view.
func told(t *testing.T, s games.State) []string {
	t.Helper()
	v := s.View(games.Nobody)
	all := []string{item(t, v.Title), item(t, v.Prompt)}
	for _, l := range v.Lines {
		all = append(all, item(t, l))
	}
	return all
}

func TestTheViewTellsTheTrickAndTheCountsDuringARound(t *testing.T) {
	s := after(t, "seats=2", "decree bells 4", "play keys 7", "play keys 2", "play moons 11")
	want := []string{"title.trick 1 1 0", "ask.monarch", "line.led (name.moons 11)", "line.decree word.bells 4", "line.score @1", "line.score @2"}
	if got := told(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s = gamestest.After(t, s, "play moons 3")
	want = []string{"title.trick 1 1 0", "ask.exchange", "line.led (name.moons 11)", "line.answer (name.moons 3)", "line.decree word.bells 4", "line.score @1", "line.score @2"}
	if got := told(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s = gamestest.After(t, s, "exchange keys 5", "play bells 5")
	want = []string{"title.trick 1 2 0", "ask.follow", "line.led (name.bells 5)", "line.woodcutter @1", "line.decree word.keys 5", "line.score @1", "line.score @2"}
	if got := told(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheViewTellsTheResultAndTheProofAfterARound(t *testing.T) {
	s := after(t, "seats=2", wholeRound...)
	want := []string{"title.round 2", "ask.decree.next @1 5 @2 7", "line.clean", "line.result 6 @1 2 honour.defeated 5", "line.result 7 @2 1 honour.victorious 7", "line.deals @1", "line.score 5 @1", "line.score 7 @2"}
	if got := told(t, s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, tt := range []struct {
		drawing, asked, want string
	}{
		{brokenMonarch, "ask.decree.broken 8 8 4", "line.monarch 8 @1 (name.bells 5) (name.bells 10)"},
		{brokenSuit, "ask.decree.broken 10 3 7", "line.revoke 10 @2 (name.moons 9) (name.bells 4)"},
	} {
		if got := told(t, gamestest.Position(t, fox.Rules{}, "seats=2", tt.drawing)); got[1] != tt.asked || got[2] != tt.want {
			t.Errorf("got %q, want %q and %q", got[1:3], tt.asked, tt.want)
		}
	}
}

func TestTheLastResultStandsInThePromptUntilTheNextRoundBegins(t *testing.T) {
	for _, tt := range []struct {
		says []games.Decision
		want string
	}{
		{nil, "ask.round"},
		{[]games.Decision{"round 5-8 treasures 1-2"}, "ask.round.next @1 3 @2 8"},
		{[]games.Decision{"round 5-8 treasures 1-2", "round 13-0 treasures 3-0"}, "ask.round.next @1 3 @2 6"},
		{[]games.Decision{"round 5-8 treasures 1-2", "round 3-10 treasures 0-3", "round 7-6 treasures 3-0"}, "ask.round.next @1 9 @2 3"},
	} {
		if got := told(t, after(t, "seats=2 mode=quick target=99", tt.says...))[1]; got != tt.want {
			t.Errorf("behind %q: got %q, want %q", tt.says, got, tt.want)
		}
	}
	s := gamestest.After(t, after(t, "seats=2", wholeRound...), "decree bells 4")
	if got := told(t, s)[1]; got != "ask.lead" {
		t.Errorf("in the next round: got %q", got)
	}
}

func TestABrokenRuleFlashesUntilTheNextRoundBegins(t *testing.T) {
	s := gamestest.Position(t, fox.Rules{}, "seats=2", brokenSuit)
	want := games.Cell{Glyph: "moons", Seat: games.Nobody, Mark: games.MarkAlarm, Tag: "9"}
	if got := s.View(games.Nobody).Cells; len(got) != 1 || got[0] != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := gamestest.After(t, s, "decree bells 4").View(games.Nobody).Cells; len(got) != 1 || got[0].Mark != 0 {
		t.Errorf("in the next round: got %v", got)
	}
}

const brokenMonarch = `
decree
round 2 first 2
points 8 4
last 7-6 treasures 2-1
decree keys 7
trick 1 moons 8 moons 4
trick 1 keys 3 exchange bells 4 keys 1
trick 2 keys 5 keys 10
trick 1 keys 2 keys 8
trick 2 moons 7 moons 1
trick 1 bells 3 exchange keys 7 bells 8
trick 2 moons 6 bells 4
trick 2 bells 11 bells 5
trick 2 moons 3 exchange moons 2 moons 9
trick 1 bells 7 keys 6
trick 1 bells 1 keys 11
trick 1 bells 10 keys 7
trick 1 keys 9 moons 11
`

const brokenSuit = `
decree
round 2 first 2
points 3 7
last 6-7 treasures 0-1
decree bells 3
trick 1 keys 9 keys 6
trick 1 moons 5 moons 2
trick 1 bells 6 bells 10
trick 2 keys 11 keys 1
trick 1 keys 8 keys 2
trick 1 bells 11 keys 5
trick 1 moons 1 moons 6
trick 1 keys 3 exchange bells 2 keys 10
trick 2 moons 11 bells 1
trick 1 bells 7 moons 9
trick 2 bells 4 bells 3 keep
trick 2 moons 3 exchange keys 4 bells 5
trick 2 bells 2 bells 9
`

func TestNoCardOfAnEarlierTrickIsToldDuringARound(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 4))
	for range 100 {
		s := after(t, "seats=2")
		played := 0
		for d := ""; played < 26; {
			may := legal(s)
			d = may[rnd.IntN(len(may))]
			if s = gamestest.After(t, s, games.Decision(d)); strings.HasPrefix(d, "play") {
				played++
			}
			checkTold(t, s)
		}
	}
}

// checkTold fails if the view names a card that is neither the decree nor of the
// trick that is being played.
func checkTold(t *testing.T, s games.State) {
	t.Helper()
	if !s.(interface{ Veiled() bool }).Veiled() {
		return
	}
	v := s.View(games.Nobody)
	for _, l := range v.Lines {
		switch l.Key {
		case "line.led", "line.answer", "line.decree", "line.score", "line.woodcutter", "line.swan", "line.witch", "line.witches":
		default:
			t.Fatalf("during a round the view tells %s\n%s", l.Key, s)
		}
	}
	lines := strings.Split(strings.TrimSpace(s.String()), "\n")
	open := lines[len(lines)-1]
	for _, l := range v.Lines {
		for _, arg := range l.Args {
			if card, ok := strings.CutPrefix(arg, "#name."); ok && !strings.Contains(open, card) {
				t.Fatalf("the view tells %s, which is not in the trick\n%s", card, s)
			}
		}
	}
}

func TestThePowersAreSaidWhereTheyHappen(t *testing.T) {
	for _, tt := range []struct {
		plays              []games.Decision
		prompt, rule, line string // the first line, but for the decree
	}{
		{[]games.Decision{"play keys 9"}, "ask.witch", "phase.witch", "line.led"},
		{[]games.Decision{"play keys 1"}, "ask.follow", "phase.swan", "line.led"},
		{[]games.Decision{"play keys 11"}, "ask.monarch", "phase.monarch", "line.led"},
		{[]games.Decision{"play keys 7"}, "ask.follow", "phase.follow", "line.led"},
		{[]games.Decision{"play keys 1", "play keys 7"}, "ask.lead", "phase.lead", "line.swan(@1)"},
		{[]games.Decision{"play keys 7", "play bells 1"}, "ask.lead", "phase.lead", "line.decree"},
		{[]games.Decision{"play keys 1", "play moons 1"}, "ask.lead", "phase.lead", "line.swan(@2)"},
		{[]games.Decision{"play keys 11", "play moons 9"}, "ask.lead", "phase.lead", "line.witch"},
		{[]games.Decision{"play moons 9", "play keys 11"}, "ask.lead", "phase.lead", "line.decree"},
		{[]games.Decision{"play moons 9", "play bells 2"}, "ask.lead", "phase.lead", "line.witch"},
		{[]games.Decision{"play bells 10", "play moons 9"}, "ask.lead", "phase.lead", "line.decree"},
		{[]games.Decision{"play keys 9", "play moons 9"}, "ask.lead", "phase.lead", "line.witches"},
		{[]games.Decision{"play keys 1", "play moons 9"}, "ask.lead", "phase.lead", "line.witch"},
		{[]games.Decision{"play keys 1", "play keys 7", "fix turn 2"}, "ask.lead", "phase.lead", "line.decree"},
	} {
		v := after(t, "seats=2", append([]games.Decision{"decree bells 4"}, tt.plays...)...).View(games.Nobody)
		line := v.Lines[0].Key
		if len(v.Lines[0].Args) > 0 && line == "line.swan" {
			line += "(" + v.Lines[0].Args[0] + ")"
		}
		if v.Prompt.Key != tt.prompt || v.Rule.Key != tt.rule || line != tt.line {
			t.Errorf("%q: got %s, %s, %s, want %s, %s, %s", tt.plays, v.Prompt.Key, v.Rule.Key, line, tt.prompt, tt.rule, tt.line)
		}
	}
}

func TestTheMatrixShowsTrumpAndTheSuitThatWasLed(t *testing.T) {
	for _, tt := range []struct {
		s    games.State
		want string
	}{
		{after(t, "seats=2"), ""},
		{after(t, "seats=2", "decree bells 4"), "bells4"},
		{after(t, "seats=2", "decree bells 4", "play keys 7"), "bells4 keys7"},
		{after(t, "seats=2", "decree bells 4", "play keys 3", "exchange moons 2"), "moons2 keys3"},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play moons 3"), "bells4 keys7"},
		{after(t, "seats=2", "decree bells 4", "play keys 7", "play moons 2"), "bells4"},
		{after(t, "seats=2", wholeRound...), ""},
	} {
		var shown []string
		for _, c := range tt.s.View(games.Nobody).Cells {
			shown = append(shown, c.Glyph+c.Tag)
		}
		if got := strings.Join(shown, " "); got != tt.want {
			t.Errorf("got %q, want %q\n%s", got, tt.want, tt.s)
		}
	}
}

// The file is to be read aloud.
func TestADecisionIsSaidAsPeopleSayIt(t *testing.T) {
	var said strings.Builder
	for _, lang := range words.Langs {
		for _, d := range []games.Decision{
			"play moons 1", "play moons 11", "play keys 3", "play keys", "decree keys 5", "decree bells", "exchange bells 2", "keep",
			"trick 1", "trick 2 treasures 1", "round 5-8 treasures 1-2",
			"turn 2", "score 2 14", "tricks 1 4", "treasures 1", "swap keys 7 keys 8",
		} {
			fmt.Fprintf(&said, "%s: %s = %s\n", lang, d, spoken(t, lang).Decision(d, []string{"Ann", "Bob"}))
		}
	}
	gamestest.Kept(t, "said.txt", said.String())
}

// A row holds a name of seven letters and the Treasures. With longer names the rows of one seat are cut,
// and still differ.
func TestRowsOfATrickDifferWithTheLongestName(t *testing.T) {
	const row = 19
	for _, lang := range words.Langs {
		seen := map[string]bool{}
		for _, c := range after(t, "seats=2 mode=tricks").Legal() {
			cut := []rune(spoken(t, lang).Decision(c.Says, []string{"Александра", "Константин"}))
			if len(cut) > row {
				cut = cut[:row-1]
			}
			if seen[string(cut)] {
				t.Errorf("%s: two rows are %q", lang, string(cut))
			}
			seen[string(cut)] = true
			said := spoken(t, lang).Decision(c.Says, []string{spoken(t, lang).Word("setup.player", "1"), spoken(t, lang).Word("setup.player", "2")})
			if n := utf8.RuneCountInString(said); n > row {
				t.Errorf("%s %q has %d columns, want at most %d", lang, said, n, row)
			}
		}
	}
}

func TestWhatMenusOfferFitsInARow(t *testing.T) {
	const row = 18 // columns beside the cursor and the arrows
	for _, lang := range []string{"ru", "en"} {
		for line := range strings.Lines(fox.Rules{}.Assets()[lang]) {
			key, text, _ := strings.Cut(strings.TrimSpace(line), " = ")
			step := strings.HasPrefix(key, "word.") || key == "say.keep" || key == "say.more" || strings.HasPrefix(key, "option.")
			if n := utf8.RuneCountInString(text); step && n > row {
				t.Errorf("%s %s: %q has %d columns, want at most %d", lang, key, text, n, row)
			}
		}
	}
}
