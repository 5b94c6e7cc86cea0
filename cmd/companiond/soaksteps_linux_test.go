package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion/pixel"
	"tabletop/drivers/serial/serialtest"
)

// soakStep is something that happens at a table. It reports whether it did.
type soakStep struct {
	name   string
	weight int // how often, among all
	do     func(*soak) bool
}

var soakSteps = []soakStep{
	{"keys", 40, (*soak).anyKeys},
	{"press by a phone", 6, (*soak).pressFromAfar},
	{"decision", 100, (*soak).decide},
	{"undo or redo", 8, (*soak).undo},
	{"ruling", 4, (*soak).rule},
	{"seat", 6, (*soak).seat},
	{"set-up", 6, (*soak).setUp},
	{"resumption", 3, (*soak).resume},
	{"leaving", 2, (*soak).leave},
	{"choice", 4, (*soak).choose},
	{"look", 40, (*soak).look},
	{"crowd", 4, (*soak).crowd},
	{"replay", 12, (*soak).replay},
	{"stream", 12, (*soak).stream},
	{"answer cut off", 4, (*soak).hangUp},
	{"upload cut off", 2, (*soak).cutUpload},
	{"restore", 2, (*soak).restore},
	{"record", 2, (*soak).importRecord},
	{"players", 2, (*soak).importPlayers},
	{"deletion", 3, (*soak).erase},
	{"rename", 6, (*soak).rename},
	{"nonsense", 4, (*soak).nonsense},
	{"join", 8, (*soak).join},
	{"wrong code", 1, (*soak).wrongCode},
	{"good night", 1, (*soak).goodNight},
	{"scanner", 8, (*soak).scan},
	{"table panel", 8, (*soak).pressAtPanel},
}

// oneOf is one of several at random, or the zero value of none.
func oneOf[T any](r *rand.Rand, all ...T) (one T) {
	if len(all) == 0 {
		return one
	}
	return all[r.IntN(len(all))]
}

// once reports true in one of n cases.
func (s *soak) once(n int) bool { return s.rand.IntN(n) == 0 }

// keys types lines, each answered when all that came of it is kept and drawn.
func (s *soak) keys(typed ...string) {
	for _, line := range typed {
		s.unit.line(line)
	}
}

// anyLine is of these; one that is there more often is typed more often.
var anyLine = []string{
	"press up", "press up", "press up", "press down", "press down", "press down", "press down",
	"press ok", "press ok", "press ok", "press ok", "press back", "press back", "hold back", "screen", "lamps",
}

func (s *soak) anyKeys() bool {
	for range 1 + s.rand.IntN(8) {
		s.keys(oneOf(s.rand, anyLine...))
	}
	return true
}

func (s *soak) pressFromAfar() bool {
	key := oneOf(s.rand, "up", "down", "ok", "back")
	return s.done(s.post(s.player(), "/api/press", fields{"key": key, "hold": key == "back" && s.once(4)}))
}

// soakMatch is the match on the panel as phones see it.
type soakMatch struct {
	Match, Game         string
	Seq                 int
	Choices, Fixes      []soakChoice
	Over, Device, Ready bool
	Undo, Redo          *struct{ To int }
}

type soakChoice struct {
	Says, Grammar string
	From, To      int
}

// says is one of the decisions of a choice.
func (c soakChoice) says(r *rand.Rand) string {
	switch {
	case c.Grammar != "":
		return c.Says + " " + oneOf(r, "2d6", "d20+3", "4d6", "d6 + d8", "no dice")
	case c.From < c.To:
		return c.Says + " " + strconv.Itoa(c.From+r.IntN(c.To-c.From+1))
	}
	return c.Says
}

// matchOf is before the game of whatever match was seen on the panel.
const matchOf = "match of "

// dice is the game whose match is the rolls of all cups.
const dice = "dice"

