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

// asking is a command that the wired keys must agree to.
type consentCommand interface {
	Command
	// question says what would be done, and to how much; or the key of why it can't be
	// asked.
	question(Model) (text, refusal string)
	// follow is the model as what was done leaves what it knows of the disk.
	follow(m Model, w Done, open []string) Model
	// done is the key of what the panel says then.
	done() string
}

// consent is what was allowed and is being done.
type consent struct {
	command consentCommand
	open    []string // the matches that were open then
	call    call     // whom to tell of its end, if not the panel
}

func (c Restore) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c Import) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c AddGame) do(m Model) (Model, []Effect)      { return m.askConsent(c) }
func (c DropGame) do(m Model) (Model, []Effect)     { return m.askConsent(c) }
func (c Erase) do(m Model) (Model, []Effect)        { return m.askConsent(c) }
func (c ErasePlayers) do(m Model) (Model, []Effect) { return m.askConsent(c) }
func (c Rename) do(m Model) (Model, []Effect)       { return m.askConsent(c) }
func (c SetTime) do(m Model) (Model, []Effect)      { return m.askConsent(c) }

// ask puts what a phone wants before those at the box. It never covers a question,
// a name half typed, a private page, a roll or an alarm: then it is refused, and the
// phone asks again later. Its first answer is no, so that a key which was meant for
// the page under it does nothing. What comes by the socket waits for nobody, and the
// panel stays as it is.
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
	m.call.answer.Asked = true
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

// occupied reports whether what is in sight must not be covered by a question.
func (m Model) occupied() bool {
	p := m.top().page
	if p.fades {
		return false
	}
	private := m.contains(func(p page) bool { return p.private })
	half := p.control != nil && p.screen != atPlay // what is asked at once in a match waits under the question
	return private || half || m.face.rolling > 0 || p.kind == panel.KindConfirm || m.lamps(panel.Lamps{}).Alarm != ""
}

func (c Restore) question(m Model) (text, refusal string) {
	text = m.word("ask.restore", m.countText("ask.matches", c.Matches), m.countText("ask.players", c.Players))
	if c.Damaged > 0 {
		text += " " + m.countText("ask.damaged", c.Damaged)
	}
	return text + m.programsText(c.Parcel), ""
}

// brings names the game in a file that a parcel has with it, and counts the others.
func (t localizer) programsText(p history.Parcel) string {
	switch p.Games {
	case 0:
		return ""
	case 1:
		return " " + t.word("ask.program", label(p.Game))
	}
	return " " + t.Words("").Say(games.Count("ask.programs", p.Games-1, label(p.Game)), nil)
}

// question says which game it is, and whose phone sends it.
func (c AddGame) question(m Model) (text, refusal string) {
	return m.word("ask.game", label(c.Title), m.call.senderName(m.localizer)), ""
}

func (c DropGame) question(m Model) (text, refusal string) {
	return m.word("ask.nogame", label(c.Title)), ""
}

// question says what a file brings, and whose it is.
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
	if m.open.find(c.Match) >= 0 || m.cups.id == c.Match {
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

// question says a phone's time as it is on the phone's clock.
func (c SetTime) question(m Model) (text, refusal string) {
	if m.Sure() {
		return "", "ask.sure"
	}
	t := c.Time
	month := m.word("month." + strconv.Itoa(int(t.Month())))
	return m.word("ask.time", t.Format("15:04"), strconv.Itoa(t.Day()), month, strconv.Itoa(t.Year())), ""
}

// consentPage is the question on the panel under a title, asked at that time.
func consentPage(c consentCommand, title, question string, at time.Duration) page {
	return page{kind: panel.KindConfirm, private: true, build: func(m Model, s *form) {
		if len(panel.Wrap(question, panel.Columns)) <= 2 { // a longer one needs its line
			s.Title = title
		}
		s.Say(question)
		s.Item(m.word("ask.no"), func(m Model) (Model, []Effect) { return m.pop(), discard(c) })
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) { return m.pop().allow(c, m.now-at) })
		s.back = func(m Model) (Model, []Effect) { return m.pop(), discard(c) }
	}}
}

// discard forgets the file that a command would have taken.
func discard(c consentCommand) []Effect {
	switch c := c.(type) {
	case Restore:
		return []Effect{Discard{c.Upload}}
	case Import:
		return []Effect{Discard{c.Upload}}
	}
	return nil
}

const kindCarry = "carry" // of the page that says what is under way

