package web

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion"
	"tabletop/companion/people"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// looked is a table where Боря has chosen a colour and a picture.
func looked(t *testing.T) screen.Moment {
	t.Helper()
	p := people.People{}.WithLook("Боря", people.Look{Colour: 12, Picture: 6})
	return screen.Moment{Moment: companion.Moment{Match: begun(t), Lang: words.Russian, Library: inWords(t), Guests: guests, Offer: &companion.Offer{Looks: p.Looks, Same: map[string]string{"Борис": "Боря"}}}}
}

func TestLooksAreThoseOfOneTable(t *testing.T) {
	at := newTable()
	at.set(looked(t))
	s := server(t, at)
	var got struct {
		Looks             []seatLook
		Chosen            map[string]chosenLook
		Colours, Pictures lookChoices
	}
	for query, want := range map[string][]seatLook{
		"":                           {},
		"?name=Боря":                 {{12, "#503cc8", "owl"}},
		"?name=Борис":                {{12, "#503cc8", "owl"}},
		"?name=Игрок 12&name=Боря":   {{1, "#ff3c28", ""}, {12, "#503cc8", "owl"}},
		"?name=Игрок 2&name=Игрок 5": {{2, "#2878ff", ""}, {5, "#c83cdc", ""}},
	} {
		r := request("GET", "/api/looks"+strings.ReplaceAll(query, " ", "%20"), "")
		if err := json.Unmarshal(ask(s, r).Body.Bytes(), &got); err != nil || !slices.Equal(got.Looks, want) {
			t.Errorf("%s: %v, %v, want %v", query, got.Looks, err, want)
		}
	}
	if len(got.Colours.Choices) != 13 || len(got.Pictures.Choices) != 13 || got.Chosen["Боря"] != (chosenLook{"indigo", "owl"}) || got.Colours.Choices[0].Key != "" {
		t.Errorf("to choose there is %+v", got)
	}
	var many strings.Builder
	for i := range 3 * mostLooks {
		fmt.Fprintf(&many, "&name=%d", i)
	}
	if err := json.Unmarshal(ask(s, request("GET", "/api/looks?"+many.String(), "")).Body.Bytes(), &got); err != nil || len(got.Looks) != mostLooks {
		t.Errorf("%d looks, %v, want %d", len(got.Looks), err, mostLooks)
	}
}

func TestAMatchIsSentAnewWhenALookIsChosen(t *testing.T) {
	at := newTable()
	m := looked(t)
	at.moment = m
	served(t, at, func(t *testing.T, client *http.Client, _ func() error) {
		r, b := follow(t, client)
		defer r.Body.Close()
		wantPanel(t, b, m)
		wantMatch(t, b, "1", "ru")
		for _, looks := range []map[string]people.Look{m.Offer.Looks, {"Боря": {Colour: 3}}} {
			m.Offer = &companion.Offer{Looks: looks, Same: m.Offer.Same}
			at.set(m)
		}
		wantMatch(t, b, "1", "ru")
		if name, _, _ := event(t, b); name != "alive" {
			t.Errorf("event %s, want alive", name)
		}
	})
}

func TestThePicturesOfPlayersAreServedAsSymbols(t *testing.T) {
	got := ask(server(t, newTable()), request("GET", "/art/people.svg", ""))
	if got.Code != 200 || got.Header().Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("%d %v", got.Code, got.Header())
	}
	for _, name := range people.Pictures {
		if !strings.Contains(got.Body.String(), `<symbol id="`+name+`" viewBox="0 -.5 8 8"><path stroke="currentColor" stroke-width="1.1" d="M`) {
			t.Errorf("there is no %s in %s", name, got.Body)
		}
	}
}

// A player's colour is that of letters on the page's grounds, and the ground of letters and pictures.
const leastContrast = 4.5

var declared = regexp.MustCompile(`--([\w-]+): (#[0-9a-f]{6})`)

func TestThePlayersColoursAreReadInEveryTheme(t *testing.T) {
	for _, tt := range []struct {
		file    string
		grounds []string // of and under a player's colour
		themes  int
	}{
		{"style/base.css", []string{"room", "card", "hover", "on-mine"}, 2},
		{"tv.css", []string{"room", "card", "seat-ink"}, 2},
	} {
		css, err := os.ReadFile("page/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		all, themes := map[string]string{}, 0
		for block := range strings.SplitSeq(string(css), "}") {
			for _, m := range declared.FindAllStringSubmatch(block, -1) {
				all[m[1]] = m[2]
			}
			if !strings.Contains(block, "--tone1:") || strings.Contains(block, ".flood") {
				continue
			}
			themes++
			for n := range people.Colours {
				tone := all[fmt.Sprint("tone", n+1)]
				for _, ground := range tt.grounds {
					if got := contrast(t, tone, all[ground]); got < leastContrast {
						t.Errorf("%s, theme %d: tone %d, %s, on %s, %s: %.2f, want %.1f", tt.file, themes, n+1, tone, ground, all[ground], got, leastContrast)
					}
				}
			}
			if tones := slices.Collect(func(yield func(string) bool) {
				for n := range people.Colours {
					yield(all[fmt.Sprint("tone", n+1)])
				}
			}); len(slices.Compact(slices.Sorted(slices.Values(tones)))) != len(people.Colours) {
				t.Errorf("%s, theme %d: two of %q are the same", tt.file, themes, tones)
			}
		}
		if themes != tt.themes {
			t.Errorf("%s has the players' colours in %d themes, want %d", tt.file, themes, tt.themes)
		}
	}
}

// contrast returns the contrast of two colours by WCAG: 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light := func(hex string) (sum float64) {
		n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
		if err != nil {
			t.Fatalf("colour %q: %v", hex, err)
		}
		for i, share := range []float64{0.2126, 0.7152, 0.0722} {
			part := float64(n>>(16-8*i)&0xff) / 255
			if part <= 0.04045 {
				sum += share * part / 12.92
			} else {
				sum += share * math.Pow((part+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
