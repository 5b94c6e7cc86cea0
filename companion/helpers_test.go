package companion_test

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
)

// paints makes the artist that all tests share: it never changes once it is made.
var paints = sync.OnceValues(func() (*screen.Artist, error) { return screen.For(games.Of(all...)) })

func painter(t testing.TB) *screen.Artist {
	t.Helper()
	artist, err := paints()
	if err != nil {
		t.Fatal(err)
	}
	return artist
}

// reply is an answer as these tests read it.
type reply struct {
	Seq     int
	Refusal string
	Stale   bool
	Wait    time.Duration
	Cookie  string
	Role    door.Role
	Added   history.Parcel
}

func replyOf(a companion.Answer) reply {
	return reply{a.Seq, a.Refusal.Text, a.Refusal.Kind == companion.Stale, a.Refusal.Wait, a.Cookie, a.Role, a.Added}
}

// tell sends what a phone wants, and returns the answer.
func tell(t testing.TB, tb *companiontest.Table, c companion.Command) reply {
	t.Helper()
	return replyOf(tb.Ask(companiontest.Phone, c))
}

// refuses reports whether a refusal has the text of an item, "" for none.
func refuses(tb *companiontest.Table, refusal, item string) bool {
	return item == "" && refusal == "" || item != "" && wordstest.Holds(refusal, tb.Text(item))
}

// at is the match on the panel as it was seen at a seq.
func at(tb *companiontest.Table, seq int) companion.Point {
	return companion.Point{Match: tb.Model.Point().Match, After: seq}
}

// setUp is a draft from a phone.
func setUp(t testing.TB, draft string, begin bool) companion.SetUp {
	t.Helper()
	c := companion.SetUp{Begin: begin}
	if err := json.Unmarshal([]byte(draft), &c.Draft); err != nil {
		t.Fatal(err)
	}
	return c
}

// offered are what set-up screens begin with, as the disk spells it.
func offered(tb *companiontest.Table) map[string]string {
	o, all := tb.Model.Moment().Offer, map[string]string{}
	add := func(key string, v any) {
		if line, err := json.Marshal(v); err == nil && string(line) != "null" && string(line) != `""` {
			all[key] = string(line)
		}
	}
	if o.Game != "" {
		all["draft"] = o.Game
	}
	for game, d := range o.Drafts {
		add("draft:"+game, d)
	}
	for game, d := range o.Last {
		add("last:"+game, d)
	}
	for name, s := range o.OwnTemplates {
		add("sheet:"+name, s)
	}
	for game, b := range o.Boxes {
		add("box:"+game, b)
	}
	add("cups", o.Cups)
	return all
}

// home fails unless the launcher is in sight.
func home(t testing.TB, tb *companiontest.Table) {
	t.Helper()
	if got := tb.Model.View().Kind; got != panel.KindHome {
		t.Fatalf("this is not home:\n%s", tb.Screen())
	}
}
