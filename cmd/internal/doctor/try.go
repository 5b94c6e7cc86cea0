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

// Callbacks holds the functions that the doctor calls to talk to a person in front of the panel.
type Callbacks struct {
	// Print shows a line at once.
	Print func(text string)
	// Found shows a finding at once.
	Found func(Finding)
	// Ask shows a question with its possible answers, and returns the index of the chosen answer.
	// Ask is nil if no person can answer.
	Ask func(ctx context.Context, question string, answers []string) int
}

// trial is the test of one part of the panel, with a person in front of it.
type trial struct {
	needs func(*System) []string                    // returns the checks that must not have failed; nil if the part is absent
	try   func(context.Context, *System, Callbacks) // runs the test
}

// trials holds the tests of all parts, in a convenient order for a person.
var trials = []trial{
	{(*System).panelNeeds, tryPanel},
	{(*System).matrixNeeds, tryMatrix},
	{(*System).buzzerNeeds, tryBuzzer},
	{(*System).keysNeed, tryKeys},
}

// Triable reports whether a panel may be present.
func (s *System) Triable() bool { return !s.bare() }

// Try shows a test picture, lights every lamp, sounds the buzzer and waits for each key. It
// skips parts that are absent or failed in looked, the findings of Look. It takes up to a
// minute, or until ctx ends.
func (s *System) Try(ctx context.Context, h Callbacks, looked []Finding) {
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

// failed reports whether a finding of one of the checks is bad or absent. A finding "panel.dc" is
// also a finding of the check "panel".
func failed(looked []Finding, checks []string) bool {
	return slices.ContainsFunc(looked, func(f Finding) bool {
		name, _, _ := strings.Cut(f.Check, ".")
		return f.State != OK && f.State != Warn && (slices.Contains(checks, f.Check) || slices.Contains(checks, name))
	})
}

// answer is a possible answer to a question, with its meaning and correction.
type answer struct {
	key  string // words key below "doctor.answer."
	mend string
	more string // further text about the cause, or ""
}

// fine is the answer that a part works. It is always the first answer.
var fine = answer{key: "fine"}

// ask asks the person about the look or sound of a part and returns the finding. Without a person
// it pauses, so that the part can be noticed.
func (s *System) ask(ctx context.Context, h Callbacks, part string, answers ...answer) Finding {
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

// cause returns the text about the cause of an answer.
func (s *System) cause(a answer) string {
	return strings.TrimSpace(s.Words.Word("doctor.cause."+a.key) + " " + a.more)
}

// long is the time for looking at one picture, short the time for each of many pictures.
const (
	long  = 4 * time.Second
	short = 120 * time.Millisecond
)

// pause waits for span, or until ctx ends.
func pause(ctx context.Context, span time.Duration) {
	select {
	case <-time.After(span):
	case <-ctx.Done():
	}
}

// bright is the brightness, of 255, of displays and matrices under test.
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

// tryPanel shows a picture that is readable with both possible chips of the display. If the config
// names the wrong chip, a side of the picture's frame is missing.
func tryPanel(ctx context.Context, s *System, h Callbacks) {
	c := s.Config.Panel
	c.Chip = s.chipOf(c)
	display := s.Host.EitherOLED(c)
	picture := testPicture(s.Words.Word("doctor.picture"))
	h.Print(s.Words.Word("doctor.tell.panel", display.String()))
	defer display.Halt()
	if err := display.Show(picture[:], bright); err != nil {
		h.Found(s.find("try.panel", Bad, "", "doctor.try.error", "#doctor.part.panel", reason(err)))
		return
	}
	h.Found(s.ask(ctx, h, "panel", s.panelAnswers(c)...))
}

// panelAnswers returns the possible faults of a picture. Each has the shell line that corrects the
// config.
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

// chipOf returns the name of the display's chip: the chip in the config, or the chip that the table
// has chosen if the config says Any.
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

func tryMatrix(ctx context.Context, s *System, h Callbacks) {
	c := s.Config.Matrix
	matrix := s.Host.Matrix(c)
	colours := []pixel.RGB{{few, 0, 0}, {0, few, 0}, {0, 0, few}}
	if chip, _ := chips.MatrixNamed(c.Chip); chip.OneColour {
		colours = colours[:1]
	}
	h.Print(s.Words.Word("doctor.tell.matrix", matrix.String()))
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

// matrixAnswers returns the possible faults of a letter on the matrix. Each has the shell line that
// corrects the config. The matrix applies the mirror before the rotation, so a mirrored matrix
// needs the opposite rotation.
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

func tryBuzzer(ctx context.Context, s *System, h Callbacks) {
	c := s.Config.Buzzer
	h.Print(s.Words.Word("doctor.tell.buzzer", s.place(c.Line)))
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
