package admin_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/admin"
	"tabletop/cmd/league/internal/pairing"
	"tabletop/cmd/league/internal/trf"
)

// afterRounds is an event of so many players after that many rounds.
func afterRounds(t *testing.T, system admin.System, players, rounds int) (admin.State, []admin.Result) {
	t.Helper()
	d, results := evening(t, system, 2, players), []admin.Result(nil)
	for range rounds {
		d, results = playRound(t, paired(t, d, results), results)
	}
	return d, results
}

func refused(t *testing.T, d admin.State, deed admin.Command, want string) {
	t.Helper()
	if _, _, err := d.Add(deed); fault(err) != want {
		t.Errorf("%+v: %v, want %s", deed, err, want)
	}
}

func TestAnEventEndsAfterItsRounds(t *testing.T) {
	usual := did(t, admin.Command{Kind: admin.BeginEvent, Body: admin.Body{Name: "Вечер", Games: []string{"mice"}, System: admin.Swiss, Size: 2}})
	if got := event(t, usual).Planned(); got != 0 {
		t.Errorf("nobody is here, and %d rounds are planned", got)
	}
	for i := range 8 {
		usual = added(t, usual, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: fmt.Sprintf("p%02d", i)}})
	}
	if got := event(t, usual).Planned(); got != 4 {
		t.Errorf("8 players: %d rounds, want 4", got)
	}
	d, results := afterRounds(t, admin.Swiss, 6, 3)
	refused(t, d, admin.Command{Kind: admin.SetRounds, Body: admin.Body{Event: 1, Rounds: 2}}, "event.rounds")
	refused(t, d, admin.Command{Kind: admin.SetRounds, Body: admin.Body{Event: 1, Rounds: 65}}, "event.rounds")
	refused(t, d, admin.Command{Kind: admin.SetRounds, Body: admin.Body{Event: 7, Rounds: 3}}, "event.none")
	all := added(t, d, admin.Command{Kind: admin.SetRounds, Body: admin.Body{Event: 1, Rounds: 3}})
	if _, err := all.Next(event(t, all), 2, 2, results); fault(err) != "event.over" {
		t.Errorf("after the last round: %v", err)
	}
	ended := added(t, d, admin.Command{Kind: admin.EndEvent, Body: admin.Body{Event: 1}})
	if _, err := ended.Next(event(t, ended), 2, 2, results); fault(err) != "event.ended" {
		t.Errorf("after the end: %v", err)
	}
	again := added(t, ended, admin.Command{Kind: admin.Undo, Body: admin.Body{Undoes: len(ended.Commands())}})
	if _, err := again.Next(event(t, again), 2, 2, results); err != nil {
		t.Errorf("the end was undone: %v", err)
	}
}

func TestWhoAsksForAByeHasHalfAPointAndPlaysTheNextRound(t *testing.T) {
	d, results := afterRounds(t, admin.Swiss, 6, 1)
	d = added(t, d, admin.Command{Kind: admin.AskBye, Body: admin.Body{Event: 1, Player: "p03"}})
	refused(t, d, admin.Command{Kind: admin.AskBye, Body: admin.Body{Event: 1, Player: "p03"}}, "event.player")
	refused(t, d, admin.Command{Kind: admin.AskBye, Body: admin.Body{Event: 1, Player: "p09"}}, "event.player")
	before, err := d.Standings(event(t, d), results)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Next(event(t, d), 2, 2, results)
	if err != nil || !slices.Equal(r.Half, []string{"p03"}) || len(r.Byes) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	d = added(t, d, admin.Command{Kind: admin.PairRound, Body: admin.Body{Event: 1, Tables: r.Tables, Byes: r.Byes, Half: r.Half}})
	after, err := d.Standings(event(t, d), results)
	if err != nil || points(after, "p03") != points(before, "p03")+0.5 {
		t.Errorf("%+v, then %+v, %v", before, after, err)
	}
	d, results = playRound(t, d, results)
	if r, err := d.Next(event(t, d), 2, 2, results); err != nil || len(r.Half) > 0 || !slices.Contains(slices.Concat(r.Tables...), "p03") {
		t.Errorf("%+v, %v", r, err)
	}
	left := added(t, d, admin.Command{Kind: admin.AskBye, Body: admin.Body{Event: 1, Player: "p03"}})
	left = added(t, left, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: "p03"}})
	if r, err := left.Next(event(t, left), 2, 2, results); err != nil || len(r.Half) > 0 {
		t.Errorf("who has left has a bye: %+v, %v", r, err)
	}
}

