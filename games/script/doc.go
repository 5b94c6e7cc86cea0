// Package script compiles games from files in Starlark, a small language like Python. A file is
// a game, with records, undo, sealed luck and statistics like any other game. It can only
// compute: it has no access to clocks, random numbers or other files, and its computation is
// bounded. [Compile] compiles a file; its error names the place of the fault. The game in
// greed.star has the name "file/greed".
//
// A file calls rules(…) or table(…) once. [Sample] and [Like] return files to begin
// with.
//
// # A tracker: table(…)
//
// Most games need only a tracker of turns, rounds and points. Such a file sets the fields of a
// [table.Def], and adds functions for features without a field:
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
// The parameters are the fields of the Def in lower case: ZeroSum is zero_sum; From and To are
// least and most. The fields of its Ends are direct parameters (rounds = 10). Parts are created by
// phase(name, order, …), role(name, at), line(name, least, most, factor, …), counter(name, start,
// …), cup(dice, rolls, hold), by(by, low), ties(more, by, low) and limits(turn, round), each with
// the fields of its type in their order. There are short forms: a text for a part with only a name
// (phases = ["bid", "play"], cup = "2d6", ties = "more"), a list of steps for ties and next (ties =
// ["coins", by("total", low = True)]), (from, points) for a step of a line's table, and a number for
// a bound such as target or out_at. A function receives values by the names of its parameters:
//
//	chosen(seats, options)  a dict of the fields that the chosen options change, or refuse("rule.KEY")
//	                        for a set-up that can't be
//	worth(seat, line, n)    the points for the number n; None: as the line says
//	bonus(got)              additional points of each seat or team, given the points of the round
//	over()                  True, or won(2, "why.KEY"), when the game has ended
//	after()                 the seat on turn next; None: the usual seat
//	lead()                  the order of the next round, as [2, 1, 3], or the seat that begins;
//	                        None: the usual order
//	changes()               a dict of counters with their numbers after a decision
//	refuses(verb, args)     refuse("rule.KEY") for a decision that is not allowed
//
// All of them may also have the parameters seats, options, round, phase, turn, first, order, totals,
// rounds, lines, written, counters, sums, passed, ready, out, dice, called, by, says, verb, args,
// last, ended and round_over (see [table.Position] and [table.Hooks]).
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
// A function receives values by the names of its parameters. All may have the parameters seats,
// a number, and options, a dict of the chosen values (numbers as numbers); all but new and
// faces may have state, and turn where it makes sense.
//
//	new()                       the first position
//	legal(state)                choices of the seat on turn, at least one
//	apply(state, says, verb, args)
//	                            the position after a decision of legal, or refuse(…); args are
//	                            its words after the verb, numbers as numbers
//	turn(state)                 a seat from 1, CHANCE, or NOBODY once over
//	refuses(state, verb, args)  the rule that refuses an illegal decision: refuse(…)
//	standing(state)             standing(…)
//	view(state, seat)           view(…) as seat may see it; NOBODY is an onlooker
//	fixes(state), fix(state, says, verb, args)
//	                            the possible rulings, and the position after one, in the forms
//	                            of legal and apply; fix returns None for an impossible ruling
//	moments(state, before, says, verb, args)
//	                            the events of a decision: a list of moment(…)
//	steps(state)                actions by hand before the decision: a list of step(…)
//	likely(state)               the decision at the start of menus, or its first words
//	sheet(state)                the score, a list of row(round, points, name)
//	limit(state)                the number of seconds for the turn, or (30, "bids") with a
//	                            purpose. The clock continues while the purpose is the same.
//	                            When the time is up, the table sees a message and nothing else
//	                            happens
//	entry(state)                the choices of menus (see package games)
//	again(state)                the outcome that is likely to repeat (see package games)
//	veiled(state)               whether past decisions must not be shown (see package games)
//	check(state)                False for an impossible position
//	faces(stream)               a dict from the faces of a die to their points
//
// Only new, legal and apply are required. Without the function turn, the state's key "turn" is
// the seat on turn, and nobody has the turn once the key "over" is true. Without standing, the
// state's list "scores" contains the points, or all points are zero if there is no such list,
// and the most points win. Without view, the companion shows the seat on turn, the points and,
// if the state has a key "round", the round. Without fixes, rulings can set the turn and correct
// "scores".
//
// A position is a dict. Its keys are texts, and its values are dicts, lists, texts, whole
// numbers, True, False and None. It is frozen: a new one is made with state | {"key": value},
// put or add. Tuples become lists, and keys are sorted. A position is stored only as its JSON text.
//
// Chance is a seat: the file lists the possible outcomes, and the device or people give the
// actual one. Unseen cards need no order: a file deals one at a time, of all cards that may
// still be there.
//
// Other parameters of rules: title, about (each a text, or {"ru": …, "en": …}), seats (2, or least and
// most), words, options (a list of option(…)), glyphs and pictures in the format of other
// games, cover, begins (the seat that begins, or a function without parameters that returns it;
// without it that seat is drawn), together (all seats
// win or all lose), topics (see Topics).
//
// The page shows each game with a cover that has its title. The parameter cover, which table has
// too, is the picture on it: rows of "#" and ".", up to 32×32. Without it, the cover has the
// picture named "cover", which the panel shows before the title, or else the first three glyphs
// that differ.
//
// # Functions that a file can call
//
//	choice(says, first, last, now, weight, text)
//	                           a decision; with first and last a number in that range follows,
//	                           with text = "name" a text follows. weight is its odds at CHANCE:
//	                           1 by default, 0 where only people can answer
//	deal(verb, pile)           a choice for each different thing in a pile, weighted by its
//	                           number; a pile is a list, or a dict of numbers
//	take(pile, thing), give(pile, thing)
//	                           a pile with one less, one more
//	refuse(key, args…)         the rule that forbids a decision
//	say(key, args…), count(key, n, args…)
//	                           a text; count selects the plural
//	seat(2), word("red")       the name of a seat, the word under word.red, as an argument
//	put(value, key, …, new), add(value, key, …, n)
//	                           a copy with one value replaced, or a number increased;
//	                           add([6, 6], [1, 0]) is [7, 6], also behind keys
//	sum(list, worth), times(list, thing), after(seat, seats)
//	                           a total, the number of equal things, the next seat;
//	                           sum([2, 1], [5, 4]) is 14: two are worth 5 each, and one 4
//	view(title, prompt, lines, cells, width, height, strip, piles, rule, ask, seats,
//	     stakes)               seats: the bearing of each seat, for lights at the table:
//	                           "waiting", "deck" (it is next), "passed", "ready", "gone";
//	                           stakes: pairs of a decision and a text for its row, such as
//	                           ("roll", count("stake.roll", 25))
//	cell(glyph, name, seat, mark, tag), tally(glyph, n, seat, mark), pile(what, of, seat)
//	                           mark: "last", "alarm", "count", "stuck", or several of them; a
//	                           cell may be a picture, a number or None alone
//	moment(kind, text, note, glyph, seats), step(text, glyph, at, squares)
//	standing(scores, over, won, why, lowest, ties)
//	                           by default won and why follow from scores and ties
//	option(name, default, values, range, text, offer, needs)
//	                           range = (1, 9) for numbers, text = True for any text
//	row(round, points, name)   a line of the score
//	topic(key, text, title, explains, picture, after, when)
//	                           a part of the rules in words (see Topics)
//	fail(message)              stops the file with an error
//
// The functions of Starlark are abs, all, any, bool, chr, dict, enumerate, int, len, list, max,
// min, ord, range, repr, reversed, set, sorted, str, tuple, type, zip, and the methods of
// texts, lists, dicts and sets. There is no while, no load, no recursion, no *args, and no
// fractions (// divides). print does nothing.
//
// # Words
//
// words is a text of lines "key = text" for each language, or a dict. Package games documents
// the keys and the names in braces. Plurals have as many forms as the language has (Russian 3,
// English 2). A file may use only its own words and those in ru.txt and en.txt of this package.
// It can't replace the companion's own words ([Reserved]).
//
// One language suffices: title, about and words may each be a text alone (title = "Promises") or
// a dict of one language. A word that only one language has is shown in both, with the plurals of
// the language in which it is. Texts that name no language are Russian if one of them has a
// Cyrillic letter. A check of the file warns of such words (method Lacks).
//
// # Topics
//
// The parameter topics of rules and table explains the game to people, in the order in which one
// would tell it: the aim, the things on the table, a turn, exceptions, the end and ties. The first
// topic is shown before the first turn.
//
//	topics = [
//	    topic("aim", "Take as many tricks as you bid."),
//	    topic("bid", "Say how many tricks you will take. The dealer is the last.", explains = ["bid", "rule.barred"]),
//	    topic("once", "Each of you bids once.", when = {"bids": "once"}),
//	]
//
// text and title are each a text, or texts by language. The title has up to 18 letters, the text up
// to three screens of 5 lines with 21 letters; beside a picture the lines of the first screen have
// 13. Both may stand in words, under topic.KEY and topic.KEY.text. Without a title the topic has the
// label of the decision of that key, or the key. explains lists the first words of decisions, options
// ("bids" or "bids=once"), the keys of moments, rules and phases ("moment.bust", "rule.barred",
// "phase.bid"), and in table(…) the names of phases, lines and counters, with texts or without:
// wherever people meet one of them, the topic is a press away. picture is the name of a
// picture of the game. after = True shows the topic to a table that learns the game after such a
// decision, not before. when limits the topic to set-ups with these values of options, or numbers of
// "seats"; several values are a list.
//
// A game of table(…) has topics about its phases, points, the end and more even if the file has none;
// the text of a phase is that under phase.NAME. They follow the file's own. A topic of the file
// replaces one of them if it explains its main subject, as with explains = ["phase.bid"] or ["edit"],
// or has its key: "begins", "points", "lead", "target", "rounds", "out", "tie", "end" and others.
//
// # Editions
//
// What a file means may change, and a record keeps the meaning that its file had. A match has the
// option file-edition, for which set-up doesn't ask. Without it a record is of edition 1. In edition
// 2 the hooks of table(…) are called after every decision, its sheets are computed from their
// numbers ([table.Def]), and choice("bid", 3, 3) is the decision "bid 3". In edition 3 corrections
// judge the end of a table(…) anew, a sum is kept, refuses is asked about every entered number, worth
// and bonus see the seats that are out, and close works in phases of any order. A new match has
// edition 3.
//
// # Bounds
//
// A file is refused when it needs more than [LoadSteps] to load, and a decision when it needs
// more than [Steps]. The other constants of this package are bounds of sizes. An operation that
// copies, prints or compares many things costs a step for each thing, and charges these steps
// before it begins, so that the number of steps also bounds the memory. To charge them, the
// compiler adds guards to the operators and methods in the syntax tree. testdata/bombs contains
// files that attack these bounds, with the faults that stop them. A program that runs files of
// strangers should still run them in a separate process.
//
// A decision that fails is a games.Illegal with the place of the fault, under a key
// "rule.file.…"; the position stays as it was. Turn, choices and standing of a position are
// computed before it is accepted, so an existing position is sound. If its view fails, the
// plain view is shown with the fault; if moments and the like fail, there are none. The method
// Faults() []error of a position returns these faults, for a check of the file.
package script
