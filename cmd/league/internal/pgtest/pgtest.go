// Package pgtest starts PostgreSQL for tests. A cluster is a PostgreSQL server with its data, in a
// temporary folder that also holds its Unix socket. The cluster is removed when the test ends.
//
// PostgreSQL refuses to run as root. A test that runs as root starts the server as the user
// postgres, or nobody. The package looks for PostgreSQL's programs in Debian's folder, then in the
// path. Without them the test is skipped, which counts as a failure in CI.
package pgtest

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"tabletop/companion/waittest"
)

// Cluster is a PostgreSQL cluster, running or stopped.
type Cluster struct {
	t      testing.TB
	bin    string // folder of the PostgreSQL programs
	dir    string
	set    []string
	as     *syscall.Credential // user that runs the server; nil for the user of the test
	server *exec.Cmd           // nil while stopped
}

// Start starts a cluster with settings in the form "NAME=VALUE". Without the setting fsync=on the
// server does not sync its files: the data survive a crash of the server, but not of the machine.
func Start(t testing.TB, settings ...string) *Cluster {
	t.Helper()
	bin := programs()
	if bin == "" {
		t.Skip("NOT TESTED: there is no PostgreSQL here: Debian's package postgresql has it")
	}
	where := memory()
	if slices.Contains(settings, "fsync=on") {
		where = "" // a test with fsync measures a disk, so the data must be on one
	}
	dir, err := os.MkdirTemp(where, "pg") // the path of the test's own folder is too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c := &Cluster{t: t, bin: bin, dir: dir, set: append([]string{"listen_addresses=", "max_connections=100", "fsync=off"}, settings...), as: someone(t)}
	c.own(dir)
	c.copyFirst()
	c.Run()
	t.Cleanup(c.Kill)
	return c
}

// first is a cluster that no server has used. Every running cluster is a copy of the first cluster,
// because copying takes a quarter of the time of initdb.
var first struct {
	sync.Mutex
	dir   string
	users int // number of running tests with a cluster; dir is removed when users becomes 0
}

// copyFirst copies the first cluster to c. The first test that needs the first cluster creates it,
// and the last test removes it.
func (c *Cluster) copyFirst() {
	c.t.Helper()
	first.Lock()
	defer first.Unlock()
	first.users++
	c.t.Cleanup(func() {
		first.Lock()
		defer first.Unlock()
		if first.users--; first.users == 0 {
			_ = os.RemoveAll(first.dir)
		}
	})
	if first.users == 1 {
		var err error
		if first.dir, err = os.MkdirTemp(memory(), "pgfirst"); err != nil {
			c.t.Fatal(err)
		}
		c.own(first.dir)
		c.run("initdb", "-D", filepath.Join(first.dir, "data"), "--auth=trust", "--username=league", "--encoding=UTF8", "--locale=C", "--no-sync")
	}
	cp := c.command("cp", "-a", filepath.Join(first.dir, "data"), c.data())
	if out, err := cp.CombinedOutput(); err != nil {
		c.t.Fatalf("copy a cluster: %v\n%s", err, out)
	}
}

// own changes the owner of a folder to the user that runs PostgreSQL.
func (c *Cluster) own(dir string) {
	c.t.Helper()
	if c.as == nil {
		return
	}
	if err := os.Chown(dir, int(c.as.Uid), int(c.as.Gid)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// programs returns the folder of PostgreSQL's program initdb, or "" if initdb is not installed.
func programs() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		slices.Sort(found)
		return filepath.Dir(found[len(found)-1])
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return ""
	}
	return filepath.Dir(path)
}

// someone returns the user that runs PostgreSQL if the test runs as root, or nil otherwise.
func someone(t testing.TB) *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.ParseUint(u.Uid, 10, 32)
			gid, _ := strconv.ParseUint(u.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	t.Fatal("PostgreSQL refuses to run as root, and neither the user postgres nor nobody exists")
	return nil
}

// command returns a command that runs as the user of the PostgreSQL server.
func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as, Setpgid: true}
	return cmd
}

func (c *Cluster) run(name string, args ...string) {
	c.t.Helper()
	if out, err := c.command(filepath.Join(c.bin, name), args...).CombinedOutput(); err != nil {
		c.t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// Run starts the server, for the first time or after Kill, and waits until the server accepts
// connections.
func (c *Cluster) Run() {
	c.t.Helper()
	args := []string{"-D", c.data(), "-k", c.dir}
	for _, s := range c.set {
		args = append(args, "-c", s)
	}
	c.server = c.command(filepath.Join(c.bin, "postgres"), args...)
	out, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	c.server.Stdout, c.server.Stderr = out, out
	endWithTest(c.server.SysProcAttr)
	if err := c.server.Start(); err != nil {
		c.t.Fatal(err)
	}
	waittest.Until(c.t, "PostgreSQL to take connections", func() (any, bool) {
		log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		return string(log), c.ready()
	})
}

// ready reports whether the server started by Run accepts connections. The first line of
// postmaster.pid is the process id of the server; a file left by an earlier server has another id.
// The eighth line is the state of the server.
func (c *Cluster) ready() bool {
	text, _ := os.ReadFile(filepath.Join(c.data(), "postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	return len(lines) > 7 && lines[0] == strconv.Itoa(c.server.Process.Pid) && strings.TrimSpace(lines[7]) == "ready"
}

// Kill ends the server as abruptly as a power cut, with SIGQUIT. The child processes of the server
// end by themselves.
func (c *Cluster) Kill() {
	if c.server == nil {
		return
	}
	_ = c.server.Process.Signal(syscall.SIGQUIT)
	_ = c.server.Wait()
	c.server = nil
}

// Database creates an empty database and returns its URL.
func (c *Cluster) Database(name string) string {
	c.t.Helper()
	c.run("createdb", "-h", c.dir, "-U", "league", name)
	return fmt.Sprintf("postgres://league@/%s?host=%s", name, url.QueryEscape(c.dir))
}

// Schema creates an empty schema and returns the URL of a database that uses it. A schema takes a
// hundredth of the time of a new database.
func (c *Cluster) Schema(name string) string {
	c.t.Helper()
	at := fmt.Sprintf("postgres://league@/postgres?host=%s", url.QueryEscape(c.dir))
	db, err := sql.Open("pgx", at)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(`CREATE SCHEMA ` + name); err != nil {
		c.t.Fatal(err)
	}
	return at + "&search_path=" + name
}
