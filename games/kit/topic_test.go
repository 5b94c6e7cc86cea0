package kit

import (
	"maps"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/internal/nim"
)

// taught is nim with topics, and with texts in both languages.
type taught struct {
	nim.Rules
	topics []games.Topic
	texts  string
}

func (r taught) Topics(games.Setup) []games.Topic { return r.topics }

func (r taught) Assets() map[string]string {
	all := maps.Clone(r.Rules.Assets())
	all["ru"] += r.texts
	all["en"] += r.texts
	return all
}

// sevenPieces is a position of nim with seven pieces.
const sevenPieces = "turn 1 left 7 lucky 1\n"

func TestTopicsExplainAllThatPeopleMeet(t *testing.T) {
	const texts = "topic.turn = Ход\ntopic.turn.text = Возьмите от одной до трёх штук. Кто берёт последнюю, побеждает.\n"
	all := []string{"take", "coin", "heap", "lucky", "rule.take"}
	turn := func(change func(*games.Topic)) []games.Topic {
		topic := games.Topic{Key: "turn", Explains: all, Example: []games.Example{{
			Setup: games.Setup{Seats: 2}, Position: sevenPieces,
			Tries: []games.Try{{Says: "take 3", Scores: []int32{0, 0}}, {Says: "take 4", Rule: "rule.take"}},
		}}}
		change(&topic)
		return []games.Topic{topic}
	}
	without := func(about string) []games.Topic {
		return turn(func(t *games.Topic) {
			t.Explains = nil
			for _, a := range all {
				if a != about {
					t.Explains = append(t.Explains, a)
				}
			}
		})
	}
	asIs := turn(func(*games.Topic) {})
	tests := []struct {
		name   string
		topics []games.Topic
		texts  string
		want   string // part of the finding; "" if there must be none
	}{
		{"everything", asIs, texts, ""},
		{"no topics", nil, texts, "no topic explains"},
		{"a verb", without("take"), texts, `no topic explains "take`},
		{"an outcome", without("coin"), texts, `no topic explains "coin`},
		{"an option", without("heap"), texts, "no topic explains heap="},
		{"a rule that refuses", without("rule.take"), texts, "no topic explains rule.take"},
		{"no text", asIs, "topic.turn = Ход\n", "topic.turn.text"},
		{"no title", asIs, "topic.turn.text = Возьмите\n", "topic.turn = "},
		{"a long title", asIs, "topic.turn = Что надо делать каждому\ntopic.turn.text = Возьмите\n", "characters"},
		{"a long text", asIs, "topic.turn = Ход\ntopic.turn.text = " + strings.Repeat("Возьмите от одной до трёх. ", 20) + "\n", "lines"},
		{"a long text for real dice", asIs, texts + "topic.turn.text.table = " + strings.Repeat("Возьмите от одной до трёх. ", 20) + "\n", "text.table has"},
		{"a picture that is missing", turn(func(t *games.Topic) { t.Picture = "cat" }), texts, `no picture "cat"`},
		{"a rule that is missing", turn(func(t *games.Topic) { t.Explains = append(t.Explains, "rule.give") }), texts, `"rule.give"`},
		{"a topic twice", append(turn(func(*games.Topic) {}), asIs...), texts, "unique"},
		{"an example that can't be read", turn(func(t *games.Topic) { t.Example[0].Position = "turn" }), texts, "position"},
		{"an example without tries", turn(func(t *games.Topic) { t.Example[0].Tries = nil }), texts, "nothing to try"},
		{"an example that is refused", turn(func(t *games.Topic) { t.Example[0].Tries[1].Rule = "" }), texts, `"take 4" is refused by "rule.take"`},
		{"an example that is accepted", turn(func(t *games.Topic) { t.Example[0].Tries[0].Rule = "rule.take" }), texts, `"take 3"`},
		{"an example with other points", turn(func(t *games.Topic) { t.Example[0].Tries[0].Scores = []int32{3, 0} }), texts, "points"},
		{"an example with other moments", turn(func(t *games.Topic) { t.Example[0].Tries[0].Moments = []games.Kind{games.Bust} }), texts, "bust"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := New(taught{topics: tt.topics, texts: tt.texts}, Bounds{Positions: 20})
			found := run("topics", func(t T) { k.CheckCatalogues(t); k.CheckTopics(t, 20) })
			var said string
			for _, f := range found {
				said += f.What + "\n"
			}
			if !strings.Contains(said, tt.want) || (said == "") != (tt.want == "") {
				t.Errorf("got %q, want %q", said, tt.want)
			}
		})
	}
}
