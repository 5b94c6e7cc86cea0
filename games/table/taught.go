package table

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/games"
)

var (
	//go:embed taught_ru.txt
	taughtRussian string
	//go:embed taught_en.txt
	taughtEnglish string
)

// teach adds the texts of topics to the catalogues of m: those of taught_ru.txt and taught_en.txt,
// and a topic with the text of each phase's rule.
func (m *ruleset) teach() {
	for lang, taught := range map[string]string{"ru": taughtRussian, "en": taughtEnglish} {
		words := texts(m.assets[lang])
		own, all, labels := texts(taught), map[string]string{}, labelsOf(words)
		for key, text := range own {
			all[key] = labels.Replace(text)
		}
		for key, text := range words {
			name, ok := strings.CutPrefix(key, "phase.")
			if !ok || strings.Contains(text, "{") {
				continue
			}
			topic := "topic.tablephase" + strings.ToLower(name)
			all[topic+".text"] = text
			all[topic] = phaseTitle(name, words, own)
		}
		var b strings.Builder
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if _, has := words[key]; !has {
				b.WriteString(key + " = " + all[key] + "\n")
			}
		}
		m.assets[lang] += "\n" + b.String()
	}
	m.words = keys(m.assets["ru"])
}

// texts returns the texts of a catalogue by key.
func texts(catalogue string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(catalogue) {
		if key := keyOf(line); key != "" {
			_, text, _ := strings.Cut(line, " = ")
			all[key] = strings.TrimSpace(text)
		}
	}
	return all
}

// labelsOf returns a replacer of each {verb} by the label of that decision in menus.
func labelsOf(words map[string]string) *strings.Replacer {
	var pairs []string
	for key, label := range words {
		kind, verb, _ := strings.Cut(key, ".")
		_, alone := words["verb."+verb]
		if kind == "verb" || kind == "say" && !alone {
			label, _, _ = strings.Cut(label, " | ")
			pairs = append(pairs, "{"+verb+"}", label)
		}
	}
	return strings.NewReplacer(pairs...)
}

// phaseTitle returns the title of the topic about a phase: the word for the phase, or the one in
// taught for its order of turns.
func phaseTitle(name string, words, taught map[string]string) string {
	title, ok := words["word."+name]
	if !ok {
		title = taught["topic.tablephase"+name]
	}
	if title == "" || utf8.RuneCountInString(title) > games.MostTopicTitle {
		return taught["topic.tablephase"]
	}
	first, size := utf8.DecodeRuneInString(title)
	return strings.ToUpper(string(first)) + title[size:]
}

// Topics returns the topics about the parts of the game at a set-up: the phases, the order of
// rounds, points, the leader, the end and ties, corrections. They explain every decision, every
// moment and every rule of the engine that can occur.
func (m ruleset) Topics(s games.Setup) []games.Topic {
	d := m.def
	if d.With != nil {
		var err error
		if d, err = m.with(s); err != nil {
			return nil // New refuses this set-up
		}
	}
	all := m.phaseTopics(&d)
	all = append(all, d.beginTopics()...)
	all = append(all, d.pointTopics()...)
	all = append(all, d.outTopics()...)
	all = append(all, d.endTopics()...)
	return append(
		all,
		about("end", "finish", "rule.over", "rule.middle", "rule.empty", "rule.tied"),
		about("ruling", "rule.fix", "rule.now", "rule.verb"),
		about("notation", "rule.unknown", "rule.unknown.category", "rule.number", "rule.seat", "rule.category", "rule.limits", "rule.for",
			"rule.between", "rule.points", "rule.twice", "rule.turn", "rule.out", "rule.edit", "rule.cup", "rule.teams", "rule.points.turn", "rule.program"),
	)
}

// TopicPrefix is the beginning of the keys of the engine's topics for a Def. The topics of a file
// have keys without this prefix.
const TopicPrefix = "table"

// about returns a topic. The first of the subjects that it explains is the one that matters: a file
// with a topic of its own about that one needs no other.
func about(key string, explains ...string) games.Topic {
	return games.Topic{Key: TopicPrefix + key, Explains: explains}
}

// phaseVerbs maps each order of turns to what a topic about a phase of that order explains.
var phaseVerbs = map[Order][]string{
	Clockwise: {"done", "rule.turn"},
	Passing:   {"done", "pass", "rule.turn"},
	Snake:     {"done", "rule.turn"},
	Together:  {"ready"},
	Claimed:   {"claim"},
	Upkeep:    {"done", "moment.appear"},
	Write:     {"score", "for"},
	TeamTurns: {"done", "rule.turn"},
}

