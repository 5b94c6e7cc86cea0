package table_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/table"
)

// whole is a game whose topics are those of the set-up and of further ones with options that drawn
// set-ups leave alone.
type whole struct{ games.Rules }

func (r whole) Topics(s games.Setup) []games.Topic {
	all := games.Topics(r.Rules, s)
	for _, options := range []map[string]string{
		{"categories": "coins=0..50;lost=0..10*-5"},
		{"target": "50"},
		{"target": "50", "wins": "lowest"},
		{"rounds": "9"},
		{"teams": "2"},
	} {
		further := maps.Clone(options)
		for name, value := range s.Options {
			if further[name] == "" {
				further[name] = value
			}
		}
		for _, topic := range games.Topics(r.Rules, games.Setup{Seats: s.Seats, Options: further}) {
			if !slices.ContainsFunc(all, func(t games.Topic) bool { return t.Key == topic.Key }) {
				all = append(all, topic)
			}
		}
	}
	return all
}

func TestTheScoreboardIsExplained(t *testing.T) { gamestest.Teaches(t, whole{table.Score{}}) }

// The book of the game "table" is testdata/table/testdata/book.tsv.
func TestAnotherGameIsExplained(t *testing.T) {
	t.Chdir("testdata/table")
	gamestest.Teaches(t, whole{table.Rules{}})
}

func TestTopicsNameTheNumberOfPlayers(t *testing.T) {
	for _, tt := range []struct {
		rules games.Rules
		key   string
	}{{table.Score{}, "players"}, {table.Rules{}, "seats"}} {
		_, most := tt.rules.Seats()
		for _, lang := range []string{"ru", "en"} {
			_, text, _ := strings.Cut(tt.rules.Assets()[lang], "\ntopic."+tt.key+".text = ")
			text, _, _ = strings.Cut(text, "\n")
			if !strings.Contains(text, " "+strconv.Itoa(most)+" ") {
				t.Errorf("%s: %q doesn't name %d players", lang, text, most)
			}
		}
	}
}
