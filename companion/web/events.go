package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"tabletop/companion"
	"tabletop/companion/door"
	"tabletop/companion/match"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/words"
	"tabletop/games"
)

const (
	// aliveEvery is the interval between alive events, by which a client detects a lost connection.
	aliveEvery  = 10 * time.Second
	sendTimeout = 10 * time.Second // time limit for writing one event
)

// longAgo is a deadline in the past. Setting it aborts pending reads or writes.
var longAgo = time.Unix(1, 0)

// events streams changes to a client. A slow client misses pictures, but never gets an outdated
// one. A client that stops reading is disconnected after sendTimeout. The stream ends at once when
// the guest loses the right to look.
func (s *Server) events(c *call) {
	ctx, end := context.WithCancel(c.r.Context())
	defer end()
	defer context.AfterFunc(servingContext(c.r), end)()
	f := &watcher{guest: c.by.Guest.ID, end: end}
	if !s.streams.add(f) {
		c.w.Header().Set("Retry-After", "10")
		c.refuse(http.StatusServiceUnavailable, "streams")
		return
	}
	defer s.streams.remove(f)
	st := s.newStream(c)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for err := error(nil); err == nil && ctx.Err() == nil; {
		m := s.table.Now()
		if st.by = s.senderOf(c.r, m.Guests); st.by.Role == door.NoRole {
			return
		}
		if err = st.update(m); err != nil {
			return
		}
		select {
		case <-m.Next:
		case <-alive.C:
			err = st.send("alive", []byte("{}"))
		case <-ctx.Done():
		}
	}
}

// stream is one event stream and the state that it last sent.
type stream struct {
	w          http.ResponseWriter
	conn       *http.ResponseController
	panelEvent *panelEvent
	by         companion.Sender
	lang       words.Lang // of the texts; "" is the language of the panel
	id         int        // id of the next event: last seq of the match once the client has it
	since      *int       // Last-Event-ID of a client that reconnects, until it is sent
	started    bool
	frame      screen.Frame
	match      match.Match
	sent       matchEvent
	// lastMoment is the last decision whose moments were sent. In a new stream it is the last
	// decision before the stream began.
	lastMoment companion.Point

	sentThrow throwState

	offer *companion.Offer // the one that looks was computed from
	looks string
}

// matchEvent is the event "match" without its field "since".
type matchEvent struct {
	Seq     int        `json:"seq"`
	Lang    words.Lang `json:"lang"`
	Game    string     `json:"game"`
	Private bool       `json:"private"`
	Role    string     `json:"role"`
	Ready   bool       `json:"ready"`
	Slow    bool       `json:"slow"`   // whether a write to disk takes long
	Advice  string     `json:"advice"` // stage of the question to the adviser; see stageOf
	Topic   string     `json:"topic"`  // game and key of the topic on the panel, "mice:pair"; "" for none
	// Updating is set while the box is being updated and carries out no command.
	Updating bool   `json:"updating"`
	Looks    string `json:"-"` // looks that players have chosen
}

func (s *Server) newStream(c *call) *stream {
	st := &stream{w: c.w, conn: http.NewResponseController(c.w), panelEvent: &s.panelEvent}
	if c.r.URL.Query().Has("lang") {
		st.lang = c.lang
	}
	if seq, err := strconv.Atoi(c.r.Header.Get("Last-Event-ID")); err == nil && seq >= 0 {
		st.id, st.since = seq, &seq
	}
	c.w.Header().Set("Content-Type", "text/event-stream")
	// A stream has no time limit. If the connection doesn't support deadlines, none was set.
	_ = st.conn.SetWriteDeadline(time.Time{})
	return st
}

// update sends the changes since the last update. The first update sends everything.
func (st *stream) update(m *screen.Moment) error {
	frame := frameFor(m, st.by)
	now := matchEvent{m.Match.Seq(), m.Lang, gameOf(m), m.Private, st.by.Role.String(), m.Ready, m.View.Slow, stageOf(m.Counsel), topicOn(m.View), m.Updating, st.looksIn(m.Offer)}
	first := !st.started
	st.started = true
	if first || frame != st.frame {
		st.frame = frame
		if err := st.send("panel", st.panelEvent.bytes(frame)); err != nil {
			return err
		}
	}
	if err := st.sendThrow(m); err != nil {
		return err
	}
	if !first && m.Match == st.match && now == st.sent {
		return nil
	}
	st.match, st.sent, st.id = m.Match, now, now.Seq
	if first {
		st.lastMoment = companion.Point{Match: m.Point.Match, After: now.Seq}
	}
	if err := st.sendMatch(); err != nil {
		return err
	}
	return st.sendMoments(m)
}

