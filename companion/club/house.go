package club

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"tabletop/companion/club/wire"
	"tabletop/companion/words"
	"tabletop/games"
)

// house is the description of the box that Home Assistant receives.
type house struct {
	lang        words.Lang
	description []byte   // description in the language lang, as JSON
	prefixes    []string // prefixes under which the broker may retain a description, as stored
}

// usualHouse is the prefix of Home Assistant's discovery in the default config. Builds that don't
// store prefixes have used it.
const usualHouse = "homeassistant"

// readHouses reads the prefixes of retained descriptions from the disk.
func (c *Club) readHouses() error {
	prefixes, known, err := c.shelf.Houses(c.ctx)
	if err != nil {
		return fmt.Errorf("club: read the prefixes of Home Assistant: %w", err)
	}
	if !known {
		prefixes = []string{usualHouse}
	}
	c.house.prefixes = prefixes
	return nil
}

// setHouses stores the prefixes of retained descriptions. It reports whether it succeeded.
func (c *Club) setHouses(prefixes []string) bool {
	if err := c.shelf.SetHouses(c.ctx, prefixes); err != nil {
		c.fault("club", fmt.Errorf("club: store the prefixes of Home Assistant: %w", err))
		return false
	}
	c.house.prefixes = prefixes
	return true
}

// ghostJob deletes a description under a prefix that the config no longer has.
func (c *Club) ghostJob(time.Time) *job {
	link := c.link
	i := slices.IndexFunc(c.house.prefixes, func(p string) bool { return p != c.opts.House && !slices.Contains(link.cleared, p) })
	if i < 0 {
		return nil
	}
	old := c.house.prefixes[i]
	link.cleared = append(link.cleared, old)
	return &job{topic: c.descriptionTopic(old), retain: true, done: func(err error, _ time.Time) {
		if err == nil {
			c.setHouses(slices.DeleteFunc(slices.Clone(c.house.prefixes), func(p string) bool { return p == old }))
		}
	}}
}

// descriptionTopic returns the topic of the description under a prefix.
func (c *Club) descriptionTopic(prefix string) string {
	return prefix + "/device/companion_" + c.box + "/config"
}

// kinds lists the kinds of moments, which are the types of Home Assistant's event.
var kinds = []games.Kind{
	games.Bust, games.Catch, games.Steal, games.Appear, games.Gain, games.Land, games.Carry, games.Pull, games.Whirl, games.Sink,
	games.Last, games.Trick, games.Revoke, games.Round, games.Lead, games.Target, games.Home, games.Stuck, games.Blocked, games.High,
	games.Low, games.First, games.Win, games.Defeat,
}

// entity is an entity of Home Assistant or a part of its description, as a JSON object.
type entity = map[string]any

// houseJob publishes the description of the box to Home Assistant: once on each connection, after
// Home Assistant has started, and after the language has changed.
func (c *Club) houseJob(time.Time) *job {
	if c.opts.House == "" {
		return nil
	}
	if h := &c.house; h.lang != c.now.Lang {
		h.lang, h.description = c.now.Lang, c.device(c.own[c.now.Lang])
	}
	link, description := c.link, c.house.description
	if link.described && bytes.Equal(link.description, description) {
		return nil
	}
	if !slices.Contains(c.house.prefixes, c.opts.House) && !c.setHouses(append(slices.Clone(c.house.prefixes), c.opts.House)) {
		return nil // the next connection tries again
	}
	link.described, link.description = true, description
	return &job{topic: c.descriptionTopic(c.opts.House), payload: description, retain: true, done: func(err error, _ time.Time) {
		link.described = link.described && err == nil
	}}
}

