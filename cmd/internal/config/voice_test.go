package config_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
)

func TestACommandIsAListOrATextWithoutAShell(t *testing.T) {
	for given, want := range map[string][]string{
		`""`:                                   nil,
		`[]`:                                   nil,
		`"piper"`:                              {"piper"},
		`"  piper   -m a.onnx\t-f - "`:         {"piper", "-m", "a.onnx", "-f", "-"},
		`"x 'two words' \"and 'three' more\""`: {"x", "two words", "and 'three' more"},
		`"x --name='Anna B'z ''"`:              {"x", "--name=Anna Bz", ""},
		`'x $HOME *.wav ; rm -rf \ | y'`:       {"x", "$HOME", "*.wav", ";", "rm", "-rf", `\`, "|", "y"},
		`["a b", "c", ""]`:                     {"a b", "c", ""},
	} {
		c, err := configOf(t, "[voice]\nprogram = "+given+"\n")
		if err != nil || !slices.Equal(c.Voice.Program, want) {
			t.Errorf("%s: %q, %v, want %q", given, c.Voice.Program, err, want)
		}
	}
}

func TestAVoiceThatCannotWorkIsRefused(t *testing.T) {
	for lines, want := range map[string]string{
		`program = "espeak-ng 'x"`:      "the quote ' isn't closed",
		`program = "'' x"`:              "begins with a program",
		`program = ["", "x"]`:           "begins with a program",
		`program = ["x", 1]`:            "consists of texts",
		`program = 1`:                   "a text or a list",
		`program = "x {language}"`:      "voice.program: there is no word “{language}”. There are: {lang}, {rate}, {percent}, {length}",
		`player = "aplay -D {card}"`:    "voice.player: there is no word “{card}”",
		`player = ""`:                   "voice.player",
		`earcons = "horn"`:              "voice.earcons: there is no word “horn”. There are: loudspeaker, buzzer",
		`rate = 79`:                     "voice.rate = 79",
		`rate = 451`:                    "80 to 450",
		"voice = \"anna\"":              "voice.voice",
		"device = \"x\"\nlevel = \"1\"": "voice.level",
	} {
		if _, err := configOf(t, "[voice]\n"+lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", lines, err, want)
		}
	}
	if c, err := configOf(t, "[voice]\nprogram = \"\"\nplayer = \"\"\n"); err != nil || len(c.Voice.Program) > 0 {
		t.Errorf("a box without speech: %q, %v", c.Voice.Program, err)
	}
	if c := config.Default(); len(c.Voice.Program) == 0 || c.Voice.Program[0] != "espeak-ng" {
		t.Errorf("the usual program is %q", c.Voice.Program)
	}
}

// The examples of the manual are configs of other programs.
func TestTheManualShowsConfigsOfOtherPrograms(t *testing.T) {
	for _, page := range []string{"man/companion.toml.5", "man/ru/companion.toml.5"} {
		text, err := os.ReadFile("../../../systemd/" + page)
		if err != nil {
			t.Fatal(err)
		}
		var programs []string
		for _, example := range strings.Split(string(text), ".EX\n")[1:] {
			example, _, _ = strings.Cut(example, ".EE\n")
			if !strings.HasPrefix(example, "[voice]") {
				continue
			}
			c, err := configOf(t, strings.ReplaceAll(example, `\-`, "-"))
			if err != nil || len(c.Voice.Program) == 0 {
				t.Fatalf("%s: %v in %s", page, err, example)
			}
			programs = append(programs, c.Voice.Program[0])
		}
		if want := []string{"RHVoice-test", "/opt/piper/piper"}; !slices.Equal(programs, want) {
			t.Errorf("%s shows %q, want %q", page, programs, want)
		}
		for _, field := range append(slices.Clone(config.ProgramFields), config.PlayerFields...) {
			if !strings.Contains(string(text), field) {
				t.Errorf("%s lacks %s", page, field)
			}
		}
	}
}
