package doctor

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/cmd/internal/chips"
	"tabletop/cmd/internal/config"
	"tabletop/companion/pixel"
	"tabletop/drivers/buzzer"
)

// Hands is a person in front of the panel.
type Hands struct {
	// Tell shows them a line at once.
	Tell func(text string)
	// Found shows them a finding at once.
	Found func(Finding)
	// Ask shows a question and what it may be answered with, and returns the number
	// of the answer from 0. It is nil where nobody can answer.
	Ask func(ctx context.Context, question string, answers []string) int
}

// trial uses a part of the panel, with a person in front of it.
type trial struct {
	needs func(*System) []string // the checks that must not have failed; nil: it isn't there
	try   func(context.Context, *System, Hands)
}

// trials are in the order in which eyes and hands follow them best.
var trials = []trial{
	{(*System).panelNeeds, tryPanel},
	{(*System).matrixNeeds, tryMatrix},
	{(*System).buzzerNeeds, tryBuzzer},
	{(*System).keysNeed, tryKeys},
}

// Triable reports whether there may be a panel to try.
func (s *System) Triable() bool { return !s.bare() }

// Try shows a test picture, lights every lamp, sounds the buzzer and waits for each
// key: what is wired, and what the look has not found to be impossible. It takes up
// to a minute, or until ctx ends.
func (s *System) Try(ctx context.Context, h Hands, looked []Finding) {
	if !s.Triable() {
		return
	}
	if s.running() != 0 {
		h.Found(s.find("try", Absent, s.stop(), "doctor.try.running"))
		return
	}
	for _, t := range trials {
		needs := t.needs(s)
		if ctx.Err() == nil && needs != nil && !failed(looked, needs) {
			t.try(ctx, s, h)
		}
	}
}

// failed reports whether a check, or one whose name begins so, found that
// something doesn't work.
func failed(looked []Finding, checks []string) bool {
	return slices.ContainsFunc(looked, func(f Finding) bool {
		name, _, _ := strings.Cut(f.Check, ".")
		return f.State != OK && f.State != Warn && (slices.Contains(checks, f.Check) || slices.Contains(checks, name))
	})
}

// answer is one of those that a question may get: what it means and what mends it.
type answer struct {
	key  string // of the catalogue: "doctor.answer." and this
	mend string
	more string // what else is said of the cause
}

// fine is always the first answer.
var fine = answer{key: "fine"}

// ask asks how a part looks or sounds. Where nobody can answer, they have time to
// see it.
func (s *System) ask(ctx context.Context, h Hands, part string, answers ...answer) Finding {
	check, name := "try."+part, "#doctor.part."+part
	answers = append([]answer{fine}, answers...)
	if h.Ask == nil {
		pause(ctx, long)
		return s.find(check, OK, "", "doctor.try.sent", name)
	}
	var texts []string
	for _, a := range answers {
		texts = append(texts, s.Words.Word("doctor.answer."+a.key))
	}
	switch n := h.Ask(ctx, s.Words.Word("doctor.ask."+part), texts); {
	case ctx.Err() != nil || n < 0 || n >= len(answers):
		return s.find(check, Absent, "", "doctor.try.unanswered", name)
	case n == 0:
		return s.find(check, OK, "", "doctor.try.fine", name)
	default:
		return s.find(check, Bad, answers[n].mend, "doctor.try.wrong", name, texts[n], s.cause(answers[n]))
	}
}

// cause says what an answer means.
func (s *System) cause(a answer) string {
	return strings.TrimSpace(s.Words.Word("doctor.cause."+a.key) + " " + a.more)
}

// How long a person looks at something, and at each of many.
const (
	long  = 4 * time.Second
	short = 120 * time.Millisecond
)

// pause waits, unless ctx ends.
func pause(ctx context.Context, span time.Duration) {
	select {
	case <-time.After(span):
	case <-ctx.Done():
	}
}

// bright is the level that displays and matrices are tried at.
const bright = 150

func (s *System) panelNeeds() []string {
	switch c := s.Config.Panel; {
	case s.Host.OLED(c) == nil:
		return nil
	case strings.HasPrefix(c.Bus, "SPI"):
		return []string{"spi", "gpio", "panel", "lines"}
	}
	return []string{"i2c", "panel", "lines"}
}

