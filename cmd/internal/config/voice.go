package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/words"
)

// Voice configures the speech of the box; see package voice.
type Voice struct {
	Program Command `toml:"program"` // reads a line of text and writes its sound; empty for none
	Player  Command `toml:"player"`  // plays the sound that it reads
	Rate    int     `toml:"rate"`    // words a minute, from SlowestVoice to FastestVoice
	Device  string  `toml:"device"`  // ALSA's name of the sound device; "" for the best card
	Earcons string  `toml:"earcons"` // what plays tones that answer keys: "loudspeaker" or "buzzer"
}

// SlowestVoice and FastestVoice limit the rate of speech, in words a minute.
const (
	SlowestVoice = 80
	FastestVoice = 450
)

// ProgramFields and PlayerFields are the placeholders of the two commands.
var (
	ProgramFields = []string{"{lang}", "{rate}", "{percent}", "{length}"}
	PlayerFields  = []string{"{device}"}
)

// placeholder matches a known or an unknown placeholder.
var placeholder = regexp.MustCompile(`\{\w*\}`)

// check returns an error for an unknown placeholder or word, a missing player or a rate out of range.
func (v Voice) check(path string, w *words.Catalogue) error {
	for _, c := range []struct {
		key     string
		command Command
		known   []string
	}{{"voice.program", v.Program, ProgramFields}, {"voice.player", v.Player, PlayerFields}} {
		for _, field := range placeholder.FindAllString(strings.Join(c.command, " "), -1) {
			if !slices.Contains(c.known, field) {
				return Error(w.Word("cli.badword", path, c.key, field, strings.Join(c.known, ", ")))
			}
		}
	}
	if len(v.Program) > 0 && len(v.Player) == 0 {
		return Error(w.Word("cli.noplayer", path))
	}
	if known := []string{ByLoudspeaker, ByBuzzer}; !slices.Contains(known, v.Earcons) {
		return Error(w.Word("cli.badword", path, "voice.earcons", v.Earcons, strings.Join(known, ", ")))
	}
	if v.Rate < SlowestVoice || v.Rate > FastestVoice {
		return Error(w.Word("cli.badrate", path, strconv.Itoa(v.Rate), strconv.Itoa(SlowestVoice), strconv.Itoa(FastestVoice)))
	}
	return nil
}

// What plays the tones that answer keys.
const (
	ByLoudspeaker = "loudspeaker"
	ByBuzzer      = "buzzer"
)

// Buzzes reports whether the buzzer plays the tones that answer keys.
func (v Voice) Buzzes() bool { return v.Earcons == ByBuzzer }

// Command is a program and its arguments. In the file it is a list of texts, or one text that is
// split at blanks. A part in single or double quotes may contain blanks. No shell runs.
type Command []string

// UnmarshalTOML reads a command from a text or a list.
func (c *Command) UnmarshalTOML(value any) (err error) {
	switch value := value.(type) {
	case string:
		*c, err = split(value)
	case []any:
		*c = nil
		for _, part := range value {
			text, ok := part.(string)
			if !ok {
				return fmt.Errorf("a command consists of texts, not of %T", part)
			}
			*c = append(*c, text)
		}
	default:
		err = fmt.Errorf("a command is a text or a list of texts, not %T", value)
	}
	if err == nil && len(*c) > 0 && (*c)[0] == "" {
		err = errors.New("a command begins with a program")
	}
	return err
}

// split splits a text at blanks outside quotes.
func split(text string) (parts Command, err error) {
	var part strings.Builder
	var quote rune
	open := false // part has begun
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, open = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if open {
				parts = append(parts, part.String())
			}
			part.Reset()
			open = false
		default:
			part.WriteRune(r)
			open = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c isn't closed in %q", quote, text)
	}
	if open {
		parts = append(parts, part.String())
	}
	return parts, nil
}
