package stick

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/companion"
)

// pretended is a systemd that records its mounts.
type pretended struct {
	calls   []string
	refuses error
	mounted func() // called in a mount
}

func (p *pretended) mount(_ context.Context, device, kind, options string) error {
	p.calls = append(p.calls, fmt.Sprint("mount ", device, " ", kind, " ", options))
	if p.mounted != nil {
		p.mounted()
	}
	return p.refuses
}

func (p *pretended) unmount(context.Context) error {
	p.calls = append(p.calls, "unmount")
	return nil
}

// served returns the answers to requests, and the calls of systemd.
func served(m machine, p *pretended, requests string) (answers string, calls []string) {
	var out strings.Builder
	h := helper{machine: os.DirFS(string(m)), systemd: p, owner: owner{7, 8}, give: func(dir, name string, _ owner) error {
		p.calls = append(p.calls, "give "+dir+" "+name)
		return nil
	}}
	h.serve(strings.NewReader(requests), &out)
	return out.String(), p.calls
}

const fatMount = "mount /dev/sda1 vfat nosuid,nodev,noexec,noatime,x-systemd.device-bound,uid=7,gid=8,umask=0077"

func TestStickIsMountedUntilItIsReleasedOrTheConnectionEnds(t *testing.T) {
	m := newMachine(t)
	m.kingston(t)
	for requests, answers := range map[string]string{
		"mount 1A2B-3C4D\n":            "ok 8:1\n",
		"mount 1A2B-3C4D\nrelease\n":   "ok 8:1\nok\n",
		"mount 1A2B-3C4D\nrelease":     "ok 8:1\nEOF\n", // cut off
		"mount 1A2B-3C4D\nmount x\n":   "ok 8:1\nunknown request\n",
		"mount 1A2B-3C4D\nformat it\n": "ok 8:1\nunknown request\n",
	} {
		got, calls := served(m, &pretended{}, requests)
		if got != answers || !slices.Equal(calls, []string{"unmount", fatMount, "unmount"}) {
			t.Errorf("%q: %q, %q", requests, got, calls)
		}
	}
	if got, calls := served(m, &pretended{}, "mount 1A2B-3C4D\nrelease\nmount 1A2B-3C4D\n"); got != "ok 8:1\nok\nok 8:1\n" || len(calls) != 6 {
		t.Errorf("twice: %q, %q", got, calls)
	}
}

func TestOwnersAndSwitchesOfSticks(t *testing.T) {
	m := newMachine(t)
	const id = "6d4c0f1e-1111-2222-3333-444455556666"
	m.disk(t, usb, "sda", "8:0", 4096, "ID_FS_TYPE=ext4", "ID_FS_UUID="+id)
	base := "mount /dev/sda ext4 nosuid,nodev,noexec,noatime,x-systemd.device-bound"
	if _, calls := served(m, &pretended{}, "mount "+id+"\n"); !slices.Equal(calls, []string{"unmount", base, "give /run/companion-stick companion", "unmount"}) {
		t.Errorf("ext4: %q", calls)
	}
	m.put(t, "sys/devices/"+usb+"sda/ro", "1\n")
	if _, calls := served(m, &pretended{}, "mount "+id+"\n"); !slices.Equal(calls, []string{"unmount", base + ",ro", "unmount"}) {
		t.Errorf("write-protected ext4: %q", calls)
	}
}

