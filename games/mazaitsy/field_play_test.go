package mazaitsy

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/games"
)

var wholeGames = flag.Int("games", 20, "how many random games of the whole field are played, half as many with -short")

// share returns a part of the games of the whole field that are played: one in so many.
func share(of int) int {
	if testing.Short() {
		of *= 2
	}
	return max(1, *wholeGames/of)
}

// mix draws a set-up of the whole field, with any mix of options.
func mix(rnd *rand.Rand) games.Setup {
	one := func(values ...string) string { return values[rnd.IntN(len(values))] }
	setup := games.Setup{Seats: 2 + rnd.IntN(3), Options: map[string]string{"field": "on"}}
	for _, name := range []string{"adv1", "adv2", "adv3", "adv4"} {
		setup.Options[name] = one("off", "on")
	}
	setup.Options["hares"] = one(assumedHares, assumedHares, "1:3,2:2,5:1", "3:1", "1:40", "9:9")
	setup.Options["cards"] = one(assumedCards, assumedCards, assumedCards,
		"log:30/29,water:21/20", "log:30/0,water:21/20", "water:30/0,side:21/0", "thicket:20,swamp:20,water:11/10", "straight:26/25,side:25/24", "funnel:20/19,whirlpool:20/19,swamp:11")
	setup.Options["symbols"] = one("exact", "exact", "twin")
	setup.Options["mazai"] = one("device", "device", "real")
	setup.Options["deal"] = one("device", "table")
	if setup.Seats > 2 {
		setup.Options["rounds"], setup.Options["places"] = one("3", "3", "4", "9"), one("5", "4")
	}
	if setup.Seats == mostSeats {
		setup.Options["teams"] = one("off", "on")
	}
	return setup
}

// played is a random game of the whole field, and beside it the same game as the
// engine of field=off counts it.
type played struct {
	t         *testing.T
	setup     games.Setup
	rnd       *rand.Rand
	now       fieldState
	off       games.State
	path      []string
	uncovered []int // turns
	turns     [mostSeats + 1]int
	box       map[card]int // how many cards like each the set-up says there are
}

func (g *played) fail(format string, args ...any) {
	g.t.Helper()
	g.t.Logf("%v\n%s", g.setup, strings.Join(g.path, ", "))
	g.t.Fatalf(format+"\n%s", append(args, g.now)...)
}

func begin(t *testing.T, rnd *rand.Rand) *played {
	g := &played{t: t, setup: mix(rnd), rnd: rnd, box: map[card]int{}}
	first, err := Rules{}.New(g.setup)
	if err != nil {
		t.Fatal(err)
	}
	off := games.Setup{Seats: g.setup.Seats, Options: map[string]string{}}
	for name, value := range g.setup.Options {
		off.Options[name] = value
	}
	off.Options["field"] = "off"
	if g.off, err = (Rules{}).New(off); err != nil {
		t.Fatal(err)
	}
	g.now = first.(fieldState)
	return g
}

// choose draws a legal decision: by the odds where there are any.
func (g *played) choose(legal []games.Choice) games.Decision {
	total := uint32(0)
	for _, c := range legal {
		total += c.Weight
	}
	if total == 0 {
		return legal[g.rnd.IntN(len(legal))].Says
	}
	r := g.rnd.Uint32N(total)
	for _, c := range legal {
		if r < c.Weight {
			return c.Says
		}
		r -= c.Weight
	}
	return legal[0].Says
}

// step takes one decision in both engines.
func (g *played) step() {
	before := g.now
	d := g.choose(before.Legal())
	g.path = append(g.path, string(d))
	next, err := before.Apply(d)
	if err != nil {
		g.fail("%q is legal and refused: %v", d, err)
	}
	g.now = next.(fieldState)
	g.mirror(d, before)
}

func (s stage) sails() bool { return s == moving || s == taking || s == pulling }

