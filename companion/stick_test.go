package companion_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/history"
	"tabletop/companion/panel"
)

const day = 24 * time.Hour

// stickError is an error of the daemon about a stick.
type stickError string

func (e stickError) Error() string  { return string(e) }
func (e stickError) Reason() string { return string(e) }

// kingston is a usable stick, toshiba another one, and odd one that the box can't use.
var (
	kingston = companion.Stick{UUID: "4A21-0C3F", Label: "KINGSTON", Bytes: 15_900_000_000}
	toshiba  = companion.Stick{UUID: "77AA-1111", Label: "TOSHIBA", Bytes: 3_900_000_000}
	odd      = companion.Stick{UUID: "0123456789", Label: "BACKUP", Bytes: 64_000_000_000, Fault: companion.StickFormat}
	locked   = companion.Stick{UUID: "4A21-0C3F", Label: "KINGSTON", Bytes: 15_900_000_000, Fault: companion.StickReadOnly}
)

// copies are backups of two evenings.
var copies = []companion.Copy{
	{Name: "companion/hall-7f3a/companion-2026-09-14.jsonl", Box: "hall", Day: companiontest.Midday.Add(-7 * day), Matches: 21, Players: 5},
	{Name: "companion/hall-7f3a/companion-undated.jsonl", Box: "hall", Matches: 1, Players: 2},
	{Name: "companion/hall-7f3a/companion-2026-09-20.jsonl", Box: "hall", Day: companiontest.Midday.Add(-day), Matches: 22, Players: 5},
}

// plug plugs in these sticks and no others.
func plug(tb *companiontest.Table, sticks ...companion.Stick) { tb.Send(companion.Sticks(sticks)) }

// saves counts the requests for a backup.
func saves(tb *companiontest.Table) (n int) {
	for _, e := range tb.Sticks {
		if e == (companion.SaveCopy{Stick: kingston.UUID}) {
			n++
		}
	}
	return n
}

// saved answers the request for a backup.
func saved(tb *companiontest.Table, err error) {
	if err == nil {
		tb.Send(companion.BackedUp{})
	}
	tb.Send(companion.Saved{Stick: kingston.UUID, Bytes: 1_240_000, Err: err})
}

// withStick is a table at home whose box has adopted kingston and written a first backup to it. It
// has a match that goes on.
func withStick(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := atHome(t)
	oneOpen(tb)
	adoptKingston(tb)
	tb.Press("back", "back")
	home(t, tb)
	return tb
}

// adoptKingston adopts it on the page of the backups.
func adoptKingston(tb *companiontest.Table) {
	plug(tb, kingston)
	tb.Choose("home.more", "copy.title", "copy.adopt", "ask.yes")
	saved(tb, nil)
	tb.Press("back")
}

func TestAStickIsAdoptedOnceByTheKeysOfTheBox(t *testing.T) {
	tb := atHome(t)
	tb.Choose("home.more", "copy.title")
	tb.Want("copy.none")
	plug(tb, kingston)
	tb.Want("KINGSTON, 16", "> copy.adopt")
	if !tb.Model.Private() {
		t.Error("a phone can see the page of the backups")
	}
	remote(tb, panel.OK)
	tb.Want("> copy.adopt")
	tb.Press("ok")
	tb.Want("copy.adopt.ask KINGSTON", "> ask.no")
	remote(tb, panel.Down, panel.OK)
	tb.Want("> ask.no")
	tb.Choose("ask.yes")
	tb.Want("copy.writing KINGSTON")
	if want := `{"uuid":"4A21-0C3F","label":"KINGSTON"}`; tb.Disk.Settings["stick"] != want || saves(tb) != 1 {
		t.Errorf("stored %q after %d backups, want %q after 1", tb.Disk.Settings["stick"], saves(tb), want)
	}
	saved(tb, nil)
	tb.Want("21", "month.9", "1,2")
	tb.Press("back")
	tb.Want("> copy.now", "copy.restore", "copy.last  checkup.backup.today.short", "copy.forget")
	if !companion.Private("stick") {
		t.Error("the stick stands in backups")
	}
	next := again(t, tb)
	plug(next, kingston)
	next.Choose("home.more", "copy.title")
	next.Want("> copy.now")
}

