package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/settings"

	"pgregory.net/rapid"
)

var (
	secretA = strings.Repeat("a1", 32)
	secretB = strings.Repeat("b2", 32)
)

func TestWhatIsKeptIsLoaded(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	keep(t, s, spelled{
		Match: "m1", First: 1, Lines: lines(1, 4), Secret: secretA,
		Settings: "lang\tru\ncup\t3d6+2\textra\n", Players: "Аня\nБоря\n",
	})
	keep(t, s, spelled{Match: "m1", First: 5, Lines: lines(5, 6)})
	keep(t, s, spelled{Match: "m2", First: 1, Lines: lines(1, 2), Secret: secretB, Players: "Вера\nАня\n"})
	want := loaded{
		Settings: map[string]string{"lang": "ru", "cup": "3d6+2\textra"},
		Players:  []string{"Аня", "Вера", "Боря"},
		Open: []openRecord{
			{Match: "m2", Lines: lines(1, 2), Secret: secretB},
			{Match: "m1", Lines: lines(1, 6), Secret: secretA},
		},
		Firsts: map[string]int{"Аня": 2},
	}
	if got := load(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := load(t, opened(t, dir)); !reflect.DeepEqual(got, want) {
		t.Errorf("after a restart got %+v\nwant %+v", got, want)
	}
}

func TestAnEmptyDatabaseIsAnEmptyEvening(t *testing.T) {
	got := load(t, opened(t, t.TempDir()))
	if want := (loaded{Settings: map[string]string{}, Firsts: map[string]int{}}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestKeepingTheSameTwiceIsOnce(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, k := range night {
		keep(t, s, k)
		once := dump(t, s)
		evening := load(t, s)
		keep(t, s, k)
		if twice := dump(t, s); twice != once {
			t.Errorf("%+v twice:\n%s\nonce:\n%s", k, twice, once)
		}
		if twice := load(t, s); !reflect.DeepEqual(twice, evening) {
			t.Errorf("%+v twice: %+v\nonce: %+v", k, twice, evening)
		}
	}
}

func TestLinesThatOverlapAreComparedAndTheRestIsAdded(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 4)})
	keep(t, s, spelled{Match: "m", First: 3, Lines: lines(3, 8)})
	if got := load(t, s).Open[0].Lines; got != lines(1, 8) {
		t.Errorf("got\n%swant\n%s", got, lines(1, 8))
	}
}

func TestWhatCannotBeKeptChangesNothing(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 4), Secret: secretA})
	before := dump(t, s)
	cases := []struct {
		name string
		keep spelled
		want error
	}{
		{"a gap", spelled{Match: "m", First: 6, Lines: lines(6, 7)}, ErrGap},
		{"a match without its beginning", spelled{Match: "new", First: 2, Lines: lines(2, 3)}, ErrGap},
		{"seq 0", spelled{Match: "m", First: 0, Lines: lines(4, 4)}, ErrGap},
		{"the end of an unknown match", spelled{Match: "new", Over: true}, ErrGap},
		{"a secret of an unknown match", spelled{Match: "new", Secret: secretA}, ErrGap},
		{"another line", spelled{Match: "m", First: 4, Lines: lines(5, 6)}, ErrDiffers},
		{"another line behind new ones", spelled{Match: "m", First: 3, Lines: line(3) + "\n{}\n" + lines(5, 5)}, ErrDiffers},
		{"lines without a match", spelled{First: 5, Lines: lines(5, 5)}, errNoMatch},
	}
	for _, c := range cases {
		c.keep.Settings = "lang\tru\n"
		if err := s.Keep(t.Context(), c.keep.keep()); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		load(t, s)
		if got := dump(t, s); got != before {
			t.Errorf("%s was refused and changed\n%sto\n%s", c.name, before, got)
		}
	}
}

func TestASettingNeedsAKeyAndALineNoLineFeed(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, k := range []companion.Keep{
		{Settings: []settings.Line{{Value: "ru"}}},
		{Match: "m", First: 1, Lines: []string{line(1) + "\n" + line(2)}},
	} {
		if err := s.Keep(t.Context(), k); err == nil {
			t.Errorf("%+v was kept", k)
		}
	}
}

func TestAFirstLineThatIsNoJSONIsRefused(t *testing.T) {
	err := opened(t, t.TempDir()).Keep(t.Context(), spelled{Match: "m", First: 1, Lines: "started\n"}.keep())
	if err == nil || !strings.Contains(err.Error(), `"m"`) {
		t.Errorf("got %v, want an error that names the match", err)
	}
}

func TestAnEmptyValueDeletesASetting(t *testing.T) {
	s := opened(t, t.TempDir())
	keep(t, s, spelled{Settings: "a\t1\nb\t2\na\t\nc\t\n"})
	want := map[string]string{"b": "2"}
	if got := load(t, s).Settings; !maps.Equal(got, want) {
		t.Errorf("settings = %v, want %v", got, want)
	}
}

func TestTheMatchWrittenLatestComesFirst(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, id := range []string{"a", "b", "c"} {
		keep(t, s, spelled{Match: id, First: 1, Lines: lines(1, 1)})
	}
	keep(t, s, spelled{Match: "a", First: 2, Lines: lines(2, 2)})
	keep(t, s, spelled{Match: "b", First: 1, Lines: lines(1, 1)}) // nothing new
	if got, want := openOf(load(t, s)), []string{"a", "c", "b"}; !slices.Equal(got, want) {
		t.Errorf("open = %v, want %v", got, want)
	}
}

