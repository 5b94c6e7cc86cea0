package match

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Report is what Verify found.
type Report struct {
	Seals    []Seal    // in the order they were given
	Outcomes []Outcome // in the order they fell, undone ones too
}

// Seal is one seal with all that its outcomes derive from.
type Seal struct {
	Seal      string      // 64 hexadecimal digits
	Secret    luck.Secret // zero where it is lost, and so is Key
	Stirrings []string    // of this match so far
	Key       luck.Key
	Lost      bool // its secret is lost: what the device answered under it can't be checked
}

// Outcome is one answer of chance.
type Outcome struct {
	Seq    int
	Stream string
	N      int    // counts the outcomes of the stream on the line, from 1
	Says   string // the notation
	By     string // Device: recomputed; Table: listed only
	Seen   bool   // this outcome of the stream had been shown before, and undone
	Lost   bool   // by the device, under a seal whose secret is lost: listed only
}

// Span is the first and the last of some facts, by their Seq.
type Span struct{ First, Last int }

// with is s up to a later fact.
func (s Span) extend(seq int) Span {
	if s.First == 0 {
		s.First = seq
	}
	s.Last = seq
	return s
}

// LostError says what can't be checked: of each seal whose secret is lost the outcomes
// of the device, from the first to the last.
type LostError struct{ Spans []Span }

// Seqs prints the spans as "3–9, 12–12".
func (e *LostError) Seqs() string {
	all := make([]string, len(e.Spans))
	for i, s := range e.Spans {
		all[i] = fmt.Sprintf("%d–%d", s.First, s.Last)
	}
	return strings.Join(all, ", ")
}

// Error names them.
func (e *LostError) Error() string { return "can't be checked: seq " + e.Seqs() }

// Verify recomputes every outcome of the device's luck in the position it fell
// in. Its error names the first that differs and what it should be, or the seal
// that isn't opened yet. It is a *[LostError], with the whole report, where all is
// right that can be checked, and some can't.
func Verify(m Match) (Report, error) {
	seals, err := m.seals()
	if err != nil {
		return Report{}, err
	}
	report, shown := Report{Seals: seals}, map[slot]bool{}
	lost := make([]Span, len(seals)) // by seal
	now := -1                        // the seal in force
	for e := range m.history.after(0) {
		switch {
		case e.fact.Seal != "":
			now++
		case e.fact.isOutcome():
			o := outcomeOf(e)
			at := slot{now, o.Stream, o.N}
			o.Seen, shown[at] = shown[at], true
			o.Lost = o.By == Device && now >= 0 && seals[now].Lost
			report.Outcomes = append(report.Outcomes, o)
			if o.Lost {
				lost[now] = lost[now].extend(o.Seq)
				continue
			}
			if err := m.check(e, o, seals[:now+1]); err != nil {
				return report, err
			}
		}
	}
	lost = slices.DeleteFunc(lost, func(s Span) bool { return s == Span{} })
	if len(lost) > 0 {
		return report, &LostError{lost}
	}
	return report, nil
}

// slot is one outcome that the luck under a seal holds ready.
type slot struct {
	seal   int
	stream string
	n      int
}

// seals collects the seals of the match. Each must be opened, or its secret lost, and
// be another than those before it: under a seal that was opened once, everybody knows
// what comes.
func (m Match) seals() ([]Seal, error) {
	var all []Seal
	var stirrings []string
	for f := range m.Facts() {
		switch {
		case f.Seal != "":
			if slices.ContainsFunc(all, func(s Seal) bool { return s.Seal == f.Seal }) {
				return nil, fmt.Errorf("seq %d: the seal %s was in force before", f.Seq, f.Seal)
			}
			if f.Lost {
				all[len(all)-1].Lost = true
			}
			all = append(all, Seal{Seal: f.Seal})
		case f.Kind == Stirred:
			stirrings = append(stirrings, f.Says)
		case f.Kind == Opened:
			secret, err := luck.ParseSecret(f.Secret)
			if err != nil {
				return nil, err
			}
			s := &all[len(all)-1]
			s.Secret, s.Stirrings, s.Key = secret, slices.Clip(stirrings), secret.Key(stirrings)
		}
	}
	if len(all) > 0 && !m.Opened() {
		return nil, fmt.Errorf("the seal %s is not opened yet", m.Seal())
	}
	return all, nil
}

// outcomeOf returns the outcome that the entry's fact tells.
func outcomeOf(e entry) Outcome {
	stream := luck.Stream(games.Decision(e.fact.Says))
	return Outcome{
		Seq: e.fact.Seq, Stream: stream, N: count(e.line.value.outcomes, stream),
		Says: e.fact.Says, By: e.fact.Luck,
	}
}

// check compares an outcome of the device with what the key of the last of the seals
// makes of it.
func (m Match) check(e entry, o Outcome, seals []Seal) error {
	switch {
	case o.By != Device:
		return nil
	case len(seals) == 0:
		return fmt.Errorf("seq %d: %s fell under no seal", o.Seq, o.Says)
	}
	before := e.line.prev.value
	choices := before.state.Legal()
	if e.fact.Kind == Drawn {
		choices = firstChoices(m.seats(), e.fact.Among)
	}
	want, ok := draw(seals[len(seals)-1].Key, choices, before.outcomes)
	switch {
	case !ok:
		return fmt.Errorf("seq %d: %q is not for the device to say", o.Seq, o.Says)
	case string(want) != o.Says:
		return fmt.Errorf("seq %d: %s/%d is %q, should be %q", o.Seq, o.Stream, o.N, o.Says, want)
	}
	return nil
}
