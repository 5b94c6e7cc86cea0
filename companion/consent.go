package companion

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/settings"
	"tabletop/games"
)

// consentCommand is a command that needs the consent of the wired keys.
type consentCommand interface {
	Command
	// question returns the question to ask about the command. If the command is impossible, it
	// returns the key of the refusal's text instead.
	question(Model) (text, refusal string)
	// follow returns the model after the command has succeeded. w is the result of the command.
	// open has the ids of the matches that were open when the command was allowed.
	follow(m Model, w CarryResult, open []string) Model
	// done returns the key of the message shown after success, or "" if there is none.
	done() string
}

// consent is a command that the wired keys have allowed and the daemon now carries out.
type consent struct {
	command consentCommand
	open    []string // ids of the matches that were open when the command was allowed
	call    call     // call to answer; with number 0 the panel shows the result
}

func (c Restore) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c Import) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c AddGame) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c DropGame) do(m Model) (Model, []Effect)     { return m.askConsent(c) }
func (c Update) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c Erase) do(m Model) (Model, []Effect)        { return m.askConsent(c) }
func (c ErasePlayers) do(m Model) (Model, []Effect) { return m.askConsent(c) }
func (c SetTime) do(m Model) (Model, []Effect)      { return m.askConsent(c) }

func (c Rename) do(m Model) (Model, []Effect) {
	if letter := undrawable(c.To); letter != "" && !m.evening.people.Knows(c.To) {
		return m.refuse(m.word("naming.letter", letter))
	}
	return m.askConsent(c)
}

// askConsent shows a page that asks the wired keys for consent to c. It refuses if that page
// would cover another question, unfinished input, a private page, a roll or an alarm; the phone
// can ask again later. The first answer is no, so that a key meant for the page below does
// nothing. A request from the socket needs no consent and doesn't change the panel.
func (m Model) askConsent(c consentCommand) (Model, []Effect) {
	question, refusal := c.question(m)
	trusted := m.call.sender.From == FromSocket
	switch {
	case refusal != "":
		return m.refuse(m.word(refusal))
	case m.consent != nil || !trusted && m.occupied():
		return m.refuse(m.word("ask.busy"))
	case trusted:
		return m.carry(c)
	}
	title := "ask.title"
	if m.call.sender == Keys {
		title = "settings.players"
	}
	p := consentPage(c, m.word(title), question, m.now)
	if u, ok := c.(Update); ok {
		p = updateQuestion(u, question, m.now)
	}
	return putQuestion(m, p)
}

// readFor is the time after which the question about an update takes the answer yes.
const readFor = 2 * time.Second

// updateQuestion returns the page that asks for consent to an update. One key is enough, so the cursor
// begins on the answer yes. The matrix flashes for attention, and yes has no effect before readFor has
// passed: such a key was meant for the page below. The parameter at is the time of the question.
func updateQuestion(u Update, question string, at time.Duration) page {
	no := func(m Model) (Model, []Effect) { return m.pop(), discard(u) }
	yes := func(m Model) (Model, []Effect) {
		if m.now-at < readFor {
			return m.dropPress()
		}
		return u.cover(m.pop()).carry(u)
	}
	return page{kind: panel.KindConfirm, private: true, rings: true, build: func(m Model, s *form) {
		s.Say(question)
		s.Item(m.word("ask.yes"), yes)
		s.Item(m.word("ask.no"), no)
		s.back = no
	}}
}

// putQuestion shows a question to the wired keys. The answer to the waiting caller has
// NeedsConsent set.
func putQuestion(m Model, p page) (Model, []Effect) {
	m.call.answer.NeedsConsent = true
	m, effects := m.wake()
	return m.withoutFading().show(p), effects
}

// occupied reports whether the page on the panel must stay uncovered: it is private, asks
// something, or has unfinished input, rolling dice or an alarm.
func (m Model) occupied() bool {
	p := m.top().page
	if p.fades {
		return false
	}
	private := m.contains(func(p page) bool { return p.private })
	unfinished := p.control != nil && p.screen != atPlay // the input of a number in a match may be covered
	return private || unfinished || m.face.rolling > 0 || p.kind == panel.KindConfirm || m.lamps(panel.Lamps{}).Alarm != ""
}

