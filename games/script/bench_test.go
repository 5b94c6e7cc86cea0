package script_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/games"
	"tabletop/games/gamestest"
	contract "tabletop/games/kit"
	"tabletop/games/mice"
	"tabletop/games/table"
)

// The mice that a file plays beside those of the box: what a decision costs, with all that
// follows from it.
func BenchmarkMice(b *testing.B) {
	beside(b, compiled(b, "mice", source(b, miceFile)), mice.Rules{}, games.Setup{Seats: 4, Options: map[string]string{"risk": "on"}})
}

// hookedFields are the fields of a table with hooks, which hookedDef has too.
const hookedFields = `table(seats = 4,` + head + `
    points = "turn", least = 0, most = 20, rounds = 12,
    worth = lambda seat, n: n + seat if n > 10 else n,
    after = lambda turn, totals: turn if totals[turn - 1] % 7 == 1 else None,
    over = lambda totals: max(totals) > 200,
    refuses = lambda args, totals: refuse("rule.seven") if args and args[-1] > 20 + totals[0] else None,
    words = {"ru": "rule.seven = Не семь.", "en": "rule.seven = No seven."},
)`

// hookedDef is the same table with the same hooks in Go.
func hookedDef() table.Def {
	def := table.Def{
		Name: "trial", Least: 4, Most: 4, Points: table.Turn, From: 0, To: 20, Ends: table.Ends{Rounds: 12},
		Words: map[string]string{
			"ru": "title = Проба\nabout = Проба\nrule.seven = Не семь.\n",
			"en": "title = Trial\nabout = Trial\nrule.seven = No seven.\n",
		},
	}
	def.Worth = func(_ table.Position, seat int, _ string, n int) (int, bool, error) {
		if n > 10 {
			return n + seat, true, nil
		}
		return n, true, nil
	}
	def.After = func(p table.Position) (int, error) {
		if p.Totals[p.Turn-1]%7 == 1 {
			return p.Turn, nil
		}
		return 0, nil
	}
	def.Over = func(p table.Position) (table.Result, error) {
		return table.Result{Over: slices.Max(p.Totals) > 200}, nil
	}
	def.Refuse = func(p table.Position, d games.Decision) (games.Text, error) {
		words := strings.Fields(string(d))
		if n, err := strconv.Atoi(words[len(words)-1]); err == nil && n > 20+p.Totals[0] {
			return games.Say("rule.seven"), nil
		}
		return games.Text{}, nil
	}
	return def
}

// A table with hooks in a file beside one with the same hooks in Go.
func BenchmarkTable(b *testing.B) {
	direct, err := table.New(hookedDef())
	if err != nil {
		b.Fatal(err)
	}
	beside(b, compiled(b, "trial", hookedFields), direct, games.Setup{Seats: 4})
}

// beside measures a game of a file, the same game in Go, and the ratio of their costs per decision.
func beside(b *testing.B, file, direct games.Rules, setup games.Setup) {
	b.Run("file", func(b *testing.B) { gamestest.Games(b, file, setup) })
	b.Run("go", func(b *testing.B) { gamestest.Games(b, direct, setup) })
	b.Run("ratio", func(b *testing.B) {
		const rounds = 20 // games in Go beside one of the file
		var slow, fast cost
		for b.Loop() {
			slow.play(b, file, setup)
			for range rounds {
				fast.play(b, direct, setup)
			}
		}
		b.ReportMetric(slow.each()/fast.each(), "ratio")
		b.ReportMetric(0, "ns/op")
	})
}

// cost is the time of some decisions.
type cost struct {
	rnd       *rand.Rand
	took      time.Duration
	decisions int
}

func (c *cost) each() float64 { return float64(c.took) / float64(c.decisions) }

// play plays a random game, with all its positions.
func (c *cost) play(b *testing.B, r games.Rules, setup games.Setup) {
	if c.rnd == nil {
		c.rnd = rand.New(rand.NewPCG(1, 2))
	}
	s, err := r.New(setup)
	began := time.Now()
	for err == nil && s.Turn() != games.Nobody {
		choice := contract.Pick(c.rnd, s.Legal())
		d := choice.Says
		if choice.From < choice.To {
			d = choice.At(c.rnd.IntN(choice.Len()))
		}
		s, err = s.Apply(d)
		c.decisions++
	}
	c.took += time.Since(began)
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkCompile(b *testing.B) {
	text := source(b, miceFile)
	for b.Loop() {
		compiled(b, "mice", text)
	}
}