func TestHostileRequestsReachNothing(t *testing.T) {
	m := newMachine(t)
	m.kingston(t)
	m.disk(t, usb, "sdb", "8:16", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=../..")
	for _, in := range []string{
		"\n", "mount\n", "mount \n", "mount ../..\n", "mount 1A2B 3C4D\n", "mount 1A2B-3C4D,suid\n", "mount 1A2B-3C4D\x00\n",
		"mount 1a2b-3c4d\n", "mount 5DE4-665C\n", "mount " + strings.Repeat("A", 100_000) + "\n", strings.Repeat("release\n", 2),
		"MOUNT 1A2B-3C4D\n", " mount 1A2B-3C4D\n", "mount 1A2B-3C4D \n", "mount 1A2B-3C4D\r\n", "mount 1A2B-3C4D",
	} {
		if got, calls := served(m, &pretended{}, in); calls != nil || strings.HasPrefix(got, "ok") || strings.Count(got, "\n") != 1 {
			t.Errorf("%.40q: %q, %q", in, got, calls)
		}
	}
}

func TestFaultsAreAnsweredByTheirKeys(t *testing.T) {
	for name, c := range map[string]struct {
		build func(t *testing.T, m machine) *pretended
		want  Fault
	}{
		"pulled out": {func(*testing.T, machine) *pretended { return &pretended{} }, Pulled},
		"two alike": {func(t *testing.T, m machine) *pretended {
			m.kingston(t)
			m.disk(t, usb, "sdb", "8:16", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=1A2B-3C4D")
			return &pretended{}
		}, Twice},
		"other kind": {func(t *testing.T, m machine) *pretended {
			m.disk(t, usb, "sdb", "8:16", 4096, "ID_FS_TYPE=ntfs", "ID_FS_UUID=1A2B-3C4D")
			return &pretended{}
		}, Format},
		"damaged": {func(t *testing.T, m machine) *pretended {
			m.kingston(t)
			return &pretended{refuses: errors.New("failed")}
		}, Damaged},
		"exchanged": {func(t *testing.T, m machine) *pretended {
			m.kingston(t)
			return &pretended{mounted: func() {
				m.put(t, data+"/b8:1", "E:ID_FS_TYPE=vfat\nE:ID_FS_UUID=FFFF-FFFF\n")
			}}
		}, Pulled},
	} {
		m := newMachine(t)
		got, calls := served(m, c.build(t, m), "mount 1A2B-3C4D\n")
		if !strings.HasPrefix(got, "fault "+string(c.want)+" ") || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q", name, got)
		}
		if name == "exchanged" && calls[len(calls)-1] != "unmount" {
			t.Errorf("%s: %q", name, calls)
		}
	}
}

// service accepts one connection at a time, as the unit does, and answers it by a helper.
func service(t *testing.T, m machine) (socket string) {
	t.Helper()
	socket = filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	slot := make(chan struct{}, 1)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			select {
			case slot <- struct{}{}:
			default:
				conn.Close()
				continue
			}
			go func() {
				h := helper{machine: os.DirFS(string(m)), systemd: &pretended{}}
				h.serve(conn, conn)
				<-slot
				conn.Close()
			}()
		}
	}()
	return socket
}

func TestLeaseIsForOneAndForTheMountedDeviceOnly(t *testing.T) {
	dir := t.TempDir()
	number, err := deviceOf(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t)
	m.disk(t, usb, "sda", number, 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=1A2B-3C4D")
	m.disk(t, usb, "sdb", "8:16", 4096, "ID_FS_TYPE=vfat", "ID_FS_UUID=0000-0001")
	socket := service(t, m)
	first, err := lease(t.Context(), socket, dir, "1A2B-3C4D")
	if err != nil {
		t.Fatal(err)
	}
	if second, err := lease(t.Context(), socket, dir, "1A2B-3C4D"); !errors.Is(err, errBusy) {
		t.Errorf("a second lease: %v, %v", second, err)
	}
	if f, err := first.Files.Create("x"); err != nil || f.Close() != nil {
		t.Error(err)
	}
	if err := first.Release(); err != nil {
		t.Error(err)
	}
	until(t, socket, dir, "0000-0001", errUnseen)
	var reason companion.Reasoner
	if err := until(t, socket, dir, "FFFF-FFFF", Pulled); !errors.As(err, &reason) || reason.Reason() != companion.StickPulled {
		t.Errorf("pulled out: %v", err)
	}
	if _, err := lease(t.Context(), socket+"x", dir, "1A2B-3C4D"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a service: %v", err)
	}
}

// until asks until the service is free, and checks the error.
func until(t *testing.T, socket, dir, uuid string, want error) error {
	t.Helper()
	for {
		l, err := lease(t.Context(), socket, dir, uuid)
		if errors.Is(err, errBusy) {
			continue
		}
		if l != nil || !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", uuid, err, want)
		}
		return err
	}
}

// The table goes on when a stick hangs.
func TestLeaseThatIsNotAnsweredEndsWithItsContext(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		if conn, err := l.Accept(); err == nil {
			_, _ = io.ReadFull(conn, make([]byte, len("mount 1A2B-3C4D\n")))
			stop()
		}
	}()
	if _, err := lease(ctx, socket, t.TempDir(), "1A2B-3C4D"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
