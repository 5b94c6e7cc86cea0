package companion_test

import (
	"testing"
	"time"

	"tabletop/companion/companiontest"
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
	tb.Choose("home.more", "home.timer")
	sand(tb, "1:00")
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

// sand starts the sand timer with the length on its dial turned to a time.
func sand(tb *companiontest.Table, length string) {
	for _, key := range []string{"down", "up"} {
		for i := 0; tb.Model.View().Big != length && i < 60; i++ {
			tb.Press(key)
		}
	}
	tb.Press("ok")
}

func TestTheSandTimerCountsOnThePanelAndEndsAloud(t *testing.T) {
	tb := inMice(t)
	tb.Press("back")
	tb.Choose("home.timer")
	if got := tb.Model.View().Big; got != "3:00" {
		t.Errorf("the timer begins with %s, want 3:00", got)
	}
	sand(tb, "1:30")
	tb.Press("back")
	tb.Wait(20 * time.Second)
	tb.Want("[@1]", "1:10")
	tb.Press("back")
	tb.Choose("home.timer")
	tb.Wait(5 * time.Second)
	tb.Press("ok") // it pauses
	tb.Wait(time.Hour)
	tb.Press("up") // the panel was dark
	if got := tb.Model.View().Big; got != "■1:05" {
		t.Errorf("paused it shows %s, want ■1:05", got)
	}
	tb.Press("ok", "back", "back")
	tb.Wait(64 * time.Second)
	if tb.Model.Moment().Rings {
		t.Error("it rings a second early")
	}
	tb.Wait(2 * time.Second)
	if v := tb.Model.View(); !tb.Model.Moment().Rings || v.Lamps.Alarm != panel.GlyphBell {
		t.Errorf("it ends without a bell:\n%s", tb.Screen())
	}
	tb.Want("timer.over")
	tb.Choose("timer.again 1:30")
	tb.Wait(10 * time.Second)
	tb.Want("[@1]", "1:20")
	if tb.Model.Moment().Rings {
		t.Error("it rings on after a key")
	}
	again(t, tb).Press("back")
	tb.Press("back")
	tb.Choose("home.timer")
	tb.Press("down") // it stops
	tb.Press("back")
	if got := tb.Model.View().Aside; got != "" {
		t.Errorf("stopped it shows %q", got)
	}
	tb.Press("back")
	tb.Choose("home.timer")
	if got := tb.Model.View().Big; got != "1:30" {
		t.Errorf("the next one begins with %s, want 1:30 as before", got)
	}
	sand(tb, "99:00")
	tb.Press("back")
	tb.Wait(time.Second)
	tb.Want("98:59")
}
