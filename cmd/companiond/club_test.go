package main

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"tabletop/companion/club"
	"tabletop/companion/words"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
	"golang.org/x/sys/unix"

	"tabletop/companion/club/wire"
	"tabletop/companion/panel"
	"tabletop/companion/screen"
	"tabletop/companion/waittest"
)

// house is a broker, and what it has heard.
type house struct {
	server  *mqtt.Server
	address string
	mu      sync.Mutex
	heard   map[wire.Kind][]string
	box     string
}

// reserved is an address of this machine at which nobody listens, and nobody else can.
type reserved struct {
	address string
	socket  *os.File
}

func reserve(t *testing.T) reserved {
	t.Helper()
	s, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	unix.CloseOnExec(s)
	r := reserved{socket: os.NewFile(uintptr(s), "reserved")}
	t.Cleanup(func() { r.socket.Close() })
	err = unix.Bind(s, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	at, bad := unix.Getsockname(s)
	if err := errors.Join(err, bad); err != nil {
		t.Fatal(err)
	}
	r.address = fmt.Sprintf("127.0.0.1:%d", at.(*unix.SockaddrInet4).Port)
	return r
}

// listen begins to listen there.
func (r reserved) listen(t *testing.T) net.Listener {
	t.Helper()
	if err := unix.Listen(int(r.socket.Fd()), 16); err != nil {
		t.Fatal(err)
	}
	l, err := net.FileListener(r.socket)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// openHouse starts a broker that listens.
func openHouse(t *testing.T, l net.Listener) *house {
	t.Helper()
	h := &house{server: mqtt.New(&mqtt.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)}), address: l.Addr().String(), heard: map[wire.Kind][]string{}}
	if err := h.server.AddHook(new(auth.AllowHook), nil); err != nil {
		t.Fatal(err)
	}
	if err := h.server.AddListener(listeners.NewNet("t", l)); err != nil {
		t.Fatal(err)
	}
	if err := h.server.Serve(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.server.Close() })
	if err := h.server.Subscribe("#", 1, func(_ *mqtt.Client, _ packets.Subscription, pk packets.Packet) { h.hear(pk) }); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *house) hear(pk packets.Packet) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if box, kind, ok := wire.Split(pk.TopicName); ok {
		h.box = box
		h.heard[kind] = append(h.heard[kind], string(pk.Payload))
	}
}

// last is what was heard last of a kind that says a text, "" for nothing.
func (h *house) last(kind wire.Kind, text string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.heard[kind]
	for i := len(all) - 1; i >= 0; i-- {
		if strings.Contains(all[i], text) {
			return all[i]
		}
	}
	return ""
}

// hears waits for a text of a kind.
func (h *house) hears(t *testing.T, kind wire.Kind, text string) string {
	t.Helper()
	said := ""
	waittest.Until(t, fmt.Sprintf("%s that says %q", kind, text), func() (any, bool) {
		said = h.last(kind, text)
		h.mu.Lock()
		defer h.mu.Unlock()
		return fmt.Sprint(h.heard), said != ""
	})
	return said
}

// says signs a message as a league and publishes it.
func (h *house) says(t *testing.T, key ed25519.PrivateKey, kind wire.Kind, message any) {
	t.Helper()
	topic, payload := wire.Topic(h.box, kind), wire.Marshal(message)
	by := wire.Sign(key, topic, payload)
	pk := packets.Packet{FixedHeader: packets.FixedHeader{Type: packets.Publish, Qos: 1}, TopicName: topic, Payload: payload, ProtocolVersion: 5, PacketID: 1}
	pk.Properties.User = []packets.UserProperty{{Key: wire.KeyProperty, Val: by.Key}, {Key: wire.SigProperty, Val: by.Sig}}
	cl := h.server.NewClient(nil, "t", "league-"+string(kind), true)
	if err := h.server.InjectPacket(cl, pk); err != nil {
		t.Fatal(err)
	}
}

// clubbed is an evening whose box has a club.
func clubbed(t *testing.T, h *house) *evening {
	t.Helper()
	e := gather(t, "[club]\nbroker = \"mqtt://"+h.address+"\"\nname = \"Гостиная\"\n", nil)
	e.press("ok")
	return e
}

