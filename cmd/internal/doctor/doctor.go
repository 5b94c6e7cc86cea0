// Package doctor checks the machine on which the companion is to run. It reports, in the owner's
// words, each fault and the shell line that corrects it.
//
// # Findings
//
// [System.Look] only reads. Of the devices that may be in use it opens only a bus, from which it
// reads single bytes, the lines of the keys, and a USB printer, for a moment and only if they are
// free. Each [Check] returns findings. The names of findings are stable, so scripts can rely on them:
//
//	board             the model of the board
//	power, heat       undervoltage, and the temperature; see package health
//	wifi              the signal of the Wi-Fi
//	clock             whether the clock was set
//	config            companion.toml
//	lines             a GPIO line with two uses
//	state             the state folder: its owner, its disk, the free space
//	card              errors of cards and disks in the kernel's log
//	card.errors       errors that the file system remembers since it was last repaired
//	card.pace         the time that the last evening's changes took to store
//	daemon            whether the companion is running
//	daemon.devices    devices of the config that the running companion may not open
//	i2c, i2c.speed    whether the bus exists, may be used and answers; its speed
//	panel, matrix     whether the chip answers; on SPI only a person can tell
//	spi, gpio         whether the device nodes exist and may be used
//	keys              whether all lines are free, and no contact is closed
//	keys.back …       a fault of one line; also .up .down .ok .encoder_a .encoder_b
//	buzzer, panel.dc, panel.reset, tags.reset, tags.irq   a configured GPIO line, and its user
//	voice             whether there is a sound card, and the programs that speak and play
//	scanner, table, printer                               a serial device, or a USB printer
//	scanner           a scanner that is a keyboard; keyboards, if the config has no scanner
//	hotspot           whether the radio for the box's own Wi-Fi is blocked, has a country, and
//	                  whether the logs contain faults of it
//	club              whether the broker answers, and whether the service may reach it
//
// [System.Try] uses the panel, with a person in front of it:
//
//	try               the reason why nothing can be tried
//	try.panel         a test picture
//	try.matrix        every lamp, and a letter
//	try.buzzer        a signal
//	try.back …        a requested key; also .up .down .ok .encoder
//	try.keys          the reason why no key can be read
//
// A part that is not in the config is not checked and has no finding, except for a USB printer or a
// scanner that is plugged in as a keyboard. The default config has a program that speaks. The states are ok, warn, bad and absent; absent means
// missing, but not required.
//
// # JSON
//
// [WriteJSON] writes one object with stable keys:
//
//	{"well":false,"findings":[{"check":"i2c","state":"bad","says":"…","mend":"…"}]}
//
// well is false if any finding is bad. says is text in the owner's language. mend is a shell line,
// or "" if only manual work helps.
//
// # Transcripts
//
// A [Recorder] between the drivers and the buses records the traffic; [Op.String] shows the format.
// [ReadOps] reads a recording, for the test of a driver to replay.
//
// # No changes
//
// The doctor changes nothing. It prints shell lines; a person runs them.
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

// State is the severity of a finding.
type State string

const (
	OK     State = "ok"
	Warn   State = "warn"   // the companion works, but not at its best
	Bad    State = "bad"    // a configured part does not work
	Absent State = "absent" // the part is missing, but not required
)

// Finding is the result of a check.
type Finding struct {
	Check string `json:"check"` // name of the check; see the package comment
	State State  `json:"state"`
	Says  string `json:"says"` // text in the language of [System].Words
	Mend  string `json:"mend"` // shell line that corrects the fault, or ""
}

// Check checks one part of a machine.
type Check func(*System) []Finding

// checks holds all checks, in the order in which their faults should be corrected.
var checks = []Check{
	board, power, signal, clock,
	configured, sharedLines, state, card, superblock, pace, daemon, eyes,
	i2cBuses, spiPorts, gpioChips, keyLines, plainLines,
	speech, serialPorts, usbPrinters, possibleScanners, ownWifi, club,
}

// Look runs all checks and returns their findings.
func (s *System) Look() (findings []Finding) {
	for _, check := range checks {
		findings = append(findings, check(s)...)
	}
	return findings
}

// found returns a list of one finding.
func found(f Finding) []Finding { return []Finding{f} }

// find returns a finding with the catalogue's text for a words key.
func (s *System) find(check string, state State, mend, key string, args ...string) Finding {
	return Finding{Check: check, State: state, Says: s.Words.Word(key, args...), Mend: mend}
}

// Well reports whether no finding is bad.
func Well(findings []Finding) bool {
	return !slices.ContainsFunc(findings, func(f Finding) bool { return f.State == Bad })
}

// signs maps a state to the sign that begins its line in a report.
var signs = map[State]string{OK: "✓", Warn: "!", Bad: "✗", Absent: "–"}

// Write writes findings for people: one line each, and the correcting shell line on a line of
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

// WriteJSON writes findings for programs; see the package comment.
func WriteJSON(out io.Writer, findings []Finding) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		Well     bool      `json:"well"`
		Findings []Finding `json:"findings"`
	}{Well(findings), append([]Finding{}, findings...)})
}

// Verdict returns a text with the number of bad findings and the number of warnings.
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
