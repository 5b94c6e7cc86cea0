package web

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tabletop/companion"
	"tabletop/companion/companiontest"
	"tabletop/companion/door"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/pixel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
	"tabletop/games/maze"
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
		"art":    `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="coin" viewBox="0 0 48 48"></symbol><symbol id="cover" viewBox="0 0 96 96"></symbol></svg>`,
		"ru":     "title = Монеты\ntake = @ ходит\nleft = {n} монета | {n} монеты | {n} монет\nlast = {0} берёт последнюю\nmine = Карта: {0}\nsay.take = Взять {1}\nsay.left = Осталось {1}\nsay.pass = Пас\noption.risk = Риск\noption.risk.on = да\nword.gold = золото\nabout = Игра в монеты",
		"en":     "title = Coins\ntake = to move\nleft = {n} coin | {n} coins\nlast = {0} took the last\nmine = Card: {0}\nsay.take = Take {1}\nsay.left = Left: {1}\nsay.pass = Pass\noption.risk = Risk\noption.risk.on = yes\nname.coin = a coin\nletter.coin = C\nword.gold = gold coins\nabout = A game of coins",
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
	v.Cells = []games.Cell{{Glyph: "coin", Seat: games.Nobody, Mark: games.MarkLast, Tag: "5×"}}
	v.Strip = []games.Tally{{Glyph: "coin", N: p.left, Seat: 2, Mark: games.MarkLast}}
	v.Stakes = []games.Stake{{Says: "pass", Text: games.Count("left", p.left)}}
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
	moment  screen.Moment
	games   games.Catalogue
	newer   chan struct{}
	pressed []string
	asked   []string // what else it was sent
	senders []companion.Sender
	fails   error
	refuses companion.Refusal
	waits   func(context.Context) // before it answers
	key     string                // lets in
	role    door.Role
	forgets bool         // what it was sent
	server  *Server      // which it is served by
	calls   atomic.Int32 // of Now and Do
}

func newTable() *table { return &table{newer: make(chan struct{}), games: games.Of(coins{})} }

// set makes m the present.
func (t *table) set(m screen.Moment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.moment = m
	close(t.newer)
	t.newer = make(chan struct{})
}

// Now is the present. A match is known by its seal.
func (t *table) Now() *screen.Moment {
	t.calls.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.moment
	m.Next, m.Moment = t.newer, companiontest.Whole(m.Moment)
	m.Invitation = door.InvitationOf(t.key)
	if m.Games.Games == nil {
		m.Library = &companion.Library{Games: t.games, Wrong: m.Wrong} // without words
	}
	if seal := m.Match.Seal(); seal != "" {
		m.Point = companion.Point{Match: seal[:16], After: m.Match.Seq()}
	}
	return &m
}

// Do admits commands as a model does, and carries out presses, and changes of the match.
func (t *table) Do(ctx context.Context, from companion.Sender, c companion.Command) (companion.Answer, error) {
	t.calls.Add(1)
	t.mu.Lock()
	if !t.forgets {
		t.senders = append(t.senders, from)
	}
	t.mu.Unlock()
	if t.waits != nil {
		t.waits(ctx)
	}
	if ctx.Err() != nil {
		return companion.Answer{}, context.Cause(ctx)
	}
	if t.fails != nil {
		return companion.Answer{}, t.fails
	}
	m := t.Now()
	a := companion.Answer{Seq: m.Match.Seq()}
	point, about := companion.PointOf(c)
	switch {
	case t.refuses.Kind != companion.Accepted:
		a.Refusal = t.refuses
	case about && point != m.Point:
		a.Refusal = companion.Refusal{Kind: companion.Stale, Text: "an old position"}
	default:
		t.do(&a, *m, from, c)
	}
	return a, nil
}

