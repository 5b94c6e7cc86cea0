package club

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/companion/club/wire"
	looks "tabletop/companion/people"
	"tabletop/companion/words"
)

// template is a template with the message that Home Assistant renders it for, or the attributes of
// entities.
type template struct {
	Template   string                    `json:"template"`
	Value      any                       `json:"value_json,omitempty"`
	Attributes map[string]map[string]any `json:"attributes,omitempty"`
}

// rendered renders templates by Jinja, as Home Assistant does.
func rendered(t *testing.T, all []template) (texts []string) {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} { // Debian's package belongs to the second
		var errs strings.Builder
		cmd := exec.Command(python, "testdata/homeassistant.py")
		cmd.Stdin, cmd.Stderr = bytes.NewReader(wire.Marshal(all)), &errs
		out, err := cmd.Output()
		switch {
		case err == nil:
			must(t, json.Unmarshal(out, &texts))
			return texts
		case len(errs.String()) > 0 && !strings.Contains(errs.String(), "No module named 'jinja2'"):
			t.Fatalf("%v: %s", err, errs.String())
		}
	}
	t.Skip("python3-jinja2 isn't installed")
	return nil
}

// tableStates are states of a table of eight: idle, at the turn of chance, at that of each seat, with
// a clock that runs down, and over.
func tableStates() (names []string, states []wire.State) {
	add := func(name string, s wire.State) { names, states = append(names, name), append(states, s) }
	idle := wire.State{N: 1, Name: "Синяя", Lang: "ru", Seats: []wire.Seat{}}
	add("idle", idle)
	on := idle
	on.Match, on.Seq, on.Game, on.Title, on.Now = "m", 7, "mice", "Мыши", "Бросить «ещё» & 2 < 3?"
	on.Lowest = true
	for i := range 8 {
		on.Seats = append(on.Seats, wire.Seat{Name: "Игрок " + strconv.Itoa(i+1), RGB: looks.Colours[i].RGB, Score: int32(10 - i)})
	}
	add("before the first turn", on)
	for turn := 1; turn <= 8; turn++ {
		s := on
		s.Turn, s.Who = turn, on.Seats[turn-1].Name
		add("turn "+strconv.Itoa(turn), s)
	}
	clocks := on
	clocks.Turn, clocks.Who, clocks.Alarm = 2, "Аня's", true
	clocks.Now = strings.Repeat("щ", 300)
	left := int64(-1500)
	clocks.Seats = []wire.Seat{{Used: 61_900}, {Used: 5000, Left: &left, Runs: true}}
	add("the time is up", clocks)
	clocks.Turn = 1
	add("a clock counts up", clocks)
	over := on
	over.Over, over.Now = true, ""
	over.Seats[3].Won = true
	add("over", over)
	return names, states
}

// valueOf is what Home Assistant is to make of a state, by the id of an entity.
var valueOf = map[string]func(wire.State) any{
	"game": func(s wire.State) any { return cmp.Or(s.Title, "None") },
	"now": func(s wire.State) any {
		if s.Match == "" {
			return "None"
		}
		return string([]rune(s.Now)[:min(255, len([]rune(s.Now)))])
	},
	"turn": func(s wire.State) any { return cmp.Or(s.Who, "None") },
	"scores": func(s wire.State) any {
		var all []string
		for _, seat := range s.Seats {
			all = append(all, fmt.Sprint(seat.Score))
		}
		return cmp.Or(strings.Join(all, " : "), "None")
	},
	"clock": func(s wire.State) any {
		switch {
		case s.Turn == 0:
		case s.Seats[s.Turn-1].Left != nil:
			return "-2" // full seconds, rounded down
		case s.Seats[s.Turn-1].Used > 0:
			return "61"
		}
		return "None"
	},
	"alarm":   func(s wire.State) any { return map[bool]string{true: "ON", false: "OFF"}[s.Alarm] },
	"playing": func(s wire.State) any { return map[bool]string{true: "ON", false: "OFF"}[s.Match != "" && !s.Over] },
}

// moreOf are the attributes of an entity, by its id.
var moreOf = map[string]func(wire.State) any{
	"game": func(s wire.State) any {
		return map[string]any{"match": s.Match, "game": s.Game, "seq": s.Seq, "over": s.Over}
	},
	"turn": func(s wire.State) any {
		more := map[string]any{"seat": s.Turn, "seats": len(s.Seats), "rgb": nil}
		if s.Turn > 0 {
			more["rgb"] = s.Seats[s.Turn-1].RGB
		}
		return more
	},
	"scores": func(s wire.State) any { return map[string]any{"seats": s.Seats, "lowest": s.Lowest} },
}

// described returns the description that Home Assistant receives.
func (c *Club) described(t *testing.T) (d struct {
	Components map[string]map[string]any `json:"components"`
	Available  string                    `json:"availability_template"`
},
) {
	t.Helper()
	must(t, json.Unmarshal(c.device(words.Companion(words.Russian)), &d))
	return d
}

