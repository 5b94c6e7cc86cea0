package stick

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"
)

// private is systemd's own socket for root. It needs no bus, so a machine without dbus can use sticks.
const private = "unix:path=/run/systemd/private"

// unit is the name of the mount unit of MountPoint, as systemd-escape(1) prints it.
const unit = `run-companion\x2dstick.mount`

// systemd is the manager of the machine's units. See org.freedesktop.systemd1(5).
type systemd struct{}

// property is a property of a unit.
type property struct {
	Name  string
	Value dbus.Variant
}

// aux is an auxiliary unit of a transient one. There is none.
type aux struct {
	Name       string
	Properties []property
}

// mount starts a transient mount unit. The unit ends with the device, since the options bind it to
// that, and with the daemon. It is unmounted lazily, because open files must not keep the mount
// point in use.
func (systemd) mount(ctx context.Context, device, kind, options string) error {
	properties := []property{
		{"Description", dbus.MakeVariant("Stick of the tabletop companion")},
		{"What", dbus.MakeVariant(device)},
		{"Type", dbus.MakeVariant(kind)},
		{"Options", dbus.MakeVariant(options)},
		{"LazyUnmount", dbus.MakeVariant(true)},
		{"TimeoutUSec", dbus.MakeVariant(uint64(mountTime.Microseconds() * 3 / 4))},
		{"BindsTo", dbus.MakeVariant([]string{"companiond.service"})},
		{"DefaultDependencies", dbus.MakeVariant(false)},
		{"Conflicts", dbus.MakeVariant([]string{"umount.target"})},
		{"Before", dbus.MakeVariant([]string{"umount.target"})},
		{"CollectMode", dbus.MakeVariant("inactive-or-failed")},
	}
	return job(ctx, "StartTransientUnit", unit, "fail", properties, []aux{})
}

// unmount stops the unit.
func (systemd) unmount(ctx context.Context) error {
	err := job(ctx, "StopUnit", unit, "replace")
	if known := (dbus.Error{}); errors.As(err, &known) && known.Name == "org.freedesktop.systemd1.NoSuchUnit" {
		return nil
	}
	return err
}

// job calls a method of systemd that begins a job, and waits for the end of the job. It uses a
// connection of its own, because systemd sends all its signals to each connection.
func job(ctx context.Context, method string, args ...any) error {
	conn, err := dbus.Dial(private, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("systemd: %w", err)
	}
	defer conn.Close()
	signals := make(chan *dbus.Signal, 64)
	conn.Signal(signals)
	if err := conn.Auth([]dbus.Auth{dbus.AuthExternal(strconv.Itoa(os.Getuid()))}); err != nil {
		return fmt.Errorf("systemd: %w", err)
	}
	var begun dbus.ObjectPath
	err = conn.Object("org.freedesktop.systemd1", "/org/freedesktop/systemd1").
		CallWithContext(ctx, manager+method, 0, args...).Store(&begun)
	if err == nil {
		err = wait(ctx, signals, begun)
	}
	if err != nil {
		return fmt.Errorf("systemd: %s: %w", method, err)
	}
	return nil
}

// manager is the prefix of systemd's methods and signals.
const manager = "org.freedesktop.systemd1.Manager."

// wait waits until a job has ended. It returns an error with the result of the job, such as
// "failed", unless that is "done".
func wait(ctx context.Context, signals <-chan *dbus.Signal, job dbus.ObjectPath) error {
	for {
		select {
		case signal := <-signals:
			if signal == nil {
				return dbus.ErrClosed
			}
			var id uint32
			var ended dbus.ObjectPath
			var name, result string
			if signal.Name != manager+"JobRemoved" || dbus.Store(signal.Body, &id, &ended, &name, &result) != nil || ended != job {
				continue
			}
			if result != "done" {
				return errors.New(result)
			}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// peer returns the user at the other end of a connection: the daemon's, because only the daemon may connect;
// see SO_PEERCRED in unix(7).
func peer(connection *os.File) (owner, error) {
	is, err := unix.GetsockoptUcred(int(connection.Fd()), unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return owner{}, err
	}
	return owner{int(is.Uid), int(is.Gid)}, nil
}

// give creates the folder name in dir unless it exists, and gives it to the daemon's user. ext4
// stores the owner of each file, and its root belongs to another user. A symbolic link isn't
// followed, since a stick may hold any.
func give(dir, name string, to owner) error {
	root, err := unix.Open(dir, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(root)
	if err := unix.Mkdirat(root, name, dirMode); err != nil && !errors.Is(err, unix.EEXIST) {
		return err
	}
	own, err := unix.Openat(root, name, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(own)
	return unix.Fchown(own, to.uid, to.gid)
}

// deviceOf returns the number of the device that holds a folder, such as "8:1".
func deviceOf(dir string) (string, error) {
	var s unix.Stat_t
	if err := unix.Stat(dir, &s); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d:%d", unix.Major(uint64(s.Dev)), unix.Minor(uint64(s.Dev))), nil
}