func TestAStickThatDoesNotFitSaysWhyInWords(t *testing.T) {
	tb := atHome(t)
	plug(tb, odd)
	tb.Choose("home.more", "copy.title", "! "+tb.Text("copy.unfit"))
	tb.Want("stick.format")
	if strings.Contains(tb.Screen(), tb.Text("copy.restore")) {
		t.Error("what can't be read is offered")
	}
	tb = withStick(t)
	plug(tb, locked)
	tb.Choose("home.more", "copy.title")
	tb.Want("> ! "+tb.Text("copy.unfit"), "copy.restore")
	tb.Press("ok")
	tb.Want("stick.readonly")
}

func TestOfSeveralSticksOneIsChosen(t *testing.T) {
	tb := atHome(t)
	plug(tb, toshiba, kingston)
	tb.Choose("home.more", "copy.title", "KINGSTON")
	tb.Want("KINGSTON, 16")
	tb.Choose("copy.adopt", "ask.yes")
	if saves(tb) != 1 {
		t.Errorf("asked for %v", tb.Sticks)
	}
	tb.Press("back")
	plug(tb, toshiba)
	tb.Want("stick.pulled")
	tb.Press("back")
	tb.Want("TOSHIBA, 3,9")
}

func TestAForgottenStickGetsNothingMore(t *testing.T) {
	tb := withStick(t)
	tb.Choose("home.more", "copy.title", "copy.forget")
	tb.Want("copy.forget.ask KINGSTON", "> ask.no")
	tb.Choose("ask.yes")
	tb.Press("back", "back")
	before := saves(tb)
	goodNight(tb)
	tb.Wait(companion.DarkAfter)
	if saves(tb) != before || tb.Disk.Settings["stick"] != "" {
		t.Errorf("%d more backups, and the setting is %q", saves(tb)-before, tb.Disk.Settings["stick"])
	}
}

// goodNight ends the evening.
func goodNight(tb *companiontest.Table) { tb.Choose("home.more", "night.item", "ask.yes") }

func TestGoodNightWritesABackupAndSaysSoOnce(t *testing.T) {
	tb := withStick(t)
	goodNight(tb)
	tb.Want("night.copying") // at once
	if saves(tb) != 2 {
		t.Fatalf("asked for %v", tb.Sticks)
	}
	tb.Wait(companion.NightAfter + time.Second)
	tb.Want("night.copying")
	saved(tb, nil)
	tb.Want("night.copied")
	tb.Wait(companion.NightResult)
	if tb.Model.View().Light != panel.Off {
		t.Error("the panel stays lit")
	}
	tb.Press("ok")
	home(t, tb)
}

func TestGoodNightEndsWhateverTheStickDoes(t *testing.T) {
	for name, tt := range map[string]struct {
		happens func(*companiontest.Table)
		want    string
	}{
		"it never answers": {func(tb *companiontest.Table) { tb.Wait(companion.NightWait) }, ""},
		"it answers late":  {func(tb *companiontest.Table) { tb.Wait(companion.NightWait); saved(tb, nil) }, "night.copied"},
		"it is full":       {func(tb *companiontest.Table) { saved(tb, stickError(companion.StickFull)) }, "night.nocopy"},
		"it is pulled out": {func(tb *companiontest.Table) { plug(tb) }, "night.nocopy"},
		"full, in the night": {func(tb *companiontest.Table) {
			tb.Wait(companion.NightWait)
			saved(tb, stickError(companion.StickFull))
		}, "night.nocopy"},
	} {
		tb := withStick(t)
		goodNight(tb)
		tt.happens(tb)
		if tt.want != "" {
			tb.Want(tt.want)
		}
		tb.Wait(companion.NightResult)
		if tb.Model.View().Light != panel.Off {
			t.Errorf("%s: the panel stays lit:\n%s", name, tb.Screen())
		}
	}
}

