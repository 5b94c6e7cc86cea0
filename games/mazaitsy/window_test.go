package mazaitsy_test

import (
	"strings"
	"testing"

	"tabletop/games"
)

func TestWhatAWindowOffers(t *testing.T) {
	const row = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~:13 ~ ~ ~
~ ~ ~:2 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	for _, tt := range []struct{ name, options, boats, says, want string }{
		{"hares where the stage begins", "stage=window", "c4 n" + others, "", "leave, take 2"},
		{"when they are taken, actions", "stage=window", "c4 n" + others, "take 2", "diagonal left, diagonal right, forward, turn left, turn right"},
		{"hares on a card that was reached", "stage=window", "c4 n" + others, "leave, forward", "leave, take 1, take 3"},
		{"one by one", "stage=window", "c4 n" + others, "leave, forward, take 3", "leave, take 1"},
		{"then the second action", "stage=window", "c4 n" + others, "leave, forward, take 3, leave", "done, forward, turn left, turn right"},
		{"a full boat sees none", "", "c4 n 1:4" + others, "forward", "done, forward, turn left, turn right"},
		{"nine points are room for one of 1", "adv3=on", "c4 n 4:2" + others, "forward", "leave, take 1"},
		{"an opponent met is robbed of one", "adv4=on", "c4 n, c3 w 1:2,5:1, f6 w 4:1", "forward", "leave, steal 1/2, steal 5/2, take 1, take 3"},
		{"of one only", "adv4=on", "c4 n, c3 w 1:2,5:1, f6 w 4:1", "forward, steal 5/2", "leave, take 1, take 3"},
		{"without rule 4 of none", "", "c4 n, c3 w 1:2,5:1, f6 w 4:1", "forward", "leave, take 1, take 3"},
		{"two opponents on one card", "adv4=on", "c4 n, c3 w 1:1, c3 e 1:1,2:1", "forward", "leave, steal 1/2, steal 1/3, steal 2/3, take 1, take 3"},
		{"who lies where the stage begins isn't robbed", "adv4=on stage=window", "c4 n, c4 w 1:1, f6 w", "", "leave, take 2"},
		{"partners throw to and fro", "teams=on stage=window", "c4 n 5:1, f6 w, c4 w 1:1, f6 e", "", "get 1/3, leave, pass 5/3, take 2"},
		{"opponents don't", "teams=on", "c4 n 5:1, f6 w, f6 e, c3 w 1:1", "forward", "leave, take 1, take 3"},
	} {
		s := afloat(t, tt.options, tt.boats, row)
		if tt.says != "" {
			s = after(t, s, tt.says)
		}
		if got := listed(s.Legal()); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestWhenAWindowOpens(t *testing.T) {
	for _, tt := range []struct{ name, boats, says, want, field string }{
		{
			"on a current, before it carries, and where it carries to", "c4 n" + others, "forward, take 1, take 2",
			"move, d3 n, at c4 forward c3 drift d3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e:1 ~:2 ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"on a log, before the stage ends", "c4 n" + others, "forward, take 1",
			"replace, c3 n, at c4 forward c3 log c3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ =:1 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"on a card before a funnel pulls, and on the funnel", "c4 n" + others, "forward, take 1, done, leave",
			"replace, c2 n, at c4 forward c3 funnel c2", `
~ ~ ~ ~ ~ ~
~ ~ o:2 ~ ~ ~
~ ~ ~:1 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"not again after a turn", "c4 n" + others, "forward, leave, turn left",
			"replace, c3 w, at c4 forward c3 left c3", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~:1 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"after unloading, when there is room", "a4 n 1:4" + others, "unload 1 1, take 5",
			"replace, a4 n, at a4", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~:5 ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
		{
			"again where a loop comes back", "c5 n" + others, "forward, leave, leave, done",
			"replace, c4 n, at c5 forward c4 drift d4 drift c4", `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e:1 w ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`,
		},
	} {
		if got := told(after(t, afloat(t, "", tt.boats, tt.field), tt.says), 1); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestBoatsMeetByCurrentAndFunnelToo(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ e ~ o ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := afloat(t, "adv4=on", "c4 n, d3 n 1:1, e3 n 2:1", field)
	if got := listed(after(t, s, "forward").Legal()); got != "leave, steal 1/2" {
		t.Errorf("carried to a boat: got %s", got)
	}
	if got := listed(after(t, s, "forward, leave, done").Legal()); got != "leave, steal 2/3" {
		t.Errorf("pulled to a boat: got %s", got)
	}
	if got := told(after(t, s, "forward, steal 1/2, done"), 1); got != "replace, e3 n, at c4 forward c3 drift d3 funnel e3" {
		t.Errorf("one hare in a stage: got %s", got)
	}
}

func TestWhoeverLayWhereTheStageBeganIsSafeOnReturn(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ s ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	s := after(t, afloat(t, "adv4=on", "c4 n, c4 s 1:1, f6 w", field), "forward")
	if got := told(s, 1); got != "move, c4 n, at c4 forward c3 drift c4" {
		t.Errorf("got %s, a window would offer %s", got, listed(s.Legal()))
	}
}

func TestASwampsHaresDrownAfterItsPlayersNextMoveStage(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ %:135 ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~`
	for _, tt := range []struct{ name, options, boats, says, want string }{
		{"after a stage elsewhere", "swamp1=c3", "a1 s" + others, "forward, done", "%"},
		{"who comes by saves one first", "swamp1=c3", "c4 n" + others, "forward, take 3, leave, done", "%"},
		{"unloading is a stage", "swamp1=c3", "a1 s 1:1" + others, "unload 1", "%"},
		{"not after another player's", "swamp2=c3", "a1 s" + others, "forward, done", "%:135"},
		{"not one of the first lay-out", "", "a1 s" + others, "forward, done", "%:135"},
	} {
		got := after(t, afloat(t, tt.options, tt.boats, field), tt.says)
		if cell := strings.Fields(sketch(got))[14]; cell != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, cell, tt.want)
		}
	}
	s := after(t, afloat(t, "swamp1=c3", "c4 n"+others, field), "forward, take 3, leave, done")
	if !strings.Contains(s.String(), "lost 2\nseat 1 boat 3:1 ") || !strings.Contains(s.String(), "swamp -") {
		t.Errorf("two drown, one is saved: got\n%s", s)
	}
}

func TestWhatIsIllegalOnTheFieldNamesItsRule(t *testing.T) {
	const field = `
~ ~ ~ ~ ~ ~
~ # ~:2 ~ ~ ~
~ ~ ~ ~ o ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~
~ ~ ~ ~ ~ ~:1`
	for _, tt := range []struct{ options, boats, path, says, rule string }{
		{"", "c3 n" + others, "", "swim", "rule.notation"},
		{"", "c3 n" + others, "", "forward 1", "rule.notation"},
		{"", "c3 n" + others, "", "turn", "rule.notation"},
		{"", "c3 n" + others, "", "turn back", "rule.notation"},
		{"", "c3 n" + others, "", "diagonal", "rule.notation"},
		{"", "c3 n" + others, "", "done 1", "rule.notation"},
		{"", "c3 n" + others, "", "done", "rule.first"},
		{"", "c3 n" + others, "", "diagonal left", "rule.thicket"},
		{"", "a1 n" + others, "", "forward", "rule.shore"},
		{"", "a1 n" + others, "", "diagonal right", "rule.shore"},
		{"", "c5 n" + others, "forward", "diagonal left", "rule.second"},
		{"", "c5 n" + others, "turn left", "diagonal left", "rule.second"},
		{"", "c3 n 1:1" + others, "", "unload 1", "rule.unload.inland"},
		{"", "a3 n 1:1" + others, "", "unload", "rule.notation"},
		{"", "a3 n 1:1" + others, "", "unload 2", "rule.aboard"},
		{"", "a3 n 1:1,2:1" + others, "", "unload 2 1", "rule.unload.order"},
		{"", "a3 n 1:1" + others, "turn left", "unload 1", "rule.unload.moved"},
		{"", "c3 n" + others, "", "take 2", "rule.shut"},
		{"", "c3 n" + others, "", "leave", "rule.shut"},
		{"", "c3 n" + others, "", "pull e3", "rule.moving"},
		{"", "c3 n" + others, "", "place a1", "rule.moving"},
		{"", "c3 n" + others, "", "add log", "rule.moving"},
		{"", "c3 n" + others, "", "spin cw", "rule.moving"},
		{"", "c3 n" + others, "", "card log", "rule.moving"},
		{"", "c3 n" + others, "forward", "forward", "rule.meeting"},
		{"", "c3 n" + others, "forward", "done", "rule.meeting"},
		{"", "c3 n" + others, "forward", "leave 2", "rule.notation"},
		{"", "c3 n" + others, "forward", "take 1", "rule.absent"},
		{"", "c3 n" + others, "forward", "take 9", "rule.worth"},
		{"adv3=on", "c3 n 4:2" + others, "forward", "take 2", "rule.shut"}, // it doesn't fit
		{"adv4=on", "c3 n, c2 n 5:1, d6 n", "forward", "steal 1/2", "rule.aboard"},
		{"adv4=on", "c3 n, c2 n 5:1, d6 n 1:1", "forward", "steal 1/3", "rule.apart"},
		{"adv4=on stage=window", "f6 n, f6 e 5:1, a1 n", "", "steal 5/2", "rule.steal.start"},
		{"adv4=on", "c3 n, c2 n 5:2, d6 n 1:1", "forward, steal 5/2", "steal 5/2", "rule.steal.twice"},
		{"", "c3 n, c2 n 5:2, d6 n 1:1", "forward", "steal 5/2", "rule.steal.off"},
		{"adv4=on teams=on", "c3 n, f1 n, c2 n 5:1, d6 n 1:1", "forward", "steal 5/3", "rule.steal.own"},
		{"teams=on", "c3 n 1:1, f1 n, c2 n 5:4, d6 n 1:1", "forward", "pass 1/3", "rule.full.hares"},
		{"teams=on", "c3 n 1:1, f1 n, c4 n 5:1, d6 n 1:1", "forward", "get 5/3", "rule.apart"},
		{"", "c3 n 1:1" + others, "forward", "pass 1/2", "rule.share.off"},
		{"", "d5 n" + others, "turn left, done", "leave", "rule.replacing"},
		{"", "a5 n" + others, "turn left, done", "place c2", "rule.place.hares"},
		{"", "a5 n" + others, "turn left, done", "place a5", "rule.place.boat"},
		{"", "a5 n" + others, "turn left, done", "place f6", "rule.place.boat"},
		{"", "a5 n" + others, "turn left, done", "place", "rule.notation"},
		{"", "a5 n" + others, "turn left, done", "place g1", "rule.notation"},
		{"", "a5 n" + others, "turn left, done", "place a7", "rule.notation"},
		{"", "a5 n" + others, "turn left, done", "place a1 n", "rule.way.none"},
		{"", "a5 n" + others, "turn left, done", "place a1 from 2", "rule.place.off"},
		{"open=+,~,~", "a5 n" + others, "turn left, done", "place a1", "rule.way.missing"},
		{"open=+,~,~", "a5 n" + others, "turn left, done", "place a1 ne", "rule.way.straight"},
		{"open=x,~,~", "a5 n" + others, "turn left, done", "place a1 n", "rule.way.side"},
		{"open=x,~,~", "a5 n" + others, "turn left, done", "place a1 up", "rule.notation"},
		{"open=x,~,~", "a5 n" + others, "turn left, done", "place a1 ne nw", "rule.notation"},
		{"", "a5 n" + others, "turn left", "forward", "rule.shore"},
		{"adv2=on", "a5 n" + others, "turn left, turn left", "place a1 from 2", "rule.place.single"},
		{"adv2=on", "a5 n" + others, "diagonal right", "place a1 from pile", "rule.place.single"},
		{"adv2=on", "a5 n 1:1" + others, "unload 1", "place a1 from pile", "rule.place.single"},
		{"adv2=on", "a5 n" + others, "turn left, done", "place a1 from 4", "rule.place.row"},
		{"adv2=on", "a5 n" + others, "turn left, done", "place a1 from 0", "rule.place.row"},
		{"adv2=on", "a5 n" + others, "turn left, done", "place a1 from", "rule.notation"},
		{"adv2=on", "a5 n" + others, "turn left, done", "place a1 from 2 n", "rule.notation"},
		{"open=@,~,~", "a5 n" + others, "turn left, done, place c3", "spin", "rule.notation"},
		{"open=@,~,~", "a5 n" + others, "turn left, done, place c3", "spin left", "rule.notation"},
		{"open=@,~,~", "a5 n" + others, "turn left, done, place c3", "place c4", "rule.spinning"},
		{"where=row stage=add", "a5 n" + others, "", "add thicket", "rule.add.never"},
		{"where=row stage=add", "a5 n" + others, "", "add fish", "rule.cards.none"},
		{"where=row stage=add", "a5 n" + others, "", "add log 3", "rule.notation"},
		{"where=row stage=add", "a5 n" + others, "", "place c3", "rule.adding"},
		{"where=row stage=add hares=1:3,2:1", "a5 n" + others, "add water", "lay c2 c3", "rule.notation"},
		{"where=row stage=add hares=1:3,2:1", "a5 n" + others, "add water", "lay e3", "rule.lay"},
		{"where=row stage=add hares=1:3,2:1", "a5 n" + others, "add water", "hare 1", "rule.laying"},
		{"where=row stage=add hares=1:3,2:1", "a5 n" + others, "add water, lay c2", "hare 2", "rule.pool"},
		{"where=row stage=add hares=1:3,2:1", "a5 n" + others, "add water, lay c2", "lay c3", "rule.drawing"},
		{"", "c3 n" + others, "", strings.Repeat("forward ", 1000), "rule.notation"},
	} {
		s := afloat(t, tt.options, tt.boats, field)
		if tt.path != "" {
			s = after(t, s, tt.path)
		}
		before := s.String()
		if _, err := s.Apply(games.Decision(tt.says)); broken(err) != tt.rule {
			t.Errorf("%.60q behind %q: got %v, want %s\n%s", tt.says, tt.path, err, tt.rule, s)
		}
		if s.String() != before {
			t.Errorf("%.60q changed the position to\n%s", tt.says, s)
		}
	}
}
