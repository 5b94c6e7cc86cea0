package companion

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"tabletop/companion/checkup"
	"tabletop/companion/history"
	"tabletop/companion/panel"
	"tabletop/games"
)

// Backups on a stick. The wired keys adopt a stick once. From then on the box writes a backup to
// it unasked whenever the stick is plugged in and the box has something new: at good night, when
// the panel turns dark, and when the stick is plugged in. Nothing at the table waits for a stick.

const (
	copyWithin     = 5 * time.Minute // time within which a backup must be written
	nightWait      = time.Minute     // time for which good night stays lit while a backup is written
	mostStickLabel = 11              // maximum length of the name of a stick in a question, as on FAT
	nightResult    = 6 * time.Second // time for which good night shows the result of the backup
)

// Notice kinds of pages about sticks.
const (
	kindCopies = "copies" // sticks and backups
	kindCopy   = "copy"   // progress and result of a backup
	kindTake   = "take"   // a file on the stick is being read
	kindOffer  = "offer"  // a new box offers to restore
	kindNight  = "night"  // good night
)

// copyItem adds the item that opens the page of the backups.
func copyItem(m Model, s *form) { s.Item(m.word("copy.title"), openCopies) }

// openCopies shows the page of the backups and requests the contents of its stick.
func openCopies(m Model) (Model, []Effect) {
	m = m.show(copyPage())
	if st, ok := shownStick(m); ok {
		return readStick(m, st)
	}
	return m, nil
}

// shownStick returns the stick that the page of the backups is about: the adopted one if it is
// plugged in, or else the only one.
func shownStick(m Model) (Stick, bool) {
	if st, ok := m.copies.find(m.evening.stick.UUID); ok {
		return st, true
	}
	if len(m.copies.sticks) == 1 {
		return m.copies.sticks[0], true
	}
	return Stick{}, false
}

// readStick requests the contents of a stick that can be read.
func readStick(m Model, st Stick) (Model, []Effect) {
	if !st.readable() {
		return m, nil
	}
	m.copies.contents = StickRead{}
	return m, []Effect{ReadStick{Stick: st.UUID}}
}

// copyPage returns the page of the backups. It is private, because adopting a stick gives all
// matches to whoever has the stick.
func copyPage() page {
	return page{kind: panel.KindMenu, private: true, notice: kindCopies, build: func(m Model, s *form) {
		s.Title = m.word("copy.title")
		st, plugged := shownStick(m)
		name := m.evening.stick
		switch {
		case plugged && st.UUID == name.UUID:
			adoptedItems(m, s, st)
		case plugged:
			s.Say(stickText(m.localizer, st))
			freshItems(m, s, st)
		case len(m.copies.sticks) > 0:
			stickItems(m, s)
		case name.UUID == "":
			s.Read(m.word("copy.none"), m.Words("").Say(backupFinding(m).Text(), nil))
			return
		default:
			s.Say(m.word("copy.absent", m.stickName(name.Label)))
		}
		lastItem(m, s)
		forgetItem(m, s)
	}}
}

// adoptedItems adds the items for the adopted stick, which is plugged in.
func adoptedItems(m Model, s *form, st Stick) {
	switch {
	case m.copies.saving != "":
		s.Item(m.word("copy.writing.item"), opens(savingPage))
	case st.Fault != "":
		faultItem(m, s, st)
	default:
		s.Item(m.word("copy.now"), func(m Model) (Model, []Effect) { return saveCopy(m.show(savingPage())) })
	}
	releaseItems(m, s, st)
	restoreItem(m, s, st)
}

// releaseItems adds an item for each newer version of the program on the adopted stick.
func releaseItems(m Model, s *form, st Stick) {
	if m.copies.contents.Stick != st.UUID {
		return
	}
	for _, r := range m.copies.contents.Releases {
		s.Item(m.word("copy.update", shortVersion(r.Version)), func(m Model) (Model, []Effect) {
			return takeFile(m, file{stick: st.UUID, name: r.Name}, TakeRelease{Stick: st.UUID, Name: r.Name})
		})
	}
}