func TestGoodNightWithoutAStickIsAsEver(t *testing.T) {
	tb := atHome(t)
	oneOpen(tb)
	goodNight(tb)
	tb.Want("night.said")
	tb.Wait(companion.NightAfter)
	if tb.Model.View().Light != panel.Off || len(tb.Sticks) > 0 {
		t.Errorf("lit, or asked for %v", tb.Sticks)
	}
}

// Why good night could not write stands on the first page of the next evening, for one key.
func TestAFailedBackupIsExplainedAtHomeAndNotDuringAMatch(t *testing.T) {
	tb := withStick(t)
	tb.Choose("home.resume")
	tb.Decide("score 2 14")
	tb.Wait(companion.DarkAfter)
	if saves(tb) != 2 {
		t.Fatalf("dark after something new, and asked for %v", tb.Sticks)
	}
	saved(tb, stickError(companion.StickFull))
	tb.Press("ok")
	if strings.Contains(tb.Screen(), tb.Text("copy.title")) {
		t.Errorf("the match is covered:\n%s", tb.Screen())
	}
	toHomeByPause(tb)
	tb.Want("[copy.title]", "stick.full")
	whole(t, tb)
	tb.Press("down")
	home(t, tb)
	tb.Wait(companion.DarkAfter)
	tb.Press("ok")
	home(t, tb)
	if saves(tb) != 2 {
		t.Error("a full stick is written to without end")
	}
}

func TestADarkPanelWritesABackupOnlyOfWhatIsNew(t *testing.T) {
	tb := withStick(t)
	for _, want := range []int{1, 1} {
		tb.Wait(companion.DarkAfter)
		tb.Press("ok")
		if saves(tb) != want {
			t.Fatalf("nothing new, and asked for %v", tb.Sticks)
		}
	}
	tb.Choose("home.resume")
	tb.Decide("score 2 14")
	tb.Wait(companion.DarkAfter)
	tb.Wait(companion.DarkAfter)
	if saves(tb) != 2 {
		t.Errorf("after a score the dark panel asked for %v", tb.Sticks)
	}
}

// An evening that the plug has ended is backed up at the next start, or when the stick comes.
func TestABackupThatIsDueIsWrittenWhenTheStickComes(t *testing.T) {
	tb := withStick(t)
	plug(tb)
	tb.Choose("home.resume")
	tb.Wait(time.Hour)
	tb.Decide("score 2 14")
	next := again(t, tb)
	next.Now = tb.Now
	plug(next, toshiba)
	if saves(next) != 0 {
		t.Error("another stick was written to")
	}
	plug(next, kingston)
	plug(next, kingston, toshiba)
	if saves(next) != 1 {
		t.Errorf("asked for %v", next.Sticks)
	}
}

func TestPullingTheStickEndsTheWait(t *testing.T) {
	tb := withStick(t)
	tb.Choose("home.more", "copy.title", "copy.now")
	tb.Want("copy.writing KINGSTON")
	plug(tb)
	tb.Want("stick.pulled")
	saved(tb, stickError(companion.StickPulled)) // the daemon says so, too
	tb.Want("stick.pulled")
	tb.Press("back")
	tb.Want("copy.absent KINGSTON")
	plug(tb, kingston)
	tb.Want("> copy.now")
}

func TestEveryFailureOfABackupHasItsWords(t *testing.T) {
	for _, reason := range []string{companion.StickFull, companion.StickReadOnly, companion.StickDamaged, companion.StickPulled, "stick.error"} {
		tb := withStick(t)
		tb.Choose("home.more", "copy.title", "copy.now")
		saved(tb, stickError(reason))
		tb.Want(reason)
		tb.Press("back")
		tb.Want("> copy.now")
	}
}

