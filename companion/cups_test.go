package companion_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/panel"
	"tabletop/games"
)

// withCup is a table at home whose last cup is that.
func withCup(t *testing.T, cup string) *companiontest.Table {
	t.Helper()
	tb := newTable(t)
	tb.Press("ok")
	tell(t, tb, companion.Choose{Key: "cups", Value: fmt.Sprintf("[%q]", cup)})
	return tb
}

// Cups that were saved before their notation got another meaning are asked about once. Until then they
// keep the old one.
func TestACupThatOnceMeantSomethingElseIsAskedAboutOnce(t *testing.T) {
	for _, c := range []struct{ saved, answer, keeps string }{
		{`["2d6r!=3","3d6"]`, "2d6r1!3", `["2d6r1!3","3d6"]`},
		{`["2d6r!=3","3d6"]`, "2d6r<>3", `["2d6r<>3","3d6"]`},
		{`["3d6","8d6 d4"]`, "8d6k4", `["3d6","8d6k4"]`},
	} {
		d := companiontest.NewDisk().Knows()
		d.Settings["cups"] = c.saved
		tb := companiontest.OnDisk(t, d, all...)
		tb.Press("ok")
		for range 2 { // without an answer it is asked again
			tb.Choose("home.more", "home.dice")
			if v := tb.Model.View(); v.Kind != panel.KindConfirm {
				t.Fatalf("%s isn't asked about: %q", c.saved, tb.Screen())
			}
			tb.Press("back")
			if before := strings.NewReplacer("2d6r!=3", "2d6r1!3", "8d6 d4", "8d6k4").Replace(c.saved); !tb.Shows(strings.Split(before, `"`)[1]) {
				t.Errorf("%s: the list is %q", c.saved, tb.Screen())
			}
			tb.Press("back", "back")
		}
		tb.Choose("home.more", "home.dice", c.answer)
		if got := plain(d.Settings["cups"]); got != c.keeps {
			t.Errorf("%s, %s: saved are %s, want %s", c.saved, c.answer, got, c.keeps)
		}
		tb.Press("back", "back")
		tb.Choose("home.more", "home.dice")
		if v := tb.Model.View(); v.Kind != panel.KindMenu {
			t.Errorf("%s is asked about again: %q", c.saved, tb.Screen())
		}
	}
}

// A cup that people write today has the meaning of today.
func TestACupOfTodayIsNotAskedAbout(t *testing.T) {
	tb := withCup(t, "2d6r!=3")
	tell(t, tb, companion.Roll{Cup: "d20rr>15"})
	if got, want := plain(tb.Disk.Settings["cups"]), `["d20r>15","2d6r<>3"`; !strings.HasPrefix(got, want) {
		t.Errorf("saved are %s, want %s", got, want)
	}
}

// plain is a JSON text without escapes of < and >.
func plain(text string) string {
	return strings.NewReplacer(`\u003e`, ">", `\u003c`, "<").Replace(text)
}

// faces are the dice that are drawn.
func faces(v panel.View) (all []string) {
	for _, c := range v.Cells[:v.W] {
		all = append(all, c.Glyph)
	}
	return all
}

func TestARollShowsEachDieAndTheTotal(t *testing.T) {
	for _, c := range []struct {
		cup   string
		dice  int
		title string // but for the total
	}{
		{"d6", 1, "d6"}, {"2d6", 2, "2d6 = "}, {"3d12-1", 3, "3d12-1 = "}, {"4d6k3", 4, "4d6k3 = "}, {"16d6", 16, "16d6 = "},
	} {
		tb := withCup(t, c.cup)
		tb.Press("up", "ok")
		v := tb.Model.View()
		if v.Kind != panel.KindBig || len(faces(v)) != c.dice || v.Big == "" || !strings.HasPrefix(v.Title, c.title) {
			t.Errorf("%s is shown as %q, %q, dice %q", c.cup, v.Title, v.Big, faces(v))
		}
		if strings.HasSuffix(c.title, "= ") && v.Title != c.title+v.Big {
			t.Errorf("%s: %q doesn't say the total %s", c.cup, v.Title, v.Big)
		}
		if slices.Contains(faces(v), "") {
			t.Errorf("%s: a die has no face: %q", c.cup, faces(v))
		}
	}
}

func TestMoreDiceThanThereIsRoomForAreReadAKeyAway(t *testing.T) {
	artist := painter(t)
	for cup, aside := range map[string]string{"17d6": "cups.all", "40d20+40d8+19d6-1": "cups.all", "16d6": ""} {
		tb := withCup(t, cup)
		if aside != "" {
			aside = tb.Text(aside)
		}
		tb.Press("up", "ok")
		v := tb.Model.View()
		if len(faces(v)) != panel.MostDice || v.Aside != aside || !strings.Contains(v.Title, v.Big) {
			t.Errorf("%s is shown as %q, %q, %d dice", cup, v.Title, v.Aside, len(faces(v)))
		}
		for _, flaw := range artist.Flaws(v) {
			t.Errorf("%s: %s", cup, flaw)
		}
		rolls := tb.Model.Cups().Seq()
		tb.Press("down")
		if got := tb.Model.View().Title == tb.Text("pause.log"); got != (aside != "") {
			t.Errorf("%s: down leads to\n%s", cup, tb.Screen())
		}
		if aside == "" {
			continue
		}
		tb.Press("back", "ok")
		if tb.Model.View().Aside != aside || tb.Model.Cups().Seq() == rolls {
			t.Errorf("%s: back and ok don't roll again:\n%s", cup, tb.Screen())
		}
	}
}