// freshItems adds the items for a stick that the table has not adopted.
func freshItems(m Model, s *form, st Stick) {
	if st.Fault != "" {
		faultItem(m, s, st)
	} else {
		s.Item(m.word("copy.adopt"), opens(func() page { return adoptPage(st) }))
	}
	restoreItem(m, s, st)
}

// stickItems adds an item for each of several sticks. Ok opens the page of the stick.
func stickItems(m Model, s *form) {
	for _, st := range m.copies.sticks {
		s.Item(stickText(m.localizer, st), func(m Model) (Model, []Effect) {
			return readStick(m.show(stickPage(st.UUID)), st)
		})
	}
}

// stickPage returns the page of one of several sticks.
func stickPage(uuid string) page {
	return page{kind: panel.KindMenu, private: true, notice: kindCopies, build: func(m Model, s *form) {
		s.Title = m.word("copy.title")
		st, ok := m.copies.find(uuid)
		if !ok {
			s.Read(m.word(StickPulled))
			return
		}
		s.Say(stickText(m.localizer, st))
		freshItems(m, s, st)
	}}
}

// faultItem adds the item that explains why a stick can't be written to.
func faultItem(m Model, s *form, st Stick) {
	s.Item("! "+m.word("copy.unfit"), func(m Model) (Model, []Effect) {
		return m.show(textPage(m.word("copy.title"), m.word(faultKey(m.localizer, st.Fault)))), nil
	})
}

// lastItem adds the item with the age of the last backup.
func lastItem(m Model, s *form) {
	f := backupFinding(m)
	s.Value(m.word("copy.last"), m.Words("").Say(f.Short(), nil), func(m Model) (Model, []Effect) {
		return m.show(textPage(m.word("copy.title"), m.Words("").Say(backupFinding(m).Text(), nil))), nil
	})
}

// forgetItem adds the item that ends the backups on the adopted stick.
func forgetItem(m Model, s *form) {
	if m.evening.stick.UUID == "" {
		return
	}
	s.Item(m.word("copy.forget"), func(m Model) (Model, []Effect) {
		question := m.word("copy.forget.ask", m.stickName(m.evening.stick.Label))
		return m.show(questionPage(m.word("copy.title"), question, popped, func(m Model) (Model, []Effect) {
			return m.pop().change(func(e *evening) { e.stick = adopted{} })
		})), nil
	})
}

// popped is the act that closes the page.
func popped(m Model) (Model, []Effect) { return m.pop(), nil }

// adoptPage returns the page that asks whether to adopt a stick. After yes the first backup is
// written.
func adoptPage(st Stick) page {
	return page{kind: panel.KindConfirm, private: true, build: func(m Model, s *form) {
		s.Say(m.word("copy.adopt.ask", m.stickName(labelOf(st.Label, mostStickLabel))))
		s.Item(m.word("ask.no"), popped)
		s.Item(m.word("ask.yes"), func(m Model) (Model, []Effect) {
			next := m.pop().edit(func(e *evening) { e.stick = adopted{UUID: st.UUID, Label: st.Label} })
			return m.commit(next.show(savingPage()), Keep{}, saveCopy)
		})
	}}
}

// saveCopy requests a backup on the adopted stick, if it is plugged in and usable and none is under
// way.
func saveCopy(m Model) (Model, []Effect) {
	st, ok := m.copies.find(m.evening.stick.UUID)
	if !ok || st.Fault != "" || m.copies.saving != "" {
		return m, nil
	}
	m.copies.saving, m.copies.tried, m.copies.saved, m.copies.unseen, m.copies.bedtime = st.UUID, true, nil, false, false
	m.disk.news = false
	late := m.face.after(timerCopy, copyWithin)
	return m, []Effect{late, SaveCopy{Stick: st.UUID}}
}

// saveNews requests a backup on the adopted stick if the box has something new. While a write is
// pending it waits: the timer or event comes again.
func saveNews(m Model) (Model, []Effect) {
	if m.update.underWay() || m.disk.pending != nil || m.disk.asksTable() || !m.disk.news && (m.copies.tried || !newerThanBackup(m)) {
		return m, nil
	}
	return saveCopy(m)
}

