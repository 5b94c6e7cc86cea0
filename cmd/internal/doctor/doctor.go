// Package doctor looks at the machine the companion is to run on and says, in the
// words of its owner, what is wrong with it and which one line mends that.
//
// # Findings
//
// [System.Look] only looks: it opens nothing that somebody else may be using but a
// bus, which it asks for single bytes, and the keys' lines for a moment if they are
// free. Each [Check] gives findings, and a finding has a name that scripts can rely
// on:
//
//	board             which board this is
//	power, heat       the firmware's get_throttled: too little voltage, too hot
//	clock             whether somebody set it
//	config            companion.toml
//	lines             a line that two things hang on
//	state             the state folder: its owner, its disk, the room on it
//	card              errors of cards and disks in the kernel's log
//	card.pace         how long the last evening's changes took to keep
//	daemon            the companion that may be running already
//	daemon.devices    what of its config that one can't open, by the rules of its service
//	i2c, i2c.speed    the bus is there, may be used, answers; how fast it is
//	panel, matrix     the chip answers; on SPI only a person can tell
//	spi, gpio         they are there and may be used
//	keys              all lines are free, and no contact is closed
//	keys.back …       what is wrong with one line; also .up .down .ok .encoder_a .encoder_b
//	buzzer, panel.dc, panel.reset, tags.reset, tags.irq   a line that is wired, and taken
//	scanner, table, printer                               a serial device
//	club              the broker is there, and the service may reach it
//
// [System.Try] uses the panel, with a person in front of it:
//
//	try               why nothing can be tried
//	try.panel         a picture
//	try.matrix        every lamp, and a letter
//	try.buzzer        a signal
//	try.back …        a key that was asked for; also .up .down .ok .encoder
//	try.keys          why no key can be heard
//
// A part that the config leaves out is not looked for and has no finding. The
// states are ok, warn, bad and absent; absent is what isn't there and needn't be.
//
// # JSON
//
// [WriteJSON] writes one object; its keys stay:
//
//	{"well":false,"findings":[{"check":"i2c","state":"bad","says":"…","mend":"…"}]}
//
// well is false if any finding is bad, says is for people and in their language,
// mend is a line for a shell, or "" where only hands help.
//
// # Transcripts
//
// A [Recorder] between the drivers and the buses writes down what passes; see it
// for the format. [ReadOps] reads that back, for a driver's test to play.
//
// # What is never done
//
// Nothing is changed. A line that mends something is shown, and it is a person who
// runs it.
package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/companion/words"
	"tabletop/games"
)

// State is how bad a finding is.
type State string

const (
	OK     State = "ok"
	Warn   State = "warn" // the companion plays, though not at its best
	Bad    State = "bad"  // something that is configured doesn't work
	Absent State = "absent"
)

// Finding is what a check found.
type Finding struct {
	Check string `json:"check"` // see the package
	State State  `json:"state"`
	Says  string `json:"says"` // in the language of [System].Words
	Mend  string `json:"mend"` // a line for a shell, or ""
}

// Check looks at one part of a machine.
type Check func(*System) []Finding

// checks are all there are, in the order people should mend what they find.
var checks = []Check{
	board, power, clock,
	configured, sharedLines, state, card, pace, daemon, eyes,
	i2cBuses, spiPorts, gpioChips, keyLines, plainLines,
	serialPorts, club,
}

// Look lets every check look at the machine.
func (s *System) Look() (findings []Finding) {
	for _, check := range checks {
		findings = append(findings, check(s)...)
	}
	return findings
}

// found makes findings of one.
func found(f Finding) []Finding { return []Finding{f} }

// find makes a finding that says a text of the catalogue.
func (s *System) find(check string, state State, mend, key string, args ...string) Finding {
	return Finding{Check: check, State: state, Says: s.Words.Word(key, args...), Mend: mend}
}

// Well reports whether nothing is bad.
func Well(findings []Finding) bool {
	return !slices.ContainsFunc(findings, func(f Finding) bool { return f.State == Bad })
}

// signs begin the lines of a report.
var signs = map[State]string{OK: "✓", Warn: "!", Bad: "✗", Absent: "–"}

// Write writes findings for people: a line each, and what mends it on a line of
// its own.
func Write(out io.Writer, findings []Finding) error {
	var text strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&text, "%s %s\n", signs[f.State], f.Says)
		if f.Mend != "" {
			fmt.Fprintf(&text, "      %s\n", f.Mend)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// WriteJSON writes findings for programs; see the package.
func WriteJSON(out io.Writer, findings []Finding) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Well     bool      `json:"well"`
		Findings []Finding `json:"findings"`
	}{Well(findings), append([]Finding{}, findings...)})
}

// Verdict says how many findings are bad, and how many are worth knowing.
func Verdict(findings []Finding, w *words.Catalogue) string {
	count := map[State]int{}
	for _, f := range findings {
		count[f.State]++
	}
	parts := []string{w.Word("doctor.well")}
	if count[Bad] > 0 {
		parts[0] = w.Say(games.Count("doctor.bad", count[Bad]), nil)
	}
	if count[Warn] > 0 {
		parts = append(parts, w.Say(games.Count("doctor.warn", count[Warn]), nil))
	}
	return strings.Join(parts, " ")
}
