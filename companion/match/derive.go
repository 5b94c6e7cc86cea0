package match

import (
	"fmt"
	"slices"

	"tabletop/companion/luck"
	"tabletop/games"
)

// Derivation contains the values from which one outcome of the device's luck derives.
type Derivation struct {
	Outcome
	Seal    Seal           // the opened seal in force at the outcome
	Choices []games.Choice // choices with their weights, in the order in which luck.Pick adds them
	Earlier []int          // seqs of the N-1 earlier outcomes of the stream on the line
}

// Reason is the reason why an outcome can't be derived.
type Reason string

// Reasons why an outcome can't be derived.
const (
	Absent     Reason = "absent"     // the record has no fact with this seq
	NotChance  Reason = "chosen"     // the fact is not an outcome of chance
	ByTable    Reason = "table"      // people entered the outcome
	Unsealed   Reason = "unsealed"   // the device drew the outcome without a seal
	Closed     Reason = "closed"     // the secret isn't published yet
	SecretLost Reason = "lost"       // the secret is lost
	Weightless Reason = "weightless" // all weights are 0, so only people can answer
)

// DeriveError is the error of [Match.Derive].
type DeriveError struct {
	Seq    int
	Reason Reason
}

// Error returns a message with the seq and the reason.
func (e *DeriveError) Error() string {
	return fmt.Sprintf("seq %d can't be derived: %s", e.Seq, e.Reason)
}

// Derive returns the values from which the outcome in fact seq derives. The fact may be undone.
// Derive doesn't compare the outcome with these values; Verify does. The error is a *[DeriveError],
// or that of Verify for a seal that the match uses twice.
func (m Match) Derive(seq int) (Derivation, error) {
	if seq < 1 || seq > m.Seq() {
		return Derivation{}, &DeriveError{seq, Absent}
	}
	e := m.history.at(seq).value
	switch {
	case !e.fact.isOutcome():
		return Derivation{}, &DeriveError{seq, NotChance}
	case e.fact.Luck != Device:
		return Derivation{}, &DeriveError{seq, ByTable}
	}
	seals, err := m.seals()
	if err != nil {
		return Derivation{}, err
	}
	d := Derivation{Outcome: outcomeOf(e), Choices: m.choicesFor(e), Earlier: earlier(e)}
	if i := slices.IndexFunc(seals, func(s Seal) bool { return s.Seq > seq }); i >= 0 {
		seals = seals[:i]
	}
	if len(seals) > 0 {
		d.Seal = seals[len(seals)-1]
	}
	if reason := d.missing(); reason != "" {
		return Derivation{}, &DeriveError{seq, reason}
	}
	return d, nil
}

// missing returns the reason why d can't be computed, or "".
func (d *Derivation) missing() Reason {
	switch {
	case d.Seal.Seal == "":
		return Unsealed
	case d.Seal.Lost:
		return SecretLost
	case d.Seal.OpenedSeq == 0:
		return Closed
	case luck.Total(d.Choices) == 0:
		return Weightless
	}
	return ""
}

// earlier returns the seqs of the outcomes on the line before e that belong to the stream of e.
func earlier(e entry) (seqs []int) {
	stream := luck.Stream(games.Decision(e.fact.Says))
	for p := range e.line.prev.after(0) {
		if p.fact.isOutcome() && luck.Stream(games.Decision(p.fact.Says)) == stream {
			seqs = append(seqs, p.fact.Seq)
		}
	}
	return seqs
}
