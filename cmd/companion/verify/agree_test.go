package verify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/internal/catalogue"
	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
	"tabletop/games/script"
	included "tabletop/systemd/games"
)

var (
	records  = flag.Int("records", 60, "how many records the page and match.Verify both check")
	tampered = flag.Int("tampered", 60, "how many tampered records they both check")
)

// known is the catalogue of all games, with those in files.
func known() games.Catalogue {
	all := catalogue.Games()
	all.Read = func(name, program string) (games.Rules, error) {
		return script.Compile(strings.TrimPrefix(name, games.InFile), program)
	}
	return all
}

// inFiles are some games in files whose luck the page can't recompute.
var inFiles = []string{"mice", "auction", "greed", "sheet"}

func secretOf(r *rand.Rand, n byte) luck.Secret {
	s := luck.Secret{0: n}
	for i := 1; i < len(s); i++ {
		s[i] = byte(r.Uint32())
	}
	return s
}

// player plays a random match.
type player struct {
	*rand.Rand
	match.Match
	secrets []luck.Secret // of all seals
	table   bool          // whether people answer for chance
}

func (p *player) secret() luck.Secret { return p.secrets[len(p.secrets)-1] }
func (p *player) key() luck.Key       { return p.secret().Key(p.Stirrings()) }
func (p *player) stamp() match.Stamp  { return match.Stamp{MS: p.MS() + int64(p.IntN(900))} }
func (p *player) one(in int) bool     { return p.IntN(in) == 0 }

// try makes the next match the present one, unless the step is refused.
func (p *player) try(next match.Match, err error) bool {
	if err == nil {
		p.Match = next
	}
	return err == nil
}

func (p *player) newSecret() luck.Secret {
	p.secrets = append(p.secrets, secretOf(p.Rand, byte(len(p.secrets))))
	return p.secret()
}

// start begins a match of random rules, seats and options.
func start(seed uint64) *player {
	r := rand.New(rand.NewPCG(seed, 43))
	for {
		p := &player{Rand: r}
		f := p.started(known())
		if m, err := match.Begin(known(), f); err == nil {
			p.Match = m
			p.table = f.Luck == match.Table
			return p
		}
	}
}

func (p *player) started(c games.Catalogue) match.Fact {
	rules := c.Games[p.IntN(len(c.Games))]
	if p.one(4) {
		rules = c.Find("mazaitsy") // whose luck depends on all decisions
	}
	f := match.Fact{Kind: match.Started, Game: rules.Name(), Options: map[string]string{}, Seal: p.newSecret().Seal()}
	if p.one(9) {
		name := inFiles[p.IntN(len(inFiles))]
		f.Game, f.Program = games.InFile+name, included.All()[name]
		rules, _ = c.Lookup(f.Game, f.Program)
	}
	least, most := rules.Seats()
	for i := range least + p.IntN(min(most, 6)-least+1) {
		f.Seats = append(f.Seats, string(rune('А'+i)))
	}
	for _, o := range rules.Options() {
		if values := slices.Concat(o.Values, samples[f.Game+" "+o.Name]); len(values) > 0 && p.one(2) {
			f.Options[o.Name] = values[p.IntN(len(values))]
		}
	}
	if p.one(12) {
		f.Luck = match.Table
	}
	return f
}

// samples are values of options without a list.
var samples = map[string][]string{
	"mazaitsy rounds": {"3", "4", "5"},
	"mazaitsy cards": {
		"water:9,fish:7,log:6,thicket:4,whirlpool:5,swamp:4,funnel:4,straight:6,side:6",
		"water:8/7,fish:8/0,log:6/5,thicket:3,whirlpool:6/5,swamp:4,funnel:4/3,straight:6/5,side:6/5",
	},
	"mazaitsy hares":   {"1:10,2:9,3:8,4:7,5:6", "1:5,3:6,9:2"},
	"dice dice":        {"цвет=красный,красный,синий", "цвет=я,а,б,а;fate=+,+,0,0,-,-;ж=10,9,100"},
	"table cup":        {"1d6", "3d6", "2d20", "4d10"},
	"table begins":     {"drawn", "drawn", "drawn"},
	"table out":        {"yes", "last"},
	"table categories": {"a,b"},
}

// rolls are texts for the dice.
var rolls = []string{
	"d6", "2d6", "d20", "3d20+d4", "dF", "4dF", "d%", "coin", "3coin", "d66", "d00", "dF.1", "d{1,1,2}", "4d6k3", "2d6!",
	"dцвет", "2dцвет+d6", "dfate", "dж", "d{а,б,10,9}", "d100", "2d7",
}

