package main

import (
	"context"

	"tabletop/cmd/internal/config"
	"tabletop/cmd/internal/voice"
	"tabletop/companion"
	"tabletop/companion/ear"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

// speaker speaks by the service companion-voice.service. Its methods never wait. Without the service, or
// without a program in the config, they do nothing.
type speaker struct{ client *voice.Client }

// newSpeaker returns a speaker for a config, by the service at a socket. It calls notify for each event of the service: a change
// of the sound card, a fault and its end, the beginning and the end of a text.
func newSpeaker(c config.Voice, socket string, notify func(voice.Event)) speaker {
	if len(c.Program) == 0 || socket == "" {
		return speaker{}
	}
	return speaker{voice.New(socket, notify)}
}

// say speaks a text. If cut is true, the speech before ends first, also for an empty text. Otherwise the
// text follows it.
func (s speaker) say(lang words.Lang, text string, cut bool) {
	switch {
	case s.client == nil:
	case !cut:
		s.client.Then(string(lang), text)
	case text == "":
		s.client.Cut()
	default:
		s.client.Say(string(lang), text)
	}
}

// earcons maps each sound of package ear to its tone. Silence has none.
var earcons = map[ear.Earcon]voice.Earcon{ear.Edge: voice.Edge, ear.Refusal: voice.Refused, ear.Done: voice.Done}

// earcon plays a tone in place of the text before.
func (s speaker) earcon(e ear.Earcon) {
	if tone, ok := earcons[e]; ok && s.client != nil {
		s.client.Earcon(tone)
	}
}

// parts returns the part that connects to the service.
func (s speaker) parts() []part {
	if s.client == nil {
		return nil
	}
	return []part{{key: "trouble.panic", run: func(ctx context.Context) error { return s.client.Run(ctx) }}}
}

// speak speaks what changes on the panel until ctx ends.
func (d *daemon) speak(ctx context.Context) error {
	was := ear.Screen{}
	return d.watch(ctx, func(m *screen.Moment) error {
		text, cut, tone := ear.Next(was, *m.Aloud, m.Speech)
		was = *m.Aloud
		if !m.Mute && !d.config.Voice.Buzzes() {
			d.speaker.earcon(tone)
		}
		d.speaker.say(was.Lang, text, cut)
		return nil
	})
}

// speechReasons maps each fault of the service to the reason that the panel says. A box without the
// service has no reason: it never speaks.
var speechReasons = map[voice.Fault]string{
	voice.MissingProgram: "program", voice.Broken: "program", voice.MissingCard: "device", voice.Stuck: "stuck",
}

// onVoice handles an event of the service: it logs faults, and tells the table about them and the card.
func (d *daemon) onVoice(ctx context.Context, e voice.Event) {
	switch reason := speechReasons[e.Fault]; {
	case e.Kind == voice.CardChanged:
		d.loop.Tell(ctx, companion.SoundCard{Present: e.Card})
	case e.Kind == voice.Failed && reason != "":
		d.log.Warn("voice", "fault", e.Fault, "detail", e.Detail)
		d.loop.Tell(ctx, companion.SpeechFailed{Reason: reason})
	case e.Kind == voice.OK:
		d.log.Info("voice is back")
		d.loop.Tell(ctx, companion.SpeechFailed{})
	}
}
