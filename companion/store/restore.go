package store

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/games"
)

// MostBackup is how many bytes of a backup Restore takes.
const MostBackup = 64 << 20

// BackupError says which line of a backup is wrong. It is [ErrBackup].
type BackupError struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (e *BackupError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns ErrBackup and the cause.
func (e *BackupError) Unwrap() []error { return []error{ErrBackup, e.Err} }

// Restore adds what a backup holds to what is there: matches and players that aren't
// known by their ids and names, and settings that aren't set. What is there stays as
// it is. Added matches stand where the backup has them: behind the one before which is
// known, or before all; added players were seated before all others. All of the
// backup is read, each record by the rules of its game, before anything is written, and all is
// written in one transaction; a *[BackupError] or another error has changed nothing.
// It returns how many matches and players were added.
func (s *Store) Restore(ctx context.Context, r io.Reader) (matches, players int, err error) {
	b, err := newScan(r, s.games).backup()
	if err != nil {
		return 0, 0, s.failure("restore", err)
	}
	err = s.edit(ctx, "restore", func(w *writer) {
		matches = w.addMatches(b.matches)
		players = w.addPlayers(b.players)
		for _, set := range b.settings {
			w.do(offerSetting, set.key, set.value)
		}
	})
	if err != nil {
		return 0, 0, err
	}
	return matches, players, nil
}

// Count returns how many matches and players a backup holds, all of which is read,
// each record by the rules of its game; but none of it is kept. Its error is a
// *[BackupError] or what r said.
func (s *Store) Count(_ context.Context, r io.Reader) (matches, players int, err error) {
	b := newScan(r, s.games)
	b.passing = true
	if _, err := b.backup(); err != nil {
		return 0, 0, err
	}
	return b.count.Matches, b.count.Players, nil
}

// Import adds the match of a single record, unless it is known by its id: then it
// returns false, or [ErrKnown] if the lines are others. One that wasn't played to
// its end is open, without a secret: the table answers for chance.
func (s *Store) Import(ctx context.Context, text string) (added bool, err error) {
	e, err := history.Read(text, "record", s.games)
	if err != nil {
		return false, s.failure("import", err)
	}
	err = s.edit(ctx, "import match "+quoted(e.ID), func(w *writer) {
		added = w.addMatches([]arrival{{Entry: e, last: true}}) > 0
		if !added {
			w.same(e)
		}
	})
	return added && err == nil, err
}

// ImportPlayers adds names to the known players, as history.ReadNames reads them, and
// returns how many weren't known.
func (s *Store) ImportPlayers(ctx context.Context, names []string) (added int, err error) {
	names, err = match.CheckNames(names)
	if err != nil {
		return 0, s.failure("import players", fmt.Errorf("%w: %w", ErrName, err))
	}
	err = s.edit(ctx, "import players", func(w *writer) { added = w.addPlayers(names) })
	if err != nil {
		return 0, err
	}
	return added, nil
}

// arrival is a match that is to be added.
type arrival struct {
	history.Entry
	played int64 // of an open match: grows with when it was last played
	last   bool  // it comes after all that are there
}

// contents is a backup that was read.
type contents struct {
	players  []string // the one seated latest last
	settings []setting
	matches  []arrival // the one begun latest last
}

// scan reads a backup line by line.
type scan struct {
	in      *bufio.Reader
	line    int
	bytes   int
	games   games.Catalogue
	count   part
	seen    map[string]bool
	passing bool // matches are counted only
	contents
}

func newScan(r io.Reader, catalogue games.Catalogue) *scan {
	return &scan{in: bufio.NewReaderSize(r, match.MostLine+2), games: catalogue, seen: map[string]bool{}}
}

// backup reads all there is.
func (s *scan) backup() (contents, error) {
	for {
		p, err := s.part()
		if err == nil {
			err = s.take(p)
		}
		if err == io.EOF {
			return s.contents, s.trailing()
		}
		if err != nil {
			return contents{}, s.wrong(err)
		}
	}
}

// wrong says at which line err was met, if it doesn't say so itself.
func (s *scan) wrong(err error) error {
	if already := (*BackupError)(nil); errors.As(err, &already) {
		return err
	}
	return &BackupError{Line: max(s.line, 1), Err: err}
}

var (
	errCut   = errors.New("the file ends too early")
	errLong  = fmt.Errorf("a line has at most %d bytes", match.MostLine)
	errLarge = fmt.Errorf("a backup has at most %d bytes", MostBackup)
)

// next returns the next line without its line feed.
func (s *scan) next() (string, error) {
	text, err := s.in.ReadSlice('\n')
	s.line++
	s.bytes += len(text)
	switch {
	case err == bufio.ErrBufferFull:
		return "", errLong
	case s.bytes > MostBackup:
		return "", errLarge
	case err == io.EOF && len(text) > 0: // an editor may have taken the last line feed
	case err == io.EOF:
		s.line--
		return "", errCut
	case err != nil:
		return "", err
	}
	return string(bytes.TrimRight(text, "\r\n")), nil
}

// part reads a line that is no fact.
func (s *scan) part() (p part, err error) {
	text, err := s.next()
	if err != nil {
		return p, err
	}
	if s.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return p, err
	}
	switch {
	case s.line == 1 && p.Kind != "backup":
		return p, errors.New(`a backup begins with a line of kind "backup"`)
	case s.line > 1 && (p.Kind == "backup" || !known(p.Kind)):
		return p, fmt.Errorf("a line of kind %.40q doesn't belong here", p.Kind)
	case p.Kind == "backup" && p.Version != backupVersion:
		return p, fmt.Errorf("the backup has version %d; known is %d", p.Version, backupVersion)
	}
	return p, nil
}

