package club

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

// Fields of Home Assistant's MQTT discovery, as its documentation of the integration lists
// them (home-assistant.io, source/_integrations/mqtt.markdown, "Device discovery payload" and
// "Supported abbreviations", and {sensor,binary_sensor,event,button}.mqtt.markdown), in long
// form as homeassistant/components/mqtt/{abbreviations,schemas}.py spell it. A "!" marks what
// is required. Types: s text, i whole number, b yes or no, l list of texts, m map, t template,
// f topic to hear, p topic to say something under.
var (
	shared = "availability:l availability_mode:s availability_template:t availability_topic:f payload_available:s payload_not_available:s qos:i encoding:s"
	common = shared + " platform!:s unique_id!:s name:s icon:s device_class:s entity_category:s enabled_by_default:b default_entity_id:s " +
		"json_attributes_topic:f json_attributes_template:t entity_picture:s"
	documented = map[string]map[string]field{
		"root":          fieldsOf(shared + " device!:m origin!:m components!:m state_topic:f command_topic:p"),
		"device":        fieldsOf("identifiers!:l connections:l name:s manufacturer:s model:s model_id:s hw_version:s sw_version:s serial_number:s suggested_area:s via_device:s configuration_url:s"),
		"origin":        fieldsOf("name!:s sw_version:s support_url:s"),
		"sensor":        fieldsOf(common + " state_topic!:f value_template:t unit_of_measurement:s state_class:s expire_after:i force_update:b options:l suggested_display_precision:i last_reset_value_template:t"),
		"binary_sensor": fieldsOf(common + " state_topic!:f value_template:t payload_on:s payload_off:s off_delay:i expire_after:i force_update:b"),
		"event":         fieldsOf(common + " state_topic!:f event_types!:l value_template:t"),
		"button":        fieldsOf(common + " command_topic!:p command_template:t payload_press:s retain:b"),
	}
)

// field is what is documented of one.
type field struct {
	kind     string
	required bool
}

func fieldsOf(list string) map[string]field {
	all := map[string]field{}
	for _, f := range strings.Fields(list) {
		name, kind, _ := strings.Cut(f, ":")
		bare, required := strings.CutSuffix(name, "!")
		all[bare] = field{kind, required}
	}
	return all
}

// check returns what is wrong with a part of a description.
func check(what string, part map[string]any) (wrong []string) {
	for name, f := range documented[what] {
		if _, there := part[name]; f.required && !there {
			wrong = append(wrong, what+" lacks "+name)
		}
	}
	for name, value := range part {
		f, known := documented[what][name]
		if !known {
			wrong = append(wrong, what+" has "+name+", which nobody documents")
		} else if flaw := f.flaw(value); flaw != "" {
			wrong = append(wrong, fmt.Sprintf("%s: %s is %v: %s", what, name, value, flaw))
		}
	}
	return wrong
}

// flaw is what is wrong with a value, "" if nothing is.
func (f field) flaw(value any) string {
	text, isText := value.(string)
	list, isList := value.([]any)
	_, isMap := value.(map[string]any)
	number, isNumber := value.(float64)
	_, isBool := value.(bool)
	box, kind, ours := wire.Split(text)
	switch {
	case strings.Contains("stfp", f.kind) && (!isText || text == ""), f.kind == "m" && !isMap, f.kind == "b" && !isBool, f.kind == "i" && (!isNumber || number != float64(int(number))):
		return "not a " + f.kind
	case f.kind == "l" && (!isList || len(list) == 0 || slices.ContainsFunc(list, func(v any) bool { s, ok := v.(string); return !ok || s == "" })):
		return "not a list of texts"
	case f.kind == "t" && (strings.Count(text, "{{") == 0 || strings.Count(text, "{{") != strings.Count(text, "}}") || strings.Count(text, "{%") != strings.Count(text, "%}")):
		return "not a template"
	case f.kind == "f" && (!ours || box != boxID || !slices.Contains([]wire.Kind{wire.OnlineKind, wire.StateKind, wire.MomentKind}, kind)):
		return "no topic under which the box says something"
	case f.kind == "p" && (!ours || box != boxID || kind != wire.PressKind):
		return "no topic under which the box hears presses"
	}
	return ""
}