// allow lets it be done, and says that it is under way. A time has grown older while
// the table thought about it.
func (m Model) allow(c consentCommand, after time.Duration) (Model, []Effect) {
	if t, ok := c.(SetTime); ok {
		t.Time = t.Time.Add(after)
		c = t
	}
	waiting := textPage(m.word("starting"), m.word("ask.under"))
	waiting.notice = kindCarry
	return m.show(waiting).carry(c)
}

// carry lets it be done, for whoever waits for the answer.
func (m Model) carry(c consentCommand) (Model, []Effect) {
	given := &consent{command: c, open: []string{m.cups.id}, call: m.call}
	for _, s := range m.open {
		given.open = append(given.open, s.id)
	}
	m.consent, m.call = given, call{}
	return m, []Effect{Carry{Command: c}}
}

// onDone says what came of it. What the model itself knows of players and settings
// follows what the disk now holds.
func (m Model) onDone(w Done) (Model, []Effect) {
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

// finish takes over what was done, or says why it was not.
func (m Model) finish(c consentCommand, w Done, open []string) (Model, []Effect) {
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
	if w.reloaded() { // all else stands on disk already
		return next.commit(next.withImported(m), Keep{})
	}
	return m.commit(next, Keep{})
}

// read reports whether the evening was read anew.
func (w Done) reloaded() bool {
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

func (AddGame) follow(m Model, _ Done, _ []string) Model    { return m } // the shelf tells
func (DropGame) follow(m Model, _ Done, _ []string) Model   { return m }
func (SetTime) follow(m Model, _ Done, _ []string) Model    { return m }
func (Restore) follow(m Model, w Done, open []string) Model { return m.withEvening(w.Evening, open) }

func (Import) follow(m Model, w Done, open []string) Model { return m.withEvening(w.Evening, open) }

func (c Erase) follow(m Model, _ Done, _ []string) Model {
	if !m.last.IsZero() && strings.HasPrefix(m.last.Seal(), c.Match) {
		m.last = match.Match{}
	}
	return m
}

func (c ErasePlayers) follow(m Model, _ Done, _ []string) Model {
	m = m.edit(func(e *evening) { e.people = e.people.Without(c.Names...) })
	for _, name := range c.Names {
		m = m.withName(name, "")
	}
	return m
}

func (c Rename) follow(m Model, _ Done, _ []string) Model {
	m = m.edit(func(e *evening) { e.people = e.people.Renamed(c.Name, c.To) })
	return m.withName(c.Name, c.To)
}

// withEvening is the model on a disk that holds e. Matches that were open stay as they
// are; guests, language, league and the panel's chip are those of this evening.
func (m Model) withEvening(e Evening, before []string) Model {
	was := m.evening
	is := readEvening(e.Settings, e.Players, e.Firsts)
	is.lang, is.chip, is.guests, is.screen, is.imported, is.league = was.lang, was.chip, was.guests, was.screen, was.imported, was.league
	for _, name := range was.people.Unnamed { // a no isn't taken back by a backup
		is.people = is.people.WithName(name, false)
	}
	m = m.withSettings(is)
	m = m.reopen(slices.DeleteFunc(slices.Clone(e.Open), func(o OpenMatch) bool { return slices.Contains(before, o.ID) }))
	if m.currentScreen().screen == atSetup && len(is.changes(was)) > 0 {
		m = m.showOnly() // its draft may be another
	}
	return m
}

// withName is the model with a name changed wherever the next match would take it
// from; without a new one the seat is called by its number.
func (m Model) withName(before, after string) Model {
	swap := func(names []string) ([]string, bool) {
		if !slices.Contains(names, before) {
			return nil, false
		}
		return m.swapName(names, before, after), true
	}
	return m.edit(func(e *evening) {
		e.drafts, e.last = renameInDrafts(e.drafts, swap), renameInDrafts(e.last, swap)
		for id, s := range e.series {
			if names, ok := swap(s.Names); ok {
				s.Names = names
				e.series = settings.Put(e.series, id, s)
			}
		}
	})
}

// renamedIn is drafts with the names in them swapped.
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

// swapName are names with one changed; where the new one is none, or another's, to the
// first that stands for a seat.
func (h house) swapName(names []string, before, after string) []string {
	for k := 1; after == "" || slices.Contains(names, after); k++ {
		after = h.word("setup.player", strconv.Itoa(k))
	}
	names = slices.Clone(names)
	names[slices.Index(names, before)] = after
	return names
}