// looksIn returns the looks that players have chosen as text, to compare.
func (st *stream) looksIn(offer *companion.Offer) string {
	if offer != nil && st.offer != offer {
		st.offer, st.looks = offer, fmt.Sprint(offer.Looks)
	}
	return st.looks
}

// momentEvent is the event "moment": an effect of a decision, with its texts.
type momentEvent struct {
	Match string       `json:"match"`
	Seq   int          `json:"seq"` // seq of the decision
	Kind  games.Kind   `json:"kind"`
	Text  string       `json:"text"`
	Note  string       `json:"note,omitempty"`
	Glyph string       `json:"glyph,omitempty"`
	Seats []games.Seat `json:"seats"`
	Names []string     `json:"names"`
}

// sendMoments sends the moments of the last decision, each once. A stream that began after the
// decision doesn't get them.
func (st *stream) sendMoments(m *screen.Moment) error {
	before := st.lastMoment
	for _, event := range m.Happened.All {
		if before.Match == m.Point.Match && event.Seq <= before.After {
			continue
		}
		st.lastMoment = companion.Point{Match: m.Point.Match, After: event.Seq}
		h := momentEvent{Match: m.Point.Match, Seq: event.Seq, Kind: event.Kind, Glyph: event.Glyph, Seats: []games.Seat{}, Names: []string{}}
		h.Text, h.Note = (&call{now: m, lang: cmp.Or(st.lang, m.Lang)}).wordsOf(m.Match.Rules()).Moment(event.Moment, m.Match.Names())
		for _, seat := range event.Seats {
			h.Seats, h.Names = append(h.Seats, seat), append(h.Names, m.Match.Name(seat))
		}
		data, err := json.Marshal(h)
		if err == nil {
			err = st.send("moment", data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sendMatch sends the state of the match. The first time it adds the Last-Event-ID of a client that
// reconnects.
func (st *stream) sendMatch() error {
	data, err := json.Marshal(struct {
		matchEvent
		Since *int `json:"since,omitempty"`
	}{st.sent, st.since})
	if err != nil {
		return err
	}
	st.since = nil
	return st.send("match", data)
}

// topicOn returns the game and the key of the topic on the panel, or "" if it shows none.
func topicOn(v panel.View) string {
	if v.Kind != panel.KindTopic {
		return ""
	}
	return v.Game + ":" + v.Topic
}

// gameOf returns the name of the game on the panel, or "" if there is no match.
func gameOf(m *screen.Moment) string {
	if m.Match.IsZero() {
		return ""
	}
	return m.Match.Rules().Name()
}

// send sends one event. It returns an error if the client doesn't receive the event within
// sendTimeout.
func (st *stream) send(name string, data []byte) error {
	giveUp := time.AfterFunc(sendTimeout, func() { _ = st.conn.SetWriteDeadline(longAgo) })
	defer giveUp.Stop()
	if _, err := fmt.Fprintf(st.w, "id: %d\nevent: %s\ndata: %s\n\n", st.id, name, data); err != nil {
		return err
	}
	return st.conn.Flush()
}

// panelEvent caches the data of the event "panel", which all streams share.
type panelEvent struct {
	mu    sync.Mutex
	frame screen.Frame
	data  []byte
}

// lights names the brightness levels of the panel.
var lights = [...]string{"bright", "dim", "off"}

// bytes returns the JSON of a frame: the 1024 bytes of the OLED in page order, the 192 bytes of the
// lamps, and the brightness of the panel.
func (d *panelEvent) bytes(f screen.Frame) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.data != nil && f == d.frame {
		return d.data
	}
	lamps := f.Lamps.Bytes()
	d.frame = f
	d.data, _ = json.Marshal(struct { // bytes and a string: encoding can't fail
		OLED  []byte `json:"oled"` // in base64, like the lamps
		Lamps []byte `json:"lamps"`
		Light string `json:"light"`
	}{f.OLED[:], lamps[:], lights[f.Light]})
	return d.data
}