func (c Restore) question(m Model) (text, refusal string) {
	text = m.word("ask.restore", m.countText("ask.matches", c.Matches), m.countText("ask.players", c.Players))
	if c.Damaged > 0 {
		text += " " + m.countText("ask.damaged", c.Damaged)
	}
	return text + m.programsText(c.Parcel), ""
}

// programsText returns the text about the game files of a parcel: the name of the first file,
// and the number of further files.
func (t localizer) programsText(p history.Parcel) string {
	switch p.Games {
	case 0:
		return ""
	case 1:
		return " " + t.word("ask.program", label(p.Game))
	}
	return " " + t.Words("").Say(games.Count("ask.programs", p.Games-1, label(p.Game)), nil)
}

// question returns a question with the title of the game and the name of the phone that sends
// the game.
func (c AddGame) question(m Model) (text, refusal string) {
	return m.word("ask.game", label(c.Title), m.call.senderName(m.localizer)), ""
}

func (c DropGame) question(m Model) (text, refusal string) {
	return m.word("ask.nogame", label(c.Title)), ""
}

// question returns a question with the contents of the file and the name of the phone that sends
// the file.
func (c Import) question(m Model) (text, refusal string) {
	var brings []string
	if c.Matches > 0 {
		brings = append(brings, m.countText("ask.matches", c.Matches))
	}
	if c.Open > 0 {
		brings = append(brings, m.countText("ask.unfinished", c.Open))
	}
	if c.Players > 0 || c.Matches == 0 {
		brings = append(brings, m.countText("ask.players", c.Players))
	}
	return m.word("ask.import", strings.Join(brings, ", "), m.call.senderName(m.localizer)) + m.programsText(c.Parcel), ""
}

// question returns a question with both versions, and whether the box can go back.
func (c Update) question(m Model) (text, refusal string) {
	switch s := m.update.state; {
	case s == nil:
		return "", "ask.busy"
	case s.Impossible != "":
		return "", s.Impossible
	case m.disk.unsaved: // the end of this process would lose the backlog
		return "", "update.unsaved"
	}
	return m.update.questionText(m.localizer, m.version, c.Version), ""
}

func (c Erase) question(m Model) (text, refusal string) {
	if m.open.find(c.Match) >= 0 || m.diceSession.id == c.Match {
		return "", "ask.open"
	}
	return m.word("ask.erase", label(c.Title)), ""
}

func (c ErasePlayers) question(m Model) (text, refusal string) {
	if slices.ContainsFunc(c.Names, m.open.playing) {
		return "", "ask.playing"
	}
	switch len(c.Names) {
	case 0:
		return "", "ask.unknown"
	case 1:
		return m.word("ask.erase-player", label(c.Names[0])), ""
	}
	return m.countText("ask.erase-players", len(c.Names)), ""
}

func (c Rename) question(m Model) (text, refusal string) {
	_, err := match.CheckNames([]string{c.To})
	player, ok := m.evening.people.Without(c.Name).Recognized(c.To, nil)
	switch {
	case err != nil:
		return "", "name.bad"
	case !ok || player != c.To:
		return "", "name.taken"
	case m.open.playing(c.Name):
		return "", "ask.playing"
	}
	return m.word("ask.rename", label(c.Name), c.To), ""
}

// question returns a question with the phone's time, in the phone's time zone.
func (c SetTime) question(m Model) (text, refusal string) {
	if m.Sure() {
		return "", "ask.sure"
	}
	t := c.Time
	month := m.word("month." + strconv.Itoa(int(t.Month())))
	return m.word("ask.time", t.Format("15:04"), strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year())), ""
}

// consentPage returns the page that asks for consent to c. The parameter at is the time at which
// the question is shown.
func consentPage(c consentCommand, title, question string, at time.Duration) page {
	no := func(m Model) (Model, []Effect) { return m.pop(), discard(c) }
	yes := func(m Model) (Model, []Effect) { return m.pop().allow(c, m.now-at) }
	return questionPage(title, question, no, yes)
}

