package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/companion/settings"
	"tabletop/games"
)

// BackupError is an error in a line of a backup. It matches [ErrBackup].
type BackupError struct {
	Line int // number of the line, from 1
	Err  error
}

// Error returns a message with the line number and the cause.
func (e *BackupError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns ErrBackup and the cause.
func (e *BackupError) Unwrap() []error { return []error{ErrBackup, e.Err} }

// Look returns the contents that [Store.Take] would add from a file if the store were empty. It
// checks the whole file by the rules of its games, one match at a time, and stores nothing. If a
// match in a backup has more facts than a single record may have, Look counts these facts but
// doesn't check them. For an invalid file the error is a *[BackupError] or a *match.LineError
// with the line; other errors come from r.
func (s *Store) Look(ctx context.Context, kind history.Kind, r io.Reader) (history.Parcel, error) {
	f := newFile(ctx, kind, r, s.games)
	f.each = func(*stagedMatch) error { return nil }
	f.folds = mostFacts
	if err := f.read(); errors.Is(err, ErrLarge) {
		return history.Parcel{}, s.failure("look at a "+string(kind), err)
	} else if err != nil {
		return history.Parcel{}, err
	}
	return history.Parcel{Kind: kind, Matches: f.count.Matches, Open: f.open, Players: len(f.players), Damaged: f.damaged, Games: len(f.programs), Game: f.game}, nil
}

// file is a reader of one imported file, with the contents read so far.
type file struct {
	ctx          context.Context
	kind         history.Kind
	in           *bufio.Reader
	games        games.Catalogue
	each         func(*stagedMatch) error // callback for each match, in file order
	eachErr      error                    // error of the callback each, which is no error in the file
	line         int
	bytes        int
	folds        int    // maximum number of facts in a match that is folded
	count        part   // counts of the parts read so far
	settingBytes int    // size of the settings in bytes
	open         int    // number of open matches
	chained      bool   // each match of the backup has a head
	damaged      int    // number of skipped parts, such as matches
	head         link   // link of the last line of the current match
	skipping     bool   // the last part was skipped; lines of it may follow
	unread       string // next line of the file, if it was already read
	seen         map[string]bool
	players      []string // names of players, the latest seated last
	settings     []settings.Line
	programs     map[string]bool // set of the IDs of games that files define
	game         string          // name of the first game in programs
}

func newFile(ctx context.Context, kind history.Kind, r io.Reader, catalogue games.Catalogue) *file {
	in := bufio.NewReaderSize(&ctxReader{ctx, r}, match.MostStarted+2)
	f := &file{ctx: ctx, kind: kind, in: in, games: catalogue.Elsewhere(), folds: match.MostFacts, seen: map[string]bool{}, programs: map[string]bool{}}
	if read := f.games.Read; read != nil {
		f.games.Read = func(name, program string) (games.Rules, error) {
			f.note(name, program)
			return read(name, program)
		}
	}
	return f
}

// note adds the game with that program to f.programs.
func (f *file) note(name, program string) {
	if len(f.programs) == 0 {
		f.game = strings.TrimPrefix(name, games.InFile)
	}
	f.programs[games.IDOf(name, program)] = true
}

// ctxReader reads from r until ctx is done.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

// Read reads from r. If ctx is done, it returns the cause of ctx as an error.
func (p *ctxReader) Read(b []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, context.Cause(p.ctx)
	}
	return p.r.Read(b)
}

// read reads the whole file according to its kind.
func (f *file) read() (err error) {
	switch f.kind {
	case history.KindBackup:
		err = f.backup()
	case history.KindRecord:
		err = f.record()
	case history.KindPlayers:
		err = f.names()
	case history.KindBGStats:
		err = f.plays()
	default:
		err = fmt.Errorf("unknown kind of file %.40q", f.kind)
	}
	switch {
	case f.eachErr != nil:
		return f.eachErr
	case f.ctx.Err() != nil:
		return context.Cause(f.ctx)
	}
	return err
}

// record reads a file that is the record of a single match.
func (f *file) record() error {
	e, err := history.Read(&limitedReader{f.in, MostRecord, mostFacts}, "record", f.games)
	if err != nil {
		return err
	}
	if !e.Over && strings.Count(e.Lines, "\n") > mostOpenFacts {
		return fmt.Errorf("%w: of an open match at most %d facts", ErrLarge, mostOpenFacts)
	}
	return f.deliver(&stagedMatch{Entry: e, last: true})
}

