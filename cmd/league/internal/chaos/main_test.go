package chaos

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	mqtt "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"

	"tabletop/cmd/internal/catalogue"
	"tabletop/cmd/league/internal/broker"
	"tabletop/cmd/league/internal/clerk"
	"tabletop/cmd/league/internal/ledger"
)

var (
	manyBoxes = flag.Int("boxes", 6, "how many boxes play in the test of chaos")
	manyFacts = flag.Int("facts", 900, "how many facts they play, all together")
	pauseOf   = flag.Duration("pause", 500*time.Millisecond, "how long a box rests between two matches, on average")
	quietOf   = flag.Duration("quiet", 3*time.Minute, "how long it may take until all is told when the troubles are over")
	seedOf    = flag.Uint64("seed", 1, "what the troubles of the test of chaos come from")
	verbose   = flag.Bool("troubles", false, "print each trouble")
)

var (
	quiet = slog.New(slog.DiscardHandler)
	known = catalogue.Games()
)

// What a process of the test binary is, if it isn't the test: see TestMain.
const (
	partVar   = "CHAOS_PART" // "broker", "worker", "hasty" or "league"
	brokerVar = "CHAOS_BROKER"
	dbVar     = "CHAOS_DB"
	idVar     = "CHAOS_ID"
)

// TestMain is the test, or one of the processes that it kills.
func TestMain(m *testing.M) {
	run := map[string]func(context.Context) error{"broker": runBroker, "worker": runWorker, "hasty": runHasty, "league": runLeague}[os.Getenv(partVar)]
	if run == nil {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runBroker is a broker where there is no mosquitto.
func runBroker(ctx context.Context) error {
	l, err := net.Listen("tcp", os.Getenv(brokerVar))
	if err != nil {
		return err
	}
	server := mqtt.New(&mqtt.Options{Logger: quiet})
	if err := server.AddHook(new(auth.AllowHook), nil); err != nil {
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

// runWorker is a worker of the league.
func runWorker(ctx context.Context) error {
	return withLedger(ctx, func(l *ledger.Ledger) error { return work(ctx, named(), l) })
}

// runHasty is one that acknowledges before it keeps.
func runHasty(ctx context.Context) error {
	return withLedger(ctx, func(l *ledger.Ledger) error { return work(ctx, named(), hasty{l}) })
}

// runLeague is a league that was given neither broker nor database.
func runLeague(ctx context.Context) error {
	l, err := net.Listen("tcp", os.Getenv(brokerVar))
	if err != nil {
		return err
	}
	own, err := broker.Serve(ctx, l, quiet)
	if err != nil {
		return err
	}
	login := &url.URL{Scheme: "mqtt", Host: l.Addr().String(), User: url.UserPassword(broker.User, own.Password())}
	return withLedger(ctx, func(l *ledger.Ledger) error { return work(ctx, login, l) })
}

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

func work(ctx context.Context, login *url.URL, l clerk.Ledger) error {
	log := quiet
	if os.Getenv("CHAOS_LOG") != "" {
		log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	password, _ := login.User.Password()
	m := &clerk.MQTT{URL: login, User: login.User.Username(), Password: []byte(password), ID: os.Getenv(idVar), Log: log}
	return clerk.New(clerk.Options{Ledger: l, Broker: m, Catalogue: known.Elsewhere(), Hands: 4, Log: log}).Run(ctx)
}

// hasty says that a record is held before it is: only to see that this loses some.
type hasty struct{ *ledger.Ledger }

func (h hasty) TakeRecord(ctx context.Context, r ledger.Told) (ledger.Taken, error) {
	go func() {
		time.Sleep(300 * time.Millisecond)
		_, _ = h.Ledger.TakeRecord(ctx, r)
	}()
	return ledger.New, nil
}

// process is one that can be killed and run again.
type process struct {
	t       testing.TB
	command func() *exec.Cmd
	is      *exec.Cmd // nil: it is dead
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
	p := &process{t: t, command: command}
	p.run()
	t.Cleanup(p.kill)
	return p
}

func (p *process) run() {
	p.t.Helper()
	p.is = p.command()
	p.is.Stderr = os.Stderr
	p.is.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	ok(p.t, p.is.Start())
}

// kill ends it by SIGKILL: nothing is finished.
func (p *process) kill() {
	if p.is == nil {
		return
	}
	_ = p.is.Process.Kill()
	_ = p.is.Wait() // killed
	p.is = nil
}

// mosquitto runs it on a port of this machine, or what there is.
func mosquitto(t testing.TB, settings string) (p *process, address string) {
	t.Helper()
	address = free(t)
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	if _, err := os.Stat(path); err != nil {
		p = itself(t, partVar+"=broker", brokerVar+"="+address)
	} else {
		_, port, _ := net.SplitHostPort(address)
		config := filepath.Join(t.TempDir(), "mosquitto.conf")
		text := fmt.Sprintf("listener %s 0.0.0.0\nallow_anonymous true\nset_tcp_nodelay true\nlog_dest none\n%s", port, settings)
		ok(t, os.WriteFile(config, []byte(text), 0o644))
		p = start(t, func() *exec.Cmd { return exec.Command(path, "-c", config) })
	}
	answers(t, address)
	return p, address
}

// free is an address where nobody listens.
func free(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ok(t, err)
	defer func() { ok(t, l.Close()) }()
	return l.Addr().String()
}

func answers(t testing.TB, address string) {
	t.Helper()
	until(t, "an answer of "+address, func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until waits until something is so.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	const soon = 20 * time.Second
	for end := time.Now().Add(soon); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not after %v", what, soon)
		}
	}
}
