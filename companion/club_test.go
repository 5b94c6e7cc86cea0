package companion_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/club/wire"
	"tabletop/companion/companiontest"
	"tabletop/companion/settings"
	"tabletop/companion/words"
	"tabletop/games"
)

// clubKey is a league's.
var clubKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{3}, ed25519.SeedSize)).Public().(ed25519.PublicKey)

var theLeague = companion.Enrol{Name: "Клуб «Лодка»", Key: hex.EncodeToString(clubKey)}

// inClub is a table whose box has a club, at its first screen.
func inClub(t testing.TB) *companiontest.Table {
	t.Helper()
	tb := companiontest.InClub(t, companiontest.NewDisk(), all...)
	tb.Press("ok")
	return tb
}

// seatsPlayers makes two names known, and goes back to the first screen.
func seatsPlayers(t *testing.T, tb *companiontest.Table, names string) {
	t.Helper()
	tell(t, tb, setUp(t, `{"game":"mice","names":[`+names+`],"first":1}`, true))
	tell(t, tb, companion.Begin{Point: tb.Model.Point()})
	tb.Decide("roll")
	tb.Press("hold")
	tb.Choose("pause.leave", "ask.yes")
	tb.Times(9, "back")
}

func TestALeagueGetsWhatIsPlayedOnceTheKeysAgree(t *testing.T) {
	tb := inClub(t)
	tb.Do(companion.Club, theLeague)
	tb.Want("ask.enrol", "«Лодка»", wire.Grouped(wire.IDOf(clubKey)), "> ask.no")
	tb.Choose("ask.no")
	if l := tb.Model.Moment().Offer.League; l.Key != "" {
		t.Errorf("after a no it is %+v", l)
	}
	tb.Send(companion.ClubState{LastRequest: companion.League(theLeague)})
	tb.Choose("home.more", "home.settings", "club.title", "club.league")
	tb.Want("«Лодка»", "> club.none")
	tb.Choose("ask.yes")
	if l := tb.Model.Moment().Offer.League; l != companion.League(theLeague) {
		t.Errorf("after a yes it is %+v", l)
	}
	tb.Times(9, "back")
	asked := tb.Model.View()
	if r := ask(tb, theLeague); r.Refusal != "" || tb.Model.View() != asked {
		t.Errorf("the same league asks again: %+v\n%s", r, tb.Screen())
	}
	next := companiontest.InClub(t, tb.Disk, all...)
	if l := next.Model.Moment().Offer.League; l != companion.League(theLeague) {
		t.Errorf("after a power cut it is %+v", l)
	}
	next.Choose("home.more", "home.settings", "club.title", "club.league", "ask.yes")
	if l := next.Model.Moment().Offer.League; l.Key != "" || next.Disk.Settings["league"] != "" {
		t.Errorf("after the table left it is %+v, the disk has %q", l, next.Disk.Settings["league"])
	}
}

func TestALeagueWithoutAKeyIsRefused(t *testing.T) {
	tb := inClub(t)
	for _, key := range []string{"", "zz", theLeague.Key[2:], theLeague.Key + "00"} {
		if r := ask(tb, companion.Enrol{Name: "Клуб", Key: key}); !refuses(tb, r.Refusal, "club.nokey") {
			t.Errorf("key %q: %+v", key, r)
		}
	}
}

func TestThePanelSaysHowTheBoxStandsWithItsClub(t *testing.T) {
	tb := inClub(t)
	tb.Choose("home.more", "home.settings", "club.title")
	tb.Want("club.state", "club.away", "club.league")
	tb.Choose("club.league")
	tb.Want("club.noleague")
	tb.Press("back")
	tb.Send(companion.ClubState{ID: "k7qm2r4txa5p", Online: true, Unpublished: 2})
	tb.Want("club.there", "club.unsent  2")
	tb.Choose("club.code")
	tb.Want("K7QM-2R4T-XA5P")
	tb.Press("back")
	tb.Send(companion.ClubState{ID: "k7qm2r4txa5p"})
	tb.Choose("club.state")
	tb.Want("club.trying")
	tb.Send(companion.ClubState{ID: "k7qm2r4txa5p", Trouble: "connection refused"})
	tb.Want("club.lost 'connection refused'") // on the page that lay open
	none := companiontest.New(t, all...)
	none.Press("ok")
	none.Choose("home.more", "home.settings")
	if none.Times(20, "down"); none.Shows("club.title") {
		t.Error("a box without a club has its page")
	}
}

func TestThePanelSaysWhatTheBoxHasDropped(t *testing.T) {
	tb := inClub(t)
	tb.Choose("home.more", "home.settings", "club.title")
	says := func(key string, n int) string { return words.Companion(words.Russian).Say(games.Count(key, n), nil) }
	if tb.Shows("club.dropped") {
		t.Errorf("nothing is dropped, and the panel has\n%s", tb.Screen())
	}
	tb.Send(companion.ClubState{Dropped: wire.Dropped{States: 21, Moments: 5}})
	tb.Choose("club.dropped")
	tb.Want("[club.dropped]", says("club.dropped.states", 21), says("club.dropped.moments", 5))
	tb.Send(companion.ClubState{Dropped: wire.Dropped{Moments: 22}}) // on the page that lies open
	tb.Want(says("club.dropped.moments", 22))
	if tb.Shows(says("club.dropped.states", 0)) || tb.Shows(says("club.dropped.states", 21)) {
		t.Errorf("no state is dropped, and the panel has\n%s", tb.Screen())
	}
	tb.Press("back")
	tb.Want("club.dropped  22")
}