func TestAStickThatNeverAnswersIsGivenUp(t *testing.T) {
	tb := withStick(t)
	tb.Choose("home.more", "copy.title", "copy.now")
	tb.Press("back") // nobody has to wait
	tb.Want("copy.writing.item")
	tb.Wait(companion.CopyWithin)
	tb.Want("> copy.now")
	tb.Press("ok")
	tb.Want("copy.writing KINGSTON")
	if saves(tb) != 3 {
		t.Errorf("asked for %v", tb.Sticks)
	}
	saved(tb, nil)
	tb.Want("21", "month.9", "1,2")
}

// restoring is a table with kingston's list of backups.
func restoring(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := withStick(t)
	tb.Choose("home.more", "copy.title")
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies})
	tb.Choose("copy.restore")
	return tb
}

func TestABackupOnTheStickIsRestored(t *testing.T) {
	tb := restoring(t)
	tb.Want("[copy.restore.title]", "> 20.09.26 22", "14.09.26 21", "copy.undated")
	tb.Press("ok")
	tb.Want("copy.reading")
	want := companion.TakeCopy{Stick: kingston.UUID, Name: copies[2].Name}
	if got := tb.Sticks[len(tb.Sticks)-1]; got != want {
		t.Errorf("asked for %+v, want %+v", got, want)
	}
	parcel := history.Parcel{Matches: 22, Players: 5}
	tb.Send(companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "upload-1", Parcel: parcel})
	tb.Want("ask.matches 22", "ask.players 5", "> ask.no")
	tb.Send(companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "upload-1", Parcel: parcel}) // twice
	tb.Choose("ask.yes")
	if c := (companion.Restore{Upload: "upload-1", Parcel: parcel}); len(tb.Carries) != 1 || tb.Carries[0] != c {
		t.Fatalf("carried out %+v, want %+v", tb.Carries, c)
	}
	tb.Send(companion.CarryResult{Command: tb.Carries[0], Evening: tb.Disk.Evening()})
	tb.Want("done.restore")
	if len(tb.Discards) > 0 {
		t.Errorf("deleted %q", tb.Discards)
	}
}

func TestABackupThatNobodyWaitsForIsDeleted(t *testing.T) {
	taken := companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "upload-1"}
	for name, way := range map[string]func(*companiontest.Table){
		"no":                   func(tb *companiontest.Table) { tb.Send(taken); tb.Choose("ask.no") },
		"back before it comes": func(tb *companiontest.Table) { tb.Press("back"); tb.Send(taken) },
		"pulled before":        func(tb *companiontest.Table) { plug(tb); tb.Send(taken); tb.Want("stick.pulled") },
		"under a phone's page": func(tb *companiontest.Table) {
			tb.Send(companion.Damages{{Match: "x", Game: "mice"}})
			tb.Send(taken)
			tb.Want("ask.busy")
		},
	} {
		tb := restoring(t)
		tb.Press("ok")
		way(tb)
		if want := []string{"upload-1"}; !slices.Equal(tb.Discards, want) || len(tb.Carries) > 0 {
			t.Errorf("%s: deleted %q and carried out %v, want %q deleted", name, tb.Discards, tb.Carries, want)
		}
	}
}

// withRelease is a table on the page of the backups, with a newer version on the stick.
func withRelease(t *testing.T) *companiontest.Table {
	t.Helper()
	tb := withStick(t)
	tb.Send(companion.UpdateState{CanGoBack: true})
	tb.Choose("home.more", "copy.title")
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies, Releases: []companion.Release{{Name: "companion_1.3.0_armhf.deb", Version: "1.3.0"}}})
	return tb
}

func TestANewerVersionOnTheStickIsInstalledAfterAYes(t *testing.T) {
	tb := withRelease(t)
	tb.Choose("copy.update 1.3.0")
	tb.Want("copy.reading")
	if got, want := tb.Sticks[len(tb.Sticks)-1], (companion.TakeRelease{Stick: kingston.UUID, Name: "companion_1.3.0_armhf.deb"}); got != want {
		t.Errorf("asked for %+v, want %+v", got, want)
	}
	tb.Send(companion.ReleaseTaken{Stick: kingston.UUID, Name: "companion_1.3.0_armhf.deb", Upload: "upload-2", Version: "1.3.0"})
	tb.Want("update.ask.back", "> ask.yes")
	tb.Wait(companion.ReadFor)
	tb.Press("ok")
	if want := (companion.Update{Upload: "upload-2", Version: "1.3.0"}); len(tb.Carries) != 1 || tb.Carries[0] != want {
		t.Errorf("carried out %+v, want %+v", tb.Carries, want)
	}
}

