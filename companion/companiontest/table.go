// Package companiontest runs a companion for tests without panel or disk. A [Table] has a model, a
// [Disk] in memory that can be slow, full or failing, and a clock that the test advances. The test
// presses keys with [Table.Press] and reads the screen with [Table.Screen]. Tests of flows,
// pictures and whole evenings use a Table.
package companiontest

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/panel"
	"tabletop/companion/words"
	"tabletop/companion/words/wordstest"
	"tabletop/games"
)

// Table runs a model, as the loop of the daemon does.
type Table struct {
	Model   companion.Model
	Disk    *Disk
	Now     time.Duration     // time since the start of the table
	Slow    bool              // whether the disk stores requests only when Answer is called
	Answers []companion.Reply // answers that the model has given to commands
	Stopped bool              // whether the table has asked to stop

	Renewals int // number of new databases requested
	Carries  []companion.Command
	Hotspots []companion.Hotspot
	Discards []string           // files that the table refused
	Kept     []companion.Keep   // all requests to the disk
	Sticks   []companion.Effect // requests about sticks, which the test answers
	Thought  companion.Think    // last request to an adviser
	Examined int                // number of requests to examine the box

	Watch func(companion.Moment) // receives the moment after each event; nil if nobody watches

	t       testing.TB
	all     games.Catalogue
	timers  map[companion.Timer]companion.After
	writing []companion.Keep
}

// New starts a companion with an empty disk.
func New(t testing.TB, all ...games.Rules) *Table { return OnDisk(t, NewDisk(), all...) }

// OnDisk starts a companion with the contents of d, as after a power cut.
func OnDisk(t testing.TB, d *Disk, all ...games.Rules) *Table {
	t.Helper()
	return start(t, d, companion.Config{Games: games.Of(all...)})
}

// Advised starts a companion whose games have advisers. The advisers are not called: a test
// sends their results.
func Advised(t testing.TB, d *Disk, advisers map[string]games.Adviser, all ...games.Rules) *Table {
	t.Helper()
	c := games.Of(all...)
	c.Advisers = advisers
	return start(t, d, companion.Config{Games: c})
}

// OnPanel starts a companion whose panel has an unknown controller chip.
func OnPanel(t testing.TB, d *Disk, all ...games.Rules) *Table {
	t.Helper()
	return start(t, d, companion.Config{Games: games.Of(all...), EitherChip: true})
}

// InClub starts a companion whose box has a club.
func InClub(t testing.TB, d *Disk, all ...games.Rules) *Table {
	t.Helper()
	return start(t, d, companion.Config{Games: games.Of(all...), Club: true})
}

// OfVersion starts a companion that knows its version.
func OfVersion(t testing.TB, d *Disk, version string, all ...games.Rules) *Table {
	t.Helper()
	return start(t, d, companion.Config{Games: games.Of(all...), Version: version})
}

