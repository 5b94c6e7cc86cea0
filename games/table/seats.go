package table

import (
	"math/bits"
	"slices"
	"strconv"
)

// set is a set of seats, counted from 0.
type set uint16

func (m set) has(seat int) bool { return m&(1<<seat) != 0 }

func (m set) with(seat int) set { return m | 1<<seat }

func (m set) without(seat int) set { return m &^ (1 << seat) }

func (m set) size() int { return bits.OnesCount16(uint16(m)) }

// all returns the set of the seats 0 to seats-1.
func all(seats int) set { return set(1<<seats - 1) }

// line is an ordered list of seats, counted from 0.
type line struct {
	n  int8
	at [MostSeats]int8
}

// sitting returns the seats 0 to seats-1 in seating order.
func sitting(seats int) (l line) {
	for seat := range seats {
		l = l.and(seat)
	}
	return l
}

func (l line) and(seat int) line {
	l.at[l.n] = int8(seat)
	l.n++
	return l
}

func (l line) seat(i int) int { return int(l.at[i]) }

// find returns the index of a seat in l, or -1.
func (l line) find(seat int) int {
	for i := range int(l.n) {
		if l.seat(i) == seat {
			return i
		}
	}
	return -1
}

// from returns l rotated so that it begins with the given seat.
func (l line) from(seat int) (turned line) {
	i := max(l.find(seat), 0)
	for k := range int(l.n) {
		turned = turned.and(l.seat((i + k) % int(l.n)))
	}
	return turned
}

// reversed returns l from its last seat to its first.
func (l line) reversed() (turned line) {
	for i := range int(l.n) {
		turned = turned.and(l.seat(int(l.n) - 1 - i))
	}
	return turned
}

// sorted returns the seats of l in the order of a comparison. Equal seats keep their order.
func (l line) sorted(compare func(a, b int) int) line {
	slices.SortStableFunc(l.at[:l.n], func(a, b int8) int { return compare(int(a), int(b)) })
	return l
}

// first returns the first seat of l among the given ones, or nobody.
func (l line) first(among set) int {
	for i := range int(l.n) {
		if among.has(l.seat(i)) {
			return l.seat(i)
		}
	}
	return nobody
}

// append appends the seats of l to a text, counted from 1, with a blank before each.
func (l line) append(text []byte) []byte {
	for i := range int(l.n) {
		text = strconv.AppendInt(append(text, ' '), int64(l.seat(i)+1), 10)
	}
	return text
}

// line returns the seats of m in ascending order.
func (m set) line() (l line) {
	for seat := range MostSeats {
		if m.has(seat) {
			l = l.and(seat)
		}
	}
	return l
}

// set returns the seats of l as a set.
func (l line) set() (m set) {
	for i := range int(l.n) {
		m = m.with(l.seat(i))
	}
	return m
}
