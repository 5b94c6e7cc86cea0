package match

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabletop/companion/luck"
	"tabletop/games"
)

// evening plays at random, as people and the device do, and as they shouldn't.
type evening struct {
	m       Match
	secrets byte // how many there were
	kept    []kept
	origin  []int // the line as it was when a secret was lost, by its seqs
}

// kept is a match as it once was.
type kept struct {
	m            Match
	facts, state string
}

func (e *evening) key() luck.Key { return secret(e.secrets).Key(e.m.Stirrings()) }

// actions are what may happen; each returns the match after, or says no.
func (e *evening) actions(t *rapid.T) map[string]func() (Match, error) {
	stamp := Stamp{MS: e.m.MS() + int64(rapid.IntRange(0, 9).Draw(t, "ms"))}
	return map[string]func() (Match, error){
		"decide": func() (Match, error) { return e.m.Decide(stamp, e.decision(t), "") },
		"answer": func() (Match, error) { return e.m.Answer(stamp, e.key()) },
		"rule": func() (Match, error) {
			return e.m.Rule(stamp, string(anyOf(t, e.m.State().Fixes())), rapid.StringN(0, 9, 20).Draw(t, "why"))
		},
		"stir": func() (Match, error) { return e.m.Stir(stamp, rapid.StringN(0, 9, 20).Draw(t, "line")) },
		"draw": func() (Match, error) { k := e.key(); return e.m.DrawFirst(stamp, &k, "") },
		"fair": func() (Match, error) {
			return e.m.DrawAmong(stamp, e.key(), rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "among"))
		},
		"seat": func() (Match, error) {
			name := rapid.SampledFrom(append(e.m.Names(), "новый")).Draw(t, "name")
			return e.m.Seat(stamp, games.Seat(rapid.IntRange(0, 4).Draw(t, "seat")), name)
		},
		"hint": func() (Match, error) {
			if rapid.Bool().Draw(t, "verdict") {
				return e.m.Hint(stamp, rapid.SampledFrom([]games.Verdict{games.Open, games.Winnable, games.Lost, "?"}).Draw(t, "told"))
			}
			return e.m.HintLine(stamp, []games.Decision{games.Decision(e.decision(t))})
		},
		"back": func() (Match, error) {
			return e.m.BackTo(stamp, rapid.IntRange(0, e.m.Seq()+1).Draw(t, "seq"), "")
		},
		"undo": func() (Match, error) { return e.step(stamp, e.m.Undo) },
		"redo": func() (Match, error) { return e.step(stamp, e.m.Redo) },
		"open": func() (Match, error) { return e.m.Open(stamp, secret(e.secrets)) },
		"seal": func() (Match, error) {
			m, err := e.m.BackTo(stamp, e.m.Seq(), secret(e.secrets+1).Seal())
			if err == nil {
				e.secrets++
			}
			return m, err
		},
		"lose": func() (Match, error) {
			m, err := e.m.LoseSecret(stamp, secret(e.secrets+1).Seal())
			if err == nil {
				e.secrets++
				e.origin = seqs(m)
			}
			return m, err
		},
		"end": func() (Match, error) { return e.m.End(stamp) },
	}
}

// seqs are those of the line.
func seqs(m Match) (all []int) {
	for f := range m.Line() {
		all = append(all, f.Seq)
	}
	return all
}

// step takes a step that is offered, which is never refused.
func (e *evening) step(s Stamp, offer func() (Step, bool)) (Match, error) {
	step, ok := offer()
	if !ok {
		return e.m, nil
	}
	return must(e.m.BackTo(s, step.BackTo, "")), nil
}

// decision is a legal one mostly, else anything.
func (e *evening) decision(t *rapid.T) string {
	legal := e.m.State().Legal()
	if len(legal) == 0 || rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
		return rapid.StringN(0, 9, 20).Draw(t, "says")
	}
	return string(anyOf(t, legal))
}

func anyOf(t *rapid.T, choices []games.Choice) games.Decision {
	c := rapid.SampledFrom(choices).Draw(t, "choice")
	if c.Grammar != "" {
		return c.Says + " x"
	}
	return c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "value"))
}