func start(t testing.TB, d *Disk, c companion.Config) *Table {
	t.Helper()
	m, err := freshOf(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := d.Settings["learnt"]; !ok {
		d.Knows(c.Games.Names()...)
	}
	tb := &Table{t: t, all: c.Games, Model: m, Disk: d, timers: map[companion.Timer]companion.After{}}
	tb.Send(companion.Started{Evening: d.Evening()})
	return tb
}

// Midday is the wall-clock time at the start of a table.
var Midday = time.Unix(1_790_000_000, 0).UTC()

// Send passes an event to the model and carries out the effects.
func (tb *Table) Send(what any) {
	var effects []companion.Effect
	wall := Midday.Add(tb.Now)
	tb.Model, effects = tb.Model.Update(companion.Event{At: tb.Now, Wall: wall, What: what})
	if tb.Watch != nil {
		tb.Watch(tb.Model.Moment())
	}
	for _, e := range effects {
		tb.carryOut(e)
	}
}

func (tb *Table) carryOut(e companion.Effect) {
	switch e := e.(type) {
	case companion.Keep:
		tb.Kept = append(tb.Kept, e)
		tb.writing = append(tb.writing, e)
		if !tb.Slow {
			tb.Answer()
		}
	case companion.After:
		e.Delay += tb.Now
		tb.timers[e.Tag.Timer] = e
	case companion.Randomize:
		tb.Disk.seed++
		r := companion.Random{For: e.For}
		r.Secret[31] = tb.Disk.seed
		if e.For == companion.ForDoor {
			r.Secret = sha256.Sum256(r.Secret[:])
		}
		tb.Send(r)
	case companion.Reply:
		tb.Answers = append(tb.Answers, e)
	case companion.Load:
		tb.Send(tb.Disk.Load(e.ID, tb.all))
	case companion.Renew:
		tb.Renewals++
	case companion.Carry:
		tb.Carries = append(tb.Carries, e.Command)
	case companion.Discard:
		tb.Discards = append(tb.Discards, e.Upload)
	case companion.Hotspot:
		tb.Hotspots = append(tb.Hotspots, e)
	case companion.SaveCopy, companion.ReadStick, companion.TakeCopy, companion.TakeRelease:
		tb.Sticks = append(tb.Sticks, e)
	case companion.Examine:
		tb.Examined++
	case companion.Think:
		tb.Thought = e
	case companion.Stop:
		tb.Stopped = true
	}
}

// Answer stores the pending requests on the disk and sends the results.
func (tb *Table) Answer() {
	for len(tb.writing) > 0 {
		k := tb.writing[0]
		tb.writing = tb.writing[1:]
		if err := tb.Disk.Keep(k); err != nil {
			tb.Send(companion.Lost{Ticket: k.Ticket, Err: err})
		} else {
			tb.Send(companion.Kept{Ticket: k.Ticket})
		}
	}
}

var keys = map[string]companion.Press{
	"back": {Key: panel.Back}, "up": {Key: panel.Up}, "down": {Key: panel.Down}, "ok": {Key: panel.OK},
	"hold": {Key: panel.Back, Hold: true},
}

// Press presses keys by name: "back", "up", "down" and "ok". The name "hold" stands for a long
// press of back. After each press it waits until the model is settled; see
// [companion.Model.Settled].
func (tb *Table) Press(names ...string) {
	tb.t.Helper()
	for _, name := range names {
		p, ok := keys[name]
		if !ok {
			tb.t.Fatalf("no key %q", name)
		}
		tb.Do(companion.Keys, p)
		tb.settle()
	}
}

// Times presses a key n times.
func (tb *Table) Times(n int, name string) {
	tb.t.Helper()
	for range n {
		tb.Press(name)
	}
}

// settle waits until the model is settled.
func (tb *Table) settle() {
	for i := 0; !tb.Model.Settled() && !tb.Slow && i < 100; i++ {
		tb.Wait(50 * time.Millisecond)
	}
}

// Wait advances the clock by d and runs the timers that expire meanwhile.
func (tb *Table) Wait(d time.Duration) {
	end := tb.Now + d
	for {
		next, ok := tb.next(end)
		if !ok {
			break
		}
		delete(tb.timers, next.Tag.Timer)
		tb.Now = next.Delay
		tb.Send(companion.Tick{Tag: next.Tag})
	}
	tb.Now = end
}

// next returns the first timer that expires until end. ok is false if there is none.
func (tb *Table) next(end time.Duration) (first companion.After, ok bool) {
	for _, a := range tb.timers {
		earlier := a.Delay < first.Delay || a.Delay == first.Delay && a.Tag.Timer < first.Tag.Timer
		if a.Delay <= end && (!ok || earlier) {
			first, ok = a, true
		}
	}
	return first, ok
}

// Cursor returns the visible text of the item under the cursor, or the value that is being chosen.
func (tb *Table) Cursor() string {
	for _, r := range tb.Model.View().Rows {
		switch r.Mark {
		case panel.Cursor:
			return strings.TrimSuffix(r.Text+" "+r.End, " ")
		case panel.Editing:
			return r.End
		}
	}
	return ""
}

// Read returns the full text of Cursor. It includes the part of a long row that becomes visible
// when the text slides. It doesn't advance the table's clock.
func (tb *Table) Read() string {
	const slidOn = 50 * time.Millisecond // short enough to show every letter
	other := *tb
	other.timers, other.writing, other.Slow, other.Watch = maps.Clone(tb.timers), nil, true, nil
	text := []rune(tb.Cursor())
	for at := 0; slices.Contains(text[at:], '…') && at < 99; {
		before := other.Cursor()
		for range 40 {
			if other.Wait(slidOn); other.Cursor() != before {
				break
			}
		}
		if other.Cursor() == before || other.Cursor() == tb.Cursor() {
			break // the text stands still or starts again
		}
		at++
		text = append(text[:at:at], []rune(other.Cursor())...)
	}
	return string(text)
}

// Text returns the text of an item in the language of the panel; see [wordstest.Texts] for items. A
// word of a game is looked up in the game of the current match. If there is no match, it is looked
// up in the game that was set up last.
func (tb *Table) Text(item string) string {
	tb.t.Helper()
	x := wordstest.Texts{Of: func(game string) *words.Catalogue { return tb.Model.Moment().Library.Words(tb.Model.Lang(), game) }}
	if mt := tb.Model.Match(); mt.IsZero() {
		x.Words = tb.Model.Words(tb.Model.Moment().Offer.Game)
	} else {
		x.Words, x.Names = tb.Model.Moment().Library.WordsOf(tb.Model.Lang(), mt.Rules()), mt.Names()
	}
	text, err := x.Text(item)
	if err != nil {
		tb.t.Fatalf("%v; the screen is\n%s", err, tb.Screen())
	}
	return text
}

// Choose moves the cursor down to the row or value that begins with the text of an item and presses
// ok. It does this for each item in turn.
func (tb *Table) Choose(items ...string) {
	tb.t.Helper()
	for _, item := range items {
		tb.MoveTo(item)
		tb.Press("ok")
	}
}

// MoveTo moves the cursor down to the row or value that begins with the text of an item.
func (tb *Table) MoveTo(item string) {
	tb.t.Helper()
	text := tb.onRow(item)
	for i := 0; !tb.begins(text); i++ {
		if i == 99 {
			tb.t.Fatalf("no row begins with %s on\n%s", tb.quote(item), tb.Screen())
		}
		tb.Press("down")
	}
}

// At reports whether the row or value under the cursor begins with the text of item.
func (tb *Table) At(item string) bool {
	tb.t.Helper()
	return tb.begins(tb.onRow(item))
}

// onRow returns the text of an item in the format of Cursor.
func (tb *Table) onRow(item string) string {
	tb.t.Helper()
	return strings.ReplaceAll(tb.onScreen(item), "  ", " ")
}

// begins reports whether the row or value under the cursor begins with text. It reads a
// truncated row in full only if its visible part may be the beginning.
func (tb *Table) begins(text string) bool {
	row := tb.Cursor()
	if wordstest.Begins(strings.Trim(row, "‹›"), text) || wordstest.Begins(row, text) {
		return true
	}
	start, _, slides := strings.Cut(row, "…")
	return slides && wordstest.BeginsCut(start+"…", text) && wordstest.BeginsCut(tb.Read(), text)
}

// quote returns an item with its text, for the message of a failure.
func (tb *Table) quote(item string) string {
	tb.t.Helper()
	if text := tb.onScreen(item); text != item {
		return fmt.Sprintf("%s (%q)", item, text)
	}
	return strconv.Quote(item)
}

// Dial turns the visible number to n, step by step, and presses ok.
func (tb *Table) Dial(n int) {
	tb.t.Helper()
	v := tb.Model.View()
	now, err := strconv.Atoi(strings.Replace(v.Big, "−", "-", 1))
	if err != nil || !v.Turns {
		tb.t.Fatalf("no number to turn on\n%s", tb.Screen())
	}
	tb.Times(n-now, "up")
	tb.Times(now-n, "down")
	tb.Press("ok")
	tb.EndRound()
}

// EndRound presses ok if the panel shows the end of a round, which waits for a key.
func (tb *Table) EndRound() {
	tb.t.Helper()
	if tb.Model.View().Moment == games.Round {
		tb.Press("ok")
	}
}

// Phone is the sender of a phone that may play.
var Phone = companion.Sender{Role: door.Play}

// Do sends a command without waiting for its answer.
func (tb *Table) Do(from companion.Sender, c companion.Command) {
	tb.Send(companion.Sent{From: from, Command: c})
}

// Ask sends a command and returns its answer, which must come at once.
func (tb *Table) Ask(from companion.Sender, c companion.Command) companion.Answer {
	tb.t.Helper()
	tb.Answers = nil
	tb.Send(companion.Sent{From: from, Command: c, Call: 7})
	if len(tb.Answers) != 1 || tb.Answers[0].Call != 7 {
		tb.t.Fatalf("%+v got %+v", c, tb.Answers)
	}
	return tb.Answers[0].Answer
}

// Decide sends decisions as a phone does, each at the current point. After each decision it waits
// until the model is settled, and ends a round that is shown.
func (tb *Table) Decide(says ...string) {
	tb.t.Helper()
	for _, d := range says {
		if a := tb.Ask(Phone, companion.Decide{Point: tb.Model.Point(), Says: d}); a.Refusal.Kind != companion.Accepted {
			tb.t.Fatalf("decided %q: %+v", d, a)
		}
		tb.settle()
		tb.EndRound()
	}
}

// Finish plays the match on the panel to its end with random decisions.
func (tb *Table) Finish() {
	tb.t.Helper()
	x := uint64(1)
	for range 5000 {
		st := tb.Model.Match().State()
		if st.Standing().Over {
			return
		}
		x = x*6364136223846793005 + 1442695040888963407
		legal := st.Legal()
		c := legal[int(x>>40)%len(legal)]
		tb.Decide(string(c.At(int(x>>33) % c.Len())))
	}
	tb.t.Fatal("no end after 5000 decisions")
}

// Screen returns the visible texts as text, one element of the screen per line.
func (tb *Table) Screen() string {
	v := tb.Model.View()
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s\n", v.Title, v.Aside)
	for _, line := range []string{v.Prompt[0], v.Prompt[1], v.Prompt[2], v.Big, v.Entry, v.Seal} {
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	for _, t := range v.Strip {
		if t != (panel.Tally{}) {
			fmt.Fprintf(&b, "(%s %d)\n", t.Glyph, t.N)
		}
	}
	for _, r := range v.Rows {
		if r != (panel.Row{}) {
			mark := map[panel.Mark]string{panel.Cursor: ">", panel.Editing: "=", panel.Quiet: "."}[r.Mark]
			fmt.Fprintf(&b, "%1s %s  %s\n", mark, r.Text, r.End)
		}
	}
	b.WriteString(strings.Join(append(v.Tabs[:], v.Notice), " "))
	return b.String()
}

// Want fails the test unless the texts of all items are on the screen. A text may be wrapped, in a
// long row that slides, or on a page that scrolls. Items have the format of Screen: "[setup.player
// 1]" is a title, "> home.dice" the row under the cursor, "setup.seats 3" a row and its value.
func (tb *Table) Want(items ...string) {
	tb.t.Helper()
	for _, item := range items {
		if !tb.Shows(item) {
			tb.t.Fatalf("%s is not on\n%s", tb.quote(item), tb.Screen())
		}
	}
}

// Shows reports whether the text of an item is on the screen, as Want does.
func (tb *Table) Shows(item string) bool {
	tb.t.Helper()
	if row, ok := strings.CutPrefix(item, "> "); ok && tb.At(row) {
		return strings.Contains(tb.Screen(), "\n> ")
	}
	text := tb.onScreen(item)
	prompt := tb.Model.View().Prompt
	return wordstest.Holds(tb.Screen(), text) || wordstest.Holds(strings.Join(prompt[:], " ")+" "+tb.Scrolled()+" "+tb.Read(), text)
}

// Scrolled returns the visible rows on one line. For a page of text it also returns the rows that
// follow. It doesn't change the table.
func (tb *Table) Scrolled() string {
	other := *tb
	other.timers, other.writing, other.Slow, other.Watch = maps.Clone(tb.timers), nil, true, nil
	var lines []string
	first := tb.Model.View().First
	for {
		v := other.Model.View()
		for i, r := range v.Rows[:min(v.Room(), int(v.All))] {
			if int(v.First-first)+i == len(lines) {
				lines = append(lines, r.Text)
			}
		}
		read := v.Kind == panel.KindText || v.Kind == panel.KindMessage
		if other.Do(companion.Keys, keys["down"]); !read || other.Model.View().First == v.First {
			return strings.Join(lines, " ")
		}
	}
}

// onScreen returns the text of an item as Screen shows it.
func (tb *Table) onScreen(item string) string {
	tb.t.Helper()
	mark, item, marked := cutMark(item)
	title, titled := strings.CutPrefix(item, "[")
	title, end, whole := strings.Cut(title, "]")
	switch {
	case titled && whole:
		return strings.TrimRight("["+tb.Text(title)+"] "+tb.Text(strings.TrimLeft(end, " ")), " ")
	case titled:
		return "[" + tb.Text(title)
	case marked:
		return mark + wordstest.Capital(tb.onScreen(item))
	}
	row, value, valued := strings.Cut(item, "  ")
	if valued {
		return wordstest.Capital(tb.Text(row)) + "  " + tb.Text(value)
	}
	return tb.Text(item)
}

// cutMark splits an item into the mark of a row and the rest. ok is false if there is no mark.
func cutMark(item string) (mark, rest string, ok bool) {
	for _, mark := range []string{"> ", "= ", ". "} {
		if rest, ok := strings.CutPrefix(item, mark); ok {
			return mark, rest, true
		}
	}
	return "", item, false
}
