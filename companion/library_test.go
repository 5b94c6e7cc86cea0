package companion_test

import (
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/mice"
)

// filed is the game of mice in a file, under a title of its own.
type filed struct {
	mice.Rules
	name, title, program string
	most                 int
}

func (f *filed) Name() string    { return games.InFile + f.name }
func (f *filed) Program() string { return f.program }
func (f *filed) ID() string      { return games.IDOf(f.Name(), f.program) }

func (f *filed) Seats() (least, most int) {
	if f.most > 0 {
		return 2, f.most
	}
	return f.Rules.Seats()
}

func (f *filed) Assets() map[string]string {
	all := map[string]string{}
	for name, text := range f.Rules.Assets() {
		_, rest, _ := strings.Cut(text, "\n")
		all[name] = "title = " + f.title + "\n" + rest
		if name != "ru" && name != "en" {
			all[name] = text
		}
	}
	return all
}

// files tells a table which games lie in files now.
func files(tb *companiontest.Table, all ...games.Rules) {
	tb.Send(companion.Files{Games: all})
}

func TestAGameInAFileIsPlayedUnderItsOwnWords(t *testing.T) {
	tb := atHome(t)
	files(tb, &filed{name: "cheese", title: "Сыр", program: "one"})
	tb.Choose("home.other", "file/cheese:title")
	if got := tb.Model.View().Title; got != "Сыр" {
		t.Fatalf("the set-up is headed %q", got)
	}
	tb.Press("ok")
	mt := tb.Model.Match()
	if mt.IsZero() || mt.Rules().Name() != "file/cheese" || mt.Fact(1).Program != "one" {
		t.Fatalf("the match begins with %+v", mt.Fact(1))
	}
	if v := tb.Model.View(); v.Game != games.ID(mt.Rules()) || v.File == nil {
		t.Errorf("the view has the pictures of %q, %v", v.Game, v.File)
	}
}

func TestAGameInAFileWithATitleOfOursIsMarked(t *testing.T) {
	for title, want := range map[string]string{
		"Мазайцы": "Мазайцы (файл)", "мазайцы": "мазайцы (файл)", "Maзайцы": "Maзайцы (файл)", "Маз\u200bайцы": "Маз\u200bайцы (файл)", "Mazaitsy": "Mazaitsy (файл)",
		"Сыр": "Сыр", "Мазайцы 2": "Мазайцы 2", "Бри": "Бри (файл)",
	} {
		tb := atHome(t)
		cheese := &filed{name: "cheese", title: title, program: title}
		brie := &filed{name: "brie", title: "Бри", program: "brie"} // one of ours
		tb.Send(companion.Files{Games: []games.Rules{brie, cheese}, Included: []string{brie.Name()}})
		library := tb.Model.Moment().Library
		for name, got := range map[string]string{
			"in the list": library.Words(words.Russian, "file/cheese").Word("title"),
			"in a match":  library.WordsOf(words.Russian, cheese).Word("title"),
		} {
			if got != want {
				t.Errorf("%s a file's %q is called %q, want %q", name, title, got, want)
			}
		}
		if got := library.WordsOf(words.Russian, brie).Word("title"); got != "Бри" {
			t.Errorf("an included game is called %q", got)
		}
		if got := library.Words(words.Russian, "mazaitsy").Word("title"); got != "Мазайцы" {
			t.Errorf("a game of ours is called %q", got)
		}
		if strings.ContainsRune(title, 0x200b) {
			continue // which the panel doesn't draw
		}
		tb.Choose("home.other", want)
		if got := tb.Model.View().Title; got != want {
			t.Errorf("the set-up of a file's %q is headed %q, want %q", title, got, want)
		}
	}
}

