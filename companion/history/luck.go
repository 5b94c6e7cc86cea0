package history

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/luck"
	"tabletop/companion/match"
	"tabletop/games"
)

// Report is the luck of a match: what chance answered, against what was to be
// expected.
type Report struct{ Streams []Stream }

// Stream is one kind of answer, "d6" or "hare", as it fell by the device or at the
// table. Where several seats rolled, the stream of all is followed by one for each.
type Stream struct {
	Name  string
	By    string     // match.Device or match.Table
	Seat  games.Seat // who had decided last when it fell; 0: all together
	Rolls int        // answers; of dice that are told at once each counts
	Faces []Face     // all that could come; numbers by value, words as the game lists them
	Fair  bool       // every answer had the same odds, whatever came before

	// What follows is known of fair streams only, and nil where it would take too
	// long to work out, or makes no sense.
	Luckier *big.Rat // the share of fair tables that come to a higher total
	Odder   *big.Rat // … whose counts are as far from the expectation, or further
	Run     int      // how often in a row RunOf came, the longest such run
	RunOf   string
	RunOdds *big.Rat // the share of fair tables that see as long a run of anything
}

// Face is one answer of a stream.
type Face struct {
	Name     string   // without the name of the stream
	Count    int      // how often it came
	Expected *big.Rat // how often it was to be expected; nil: only people knew the odds
}

// mostRun bounds the steps that the odds of a run take.
const mostRun = 200_000

// Luck reports the luck of a match, as far as it stands on the line. It may take some
// tenths of a second; a summary has the little that lists need.
func Luck(mt match.Match) Report {
	t, several := collect(mt)
	return t.report(several)
}

// collect counts what chance answered, and reports whether several seats rolled.
func collect(mt match.Match) (t tables, rolled bool) {
	seat, several := games.Seat(0), map[games.Seat]bool{}
	for f := range mt.Line() {
		switch {
		case f.Kind != match.Decided:
		case f.Seat > games.Chance:
			seat = f.Seat
		default:
			several[seat] = true
			for _, a := range answers(mt, f) {
				t.add(f.Luck, 0, a)
				t.add(f.Luck, seat, a)
			}
		}
	}
	return t, len(several) > 1
}

// answer is one answer of chance with all that could have come instead.
type answer struct {
	stream, face string
	faces        []face
	odds         string // equal where the odds are
}

// face is something that may come; weights are of the sum of all.
type face struct {
	name   string
	weight int64
	value  int
	number bool // it has a value
}

// answers takes apart what chance answered with the fact f.
func answers(mt match.Match, f match.Fact) []answer {
	stream, said, _ := strings.Cut(f.Says, " ")
	if faces := diceOf(mt, stream); faces != nil {
		var all []answer
		for _, word := range strings.Fields(said) {
			all = append(all, answer{stream, word, faces, stream})
		}
		return all
	}
	choices := mt.Before(f.Seq).Legal()
	return []answer{{stream, said, facesOf(choices), oddsOf(choices)}}
}

// diceOf lists the faces of each die of a stream whose outcomes tell several dice at
// once: each of them is rolled alone. It is nil for other streams.
func diceOf(mt match.Match, stream string) (all []face) {
	for _, f := range games.Faces(mt.Rules(), mt.Setup(), stream) {
		all = append(all, face{f.Name, 1, f.Points, true})
	}
	return all
}

// facesOf lists what may come, without the name of the stream.
func facesOf(choices []games.Choice) (all []face) {
	for _, c := range choices {
		for i := range c.Len() {
			_, name, _ := strings.Cut(string(c.At(i)), " ")
			value, err := strconv.Atoi(name)
			all = append(all, face{name, int64(c.Weight), value, err == nil})
		}
	}
	if !slices.ContainsFunc(all, func(f face) bool { return !f.number }) {
		slices.SortFunc(all, func(a, b face) int { return a.value - b.value })
	}
	return all
}

// oddsOf is the same text for the same odds, "" where only people know them.
func oddsOf(choices []games.Choice) string {
	if luck.Total(choices) == 0 {
		return ""
	}
	var b strings.Builder
	for _, c := range choices {
		b.WriteString(c.String() + "=" + strconv.Itoa(int(c.Weight)) + "\n")
	}
	return b.String()
}

// table collects the answers of one stream.
type table struct {
	Stream
	faces   []face
	odds    string
	results []string
}