// questionPage returns the page that asks the wired keys a question. The cursor begins on the
// answer no. Back also means no.
func questionPage(title, question string, no, yes act) page {
	return page{kind: panel.KindConfirm, private: true, build: func(m Model, s *form) {
		if len(panel.Wrap(question, panel.Columns)) <= 2 { // a longer question also needs the line of the title
			s.Title = title
		}
		s.Say(question)
		s.Item(m.word("ask.no"), no)
		s.Item(m.word("ask.yes"), yes)
		s.back = no
	}}
}

// discard returns the effect that deletes the uploaded file of a command that was refused, or
// nil if the command has no file.
func discard(c consentCommand) []Effect {
	switch c := c.(type) {
	case Restore:
		return []Effect{Discard{c.Upload}}
	case Import:
		return []Effect{Discard{c.Upload}}
	case Update:
		return []Effect{Discard{c.Upload}}
	}
	return nil
}

const kindCarry = "carry" // notice kind of the page shown while a Carry is under way

// allow carries out a command that the wired keys have allowed, and shows a page until the
// result arrives. after is the time from question to answer. It is added to the time of a
// SetTime.
func (m Model) allow(c consentCommand, after time.Duration) (Model, []Effect) {
	if t, ok := c.(SetTime); ok {
		t.Time = t.Time.Add(after)
		c = t
	}
	waiting := textPage(m.word("starting"), m.word("ask.under"))
	waiting.notice = kindCarry
	return m.show(waiting).carry(c)
}

// carry requests that the daemon carries out c. The caller gets the answer once the daemon
// reports the result.
func (m Model) carry(c consentCommand) (Model, []Effect) {
	allowed := &consent{command: c, open: []string{m.diceSession.id}, call: m.call}
	for _, s := range m.open {
		allowed.open = append(allowed.open, s.id)
	}
	m.consent, m.call = allowed, call{}
	return m, []Effect{Carry{Command: c}}
}

// onDone handles the result of a Carry. It updates the model and answers the caller. If no
// caller waits, it shows the result on the panel.
func (m Model) onDone(w CarryResult) (Model, []Effect) {
	c := m.consent
	if c == nil || !reflect.DeepEqual(c.command, w.Command) {
		return m, nil
	}
	m.consent = nil
	if m.call = c.call; m.call.number == 0 {
		m, effects := m.wake()
		m.stack = m.stack.without(ofNotice(kindCarry))
		m, more := m.finish(c.command, w, c.open)
		return m, append(effects, more...)
	}
	m.call.answer.Added = w.Added
	m, effects := m.finish(c.command, w, c.open)
	return m.sendAnswer(effects)
}

// finish updates the model after a Carry that succeeded, or shows its error.
func (m Model) finish(c consentCommand, w CarryResult, open []string) (Model, []Effect) {
	if w.Err != nil {
		if _, updates := c.(Update); updates {
			m.update.handed = ""
		}
		return m.refuseUnder("ask.title", m.reasonText(w.Err))
	}
	next := c.follow(m, w, open)
	if m.call.number == 0 && c.done() != "" {
		next = next.show(messagePage(c.done()))
		if n := w.Added.Damaged; n > 0 {
			next = next.show(textPage(m.word("trouble.title"), m.countText("ask.damaged", n)))
		}
	}
	if w.reloaded() { // only the marks of imported matches must be stored
		return next.commit(next.withImported(m), Keep{})
	}
	return m.commit(next, Keep{})
}

// reloaded reports whether the result contains the evening, read again from the disk.
func (w CarryResult) reloaded() bool {
	return w.Evening.Settings != nil || w.Evening.Open != nil || w.Evening.Players != nil
}

func (Restore) done() string      { return "done.restore" }
func (Import) done() string       { return "done.import" }
func (AddGame) done() string      { return "done.game" }
func (DropGame) done() string     { return "done.nogame" }
func (Update) done() string       { return "" }
func (Erase) done() string        { return "done.erase" }
func (ErasePlayers) done() string { return "done.erase-player" }
func (Rename) done() string       { return "done.rename" }
func (SetTime) done() string      { return "done.time" }