// newerThanBackup reports whether a match has been played since the last backup, as far as its dates
// say. An evening may have ended by the plug.
func newerThanBackup(m Model) bool {
	if m.evening.backup == "" {
		return len(m.open)+len(m.ended) > 0
	}
	made, err := time.Parse(time.RFC3339, m.evening.backup)
	if err != nil {
		return false
	}
	newer := func(at string) bool { t, err := time.Parse(time.RFC3339, at); return err == nil && t.After(made) }
	return slices.ContainsFunc(m.open, func(s session) bool { return newer(s.touched()) }) ||
		slices.ContainsFunc(m.ended, func(i history.Item) bool { return newer(i.Summary.End) })
}

// stickText returns name and size of a stick.
func stickText(t localizer, st Stick) string {
	if st.Label == "" {
		return t.word("copy.stick.nameless", t.sizeText(st.Bytes))
	}
	return t.word("copy.stick", label(st.Label), t.sizeText(st.Bytes))
}

// savingPage returns the page that shows the progress of a backup, and then its result.
func savingPage() page {
	return page{kind: panel.KindMessage, private: true, notice: kindCopy, build: func(m Model, s *form) {
		s.Title = m.word("copy.title")
		s.Read(copyText(m))
	}}
}

// copyText returns the text about the progress or the result of the last backup.
func copyText(m Model) string {
	c := m.copies
	switch {
	case c.saving != "":
		return m.word("copy.writing", m.stickName(m.evening.stick.Label))
	case c.saved == nil:
		return m.word("copy.absent", m.stickName(m.evening.stick.Label))
	case c.saved.Err != nil:
		return errorReason(m.localizer, c.saved.Err)
	case m.Day() == 0:
		return m.word("copy.done.undated", m.sizeText(c.saved.Bytes))
	}
	return m.word("copy.done", strconv.Itoa(m.wall.Day()), m.word("month."+strconv.Itoa(int(m.wall.Month()))), m.sizeText(c.saved.Bytes))
}

// onSaved takes over the result of a backup. Good night shows it. A failure that nobody sees now is
// shown on the home page.
func onSaved(m Model, w Saved) (Model, []Effect) {
	m.copies = m.copies.finish(w)
	if m.copies.saving == "" {
		m.face.cancel(timerCopy)
	}
	if m.copies.saved != nil && m.contains(ofNotice(kindCopy)) {
		m.copies.unseen = false
	}
	var effects []Effect
	if w.Err == nil {
		m.copies.contents = StickRead{} // the list lacks the new backup
		m, effects = rereadStick(m)
	}
	if m.copies.saving != "" || m.copies.saved == nil || !m.copies.bedtime {
		return m, effects
	}
	m, more := sayGoodNight(m)
	return m, append(effects, more...)
}

// sayGoodNight shows the result of the backup that good night has begun, and then turns the panel
// dark. It covers nothing that people do meanwhile.
func sayGoodNight(m Model) (Model, []Effect) {
	m.copies.bedtime = false
	var effects []Effect
	if m.face.light == panel.Off && len(m.stack) == 1 {
		m, effects = m.wake()
		m = m.show(goodNightPage())
	}
	if m.top().page.notice != kindNight {
		return m, effects
	}
	dark := m.face.after(timerDark, nightResult)
	return m, append(effects, dark)
}

// goodNightPage returns the page at the end of an evening: whether the plug may be pulled.
func goodNightPage() page {
	return page{kind: panel.KindMessage, fades: true, notice: kindNight, build: func(m Model, s *form) {
		s.Title = m.word("night.title")
		c := m.copies
		switch {
		case m.disk.unsaved:
			s.Read(m.word("night.unsaved"))
		case c.saving != "":
			s.Read(m.word("night.copying"))
		case c.saved == nil:
			s.Read(m.word("night.said"))
		case c.saved.Err != nil:
			s.Read(m.word("night.nocopy")) // the reason stands on the home page when the panel is lit again
		default:
			s.Read(m.word("night.copied"))
		}
	}}
}

// saveTonight requests a backup at good night. The picture of good night doesn't wait for it.
func saveTonight(m Model) (Model, []Effect) {
	m.copies.saved = nil
	m, effects := saveCopy(m)
	m.copies.bedtime = m.copies.saving != ""
	return m, effects
}

