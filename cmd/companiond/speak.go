package main

import (
	"context"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/voice"
	"tabletop/companion/words"
)

// speaker speaks by the service companion-voice.service. Its methods never wait. Without a program in
// the config they do nothing.
type speaker struct{ client *voice.Client }

// newSpeaker returns a speaker for a config. It calls notify for each event of the service: a change
// of the sound card, a fault and its end, the beginning and the end of a text.
func newSpeaker(c config.Voice, notify func(voice.Event)) speaker {
	if len(c.Program) == 0 {
		return speaker{}
	}
	return speaker{voice.New(voice.Socket, notify)}
}

// say speaks a text in place of the one before.
func (s speaker) say(lang words.Lang, text string) {
	if s.client != nil {
		s.client.Say(string(lang), text)
	}
}

// cut ends speech and tones.
func (s speaker) cut() {
	if s.client != nil {
		s.client.Cut()
	}
}

// earcon plays a tone in place of the text before.
func (s speaker) earcon(kind voice.Earcon) {
	if s.client != nil {
		s.client.Earcon(kind)
	}
}

// parts returns the part that connects to the service.
func (s speaker) parts() []part {
	if s.client == nil {
		return nil
	}
	return []part{{key: "trouble.panic", run: func(ctx context.Context) error { return s.client.Run(ctx) }}}
}

// logVoice logs the faults of the service. A box without the service needs no message.
func (d *daemon) logVoice(e voice.Event) {
	switch {
	case e.Kind == voice.Failed && e.Fault != voice.NoService:
		d.log.Warn("voice", "fault", e.Fault, "detail", e.Detail)
	case e.Kind == voice.OK:
		d.log.Info("voice is back")
	}
}
