package web

import (
	"context"
	"errors"
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
		"ru": "title = Монеты\ntake = @ ходит\nleft = {n} монета | {n} монеты | {n} монет\nlast = {0} берёт последнюю\nmine = Карта: {0}",
		"en": "title = Coins\ntake = to move\nleft = {n} coin | {n} coins\nlast = {0} took the last\nmine = Card: {0}",
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

func (pile) Fixes() []games.Choice                     { return nil }
func (pile) Fix(d games.Decision) (games.State, error) { return nil, games.Refuse(d, "rule.none") }
func (p pile) String() string                          { return hidden + " " + strings.Repeat("o", p.left) }

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
	fails   error
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

func (t *table) Press(_ context.Context, key companion.Key, hold bool) (int, error) {
	if t.fails != nil {
		return 0, t.fails
	}
	name := keys[key-companion.Back].name
	if hold {
		name += " held"
	}
	t.pressed = append(t.pressed, name)
	m, _ := t.Now()
	m.Frame.OLED.Set(len(t.pressed), 0, true)
	t.set(m)
	return len(t.pressed), nil
}

func (t *table) Decide(_ context.Context, says string, after int) (int, error) {
	m, _ := t.Now()
	if t.fails != nil {
		return 0, t.fails
	}
	if after != m.Match.Seq() {
		return m.Match.Seq(), ErrStale
	}
	next, err := m.Match.Decide(match.Stamp{}, says, "")
	if err != nil {
		return m.Match.Seq(), Refused("возьмите одну или две")
	}
	m.Match = next
	t.set(m)
	return next.Seq(), nil
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

// inWords returns the words of coins.
func inWords(t *testing.T, lang words.Lang) *words.Catalogue {
	t.Helper()
	c, err := words.For(lang, words.Own(lang), coins{})
	if err != nil {
		t.Fatal(err)
	}
	return c
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
	s, err := New(at, Opts{Names: []string{"Tisch", "tisch.local"}, Streams: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
