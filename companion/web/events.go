package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"tabletop/companion/match"
	"tabletop/companion/screen"
	"tabletop/companion/words"
)

const (
	aliveEvery = 10 * time.Second // an event, changed or not, so that a lost connection is noticed
	patience   = 10 * time.Second // how long an event may wait for its reader
)

// longAgo is a deadline that has passed.
var longAgo = time.Unix(1, 0)

// events streams what changes. A reader who is slower than the table sees fewer
// pictures, never older ones; one who doesn't read at all is dropped.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		w.Header().Set("Retry-After", "10")
		refuse(w, http.StatusServiceUnavailable, "too many follow the events already")
		return
	}
	st := newStream(w)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	m, newer := s.table.Now()
	err := st.begin(m)
	for err == nil {
		select {
		case <-newer:
			m, newer = s.table.Now()
			err = st.follow(m)
		case <-alive.C:
			err = st.send("alive", struct{}{})
		case <-r.Context().Done():
			return
		}
	}
}

// stream is one reader of events and what was sent last.
type stream struct {
	w     http.ResponseWriter
	conn  *http.ResponseController
	seq   int
	frame screen.Frame
	match match.Match
	lang  words.Lang
}

func newStream(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", "text/event-stream")
	st := &stream{w: w, conn: http.NewResponseController(w)}
	_ = st.conn.SetWriteDeadline(time.Time{}) // a stream lasts; where that is unknown, no limit was set
	return st
}

// begin sends everything.
func (st *stream) begin(m Moment) error {
	if err := st.sendPanel(m); err != nil {
		return err
	}
	return st.sendMatch(m)
}

// follow sends what has changed.
func (st *stream) follow(m Moment) error {
	if m.Frame != st.frame {
		if err := st.sendPanel(m); err != nil {
			return err
		}
	}
	if m.Match != st.match || m.Lang != st.lang {
		return st.sendMatch(m)
	}
	return nil
}

// lights name how bright the panel is.
var lights = [...]string{"bright", "dim", "off"}

// sendPanel sends the OLED's 1024 bytes in page order and the lamps' 192.
func (st *stream) sendPanel(m Moment) error {
	st.frame = m.Frame
	f := seen(m.Frame)
	lamps := f.Lamps.Bytes()
	return st.send("panel", struct {
		OLED  []byte `json:"oled"` // in base64, as the lamps
		Lamps []byte `json:"lamps"`
		Light string `json:"light"`
	}{f.OLED[:], lamps[:], lights[f.Light]})
}

func (st *stream) sendMatch(m Moment) error {
	st.match, st.lang, st.seq = m.Match, m.Lang, m.Match.Seq()
	return st.send("match", struct {
		Seq  int        `json:"seq"`
		Lang words.Lang `json:"lang"`
	}{st.seq, m.Lang})
}

// send sends one event, or gives the reader up when it takes too long.
func (st *stream) send(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	giveUp := time.AfterFunc(patience, func() { _ = st.conn.SetWriteDeadline(longAgo) })
	defer giveUp.Stop()
	if _, err := fmt.Fprintf(st.w, "id: %d\nevent: %s\ndata: %s\n\n", st.seq, name, data); err != nil {
		return err
	}
	return st.conn.Flush()
}