// plays reads a file that is an export of the app BG Stats. It skips plays that are twice in it.
func (f *file) plays() error {
	records, skipped, err := history.ReadBGStats(io.LimitReader(f.in, MostRecord), f.games, time.Local)
	f.damaged = skipped
	for i := 0; i < len(records) && err == nil; i++ {
		var e history.Entry
		if e, err = history.Read(strings.NewReader(records[i]), "bgstats", f.games); err == nil && f.checkOnce("match", e.ID) == nil {
			err = f.deliver(&stagedMatch{Entry: e, last: true, many: true})
		}
	}
	return err
}

// deliver counts a match and passes it to the callback each.
func (f *file) deliver(a *stagedMatch) error {
	f.count.Matches++
	if !a.Over {
		f.open++
	}
	f.eachErr = f.each(a)
	return f.eachErr
}

// names reads a file that is a CSV table of players' names.
func (f *file) names() (err error) {
	f.players, err = history.ReadNames(f.in, MostPlayers)
	return err
}

// backup reads a file that is a backup, part by part.
func (f *file) backup() error {
	for {
		p, err := f.part()
		if err == nil {
			err = f.take(p)
		}
		switch {
		case err == io.EOF:
			return f.trailing()
		case err != nil && !f.skip(err):
			return f.atLine(err)
		}
	}
}

// skip skips a damaged part of a chained backup and reports whether reading can continue.
// Reading can't continue if the file ends early, if it exceeds a bound, or if the import itself
// fails.
func (f *file) skip(err error) bool {
	whole := errors.Is(err, errCut) || errors.Is(err, ErrLarge) || f.eachErr != nil || f.ctx.Err() != nil
	if !f.chained || whole {
		return false
	}
	if !f.skipping {
		f.damaged++
	}
	f.skipping = true
	return true
}

// atLine returns err with the number of the current line, unless err has a line number already.
func (f *file) atLine(err error) error {
	if already := (*BackupError)(nil); errors.As(err, &already) {
		return err
	}
	return &BackupError{Line: max(f.line, 1), Err: err}
}

var (
	errCut  = errors.New("the file ends too early")
	errLong = fmt.Errorf("a line has at most %d bytes", match.MostStarted)
)

// next returns the next line without its line feed. It returns errLong for a line that is too
// long, ErrLarge for a file that is too large, and errCut at the end of the file.
func (f *file) next() (string, error) {
	if text := f.unread; text != "" {
		f.unread = ""
		return text, nil
	}
	text, err := f.in.ReadSlice('\n')
	f.line++
	f.bytes += len(text)
	switch {
	case err == bufio.ErrBufferFull, f.line == 1 && len(text) > match.MostLine: // the header in line 1 is never that long
		return "", errLong
	case f.bytes > MostBackup:
		return "", ErrLarge
	case err == io.EOF && len(text) > 0: // an editor may have removed the last line feed
		if !json.Valid(text) {
			return "", errCut
		}
	case err == io.EOF:
		f.line--
		return "", errCut
	case err != nil:
		return "", err
	}
	return string(bytes.TrimRight(text, "\r\n")), nil
}

// part reads the next line, which must not be a fact.
func (f *file) part() (p part, err error) {
	text, err := f.next()
	if err != nil {
		return p, err
	}
	if f.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return p, err
	}
	switch {
	case f.line == 1 && p.Kind != "backup":
		return p, errors.New(`a backup begins with a line of kind "backup"`)
	case f.line > 1 && (p.Kind == "backup" || !knownKind(p.Kind)):
		return p, fmt.Errorf("a line of kind %.40q is not allowed here", p.Kind)
	case p.Kind == "backup" && p.Version != backupVersion:
		return p, fmt.Errorf("the backup has version %d; known is %d", p.Version, backupVersion)
	}
	return p, nil
}

// take adds the part p to the contents read so far. It returns io.EOF for the last part.
func (f *file) take(p part) error {
	f.skipping = false
	switch p.Kind {
	case "backup":
		f.chained = p.Chained
	case "player":
		return f.player(p.Name)
	case "setting":
		return f.setting(p)
	case "match":
		return f.match(p)
	case "end":
		if !f.count.sameCounts(p) && f.damaged == 0 {
			return errors.New("the number of lines differs from the count in the last line")
		}
		return io.EOF
	}
	return nil
}

