package config_test

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
	"tabletop/companion/words"
)

func TestASpeedThatAChipDoesNotStandIsRefused(t *testing.T) {
	for _, test := range []struct{ table, chip, speed, want string }{
		{"panel", "ssd1306", "0", ""},
		{"panel", "ssd1306", "10000", ""},
		{"panel", "ssd1306", "10001", "panel.speed"},
		{"panel", "sh1106", "2001", "sh1106"},
		{"matrix", "max7219", "99", "100"},
		{"matrix", "max7219", "-1", "matrix.speed"},
		{"matrix", "apa102", "20000", ""},
		{"matrix", "ws2812", "2400", "2500"},
		{"matrix", "ws2812", "2500", ""},
		{"matrix", "unicornhd", "9001", "9000"},
		{"tags", "", "10001", "mfrc522"},
		{"tags", "", "4000", ""},
	} {
		text := fmt.Sprintf("[%s]\nspeed = %s\n", test.table, test.speed)
		if test.chip != "" {
			text += fmt.Sprintf("chip = %q\n", test.chip)
		}
		path := written(t, text)
		for _, lang := range words.Langs {
			_, err := config.Read(path, words.Companion(lang))
			if (err == nil) != (test.want == "") || err != nil && !(strings.Contains(err.Error(), test.want) && strings.Contains(err.Error(), path)) {
				t.Errorf("%s %s at %s kHz: %v, want %q", test.table, test.chip, test.speed, err, test.want)
			}
		}
	}
}

func TestWithoutASpeedAChipHasItsUsualOne(t *testing.T) {
	for chip, want := range map[string]int{"ssd1306": 1000, "sh1106": 1000, "max7219": 1000, "apa102": 1000, "ws2812": 2500, "unicornhd": 9000, "mfrc522": 1000} {
		if got := config.Speed(chip, 0); got != want {
			t.Errorf("%s: %d kHz, want %d", chip, got, want)
		}
	}
	if got := config.Speed("max7219", 4000); got != 4000 {
		t.Errorf("asked for 4000 kHz, got %d", got)
	}
}
