package gamestest

import (
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/kit"
)

// taughtGames is the number of random games in which Teaches looks for things without a topic.
var taughtGames = flag.Int("taught-games", 40, "number of random games in which all that people meet must have a topic")

// Teaches fails t unless the topics of r explain everything that people meet (see
// [kit.Kit.CheckTopics]), and every sentence of the rule book has a topic. The sentences are the
// lines of testdata/book.tsv, whose columns are separated by tabs:
//
//	seed     the file of the rule book
//	section  its heading
//	rule     the rule in a few words of our own
//	topic    the keys of the topics with it, separated by blanks, or "-"
//	why      for "-": why the box need not explain it
func Teaches(t *testing.T, r games.Rules) {
	t.Helper()
	k := kit.New(r, kit.Bounds{Positions: positionsEach})
	if !t.Run("both catalogues have all texts of the game", func(t *testing.T) { k.CheckCatalogues(t) }) {
		return
	}
	t.Run("topics explain all that people meet", func(t *testing.T) { k.CheckTopics(t, *taughtGames) })
	t.Run("each sentence of the book has a topic", func(t *testing.T) { checkBook(t, r) })
}

// checkBook fails unless each line of testdata/book.tsv names topics that r has at some set-up, or
// a reason for none.
func checkBook(t *testing.T, r games.Rules) {
	topics := allTopics(r)
	for _, rule := range readBook(t, filepath.Join("testdata", "book.tsv")) {
		keys := strings.Fields(rule.topics)
		if len(keys) == 0 || rule.topics == "-" && rule.why == "" {
			t.Errorf("%s, %s: %q has no topic and no reason", rule.seed, rule.section, rule.rule)
		}
		for _, key := range keys {
			if key != "-" && !topics[key] {
				t.Errorf("%s, %s: %q has the topic %q, which no set-up has", rule.seed, rule.section, rule.rule, key)
			}
		}
	}
}

// sentence is a line of book.tsv.
type sentence struct{ seed, section, rule, topics, why string }

func readBook(t *testing.T, path string) (all []sentence) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comma, lines.LazyQuotes, lines.FieldsPerRecord = '\t', true, 5
	rows, err := lines.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d lines, %v", path, len(rows), err)
	}
	for _, row := range rows[1:] {
		all = append(all, sentence{row[0], row[1], row[2], row[3], row[4]})
	}
	return all
}

// allTopics returns the keys of the topics of r over all numbers of seats and over the set-ups in
// which one option has another value than its default, together with the value that it needs.
func allTopics(r games.Rules) map[string]bool {
	keys := map[string]bool{}
	least, most := r.Seats()
	for seats := least; seats <= most; seats++ {
		for _, options := range variants(r) {
			for _, topic := range games.Topics(r, games.Setup{Seats: seats, Options: options}) {
				keys[topic.Key] = true
			}
		}
	}
	return keys
}

// variants returns the default options, and the sets of options in which one option has another
// value together with the value that it needs.
func variants(r games.Rules) []map[string]string {
	all := []map[string]string{nil}
	for _, o := range r.Options() {
		if !o.Asks() {
			continue
		}
		for _, value := range o.Values {
			options := map[string]string{o.Name: value}
			if name, needed, ok := strings.Cut(o.Needs, "="); ok {
				options[name] = needed
			}
			all = append(all, options)
		}
	}
	return all
}
