package match

import (
	"fmt"
	"slices"

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
	Seal      string // 64 hexadecimal digits
	Secret    luck.Secret
	Stirrings []string // of this match so far
	Key       luck.Key
}

// Outcome is one answer of chance.
type Outcome struct {
	Seq    int
	Stream string
	N      int    // counts the outcomes of the stream on the line, from 1
	Says   string // the notation
	By     string // Device: recomputed; Table: listed only
	Seen   bool   // this outcome of the stream had been shown before, and undone
}

// Verify recomputes every outcome of the device's luck in the position it fell
// in. Its error names the first that differs and what it should be, or the seal
// that isn't opened yet.
func Verify(m Match) (Report, error) {
	seals, err := m.seals()
	if err != nil {
		return Report{}, err
	}
	report := Report{}
	shown := map[slot]bool{}
	now := -1 // the seal in force
	for e := range m.history.after(0) {
		switch {
		case e.fact.Seal != "":
			now++
		case e.fact.outcome():
			o := outcomeOf(e)
			at := slot{now, o.Stream, o.N}
			o.Seen, shown[at] = shown[at], true
			report.Outcomes = append(report.Outcomes, o)
			if o.By != Device {
				continue
			}
			if now < 0 {
				return report, fmt.Errorf("seq %d: %s fell under no seal", o.Seq, o.Says)
			}
			if err := m.check(e, o, seals[now].Key); err != nil {
				return report, err
			}
		}
	}
	report.Seals = seals
	return report, nil
}

// slot is one outcome that the luck under a seal holds ready.
type slot struct {
	seal   int
	stream string
	n      int
}

// seals collects the seals of the match. Each must be opened, and be another than
// those before it: under a seal that was opened once, everybody knows what comes.
func (m Match) seals() ([]Seal, error) {
	var all []Seal
	var stirrings []string
	for f := range m.Facts() {
		switch {
		case f.Seal != "":
			if slices.ContainsFunc(all, func(s Seal) bool { return s.Seal == f.Seal }) {
				return nil, fmt.Errorf("seq %d: the seal %s was opened before", f.Seq, f.Seal)
			}
			all = append(all, Seal{Seal: f.Seal})
		case f.Kind == Stirred:
			stirrings = append(stirrings, f.Says)
		case f.Kind == Opened:
			secret, err := luck.ParseSecret(f.Secret)
			if err != nil {
				return nil, err
			}
			all[len(all)-1] = Seal{secret.Seal(), secret, slices.Clip(stirrings), secret.Key(stirrings)}
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

// check compares the outcome with what the key makes of it.
func (m Match) check(e entry, o Outcome, k luck.Key) error {
	before := e.line.prev.value
	choices := before.state.Legal()
	if e.fact.Kind == Drawn {
		choices = firsts(m.seats(), e.fact.Among)
	}
	want, ok := draw(k, choices, before.outcomes)
	switch {
	case !ok:
		return fmt.Errorf("seq %d: %q is not for the device to say", o.Seq, o.Says)
	case string(want) != o.Says:
		return fmt.Errorf("seq %d: %s/%d is %q, should be %q", o.Seq, o.Stream, o.N, o.Says, want)
	}
	return nil
}
