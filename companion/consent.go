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

// consentCommand is a command that the wired keys must allow.
type consentCommand interface {
	Command
	// question returns the question about the command and its extent, or the key of the reason
	// why it can't be asked.
	question(Model) (text, refusal string)
	// follow updates the model after the command has changed the disk.
	follow(m Model, w CarryResult, open []string) Model
	// done returns the key of the message that follows.
	done() string
}

// consent is a command that was allowed and is being carried out.
type consent struct {
	command consentCommand
	open    []string // ids of the matches that were open then
	call    call     // the caller to answer; without one the panel shows the result
}

func (c Restore) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c Import) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c AddGame) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c DropGame) do(m Model) (Model, []Effect)     { return m.askConsent(c) }
func (c Erase) do(m Model) (Model, []Effect)        { return m.askConsent(c) }
func (c ErasePlayers) do(m Model) (Model, []Effect) { return m.askConsent(c) }
func (c Rename) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c SetTime) do(m Model) (Model, []Effect)      { return m.askConsent(c) }

// askConsent asks the wired keys about c. It refuses instead of covering a question,
// unfinished input, a private page, a roll or an alarm; the phone can ask again later. The
// first answer is no, so that a key meant for the page below does nothing. A request from the
// socket needs no consent and does not change the panel.
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
	m.call.answer.NeedsConsent = true
	m, effects := m.wake()
	if m.top().page.fades {
		m = m.pop()
	}
	title := "ask.title"
	if m.call.sender == Keys {
		title = "settings.players"
	}
	return m.show(consentPage(c, m.word(title), question, m.now)), effects
}

// occupied reports whether a question must not cover the page on the panel.
func (m Model) occupied() bool {
	p := m.top().page
	if p.fades {
		return false
	}
	private := m.contains(func(p page) bool { return p.private })
	unfinished := p.control != nil && p.screen != atPlay // a number in a match may wait under the question
	return private || unfinished || m.face.rolling > 0 || p.kind == panel.KindConfirm || m.lamps(panel.Lamps{}).Alarm != ""
}

func (c Restore) question(m Model) (text, refusal string) {
	text = m.word("ask.restore", m.countText("ask.matches", c.Matches), m.countText("ask.players", c.Players))
	if c.Damaged > 0 {
		text += " " + m.countText("ask.damaged", c.Damaged)
	}
	return text + m.programsText(c.Parcel), ""
}

// programsText names the first game file of a parcel and counts the rest.
func (t localizer) programsText(p history.Parcel) string {
	switch p.Games {
	case 0:
		return ""
	case 1:
		return " " + t.word("ask.program", label(p.Game))
	}
	return " " + t.Words("").Say(games.Count("ask.programs", p.Games-1, label(p.Game)), nil)
}

// question names the game and the phone that sends it.
func (c AddGame) question(m Model) (text, refusal string) {
	return m.word("ask.game", label(c.Title), m.call.senderName(m.localizer)), ""
}

func (c DropGame) question(m Model) (text, refusal string) {
	return m.word("ask.nogame", label(c.Title)), ""
}

// question lists the contents of a file and the phone that sends it.
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
	switch {
	case err != nil:
		return "", "name.bad"
	case m.open.playing(c.Name):
		return "", "ask.playing"
	}
	return m.word("ask.rename", label(c.Name), c.To), ""
}

// question shows the phone's time in the phone's time zone.
func (c SetTime) question(m Model) (text, refusal string) {
	if m.Sure() {
		return "", "ask.sure"
	}
	t := c.Time
	month := m.word("month." + strconv.Itoa(int(t.Month())))
	return m.word("ask.time", t.Format("15:04"), strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year())), ""
}

// consentPage asks for consent. at is the time of the question.
func consentPage(c consentCommand, title, question string, at time.Duration) page {
	return page{kind: panel.KindConfirm, private: true, build: func(m Model, s *form) {
		if len(panel.Wrap(question, panel.Columns)) <= 2 { // a longer question needs the line of the title
			s.Title = title
		}
		s.Say(question)
		s.Item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), discard(c) })
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return m.pop().allow(c, m.now-at) })
		s.back = func(m Model) (Model, []Effect) { return m.pop(), discard(c) }
	}}
}

