package kit

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tabletop/games"
)

// Reach is what the quick games of Run have come to, and what no game has reached. Quick games are
// played to their end, with decisions that move the game on, and are checked only for refused
// decisions.
type Reach struct {
	Games, Positions int
	Ended            int // games that ended by themselves: not by the decision finish
	Decisions        int // number of all decisions in the games that ended by themselves
	Won              []int
	Lost             int   // games that ended without a winner
	Whys             []Why // reasons of the victories, the most frequent first

	// What no game has reached, in the order of the file or of the alphabet.
	Functions []string // functions that the game never called
	Phases    []string
	Verbs     []string // verbs that were never legal, though the file has a text or a parameter for them
	Words     []string // keys of the file that were never shown
	Options   []string // values of options, as "name=value"
	Untaught  []string // decisions without a topic, in a game with topics
	Idle      []string // functions that were called and never had an effect
	Ends      []string // names of ends, such as "target", that no game came to
	// Mistaken is the shortest set-up with decisions after which a wrong number, though it was corrected
	// at once, has left other points or winners than the right one; "" for none.
	Mistaken string
}

// Why is a reason for the end of games.
type Why struct {
	Key   string
	Said  map[string]string // the text in one of the games, by language
	Games int
}

// counted is implemented by rules of files. The methods tell what a file contains, so that Run can
// tell what of it was not reached.
type counted interface {
	CountCalls() map[string]int // begins to count the calls of each function of the file
	Phases() []string           // names of the phases
	Keys() []string             // keys of the file's own texts
}

// effective is implemented by rules of files. The methods tell which parts of a file may have an effect,
// so that Run can tell which of them had none.
type effective interface {
	CountEffects() map[string]int // begins to count the answers of each function that have an effect
	Verbs() []string              // verbs that parameters of the file ask for
	Ends() []string               // names of the ends that a match may have
}

// reach collects what games have shown.
type reach struct {
	Reach
	effects  map[string]int
	slips    *rand.Rand // draws wrong numbers, so that they don't change the games that are drawn
	ends     map[string]bool
	calls    map[string]int
	keys     map[string]bool // keys of texts, and "verb.X" for verbs, that were met
	options  map[string]bool // values of options, as "name=value"
	untaught map[string]bool
	choices  map[games.Decision]bool // choices whose words are in keys
	whys     map[string]*Why
}

func newReach(r games.Rules) *reach {
	c := &reach{keys: map[string]bool{}, options: map[string]bool{}, untaught: map[string]bool{}, whys: map[string]*Why{}}
	c.slips = rand.New(rand.NewPCG(0, 0x51))
	c.choices, c.ends = map[games.Decision]bool{}, map[string]bool{}
	if f, ok := r.(effective); ok {
		c.effects = f.CountEffects()
	}
	if f, ok := r.(counted); ok {
		c.calls = f.CountCalls()
	}
	return c
}

// mostDecisions is the maximum number of decisions in a quick game.
const mostDecisions = 600

// playQuick plays up to Bounds.Playouts quick games with each number of seats, while Bounds.Quick
// returns true.
func (k *Kit) playQuick(t T) {
	least, most := k.rules.Seats()
	for n := range k.Bounds.Playouts {
		for seats := least; seats <= most; seats++ {
			if !k.goesOn() || k.Bounds.Quick != nil && !k.Bounds.Quick() {
				return
			}
			k.playOut(t, seats, n)
		}
	}
}

// playOut plays the n-th quick game with that number of seats.
func (k *Kit) playOut(t T, seats, n int) {
	if k.declines(seats) {
		return
	}
	rnd := rand.New(rand.NewPCG(uint64(seats), uint64(n)|1<<32))
	setup := k.proposed(games.Setup{Seats: seats})
	s := k.first(t, setup)
	if n > 0 {
		setup, s = k.untried(t, rnd, seats)
	}
	k.reach.tried(k.rules.Options(), setup)
	k.reach.Games++
	tb := &table{Kit: k, t: t, setup: setup, rnd: rnd}
	topics := games.Topics(k.rules, setup)
	for i := 0; i < mostDecisions && tb.goesOn(); i++ {
		k.reach.Positions++
		k.seen()
		tb.cover(s, topics, i < 40 || i%6 == 0 || s.Turn() == games.Nobody)
		if s.Turn() == games.Nobody {
			tb.checkStanding(s)
			k.reach.ended(k, s, tb.path)
			return
		}
		if s = tb.onward(s); s == nil {
			return
		}
	}
}

