package companion

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tabletop/companion/match"
	"tabletop/games"
)

// What a phone can ask for: the What of an Ask.
const (
	AskRestore     = "restore"
	AskErase       = "erase"
	AskErasePlayer = "erase-player"
	AskRename      = "rename"
	AskTime        = "time"
	AskReload      = "reload"
)

// carried is what was allowed and is being done.
type carried struct {
	ask   Ask
	open  []string // the matches that were open then
	reply int      // whom to tell of its end, if not the panel
}

const kindCarry = "carry" // of the page that says so

// request puts what a phone wants before those at the box. It never covers a question,
// a name half typed, a private page, a roll or an alarm: then it is refused, and the
// phone asks again later. Its first answer is no, so that a key which was meant for
// the page under it does nothing. What is allowed already waits for nobody, and the
// panel stays as it is.
func (m Model) request(w Asked) (Model, []Effect) {
	question, refusal := m.question(w.Ask)
	switch {
	case m.lost != nil:
		refusal = "disk.refused"
	case refusal == "" && (m.underWay() || !w.Allowed && m.occupied()):
		refusal = "ask.busy"
	}
	switch {
	case refusal != "":
		return m, []Effect{Reply{Reply: w.Reply, Seq: m.seq(), Refusal: m.word(refusal)}}
	case w.Allowed:
		return m.carry(w.Ask, w.Reply)
	}
	m, effects := m.wake()
	if m.page().page.fades {
		m = m.pop()
	}
	return m.show(consentPage(w.Ask, question)), append(effects, Reply{Reply: w.Reply, Seq: m.seq()})
}

// underWay reports whether the disk is being read or changed at somebody's wish.
func (m Model) underWay() bool { return !m.started || m.carrying.ask.What != "" }

// occupied reports whether what is in sight must not be covered by a question.
func (m Model) occupied() bool {
	p := m.page().page
	if p.fades {
		return false
	}
	private := slices.ContainsFunc(m.stack, func(p place) bool { return p.page.private })
	return private || m.rolling > 0 || p.own != nil || p.kind == KindConfirm || m.lamps(Lamps{}).Alarm != ""
}

// question says what would be done, and to how much; or why it can't be asked.
func (m Model) question(a Ask) (text, refusal string) {
	switch a.What {
	case AskRestore:
		return m.restoreQuestion(a.With)
	case AskErase:
		if m.find(a.Arg) >= 0 || m.cups.id == a.Arg {
			return "", "ask.open"
		}
		return m.word("ask.erase", label(a.With)), ""
	case AskErasePlayer:
		if m.playing(a.Arg) {
			return "", "ask.playing"
		}
		return m.word("ask.erase-player", label(a.Arg)), ""
	case AskRename:
		return m.renameQuestion(a)
	case AskTime:
		return m.timeQuestion(a.Arg)
	case AskReload:
		return "", ""
	}
	return "", "ask.unknown"
}

// restoreQuestion of "12 5": matches and players.
func (m Model) restoreQuestion(with string) (text, refusal string) {
	matches, players, _ := strings.Cut(with, " ")
	n, err := strconv.Atoi(matches)
	k, err2 := strconv.Atoi(players)
	if err != nil || err2 != nil || n < 0 || k < 0 {
		return "", "ask.unknown"
	}
	w := m.Words("")
	return m.word("ask.restore", w.Say(games.Count("ask.matches", n), nil), w.Say(games.Count("ask.players", k), nil)), ""
}

func (m Model) renameQuestion(a Ask) (text, refusal string) {
	_, err := match.CheckNames([]string{a.With})
	switch {
	case err != nil:
		return "", "name.bad"
	case m.playing(a.Arg):
		return "", "ask.playing"
	}
	return m.word("ask.rename", label(a.Arg), a.With), ""
}

// timeQuestion says a phone's time as it is on the phone's clock.
func (m Model) timeQuestion(arg string) (text, refusal string) {
	t, err := time.Parse(time.RFC3339, arg)
	switch {
	case err != nil:
		return "", "ask.unknown"
	case m.Sure():
		return "", "ask.sure"
	}
	month := m.word("month." + strconv.Itoa(int(t.Month())))
	return m.word("ask.time", t.Format("15:04"), strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year())), ""
}

// label is text from elsewhere as a question holds it: one line, and not all of it.
func label(text string) string {
	const most = 36 // three lines with the question and both answers
	letters := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text))
	if len(letters) > most {
		letters = append(letters[:most-1], '…')
	}
	return string(letters)
}

// playing reports whether a name sits in a match that is open.
func (m Model) playing(name string) bool {
	return slices.ContainsFunc(m.open, func(s session) bool { return slices.Contains(s.match.Names(), name) })
}

// consentPage is the question on the panel.
func consentPage(a Ask, question string) page {
	return page{kind: KindConfirm, private: true, build: func(m Model, s *sheet) {
		if len(wrap(question, columns)) <= 2 { // a longer one needs its line
			s.title = m.word("ask.title")
		}
		s.say(question)
		s.item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), nil })
		s.item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return m.pop().consent(a) })
	}}
}

// consent lets it be done, and says that it is under way.
func (m Model) consent(a Ask) (Model, []Effect) {
	waiting := sayPage(m.word("starting"), m.word("ask.under"))
	waiting.gives = kindCarry
	return m.show(waiting).carry(a, 0)
}

// carry lets it be done, for whoever waits for the reply.
func (m Model) carry(a Ask, reply int) (Model, []Effect) {
	m.carrying = carried{ask: a, open: []string{m.cups.id}, reply: reply}
	for _, s := range m.open {
		m.carrying.open = append(m.carrying.open, s.id)
	}
	return m, []Effect{Carry{Ask: a}}
}

