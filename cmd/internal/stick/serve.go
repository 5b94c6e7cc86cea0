package stick

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// mounter mounts a device on MountPoint. systemd is the real one.
type mounter interface {
	// mount mounts a device, such as "/dev/sda1".
	mount(ctx context.Context, device, kind, options string) error
	// unmount unmounts it. It returns nil if nothing is mounted.
	unmount(ctx context.Context) error
}

// helper serves the requests of one connection.
type helper struct {
	machine fs.FS // root folder of the file systems, for [List]
	systemd mounter
	give    func(dir, name string, to owner) error // see [give]
	owner   owner                                  // the daemon's user
	leased  bool
}

// owner is a user and a group, by their numbers.
type owner struct{ uid, gid int }

// longestRequest is the maximum length of a request in bytes: "mount " and a UUID.
const longestRequest = 64

var (
	errRequest = errors.New("unknown request")
	errAbsent  = errors.New("no such stick")
	errChanged = errors.New("the stick was exchanged meanwhile")
)

// serve answers requests until in ends, and then unmounts the stick.
func (h *helper) serve(in io.Reader, out io.Writer) (status int) {
	defer func() {
		if h.leased && h.unmount() != nil {
			status = 1
		}
	}()
	for r := bufio.NewReaderSize(in, longestRequest); ; {
		line, err := r.ReadSlice('\n')
		if err == io.EOF && len(line) == 0 {
			return 0
		}
		answer := ""
		if err == nil {
			answer, err = h.answer(strings.TrimSuffix(string(line), "\n"))
		}
		if err == nil {
			_, err = fmt.Fprintln(out, strings.TrimSpace(answerOK+" "+answer))
			if err == nil {
				continue
			}
		}
		fmt.Fprintln(out, refusal(err))
		return 1
	}
}

// refusal returns the answer to a request that failed.
func refusal(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	if f := Fault(""); errors.As(err, &f) {
		return answerFault + " " + string(f) + " " + text
	}
	return text
}

func (h *helper) answer(request string) (string, error) {
	switch uuid, isMount := strings.CutPrefix(request, requestMount); {
	case isMount && !h.leased && uuids.MatchString(uuid):
		return h.mount(uuid)
	case request == requestRelease && h.leased:
		h.leased = false
		return "", h.unmount()
	}
	return "", errRequest
}

// find returns the stick with a UUID. It returns an error if there is no such stick, or two, or if
// its file system is of another kind.
func (h *helper) find(uuid string) (found Stick, err error) {
	all, err := List(h.machine)
	if err != nil {
		return found, err
	}
	count := 0
	for _, s := range all {
		if s.UUID == uuid {
			found = s
			count++
		}
	}
	switch {
	case count == 0:
		return found, errors.Join(errAbsent, Pulled)
	case count > 1:
		return found, Twice
	case found.Fault != "":
		return found, found.Fault
	}
	return found, nil
}

// mount mounts the stick with a UUID and returns the number of its device. It first unmounts what a
// killed process may have left. A stick that was exchanged between the search and the mount, which
// may have the same name, is unmounted again.
func (h *helper) mount(uuid string) (number string, err error) {
	s, err := h.find(uuid)
	if err != nil {
		return "", err
	}
	if err := h.unmount(); err != nil {
		return "", err
	}
	ctx, stop := context.WithTimeout(context.Background(), mountTime)
	defer stop()
	if err := h.systemd.mount(ctx, "/dev/"+s.device, s.kind, h.options(s)); err != nil {
		return "", errors.Join(Damaged, err)
	}
	h.leased = true
	if again, err := h.find(uuid); err != nil || again != s {
		return "", errors.Join(errChanged, Pulled, err)
	}
	if s.kind == "ext4" && !s.readOnly {
		if err := h.give(MountPoint, folder, h.owner); err != nil {
			return "", faulty(err)
		}
	}
	return s.number, nil
}

func (h *helper) unmount() error {
	ctx, stop := context.WithTimeout(context.Background(), mountTime)
	defer stop()
	return h.systemd.unmount(ctx)
}

// options returns the options of a mount; see mount(8) and systemd.mount(5). FAT and exFAT store no
// owner, so all files belong to the daemon.
func (h *helper) options(s Stick) string {
	all := "nosuid,nodev,noexec,noatime,x-systemd.device-bound"
	if s.readOnly {
		all += ",ro"
	}
	if s.kind != "ext4" {
		all += fmt.Sprintf(",uid=%d,gid=%d,umask=0077", h.owner.uid, h.owner.gid)
	}
	return all
}
