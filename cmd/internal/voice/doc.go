// Package voice lets the box speak. A service of its own, companion-voice.service, starts a program
// that turns a line of text into sound, such as espeak-ng, and a player for the sound, such as aplay.
// It has its own user, and reaches the sound devices only. The daemon talks to it by a [Client],
// which never waits.
//
// # The protocol
//
// The service is this program with the argument [Role]; see [Main]. systemd passes it the socket
// /run/companion-voice.sock. A new connection replaces the one before. Requests and answers are
// lines. The requests:
//
//	say LANG TEXT    speaks a text in a language, ru or en: one line of UTF-8, up to 1000 bytes
//	then LANG TEXT   speaks a text after the sound before
//	earcon KIND      plays a short tone: edge, refused or done
//	cut              ends speech and tones
//
// A new text ends the one before. A tone ends a text, and a text after a tone waits for the tone's
// end. The answers:
//
//	card yes|no         whether there is a sound card; the first answer, and again after a change
//	began               the first samples of a text went to the player
//	spoke               a text was spoken to its end
//	fault KIND DETAIL   speech fails: missing-program, missing-card, stuck or failed. It is sent
//	                    once, however many requests fail, until ok
//	ok                  a text or a tone was played after a fault
//	refused             a line was no request
//
// A sound whose player fails is played once more, from its beginning, before that is a fault. After a
// fault the service drops requests for a pause, from 1 s up to 30 s; a change of the card ends the
// pause.
//
// # Speed
//
// From a request to the first samples takes less time than the start of the program. So after each
// text the service starts the next program and the next player, which wait for their input. A player
// that waits holds the sound device; it ends after a minute without sound. A text is one line of the
// program's standard input, so it can never be an option of the program or a word of a shell.
//
// # The end of a sound
//
// Both processes have a process group of their own, which the service kills with SIGKILL. Then the
// device plays only what its buffer holds: 40 ms with the default player.
package voice