func TestABoxTellsItsClubWhatIsPlayedAndForgetsWhatALeagueHolds(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := openHouse(t, l)
	e := clubbed(t, h)
	league := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	h.hears(t, wire.OnlineKind, `"name":"Гостиная"`)
	h.says(t, league, wire.EnrolKind, wire.Enrol{League: "Лодка", Key: league.Public().(ed25519.PublicKey)})
	e.until("the question", func(m *screen.Moment) bool { return m.View.Kind == panel.KindConfirm })
	e.choose("ask.yes")
	e.until("the league", func(m *screen.Moment) bool { return m.Offer.League.Name == "Лодка" })
	e.home()
	e.quiet()
	e.miceAgain()
	seal := h.hears(t, wire.SealKind, `"game":"mice"`)
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	var state wire.State
	if err := json.Unmarshal([]byte(h.hears(t, wire.StateKind, `"turn":2`)), &state); err != nil || state.Title != e.text("mice:title") || len(state.Seats) != 2 || state.Seats[0].Score != 7 {
		t.Errorf("%v: %+v", err, state)
	}
	e.press("hold")
	e.choose("pause.leave", "ask.yes")
	var rec wire.Record
	if err := json.Unmarshal([]byte(h.hears(t, wire.RecordKind, rec.Match)), &rec); err != nil || !strings.Contains(seal, rec.Match) || !strings.Contains(rec.Lines, "lure red green") {
		t.Fatalf("%v: %+v", err, rec)
	}
	h.says(t, league, wire.AckKind, wire.Ack{Records: map[string]string{rec.Match: rec.Sum()}})
	s := e.d.phones.history.(timed)
	waittest.Until(t, "nothing more to be told", func() (any, bool) {
		all, err := s.Unpublished(t.Context(), 10)
		return fmt.Sprint(all, err), err == nil && len(all) == 0
	})
}

// Whatever a broker does, the evening goes on.
func TestAnEveningGoesOnWhileTheBrokerIsAwayAndTellsItAfterwards(t *testing.T) {
	t.Parallel()
	away := reserve(t)
	e := clubbed(t, &house{address: away.address})
	e.home()
	e.quiet()
	e.miceAgain()
	for _, says := range []string{"roll", "dice red green", "lure red green", "stop"} {
		e.decide(says)
	}
	e.press("hold")
	e.choose("pause.leave", "ask.yes")
	e.home()
	e.choose("home.more", "home.settings", "club.title")
	e.untilShows("club.away")
	e.choose("club.state")
	e.until("the reason", func(m *screen.Moment) bool { return strings.Contains(said(m.View), "connection refused") })
	e.press("back")
	h := openHouse(t, away.listen(t))
	var rec wire.Record
	if err := json.Unmarshal([]byte(h.hears(t, wire.RecordKind, "lure red green")), &rec); err != nil {
		t.Fatal(err)
	}
	if h.last(wire.SealKind, rec.Match) != "" {
		t.Error("a seal was told after its first outcome")
	}
	e.untilShows("club.there")
}

func TestThePanelSaysWhatToDoAboutABrokerThatLetsTheBoxNotIn(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := mqtt.New(&mqtt.Options{Logger: slog.New(slog.DiscardHandler)}) // without a hook it admits nobody
	if err := errors.Join(server.AddListener(listeners.NewNet("t", l)), server.Serve()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	e := clubbed(t, &house{address: l.Addr().String()})
	e.home()
	e.choose("home.more", "home.settings", "club.title")
	e.untilShows("club.away")
	e.choose("club.state")
	want := e.text("club.login")
	e.until("what to do", func(m *screen.Moment) bool {
		return strings.Contains(strings.Join(strings.Fields(said(m.View)), " "), want)
	})
}

// The panel cuts the reason to 36 letters.
func TestTheReasonsAgainstABrokerFitThePanel(t *testing.T) {
	for _, lang := range words.Langs {
		for _, f := range []club.Fault{club.FaultLogin, club.FaultForeign, club.FaultUnknown} {
			if text := words.Companion(lang).Word("club." + string(f)); utf8.RuneCountInString(text) > 36 {
				t.Errorf("%s: %q has %d letters, want at most 36", lang, text, utf8.RuneCountInString(text))
			}
		}
	}
}

func TestAClubWhoseFilesCanNotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	e := gather(t, "[club]\nbroker = \"mqtts://127.0.0.1:1\"\nca = \"/nowhere/ca.pem\"\n", nil)
	e.says("trouble.club 'club.ca'")
}
