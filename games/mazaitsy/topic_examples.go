package mazaitsy

import (
	"strings"

	"tabletop/games"
)

// yes returns a legal try and the kinds of the moments that follow it.
func yes(says games.Decision, moments ...games.Kind) games.Try {
	return games.Try{Says: says, Moments: moments}
}

// no returns a try that is refused by the rule with that key.
func no(says games.Decision, rule string) games.Try { return games.Try{Says: says, Rule: rule} }

// example returns an example as the only one of a list. The options are "name=value", separated by
// commas.
func example(seats int, chosen, position string, tries ...games.Try) []games.Example {
	setup := games.Setup{Seats: seats, Options: map[string]string{}}
	for option := range strings.SplitSeq(chosen, ",") {
		if name, value, ok := strings.Cut(option, "="); ok {
			setup.Options[name] = value
		}
	}
	return []games.Example{{Setup: setup, Position: position, Tries: tries}}
}

// onRiver returns an example on the river as the only one of a list. The changes are pairs of a text
// of the river and the text that replaces it.
func onRiver(chosen string, tries []games.Try, changes ...string) []games.Example {
	return example(2, "field=on,"+chosen, strings.NewReplacer(changes...).Replace(river), tries...)
}

// river is a position of two seats with the whole field. Its seat 1 is about to move.
const river = `turn 5 move
round 1 added 0
pile 20 row 2 discard 4 mazai 13..13
lost 0
seat 1 boat 2:1 ashore 3:1 written 0/0
seat 2 boat - ashore 1:2 written 0/0
boat 1 c3 n swamp -
boat 2 e5 w swamp -
- a   b   c   d   e
1 ~:1 =   f   f:2 #
2 f   #   ~:1 ~:3 o
3 @   ~   ~   s   ~
4 ~:2 ne  =:1 %   f
5 o   f   e   nw  ~
open =:2 @:1 top + under 0
tossed fish:1/1,log:1/1,thicket:2
path 0
`

// unlaid is the beginning of a lay-out of two seats, before the first card.
const unlaid = `turn 1 card news
round 1 added 0
pile 24 row 2 discard 0 mazai 13..13
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
boat 1 - n swamp -
boat 2 - n swamp -
- a b c d e
1 ? ? ? ? ?
2 ? ? ? ? ?
3 ? ? ? ? ?
4 ? ? ? ? ?
5 ? ? ? ? ?
open ? ? top ? under 0
tossed -
path 0
`

// twoBoats is a position in which seat 1 places the second boat.
const twoBoats = `turn 1 boat
round 1 added 0
pile 24 row 2 discard 0 mazai 13..13
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
boat 1 - n swamp -
boat 2 c3 s swamp -
- a  b  c  d  e
1 ~  =  f  f  #
2 f  #  ~  ~  o
3 @  ~  ~  s  ~
4 ~  ne =  %  f
5 o  f  e  nw ~
open = @ top + under 0
tossed -
path 0
`

// threeBoats is a position in which seat 2 places the second of three boats.
const threeBoats = `turn 1 boat
round 1 added 0
pile 12 row 3 discard 0 mazai 0..4
lost 0
seat 1 boat - ashore - written 0/0
seat 2 boat - ashore - written 0/0
seat 3 boat - ashore - written 0/0
boat 1 - n swamp -
boat 2 - n swamp -
boat 3 d3 e swamp -
- a  b  c  d  e  f
1 ~  =  f  ~  #  @
2 =  #  ~  o  ~  s
3 @  ~  ~  =  f  %
4 ~  e  =  ~  @  f
5 o  f  nw %  o  =
6 f  n  %  f  #  se
open # @ + top + under 0
tossed -
path 0
`

// fourAboard is a position in which the boat of seat 1 is full, and eightAboard one in which it has
// hares of eight points.
const (
	fourAboard = `turn 5 move
round 1 added 0
pile 20 row 2 discard 4 mazai 13..13
lost 0
seat 1 boat 1:3,2:1 ashore 3:1 written 0/0
seat 2 boat - ashore 1:2 written 0/0
`
	eightAboard = `turn 5 move
round 1 added 0
pile 20 row 2 discard 4 mazai 13..13
lost 0
seat 1 boat 3:1,5:1 ashore - written 0/0
seat 2 boat - ashore 1:2 written 0/0
`
)

// fourSail is a position of two teams.
const fourSail = `turn 5 move
round 1 added 0
pile 7 row 4 discard 4 mazai 0..4
lost 0
seat 1 boat 2:1,3:1 ashore 3:1 written 0/0
seat 2 boat 1:1 ashore - written 0/0
seat 3 boat 4:1 ashore - written 0/0
seat 4 boat - ashore - written 0/0
`

// mayAppear is a question whether Мазай lies on top of the pile, and lastAppearance the same in the
// last round. adding3 is a mass addition. In lastTurn seat 3 is about to end the game.
const (
	mayAppear = `turn 8 mazai
round 1 added 0
pile 4 row 3 discard 8 mazai 0..4
lost 0
seat 1 boat 2:1 ashore 1:1 written 0/0
seat 2 boat - ashore 4:1 written 0/0
seat 3 boat 4:1 ashore - written 0/0
`
	lastAppearance = `turn 26 mazai
round 3 added 3
pile 3 row 3 discard 9 mazai 0..3
lost 0
seat 1 boat 2:1 ashore 1:1,3:3 written 0/0
seat 2 boat - ashore 4:3 written 0/0
seat 3 boat 4:1 ashore 5:1 written 0/0
`
	adding3 = `turn 9 add
round 1 added 0
pile 4 row 3 discard 8 mazai row
lost 0
seat 1 boat 2:1 ashore 3:1 written 0/0
seat 2 boat 1:1 ashore - written 0/0
seat 3 boat 4:1 ashore - written 0/0
`
	lastTurn = `turn 27 replace
round 3 added 3
pile 2 row 3 discard 10 mazai aside
lost 0
seat 1 boat 2:1 ashore 1:1,3:3 written 0/0
seat 2 boat - ashore 4:3 written 0/0
seat 3 boat 4:1 ashore 5:1 written 0/0
`
)
