package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"unsafe"
)

// serialLine is a pseudo terminal: the daemon has one end, the host the other.
type serialLine struct {
	link string   // name under which the daemon finds it
	here *os.File // the host's end
	kept *os.File // the daemon's end held open too, so that it may open and close it

	mu    sync.Mutex
	heard []byte
}

const serialFolder = "/dev/serial/by-id"

// plug makes a line of that name.
func plug(name string) (*serialLine, error) {
	// not blocking, so that Close ends a Read
	fd, err := syscall.Open("/dev/ptmx", syscall.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("plug %s: %w", name, err)
	}
	var unlocked, n int32
	here := os.NewFile(uintptr(fd), "ptmx")
	err = errors.Join(ioctl(fd, syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked)), ioctl(fd, syscall.TIOCGPTN, unsafe.Pointer(&n)))
	node := "/dev/pts/" + strconv.Itoa(int(n))
	link := filepath.Join(serialFolder, filepath.Base(name))
	if err = errors.Join(err, open(node), os.MkdirAll(serialFolder, 0o755), os.Symlink(node, link)); err != nil {
		return nil, errors.Join(fmt.Errorf("plug %s: %w", name, err), here.Close())
	}
	kept, err := os.OpenFile(node, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("plug %s: %w", name, err), here.Close(), os.Remove(link))
	}
	s := &serialLine{link: link, here: here, kept: kept}
	if err := raw(int(kept.Fd())); err != nil {
		return nil, errors.Join(err, s.unplug())
	}
	go s.listen()
	return s, nil
}

// unplug hangs up.
func (s *serialLine) unplug() error {
	return errors.Join(os.Remove(s.link), s.kept.Close(), s.here.Close())
}

// listen keeps what the daemon says.
func (s *serialLine) listen() {
	b := make([]byte, 4096)
	for {
		n, err := s.here.Read(b)
		s.mu.Lock()
		s.heard = append(s.heard, b[:n]...)
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// hear returns what was received since it was last asked.
func (s *serialLine) hear() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := string(s.heard)
	s.heard = nil
	return text
}

// raw lets every byte pass a terminal as it is.
func raw(fd int) error {
	var t syscall.Termios
	if err := ioctl(fd, syscall.TCGETS, unsafe.Pointer(&t)); err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = t.Cflag&^(syscall.CSIZE|syscall.PARENB) | syscall.CS8
	t.Cc[syscall.VMIN], t.Cc[syscall.VTIME] = 1, 0
	return ioctl(fd, syscall.TCSETS, unsafe.Pointer(&t))
}

func ioctl(fd int, request uintptr, p unsafe.Pointer) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), request, uintptr(p)); errno != 0 {
		return os.NewSyscallError("ioctl", errno)
	}
	return nil
}
