package main

// gameNight is an evening by keys alone.
type gameNight struct {
	walk func(*recorder)
	open bool // its match is not over when it ends
}

// nights are the same every time: chance is answered by the table, or by the device from
// random bytes that are none. But for one they are without moments, since nobody looks on.
// Each is written down once, as the lines that a person would type, by walking the menus.
var nights = map[string]gameNight{
	"ok":       {walk: nothingButOK},
	"mice":     {walk: miceWithRealDice},
	"tricks":   {walk: foxByTricks},
	"revoke":   {walk: foxCardByCard, open: true},
	"score":    {walk: scoreOfThree},
	"four":     {walk: scoreOfFour},
	"late":     {walk: scoreWithALatecomer},
	"mazaitsy": {walk: mazaitsyWithRealCards},
	"field":    {walk: mazaitsyWithField},
	"evening":  {walk: eveningOfFour},
}

// nothingButOK is a family that has never seen the box: from the language on it presses
// nothing else, until somebody has won and the result is there.
func nothingButOK(r *recorder) {
	for !r.over() {
		r.lookAtScores()
		r.Press("ok")
	}
	r.look() // «Победа!»
	r.Press("ok")
}

func miceWithRealDice(r *recorder) {
	r.quiet()
	r.setUp("mice")
	r.set("setup.first", "@1")
	r.set("luck", "luck.table")
	r.Choose("setup.start")
	r.wander(r.over, r.lookAtScores)
}

// foxByTricks is a match as it is offered.
func foxByTricks(r *recorder) {
	r.quiet()
	r.setUp("fox")
	r.set("setup.first", "@1")
	r.look()
	r.Choose("setup.start")
	r.wander(r.over, r.lookAtScores)
}

// foxCardByCard is a round in which Игрок 2 answers the 7 of bells with a moon, and leads a
// bell next: it had to follow suit. The table takes a point off.
func foxCardByCard(r *recorder) {
	r.quiet()
	r.setUp("fox")
	r.set("setup.first", "@1")
	r.set("option.mode", "option.mode.cards")
	r.Choose("setup.start")
	r.plays("decree bells 3",
		"play keys 9", "play keys 6", "play moons 5", "play moons 2", "play bells 6", "play bells 10",
		"play keys 11", "play keys 1", "play keys 8", "play keys 2", "play bells 11", "play keys 5",
		"play moons 1", "play moons 6", "play keys 3", "exchange bells 2", "play keys 10",
		"play moons 11", "play bells 1", "play bells 7", "play moons 9",
		"play bells 4", "play bells 3", "keep", "play moons 3", "exchange keys 4", "play bells 5",
		"play bells 2", "play bells 9")
	r.skipSteps()
	r.look()
	r.Press("hold")
	r.Choose("pause.state")
	r.look()
	r.Press("down", "down", "down", "down", "down")
	r.look()
	r.Press("back")
	r.Choose("pause.rule")
	r.Choose("say.score", "@2")
	r.number(6)
	r.look()
	r.Choose("why.agreed")
}

func scoreOfThree(r *recorder) {
	r.quiet()
	r.setUp("score")
	r.set("setup.seats", "3")
	r.set("option.rounds", "3")
	r.Choose("setup.start")
	r.numbers(12, -5, 30, 0, 8, 7, 25, 25, 1)
}

// scoreOfFour is a race to 50 of a table that mistypes: the last number, one of a round
// before, one for somebody else, and one that is taken back.
func scoreOfFour(r *recorder) {
	r.quiet()
	r.setUp("score")
	r.set("setup.seats", "4")
	r.Choose("1", "naming.spell")
	r.spell("Аня")
	r.Choose("option.target", "setup.number")
	r.number(50)
	r.look()
	r.MoveTo("setup.start")
	r.look()
	r.Press("ok")
	r.numbers(12, 7, 30, 0)
	r.Press("back")
	r.look()
	r.Choose("play.correct")
	r.number(9)
	r.numbers(25, 3)
	r.Press("back")
	r.Choose("verb.edit", "1  @2")
	r.look()
	r.number(17)
	r.Press("back")
	r.Choose("say.score 4")
	r.look()
	r.number(-4)
	r.numbers(11)
	r.Press("hold")
	r.look()
	r.Choose("pause.undo")
	r.numbers(1)
	r.Press("hold")
	r.Choose("pause.state")
	r.look()
	r.Press("back", "back")
	r.numbers(13, 20, 5, 2)
}

