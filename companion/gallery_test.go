package companion_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/checkup"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/pixel"
	"tabletop/companion/pixel/pixeltest"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/maze"
)

var update = flag.Bool("update", false, "rewrite the gallery's pictures")

// gallery is every screen of the companion: its name, and the way there from the
// first screen by items, as the catalogues call them, and keys, the same in both languages.
var gallery = []struct {
	name string
	way  func(*companiontest.Table)
}{
	{"starting", func(tb *companiontest.Table) { tb.Model = unread(tb) }},
	{"language", func(tb *companiontest.Table) { tb.Send(companion.Started{}) }},
	{"chip", onPanel},
	{"chip-in-settings", func(tb *companiontest.Table) {
		onPanel(tb)
		tb.Press("down", "ok")
		tb.Choose("home.more", "home.settings")
		tb.Press("down", "down")
	}},
	{"home", func(*companiontest.Table) {}},
	{"home-games", func(tb *companiontest.Table) { tb.Times(2, "down") }},
	{"home-end", func(tb *companiontest.Table) { tb.Press("up") }},
	{"home-dimmed", func(tb *companiontest.Table) { tb.Wait(companion.DimAfter) }},
	{"home-draft", func(tb *companiontest.Table) { intoScore(tb); toHomeByPause(tb) }},
	{"home-open", oneOpen},
	{"home-open-slid", func(tb *companiontest.Table) { oneOpen(tb); tb.Wait(4 * time.Second) }},
	{"home-open-two", func(tb *companiontest.Table) { twoOpen(tb) }},
	{"open", func(tb *companiontest.Table) { twoOpen(tb); tb.Choose("home.open") }},
	{"more", func(tb *companiontest.Table) { tb.Choose("home.more") }},
	{"more-end", func(tb *companiontest.Table) { tb.Choose("home.more"); tb.Times(2, "up") }},
	{"checkup-looks", func(tb *companiontest.Table) { tb.Choose("home.more", "checkup.title") }},
	{"checkup-well", func(tb *companiontest.Table) { examined(tb, soundBox...) }},
	{"checkup-faults", func(tb *companiontest.Table) { examined(tb, faultyBox...) }},
	{"checkup-faults-end", func(tb *companiontest.Table) { examined(tb, faultyBox...); tb.Press("up") }},
	{"checkup-power", func(tb *companiontest.Table) { examined(tb, faultyBox...); tb.Press("ok") }},
	{"checkup-keys", func(tb *companiontest.Table) { examined(tb, faultyBox...); tb.Times(4, "down"); tb.Press("ok") }},
	{"checkup-clock", func(tb *companiontest.Table) {
		tb.Send(companion.ClockState{})
		examined(tb, soundBox...)
		tb.Press("ok")
	}},
	{"checkup-clock-end", func(tb *companiontest.Table) {
		tb.Send(companion.ClockState{})
		examined(tb, soundBox...)
		tb.Press("ok", "down")
	}},
	{"checkup-network", func(tb *companiontest.Table) { examined(tb, soundBox...); tb.Choose("checkup.network") }},
	{"checkup-backup", func(tb *companiontest.Table) {
		oneOpen(tb)
		examined(tb, soundBox...)
		tb.Press("ok")
	}},
	{"copy-none", func(tb *companiontest.Table) { tb.Choose("home.more", "copy.title") }},
	{"copy-fresh", func(tb *companiontest.Table) { plug(tb, kingston); tb.Choose("home.more", "copy.title") }},
	{"copy-adopt", func(tb *companiontest.Table) { plug(tb, kingston); tb.Choose("home.more", "copy.title", "copy.adopt") }},
	{"copy-writing", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.now") }},
	{"copy-done", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.now"); saved(tb, nil) }},
	{"copy-done-undated", func(tb *companiontest.Table) {
		tb.Send(companion.ClockState{})
		onStick(tb)
		tb.Choose("copy.now")
		saved(tb, nil)
	}},
	{"copy", onStick},
	{"copy-under-way", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.now"); tb.Press("back") }},
	{"copy-absent", func(tb *companiontest.Table) { onStick(tb); plug(tb) }},
	{"copy-several", func(tb *companiontest.Table) { plug(tb, toshiba, kingston); tb.Choose("home.more", "copy.title") }},
	{"copy-unfit", func(tb *companiontest.Table) {
		plug(tb, odd)
		tb.Choose("home.more", "copy.title")
		tb.Press("up")
	}},
	{"copy-format", func(tb *companiontest.Table) {
		plug(tb, odd)
		tb.Choose("home.more", "copy.title")
		tb.Press("ok")
	}},
	{"copy-readonly", func(tb *companiontest.Table) { failedCopy(tb, companion.StickReadOnly) }},
	{"copy-full", func(tb *companiontest.Table) { failedCopy(tb, companion.StickFull) }},
	{"copy-pulled", func(tb *companiontest.Table) { failedCopy(tb, companion.StickPulled) }},
	{"copy-damaged", func(tb *companiontest.Table) { failedCopy(tb, companion.StickDamaged) }},
	{"copy-silent", func(tb *companiontest.Table) { failedCopy(tb, "stick.silent") }},
	{"copy-error", func(tb *companiontest.Table) { failedCopy(tb, "x") }},
	{"copy-release", func(tb *companiontest.Table) {
		onStick(tb)
		tb.Send(companion.StickRead{Stick: kingston.UUID, Releases: []companion.Release{{Name: "x", Version: "1.3.0"}}})
	}},
	{"copy-forget", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.forget") }},
	{"copy-reading", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.restore") }},
	{"copy-list", func(tb *companiontest.Table) { onStick(tb); tb.Choose("copy.restore"); readKingston(tb) }},
	{"copy-empty", func(tb *companiontest.Table) {
		onStick(tb)
		tb.Choose("copy.restore")
		tb.Send(companion.StickRead{Stick: kingston.UUID})
	}},
	{"copy-ask", func(tb *companiontest.Table) {
		onStick(tb)
		tb.Choose("copy.restore")
		readKingston(tb)
		tb.Press("ok")
		tb.Send(companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "x", Parcel: history.Parcel{Matches: 22, Players: 5}})
	}},
	{"copy-first", func(tb *companiontest.Table) { plug(tb, kingston); readKingston(tb) }},
	{"copy-first-ask", func(tb *companiontest.Table) {
		plug(tb, kingston)
		readKingston(tb)
		tb.Press("ok")
		tb.Send(companion.CopyTaken{Stick: kingston.UUID, Name: copies[2].Name, Upload: "x", Parcel: history.Parcel{Matches: 22, Players: 5}})
	}},
	{"copy-overdue", func(tb *companiontest.Table) { oneOpen(tb); backedUp(tb); tb.Now += 31 * day; tb.Press("back") }},
	{"copy-overdue-stick", func(tb *companiontest.Table) {
		onStick(tb)
		plug(tb)
		tb.Press("back", "back")
		tb.Now += 31 * day
		reminded(tb)
	}},
	{"copy-overdue-never", func(tb *companiontest.Table) { oneOpen(tb); tb.Now += 31 * day; tb.Press("back") }},
	{"takeover-dice", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "ok"); brought(tb) }},
	{"takeover-mazai", func(tb *companiontest.Table) { begun(tb, companion.Draft{Game: "mazaitsy", Names: three}); brought(tb) }},
	{"takeover-mazai-end", func(tb *companiontest.Table) {
		begun(tb, companion.Draft{Game: "mazaitsy", Names: three, Options: map[string]string{"field": "on"}})
		brought(tb)
		tb.Press("down")
	}},
	{"settings", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings") }},
	{"settings-end", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings"); tb.Press("up") }},
	{"settings-language", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings", "settings.language") }},
	{"settings-level", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.settings", "settings.level")
		tb.Press("down")
	}},
	{"settings-level-taken", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.settings", "settings.level")
		tb.Press("down", "ok")
	}},
	{"settings-quiet", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings", "settings.quiet") }},
	{"settings-speech", func(tb *companiontest.Table) {
		tb.Send(companion.SoundCard{Present: true})
		tb.Choose("home.more", "home.settings", "settings.speech")
		tb.Press("up")
	}},
	{"speech-on", func(tb *companiontest.Table) {
		tb.Send(companion.SoundCard{Present: true})
		hold(tb, companion.SpeechAfter)
	}},
	{"speech-read", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Model = tb.Model.Loud()
		tb.Press("back")
	}},
	{"speech-stuck", func(tb *companiontest.Table) { tb.Send(companion.SpeechFailed{Reason: "stuck"}) }},
	{"speech-device", func(tb *companiontest.Table) { tb.Send(companion.SpeechFailed{Reason: "device"}) }},
	{"speech-program", func(tb *companiontest.Table) { tb.Send(companion.SpeechFailed{Reason: "program"}) }},
	{"players-none", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings", "settings.players") }},
	{"players", func(tb *companiontest.Table) {
		intoScore(tb)
		toHomeByPause(tb)
		tb.Choose("home.more", "home.settings", "settings.players")
	}},
	{"players-looks", func(tb *companiontest.Table) {
		withLooks(tb)
		toHomeByPause(tb)
		tb.Choose("home.more", "home.settings", "settings.players")
	}},
	{"player-picture", func(tb *companiontest.Table) {
		withLooks(tb)
		toHomeByPause(tb)
		tb.Choose("home.more", "home.settings", "settings.players")
		tb.Choose(vera, "players.picture")
		tb.Press("down")
	}},
	{"setup-looks", func(tb *companiontest.Table) {
		withLooks(tb)
		toHomeByPause(tb)
		tb.Choose("mice:title")
		tb.Times(4, "down")
	}},
	{"turn-looks", withLooks},
	{"over-looks", func(tb *companiontest.Table) { withLooks(tb); tb.Finish() }},
	{"score-looks", func(tb *companiontest.Table) { withLooks(tb); tb.Finish(); tb.Press("ok") }},
	{"about", func(tb *companiontest.Table) {
		onNetwork(tb)
		tb.Send(companion.ClockState{})
		tb.Choose("home.more", "home.settings", "settings.about")
	}},
	{"dice-checked-none", func(tb *companiontest.Table) { tb.Choose("home.more", "home.settings", "settings.seal") }},
	{"dice-checked", func(tb *companiontest.Table) {
		rolls(tb, "2d6")
		tb.Times(2, "back")
		tb.Choose("home.settings", "settings.seal")
	}},
	{"tonight", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Finish()
		tb.Press("up")
		tb.Choose("result.end")
		tb.Press("ok")
		tb.Choose("home.more", "tonight.item")
	}},
	{"timer", func(tb *companiontest.Table) { tb.Choose("home.more", "home.timer") }},
	{"timer-runs", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.timer")
		sand(tb, "0:30")
		tb.Choose("home.timer")
		tb.Wait(12 * time.Second)
	}},
	{"timer-paused", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.timer")
		sand(tb, "99:00")
		tb.Choose("home.timer")
		tb.Wait(12 * time.Second)
		tb.Press("ok")
	}},
	{"timer-in-a-match", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("back")
		tb.Choose("home.timer")
		sand(tb, "3:00")
		tb.Press("back")
		tb.Wait(12 * time.Second)
	}},
	{"timer-rings", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.timer")
		sand(tb, "0:30")
		tb.Wait(31 * time.Second)
		tb.Wait(companion.FlashEvery)
	}},
	{"cups", func(tb *companiontest.Table) { tb.Choose("home.more", "home.dice") }},
	{"cups-end", func(tb *companiontest.Table) { rolls(tb, "3d6"); tb.Press("back", "up") }},
	{"cups-log", func(tb *companiontest.Table) {
		rolls(tb, "2d6", "3d6", "coin")
		tb.Press("back")
		tb.Choose("pause.log")
	}},
	{"cups-rolling", func(tb *companiontest.Table) {
		tb.Press("up")
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
	}},
	{"cups-rolling-edge", func(tb *companiontest.Table) {
		tb.Press("up")
		tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		tb.Wait(80 * time.Millisecond)
	}},
	{"cups-rolled", func(tb *companiontest.Table) { tb.Press("up", "ok") }},
	{"dice-d6", func(tb *companiontest.Table) { rolls(tb, "d6") }},
	{"dice-d20", func(tb *companiontest.Table) { rolls(tb, "d20") }},
	{"dice-d100", func(tb *companiontest.Table) { rolls(tb, "d100") }},
	{"dice-d66", func(tb *companiontest.Table) { rolls(tb, "d66") }},
	{"dice-2d10", func(tb *companiontest.Table) { rolls(tb, "2d10") }},
	{"dice-3d6", func(tb *companiontest.Table) { rolls(tb, "3d6") }},
	{"dice-3d100", func(tb *companiontest.Table) { rolls(tb, "3d100") }},
	{"dice-mixed", func(tb *companiontest.Table) { rolls(tb, "1d20-1d4") }},
	{"dice-kept", func(tb *companiontest.Table) { rolls(tb, "3d6k2") }},
	{"dice-usual", func(tb *companiontest.Table) { rolls(tb, "d4+d8+d12") }},
	{"dice-4dF", func(tb *companiontest.Table) { rolls(tb, "4dF") }},
	{"dice-5d6", func(tb *companiontest.Table) { rolls(tb, "5d6") }},
	{"dice-8d12", func(tb *companiontest.Table) { rolls(tb, "8d12+20") }},
	{"dice-6d6!", func(tb *companiontest.Table) { rolls(tb, "6d6!") }},
	{"dice-16d6", func(tb *companiontest.Table) { rolls(tb, "16d6") }},
	{"dice-30d6", func(tb *companiontest.Table) { rolls(tb, "30d6") }},
	{"dice-coin", func(tb *companiontest.Table) { rolls(tb, "coin") }},
	{"dice-3-coins", func(tb *companiontest.Table) { rolls(tb, "3coin") }},
	{"cups-build", func(tb *companiontest.Table) { tb.Choose("home.more", "home.dice", "cups.build") }},
	{"cups-built", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.dice", "cups.build")
		tb.Press("down", "ok")
	}},
	{"cups-restated", func(tb *companiontest.Table) {
		tb.Disk.Settings["cups"] = `["2d6r!=3"]`
		tb.Send(companion.Started{Evening: tb.Disk.Evening()})
		tb.Choose("home.more", "home.dice")
	}},
	{"cups-many", func(tb *companiontest.Table) {
		tb.Choose("home.more", "home.dice", "cups.build")
		tb.Press("down", "ok", "down", "ok")
	}},
	{"setup", func(tb *companiontest.Table) { tb.Choose("mice:title") }},
	{"setup-middle", func(tb *companiontest.Table) { tb.Choose("mice:title"); tb.Times(6, "down") }},
	{"setup-end", func(tb *companiontest.Table) { tb.Choose("mice:title"); tb.Press("up") }},
	{"setup-same", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("ok")
		toHomeByPause(tb)
		tb.Press("down")
		tb.Choose("mice:title")
	}},
	{"setup-seats", func(tb *companiontest.Table) { tb.Choose("mice:title", "setup.seats") }},
	{"setup-fair", func(tb *companiontest.Table) { tb.Choose("mice:title", "setup.first"); tb.Press("up") }},
	{"setup-option", func(tb *companiontest.Table) { tb.Choose("mice:title", "mice:option.end"); tb.Press("down") }},
	{"setup-names", func(tb *companiontest.Table) { tb.Choose("mice:title"); tb.Times(2, "down"); tb.Press("ok") }},
	{"setup-given", func(tb *companiontest.Table) {
		tb.Choose("mice:title")
		tb.Times(2, "down")
		tb.Press("ok", "ok", "down")
	}},
	{"setup-name", func(tb *companiontest.Table) { toName(tb) }},
	{"setup-typing", func(tb *companiontest.Table) { toName(tb); tb.Press("ok", "ok", "down", "ok") }},
	{"setup-clock", func(tb *companiontest.Table) { tb.Choose("mice:title", "clock.title"); tb.Times(4, "down") }},
	{"setup-clock-each", func(tb *companiontest.Table) {
		tb.Choose("mice:title")
		turned(tb, "clock.title", 3)
		tb.Choose("clock.each")
		tb.Press("down")
	}},
	{"setup-clock-delay", func(tb *companiontest.Table) {
		tb.Choose("mice:title")
		turned(tb, "clock.title", 3)
		turned(tb, "clock.each", 5)
	}},
	{"setup-clock-returned", func(tb *companiontest.Table) {
		tb.Choose("mice:title")
		turned(tb, "clock.title", 3)
		tb.Choose("clock.each")
		tb.Times(7, "down")
	}},
	{"setup-clock-move", func(tb *companiontest.Table) {
		tb.Choose("mice:title")
		turned(tb, "clock.title", 9)
	}},
	{"setup-clock-other", func(tb *companiontest.Table) { tb.Choose("mice:title"); tb.Choose("clock.title"); tb.Press("up") }},
	{"setup-clock-page", func(tb *companiontest.Table) {
		tb.Choose("mice:title", "clock.title", "clock.other")
		turned(tb, "clock.kind", 3)
	}},
	{"setup-clock-dial", func(tb *companiontest.Table) {
		tb.Choose("mice:title", "clock.title", "clock.other")
		turned(tb, "clock.kind", 3)
		tb.Choose("clock.periods")
	}},
	{"setup-refused", func(tb *companiontest.Table) {
		tb.Choose("mazaitsy:title", "mazaitsy:option.cards")
		tb.Press("ok", "up", "ok")
		tb.Choose("setup.ready", "setup.start")
	}},
	{"honesty", func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty") }},
	{"honesty-words", func(tb *companiontest.Table) { stirs(tb) }},
	{"honesty-stirred", func(tb *companiontest.Table) { stirs(tb); tb.Choose("ready.words") }},
	{"honesty-stir", func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty", "ready.stir") }},
	{"seal", func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty", "ready.seal") }},
	{"seal-qr", func(tb *companiontest.Table) { tb.Choose("mice:title", "honesty", "ready.seal"); tb.Press("ok") }},
	{"mice-roll", intoMice},
	{"mice-rolling", func(tb *companiontest.Table) { intoMice(tb); tb.Do(companion.Keys, companion.Press{Key: panel.OK}) }},
	{"mice-lure", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok") }},
	{"mice-more", lured},
	{"mice-stake", func(tb *companiontest.Table) { hunts(tb, 0) }},
	{"mice-stake-four", func(tb *companiontest.Table) { hunts(tb, 2) }},
	{"mice-stake-dice", func(tb *companiontest.Table) { hunts(tb, 2); tb.Decide("roll") }},
	{"mice-stake-lure", func(tb *companiontest.Table) { hunts(tb, 2); tb.Decide("roll", "dice green blue") }},
	{"mice-dimmed", func(tb *companiontest.Table) { lured(tb); tb.Wait(companion.DimAfter) }},
	{"mice-word-by-word", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Decide("roll", "dice white white")
		tb.Press("down", "ok")
	}},
	{"mice-real-dice", func(tb *companiontest.Table) { intoTableMice(tb); tb.Decide("roll") }},
	{"mice-real-dice-second", func(tb *companiontest.Table) { intoTableMice(tb); tb.Decide("roll"); tb.Press("ok") }},
	{"mice-won", func(tb *companiontest.Table) { intoTableMice(tb); tb.Finish(); tb.Press("up") }},
	{"mice-result", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Finish()
		tb.Press("up")
		tb.Choose("result.state")
	}},
	{"mice-again", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Finish()
		tb.Press("up")
		tb.Choose("result.again", "again.setup")
	}},
	{"mice-again-by-device", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Finish()
		tb.Press("up")
		tb.Choose("result.again", "again.setup")
		tb.Times(5, "down")
	}},
	{"mice-ended", func(tb *companiontest.Table) { intoTableMice(tb); tb.Finish(); tb.Press("up"); tb.Choose("result.end") }},
	{"mazaitsy-setup", func(tb *companiontest.Table) { tb.Choose("mazaitsy:title"); tb.Times(7, "down") }},
	{"mazaitsy-box", func(tb *companiontest.Table) { tb.Choose("mazaitsy:title", "mazaitsy:option.cards") }},
	{"mazaitsy-card", func(tb *companiontest.Table) {
		tb.Choose("mazaitsy:title", "mazaitsy:option.cards")
		tb.Press("down", "ok")
	}},
	{"mazaitsy-move", intoMazaitsy},
	{"mazaitsy-take", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Press("down", "ok") }},
	{"mazaitsy-unload", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Decide("take 2", "take 3"); tb.Times(2, "down") }},
	{"mazaitsy-scores", func(tb *companiontest.Table) {
		into(tb, "mazaitsy", "setup.seats", 2)
		tb.Decide("take 5", "take 4", "done", "place", "take 1", "done", "place", "take 2", "done", "place", "done", "place")
	}},
	{"mazaitsy-replace", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Decide("done") }},
	{"mazaitsy-state", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Press("back"); tb.Choose("pause.state") }},
	{"mazaitsy-alarm", func(tb *companiontest.Table) { toMazai(tb) }},
	{"mazaitsy-add", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done") }},
	{"mazaitsy-add-type", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done"); tb.Press("ok") }},
	{"mazaitsy-added", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done", "add log 4") }},
	{"mazaitsy-last", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done", "add log 4"); toMazai(tb) }},
	{"mazaitsy-won", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Finish(); tb.Press("up") }},
	{"field-boat", intoField},
	{"field-take", func(tb *companiontest.Table) { intoField(tb); tb.Times(2, "ok") }},
	{"field-sail", func(tb *companiontest.Table) { intoField(tb); tb.Times(3, "ok") }},
	{"field-replace", func(tb *companiontest.Table) { intoField(tb); toReplace(tb) }},
	{"field-row", func(tb *companiontest.Table) { intoField(tb); toReplace(tb); tb.Press("down") }},
	{"field-cell", func(tb *companiontest.Table) { intoField(tb); toReplace(tb); tb.Press("down", "ok", "down") }},
	{"maze-setup", func(tb *companiontest.Table) { tb.Choose("maze:title"); tb.Press("down") }},
	{"maze-setup-grade", func(tb *companiontest.Table) { tb.Choose("maze:title", "maze:option.starts"); tb.Press("down") }},
	{"maze-setup-problem", func(tb *companiontest.Table) {
		tb.Choose("maze:title")
		tb.Times(7, "down")
		tb.Press("ok")
		tb.Times(17, "down")
	}},
	{"maze-problem-step", func(tb *companiontest.Table) {
		intoProblem(tb)
		tb.Press("back")
		tb.Choose("pause.steps")
		tb.Times(2, "down")
	}},
	{"maze-problem", intoProblem},
	{"maze-problem-state", func(tb *companiontest.Table) {
		intoProblem(tb)
		tb.Press("back")
		tb.Choose("pause.state")
		tb.Times(30, "down")
	}},
	{"maze-step", func(tb *companiontest.Table) {
		tb.Choose("maze:title")
		turned(tb, "maze:option.starts", 3)
		tb.Choose("setup.start")
	}},
	{"maze-step-later", func(tb *companiontest.Table) {
		intoMaze(tb)
		tb.Press("back")
		tb.Choose("pause.steps")
		tb.Times(2, "down")
	}},
	{"maze-turn", intoMaze},
	{"maze-piece", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "down") }},
	{"maze-target", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "ok", "down") }},
	{"maze-moved", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "ok", "ok") }},
	{"maze-state", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("back"); tb.Choose("pause.state") }},
	{"maze-adviser", func(tb *companiontest.Table) { intoAdvised(tb) }},
	{"maze-thinking", func(tb *companiontest.Table) { intoAdvised(tb, "advice.move") }},
	{"maze-hint", func(tb *companiontest.Table) { intoAdvised(tb, "advice.move"); finds(tb, won(tb)) }},
	{"maze-hints", func(tb *companiontest.Table) {
		intoAdvised(tb, "advice.move")
		finds(tb, won(tb))
		tb.Choose("advice.moves")
	}},
	{"maze-possible", func(tb *companiontest.Table) { intoAdvised(tb, "advice.possible"); finds(tb, won(tb)) }},
	{"maze-open", func(tb *companiontest.Table) {
		intoAdvised(tb, "advice.possible")
		finds(tb, games.Advice{Verdict: games.Open})
	}},
	{"maze-lost", func(tb *companiontest.Table) { intoAdvised(tb, "advice.possible"); finds(tb, lost) }},
	{"maze-proof", func(tb *companiontest.Table) {
		intoAdvised(tb, "advice.possible")
		finds(tb, games.Advice{Verdict: games.Lost, Why: games.Count("proof.part", 3_212, "1, 48", "1, 3, 4, 9, 48")})
		tb.Choose("advice.why")
	}},
	{"maze-hinted", func(tb *companiontest.Table) {
		intoAdvised(tb, "advice.move")
		finds(tb, won(tb))
		ask(tb, companion.Rule{Point: tb.Model.Point(), Says: "stop"})
	}},
	{"maze-where", func(tb *companiontest.Table) {
		intoMaze(tb)
		ask(tb, companion.Rule{Point: tb.Model.Point(), Says: "stop"})
		tb.Choose("advice.where")
		finds(tb, won(tb))
	}},
	{"maze-over", func(tb *companiontest.Table) { intoMaze(tb); tb.Finish(); tb.Press("up") }},
	{"maze-setting", func(tb *companiontest.Table) {
		tb.Choose("maze:title")
		turned(tb, "maze:luck", 1)
		turned(tb, "maze:option.starts", 3)
		tb.Choose("setup.start")
	}},
	{"fox-setup", func(tb *companiontest.Table) { tb.Choose("fox:title"); tb.Times(4, "down") }},
	{"fox-trick", func(tb *companiontest.Table) { intoTakes(tb) }},
	{"fox-trick-treasures", func(tb *companiontest.Table) {
		intoTakes(tb)
		tb.Decide("trick 1", "trick 2 treasures 1", "trick 1")
		tb.Press("down")
	}},
	{"fox-scores", func(tb *companiontest.Table) {
		intoTakes(tb)
		for range 6 {
			tb.Decide("trick 1", "trick 2")
		}
		tb.Decide("trick 2", "trick 1", "trick 2")
	}},
	{"fox-card-scores", func(tb *companiontest.Table) {
		foxRound(tb)
		tb.Decide("decree keys 7", "play moons 8")
	}},
	{"fox-step", func(tb *companiontest.Table) { tb.Choose("fox:title", "setup.start") }},
	{"fox-decree", intoFox},
	{"fox-third", func(tb *companiontest.Table) { intoFox(tb); tb.Press("ok") }},
	{"fox-rank", func(tb *companiontest.Table) { intoFox(tb); tb.Press("ok", "ok") }},
	{"fox-lead", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7") }},
	{"fox-answer", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7", "play moons 8") }},
	{"fox-forbidden", func(tb *companiontest.Table) {
		intoFox(tb)
		tb.Decide("decree keys 7")
		tb.Do(companion.Keys, companion.Scan{Code: "7", Means: []games.Decision{"play keys 7"}})
	}},
	{"fox-exchange", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7", "play keys 3") }},
	{"fox-round", foxRound},
	{"fox-log", func(tb *companiontest.Table) { foxRound(tb); tb.Press("back"); tb.Choose("pause.log") }},
	{"fox-state", func(tb *companiontest.Table) { foxRound(tb); tb.Press("back"); tb.Choose("pause.state") }},
	{"fox-won", func(tb *companiontest.Table) { intoFox(tb); tb.Finish(); tb.Press("up") }},
	{"score-dial", func(tb *companiontest.Table) { intoScore(tb) }},
	{"score-round", func(tb *companiontest.Table) { intoScore(tb); tb.Press("back") }},
	{"score-goal", func(tb *companiontest.Table) {
		from(tb, "score", "Аня Боря Вера Глеб", "target", "100", "rounds", "9")
		tb.Decide("score 1 25", "score 2 30", "score 3 -7", "score 4 11")
	}},
	{"table-turn", func(tb *companiontest.Table) {
		from(tb, "table", "Аня Боря Вера Глеб", "target", "300", "rounds", "12")
		tb.Decide("add 1 25", "add 3 30", "done", "add 2 -7")
	}},
	{"table-eight", func(tb *companiontest.Table) {
		from(tb, "table", "Аня Боря Вера Глеб Дина Егор Женя Зоя", "rounds", "12")
		for i := range 8 {
			tb.Decide(fmt.Sprintf("add %d %d", i+1, 57*i-99))
		}
	}},
	{"twelve-setup", func(tb *companiontest.Table) {
		tb.Choose("home.other", "table:shape.rounds")
		turned(tb, "setup.seats", 8)
		tb.Times(12, "down")
	}},
	{"twelve-turn", func(tb *companiontest.Table) { ofTwelve(tb); tb.Decide("done", "done") }},
	{"twelve-unnamed", func(tb *companiontest.Table) {
		tb.Choose("home.other", "table:shape.rounds")
		turned(tb, "setup.seats", 8)
		tb.Choose("setup.start")
		tb.Decide("add 1 5", "add 11 12", "add 12 7")
		for range 11 {
			tb.Decide("done")
		}
	}},
	{"twelve-turn-scored", func(tb *companiontest.Table) { ofTwelve(tb); addsOfTwelve(tb, 3); tb.Decide("done", "done") }},
	{"twelve-turn-far-apart", func(tb *companiontest.Table) { ofTwelve(tb); addsOfTwelve(tb, 57); tb.Decide("done", "done") }},
	{"twelve-turn-prompt", func(tb *companiontest.Table) {
		ofTwelve(tb, "order", "passing", "call", "circle", "out", "yes")
		addsOfTwelve(tb, 3)
	}},
	{"twelve-ready", func(tb *companiontest.Table) {
		ofTwelve(tb, "order", "together", "points", "round")
		tb.Decide("ready 9", "ready 10")
	}},
	{"twelve-score", func(tb *companiontest.Table) { intoCount(tb); tb.Decide("score 1 25", "score 10 -10") }},
	{"twelve-score-enter", func(tb *companiontest.Table) {
		intoCount(tb)
		tb.Decide("score 1 25", "score 2 -10")
		tb.Press("ok")
		tb.Times(14, "up")
	}},
	{"twelve-edit", func(tb *companiontest.Table) { ofTwelve(tb); addsOfTwelve(tb, 3); tb.Press("up", "ok") }},
	{"twelve-round", func(tb *companiontest.Table) { roundOfTwelve(tb); tb.Wait(time.Second) }},
	{"twelve-pause", func(tb *companiontest.Table) { ofTwelve(tb); addsOfTwelve(tb, 3); tb.Press("back") }},
	{"twelve-state", func(tb *companiontest.Table) {
		ofTwelve(tb)
		addsOfTwelve(tb, 57)
		tb.Press("back")
		tb.Choose("pause.state")
	}},
	{"twelve-players", func(tb *companiontest.Table) {
		ofTwelve(tb)
		tb.Press("back")
		tb.Choose("pause.players")
		tb.Press("up")
	}},
	{"twelve-rulings", func(tb *companiontest.Table) {
		ofTwelve(tb)
		tb.Press("back")
		tb.Choose("pause.rule")
		tb.Press("ok")
		tb.Press("up")
	}},
	{"twelve-won", func(tb *companiontest.Table) { wonByTwelve(tb); tb.Wait(time.Second) }},
	{"twelve-result", func(tb *companiontest.Table) { wonByTwelve(tb); tb.Press("up") }},
	{"twelve-result-state", func(tb *companiontest.Table) {
		wonByTwelve(tb)
		tb.Press("up")
		tb.Choose("result.state")
		tb.Press("up")
	}},
	{"twelve-team-won", func(tb *companiontest.Table) { wonByTwelve(tb, "teams", "2"); tb.Wait(time.Second) }},
	{"twelve-team-result", func(tb *companiontest.Table) { wonByTwelve(tb, "teams", "2"); tb.Press("up") }},
	{"twelve-all-won", func(tb *companiontest.Table) { ofTwelve(tb, "points", "never"); tb.Decide("tie"); tb.Wait(time.Second) }},
	{"twelve-tonight", func(tb *companiontest.Table) {
		wonByTwelve(tb)
		tb.Press("up")
		tb.Choose("result.end")
		tb.Press("ok")
		tb.Choose("home.more", "tonight.item")
		tb.Times(3, "down")
	}},
	{"score-enter", func(tb *companiontest.Table) { intoScore(tb); tb.Times(14, "up") }},
	{"score-minus", func(tb *companiontest.Table) { intoScore(tb); tb.Times(7, "down") }},
	{"score-later", func(tb *companiontest.Table) { intoScore(tb); tb.Decide("score 1 25", "score 2 -10", "score 1 7") }},
	{"score-eight", func(tb *companiontest.Table) { intoEight(tb) }},
	{"score-eight-pause", func(tb *companiontest.Table) { intoEight(tb); tb.Press("back", "back") }},
	{"score-templates", func(tb *companiontest.Table) { withSheets(tb); tb.Choose("score:title", "template.item") }},
	{"score-template", intoTricks},
	{"score-categories", func(tb *companiontest.Table) { intoTricks(tb); tb.Choose("score:option.categories") }},
	{"score-sheet", intoSheet},
	{"score-sheet-enter", func(tb *companiontest.Table) { intoSheet(tb); tb.Times(3, "up") }},
	{"score-sheet-list", func(tb *companiontest.Table) { intoSheet(tb); tb.Press("back") }},
	{"score-sheet-won", func(tb *companiontest.Table) { intoSheet(tb); tb.Finish(); tb.Press("up"); tb.Choose("result.state") }},
	{"pause", func(tb *companiontest.Table) { lured(tb); tb.Press("back") }},
	{"pause-middle", func(tb *companiontest.Table) { lured(tb); tb.Press("back"); tb.Times(5, "down") }},
	{"pause-end", func(tb *companiontest.Table) { lured(tb); tb.Press("back", "up") }},
	{"pause-cups", func(tb *companiontest.Table) { rolls(tb, "2d6"); tb.Press("hold") }},
	{"undo-seen", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "back"); tb.Choose("pause.undo") }},
	{"redo", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Decide("roll")
		tb.Press("back")
		tb.Choose("pause.undo")
		tb.Press("back", "down", "down")
	}},
	{"state", func(tb *companiontest.Table) { lured(tb); tb.Press("back"); tb.Choose("pause.state") }},
	{"state-end", func(tb *companiontest.Table) {
		lured(tb)
		tb.Press("back")
		tb.Choose("pause.state")
		tb.Times(9, "down")
	}},
	{"rule", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("ok", "back")
		tb.Choose("pause.topics")
		tb.Press("ok")
	}},
	{"log", func(tb *companiontest.Table) { lured(tb); tb.Press("back"); tb.Choose("pause.log") }},
	{"overrule", func(tb *companiontest.Table) { intoMice(tb); tb.Press("back"); tb.Choose("pause.rule") }},
	{"overrule-why", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("back")
		tb.Choose("pause.rule")
		tb.Press("up", "ok", "ok")
	}},
	{"clock", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(83 * time.Second) }},
	{"clock-beside", func(tb *companiontest.Table) { intoClocked(tb); tb.Press("ok", "ok", "ok") }},
	{"clock-stopped", func(tb *companiontest.Table) {
		intoClocked(tb)
		tb.Press("back")
		tb.Choose("clock.stop")
	}},
	{"clocks", func(tb *companiontest.Table) {
		intoClocked(tb)
		tb.Wait(83 * time.Second)
		tb.Press("back")
		tb.Choose("clock.title")
	}},
	{"clock-delay", func(tb *companiontest.Table) {
		into(tb, "mice", "clock.title", 3, "clock.each", 5)
		tb.Wait(2 * time.Second)
	}},
	{"clock-byoyomi", func(tb *companiontest.Table) {
		into(tb, "mice", "clock.title", 3, "clock.each", 9)
		tb.Wait(11*time.Minute + 2*time.Second)
		tb.Press("ok")
	}},
	{"clock-byoyomi-stopped", func(tb *companiontest.Table) {
		into(tb, "mice", "clock.title", 3, "clock.each", 9)
		tb.Wait(11*time.Minute + 2*time.Second)
		tb.Press("ok", "back")
		tb.Choose("clock.stop")
	}},
	{"clocks-byoyomi", func(tb *companiontest.Table) {
		into(tb, "mice", "clock.title", 3, "clock.each", 9)
		tb.Wait(11*time.Minute + 2*time.Second)
		tb.Press("ok", "back")
		tb.Choose("clock.title")
	}},
	{"clocks-delay", func(tb *companiontest.Table) {
		into(tb, "mice", "clock.title", 3, "clock.each", 5)
		tb.Press("back")
		tb.Choose("clock.title")
	}},
	{"clock-move", func(tb *companiontest.Table) { into(tb, "mice", "clock.title", 9); tb.Wait(2 * time.Second) }},
	{"clock-fell", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(10*time.Minute + 5*time.Second) }},
	{"clock-over", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(11 * time.Minute); tb.Press("ok") }},
	{"away", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("back")
		tb.Choose("pause.players", "pause.absent")
		tb.Press("down", "ok")
	}},
	{"seats", func(tb *companiontest.Table) { intoMice(tb); tb.Press("back"); tb.Choose("pause.players") }},
	{"seats-who", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("back")
		tb.Choose("pause.players")
		tb.Press("ok")
	}},
	{"seats-joins", func(tb *companiontest.Table) { threeScored(tb); tb.Choose("pause.players") }},
	{"newcomer", func(tb *companiontest.Table) { threeScored(tb); tb.Choose("pause.players", "seats.newcomer") }},
	{"newcomer-known", func(tb *companiontest.Table) { withFriends(tb); tb.Choose("pause.players", "seats.newcomer") }},
	{"newcomer-sits", func(tb *companiontest.Table) {
		withFriends(tb)
		tb.Choose("pause.players", "seats.newcomer")
		tb.Press("ok")
	}},
	{"leave-for-good", func(tb *companiontest.Table) { threeScored(tb); tb.Choose("seats.leave") }},
	{"left-for-good", func(tb *companiontest.Table) {
		withFriends(tb)
		tb.Choose("seats.leave")
		tb.Press("ok", "back", "hold")
	}},
	{"left-players", func(tb *companiontest.Table) {
		withFriends(tb)
		tb.Choose("seats.leave")
		tb.Press("ok", "back", "hold")
		tb.Choose("pause.players")
	}},
	{"left-log", func(tb *companiontest.Table) {
		withFriends(tb)
		tb.Choose("pause.players", "seats.newcomer")
		tb.Press("ok", "back", "hold")
		tb.Choose("seats.leave")
		tb.Press("ok", "back", "hold")
		tb.Choose("pause.log")
	}},
	{"leave", func(tb *companiontest.Table) { intoMice(tb); tb.Press("back"); tb.Choose("pause.leave") }},
	{"illegal", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "name.bad"})
	}},
	{"disk", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Disk.Fails = errors.New("input/output error")
		tb.Press("ok")
	}},
	{"slow", func(tb *companiontest.Table) { intoMice(tb); writesSlowly(tb) }},
	{"slow-home", func(tb *companiontest.Table) { writesSlowly(tb) }},
	{"slow-board", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "ok"); writesSlowly(tb) }},
	{"slow-dial", func(tb *companiontest.Table) { intoScore(tb); writesSlowly(tb) }},
	{"unsaved", unsavedMice},
	{"unsaved-home", func(tb *companiontest.Table) { unsavedMice(tb); toHomeByPause(tb) }},
	{"disk-back", func(tb *companiontest.Table) {
		unsavedMice(tb)
		tb.Disk.Fails = nil
		tb.Wait(companion.RetryDisk)
	}},
	{"trouble", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "trouble.port", Arg: "127.0.0.1:8090"})
	}},
	{"secret-lost", afterLoss},
	{"secret-lost-ended", func(tb *companiontest.Table) {
		afterLoss(tb)
		tb.Press("ok", "back")
		tb.Choose("pause.leave", "ask.yes")
	}},
	{"phones-unreached", toPhones},
	{"phones-unreached-list", func(tb *companiontest.Table) { toPhones(tb); tb.Press("back") }},
	{"phones-secluded", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{URLs: []string{"http://127.0.0.1:8090"}})
		toPhones(tb)
	}},
	{"phones-invite", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb) }},
	{"phones-invite-came", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); join(tb, iPhone) }},
	{"phones-none", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("ok") }},
	{"phones-look", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{URLs: []string{"http://10.0.0.5:8090"}})
		toPhones(tb)
		tb.Press("ok", "down", "ok")
	}},
	{"phones-by-name", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{URLs: []string{"http://[fe80::1234:5678:9abc:def0]:8090", "http://companion.local:8090"}})
		toPhones(tb)
	}},
	{"phones-program", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("ok"); tb.Choose("program.item") }},
	{"phones-program-in", func(tb *companiontest.Table) {
		onNetwork(tb)
		toPhones(tb)
		tb.Press("ok")
		tb.Choose("program.item", "program.give")
	}},
	{"club-enrol", func(tb *companiontest.Table) { tb.Do(companion.Club, theLeague) }},
	{"phones-code", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("down") }},
	{"phones-code-dead", func(tb *companiontest.Table) {
		onNetwork(tb)
		toPhones(tb)
		tb.Press("down")
		tb.Wait(time.Minute)
	}},
	{"phones-came", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("down"); join(tb, iPhone) }},
	{"phones-list", withGuests},
	{"phones-list-end", func(tb *companiontest.Table) { withGuests(tb); tb.Times(2, "up") }},
	{"phone", func(tb *companiontest.Table) { withGuests(tb); tb.Times(2, "down"); tb.Press("ok") }},
	{"phone-looks", func(tb *companiontest.Table) { withGuests(tb); tb.Times(3, "down"); tb.Press("ok") }},
	{"phones-pause", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{URLs: []string{"http://192.168.1.50:8090"}})
		intoMice(tb)
		tb.Press("back")
		tb.Times(4, "up")
	}},
	{"phones-more", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{URLs: []string{"http://192.168.1.50:8090"}})
		tb.Choose("home.more")
	}},
	{"wifi-offer", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
		toPhones(tb)
	}},
	{"wifi-ask", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
		toPhones(tb)
		tb.Press("ok")
	}},
	{"wifi-begins", func(tb *companiontest.Table) {
		tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
		toPhones(tb)
		tb.Press("ok", "down", "ok")
	}},
	{"wifi-code", intoWifi},
	{"wifi-page", func(tb *companiontest.Table) { intoWifi(tb); tb.Press("ok") }},
	{"wifi-end", func(tb *companiontest.Table) { intoWifi(tb); tb.Press("ok", "ok"); tb.Choose("wifi.end") }},
	{"wifi-open", func(tb *companiontest.Table) { intoWifi(tb); tb.Press("ok", "ok"); tb.Choose("wifi.open") }},
	{"wifi-lonely", func(tb *companiontest.Table) { intoWifi(tb); tb.Wait(companion.JoinWithin) }},
	{"wifi-lonely-end", func(tb *companiontest.Table) { intoWifi(tb); tb.Wait(companion.JoinWithin); tb.Times(9, "down") }},
	{"wifi-refused", func(tb *companiontest.Table) { tb.Send(companion.HotspotFailed{}) }},
	{"wifi-open-ask", func(tb *companiontest.Table) { tb.Send(companion.HotspotFailed{}); tb.Press("ok") }},
	{"wifi-open-code", func(tb *companiontest.Table) {
		tb.Send(companion.HotspotFailed{})
		tb.Press("ok", "down", "ok")
		started(tb)
	}},
	{"wifi-country", intoCountries},
	{"wifi-country-end", func(tb *companiontest.Table) { intoCountries(tb); tb.Press("up") }},
	{"wifi-country-letter", func(tb *companiontest.Table) { intoCountries(tb); tb.Press("up", "ok") }},
	{"wifi-country-code", func(tb *companiontest.Table) { intoCountries(tb); tb.Press("up", "ok", "ok") }},
	{"settings-country", func(tb *companiontest.Table) {
		intoCountries(tb)
		tb.Press("ok")
		tb.Times(3, "back")
		tb.Choose("home.settings")
		tb.Times(6, "down")
	}},
	{"wifi-failed", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "trouble.hotspot", Arg: "wlan0"})
	}},
	{"idle", func(tb *companiontest.Table) { onNetwork(tb); tb.Wait(companion.IdleAfter + time.Second) }},
	{"idle-far", func(tb *companiontest.Table) { onNetwork(tb); tb.Press("down"); tb.Wait(2 * companion.IdleAfter) }},
	{"night-ask", func(tb *companiontest.Table) { tb.Choose("home.more", "night.item") }},
	{"night-copying", nightOnStick},
	{"night-copied", func(tb *companiontest.Table) { nightOnStick(tb); saved(tb, nil) }},
	{"night-nocopy", func(tb *companiontest.Table) { nightOnStick(tb); saved(tb, stickError(companion.StickFull)) }},
	{"night", func(tb *companiontest.Table) { tb.Choose("home.more", "night.item", "ask.yes") }},
	{"ask-restore", func(tb *companiontest.Table) {
		ask(tb, companion.Restore{Upload: "upload", Parcel: history.Parcel{Matches: 321, Players: 15}})
	}},
	{"update-ask", func(tb *companiontest.Table) { updates(tb, updatable); ask(tb, theUpdate) }},
	{"update-ask-noback", func(tb *companiontest.Table) { updates(tb, companion.UpdateState{}); ask(tb, theUpdate) }},
	{"update-going", func(tb *companiontest.Table) {
		updates(tb, updatable)
		accepted(tb)
	}},
	{"update-untaken", func(tb *companiontest.Table) {
		updates(tb, updatable)
		accepted(tb)
		tb.Send(companion.UpdateState{Untaken: true})
	}},
	{"update-trial", func(tb *companiontest.Table) { tb.Model = unread(tb); tb.Send(companion.Trial{}) }},
	{"update-late", func(tb *companiontest.Table) { tb.Model = unread(tb); tb.Send(companion.Trial{Late: true}) }},
	{"update-done", func(tb *companiontest.Table) { updates(tb, withResult("1", "done", "")) }},
	{"update-done-end", func(tb *companiontest.Table) { updates(tb, withResult("1", "done", "")); tb.Times(3, "down") }},
	{"update-back", func(tb *companiontest.Table) { updates(tb, withResult("1", "back", "parts")) }},
	{"update-back-end", func(tb *companiontest.Table) { updates(tb, withResult("1", "back", "parts")); tb.Times(5, "down") }},
	{"update-stayed", func(tb *companiontest.Table) { updates(tb, withResult("1", "stayed", "unready")) }},
	{"update-stayed-end", func(tb *companiontest.Table) { updates(tb, withResult("1", "stayed", "unready")); tb.Times(6, "down") }},
	{"update-refused", func(tb *companiontest.Table) { updates(tb, withResult("1", "refused", "room")) }},
	{"checkup-version", func(tb *companiontest.Table) {
		updates(tb, updatable)
		examined(tb)
		tb.Choose("checkup.version")
	}},
	{"ask-erase", func(tb *companiontest.Table) {
		ask(tb, companion.Erase{Match: "0123456789abcdef", Title: "Мазайцы, 21.11.2026, Александра, Константин"})
	}},
	{"ask-erase-player", func(tb *companiontest.Table) {
		ask(tb, companion.ErasePlayers{Names: []string{"Александра"}})
	}},
	{"ask-rename", func(tb *companiontest.Table) {
		ask(tb, companion.Rename{Name: "Алксандра", To: "Александра"})
	}},
	{"ask-time", func(tb *companiontest.Table) {
		tb.Send(companion.ClockState{})
		ask(tb, companion.SetTime{Time: clockOf("2026-09-21T21:14:00+03:00")})
	}},
	{"ask-under", func(tb *companiontest.Table) {
		ask(tb, companion.Restore{Upload: "upload", Parcel: history.Parcel{Matches: 1, Players: 1}})
		tb.Press("down", "ok")
	}},
	{"ask-done", func(tb *companiontest.Table) {
		ask(tb, companion.Rename{Name: "Саша", To: "Александра"})
		tb.Press("down", "ok")
		tb.Send(companion.CarryResult{Command: companion.Rename{Name: "Саша", To: "Александра"}})
	}},
	{"ask-failed", func(tb *companiontest.Table) {
		ask(tb, companion.ErasePlayers{Names: []string{"Саша"}})
		tb.Press("down", "ok")
		tb.Send(companion.CarryResult{Command: companion.ErasePlayers{Names: []string{"Саша"}}, Err: full{}})
	}},
	{"dark", func(tb *companiontest.Table) { tb.Wait(companion.DarkAfter) }},
}

