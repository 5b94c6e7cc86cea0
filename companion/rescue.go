package companion

import "strconv"

// Rescue is what could be read of a database that was damaged. Its zero value says that
// none was.
type Rescue struct {
	Aside          string // the dated name under which it was set aside
	Matches, Facts int    // that were read of it
	Damaged        []Damage
}

// Damage is a match whose record can be read up to a fact.
type Damage struct {
	Match   string   // its id
	Game    string   // "" where nothing can be read
	Names   []string // by seat
	Started string   // when, as its first fact says it; "" unsure
	From    int      // the first fact that can't be read, from 1
}

// rescuePage says what was read of a damaged database and what not.
func rescuePage(r Rescue) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = m.word("trouble.title")
		if r.Matches == 0 {
			s.read(m.word("trouble.fresh", r.Aside))
			return
		}
		s.read(m.word("rescue.saved", strconv.Itoa(r.Matches), strconv.Itoa(r.Facts), r.Aside))
		readDamaged(m, s, r.Damaged)
	}}
}

// damagePage names the matches that were damaged.
func damagePage(damaged []Damage) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = m.word("trouble.title")
		s.read(m.word("damage.some"))
		readDamaged(m, s, damaged)
	}}
}

// mostNamed is how many damaged matches a page names.
const mostNamed = 8

// readDamaged is a line for each damaged match.
func readDamaged(m Model, s *sheet, damaged []Damage) {
	for _, d := range damaged[:min(len(damaged), mostNamed)] {
		s.read(m.damage(d))
	}
	if more := len(damaged) - mostNamed; more > 0 {
		s.read(m.word("damage.more", strconv.Itoa(more)))
	}
}

// damage says in words which match it is, and where it breaks off.
func (t tongue) damage(d Damage) string {
	what, when := t.title(d.Game), t.word("date.unsure")
	if len(d.Started) >= len("2006-01-02") {
		when = d.Started[:len("2006-01-02")]
	}
	if d.From <= 1 {
		return t.word("damage.all", what, when)
	}
	return t.word("damage.from", what, when, strconv.Itoa(d.From-1))
}

// unkeptPage says that nothing can be kept, and why.
func unkeptPage(why error) page {
	return page{kind: KindMessage, build: func(m Model, s *sheet) {
		s.title = m.word("disk.title")
		s.read(m.word(diskReason(why)))
		s.read(m.word("disk.frozen"))
	}}
}