func startOf(t *rapid.T) Match {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[а-я]{1,5}`), 1, 4, rapid.ID).Draw(t, "names")
	return must(Begin(catalogue, Fact{Kind: Started, Game: "toss", Seats: names, Seal: secret(0).Seal(), Options: map[string]string{
		"deal": rapid.SampledFrom([]string{"on", "off"}).Draw(t, "deal"),
		"goal": rapid.SampledFrom([]string{"9", "40"}).Draw(t, "goal"),
	}}))
}

// likely repeats what happens often.
var likely = strings.Fields("answer answer answer back decide decide decide decide draw end fair lose open redo redo rule seal seat stir undo undo undo")

func TestAnyEveningKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := evening{m: startOf(t)}
		for range rapid.IntRange(1, 40).Draw(t, "length") {
			before := e.m
			e.kept = append(e.kept, kept{before, before.Since(0), before.State().String()})
			after, err := e.actions(t)[rapid.SampledFrom(likely).Draw(t, "action")]()
			if err != nil && after != before {
				t.Fatalf("refused (%v), and yet changed", err)
			}
			if after.Seq() < before.Seq() || !strings.HasPrefix(after.Since(0), before.Since(0)) {
				t.Fatalf("facts were lost:\n%s\nnow\n%s", before.Since(0), after.Since(0))
			}
			e.m = after
			if line := seqs(after); len(line) < len(e.origin) || !slices.Equal(line[:len(e.origin)], e.origin) {
				t.Fatalf("the line %v goes back beyond %v, where a secret was lost:\n%s", line, e.origin, after.Since(0))
			}
		}
		for _, k := range e.kept {
			if k.m.Since(0) != k.facts || k.m.State().String() != k.state {
				t.Fatalf("an older match changed:\n%s\nnow\n%s", k.facts, k.m.Since(0))
			}
		}
		sameWhenReadBack(t, e.m)
		sameWhenTheLineIsPlayedAgain(t, e.m)
		verified(t, e)
	})
}

func sameWhenReadBack(t *rapid.T, m Match) {
	var out bytes.Buffer
	n, err := m.WriteTo(&out)
	if err != nil || n != int64(out.Len()) || out.String() != m.Since(0) {
		t.Fatalf("wrote %d of %d bytes, %v", n, out.Len(), err)
	}
	back, err := Read(&out, "r", catalogue)
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Since(0))
	}
	if !reflect.DeepEqual(slices.Collect(back.Facts()), slices.Collect(m.Facts())) || told(back) != told(m) ||
		back.State().String() != m.State().String() || back.luckOf() != m.luckOf() || back.Ended() != m.Ended() {
		t.Fatalf("read back\n%s\nof\n%s", back.Since(0), m.Since(0))
	}
	for _, offer := range []func(Match) (Step, bool){Match.Undo, Match.Redo} {
		a, _ := offer(m)
		b, _ := offer(back)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("read back it offers %+v, not %+v", b, a)
		}
	}
}

// luckOf is all that is known of the luck, comparable.
func (m Match) luckOf() [2]any {
	return [2]any{m.luck.seal + strings.Join(m.Stirrings(), "\n"), [3]any{m.luck.opened, m.luck.used, m.luck.lost}}
}

func sameWhenTheLineIsPlayedAgain(t *rapid.T, m Match) {
	var again Match
	for f := range m.Line() {
		f.Seq = 0
		if again.IsZero() {
			again = must(Begin(catalogue, f))
			continue
		}
		again = must(again.Fold(f))
	}
	if again.State().String() != m.State().String() || !reflect.DeepEqual(again.Outcomes(), m.Outcomes()) || !slices.Equal(again.Names(), m.Names()) {
		t.Fatalf("the line alone leads to %s, not to %s", again.State(), m.State())
	}
}

func verified(t *rapid.T, e evening) {
	m := e.m
	if !m.Opened() {
		m = must(m.Open(Stamp{}, secret(e.secrets)))
	}
	want := uncheckable(m)
	_, err := Verify(m)
	lost := (*LostError)(nil)
	if !errors.As(err, &lost) && err != nil || lost == nil && len(want) > 0 || lost != nil && !slices.Equal(lost.Spans, want) {
		t.Fatalf("%v, want %v\n%s", err, want, m.Since(0))
	}
}

// uncheckable reads off the facts which of the device's outcomes fell under a seal whose
// secret was lost.
func uncheckable(m Match) (spans []Span) {
	var fell []int
	for f := range m.Facts() {
		switch {
		case f.Luck == Device && f.Kind != Started:
			fell = append(fell, f.Seq)
		case f.Kind == Sealed:
			if f.Lost && len(fell) > 0 {
				spans = append(spans, Span{fell[0], fell[len(fell)-1]})
			}
			fell = nil
		}
	}
	return spans
}

func TestUndoTakesBackExactlyWhatWasDecidedAndRedoBringsItBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := evening{m: startOf(t)}
		e.m = must(e.m.Answer(Stamp{}, e.key()))
		for range rapid.IntRange(1, 20).Draw(t, "length") {
			before := e.m
			if before.State().Turn() == games.Nobody {
				return
			}
			decided, err := before.Decide(Stamp{}, string(anyOf(t, before.State().Legal())), "")
			if err != nil {
				t.Fatal(err)
			}
			decided = must(decided.Answer(Stamp{}, e.key()))
			undone := must(e.undo(decided))
			if told(undone) != told(before) || undone.State().String() != before.State().String() {
				t.Fatalf("undone: %s; before: %s", told(undone), told(before))
			}
			step, ok := undone.Redo()
			if !ok {
				t.Fatal("nothing to redo")
			}
			e.m = must(undone.BackTo(Stamp{}, step.BackTo, ""))
			if told(e.m) != told(decided) || e.m.State().String() != decided.State().String() {
				t.Fatalf("redone: %s; before: %s", told(e.m), told(decided))
			}
		}
	})
}

func (e *evening) undo(m Match) (Match, error) {
	step, _ := m.Undo()
	return m.BackTo(Stamp{}, step.BackTo, "")
}

func FuzzRead(f *testing.F) {
	f.Add(strings.Join(sealedRecord, "\n"))
	f.Add(begun + "\r\n\n" + says("flip") + "\n" + `{"seq":3,"ms":7,"kind":"undone","back_to":1}`)
	f.Add("\ufeff" + begun + `{"kind":"ruled","says":"turn 2","why":"\u2028"}`)
	f.Add(strings.Join(lostRecord, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text), "r", catalogue)
		if err != nil {
			if !m.IsZero() {
				t.Fatalf("refused with %v, and yet a match", err)
			}
			return
		}
		back, err := Read(strings.NewReader(m.Since(0)), "r", catalogue)
		if err != nil || back.Since(0) != m.Since(0) || back.State().String() != m.State().String() {
			t.Fatalf("%v\n%s\nread back as\n%s", err, m.Since(0), back.Since(0))
		}
		_, _ = Verify(m) // may say no, never panic
		m.Undo()
		m.Redo()
	})
}