// What browsers call themselves.
const (
	iPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
	android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36"
)

// onNetwork lets phones reach the box.
func onNetwork(tb *companiontest.Table) {
	tb.Send(companion.Addresses{URLs: []string{"http://192.168.100.100:8090", "http://companion.local:8090"}})
}

// examined opens the page "Is all well?" of a box on the network. The daemon answers with all.
func examined(tb *companiontest.Table, all ...checkup.Finding) {
	onNetwork(tb)
	tb.Choose("home.more", "checkup.title")
	tb.Send(companion.Checkup(all))
}

// soundBox are the findings of the daemon about a box without a fault, faultyBox those about one
// with several.
var (
	soundBox = []checkup.Finding{
		{Topic: "card", Key: "card.good"},
		{Topic: "power", Key: "power.good"},
		{Topic: "heat", Key: "heat.good", Args: []string{"47"}},
		{Topic: "network", Key: "wifi.good"},
		{Topic: "panel", Key: "part.good", N: 1},
		{Topic: "keys", Key: "part.good", N: 2},
	}
	faultyBox = []checkup.Finding{
		{Topic: "card", State: checkup.Poor, Key: "card.slow"},
		{Topic: "power", State: checkup.Bad, Key: "power.low"},
		{Topic: "heat", State: checkup.Poor, Key: "heat.hot", Args: []string{"84"}},
		{Topic: "network", State: checkup.Poor, Key: "wifi.weak"},
		{Topic: "panel", Key: "part.good", N: 1},
		{Topic: "matrix", State: checkup.Bad, Key: "part.silent", N: 2, Args: []string{"12"}},
		{Topic: "keys", State: checkup.Poor, Key: "part.refused", N: 2},
		{Topic: "printer", Key: "printer.off"},
	}
)