func TestAPackageOnTheStickThatIsRefusedSaysWhy(t *testing.T) {
	tb := withRelease(t)
	tb.Choose("copy.update 1.3.0")
	tb.Send(companion.ReleaseTaken{Stick: kingston.UUID, Name: "companion_1.3.0_armhf.deb", Err: stickError("update.why.damaged")})
	tb.Want("update.why.damaged")
	tb.Press("back")
	tb.Choose("copy.update 1.3.0")
	tb.Press("back")
	tb.Send(companion.ReleaseTaken{Stick: kingston.UUID, Name: "companion_1.3.0_armhf.deb", Upload: "upload-2", Version: "1.3.0"})
	if !slices.Equal(tb.Discards, []string{"upload-2"}) || len(tb.Carries) > 0 {
		t.Errorf("deleted %q, carried out %v", tb.Discards, tb.Carries)
	}
}

// A stick stays plugged in during an update, and nobody pulls it for the new version.
func TestTheSticksArePluggedInAfterTheTrialOfAnUpdate(t *testing.T) {
	before := withStick(t)
	tb := companiontest.OnDisk(t, before.Disk, all...)
	tb.Model = unread(tb)
	tb.Send(companion.Trial{})
	plug(tb, kingston)
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
	tb.Choose("home.more", "copy.title")
	tb.Want("> copy.now")
}

func TestAStickWithoutReadableBackupsSaysSo(t *testing.T) {
	for want, read := range map[string]companion.StickRead{
		"copy.empty":    {Stick: kingston.UUID},
		"stick.error":   {Stick: kingston.UUID, Err: stickError("x")},
		"copy.reading":  {Stick: toshiba.UUID, Copies: copies}, // of another stick
		"stick.damaged": {Stick: kingston.UUID, Err: stickError(companion.StickDamaged)},
	} {
		tb := withStick(t)
		tb.Choose("home.more", "copy.title", "copy.restore")
		tb.Want("copy.reading")
		tb.Send(read)
		tb.Want(want)
		tb.Press("back")
		tb.Want("> copy.restore")
	}
}

func TestBackupsOfSeveralBoxesAreToldApart(t *testing.T) {
	tb := withStick(t)
	tb.Choose("home.more", "copy.title")
	other := copies[0]
	other.Box = "dacha"
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: []companion.Copy{copies[2], other}})
	tb.Choose("copy.restore")
	if got := tb.Read(); !strings.HasSuffix(got, "hall") {
		t.Errorf("the first row is %q, want the name of its box at the end", got)
	}
}