// proposed returns s with the offered value of each option that has no value in s. That is how a table
// sets a game up.
func (k *Kit) proposed(s games.Setup) games.Setup {
	offers := games.Offers(k.rules.Options())
	maps.Copy(offers, s.Options)
	s.Options = offers
	return s
}

// untried draws a set-up with values of options that no game had yet, if there are any.
func (k *Kit) untried(t T, rnd *rand.Rand, seats int) (best games.Setup, first games.State) {
	most := -1
	for range 6 {
		setup, s := k.draw(t, rnd, seats)
		if offered := k.proposed(setup); len(offered.Options) > len(setup.Options) {
			if first, err := k.rules.New(offered); err == nil {
				setup, s = offered, first
			}
		}
		n := 0
		for name, v := range setup.Options {
			if !k.reach.options[name+"="+v] {
				n++
			}
		}
		if n > most {
			best, first, most = setup, s, n
		}
		if len(setup.Options) == 0 {
			break
		}
	}
	return best, first
}

// slow maps verbs to the number of times that a verb without an entry is as likely in a quick game:
// decisions that correct, end or hold up a game.
var slow = map[string]int{
	"edit": 400, "undo": 40, "correct": 40, "finish": 1000, "for": 20, "swap": 20, "skip": 20, "next": 4,
	"out": 12, "call": 12, "won": 12, "lost": 12, "tie": 12, "win": 6, "reverse": 6, "hold": 3, "close": 3, "add": 2,
}

// onward applies a random decision that probably moves the game on: first a verb is drawn, then a
// choice with that verb. A refused decision without a text is a breach.
func (tb *table) onward(s games.State) games.State {
	legal := s.Legal()
	if len(legal) == 0 {
		tb.fail(s, "Turn() = %d without a legal decision", s.Turn())
	}
	for range 100 {
		c := tb.quick(s, legal)
		samples := tb.samples(c)
		if len(samples) == 0 {
			continue
		}
		d := samples[min(1, len(samples)-1)]
		if tb.rnd.IntN(8) == 0 {
			d = samples[tb.rnd.IntN(len(samples))]
		}
		next, err := s.Apply(d)
		if err != nil && !tb.mayRefuse(s, c, err) {
			tb.fail(s, "the legal %q is refused: %v", d, err)
		}
		if err == nil {
			tb.mistake(s, c, d, next)
			tb.path = append(tb.path, d)
			return next
		}
	}
	return tb.allowed(s, "", legal, s.Apply)
}

// mistake tries a wrong number instead of the decision d, which c covers and which leads to next, and
// corrects it at once. It notes whether the points or the winners are others then.
func (tb *table) mistake(s games.State, c games.Choice, d games.Decision, next games.State) {
	if verb := c.Says.Word(0); verb != "score" && verb != "for" || c.Len() < 2 || tb.reach.slips.IntN(2) > 0 {
		return
	}
	wrong := c.At(tb.reach.slips.IntN(c.Len()))
	slip, err := s.Apply(wrong)
	if err != nil || wrong == d || slip.Turn() == games.Nobody {
		return
	}
	edit, ok := newEdit(s, slip)
	if !ok {
		return
	}
	edit += " " + games.Decision(d.Word(strings.Count(string(d), " ")))
	mended, err := slip.Apply(edit)
	if err != nil {
		return
	}
	got, want := mended.Standing(), next.Standing()
	if slices.Equal(got.Scores, want.Scores) && slices.Equal(got.Won, want.Won) && got.Over == want.Over {
		return
	}
	text := start(tb.setup) + ": "
	for _, d := range append(slices.Clone(tb.path), wrong) {
		text += string(d) + ", "
	}
	if text += string(edit); tb.reach.Mistaken == "" || len(text) < len(tb.reach.Mistaken) {
		tb.reach.Mistaken = text
	}
}

