package evaluator

import (
	"context"
	"errors"
	"runtime"
	"time"

	"tabletop/companion/words"
	"tabletop/games"
	"tabletop/games/kit"
)

// Finding is a fault of a program. Exactly one of its fields is set.
type Finding struct {
	Fault  *Fault       // error in the text of the program
	Breach *kit.Finding // breach of the contract of games, as found by package kit
	Rule   games.Text   // reason for the loss of the child: rule.file.time, rule.file.memory or rule.file.gone
}

// Error returns the whole finding in English, in several lines, or the key of Rule.
func (f Finding) Error() string {
	switch {
	case f.Fault != nil:
		return f.Fault.Error()
	case f.Breach != nil:
		return f.Breach.String()
	}
	return f.Rule.Key
}

// In returns the finding as a sentence in a language, with the place in the file if it is known.
func (f Finding) In(lang words.Lang) string {
	own := words.Companion(lang)
	switch {
	case f.Fault != nil:
		return f.Fault.In(lang)
	case f.Breach != nil && f.Breach.Said[string(lang)] != "":
		return f.Breach.Said[string(lang)]
	case f.Breach != nil:
		return own.Word("game." + f.Breach.Part)
	}
	return own.Say(f.Rule, nil)
}

// Report is the result of a check. A program without findings may be played.
type Report struct {
	Findings         []Finding
	Doubts           []Finding  // positions where perhaps nothing is allowed; see kit.Report
	Least, Most      int        // minimum and maximum number of seats
	Options          []string   // names of the options
	Games, Positions int        // numbers of games played and of positions checked
	Reach            *kit.Reach // what the games reached; nil without quick games
	// Lacks maps a language to the keys of words that the program has in the other one only.
	Lacks map[string][]string
}

// Amount is the size of a check, for each number of seats.
type Amount struct {
	Games, Positions int
	Tries            int // decisions tried per position; 0 for all
	Every            int // checks one position in so many; 0 for all
	Playouts         int // quick games, played to their end; 0 for none
	// Progress is called now and then with the numbers of games and positions so far; nil for nothing.
	Progress func(games, positions int)
}

// DaemonAmount returns the size of the daemon's check of a new game. On a slow machine,
// Limits.Check ends the check early.
func DaemonAmount() Amount { return Amount{Games: 4, Positions: 60, Tries: 3} }

// Try compiles a program and checks it with package kit, in a separate child that is killed
// when ctx ends.
func (e *Evaluator) Try(ctx context.Context, name, program string, much Amount) Report {
	c, err := start(e.exe, e.args)
	if err != nil {
		e.log(err.Error())
		return lost(ruleGone)
	}
	defer context.AfterFunc(ctx, func() { _ = c.cmd.Process.Kill() })()
	limits := e.Limits
	games := limits.Check * time.Duration(runtime.NumCPU()) // the garbage collector may use all processors
	a, err := c.follow(request{
		Ask: askCheck, Memory: limits.Memory, Name: name, Key: keyOf(name, program), Source: program,
		Bounds: &bounds{much.Games, much.Positions, much.Tries, limits.Check, much.Every, much.Playouts, much.Progress != nil},
	}, limits.Compile+games+limits.Decision, limits.Memory, func(p progress) { much.Progress(p.Games, p.Positions) })
	c.end()
	if err != nil {
		key := c.cause(err)
		if ctx.Err() != nil {
			key = ruleTime
		}
		e.log(err.Error() + ": " + c.errs.String())
		return lost(key)
	}
	return reportOf(a, name)
}

// lost returns a report about the loss of the child, with the words key of the reason.
func lost(key string) Report { return Report{Findings: []Finding{{Rule: games.Say(key)}}} }

// english returns a text in English only.
func english(text string) map[words.Lang]string { return map[words.Lang]string{words.English: text} }

// reportOf converts the child's answer to a report.
func reportOf(a answer, name string) Report {
	switch {
	case a.Fault != nil:
		return Report{Findings: []Finding{{Fault: a.Fault}}}
	case a.Refused != nil:
		return Report{Findings: []Finding{{Fault: &Fault{Text: a.Refused.Rule, Texts: english(a.Refused.Error())}}}}
	case a.Failed != "":
		return Report{Findings: []Finding{{Fault: &Fault{Text: games.Say(ruleFailed, name, a.Failed), Texts: english(a.Failed)}}}}
	case a.Report == nil || a.Rules == nil:
		return lost(ruleGone)
	}
	r := Report{Least: a.Rules.Least, Most: a.Rules.Most, Games: a.Report.Games, Positions: a.Report.Positions, Lacks: a.Rules.Lacks, Reach: a.Report.Reach}
	for _, o := range a.Rules.Options {
		if o.Asks() {
			r.Options = append(r.Options, o.Name)
		}
	}
	for _, f := range a.Report.Findings {
		r.Findings = append(r.Findings, Finding{Breach: &f})
	}
	for _, f := range a.Report.Doubts {
		r.Doubts = append(r.Doubts, Finding{Breach: &f})
	}
	return r
}

// Err returns all findings joined, or nil if there are none.
func (r Report) Err() error {
	var all []error
	for _, f := range r.Findings {
		all = append(all, f)
	}
	return errors.Join(all...)
}

// Player implements the Player of package gamefiles: it runs and checks programs.
type Player struct{ *Evaluator }

// Try returns the first [Finding] of a program, or nil.
func (p Player) Try(ctx context.Context, name, program string) error {
	for _, f := range p.Evaluator.Try(ctx, name, program, DaemonAmount()).Findings {
		return f
	}
	return nil
}

// Text returns the text of an error of Rules or Try in a language.
func (p Player) Text(lang words.Lang, err error) string {
	var finding interface{ In(words.Lang) string }
	var illegal games.Illegal
	switch {
	case errors.As(err, &finding):
		return finding.In(lang)
	case errors.As(err, &illegal):
		return words.Companion(lang).Say(illegal.Rule, nil)
	}
	return err.Error()
}
