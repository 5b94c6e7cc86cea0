// Package checkup describes the result of a check of the box, for its owners: one [Finding] for
// each topic, such as power or the memory card. It finds out nothing itself. Package companion
// checks the topics that the model knows, and the daemon all others.
//
// The texts of a finding are in the catalogue of the companion:
//
//	checkup.TOPIC        label of the topic, up to nine letters
//	checkup.KEY          explanation, with the remedy for a fault
//	checkup.KEY.short    state, as short as the end of a row of the panel
package checkup

import "tabletop/games"

// State is the severity of a finding.
type State uint8

// States, the least severe first.
const (
	Fine    State = iota
	Unknown       // the topic could not be checked; no fault
	Poor          // the box works, but not at its best
	Bad           // something does not work, or matches are in danger
)

// Finding is the result of checking one topic.
type Finding struct {
	Topic string // key of the label, without "checkup."
	State State
	Key   string   // key of the explanation, without "checkup."
	N     int      // number that selects the plural form and replaces {n}
	Args  []string // arguments of explanation and state; see [games.Text]
}

// Label returns the label of the topic.
func (f Finding) Label() games.Text { return games.Say("checkup." + f.Topic) }

// Short returns the state in few letters.
func (f Finding) Short() games.Text { return games.Count("checkup."+f.Key+".short", f.N, f.Args...) }

// Text returns the explanation, with the remedy for a fault.
func (f Finding) Text() games.Text { return games.Count("checkup."+f.Key, f.N, f.Args...) }

// Unset returns the finding about a clock that nobody has set. shows is the time that it shows.
func Unset(shows string) Finding {
	return Finding{Topic: "clock", State: Poor, Key: "clock.unset", Args: []string{shows}}
}

// Fault reports whether people can improve something.
func (f Finding) Fault() bool { return f.State >= Poor }

// Faults returns the number of faults.
func Faults(all []Finding) (n int) {
	for _, f := range all {
		if f.Fault() {
			n++
		}
	}
	return n
}

// FaultsFirst returns the findings in another order: those that are Bad, those that are Poor, and all
// others. Each group keeps its order.
func FaultsFirst(all []Finding) []Finding {
	var bad, poor, rest []Finding
	for _, f := range all {
		switch f.State {
		case Bad:
			bad = append(bad, f)
		case Poor:
			poor = append(poor, f)
		default:
			rest = append(rest, f)
		}
	}
	return append(append(bad, poor...), rest...)
}