type tables []*table

// add counts a.
func (t *tables) add(by string, seat games.Seat, a answer) {
	i := slices.IndexFunc(*t, func(s *table) bool { return s.Name == a.stream && s.By == by && s.Seat == seat })
	if i < 0 {
		i = len(*t)
		*t = append(*t, &table{Stream: Stream{Name: a.stream, By: by, Seat: seat, Fair: true}, faces: a.faces, odds: a.odds})
	}
	(*t)[i].add(a)
}

func (s *table) add(a answer) {
	s.Rolls++
	s.Fair = s.Fair && a.odds == s.odds && a.odds != ""
	s.results = append(s.results, a.face)
	sum := int64(0)
	for _, f := range a.faces {
		sum += f.weight
	}
	for _, f := range a.faces {
		at := s.at(f.name)
		if a.odds == "" {
			at.Expected = nil
		} else if at.Expected != nil {
			at.Expected.Add(at.Expected, big.NewRat(f.weight, sum))
		}
	}
	s.at(a.face).Count++
}

// at returns the face of that name.
func (s *table) at(name string) *Face {
	i := slices.IndexFunc(s.Faces, func(f Face) bool { return f.Name == name })
	if i < 0 {
		i = len(s.Faces)
		s.Faces = append(s.Faces, Face{Name: name, Expected: new(big.Rat)})
	}
	return &s.Faces[i]
}

// report works out what the tables say: of the device first, in the order in which
// the streams began; of single seats only if several rolled.
func (t tables) report(several bool) (r Report) {
	slices.SortStableFunc(t, func(a, b *table) int { return strings.Compare(a.By, b.By) })
	for _, of := range t {
		if of.Seat != 0 {
			continue
		}
		for _, s := range t {
			if s.Name == of.Name && s.By == of.By && (s == of || several) {
				r.Streams = append(r.Streams, s.withOdds())
			}
		}
	}
	return r
}

// judge adds the probabilities to a fair stream.
func (s *table) withOdds() Stream {
	if !s.Fair {
		return s.Stream
	}
	weights, counts := make([]int64, len(s.faces)), make([]int, len(s.faces))
	for i, f := range s.faces {
		weights[i], counts[i] = f.weight, s.at(f.name).Count
	}
	s.Luckier = s.luckier()
	s.Odder = probabilityOdder(weights, counts)
	s.Run, s.RunOf = run(s.results)
	if len(weights)*s.Run*s.Rolls <= mostRun && len(weights) > 1 {
		s.RunOdds = Run(weights, s.Run, s.Rolls)
	}
	return s.Stream
}

// luckier is the share of tables that come to a higher total; nil where nothing adds
// up, or it would take too long.
func (s *table) luckier() *big.Rat {
	if !s.Fair {
		return nil
	}
	dice, sum := make([]weighted, len(s.faces)), 0
	for i, f := range s.faces {
		if !f.number {
			return nil
		}
		dice[i] = weighted{f.value, f.weight}
		sum += f.value * s.at(f.name).Count
	}
	if least, most := bounds(dice); least == most {
		return nil
	}
	return probabilityAbove(dice, s.Rolls, sum)
}

// run returns the longest run in what came, the first of several.
func run(came []string) (most int, of string) {
	n := 0
	for i, name := range came {
		if i == 0 || name != came[i-1] {
			n = 0
		}
		if n++; n > most {
			most, of = n, name
		}
	}
	return most, of
}

// Texts say what is remarkable of a stream: how many of a hundred tables have no more
// luck, how many are as odd, and a run that few see. Word says a face; nil leaves it as notation
// has it.
func (s Stream) Texts(word func(face string) string) (all []games.Text) {
	if s.Luckier != nil {
		all = append(all, games.Say("luck.luckier", InHundred(new(big.Rat).Sub(big.NewRat(1, 1), s.Luckier))))
	}
	if s.Odder != nil {
		all = append(all, games.Say("luck.odder", InHundred(s.Odder)))
	}
	if s.RunOdds != nil && s.Run > 2 && s.RunOdds.Cmp(big.NewRat(1, 4)) < 0 {
		of := s.RunOf
		if word != nil {
			of = word(of)
		}
		all = append(all, games.Count("luck.run", s.Run, of, InHundred(s.RunOdds)))
	}
	return all
}
