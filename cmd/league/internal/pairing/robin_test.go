package pairing_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tabletop/cmd/league/internal/pairing"
)

// FIDE Handbook C.05, annex 1: details of the Berger table.
var berger = map[int]string{
	4: `1-4 2-3
4-3 1-2
2-4 3-1`,
	6: `1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1`,
	8: `1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1`,
	10: `1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1`,
}

func lots(n int) (ids []string) {
	for i := range n {
		ids = append(ids, strconv.Itoa(i+1))
	}
	return ids
}

func TestRoundRobinsAreFIDEsBergerTables(t *testing.T) {
	for n, want := range berger {
		rounds, err := pairing.RoundRobin(lots(n))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, r := range rounds {
			var tables []string
			for _, table := range r.Tables {
				tables = append(tables, strings.Join(table, "-"))
			}
			lines = append(lines, strings.Join(tables, " "))
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%d: got\n%s\nwant\n%s", n, got, want)
		}
	}
}

func TestOfAnOddNumberWhoWouldMeetTheLastHasTheBye(t *testing.T) {
	rounds, err := pairing.RoundRobin(lots(5))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rounds {
		got = append(got, fmt.Sprint(r.Tables, r.Byes))
	}
	want := "[[2 5] [3 4]] [1], [[5 3] [1 2]] [4], [[3 1] [4 5]] [2], [[1 4] [2 3]] [5], [[4 2] [5 1]] [3]"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestInARoundRobinAllMeetOnceAndBeginAsOftenAsNot(t *testing.T) {
	for n := 2; n <= 41; n++ {
		ids := lots(n)
		rounds, err := pairing.RoundRobin(ids)
		if err != nil || len(rounds) != n-1+n%2 {
			t.Fatalf("%d: %d rounds (%v)", n, len(rounds), err)
		}
		met, ahead := map[string]int{}, map[string]int{}
		for _, r := range rounds {
			whole(t, r, named(ids))
			if len(r.Byes) != n%2 {
				t.Errorf("%d: byes %v", n, r.Byes)
			}
			for _, table := range r.Tables {
				met[table[0]+" "+table[1]]++
				ahead[table[0]]++
				ahead[table[1]]--
			}
		}
		for i, a := range ids {
			for _, b := range ids[:i] {
				if times := met[a+" "+b] + met[b+" "+a]; times != 1 {
					t.Errorf("%d: %s and %s meet %d times", n, a, b, times)
				}
			}
			if most := 1 - n%2; ahead[a] > most || ahead[a] < -most {
				t.Errorf("%d: %s begins %d times more often than not", n, a, ahead[a])
			}
		}
	}
}

func named(ids []string) (players []pairing.Player) {
	for _, id := range ids {
		players = append(players, pairing.Player{ID: id})
	}
	return players
}