// housed lets test play an evening that Home Assistant hears of.
func housed(t *testing.T, change func(*evening), test func(t *testing.T, e *evening)) {
	t.Helper()
	played(t, nil, func(e *evening) {
		e.opts.Keys, e.opts.House = true, "homeassistant"
		if change != nil {
			change(e)
		}
	}, test)
}

// described are the descriptions that were told.
func (e *evening) described() (all []map[string]any) {
	topic := "homeassistant/device/companion_" + boxID + "/config"
	for _, m := range e.all("config") {
		if m.payload == "" {
			continue // a description that is deleted
		}
		var d map[string]any
		must(e.t, json.Unmarshal([]byte(m.payload), &d))
		if m.topic != topic || !m.retain {
			e.t.Errorf("told under %s, retained %t", m.topic, m.retain)
		}
		all = append(all, d)
	}
	return all
}

func TestTheDescriptionHasTheFieldsThatAreDocumented(t *testing.T) {
	housed(t, nil, func(t *testing.T, e *evening) {
		all := e.described()
		if len(all) != 1 {
			t.Fatalf("told %d times", len(all))
		}
		d := all[0]
		wrong := slices.Concat(check("root", d), check("device", d["device"].(map[string]any)), check("origin", d["origin"].(map[string]any)))
		seen := map[string]bool{}
		count := map[string]int{}
		for id, c := range d["components"].(map[string]any) {
			part := c.(map[string]any)
			platform := part["platform"].(string)
			wrong = append(wrong, check(platform, part)...)
			if unique := part["unique_id"].(string); seen[unique] || !regexp.MustCompile(`^companion_[0-9a-z]+_[a-z]+$`).MatchString(unique) {
				wrong = append(wrong, id+" is called "+unique)
			} else {
				seen[unique] = true
			}
			if part["default_entity_id"] != platform+"."+part["unique_id"].(string) {
				wrong = append(wrong, fmt.Sprintf("%s is to be %v", id, part["default_entity_id"]))
			}
			count[platform]++
		}
		for _, w := range wrong {
			t.Error(w)
		}
		if got := fmt.Sprint(count); got != "map[binary_sensor:2 button:4 event:1 sensor:5]" {
			t.Errorf("got %s", got)
		}
	})
}

func TestTheTableOfFieldsFindsFaults(t *testing.T) {
	good := map[string]any{"platform": "button", "unique_id": "x", "command_topic": wire.Topic(boxID, wire.PressKind)}
	if wrong := check("button", good); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	for name, value := range map[string]any{"unique_id": nil, "command_topic": wire.Topic(boxID, wire.AckKind), "state_topic": "x", "qos": 1.5, "retain": "yes", "name": "", "json_attributes_template": "{{ x"} {
		bad := map[string]any{"platform": "button", "unique_id": "x", "command_topic": wire.Topic(boxID, wire.PressKind)}
		if bad[name] = value; value == nil {
			delete(bad, name)
		}
		if wrong := check("button", bad); len(wrong) != 1 {
			t.Errorf("%s = %v: %q", name, value, wrong)
		}
	}
}

func TestTheDescriptionIsToldAgainWhenTheHouseStartsAndInAnotherLanguage(t *testing.T) {
	t.Parallel()
	housed(t, nil, func(t *testing.T, e *evening) {
		nameOf := func(d map[string]any) any {
			return d["components"].(map[string]any)["turn"].(map[string]any)["name"]
		}
		e.wait(time.Hour)
		if all := e.described(); len(all) != 1 || nameOf(all[0]) != words.Companion(words.Russian).Word("club.turn") {
			t.Fatalf("%v", all)
		}
		e.says(nil, "homeassistant/status", []byte("offline"), false)
		e.wait(time.Second)
		if n := len(e.described()); n != 1 {
			t.Errorf("told to a house that goes: %d", n)
		}
		e.says(nil, "homeassistant/status", []byte("online"), false)
		e.wait(time.Second)
		if n := len(e.described()); n != 2 {
			t.Errorf("told %d times after the house has started", n)
		}
		e.table.set(func(m *screen.Moment) { m.Lang = words.English })
		e.wait(time.Second)
		if all := e.described(); len(all) != 3 || nameOf(all[2]) != words.Companion(words.English).Word("club.turn") {
			t.Errorf("told %d times, last as %v", len(all), nameOf(all[len(all)-1]))
		}
	})
}

