package script_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"tabletop/games"
	"tabletop/games/gamestest"
	"tabletop/games/script"
)

// outcome tells scores and turn, or the rule of a refusal without its arguments.
func outcome(s games.State, err error) string {
	if err != nil {
		key, _, _ := strings.Cut(gamestest.Refusal(err), " ")
		return key
	}
	return fmt.Sprint(s.Standing().Scores, s.Turn())
}

// trial is a file of a game of rules that is sound, in which one thing is replaced.
func trial(old, new string) string {
	const text = `
def new():
    return {"turn": 1, "scores": [0, 0]}

def legal(state):
    return [choice("gain", 1, 3), "end"]

def apply(state, turn, verb, args):
    if verb == "end":
        return state | {"over": True}
    return add(state, "scores", turn - 1, args[0]) | {"turn": 3 - turn}

rules(
    title = {"ru": "Проба", "en": "Trial"},
    about = {"ru": "Проба", "en": "A trial"},
    seats = 2,
    new = new,
    legal = legal,
    apply = apply,
    words = {
        "ru": """
            say.gain = Взять {1}
            verb.gain = Взять
            say.end = Закончить
            line.why = {0}
        """,
        "en": """
            say.gain = Gain {1}
            verb.gain = Gain
            say.end = Finish
            line.why = {0}
        """,
    },
)
`
	return strings.Replace(text, old, new, 1)
}

func TestWhatIsWrongWithAFileIsToldWithItsPlace(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"verb == ", "verv == ", "trial.star:9:8: there is no name verv; the nearest is verb"},
		{`if verb == "end":`, `if verb == "end"`, "trial.star:9:21: there is no colon at the end of the line"},
		{"seats = 2", "seat = 2", "trial.star:16:5: there is no parameter seat; the nearest is seats"},
		{"    seats = 2,\n", "", "trial.star:13:6: seats is missing"},
		{"    apply = apply,\n", "", "trial.star:13:6: apply is missing"},
		{"seats = 2", "seats = 13", "trial.star:16:5: seats must be a number from 1 to 12"},
		{"def legal(state)", "def legal(sate)", "trial.star:5:11: legal can't ask for sate; the nearest is state"},
		{"say.end = Закончить", "say.end Закончить", "trial.star:24:13: this is not “key = text”: say.end Закончить"},
		{`title = {"ru": "Проба", "en": "Trial"}`, `title = {"de": "Versuch"}`, "trial.star:14:5: title must be a text, or texts under \"ru\" and \"en\""},
		{`title = {"ru": "Проба", "en": "Trial"}`, `title = 5`, "trial.star:14:5: title must be a text, or texts under \"ru\" and \"en\""},
		{`    about = {"ru": "Проба", "en": "A trial"},`, "", "trial.star:13:6: about is missing"},
		{"line.why = {0}\n        \"\"\",\n        \"en\"", "line.why = {what}\n        \"\"\",\n        \"en\"", "trial.star:25:13: in the word line.why only numbers and n can stand in braces"},
		{"line.why = {0}\n        \"\"\",\n        \"en\"", "lime.why = {0}\n        \"\"\",\n        \"en\"", "trial.star:25:13: a game can't have a word called lime.why; the nearest is line.why"},
		{"return state |", "say(\"line.why\")\n        return state |", "trial.star:10:13: the word line.why wants more: there is nothing for {0}"},
		{"return state |", "say(\"line.wy\", 1)\n        return state |", "trial.star:10:13: there is no word line.wy; the nearest is line.why"},
		{"return state |", "refuse(\"line.why\", 1)\n        return state |", "trial.star:10:16: the word of a refusal begins with “rule.”, not line.why"},
		{`"en": "Trial"`, `"en": "A trial with a name that is too long"`, "trial.star:14:35: title is too long: at most 21 letters"},
		{"rules(", "def f():\n    pass\nf(1)\nrules(", "trial.star:15:2: f takes another number of arguments than 1"},
		{"rules(", "x = 1 / 2\nrules(", "trial.star:13:5: there are no fractions: whole numbers are divided by //"},
		{"rules(", "x = [].apend(1)\nrules(", "trial.star:13:7: a list has no apend; the nearest is append"},
		{"rules(", "x = say(key = 1)\nrules(", "trial.star:13:8: the values of say are written without names"},
		{"rules(", "x = say()\nrules(", "trial.star:13:8: key is missing"},
		{"rules(", "x = count(\"title\")\nrules(", "trial.star:13:10: n is missing"},
		{"rules(", "x = (1).a\nrules(", "trial.star:13:8: a number has no a"},
		{"rules(", "x = put(1)\nrules(", "trial.star:13:8: put takes another number of arguments than 1"},
		{"seats = 2", "seats = 2,\n    together = 1", "trial.star:17:5: together must be True or False, not a number"},
		{"rules(", "x = 1 + []\nrules(", "trial.star:13:7: + doesn't work between a number and a list"},
		{"rules(", "fail(\"no\", 1)\nrules(", "trial.star:13:5: the game stops: no 1"},
		{"    new = new,", "    new = new,\n    glyphs = \"\"\"\nglyph a\n#.\n#\n\"\"\",", "trial.star:21:1: glyphs are a head and rows of # and ., up to 16 of equal length"},
		{"    new = new,", "    new = new,\n    cover = \"\"\"\n#.\n#\n\"\"\",", "trial.star:20:1: cover has rows of # and . only, up to 32 of equal length"},
		{"    new = new,", "    new = new,\n    cover = \"\"\"\n#.\n\n#.\n\"\"\",", "trial.star:21:1: cover has rows of # and . only, up to 32 of equal length"},
		{"    new = new,", "    new = new,\n    cover = \"\"\"\npicture cover\n#.\n\"\"\",", "trial.star:19:1: cover has rows of # and . only, up to 32 of equal length"},
		{"    new = new,", "    new = new,\n    cover = \"" + strings.Repeat("#", 33) + "\",", "trial.star:18:1: cover has rows of # and . only, up to 32 of equal length"},
		{"    new = new,", "    new = new,\n    cover = \"\",", "trial.star:18:1: cover has rows of # and . only, up to 32 of equal length"},
		{"    new = new,", "    new = new,\n    cover = 5,", "trial.star:18:5: cover must be a text, not a number"},
		{"    new = new,", "    new = new,\n    options = [option(\"a\", 5, range = (1, 3))],", "trial.star:18:28: the option a has no value 5"},
	} {
		_, err := script.Compile("trial", trial(tt.old, tt.new))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v\nwant %s", tt.new, err, tt.want)
		}
		var e script.Error
		if !errors.As(err, &e) || e.In("ru") == e.In("en") || !strings.HasPrefix(e.In("ru"), "trial.star:") {
			t.Errorf("%q: in Russian %q", tt.new, e.In("ru"))
		}
	}
}

