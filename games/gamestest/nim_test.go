package gamestest

import (
	"errors"
	"fmt"
	"strconv"

	"tabletop/games"
)

// nim is the kit's own game: a coin says who begins, then each takes 1–3 of a
// heap; whoever takes the last wins. Seat 2 knows a lucky number.
type nim struct{}

type heap struct {
	seats       int
	turn        games.Seat
	left, lucky int
}

func (nim) Name() string      { return "nim" }
func (nim) Seats() (int, int) { return 2, 3 }
func (nim) Options() []games.Option {
	return []games.Option{
		{Name: "heap", Default: "7", Grammar: "1..9"},
		{Name: "lucky", Default: "1", Values: []string{"1", "2"}},
	}
}

func (nim) Assets() map[string]string {
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

func (n nim) New(s games.Setup) (games.State, error) {
	if err := games.CheckSetup(n, s); err != nil {
		return nil, err
	}
	left, _ := strconv.Atoi(s.Value(n.Options(), "heap"))
	lucky, _ := strconv.Atoi(s.Value(n.Options(), "lucky"))
	return heap{seats: s.Seats, left: left, lucky: lucky}, nil
}

func (n nim) Parse(s games.Setup, text string) (games.State, error) {
	h := heap{seats: s.Seats}
	if _, err := fmt.Sscanf(text, "turn %d left %d lucky %d", &h.turn, &h.left, &h.lucky); err != nil {
		return nil, err
	}
	if h.String() != text {
		return nil, errors.New("nim: not in shortest form")
	}
	return h, nil
}

func (h heap) String() string {
	return fmt.Sprintf("turn %d left %d lucky %d\n", h.turn, h.left, h.lucky)
}

func (h heap) Turn() games.Seat {
	if h.left == 0 {
		return games.Nobody
	}
	return h.turn
}

func (h heap) Legal() []games.Choice {
	switch h.Turn() {
	case games.Nobody:
		return nil
	case games.Chance:
		return []games.Choice{{Says: "coin heads", Weight: 1}, {Says: "coin tails", Weight: 1}}
	}
	if h.left == 1 {
		return []games.Choice{{Says: "take 1"}}
	}
	return []games.Choice{{Says: "take", From: 1, To: int32(min(3, h.left))}}
}

func (h heap) Apply(d games.Decision) (games.State, error) {
	if _, ok := games.Find(h.Legal(), d); !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	switch d {
	case "coin heads":
		h.turn = 1
	case "coin tails":
		h.turn = 2
	default:
		n, _ := strconv.Atoi(d.Word(1))
		h.left -= n
		h.turn = h.turn%games.Seat(h.seats) + 1
	}
	return h, nil
}

func (h heap) Fixes() []games.Choice {
	return []games.Choice{{Says: "turn", From: 1, To: int32(h.seats)}}
}

func (h heap) Fix(d games.Decision) (games.State, error) {
	if _, ok := games.Find(h.Fixes(), d); !ok {
		return nil, games.Refuse(d, "rule.take")
	}
	n, _ := strconv.Atoi(d.Word(1))
	h.turn = games.Seat(n)
	return h, nil
}

func (h heap) View(seat games.Seat) games.View {
	v := games.View{Title: games.Say("title"), Prompt: games.Say("ask.none")}
	switch turn := h.Turn(); turn {
	case games.Nobody:
	case games.Chance:
		v.Prompt = games.Say("ask.coin")
	default:
		v.Prompt = games.Count("ask.take", h.left, fmt.Sprintf("@%d", turn))
		v.W, v.H = 1, 1
		v.Cells = []games.Cell{{Glyph: strconv.Itoa(h.left), Seat: turn}}
	}
	if seat == 2 {
		v.Lines = []games.Text{games.Count("lucky", h.lucky)}
	}
	return v
}

func (h heap) Standing() games.Standing {
	st := games.Standing{Scores: make([]int32, h.seats)}
	if h.left == 0 {
		winner := (int(h.turn)+h.seats-2)%h.seats + 1
		st.Over, st.Won, st.Why = true, []games.Seat{games.Seat(winner)}, games.Say("won", fmt.Sprintf("@%d", winner))
		st.Scores[winner-1] = 1
	}
	return st
}
