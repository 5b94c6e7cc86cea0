package script_test

import (
	"slices"
	"strings"
	"testing"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/gamestest"
	gamekit "tabletop/games/kit"
	"tabletop/games/script"
)

// topicKeys returns the keys of the topics of r for a set-up.
func topicKeys(r games.Rules, s games.Setup) (all []string) {
	for _, t := range games.Topics(r, s) {
		all = append(all, t.Key)
	}
	return all
}

// explained returns a trial with topics.
func explained(topics string) string {
	return trial("    seats = 2,", "    seats = 2,\n    topics = ["+topics+"],")
}

func TestTopicsOfAFileStandInItsOrder(t *testing.T) {
	r := compiled(t, "trial", explained(`topic("aim", "Collect points."), topic("gain", "Take 1 to 3.", explains = ["gain"])`))
	if got := topicKeys(r, games.Setup{Seats: 2}); !slices.Equal(got, []string{"aim", "gain", "tablemistake"}) {
		t.Errorf("got %v", got)
	}
	for lang, want := range map[words.Lang][]string{"ru": {"Цель", "Взять", "Take 1 to 3."}, "en": {"The aim", "Gain", "Take 1 to 3."}} {
		w, err := words.For(lang, words.Companion(lang), r)
		if err != nil {
			t.Fatal(err)
		}
		if got := []string{w.Word("topic.aim"), w.Word("topic.gain"), w.Word("topic.gain.text")}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
	if got, ok := games.TopicAbout(games.Topics(r, games.Setup{Seats: 2}), "gain 2"); !ok || got.Key != "gain" {
		t.Errorf("got %v about a decision", got)
	}
	if plain := compiled(t, "trial", trial("", "")); games.IsTaught(plain) || games.Topics(plain, games.Setup{Seats: 2}) != nil {
		t.Error("a file without topics explains itself")
	}
}

// A title comes from the parameter, the words, the usual titles, the label of the decision or the key.
func TestATopicHasATitle(t *testing.T) {
	for _, tt := range []struct{ topic, words, want string }{
		{`topic("gain", "Text.", title = "Mine")`, "", "Mine"},
		{`topic("gain", "Text.", title = {"ru": "Моё", "en": "Mine"})`, "", "Mine"},
		{`topic("tie", "Text.")`, "topic.tie = Level", "Level"},
		{`topic("tie", "Text.")`, "", "A tie"},
		{`topic("gain", "Text.")`, "", "Gain"},
		{`topic("end", "Text.")`, "", "The end"},
		{`topic("other", "Text.")`, "", "Other"},
		{`topic("other")`, "topic.other = Else\n            topic.other.text = Text.", "Else"},
	} {
		source := strings.Replace(explained(tt.topic), "say.gain = Gain {1}", "say.gain = Gain {1}\n            "+tt.words, 1)
		r := compiled(t, "trial", source)
		w, err := words.For(words.English, words.Companion(words.English), r)
		if err != nil {
			t.Fatal(err)
		}
		first := games.Topics(r, games.Setup{Seats: 2})[0]
		if got := w.Word("topic." + first.Key); got != tt.want || w.Word("topic."+first.Key+".text") != "Text." {
			t.Errorf("%s: got %q, want %q", tt.topic, got, tt.want)
		}
	}
}

func TestATopicHoldsForItsSetups(t *testing.T) {
	const file = `table(` + head + `seats = (2, 5), options = [option("bids", "round", values = ["round", "once"]), option("goal", 5, range = (1, 9))],
    topics = [
        topic("always", "a"),
        topic("once", "b", when = {"bids": "once"}),
        topic("few", "c", when = {"seats": [2, 3], "goal": range(1, 4)}),
    ],
    words = {"ru": "option.bids = а\noption.bids.round = б\noption.bids.once = в\noption.goal = г", "en": "option.bids = a\noption.bids.round = b\noption.bids.once = c\noption.goal = d"})`
	r := compiled(t, "trial", file)
	for _, tt := range []struct {
		seats   int
		options map[string]string
		want    []string
	}{
		{2, nil, []string{"always"}},
		{2, map[string]string{"bids": "once"}, []string{"always", "once"}},
		{3, map[string]string{"goal": "2"}, []string{"always", "few"}},
		{4, map[string]string{"goal": "2"}, []string{"always"}},
	} {
		got := topicKeys(r, games.Setup{Seats: tt.seats, Options: tt.options})
		if len(got) < len(tt.want)+3 || !slices.Equal(got[:len(tt.want)], tt.want) || slices.Contains(got[len(tt.want):], "once") {
			t.Errorf("%d %v: got %v, want %v first", tt.seats, tt.options, got, tt.want)
		}
	}
}

// A table explains its parts by itself. A topic of the file takes the place of one of the table's.
func TestATableExplainsItself(t *testing.T) {
	const fields = `points = "round", next = "moves", rounds = 3, phases = [phase("bid", "together"), phase("play")]`
	const words = `, words = {"ru": "word.bid = заказ\nphase.bid = Закажите взятки.", "en": "word.bid = bids\nphase.bid = Bid tricks."})`
	setup := games.Setup{Seats: 3}
	plain := compiled(t, "trial", "table("+head+fields+words)
	want := []string{"tablephasebid", "tablephaseclockwise", "tablephasescore", "tablebeginsmoves", "tableedit", "tablelead", "tablerounds", "tablehighest", "tabletieshared", "tableend", "tableruling", "tablenotation"}
	if got := topicKeys(plain, setup); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if text := plain.Assets()["en"]; !strings.Contains(text, "\ntopic.tablephasebid = Bids\ntopic.tablephasebid.text = Bid tricks.\n") {
		t.Error("the rule of the phase is no topic")
	}
	own := compiled(t, "trial", "table("+head+fields+`, topics = [topic("aim", "a"), topic("tricks", "b", explains = ["phase.bid"]), topic("tie", "c")]`+words)
	topics := games.Topics(own, setup)
	want = []string{"aim", "tricks", "tie", "tablephaseclockwise", "tablephasescore", "tablebeginsmoves", "tableedit", "tablelead", "tablerounds", "tablehighest", "tableend", "tableruling", "tablenotation"}
	if got := topicKeys(own, setup); !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if about, ok := games.TopicAbout(topics, "ready 2"); !ok || about.Key != "tricks" {
		t.Errorf("ready is explained by %v, want the topic of the file that explains the phase", about)
	}
	for _, r := range []games.Rules{plain, own} {
		for _, f := range gamekit.Run(r, gamekit.Bounds{Games: 1, Positions: 30}).Findings {
			t.Error(f)
		}
	}
}

// A topic may explain a phase, a line and a counter by their names. A phase without a text in the file
// has that of its order then, and no step by hand.
func TestATopicExplainsPartsWithoutTexts(t *testing.T) {
	r := compiled(t, "trial", "table("+head+`phases = [phase("camp", "upkeep"), "play"], points = "round", rounds = 2,
		sheet = [line("took", 0, 9), line("lost", 0, 9)], counters = ["gold"],
		topics = [topic("night", "a", explains = ["phase.camp"]), topic("day", "b", explains = ["play"]),
			topic("tricks", "c", explains = ["took"]), topic("money", "d", explains = ["word.gold"])])`)
	topics := games.Topics(r, games.Setup{Seats: 2})
	for about, want := range map[string]string{
		"phase.camp": "night", "phase.play": "day", "score took 3": "tricks", "for 2 took 3": "tricks", "score lost 3": "tablephasesheet", "set 2 gold 3": "money",
	} {
		if got, _ := games.TopicAbout(topics, about); got.Key != want {
			t.Errorf("%s: got the topic %q, want %q", about, got.Key, want)
		}
	}
	s := gamestest.Begin(t, r, "seats=2 file-edition=2")
	if key := s.View(0).Rule.Key; key != "phase.camp" || len(games.Steps(s)) > 0 {
		t.Errorf("got %s and steps %v, want phase.camp without steps", key, games.Steps(s))
	}
	for _, f := range gamekit.Run(r, gamekit.Bounds{Games: 1, Positions: 60}).Findings {
		t.Error(f)
	}
	_, err := script.Compile("trial", "table("+head+`phases = ["bid", "play"], topics = [topic("a", "a", explains = ["phase.bids"])])`)
	if want := "there is no phase bids; there are bid, play"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWhatIsWrongWithATopicIsToldWithItsPlace(t *testing.T) {
	long := strings.Repeat("abcdefghi abcdefghij ", 15)
	for _, tt := range []struct{ topics, want string }{
		{`topic("aim", "` + long + `one more")`, `trial.star:17:28: the text topic.aim.text has 16 lines; 15 fit. Letters too many: 8`},
		{`topic("aim", {"ru": "Да", "en": "` + long + `one more"})`, `trial.star:17:47: the text topic.aim.text has 16 lines; 15 fit. Letters too many: 8`},
		{`topic("aim", "a", title = "Much more than that is")`, `trial.star:17:41: the title topic.aim has 22 letters; 18 fit`},
		{`topic("aim", "a floccinaucinihilipilification")`, `trial.star:17:28: in topic.aim.text there is no room for “floccinaucinihilipilification”: 29 letters, of which a line has 21`},
		{`topic("Aim", "a")`, `trial.star:17:20: Aim is no name: a small Latin letter, then letters and digits`},
		{`topic("aim", "a"), topic("aim", "b")`, `trial.star:17:39: aim appears twice`},
		{`topic("aim")`, `trial.star:17:20: topic.aim.text is missing`},
		{`topic("aim", 5)`, `trial.star:17:20: topic.aim.text must be a text, or texts under "ru" and "en"`},
		{`topic("aim", "a", picture = "hare")`, `trial.star:17:20: there is no picture hare`},
		{`topic("aim", "a", explains = ["rule.lega"])`, `trial.star:17:45: there is no word rule.lega; the nearest is rule.legal`},
		{`topic("aim", "a", explains = ["bids=on"])`, `trial.star:17:45: options has no bids; the nearest is seats`},
		{`topic("aim", "a", when = {"seats": 3})`, `trial.star:17:20: seats must be a number from 2 to 2`},
		{`topic("aim", "a", when = {"seat": 2})`, `trial.star:17:20: options has no seat; the nearest is seats`},
		{`topic("aim", "a", where = 2)`, `trial.star:17:33: there is no parameter where; the nearest is when`},
		{`"aim"`, `trial.star:17:5: topics must be topic(…), not a text`},
	} {
		_, err := script.Compile("trial", explained(tt.topics))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v\nwant %s", tt.topics, err, tt.want)
		}
	}
}
