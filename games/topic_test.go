package games

import "testing"

func TestATopicIsFoundByTheMostWords(t *testing.T) {
	topics := []Topic{
		{Key: "turn", Explains: []string{"lure", "roll", "adv2"}},
		{Key: "white", Explains: []string{"lure white", "moment.bust", "adv3=on"}},
	}
	for about, want := range map[string]string{
		"lure": "turn", "lure red": "turn", "lure white": "white", "lure white green": "white", "roll": "turn",
		"adv2=on": "turn", "adv3=on": "white", "adv3=off": "", "moment.bust": "white", "moment.catch": "", "stop": "", "": "",
	} {
		got, ok := TopicAbout(topics, about)
		if got.Key != want || ok != (want != "") {
			t.Errorf("about %q: got %q, %v, want %q", about, got.Key, ok, want)
		}
	}
}

// placed is a state whose decisions are squares, in effect.
type placed struct{ State }

func (placed) About(d Decision) string { return "move " + string(d) }

func TestAPositionMayTellWhatADecisionIsAbout(t *testing.T) {
	if got := About(placed{}, "13-20"); got != "move 13-20" {
		t.Errorf("got %q", got)
	}
	if got := About(struct{ State }{}, "roll"); got != "roll" {
		t.Errorf("a decision that begins with a word: got %q", got)
	}
}