// turned sets an item to the value that is so many further down.
func turned(tb *companiontest.Table, key string, by int) {
	tb.Choose(key)
	next := "down"
	if _, err := strconv.Atoi(strings.Trim(edited(tb.Model.View()), "‹›")); err == nil {
		next = "up" // among numbers up is more
	}
	tb.Times(by, next)
	tb.Press("ok")
}

// unread is a companion that has read nothing yet.
func unread(tb *companiontest.Table) companion.Model {
	m, err := companion.New(companion.Config{Games: games.Of(all...)})
	if err != nil {
		panic(err)
	}
	m, _ = m.Update(companion.Event{At: tb.Now, What: companion.Sent{From: companion.Keys, Command: companion.Press{Key: panel.Up}}})
	return m
}

// onStick shows the page of the backups, with an adopted stick and a first backup on it.
func onStick(tb *companiontest.Table) {
	oneOpen(tb)
	adoptKingston(tb)
}

// nightOnStick says good night while a backup is being written.
func nightOnStick(tb *companiontest.Table) {
	onStick(tb)
	tb.Press("back", "back")
	goodNight(tb)
}

// failedCopy makes a backup that fails for a reason.
func failedCopy(tb *companiontest.Table, reason string) {
	onStick(tb)
	tb.Choose("copy.now")
	saved(tb, stickError(reason))
}

