package web

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/history"
	"tabletop/companion/match"
	"tabletop/games"
)

// Bounds of the files that are sent, in bytes: as much as the disk takes.
const (
	MostBackup = 64 << 20
	MostRecord = 8 << 20
	mostTable  = 2 << 20 // of names
)

// How long a file may take. One that comes slower is cut off, since no other is taken
// meanwhile.
const (
	uploadTime   = 2 * time.Minute  // to send it
	uploadPace   = 5 * time.Second  // in which so much of it comes:
	uploadPart   = 80 << 10         // bytes, 16 KiB a second
	uploadExpiry = 10 * time.Minute // for the table to agree
)

// busyTime is after how many seconds another file may be tried.
const busyTime = "5"

// Types of files.
const (
	typeRecord = "application/x-ndjson"
	typeCSV    = "text/csv"
)

// uploads is the folder where a file lies while it is looked at, and until the table
// has agreed. One is sent at a time, for the whole box, and one waits: nobody but who
// sent it can put another in its place before it was answered or has expired.
type uploads struct {
	folder  string
	sending sync.Mutex // held while one is sent, looked at and taken
	path    string     // the path of the one that waits
	owner   int        // the guest who sent it, 0 for this machine
	expire  *time.Timer
}

// took is what came of a file.
type importAnswer struct {
	Matches int `json:"matches"`
	Players int `json:"players"`
	Damaged int `json:"damaged,omitempty"` // matches of a backup that were left out
}

// restore takes a backup once the table agrees.
func (s *Server) restore(c *call) {
	if c.hasType(typeRecord) {
		s.receive(c, history.KindBackup, MostBackup, func(file string, p history.Parcel) companion.Command {
			return companion.Restore{Upload: file, Parcel: p}
		})
	}
}

// importFile takes a record, or a list of players, once the table agrees.
func (s *Server) importFile(c *call) {
	if !c.hasType(typeRecord, typeCSV) {
		return
	}
	kind, most := history.KindRecord, int64(MostRecord)
	if sent, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); sent == typeCSV {
		kind, most = history.KindPlayers, mostTable
	}
	s.receive(c, kind, most, func(file string, p history.Parcel) companion.Command {
		return companion.Import{Upload: file, Parcel: p}
	})
}

// receive keeps the file that is sent, looks what it holds, and sends the command that
// takes it. The name of the file in the folder ends with its kind.
func (s *Server) receive(c *call, kind history.Kind, most int64, taking func(file string, p history.Parcel) companion.Command) {
	u := &s.uploads
	if u.folder == "" || !u.sending.TryLock() {
		c.w.Header().Set("Retry-After", busyTime)
		c.refuse(http.StatusServiceUnavailable, "busy")
		return
	}
	defer u.sending.Unlock()
	if u.pending() && u.owner != c.by.Guest.ID {
		c.refuse(http.StatusConflict, "waits")
		return
	}
	id, err := u.store(c, kind, most)
	if err != nil {
		c.uploadFailed(err, most)
		return
	}
	p, err := s.look(c.r.Context(), kind)
	if err != nil {
		u.remove()
		c.refuse(http.StatusUnprocessableEntity, "file", c.fileWord(err))
		return
	}
	if asked := s.do(c, taking(id, p)); !asked {
		u.remove()
	}
}

// unread says why a file could not be taken whole.
func (c *call) uploadFailed(err error, most int64) {
	if tooLong(err) != nil {
		c.refuse(http.StatusRequestEntityTooLarge, "long", strconv.FormatInt(most, 10))
		return
	}
	c.refuse(http.StatusServiceUnavailable, "upload", quoted(err.Error()))
}

// body is the file that is sent, of so many bytes at most. The answer is small, and
// comes when the disk has done with the file.
func (c *call) body(most int64) (file io.Reader, done func()) {
	b := &body{r: http.MaxBytesReader(c.w, c.r.Body, most), conn: http.NewResponseController(c.w)}
	_ = errors.Join(b.conn.SetReadDeadline(time.Time{}), b.conn.SetWriteDeadline(time.Time{})) // where they are unknown, no limit was set
	giveUp := time.AfterFunc(uploadTime, b.abort)
	b.checkPace()
	return b, func() {
		giveUp.Stop()
		b.end()
	}
}

// body is a file that is cut off when it comes too slowly.
type body struct {
	r     io.Reader
	conn  *http.ResponseController
	mu    sync.Mutex
	part  int // bytes since the pace was looked at
	whole bool
	ended bool
}

// Read reads and counts.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.part += n
	b.whole = err == io.EOF
	return n, err
}

// watch looks at the pace from time to time.
func (b *body) checkPace() {
	time.AfterFunc(uploadPace, func() {
		b.mu.Lock()
		slow, ended := b.part < uploadPart, b.ended
		b.part = 0
		b.mu.Unlock()
		switch {
		case ended:
		case slow:
			b.abort()
		default:
			b.checkPace()
		}
	})
}

// cut lets no more of it come.
func (b *body) abort() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended {
		_ = b.conn.SetReadDeadline(longAgo)
	}
}

// end lets the connection wait for its sender to hang up; of a file that isn't whole
// nothing more is read.
func (b *body) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	until := longAgo
	if b.whole {
		until = time.Time{}
	}
	_ = b.conn.SetReadDeadline(until)
}

// waits reports whether there is a file that was not answered yet: who answers takes
// it away.
func (u *uploads) pending() bool {
	if u.path == "" {
		return false
	}
	_, err := os.Stat(u.path)
	return err == nil
}

// keep writes what is sent into the folder, for its owner only, and returns its name
// there.
func (u *uploads) store(c *call, kind history.Kind, most int64) (id string, err error) {
	u.remove()
	sent, done := c.body(most)
	defer done()
	root, err := os.OpenRoot(u.folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	id = strings.ToLower(rand.Text()) + "." + string(kind)
	f, err := root.OpenFile(id, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	u.path, u.owner = filepath.Join(u.folder, id), c.by.Guest.ID
	_, err = io.Copy(f, sent)
	if err = errors.Join(err, f.Close()); err != nil {
		u.remove()
		return "", err
	}
	path := u.path
	u.expire = time.AfterFunc(uploadExpiry, func() { _ = os.Remove(path) }) // it may be gone: the table has agreed
	return id, nil
}

// drop removes the file that waited.
func (u *uploads) remove() {
	if u.path == "" {
		return
	}
	if u.expire != nil {
		u.expire.Stop()
	}
	_ = os.Remove(u.path) // it may be gone
	u.path = ""
}

// look tells what the file that waits would bring.
func (s *Server) look(ctx context.Context, kind history.Kind) (history.Parcel, error) {
	f, err := os.Open(s.uploads.path)
	if err != nil {
		return history.Parcel{}, err
	}
	defer f.Close()
	return s.opts.History.Look(ctx, kind, f)
}

// fileWord says what is wrong with a file: a rule of the game in its own words with
// its line, or what the disk has a word for.
func (c *call) fileWord(err error) string {
	var line *match.LineError
	var illegal games.Illegal
	if errors.As(err, &line) && errors.As(err, &illegal) {
		return strconv.Itoa(line.Line) + ": " + textOf(c.words(line.Game), illegal.Rule, line.Names)
	}
	if why, ok := c.reason(err); ok {
		return why
	}
	return c.localized(err)
}
