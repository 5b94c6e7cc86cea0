package config_test

import (
	"os"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
)

// The drawing and the table of the README are of the wiring that needs no config.
func TestTheReadmeShowsTheDefaultWiring(t *testing.T) {
	c := config.Default()
	for _, file := range []string{"../../../README.md", "../../../drivers/wiring.svg"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{c.Keys.Back, c.Keys.Up, c.Keys.Down, c.Keys.OK, "SSD1306", "SH1106", strings.ToUpper(c.Matrix.Chip), "CE0"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s doesn't show %s", file, want)
			}
		}
	}
}