// play plays on for some steps.
func (p *player) play(steps int) {
	for range p.IntN(3) {
		p.try(p.Stir(p.stamp(), []string{"лодка", "it's 'quoted'", "3 1 4", "\\n \"x\" 🐇", "ё"}[p.IntN(5)]))
	}
	if key := p.key(); p.one(2) && p.Setup().Seats > 1 {
		if seats := p.Perm(p.Setup().Seats); p.one(3) {
			among := slices.Sorted(slices.Values(seats[:1+p.IntN(len(seats))]))
			for i := range among {
				among[i]++
			}
			p.try(p.DrawAmong(p.stamp(), key, among))
		} else if p.one(6) {
			p.try(p.DrawFirst(p.stamp(), nil, fmt.Sprintf("first %d", seats[0]+1)))
		} else {
			p.try(p.DrawFirst(p.stamp(), &key, ""))
		}
	}
	for range steps {
		p.step()
	}
}

// step is one thing that people or the device do.
func (p *player) step() {
	state := p.State()
	switch {
	case p.one(40):
		if step, ok := p.Undo(); ok {
			p.try(p.BackTo(p.stamp(), step.BackTo, ""))
		}
	case p.one(70):
		if step, ok := p.Redo(); ok {
			p.try(p.BackTo(p.stamp(), step.BackTo, ""))
		}
	case p.one(150):
		p.try(p.BackTo(p.stamp(), 1+p.IntN(p.Seq()), ""))
	case p.one(150):
		if p.try(p.Open(p.stamp(), p.secret())) {
			p.try(p.BackTo(p.stamp(), p.Seq(), p.newSecret().Seal()))
		}
	case p.one(500):
		p.try(p.LoseSecret(p.stamp(), p.newSecret().Seal()))
	case p.one(60):
		if fixes := state.Fixes(); len(fixes) > 0 {
			p.try(p.Rule(p.stamp(), string(p.choose(fixes)), "так решили"))
		}
	case p.one(90):
		p.try(p.HintLine(p.stamp(), []games.Decision{"13-20"}))
	case p.one(90):
		p.try(p.Seat(p.stamp(), 1, "Новый"))
	case state.Turn() != games.Chance:
		if legal := state.Legal(); len(legal) > 0 {
			p.try(p.Decide(p.stamp(), string(p.choose(legal)), ""))
		}
	default:
		before := p.Seq()
		if !p.table && !p.one(25) {
			p.try(p.Answer(p.stamp(), p.key()))
		}
		if p.Seq() == before {
			p.try(p.Decide(p.stamp(), string(p.choose(state.Legal())), match.Table))
		}
	}
}

func (p *player) choose(choices []games.Choice) games.Decision {
	c := choices[p.IntN(len(choices))]
	if c.Grammar != "" {
		return c.Says + " " + games.Decision(rolls[p.IntN(len(rolls))])
	}
	return c.At(p.IntN(c.Len()))
}

// close ends the match, and publishes its secret unless that is left out.
func (p *player) close() {
	if p.one(2) {
		p.try(p.End(p.stamp()))
	}
	if !p.one(30) {
		p.try(p.Open(p.stamp(), p.secret()))
	}
}

// evenings returns n records of random matches.
func evenings(n int) (all []*player) {
	for seed := range uint64(n) {
		p := start(seed)
		p.play([]int{20, 60, 200, 700}[p.IntN(4)])
		p.close()
		all = append(all, p)
	}
	return all
}

// report is what the page finds in a record.
type report struct {
	Result   string
	Faults   []struct{ Key string }
	Outcomes []outcome
	Seals    []struct{ Seal, Key string }
}

type outcome struct {
	Seq     int
	Stream  string
	N       int
	Says    string
	Verdict string
	Seen    bool
}

// page lets the page's script check records.
func page(t *testing.T, texts []string) (reports []report) {
	t.Helper()
	inNode(t, "verify", texts, &reports)
	return reports
}