// tryPanel shows a picture that can be read whichever chip the display has. With the
// wrong one a side of its frame is missing.
func tryPanel(ctx context.Context, s *System, h Hands) {
	c := s.Config.Panel
	c.Chip = s.chipOf(c)
	display := s.Host.EitherOLED(c)
	picture := testPicture(s.Words.Word("doctor.picture"))
	h.Tell(s.Words.Word("doctor.tell.panel", display.String()))
	defer display.Halt()
	if err := display.Show(picture[:], bright); err != nil {
		h.Found(s.find("try.panel", Bad, "", "doctor.try.error", "#doctor.part.panel", reason(err)))
		return
	}
	h.Found(s.ask(ctx, h, "panel", s.panelAnswers(c)...))
}

// panelAnswers are the ways a picture can look wrong, and how the config undoes them.
func (s *System) panelAnswers(c config.Panel) []answer {
	chip, _ := chips.OLEDNamed(c.Chip)
	dark := answer{key: "dark"}
	if next, ok := chips.OLEDNamed(chip.IfDark); ok {
		dark.mend = s.set("panel", "chip", strconv.Quote(next.Name))
		dark.more = s.Words.Word(chip.Hint) + " " + s.Words.Word("doctor.cause.unlit", next.Title)
	}
	return []answer{
		dark,
		{key: "shifted", mend: s.set("panel", "chip", strconv.Quote(chip.IfShifted))},
		{key: "upside", mend: s.set("panel", "rotated", strconv.FormatBool(!c.Rotated))},
	}
}

// chipOf is the chip of a display: what the config says, or what people have seen.
func (s *System) chipOf(c config.Panel) string {
	if c.Chip != config.Any || s.Chip == nil {
		return c.Chip
	}
	chip, err := s.Chip(s.Folder)
	if _, ok := chips.OLEDNamed(chip); err != nil || !ok {
		return c.Chip
	}
	return chip
}

func (s *System) matrixNeeds() []string {
	if s.Host.Matrix(s.Config.Matrix) == nil {
		return nil
	}
	if c, _ := chips.MatrixNamed(s.Config.Matrix.Chip); c.I2C != nil {
		return []string{"i2c", "matrix"}
	}
	return []string{"spi"}
}

func tryMatrix(ctx context.Context, s *System, h Hands) {
	c := s.Config.Matrix
	matrix := s.Host.Matrix(c)
	colours := []pixel.RGB{{few, 0, 0}, {0, few, 0}, {0, 0, few}}
	if chip, _ := chips.MatrixNamed(c.Chip); chip.OneColour {
		colours = colours[:1]
	}
	h.Tell(s.Words.Word("doctor.tell.matrix", matrix.String()))
	defer matrix.Halt()
	for _, step := range sweep(colours) {
		data := step.lamps.Bytes()
		if err := matrix.Show(data[:], bright); err != nil {
			h.Found(s.find("try.matrix", Bad, "", "doctor.try.error", "#doctor.part.matrix", reason(err)))
			return
		}
		pause(ctx, step.span)
	}
	h.Found(s.ask(ctx, h, "matrix", s.matrixAnswers()...))
}

// matrixAnswers are the ways a letter can look wrong, and how the config undoes
// them. A mirror comes before the turn, so behind it turns go the other way.
func (s *System) matrixAnswers() []answer {
	c := s.Config.Matrix
	turned := func(degrees int) string {
		if !c.Mirror {
			degrees = -degrees
		}
		return s.set("matrix", "rotation", strconv.Itoa((c.Rotation+degrees+360)%360))
	}
	answers := []answer{{key: "dark"}, {key: "right", mend: turned(90)}, {key: "upside", mend: turned(180)}, {key: "left", mend: turned(270)}}
	if chip, _ := chips.MatrixNamed(c.Chip); chip.Strip {
		return append(answers, answer{key: "torn", mend: s.set("matrix", "serpentine", strconv.FormatBool(!c.Serpentine))})
	}
	return append(answers, answer{key: "mirrored", mend: s.set("matrix", "mirror", strconv.FormatBool(!c.Mirror))})
}

func (s *System) buzzerNeeds() []string {
	if s.Config.Buzzer.Line == "" {
		return nil
	}
	return []string{"gpio", "buzzer", "lines"}
}

func tryBuzzer(ctx context.Context, s *System, h Hands) {
	c := s.Config.Buzzer
	h.Tell(s.Words.Word("doctor.tell.buzzer", s.place(c.Line)))
	dev, err := s.Host.Buzzer(c)
	if err == nil {
		defer dev.Halt()
		err = dev.Play(buzzer.Alarm)
	}
	if err != nil {
		h.Found(s.find("try.buzzer", Bad, "", "doctor.try.error", "#doctor.part.buzzer", reason(err)))
		return
	}
	h.Found(s.ask(ctx, h, "buzzer",
		answer{key: "silent"},
		answer{key: "endless", mend: s.set("buzzer", "low", strconv.FormatBool(!c.Low))}))
}
