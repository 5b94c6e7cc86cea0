package web

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// mostKeys bounds the keys of one object.
const mostKeys = 256

// keyFault is a fault of a key in a JSON text.
type keyFault uint8

const (
	noFault  keyFault = iota
	repeated          // an object has the key twice
	beyond            // an object has mostKeys keys before it
)

// checkKeys returns the first faulty key of a JSON text, which must be valid. It compares keys as
// encoding/json does, without regard to case. So in {"after":1,"AFTER":12} the second key is
// faulty.
func checkKeys(text []byte) (key string, fault keyFault) {
	d := json.NewDecoder(bytes.NewReader(text))
	type level struct {
		seen  map[string]bool // folded keys; nil in a list
		value bool            // the next token is a value
	}
	var open []*level
	for {
		token, err := d.Token()
		if err != nil {
			return "", noFault // the end
		}
		var in *level
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
			continue
		}
		if name, is := token.(string); is && in != nil && in.seen != nil && !in.value {
			switch {
			case in.seen[folded(name)]:
				return name, repeated
			case len(in.seen) == mostKeys:
				return name, beyond
			}
			in.seen[folded(name)], in.value = true, true
			continue
		}
		if in != nil {
			in.value = false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, &level{seen: map[string]bool{}})
		case json.Delim('['):
			open = append(open, &level{})
		}
	}
}

// folded returns a form of a key that is the same for all keys that differ from it only in case.
func folded(key string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		return least
	}, key)
}