// take adds what p says to the contents, and io.EOF after the last.
func (s *scan) take(p part) error {
	switch p.Kind {
	case "player":
		return s.player(p.Name)
	case "setting":
		return s.setting(p)
	case "match":
		return s.match(p)
	case "end":
		if !s.count.whole(p) {
			return errors.New("the file lacks lines, or has too many: its last line counts others")
		}
		return io.EOF
	}
	return nil
}

func (s *scan) player(name string) error {
	names, err := match.CheckNames([]string{name})
	if err != nil {
		return err
	}
	s.players = append(s.players, names...)
	s.count.Players++
	return s.once("player", names[0])
}

func (s *scan) setting(p part) error {
	switch {
	case p.Key == "" || strings.ContainsFunc(p.Key, unicode.IsControl) || strings.Contains(p.Value, "\n") || p.Value == "":
		return fmt.Errorf("%.40q can't be a setting", p.Key)
	case private(p.Key):
		return fmt.Errorf("the setting %q comes from no backup", p.Key)
	}
	s.settings = append(s.settings, setting{p.Key, p.Value})
	s.count.Settings++
	return s.once("setting", p.Key)
}

// match reads the facts that follow p.
func (s *scan) match(p part) error {
	const mostID, mostPlayed = 64, 1 << 40
	switch {
	case p.ID == "" || len(p.ID) > mostID || strings.ContainsFunc(p.ID, unworthy):
		return fmt.Errorf("%.80q can't be the id of a match", p.ID)
	case p.Facts < 1 || p.Facts > match.MostFacts || p.Played < 0 || p.Played > mostPlayed:
		return fmt.Errorf("match %s: its counts are out of range", p.ID)
	}
	if err := s.once("match", p.ID); err != nil {
		return err
	}
	from := s.line
	var text strings.Builder
	for range p.Facts {
		line, err := s.next()
		if err != nil {
			return err
		}
		text.WriteString(line + "\n")
	}
	e, err := history.Read(text.String(), p.ID, s.games)
	if wrong := (*match.LineError)(nil); errors.As(err, &wrong) {
		return &BackupError{Line: from + wrong.Line, Err: fmt.Errorf("match %s: %w", p.ID, wrong.Err)}
	}
	if err != nil {
		return err
	}
	if n := strings.Count(e.Lines, "\n"); n != p.Facts {
		return fmt.Errorf("match %s has %d facts, not %d", p.ID, n, p.Facts)
	}
	e.ID, e.Over = p.ID, p.Over
	if !s.passing {
		s.matches = append(s.matches, arrival{Entry: e, played: p.Played})
	}
	s.count.Matches++
	s.count.Facts += p.Facts
	return nil
}

// unworthy are runes that no id has.
func unworthy(r rune) bool {
	return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
}

// trailing refuses what stands behind the end.
func (s *scan) trailing() error {
	if _, err := s.in.Peek(1); err != io.EOF {
		s.line++
		return s.wrong(errors.New("something stands behind the end"))
	}
	return nil
}

// once notes what a backup may hold once.
func (s *scan) once(what, name string) error {
	if s.seen[what+"\n"+name] {
		return fmt.Errorf("the %s %.64q is there twice", what, name)
	}
	s.seen[what+"\n"+name] = true
	return nil
}
