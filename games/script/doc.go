// Package script reads games from files in Starlark, a small Python: a file is a game, and
// plays with records, undo, sealed luck and statistics like any other. It can't do
// anything but compute: it reads no clock, no chance and no other file, and what it
// computes is bounded. [Compile] reads a file, or says what is wrong with it and where.
// The game of greed.star is called "file/greed".
//
// A file calls rules(…) or table(…) once. [Sample] is one to begin with.
//
// # A tracker: table(…)
//
// Most games need only somebody who keeps turns, rounds and points. Such a file is the
// fields of a [table.Def], and what has no field is a function:
//
//	# darts.star
//	table(
//	    title = {"ru": "Дартс 501", "en": "Darts 501"},
//	    about = {"ru": "С 501 до нуля", "en": "From 501 down to nought"},
//	    seats = (1, 6),
//	    start = 501,
//	    target = 0,
//	    beyond = "bust",
//	    at_once = True,
//	    points = "turn",
//	    least = 0,
//	    most = 180,
//	    down = True,
//	    lowest = True,
//	)
//
// Names are those of the Def in small letters: ZeroSum is zero_sum; From and To are least
// and most. Its ends are said without a name of their own (rounds = 10). Parts are made by
// phase(name, order, …), role(name, at), line(name, least, most, factor, …), cup(dice,
// rolls, hold), ties(more, by, low) and limits(turn, round), each with the fields of its
// type in their order; one that has a name alone may be a text (phases = ["bid", "play"],
// cup = "2d6", ties = "more"), a step of a line's table is (from, points), and a bound
// such as target or out_at a number. The functions ask for what they need by the names of
// their parameters:
//
//	chosen(seats, options)  a dict of fields that the options change
//	worth(seat, line, n)    what counts when n is written down
//	bonus(got)              what each seat gets beside what it got in the round
//	over()                  True, or won(2, "why.KEY"), when the game has ended
//	after()                 the seat on turn next; None: as the order has it
//	lead()                  the order of the next round, [2, 1, 3]; None: as the file says
//	refuses(verb, args)     refuse("rule.KEY") for a decision that may not be
//
// All may ask for seats, options, round, phase, turn, first, order, totals, rounds, lines,
// passed, ready, out, dice and called too (see [table.Position]).
//
// # Whole rules: rules(…)
//
//	# greed.star
//	GOAL = 50
//
//	def new(seats):
//	    return {"turn": 1, "scores": [0] * seats, "risk": 0, "rolling": False, "over": False}
//
//	def turn(state):
//	    if state["over"]:
//	        return NOBODY
//	    return CHANCE if state["rolling"] else state["turn"]
//
//	def legal(state, turn):
//	    if turn == CHANCE:
//	        return [choice("die", 1, 6)]
//	    return ["roll", "keep"] if state["risk"] else ["roll"]
//
//	def apply(state, verb, args, seats):
//	    if verb == "roll":
//	        return state | {"rolling": True}
//	    if verb == "die" and args[0] > 1:
//	        return state | {"rolling": False, "risk": state["risk"] + args[0]}
//	    passed = state | {"turn": after(state["turn"], seats), "risk": 0, "rolling": False}
//	    if verb == "die":
//	        return passed
//	    kept = add(passed, "scores", state["turn"] - 1, state["risk"])
//	    return kept | {"over": max(kept["scores"]) >= GOAL}
//
//	def moments(before, verb, args):
//	    if verb == "die" and args[0] == 1 and before["risk"]:
//	        return [moment("bust", say("moment.bust"), count("note.bust", before["risk"]), seats = before["turn"])]
//	    return []
//
//	rules(
//	    title = {"ru": "Жадина", "en": "Greed"},
//	    about = {"ru": "Копите очки, пока не выпала единица", "en": "Roll on, but mind the one"},
//	    seats = (2, 6),
//	    new = new,
//	    turn = turn,
//	    legal = legal,
//	    apply = apply,
//	    moments = moments,
//	    view = lambda state: view(title = count("title.risk", state["risk"])),
//	    words = {
//	        "ru": """
//	            say.roll = Бросить кубик
//	            say.keep = Забрать очки
//	            say.die = Выпало: {1}
//	            verb.die = Что выпало
//	            stream.die = Кубик
//	            title.risk = На кону {n}
//	            moment.bust = Единица!
//	            note.bust = Пропало {n} очко | Пропало {n} очка | Пропало {n} очков
//	        """,
//	        "en": """
//	            say.roll = Roll the die
//	            say.keep = Keep the points
//	            say.die = A {1}
//	            verb.die = What came up
//	            stream.die = Die
//	            title.risk = {n} at stake
//	            moment.bust = A one!
//	            note.bust = {n} point lost | {n} points lost
//	        """,
//	    },
//	)
//
// A function asks for what it needs by the names of its parameters; all may ask for seats,
// a number, and options, a dict of what was chosen (numbers as numbers), all but new and
// faces for state, and where it makes sense for turn.
//
//	new()                       the first position
//	legal(state)                choices of the seat on turn, never none
//	apply(state, says, verb, args)
//	                            the position after a decision of legal, or refuse(…); args are
//	                            its words but the verb, numbers as numbers
//	turn(state)                 a seat from 1, CHANCE, or NOBODY once over
//	refuses(state, verb, args)  which rule a decision breaks that is not legal: refuse(…)
//	standing(state)             standing(…)
//	view(state, seat)           view(…) as seat may see it; NOBODY is an onlooker
//	fixes(state), fix(state, says, verb, args)
//	                            what the table may rule, as legal and apply have it; fix
//	                            returns None for what can't be
//	moments(state, before, says, verb, args)
//	                            what a decision has made happen: a list of moment(…)
//	steps(state)                what hands must do before they decide: a list of step(…)
//	likely(state)               the decision on which menus begin, or its first words
//	sheet(state)                the score, a list of row(round, points, name)
//	limit(state)                how many seconds there are for the turn, or (30, "bids"): for
//	                            what, and as long as that is the same they run on; nothing
//	                            happens when they are up but that the table is told
//	entry(state), again(state), veiled(state)
//	                            what menus offer, which outcome comes again, and whether what
//	                            was decided is to be left unsaid: see package games
//	check(state)                False for what is no position of the game
//	faces(stream)               a dict of what each face of a die counts
//
// Only new, legal and apply must be there. Without turn it is the state's key "turn", and
// nobody's where its key "over" is true; without standing points are the state's list
// "scores", or nought, and the most win; without view there are the round, if the state
// has a key "round", whose turn it is, and the points; without fixes the table rules whose
// turn it is and corrects "scores".
//
// A position is a dict with texts as keys, of dicts, lists, texts, whole numbers, True, False
// and None. It is frozen: make a new one with state | {"key": value}, put or add. Tuples
// become lists, keys are put in order. It is printed as JSON, and that is all that is kept.
//
// Chance is a seat: the file lists what can come up, and whoever knows says what did. Cards
// that nobody has seen need no order: deal one at a time, of all that may still be there.
//
// Other parameters of rules: title, about (each {"ru": …, "en": …}), seats (2, or least and
// most), words, options (a list of option(…)), glyphs and pictures as other games draw
// them, begins (the seat that begins; without it that is drawn), together (all seats win
// or all lose).
//
// # What a file can call
//
//	choice(says, first, last, now, weight, text)
//	                           a decision; with first and last a number of these follows, with
//	                           text = "name" a text; weight is its odds at CHANCE, 1 unless
//	                           told otherwise, 0 where only people can answer
//	deal(verb, pile)           a choice for each different thing in a pile, as likely as there
//	                           are of it; a pile is a list, or a dict of numbers
//	take(pile, thing), give(pile, thing)
//	                           a pile with one less, one more
//	refuse(key, args…)         the rule that forbids a decision
//	say(key, args…), count(key, n, args…)
//	                           a text; count picks the plural
//	seat(2), word("red")       the name of a seat, the word under word.red, as an argument
//	put(value, key, …, new), add(value, key, …, n)
//	                           a copy in which one thing is new, or a number larger
//	sum(list), times(list, thing), after(seat, seats)
//	                           a total, how many there are of it, who is next
//	view(title, prompt, lines, cells, width, height, strip, piles, rule, ask, seats)
//	                           seats: how each stands to the turn, for lights at the table:
//	                           "waiting", "deck" (it is next), "passed", "ready", "gone"
//	cell(glyph, name, seat, mark, tag), tally(glyph, n, seat, mark), pile(what, of, seat)
//	                           mark: "last", "alarm", "count", "stuck", or several of them; a
//	                           cell may be a picture, a number or None alone
//	moment(kind, text, note, glyph, seats), step(text, glyph, at, squares)
//	standing(scores, over, won, why, lowest, ties)
//	                           won and why follow from scores and ties unless told
//	option(name, default, values, range, text, offer, needs)
//	                           range = (1, 9) for numbers, text = True for any text
//	row(round, points, name)   a line of the score
//	fail(message)              the file itself gives up
//
// Of Starlark there are abs, all, any, bool, chr, dict, enumerate, int, len, list, max, min,
// ord, range, repr, reversed, set, sorted, str, tuple, type, zip and the methods of texts,
// lists, dicts and sets. There is no while, no load, no function that calls itself or takes
// *args, no fractions (// divides), and print prints nothing.
//
// # Words
//
// words is a text of lines "key = text" for each language, or a dict; package games says
// which keys there are and what stands in braces. Both languages have the same keys, and
// plurals as many forms as the language has (Russian 3, English 2). A file may say only its
// own words and those that lie in ru.txt and en.txt here, and can't lay its words over the
// companion's own ([Reserved]).
//
// # Bounds
//
// A file is refused, or its decision is, when it needs more than [Steps], or has more of
// anything than the constants say. Whatever copies, prints or compares many things at once
// pays for each, before it does: operators and methods are guarded in the syntax tree, so
// that memory is bounded by the steps. testdata/bombs shows what is caught, and how. Who
// runs files of strangers gives them a process of their own all the same.
//
// A decision that fails is a games.Illegal that says where, under a key "rule.file.…"; the
// position stands as it stood. Turn, choices and standing of a position are computed before
// it is one, so a position that exists is sound. A view that fails shows the plain one, and
// why; moments and the like that fail are none. A check of a file asks each position for
// both by its method Faults() []error.
package script