// match fetches it, if there is one that has not ended. One that had gone on further
// before has lost something.
func (s *soak) match(by *asker) (m soakMatch, ok bool) {
	a := s.get(by, "/api/match", http.StatusNotFound)
	if a.status == http.StatusOK {
		s.read(a.body, &m)
	}
	if m.Match == "" {
		return soakMatch{}, false
	}
	if told := s.seqs[m.Match]; m.Seq < told {
		s.fault("match %s is at %d, and was at %d", m.Match, m.Seq, told)
	}
	s.seqs[m.Match] = m.Seq
	s.does[matchOf+m.Game]++
	return m, true
}

// seen is a command of who has seen the match so.
func (s *soak) seen(by *asker, m soakMatch, path string, command fields) request {
	command["match"], command["after"] = m.Match, m.Seq
	return s.post(by, path, command)
}

// decision is what the match on the panel waits for, or where there is none a new one.
func (s *soak) decision() request {
	by := s.player()
	m, ok := s.match(by)
	switch {
	case !ok:
		return s.newMatch()
	case m.Ready:
		return s.seen(by, m, "/api/begin", fields{})
	case m.Over:
		return s.seen(by, m, "/api/end", fields{"again": s.once(3)})
	case m.Device && s.once(2):
		return s.seen(by, m, "/api/decide", fields{"says": "device"})
	}
	return s.seen(by, m, "/api/decide", fields{"says": oneOf(s.rand, m.Choices...).says(s.rand)})
}

func (s *soak) decide() bool {
	r := s.decision()
	if !s.done(r) || r.path != "/api/decide" {
		return false
	}
	s.decisions++
	return true
}

func (s *soak) undo() bool {
	by := s.player()
	m, _ := s.match(by)
	to := m.Undo
	if m.Redo != nil && s.once(2) {
		to = m.Redo
	}
	return to != nil && s.done(s.seen(by, m, "/api/undo", fields{"to": to.To}))
}

func (s *soak) rule() bool {
	by := s.player()
	m, _ := s.match(by)
	if len(m.Fixes) == 0 {
		return false
	}
	why := oneOf(s.rand, "mistake", "house", "agreed", "так решили")
	return s.done(s.seen(by, m, "/api/rule", fields{"says": oneOf(s.rand, m.Fixes...).says(s.rand), "why": why}))
}

// seat lets somebody else play a seat, or go away for a while.
func (s *soak) seat() bool {
	by := s.player()
	m, ok := s.match(by)
	seat := 1 + s.rand.IntN(mostSeats)
	r := s.seen(by, m, "/api/seat", fields{"seat": seat, "name": oneOf(s.rand, people...)})
	if s.once(2) {
		r = s.seen(by, m, "/api/away", fields{"seat": seat, "away": s.once(2)})
	}
	return ok && s.done(r)
}

// people are those who play, mostSeats of them at most in a match: the others may be
// renamed.
var people = strings.Fields("Аня Боря Вера Гена Даша Егор Женя Зоя Инна Яша Ким Лёля Маша Нина Оля Паша Рита Соня Тоня Уля Юля Zoë Max Nora Otto Pia")

const mostSeats = 4

// soakOffer is what can be played.
type soakOffer struct {
	Games []struct {
		Name     string
		Min, Max int
		Tool     bool
		Luck     []struct{ Value string }
		Options  []soakOption
	}
	Players []string
	Open    []struct{ ID string }
}

type soakOption struct {
	Name     string
	From, To int
	Values   []struct{ Value string }
}

func (s *soak) offer() (o soakOffer) {
	s.fetch("/api/games", &o)
	return o
}

// newMatch is a match of any game, set up and begun.
func (s *soak) newMatch() request { return s.draft(true) }