func TestAMatchGoesOnByItsOwnVersionWhenTheFileChangesOrGoes(t *testing.T) {
	tb := atHome(t)
	files(tb, &filed{name: "cheese", title: "Сыр", program: "one"})
	tb.Choose("home.other", "file/cheese:title", "setup.explain", "setup.start")
	files(tb, &filed{name: "cheese", title: "Бри", program: "two"})
	if got := tb.Model.Moment().Library.WordsOf(words.Russian, tb.Model.Match().Rules()).Word("title"); got != "Сыр" {
		t.Errorf("the match is called %q", got)
	}
	if got := tb.Model.Words("file/cheese").Word("title"); got != "Бри" {
		t.Errorf("the game is called %q", got)
	}
	files(tb)
	tb.Press("ok", "ok")
	if mt := tb.Model.Match(); mt.IsZero() || mt.Seq() < 3 {
		t.Errorf("without its file the match stands at %d", mt.Seq())
	}
	if got := tb.Model.Moment().Library.Words(words.Russian, "file/cheese"); got != nil {
		t.Error("a game that is gone has words")
	}
}

func TestASetUpWhoseFileIsGoneLeavesThePanel(t *testing.T) {
	tb := atHome(t)
	cheese := &filed{name: "cheese", title: "Сыр", program: "one"}
	files(tb, cheese)
	tb.Choose("home.other", "file/cheese:title")
	tb.Press("down", "down", "ok")
	files(tb)
	tb.Press("back", "back", "back")
	files(tb, cheese)
	tb.Choose("home.other", "title")
	if got := tb.Model.View().Title; got != "Сыр" {
		t.Errorf("back again its set-up is headed %q", got)
	}
}

func TestASetUpFollowsAFileThatTakesFewerSeats(t *testing.T) {
	tb := atHome(t)
	files(tb, &filed{name: "cheese", title: "Сыр", program: "one"})
	if r := ask(tb, companion.SetUp{Draft: companion.Draft{Game: "file/cheese", Names: []string{"А", "Б", "В", "Г"}, First: 4, Options: map[string]string{"scoring": "kids"}}}); r.Refusal != "" {
		t.Fatal(r)
	}
	files(tb, &filed{name: "cheese", title: "Сыр", program: "two", most: 2})
	tb.Choose("home.other", "file/cheese:title")
	tb.Press("ok")
	if mt := tb.Model.Match(); mt.IsZero() || len(mt.Names()) != 2 || mt.Fact(1).Program != "two" {
		t.Errorf("it is begun as %+v", mt)
	}
}

func TestAFileThatCantBePlayedIsSaidOnceAndListed(t *testing.T) {
	tb := atHome(t)
	wrong := companion.BrokenFile{File: "darts.star", Why: map[words.Lang]string{words.Russian: "darts.star:3:7: нет имени tunr", words.English: "darts.star:3:7: no name tunr"}}
	tb.Send(companion.Files{Wrong: []companion.BrokenFile{wrong}})
	tb.Want("darts.star:3:7: нет имени tunr")
	tb.Press("ok")
	tb.Send(companion.Files{Wrong: []companion.BrokenFile{wrong}})
	if strings.Contains(tb.Screen(), "3:7") {
		t.Error("it is said twice")
	}
	tb.Choose("home.other", "! darts.star")
	tb.Want("darts.star:3:7: нет имени tunr")
}

func TestAGameIsAddedAndRemovedByTheWiredKeysYes(t *testing.T) {
	for _, tt := range []struct {
		command companion.Command
		asks    string
	}{
		{companion.AddGame{Name: "darts", Program: "p", Title: "Дартс\n501"}, "ask.game (Дартс 501)"},
		{companion.DropGame{Name: "darts", Title: "Дартс 501"}, "ask.nogame Дартс 501"},
	} {
		tb := atHome(t)
		if r := ask(tb, tt.command); r.Refusal != "" {
			t.Fatal(r)
		}
		tb.Want(tt.asks)
		if len(tb.Carries) > 0 {
			t.Error("it is done before anybody has agreed")
		}
		tb.Choose("ask.yes")
		if len(tb.Carries) != 1 || tb.Carries[0] != tt.command {
			t.Errorf("carried out: %+v", tb.Carries)
		}
	}
}
