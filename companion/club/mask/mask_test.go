package mask_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/club/mask"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/mice"
	"tabletop/games/table"
)

var catalogue = games.Of(mice.Rules{}, table.Score{})

func secret(n byte) luck.Secret { return luck.Secret(bytes.Repeat([]byte{n}, 32)) }

// evening plays mice at random, as tables do.
type evening struct {
	m       match.Match
	secrets byte
}

// texts are what people write, names and their cases among it.
var texts = []string{"у Веры", "кости", "аня", "Ане", "три", "no luck", "Пётр!", "ёж"}

var names = []string{"Аня", "Вера", "Пётр", "Bo", "Игрок 2", "Анна-Мария", "x"}

func (e *evening) actions(t *rapid.T) map[string]func() (match.Match, error) {
	s := match.Stamp{MS: e.m.MS() + 5}
	key := secret(e.secrets).Key(e.m.Stirrings())
	return map[string]func() (match.Match, error){
		"stir":   func() (match.Match, error) { return e.m.Stir(s, rapid.SampledFrom(texts).Draw(t, "line")) },
		"draw":   func() (match.Match, error) { return e.m.DrawFirst(s, &key, "") },
		"answer": func() (match.Match, error) { return e.m.Answer(s, key) },
		"decide": func() (match.Match, error) { return e.m.Decide(s, oneOf(t, e.m.State().Legal()), "") },
		"rule": func() (match.Match, error) {
			return e.m.Rule(s, oneOf(t, e.m.State().Fixes()), rapid.SampledFrom(texts).Draw(t, "why"))
		},
		"seat": func() (match.Match, error) {
			return e.m.Seat(s, games.Seat(rapid.IntRange(1, 2).Draw(t, "seat")), rapid.SampledFrom(names).Draw(t, "name"))
		},
		"back": func() (match.Match, error) { return e.m.BackTo(s, rapid.IntRange(1, e.m.Seq()).Draw(t, "seq"), "") },
		"end":  func() (match.Match, error) { return e.m.End(s) },
		"open": func() (match.Match, error) { return e.m.Open(s, secret(e.secrets)) },
		"seal": func() (match.Match, error) {
			m, err := e.m.BackTo(s, e.m.Seq(), secret(e.secrets+1).Seal())
			if err == nil {
				e.secrets++
			}
			return m, err
		},
		"lose": func() (match.Match, error) {
			m, err := e.m.LoseSecret(s, secret(e.secrets+1).Seal())
			if err == nil {
				e.secrets++
			}
			return m, err
		},
	}
}

func oneOf(t *rapid.T, choices []games.Choice) string {
	if len(choices) == 0 {
		return "nothing"
	}
	c := rapid.SampledFrom(choices).Draw(t, "choice")
	return string(c.At(rapid.IntRange(0, max(c.Len()-1, 0)).Draw(t, "value")))
}

func played(t *rapid.T) match.Match {
	seats := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 2, 4, rapid.ID).Draw(t, "seats")
	m, err := match.Begin(catalogue, match.Fact{Kind: match.Started, Game: "mice", Seats: seats, Seal: secret(0).Seal()})
	if err != nil {
		t.Fatal(err)
	}
	e := evening{m: m}
	often := strings.Fields("answer answer answer back decide decide decide draw end lose open open rule seal seat stir stir")
	for range rapid.IntRange(1, 40).Draw(t, "length") {
		if m, err := e.actions(t)[rapid.SampledFrom(often).Draw(t, "action")](); err == nil {
			e.m = m
		}
	}
	return e.m
}

func TestNothingIsLeftOfAMaskedName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := played(t)
		told := rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID).Draw(t, "told")
		is := func(name string) bool { return slices.Contains(told, name) }
		others, err := mask.Names(m.UpTo(m.Seq()), is, "Игрок")
		if err != nil {
			t.Fatal(err)
		}
		lines, err := mask.Lines(m.UpTo(m.Seq()), others)
		if err != nil {
			t.Fatal(err)
		}
		for name, other := range others {
			if _, nobody := mask.Number(name); nobody || is(name) {
				t.Fatalf("%q got the name %q", name, other)
			}
		}
		noneOf(t, lines, others)
		sameGame(t, m, lines, others)
	})
}

// noneOf finds no masked name in the texts of people, however it is written.
func noneOf(t *rapid.T, lines string, others map[string]string) {
	fold := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "ё", "е") }
	for line := range strings.Lines(lines) {
		var f match.Fact
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		for name := range others {
			free := f.Kind == match.Stirred && strings.Contains(fold(f.Says), fold(name))
			cased := f.Kind == match.Stirred && name == "Вера" && strings.Contains(f.Says, "Веры")
			cased = cased || f.Kind == match.Stirred && name == "Аня" && strings.Contains(f.Says, "Ане")
			if free || cased || f.Why != "" || slices.Contains(f.Seats, name) || f.Kind == match.Seated && f.Says == name {
				t.Fatalf("%q is left in %s", name, line)
			}
		}
	}
}

