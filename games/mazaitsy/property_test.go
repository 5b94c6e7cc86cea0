package mazaitsy

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"tabletop/games"
)

// drawn is a set-up with any mix of options, and few hares or many.
func drawn(t *rapid.T) games.Setup {
	setup := games.Setup{Seats: rapid.IntRange(2, 4).Draw(t, "seats"), Options: map[string]string{}}
	choose := func(name string, values ...string) {
		setup.Options[name] = rapid.SampledFrom(values).Draw(t, name)
	}
	for _, name := range []string{"adv1", "adv2", "adv3", "adv4"} {
		choose(name, "off", "on")
	}
	choose("hares", assumedHares, "1:3,2:2,5:1", "3:1", "1:40", "9:9")
	choose("cards", assumedCards, "log:51/50", "thicket:20,swamp:20,water:11/10")
	choose("mazai", "device", "real")
	if setup.Seats > 2 {
		choose("rounds", "3", "4", "9")
		choose("places", "5", "4")
	}
	if setup.Seats == mostSeats {
		choose("teams", "off", "on")
	}
	return setup
}

// onwards takes one legal decision, ends of ranges among them; seldom one that
// leaves the turn where it is, so that games come to an end.
func onwards(t *rapid.T, s games.State) games.State {
	legal := s.Legal()
	if s.Turn() > 0 && rapid.IntRange(0, 2).Draw(t, "brisk") > 0 {
		for _, c := range legal {
			if verb := c.Says.Word(0); verb == "done" || verb == "place" || verb == "add" {
				legal = []games.Choice{c}
				break
			}
		}
	}
	c := rapid.SampledFrom(legal).Draw(t, "choice")
	d := c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number"))
	next, err := s.Apply(d)
	if err != nil {
		t.Fatalf("%q is legal and refused: %v\n%s", d, err, s)
	}
	return next
}

// Rulings that a random game may meet now and then.
func anyRuling(games.Choice) bool { return true }
func noRuling(games.Choice) bool  { return false }
func absence(c games.Choice) bool { return c.Says.Word(0) == "skip" }

// along plays a random game, rulings now and then, and looks at every position.
func along(t *rapid.T, may func(games.Choice) bool, look func(before, now state)) {
	first, err := Rules{}.New(drawn(t))
	if err != nil {
		t.Fatal(err)
	}
	now := first.(state)
	for range 250 {
		before := now
		fixes := slices.DeleteFunc(now.Fixes(), func(c games.Choice) bool { return !may(c) })
		if len(fixes) > 0 && rapid.IntRange(0, 9).Draw(t, "rules") == 0 {
			c := rapid.SampledFrom(fixes).Draw(t, "ruling")
			next, err := now.Fix(c.At(rapid.IntRange(0, c.Len()-1).Draw(t, "number")))
			if err != nil {
				t.Fatalf("%s is offered and refused: %v\n%s", c, err, now)
			}
			now = next.(state)
		} else if now.Turn() != games.Nobody {
			now = onwards(t, now).(state)
		}
		look(before, now)
	}
}

func TestNoCardAndNoHareIsEverLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, anyRuling, func(_, s state) {
			if s.discarded() < 0 || int(s.deck.row) > s.table.seats || s.table.field()+int(s.deck.row)+int(s.deck.pile)+s.discarded() != allCards {
				t.Fatalf("cards are missing in\n%s", s)
			}
			saved := 0
			for k := 1; k <= s.table.seats; k++ {
				c := &s.hares.of[k]
				saved += c.boat.count() + c.ashore.count()
				if s.table.adv[3] && c.boat.points() > mostPoints || !s.table.adv[3] && c.boat.count() > mostAboard {
					t.Fatalf("too much in a boat:\n%s", s)
				}
			}
			if saved+s.allUnsaved() != s.table.hares.count() {
				t.Fatalf("hares are missing in\n%s", s)
			}
			for v := range s.table.hares {
				if s.unsaved(v) < 0 {
					t.Fatalf("there are too many hares of %d in\n%s", v, s)
				}
			}
		})
	})
}

func TestMazaiIsAskedForExactlyWhereHeCouldBeNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, anyRuling, func(_, s state) {
			least, top := s.table.leastUnder(s.round), s.deck.pile
			could := s.deck.mazai == inPile && top >= least && top <= s.deck.under
			if could != (s.stage == asking) {
				t.Fatalf("he could be next: %v, is asked for: %v\n%s", could, s.stage == asking, s)
			}
		})
	})
}

func TestAllSeatsHaveHadEquallyManyTurnsWhenTheGameIsOver(t *testing.T) {
	ends := 0
	rapid.Check(t, func(t *rapid.T) {
		turns := map[int]int{1: 1}
		may := rapid.SampledFrom([]func(games.Choice) bool{noRuling, absence}).Draw(t, "rulings") // a turn that is passed over counts
		along(t, may, func(before, s state) {
			if s.turn != before.turn {
				turns[s.seat()]++
			}
			if s.stage != over || before.stage == over {
				return
			}
			ends++
			for k := 1; k <= s.table.seats; k++ {
				if turns[k] != s.circle() {
					t.Fatalf("turns by seat: %v, circles: %d\n%s", turns, s.circle(), s)
				}
			}
		})
	})
	if ends == 0 {
		t.Error("no random game came to its end")
	}
}

func TestARecountedGameStillEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s state
		along(t, anyRuling, func(_, now state) { s = now })
		for range 1000 {
			if s.stage == over {
				return
			}
			var d games.Decision
			for _, c := range s.Legal() {
				if verb := c.Says.Word(0); verb == "done" || verb == "place" || verb == "add" || verb == "mazai" {
					d = c.At(0)
					break
				}
			}
			next, err := s.Apply(d)
			if err != nil {
				t.Fatalf("%q: %v\n%s", d, err, s)
			}
			s = next.(state)
		}
		t.Fatalf("a thousand decisions later it isn't over\n%s", s)
	})
}

// everything is what anybody could say in this notation, and some more.
var everything = everyDecision()

func everyDecision() []games.Decision {
	all := []games.Decision{"", "done", "done 1", "place", "place from", "place from pile", "mazai", "mazai no", "mazai yes", "card log", "unload", "unload 2 1"}
	for n := range 11 {
		word := " " + games.Decision(strconv.Itoa(n))
		all = append(all, "take"+word, "lose"+word, "place from"+word, "unload"+word, "unload"+word+word, "unload 1"+word+word, "unload 1 1 1"+word)
		for k := range 6 {
			meeting := word + "/" + games.Decision(strconv.Itoa(k))
			all = append(all, "steal"+meeting, "pass"+meeting, "get"+meeting)
		}
		for q := range cardTypes {
			all = append(all, "add "+games.Decision(q.String())+word)
		}
	}
	return all
}

// unlisted is what is taken though it is not listed: another word for what is.
func unlisted(s state, d games.Decision) bool {
	return d == "place from 1" && s.stage == replacing && s.deck.row > 0
}

func TestExactlyWhatIsLegalIsTaken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		along(t, anyRuling, func(_, s state) {
			const stride = 17 // a seventeenth of everything at each position
			legal := s.Legal()
			for i := rapid.IntRange(0, stride-1).Draw(t, "from"); i < len(everything); i += stride {
				d := everything[i]
				_, err := s.Apply(d)
				_, listed := games.Find(legal, d)
				if (err == nil) != (listed || unlisted(s, d)) {
					t.Fatalf("%q is listed: %v, refused: %v\n%s", d, listed, err, s)
				}
			}
		})
	})
}