// done says what came of it. What the model itself knows of players and settings
// follows what the disk now holds.
func (m Model) done(w Done) (Model, []Effect) {
	if w.Ask != m.carrying.ask || w.Ask.What == "" {
		return m, nil
	}
	c := m.carrying
	m.carrying = carried{}
	if c.reply != 0 {
		return m.doneFor(c, w)
	}
	m, effects := m.wake()
	m.stack = slices.DeleteFunc(slices.Clone(m.stack), func(p place) bool { return p.page.gives == kindCarry })
	if w.Err != nil {
		return m.show(sayPage(m.word("ask.title"), m.whyNot(w.Err))), effects
	}
	next, lines := m.follows(w, c.open)
	next = next.show(messagePage("done." + w.Ask.What))
	if lines == "" {
		return next, effects
	}
	next, more := m.commit(next, Keep{Settings: lines})
	return next, append(effects, more...)
}

// doneFor tells whoever waits what came of it.
func (m Model) doneFor(c carried, w Done) (Model, []Effect) {
	if w.Err != nil {
		return m.refusing(c.reply, m.whyNot(w.Err))
	}
	next, lines := m.follows(w, c.open)
	if lines == "" {
		return next, []Effect{Reply{Reply: c.reply, Seq: m.seq(), Added: w.Added}}
	}
	return m.commitFor(c.reply, next, Keep{Settings: lines})
}

// whyNot is the reason of an error in words, if it knows one.
func (m Model) whyNot(err error) string {
	if r := Reasoner(nil); errors.As(err, &r) && m.Words("").Has(r.Reason()) {
		return m.word(r.Reason())
	}
	return m.word("ask.failed", err.Error())
}

// follows is the model as what was done leaves it, and the settings that changed.
func (m Model) follows(w Done, before []string) (Model, string) {
	switch a := w.Ask; a.What {
	case AskErase:
		if !m.last.IsZero() && strings.HasPrefix(m.last.Seal(), a.Arg) {
			m.last = match.Match{}
		}
	case AskErasePlayer:
		m.players = slices.DeleteFunc(slices.Clone(m.players), func(n string) bool { return n == a.Arg })
		return m.renamed(a.Arg, "")
	case AskRename:
		m.players = slices.DeleteFunc(slices.Clone(m.players), func(n string) bool { return n == a.With })
		if i := slices.Index(m.players, a.Arg); i >= 0 {
			m.players[i] = a.With
		}
		m.firsts = maps.Clone(m.firsts)
		if n := m.firsts[a.Arg]; n > 0 {
			m.firsts[a.With] += n
			delete(m.firsts, a.Arg)
		}
		return m.renamed(a.Arg, a.With)
	case AskRestore, AskReload:
		return m.restored(w.Evening, before), ""
	}
	return m, ""
}

// restored is the model on a disk that holds e. Matches that were open stay as they
// are; guests and language are those of this evening.
func (m Model) restored(e Evening, before []string) Model {
	was := m.settings
	m.settings, m.players, m.open = maps.Clone(e.Settings), e.Players, slices.Clone(m.open)
	if m.settings == nil {
		m.settings = map[string]string{}
	}
	for _, key := range []string{setGuests, setLang, setWhere} {
		delete(m.settings, key)
		if value, ok := was[key]; ok {
			m.settings[key] = value
		}
	}
	m, m.firsts = m.offering(m.settings), e.Firsts
	for _, r := range e.Open {
		if !slices.Contains(before, r.Match) {
			m = m.reopen(r)
		}
	}
	if strings.HasPrefix(m.where(), "setup ") && !maps.Equal(was, m.settings) {
		m = m.only() // its draft may be another
	}
	return m
}

// renamed is the model with a name changed wherever the next match would take it
// from; without a new one the seat is called by its number.
func (m Model) renamed(before, after string) (Model, string) {
	changed := ""
	for _, key := range slices.Sorted(maps.Keys(m.settings)) {
		if value := m.renamedIn(key, before, after); value != m.settings[key] {
			var line string
			m, line = m.set(key, value)
			changed += line
		}
	}
	return m, changed
}

// renamedIn is a setting with a name changed in it, if it holds names.
func (m Model) renamedIn(key, before, after string) string {
	value := m.settings[key]
	switch {
	case strings.HasPrefix(key, setDraft+":"), strings.HasPrefix(key, setLast):
		if d, ok := readDraft(value); ok && slices.Contains(d.Names, before) {
			d.Names = m.swapped(d.Names, before, after)
			return d.String()
		}
	case strings.HasPrefix(key, setSeries):
		var s series
		if err := json.Unmarshal([]byte(value), &s); err == nil && slices.Contains(s.Names, before) {
			s.Names = m.swapped(s.Names, before, after)
			line, _ := json.Marshal(s) // strings and numbers only: it can't fail
			return string(line)
		}
	}
	return value
}

// swapped are names with one changed; where the new one is none, or another's, to the
// first that stands for a seat.
func (m Model) swapped(names []string, before, after string) []string {
	for k := 1; after == "" || slices.Contains(names, after); k++ {
		after = m.word("setup.player", strconv.Itoa(k))
	}
	names = slices.Clone(names)
	names[slices.Index(names, before)] = after
	return names
}

// Sure reports whether the wall clock is trusted. Until somebody has said that it
// isn't, it is.
func (m Model) Sure() bool { return !m.timed || m.clock.Sure }

// today is the date, for people.
func (m Model) today() string {
	if !m.Sure() {
		return m.word("date.unsure")
	}
	return m.wall.Format(time.DateOnly)
}