// readKingston tells what is on the stick.
func readKingston(tb *companiontest.Table) {
	tb.Send(companion.StickRead{Stick: kingston.UUID, Copies: copies})
}

// reminded plays on in the open match and goes home.
func reminded(tb *companiontest.Table) {
	tb.Press("back") // wakes the panel
	tb.Choose("home.resume")
	tb.Decide("score 2 14")
	toHomeByPause(tb)
}

// begun begins the match of a draft, sent by a phone.
func begun(tb *companiontest.Table, d companion.Draft) {
	ask(tb, companion.SetUp{Draft: d, Begin: true})
	ask(tb, companion.Begin{Point: tb.Model.Point()})
}

// brought resumes the match on the panel as one that was restored from a backup of another box.
func brought(tb *companiontest.Table) {
	id := tb.Model.Point().Match
	loseSecrets(tb.Disk)
	tb.Disk.Settings["brought:"+id] = "true"
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
}

// toHomeByPause leaves a match that goes on.
func toHomeByPause(tb *companiontest.Table) {
	tb.Press("hold")
	tb.Choose("pause.away")
}

// oneOpen leaves a match in which something has happened.
func oneOpen(tb *companiontest.Table) {
	intoScore(tb)
	tb.Decide("score 1 25")
	toHomeByPause(tb)
}

