package companion

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/companion/ear"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/games"
)

// withAloud returns m with the full text of the panel, if it is spoken. key is the key of the last
// event, or NoKey. While nothing is spoken, it computes nothing.
func withAloud(m Model, key panel.Key) Model {
	s := &m.face.speech
	if key != panel.NoKey {
		s.press(key)
	}
	if speechLevel(m) == ear.None {
		s.silence(m.Lang())
		return m
	}
	was := *s.aloud()
	now := m.Point()
	decided := now.Match == s.match && now.After > s.seq
	is := s.counted(was, fullText(m, was), decided, m.face.timers[timerBlink], m.disk.pending != nil)
	s.on, s.match, s.seq = true, now.Match, now.After
	if is != was {
		s.screen = &is
	}
	return m
}

// speechLevel returns the level of speech. A new box speaks everything while it asks for the language.
func speechLevel(m Model) ear.Level {
	switch {
	case !m.face.speech.card:
		return ear.None
	case m.evening.speech != "":
		return m.evening.speech
	case m.asksFirst() && m.stack.contains(ofNotice(kindLanguage)):
		return ear.All
	}
	return ear.None
}

// fullText returns the full text of the panel. While dice roll, turn and outcome stay those of was.
func fullText(m Model, was ear.Screen) ear.Screen {
	if m.face.rolling > 0 {
		return ear.Screen{Lang: m.Lang(), Title: m.word("rolling"), Turn: was.Turn, Result: was.Result, Outcome: was.Outcome, Event: was.Event}
	}
	var s ear.Screen
	switch top := m.top().page; {
	case m.update.trial != nil || m.update.underWay() || m.face.light == panel.Off || !m.started:
		s = seenText(m, m.scene())
	case m.showing():
		s = momentText(m)
	case top.control != nil:
		s = controlText(m, top.control)
	default:
		s = formText(m, m.top().form(m))
	}
	s.Lang, s.Depth = m.Lang(), len(m.stack)
	matchText(m, &s)
	if m.disk.slow() {
		s.Notice = m.word("notice.slow")
	}
	if m.asksFirst() && m.top().page.notice == kindLanguage {
		s.Lang = m.face.speech.firstLang(s.At)
	}
	return s
}

// seenText returns the text of a view. The model has cut it already where it was too long.
func seenText(m Model, v panel.View) ear.Screen {
	s := ear.Screen{Kind: int(v.Kind), Title: v.Title, Aside: v.Aside, Prompt: lines(v.Prompt[:], " "), Big: v.Big, Entry: v.Entry, Sign: v.Wheel[2], Notice: v.Notice}
	for _, r := range v.Rows {
		s.Lines += " " + pair(r.Text, r.End)
	}
	s.Lines = strings.TrimSpace(s.Lines + " " + v.Seal)
	s.Strip, s.Board = m.game().stripText(v), m.game().partText(v)
	s.Keys = lines(v.Tabs[:], "\n")
	if (v.Kind == panel.KindStep || v.Kind == panel.KindTopic) && v.Aside != "1/1" { // the place among the parts
		s.Aside, s.Prompt = "", v.Aside
	}
	return s
}

// controlText returns the text of a page with a control.
func controlText(m Model, c control) ear.Screen {
	s := seenText(m, c.view(m))
	switch c := c.(type) {
	case dial:
		s.Title, s.Prompt = panel.Capital(c.Title), ""
	case inviteView:
		s.Lines = m.reach.Address()
	case codeView:
		if strings.Trim(s.Big, "0123456789") == "" {
			s.Big = spaced(s.Big)
		}
	case wifiView:
		s.Lines = lines([]string{m.reach.Wifi.SSID, spaced(m.reach.Wifi.Password)}, "\n")
		if m.reach.Wifi.Open() {
			s.Lines = lines([]string{m.reach.Wifi.SSID, m.word("wifi.nopassword")}, "\n")
		}
	}
	return s
}

// spaced parts the signs of a code, so that each of them is spoken.
func spaced(code string) string { return strings.Join(strings.Split(code, ""), " ") }

// formText returns the text of a page that is a form.
func formText(m Model, f *form) ear.Screen {
	s := ear.Screen{Kind: int(f.View.Kind), Title: f.Title, Aside: f.Aside, Prompt: f.Prompt, Big: f.View.Big, Notice: f.View.Notice}
	s.Strip, s.Keys = m.game().stripText(f.View), lines(f.View.Tabs[:], "\n")
	s.Refused = f.Title == m.word("play.illegal") || f.Title == m.word("setup.refused")
	if f.View.Kind == panel.KindBoard {
		s.Board = m.game().boardText()
	}
	if f.View.Kind == panel.KindBig {
		rolledText(m, f, &s)
		return s
	}
	before, from := f.Reading()
	s.Before, s.Lines = lineTexts(before), lineTexts(from)
	if len(f.Items) > 0 {
		s.Prompt, s.Lines = strings.TrimSpace(s.Prompt+" "+s.Lines), ""
		barText(m, f, &s)
	}
	return s
}

