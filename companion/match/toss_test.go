package match

import (
	"fmt"
	"strconv"
	"strings"

	"tabletop/games"
)

// toss is a game for these tests: it has every kind of decision there is. A seat
// says "flip" (chance: a coin, after heads a die), "take 1" to "take 3", "token"
// (a question that only people can answer), or "call NAME". With deal=on chance is
// asked a card first. It ends at goal points.
type toss struct{}

var tossOptions = []games.Option{
	{Name: "goal", Default: "20", Grammar: "1..999"},
	{Name: "deal", Default: "off", Values: []string{"off", "on"}},
	{Name: "note", Default: "", Grammar: "text"},
}

func (toss) Name() string              { return "toss" }
func (toss) Seats() (int, int)         { return 1, 4 }
func (toss) Options() []games.Option   { return tossOptions }
func (toss) Assets() map[string]string { return nil }

func (toss) New(s games.Setup) (games.State, error) {
	if s.Value(tossOptions, "note") == "rude" {
		return nil, games.Refuse("note=rude", "rule.rude")
	}
	goal, err := strconv.Atoi(s.Value(tossOptions, "goal"))
	asked := ""
	if s.Value(tossOptions, "deal") == "on" {
		asked = "card"
	}
	return tossed{seats: s.Seats, goal: goal, seat: 1, asked: asked}, err
}

func (toss) Parse(s games.Setup, text string) (games.State, error) {
	t := tossed{seats: s.Seats}
	_, err := fmt.Sscanf(text, "%d %d %q %d %d %d %d %q", &t.goal, &t.seat, &t.asked,
		&t.points[0], &t.points[1], &t.points[2], &t.points[3], &t.called)
	return t, err
}

type tossed struct {
	seats, goal, seat int
	asked             string // the stream of the question chance is asked, or ""
	points            [4]int
	called            string
}

func (t tossed) String() string {
	return fmt.Sprintf("%d %d %q %d %d %d %d %q\n", t.goal, t.seat, t.asked,
		t.points[0], t.points[1], t.points[2], t.points[3], t.called)
}

func (t tossed) Turn() games.Seat {
	switch {
	case t.Standing().Over:
		return games.Nobody
	case t.asked != "":
		return games.Chance
	}
	return games.Seat(t.seat)
}

func (t tossed) Legal() []games.Choice {
	switch {
	case t.Turn() == games.Nobody:
		return nil
	case t.asked == "card":
		return []games.Choice{{Says: "card ace", Weight: 1}, {Says: "card king", Weight: 3}}
	case t.asked == "coin":
		return []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails", Weight: 1}}
	case t.asked == "die":
		return []games.Choice{{Says: "die", From: 1, To: 6, Weight: 1}}
	case t.asked == "token":
		return []games.Choice{{Says: "token blue"}, {Says: "token red"}}
	}
	return []games.Choice{{Says: "call", Grammar: "name"}, {Says: "flip"}, {Says: "take", From: 1, To: 3}, {Says: "token"}}
}

func (t tossed) Apply(d games.Decision) (games.State, error) {
	if _, ok := games.Find(t.Legal(), d); !ok {
		return nil, games.Refuse(d, "rule.toss")
	}
	n, _ := strconv.Atoi(d.Word(1))
	mine := &t.points[t.seat-1]
	switch {
	case d == "flip":
		t.asked = "coin"
	case d == "token":
		t.asked = "token"
	case d == "coin heads":
		*mine, t.asked = *mine+1, "die"
	case d == "card ace", d == "card king":
		t.asked = ""
	default: // the turn is over
		*mine, t.asked, t.seat = *mine+n, "", t.seat%t.seats+1
	}
	if d.Word(0) == "call" {
		t.called = string(d[len("call "):])
	}
	return t, nil
}

func (t tossed) Fixes() []games.Choice {
	var all []games.Choice
	for seat := 1; seat <= t.seats; seat++ {
		says := games.Decision("score " + strconv.Itoa(seat))
		all = append(all, games.Choice{Says: says, From: -99, To: 99})
	}
	return append(all, games.Choice{Says: "turn", From: 1, To: int32(max(2, t.seats))})
}

func (t tossed) Fix(d games.Decision) (games.State, error) {
	seat, err := strconv.Atoi(d.Word(1))
	if _, ok := games.Find(t.Fixes(), d); !ok || err != nil || seat > t.seats {
		return nil, games.Refuse(d, "rule.fix")
	}
	if d.Word(0) == "turn" {
		t.seat, t.asked = seat, ""
		return t, nil
	}
	t.points[seat-1], _ = strconv.Atoi(d.Word(2))
	return t, nil
}

func (t tossed) View(games.Seat) games.View { return games.View{} }

func (t tossed) Standing() games.Standing {
	s := games.Standing{Scores: make([]int32, t.seats)}
	for i := range s.Scores {
		s.Scores[i] = int32(t.points[i])
		if t.points[i] >= t.goal {
			s.Over, s.Won = true, append(s.Won, games.Seat(i+1))
		}
	}
	return s
}

// catalogue is what the tests play.
var catalogue = games.Of(toss{})

// record joins lines to a record that is read under the name "r".
func record(lines ...string) (Match, error) {
	return Read(strings.NewReader(strings.Join(lines, "\n")), "r", catalogue)
}