// sameGame reads the masked record back: the same position, line and names, as far as told.
func sameGame(t *rapid.T, m match.Match, lines string, others map[string]string) {
	got, err := match.Read(strings.NewReader(lines), "masked", catalogue)
	if err != nil {
		t.Fatalf("%v\n%s\nwas\n%s", err, lines, m.UpTo(m.Seq()))
	}
	if got.UpTo(got.Seq()) != lines {
		t.Fatalf("reads back as\n%s\nnot\n%s", got.UpTo(got.Seq()), lines)
	}
	want := m.Names()
	for i, name := range want {
		if other, ok := others[name]; ok {
			want[i] = other
		}
	}
	if got.State().String() != m.State().String() || got.Ended() != m.Ended() || !slices.Equal(got.Names(), want) {
		t.Fatalf("%v %v\n%s\nwant %v %v\n%s", got.Names(), got.Ended(), got.State(), want, m.Ended(), m.State())
	}
	if says(got) != says(m) {
		t.Fatalf("the line is %s\nwas %s", says(got), says(m))
	}
	if len(others) == 0 && got.Seq() != m.Seq() {
		t.Fatal("facts are gone though all are told")
	}
}

func says(m match.Match) string {
	var all []string
	for f := range m.Line() {
		if f.Kind == match.Decided || f.Kind == match.Drawn || f.Kind == match.Ruled {
			all = append(all, f.Says)
		}
	}
	return strings.Join(all, ", ")
}

const start = `{"seq":1,"ms":0,"kind":"started","game":"mice","seats":["Аня","Боря","Игрок 1"],"seal":"` +
	`66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"}` + "\n"

func TestWhoIsMaskedHasTheNumberOfTheChair(t *testing.T) {
	seated := start + `{"seq":2,"ms":0,"kind":"seated","seat":1,"says":"Вера"}` + "\n" + `{"seq":3,"ms":0,"kind":"seated","seat":2,"says":"Игрок 5"}` + "\n"
	for _, test := range []struct {
		told, word string
		want       map[string]string
	}{
		{"Аня Боря Вера", "Игрок", map[string]string{}},
		{"Аня Вера", "Игрок", map[string]string{"Боря": "Игрок 2"}},
		{"Боря", "Игрок", map[string]string{"Аня": "Игрок 4", "Вера": "Игрок 6"}},
		{"", "Player", map[string]string{"Аня": "Player 1", "Боря": "Player 2", "Вера": "Player 4"}},
	} {
		got, err := mask.Names(seated, func(name string) bool { return slices.Contains(strings.Fields(test.told), name) }, test.word)
		if err != nil || !same(got, test.want) {
			t.Errorf("told %q: %v, %v, want %v", test.told, got, err, test.want)
		}
	}
}

func same(a, b map[string]string) bool {
	return len(a) == len(b) && string(must(json.Marshal(a))) == string(must(json.Marshal(b)))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestSecretsStayUnlessAStirringHoldsTheName(t *testing.T) {
	for line, stays := range map[string]bool{"у Бори": false, "БОРЯ!": false, "боре": false, "боковая": true, "борода": false, "": true, "три кота": true, "борозда": true} {
		stirred := `{"seq":2,"ms":0,"kind":"stirred","says":"` + line + `x 1"}` + "\n"
		if line != "" && !stays {
			stirred = `{"seq":2,"ms":0,"kind":"stirred","says":"` + line + `"}` + "\n"
		}
		opened := `{"seq":3,"ms":0,"kind":"opened","secret":"` + strings.Repeat("0", 64) + `"}` + "\n"
		got, err := mask.Lines(start+stirred+opened, map[string]string{"Боря": "Игрок 2"})
		if err != nil || strings.Contains(got, "opened") != stays || strings.Contains(got, "stirred") != stays {
			t.Errorf("%q: %v\n%s", line, err, got)
		}
	}
}

func TestARecordWhoseOptionsHoldANameIsNotTold(t *testing.T) {
	for value, want := range map[string]error{"вера,надежда": mask.ErrHolds, "wood,stone": nil, "неверата": nil} {
		line := `{"seq":1,"ms":0,"kind":"started","game":"score","seats":["Вера","Боря"],"options":{"categories":"` + value + `"}}`
		got, err := mask.Lines(line, map[string]string{"Вера": "Игрок 1"})
		if !errors.Is(err, want) || want == nil && err != nil || (got == "") != (want != nil) {
			t.Errorf("%s: %v\n%s", value, err, got)
		}
	}
}

func TestWhatIsNoRecordIsSaid(t *testing.T) {
	if _, err := mask.Lines(start+"{\"what\":1}\n", map[string]string{"Аня": "Игрок 1"}); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v", err)
	}
	if _, err := mask.Names("x", nil, "Игрок"); err == nil {
		t.Error("names were found in nothing")
	}
}
