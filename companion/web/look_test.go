package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