// twoOpen leaves two matches that go on.
func twoOpen(tb *companiontest.Table) {
	oneOpen(tb)
	tb.Choose("mice:title", "setup.start")
	tb.Decide("roll")
	toHomeByPause(tb)
}

// rolls rolls cups, one after the other.
func rolls(tb *companiontest.Table, cups ...string) {
	tb.Choose("home.more", "home.dice")
	tb.Press("ok")
	for _, cup := range cups {
		tb.Decide("roll " + cup)
	}
}

// toName types a new name for the first seat.
func toName(tb *companiontest.Table) {
	tb.Choose("mice:title")
	tb.Times(2, "down")
	tb.Press("ok")
	tb.Choose("naming.spell")
}

// stirs adds a word to the luck of a match that waits under its seal.
func stirs(tb *companiontest.Table) {
	tb.Choose("mice:title", "honesty", "ready.stir")
	tb.Press("ok", "ok", "up", "ok")
}

// toPhones opens the page of the phones from the first screen.
func toPhones(tb *companiontest.Table) { tb.Choose("home.more", "door.item") }

// key is what lets a phone in just now: the token of the code in sight, or six digits.
func key(tb *companiontest.Table) string {
	v := tb.Model.View()
	if _, token, ok := strings.Cut(v.Code, "/J/"); ok {
		return token
	}
	return v.Big
}

