package voice

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Card is a sound card that can play.
type Card struct {
	ID   string // name of the card in ALSA, such as "Headphones"
	USB  bool
	HDMI bool // plays at a monitor or television
}

// Device returns ALSA's name of the card as a device that converts and mixes where it can.
func (c Card) Device() string { return "sysdefault:CARD=" + c.ID }

// Cards returns the sound cards of a machine that can play, the best first: cards on USB,
// because a person has plugged them in, then others, then HDMI. A card of HDMI counts only while a
// screen is connected. machine is the root folder of its file systems.
func Cards(machine fs.FS) (cards []Card) {
	ids, _ := fs.Glob(machine, "sys/class/sound/card*/id") // the pattern is well-formed
	for _, file := range ids {
		folder := path.Dir(file)
		number := strings.TrimPrefix(path.Base(folder), "card")
		players, _ := fs.Glob(machine, "sys/class/sound/pcmC"+number+"D*p")
		id, err := fs.ReadFile(machine, file)
		if err != nil || len(players) == 0 {
			continue
		}
		c := Card{ID: strings.TrimSpace(string(id))}
		target, _ := fs.ReadLink(machine, folder)
		c.USB = strings.Contains(target, "/usb")
		c.HDMI = strings.Contains(strings.ToLower(c.ID), "hdmi") || c.ID == "b1" // bcm2835 calls its HDMI b1
		if !c.HDMI || screen(machine) {
			cards = append(cards, c)
		}
	}
	slices.SortStableFunc(cards, func(a, b Card) int { return a.rank() - b.rank() })
	return cards
}

func (c Card) rank() int {
	switch {
	case c.USB:
		return 0
	case c.HDMI:
		return 2
	}
	return 1
}

// screen reports whether a screen is connected by HDMI.
func screen(machine fs.FS) bool {
	states, _ := fs.Glob(machine, "sys/class/drm/card*-HDMI-*/status")
	return slices.ContainsFunc(states, func(file string) bool {
		state, err := fs.ReadFile(machine, file)
		return err == nil && strings.TrimSpace(string(state)) == "connected"
	})
}