// inNode applies an expression of JavaScript, with the script's own names, to each of the values, in
// Node. It parses the results into results.
func inNode(t *testing.T, expression string, values, results any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	in, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--input-type=module", "-e", `
		import { number, verify } from "./verify.js";
		import { failedVectors, unhex } from "./sha256.js";
		let text = "";
		for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
		process.stdout.write(JSON.stringify(JSON.parse(text).map((value) => (`+expression+`)(value))));`)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	if err := json.Unmarshal(out.Bytes(), results); err != nil {
		t.Fatal(err)
	}
}

// verdict is the short form of what match.Verify finds.
func verdict(text string) (m match.Match, r match.Report, result string, err error) {
	m, err = match.Read(strings.NewReader(text), "r", known())
	if err != nil {
		return m, r, "refused", err
	}
	r, err = match.Verify(m)
	lost := (*match.LostError)(nil)
	switch {
	case errors.As(err, &lost):
		return m, r, "partly", err
	case err != nil && strings.Contains(err.Error(), "not opened yet"):
		return m, r, "closed", err
	case err != nil:
		return m, r, "wrong", err
	}
	return m, r, "right", nil
}

// unknown reports whether the page doesn't know the weights of an outcome: the game is in a file.
func (r *report) unknown() bool {
	return slices.ContainsFunc(r.Outcomes, func(o outcome) bool { return o.Verdict == "unknown" })
}

func TestThePageFindsInRecordsWhatTheToolFinds(t *testing.T) {
	all := evenings(*records)
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.Since(0)
	}
	played, results, streams := map[string]int{}, map[string]int{}, map[string]int{}
	outcomes := 0
	for i, got := range page(t, texts) {
		m, want, result, err := verdict(texts[i])
		inFile := strings.HasPrefix(m.Rules().Name(), games.InFile)
		if result == "right" && inFile && got.unknown() {
			result = "partly"
		}
		for _, o := range got.Outcomes {
			if !inFile && o.Verdict == "right" {
				streams[m.Rules().Name()+" "+o.Stream]++
			}
		}
		played[m.Rules().Name()]++
		results[result]++
		outcomes += len(want.Outcomes)
		if got.Result != result || len(got.Faults) > 0 {
			t.Errorf("record %d: the page finds %+v, the tool %s (%v)\n%s", i, got, result, err, texts[i])
			return
		}
		if result != "closed" {
			same(t, i, got, want)
		}
	}
	t.Logf("%d records with %d outcomes: %v %v", len(all), outcomes, played, results)
	t.Logf("recomputed: %v", streams)
	for _, want := range []string{"mice dice", "dice d20", "maze set", "mazaitsy card", "mazaitsy hare", "mazaitsy first"} {
		if streams[want] == 0 {
			t.Errorf("no outcome of %s was recomputed", want)
		}
	}
}

// same compares each outcome and the keys of the seals.
func same(t *testing.T, i int, got report, want match.Report) {
	t.Helper()
	if len(got.Outcomes) != len(want.Outcomes) || len(got.Seals) != len(want.Seals) {
		t.Fatalf("record %d: %d outcomes and %d seals, want %d and %d", i, len(got.Outcomes), len(got.Seals), len(want.Outcomes), len(want.Seals))
	}
	for j, s := range want.Seals {
		if !s.Lost && (got.Seals[j].Key != s.Key.String() || got.Seals[j].Seal != s.Seal) {
			t.Errorf("record %d: seal %d is %+v, want %+v", i, j, got.Seals[j], s)
		}
	}
	for j, o := range want.Outcomes {
		g := got.Outcomes[j]
		verdict := "right"
		switch {
		case o.By == match.Table:
			verdict = "table"
		case o.Lost:
			verdict = "lost"
		case o.By == match.Device && g.Verdict == "unknown":
			verdict = "unknown"
		}
		if g.Seq != o.Seq || g.Stream != o.Stream || g.N != o.N || g.Says != o.Says || g.Seen != o.Seen || g.Verdict != verdict {
			t.Errorf("record %d: outcome %+v, want %+v, %s", i, g, o, verdict)
		}
	}
}

func TestTheHashesOfThePageAreThoseOfNIST(t *testing.T) {
	var failed [][]string
	if inNode(t, "() => failedVectors()", []int{0}, &failed); len(failed) != 1 || len(failed[0]) > 0 {
		t.Errorf("wrong: %q", failed)
	}
}

// Half of all words are refused for the greatest of these sums of weights.
func TestTheNumbersOfThePageAreThoseOfTheToolAlsoAboveTheLimit(t *testing.T) {
	type draw struct {
		Key, Stream, Total string
		N                  int
	}
	var draws []draw
	var want []string
	tries := 0
	for n := 1; n <= 40; n++ {
		for _, total := range []uint64{1, 2, 36, 1<<32 + 1, 1 << 63, 1<<63 + 1} {
			k := luck.Secret{0: byte(n)}.Key([]string{"лодка"})
			draws = append(draws, draw{k.String(), "поток", fmt.Sprint(total), n})
			want = append(want, fmt.Sprint(k.Number("поток", n, total)))
			tries = max(tries, len(k.Tries("поток", n, total)))
		}
	}
	var got []string
	inNode(t, "(d) => String(number(unhex(d.Key), d.Stream, d.N, BigInt(d.Total)))", draws, &got)
	if !slices.Equal(got, want) || tries < 3 {
		t.Errorf("after up to %d tries: got %q, want %q", tries, got, want)
	}
}