func TestWhoSaysNoIsNotNamed(t *testing.T) {
	tb := inClub(t)
	tb.Send(companion.ClubState{Codes: map[string]string{"Аня": "wq5gxf5x"}})
	seatsPlayers(t, tb, `"Аня","Боря"`)
	tb.Choose("home.more", "home.settings", "settings.players", "Аня")
	tb.Want("WQ5G-XF5X")
	tb.Choose("club.naming")
	tb.Press("down", "ok")
	if got := tb.Model.Moment().Offer.Unpublished; !slices.Equal(got, []string{"Аня"}) {
		t.Fatalf("nameless are %v\n%s", got, tb.Screen())
	}
	if strings.Contains(tb.Screen(), "WQ5G") {
		t.Error("who isn't named has a code")
	}
	if r := ask(tb, companion.PublishName{Name: "Никто"}); r.Refusal == "" {
		t.Error("somebody whom nobody knows was named")
	}
	if r := ask(tb, companion.PublishName{Name: "Боря"}); r.Refusal != "" {
		t.Errorf("a phone's no: %+v", r)
	}
	if got := companiontest.InClub(t, tb.Disk, all...).Model.Moment().Offer.Unpublished; !slices.Equal(got, []string{"Аня", "Боря"}) {
		t.Errorf("after a power cut nameless are %v", got)
	}
}

func TestANoFollowsANameAndNoBackupTakesItBack(t *testing.T) {
	tb := inClub(t)
	seatsPlayers(t, tb, `"Аня","Боря"`)
	tb.Do(companiontest.Phone, companion.PublishName{Name: "Аня"})
	rename := companion.Rename{Name: "Аня", To: "Анна"}
	tb.Do(companion.Socket, rename)
	tb.Send(companion.CarryResult{Command: rename})
	if got := tb.Model.Moment().Offer.Unpublished; !slices.Equal(got, []string{"Анна"}) {
		t.Errorf("renamed: %v", got)
	}
	restore := companion.Restore{Upload: "x"}
	tb.Do(companion.Socket, restore)
	tb.Send(companion.CarryResult{Command: restore, Evening: companion.Evening{Players: []string{"Анна"}, Settings: []settings.Line{{Key: "nameless", Value: `["Вера"]`}}}})
	if got := tb.Model.Moment().Offer.Unpublished; !slices.Contains(got, "Анна") || !slices.Contains(got, "Вера") {
		t.Errorf("restored: %v", got)
	}
	erase := companion.ErasePlayers{Names: []string{"Анна"}}
	tb.Do(companion.Socket, erase)
	tb.Send(companion.CarryResult{Command: erase})
	if got := tb.Model.Moment().Offer.Unpublished; !slices.Equal(got, []string{"Вера"}) {
		t.Errorf("erased: %v", got)
	}
}

func TestTheClubsScreensFitThePanel(t *testing.T) {
	artist := painter(t)
	for _, lang := range words.Langs {
		tb := companiontest.InClub(t, companiontest.NewDisk(), all...)
		if lang == words.English {
			tb.Press("down")
		}
		tb.Press("ok")
		fits := func() {
			for _, flaw := range append(artist.Flaws(tb.Model.View()), faults(tb.Model.View())...) {
				t.Errorf("%s: %s\n%s", lang, flaw, tb.Screen())
			}
		}
		tb.Choose("home.more", "home.settings", "club.title")
		for _, is := range []companion.ClubState{{}, {LastRequest: companion.League(theLeague)}, {ID: "k7qm2r4txa5p", Online: true, Unpublished: 1234, Dropped: wire.Dropped{States: 12345, Moments: 12345}}, {ID: "k7qm2r4txa5p", Trouble: "dial tcp 192.168.1.20:8883: connect: connection refused"}} {
			tb.Send(is)
			for range 5 {
				fits()
				tb.Press("ok")
				fits()
				tb.Press("back", "down")
			}
		}
		tb.Do(companion.Club, theLeague)
		tb.Times(9, "back")
		tb.Do(companion.Club, companion.Enrol{Name: "Клуб настольных игр «Лодка деда Мазая»", Key: theLeague.Key})
		fits()
		tb.Press("down", "ok")
		tb.Send(companion.CarryResult{Command: companion.Enrol{Name: "Клуб настольных игр «Лодка деда Мазая»", Key: theLeague.Key}})
		fits()
		tb.Times(9, "back")
		tb.Choose("home.more", "home.settings", "club.title")
		fits()
		tb.Press("ok")
		fits()
	}
}