// A file may have functions of its own that are called as ours; what they are given is no word.
func TestAFileMayCallItsFunctionsAsOurs(t *testing.T) {
	compiled(t, "trial", trial("\nrules(", "\ndef count(name, n):\n    return n\n\ncount(\"nosuch\", 2)\n\nrules("))
	compiled(t, "trial", trial("\nrules(", "\ndef f(say):\n    return say(\"nosuch\")\n\nrules("))
}

func TestAFileWithoutPlaceIsRefusedByItsName(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"trial", "", "trial.star: the file must call rules(…) or table(…)"},
		{"trial", strings.Repeat("#", script.MostProgram+1), "trial.star: file is too large: at most 65536"},
		{"trial", "\xff", "trial.star: file has a letter that can't be shown"},
		{"trial", "rules()\x00and more", "trial.star: file has a letter that can't be shown"},
		{"Trial", trial("", ""), "Trial.star: Trial is no name: a small Latin letter, then letters and digits"},
		{"trial", trial("", "") + "rules()", "trial.star:35:6: a file calls rules or table once only"},
		{"trial", "def f():\n    rules()\nf()", "trial.star:2:10: rules and table are called at the top of a file, in no function"},
		{"trial", strings.Repeat("(", 60000), "trial.star:1:78: brackets or lists lie too deep in each other"},
	} {
		if _, err := script.Compile(tt.name, tt.source); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func TestAFileThatFailsRefusesTheDecisionAndThePositionStands(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{`if verb == "end":`, `if verb == "gain": return 7
    if verb == "end":`, "rule.file.type"},
		{`if verb == "end":`, `if verb == "gain": return refuse("rule.legal")
    if verb == "end":`, "rule.legal"},
		{`{"turn": 3 - turn}`, `{"turn": 5}`, "rule.file.range"},
		{`{"turn": 3 - turn}`, `{"scores": [1]}`, "rule.file.seats"},
		{`{"turn": 3 - turn}`, `{"scores": [1, "a"]}`, "rule.file.type"},
		{`args[0])`, `args[1])`, "rule.file.index"},
		{`"scores", turn`, `"store", turn`, "rule.file.type"},
		{`[choice("gain", 1, 3), "end"]`, `[choice("gain", 1, 3)] if state["turn"] == 1 else []`, "rule.file.legal"},
	} {
		r := compiled(t, "trial", trial(tt.old, tt.new))
		s := gamestest.Begin(t, r, "seats=2")
		before := s.String()
		if got := outcome(s.Apply("gain 2")); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.new, got, tt.want)
		}
		if s.String() != before {
			t.Errorf("%q: the position is another:\n%s", tt.new, s)
		}
	}
}