// newEdit returns the correction that next has and s has not, without its number.
func newEdit(s, next games.State) (edit games.Decision, ok bool) {
	had := map[games.Decision]bool{"": true}
	for _, c := range s.Legal() {
		had[editOf(c)] = true
	}
	for _, c := range next.Legal() {
		if e := editOf(c); !had[e] {
			if ok && e != edit {
				return "", false
			}
			edit, ok = e, true
		}
	}
	return edit, ok
}

// editOf returns a correction without its number, or "" for another decision.
func editOf(c games.Choice) games.Decision {
	switch {
	case c.Says.Word(0) != "edit":
		return ""
	case c.From < c.To:
		return c.Says
	}
	return c.Says[:strings.LastIndexByte(string(c.Says), ' ')]
}

// quick draws a choice, by the odds at chance.
func (tb *table) quick(s games.State, legal []games.Choice) games.Choice {
	if s.Turn() == games.Chance {
		return Pick(tb.rnd, legal)
	}
	first := map[string]int{} // index of the first choice of each verb
	var verbs []string
	for i, c := range legal {
		if v := c.Says.Word(0); first[v] == 0 {
			first[v] = i + 1
			verbs = append(verbs, v)
		}
	}
	const whole = 4000
	total := 0
	for _, v := range verbs {
		total += whole / max(1, slow[v])
	}
	n := tb.rnd.IntN(total)
	for _, v := range verbs {
		if n -= whole / max(1, slow[v]); n < 0 {
			of := slices.DeleteFunc(slices.Clone(legal), func(c games.Choice) bool { return c.Says.Word(0) != v })
			return of[tb.rnd.IntN(len(of))]
		}
	}
	return legal[0]
}

// cover notes what s offers and shows. If views is false, it notes the decisions and moments only.
func (tb *table) cover(s games.State, topics []games.Topic, views bool) {
	r := tb.reach
	for _, c := range s.Legal() {
		r.choice(c)
		if about := games.About(s, c.Says); len(topics) > 0 {
			if _, ok := games.TopicAbout(topics, about); !ok {
				r.untaught[c.Says.Word(0)] = true
			}
		}
	}
	for _, m := range games.Moments(s) {
		r.text(m.Text)
		r.text(m.Note)
	}
	if !views {
		return
	}
	for _, seat := range []games.Seat{games.Nobody, s.Turn()} {
		if seat != games.Chance {
			r.view(s.View(seat))
		}
	}
	for _, c := range games.Entry(s) {
		r.choice(c)
	}
	for _, c := range s.Fixes() {
		r.choice(c)
	}
	for _, step := range games.Steps(s) {
		r.text(step.Text)
	}
	for _, row := range games.Sheet(s) {
		r.word(row.Name)
	}
	r.text(s.Standing().Why)
}

func (r *reach) choice(c games.Choice) {
	if r.choices[c.Says] {
		return
	}
	r.choices[c.Says] = true
	words := strings.Fields(string(c.Says))
	for i, w := range words {
		r.keys["say."+strings.Join(words[:i+1], " ")] = true
		if i > 0 {
			r.word(w)
		}
	}
	r.keys["verb."+c.Says.Word(0)], r.keys["stream."+c.Says.Word(0)] = true, true
}

// word notes a word of a decision, of a picture or of a row, such as "red" or "red/3".
func (r *reach) word(w string) {
	thing, _, _ := strings.Cut(w, "/")
	for _, kind := range []string{"word.", "name.", "piece."} {
		r.keys[kind+thing] = true
	}
}

func (r *reach) text(t games.Text) {
	r.keys[t.Key] = true
	for _, a := range t.Args {
		key, isKey := strings.CutPrefix(a, "#")
		r.keys[key] = true
		if !isKey {
			r.word(a)
		}
	}
}

func (r *reach) view(v games.View) {
	for _, t := range append([]games.Text{v.Title, v.Prompt, v.Rule}, v.Lines...) {
		r.text(t)
	}
	for _, s := range v.Stakes {
		r.text(s.Text)
	}
	for _, p := range v.Piles {
		r.text(p.What)
		for _, t := range p.Of {
			r.word(t.Glyph)
		}
	}
	for _, c := range v.Cells {
		r.word(c.Glyph)
	}
	for _, t := range v.Strip {
		r.word(t.Glyph)
	}
}

