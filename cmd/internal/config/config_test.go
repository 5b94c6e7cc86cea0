package config_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
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

func TestAScannerIsAPathOrAnID(t *testing.T) {
	for port, sound := range map[string]bool{
		"": true, "/dev/serial/by-id/usb-Honeywell": true, "usb:1a86:e129": true, "USB:1A86:E129": true,
		"usb:1a86": false, "usb:": false, "usb:1a86:e129:1": false,
	} {
		path := written(t, fmt.Sprintf("[scanner]\nport = %q\n", port))
		for _, lang := range words.Langs {
			_, err := config.Read(path, words.Companion(lang))
			if (err == nil) != sound || err != nil && !(strings.Contains(err.Error(), path) && strings.Contains(err.Error(), "scanner.port") && strings.Contains(err.Error(), port)) {
				t.Errorf("%q: %v", port, err)
			}
		}
	}
}
