package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/companion/words"
	"tabletop/games"
)

// shells lists the commands of the shells in which the lines must work.
var shells = [][]string{{"bash", "--norc"}, {"dash"}, {"bash", "--posix"}}

// shellResult pastes lines into a shell. It returns the outcome that they compute and all that they print.
func shellResult(t *testing.T, shell []string, lines string) (outcome, printed string) {
	t.Helper()
	if _, err := exec.LookPath(shell[0]); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(shell[0], shell[1:]...)
	cmd.Stdin = strings.NewReader(lines + "\nprintf '\\n@%s' \"$outcome\"\n")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Fatalf("%s: %v: %s\n%s", shell, err, &errs, lines)
	}
	printed, outcome, _ = strings.Cut(out.String(), "\n@")
	return outcome, printed
}

// hidden is the secret of the matches here.
func hidden(first byte) (s luck.Secret) {
	for i := range s {
		s[i] = first + byte(i)
	}
	return s
}

// table is a match that people and the device play.
type table struct {
	testing.TB
	match.Match
	secret luck.Secret
}

func begin(t testing.TB, game string, seats []string, options map[string]string) *table {
	secret := hidden(0)
	m, err := match.Begin(catalogue.Games(), match.Fact{Kind: match.Started, Game: game, Seats: seats, Options: options, Seal: secret.Seal()})
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, m, secret}
}

// add makes the match that a step leads to the present one.
func (tb *table) add(m match.Match, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Match = m
}

func (tb *table) key() luck.Key { return tb.secret.Key(tb.Stirrings()) }

// play makes decisions, and lets the device answer wherever chance is asked.
func (tb *table) play(decisions ...string) {
	tb.Helper()
	for _, d := range decisions {
		tb.add(tb.Decide(match.Stamp{}, d, ""))
		tb.add(tb.Answer(match.Stamp{}, tb.key()))
	}
}

