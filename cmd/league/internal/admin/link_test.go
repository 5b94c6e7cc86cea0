package admin_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/audit"
	"tabletop/companion/club/wire"
)

// by is a record of a box, received at that time, that names players.
func by(box string, ms int64, players ...string) admin.Result {
	r := admin.Result{Match: "m", Box: box, Game: "mice", Day: "2026-11-01", ReceivedMS: ms}
	for i, player := range players {
		r.Seats = append(r.Seats, audit.Seat{Player: player, Name: "на " + box[:1], Rank: i + 1})
	}
	return r
}

// related relates records by their boxes: "a<b" means that the record of b continues that of a.
func related(pairs ...string) admin.Relate {
	return func(a, b admin.Result) audit.Relation {
		switch {
		case slices.Contains(pairs, a.Box[:1]+"<"+b.Box[:1]):
			return audit.More
		case slices.Contains(pairs, b.Box[:1]+"<"+a.Box[:1]):
			return audit.Less
		case slices.Contains(pairs, a.Box[:1]+"="+b.Box[:1]), slices.Contains(pairs, b.Box[:1]+"="+a.Box[:1]):
			return audit.Same
		}
		return audit.Other
	}
}

var (
	boryaB = wire.PlayerID(boxB, "77778888")
	owned  = map[string]string{anyaA: boxA, borya: boxA, anyaB: boxB, boryaB: boxB}
)

func TestARulingIsOfTheRecordThatTheOrganiserHasSeen(t *testing.T) {
	for name, test := range map[string]struct {
		box  string
		want []int
	}{"of this box": {boxA, []int{2, 1}}, "of another box": {boxB, []int{1, 2}}, "of before": {"", []int{2, 1}}} {
		d := did(t, admin.Command{Kind: admin.CorrectRanks, Body: admin.Body{Match: "m", Box: test.box, Ranks: []int{2, 1}, Why: "спор"}})
		if got := ranks(d.Seats(by(boxA, 1, anyaA, borya))); !slices.Equal(got, test.want) {
			t.Errorf("%s: the ranks are %v, want %v", name, got, test.want)
		}
	}
}

func TestABoxNamesItsOwnPlayersOnlyUntilAnOrganiserConsents(t *testing.T) {
	consent := admin.Command{Kind: admin.Consent, Body: admin.Body{Player: anyaA, Box: boxB}}
	r := by(boxB, 1, anyaA, anyaB, "")
	for name, test := range map[string]struct {
		deeds   []admin.Command
		players []string
		claims  []string
	}{
		"nothing was done":        {nil, []string{"", anyaB, ""}, []string{anyaA, "", ""}},
		"consent":                 {[]admin.Command{consent}, []string{anyaA, anyaB, ""}, nil},
		"consent, undone":         {[]admin.Command{consent, undo(1)}, []string{"", anyaB, ""}, []string{anyaA, "", ""}},
		"consent for another box": {[]admin.Command{{Kind: admin.Consent, Body: admin.Body{Player: anyaA, Box: "cccccccccccc"}}}, []string{"", anyaB, ""}, []string{anyaA, "", ""}},
	} {
		got := did(t, test.deeds...).Link(r, owned)
		var players []string
		for _, s := range got.Seats {
			players = append(players, s.Player)
		}
		if !slices.Equal(players, test.players) || !slices.Equal(got.Claims, test.claims) {
			t.Errorf("%s: players %q, claims %q; want %q, %q", name, players, got.Claims, test.players, test.claims)
		}
	}
	if r.Seats[0].Player != anyaA {
		t.Error("the record itself was changed")
	}
}

func TestAnUnlinkedSeatIsRatedLikeAnAnonymousOne(t *testing.T) {
	d := did(t)
	forged, _ := d.Count([]admin.Result{by(boxB, 1, anyaA, anyaB)}, owned, related())
	anonymous, _ := d.Count([]admin.Result{by(boxB, 1, "", anyaB)}, owned, related())
	got, want := d.Ratings(forged), d.Ratings(anonymous)
	if !reflect.DeepEqual(got, want) || len(got) != 1 {
		t.Errorf("rated are %v, want %v", got, want)
	}
	claims := admin.Claims(forged, nil, owned)
	if want := []admin.Claim{{Player: anyaA, Name: "на b", Box: boxB, Owner: boxA, Matches: 1}}; !slices.Equal(claims, want) {
		t.Errorf("the claims are %+v, want %+v", claims, want)
	}
}

