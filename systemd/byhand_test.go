package systemd_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/dice"
	"tabletop/games/fox"
	"tabletop/games/mazaitsy"
	"tabletop/games/mice"
)

// handPages are the manual pages that teach the check by hand, with the title of its section.
var handPages = map[string]string{"man/companion-proofs.7": "BY HAND", "man/ru/companion-proofs.7": "РУКАМИ"}

// handSteps returns the steps of the check by hand on a page: lines for a shell with their answer.
// It also returns the lines with the weights of mice.
func handSteps(t *testing.T, file, title string) (steps [][2]string, weights []string) {
	t.Helper()
	_, section, _ := strings.Cut(read(t, file), ".SH "+title+"\n")
	section, _, _ = strings.Cut(section, "\n.SH ")
	section = strings.NewReplacer(`\e`, `\`, `\(aq`, "'", `\(ha`, "^", `\(ga`, "`", `\(ti`, "~", `\-`, "-").Replace(section)
	for _, block := range regexp.MustCompile(`(?s)\.EX\n(.*?)\n\.EE`).FindAllStringSubmatch(section, -1) {
		lines, answer, found := strings.Cut(block[1], "\n= ")
		switch {
		case found:
			steps = append(steps, [2]string{regexp.MustCompile(`(?m)^[$>] `).ReplaceAllString(lines, ""), answer})
		case strings.HasPrefix(block[1], "1 dice"):
			weights = strings.Split(block[1], "\n")
		}
	}
	if len(steps) != 5 || len(weights) != 21 {
		t.Fatalf("%s has %d steps and %d weights of mice", file, len(steps), len(weights))
	}
	return steps, weights
}

// answer returns the last line that a shell prints for a script, without the words of openssl.
func answer(t *testing.T, shell, script string) string {
	t.Helper()
	if _, err := exec.LookPath(shell); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command(shell, "-c", script).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s\n%s", shell, err, out, script)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	_, digits, found := strings.Cut(lines[len(lines)-1], "= ")
	if !found {
		return lines[len(lines)-1]
	}
	return digits
}

func TestTheCheckByHandAnswersWhatTheManualShows(t *testing.T) {
	for file, title := range handPages {
		steps, _ := handSteps(t, file, title)
		for _, shell := range []string{"bash", "dash"} {
			script := ""
			for i, s := range steps {
				script += s[0] + "\n"
				if got := answer(t, shell, script); got != s[1] {
					t.Errorf("%s: %s: step %d answers %q, the page shows %q", file, shell, i+1, got, s[1])
				}
			}
		}
	}
}

// byHand follows the steps of a page for the outcome stream/n whose weights have the sum w. It puts
// the values of the record in the place of those of the page, and returns the seal and r.
func byHand(t *testing.T, steps [][2]string, m match.Match, secret luck.Secret, slot string, w int) (seal string, r int) {
	t.Helper()
	stirrings := ""
	for _, s := range m.Stirrings() {
		stirrings += " '" + s + "'"
	}
	put := strings.NewReplacer( // the places where a person puts own values
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", secret.String(),
		" 'лодка'", stirrings, "dice/1/0", slot+"/0", "W=36", "W="+strconv.Itoa(w),
		"T="+steps[1][1], "T=@1", "K="+steps[2][1], "K=@2", "x="+steps[3][1][:16], "x=@3")
	script, answers := "", make([]string, len(steps))
	for i, s := range steps {
		script += put.Replace(s[0]) + "\n"
		for j, a := range answers[:i] {
			script = strings.ReplaceAll(script, "=@"+strconv.Itoa(j), "="+a)
		}
		if answers[i] = answer(t, "dash", script); i == 3 {
			answers[i] = answers[i][:16]
		}
	}
	r, err := strconv.Atoi(answers[4])
	if err != nil {
		t.Fatal(err)
	}
	return answers[0], r
}

// pick returns the outcome for r, from lines with a weight and an outcome each.
func pick(t *testing.T, lines []string, r int) string {
	t.Helper()
	for _, line := range lines {
		weight, outcome, _ := strings.Cut(line, " ")
		n, _ := strconv.Atoi(weight)
		if r < n {
			return outcome
		}
		r -= n
	}
	t.Fatalf("r is beyond %q", lines)
	return ""
}

// handMatch is a match that the device plays with people.
func handMatch(t *testing.T, game string, seats int, secret luck.Secret, decisions func(match.Match) string) match.Match {
	t.Helper()
	catalogue := games.Catalogue{Games: []games.Rules{mice.Rules{}, fox.Rules{}, mazaitsy.Rules{}, dice.Rules{}}}
	m, err := match.Begin(catalogue, match.Fact{Kind: match.Started, Game: game, Seats: []string{"А", "Б", "В"}[:seats], Seal: secret.Seal()})
	step := func(next match.Match, failed error) {
		if m, err = next, failed; err != nil {
			t.Fatal(err)
		}
	}
	step(m, err)
	step(m.Stir(match.Stamp{}, "вёсла"))
	step(m.Stir(match.Stamp{}, "3 1 4"))
	key := secret.Key(m.Stirrings())
	if seats > 1 {
		step(m.DrawFirst(match.Stamp{}, &key, ""))
	}
	for says := decisions(m); says != ""; says = decisions(m) {
		step(m.Decide(match.Stamp{}, says, ""))
		step(m.Answer(match.Stamp{}, key))
	}
	return m
}

// first returns the first of the decisions that is legal, or "".
func first(m match.Match, decisions ...string) string {
	for _, d := range decisions {
		if _, ok := games.Find(m.State().Legal(), games.Decision(d)); ok {
			return d
		}
	}
	return ""
}

func TestTheCheckByHandFindsTheOutcomesOfRecords(t *testing.T) {
	secret := luck.Secret{7: 0xd1, 19: 0x5c, 31: 0x0e}
	for file, title := range handPages {
		steps, rolls := handSteps(t, file, title)
		for _, c := range []struct {
			name   string
			m      match.Match
			stream string
			n      int
			lines  []string
		}{
			{"mice", handMatch(t, "mice", 2, secret, func(m match.Match) string {
				if m.Outcomes()["dice"] == 2 {
					return ""
				}
				return first(m, "roll", string(m.State().Legal()[0].Says))
			}), "dice", 2, rolls},
			{"the fox's deal", handMatch(t, "fox", 2, secret, func(match.Match) string { return "" }), "first", 1, []string{"1 first 1", "1 first 2"}},
			{"the first seat", handMatch(t, "mazaitsy", 3, secret, func(match.Match) string { return "" }), "first", 1, []string{"1 first 1", "1 first 2", "1 first 3"}},
			{"a d20", handMatch(t, "dice", 1, secret, func(m match.Match) string {
				return map[int]string{0: "roll d20", 1: "roll d6", 2: "roll d20"}[m.Outcomes()["d20"]+m.Outcomes()["d6"]]
			}), "d20", 2, numbered("d20", 20)},
			{"Мазай", handMatch(t, "mazaitsy", 3, secret, func(m match.Match) string {
				if m.Outcomes()["mazai"] == 1 {
					return ""
				}
				return first(m, "done", "place")
			}), "mazai", 1, []string{"4 mazai no", "1 mazai yes"}},
		} {
			w := 0
			for _, line := range c.lines {
				weight, _, _ := strings.Cut(line, " ")
				n, _ := strconv.Atoi(weight)
				w += n
			}
			seal, r := byHand(t, steps, c.m, secret, fmt.Sprintf("%s/%d", c.stream, c.n), w)
			if got, want := pick(t, c.lines, r), outcome(c.m, c.stream, c.n); got != want || seal != c.m.Seal() {
				t.Errorf("%s: %s: by hand it is %q, in the record %q; the seal is %s, in the record %s", file, c.name, got, want, seal, c.m.Seal())
			}
		}
	}
}

func numbered(says string, faces int) (lines []string) {
	for n := range faces {
		lines = append(lines, fmt.Sprintf("1 %s %d", says, n+1))
	}
	return lines
}

// outcome returns outcome n of a stream on the line of a match.
func outcome(m match.Match, stream string, n int) string {
	for f := range m.Line() {
		if f.Luck == match.Device && f.Kind != match.Started && luck.Stream(games.Decision(f.Says)) == stream {
			if n--; n == 0 {
				return f.Says
			}
		}
	}
	return ""
}
