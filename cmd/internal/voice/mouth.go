package voice

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/internal/config"
)

// Times of the service.
const (
	usualPatience = 5 * time.Second  // time after which a process that does nothing is stuck
	cardPause     = 2 * time.Second  // interval in which the sound cards are looked for
	playerRest    = time.Minute      // time without sound after which the waiting player ends
	firstPause    = time.Second      // pause after a fault; it doubles with each further fault
	mostPause     = 30 * time.Second // longest pause after a fault
)

// mouth plays the requests of one connection, one at a time. Only its method run uses its fields.
type mouth struct {
	config.Voice
	start    func(argv []string, speaks bool) (*child, error)
	cards    func() []Card
	answer   func(line string)
	patience time.Duration

	reports chan report
	stopped chan struct{} // closed at the end of run

	device  string // ALSA's name of the device; "" if there is no card
	program *child // waits for its line; nil if none
	lang    string // language of program
	player  *child // waits for its sound; nil if none
	playing *sound
	next    request   // text that waits for the end of playing
	latest  time.Time // time of the latest sound

	fault string        // kind and process of the fault that the client knows; "" if none
	pause time.Duration // latest pause after a fault
	until time.Time     // end of the pause
}

// run plays the requests of a mailbox until ctx is done.
func (m *mouth) run(ctx context.Context, box *mailbox) {
	m.reports, m.stopped = make(chan report), make(chan struct{})
	defer m.close()
	look := time.NewTicker(cardPause)
	defer look.Stop()
	m.device = m.findDevice()
	m.answer(cardLine(m.device))
	for {
		select {
		case <-ctx.Done():
			return
		case <-box.ready:
			for r, ok := box.take(); ok; r, ok = box.take() {
				m.handle(r)
			}
		case r := <-m.reports:
			m.receive(r)
		case <-look.C:
			m.look()
		}
	}
}

// close ends all processes.
func (m *mouth) close() {
	close(m.stopped)
	m.cut()
	m.dropSpares()
}

// handle starts or ends a sound.
func (m *mouth) handle(r request) {
	switch {
	case r.text == "":
		m.cut()
		if r.earcon != "" {
			m.play(r)
		}
	case m.playing != nil && (r.waits || m.playing.program == nil):
		m.next = r.after(m.next)
	default:
		m.cut()
		m.play(r)
	}
}

// cut ends the sound.
func (m *mouth) cut() {
	m.next = request{}
	if m.playing != nil {
		m.playing.end()
		m.playing = nil
	}
}

// play starts the sound of a request, except in the pause after a fault.
func (m *mouth) play(r request) {
	if time.Now().Before(m.until) {
		return
	}
	if m.device == "" {
		m.failed("missing-card", "", "")
		return
	}
	m.begin(&sound{request: r})
}

// begin starts the processes of a sound, or takes the processes that wait.
func (m *mouth) begin(s *sound) {
	var err error
	if s.earcon == "" {
		if s.program, err = m.takeProgram(s.lang); err != nil {
			m.failedToStart(m.Program, err)
			return
		}
	}
	if s.player, err = m.takePlayer(); err != nil {
		s.program.end()
		m.failedToStart(m.Player, err)
		return
	}
	m.playing = s
	go s.play(m.patience, func(r report) {
		select {
		case m.reports <- r:
		case <-m.stopped:
		}
	})
}

// receive handles the report of a sound. It ignores a sound that was cut.
func (m *mouth) receive(r report) {
	if r.from != m.playing {
		return
	}
	m.latest = time.Now()
	switch {
	case r.began:
		if r.from.program != nil && !r.from.again {
			m.answer("began")
		}
		m.prepare()
		return
	case m.retries(r):
		return
	case r.err != nil:
		m.playing = nil
		m.fail(r.err)
	default:
		m.playing = nil
		m.succeeded(r.from)
	}
	if next := m.next; next.text != "" {
		m.next = request{}
		m.play(next)
	}
}

// retries plays a sound again whose player has failed for the first time. A player that has waited may
// have lost its card, and aplay dies if the processor was busy for longer than its buffer lasts.
func (m *mouth) retries(r report) bool {
	c := childError{}
	if r.from.again || !errors.As(r.err, &c) || c.child != r.from.player || errors.Is(r.err, errStuck) {
		return false
	}
	m.playing = nil
	m.dropSpares()
	m.begin(&sound{request: r.from.request, again: true})
	return true
}

