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

// Report compares the outcomes of chance in a match with their expectation.
type Report struct{ Streams []Stream }

// Stream contains the statistics of one stream of outcomes, such as "d6" or "hare". Outcomes of
// the device and of the table are separate streams. If several seats rolled, the Stream of all
// seats is followed by one Stream for each seat.
type Stream struct {
	Name  string
	By    string     // source of the outcomes: match.Device or match.Table
	Seat  games.Seat // seat that decided last before the outcome; 0: all seats together
	Rolls int        // number of outcomes; each die of a roll counts as one
	Faces []Face     // possible faces: numbers by value, words in the order of the game
	Fair  bool       // every outcome had the same odds, whatever outcomes came before

	// The following fields exist for fair streams only. They are nil if their computation would
	// take too long or if they make no sense for the stream.
	Luckier *big.Rat // share of fair tables with a higher total, from 0 to 1
	Odder   *big.Rat // share of fair tables that differ at least as much from the expectation
	Run     int      // length of the longest run of equal outcomes
	RunOf   string
	RunOdds *big.Rat // share of fair tables with a run of any face that is at least as long
}

// Face is a possible outcome of a stream.
type Face struct {
	Name     string   // name of the face, without the name of the stream
	Count    int      // number of outcomes with this face
	Expected *big.Rat // expected number of outcomes with this face; nil if only people knew the odds
}

// mostRun is the maximum number of steps that computing the odds of a run may take.
const mostRun = 200_000

// Luck compares the outcomes of chance on the line of a match with their expectation. It may
// take some tenths of a second. For lists, use the Rollers of a Summary instead.
func Luck(mt match.Match) Report {
	t, several := collect(mt)
	return t.report(several)
}

// collect counts the outcomes of chance on the line of a match by stream. It also reports
// whether several seats rolled.
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

// answer is one outcome of chance with its possible faces.
type answer struct {
	stream, face string
	faces        []face
	odds         string // text of the odds, as oddsOf returns it: equal for equal odds
}

// face is a possible result of a die or of another draw, with its weight.
type face struct {
	name   string
	weight int64
	value  int
	number bool // the face is a number, and value contains it
}

// answers returns the outcomes of chance in the fact f.
func answers(mt match.Match, f match.Fact) []answer {
	stream, text, _ := strings.Cut(f.Says, " ")
	if faces := diceOf(mt, stream); faces != nil {
		var all []answer
		for _, word := range strings.Fields(text) {
			all = append(all, answer{stream, word, faces, stream})
		}
		return all
	}
	choices := mt.Before(f.Seq).Legal()
	return []answer{{stream, text, facesOf(choices), oddsOf(choices)}}
}

// diceOf returns the faces of each die in the stream. It returns nil for games whose outcomes
// are single answers.
func diceOf(mt match.Match, stream string) (all []face) {
	for _, f := range games.Faces(mt.Rules(), mt.Setup(), stream) {
		all = append(all, face{f.Name, 1, f.Points, true})
	}
	return all
}

// facesOf returns the possible faces of the choices. The name of a face doesn't contain the name
// of the stream.
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

// oddsOf returns the odds of choices as text. Equal odds give equal texts. The text is "" if the
// game gives no odds.
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

// table collects the outcomes of one stream in a match.
type table struct {
	Stream
	faces   []face
	odds    string
	results []string
}

type tables []*table

// add counts the outcome a in the table of its stream, source and seat. It adds a table if there
// is none.
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

// at returns the face with that name. It adds the face if there is none.
func (s *table) at(name string) *Face {
	i := slices.IndexFunc(s.Faces, func(f Face) bool { return f.Name == name })
	if i < 0 {
		i = len(s.Faces)
		s.Faces = append(s.Faces, Face{Name: name, Expected: new(big.Rat)})
	}
	return &s.Faces[i]
}

// report returns the statistics of all streams. The device's streams precede the table's
// streams. Streams of the same source are in the order of their first outcomes. report includes
// the streams of single seats only if several seats rolled.
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

// withOdds returns the statistics in s. If the stream is fair, withOdds fills in the
// probabilities.
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
		s.RunOdds = RunProbability(weights, s.Run, s.Rolls)
	}
	return s.Stream
}

// luckier returns the share of fair tables with a higher total. It returns nil if the stream
// isn't fair, if faces have no values or all the same value, or if the computation would take
// too long.
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

// run returns the length of the longest run of equal results in came, and the result that is
// repeated. If several runs have this length, it returns the first.
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

// Texts returns texts about the luck of a stream: the percentage of fair tables with no more
// luck, the percentage of fair tables at least as odd, and a rare run. word returns the text of
// a face; if word is nil, the text is the notation.
func (s Stream) Texts(word func(face string) string) (all []games.Text) {
	if s.Luckier != nil {
		all = append(all, games.Say("luck.luckier", FormatPercent(new(big.Rat).Sub(big.NewRat(1, 1), s.Luckier))))
	}
	if s.Odder != nil {
		all = append(all, games.Say("luck.odder", FormatPercent(s.Odder)))
	}
	if s.RunOdds != nil && s.Run > 2 && s.RunOdds.Cmp(big.NewRat(1, 4)) < 0 {
		of := s.RunOf
		if word != nil {
			of = word(of)
		}
		all = append(all, games.Count("luck.run", s.Run, of, FormatPercent(s.RunOdds)))
	}
	return all
}