// draft is a match that is set up, or begun at once.
func (s *soak) draft(begin bool) request {
	all := s.offer().Games
	g := oneOf(s.rand, all...)
	for g.Tool {
		g = oneOf(s.rand, all...)
	}
	names := slices.Clone(people)
	s.rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:g.Min+s.rand.IntN(min(g.Max, mostSeats)-g.Min+1)]
	draft := fields{
		"game": g.Name, "names": names, "options": s.options(g.Options), "first": s.rand.IntN(len(names)+2) - 1,
		"luck": oneOf(s.rand, g.Luck...).Value, "clock": oneOf(s.rand, "", "up", "15+10", "1d5", "1b5", "0 3x9", "move 5"),
	}
	return s.post(s.player(), "/api/setup", fields{"draft": draft, "begin": begin})
}

// options are some of a game's, set to what they may be.
func (s *soak) options(all []soakOption) map[string]string {
	const most = 30 // of what a number may be
	set := map[string]string{}
	for _, o := range all {
		switch {
		case !s.once(3):
		case o.From < o.To && s.once(2):
			set[o.Name] = strconv.Itoa(o.From + s.rand.IntN(min(o.To-o.From+1, most)))
		case len(o.Values) > 0:
			set[o.Name] = oneOf(s.rand, o.Values...).Value
		}
	}
	return set
}

func (s *soak) setUp() bool { return s.done(s.draft(s.once(2))) }

func (s *soak) resume() bool {
	open := oneOf(s.rand, s.offer().Open...)
	return open.ID != "" && s.done(s.post(s.player(), "/api/resume", fields{"id": open.ID}))
}

// toPause leads the panel to the pause menu from anywhere, the cursor on top.
func (s *soak) toPause() {
	s.toFirst()
	s.keys("hold back", "hold back") // the first may wake the panel
}

// toFirst leads it to its first screen, or to the match that lies on that.
func (s *soak) toFirst() {
	for range 12 {
		s.keys("press back")
	}
}

// atTable reports whether the panel shows a match that is more than rolls of dice.
func (s *soak) atTable() bool {
	m, ok := s.match(s.box)
	return ok && m.Game != dice
}

// leave ends the match on the panel by the keys, finished or not.
func (s *soak) leave() bool {
	s.toPause()
	if !s.atTable() {
		return false
	}
	s.keys("press up", "press ok", "press down", "press ok")
	return !s.atTable()
}

// goodNight sends all phones away by the keys.
func (s *soak) goodNight() bool {
	s.toPause()
	if s.atTable() {
		s.keys("press up", "press up", "press ok")
	}
	s.toFirst()
	s.keys("press up", "press up", "press ok")               // over the dice: what there is beside games
	s.keys("press up", "press ok", "press down", "press ok") // the last of it
	phones := len(s.phones)
	for _, p := range slices.Clone(s.phones) {
		s.get(p, "/api/me")
	}
	return s.address == "" || len(s.phones) < phones
}

// soakChoices are what a table may choose of its own.
var soakChoices = [][2]string{
	{"dice", "colour=red,blue;fate=+,0,-"},
	{"dice", ""},
	{"cups", `["2d6","d20+3"]`},
	{"cups", ""},
	{"sheet:Лист", `{"game":"score","names":{"ru":"Лист"},"options":{"ru":{"target":"100"}}}`},
	{"sheet:Лист", ""},
	{"box:mazaitsy", `{"rounds":"4"}`},
	{"box:mazaitsy", ""},
}

func (s *soak) choose() bool {
	choice := oneOf(s.rand, soakChoices...)
	return s.done(s.post(s.player(), "/api/choose", fields{"key": choice[0], "value": choice[1]}))
}

// wrongEvery is how often somebody tries a wrong code: with ten in a minute nobody could
// join.
const wrongEvery = 15 * time.Second

func (s *soak) wrongCode() bool {
	if s.address == "" || time.Since(s.wrong) < wrongEvery {
		return false
	}
	s.wrong = time.Now()
	if s.knocks(s.stranger(), "12345") {
		s.fault("a code of five digits lets a phone in")
	}
	return true
}