// scoreWithALatecomer is a match of three that a fourth joins after a round, and that one leaves for
// good within the second.
func scoreWithALatecomer(r *recorder) {
	r.quiet()
	r.setUp("score")
	r.set("setup.seats", "3")
	r.set("option.rounds", "3")
	r.Choose("setup.start")
	r.numbers(12, -5, 30)
	r.Press("hold")
	r.Choose("pause.players")
	r.look()
	r.Choose("seats.newcomer")
	r.look()
	r.Choose("В", "Вера")
	r.look()
	r.numbers(8, 7)
	r.Press("hold")
	r.Choose("seats.leave")
	r.look()
	r.Choose("@2")
	r.look()
	r.numbers(25, 40)
	r.Press("hold")
	r.Choose("pause.log")
	r.look()
	r.Press("back", "back")
	r.numbers(1, 2, 3)
}

func mazaitsyWithRealCards(r *recorder) {
	r.quiet()
	r.setUp("mazaitsy")
	r.set("setup.seats", "3")
	r.set("setup.first", "@1")
	r.set("option.mazai", "option.mazai.real")
	r.Choose("setup.start")
	r.wander(r.over, r.lookOnce)
}

// mazaitsyWithField is a field that the device draws and the table lays by hand.
func mazaitsyWithField(r *recorder) {
	r.quiet()
	r.setUp("mazaitsy")
	r.set("setup.first", "@1")
	r.set("option.field", "option.field.on")
	r.Choose("setup.start")
	r.wander(r.over, r.lookOnce)
}

// eveningOfFour is a whole evening of a new box: four people learn the mice with real dice; three play
// Мазайцы, two the fox; then somebody comes late to a score of three, and somebody leaves for good. They
// look at the evening before they go.
func eveningOfFour(r *recorder) {
	r.quiet()
	r.Choose("mice:title")
	r.set("setup.seats", "4")
	r.looksAt("1", "А", "Аня")
	r.looksAt("2", "Б", "Боря")
	r.looksAt("3", "В", "Вера")
	r.looksAt("4", "З", "Зоя")
	r.set("setup.first", "Аня")
	r.set("luck", "luck.table")
	r.Choose("setup.start")
	r.wander(r.over, r.lookOnce)
	r.ends()

	r.setUp("mazaitsy")
	r.set("setup.seats", "3")
	r.seats("Аня", "Боря", "Вера")
	r.set("setup.first", "Аня")
	r.set("option.mazai", "option.mazai.real")
	r.Choose("setup.start")
	r.wander(r.over, r.lookOnce)
	r.ends()

	r.setUp("fox")
	r.seats("Боря", "Аня")
	r.set("setup.first", "Аня")
	r.Choose("setup.start")
	r.wander(r.over, r.lookOnce)
	r.ends()

	r.setUp("score")
	r.set("setup.seats", "3")
	r.seats("Аня", "Боря", "Вера")
	r.set("option.rounds", "3")
	r.Choose("setup.start")
	r.numbers(12, -5, 30)
	r.Press("hold")
	r.Choose("pause.players", "seats.newcomer", "Зоя")
	r.look()
	r.numbers(8, 7)
	r.Press("hold")
	r.Choose("seats.leave", "@2")
	r.look()
	r.numbers(25, 40, 1, 2, 3)
	r.Press("hold")
	r.Choose("tonight.item")
	r.look()
	r.Press("down")
	r.look()
	r.Press("back", "back")
}
