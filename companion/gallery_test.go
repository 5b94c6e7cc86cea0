package companion_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/history"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

var update = flag.Bool("update", false, "rewrite the gallery's pictures")

// gallery is every screen of the companion: its name, and the way there from the
// first screen by item texts and keys, the same in both languages.
var gallery = []struct {
	name string
	way  func(*companiontest.Table)
}{
	{"home", func(*companiontest.Table) {}},
	{"games", func(tb *companiontest.Table) { tb.Press("ok") }},
	{"settings", func(tb *companiontest.Table) { tb.Times(4, "down"); tb.Press("ok") }},
	{"timer", func(tb *companiontest.Table) { tb.Times(3, "down"); tb.Press("ok") }},
	{"cups", func(tb *companiontest.Table) { tb.Press("down", "ok") }},
	{"cups-rolled", func(tb *companiontest.Table) { tb.Press("down", "ok", "down", "ok") }},
	{"cups-build", func(tb *companiontest.Table) { tb.Press("down", "ok", "up", "ok") }},
	{"cups-many", func(tb *companiontest.Table) { tb.Press("down", "ok", "up", "ok", "ok") }},
	{"setup", func(tb *companiontest.Table) { tb.Press("ok", "ok") }},
	{"setup-options", func(tb *companiontest.Table) { tb.Press("ok", "ok"); tb.Times(6, "down") }},
	{"setup-seats", func(tb *companiontest.Table) { tb.Press("ok", "ok", "down", "ok") }},
	{"setup-name", func(tb *companiontest.Table) { tb.Press("ok", "ok", "down", "down", "ok") }},
	{"setup-typing", func(tb *companiontest.Table) {
		tb.Press("ok", "ok", "down", "down", "ok", "up", "ok", "ok", "down", "ok")
	}},
	{"setup-option", func(tb *companiontest.Table) { tb.Press("ok", "ok"); tb.Times(6, "down"); tb.Press("ok") }},
	{"seal", func(tb *companiontest.Table) { tb.Press("ok", "ok", "ok") }},
	{"seal-qr", func(tb *companiontest.Table) { tb.Press("ok", "ok", "ok", "down") }},
	{"ready", func(tb *companiontest.Table) { tb.Press("ok", "ok", "ok", "ok") }},
	{"first", func(tb *companiontest.Table) { tb.Press("ok", "ok", "ok", "ok", "ok") }},
	{"mice-roll", intoMice},
	{"mice-rolling", func(tb *companiontest.Table) { intoMice(tb); tb.Do(companion.Keys, companion.Press{Key: companion.OK}) }},
	{"mice-lure", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok") }},
	{"mice-more", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "ok") }},
	{"mice-word-by-word", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Decide("roll", "dice white white")
		tb.Press("down", "ok")
	}},
	{"mice-real-dice", func(tb *companiontest.Table) { intoTableMice(tb); tb.Decide("roll") }},
	{"mice-won", func(tb *companiontest.Table) { intoTableMice(tb); tb.Finish() }},
	{"mazaitsy-setup", func(tb *companiontest.Table) { tb.Press("ok", "down", "ok"); tb.Times(7, "down") }},
	{"mazaitsy-box", func(tb *companiontest.Table) { tb.Press("ok", "down", "ok"); tb.Times(3, "up"); tb.Press("ok") }},
	{"mazaitsy-card", func(tb *companiontest.Table) {
		tb.Press("ok", "down", "ok")
		tb.Times(3, "up")
		tb.Press("ok", "down", "ok")
	}},
	{"mazaitsy-start", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Times(3, "down") }},
	{"mazaitsy-move", intoMazaitsy},
	{"mazaitsy-take", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Press("down", "ok") }},
	{"mazaitsy-unload", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Decide("take 2", "take 3"); tb.Times(2, "down") }},
	{"mazaitsy-replace", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Decide("done") }},
	{"mazaitsy-alarm", func(tb *companiontest.Table) { toMazai(tb) }},
	{"mazaitsy-add", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done") }},
	{"mazaitsy-add-type", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done"); tb.Press("ok") }},
	{"mazaitsy-added", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done", "add log 4") }},
	{"mazaitsy-last", func(tb *companiontest.Table) { toMazai(tb); tb.Decide("done", "add log 4"); toMazai(tb) }},
	{"mazaitsy-won", func(tb *companiontest.Table) { intoMazaitsy(tb); tb.Finish() }},
	{"field-boat", intoField},
	{"field-take", func(tb *companiontest.Table) { intoField(tb); tb.Times(2, "ok") }},
	{"field-sail", func(tb *companiontest.Table) { intoField(tb); tb.Times(3, "ok") }},
	{"field-replace", func(tb *companiontest.Table) { intoField(tb); toReplace(tb) }},
	{"field-cell", func(tb *companiontest.Table) { intoField(tb); toReplace(tb); tb.Press("down", "down") }},
	{"maze-turn", intoMaze},
	{"maze-piece", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "down") }},
	{"maze-target", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "ok", "down") }},
	{"maze-moved", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("down", "ok", "ok") }},
	{"maze-read", func(tb *companiontest.Table) { intoMaze(tb); tb.Press("ok") }},
	{"maze-over", func(tb *companiontest.Table) { intoMaze(tb); tb.Finish() }},
	{"fox-decree", intoFox},
	{"fox-third", func(tb *companiontest.Table) { intoFox(tb); tb.Press("ok") }},
	{"fox-rank", func(tb *companiontest.Table) { intoFox(tb); tb.Press("ok", "ok") }},
	{"fox-lead", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7") }},
	{"fox-answer", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7", "play moons 8") }},
	{"fox-forbidden", func(tb *companiontest.Table) {
		intoFox(tb)
		tb.Decide("decree keys 7")
		tb.Press("ok", "ok", "down", "ok")
	}},
	{"fox-exchange", func(tb *companiontest.Table) { intoFox(tb); tb.Decide("decree keys 7", "play keys 3") }},
	{"fox-round", foxRound},
	{"fox-log", func(tb *companiontest.Table) { foxRound(tb); tb.Press("hold"); tb.Times(3, "down"); tb.Press("ok") }},
	{"fox-won", func(tb *companiontest.Table) { intoFox(tb); tb.Finish() }},
	{"score-round", func(tb *companiontest.Table) { intoScore(tb) }},
	{"score-enter", func(tb *companiontest.Table) { intoScore(tb); tb.Press("ok", "up", "ok", "up", "up") }},
	{"score-later", func(tb *companiontest.Table) { intoScore(tb); tb.Decide("score 1 25", "score 2 -10", "score 1 7") }},
	{"score-templates", func(tb *companiontest.Table) { withSheets(tb); tb.Press("down", "down", "ok", "down", "ok") }},
	{"score-template", func(tb *companiontest.Table) { intoTricks(tb); tb.Press("down", "up") }},
	{"score-categories", func(tb *companiontest.Table) { intoTricks(tb); tb.Times(3, "up"); tb.Press("ok") }},
	{"score-sheet", intoSheet},
	{"score-sheet-enter", func(tb *companiontest.Table) { intoSheet(tb); tb.Press("ok"); tb.Times(3, "up") }},
	{"score-sheet-won", func(tb *companiontest.Table) { intoSheet(tb); tb.Finish(); tb.Times(9, "down") }},
	{"pause", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "ok", "hold") }},
	{"pause-more", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "ok", "hold", "up", "up") }},
	{"undo-seen", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "hold", "ok") }},
	{"scores", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("ok", "ok", "hold")
		tb.Times(2, "down")
		tb.Press("ok")
	}},
	{"log", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("ok", "ok", "hold")
		tb.Times(3, "down")
		tb.Press("ok")
	}},
	{"overrule", func(tb *companiontest.Table) { intoMice(tb); tb.Press("hold"); tb.Times(5, "down"); tb.Press("ok") }},
	{"overrule-why", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("hold")
		tb.Times(5, "down")
		tb.Press("ok", "up", "ok", "ok")
	}},
	{"rule", func(tb *companiontest.Table) { intoMice(tb); tb.Press("ok", "hold", "down", "ok") }},
	{"setup-clock", func(tb *companiontest.Table) { tb.Press("ok", "ok", "up", "ok", "down", "down") }},
	{"setup-clock-each", func(tb *companiontest.Table) { tb.Press("ok", "ok", "up", "ok"); tb.Times(3, "down"); tb.Press("ok") }},
	{"clock", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(83 * time.Second) }},
	{"clock-beside", func(tb *companiontest.Table) { intoClocked(tb); tb.Press("ok", "ok", "ok") }},
	{"clock-stopped", func(tb *companiontest.Table) {
		intoClocked(tb)
		tb.Press("hold")
		tb.Times(3, "down")
		tb.Press("ok", "ok")
	}},
	{"clocks", func(tb *companiontest.Table) {
		intoClocked(tb)
		tb.Wait(83 * time.Second)
		tb.Press("hold")
		tb.Times(3, "down")
		tb.Press("ok")
	}},
	{"clock-fell", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(10*time.Minute + 5*time.Second) }},
	{"clock-over", func(tb *companiontest.Table) { intoClocked(tb); tb.Wait(11 * time.Minute); tb.Press("ok") }},
	{"away", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("hold")
		tb.Times(6, "down")
		tb.Press("ok", "down", "ok")
	}},
	{"seats", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("hold")
		tb.Times(7, "down")
		tb.Press("ok")
	}},
	{"rule", func(tb *companiontest.Table) { intoMice(tb); tb.Press("back") }},
	{"setup-fair", func(tb *companiontest.Table) {
		tb.Press("ok", "ok")
		tb.Times(4, "down")
		tb.Press("ok", "down")
	}},
	{"leave", func(tb *companiontest.Table) { intoMice(tb); tb.Press("hold", "up", "ok") }},
	{"illegal", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "name.bad"})
	}},
	{"disk", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Disk.Fails = errors.New("input/output error")
		tb.Press("ok")
	}},
	{"slow", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Slow = true
		tb.Press("ok")
		tb.Wait(companion.SlowAfter)
	}},
	{"slow-board", func(tb *companiontest.Table) {
		intoMaze(tb)
		tb.Press("down", "ok")
		tb.Slow = true
		tb.Press("ok")
		tb.Wait(companion.SlowAfter)
	}},
	{"unsaved", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Disk.Fails = errors.New("input/output error")
		tb.Press("ok", "down", "ok")
	}},
	{"disk-back", func(tb *companiontest.Table) {
		intoTableMice(tb)
		tb.Disk.Fails = errors.New("input/output error")
		tb.Press("ok", "down", "ok")
		tb.Disk.Fails = nil
		tb.Wait(companion.RetryDisk)
	}},
	{"trouble", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "trouble.port", Arg: "127.0.0.1:8090"})
	}},
	{"secret-lost", afterLoss},
	{"secret-lost-ended", func(tb *companiontest.Table) { afterLoss(tb); tb.Press("ok", "hold", "up", "ok", "down", "ok") }},
	{"resume", func(tb *companiontest.Table) {
		intoMice(tb)
		tb.Press("hold", "up", "up", "ok")
	}},
	{"phones-unreached", toPhones},
	{"phones-unreached-list", func(tb *companiontest.Table) { toPhones(tb); tb.Press("back") }},
	{"phones-invite", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb) }},
	{"phones-invite-came", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); join(tb, iPhone) }},
	{"phones-none", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("ok") }},
	{"phones-look", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{URLs: []string{"http://10.0.0.5:8090"}})
		toPhones(tb)
		tb.Press("ok", "down", "ok")
	}},
	{"phones-by-name", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{URLs: []string{"http://[fe80::1234:5678:9abc:def0]:8090", "http://companion.local:8090"}})
		toPhones(tb)
	}},
	{"phones-code", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("down") }},
	{"phones-code-dead", func(tb *companiontest.Table) {
		onNetwork(tb)
		toPhones(tb)
		tb.Press("down")
		tb.Wait(companion.CodeLife)
	}},
	{"phones-came", func(tb *companiontest.Table) { onNetwork(tb); toPhones(tb); tb.Press("down"); join(tb, iPhone) }},
	{"phones-list", withGuests},
	{"phones-list-end", func(tb *companiontest.Table) { withGuests(tb); tb.Times(2, "up") }},
	{"phone", func(tb *companiontest.Table) { withGuests(tb); tb.Times(2, "down"); tb.Press("ok") }},
	{"phone-looks", func(tb *companiontest.Table) { withGuests(tb); tb.Times(3, "down"); tb.Press("ok") }},
	{"phones-pause", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{URLs: []string{"http://192.168.1.50:8090"}})
		intoMice(tb)
		tb.Press("hold")
		tb.Times(4, "up")
	}},
	{"wifi-offer", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{Wifi: companion.Wifi{Can: true}})
		toPhones(tb)
	}},
	{"wifi-ask", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{Wifi: companion.Wifi{Can: true}})
		toPhones(tb)
		tb.Press("ok")
	}},
	{"wifi-begins", func(tb *companiontest.Table) {
		tb.Send(companion.Reached{Wifi: companion.Wifi{Can: true}})
		toPhones(tb)
		tb.Press("ok", "down", "ok")
	}},
	{"wifi-code", intoWifi},
	{"wifi-page", func(tb *companiontest.Table) { intoWifi(tb); tb.Press("ok") }},
	{"wifi-end", func(tb *companiontest.Table) { intoWifi(tb); tb.Press("ok", "ok"); tb.Times(4, "down"); tb.Press("ok") }},
	{"wifi-failed", func(tb *companiontest.Table) {
		tb.Send(companion.Trouble{Key: "trouble.hotspot", Arg: "wlan0"})
	}},
	{"idle", func(tb *companiontest.Table) { onNetwork(tb); tb.Wait(companion.IdleAfter + time.Second) }},
	{"idle-far", func(tb *companiontest.Table) { onNetwork(tb); tb.Press("down"); tb.Wait(2 * companion.IdleAfter) }},
	{"night-ask", func(tb *companiontest.Table) { tb.Press("up", "ok") }},
	{"night", func(tb *companiontest.Table) { tb.Press("up", "ok", "down", "ok") }},
	{"ask-restore", func(tb *companiontest.Table) {
		ask(tb, companion.Restore{Upload: "upload", Parcel: history.Parcel{Matches: 321, Players: 15}})
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
		tb.Send(companion.Timed{})
		ask(tb, companion.SetTime{Time: clockOf("2026-09-21T21:14:00+03:00")})
	}},
	{"ask-under", func(tb *companiontest.Table) {
		ask(tb, companion.Restore{Upload: "upload", Parcel: history.Parcel{Matches: 1, Players: 1}})
		tb.Press("down", "ok")
	}},
	{"ask-done", func(tb *companiontest.Table) {
		ask(tb, companion.Rename{Name: "Саша", To: "Александра"})
		tb.Press("down", "ok")
		tb.Send(companion.Done{Command: companion.Rename{Name: "Саша", To: "Александра"}})
	}},
	{"ask-failed", func(tb *companiontest.Table) {
		ask(tb, companion.ErasePlayers{Names: []string{"Саша"}})
		tb.Press("down", "ok")
		tb.Send(companion.Done{Command: companion.ErasePlayers{Names: []string{"Саша"}}, Err: full{}})
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
	tb.Send(companion.Reached{URLs: []string{"http://192.168.100.100:8090", "http://companion.local:8090"}})
}

// toPhones opens the page of the phones from the first screen.
func toPhones(tb *companiontest.Table) {
	tb.Times(5, "down")
	tb.Press("ok")
}

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
	tb.Send(companion.Reached{Wifi: companion.Wifi{Can: true}})
	toPhones(tb)
	tb.Press("ok", "down", "ok")
	h := tb.Hotspots[0]
	tb.Send(companion.Reached{URLs: []string{"http://10.42.0.1:8090"}, Wifi: companion.Wifi{SSID: h.SSID, Password: h.Password}})
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

// intoMice plays «Лови мышей!» with the device's dice, seat 1 first.
func intoMice(tb *companiontest.Table) {
	tb.Press("ok", "ok")
	tb.Times(4, "down")
	tb.Press("ok", "down", "ok") // the first seat begins
	tb.Times(4, "up")
	tb.Press("ok", "ok", "ok")
}

// intoClocked plays it with ten minutes and five seconds a turn on the clock.
func intoClocked(tb *companiontest.Table) {
	tb.Press("ok", "ok")
	tb.Times(4, "down")
	tb.Press("ok", "down", "ok") // the first seat begins
	tb.Times(5, "up")
	tb.Press("ok")
	tb.Times(3, "down")
	tb.Press("ok", "down", "ok") // 10 min, +5 s
	tb.Press("down")
	tb.Press("ok", "ok", "ok")
}

// intoMazaitsy plays «Мазайцы», two seats, seat 1 first.
func intoMazaitsy(tb *companiontest.Table) {
	tb.Press("ok", "down", "ok")
	tb.Times(4, "down")
	tb.Press("ok", "down", "ok")
	tb.Times(4, "up")
	tb.Press("ok", "ok", "ok")
}

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
func intoField(tb *companiontest.Table) {
	tb.Press("ok", "down", "ok")
	tb.Times(4, "up")
	tb.Press("ok", "down", "ok")
	tb.Times(6, "down")
	tb.Press("ok", "ok", "ok", "ok")
}

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

// intoMaze plays «Путаница» as the device sets it up.
func intoMaze(tb *companiontest.Table) {
	tb.Press("ok", "down", "down", "ok", "ok", "ok", "ok", "ok")
}

// intoFox plays «Лисица на опушке» to the decree.
func intoFox(tb *companiontest.Table) {
	tb.Press("ok", "down", "down", "down", "ok", "ok", "ok", "ok", "ok")
}

// foxRound plays a round in which two rules were broken, one of them provably.
func foxRound(tb *companiontest.Table) {
	intoFox(tb)
	tb.Decide("decree keys 7",
		"play moons 8", "play moons 4", "play keys 3", "exchange bells 4", "play keys 1",
		"play keys 5", "play keys 10", "play keys 2", "play keys 8", "play moons 7", "play moons 1",
		"play bells 3", "exchange keys 7", "play bells 8", "play moons 6", "play bells 4", "play bells 11", "play bells 5",
		"play moons 3", "exchange moons 2", "play moons 9", "play bells 7", "play keys 6", "play bells 1", "play keys 11",
		"play bells 10", "play keys 7", "play keys 9", "play moons 11")
}

// intoScore keeps score for two.
func intoScore(tb *companiontest.Table) {
	tb.Press("down", "down", "ok", "ok", "ok", "ok")
}

// intoTricks sets a scoreboard up by the first template.
func intoTricks(tb *companiontest.Table) {
	withSheets(tb)
	tb.Press("down", "down", "ok", "down", "ok", "ok")
}

// intoSheet keeps it.
func intoSheet(tb *companiontest.Table) {
	intoTricks(tb)
	tb.Press("up", "ok", "ok", "ok")
}

// intoTableMice plays it with real dice.
func intoTableMice(tb *companiontest.Table) {
	tb.Press("ok", "ok")
	tb.Times(4, "down")
	tb.Press("ok", "down", "ok", "down", "ok")
	tb.Times(5, "up")
	tb.Press("ok", "ok", "ok")
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
	tb := newTable(t)
	if lang == words.English {
		tb.Press("down")
	}
	tb.Press("ok")
	way(tb)
	return tb
}

func TestEveryScreenIsThePictureOfTheGallery(t *testing.T) {
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Langs {
		var pictures strings.Builder
		var frames []screen.Named
		for _, g := range gallery {
			tb := inGallery(t, lang, g.way)
			v := tb.Model.View()
			f := artist.Draw(v)
			for _, flaw := range artist.Flaws(v) {
				t.Errorf("%s, %s: %s\n%s", g.name, lang, flaw, tb.Screen())
			}
			fmt.Fprintf(&pictures, "= %s\n%s\n", g.name, f)
			frames = append(frames, screen.Named{Name: g.name, Frame: f})
		}
		file := filepath.Join("testdata", "gallery-"+string(lang))
		compare(t, file+".txt", []byte(pictures.String()))
		var sheet bytes.Buffer
		if err := png.Encode(&sheet, screen.Sheet(frames)); err != nil {
			t.Fatal(err)
		}
		compare(t, file+".png", sheet.Bytes())
	}
}

func TestThePictureOfTheReadmeIsOfTheGallery(t *testing.T) {
	artist, err := screen.For(all)
	if err != nil {
		t.Fatal(err)
	}
	var frames []screen.Named
	for _, name := range []string{"mice-lure", "mazaitsy-alarm", "cups-rolled", "score-enter"} {
		for _, g := range gallery {
			if g.name == name {
				tb := inGallery(t, words.English, g.way)
				frames = append(frames, screen.Named{Name: name, Frame: artist.Draw(tb.Model.View())})
			}
		}
	}
	var sheet bytes.Buffer
	if err := png.Encode(&sheet, screen.Sheet(frames)); err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join("testdata", "readme.png"), sheet.Bytes())
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
	if strings.HasSuffix(file, ".png") {
		t.Errorf("%s is not what the table draws; look at it, then -update", file)
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
		own := words.Own(lang)
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