// onSticks takes over the sticks that are plugged in now. Waits for a stick that is gone end. If the
// adopted stick has come, a backup that is due is written.
func onSticks(m Model, w Sticks) (Model, []Effect) {
	taking, saving := m.copies.taking, m.copies.saving
	m.copies = m.copies.replug(w)
	if taking != m.copies.taking && m.contains(ofNotice(kindTake)) {
		m.stack = m.stack.without(ofNotice(kindTake))
		m = m.show(private(textPage(m.word("copy.title"), m.word(StickPulled))))
	}
	if saving != "" && m.copies.saving == "" {
		return onSaved(m, *m.copies.saved)
	}
	m, effects := saveNews(m)
	m, more := rereadStick(m)
	return m, append(effects, more...)
}

// rereadStick requests the contents of a stick that has come while the page of the backups is open,
// or while the box is new and may be a replacement.
func rereadStick(m Model) (Model, []Effect) {
	st, ok := shownStick(m)
	if !ok || m.copies.contents.Stick == st.UUID || !isNew(m) && !m.contains(ofNotice(kindCopies)) {
		return m, nil
	}
	return readStick(m, st)
}

// restoreItem adds the item that opens the list of the backups on a stick.
func restoreItem(m Model, s *form, st Stick) {
	if !st.readable() {
		return
	}
	s.Item(m.word("copy.restore"), func(m Model) (Model, []Effect) {
		m = m.show(restorePage(st.UUID))
		if m.copies.contents.Stick == st.UUID {
			return m, nil
		}
		return readStick(m, st)
	})
}

// restorePage returns the page that lists the backups on a stick, the newest first.
func restorePage(uuid string) page {
	return page{kind: panel.KindMenu, private: true, build: func(m Model, s *form) {
		s.Title = m.word("copy.restore.title")
		c := m.copies.contents
		switch _, plugged := m.copies.find(uuid); {
		case !plugged:
			s.Read(m.word(StickPulled))
		case c.Stick != uuid:
			s.Read(m.word("copy.reading"))
		case c.Err != nil:
			s.Read(errorReason(m.localizer, c.Err))
		case len(c.Copies) == 0:
			s.Read(m.word("copy.empty"))
		default:
			backupItems(m, s, c)
		}
	}}
}

// backupItems adds an item for each backup: its day and number of matches, and the box if there are
// several.
func backupItems(m Model, s *form, c StickRead) {
	several := severalBoxes(c.Copies)
	for _, b := range newestFirst(c.Copies) {
		text := m.word("copy.row", m.dayText(b.Day), m.countText("copy.matches", b.Matches))
		if several {
			text = m.word("copy.row", text, label(b.Box))
		}
		s.Item(text, func(m Model) (Model, []Effect) {
			return takeFile(m, file{stick: c.Stick, name: b.Name}, TakeCopy{Stick: c.Stick, Name: b.Name})
		})
	}
}

// takeFile requests the file f by the effect w, and shows a page until it arrives.
func takeFile(m Model, f file, w Effect) (Model, []Effect) {
	m.copies.taking = f
	return m.show(private(noticePage(kindTake, "copy.title", "copy.reading"))), []Effect{w}
}

// onCopyTaken asks whether to restore the backup that has arrived.
func onCopyTaken(m Model, w CopyTaken) (Model, []Effect) {
	c := Restore{Upload: w.Upload, Parcel: w.Parcel}
	yes := func(m Model) (Model, []Effect) { return m.pop().allow(c, 0) }
	st, ok := m.copies.find(w.Stick)
	if ok && isNew(m) {
		yes = func(m Model) (Model, []Effect) { return replaceBox(m.pop(), c, st) }
	}
	no := func(m Model) (Model, []Effect) { return m.pop(), discard(c) }
	return askTaken(m, file{stick: w.Stick, name: w.Name}, c, w.Upload, w.Err, func(question string) page {
		if !isNew(m) {
			return questionPage(m.word("copy.title"), question, no, yes)
		}
		if same := question + " " + m.word("copy.same"); len(panel.Wrap(same, panel.Columns)) <= panel.MostPrompts {
			question = same
		}
		return yesFirst(questionPage(m.word("copy.title"), question, no, yes)) // nothing can be lost, and five presses must do
	})
}