// device returns the description of the box as a device with its entities, in JSON. It is empty if
// the device would have no entities. w provides the names of the entities. Of an entity that the
// config excludes it has the platform only: Home Assistant then removes the entity (MQTT discovery,
// "Removing a component").
func (c *Club) device(w *words.Catalogue) []byte {
	components := entity{}
	some := false
	add := func(tells bool, platform, id, icon string, more entity) {
		if some = some || tells; !tells {
			components[id] = entity{"platform": platform}
			return
		}
		more["platform"], more["unique_id"], more["name"], more["icon"] = platform, "companion_"+c.box+"_"+id, w.Word("club."+id), icon
		more["default_entity_id"] = platform + ".companion_" + c.box + "_" + id
		components[id] = more
	}
	c.addState(add)
	add(c.opts.Tell.Moments, "event", "moment", "mdi:star-shooting", entity{"state_topic": wire.Topic(c.box, wire.MomentKind), "event_types": kinds})
	for key, icon := range map[wire.Press]string{
		wire.PressBack: "mdi:arrow-left", wire.PressUp: "mdi:arrow-up", wire.PressDown: "mdi:arrow-down", wire.PressOK: "mdi:check",
	} {
		add(c.opts.Keys, "button", string(key), icon, entity{"command_topic": wire.Topic(c.box, wire.PressKind), "payload_press": string(key)})
	}
	if !some {
		return nil
	}
	return wire.Marshal(entity{
		"device": entity{
			"identifiers": []string{"companion_" + c.box}, "name": c.opts.Name, "manufacturer": product, "model": product,
			"serial_number": wire.Grouped(c.box), "sw_version": c.opts.Version,
		},
		"origin":                entity{"name": product, "sw_version": c.opts.Version},
		"components":            components,
		"availability_topic":    wire.Topic(c.box, wire.OnlineKind),
		"availability_template": "{{ 'online' if value_json.online else 'offline' }}",
		"qos":                   1,
	})
}

// product is the product name of the box.
const product = "Tabletop companion"

// Home Assistant templates that extract values from the state. "None" is Home Assistant's unknown
// value.
const (
	gameOf   = "{{ value_json.title if value_json.match else None }}"
	nowOf    = "{{ value_json.now[:255] if value_json.match else None }}"
	turnOf   = "{{ value_json.who if value_json.turn else None }}"
	scoresOf = "{{ value_json.seats | map(attribute='score') | join(' : ') if value_json.match else None }}"
	clockOf  = "{% set s = value_json.seats[value_json.turn - 1] if value_json.turn else {} %}" +
		"{{ (s.left if s.left is defined else s.used) // 1000 if s.left is defined or s.used is defined else None }}"
	alarmOf   = "{{ 'ON' if value_json.alarm else 'OFF' }}"
	playingOf = "{{ 'ON' if value_json.match and not value_json.over else 'OFF' }}"

	gameMore = "{{ {'match': value_json.match, 'game': value_json.game, 'seq': value_json.seq, 'over': value_json.over} | tojson }}"
	turnMore = "{{ {'seat': value_json.turn, 'seats': value_json.seats | count," +
		" 'rgb': value_json.seats[value_json.turn - 1].rgb if value_json.turn else None} | tojson }}"
	scoresMore = "{{ {'seats': value_json.seats, 'lowest': value_json.lowest} | tojson }}"
)

// addState adds the entities whose values come from the state.
func (c *Club) addState(add func(tells bool, platform, id, icon string, more entity)) {
	tells, topic := c.opts.Tell.State, wire.Topic(c.box, wire.StateKind)
	for _, s := range []struct{ id, icon, value, more string }{
		{"game", "mdi:dice-multiple", gameOf, gameMore},
		{"now", "mdi:text-short", nowOf, ""},
		{"turn", "mdi:account-arrow-right", turnOf, turnMore},
		{"scores", "mdi:scoreboard", scoresOf, scoresMore},
		{"clock", "mdi:timer-outline", clockOf, ""},
	} {
		more := entity{"state_topic": topic, "value_template": s.value}
		if s.more != "" {
			more["json_attributes_topic"], more["json_attributes_template"] = topic, s.more
		}
		if s.id == "clock" {
			more["device_class"], more["unit_of_measurement"] = "duration", "s"
		}
		add(tells, "sensor", s.id, s.icon, more)
	}
	add(tells, "binary_sensor", "alarm", "mdi:rabbit", entity{"state_topic": topic, "value_template": alarmOf})
	add(tells, "binary_sensor", "playing", "mdi:play", entity{"state_topic": topic, "value_template": playingOf})
}