// join lets a phone in by the key in sight, and returns what it was told.
func join(tb *companiontest.Table, agent string) reply {
	return knock(tb, key(tb), agent)
}

// knock tries a key.
func knock(tb *companiontest.Table, key, agent string) reply {
	return ask(tb, companion.Join{Key: key, Agent: agent})
}

// withGuests lists a phone that plays and one that looks on.
func withGuests(tb *companiontest.Table) {
	onNetwork(tb)
	toPhones(tb)
	join(tb, iPhone)
	tb.Press("ok", "down", "ok")
	join(tb, android)
	tb.Press("ok")
}

// intoWifi switches the box's own network on.
func intoWifi(tb *companiontest.Table) {
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true}})
	toPhones(tb)
	tb.Press("ok", "down", "ok")
	started(tb)
}

// started tells that the network that was asked for last is there.
func started(tb *companiontest.Table) {
	h := tb.Hotspots[len(tb.Hotspots)-1]
	tb.Send(companion.Addresses{URLs: []string{"http://10.42.0.1:8090"}, Wifi: door.Wifi{Can: true, SSID: h.SSID, Password: h.Password}})
}

// intoCountries is asked for the country before the box's own network.
func intoCountries(tb *companiontest.Table) {
	tb.Send(companion.Addresses{Wifi: door.Wifi{Can: true, NoCountry: true}})
	toPhones(tb)
	tb.Press("ok")
}

// ask lets a phone ask for something.
func ask(tb *companiontest.Table, c companion.Command) reply {
	tb.Answers = nil
	tb.Send(companion.Sent{From: companiontest.Phone, Command: c, Call: 7})
	if len(tb.Answers) == 0 {
		return reply{}
	}
	return replyOf(tb.Answers[0].Answer)
}

// clockOf is a phone's clock.
func clockOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// into sets a game up, seat 1 first, with options that stand so many values further down,
// and plays it.
func into(tb *companiontest.Table, game string, turns ...any) {
	tb.Choose(game + ":title")
	turned(tb, "setup.first", 1)
	for i := 0; i < len(turns); i += 2 {
		turned(tb, turns[i].(string), turns[i+1].(int))
	}
	tb.Choose("setup.start")
	handsDone(tb)
}

// handsDone goes through all that hands do first.
func handsDone(tb *companiontest.Table) {
	for tb.Model.View().Kind == panel.KindStep {
		tb.Press("ok")
	}
}

// intoMice plays «Лови мышей!» with the device's dice, seat 1 first.
func intoMice(tb *companiontest.Table) { into(tb, "mice") }

// lured plays it up to the first lure.
func lured(tb *companiontest.Table) {
	intoMice(tb)
	tb.Press("ok")
	tb.Decide(string(tb.Model.Match().State().Legal()[0].Says))
}

// from plays a game that a phone has set up, with options by name and value. Mice have real dice.
func from(tb *companiontest.Table, game, names string, options ...string) {
	d := companion.Draft{Game: game, Names: strings.Fields(names), First: 1, Options: map[string]string{}}
	if game == "mice" {
		d.Luck = "table"
	}
	for i := 0; i < len(options); i += 2 {
		d.Options[options[i]] = options[i+1]
	}
	if got := tb.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true}); got.Refusal.Kind != companion.Accepted {
		panic(got.Refusal.Text)
	}
	tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
}

// hunts lets everybody catch something, and then seat 1 lure four colours. more is the number of seats
// beyond two.
func hunts(tb *companiontest.Table, more int) {
	from(tb, "mice", strings.Join(strings.Fields("Аня Боря Вера Галя")[:2+more], " "), "odds", "on")
	for _, says := range [][]string{{"red red", "red"}, {"red green", "red green"}, {"blue blue", "blue blue"}, {"orange yellow", "orange"}}[:2+more] {
		tb.Decide("roll", "dice "+says[0], "lure "+says[1], "stop")
	}
	tb.Decide("roll", "dice red green", "lure red green", "roll", "dice orange yellow", "lure orange yellow")
}

// intoClocked plays it with ten minutes and five seconds a turn on the clock.
func intoClocked(tb *companiontest.Table) { into(tb, "mice", "clock.title", 3, "clock.each", 1) }

// intoTableMice plays it with real dice.
func intoTableMice(tb *companiontest.Table) { into(tb, "mice", "mice:luck", 1) }

// intoMazaitsy plays «Мазайцы», two seats, seat 1 first.
func intoMazaitsy(tb *companiontest.Table) { into(tb, "mazaitsy") }

// toMazai plays turns until Мазай is uncovered.
func toMazai(tb *companiontest.Table) {
	if tb.Model.Match().IsZero() {
		intoMazaitsy(tb)
	}
	for range 99 {
		tb.Decide("done", "place")
		if tb.Model.View().Lamps.Alarm != "" {
			return
		}
	}
}

// intoField plays «Мазайцы» with the device following the field.
func intoField(tb *companiontest.Table) { into(tb, "mazaitsy", "mazaitsy:option.field", 1) }

// toReplace sails until a card must be replaced.
func toReplace(tb *companiontest.Table) {
	for range 20 {
		state := tb.Model.Match().State()
		if strings.HasPrefix(state.View(games.Nobody).Prompt.Key, "ask.place") {
			return
		}
		tb.Decide(string(state.Legal()[0].At(0)))
	}
}

// intoAdvised plays «Путаница» and asks its adviser, or goes where that is asked.
func intoAdvised(tb *companiontest.Table, items ...string) {
	intoMaze(tb)
	tb.Press("back")
	tb.Choose(append([]string{"pause.advice"}, items...)...)
}

