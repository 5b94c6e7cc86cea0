// Package nim is a game for the tests of package kit. A coin decides who begins. Then each player
// in turn takes 1 to 3 pieces of a heap. The player who takes the last piece wins. Seat 2 knows a
// lucky number, which is a secret.
package nim

import (
	"errors"
	"fmt"
	"strconv"

	"tabletop/games"
)

// Rules implements the rules of nim.
type Rules struct{}

// Heap is a position of nim: the number of seats, the seat on turn, the pieces left and the lucky
// number.
type Heap struct {
	Seats       int
	Next        games.Seat // the seat on turn, or Chance until the coin is tossed
	Left, Lucky int
}

// Name returns "nim".
func (Rules) Name() string { return "nim" }

// Seats returns the least and greatest number of players.
func (Rules) Seats() (int, int) { return 2, 3 }

// Options returns the options heap, the number of pieces, and lucky, the secret number.
func (Rules) Options() []games.Option {
	return []games.Option{
		{Name: "heap", Default: "7", Grammar: "1..9"},
		{Name: "lucky", Default: "1", Values: []string{"1", "2"}},
	}
}

// Assets returns the catalogues in Russian and English.
func (Rules) Assets() map[string]string {
	return map[string]string{
		"ru": `
# the kit's own
title = Ним
about = Возьми последнюю
option.heap = Кучка
option.lucky = Счастливое число
option.lucky.1 = один
option.lucky.2 = два
say.coin = Монета: {*}
say.take = Взять {1}
say.turn = Ходит {@1}
word.heads = орёл
word.tails = решка
ask.coin = Бросьте монету
ask.take = {n} штука, {0} | {n} штуки, {0} | {n} штук, {0}
ask.none = Пусто
won = Победа: {0}
lucky = Счастливое: {n}
rule.take = Так взять нельзя
`,
		"en": `
title = Nim
about = Take the last one
option.heap = Heap
option.lucky = Lucky number
option.lucky.1 = one
option.lucky.2 = two
say.coin = Coin: {*}
say.take = Take {1}
say.turn = Turn of {@1}
word.heads = heads
word.tails = tails
ask.coin = Toss the coin
ask.take = {n} piece, {0} | {n} pieces, {0}
ask.none = Empty
won = {0} wins
lucky = Lucky: {n}
rule.take = You can't take so
`,
	}
}

// New returns the first position, in which the coin must be tossed.
func (r Rules) New(s games.Setup) (games.State, error) {
	if err := games.CheckSetup(r, s); err != nil {
		return nil, err
	}
	left, _ := strconv.Atoi(s.Value(r.Options(), "heap"))
	lucky, _ := strconv.Atoi(s.Value(r.Options(), "lucky"))
	return Heap{Seats: s.Seats, Left: left, Lucky: lucky}, nil
}

// Parse parses the output of String.
func (r Rules) Parse(s games.Setup, text string) (games.State, error) {
	h := Heap{Seats: s.Seats}
	if _, err := fmt.Sscanf(text, "turn %d left %d lucky %d", &h.Next, &h.Left, &h.Lucky); err != nil {
		return nil, err
	}
	if h.String() != text {
		return nil, errors.New("nim: not in shortest form")
	}
	return h, nil
}

// String prints the position: "turn 1 left 5 lucky 2".
func (h Heap) String() string {
	return fmt.Sprintf("turn %d left %d lucky %d\n", h.Next, h.Left, h.Lucky)
}

// Turn returns the seat that takes pieces next, Chance for the toss of the coin, or Nobody if the
// heap is empty.
func (h Heap) Turn() games.Seat {
	if h.Left == 0 {
		return games.Nobody
	}
	return h.Next
}

// Legal lists the sides of the coin, or the numbers of pieces that the seat on turn may take.
func (h Heap) Legal() []games.Choice {
	switch h.Turn() {
	case games.Nobody:
		return nil
	case games.Chance:
		return []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails", Weight: 1}}
	}
	if h.Left == 1 {
		return []games.Choice{{Says: "take 1"}}
	}
	return []games.Choice{{Says: "take", From: 1, To: int32(min(3, h.Left))}}
}

// Apply tosses the coin, or takes pieces from the heap.
func (h Heap) Apply(d games.Decision) (games.State, error) {
	if _, ok := games.Find(h.Legal(), d); !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	switch d {
	case "coin heads":
		h.Next = 1
	case "coin tails":
		h.Next = 2
	default:
		n, _ := strconv.Atoi(d.Word(1))
		h.Left -= n
		h.Next = h.Next%games.Seat(h.Seats) + 1
	}
	return h, nil
}

// Fixes lists the rulings: each seat may be put on turn.
func (h Heap) Fixes() []games.Choice {
	return []games.Choice{{Says: "turn", From: 1, To: int32(h.Seats)}}
}

// Fix puts another seat on turn.
func (h Heap) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(h.Fixes(), d); !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	n, _ := strconv.Atoi(d.Word(1))
	h.Next = games.Seat(n)
	return h, nil
}

// View returns the heap and, for seat 2, the lucky number.
func (h Heap) View(seat games.Seat) games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Say("ask.none")}
	switch turn := h.Turn(); turn {
	case games.Nobody:
	case games.Chance:
		v.Prompt = games.Say("ask.coin")
	default:
		v.Prompt = games.Count("ask.take", h.Left, fmt.Sprintf("@%d", turn))
		v.W, v.H = 1, 1
		v.Cells = []games.Cell{{Glyph: strconv.Itoa(h.Left), Seat: turn}}
	}
	if seat == 2 {
		v.Lines = []games.Text{games.Count("lucky", h.Lucky)}
	}
	return v
}

// Standing returns the result: the player who took the last piece wins.
func (h Heap) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, h.Seats)}
	if h.Left == 0 {
		winner := (int(h.Next)+h.Seats-2)%h.Seats + 1
		st.Over, st.Won, st.Why = true, []games.Seat{games.Seat(winner)}, games.Say("won", fmt.Sprintf("@%d", winner))
		st.Scores[winner-1] = 1
	}
	return st
}
