package stick

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// Socket is the path of the socket of the unit companion-stick@. Without it no stick can be mounted.
const Socket = "/run/companion-stick.sock"

// MountPoint is the folder on which a stick is mounted. The folder itself belongs to root.
const MountPoint = "/run/companion-stick"

// Errors of Mount.
var (
	errBusy   = errors.New("another stick is in use")
	errUnseen = errors.New("the mount doesn't reach this process")
)

// Lease is a mounted stick. Nobody else can mount one until Release.
type Lease struct {
	Files Folder
	conn  net.Conn
	in    *bufio.Reader
}

// Mount mounts the stick with that UUID on [MountPoint] until Release is called, ctx is done or this
// process ends. It returns a [Fault] if the stick can't be used, and an error if another one is mounted.
func Mount(ctx context.Context, uuid string) (*Lease, error) {
	return lease(ctx, Socket, MountPoint, uuid)
}

func lease(ctx context.Context, socket, dir, uuid string) (*Lease, error) {
	failed := func(err error) (*Lease, error) { return nil, fmt.Errorf("stick: mount %q: %w", uuid, err) }
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return failed(err)
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	l := &Lease{conn: conn, in: bufio.NewReader(conn)}
	number, err := l.ask(requestMount + uuid)
	if err == nil {
		l.Files, err = seen(dir, number)
	}
	if err != nil {
		conn.Close()
		return failed(cmp.Or(context.Cause(ctx), err))
	}
	return l, nil
}

// seen opens the mounted stick. It checks that the folder is on the device with that number, so that
// nothing is written beside the stick.
func seen(dir, number string) (Folder, error) {
	files, err := At(dir)
	if err != nil {
		return nil, err
	}
	if device, err := deviceOf(dir); err != nil || device != number {
		return nil, errors.Join(errUnseen, err, files.Close())
	}
	return files, nil
}

// Release unmounts the stick. The stick may be pulled out once Release returns, and may be mounted
// again even if it returns an error.
func (l *Lease) Release() error {
	err := l.Files.Close()
	_, err2 := l.ask(requestRelease)
	l.conn.Close()
	if err = errors.Join(err, err2); err != nil {
		return fmt.Errorf("stick: release: %w", err)
	}
	return nil
}

// ask sends a request and returns what follows the word "ok" in the answer.
func (l *Lease) ask(request string) (string, error) {
	if _, err := fmt.Fprintln(l.conn, request); err != nil {
		return "", fmt.Errorf("%w: %w", errBusy, err) // systemd accepts one connection and closes others
	}
	line, err := l.in.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%w: %w", errBusy, err)
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch word {
	case answerOK:
		return rest, nil
	case answerFault:
		key, text, _ := strings.Cut(rest, " ")
		return "", fmt.Errorf("%s: %w", text, Fault(key))
	}
	return "", errors.New(strings.TrimSpace(line))
}

// Words of the protocol. An answer is one line: "ok", which names the mounted device as in "ok 8:1";
// "fault KEY TEXT" with the key of a Fault; or another text.
const (
	requestMount   = "mount "
	requestRelease = "release"
	answerOK       = "ok"
	answerFault    = "fault"
)

// mountTime bounds a request to systemd: a dying stick answers slowly, and a disk may have to spin up
// first. leaseTime bounds a connection,
// and so a mount.
const (
	mountTime = time.Minute
	leaseTime = 15 * time.Minute
)

// Role is the only argument of the process that mounts sticks.
const Role = "stick"

// Is reports whether args, with the program's name first, start the process that mounts sticks.
func Is(args []string) bool { return len(args) == 2 && args[1] == Role }

// Main serves the requests of one connection, which is a file of systemd. It unmounts the
// stick when the connection ends, or after 15 minutes. It returns the exit status of the process.
func Main(connection *os.File) int {
	conn, err := net.FileConn(connection)
	if err != nil {
		fmt.Fprintln(os.Stderr, "stick:", err)
		return 1
	}
	defer conn.Close()
	client, err := peer(connection)
	if err = errors.Join(err, conn.SetReadDeadline(time.Now().Add(leaseTime))); err != nil {
		fmt.Fprintln(conn, refusal(err))
		return 1
	}
	h := helper{machine: os.DirFS("/"), systemd: systemd{}, give: give, owner: client}
	return h.serve(conn, conn)
}
