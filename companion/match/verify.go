package match

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Report is the result of Verify.
type Report struct {
	Seals    []Seal    // seals of the match, in the order of use
	Outcomes []Outcome // outcomes of chance in the order of facts, including undone ones
}

// Seal is a seal of a match, with the data from which its outcomes derive.
type Seal struct {
	Seal      string      // the seal itself, 64 hexadecimal digits
	Secret    luck.Secret // secret of the seal; if it is lost, Secret and Key are zero
	Stirrings []string    // lines that people stirred in before the seal was opened, also under earlier seals
	Key       luck.Key
	Lost      bool // the secret is lost, so the device's outcomes can't be checked
	Seq       int  // seq of the fact that brought the seal
	OpenedSeq int  // seq of the fact that published the secret; 0 if none did
}

// Outcome is one outcome of chance in a match.
type Outcome struct {
	Seq    int
	Stream string
	N      int    // number of the outcome in its stream on the line, from 1
	Says   string // notation of the outcome
	By     string // source: Device or Table; Verify recomputes only the device's outcomes
	Seen   bool   // an earlier, undone outcome has the same seal, stream and number
	Lost   bool   // the device drew the outcome, but the secret of its seal is lost
}

// Span is a range of facts from the seq First to the seq Last.
type Span struct{ First, Last int }

// extend returns s extended to the later fact seq.
func (s Span) extend(seq int) Span {
	if s.First == 0 {
		s.First = seq
	}
	s.Last = seq
	return s
}

// LostError lists the outcomes that can't be checked. It has one span of the device's outcomes
// for each seal with a lost secret.
type LostError struct{ Spans []Span }

// Seqs returns the spans as text, such as "3–9, 12–12".
func (e *LostError) Seqs() string {
	all := make([]string, len(e.Spans))
	for i, s := range e.Spans {
		all[i] = fmt.Sprintf("%d–%d", s.First, s.Last)
	}
	return strings.Join(all, ", ")
}

// Error returns a message with the list of spans.
func (e *LostError) Error() string { return "can't be checked: seq " + e.Seqs() }

// Verify recomputes every outcome of the device's luck in its position. If an outcome differs,
// it returns an error with the first such outcome and the right value. If a seal isn't opened,
// it returns an error with that seal. If all outcomes are right except for some that can't be
// checked, it returns the whole report and a *[LostError].
func Verify(m Match) (Report, error) {
	seals, err := m.seals()
	switch {
	case err != nil:
		return Report{}, err
	case len(seals) > 0 && !m.Opened():
		return Report{}, fmt.Errorf("the seal %s is not opened yet", m.Seal())
	}
	report, shown := Report{Seals: seals}, map[slot]bool{}
	lost := make([]Span, len(seals)) // by seal: span of the outcomes that can't be checked
	now := -1                        // index of the current seal
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

// slot identifies an outcome by its seal, its stream and its number in the stream.
type slot struct {
	seal   int
	stream string
	n      int
}

// seals returns the seals of the match. It returns an error if the match uses a seal twice, because
// people may know the outcomes of a seal that was in use before.
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
			all = append(all, Seal{Seal: f.Seal, Seq: f.Seq})
		case f.Kind == Stirred:
			stirrings = append(stirrings, f.Says)
		case f.Kind == Opened:
			secret, err := luck.ParseSecret(f.Secret)
			if err != nil {
				return nil, err
			}
			s := &all[len(all)-1]
			s.Secret, s.Stirrings, s.Key = secret, slices.Clip(stirrings), secret.Key(stirrings)
			s.OpenedSeq = f.Seq
		}
	}
	return all, nil
}

// outcomeOf returns the outcome of chance in the fact of e.
func outcomeOf(e entry) Outcome {
	stream := luck.Stream(games.Decision(e.fact.Says))
	return Outcome{
		Seq: e.fact.Seq, Stream: stream, N: count(e.line.value.outcomes, stream),
		Says: e.fact.Says, By: e.fact.Luck,
	}
}

// check returns an error if the device's outcome o differs from the one that derives from the
// last of the seals.
func (m Match) check(e entry, o Outcome, seals []Seal) error {
	switch {
	case o.By != Device:
		return nil
	case len(seals) == 0:
		return fmt.Errorf("seq %d: %s has no seal", o.Seq, o.Says)
	}
	want, ok := draw(seals[len(seals)-1].Key, m.choicesFor(e), e.line.prev.value.outcomes)
	switch {
	case !ok:
		return fmt.Errorf("seq %d: the device can't draw %q", o.Seq, o.Says)
	case string(want) != o.Says:
		return fmt.Errorf("seq %d: %s/%d is %q, should be %q", o.Seq, o.Stream, o.N, o.Says, want)
	}
	return nil
}

// choicesFor returns the choices from which chance drew the outcome in the fact of e.
func (m Match) choicesFor(e entry) []games.Choice {
	if e.fact.Kind == Drawn {
		return firstChoices(m.chairs(), e.fact.Among)
	}
	return e.line.prev.value.state.Legal()
}
