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

// Maximum sizes of uploaded files in bytes. They equal those of the store.
const (
	MostBackup = 64 << 20 // maximum size of a backup
	MostRecord = 8 << 20  // maximum size of a record
	mostTable  = 2 << 20  // maximum size of a list of names
)

// Time limits of uploads. An upload that exceeds a limit is cut off, because it blocks all other
// uploads.
const (
	uploadTime   = 2 * time.Minute  // time limit for the transfer
	uploadPace   = 5 * time.Second  // interval in which uploadPart must arrive
	uploadPart   = 80 << 10         // minimum size of each part in bytes: 16 KiB per second
	uploadExpiry = 10 * time.Minute // time limit for the consent of the table
)

// busyTime is the Retry-After of an answer to an upload during another one, in seconds.
const busyTime = "5"

// Media types of files.
const (
	typeRecord = "application/x-ndjson"
	typeCSV    = "text/csv"
	typeJSON   = "application/json"
)

// uploads is the staging folder of uploaded files. It holds one file for the whole box, from its
// transfer until the table consents. Until the table answers or the file expires, only its sender
// can replace the file.
type uploads struct {
	folder  string
	sending sync.Mutex // held during transfer, inspection and command
	path    string     // path of the staged file
	owner   int        // id of the guest who sent the file; 0 for this machine
	expire  *time.Timer
}

// importAnswer is the answer to an imported file, with the counts of its additions.
type importAnswer struct {
	Matches int `json:"matches"`
	Players int `json:"players"`
	// Damaged is the number of matches of a backup that were skipped as damaged.
	Damaged int `json:"damaged,omitempty"`
}

// restore stages a backup and asks for consent to restore it.
func (s *Server) restore(c *call) {
	if c.hasType(typeRecord) {
		s.receiveMatches(c, history.KindBackup, MostBackup, func(id string, p history.Parcel) companion.Command {
			return companion.Restore{Upload: id, Parcel: p}
		})
	}
}

// importFile stages a record, a list of players or an export of BG Stats, and asks for consent to
// import it.
func (s *Server) importFile(c *call) {
	if !c.hasType(typeRecord, typeCSV, typeJSON) {
		return
	}
	kind, most := history.KindRecord, int64(MostRecord)
	switch sent, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type")); sent {
	case typeCSV:
		kind, most = history.KindPlayers, mostTable
	case typeJSON:
		kind = history.KindBGStats
	}
	s.receiveMatches(c, kind, most, func(id string, p history.Parcel) companion.Command {
		return companion.Import{Upload: id, Parcel: p}
	})
}

// receiveMatches stages an uploaded file with matches or players, counts its contents and sends the
// command that imports it. The function taking returns this command.
func (s *Server) receiveMatches(c *call, kind history.Kind, most int64, taking func(id string, p history.Parcel) companion.Command) {
	s.receive(c, string(kind), most, func(file string) (companion.Command, string) {
		p, err := s.look(c.r.Context(), kind)
		if err != nil {
			return nil, c.messages.Word("file", c.fileWord(err))
		}
		return taking(filepath.Base(file), p), ""
	})
}

// receive stages the uploaded file with an extension, inspects it and sends the command that takes it.
// The function inspect returns this command, or the text of a refusal.
func (s *Server) receive(c *call, extension string, most int64, inspect func(file string) (command companion.Command, refusal string)) {
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
	if err := u.store(c, extension, most); err != nil {
		c.uploadFailed(err, most)
		return
	}
	command, refusal := inspect(u.path)
	if refusal != "" {
		u.remove()
		c.fail(http.StatusUnprocessableEntity, refusal)
		return
	}
	if asked := s.do(c, command); !asked {
		u.remove()
	}
}

// uploadFailed answers with the reason why a file was not stored.
func (c *call) uploadFailed(err error, most int64) {
	if tooLong(err) != nil {
		c.refuse(http.StatusRequestEntityTooLarge, "long", strconv.FormatInt(most, 10))
		return
	}
	c.refuse(http.StatusServiceUnavailable, "upload", quoted(err.Error()))
}

// body returns the uploaded file, limited to most bytes, and removes the deadlines of the
// connection. The caller must call done after the transfer.
func (c *call) body(most int64) (file io.Reader, done func()) {
	b := &body{r: http.MaxBytesReader(c.w, c.r.Body, most), conn: http.NewResponseController(c.w)}
	// If the connection doesn't support deadlines, none was set.
	_ = errors.Join(b.conn.SetReadDeadline(time.Time{}), b.conn.SetWriteDeadline(time.Time{}))
	giveUp := time.AfterFunc(uploadTime, b.abort)
	b.checkPace()
	return b, func() {
		giveUp.Stop()
		b.end()
	}
}

// body is an uploaded file that is cut off when it arrives too slowly.
type body struct {
	r     io.Reader
	conn  *http.ResponseController
	mu    sync.Mutex
	part  int // bytes received since the last check of the pace
	whole bool
	ended bool
}

// Read reads from the upload and counts the bytes.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.part += n
	b.whole = err == io.EOF
	return n, err
}

// checkPace aborts the transfer if fewer than uploadPart bytes have arrived within uploadPace. It
// repeats until the end of the transfer.
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

// abort aborts the transfer, unless it has ended.
func (b *body) abort() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended {
		_ = b.conn.SetReadDeadline(longAgo)
	}
}

// end ends the check of the pace. After a complete file it clears the read deadline, so that the
// connection stays usable. After an incomplete file it stops further reading.
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

// pending reports whether a staged file waits for consent. The table removes the file with its
// answer.
func (u *uploads) pending() bool {
	if u.path == "" {
		return false
	}
	_, err := os.Stat(u.path)
	return err == nil
}

// store writes the body of a request to a file with that extension in the staging folder. Only the
// file's owner can read it.
func (u *uploads) store(c *call, extension string, most int64) error {
	u.remove()
	sent, done := c.body(most)
	defer done()
	root, err := os.OpenRoot(u.folder)
	if err != nil {
		return err
	}
	defer root.Close()
	id := strings.ToLower(rand.Text()) + "." + extension
	f, err := root.OpenFile(id, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	u.path, u.owner = filepath.Join(u.folder, id), c.by.Guest.ID
	_, err = io.Copy(f, sent)
	if err = errors.Join(err, f.Close()); err != nil {
		u.remove()
		return err
	}
	path := u.path
	// The table may have removed the file.
	u.expire = time.AfterFunc(uploadExpiry, func() { _ = os.Remove(path) })
	return nil
}

// remove removes the staged file.
func (u *uploads) remove() {
	if u.path == "" {
		return
	}
	if u.expire != nil {
		u.expire.Stop()
	}
	_ = os.Remove(u.path) // the table may have removed the file
	u.path = ""
}

// look returns the contents of the staged file.
func (s *Server) look(ctx context.Context, kind history.Kind) (history.Parcel, error) {
	f, err := os.Open(s.uploads.path)
	if err != nil {
		return history.Parcel{}, err
	}
	defer f.Close()
	return s.opts.History.Look(ctx, kind, f)
}

// fileWord returns the reason why a file is invalid. For a broken rule of a game it names the line
// and the rule, else it is the text of the store.
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
