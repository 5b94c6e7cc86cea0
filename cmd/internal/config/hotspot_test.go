package config_test

import (
	"strings"
	"testing"

	"tabletop/cmd/internal/config"
)

// hotspotOf reads a file with these lines of [hotspot].
func hotspotOf(t *testing.T, lines string) (config.Hotspot, error) {
	t.Helper()
	c, err := configOf(t, "[hotspot]\n"+lines)
	return c.Hotspot, err
}

func TestTheOwnNetworkHasNoProtectedFramesUnlessTheConfigSaysSo(t *testing.T) {
	for lines, want := range map[string]config.Hotspot{
		"":                                {PMF: "off"},
		`pmf = "optional"`:                {PMF: "optional"},
		`pmf = "required"`:                {PMF: "required"},
		"open = true\ncountry = \"RU\"\n": {PMF: "off", Open: true, Country: "RU"},
	} {
		if got, err := hotspotOf(t, lines); got != want || err != nil {
			t.Errorf("%s: %+v, %v, want %+v", lines, got, err, want)
		}
	}
}

func TestAnUnknownWordOrCountryOfTheHotspotIsRefused(t *testing.T) {
	for lines, want := range map[string]string{
		`pmf = "on"`:         "hotspot.pmf: there is no word “on”. There are: off, optional, required",
		`pmf = ""`:           "hotspot.pmf",
		`country = "ru"`:     "“ru” is no country code",
		`country = "Russia"`: "“Russia”",
		`country = "XX"`:     "“XX”",
		`password = "x"`:     "hotspot.password",
	} {
		if _, err := hotspotOf(t, lines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", lines, err, want)
		}
	}
}