func TestHomeAssistantRendersEachTemplateOfTheDescription(t *testing.T) {
	names, states := tableStates()
	c := alone(t, "m", begun(t, "Аня", "Боря"))
	c.opts.Keys = true
	var all []template
	var wants []any
	var what []string
	add := func(name, text string, value, want any) {
		all, wants, what = append(all, template{Template: text, Value: value}), append(wants, want), append(what, name)
	}
	d := c.described(t)
	for _, on := range []bool{true, false} {
		add("availability", d.Available, wire.Online{Online: on}, map[bool]string{true: "online", false: "offline"}[on])
	}
	for id, part := range d.Components {
		for field, of := range map[string]map[string]func(wire.State) any{"value_template": valueOf, "json_attributes_template": moreOf} {
			text, has := part[field].(string)
			if want := of[id]; has != (want != nil) {
				t.Errorf("%s has a %s %t, and a wanted value %t", id, field, has, want != nil)
			}
			for i, s := range states {
				if has {
					add(id+" "+field+", "+names[i], text, s, of[id](s))
				}
			}
		}
		for field := range part {
			if strings.HasSuffix(field, "_template") && field != "value_template" && field != "json_attributes_template" {
				t.Errorf("%s has a %s, which nothing tries", id, field)
			}
		}
	}
	for i, got := range rendered(t, all) {
		if want, isText := wants[i].(string); isText {
			if got != want {
				t.Errorf("%s: got %s, want %s", what[i], got, want)
			}
		} else if !sameJSON(t, got, wants[i]) {
			t.Errorf("%s: got %s, want %s", what[i], got, wire.Marshal(wants[i]))
		}
	}
}

// sameJSON reports whether text is want as JSON.
func sameJSON(t *testing.T, text string, want any) bool {
	t.Helper()
	var a, b any
	must(t, json.Unmarshal([]byte(text), &a))
	must(t, json.Unmarshal(wire.Marshal(want), &b))
	return reflect.DeepEqual(a, b)
}

// lamp is the automation of the manual's light.
type lamp struct{ entity, attribute, condition, colour string }

// lampOf reads the automation from a page of the manual, as a person copies it.
func lampOf(t *testing.T, file string) lamp {
	t.Helper()
	page, err := os.ReadFile("../../systemd/man/" + file)
	must(t, err)
	text := strings.NewReplacer(`\-`, "-", `\(aq`, "'").Replace(string(page))
	found := regexp.MustCompile(`\n\.EX
triggers:
  - trigger: state
    entity_id: (\S+)
    attribute: (\S+)
conditions:
  - "(\{\{[^\n]+\}\})"
actions:
  - action: light.turn_on
    target: \{entity_id: light.table\}
    data:
      rgb_color: "(\{\{[^\n]+\}\})"
\.EE\n`).FindStringSubmatch(text)
	if found == nil || strings.Count(text, "{{") != 2 {
		t.Fatalf("%s has another automation than this test tries, or more of them", file)
	}
	return lamp{found[1], found[2], found[3], found[4]}
}

// follow lets the automation follow the states of a box, and returns the colours that it gives the
// light. attributes is the template of the entity's attributes.
func (l lamp) follow(t *testing.T, attributes string, states []wire.State) (colours []string) {
	t.Helper()
	var all []template
	for _, s := range states {
		all = append(all, template{Template: attributes, Value: s})
	}
	var before any
	var actions []template
	for _, text := range rendered(t, all) {
		var more map[string]any
		must(t, json.Unmarshal([]byte(text), &more))
		if reflect.DeepEqual(more[l.attribute], before) {
			continue
		}
		before = more[l.attribute]
		home := map[string]map[string]any{l.entity: more}
		actions = append(actions, template{Template: l.condition, Attributes: home}, template{Template: l.colour, Attributes: home})
	}
	texts := rendered(t, actions)
	for i := 0; i < len(texts); i += 2 {
		if texts[i] == "True" {
			colours = append(colours, texts[i+1])
		}
	}
	return colours
}

func TestTheLampOfTheManualFollowsTheTurn(t *testing.T) {
	_, all := tableStates()
	idle, turns, over := all[0], all[2:10], all[len(all)-1]
	states, want := []wire.State{idle, idle, all[1], all[1]}, []string(nil)
	for i, s := range turns {
		states = append(states, s, s, s) // the box publishes it again each minute
		rgb := looks.Colours[i].RGB
		want = append(want, fmt.Sprintf("[%d, %d, %d]", rgb[0], rgb[1], rgb[2]))
	}
	states = append(states, over, over, idle, turns[7], turns[0])
	want = append(want, want[7], want[0])
	c := alone(t, "m", begun(t, "Аня", "Боря"))
	turn := c.described(t).Components["turn"]
	light := lampOf(t, "companion-club.7")
	if ru := lampOf(t, "ru/companion-club.7"); ru != light {
		t.Errorf("the Russian page has %+v, want %+v", ru, light)
	}
	if want := strings.ReplaceAll(turn["default_entity_id"].(string), c.box, "BOX"); light.entity != want {
		t.Errorf("the light follows %s, want %s", light.entity, want)
	}
	if got := light.follow(t, turn["json_attributes_template"].(string), states); !slices.Equal(got, want) {
		t.Errorf("the light takes the colours %s, want %s", got, want)
	}
}