// onReleaseTaken asks whether to install the package that has arrived.
func onReleaseTaken(m Model, w ReleaseTaken) (Model, []Effect) {
	c := Update{Upload: w.Upload, Version: w.Version}
	return askTaken(m, file{stick: w.Stick, name: w.Name}, c, w.Upload, w.Err, func(question string) page {
		return updateQuestion(c, question, m.now)
	})
}

// askTaken asks the wired keys about a command with a file that has arrived from a stick, by the page
// that ask returns. It shows err instead if there is no file. If nobody waits for the file any more, it
// is deleted.
func askTaken(m Model, asked file, c consentCommand, upload string, err error, ask func(question string) page) (Model, []Effect) {
	if m.copies.taking != asked || !m.contains(ofNotice(kindTake)) {
		if upload == "" || upload == m.copies.upload {
			return m, nil
		}
		return m, []Effect{Discard{Upload: upload}}
	}
	m.copies.taking, m.copies.upload = file{}, upload
	covered := m.top().page.notice != kindTake
	m.stack = m.stack.without(ofNotice(kindTake))
	tell := func(text string) Model { return m.show(private(textPage(m.word("copy.title"), text))) }
	if err != nil {
		return tell(errorReason(m.localizer, err)), nil
	}
	question, refusal := c.question(m)
	switch {
	case refusal != "":
		return tell(m.word(refusal)), []Effect{Discard{Upload: upload}}
	case covered || m.consent != nil:
		return tell(m.word("ask.busy")), []Effect{Discard{Upload: upload}}
	}
	return m.show(ask(question)), nil
}

// yesFirst returns a question whose cursor begins on the answer yes.
func yesFirst(p page) page {
	build := p.build
	p.build = func(m Model, s *form) {
		build(m, s)
		slices.Reverse(s.Items)
	}
	return p
}

// isNew reports whether the box has no matches.
func isNew(m Model) bool {
	return len(m.open)+len(m.ended) == 0 && m.diceSession.id == ""
}

// replaceBox restores a backup of a box that is replaced by this one. From then on the backups of
// this box go to the same stick, if it can be written to.
func replaceBox(m Model, c Restore, st Stick) (Model, []Effect) {
	m.stack = m.stack.without(ofNotice(kindOffer))
	next := m
	if st.Fault == "" {
		next = m.edit(func(e *evening) { e.stick = adopted{UUID: st.UUID, Label: st.Label} })
	}
	return m.commit(next, Keep{}, func(m Model) (Model, []Effect) { return m.allow(c, 0) })
}

// onStickRead takes over the contents of a stick.
func onStickRead(m Model, w StickRead) (Model, []Effect) {
	if _, ok := m.copies.find(w.Stick); ok {
		m.copies.contents = w
	}
	return m, nil
}

// atHome reports whether the panel shows the home page, or a page over it that any key closes, and
// nothing is pending.
func atHome(m Model) bool {
	home := len(m.stack) == 1 || len(m.stack) == 2 && m.top().page.fades
	return m.started && home && !m.update.underWay() && m.evening.lang != "" && m.disk.pending == nil && !m.disk.asksTable()
}

// sayAtHome shows the pages that never interrupt a match, on the home page: a new box offers to restore
// from a stick, a backup has failed, or one is overdue.
func sayAtHome(m Model) (Model, []Effect) {
	switch {
	case !atHome(m):
	case offersRestore(m):
		m.copies.offered = m.copies.contents.Stick
		m, effects := m.wake()
		m.stack = m.stack[:1:1]
		return m.show(offerPage()), effects
	case len(m.stack) > 1 || m.face.light == panel.Off:
	case m.copies.unseen:
		m.copies.unseen = false
		return m.show(reminderPage(errorReason(m.localizer, m.copies.saved.Err))), nil
	case m.disk.news && !m.copies.reminded && m.copies.saving == "" && overdue(m):
		m.copies.reminded = true
		return m.show(reminderPage(reminderText(m))), nil
	}
	return m, nil
}