// won is a line that begins with moves of the position that is thought about.
func won(tb *companiontest.Table) games.Advice {
	a := games.Advice{Verdict: games.Winnable}
	s := tb.Thought.Line[len(tb.Thought.Line)-1].State
	for range 21 {
		d := s.Legal()[0].Says
		next, err := s.Apply(d)
		if err != nil {
			panic(err)
		}
		s = next
		a.Line, a.Said = append(a.Line, d), append(a.Said, maze.LastMove(s))
	}
	return a
}

// intoMaze plays «Путаница» from a start that chance draws: the lists may become longer.
func intoMaze(tb *companiontest.Table) { into(tb, "maze", "maze:option.starts", 3) }

// intoProblem plays the problem of the day.
func intoProblem(tb *companiontest.Table) {
	tb.Choose("maze:title", "setup.today")
	handsDone(tb)
}

// intoTakes plays «Лисица на опушке» by who takes each trick.
func intoTakes(tb *companiontest.Table) { into(tb, "fox") }

// intoFox plays it card by card.
func intoFox(tb *companiontest.Table) { into(tb, "fox", "fox:option.mode", 1) }

// foxRound plays a round in which two rules were broken, one of them provably.
func foxRound(tb *companiontest.Table) {
	intoFox(tb)
	tb.Decide("decree keys 7",
		"play moons 8", "play moons 4", "play keys 3", "exchange bells 4", "play keys 1",
		"play keys 5", "play keys 10", "play keys 2", "play keys 8", "play moons 7", "play moons 1",
		"play bells 3", "exchange keys 7", "play bells 8", "play moons 6", "play bells 4", "play bells 11", "play bells 5",
		"play moons 3", "exchange moons 2", "play moons 9", "play bells 7", "play keys 6", "play bells 1", "play keys 11",
		"play bells 10", "play keys 7", "play keys 9", "play moons 11")
	handsDone(tb)
}

// onPanel is a start on a panel whose chip nobody has named.
func onPanel(tb *companiontest.Table) {
	m, err := companion.New(companion.Config{Games: games.Of(all...), EitherChip: true})
	if err != nil {
		panic(err)
	}
	tb.Model = m
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
}

// accepted lets a phone send an update and the table say yes.
func accepted(tb *companiontest.Table) {
	ask(tb, theUpdate)
	tb.Wait(companion.ReadFor)
	tb.Press("ok")
	tb.Send(companion.CarryResult{Command: theUpdate})
}

// updates is a box from a package that the daemon has told about updates.
func updates(tb *companiontest.Table, s companion.UpdateState) {
	m, err := companion.New(companion.Config{Games: games.Of(all...), Version: "1.2.0"})
	if err != nil {
		panic(err)
	}
	tb.Model = m
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
	tb.Send(s)
}

// intoScore keeps score for two.
func intoScore(tb *companiontest.Table) { tb.Choose("score:title", "setup.start") }

// threeScored opens the pause menu of three at the scoreboard after a round.
func threeScored(tb *companiontest.Table) {
	tb.Choose("score:title")
	turned(tb, "setup.seats", 1)
	tb.Choose("setup.start")
	tb.Decide("score 1 12", "score 2 7", "score 3 30")
	tb.Press("back", "hold")
}

// withFriends is threeScored of three with names, who know a fourth.
func withFriends(tb *companiontest.Table) {
	for _, names := range [][]string{{"Глеб", "Аня", "Боря"}, {"Аня", "Боря", "Вера"}} {
		tb.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "score", Names: names, First: 1}, Begin: true})
		tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
	}
	tb.Decide("score 1 12", "score 2 7", "score 3 30")
	tb.Press("back", "hold")
}

// intoEight keeps score for eight.
func intoEight(tb *companiontest.Table) {
	tb.Choose("score:title")
	turned(tb, "setup.seats", 6)
	tb.Choose("setup.start")
	for i := range 9 {
		tb.Decide(fmt.Sprintf("score %d %d", i%8+1, 57*i-99))
	}
}

// ofTwelve begins a game of twelve.
func ofTwelve(tb *companiontest.Table, options ...string) {
	from(tb, "table", "Александра Алексей Анастасия Антон Аркадий Боря Валентина Вера Глеб Константин Максимилиан Ярослав", options...)
}

// addsOfTwelve gives all of them points, the steps apart.
func addsOfTwelve(tb *companiontest.Table, step int) {
	for i := range 12 {
		tb.Decide(fmt.Sprintf("add %d %d", i+1, step*(i-4)))
	}
}

// intoCount lets twelve write down a round.
func intoCount(tb *companiontest.Table) {
	ofTwelve(tb, "points", "round", "round", "closed", "begins", "moves")
	tb.Decide("close")
}

// roundOfTwelve ends a round, and shows it.
func roundOfTwelve(tb *companiontest.Table) {
	intoCount(tb)
	for i := range 12 {
		tb.Ask(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: fmt.Sprintf("score %d %d", i+1, 3*i)})
	}
}

// wonByTwelve ends a game.
func wonByTwelve(tb *companiontest.Table, options ...string) {
	ofTwelve(tb, options...)
	addsOfTwelve(tb, 3)
	tb.Decide("finish")
}

// intoTricks sets a scoreboard up by the first template.
func intoTricks(tb *companiontest.Table) {
	withSheets(tb)
	tb.Choose("score:title", "template.item")
	tb.Press("ok")
}

// intoSheet keeps it.
func intoSheet(tb *companiontest.Table) {
	intoTricks(tb)
	tb.Choose("setup.start")
}

// writesSlowly lets the disk take long over what ok does.
func writesSlowly(tb *companiontest.Table) {
	tb.Slow = true
	tb.Press("ok")
	tb.Wait(companion.SlowAfter)
}

// unsavedMice plays it on a disk that writes nothing.
func unsavedMice(tb *companiontest.Table) {
	intoTableMice(tb)
	tb.Disk.Fails = errors.New("input/output error")
	tb.Press("ok")
	tb.Choose("disk.unsaved")
}

// afterLoss plays it on a card that has lost the secret.
func afterLoss(tb *companiontest.Table) {
	intoMice(tb)
	tb.Press("ok", "ok")
	loseSecrets(tb.Disk)
	tb.Send(companion.Started{Evening: tb.Disk.Evening()})
}

// inGallery is a table at the first screen, in a language, with its way gone.
func inGallery(t *testing.T, lang words.Lang, way func(*companiontest.Table)) *companiontest.Table {
	t.Helper()
	tb := companiontest.Advised(t, companiontest.NewDisk(), advisers, all...)
	if lang == words.English {
		tb.Press("down")
	}
	tb.Press("ok")
	way(tb)
	return tb
}

// hung is a screen of the gallery.
type hung struct {
	name, screen string
	view         panel.View
	model        companion.Model
}

// walls are the galleries of both languages, each hung once.
var walls = map[words.Lang]*wall{words.Russian: {}, words.English: {}}

type wall struct {
	once sync.Once
	all  []hung
}

// galleryIn returns the gallery in a language.
func galleryIn(t *testing.T, lang words.Lang) []hung {
	t.Helper()
	w := walls[lang]
	w.once.Do(func() {
		var all []hung
		for _, g := range gallery {
			tb := inGallery(t, lang, g.way)
			all = append(all, hung{g.name, tb.Screen(), tb.Model.View(), tb.Model})
		}
		w.all = all
	})
	if len(w.all) != len(gallery) {
		t.Fatal("the gallery could not be hung; see the first failure")
	}
	return w.all
}

func TestEveryScreenIsThePictureOfTheGallery(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	for _, lang := range words.Langs {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			var frames []screen.Named
			for _, g := range galleryIn(t, lang) {
				for _, flaw := range append(artist.Flaws(g.view), faults(g.view)...) {
					t.Errorf("%s: %s\n%s", g.name, flaw, g.screen)
				}
				frames = append(frames, screen.Named{Name: g.name, Frame: artist.Draw(g.view)})
			}
			compareSheet(t, "gallery-"+string(lang), frames)
		})
	}
}

func TestADialKnowsWhoseNumberItTurns(t *testing.T) {
	for _, c := range []struct {
		names []string
		says  []string
		want  string
	}{
		{[]string{"Аня", "Боря"}, nil, "Аня"},
		{[]string{"Аня", "Боря"}, []string{"score 1 5"}, "Боря"},
		{[]string{"И", "Игрок 1", "Игрок 12"}, nil, "И"},
		{[]string{"И", "Игрок 1", "Игрок 12"}, []string{"score 1 5"}, "Игрок 1"},
		{[]string{"И", "Игрок 1", "Игрок 12"}, []string{"score 1 5", "score 2 5"}, "Игрок 12"},
		{[]string{"ч", "к"}, nil, "ч"}, // which letters of other words are
	} {
		tb := inGallery(t, words.Russian, func(*companiontest.Table) {})
		tb.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "score", Names: c.names, First: 1}, Begin: true})
		tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
		tb.Decide(c.says...)
		if v := tb.Model.View(); v.Who != c.want || !strings.Contains(v.Title, v.Who) {
			t.Errorf("%q, %q: it is of %q, want %q, on\n%s", c.names, c.says, v.Who, c.want, tb.Screen())
		}
	}
}

func TestEveryGameHasACover(t *testing.T) {
	const side = 14
	for _, r := range all {
		pictures, err := pixel.ParsePictures(r.Assets()["pictures"])
		if cover := pictures["cover"]; err != nil || cover.W != side || cover.H != side {
			t.Errorf("%s: its cover has %d×%d px, want %d×%[4]d (%v)", r.Name(), cover.W, cover.H, side, err)
		}
	}
}