// discard deletes the uploaded file of a refused command.
func discard(c consentCommand) []Effect {
	switch c := c.(type) {
	case Restore:
		return []Effect{Discard{c.Upload}}
	case Import:
		return []Effect{Discard{c.Upload}}
	}
	return nil
}

const kindCarry = "carry" // notice of the page shown while a Carry is under way

// allow carries out a command and shows that it is under way. after is the table's thinking
// time, which is added to the time of a SetTime.
func (m Model) allow(c consentCommand, after time.Duration) (Model, []Effect) {
	if t, ok := c.(SetTime); ok {
		t.Time = t.Time.Add(after)
		c = t
	}
	waiting := textPage(m.word("starting"), m.word("ask.under"))
	waiting.notice = kindCarry
	return m.show(waiting).carry(c)
}

// carry carries out a command for the waiting caller.
func (m Model) carry(c consentCommand) (Model, []Effect) {
	allowed := &consent{command: c, open: []string{m.diceSession.id}, call: m.call}
	for _, s := range m.open {
		allowed.open = append(allowed.open, s.id)
	}
	m.consent, m.call = allowed, call{}
	return m, []Effect{Carry{Command: c}}
}

// onDone shows or returns the result of a Carry. The model updates its players and settings
// from the disk.
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

// finish updates the model after success, or shows the error.
func (m Model) finish(c consentCommand, w CarryResult, open []string) (Model, []Effect) {
	if w.Err != nil {
		return m.refuseUnder("ask.title", m.reasonText(w.Err))
	}
	next := c.follow(m, w, open)
	if m.call.number == 0 {
		next = next.show(messagePage(c.done()))
		if n := w.Added.Damaged; n > 0 {
			next = next.show(textPage(m.word("trouble.title"), m.countText("ask.damaged", n)))
		}
	}
	if w.reloaded() { // everything else is stored already
		return next.commit(next.withImported(m), Keep{})
	}
	return m.commit(next, Keep{})
}

// reloaded reports whether the evening was read again.
func (w CarryResult) reloaded() bool {
	return w.Evening.Settings != nil || w.Evening.Open != nil || w.Evening.Players != nil
}

func (Restore) done() string      { return "done.restore" }
func (Import) done() string       { return "done.import" }
func (AddGame) done() string      { return "done.game" }
func (DropGame) done() string     { return "done.nogame" }
func (Erase) done() string        { return "done.erase" }
func (ErasePlayers) done() string { return "done.erase-player" }
func (Rename) done() string       { return "done.rename" }
func (SetTime) done() string      { return "done.time" }

func (AddGame) follow(m Model, _ CarryResult, _ []string) Model  { return m } // the event Files follows
func (DropGame) follow(m Model, _ CarryResult, _ []string) Model { return m }
func (SetTime) follow(m Model, _ CarryResult, _ []string) Model  { return m }
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

// withEvening replaces the evening by the contents of the disk. Open matches stay unchanged.
// Guests, language, league and the panel's chip also stay.
func (m Model) withEvening(e Evening, before []string) Model {
	old := m.evening
	next := readEvening(e.Settings, e.Players, e.Firsts)
	next.lang, next.chip, next.guests, next.screen, next.imported, next.league = old.lang, old.chip, old.guests, old.screen, old.imported, old.league
	for _, name := range old.people.Unnamed { // a backup must not undo a refusal to be named
		next.people = next.people.WithName(name, false)
	}
	m = m.withSettings(next)
	m = m.reopen(slices.DeleteFunc(slices.Clone(e.Open), func(o OpenMatch) bool { return slices.Contains(before, o.ID) }))
	if m.currentScreen().screen == atSetup && len(next.changes(old)) > 0 {
		m = m.showOnly() // its draft may have changed
	}
	return m
}

// withName renames a player in drafts, last set-ups and series. An empty new name becomes the
// default name of the seat.
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

// renameInDrafts returns drafts with names swapped.
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

// swapName renames one of names. If the new name is empty or already in use, it takes the
// first free default name.
func (h house) swapName(names []string, before, after string) []string {
	for k := 1; after == "" || slices.Contains(names, after); k++ {
		after = h.word("setup.player", strconv.Itoa(k))
	}
	names = slices.Clone(names)
	names[slices.Index(names, before)] = after
	return names
}