// mirror takes what d means for deck and rounds into the other engine.
func (g *played) mirror(d games.Decision, before fieldState) {
	tell := func(says games.Decision) {
		next, err := g.off.Apply(says)
		if err != nil {
			g.fail("the engine without the field refuses %q behind %q: %v\n%s", says, d, err, g.off)
		}
		g.off = next
	}
	switch verb := d.Word(0); {
	case before.stage.sails() && (!g.now.stage.sails() || g.now.turn != before.turn):
		g.turns[before.seat()]++
		tell("done")
		if g.now.stage != replacing && g.now.stage != adding {
			tell("place") // nothing could be replaced
		}
	case verb == "place" && strings.HasSuffix(string(d), "from pile"):
		tell("place from pile")
	case verb == "place":
		tell("place")
	case verb == "add":
		tell(d + " 0")
	case verb == "mazai":
		tell(d)
	}
	if before.deck.mazai == inPile && g.now.deck.mazai != inPile {
		g.uncovered = append(g.uncovered, before.turn)
	}
}

// check holds a position against everything that always holds.
func (g *played) check() {
	f := &g.now
	if err := f.validate(); err != nil {
		g.fail("%v", err)
	}
	g.checkCards(g.t)
	g.checkHares(g.t)
	if settled := f.stage.sails() || f.stage == replacing || f.stage == over; settled && f.boatToPlace() == 0 {
		on, off := strings.SplitN(f.String(), "\n", 4), strings.SplitN(g.off.String(), "\n", 4)
		if on[1] != off[1] || on[2] != off[2] || g.off.(state).turn != f.turn {
			g.fail("the engine without the field counts\n%s", g.off)
		}
	}
	for seat := games.Seat(1); int(seat) <= f.table.seats && len(g.path)%16 == 0; seat++ {
		if !reflect.DeepEqual(f.View(seat), f.View(games.Nobody)) {
			g.fail("seat %d sees what others don't", seat)
		}
	}
}

// checkCards counts every card of the box, face by face.
func (g *played) checkCards(t fatal) {
	f := &g.now
	seen := map[card]int{}
	count := func(c card) {
		if c.kind != unseenType {
			seen[c.undirected()]++
		}
	}
	for _, c := range f.field {
		count(c)
	}
	for _, s := range f.row {
		count(s.card)
	}
	count(f.top)
	named := 0
	for q := range cardTypes {
		seen[card{kind: q, plain: q.bearsSymbol()}] += int(f.discards[q][0])
		seen[card{kind: q}] += int(f.discards[q][1])
	}
	for c, n := range seen {
		most, known := g.box[c]
		if !known {
			most = g.counted(c)
			g.box[c] = most
		}
		if n > most {
			t.Fatalf("%d cards of %v, the box has %d\n%s", n, c, most, f)
		}
		named += n
	}
	hidden := f.hiddenCards()
	if f.layingOut() {
		hidden = allCards - named
	}
	if named+hidden != allCards {
		t.Fatalf("%d cards are named, %d hidden\n%s", named, hidden, f)
	}
}

// counted returns how many cards like c the set-up says there are.
func (g *played) counted(c card) int {
	for entry := range strings.SplitSeq(g.setup.Options["cards"], ",") {
		var all, marked int
		name, counts, _ := strings.Cut(entry, ":")
		if fmt.Sscanf(counts, "%d/%d", &all, &marked); name != c.kind.String() {
			continue
		}
		if g.setup.Options["symbols"] == "twin" && marked == 0 && c.kind.bearsSymbol() {
			marked = all - 1
		}
		if c.bearsSymbol() {
			return marked
		}
		return all - marked
	}
	return 0
}