// faults are what people would miss on the screen in sight, though all of it can be read: a
// list without a cursor, and a prompt that is cut short.
func faults(v panel.View) (faults []string) {
	onOne := func(r panel.Row) bool { return r.Mark == panel.Cursor || r.Mark == panel.Editing }
	switch v.Kind {
	case panel.KindMenu, panel.KindHome, panel.KindTurn, panel.KindConfirm, panel.KindBoard:
		if !slices.ContainsFunc(v.Rows[:], onOne) {
			faults = append(faults, "ok acts on nothing that is in sight")
		}
	}
	for _, line := range v.Prompt {
		if strings.HasSuffix(line, "…") && v.Title != "" {
			faults = append(faults, "cut short: "+line)
		}
	}
	return faults
}

// compareSheet compares pictures as text and as a contact sheet with those that were looked
// at.
func compareSheet(t *testing.T, name string, frames []screen.Named) {
	t.Helper()
	var pictures strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&pictures, "= %s\n%s\n", f.Name, f.Frame)
	}
	compare(t, filepath.Join("testdata", name+".txt"), []byte(pictures.String()))
	pixeltest.Compare(t, filepath.Join("testdata", name+".png"), screen.Sheet(frames), *update)
}

// momentFrames is how many frames of a moment the gallery has: it has moved by then.
const momentFrames = 6

// told collects the frames of the first moment of each kind of a game.
type told struct {
	t      *testing.T
	artist *screen.Artist
	seen   map[string]bool
	frames []screen.Named
}

// collect shows what the last decision has made happen, where it is new.
func (c *told) collect(tb *companiontest.Table) {
	for tb.Model.View().Lamps.Rolling > 0 {
		tb.Wait(80 * time.Millisecond)
	}
	game := tb.Model.Match().Rules().Name()
	isNew := func(m match.SeqMoment) bool { return !c.seen[game+"-"+string(m.Kind)] }
	for slices.ContainsFunc(tb.Model.Moment().Happened.All, isNew) {
		for tb.Model.View().Kind != panel.KindMoment {
			tb.Wait(80 * time.Millisecond) // the dice roll
		}
		left := len(tb.Model.Moment().Happened.All)
		name := game + "-" + string(tb.Model.View().Moment)
		if !c.seen[name] {
			mustHear(c.t, name, tb.Model, tb.Screen())
		}
		for frame := range momentFrames {
			v := tb.Model.View()
			if !c.seen[name] {
				for _, flaw := range c.artist.Flaws(v) {
					c.t.Errorf("%s, %s: %s\n%s", name, tb.Model.Lang(), flaw, tb.Screen())
				}
				c.frames = append(c.frames, screen.Named{Name: fmt.Sprintf("%s-%d", name, frame), Frame: c.artist.Draw(v)})
			}
			if frame < momentFrames-1 {
				tb.Wait(100 * time.Millisecond)
			}
		}
		c.seen[name] = true
		for i := 0; i < 20 && len(tb.Model.Moment().Happened.All) == left; i++ {
			tb.Wait(100 * time.Millisecond)
		}
		if len(tb.Model.Moment().Happened.All) == left { // it waits for a key
			tb.Do(companion.Keys, companion.Press{Key: panel.OK})
		}
	}
}

// playthroughs are the recorded ones of a game: how they were set up, and what was decided.
func playthroughs(t *testing.T, game string) (plays []playthrough) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "games", folderOf(game), "testdata", "*.play"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		plays = append(plays, readPlaythrough(string(text)))
	}
	return plays
}

// folderOf is the folder of a game: the scoreboard's is that of the table it is kept by.
func folderOf(game string) string {
	if game == "score" {
		return "table"
	}
	return game
}

// playthrough is a game from its start: the options, the seats, the decisions.
type playthrough struct {
	seats   int
	options map[string]string
	clock   string
	says    []string
}

func readPlaythrough(text string) playthrough {
	p := playthrough{options: map[string]string{}}
	for line := range strings.Lines(text) {
		if setup, ok := strings.CutPrefix(line, "seats="); ok {
			for i, word := range strings.Fields(setup) {
				if name, value, _ := strings.Cut(word, "="); i == 0 {
					_, _ = fmt.Sscan(word, &p.seats)
				} else {
					p.options[name] = value
				}
			}
		}
		if by, ok := strings.CutPrefix(line, "> "); ok {
			_, says, _ := strings.Cut(strings.TrimSpace(by), " ")
			p.says = append(p.says, says)
		}
	}
	return p
}

// begin sets a game up as a phone does, with real dice where it has any, and plays it.
func (p playthrough) begin(tb *companiontest.Table, game string) bool {
	names := []string{"Александра", "Боря", "Вера", "Глеб"}[:p.seats]
	d := companion.Draft{Game: game, Names: names, Options: p.options, First: 1, Clock: p.clock}
	if tb.Model.Words(game).Has("luck.table") {
		d.Luck = match.Table
	}
	if a := tb.Ask(companiontest.Phone, companion.SetUp{Draft: d, Begin: true}); a.Refusal.Kind != companion.Accepted {
		return false
	}
	tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
	return true
}

func TestEveryMomentIsThePictureOfTheGallery(t *testing.T) {
	t.Parallel()
	artist := painter(t)
	for _, lang := range words.Langs {
		c := told{t: t, artist: artist, seen: map[string]bool{}}
		for _, r := range all {
			c.play(r, lang)
		}
		for _, way := range rareMoments {
			way(&c, inGallery(t, lang, func(*companiontest.Table) {}))
		}
		for _, name := range []string{"mice-first", "dice-high", "dice-low", "score-round", "score-lead", "score-target", "score-win", "fox-lead"} {
			if !c.seen[name] {
				t.Errorf("%s, %s is not in the gallery", name, lang)
			}
		}
		compareSheet(t, "moments-"+string(lang), c.frames)
	}
}

// rareMoments are the ways to moments that no playthrough tells.
var rareMoments = []func(*told, *companiontest.Table){
	func(c *told, tb *companiontest.Table) { // who begins
		tb.Ask(companiontest.Phone, companion.SetUp{Draft: companion.Draft{Game: "mice", Names: []string{"Александра", "Боря"}}, Begin: true})
		tb.Ask(companiontest.Phone, companion.Begin{Point: tb.Model.Point()})
		c.collect(tb)
	},
	func(c *told, tb *companiontest.Table) { // rolled high, and low
		rolls(tb)
		for i := 0; i < 999 && !(c.seen["dice-high"] && c.seen["dice-low"]); i++ {
			c.decide(tb, "roll d20")
		}
	},
	func(c *told, tb *companiontest.Table) { // ahead, and there
		playthrough{seats: 3, options: map[string]string{"target": "30"}}.begin(tb, "score")
		c.decide(tb, "score 1 10", "score 2 5", "score 3 0", "score 1 1", "score 2 9", "score 3 2", "score 1 8", "score 2 16", "score 3 -4")
	},
	func(c *told, tb *companiontest.Table) { // ahead by rounds
		playthrough{seats: 2, options: map[string]string{"mode": "tricks"}}.begin(tb, "fox")
		for _, first := range []int{7, 4} {
			for i := range 13 {
				if i < first {
					c.decide(tb, "trick 1")
				} else {
					c.decide(tb, "trick 2")
				}
			}
		}
	},
}

// decide decides, and collects what that makes happen.
func (c *told) decide(tb *companiontest.Table, says ...string) {
	for _, s := range says {
		if a := tb.Ask(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: s}); a.Refusal.Kind != companion.Accepted {
			c.t.Fatalf("%s is refused on\n%s", s, tb.Screen())
		}
		c.collect(tb)
	}
}

// play plays what was recorded of a game, and some matches at random.
func (c *told) play(r games.Rules, lang words.Lang) {
	if games.IsTool(r) {
		return
	}
	for _, p := range playthroughs(c.t, r.Name()) {
		tb := inGallery(c.t, lang, func(*companiontest.Table) {})
		if !p.begin(tb, r.Name()) {
			c.t.Errorf("%s: %v is refused", r.Name(), p.options)
			continue
		}
		for _, says := range p.says {
			if a := tb.Ask(companiontest.Phone, companion.Decide{Point: tb.Model.Point(), Says: says}); a.Refusal.Kind != companion.Accepted {
				break // a ruling, or what the device has answered itself
			}
			c.collect(tb)
		}
	}
}

func TestThePictureOfTheReadmeIsOfTheGallery(t *testing.T) {
	for _, lang := range words.Langs {
		t.Run(string(lang), func(t *testing.T) { pictureOfTheReadme(t, lang) })
	}
}

func pictureOfTheReadme(t *testing.T, lang words.Lang) {
	t.Parallel()
	artist := painter(t)
	var frames []screen.Named
	for _, name := range []string{"mice-more", "maze-piece", "cups-rolled", "score-enter"} {
		for _, g := range galleryIn(t, lang) {
			if g.name == name {
				frames = append(frames, screen.Named{Name: name, Frame: artist.Draw(g.view)})
			}
		}
	}
	pixeltest.Compare(t, filepath.Join("testdata", "readme-"+string(lang)+".png"), screen.Sheet(frames), *update)
}

// compare fails where a picture differs from the one that was looked at, and
// prints both.
func compare(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	gots, wants := strings.Split(string(got), "= "), strings.Split(string(want), "= ")
	for i := range min(len(gots), len(wants)) {
		if gots[i] != wants[i] {
			t.Fatalf("%s: the first that differs: got\n%s\nwant\n%s", file, gots[i], wants[i])
		}
	}
	if len(gots) != len(wants) {
		t.Errorf("%s: %d pictures, want %d", file, len(gots), len(wants))
	}
}

func TestEveryRuneOfBothCataloguesHasAGlyph(t *testing.T) {
	for _, lang := range words.Langs {
		own := words.Companion(lang)
		runes(t, "the companion", own)
		for _, r := range all {
			w, err := words.For(lang, own, r)
			if err != nil {
				t.Fatal(err)
			}
			runes(t, r.Name(), w)
		}
	}
}

// runes fails for letters of a catalogue that the fonts can't draw.
func runes(t *testing.T, name string, w *words.Catalogue) {
	t.Helper()
	for key := range w.Keys() {
		for _, r := range w.Word(key) {
			if !pixel.Body.Has(r) {
				t.Errorf("%s, %s, %s: no glyph for %q", name, w.Lang(), key, r)
			}
		}
	}
}
