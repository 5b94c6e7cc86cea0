package chaos

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tabletop/companion/club/wire"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/broker"
	"tabletop/cmd/league/internal/ingest"
	"tabletop/cmd/league/internal/ledger"
	"tabletop/companion/waittest"
)

var (
	manyBoxes = flag.Int("boxes", 6, "how many boxes play in the test of chaos")
	manyFacts = flag.Int("facts", 600, "how many facts they play, all together")
	pauseOf   = flag.Duration("pause", 500*time.Millisecond, "how long a box rests between two matches, on average")
	seedOf    = flag.Uint64("seed", 1, "what the troubles of the test of chaos come from")
	compared  = flag.Int("compared", 8, "how many matches a control plays and compares")
	more      = flag.Bool("more", false, "play a night of a league of one process too, and a control whose league is hasty")
	ownBroker = flag.Bool("own", false, "have the test's own broker even where there is mosquitto")
	verbose   = flag.Bool("troubles", false, "print each trouble")
)

var (
	quiet = slog.New(slog.DiscardHandler)
	known = catalogue.Games()
)

// What a process of the test binary is, if it isn't the test: see TestMain.
const (
	partVar   = "CHAOS_PART" // "broker", "worker", "singly", "hasty" or "league"
	brokerVar = "CHAOS_BROKER"
	dbVar     = "CHAOS_DB"
	idVar     = "CHAOS_ID"
)

// TestMain is the test, or one of the processes that it kills.
func TestMain(m *testing.M) {
	run := map[string]func(context.Context) error{
		"broker": runBroker, "worker": runWorker, "singly": runSingly, "hasty": runHasty, "league": runLeague,
	}[os.Getenv(partVar)]
	if run == nil {
		runMore()
		debug.SetGCPercent(400) // next to nothing of what is read is kept
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runMore lets three times as many tests run side by side as there are processors, unless a
// flag says how many: they wait more than they compute.
func runMore() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0)))
	}
}

