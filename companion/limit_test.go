package companion_test

import (
	"testing"
	"time"

	"tabletop/companion/panel"
	"tabletop/games"
	"tabletop/games/table"
)

// hurried is a game in a file whose turns have 30 seconds each.
type hurried struct{ games.Rules }

func (hurried) Name() string    { return "file/hurry" }
func (hurried) Program() string { return "hurry" }
func (hurried) ID() string      { return games.IDOf("file/hurry", "hurry") }

// inAHurry is a match of it.
func inAHurry(t *testing.T) games.Rules {
	t.Helper()
	r, err := table.New(table.Def{
		Name: "hurry", Limits: table.Limits{Turn: 30},
		Words: map[string]string{"ru": "title = Спешка\nabout = Быстро\n", "en": "title = Hurry\nabout = Quick\n"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return hurried{r}
}

func TestTheTimeThatAGameGivesIsCountedAnewEachTurn(t *testing.T) {
	tb := atHome(t)
	files(tb, inAHurry(t))
	tb.Choose("home.other", "file/hurry:title")
	tb.Press("ok")
	left := func() uint16 { return tb.Model.View().Lamps.Count }
	begun := left()
	if begun < 29 || begun > 30 {
		t.Fatalf("the first turn has %d s", begun)
	}
	tb.Wait(10 * time.Second)
	if got := left(); got != begun-10 {
		t.Errorf("after 10 s there are %d", got)
	}
	tb.Press("ok")
	if got := left(); got < 29 {
		t.Errorf("the second turn has %d s", got)
	}
	tb.Wait(30 * time.Second)
	if got := tb.Model.View().Lamps.Alarm; got != panel.GlyphBell {
		t.Errorf("when it is up the matrix shows %q", got)
	}
	tb.Press("ok")
	if v := tb.Model.View(); v.Lamps.Alarm != "" || v.Lamps.Of != 0 {
		t.Errorf("after a key the matrix shows %+v", v.Lamps)
	}
	tb.Press("ok")
	if got := left(); got < 29 {
		t.Errorf("the turn after has %d s", got)
	}
}

func TestTheTablesOwnSandTimerRunsOutBeforeTheGamesOwn(t *testing.T) {
	tb := atHome(t)
	files(tb, inAHurry(t))
	tb.Choose("home.more", "home.timer", "timer.minutes 1")
	tb.Press("back", "back")
	tb.Choose("home.other", "file/hurry:title")
	tb.Press("ok")
	if v := tb.Model.View(); v.Lamps.Of != 60 {
		t.Errorf("the matrix counts %d of %d", v.Lamps.Count, v.Lamps.Of)
	}
	tb.Wait(time.Minute)
	tb.Press("ok")
	if v := tb.Model.View(); v.Lamps.Of != 30 {
		t.Errorf("then it counts %d of %d", v.Lamps.Count, v.Lamps.Of)
	}
}

func TestNoTimeRunsOnceTheMatchIsLeft(t *testing.T) {
	tb := atHome(t)
	files(tb, inAHurry(t))
	tb.Choose("home.other", "file/hurry:title")
	tb.Press("ok", "hold")
	tb.Choose("pause.away")
	if v := tb.Model.View(); v.Lamps.Of != 0 {
		t.Errorf("at home the matrix counts %d of %d", v.Lamps.Count, v.Lamps.Of)
	}
}