// tried notes the values of the options in a set-up.
func (r *reach) tried(options []games.Option, s games.Setup) {
	for _, o := range options {
		r.options[o.Name+"="+s.Value(options, o.Name)] = true
	}
}

// ended notes the end of a quick game after the decisions in path.
func (r *reach) ended(k *Kit, s games.State, path []games.Decision) {
	if len(path) > 0 && path[len(path)-1].Word(0) == "finish" {
		return
	}
	r.Ended++
	r.Decisions += len(path)
	if e, ok := s.(interface{ EndedBy() []string }); ok {
		for _, name := range e.EndedBy() {
			r.ends[name] = true
		}
	}
	standing := s.Standing()
	if len(standing.Won) == 0 {
		r.Lost++
	}
	for _, seat := range standing.Won {
		for len(r.Won) < int(seat) {
			r.Won = append(r.Won, 0)
		}
		r.Won[seat-1]++
	}
	why := standing.Why
	if r.whys[why.Key] == nil {
		r.whys[why.Key] = &Why{Key: why.Key, Said: map[string]string{}}
		for lang, words := range k.words {
			if text, err := words.say(lang, why); err == nil {
				r.whys[why.Key].Said[lang] = strings.ReplaceAll(text, longName, "…")
			}
		}
	}
	r.whys[why.Key].Games++
}

// untrackable contains the kinds of keys that games show in places that the kit doesn't see.
var untrackable = []string{"title", "about", "option", "luck", "many", "one", "of", "joint", "past", "letter", "whose", "rule", "topic", "shape"}

// missing completes the lists of what no game has reached.
func (r *reach) missing(rules games.Rules) Reach {
	r.Whys = nil
	for _, key := range slices.Sorted(maps.Keys(r.whys)) {
		r.Whys = append(r.Whys, *r.whys[key])
	}
	slices.SortStableFunc(r.Whys, func(a, b Why) int { return b.Games - a.Games })
	r.Untaught = slices.Sorted(maps.Keys(r.untaught))
	for _, o := range rules.Options() {
		for _, v := range o.Values {
			if o.Asks() && !r.options[o.Name+"="+v] {
				r.Options = append(r.Options, o.Name+"="+v)
			}
		}
	}
	f, ok := rules.(counted)
	if !ok {
		return r.Reach
	}
	for _, name := range slices.Sorted(maps.Keys(r.calls)) {
		if r.calls[name] == 0 {
			r.Functions = append(r.Functions, name)
		}
	}
	if e, ok := rules.(effective); ok {
		for _, name := range slices.Sorted(maps.Keys(r.effects)) {
			if r.effects[name] == 0 && r.calls[name] > 0 {
				r.Idle = append(r.Idle, name)
			}
		}
		for _, verb := range e.Verbs() {
			if !r.keys["verb."+verb] {
				r.Reach.Verbs = append(r.Reach.Verbs, verb)
			}
		}
		r.Reach.Ends = slices.DeleteFunc(e.Ends(), func(name string) bool { return r.ends[name] })
	}
	for _, name := range f.Phases() {
		if !r.keys["word."+name] {
			r.Phases = append(r.Phases, name)
		}
	}
	for _, key := range f.Keys() {
		r.unshown(key, f.Phases())
	}
	return r.Reach
}

// unshown adds the key of a file's text to the lists if no game has shown the text.
func (r *reach) unshown(key string, phases []string) {
	kind, rest, _ := strings.Cut(key, ".")
	verb, _, whole := strings.Cut(rest, " ")
	switch {
	case r.keys[key], slices.Contains(untrackable, kind), kind == "word" && slices.Contains(phases, rest):
	case kind != "say" && kind != "verb":
		r.Words = append(r.Words, key)
	case whole && r.keys["verb."+verb]:
		r.Words = append(r.Words, key)
	case !r.keys["verb."+verb] && !slices.Contains(r.Verbs, verb):
		r.Verbs = append(r.Verbs, verb)
	}
}
