//go:build unix

package evaluator

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
)

func TestAFileInTheChildIsTheGameItself(t *testing.T) {
	source := Sample("nim")
	direct, err := compile("nim", source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := begin(t).Rules("nim", source)
	if err != nil || r.Name() != "file/nim" {
		t.Fatal(r, err)
	}
	setup := games.Setup{Seats: 3}
	want := gamestest.Begin(t, direct, "seats=3")
	got, err := r.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	for want.Turn() != games.Nobody {
		same(t, 3, got, want)
		d := want.Legal()[0].At(0)
		if got, err = got.Apply(d); err != nil {
			t.Fatal(err)
		}
		want = gamestest.After(t, want, d)
	}
	same(t, 3, got, want)
}

func TestWordsInOneLanguageAreReported(t *testing.T) {
	const source = "# a program of several lines\n# about tricks\n" +
		`table(title = "Обещания", about = "Взятки на заказ", words = {"ru": "word.bonus = Сверх", "en": "word.bonus = Extra"})` + "\n"
	e := begin(t)
	want := []string{"title", "about"}
	r, err := e.Rules("promises", source)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.(interface{ Lacks() map[string][]string }).Lacks(); len(got) != 1 || !slices.Equal(got["en"], want) {
		t.Errorf("the rules lack %v, want %v in English", got, want)
	}
	if got := e.Try(t.Context(), "promises", source, Amount{Games: 1, Positions: 3}).Lacks; len(got) != 1 || !slices.Equal(got["en"], want) {
		t.Errorf("the report lacks %v, want %v in English", got, want)
	}
}

func TestTopicsOfAFileComeFromTheChild(t *testing.T) {
	const head = "# a program of several lines\n# about tricks\n"
	const source = head + `table(title = "Promises", about = "Bid tricks", options = [option("bids", "round", values = ["round", "once"])],
    topics = [topic("aim", "Take what you bid."), topic("once", "One bid each.", when = {"bids": "once"})],
    words = "option.bids = Bids\noption.bids.round = a\noption.bids.once = b")`
	direct, err := compile("promises", source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := begin(t).Rules("promises", source)
	if err != nil || !games.IsTaught(r) {
		t.Fatal(r, err)
	}
	for _, bids := range []string{"round", "once", "once", "round"} {
		setup := games.Setup{Seats: 3, Options: map[string]string{"bids": bids}}
		if got, want := games.Topics(r, setup), games.Topics(direct, setup); !reflect.DeepEqual(got, want) || len(want) < 5 {
			t.Errorf("bids=%s: got %v, want %v", bids, got, want)
		}
	}
	plain, err := begin(t).Rules("nim", Sample("nim"))
	if err != nil || games.IsTaught(plain) || games.Topics(plain, games.Setup{Seats: 2}) != nil {
		t.Errorf("a file without topics: %v, %v", games.IsTaught(plain), err)
	}
}

func TestAFaultHasItsPlaceInBothLanguages(t *testing.T) {
	_, err := begin(t).Rules("nim", "rulse()\n# and so on, for a program is longer than the name of a test's game\n# or two")
	var f Fault
	if !errors.As(err, &f) || f.Line != 1 || f.Column != 1 || f.In("ru") == f.In("en") || f.Text.Key == "" {
		t.Errorf("got %+v, %v", f, err)
	}
}

func BenchmarkFile(b *testing.B) {
	direct, err := compile("nim", Sample("nim"))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("direct", func(b *testing.B) { decide(b, direct) })
	b.Run("child", func(b *testing.B) { decide(b, compiled(b, begin(b), Sample("nim"))) })
}