// succeeded handles the end of a sound.
func (m *mouth) succeeded(s *sound) {
	m.pause = 0
	if m.fault != "" {
		m.fault = ""
		m.answer("ok")
	}
	if s.program != nil {
		m.answer("spoke")
	}
}

// fail handles the failure of a process.
func (m *mouth) fail(err error) {
	kind := "failed"
	if errors.Is(err, errStuck) {
		kind = "stuck"
	}
	name := ""
	if c := (childError{}); errors.As(err, &c) {
		name = c.name
	}
	m.failed(kind, name, err.Error())
}

// failedToStart handles a program or player that did not start.
func (m *mouth) failedToStart(command []string, err error) {
	name := "-" // of an empty command
	if len(command) > 0 {
		name = filepath.Base(command[0])
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		m.failed("missing-program", name, name)
		return
	}
	m.failed("failed", name, err.Error())
}

// failed begins a pause, and sends a fault unless the client knows it. name is the process that failed.
func (m *mouth) failed(kind, name, detail string) {
	m.dropSpares()
	m.pause = min(max(2*m.pause, firstPause), mostPause)
	m.until = time.Now().Add(m.pause)
	if fault := kind + " " + name; fault != m.fault {
		m.fault = fault
		m.answer(strings.TrimSpace("fault " + kind + " " + clean(detail)))
	}
}

// takeProgram returns a running program for a language: the one that waits, or a new one.
func (m *mouth) takeProgram(lang string) (*child, error) {
	c := m.program
	m.program = nil
	if c != nil && m.lang == lang && !c.ended() {
		return c, nil
	}
	c.end()
	return m.startProgram(lang)
}

func (m *mouth) startProgram(lang string) (*child, error) {
	m.lang = lang
	return m.launch(m.Program, true, "{lang}", lang, "{rate}", strconv.Itoa(m.Rate),
		"{percent}", strconv.Itoa(100*m.Rate/usualRate), "{length}", strconv.FormatFloat(float64(usualRate)/float64(m.Rate), 'f', 2, 64))
}

// usualRate is the rate of speech, in words a minute, that programs with other units have by default.
const usualRate = 160

// takePlayer returns a running player: the one that waits, or a new one.
func (m *mouth) takePlayer() (*child, error) {
	c := m.player
	m.player = nil
	if c != nil && !c.ended() {
		return c, nil
	}
	c.end()
	return m.startPlayer()
}

func (m *mouth) startPlayer() (*child, error) {
	return m.launch(m.Player, false, "{device}", m.device)
}

// launch starts a command after it has replaced placeholders.
func (m *mouth) launch(command []string, speaks bool, fields ...string) (*child, error) {
	if len(command) == 0 {
		return nil, exec.ErrNotFound
	}
	replace := strings.NewReplacer(fields...)
	argv := make([]string, len(command))
	for i, part := range command {
		argv[i] = replace.Replace(part)
	}
	return m.start(argv, speaks)
}

// prepare starts the next program and the next player. It ignores errors, since the next request
// tries again.
func (m *mouth) prepare() {
	if m.program == nil && m.lang != "" {
		m.program, _ = m.startProgram(m.lang)
	}
	if m.player == nil {
		m.player, _ = m.startPlayer()
	}
}

// dropSpares ends the processes that wait.
func (m *mouth) dropSpares() {
	m.program.end()
	m.dropPlayer()
	m.program = nil
}

func (m *mouth) dropPlayer() {
	m.player.end()
	m.player = nil
}

// look looks for a change of the card, and ends a player that has waited too long.
func (m *mouth) look() {
	if m.playing == nil && time.Since(m.latest) > playerRest {
		m.dropPlayer()
	}
	device := m.findDevice()
	if device == m.device {
		return
	}
	before := m.device
	m.device, m.pause, m.until = device, 0, time.Time{}
	m.dropPlayer()
	if (device == "") != (before == "") {
		m.answer(cardLine(device))
	}
}

// findDevice returns ALSA's name of the device, or "" without a card. A player that takes no device
// needs no card.
func (m *mouth) findDevice() string {
	cards := m.cards()
	switch {
	case !strings.Contains(strings.Join(m.Player, " "), "{device}"):
		return "default"
	case len(cards) == 0:
		return ""
	case m.Device != "":
		return m.Device
	}
	return cards[0].Device()
}

// cardLine returns the answer about the card.
func cardLine(device string) string {
	if device == "" {
		return "card no"
	}
	return "card yes"
}
