package companion

import (
	"time"

	"tabletop/companion/checkup"
	"tabletop/companion/panel"
)

// checkupItem adds the item that opens the page "Is all well?". Each time, the daemon examines the
// box anew.
func checkupItem(m Model, s *form) {
	s.Item(m.word("checkup.title"), func(m Model) (Model, []Effect) {
		m.checkup = nil
		return m.show(checkupPage()), []Effect{Examine{}}
	})
}

// checkupPage returns the page "Is all well?". Its title is the answer. Each topic has a row, the
// faults first, and ok on a row explains it. Until the daemon has examined the box, the page says
// so.
func checkupPage() page {
	return page{kind: panel.KindMenu, build: func(m Model, s *form) {
		if m.checkup == nil {
			s.Title, s.ok = m.word("checkup.title"), stay
			s.Read(m.word("checkup.looking"))
			return
		}
		all := findings(m)
		s.Title = m.word("checkup.well")
		if n := checkup.Faults(all); n > 0 {
			s.Title = m.countText("checkup.faults", n)
		}
		for _, f := range all {
			findingItem(m, s, f)
		}
	}}
}

// findingItem adds the row of a finding, with an exclamation mark before a fault. ok explains the
// finding.
func findingItem(m Model, s *form, f checkup.Finding) {
	w, mark := m.Words(""), ""
	if f.Fault() {
		mark = "! "
	}
	s.Value(mark+w.Say(f.Label(), nil), w.Say(f.Short(), nil), func(m Model) (Model, []Effect) {
		return m.show(page{kind: panel.KindText, build: func(m Model, s *form) {
			s.Title = m.Words("").Say(f.Label(), nil)
			s.Read(m.Words("").Say(f.Text(), nil))
			if a := m.reach.Address(); f.Topic == "network" && a != "" {
				s.Read(m.word("checkup.network.at", a))
			}
			if f.Topic == "version" {
				readNews(m, s)
			}
		}}), nil
	})
}

// findings returns all findings about the box: those of the daemon and those of the model, the
// faults first.
func findings(m Model) (all []checkup.Finding) {
	network := networkFinding(m)
	for _, f := range *m.checkup {
		if f.Topic == network.Topic {
			if network.Key == "network.good" {
				network = f // the signal says more
			}
			continue
		}
		all = append(all, f)
	}
	all = append(all, network, clockFinding(m), backupFinding(m))
	if m.version != "" {
		all = append(all, checkup.Finding{Topic: "version", Key: "version.good", Args: []string{shortVersion(m.version), m.version}})
	}
	return checkup.FaultsFirst(all)
}

// kindUpdate is the notice kind of pages about the outcome of an update.
const kindUpdate = "update"

// updatePage returns the page about the outcome of an update: the new version and its changes, or the
// reason why the box stayed with the version before. Closing it stores that it was shown.
func updatePage(r UpdateResult) page {
	return page{kind: panel.KindText, notice: kindUpdate, build: func(m Model, s *form) {
		title, text := UpdateText(m.Words(""), r, m.version)
		s.Title = title
		if text != "" {
			s.Read(text)
		}
		if r.Outcome == updateDone {
			readNews(m, s)
		}
		closed := func(m Model) (Model, []Effect) {
			return m.pop().change(func(e *evening) { e.shownUpdate = r.ID })
		}
		s.ok, s.back = closed, closed
	}}
}

// readNews adds the changes of the present version to a form.
func readNews(m Model, s *form) {
	for _, text := range m.update.news(m.Lang()) {
		s.Read("• " + text)
	}
}

// networkFinding returns the finding about the addresses of the box.
func networkFinding(m Model) checkup.Finding {
	f := checkup.Finding{Topic: "network", Key: "network.good"}
	switch {
	case m.reach.Secluded():
		f.Key, f.Args = "network.closed", []string{"#door.secluded"}
	case m.reach.Wifi.SSID != "":
		f.Key, f.Args = "network.own", []string{m.reach.Wifi.SSID}
	case m.reach.Address() == "":
		f.State, f.Key = checkup.Poor, "network.none"
	}
	return f
}

// clockFinding returns the finding about the wall clock.
func clockFinding(m Model) checkup.Finding {
	if !m.Sure() {
		return checkup.Unset(m.wall.Format("2006-01-02 15:04"))
	}
	return checkup.Finding{Topic: "clock", Key: "clock.good", Args: []string{m.calendar.today(m.localizer)}}
}

// staleAfter is the age in days from which a backup is a fault, and the table is reminded of it.
const staleAfter = 30

// backupFinding returns the finding about the age of the last backup. A box without matches needs
// none.
func backupFinding(m Model) checkup.Finding {
	f := checkup.Finding{Topic: "backup"}
	made, err := time.Parse(time.RFC3339, m.evening.backup)
	switch {
	case m.evening.backup == "" && len(m.open)+len(m.ended) == 0:
		f.Key = "backup.empty"
		return f
	case m.evening.backup == "":
		f.State, f.Key = checkup.Poor, "backup.never"
		return f
	case err != nil || m.Day() == 0:
		f.Key = "backup.undated"
		return f
	}
	switch f.N = m.Day() - dayOf(made); {
	case f.N <= 0:
		f.Key = "backup.today"
	case f.N < staleAfter:
		f.Key = "backup.good"
	default:
		f.State, f.Key = checkup.Poor, "backup.old"
	}
	return f
}
