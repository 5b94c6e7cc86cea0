package maze_test

import (
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/maze"
)

func TestTheMazeIsExplained(t *testing.T) { gamestest.Teaches(t, maze.Rules{}) }

func TestAMoveLeadsToTheTopicOfItsPiece(t *testing.T) {
	s := begun(t, "seats=2 start="+crowded)
	topics := games.Topics(maze.Rules{}, games.Setup{Seats: 2})
	for says, want := range map[games.Decision]string{"1-3": "mate", "3-9": "shadow", "5-9": "rabbit", "8-9": "pawn", "20-21": ""} {
		got, _ := games.TopicAbout(topics, games.About(s, says))
		if got.Key != want {
			t.Errorf("%s is explained by %q, want %q", says, got.Key, want)
		}
	}
}

func TestThePicturesOfTopicsAreDrawnForThePageToo(t *testing.T) {
	all := gamestest.Drawings(t, maze.Rules{})
	for _, topic := range games.Topics(maze.Rules{}, games.Setup{Seats: 2}) {
		if _, ok := all[topic.Picture]; !ok && topic.Picture != "" {
			t.Errorf("topic %s: there is no drawing of %s", topic.Key, topic.Picture)
		}
	}
}