func TestOfSiblingsTheMostTrustworthyCounts(t *testing.T) {
	choose := admin.Command{Kind: admin.Choose, Body: admin.Body{Match: "m", Box: boxB}}
	witnessed := func(r admin.Result) admin.Result { r.Witnessed = true; return r }
	for name, test := range map[string]struct {
		records []admin.Result
		deeds   []admin.Command
		relate  admin.Relate
		counts  string
		differs bool
	}{
		"the one with linked seats, though later":            {[]admin.Result{by(boxA, 9, anyaA, borya), by(boxB, 1, anyaA, borya)}, nil, related(), boxA, true},
		"not the one with more seats of its own":             {[]admin.Result{by(boxA, 1, anyaA), by(boxB, 9, anyaB, boryaB)}, nil, related(), boxA, true},
		"the one that names only its own":                    {[]admin.Result{by(boxA, 9, anyaA), by(boxB, 1, anyaB, anyaA)}, nil, related(), boxA, true},
		"of equals the witnessed one":                        {[]admin.Result{by(boxA, 1, anyaA), witnessed(by(boxB, 9, anyaB))}, nil, related(), boxB, true},
		"linked seats before a witness":                      {[]admin.Result{by(boxA, 9, anyaA), witnessed(by(boxB, 1, anyaA))}, nil, related(), boxA, true},
		"the first one of those that contradict each other":  {[]admin.Result{by(boxA, 9, anyaA), by(boxB, 1, anyaB)}, nil, related(), boxB, true},
		"the one that continues the first":                   {[]admin.Result{by(boxA, 9, anyaA), by(boxB, 1, anyaB)}, nil, related("b<a"), boxA, false},
		"not the one that continues with fewer linked seats": {[]admin.Result{by(boxA, 1, anyaA), by(boxB, 9, anyaA)}, nil, related("a<b"), boxA, false},
		"at one time the smaller box id":                     {[]admin.Result{by(boxB, 1, anyaB), by(boxA, 1, anyaA)}, nil, related(), boxA, true},
		"the chosen one":                                     {[]admin.Result{by(boxA, 1, anyaA, borya), by(boxB, 9)}, []admin.Command{choose}, related(), boxB, true},
		"no longer the chosen one":                           {[]admin.Result{by(boxA, 1, anyaA, borya), by(boxB, 9)}, []admin.Command{choose, undo(1)}, related(), boxA, true},
		"the same facts, other names":                        {[]admin.Result{by(boxA, 1, anyaA), by(boxB, 9, anyaB)}, nil, related("a=b"), boxA, true},
	} {
		counted, siblings := did(t, test.deeds...).Count(test.records, owned, test.relate)
		if len(counted) != 1 || counted[0].Box != test.counts || len(siblings["m"]) != 1 || siblings["m"][0].Differs != test.differs {
			t.Errorf("%s: counted %+v, siblings %+v; want %s, differs %t", name, counted, siblings, test.counts, test.differs)
		}
	}
}

func TestWhichSiblingCountsDoesNotDependOnTheOrderInWhichTheyAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []admin.Result
		relations := map[[2]string]audit.Relation{}
		for i := range rapid.IntRange(2, 5).Draw(t, "boxes") {
			box := fmt.Sprintf("%c00000000000", 'a'+i)
			r := by(box, int64(rapid.IntRange(1, 3).Draw(t, "time")), rapid.SliceOfN(rapid.SampledFrom([]string{"", "p"}), 2, 2).Draw(t, "players")...)
			r.Witnessed = rapid.Bool().Draw(t, "witnessed")
			for _, other := range all {
				kind := rapid.SampledFrom([]audit.Relation{audit.Other, audit.Same, audit.More, audit.Less}).Draw(t, "relation")
				relations[[2]string{other.Box, box}] = kind
				relations[[2]string{box, other.Box}] = map[audit.Relation]audit.Relation{audit.More: audit.Less, audit.Less: audit.More}[kind]
			}
			all = append(all, r)
		}
		relate := func(a, b admin.Result) audit.Relation { return relations[[2]string{a.Box, b.Box}] }
		d := admin.Fold(nil)
		want, _ := d.Count(slices.Clone(all), nil, relate)
		if got, _ := d.Count(rapid.Permutation(all).Draw(t, "read"), nil, relate); !reflect.DeepEqual(got, want) {
			t.Errorf("counted %+v, want %+v", got, want)
		}
	})
}

func TestConsentAndChoiceNeedWhomAndWhich(t *testing.T) {
	for key, deed := range map[string]admin.Command{
		"consent.who":  {Kind: admin.Consent, Body: admin.Body{Player: "x", Box: boxA}},
		"choose.which": {Kind: admin.Choose, Body: admin.Body{Match: "m", Box: "x"}},
	} {
		_, _, err := admin.Fold(nil).Add(deed)
		if f := (admin.Fault{}); !errors.As(err, &f) || f.Key != key {
			t.Errorf("%+v: %v, want %s", deed, err, key)
		}
	}
}