// knocks reports whether a code lets a phone in.
func (s *soak) knocks(p *asker, code string) bool {
	a := s.ask(s.post(p, "/api/join", fields{"key": code}), http.StatusForbidden, http.StatusTooManyRequests)
	p.cookie = a.cookie
	p.client.CloseIdleConnections()
	return a.status == http.StatusOK
}

const mostPhones = 4

// join lets a phone in by the six digits that the panel shows, mostly to play.
func (s *soak) join() bool {
	if s.address == "" || len(s.phones) >= mostPhones {
		return false
	}
	s.toPause()
	if s.atTable() { // three items more stand under that of the phones
		s.keys("press up", "press up", "press up")
	}
	s.keys("press up", "press ok")
	p := s.stranger()
	if p.looks = s.once(4); p.looks {
		s.keys("press ok", "press down", "press ok")
	}
	s.keys("press down")
	picture, err := pixel.Parse(strings.Join(s.unit.line("screen"), "\n"))
	if err != nil {
		s.t.Fatal(err)
	}
	joined := s.knocks(p, sixDigits(picture))
	if joined {
		s.phones = append(s.phones, p)
	}
	s.keys("press back", "press back")
	return joined
}

// sixDigits reads those that a picture shows, wherever it has shifted; "" where there
// are none.
func sixDigits(b pixel.Bitmap) string {
	w, h := pixel.Digits32.Size()
	for y := range pixel.Height - h {
		for x := range pixel.Width - 6*w {
			code := ""
			for i := 0; i == len(code) && i < 6; i++ {
				code += digitAt(b, x+i*w, y)
			}
			if len(code) == 6 {
				return code
			}
		}
	}
	return ""
}

// digitAt is the digit whose cell begins there, "" for none.
func digitAt(b pixel.Bitmap, x, y int) string {
	w, _ := pixel.Digits32.Size()
	const ink = 26 // px, under a gap of an eighth of the width
	for d := range 10 {
		var drawn pixel.Bitmap
		pixel.Digits32.Draw(&drawn, x, y, strconv.Itoa(d))
		same := true
		for i := 0; same && i < w*ink; i++ {
			at, down := x+i%w, y+w/8+i/w
			same = b.At(at, down) == drawn.At(at, down)
		}
		if same {
			return strconv.Itoa(d)
		}
	}
	return ""
}

// device is something on a serial line.
type device struct {
	t    *testing.T
	link string
	plug serialtest.Plug // its File is nil while it is out
}

// plugged puts the device in, or sometimes pulls it out, and reports whether it stays in
// and can speak.
func (d *device) plugged(s *soak) bool {
	switch {
	case d.plug.File == nil:
		d.plug = plugIn(d.t, d.link)
		go greet(d.plug)
		return false
	case s.once(4):
		d.pull()
	}
	return d.plug.File != nil
}

func (d *device) pull() {
	if d.plug.File != nil {
		d.plug.Pull(d.link)
		d.plug.File = nil
	}
}

// greet says hello whenever the daemon asks who is there, until the plug is out.
func greet(plug serialtest.Plug) {
	for asked := bufio.NewScanner(plug); asked.Scan(); {
		if asked.Text() == "?" {
			_, _ = io.WriteString(plug, hello)
		}
	}
}

// scan reads a card.
func (s *soak) scan() bool {
	if s.scanner.plugged(s) {
		s.scanner.plug.Says(s.t, oneOf(s.rand, "ROLL", "ROLL-2", "RED-WHITE", "GREEN", "4601234567893", "STOP", "4600000000000", "\xff\x00")+"\r\n")
	}
	return true
}

// pressAtPanel presses the key of a seat and throws dice.
func (s *soak) pressAtPanel() bool {
	if s.panel.plugged(s) {
		seat := 1 + s.rand.IntN(mostSeats)
		s.panel.plug.Says(s.t, fmt.Sprintf("K %d down\nK %d up\nD 1 %s\nD 2 %s\n", seat, seat, oneOf(s.rand, colours...), oneOf(s.rand, colours...)))
	}
	return true
}