func openOf(e loaded) (ids []string) {
	for _, r := range e.Open {
		ids = append(ids, r.Match)
	}
	return ids
}

func TestAnEndedMatchIsNotOpenUntilPlayGoesBack(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, c := range []struct {
		name string
		keep spelled
		open []string
	}{
		{"two begin", spelled{Match: "a", First: 1, Lines: lines(1, 2)}, []string{"a"}},
		{"the other", spelled{Match: "b", First: 1, Lines: lines(1, 2)}, []string{"b", "a"}},
		{"one ends", spelled{Match: "a", First: 3, Lines: lines(3, 3), Over: true}, []string{"b"}},
		{"an old batch comes again", spelled{Match: "a", First: 1, Lines: lines(1, 2)}, []string{"b"}},
		{"its secret is opened", spelled{Match: "a", First: 4, Lines: lines(4, 4), Over: true}, []string{"b"}},
		{"a secret is added without a line", spelled{Match: "a", First: 9, Secret: secretB}, []string{"b"}},
		{"the end is taken back", spelled{Match: "a", First: 5, Lines: lines(5, 5)}, []string{"a", "b"}},
		{"it is ended without a line", spelled{Match: "a", Over: true}, []string{"b"}},
		{"a match that is over at once", spelled{Match: "c", First: 1, Lines: lines(1, 9), Over: true}, []string{"b"}},
	} {
		keep(t, s, c.keep)
		if got := openOf(load(t, s)); !slices.Equal(got, c.open) {
			t.Errorf("%s: open = %v, want %v", c.name, got, c.open)
		}
	}
}

func TestAnOpenedSecretIsNoSecretAndANewSealHasItsOwn(t *testing.T) {
	s := opened(t, t.TempDir())
	opening := fmt.Sprintf(`{"seq":3,"kind":"opened","secret":"%s"}`+"\n", secretA)
	for _, c := range []struct {
		keep spelled
		want string
	}{
		{spelled{Match: "m", First: 1, Lines: lines(1, 2), Secret: secretA}, secretA},
		{spelled{Match: "m", First: 3, Lines: opening}, ""},
		{spelled{Match: "m", First: 4, Lines: lines(4, 5), Secret: secretB}, secretB},
	} {
		keep(t, s, c.keep)
		if got := load(t, s).Open[0].Secret; got != c.want {
			t.Errorf("after %q the secret is %q, want %q", c.keep.Lines, got, c.want)
		}
	}
}

func TestNoErrorTellsASecret(t *testing.T) {
	s := opened(t, t.TempDir())
	for _, k := range []spelled{
		{Match: "new", Secret: secretA},
		{Secret: secretA},
	} {
		if err := s.Keep(t.Context(), k.keep()); err == nil || strings.Contains(err.Error(), secretA) {
			t.Errorf("%+v: %v", k, err)
		}
	}
}

func TestAWholeHistoryIsOneTransaction(t *testing.T) {
	s := opened(t, t.TempDir())
	begun := 0
	s.step = func(name string) {
		if name == begin.name {
			begun++
		}
	}
	keep(t, s, spelled{Match: "m", First: 1, Lines: lines(1, 5000)})
	if begun != 1 {
		t.Errorf("%d transactions, want 1", begun)
	}
	if got := load(t, s).Open[0].Lines; got != lines(1, 5000) {
		t.Errorf("%d bytes came back of %d", len(got), len(lines(1, 5000)))
	}
}

func TestNothingToKeepIsNoTransaction(t *testing.T) {
	s := opened(t, t.TempDir())
	s.step = func(name string) {
		if name != "return" {
			t.Errorf("step %q", name)
		}
	}
	keep(t, s, spelled{})
}

func TestACancelledContextKeepsNothing(t *testing.T) {
	s := opened(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Keep(ctx, spelled{Settings: "a\tb\n"}.keep()); !errors.Is(err, context.Canceled) {
		t.Errorf("Keep = %v, want context.Canceled", err)
	}
	if got := load(t, s).Settings; len(got) != 0 {
		t.Errorf("settings = %v, want none", got)
	}
}

func TestACancelInTheMiddleComesTooLate(t *testing.T) {
	s := opened(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	s.step = func(string) { cancel() }
	if err := s.Keep(ctx, spelled{Settings: "a\tb\n"}.keep()); err != nil {
		t.Fatal(err)
	}
	if got := load(t, s).Settings["a"]; got != "b" {
		t.Errorf("a = %q, want b", got)
	}
}

func TestEveryByteOfALineComesBack(t *testing.T) {
	s := opened(t, t.TempDir())
	matches := 0
	rapid.Check(t, func(t *rapid.T) {
		matches++
		id := fmt.Sprintf("m%d", matches)
		text := line(1) + "\n"
		for _, b := range rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "lines") {
			text += strings.ReplaceAll(string(b), "\n", "") + "\n"
		}
		if err := s.Keep(context.Background(), spelled{Match: id, First: 1, Lines: text}.keep()); err != nil {
			t.Fatal(err)
		}
		if e, err := s.Record(context.Background(), id); err != nil || e.Lines != text {
			t.Fatalf("got %q (%v), want %q", e.Lines, err, text)
		}
		if err := s.Keep(context.Background(), spelled{Match: id, Over: true}.keep()); err != nil {
			t.Fatal(err)
		}
	})
}