// A box that has died is replaced: from the first picture of the new one, five presses at most.
func TestANewBoxIsRestoredInFivePresses(t *testing.T) {
	for name, tt := range map[string]struct {
		start func(testing.TB, *companiontest.Disk) *companiontest.Table
		keys  []string
	}{
		"Russian": {func(t testing.TB, d *companiontest.Disk) *companiontest.Table {
			return companiontest.OnDisk(t, d, all...)
		}, []string{"ok", "ok", "ok"}},
		"English": {func(t testing.TB, d *companiontest.Disk) *companiontest.Table {
			return companiontest.OnDisk(t, d, all...)
		}, []string{"down", "ok", "ok", "ok"}},
		"English and an unknown panel": {func(t testing.TB, d *companiontest.Disk) *companiontest.Table {
			return companiontest.OnPanel(t, d, all...)
		}, []string{"down", "ok", "ok", "ok", "ok"}},
	} {
		for _, early := range []bool{true, false} {
			tb := tt.start(t, companiontest.NewDisk())
			comes := func() {
				plug(tb, kingston)
				tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies})
			}
			if early {
				comes()
			}
			last := len(tt.keys) - 2
			tb.Press(tt.keys[:last]...)
			if !early {
				comes()
			}
			tb.Want("[copy.first]", "> 20.09.26 22 ")
			tb.Press(tt.keys[last])
			tb.Send(companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "upload-1", Parcel: history.Parcel{Matches: 22, Players: 5}})
			tb.Want("ask.matches 22", "ask.players 5", "copy.same", "> ask.yes")
			tb.Press(tt.keys[last+1])
			if len(tb.Carries) != 1 || !strings.Contains(tb.Disk.Settings["stick"], kingston.UUID) {
				t.Errorf("%s: carried out %v, adopted %q:\n%s", name, tb.Carries, tb.Disk.Settings["stick"], tb.Screen())
			}
			tb.Send(companion.CarryResult{Command: tb.Carries[0], Evening: tb.Disk.Evening()})
			tb.Press("ok")
			home(t, tb)
			if len(tt.keys) > 5 {
				t.Errorf("%s: %d presses, more than five", name, len(tt.keys))
			}
		}
	}
}

func TestANewBoxAsksNothingMoreOfAnybodyElse(t *testing.T) {
	for name, comes := range map[string]func(*companiontest.Table){
		"no stick":          func(*companiontest.Table) {},
		"a stick for music": func(tb *companiontest.Table) { plug(tb, kingston); tb.Send(companion.StickRead{Stick: kingston.UUID}) },
		"a stick unread":    func(tb *companiontest.Table) { plug(tb, kingston) },
		"one that can't be": func(tb *companiontest.Table) { plug(tb, odd) },
		"a stick that breaks": func(tb *companiontest.Table) {
			plug(tb, kingston)
			tb.Send(companion.StickRead{Stick: kingston.UUID, Err: stickError("x")})
		},
	} {
		tb := companiontest.New(t, all...)
		comes(tb)
		tb.Press("ok")
		if tb.Model.View().Kind != panel.KindHome {
			t.Errorf("%s: after the language comes\n%s", name, tb.Screen())
		}
	}
	tb := companiontest.New(t, all...)
	plug(tb, kingston)
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies})
	tb.Press("ok")
	tb.Choose("copy.afresh")
	home(t, tb)
	plug(tb, kingston, toshiba)
	home(t, tb) // asked once
}

func TestABoxWithMatchesOffersNothing(t *testing.T) {
	tb := atHome(t)
	oneOpen(tb)
	plug(tb, kingston)
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies})
	home(t, tb)
}

// aged is a table at home after days without a backup, with a match that goes on.
func aged(t *testing.T, days int, ways ...func(*companiontest.Table)) *companiontest.Table {
	t.Helper()
	tb := atHome(t)
	oneOpen(tb)
	for _, way := range ways {
		way(tb)
	}
	tb = again(t, tb)
	tb.Now = time.Duration(days) * day
	tb.Press("down")
	return tb
}

// backedUp makes a backup on a phone.
func backedUp(tb *companiontest.Table) { tb.Send(companion.BackedUp{}) }

func TestTheTableIsRemindedOfABackupOnceAnEveningAfterAMatch(t *testing.T) {
	for name, tt := range map[string]struct {
		table *companiontest.Table
		want  string
	}{
		"29 days":         {aged(t, 29, backedUp), ""},
		"30 days":         {aged(t, 30, backedUp), "copy.overdue 30"},
		"never":           {aged(t, 30), "copy.overdue.never"},
		"not so soon":     {aged(t, 29), ""},
		"a stick at home": {aged(t, 31, func(tb *companiontest.Table) { adoptKingston(tb); tb.Press("back", "back") }), "KINGSTON"},
	} {
		tb := tt.table
		home(t, tb) // never before the first match of the evening
		tb.Press("up")
		tb.Choose("home.resume")
		tb.Decide("score 2 14")
		if tb.Model.View().Kind == panel.KindMessage {
			t.Errorf("%s: reminded during a match:\n%s", name, tb.Screen())
		}
		toHomeByPause(tb)
		if reminded := tb.Model.View().Kind == panel.KindMessage; reminded != (tt.want != "") {
			t.Errorf("%s: reminded: %t, want %t:\n%s", name, reminded, tt.want != "", tb.Screen())
			continue
		}
		if tt.want == "" {
			continue
		}
		tb.Want(tt.want)
		whole(t, tb)
		tb.Press("down") // any key
		home(t, tb)
		tb.Choose("home.resume")
		tb.Decide("score 1 1")
		toHomeByPause(tb)
		home(t, tb)
	}
}