// finish publishes the secret, and returns the path of the record.
func (tb *table) finish() string {
	tb.Helper()
	tb.add(tb.Open(match.Stamp{}, tb.secret))
	file := filepath.Join(tb.TempDir(), "record.jsonl")
	if err := os.WriteFile(file, []byte(tb.Since(0)), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

func stepsOf(t *testing.T, file string, seq int, lang string) string {
	t.Helper()
	code, out := tool(t, fmt.Sprintf("verify -lang %s -steps %d %s", lang, seq, file), "")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	return out
}

// agrees pastes the steps of every outcome of the device into shells, and compares what they
// compute with the record.
func (tb *table) agrees(t *testing.T, least int) {
	t.Helper()
	file, n := tb.finish(), 0
	for f := range tb.Facts() {
		if f.Kind == match.Started || f.Luck != match.Device {
			continue
		}
		n++
		shell := shells[n%len(shells)]
		lang := words.Langs[n%len(words.Langs)]
		outcome, printed := shellResult(t, shell, stepsOf(t, file, f.Seq, string(lang)))
		same, differs := words.Companion(lang).Word("steps.same"), words.Companion(lang).Word("steps.differs")
		if outcome != f.Says || strings.Count(printed, same) != 2 || strings.Contains(printed, differs) {
			t.Errorf("%s: seq %d: got %q, want %q\n%s", shell, f.Seq, outcome, f.Says, printed)
		}
	}
	if n < least {
		t.Errorf("%d outcomes were computed, want %d at least:\n%s", n, least, tb.Since(0))
	}
}

func TestThePrintedLinesComputeTheMice(t *testing.T) {
	tb := begin(t, "mice", []string{"Аня", "Боря"}, nil)
	for _, line := range []string{"лодка", `it's "$HOME" \n %s !`, "- 3 1 4"} {
		tb.add(tb.Stir(match.Stamp{}, line))
	}
	key := tb.key()
	tb.add(tb.DrawFirst(match.Stamp{}, &key, ""))
	for range 4 {
		tb.play("roll")
		if legal := tb.State().Legal(); legal[0].Says != "roll" {
			tb.play(string(legal[0].Says))
		}
	}
	tb.agrees(t, 5)
}

// A fox's table deals itself: the box draws who begins, and the other one deals.
func TestThePrintedLinesComputeWhoDealsTheFox(t *testing.T) {
	tb := begin(t, "fox", []string{"Аня", "Боря"}, nil)
	key := tb.key()
	tb.add(tb.DrawFirst(match.Stamp{}, &key, ""))
	tb.agrees(t, 1)
}

func TestThePrintedLinesComputeMazai(t *testing.T) {
	tb := begin(t, "mazaitsy", []string{"Аня", "Боря", "Вера"}, nil)
	for turn := 0; turn < 16 && tb.Outcomes()["mazai"] < 4; turn++ {
		for _, d := range []string{"done", "place", "add log 0"} {
			if _, ok := games.Find(tb.State().Legal(), games.Decision(d)); ok {
				tb.play(d)
			}
		}
	}
	tb.agrees(t, 4)
}

func TestThePrintedLinesComputeDice(t *testing.T) {
	tb := begin(t, "dice", []string{"Аня"}, map[string]string{"dice": "цвет=красный,красный,синий"})
	tb.play("roll d20", "roll d20+d6", "roll dF", "roll dцвет", "roll coin", "roll d{1,1,2}")
	tb.agrees(t, 7)
}

func TestThePrintedLinesComputeTheFirstSeatAmongSome(t *testing.T) {
	tb := begin(t, "mice", []string{"Аня", "Боря", "Вера", "Гена"}, nil)
	tb.add(tb.DrawAmong(match.Stamp{}, tb.key(), []int{2, 4}))
	tb.agrees(t, 1)
}

// After an undo the same outcome comes again, under the same number, also on another line and under
// the match's next seal.
func TestThePrintedLinesCountOnTheLineThatWasNotUndone(t *testing.T) {
	tb := begin(t, "dice", []string{"Аня"}, nil)
	tb.add(tb.Stir(match.Stamp{}, "лодка"))
	tb.play("roll d6", "roll d6")
	tb.add(tb.BackTo(match.Stamp{}, 4, ""))
	tb.play("roll d20", "roll d6")
	tb.add(tb.HintLine(match.Stamp{}, []games.Decision{"roll d6"}))
	tb.play("roll d6")
	d, err := tb.Derive(tb.Seq())
	if err == nil || d.N != 0 {
		t.Fatalf("before the secret is published: %+v, %v", d, err)
	}
	tb.add(tb.Open(match.Stamp{}, tb.secret))
	tb.secret = hidden(1)
	tb.add(tb.BackTo(match.Stamp{}, 4, tb.secret.Seal()))
	tb.play("roll d6")
	last := tb.Seq()
	tb.agrees(t, 6)
	if d, err = tb.Derive(last); err != nil || d.N != 2 || !slices.Equal(d.Earlier, []int{4}) || d.Seal.Secret != hidden(1) {
		t.Errorf("the last outcome is derived from %+v, %v", d, err)
	}
}

// The weights are so great that many a number lies above the limit.
func TestThePrintedLinesTryAgainAboveTheLimit(t *testing.T) {
	wide := []games.Choice{{Says: "wide", From: 1, To: 1 << 30, Weight: 520_602_097}}
	total, longest := luck.Total(wide), 0
	for n := 1; longest < 2; n++ {
		k := hidden(0).Key(nil)
		tries := len(k.Tries("wide", n, total))
		if tries <= longest+1 {
			continue
		}
		longest = tries - 1
		says, _ := k.Draw(wide, n)
		var out bytes.Buffer
		s := steps{bufio.NewWriter(&out), words.Companion(words.English), match.Derivation{
			Outcome: match.Outcome{Seq: 9, Stream: "wide", N: n, Says: string(says)}, Choices: wide,
			Seal: match.Seal{Secret: hidden(0), Seal: hidden(0).Seal(), Key: k},
		}, total}
		s.print()
		s.out.Flush()
		for _, shell := range shells {
			outcome, printed := shellResult(t, shell, out.String())
			if outcome != string(says) || strings.Count(printed, "\n0\n") != longest || strings.Count(printed, "\n1\n") != 1 {
				t.Errorf("%s: wide/%d: got %q after %d tries, want %q\n%s", shell, n, outcome, tries, says, printed)
			}
		}
	}
}

func TestThePrintedLinesShowAChangedRecord(t *testing.T) {
	tb := begin(t, "dice", []string{"Аня"}, nil)
	tb.add(tb.Stir(match.Stamp{}, "лодка"))
	tb.play("roll d20")
	rolled := tb.Fact(4).Says
	file := tb.finish()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	differs := words.Companion(words.English).Word("steps.differs")
	n, _ := strconv.Atoi(strings.Fields(rolled)[1])
	for _, c := range []struct{ name, from, to string }{
		{"another outcome", rolled, fmt.Sprintf("d20 %d", n%20+1)},
		{"another stirring", "лодка", "вёсла"},
	} {
		changed := strings.ReplaceAll(string(text), c.from, c.to)
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		_, printed := shellResult(t, shells[0], stepsOf(t, file, 4, "en"))
		if !strings.Contains(printed, differs) {
			t.Errorf("%s: the lines don't show it:\n%s", c.name, printed)
		}
	}
	other := strings.ReplaceAll(string(text), hidden(0).String(), hidden(1).String())
	if code, out := tool(t, "verify -steps 4 -", other); code != 1 || !strings.Contains(out, "the secret's seal is "+hidden(1).Seal()) {
		t.Errorf("another secret: exit code %d: %s", code, out)
	}
}
