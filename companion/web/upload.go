package web

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/games"
)

// MostBackup is how many bytes of a backup are taken: as many as the disk takes.
const MostBackup = 64 << 20

// Bounds of any other file that is sent, and of all of them.
const (
	mostFile   = 16 << 20         // bytes
	uploadTime = 2 * time.Minute  // to send it
	keepUpload = 10 * time.Minute // for the table to agree
)

// Types of files.
const (
	typeRecord = "application/x-ndjson"
	typeCSV    = "text/csv"
)

// uploads is the folder where a backup waits until the table has agreed. There is at
// most one: a later one takes its place.
type uploads struct {
	folder string
	mu     sync.Mutex
	last   string // its path
	expire *time.Timer
}

// took is what came of a file.
type took struct {
	Matches int `json:"matches"`
	Players int `json:"players"`
}

// restore keeps the backup that is sent, looks what it holds, and asks the table
// whether to take it.
func (s *Server) restore(c *call) {
	if !c.is(typeRecord) {
		return
	}
	if s.uploads.folder == "" || !s.uploads.mu.TryLock() {
		c.refuse(http.StatusServiceUnavailable, "busy")
		return
	}
	defer s.uploads.mu.Unlock()
	id, err := s.uploads.keep(c)
	if err != nil {
		c.unread(err, MostBackup)
		return
	}
	matches, players, err := s.count(c.r.Context())
	if err != nil {
		s.uploads.drop()
		c.refuse(http.StatusUnprocessableEntity, "file", c.fileWord(err))
		return
	}
	s.put(c, companion.Ask{What: "restore", Arg: id, With: strconv.Itoa(matches) + " " + strconv.Itoa(players)})
}

// unread says why a file could not be taken whole.
func (c *call) unread(err error, most int) {
	if tooLong(err) != nil {
		c.refuse(http.StatusRequestEntityTooLarge, "long", strconv.Itoa(most))
		return
	}
	c.refuse(http.StatusServiceUnavailable, "upload", quoted(err.Error()))
}

// body is the file that is sent, of so many bytes at most, however slowly within
// uploadTime. The answer is small, and comes when the disk has done with the file.
func (c *call) body(most int64) (file io.Reader, done func()) {
	conn := http.NewResponseController(c.w)
	_ = errors.Join(conn.SetReadDeadline(time.Time{}), conn.SetWriteDeadline(time.Time{})) // where they are unknown, no limit was set
	giveUp := time.AfterFunc(uploadTime, func() { _ = conn.SetReadDeadline(longAgo) })
	return http.MaxBytesReader(c.w, c.r.Body, most), func() { giveUp.Stop() }
}

// keep writes what is sent into the folder, for its owner only, and returns its name
// there.
func (u *uploads) keep(c *call) (id string, err error) {
	u.drop()
	body, done := c.body(MostBackup)
	defer done()
	root, err := os.OpenRoot(u.folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	id = strings.ToLower(rand.Text())
	f, err := root.OpenFile(id, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	u.last = u.folder + string(os.PathSeparator) + id
	_, err = io.Copy(f, body)
	if err = errors.Join(err, f.Close()); err != nil {
		u.drop()
		return "", err
	}
	path := u.last
	u.expire = time.AfterFunc(keepUpload, func() { _ = os.Remove(path) }) // it may be gone: the table has agreed
	return id, nil
}

// drop removes the file that waited.
func (u *uploads) drop() {
	if u.last == "" {
		return
	}
	if u.expire != nil {
		u.expire.Stop()
	}
	_ = os.Remove(u.last) // it may be gone
	u.last = ""
}

// count tells what the backup that waits would bring.
func (s *Server) count(ctx context.Context) (matches, players int, err error) {
	f, err := os.Open(s.uploads.last)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	return s.opts.History.Count(ctx, f)
}

// importFile takes a record, or a list of players.
func (s *Server) importFile(c *call) {
	if !c.is(typeRecord, typeCSV) {
		return
	}
	file, done := c.body(mostFile)
	defer done()
	var got took
	var err error
	if kind, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); kind == typeCSV {
		got.Players, err = s.importPlayers(c.r.Context(), file)
	} else {
		got.Matches, err = s.importRecord(c.r.Context(), file)
	}
	switch {
	case err == nil:
		s.reload(c, got)
		c.answer(got)
	case tooLong(err) != nil:
		c.unread(err, mostFile)
	default:
		c.refuse(http.StatusUnprocessableEntity, "file", c.fileWord(err))
	}
}

// reload lets the table know what was added to the disk. One that can't just now
// learns it at its next start.
func (s *Server) reload(c *call, added took) {
	if added != (took{}) {
		_, _ = s.table.Do(c.r.Context(), companion.Ask{What: companion.AskReload})
	}
}

func (s *Server) importRecord(ctx context.Context, file io.Reader) (matches int, err error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return 0, err
	}
	if added, err := s.opts.History.Import(ctx, string(text)); err != nil || !added {
		return 0, err
	}
	return 1, nil
}

func (s *Server) importPlayers(ctx context.Context, file io.Reader) (players int, err error) {
	names, err := history.ReadNames(file, mostFile)
	if err != nil {
		return 0, err
	}
	return s.opts.History.ImportPlayers(ctx, names)
}

// fileWord says what is wrong with a file: a rule of the game in its own words with
// its line, or what the disk has a word for.
func (c *call) fileWord(err error) string {
	var line *match.LineError
	var illegal games.Illegal
	if errors.As(err, &line) && errors.As(err, &illegal) {
		return strconv.Itoa(line.Line) + ": " + say(c.words(line.Game), illegal.Rule, line.Names)
	}
	if why, ok := c.reason(err); ok {
		return why
	}
	return err.Error()
}