// barText sets the rows of s, and the row under the bar.
func barText(m Model, f *form, s *ear.Screen) {
	var rows []string
	for i := range f.Items {
		rows = append(rows, pair(f.Full(i)))
	}
	at := f.Cursor()
	s.Rows, s.At, s.Of = lines(rows, "\n"), at.At+1, len(rows)
	s.Row, s.End = f.Full(at.At)
	it := f.Items[at.At]
	if at.Edit {
		s.Value = it.Values.All[at.Pick]
	}
	if it.Spot > 0 && f.View.Kind == panel.KindBoard {
		s.Cell = strings.TrimPrefix(m.game().squareText(it.Spot-1), it.Text+", ")
	}
}

// rolledText sets the texts of a roll: the notation is the title, and the total with its dice is the
// outcome.
func rolledText(m Model, f *form, s *ear.Screen) {
	w, all := m.Words(f.View.Game), []string{f.View.Big}
	for _, c := range f.View.Cells[:f.View.W] {
		all = append(all, w.Label(c.Glyph))
	}
	s.Result, s.Outcome, s.Big = lines(all, ", "), m.diceSession.match.Seq(), ""
}

// momentText returns the text of the visible moment.
func momentText(m Model) ear.Screen {
	v := m.momentView()
	first := m.face.show.moments.All[0]
	text := words.Sentences(v.Big, v.Title, v.Prompt[0])
	if picture := m.game().words().Label(first.Glyph); !strings.Contains(strings.ToLower(text), strings.ToLower(picture)) {
		text = words.Sentences(text, picture)
	}
	if waitsForKey(first) {
		text = words.Sentences(text, v.Tabs[1])
	}
	return ear.Screen{Kind: int(v.Kind), Moment: text, Event: first.Seq*(mostMoments+1) + len(m.face.show.moments.All)}
}

// matchText sets the turn or the winners of the match at the table, and the last outcome of chance.
func matchText(m Model, s *ear.Screen) {
	mt := m.Match()
	if m.subject() != tableMatch || mt.IsZero() || m.Ready() {
		return
	}
	w, st := m.game().words(), mt.State().Standing()
	v := mt.State().View(games.Nobody)
	s.Turn = words.Sentences(m.game().deciderName(v), w.Say(v.Prompt, mt.Names()))
	if st.Over {
		s.Turn = words.Sentences(seatNames(mt, st.Won), w.Say(st.Why, mt.Names()))
	}
	if f, ok := lastChance(mt); ok && f.Seq > s.Outcome {
		s.Result, s.Outcome = w.Decision(games.Decision(f.Says), mt.Names()), f.Seq
	}
}

// lastChance returns the last outcome of chance of mt that need not stay hidden, even if a decision has
// followed it.
func lastChance(mt match.Match) (last match.Fact, ok bool) {
	veil := mt.FirstHidden()
	for f := range mt.Line() {
		if f.Kind == match.Decided && f.Seat == games.Chance && f.Seq < veil {
			last, ok = f, true
		}
	}
	return last, ok
}

// stripText returns the tallies of a view in words, one on each line: the name of the owner, the
// name of the picture and the number.
func (g game) stripText(v panel.View) string {
	var all []string
	for _, t := range slices.Concat(v.Strip[:], v.Totals[:]) {
		if t == (panel.Tally{}) {
			continue
		}
		name := ""
		if t.Seat > 0 && int(t.Seat) <= len(g.match.Names()) && len(g.match.Names()) > 1 {
			name = g.match.Name(games.Seat(t.Seat))
		}
		all = append(all, lines([]string{name, g.labelBeside(name, t.Glyph), strconv.Itoa(int(t.N))}, " "))
	}
	return lines(all, "\n")
}

// labelBeside returns the name of a picture beside a player's name. The initial of that name is no
// picture.
func (g game) labelBeside(name, glyph string) string {
	if name != "" && glyph == panel.Initial(g.match.Names(), slices.Index(g.match.Names(), name)) || g.match.IsZero() {
		return ""
	}
	return g.words().Label(glyph)
}

// boardText returns the occupied squares of the board in words, one on each line.
func (g game) boardText() string {
	var all []string
	for i, c := range g.match.State().View(games.Nobody).Cells {
		if c.Glyph != "" || c.Tag != "" {
			all = append(all, g.squareText(i))
		}
	}
	return lines(all, "\n")
}