// runBroker is a broker where there is no mosquitto.
func runBroker(ctx context.Context) error {
	l, err := net.Listen("tcp", os.Getenv(brokerVar))
	if err != nil {
		return err
	}
	server := mqtt.New(&mqtt.Options{Logger: quiet})
	if err := server.AddHook(&atMostOnce{server: server}, nil); err != nil {
		return err
	}
	if err := server.AddListener(listeners.NewNet("chaos", l)); err != nil {
		return err
	}
	if err := server.Serve(); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// atMostOnce lets everybody say everything, and hands messages on at quality of service 0, as
// the broker of a league does: at 1 mochi stands still once a client has as many messages as
// it may have unacknowledged (package broker). A client that is gone has no subscription:
// mochi would give it a share of all messages for ever.
type atMostOnce struct {
	auth.AllowHook
	server *mqtt.Server
}

// Provides reports which questions it answers.
func (h *atMostOnce) Provides(b byte) bool {
	return b == mqtt.OnSubscribe || b == mqtt.OnDisconnect || h.AllowHook.Provides(b)
}

// OnSubscribe grants quality of service 0.
func (h *atMostOnce) OnSubscribe(_ *mqtt.Client, p packets.Packet) packets.Packet {
	for i := range p.Filters {
		p.Filters[i].Qos = 0
	}
	return p
}

// OnDisconnect ends the subscriptions of a client, unless it is there again already.
func (h *atMostOnce) OnDisconnect(c *mqtt.Client, _ error, _ bool) {
	if !c.IsTakenOver() {
		h.server.UnsubscribeClient(c)
	}
}

// runWorker is a worker of the league.
func runWorker(ctx context.Context) error {
	return withLedger(ctx, func(l *ledger.Ledger) error { return work(ctx, named(), l) })
}

// runSingly is a worker that stores each record in a transaction of its own.
func runSingly(ctx context.Context) error {
	return withLedger(ctx, func(l *ledger.Ledger) error { return work(ctx, named(), singly{l}) })
}

// runHasty is one that acknowledges before it keeps.
func runHasty(ctx context.Context) error {
	return withLedger(ctx, func(l *ledger.Ledger) error {
		h := &hasty{Ledger: l}
		err := work(ctx, named(), h)
		h.catchUp(context.WithoutCancel(ctx), nil)
		return err
	})
}

// runLeague is a league that was given neither broker nor database.
func runLeague(ctx context.Context) error {
	l, err := net.Listen("tcp", os.Getenv(brokerVar))
	if err != nil {
		return err
	}
	return withLedger(ctx, func(books *ledger.Ledger) error {
		key, err := books.Key(ctx)
		if err != nil {
			return err
		}
		id := wire.IDOf(key.Public().(ed25519.PublicKey))
		own, err := broker.Serve(ctx, broker.Options{Listener: l, League: id, Logins: logins{books}, Log: quiet})
		if err != nil {
			return err
		}
		login := &url.URL{Scheme: "mqtt", Host: l.Addr().String(), User: url.UserPassword(broker.User, own.Password())}
		return work(ctx, login, books)
	})
}

// logins are those of a ledger, without accounts.
type logins struct{ *ledger.Ledger }

// TakeLogin stores a login of a box and reports whether the box is a member.
func (l logins) TakeLogin(ctx context.Context, login broker.Login) (bool, error) {
	return l.Ledger.TakeLogin(ctx, ledger.Login(login))
}

// Viewer knows no account.
func (logins) Viewer(context.Context, string) (string, error) { return "", nil }

func withLedger(ctx context.Context, do func(*ledger.Ledger) error) error {
	l, err := ledger.Open(ctx, os.Getenv(dbVar))
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	return do(l)
}

// named is the broker that the test has named.
func named() *url.URL { return &url.URL{Scheme: "mqtt", Host: os.Getenv(brokerVar)} }

func work(ctx context.Context, login *url.URL, l ingest.Ledger) error {
	log := quiet
	if os.Getenv("CHAOS_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	password, _ := login.User.Password()
	m := &ingest.MQTT{URL: login, User: login.User.Username(), Password: []byte(password), ID: os.Getenv(idVar), Log: log, Subscribed: func() { fmt.Println(subscribed) }}
	return ingest.New(ingest.Options{Ledger: l, Broker: m, Catalogue: known.Elsewhere(), Parallel: 4, Log: log}).Run(ctx)
}

// subscribed is what a worker prints when a broker has granted its subscriptions.
const subscribed = "subscribed"

// singly is a ledger whose transactions store one record each, four at once.
type singly struct{ *ledger.Ledger }

func (l singly) TakeRecords(ctx context.Context, all []ledger.CheckedRecord) ([]ledger.Outcome, error) {
	taken, errs := make([]ledger.Outcome, len(all)), make([]error, len(all))
	var next atomic.Int64
	var some sync.WaitGroup
	for range 4 {
		some.Go(func() {
			for i := int(next.Add(1) - 1); i < len(all); i = int(next.Add(1) - 1) {
				one, err := l.Ledger.TakeRecords(ctx, all[i:i+1])
				if errs[i] = err; err == nil {
					taken[i] = one[0]
				}
			}
		})
	}
	some.Wait()
	return taken, errors.Join(errs...)
}

// hasty says that a record is stored before it is: it stores each when the next comes, or when
// the worker ends. Only to see that this loses some.
type hasty struct {
	*ledger.Ledger
	mu   sync.Mutex
	last []ledger.CheckedRecord // that it has acknowledged
}

func (h *hasty) TakeRecords(ctx context.Context, all []ledger.CheckedRecord) ([]ledger.Outcome, error) {
	h.catchUp(ctx, all)
	return slices.Repeat([]ledger.Outcome{ledger.New}, len(all)), nil
}

// catchUp stores the records that were acknowledged last.
func (h *hasty) catchUp(ctx context.Context, next []ledger.CheckedRecord) {
	h.mu.Lock()
	last := h.last
	h.last = next
	h.mu.Unlock()
	if last != nil {
		_, _ = h.Ledger.TakeRecords(ctx, last)
	}
}

// process is one that can be killed and run again.
type process struct {
	t       testing.TB
	command func() *exec.Cmd
	is      *exec.Cmd     // nil: it is dead
	ended   chan struct{} // closed when it has ended, by itself or not
	said    chan string   // what it prints first
}

// itself is this binary as a part of the league.
func itself(t testing.TB, env ...string) *process {
	path, err := os.Executable()
	ok(t, err)
	return start(t, func() *exec.Cmd {
		c := exec.Command(path)
		c.Env = append(os.Environ(), env...)
		return c
	})
}

func start(t testing.TB, command func() *exec.Cmd) *process {
	t.Helper()
	p := &process{t: t, command: command, said: make(chan string, 1)}
	p.run()
	t.Cleanup(p.kill)
	return p
}

func (p *process) run() {
	p.t.Helper()
	c, ended := p.command(), make(chan struct{})
	c.Stdout, c.Stderr = p, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	ok(p.t, c.Start())
	p.is, p.ended = c, ended
	go func() {
		defer close(ended)
		_ = c.Wait() // it was killed, or told to end
	}()
}

// Write takes what the process prints; workers print [subscribed].
func (p *process) Write(text []byte) (int, error) {
	select {
	case p.said <- string(text):
	default:
	}
	return len(text), nil
}

// kill ends it by SIGKILL: nothing is finished.
func (p *process) kill() { p.end(syscall.SIGKILL) }

// end ends it by a signal.
func (p *process) end(by os.Signal) {
	if p.is == nil {
		return
	}
	_ = p.is.Process.Signal(by)
	<-p.ended
	p.is = nil
}

// attend runs it again if it has ended by itself, as systemd does, and reports whether it had.
// A worker ends if the database doesn't answer when it begins.
func (p *process) attend() bool {
	select {
	case <-p.ended:
		p.run()
		return true
	default:
		return false
	}
}

// mosquitto runs it on a port of this machine, or, where there is none, a broker of our own.
func mosquitto(t testing.TB, settings string) (p *process, address string) {
	t.Helper()
	address = free(t)
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/mosquitto") // which isn't in everybody's path
	}
	if err != nil || *ownBroker {
		p = itself(t, partVar+"=broker", brokerVar+"="+address)
	} else {
		host, port, _ := net.SplitHostPort(address)
		config := filepath.Join(t.TempDir(), "mosquitto.conf")
		text := fmt.Sprintf("listener %s %s\nallow_anonymous true\nset_tcp_nodelay true\nlog_dest none\n%s", port, host, settings)
		ok(t, os.WriteFile(config, []byte(text), 0o644))
		p = start(t, func() *exec.Cmd { return exec.Command(path, "-c", config) })
	}
	answers(t, p, address)
	return p, address
}

// frees counts the addresses that this process has used.
var frees atomic.Int64

// free is an address where nobody listens. No other test has its host, so nobody takes its
// port while whoever listens there is dead.
func free(t testing.TB) string {
	t.Helper()
	pid := os.Getpid()
	host := fmt.Sprintf("127.%d.%d.%d", 64+pid>>8&63, pid&255, 1+frees.Add(1)%250)
	l, err := net.Listen("tcp", host+":0")
	ok(t, err)
	defer func() { ok(t, l.Close()) }()
	return l.Addr().String()
}

// answers waits until a process takes connections.
func answers(t testing.TB, p *process, address string) {
	t.Helper()
	waittest.Until(t, "an answer of "+address, func() (any, bool) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
		} else if p.attend() {
			err = fmt.Errorf("it has ended: %w", err)
		}
		return err, err == nil
	})
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