// phaseTopics returns a topic for each phase of a round, and one for writing down points after it.
func (m ruleset) phaseTopics(d *Def) (all []games.Topic) {
	for _, p := range d.Phases {
		order := p.Order
		if order == "" {
			order = Clockwise
		}
		if order == Off {
			continue
		}
		name := string(order)
		if p.Name != "" && m.words["phase."+p.Name] {
			name = p.Name
		}
		t := about("phase"+strings.ToLower(name), append([]string{"phase." + name}, phaseVerbs[order]...)...)
		if p.closes(d.Edition) {
			t.Explains = append(t.Explains, "close")
		}
		all = append(all, t)
		if p.Reverse {
			all = append(all, about("reverse", "reverse"))
		}
	}
	switch {
	case d.Points == Wins:
		all = append(all, about("phasewin", "phase.win", "win", "tie"))
	case d.Points == Never && !d.Coop:
		all = append(all, about("phasewin", "phase.win", "win", "tie"))
	case len(d.Sheet) > 0:
		all = append(all, about("phasesheet", "phase.sheet", "score", "for", "phase.score", "rule.category", "rule.limits", "rule.for", "rule.twice"))
	case d.Points == Each || d.Points == End || d.Final:
		all = append(all, about("phasescore", "phase.score", "score", "rule.points", "rule.between", "rule.twice"))
	}
	return slices.CompactFunc(all, func(a, b games.Topic) bool { return a.Key == b.Key })
}

// pointTopics returns the topics about points, corrections, teams, counters and dice.
func (d *Def) pointTopics() (all []games.Topic) {
	switch d.Points {
	case Any:
		all = append(all, about("pointsany", "add", "rule.points", "rule.between"))
	case Turn:
		all = append(all, about("pointsturn", "score", "phase.score", "rule.points", "rule.points.turn"))
	case End:
		all = append(all, about("pointsend", "points"))
	}
	if d.Points != Never {
		all = append(all, about("edit", "edit", "rule.edit", "moment.onward"))
	}
	if d.Points != Never && !d.Coop {
		all = append(all, about("lead", "moment.lead", "moment.round"))
	}
	if d.Teams > 1 {
		all = append(all, about("teams", "teams", "rule.teams"))
	}
	shared := func(c Counter) bool { return c.Per == PerAll }
	if slices.ContainsFunc(d.Counters, func(c Counter) bool { return !shared(c) }) {
		all = append(all, about("counters", "set", "moment.onward"))
	}
	if slices.ContainsFunc(d.Counters, shared) {
		all = append(all, about("level", "level"))
	}
	if d.Cup.Dice != "" {
		all = append(all, about("cup", "roll", "die", "hold"))
	}
	return all
}

// beginTopics returns the topic about the seat that begins a round, or about the order of the seats.
func (d *Def) beginTopics() (all []games.Topic) {
	kinds := []First{d.First, d.Next}
	if d.Hooks.Lead != nil {
		kinds[1] = "lead"
	}
	for _, kind := range slices.Compact(kinds) {
		if kind != Same {
			all = append(all, about("begins"+string(kind), "moment.round", "draw", "next"))
		}
	}
	return all
}

// outTopics returns the topics about seats that drop out, and about winning together.
func (d *Def) outTopics() (all []games.Topic) {
	if d.Out {
		all = append(all, about("out", "out", "moment.sink", "rule.out"))
	}
	counted := slices.ContainsFunc(d.Counters, func(c Counter) bool { return c.Out.Is })
	if (d.OutAt.Is || counted) && !d.Coop {
		all = append(all, about("outat", "moment.sink", "rule.out"))
	}
	if d.Survivor {
		all = append(all, about("survivor", "survivor"))
	}
	if d.Coop {
		all = append(all, about("coop", "won", "lost", "moment.sink"))
	}
	return all
}

// endTopics returns the topics about the end of the game, the winner and ties.
func (d *Def) endTopics() (all []games.Topic) {
	if d.Target.Is {
		all = append(all, about("target"+d.targetTime(), "target", "moment.target"))
		switch d.Beyond {
		case Busts:
			all = append(all, about("bust", "moment.bust"))
		case Refused:
			all = append(all, about("beyond", "beyond"))
		}
	}
	if d.Rounds > 0 || d.Laps > 0 {
		all = append(all, about("rounds", "rounds"))
	}
	if d.BestOf > 0 {
		all = append(all, about("bestof", "bestof"))
	}
	if slices.ContainsFunc(d.Counters, func(c Counter) bool { return c.Ends.Is }) {
		all = append(all, about("countend", "countend"))
	}
	if d.Matches > 0 {
		all = append(all, about("matches", "matches", "moment.round"))
	}
	if d.Call != NoCall {
		all = append(all, about("call"+string(d.Call), "call", "moment.last"))
	}
	if len(all) == 0 && !d.Once && !d.Survivor && !d.Coop && d.Hooks.Over == nil {
		all = append(all, about("open", "open"))
	}
	if d.Coop || d.Points == Never {
		return all
	}
	return append(all, d.winner(), d.tie())
}

// targetTime returns the time at which the target ends the game, as part of the key of its topic.
func (d *Def) targetTime() string {
	switch {
	case d.AtOnce || d.TargetAt == "any":
		return "now"
	case d.TargetAt == "turn":
		return "turn"
	case d.TargetAt != "" && d.TargetAt != "round":
		return "phase"
	}
	return "round"
}

func (d *Def) winner() games.Topic {
	if d.Lowest {
		return about("lowest", "wins")
	}
	return about("highest", "wins")
}

func (d *Def) tie() games.Topic {
	steps := d.Ties.Steps
	more := slices.ContainsFunc(steps, func(k Key) bool { return k.By == byMore })
	switch {
	case len(steps) == 0, steps[0].By == byShared:
		return about("tieshared", "ties")
	case steps[0].By == byMore:
		return about("tie", "ties", "rule.tied")
	case more:
		return about("tiemore", "ties", "rule.tied")
	}
	return about("tieby", "ties")
}