// The highest and the lowest total are told, as anything is that a table looks up for.
func TestTheHighestAndTheLowestRollAreMoments(t *testing.T) {
	tb := withCup(t, "2d4")
	tb.Press("up")
	told := map[games.Kind]bool{}
	for range 200 {
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		if v := tb.Model.View(); v.Lamps.Rolling == 0 || v.Moment != "" {
			t.Fatalf("while it rolls there is\n%s", tb.Screen())
		}
		tb.Wait(time.Second)
		v := tb.Model.View()
		total := tb.Model.Cups().State().View(games.Nobody).Title
		want := map[string]games.Kind{"2": games.Low, "8": games.High}[tb.Model.Words("dice").Say(total, nil)]
		if v.Moment != want || want != "" && (v.Tabs[1] != tb.Text("tab.on") || v.Big == "" || !strings.HasPrefix(v.Prompt[0], "2d4 = ")) {
			t.Fatalf("%v is shown as %s, want %s:\n%s", total, v.Moment, want, tb.Screen())
		}
		told[want] = true
		tb.Wait(2 * time.Second) // the moment ends, and its late frames
	}
	if len(told) != 3 {
		t.Errorf("200 rolls told only %v", told)
	}
	tb.Wait(time.Minute)
	if v := tb.Model.View(); v.Kind != panel.KindBig || again(t, tb).Model.View().Moment != "" {
		t.Errorf("afterwards there is\n%s", tb.Screen())
	}
}

// Whatever the notation has is put together by four keys.
func TestTheBuilderReachesAllThatTheNotationHas(t *testing.T) {
	for cup, steps := range map[string][]any{
		"3d6":     {"d6", "build.count", 3},
		"3d6+2":   {"d6", "build.count", 3, "build.plus", 2},
		"2d4-1":   {"d4", "build.count", 2, "build.minus", 1},
		"d100":    {"d100"},
		"d66":     {"d66"},
		"4dF":     {"dF", "build.count", 4},
		"4d6k3":   {"d6", "build.count", 4, "build.best", 3},
		"3d6kl1":  {"d6", "build.count", 3, "build.worst", 1},
		"4d6":     {"d6", "build.count", 4, "build.best", 2, "build.all"},
		"2d6!":    {"d6", "build.count", 2, "build.explode"},
		"2d6":     {"d6", "build.count", 2, "build.explode", "build.once"},
		"d7":      {"build.faces", 7},
		"2coin":   {"name.coin", "build.count", 2},
		"2dцвет":  {"dцвет", "build.count", 2},
		"d6+2d8":  {"d6", "build.more", "d8", "build.count", 2},
		"d20-d4":  {"d20", "build.more", "d4", "build.subtract d4"},
		"d20+d4":  {"d20", "build.more", "d4", "build.subtract d4", "build.add d4"},
		"d20":     {"d20", "build.more", "d4", "build.without d4"},
		"d6+d8+5": {"d6", "build.more", "d8", "build.plus", 3, "build.number", 5},
	} {
		tb := withCup(t, "d12")
		tell(t, tb, companion.Choose{Key: "dice", Value: "цвет=красный,синий"})
		tb.Choose("home.more", "home.dice", "cups.build")
		for _, step := range steps {
			switch step := step.(type) {
			case int:
				tb.Dial(step)
			case string:
				if strings.Contains(step, ".") {
					step = "dice:" + step
				}
				tb.Choose(step)
			}
		}
		tb.Press("ok") // what it is so far
		if facts := tb.Model.Cups(); facts.IsZero() || !strings.Contains(facts.Since(0), fmt.Sprintf(`"says":"roll %s"`, cup)) {
			t.Errorf("%v doesn't lead to %s:\n%s", steps, cup, tb.Screen())
		}
	}
}

// The parts of the cup rolled last are explained, each with its topic.
func TestACupIsExplainedPartByPart(t *testing.T) {
	tb := withCup(t, "4d6k3")
	tell(t, tb, companion.Roll{Cup: "6x(4d6k3+max(d4,2))"})
	tb.Wait(10 * time.Second)
	tb.Press("back")
	tb.Choose("cups.explain")
	tb.Want("[6x4d6k3+max(d4,2)]", "> 6")
	tb = withCup(t, "4d6k3")
	tb.Choose("home.more", "home.dice", "cups.explain")
	tb.Want("[4d6k3]", "> 4")
	tb.Press("down", "ok")
	if v := tb.Model.View(); v.Kind != panel.KindTopic || v.Topic != "keep" {
		t.Errorf("the second part shows the topic %q", v.Topic)
	}
	tb = withCup(t, "2d6")
	tb.Choose("home.more", "home.dice")
	if tb.Shows("cups.explain") {
		t.Errorf("2d6 is explained:\n%s", tb.Screen())
	}
}
