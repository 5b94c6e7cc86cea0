package table

import (
	"slices"
	"strconv"

	"tabletop/games"
)

// Legal returns the legal decisions. On a scoreboard these are the missing numbers of the present
// round, every correction, and finish between two rounds.
func (s state) Legal() []games.Choice {
	if s.play != nil {
		return s.allowed(forTools)
	}
	return s.choices(forTools)
}

// Entry returns the decisions of Legal for menus. It omits finish, which would end the match by one
// press, unless there is nothing else to decide but corrections, or only the last points are left.
func (s state) Entry() []games.Choice {
	if s.play == nil {
		return withoutFinish(s.choices(forMenus))
	}
	all := s.allowed(forMenus)
	if !s.over && s.lastCount() {
		return all
	}
	return withoutFinish(all)
}

// withoutFinish returns choices without finish, unless all others are corrections.
func withoutFinish(choices []games.Choice) []games.Choice {
	if !slices.ContainsFunc(choices, func(c games.Choice) bool { return c.Says != "finish" && c.Says.Word(0) != "edit" }) {
		return choices
	}
	return slices.DeleteFunc(choices, func(c games.Choice) bool { return c.Says == "finish" })
}

// sorting is the order of legal decisions.
type sorting uint8

const (
	forTools sorting = iota // order by the text of each decision
	forMenus                // order with categories as on the sheet, and corrections from the last round back
)

// next returns the seat after the given one in an order. Seats are counted from 1. After the last
// seat of forTools it returns 1.
func (by sorting) next(seat, seats int) int {
	if by == forMenus {
		return seat + 1
	}
	return bytewise(seat, seats)
}

// categoriesIn returns the indices of the categories in an order.
func (s *state) categoriesIn(by sorting) []int {
	if by == forMenus {
		return s.order
	}
	return s.byName
}

// choices returns the legal decisions on a scoreboard, in the given order.
func (s *state) choices(by sorting) []games.Choice {
	if s.over {
		return nil
	}
	all, order := s.edits(by), s.categoriesIn(by)
	if _, rule := s.finish("finish"); rule == nil {
		all = append(all, games.Choice{Says: "finish"})
	}
	turn := int(s.Turn()) - 1
	seat := 1
	for range s.seats {
		if number := strconv.Itoa(seat); !s.hasCategories() {
			all = s.missingChoices(all, "score "+number, seat-1, order)
		} else if seat-1 != turn {
			all = s.missingChoices(all, "for "+number, seat-1, order)
		}
		seat = by.next(seat, s.seats)
	}
	if s.hasCategories() {
		all = s.missingChoices(all, "score", turn, order)
	}
	return all
}

// missingChoices appends the missing numbers of a seat in the present round to all. says contains
// the words before the category or number in each decision.
func (s *state) missingChoices(all []games.Choice, says string, seat int, order []int) []games.Choice {
	now := s.of(s.current(), seat)
	for _, i := range order {
		if now[i] == missing {
			c := s.categories[i]
			all = append(all, games.Choice{Says: games.Decision(c.append([]byte(says))), From: int32(c.From), To: int32(c.To)})
		}
	}
	return all
}

// edits returns the possible corrections in the given order. There may be 1,600 of them. To save
// allocations, edits writes all decisions to one text and returns slices of that text.
func (s *state) edits(by sorting) []games.Choice {
	rounds, order := s.begun(), s.categoriesIn(by)
	text := make([]byte, 0, len(s.numbers)*(len("edit 200 12 ")+s.widest()))
	ends := make([]int, 0, len(s.numbers))
	all := make([]games.Choice, 0, len(s.numbers)+1+s.width())
	limits := s.editLimits()
	round := 1
	if by == forMenus {
		round = rounds
	}
	for range rounds {
		seat := 1
		for range s.seats {
			for _, i := range order {
				now, c := s.of(s.row(round-1), seat-1)[i], s.categories[i]
				if !s.corrects(seat-1, now) || s.play != nil && !s.inRound(i, round-1) {
					continue
				}
				text = strconv.AppendInt(append(text, "edit "...), int64(round), 10)
				text = c.append(strconv.AppendInt(append(text, ' '), int64(seat), 10))
				ends = append(ends, len(text))
				all = append(all, games.Choice{From: limits[i].from, To: limits[i].to, Now: now.counted()})
			}
			seat = by.next(seat, s.seats)
		}
		if by == forMenus {
			round--
		} else {
			round = bytewise(round, rounds)
		}
	}
	says, from := games.Decision(text), 0
	for i, to := range ends {
		all[i].Says = says[from:to]
		from = to
	}
	return all
}

// counted returns p as a number. A missing or absent number counts as 0.
func (p points) counted() int32 {
	if p <= missing {
		return 0
	}
	return int32(p)
}

// append appends a blank and the name of c to text, if c has a name.
func (c Category) append(text []byte) []byte {
	if c.Name == "" {
		return text
	}
	return append(append(text, ' '), c.Name...)
}

// widest returns the length in bytes of the longest name of a category.
func (s *state) widest() (most int) {
	for _, c := range s.categories {
		most = max(most, len(c.Name))
	}
	return most
}

// bytewise returns the number that follows n when the numbers from 1 to most are sorted as text: 1,
// 10, 100, 101 … 11 … 2. After the last number it returns 1.
func bytewise(n, most int) int {
	if n*10 <= most {
		return n * 10
	}
	for n%10 == 9 || n == most {
		n /= 10
	}
	return n + 1
}