func (AddGame) follow(m Model, _ CarryResult, _ []string) Model  { return m } // the event Files updates the model
func (DropGame) follow(m Model, _ CarryResult, _ []string) Model { return m }
func (SetTime) follow(m Model, _ CarryResult, _ []string) Model  { return m }

func (c Update) follow(m Model, _ CarryResult, _ []string) Model { return c.cover(m) }

// cover covers the panel until the updater stops the daemon or refuses the package.
func (c Update) cover(m Model) Model {
	m.update.handed = c.Version
	m.face.held = panel.NoKey
	return m.stopMotion()
}

func (Restore) follow(m Model, w CarryResult, open []string) Model {
	return m.withEvening(w.Evening, open)
}

func (Import) follow(m Model, w CarryResult, open []string) Model {
	return m.withEvening(w.Evening, open)
}

func (c Erase) follow(m Model, _ CarryResult, _ []string) Model {
	if !m.lastMatch.IsZero() && strings.HasPrefix(m.lastMatch.Seal(), c.Match) {
		m.lastMatch = match.Match{}
	}
	return m
}

func (c ErasePlayers) follow(m Model, _ CarryResult, _ []string) Model {
	m = m.edit(func(e *evening) { e.people = e.people.Without(c.Names...) })
	for _, name := range c.Names {
		m = m.withName(name, "")
	}
	return m
}

func (c Rename) follow(m Model, _ CarryResult, _ []string) Model {
	m = m.edit(func(e *evening) { e.people = e.people.Renamed(c.Name, c.To) })
	return m.withName(c.Name, c.To)
}

// withEvening replaces settings and players by those read from the disk, and adds the open
// matches whose ids are not in before. It keeps guests, language, league, screen, the panel's
// chip and the marks of imported matches.
func (m Model) withEvening(e Evening, before []string) Model {
	old := m.evening
	next := readEvening(e.Settings, e.Players, e.Firsts)
	next.lang, next.chip, next.guests, next.screen, next.imported, next.league = old.lang, old.chip, old.guests, old.screen, old.imported, old.league
	for _, name := range old.people.Unnamed { // these names stay hidden from the club
		next.people = next.people.WithName(name, false)
	}
	m = m.withSettings(next)
	m = m.reopen(slices.DeleteFunc(slices.Clone(e.Open), func(o OpenMatch) bool { return slices.Contains(before, o.ID) }))
	if m.currentScreen().screen == atSetup && len(next.changes(old)) > 0 {
		m = m.showOnly() // the draft on the set-up page may have changed
	}
	return m
}

// withName renames a player in drafts, last set-ups and series. The parameters before and after
// are the two names. If the new name is empty, the seat gets a default name.
func (m Model) withName(before, after string) Model {
	swap := func(names []string) ([]string, bool) {
		if !slices.Contains(names, before) {
			return nil, false
		}
		return m.swapName(names, before, after), true
	}
	return m.edit(func(e *evening) {
		e.drafts, e.lastDrafts = renameInDrafts(e.drafts, swap), renameInDrafts(e.lastDrafts, swap)
		for id, s := range e.series {
			if names, ok := swap(s.Names); ok {
				s.Names = names
				e.series = settings.Put(e.series, id, s)
			}
		}
	})
}

// renameInDrafts returns drafts after swap is applied to the names of each draft.
func renameInDrafts(drafts map[string]Draft, swap func([]string) ([]string, bool)) map[string]Draft {
	for _, game := range slices.Sorted(maps.Keys(drafts)) {
		d := drafts[game]
		if names, ok := swap(d.Names); ok {
			d.Names = names
			drafts = settings.Put(drafts, game, d)
		}
	}
	return drafts
}

// swapName returns names with one name replaced. The parameters before and after are the old and
// the new name. If the new name is empty or in use, swapName takes the first free default name
// instead.
func (h house) swapName(names []string, before, after string) []string {
	for k := 1; after == "" || slices.Contains(names, after); k++ {
		after = h.word("setup.player", strconv.Itoa(k))
	}
	names = slices.Clone(names)
	names[slices.Index(names, before)] = after
	return names
}