func (f *file) player(name string) error {
	names, err := match.CheckNames([]string{name})
	if err != nil {
		return err
	}
	if len(f.players) == MostPlayers {
		return ErrLarge
	}
	f.players = append(f.players, names...)
	f.count.Players++
	return f.checkOnce("player", names[0])
}

func (f *file) setting(p part) error {
	switch {
	case p.Key == "" || strings.ContainsFunc(p.Key, unicode.IsControl) || strings.Contains(p.Value, "\n") || p.Value == "":
		return fmt.Errorf("%.40q can't be a setting", p.Key)
	case companion.Private(p.Key):
		return fmt.Errorf("the setting %q is not allowed in a backup", p.Key)
	}
	if f.settingBytes += len(p.Key) + len(p.Value); f.settingBytes > mostSettings {
		return ErrLarge
	}
	f.settings = append(f.settings, settings.Line{Key: p.Key, Value: p.Value})
	f.count.Settings++
	return f.checkOnce("setting", p.Key)
}

// match reads the match that begins with the line p.
func (f *file) match(p part) error {
	const mostID, mostPlayed = 64, 1 << 40
	switch {
	case p.ID == "" || len(p.ID) > mostID || strings.ContainsFunc(p.ID, badInID):
		return fmt.Errorf("%.80q can't be the id of a match", p.ID)
	case p.Facts < 1 || p.Facts > match.MostFacts || p.Played < 0 || p.Played > mostPlayed:
		return fmt.Errorf("match %s: its counts are out of range", p.ID)
	case f.count.Matches == mostMatches:
		return ErrLarge
	}
	if err := f.checkOnce("match", p.ID); err != nil {
		return err
	}
	e, err := f.entry(p)
	if err != nil {
		return err
	}
	f.count.Facts += p.Facts
	if p.Head != "" && p.Head != hex.EncodeToString(f.head[:]) && f.chained && p.Facts <= f.folds {
		return fmt.Errorf("match %s: its lines differ from those that were written", p.ID)
	}
	return f.deliver(&stagedMatch{Entry: e, played: p.Played})
}

// entry reads the facts of the match that begins with the line p.
func (f *file) entry(p part) (history.Entry, error) {
	f.head = link{}
	from, facts := f.line, &factLines{file: f, left: p.Facts}
	if p.Facts > f.folds {
		_, err := io.Copy(io.Discard, facts)
		return history.Entry{ID: p.ID, Over: p.Over}, err
	}
	e, err := history.Read(facts, p.ID, f.games)
	wrong := (*match.LineError)(nil)
	switch n := strings.Count(e.Lines, "\n"); {
	case facts.err != nil:
		return e, facts.err
	case errors.As(err, &wrong):
		return e, &BackupError{Line: from + wrong.Line, Err: fmt.Errorf("match %s: %w", p.ID, wrong.Err)}
	case err != nil:
		return e, err
	case n != p.Facts:
		return e, fmt.Errorf("match %s has %d facts, not %d", p.ID, n, p.Facts)
	}
	e.ID, e.Over = p.ID, p.Over
	return e, nil
}

// factLines is a reader of the facts of one match in a backup, as JSON Lines.
type factLines struct {
	file *file
	left int
	rest string // unread rest of the current line
	err  error  // error that prevented reading the next line
}

// Read returns bytes of one line at a time. It returns io.EOF after the last fact of the match.
func (l *factLines) Read(p []byte) (int, error) {
	if l.rest == "" {
		if l.left == 0 {
			return 0, io.EOF
		}
		line, err := l.file.next()
		if err == nil && l.file.chained && strings.HasPrefix(line, `{"kind":`) { // fewer facts than the match line gives
			l.file.unread, l.left = line, 0
			return 0, io.EOF
		}
		if err != nil {
			l.err = err
			return 0, err
		}
		l.left--
		l.file.head = l.file.head.follow(line)
		l.rest = line + "\n"
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// badInID reports whether r is not allowed in an id.
func badInID(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
}

// trailing returns an error if data follows the last line of a backup.
func (f *file) trailing() error {
	if _, err := f.in.Peek(1); err != io.EOF {
		f.line++
		return f.atLine(errors.New("there is data after the end"))
	}
	return nil
}

// checkOnce returns an error if the backup contains name twice. The argument what names the kind
// of part, such as "player".
func (f *file) checkOnce(what, name string) error {
	if f.seen[what+"\n"+name] {
		return fmt.Errorf("the %s %.64q appears twice", what, name)
	}
	f.seen[what+"\n"+name] = true
	return nil
}
