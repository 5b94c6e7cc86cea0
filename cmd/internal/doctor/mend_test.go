package doctor_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/doctor"
	"tabletop/companion/words"
)

// mend runs a line in a shell.
func mend(t interface{ Fatalf(string, ...any) }, line string) {
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

// here puts a machine's config into a real folder.
func here(m *machine, text string) {
	m.File = m.temporary(text)
	m.Files = overlay{m.files, path.Dir(m.File)[1:]}
	m.Access = func(string, bool) error { return nil }
}

// overlay is a file system with a real folder in it.
type overlay struct {
	fs.FS
	real string
}

func (o overlay) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, o.real) {
		return os.Open("/" + name)
	}
	return o.FS.Open(name)
}

func TestAMendingLineSetsWhatItSaysAndNothingElse(t *testing.T) {
	gap := rapid.SampledFrom([]string{"", " ", "\t", "  "})
	lines := map[string][]string{
		"panel":  {"chip", `"sh1106"`, "address", "0x3C", "rotated", "true # by 180°", "bus", `"I2C1"#[matrix]`},
		"matrix": {"chip", `"none"`, "rotation", "90", "address", "0x71"},
		"keys":   {"up", `"GPIO17"`},
	}
	rapid.Check(t, func(r *rapid.T) {
		var text strings.Builder
		for _, table := range rapid.Permutation([]string{"panel", "matrix", "keys"}).Draw(r, "tables") {
			if rapid.Bool().Draw(r, "has "+table) {
				continue
			}
			text.WriteString(gap.Draw(r, "gap") + "[" + table + "] # that is it\n")
			for i := 0; i < len(lines[table]); i += 2 {
				if rapid.Bool().Draw(r, "has "+lines[table][i]) {
					text.WriteString(gap.Draw(r, "gap") + lines[table][i] + gap.Draw(r, "gap") + "=" + gap.Draw(r, "gap") + lines[table][i+1] + "\n")
				}
			}
		}
		m := healthy(words.English)
		m.t = t
		here(m, text.String())
		before := decoded(r, m.File)
		line := doctor.Set(m.System, "panel", "address", "0x3D", "chip", `"ssd1306"`)
		mend(r, line)
		panel, _ := before["panel"].(map[string]any)
		if panel == nil {
			panel = map[string]any{}
			before["panel"] = panel
		}
		panel["address"], panel["chip"] = int64(0x3D), "ssd1306"
		if after := decoded(r, m.File); !reflect.DeepEqual(after, before) {
			r.Errorf("%s\nmade of\n%s\n%v, want %v", line, text.String(), after, before)
		}
	})
}

func decoded(t interface{ Fatalf(string, ...any) }, file string) map[string]any {
	all := map[string]any{}
	if _, err := toml.DecodeFile(file, &all); err != nil {
		t.Fatalf("%v", err)
	}
	return all
}

func TestAMendingLineMakesTheConfigWhereThereIsNone(t *testing.T) {
	m := healthy(words.English)
	m.t = t
	here(m, "")
	m.File = strings.TrimSuffix(m.File, "companion.toml") + "it's new/companion.toml"
	mend(t, doctor.Set(m.System, "panel", "rotated", "true"))
	if c, err := doctor.ReadConfig(m.File, m.Words); err != nil || !c.Panel.Rotated {
		t.Errorf("%+v, %v", c.Panel, err)
	}
}

func TestAConfigThatSedCantEditIsLeftToItsOwner(t *testing.T) {
	for _, text := range []string{
		"panel.chip = \"sh1106\"\n",
		"panel = { chip = \"sh1106\" }\n",
		"[ panel ]\nchip = \"sh1106\"\n",
		"[panel]\n\"chip\" = \"sh1106\"\n",
	} {
		m := healthy(words.English)
		m.t = t
		here(m, text)
		if got, want := doctor.Set(m.System, "panel", "chip", `"ssd1306"`), "nano "+m.File; got != want {
			t.Errorf("of %q: %s, want %s", text, got, want)
		}
	}
}

func TestAConfigThatIsWrongIsSaidInWords(t *testing.T) {
	m := healthy(words.Russian)
	m.t = t
	for text, want := range map[string]string{
		"[panel]\nchipp = 1\n":        "нет настройки «panel.chipp». Может быть, «panel.chip»?",
		"[dice]\nown = \"nothing\"\n": "dice.own не прочесть",
		"[matrix]\nchip = \"lamp\"\n": "нет такой микросхемы: «lamp»",
	} {
		c, err := doctor.ReadConfig(m.temporary(text), m.Words)
		if err == nil || !strings.Contains(err.Error(), want) || !reflect.DeepEqual(c, config.Default()) {
			t.Errorf("%q: %v, %+v", text, err, c)
		}
	}
}
