package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tabletop/companion"
	"tabletop/companion/match"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// coins is a game for these tests: two seats take one or two of five coins in
// turn, who takes the last wins. Seat 1 holds a card that nobody else may know.
type coins struct{}

func (coins) Name() string      { return "coins" }
func (coins) Seats() (int, int) { return 2, 2 }
func (coins) Options() []games.Option {
	return []games.Option{{Name: "risk", Default: "off", Values: []string{"on", "off"}}}
}

func (coins) Assets() map[string]string {
	return map[string]string{
		"glyphs": "glyph coin #ffcc00\n.##.\n####\n",
		"ru":     "title = Монеты\ntake = @ ходит\nleft = {n} монета | {n} монеты | {n} монет\nlast = {0} берёт последнюю\nmine = Карта: {0}\nsay.take = Взять {1}\nsay.left = Осталось {1}\nsay.pass = Пас\noption.risk = Риск\noption.risk.on = да\nabout = Игра в монеты",
		"en":     "title = Coins\ntake = to move\nleft = {n} coin | {n} coins\nlast = {0} took the last\nmine = Card: {0}\nsay.take = Take {1}\nsay.left = Left: {1}\nsay.pass = Pass\noption.risk = Risk\noption.risk.on = yes\nname.coin = a coin\nabout = A game of coins",
	}
}

func (coins) New(s games.Setup) (games.State, error) {
	return pile{left: 5, turn: 1}, games.CheckSetup(coins{}, s)
}

func (coins) Parse(games.Setup, string) (games.State, error) {
	return nil, errors.New("coins: not read back here")
}

const hidden = "queen-of-spades"

type pile struct {
	left int
	turn games.Seat
}

func (p pile) Turn() games.Seat {
	if p.left == 0 {
		return games.Nobody
	}
	return p.turn
}

func (p pile) Legal() []games.Choice {
	switch p.left {
	case 0:
		return nil
	case 1:
		return []games.Choice{{Says: "pass"}, {Says: "take 1"}}
	}
	return []games.Choice{{Says: "pass"}, {Says: "take", From: 1, To: 2}}
}

func (p pile) Apply(d games.Decision) (games.State, error) {
	c, ok := games.Find(p.Legal(), d)
	if !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	if c.Says != "pass" {
		p.left -= int(d.Word(1)[0] - '0')
	}
	p.turn = 3 - p.turn
	return p, nil
}

func (p pile) Fixes() []games.Choice {
	return []games.Choice{{Says: "left", From: 1, To: 5, Now: int32(p.left)}}
}

func (p pile) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(p.Fixes(), d); !ok {
		return nil, games.Refuse(d, "rule.none")
	}
	p.left = int(d.Word(1)[0] - '0')
	return p, nil
}

func (p pile) String() string { return hidden + " " + strings.Repeat("o", p.left) }

func (p pile) View(seat games.Seat) games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Say("take"), Lines: []games.Text{games.Count("left", p.left)}, W: 1, H: 1}
	v.Cells = []games.Cell{{Glyph: "coin", Seat: games.Nobody, Mark: games.MarkLast}}
	if seat == 1 {
		v.Lines = append(v.Lines, games.Say("mine", hidden))
	}
	return v
}

func (p pile) Standing() games.Standing {
	s := games.Standing{Scores: []int32{0, 0}}
	if p.left == 0 {
		winner := 3 - p.turn
		s.Over, s.Won, s.Why = true, []games.Seat{winner}, games.Say("last", "@"+string('0'+rune(winner)))
		s.Scores[winner-1] = 1
	}
	return s
}

// table is an evening at which every press draws one more pixel.
type table struct {
	mu      sync.Mutex
	moment  Moment
	newer   chan struct{}
	pressed []string
	asked   []string // what else it was asked to do
	fails   error
	key     string // lets in
	role    companion.Role
	server  *Server // which it is served by
}

func newTable() *table { return &table{newer: make(chan struct{})} }

// set makes m the present.
func (t *table) set(m Moment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moment = m
	close(t.newer)
	t.newer = make(chan struct{})
}

func (t *table) Now() (Moment, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.moment, t.newer
}

func (t *table) Press(_ context.Context, key companion.Key, hold, remote bool) (int, error) {
	if t.fails != nil {
		return 0, t.fails
	}
	name := keys[key-companion.Back].name
	if hold {
		name += " held"
	}
	if remote {
		name += " from afar"
	}
	m, _ := t.Now()
	t.mu.Lock()
	t.pressed = append(t.pressed, name)
	n := len(t.pressed)
	t.mu.Unlock()
	m.Frame.OLED.Set(n%128, 0, true)
	t.set(m)
	return n, nil
}

// change makes next of the match, if it is still at after.
func (t *table) change(after int, next func(match.Match) (match.Match, error)) (int, error) {
	m, _ := t.Now()
	if t.fails != nil {
		return 0, t.fails
	}
	if after != m.Match.Seq() {
		return m.Match.Seq(), ErrStale
	}
	mt, err := next(m.Match)
	if err != nil {
		return m.Match.Seq(), Refused("возьмите одну или две")
	}
	m.Match = mt
	t.set(m)
	return mt.Seq(), nil
}