// whole fails unless the panel shows a text to its end: a key would close it.
func whole(t *testing.T, tb *companiontest.Table) {
	t.Helper()
	if v := tb.Model.View(); int(v.All) > v.Room() {
		t.Errorf("%d rows, and %d fit:\n%s", v.All, v.Room(), tb.Screen())
	}
}

// What any key closes is read without keys, in both languages.
func TestWhatAnyKeyClosesFitsThePanel(t *testing.T) {
	for _, keys := range [][]string{{"ok"}, {"down", "ok"}} {
		for _, reason := range []string{companion.StickFull, companion.StickReadOnly, companion.StickDamaged, companion.StickPulled, "stick.silent", "stick.error"} {
			tb := companiontest.New(t, all...)
			tb.Press(keys...)
			oneOpen(tb)
			adoptKingston(tb)
			tb.Press("back", "back")
			goodNight(tb)
			whole(t, tb)
			saved(tb, stickError(reason))
			whole(t, tb)
			tb.Press("ok")
			tb.Want(reason)
			whole(t, tb)
			tb.Press("ok")
			goodNight(tb)
			saved(tb, nil)
			whole(t, tb)
		}
	}
}

// Whatever comes, whenever: the table goes on, and four keys back lead home or to the match.
func TestRandomSticksDoNoHarm(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 40))
		tb := withStick(t)
		for range 120 {
			tb.Slow = r.IntN(3) == 0
			if r.IntN(3) == 0 {
				tb.Send(anyStickEvent(r))
			} else {
				tb.Press([]string{"ok", "ok", "down", "down", "up", "back"}[r.IntN(6)])
			}
			tb.Wait(time.Duration(r.IntN(20)) * time.Second)
			if !tb.Slow {
				tb.Answer()
			}
		}
		tb.Slow = false
		tb.Answer()
		tb.Press("back") // wakes, or goes up
		for range 12 {
			if k := tb.Model.View().Kind; k == panel.KindHome {
				break
			}
			tb.Press("back")
			if rows, _, _ := tb.Model.Listed(); slices.Contains(rows, tb.Text("pause.away")) {
				tb.Choose("pause.away")
			}
		}
		home(t, tb)
	}
}

// anyStickEvent is any event about sticks.
func anyStickEvent(r *rand.Rand) any {
	errs := []error{nil, nil, stickError(companion.StickFull), stickError("x")}
	err, uuid := errs[r.IntN(len(errs))], []string{kingston.UUID, toshiba.UUID, "gone"}[r.IntN(3)]
	switch r.IntN(6) {
	case 0:
		all := companion.Sticks{kingston, toshiba, odd}
		r.Shuffle(3, func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all[:r.IntN(4)]
	case 1:
		return companion.Saved{Stick: uuid, Bytes: r.Int64N(1e10), Err: err}
	case 2:
		return companion.StickRead{Stick: uuid, Copies: copies[:r.IntN(4)], Err: err}
	case 3:
		return companion.CopyTaken{Stick: uuid, Name: copies[r.IntN(3)].Name, Upload: "upload", Err: err}
	case 4:
		return companion.ReleaseTaken{Stick: uuid, Name: "x.deb", Upload: "upload", Version: "1.3.0", Err: err}
	}
	return companion.BackedUp{}
}