func TestWhatIsNotToldIsNotDescribed(t *testing.T) {
	housed(t, func(e *evening) { e.opts.Keys, e.opts.Tell.State = false, false }, func(t *testing.T, e *evening) {
		d := e.described()[0]
		for id, c := range d["components"].(map[string]any) {
			part := c.(map[string]any)
			// A part with its platform alone is removed.
			if len(part) > 1 != (id == "moment") || documented[part["platform"].(string)] == nil {
				t.Errorf("%s: %v", id, part)
			}
		}
		if n := len(d["components"].(map[string]any)); n != 12 {
			t.Errorf("%d parts, want all 12", n)
		}
	})
}

// Nothing that the broker retains is left behind by a change of the config.
func TestAHouseThatIsNoLongerInTheConfigForgetsTheBox(t *testing.T) {
	for _, x := range []struct {
		what   string
		before []string // prefixes as stored; nil for an earlier build, which stores none
		house  string
		tell   Tell
		want   string // topics and whether something is retained under each, in the order of the messages
		stored []string
	}{
		{"an earlier build, no discovery now", nil, "", everything, "homeassistant=false", []string{}},
		{"no discovery", []string{"homeassistant"}, "", everything, "homeassistant=false", []string{}},
		{"another prefix", []string{"homeassistant"}, "ha", everything, "homeassistant=false ha=true", []string{"ha"}},
		{"two old prefixes", []string{"a/b", "c"}, "ha", everything, "a/b=false c=false ha=true", []string{"ha"}},
		{"the same", []string{"ha"}, "ha", everything, "ha=true", []string{"ha"}},
		{"never any", []string{}, "", everything, "", []string{}},
		{"nothing is told that has entities", []string{"ha"}, "ha", Tell{Records: true}, "ha=false", []string{"ha"}},
	} {
		t.Run(x.what, func(t *testing.T) {
			played(t, nil, func(e *evening) {
				e.shelf.houses, e.opts.House, e.opts.Tell = x.before, x.house, x.tell
			}, func(t *testing.T, e *evening) {
				e.wait(time.Minute)
				var got []string
				for _, m := range e.all("config") {
					prefix, _, _ := strings.Cut(m.topic, "/device/")
					got = append(got, fmt.Sprintf("%s=%t", prefix, m.payload != ""))
					if !m.retain {
						t.Errorf("%s isn't retained", m.topic)
					}
				}
				if strings.Join(got, " ") != x.want {
					t.Errorf("got %q, want %s", got, x.want)
				}
				if stored := e.shelf.houses; len(stored) != len(x.stored) || !slices.Equal(stored, x.stored) {
					t.Errorf("stored %q, want %q", stored, x.stored)
				}
			})
		})
	}
}

func TestAnEventMayBeOfEachKindThatGamesTell(t *testing.T) {
	t.Parallel()
	seen := map[games.Kind]bool{}
	for _, kind := range kinds {
		if seen[kind] {
			t.Errorf("%s stands there twice", kind)
		}
		seen[kind] = true
	}
	for _, r := range rulesOfAll {
		for seed := range uint64(4) {
			w := newWhole(t, r, seed+1)
			for n := 0; n < 400 && w.goOn(); n++ {
				for _, told := range w.match.Moments(w.match.Seq() - 1) {
					if !seen[told.Kind] {
						t.Errorf("%s tells %s", r.Name(), told.Kind)
					}
				}
			}
		}
	}
}

func TestEntitiesHaveNamesInBothLanguages(t *testing.T) {
	for _, lang := range words.Langs {
		for _, id := range []string{"game", "now", "turn", "scores", "clock", "alarm", "playing", "moment", "back", "up", "down", "ok"} {
			if !words.Companion(lang).Has("club." + id) {
				t.Errorf("%s lacks club.%s", lang, id)
			}
		}
	}
}