func (t *table) Decide(_ context.Context, says string, after int) (int, error) {
	return t.change(after, func(m match.Match) (match.Match, error) { return m.Decide(match.Stamp{}, says, "") })
}

func (t *table) Revise(_ context.Context, backTo, after int) (int, error) {
	return t.change(after, func(m match.Match) (match.Match, error) { return m.BackTo(match.Stamp{}, backTo, "") })
}

func (t *table) Overrule(_ context.Context, says, why string, after int) (int, error) {
	return t.change(after, func(m match.Match) (match.Match, error) { return m.Rule(match.Stamp{}, says, why) })
}

// note remembers what the table was asked to do.
func (t *table) note(words ...string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fails == nil {
		t.asked = append(t.asked, strings.Join(words, " "))
	}
	return t.fails
}

func (t *table) SetUp(_ context.Context, draft string, begin bool) (int, error) {
	return 7, t.note("setup", draft, strconv.FormatBool(begin))
}

func (t *table) Begin(_ context.Context, after int) (int, error) {
	if m, _ := t.Now(); after != m.Match.Seq() {
		return m.Match.Seq(), ErrStale
	}
	return after, t.note("begin", strconv.Itoa(after))
}

func (t *table) Close(_ context.Context, again bool, after int) (int, error) {
	if m, _ := t.Now(); after != m.Match.Seq() {
		return m.Match.Seq(), ErrStale
	}
	return after + 1, t.note("close", strconv.FormatBool(again), strconv.Itoa(after))
}

func (t *table) Resume(_ context.Context, id string) (int, error) {
	return 7, t.note("resume", id)
}

func (t *table) Choose(_ context.Context, key, value string) error {
	return t.note("choose", key, value)
}

func (t *table) Ask(_ context.Context, a companion.Ask) error {
	return t.note("ask", a.What, a.Arg, a.With)
}

func (t *table) Do(_ context.Context, a companion.Ask) (companion.Added, error) {
	return companion.Added{Matches: 3, Players: 2}, t.note("do", a.What, a.Arg, a.With)
}

// cookie is what the table gives whoever has its key.
const cookie = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (t *table) Join(_ context.Context, key, agent string) (string, companion.Role, error) {
	if err := t.note("join", key, agent); err != nil {
		return "", companion.NoRole, err
	}
	if t.key == "" || key != t.key {
		return "", companion.NoRole, Refused("wrong")
	}
	t.key = "" // it lets in one
	m, _ := t.Now()
	m.Door.Guests = append(slices.Clone(m.Door.Guests), guest(len(m.Door.Guests)+1, t.role, cookie))
	t.set(m)
	return cookie, t.role, nil
}

// guest is one whose cookie is that.
func guest(id int, role companion.Role, cookie string) companion.Guest {
	return companion.Guest{ID: id, Name: "iPhone", Role: role, Hash: sha256.Sum256([]byte(cookie))}
}

const seal = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" // of the secret 000102…1f

// begun returns a match of coins in which decisions were made.
func begun(t *testing.T, decisions ...string) match.Match {
	t.Helper()
	m, err := match.Begin([]games.Rules{coins{}}, match.Fact{
		Kind: match.Started, Game: "coins", Seats: []string{"Аня", "Боря"},
		Options: map[string]string{"risk": "on"}, Seal: seal,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range decisions {
		if m, err = m.Decide(match.Stamp{}, says, ""); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// inWords returns the words of coins, and the companion's own.
func inWords(t *testing.T) func(words.Lang, string) *words.Catalogue {
	t.Helper()
	all := map[words.Lang]map[string]*words.Catalogue{}
	for _, lang := range words.Langs {
		own := words.Own(lang)
		c, err := words.For(lang, own, coins{})
		if err != nil {
			t.Fatal(err)
		}
		all[lang] = map[string]*words.Catalogue{"": own, "coins": c}
	}
	return func(lang words.Lang, game string) *words.Catalogue { return all[lang][game] }
}

// chequered is a frame no two rows or columns of which are alike.
func chequered() (f screen.Frame) {
	for y := range pixel.Height {
		for x := range pixel.Width {
			f.OLED.Set(x, y, (x*x+3*y*y+x*y)%7 < 3)
		}
	}
	for i := range f.Lamps {
		if i%3 == 0 {
			f.Lamps[i] = pixel.RGB{byte(4 * i), byte(255 - 4*i), byte(i)}
		}
	}
	return f
}

// server returns the interface to t under the name tisch.
func server(t *testing.T, at *table) *Server {
	t.Helper()
	s, err := New(at, Opts{Names: []string{"Tisch", "tisch.local"}, Streams: 2, Games: []games.Rules{coins{}}, Simulated: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