// do carries out a command.
func (t *table) do(a *companion.Answer, m screen.Moment, from companion.Sender, c companion.Command) {
	switch c := c.(type) {
	case companion.Press:
		a.Seq = t.press(m, from, c)
	case companion.Decide:
		t.change(a, m, func(mt match.Match) (match.Match, error) { return mt.Decide(match.Stamp{}, c.Says, "") })
	case companion.Undo:
		t.change(a, m, func(mt match.Match) (match.Match, error) { return mt.BackTo(match.Stamp{}, c.To, "") })
	case companion.Rule:
		t.change(a, m, func(mt match.Match) (match.Match, error) { return mt.Rule(match.Stamp{}, c.Says, c.Why) })
	case companion.Join:
		t.note("", c)
		t.join(a, m, c)
	default:
		right := companion.RightOf(c)
		a.NeedsConsent = right.NeedsConsent && from.From != companion.FromSocket
		how := map[bool]string{true: "ask ", false: "do "}[a.NeedsConsent]
		if !right.NeedsConsent {
			how = ""
		} else if !a.NeedsConsent {
			a.Added = history.Parcel{Matches: 3, Players: 2}
		}
		t.note(how, c)
	}
}

// spell is a command as Go prints it: Resume{Match:abc}.
func spell(c companion.Command) string {
	return strings.TrimPrefix(fmt.Sprintf("%T%+v", c, c), "companion.")
}

// press draws a pixel more, and returns how many there are.
func (t *table) press(m screen.Moment, from companion.Sender, p companion.Press) int {
	name := p.Key.String()
	if p.Hold {
		name += " held"
	}
	if from.From == companion.FromPhone {
		name += " from afar"
	}
	t.mu.Lock()
	t.pressed = append(t.pressed, name)
	n := len(t.pressed)
	t.mu.Unlock()
	m.Frame.OLED.Set(n%128, 0, true)
	t.set(m)
	return n
}

// change makes next of the match.
func (t *table) change(a *companion.Answer, m screen.Moment, next func(match.Match) (match.Match, error)) {
	mt, err := next(m.Match)
	if err != nil {
		a.Refusal = companion.Refusal{Kind: companion.Illegal, Text: "возьмите одну или две"}
		return
	}
	m.Match = mt
	t.set(m)
	a.Seq = mt.Seq()
}

// note remembers what the table was sent.
func (t *table) note(how string, c companion.Command) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.forgets {
		t.asked = append(t.asked, how+spell(c))
	}
}

// cookie is what the table gives whoever has its key.
const cookie = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (t *table) join(a *companion.Answer, m screen.Moment, c companion.Join) {
	t.mu.Lock()
	fits := t.key != "" && c.Key == t.key
	if fits {
		t.key = "" // it lets in one
	}
	t.mu.Unlock()
	if !fits {
		a.Refusal = companion.Refusal{Kind: companion.WrongKey, Text: "wrong"}
		return
	}
	guests := append(slices.Clone(*m.Guests), guest(len(*m.Guests)+1, t.role, cookie))
	m.Guests = &guests
	t.set(m)
	a.Cookie, a.Role = cookie, t.role
}

// guest is one whose cookie is that.
func guest(id int, role door.Role, cookie string) door.Guest {
	return door.Guest{ID: id, Name: "iPhone", Role: role, Hash: sha256.Sum256([]byte(cookie))}
}

const seal = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" // of the secret 000102…1f

// theMatch is the id of the match that begun returns.
const theMatch = "630dcd2966c43366"

// about is a body of fields, and that the match on the panel was seen at a seq.
func about(seq int, fields string) string {
	if fields != "" {
		fields += ","
	}
	return fmt.Sprintf(`{%s"match":%q,"after":%d}`, fields, theMatch, seq)
}

// begun returns a match of coins in which decisions were made.
func begun(t testing.TB, decisions ...string) match.Match {
	t.Helper()
	m, err := match.Begin(games.Of(coins{}), match.Fact{
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

// library returns games with their words.
func library(t testing.TB, all games.Catalogue) *companion.Library {
	t.Helper()
	l, err := companion.NewLibrary(all)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// inWords returns coins with its words, and the companion's own.
func inWords(t testing.TB) *companion.Library {
	t.Helper()
	return library(t, games.Of(coins{}))
}

// text is that of an item of [wordstest.Texts].
func text(lang words.Lang, item string) string {
	said, err := wordstest.TextsOf(lang, games.Of(append(slices.Clone(wholeGames), maze.Rules{})...)).Text(item)
	if err != nil {
		panic(err)
	}
	return said
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
func server(t testing.TB, at *table) *Server {
	t.Helper()
	s, err := New(at, Opts{Names: []string{"Tisch", "tisch.local"}, Streams: 2, Games: games.Of(coins{}), Simulated: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
