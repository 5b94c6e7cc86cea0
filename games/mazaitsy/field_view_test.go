package mazaitsy_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/games"
)

// said writes a text in its key and arguments.
func said(t games.Text) string {
	return strings.Join(append([]string{t.Key}, t.Args...), " ")
}

func TestTheViewTellsThePathStepByStepAndWhyItEnded(t *testing.T) {
	for _, tt := range []struct {
		name, boat, says string
		lines            []string
		field            string
	}{
		{
			"a current leads to a log", "c4 n", "forward",
			[]string{"line.path @1 c4", "line.path.forward c4 c3", "line.path.drift c3 d2", "line.path.log d2 d2"},
			`
~ ~ ~ ~ ~ ~
~ ~ ~ = ~ ~
~ ~ ne ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a turn wakes a current that the shore blocks", "c1 e", "turn left",
			[]string{"line.path @1 c1", "line.path.left c1 c1", "line.path.shore c1 c1"},
			`
~ ~ n ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"a thicket blocks a current, a funnel pulls", "c3 n", "forward",
			[]string{"line.path @1 c3", "line.path.forward c3 c2", "line.path.thicket c2 c2", "line.path.funnel c2 d3"},
			`
~ ~ # ~ ~ ~
~ ~ n ~ ~ ~
~ ~ ~ o ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"diagonally", "c3 n", "diagonal right",
			[]string{"line.path @1 c3", "line.path.diagonal c3 d2"},
			calm,
		},
	} {
		v := after(t, afloat(t, "", tt.boat+others, tt.field), tt.says).View(games.Nobody)
		var got []string
		for _, line := range v.Lines[:min(len(tt.lines), len(v.Lines))] {
			got = append(got, said(line))
		}
		if !slices.Equal(got, tt.lines) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.lines)
		}
	}
}

func TestTheViewIsTheField(t *testing.T) {
	const field = `
~ f = # @ %
o n e s w ~:3
ne se sw nw ~ f:11
=:1 @:2 %:3 o:4 n:5 ne:1
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	v := after(t, afloat(t, "", "a6 n, c5 w, c5 e", field), "turn right, forward").View(games.Nobody)
	want := strings.Fields(`
water fish log thicket whirlpool swamp
funnel current-n current-e current-s current-w water-hare
current-ne current-se current-sw current-nw water fish-hare
log-hare whirlpool-hare swamp-hare funnel-hare current-n-hare current-ne-hare
water water boat-w water water water
water boat-e water water water water`)
	tags := map[string]string{"f2": "3", "f3": "11", "a4": "1", "b4": "2", "c4": "3", "d4": "4", "e4": "5", "f4": "1"}
	if v.W != 6 || v.H != 6 {
		t.Fatalf("got %d×%d", v.W, v.H)
	}
	for i, c := range v.Cells {
		name := string([]byte{'a' + byte(i%6), '1' + byte(i/6)})
		seat, mark := games.Nobody, uint8(0)
		switch name {
		case "c5":
			seat = 2
		case "b6":
			seat, mark = 1, games.MarkLast
		case "a6":
			mark = games.MarkLast
		}
		if got := (games.Cell{Glyph: want[i], Name: name, Seat: seat, Mark: mark, Tag: tags[name]}); c != got {
			t.Errorf("%s: got %+v, want %+v", name, c, got)
		}
	}
}

func TestTheViewMarksWhatIsAskedFor(t *testing.T) {
	marked := func(s games.State) (names []string) {
		for _, c := range s.View(games.Nobody).Cells {
			if c.Mark&games.MarkLast != 0 {
				names = append(names, c.Name)
			}
		}
		return names
	}
	s := begun(t, "seats=2 field=on cards=water:51/50")
	for _, tt := range []struct {
		says string
		want []string
	}{
		{"card water hare", []string{"a1"}},
		{"card water hare 24", nil}, // the row
		{"card water hare 3", []string{"a1"}},
		{"hare 1", []string{"b1"}},
	} {
		if s = after(t, s, tt.says); !slices.Equal(marked(s), tt.want) {
			t.Errorf("behind %s: got %v, want %v", tt.says, marked(s), tt.want)
		}
	}
	laid := after(t, afloat(t, "open=@,~,~", "a6 n"+others, strings.Replace(calm, "~", "~:1", 1)), "forward, done, place b2")
	if got := marked(laid); !slices.Equal(got, []string{"b2"}) {
		t.Errorf("a whirlpool that spins: got %v", got)
	}
}

func TestEveryStageHasAPromptAndItsRule(t *testing.T) {
	funnels := strings.Replace(calm, "~ ~ ~ ~ ~ ~\n", "o ~ o ~ ~ ~\n", 1)
	for _, tt := range []struct{ name, options, boats, field, says, prompt, how string }{
		{"a move begins", "", "a2 n" + others, calm, "", "ask.sail", "how.move"},
		{"it goes on", "", "a3 n" + others, calm, "forward", "ask.second", "how.second"},
		{"hares", "stage=window", "a2 n" + others, strings.Replace(calm, "~", "~:1", 12), "", "ask.window", "how.window"},
		{"hares to steal", "stage=window adv4=on", "a2 n" + others, strings.Replace(calm, "~", "~:1", 12), "", "ask.window", "how.window.steal"},
		{"funnels", "", "b2 n" + others, funnels, "turn left, done", "ask.pull", "how.pull"},
		{"a card", "", "b2 n" + others, calm, "diagonal left", "ask.place #word.water", "how.replace"},
		{"any card", "adv2=on", "b2 n" + others, calm, "forward, done", "ask.place.any", "how.place.any"},
		{"a whirlpool", "open=@,~,~", "b2 n" + others, strings.Replace(calm, "~", "~:1", 2), "diagonal left, leave, place b2", "ask.spin", "how.spin"},
		{"an addition", "where=row stage=add", "b2 n" + others, calm, "", "ask.add", "how.add"},
		{"too few hares", "where=row stage=add hares=1:3", "b2 n" + others, calm, "add water", "ask.spread", "how.lay"},
		{"a hare", "where=row stage=add", "b2 n" + others, calm, "add water", "ask.hare a1", "how.hare"},
		{"a card of the pile", "hares=1:1", "b2 n" + others, strings.Replace(calm, "~", "~:1", 1), "forward, done, place c3", "ask.card.top", "how.top"},
		{"a hare of the row", "", "b2 n" + others, calm, "forward, done, place c3", "ask.hare.row 3", "how.hare"},
	} {
		s := afloat(t, tt.options, tt.boats, tt.field)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		v := s.View(games.Nobody)
		if how := v.Rule.Key; said(v.Prompt) != tt.prompt || how != tt.how {
			t.Errorf("%s: got %s and %s, want %s and %s", tt.name, said(v.Prompt), how, tt.prompt, tt.how)
		}
	}
}

func TestWhatLiesOpenBesideTheFieldIsRead(t *testing.T) {
	v := afloat(t, "open=~:3,x,% top==", "a2 n 1:2,3:1"+others, calm).View(games.Nobody)
	var got []string
	for _, line := range v.Lines {
		got = append(got, said(line))
	}
	want := []string{
		"line.boat 1 1 3 3 4", "line.open.hare 1 #word.water 3", "line.open 2 #word.side 0", "line.open 3 #word.swamp 0",
		"line.pile 12 0", "line.top #word.log", "line.mazai", "line.seat @1 3 0", "line.seat @2 0 0", "line.seat @3 0 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestADealtFieldIsReadWithItsHares(t *testing.T) {
	s := after(t, begun(t, "seats=2 field=on cards=water:51/50 hares=1:1,3:6"), "card water hare 28, hare 1, hare 3, hare 3, hare 3, hare 3, hare 3, hare 3")
	var got []string
	lines := s.View(games.Nobody).Lines
	for _, line := range lines[len(lines)-2:] {
		got = append(got, said(line))
	}
	if want := []string{"line.hares.row 1 a 1, b 3, c 3, d 3, e 3", "line.hares.row 2 a 3, b 3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnEmptyPoolIsSaid(t *testing.T) {
	v := afloat(t, "hares=1:1", "a2 n 1:1"+others, calm).View(games.Nobody)
	if v.Lines[0].Key != "line.pool.empty" {
		t.Errorf("got %v", v.Lines)
	}
}

func TestTheFieldStaysInSightWhenMazaiIsUncovered(t *testing.T) {
	s, _ := until(t, ready(t, "seats=2", "boat c3 n, boat c3 s"))
	s = named(t, after(t, s, "mazai yes"))
	if v := s.View(1); v.W != 5 || v.H != 5 || v.Prompt.Key != "ask.news.row" {
		t.Errorf("got %d×%d, %s", v.W, v.H, v.Prompt.Key)
	}
}

func TestACellIsTaggedWithItsHares(t *testing.T) {
	const field = `
~:3 ~:14 ~:112 ~:1135 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	v := afloat(t, "", "a6 n"+others, field).View(games.Nobody)
	for i, want := range []string{"3", "14", "112", "35+", ""} {
		if got := v.Cells[i].Tag; got != want {
			t.Errorf("%s: got %q, want %q", v.Cells[i].Name, got, want)
		}
	}
}