// checkHares counts every hare of the box, and looks where it lies.
func (g *played) checkHares(t fatal) {
	f := &g.now
	for v, n := range f.table.hares {
		out := 0
		for k := 1; k <= f.table.seats; k++ {
			out += int(f.hares.of[k].boat[v]) + int(f.hares.of[k].ashore[v])
		}
		for p := range f.fieldHares {
			out += int(f.fieldHares[p][v])
		}
		for _, s := range f.row {
			if int(s.worth) == v && v > 0 {
				out++
			}
		}
		if pool := f.pool(); out+int(pool[v]) != int(n) || out > int(n) {
			t.Fatalf("%d hares of %d are out and %d in the pool, the box has %d\n%s", out, v, pool[v], n, f)
		}
	}
	for k := 1; k <= f.table.seats; k++ {
		if boat := &f.hares.of[k].boat; f.table.adv[3] && boat.points() > mostPoints || !f.table.adv[3] && boat.count() > mostAboard {
			t.Fatalf("the boat of seat %d sinks\n%s", k, f)
		}
	}
}

// checkEnd looks at a whole game: when Мазай came, and who had how many turns.
func (g *played) checkEnd() {
	bounds := map[int][4]int{2: {11, 11, 14, 14}, 3: {8, 12, 9, 13}, 4: {7, 11, 8, 12}}[g.setup.Seats]
	if g.setup.Options["places"] == "4" {
		bounds[0]++
		bounds[2]++
	}
	last := 0
	for i, turn := range g.uncovered {
		least, most := bounds[0], bounds[1]
		if i > 0 {
			least, most = bounds[2], bounds[3]
		}
		if g.setup.Options["teams"] == "on" && i > 0 {
			most++ // he waited a turn, second from the end
		}
		if wait := turn - last; wait < least || wait > most {
			g.fail("Мазай came after %d turns: %v", wait, g.uncovered)
		}
		last = turn
	}
	if len(g.uncovered) != g.now.table.rounds {
		g.fail("Мазай came %d times in %d rounds", len(g.uncovered), g.now.table.rounds)
	}
	for k := 1; k <= g.setup.Seats; k++ {
		if g.turns[k] != g.turns[1] {
			g.fail("turns by seat: %v", g.turns)
		}
	}
}

func TestRandomGamesOfTheWholeFieldKeepAllRules(t *testing.T) {
	t.Parallel()
	const most = 20000
	stages := map[stage]int{}
	for i := range share(1) {
		g := begin(t, rand.New(rand.NewPCG(7, uint64(i))))
		for j := 0; g.now.Turn() != games.Nobody; j++ {
			if j == most {
				g.fail("%d decisions later it isn't over", most)
			}
			stages[g.now.stage]++
			g.check()
			g.step()
		}
		g.check()
		g.checkEnd()
	}
	for at := moving; at <= laying; at++ {
		if stages[at] == 0 && at != over {
			t.Errorf("no game came to the stage %s", stageNames[at])
		}
	}
}

// sayings are what anybody could say on the whole field, and some more.
var sayings = everySaying()

func everySaying() []games.Decision {
	all := []games.Decision{
		"", "forward", "forward 1", "turn", "turn left", "turn right", "turn around", "diagonal left", "diagonal right", "done", "leave", "leave 1",
		"spin cw", "spin ccw", "spin", "mazai yes", "mazai no", "card mazai", "unload", "unload 2 1", "place", "hare", "card water hare hare", "card",
	}
	for q := range cardTypes {
		all = append(all, games.Decision("add "+q.String()))
		for _, more := range []string{"", " hare", " n", " ne", " n hare", " ne hare", " s"} {
			all = append(all, games.Decision("card "+q.String()+more))
		}
	}
	for v := range 11 {
		n := games.Decision(" " + strconv.Itoa(v))
		all = append(all, "take"+n, "hare"+n, "unload"+n, "unload 1"+n, "unload"+n+n)
		for k := range 6 {
			of := n + games.Decision("/"+strconv.Itoa(k))
			all = append(all, "steal"+of, "pass"+of, "get"+of)
		}
	}
	for _, p := range append(slices.Clone(cellNames[:]), "a7", "g1", "c33") {
		at := games.Decision(" " + p)
		all = append(all, "pull"+at, "lay"+at, "boat"+at, "boat"+at+" n", "boat"+at+" e", "boat"+at+" s", "boat"+at+" w", "boat"+at+" ne")
		for _, more := range []games.Decision{"", " n", " ne", " w", " sw", " from 1", " sw from 1", " from 2", " from 4", " from pile", " n from 2", " nw from pile", " from 9"} {
			all = append(all, "place"+at+more)
		}
	}
	return all
}