// partText returns the squares in a view that have a text, a piece or an owner, one on each line.
func (g game) partText(v panel.View) string {
	var all []string
	if g.match.IsZero() {
		return ""
	}
	for _, c := range v.Cells {
		all = append(all, lines([]string{c.Tag, g.words().Label(c.Glyph)}, ", "))
	}
	return lines(all, "\n")
}

// squareText returns a square of the board in words: its name, the piece on it, the text in its corner
// and the owner of the piece.
func (g game) squareText(i int) string {
	c, name := g.match.State().View(games.Nobody).Cells[i], ""
	if c.Seat > 0 && len(g.match.Names()) > 1 {
		name = g.match.Name(c.Seat)
	}
	if c.Tag == c.Name {
		c.Tag = ""
	}
	return lines([]string{c.Name, g.words().Label(c.Glyph), c.Tag, name}, ", ")
}

// pair returns a text and its value, parted by a comma.
func pair(text, end string) string { return lines([]string{text, end}, ", ") }

// lines joins texts and leaves out empty ones.
func lines(all []string, joint string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "" }), joint)
}

// lineTexts returns lines to read as one text.
func lineTexts(all []sheetLine) string {
	texts := make([]string, len(all))
	for i, l := range all {
		texts[i] = pair(l.Text, l.End)
	}
	return lines(texts, "\n")
}

// onSoundCard takes over whether the box can play sound. A new box begins to speak its first
// question.
func onSoundCard(m Model, c SoundCard) (Model, []Effect) {
	m.face.speech.card = c.Present
	if !c.Present || !m.asksFirst() {
		return m, nil
	}
	return tellFirst(m)
}

// tellFirst speaks the first question in the other language, until the table has answered it. For some
// time after a key it doesn't speak, because people hear the rows.
func tellFirst(m Model) (Model, []Effect) {
	s := &m.face.speech
	if !s.card || !m.asksFirst() {
		return m, nil
	}
	if m.top().page.notice == kindLanguage && (s.presses == 0 || m.now-m.face.pressed >= tellEvery) {
		s.first = nextLang(s.first)
		s.announce(m.library.Words(s.first, "").Word("speech.first"))
	}
	after := m.face.after(timerTell, tellEvery)
	return m, []Effect{after}
}

// nextLang returns the language after lang, or the first one.
func nextLang(lang words.Lang) words.Lang {
	return words.Langs[(slices.Index(words.Langs, lang)+1)%len(words.Langs)]
}

// speechTroubles lists the reasons of a SpeechFailed. Each has the text "trouble.speech.REASON".
var speechTroubles = []string{"program", "device", "stuck"}

// onSpeechFailed says once why nothing can be spoken, until speech works again.
func onSpeechFailed(m Model, f SpeechFailed) (Model, []Effect) {
	if f.Reason == m.face.speech.failed {
		return m, nil
	}
	m.face.speech.failed = f.Reason
	for _, reason := range speechTroubles {
		m.stack = m.stack.without(ofNotice("trouble.speech." + reason))
	}
	if !slices.Contains(speechTroubles, f.Reason) {
		return m, nil
	}
	return m.showTrouble(Trouble{Key: "trouble.speech." + f.Reason})
}

// switchSpeech turns speech on or off and says so. It closes the pause menu that the same hold of
// back has opened.
func switchSpeech(m Model) (Model, []Effect) {
	if m.face.speech.opened && m.top().page.pause {
		m = m.pop()
	}
	level, text := ear.All, "speech.on"
	if m.evening.speech == ear.Some || m.evening.speech == ear.All {
		level, text = ear.None, "speech.off"
	}
	announce := func(m Model) (Model, []Effect) {
		m.face.speech.announce(m.word(text))
		return m.leaveLater()
	}
	set := func(e *evening) { e.speech = level }
	next := m.edit(set).withoutFading().show(speechPage(text))
	if f := m.disk.failed; f != nil { // the level is stored with the change that the disk has refused
		p := *f
		p.next = f.next.edit(set)
		p.keep.Settings = append(slices.Clip(p.keep.Settings), p.next.evening.changes(f.next.evening)...)
		next.disk.failed = &p
		return announce(next)
	}
	return m.commit(next, Keep{}, announce)
}

// speechPage returns the page that says for a moment that speech is on or off.
func speechPage(text string) page {
	return page{kind: panel.KindMessage, fades: true, brief: true, build: func(m Model, s *form) {
		s.Title = m.word("settings.speech")
		s.Read(m.word(text))
	}}
}

// readItem adds the item of the pause menu that reads the screen which the menu covers.
func readItem(m Model, s *form) {
	if speechLevel(m) != ear.All {
		return
	}
	s.Item(m.word("speech.read"), func(m Model) (Model, []Effect) {
		m.face.speech.reads++
		return m.pop(), nil
	})
}