func TestInARoundRobinOpponentsOfWhoLeftHaveAByeAndWhoIsBackPlays(t *testing.T) {
	d, results := afterRounds(t, admin.Robin, 6, 2)
	d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: "p02"}})
	r, err := d.Next(event(t, d), 2, 2, results)
	if err != nil || len(r.Tables) != 2 || len(r.Byes) != 1 || slices.Contains(slices.Concat(r.Tables...), "p02") {
		t.Errorf("%+v, %v", r, err)
	}
	refused(t, d, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "p07"}}, "event.begun")
	d = added(t, d, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "p02"}})
	if r, err := d.Next(event(t, d), 2, 2, results); err != nil || len(r.Tables) != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAGuestPlaysAndIsLaterAPlayerOfABox(t *testing.T) {
	d := evening(t, admin.Swiss, 2, 3)
	d = added(t, d, admin.Command{Kind: admin.AddGuest, Body: admin.Body{Event: 1, Name: " Гость "}})
	guest := event(t, d).Here[3]
	if !admin.IsGuest(guest) || d.Name(guest) != "Гость" || !slices.Equal(d.Guests(), []string{guest}) {
		t.Fatalf("%q is %q of %v", guest, d.Name(guest), d.Guests())
	}
	refused(t, d, admin.Command{Kind: admin.AddGuest, Body: admin.Body{Event: 1, Name: " "}}, "name")
	refused(t, d, admin.Command{Kind: admin.MergePlayers, Body: admin.Body{Player: "p00", With: "p01", Code: "x"}}, "merge.code")
	for _, who := range [][2]string{{guest, "zz"}, {"zz", guest}, {guest, "aa"}} {
		m := added(t, d, admin.Command{Kind: admin.MergePlayers, Body: admin.Body{Player: who[0], With: who[1]}})
		if m.Person(guest) == guest || len(m.Guests()) > 0 || m.Name("zz")+m.Name("aa") != "Гость" {
			t.Errorf("%v: %q, guests %v", who, m.Person(guest), m.Guests())
		}
	}
}

// An event of ours becomes a file, and the file an event with the same standings.
func TestAnEventSurvivesTheFileForOtherPrograms(t *testing.T) {
	d, results := afterRounds(t, admin.Swiss, 7, 3)
	d = added(t, d, admin.Command{Kind: admin.AskBye, Body: admin.Body{Event: 1, Player: "p03"}})
	d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: "p04"}})
	d, results = playRound(t, paired(t, d, results), results)
	d = paired(t, d, results) // the last round is open
	report, err := d.Report(event(t, d), results, func(person string) string { return "Имя " + person })
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := trf.Write(&file, report); err != nil {
		t.Fatal(err)
	}
	other := did(t, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{Games: []string{"mice"}, File: file.String()}})
	e := event(t, other)
	if e.Name != "Вечер" || len(e.Rounds) != 5 || e.Planned() != 9 {
		t.Errorf("%+v", e)
	}
	want, err := d.Standings(event(t, d), results)
	if err != nil {
		t.Fatal(err)
	}
	got, err := other.Standings(e, nil)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%+v, %v, want %+v", got, err, want)
	}
	for i, l := range got {
		if name := other.Name(l.ID); points(want, strings.TrimPrefix(name, "Имя ")) != l.Points.Wins() || l.Points != want[i].Points || l.Buchholz != want[i].Buchholz || l.SonnebornBerger != want[i].SonnebornBerger {
			t.Errorf("%s has %+v", name, l)
		}
	}
	again, err := other.Report(e, nil, other.Name)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := byNames(again), byNames(report); !reflect.DeepEqual(a, b) {
		t.Errorf("got\n%v\nwant\n%v", a, b)
	}
}

// byNames are the rounds of each player, with names for the starting ranks, which depend on ratings.
func byNames(t trf.Tournament) (all []string) {
	names := map[int]string{}
	for _, p := range t.Players {
		names[p.Number] = p.Name
	}
	for _, p := range t.Players {
		text := fmt.Sprint(p.Name, p.Halves, p.Place)
		for _, g := range p.Games {
			text += fmt.Sprintf(" %s%c%c", names[g.Opponent], g.Side, g.Result)
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

func TestAFileThatIsNoTournamentIsRefused(t *testing.T) {
	d := did(t)
	refused(t, d, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{Games: []string{"mice"}, File: "hello"}}, "event.file")
	refused(t, d, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{File: "012 X\n001    1      A\n"}}, "league.games")
	refused(t, d, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{Games: []string{"mice"}, File: "001    1      A\n"}}, "name")
	// Neither of the two came: both lose, and no table is left.
	both := "012 X\n001    1      A" + strings.Repeat(" ", 76) + "   2 w -\n001    2      B" + strings.Repeat(" ", 76) + "   1 b -\n"
	d = did(t, admin.Command{Kind: admin.ImportEvent, Body: admin.Body{Games: []string{"mice"}, File: both}})
	if lines, err := d.Standings(event(t, d), nil); err != nil || len(lines) != 0 {
		t.Errorf("%+v, %v", lines, err)
	}
	tables := evening(t, admin.Tables, 4, 8)
	if _, err := tables.Report(event(t, tables), nil, strings.Clone); fault(err) != "event.trf" {
		t.Errorf("tables of four: %v", err)
	}
}

