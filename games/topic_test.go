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
