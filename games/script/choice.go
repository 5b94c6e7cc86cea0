package script

import (
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"tabletop/games"
)

// choiceMade holds a choice that a file made with choice(…). weighed reports whether the file gave
// a weight. An outcome of CHANCE without a weight gets the weight 1.
type choiceMade struct {
	games.Choice
	weighed bool
	ranged  bool // whether the file gave a range of numbers
}

// choiceOf implements the Starlark function choice(says, first, last, now, weight, text).
func choiceOf(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var c choiceMade
	var says string
	var first, last, now, weight starlark.Value
	err := starlark.UnpackArgs(b.Name(), args, kwargs, "says", &says, "first?", &first, "last?", &last,
		"now?", &now, "weight?", &weight, "text?", &c.Grammar)
	if err != nil {
		return nil, err
	}
	if c.Says, err = decision(says); err != nil {
		return nil, err
	}
	for _, n := range []struct {
		what string
		v    starlark.Value
		to   *int32
	}{{"first", first, &c.From}, {"last", last, &c.To}, {"now", now, &c.Now}} {
		if err := number32(n.what, n.v, n.to); err != nil {
			return nil, err
		}
	}
	if weight != nil {
		n, err := small("weight", weight, 0, 1_000_000)
		if err != nil {
			return nil, err
		}
		c.Weight, c.weighed = uint32(n), true
	}
	c.ranged = first != nil && first != starlark.None && last != nil && last != starlark.None
	return made[choiceMade]{"choice", c}, c.check()
}

// settled returns c with the number of a range of one as a part of the decision. Before edition 2
// the number was lost.
func (c choiceMade) settled(edition int) choiceMade {
	if edition > 1 && c.ranged && c.From == c.To {
		c.Says += games.Decision(" " + strconv.Itoa(int(c.From)))
		c.From, c.To = 0, 0
	}
	return c
}

// check returns a fault if the range of c is invalid, if c has both a range and a grammar, or if
// the name of the grammar is invalid.
func (c choiceMade) check() error {
	switch {
	case c.From > c.To, c.Grammar != "" && c.From != c.To:
		return faulty("order", string(c.Says))
	case c.Grammar != "" && !isName(c.Grammar):
		return faulty("name", c.Grammar)
	}
	return nil
}

func number32(what string, v starlark.Value, to *int32) error {
	if v == nil || v == starlark.None {
		return nil
	}
	n, err := small(what, v, -1<<30, 1<<30)
	*to = int32(n)
	return err
}

// decision converts says to a decision: up to 12 words of characters in notation, separated by
// single blanks.
func decision(says string) (games.Decision, error) {
	letters, words, last := 0, 1, ' '
	for _, r := range says {
		if r == ' ' && last == ' ' || r != ' ' && !strings.ContainsRune(notation, r) {
			return "", faulty("notation", says)
		}
		if r == ' ' {
			words++
		}
		letters, last = letters+1, r
	}
	if last == ' ' || words > 12 {
		return "", faulty("notation", says)
	}
	if letters > MostArgument {
		return "", large("says", MostArgument)
	}
	return games.Decision(says), nil
}

// notation contains the characters allowed in a decision.
const notation = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+/._*×"

// dealOf implements the Starlark function deal(verb, pile). It returns one choice for each
// different card of the pile, weighted by the number of such cards.
func dealOf(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var verb string
	var pile starlark.Value
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "verb", &verb, "pile", &pile); err != nil {
		return nil, err
	}
	counts, err := countsOf(t, pile)
	if err != nil {
		return nil, err
	}
	var all []starlark.Value
	for _, c := range counts {
		says, err := decision(verb + " " + c.name)
		if err != nil {
			return nil, err
		}
		all = append(all, made[choiceMade]{"choice", choiceMade{Choice: games.Choice{Says: says, Weight: uint32(c.n)}, weighed: true}})
	}
	return starlark.NewList(all), nil
}

// choices converts the result of the file's function legal, entry or fixes to choices, sorted by
// their texts. turn is the seat that decides.
func (s *state) choices(v starlark.Value, turn games.Seat) ([]games.Choice, error) {
	all, err := eachOf("choices", v, MostChoices, func(v starlark.Value) (games.Choice, error) {
		c, err := s.g.choice(v)
		c = c.settled(s.edition)
		if err == nil && turn == games.Chance && !c.weighed {
			c.Weight = 1
		}
		return c.Choice, err
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b games.Choice) int { return strings.Compare(string(a.Says), string(b.Says)) })
	for i := 1; i < len(all); i++ {
		if all[i].Says == all[i-1].Says {
			return nil, faulty("twice", string(all[i].Says))
		}
	}
	if turn == games.Chance {
		return all, oneStream(all)
	}
	return all, unweighed(all)
}

// choice converts a choice from a file: a value of choice(…), or a text that is a whole decision.
func (g *game) choice(v starlark.Value) (c choiceMade, err error) {
	if s, ok := starlark.AsString(v); ok {
		c.Says, err = decision(s)
	} else {
		c, err = madeOf[choiceMade]("choices", "choice", v)
	}
	if err != nil {
		return c, err
	}
	verb := c.Says.Word(0)
	if !g.has("say."+verb) && !g.has("say."+string(c.Says)) && !strings.ContainsAny(verb, "0123456789") {
		return c, g.wordless("say." + verb)
	}
	return c, nil
}

// oneStream returns a fault if the outcomes of chance begin with different verbs, or if only some
// of the outcomes have odds.
func oneStream(all []games.Choice) error {
	for _, c := range all {
		if c.Says.Word(0) != all[0].Says.Word(0) || (c.Weight > 0) != (all[0].Weight > 0) {
			return faulty("chance", string(c.Says))
		}
	}
	return nil
}

func unweighed(all []games.Choice) error {
	for _, c := range all {
		if c.Weight > 0 {
			return faulty("odds", string(c.Says))
		}
	}
	return nil
}