// points are those of a player in wins.
func points(lines []pairing.Line, player string) float64 {
	for _, l := range lines {
		if l.ID == player {
			return l.Points.Wins()
		}
	}
	return -1
}

func TestInARoundRobinTheLastTwoHaveByesUntilTheyMeet(t *testing.T) {
	d, results := afterRounds(t, admin.Robin, 4, 1)
	for _, p := range []string{"p00", "p02"} {
		d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: p}})
	}
	tables := 0
	for range 2 {
		d = paired(t, d, results)
		e := event(t, d)
		last := e.Rounds[len(e.Rounds)-1]
		if tables += len(last.Tables); len(last.Tables)*2+len(last.Byes) != 2 {
			t.Errorf("%+v", last)
		}
		d, results = playRound(t, d, results)
	}
	if _, err := d.Next(event(t, d), 2, 2, results); fault(err) != "event.over" || tables != 1 {
		t.Errorf("%d tables, and then %v", tables, err)
	}
	for _, p := range []string{"p01", "p03"} {
		d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: p}})
	}
	refused(t, d, admin.Command{Kind: admin.PairRound, Body: admin.Body{Event: 1}}, "event.round")
}

func TestARoundRobinMayBeShorterButNotLonger(t *testing.T) {
	d, results := afterRounds(t, admin.Robin, 6, 2)
	for wanted, planned := range map[int]int{2: 2, 4: 4, 9: 5} {
		d := added(t, d, admin.Command{Kind: admin.SetRounds, Body: admin.Body{Event: 1, Rounds: wanted}})
		if got := event(t, d).Planned(); got != planned {
			t.Errorf("%d rounds are wanted, and %d planned", wanted, got)
		}
		if _, err := d.Next(event(t, d), 2, 2, results); (fault(err) == "event.over") != (planned == 2) {
			t.Errorf("%d rounds are wanted: %v", wanted, err)
		}
	}
}

// A person can't be at two tables, so two who have been in one round are two.
func TestTwoWhoPlayOneRoundAreNotMerged(t *testing.T) {
	d := evening(t, admin.Swiss, 2, 4)
	for _, name := range []string{"Гость", "Гостья"} {
		d = added(t, d, admin.Command{Kind: admin.AddGuest, Body: admin.Body{Event: 1, Name: name}})
	}
	guest := event(t, d).Here[4]
	into := func(player string) admin.Command {
		return admin.Command{Kind: admin.MergePlayers, Body: admin.Body{Player: player, With: guest}}
	}
	refused(t, d, into("p01"), "merge.event")
	d, results := playRound(t, paired(t, d, nil), nil)
	d = added(t, d, admin.Command{Kind: admin.RemovePlayer, Body: admin.Body{Event: 1, Player: guest}})
	refused(t, d, into("p01"), "merge.event")
	d = added(t, d, admin.Command{Kind: admin.EnterPlayer, Body: admin.Body{Event: 1, Player: "box"}})
	d = added(t, d, into("box"))
	before, err := d.Standings(event(t, d), results)
	if err != nil {
		t.Fatal(err)
	}
	d, results = playRound(t, paired(t, d, results), results)
	after, err := d.Standings(event(t, d), results)
	if err != nil || len(after) != 6 || points(after, "box") < points(before, "box") {
		t.Errorf("%+v, then %+v, %v", before, after, err)
	}
}

func TestAnEventEndsOnce(t *testing.T) {
	d := added(t, evening(t, admin.Swiss, 2, 4), admin.Command{Kind: admin.EndEvent, Body: admin.Body{Event: 1}})
	if got := event(t, d).Ended; got != len(d.Commands()) {
		t.Errorf("command %d has ended it, want %d", got, len(d.Commands()))
	}
	refused(t, d, admin.Command{Kind: admin.EndEvent, Body: admin.Body{Event: 1}}, "event.ended")
	refused(t, d, admin.Command{Kind: admin.EndEvent, Body: admin.Body{Event: 7}}, "event.none")
}