// usual is the listed form of a decision that has two: where a real Мазай is asked
// for, he or the card that lies there instead can be named at once.
func usual(f fieldState, d games.Decision) games.Decision {
	if f.stage != asking || !f.table.realMazai || d.Word(0) != "card" {
		return games.Decision(strings.TrimSuffix(string(d), " from 1"))
	}
	if d == "card mazai" {
		return "mazai yes"
	}
	if no, err := f.Apply("mazai no"); err == nil {
		if _, listed := games.Find(no.Legal(), d); listed {
			return "mazai no"
		}
	}
	return d
}

func TestExactlyWhatIsLegalOnTheFieldIsTaken(t *testing.T) {
	t.Parallel()
	const stride = 23 // a part of everything at each position
	for i := range share(6) {
		g := begin(t, rand.New(rand.NewPCG(9, uint64(i))))
		for j := 0; g.now.Turn() != games.Nobody && j < 2000; j++ {
			legal := g.now.Legal()
			if !slices.IsSortedFunc(legal, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) }) {
				g.fail("not in order: %v", legal)
			}
			for k := j % stride; k < len(sayings); k += stride {
				d := sayings[k]
				_, err := g.now.Apply(d)
				_, listed := games.Find(legal, usual(g.now, d))
				if listed != (err == nil) {
					g.fail("%q is listed: %v, refused: %v", d, listed, err)
				}
			}
			g.step()
		}
	}
}

func TestAPositionOfTheWholeFieldIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	for i := range share(6) {
		g := begin(t, rand.New(rand.NewPCG(11, uint64(i))))
		for g.now.Turn() != games.Nobody {
			g.now.events = events{} // they are told once
			back, err := Rules{}.Parse(g.setup, g.now.String())
			if err != nil || !reflect.DeepEqual(back, games.State(g.now)) {
				g.fail("read as %v, %v", back, err)
			}
			g.step()
		}
	}
}

// FuzzAnyFieldGoesOn reads positions, most of which no game comes to by itself: from
// whatever is accepted, everything legal can be decided, whoever is away can be passed
// over, and both lead to a position that is accepted again.
func FuzzAnyFieldGoesOn(f *testing.F) {
	setup := games.Setup{Seats: 4, Options: map[string]string{"field": "on", "teams": "on", "adv1": "on", "adv2": "on", "adv4": "on"}}
	s, err := Rules{}.New(setup)
	rnd := rand.New(rand.NewPCG(13, 1))
	for i := 0; err == nil && s.Turn() != games.Nobody; i++ {
		if i > 80 {
			f.Add(s.String(), uint64(i))
		}
		legal := s.Legal()
		s, err = s.Apply(legal[rnd.IntN(len(legal))].Says)
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		s, err := Rules{}.Parse(setup, text)
		if err != nil {
			return
		}
		rnd := rand.New(rand.NewPCG(seed, 1))
		for range 30 {
			legal := s.Legal()
			if (len(legal) == 0) != (s.Turn() == games.Nobody) {
				t.Fatalf("%d decisions for %d in\n%s", len(legal), s.Turn(), s)
			}
			if len(legal) == 0 {
				return
			}
			d, take := legal[rnd.IntN(len(legal))].Says, s.Apply
			if away := games.Decision("skip " + strconv.Itoa(int(s.Turn()))); rnd.IntN(8) == 0 {
				if _, ok := games.Find(s.Fixes(), away); ok {
					d, take = away, s.Fix
				}
			}
			next, err := take(d)
			if err != nil {
				t.Fatalf("%q: %v\n%s", d, err, s)
			}
			if _, err := (Rules{}).Parse(setup, next.String()); err != nil {
				t.Fatalf("%q leads from\n%s to what is refused: %v\n%s", d, s, err, next)
			}
			s = next
		}
	})
}
