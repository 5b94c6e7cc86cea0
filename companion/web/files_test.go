package web

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// coinsInAFile is the game of coins in a file.
type coinsInAFile struct{ coins }

func (coinsInAFile) Name() string    { return "file/coins" }
func (coinsInAFile) Program() string { return "coins()" }
func (coinsInAFile) ID() string      { return games.IDOf("file/coins", "coins()") }

// files try programs: only that of coins is good.
type files struct{}

func (files) Try(_ context.Context, name, program string) (games.Rules, error) {
	if program != "coins()\n" {
		return nil, inTwoTongues(name + ".star:1:1")
	}
	return coinsInAFile{}, nil
}

// inTwoTongues is an error with words.
type inTwoTongues string

func (e inTwoTongues) Error() string             { return "said in no language" }
func (e inTwoTongues) In(lang words.Lang) string { return string(lang) + " " + string(e) }

func TestAGameThatIsSentIsTriedBeforeTheTableIsAsked(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		code       int
		want, does string
	}{
		{"a good one", `{"name":"coins","program":"\ufeffcoins()\r\n"}`, 202, `{"asked":true}`, "ask AddGame{Name:coins Program:coins()\n Title:Монеты (файл)}"},
		{"a bad one", `{"name":"coins","program":"con()"}`, 422, `{"error":"ru coins.star:1:1"}`, ""},
		{"a field too many", `{"name":"coins","program":"","yes":true}`, 400, "unknown field", ""},
		{"too long", `{"name":"coins","program":"` + strings.Repeat("x", mostGame) + `"}`, 413, "196608", ""},
	} {
		at := newTable()
		at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: inWords(t)}})
		got := ask(shelved(t, at), request("POST", "/api/game", tt.body))
		if got.Code != tt.code || !strings.Contains(got.Body.String(), tt.want) || strings.Join(at.asked, "; ") != tt.does {
			t.Errorf("%s: %d %s, asked %q", tt.name, got.Code, got.Body, at.asked)
		}
	}
}

func TestAGameIsTakenOffTheShelfByItsName(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Lang: words.Russian, Library: library(t, games.Of(coins{}, coinsInAFile{}))}})
	for _, tt := range []struct {
		arg  string
		code int
	}{{"coins", 202}, {"file/coins", 404}, {"coin", 404}} {
		if got := ask(shelved(t, at), request("POST", "/api/ask", `{"what":"drop-game","arg":"`+tt.arg+`","with":""}`)); got.Code != tt.code {
			t.Errorf("%s: %d %s", tt.arg, got.Code, got.Body)
		}
	}
	if want := "ask DropGame{Name:coins Title:Монеты (файл)}"; len(at.asked) != 1 || at.asked[0] != want {
		t.Errorf("asked %q, want %q", at.asked, want)
	}
}

func TestFilesThatCantBePlayedAreListedWithTheReason(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{Moment: companion.Moment{Library: &companion.Library{Wrong: []companion.BrokenFile{{File: "darts.star", Why: map[words.Lang]string{words.Russian: "строка 3", words.English: "line 3"}}}}}})
	got := ask(shelved(t, at), request("GET", "/api/games?lang=en", ""))
	if want := `"wrong":[{"file":"darts.star","why":"line 3"}],"files":true}`; !strings.Contains(got.Body.String(), want) {
		t.Errorf("got %s, want %s", got.Body, want)
	}
}

func TestAMatchOfAGameInAFileIsCalledWhatItWasCalledThen(t *testing.T) {
	if got := (&call{lang: words.English, messages: words.Companion(words.English), now: &screen.Moment{Moment: companiontest.Whole(companion.Moment{})}}).title("file/darts"); got != "darts" {
		t.Errorf("a game that is gone is called %q", got)
	}
	if !errors.As(error(inTwoTongues("x")), new(localizedError)) {
		t.Error("an error with words has none")
	}
}

func TestGamesAreTriedOneAtATimeAndNotOneAfterTheOther(t *testing.T) {
	at := newTable()
	at.set(screen.Moment{})
	s := shelved(t, at)
	for i, want := range []int{422, 503} {
		if got := ask(s, request("POST", "/api/game", `{"name":"x","program":""}`)); got.Code != want {
			t.Errorf("%d: %d %s", i, got.Code, got.Body)
		}
	}
}