// offersRestore reports whether the box is new and a stick with backups is plugged in.
func offersRestore(m Model) bool {
	c := m.copies.contents
	return isNew(m) && len(c.Copies) > 0 && c.Err == nil && m.copies.offered != c.Stick
}

// offerPage returns the page of a new box that lists the backups on the stick.
func offerPage() page {
	return page{kind: panel.KindMenu, private: true, notice: kindOffer, build: func(m Model, s *form) {
		s.Title = m.word("copy.first")
		if len(m.copies.contents.Copies) > 0 {
			backupItems(m, s, m.copies.contents)
		}
		s.Item(m.word("copy.afresh"), popped)
	}}
}

// reminderPage returns a page with a text that any key closes.
func reminderPage(text string) page {
	return page{kind: panel.KindMessage, fades: true, build: func(m Model, s *form) {
		s.Title = m.word("copy.title")
		s.Read(text)
	}}
}

// overdue reports whether the last backup is older than staleAfter days. Without any backup the first
// match must be that old.
func overdue(m Model) bool {
	f := backupFinding(m)
	return f.State == checkup.Poor && (f.Key != "backup.never" || m.Day()-firstDay(m) >= staleAfter)
}

// firstDay returns the day of the earliest known match, or today.
func firstDay(m Model) int {
	first := m.Day()
	early := func(at string) {
		if t, err := time.Parse(time.RFC3339, at); err == nil {
			first = min(first, dayOf(t))
		}
	}
	for _, s := range m.open {
		early(s.started())
	}
	for _, i := range m.ended {
		early(i.Summary.Start)
	}
	return first
}

// reminderText returns the text that reminds of a backup.
func reminderText(m Model) string {
	f, name := backupFinding(m), m.evening.stick
	key := "copy.overdue"
	if f.Key == "backup.never" {
		key = "copy.overdue.never"
	}
	if name.UUID != "" {
		return m.Words("").Say(games.Count(key+".stick", f.N, m.stickName(name.Label)), nil)
	}
	return m.countText(key, f.N)
}

// errorReason returns the text for an error of work with a stick.
func errorReason(t localizer, err error) string {
	r := Reasoner(nil)
	if !errors.As(err, &r) {
		return t.word("stick.error")
	}
	return t.word(faultKey(t, r.Reason()))
}

// faultKey returns the key of the text for a reason, or a general key for an unknown reason.
func faultKey(t localizer, reason string) string {
	if !t.Words("").Has(reason) {
		return "stick.error"
	}
	return reason
}

// sizeText returns a number of bytes as people write it, such as "16 GB" or "1.2 MB".
func (t localizer) sizeText(bytes int64) string {
	const kilo, mega, giga = 1e3, 1e6, 1e9
	switch {
	case bytes >= 10*giga:
		return t.word("size.giga", strconv.FormatInt((bytes+giga/2)/giga, 10))
	case bytes >= giga:
		return t.word("size.giga", t.decimal(bytes, giga))
	case bytes >= 10*mega:
		return t.word("size.mega", strconv.FormatInt((bytes+mega/2)/mega, 10))
	case bytes >= mega:
		return t.word("size.mega", t.decimal(bytes, mega))
	}
	return t.word("size.kilo", strconv.FormatInt(max(bytes+kilo/2, kilo)/kilo, 10))
}

// decimal returns bytes in the unit, with one digit after the decimal sign of the language.
func (t localizer) decimal(bytes, unit int64) string {
	tenths := (10*bytes + unit/2) / unit
	return t.word("size.decimal", strconv.FormatInt(tenths/10, 10), strconv.FormatInt(tenths%10, 10))
}

// stickName returns the name of a stick for texts.
func (t localizer) stickName(name string) string {
	if name == "" {
		return t.word("stick.nameless")
	}
	return label(name)
}

// dayText returns a day such as "27.11.26", or a word for an unknown day.
func (t localizer) dayText(day time.Time) string {
	if day.IsZero() {
		return t.word("copy.undated")
	}
	return day.Format("2.01.06")
}
