package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"tabletop/companion"
	"tabletop/companion/history"
)

// batch is a Keep taken apart: what one transaction writes.
type batch struct {
	match    string
	first    int
	lines    []string
	started  string // of the first fact, if it is among the lines
	game     string
	secret   string
	over     bool
	summary  string // one line of JSON
	began    string // who began, by the summary
	settings []setting
	players  []string
}

type setting struct{ key, value string }

var (
	errOpenEnd = errors.New("the last line lacks its line feed")
	errNoMatch = errors.New("lines, secret, summary or end without a match")
	errSecret  = errors.New("the secret isn't 64 hexadecimal digits")
)

func newBatch(k companion.Keep) (b batch, err error) {
	b = batch{match: k.Match, first: k.First, secret: k.Secret, over: k.Over, summary: k.Summary}
	if k.Match == "" && (k.Lines != "" || k.Secret != "" || k.Over || k.Summary != "") {
		return b, errNoMatch
	}
	if k.Secret != "" && (len(k.Secret) != 64 || strings.Trim(k.Secret, "0123456789abcdef") != "") {
		return b, errSecret
	}
	if k.Summary != "" {
		s, err := history.Parse(k.Summary)
		if err != nil {
			return b, fmt.Errorf("the summary of match %q: %w", k.Match, err)
		}
		b.began = beganIn(s)
	}
	if b.lines, err = split(k.Lines); err != nil {
		return b, err
	}
	if b.players, err = split(k.Players); err != nil {
		return b, err
	}
	if b.settings, err = parseSettings(k.Settings); err != nil || b.first != 1 || len(b.lines) == 0 {
		return b, err
	}
	return b, b.title(b.lines[0])
}

// empty reports whether there is nothing to write.
func (b batch) empty() bool {
	return b.match == "" && len(b.settings) == 0 && len(b.players) == 0
}

// title takes label and game from the first fact of a match.
func (b *batch) title(line string) error {
	var fact struct{ At, Game string }
	if err := json.Unmarshal([]byte(line), &fact); err != nil {
		return fmt.Errorf("the first line of match %q: %w", b.match, err)
	}
	b.started, b.game = fact.At, fact.Game
	return nil
}

// split returns the lines of text, each of which ends with a line feed.
func split(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	if !strings.HasSuffix(text, "\n") {
		return nil, errOpenEnd
	}
	return strings.Split(text[:len(text)-1], "\n"), nil
}

func parseSettings(text string) ([]setting, error) {
	lines, err := split(text)
	settings := make([]setting, 0, len(lines))
	for _, line := range lines {
		key, value, found := strings.Cut(line, "\t")
		if !found || key == "" {
			return nil, fmt.Errorf("%q is not a setting: key, tabulator, value", line)
		}
		settings = append(settings, setting{key, value})
	}
	return settings, err
}
